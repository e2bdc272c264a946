// A SAML 2.0 identity provider on loopback, from another implementation, so that both sides cannot share a mistake.
import { inflateRawSync } from 'node:zlib'
import samlp from 'samlp'
import { selfSigned } from './self-signed.ts'

export type IdentityProvider = {
  entityId: string
  metadata: string
  /** Parses the request in the redirect URL. */
  read(url: string): { id: string; issuer: string; acs: string; relayState: string; signed: boolean }
  /** The form's SAMLResponse for a signed-in user; `options` are samlp's own. */
  answer(requestUrl: string, user: Person, options?: Record<string, unknown>): Promise<string>
}

export type Person = { id: string; email?: string; displayName?: string }

export function identityProvider(entityId: string, pair = selfSigned('idp')): IdentityProvider {
  const { key, certificate } = pair
  const body = certificate.replace(/-----[^-]+-----|\s/g, '')
  const read: IdentityProvider['read'] = (url) => {
    const query = new URL(url).searchParams
    const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
    const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
    return {
      id: find(/\bID="([^"]+)"/),
      issuer: find(/Issuer[^>]*>([^<]+)</),
      acs: find(/AssertionConsumerServiceURL="([^"]+)"/),
      relayState: query.get('RelayState') ?? '',
      signed: query.has('Signature'),
    }
  }
  return {
    entityId,
    metadata: `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${body}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entityId}/sso"/></IDPSSODescriptor></EntityDescriptor>`,
    read,
    answer(requestUrl, user, options = {}) {
      const asked = read(requestUrl)
      const all = {
        issuer: entityId,
        cert: certificate,
        key,
        audience: asked.issuer,
        recipient: asked.acs,
        destination: asked.acs,
        inResponseTo: asked.id,
        signatureAlgorithm: 'rsa-sha256',
        digestAlgorithm: 'sha256',
        lifetimeInSeconds: 120,
        ...options,
      }
      const person = { name: {}, ...user, emails: user.email ? [{ value: user.email }] : [{}] }
      return new Promise((resolve, reject) => {
        samlp.getSamlResponse(all, person, (error, xml) =>
          error ? reject(error) : resolve(Buffer.from(xml).toString('base64')),
        )
      })
    },
  }
}
