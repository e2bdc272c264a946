import { useState } from 'react'
import { storage } from './storage.ts'

/** The validity of a file's address, in seconds. */
const LINK_SECONDS = 300

/** Downloads a private file under its own name, unless it has another; `missing` while it does not exist yet. */
export function useStoredFile(bucket: string, path: string, name = path.slice(path.lastIndexOf('/') + 1)) {
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const download = async () => {
    setBusy(true)
    setMissing(false)
    const { data, error } = await storage.from(bucket).createSignedUrl(path, LINK_SECONDS, { download: name })
    setBusy(false)
    if (error) setMissing(true)
    else location.assign(data.signedUrl)
  }
  return { busy, missing, download: () => void download() }
}
