import { X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { requireHarmless } from './xml-limits.ts'

/** The parts of an identity provider's metadata that a sign-in needs (SAML 2.0 Metadata §2.4). */
export type IdpMetadata = {
  entityId: string
  /** HTTP-Redirect binding. */
  signOnUrl: string
  /** PEM; several while the provider rotates its key. */
  certificates: string[]
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Throws an Error for metadata that cannot be used for a sign-in. */
export function readIdpMetadata(xml: string, now: Date): IdpMetadata {
  requireHarmless(xml)
  const root = parse(xml)
  if (root?.namespaceURI !== METADATA || root.localName !== 'EntityDescriptor') {
    throw new Error('the document is not an EntityDescriptor')
  }
  const entityId = root.getAttribute('entityID') ?? ''
  if (!entityId || entityId.length > 1024) throw new Error('the metadata have no entity id')
  const until = root.getAttribute('validUntil')
  if (until && !(Date.parse(until) > now.getTime())) throw new Error('the metadata are no longer valid')
  const descriptors = within(root, METADATA, 'IDPSSODescriptor')
  const descriptor = descriptors[0]
  if (!descriptor || descriptors.length > 1) throw new Error('the metadata describe no identity provider')
  const signOn = within(descriptor, METADATA, 'SingleSignOnService').find(
    (service) => service.getAttribute('Binding') === REDIRECT,
  )
  const signOnUrl = signOn?.getAttribute('Location') ?? ''
  if (!URL.canParse(signOnUrl) || !/^https?:$/.test(new URL(signOnUrl).protocol)) {
    throw new Error('the metadata have no HTTP-Redirect sign-on address')
  }
  const certificates = within(descriptor, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => within(key, SIGNATURE, 'X509Certificate'))
    .map((element) => pem(element.textContent ?? ''))
  if (certificates.length === 0 || certificates.length > 10) {
    throw new Error('the metadata have no signing certificate')
  }
  return { entityId, signOnUrl, certificates }
}

function parse(xml: string) {
  const refuse = (problem: string) => {
    throw new Error(`the document is not XML: ${problem.slice(0, 200)}`)
  }
  const errorHandler = { warning: () => {}, error: refuse, fatalError: refuse }
  return new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml')?.documentElement
}

const within = (element: Element, namespace: string, name: string): Element[] =>
  Array.from(element.getElementsByTagNameNS(namespace, name))

function pem(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch (cause) {
    throw new Error('a certificate in the metadata cannot be parsed', { cause })
  }
}
