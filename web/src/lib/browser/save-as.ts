const TAKEN_MS = 60_000

/** Downloads a file under a name. */
export function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Delayed: by then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS)
}
