// Parts what somebody wrote from what their mail program repeated below it. Nothing is lost: the rest is kept and shown folded.

/** A line that begins the repeated part, in the languages of the product and the common programs. */
const BEGINS = [
  /^\s*(le|on|el|il|am)\s.{4,120}(a écrit|wrote|escribió|ha scritto|schrieb)\s*:?\s*$/i,
  /^\s*-{2,}\s*(message d['’]origine|original message|message transféré|mensaje original|messaggio originale|forwarded message)\s*-{2,}/i,
  /^\s*(de|from|da|von)\s*:\s.+@.+/i,
  /^\s*_{10,}\s*$/,
]
const LONGEST = 20_000

/** `text` is what is new, without trailing blanks; `quoted` the rest, null where there is none. Each has at most 20 000 characters. */
export function partQuoted(mail: string): { text: string; quoted: string | null } {
  const lines = mail.replaceAll('\r\n', '\n').replaceAll('\u0000', '').split('\n')
  let at = lines.findIndex((line, n) => BEGINS.some((begins) => begins.test(line)) || isWrapped(lines, n))
  if (at < 0) {
    // Only a block of `>` at the end is history; in between, it is what somebody answers line by line.
    at = lines.length
    while (at > 0 && /^\s*(>.*)?$/.test(lines[at - 1] ?? '')) at -= 1
    if (!lines.slice(at).some((line) => /^\s*>/.test(line))) at = lines.length
  }
  const text = lines.slice(0, at).join('\n').trim()
  const quoted = lines.slice(at).join('\n').trim()
  // A mail that is only a quotation is all that there is.
  if (text === '' && quoted !== '') return { text: quoted.slice(0, LONGEST), quoted: null }
  return { text: text.slice(0, LONGEST), quoted: quoted.slice(0, LONGEST) || null }
}

/** "Le 19 nov. 2026 à 13:30, Support <…>" and "a écrit :" on two lines. */
const isWrapped = (lines: readonly string[], n: number) =>
  /^\s*(le|on|el|il)\s.*\d/i.test(lines[n] ?? '') &&
  /^\s*.{0,120}(a écrit|wrote|escribió|ha scritto)\s*:?\s*$/i.test(lines[n + 1] ?? '')
