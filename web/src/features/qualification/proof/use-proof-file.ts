import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { proofQuery } from '../queries.ts'
import type { PdfFile, PdfRefusal } from './pdf-file.ts'

/** Why a proof is not drawn here; `failed`: not for what it holds, but because it did not arrive. */
export type Refusal = PdfRefusal | 'failed'
type Opened = { path: string; pdf?: PdfFile; refused?: Refusal }

const isPdf = (path: string) => /\.pdf$/i.test(path)

/** The file of a proof: its link, and what is known of it if it is a PDF, which is opened once. */
export function useProofFile(path: string | null) {
  const link = useQuery({ ...proofQuery(path ?? ''), enabled: path !== null })
  const [opened, setOpened] = useState<Opened | null>(null)
  const arrived = link.data !== undefined
  // A link that is renewed leads to the same file.
  const bytes = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await fetch(link.data ?? '', { signal })
    if (!answer.ok) throw new Error(`The proof did not arrive: ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  })
  useEffect(() => {
    if (path === null || !isPdf(path) || !arrived) return
    const asking = new AbortController()
    let pdf: PdfFile | undefined
    const open = async () => {
      const [{ openPdf }, data] = await Promise.all([import('./pdf-file.ts'), bytes(asking.signal)])
      asking.signal.throwIfAborted()
      pdf = await openPdf(data)
      if (asking.signal.aborted) pdf.close()
      else setOpened({ path, pdf })
    }
    open().catch((error: unknown) => {
      if (!asking.signal.aborted) setOpened({ path, refused: refusalOf(error) })
    })
    return () => {
      asking.abort()
      pdf?.close()
      setOpened(null)
    }
  }, [path, arrived])
  return {
    kind: path === null ? null : isPdf(path) ? ('pdf' as const) : ('picture' as const),
    href: link.data,
    linkFailed: link.isLoadingError,
    retry: () => void link.refetch(),
    ...(opened?.path === path ? { pdf: opened?.pdf, refused: opened?.refused } : {}),
  }
}
export type ProofFile = ReturnType<typeof useProofFile>

/** The module that throws these is loaded with the first PDF, so an error is known by what it says. */
export function refusalOf(error: unknown): Refusal {
  const { why } = error as { why?: PdfRefusal }
  if (why === undefined) console.error('a proof could not be drawn', error)
  return why ?? 'failed'
}
