// The five checks of a certificate that a reader's own device makes.
import { commitment, entryHash, type Json, type LedgerRow } from '../proof/ledger.ts'
import {
  countOf,
  decoded,
  isSet,
  type OkpKey,
  type Results,
  STATUS_BITS,
  verifiedClaims,
} from './certificate.ts'

/** What public.certificate() answers for a code that was issued. */
export type PublicCertificate = {
  code: string
  name: string | null
  initials: string
  issued_at: string
  revoked_at: string | null
  /** The code of the certificate that it replaces, for it had another name. */
  replaces: string | null
  results: Omit<Results, 'sections'> & Partial<Pick<Results, 'sections'>>
  nonce: string | null
  sealed_as: number
  entry: LedgerRow | null
  credential: string | null
  status_index: number
  status: string | null
  keys: OkpKey[]
}
export const CHECKS = ['code', 'signature', 'chain', 'answers', 'revocation'] as const
export type Check = (typeof CHECKS)[number]
export type CertificateVerdict = Record<Check, boolean>

/** `unzip` decompresses gzip. A check that cannot be made has failed. */
export async function checkCertificate(
  kept: PublicCertificate,
  unzip: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<CertificateVerdict> {
  const { code, results, nonce, entry, credential, keys, issued_at } = kept
  const claims = credential === null ? null : verifiedClaims(credential, keys)
  const { right, total } = countOf(results.sections ?? [])
  const subject = claims?.credentialSubject as
    | { result?: { value?: string }[]; identifier?: { identityHash?: string }[] }
    | undefined
  const sealed =
    nonce !== null && results.sections
      ? commitment(nonce, { code, issued_at, results: results as unknown as Json })
      : null
  return {
    code: /^V(-[A-HJ-NP-Z2-9]{4}){3}$/.test(code),
    signature:
      claims !== null &&
      String(claims.id).endsWith(`code=${code}`) &&
      subject?.identifier?.[0]?.identityHash === (kept.name ?? kept.initials),
    chain:
      sealed !== null &&
      entry !== null &&
      entry.sequence === kept.sealed_as &&
      (entry.entry.data as { commitment?: string }).commitment === sealed &&
      entryHash(entry.previous_hash, entry.entry as unknown as Json) === entry.hash,
    answers: total > 0 && subject?.result?.[0]?.value === `${right}/${total}`,
    revocation: kept.revoked_at === null && (await isListed(kept, unzip)) === false,
  }
}

/** Whether the signed list names it as revoked; null where there is no list that can be read. */
async function isListed(
  { status, keys, status_index }: PublicCertificate,
  unzip: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<boolean | null> {
  const claims = status === null ? null : verifiedClaims(status, keys)
  const { encodedList } = (claims?.credentialSubject ?? {}) as { encodedList?: string }
  const packed = encodedList?.startsWith('u') ? decoded(encodedList.slice(1)) : null
  if (!packed) return null
  const bits = await unzip(packed).catch(() => null)
  return bits?.length === STATUS_BITS / 8 ? isSet(bits, status_index) : null
}
