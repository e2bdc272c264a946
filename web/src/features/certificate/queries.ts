// Owns how a certificate is read and checked, and what its member decides about their name.
import { queryOptions } from '@tanstack/react-query'
import {
  type CertificateVerdict,
  checkCertificate,
  type PublicCertificate,
} from 'trading/learning/check-certificate'
import { supabase } from '#lib/data/client.ts'
import { publicRpc } from '#lib/data/public-rpc.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

export type Checked = { kept: PublicCertificate; verdict: CertificateVerdict; at: number }

const KEY = ['certificate'] as const

/** Null for a code that was never issued. Never kept: a certificate may be revoked at any moment. */
export const certificateQuery = (code: string) =>
  queryOptions({
    queryKey: [...KEY, code],
    queryFn: async ({ signal }): Promise<Checked | null> => {
      const kept = await publicRpc<PublicCertificate | null>('certificate', { code }, signal)
      return kept && { kept, verdict: await checkCertificate(kept, unzip), at: Date.now() }
    },
    gcTime: 0,
    staleTime: 0,
  })

async function unzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Whether the certificate is the caller's own. */
export const ownCertificateQuery = (code: string) =>
  queryOptions({
    queryKey: [...KEY, 'own', code],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.from('certificates').select('code').eq('code', code).limit(1).abortSignal(signal))
        .length > 0,
  })

export const useShowName = (code: string) =>
  useWrite(
    async (name: string | null) =>
      unwrap(
        await supabase.rpc(
          'show_certificate_name',
          name === null ? { code, shown: false } : { code, shown: true, name },
        ),
      ),
    [KEY],
  )

/** A text of the course as it was: a language that it did not have shows the French. */
export const inLanguage = <Text>(texts: Record<string, Text>, language: string): Text | undefined =>
  texts[language] ?? texts.fr
