import { useState } from 'react'
import { unwrap } from '#lib/data/query.ts'
import { storage } from '#lib/data/storage.ts'
import { useSession } from '#lib/session/session.tsx'
import { type FileFault, type FileRules, fileFault } from '#ui/files/file-check.ts'

/** What a ticket takes; the database and the file store check it again, by the file's own bytes. */
export const FILES = {
  bucket: 'tickets',
  accept: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain', 'text/csv'],
  maxSize: 10_000_000,
  maxCount: 5,
} satisfies FileRules & { bucket: string }

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/csv': 'csv',
}

export type Brought = { path: string; name: string }
export type Attachment = Brought & {
  bytes: number
  state: 'sending' | 'done' | 'failed' | FileFault
}

/** Files on their way into a message: each is uploaded at once to the person's own folder and named when the message is sent. */
export function useAttachments() {
  const { user } = useSession()
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const tell = (path: string, state: Attachment['state']) =>
    setFiles((current) => current.map((one) => (one.path === path ? { ...one, state } : one)))
  const send = async (path: string, file: File) => {
    tell(path, 'sending')
    try {
      unwrap(await storage.from(FILES.bucket).upload(path, file, { contentType: file.type }))
      tell(path, 'done')
    } catch (error) {
      console.error('a file could not be kept', error)
      tell(path, 'failed')
    }
  }
  const add = (chosen: readonly File[]) => {
    let held = files.filter(({ state }) => state === 'sending' || state === 'done').length
    for (const file of chosen) {
      const path = `${user?.id}/${crypto.randomUUID()}.${ENDINGS[file.type] ?? 'bin'}`
      const fault = fileFault(file, FILES, held)
      if (!fault) held += 1
      setFiles((current) => [
        ...current,
        { path, name: file.name.slice(0, 120), bytes: file.size, state: fault ?? 'sending' },
      ])
      if (!fault) void send(path, file)
    }
  }
  return {
    files,
    add,
    remove: (path: string) => setFiles((current) => current.filter((one) => one.path !== path)),
    clear: () => setFiles([]),
    sending: files.some(({ state }) => state === 'sending'),
    brought: files.flatMap(({ state, path, name }) => (state === 'done' ? [{ path, name }] : [])),
  }
}
