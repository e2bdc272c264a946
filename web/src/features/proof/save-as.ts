const TAKEN_MS = 60_000

/** Downloads a file under a name. */
export function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has started to write it long before.
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS)
}
