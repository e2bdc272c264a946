import { useState } from 'react'
import { invoiceLink } from './invoice-queries.ts'

/** Fetches the PDF of an invoice or a credit note; `missing` while the file does not exist yet. */
export function useInvoiceFile(userId: string, number: string) {
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const download = async () => {
    setBusy(true)
    setMissing(false)
    try {
      location.assign(await invoiceLink({ user_id: userId, number }))
    } catch {
      setMissing(true)
    } finally {
      setBusy(false)
    }
  }
  return { busy, missing, download: () => void download() }
}
