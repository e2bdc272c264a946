// Owns what the links of our mails carry behind the `#`; mails/src/confirming-link.ts writes it.
import { pathWithin } from '../next-path.ts'

const TYPES = ['signup', 'magiclink', 'recovery', 'invite', 'email_change'] as const

export type MailLink = { tokenHash: string; type: (typeof TYPES)[number]; next: string }

/** Null for an address that no mail contains. */
export function readMailLink(hash: string, origin: string): MailLink | null {
  const said = new URLSearchParams(hash.slice(1))
  const tokenHash = said.get('token_hash')
  const type = TYPES.find((known) => known === said.get('type'))
  return tokenHash && type ? { tokenHash, type, next: pathWithin(said.get('next'), origin) ?? '/' } : null
}
