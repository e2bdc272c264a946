import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Service } from '../service.ts'
import type { SsoProvider } from '../store/sso-providers.ts'
import { type IdpMetadata, readIdpMetadata } from './metadata.ts'

/** Milliseconds: tolerated clock difference, and maximum age of an assertion. */
const SKEW = 60_000
const OLDEST = 300_000

/** This server's SAML entity id. */
export const entityId = ({ context }: Service): string => `${context.publicUrl}/auth/v1/sso/saml/metadata`
export const acsUrl = ({ context }: Service): string => `${context.publicUrl}/auth/v1/sso/saml/acs`

/** The library's SAML client for one identity provider; `requestId` is the request being sent or answered. */
export function samlWith(service: Service, provider: SsoProvider, requestId: string) {
  const idp = readIdpMetadata(provider.saml.metadata_xml, service.context.now())
  return { idp, saml: new SAML({ ...own(service), ...theirs(idp, provider), ...answerTo(requestId) }) }
}

/** Settings of this service provider, also used for its metadata. */
export function own(service: Service) {
  const { private_key: privateKey, certificate } = service.settings.saml
  return {
    issuer: entityId(service),
    callbackUrl: acsUrl(service),
    audience: entityId(service),
    wantAssertionsSigned: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    ...(privateKey && { privateKey, publicCert: certificate }),
  } as const
}

const theirs = (idp: IdpMetadata, { saml }: SsoProvider) => ({
  entryPoint: idp.signOnUrl,
  idpCert: idp.certificates,
  idpIssuer: idp.entityId,
  identifierFormat: saml.name_id_format,
  // How members authenticate is their organisation's decision.
  disableRequestedAuthnContext: true,
  // A signed message is optional, because the assertion's own signature is required.
  wantAuthnResponseSigned: false,
  acceptedClockSkewMs: SKEW,
  maxAssertionAgeMs: OLDEST,
})

/** Accepts a response to this request only. Requests are stored in the database, not in this process. */
const answerTo = (requestId: string) => ({
  validateInResponseTo: ValidateInResponseTo.always,
  generateUniqueId: () => requestId,
  cacheProvider: {
    saveAsync: async (_key: string, value: string) => ({ value, createdAt: Date.now() }),
    getAsync: async (key: string) => (key === requestId ? new Date().toISOString() : null),
    removeAsync: async (key: string | null) => key,
  },
})
