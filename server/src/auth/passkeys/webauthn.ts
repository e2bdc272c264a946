import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { authError } from '../errors.ts'
import type { SecretFactor } from '../store/factors.ts'
import type { UserRow } from '../store/users.ts'
import type { RelyingParty } from './relying-party.ts'

/** WebAuthn credentials, used as second factors and as passkeys: options for the browser, and verification of its answer. */
export type Credential = {
  /** base64url */
  id: string
  /** COSE key, base64url. */
  publicKey: string
  counter: number
  transports: string[]
}

/** A newly registered credential with its authenticator's attributes. */
export type NewCredential = Credential & { aaguid: string; backupEligible: boolean; backedUp: boolean }

const TIMEOUT = 300_000
/** EdDSA, ES256 and RS256. Listed because the library's default includes algorithms that Node marks experimental. */
const ALGORITHMS = [-8, -7, -257]
const known = (credentials: Credential[]) =>
  credentials.map(({ id, transports }) => ({ id, transports: transports as never }))

export function creationOptions(
  site: RelyingParty,
  user: UserRow,
  exclude: Credential[],
  residentKey: 'required' | 'discouraged' = 'discouraged',
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email || user.phone || user.id,
    userDisplayName: user.email || user.phone || user.id,
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: known(exclude),
    authenticatorSelection: { residentKey, userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Empty `credentials` lets the user select one. */
export function requestOptions(
  site: RelyingParty,
  credentials: Credential[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: site.id,
    timeout: TIMEOUT,
    userVerification: 'preferred',
    ...(credentials.length > 0 && { allowCredentials: known(credentials) }),
  })
}

/** Throws `webauthn_verification_failed`. */
export async function verifyCreation(
  site: RelyingParty,
  challenge: string,
  response: unknown,
): Promise<NewCredential> {
  const { registrationInfo: info } = await judged(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!info) throw authError('webauthn_verification_failed')
  return {
    id: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
    counter: info.credential.counter,
    transports: info.credential.transports ?? [],
    aaguid: info.aaguid,
    backupEligible: info.credentialDeviceType === 'multiDevice',
    backedUp: info.credentialBackedUp,
  }
}

/**
 * Returns the credential with its new counter; a counter that decreases reveals a cloned key. Throws
 * `webauthn_verification_failed`.
 */
export async function verifyRequest(
  site: RelyingParty,
  challenge: string,
  response: unknown,
  credential: Credential,
  { verified }: { verified: boolean } = { verified: false },
): Promise<{ counter: number; backedUp: boolean }> {
  const stored: WebAuthnCredential = {
    id: credential.id,
    publicKey: Uint8Array.from(Buffer.from(credential.publicKey, 'base64url')),
    counter: credential.counter,
  }
  const result = await judged(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      credential: stored,
      requireUserVerification: verified,
    }),
  )
  if (!result.verified) throw authError('webauthn_verification_failed')
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { counter: newCounter, backedUp: credentialBackedUp }
}

/** An error of the library means that the answer is invalid, not that the server failed. */
async function judged<T extends { verified: boolean }>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw authError('webauthn_verification_failed', undefined, { cause })
  }
}

export function storedCredential({ web_authn_credential: stored }: SecretFactor): Credential {
  if (!stored) throw new Error('a verified WebAuthn factor has no credential')
  return stored as Credential
}
