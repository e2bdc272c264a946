// What of a mail's attachments is kept: by their decoded size and by their first bytes, never by what the mail says of them.

export type MailFile = { name: string; type: string; ending: string; bytes: Buffer }

export const MOST_FILES = 5
export const MOST_BYTES = 10_000_000

/** The type that the bytes are of, with the ending of its files; null for one that is not kept. */
export function typeOf(bytes: Buffer, said: string): { type: string; ending: string } | null {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).toString('latin1') === text
  if (begins('\u0089PNG\r\n\u001a\n')) return { type: 'image/png', ending: 'png' }
  if (begins('\u00ff\u00d8\u00ff')) return { type: 'image/jpeg', ending: 'jpg' }
  if (begins('RIFF') && begins('WEBP', 8)) return { type: 'image/webp', ending: 'webp' }
  if (begins('%PDF-')) return { type: 'application/pdf', ending: 'pdf' }
  const isText = ['text/plain', 'text/csv'].includes(said) && !bytes.subarray(0, 4096).includes(0)
  if (!isText) return null
  return said === 'text/csv' ? { type: said, ending: 'csv' } : { type: said, ending: 'txt' }
}

/** The files that are kept, and the names of those that are not. */
export function keptFiles(
  attachments: readonly { filename?: string | undefined; contentType: string; content: Buffer }[],
): { kept: MailFile[]; dropped: string[] } {
  const kept: MailFile[] = []
  const dropped: string[] = []
  for (const { filename, contentType, content } of attachments) {
    const name =
      (filename ?? 'fichier')
        .replaceAll(/[\p{Cc}\\/]/gu, ' ')
        .trim()
        .slice(0, 120) || 'fichier'
    const known = typeOf(content, contentType)
    if (!known || content.length > MOST_BYTES || content.length === 0 || kept.length === MOST_FILES)
      dropped.push(name)
    else kept.push({ name, ...known, bytes: content })
  }
  return { kept, dropped }
}
