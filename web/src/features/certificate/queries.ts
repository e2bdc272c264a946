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
const SIGNED_WITHIN_MS = 2_000

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
    refetchInterval: ({ state }) => (state.data && isUnsigned(state.data.kept) ? SIGNED_WITHIN_MS : false),
  })

/** Just issued, or its name was just shown or hidden: the worker signs it within seconds. */
export const isUnsigned = ({ credential, revoked_at }: PublicCertificate) =>
  credential === null && revoked_at === null

async function unzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** The certificate as its own member reads it; null for everybody else. */
export const ownCertificateQuery = (code: string) =>
  queryOptions({
    queryKey: [...KEY, 'own', code],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .from('certificates')
          .select('code, member, name, shown, replaces')
          .eq('code', code)
          .limit(1)
          .abortSignal(signal),
      )[0] ?? null,
  })

export const useShowName = (code: string) =>
  useWrite(
    async (shown: boolean) => unwrap(await supabase.rpc('show_certificate_name', { code, shown })),
    [KEY],
  )

/** Answers the new certificate's code. Nothing is read again: the caller opens the new one. */
export const useReissue = (code: string) =>
  useWrite(async (name: string) => unwrap(await supabase.rpc('reissue_certificate', { code, name })), [])
