// A timestamp authority according to RFC 3161, with its own certificates and signatures. `stamping` makes it misbehave.
import { Integer, ObjectIdentifier, OctetString, Utf8String } from 'asn1js'
import {
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const [CONTENT_TYPE, MESSAGE_DIGEST] = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4']

type Keyed = { certificate: Certificate; keys: CryptoKeyPair }

export type Stamping = { at: Date; nonce?: Uint8Array; status?: number; certificate?: Keyed }

export class StampIssuer {
  readonly received: Uint8Array[] = []
  /** How it answers the next requests. */
  stamping: Stamping
  readonly #root: Keyed
  readonly #own: Keyed

  private constructor(root: Keyed, own: Keyed, at: Date) {
    this.#root = root
    this.#own = own
    this.stamping = { at }
  }

  static async make(at: Date, name = 'Test stamps'): Promise<StampIssuer> {
    const root = await certified(`${name} root`, at, null)
    return new StampIssuer(root, await certified(name, at, root), at)
  }

  /** Its root certificate as published to operators. */
  get pem(): string {
    const der = Buffer.from(this.#root.certificate.toSchema().toBER()).toString('base64')
    return `-----BEGIN CERTIFICATE-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  }

  /** A certificate of the same root for another purpose. */
  otherUse(): Promise<Keyed> {
    return certified('Other use', this.stamping.at, this.#root, '1.3.6.1.5.5.7.3.1')
  }

  async answer(der: Uint8Array): Promise<Uint8Array> {
    this.received.push(der)
    const { at, nonce, status = 0, certificate: own = this.#own } = this.stamping
    const request = TimeStampReq.fromBER(der.slice().buffer)
    if (status > 1)
      return new Uint8Array(new TimeStampResp({ status: new PKIStatusInfo({ status }) }).toSchema().toBER())
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3.4',
      messageImprint: request.messageImprint,
      serialNumber: new Integer({ value: this.received.length }),
      genTime: at,
      ...(request.nonce && {
        nonce: nonce ? new Integer({ valueHex: nonce.slice().buffer }) : request.nonce,
      }),
    })
    const content = info.toSchema().toBER()
    const digest = await crypto.subtle.digest('SHA-256', content)
    const signed = new SignedData({
      version: 3,
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: TST_INFO,
        eContent: new OctetString({ valueHex: content }),
      }),
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({
            issuer: own.certificate.issuer,
            serialNumber: own.certificate.serialNumber,
          }),
          signedAttrs: new SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: TST_INFO })] }),
              new Attribute({ type: MESSAGE_DIGEST, values: [new OctetString({ valueHex: digest })] }),
            ],
          }),
        }),
      ],
      certificates: [own.certificate],
    })
    await signed.sign(own.keys.privateKey, 0, 'SHA-256')
    const token = new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) })
    const response = new TimeStampResp({ status: new PKIStatusInfo({ status }), timeStampToken: token })
    return new Uint8Array(response.toSchema().toBER())
  }
}

async function certified(
  name: string,
  at: Date,
  issuer: Keyed | null,
  use = '1.3.6.1.5.5.7.3.8',
): Promise<Keyed> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ value: 1 + Math.floor(Math.random() * 1e6) }),
  })
  const named = new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) })
  certificate.subject.typesAndValues.push(named)
  certificate.issuer.typesAndValues.push(...(issuer?.certificate.subject.typesAndValues ?? [named]))
  certificate.notBefore.value = new Date(at.getTime() - 86_400_000)
  certificate.notAfter.value = new Date(at.getTime() + 86_400_000)
  const constraints = new BasicConstraints({ cA: issuer === null })
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: constraints.toSchema().toBER(),
      parsedValue: constraints,
    }),
  ]
  if (issuer) {
    const usage = new ExtKeyUsage({ keyPurposes: [use] })
    certificate.extensions.push(
      new Extension({
        extnID: '2.5.29.37',
        critical: true,
        extnValue: usage.toSchema().toBER(),
        parsedValue: usage,
      }),
    )
  }
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(issuer?.keys.privateKey ?? keys.privateKey, 'SHA-256')
  // Parsed back, so that the signed bytes are preserved.
  return { certificate: Certificate.fromBER(certificate.toSchema(true).toBER()), keys }
}
