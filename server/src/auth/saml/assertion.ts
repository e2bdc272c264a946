import type { Profile } from '@node-saml/node-saml'
import { authError } from '../errors.ts'
import { identityOf, usableEmail } from '../external/openid-profile.ts'
import { type ExternalProfile, isSubject } from '../external/provider.ts'
import type { AttributeMapping } from '../store/sso-providers.ts'

/** Attributes that identify a person permanently, preferred over the name id (eduPerson and SAML subject id). */
const subjectAttributes = [
  'urn:oasis:names:tc:SAML:attribute:subject-id',
  'urn:oasis:names:tc:SAML:attribute:pairwise-id',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.13',
]
const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  ...['mail', 'Mail', 'email', 'Email'],
]
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_FORMAT = /nameid-format:emailAddress$/

type Xml = { $?: Record<string, string>; [name: string]: unknown }

/**
 * Checks that the library does not make on a verified assertion (SAML 2.0 Profiles §4.1.4.3): issued by this provider,
 * for this server's address, in answer to this request. Throws an Error.
 */
export function requireMeantForUs(
  profile: Profile,
  expected: { issuer: string; recipient: string; requestId: string },
): void {
  if (profile.issuer !== expected.issuer) throw new Error('the assertion is from another issuer')
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Xml }
  const subject = (assertion?.Subject as Xml[] | undefined)?.[0]
  const confirmations = (subject?.SubjectConfirmation ?? []) as Xml[]
  const meant = confirmations.some(({ $: about, SubjectConfirmationData: data }) => {
    const { Recipient, InResponseTo, NotOnOrAfter } = (data as Xml[] | undefined)?.[0]?.$ ?? {}
    return (
      about?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
      Recipient === expected.recipient &&
      InResponseTo === expected.requestId &&
      NotOnOrAfter !== undefined
    )
  })
  if (!meant) throw new Error('the assertion is not intended for this sign-in')
}

/** The latest end of the session that the organisation allows; null without a limit. */
export function sessionEnd(profile: Profile): string | null {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Xml }
  const until = (assertion?.AuthnStatement as Xml[] | undefined)?.[0]?.$?.SessionNotOnOrAfter
  return until && !Number.isNaN(Date.parse(until)) ? new Date(until).toISOString() : null
}

/** The person's profile. Throws `saml_assertion_no_user_id` and `saml_assertion_no_email`. */
export function profileOf(
  profile: Profile,
  entityId: string,
  mapping: AttributeMapping | null,
): ExternalProfile {
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>
  const subject =
    firstText(attributes, subjectAttributes) ?? (profile.nameIDFormat === TRANSIENT ? null : profile.nameID)
  if (!isSubject(subject)) throw authError('saml_assertion_no_user_id')
  const mapped = mapAttributes(attributes, mapping)
  const named = EMAIL_FORMAT.test(profile.nameIDFormat ?? '') ? profile.nameID : null
  const email = usableEmail(mapped.email ?? firstText(attributes, emailAttributes) ?? named)
  if (!email) throw authError('saml_assertion_no_email')
  const { email: _own, ...custom } = mapped
  return {
    subject: subject,
    email,
    emailVerified: true,
    claims: {
      iss: entityId,
      ...(Object.keys(custom).length > 0 && { custom_claims: custom }),
      ...identityOf(subject, email, true),
    },
  }
}

function mapAttributes(
  attributes: Record<string, unknown>,
  mapping: AttributeMapping | null,
): Record<string, unknown> {
  const claims = new Map<string, unknown>()
  for (const [claim, { name, names = [], default: otherwise, array }] of Object.entries(
    mapping?.keys ?? {},
  )) {
    const found = [...(name ? [name] : []), ...names]
      .map((key) => valuesOf(attributes, key))
      .find(({ length }) => length > 0)
    const value = found ? (array ? found : found[0]) : otherwise
    if (value !== undefined) claims.set(claim, value)
  }
  return Object.fromEntries(claims)
}

const firstText = (attributes: Record<string, unknown>, names: string[]): string | null =>
  names.map((name) => valuesOf(attributes, name)[0]).find((value) => value !== undefined) ?? null

/** Text values only; nested XML is ignored. */
function valuesOf(attributes: Record<string, unknown>, name: string): string[] {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  return [value]
    .flat()
    .filter((item): item is string => typeof item === 'string' && item !== '' && item.length <= 1000)
    .map(clean)
}

const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()
