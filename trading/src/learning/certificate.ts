// What a certificate is as a credential, and how a reader checks it: Open Badges 3.0 (1EdTech) in a JWT, a Bitstring Status List
// (W3C, 1.0) for revocation, and the sealed results in the ledger. Times are ISO 8601 with a Z.
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64 } from '../proof/log/base64.ts'
import { verify } from '../proof/log/ed25519.ts'

export type Section = { part: 'quiz' | 'exercise' | 'exam'; lesson: string | null; answers: boolean[] }
export type Results = {
  course: {
    slug: string
    minutes: number
    title: Record<string, string>
    abilities: Record<string, string[]>
  }
  sections: Section[]
}
export type Issued = {
  code: string
  name: string | null
  initials: string
  results: Results
  issued_at: string
  status_index: number
  sealed_as: number
}

const CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
]
/** Bits of a status list: the least that the recommendation allows, so that a reader of one bit tells nobody which. */
export const STATUS_BITS = 131_072

export const countOf = (sections: readonly Section[]): { right: number; total: number } => {
  const answers = sections.flatMap((section) => section.answers)
  return { right: answers.filter(Boolean).length, total: answers.length }
}

/** A text of the course as it was. Where the course had none in a language, the French one stands for it. */
export const inLanguage = <Text>(texts: Record<string, Text>, language: string): Text | undefined =>
  texts[language] ?? texts.fr

/** The claims of a certificate's credential. `site` is the installation's address without a slash at its end. It names no return. */
export function credentialOf(issued: Issued, site: string, brand: string): Record<string, unknown> {
  const { course, sections } = issued.results
  const { right, total } = countOf(sections)
  const id = `${site}/attestation?code=${issued.code}`
  return {
    '@context': CONTEXTS,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: inLanguage(course.title, 'en'),
    issuer: { id: site, type: ['Profile'], name: brand, url: site },
    validFrom: issued.issued_at,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          identityType: 'name',
          hashed: false,
          identityHash: issued.name ?? issued.initials,
        },
      ],
      achievement: {
        id: `${site}/formations?cours=${course.slug}`,
        type: ['Achievement'],
        achievementType: 'Course',
        name: inLanguage(course.title, 'en'),
        description: (inLanguage(course.abilities, 'en') ?? []).join('. '),
        criteria: {
          narrative:
            'Every lesson completed; at least 80% right in each quiz and in the final exam. It certifies no return.',
        },
      },
      result: [{ type: ['Result'], value: `${right}/${total}` }],
    },
    // What was done, sealed before anybody could know who would ask.
    evidence: [
      {
        id: `${site}/preuve?entry=${issued.sealed_as}`,
        type: ['Evidence'],
        name: `Ledger entry ${issued.sealed_as}`,
        narrative: `${right} of ${total} graded answers right`,
      },
    ],
    credentialStatus: {
      id: `${site}/functions/v1/certificates#${issued.status_index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(issued.status_index),
      statusListCredential: `${site}/functions/v1/certificates`,
    },
  }
}

/** The claims of the status list. `encodedList` is multibase base64url of the compressed bits. */
export function statusListOf(encodedList: string, site: string, validFrom: string): Record<string, unknown> {
  const id = `${site}/functions/v1/certificates`
  return {
    '@context': CONTEXTS.slice(0, 1),
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: site,
    validFrom,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList,
    },
  }
}

/** The bits of a status list with these places set; place 0 is the highest bit of the first byte. */
export function statusBits(revoked: readonly number[]): Uint8Array {
  const bits = new Uint8Array(STATUS_BITS / 8)
  for (const place of revoked) bits[place >> 3] = (bits[place >> 3] as number) | (0x80 >> (place & 7))
  return bits
}

export const isSet = (bits: Uint8Array, place: number): boolean =>
  ((bits[place >> 3] ?? 0) & (0x80 >> (place & 7))) !== 0

export type OkpKey = { kty: string; crv: string; x: string; kid: string }

/** The claims of a JWT that one of the keys signed with EdDSA (RFC 8037); null for anything else. */
export function verifiedClaims(jwt: string, keys: readonly OkpKey[]): Record<string, unknown> | null {
  const [head = '', body = '', signature = '', ...more] = jwt.split('.')
  const header = parsed(head)
  const key = keys.find(({ kid, crv }) => kid === header?.kid && crv === 'Ed25519')
  const [publicKey, signed] = [decoded(key?.x ?? ''), decoded(signature)]
  if (more.length > 0 || header?.alg !== 'EdDSA' || publicKey?.length !== 32 || signed?.length !== 64)
    return null
  try {
    return verify(signed, utf8ToBytes(`${head}.${body}`), publicKey) ? parsed(body) : null
  } catch {
    return null
  }
}

/** Bytes of base64url without padding; null where it is none. */
export function decoded(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
}

function parsed(part: string): Record<string, unknown> | null {
  const bytes = decoded(part)
  try {
    const value: unknown = bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
