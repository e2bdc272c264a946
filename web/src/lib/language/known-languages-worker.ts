// The first time a process asks which languages numbers and days can be written in, Chromium reads all it has of them, which
// takes 12 to 50 ms in one piece. Asked here, on a thread of its own, it is known by the time a page writes its first figure.
Intl.NumberFormat.supportedLocalesOf([])
Intl.DateTimeFormat.supportedLocalesOf([])
Intl.RelativeTimeFormat.supportedLocalesOf([])
close()
