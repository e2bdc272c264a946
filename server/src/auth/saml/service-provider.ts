import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Service } from '../service.ts'
import type { SsoProvider } from '../store/sso-providers.ts'
import { type IdpMetadata, readIdpMetadata } from './metadata.ts'

/** Milliseconds by which another's clock may differ, and after which an assertion is too old whatever it says. */
const SKEW = 60_000
const OLDEST = 300_000

/** This server as identity providers know it. */
export const entityId = ({ context }: Service): string => `${context.publicUrl}/auth/v1/sso/saml/metadata`
export const acsUrl = ({ context }: Service): string => `${context.publicUrl}/auth/v1/sso/saml/acs`

/** A sign-in with one identity provider; `requestId` names the request that is made, or that was answered. */
export function samlWith(service: Service, provider: SsoProvider, requestId: string) {
  const idp = readIdpMetadata(provider.saml.metadata_xml, service.context.now())
  return { idp, saml: new SAML({ ...own(service), ...theirs(idp, provider), ...answerTo(requestId) }) }
}

/** The library's own settings for this side; also what its metadata are made from. */
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
  // How members prove themselves there is their organisation's business.
  disableRequestedAuthnContext: true,
  // Either signature will do for the message; the assertion's own is asked for besides.
  wantAuthnResponseSigned: false,
  acceptedClockSkewMs: SKEW,
  maxAssertionAgeMs: OLDEST,
})

/** The one request an answer may be to. It is kept in the database, not in this process. */
const answerTo = (requestId: string) => ({
  validateInResponseTo: ValidateInResponseTo.always,
  generateUniqueId: () => requestId,
  cacheProvider: {
    saveAsync: async (_key: string, value: string) => ({ value, createdAt: Date.now() }),
    getAsync: async (key: string) => (key === requestId ? new Date().toISOString() : null),
    removeAsync: async (key: string | null) => key,
  },
})
