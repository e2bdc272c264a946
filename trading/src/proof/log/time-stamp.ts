// Owns time-stamps (RFC 3161): the request over a checkpoint's text, and the verification of a token. A token is signed data that
// includes its own certificate; only a certificate that the reader trusts can establish the issuer.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { fromBER, Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { fromBase64 } from './base64.ts'
import { sameBytes } from './merkle-tree.ts'

/** `by` is null if the certificate does not chain to one that the reader trusts: then the time proves nothing. */
export type StampVerdict = { at: Date; by: string | null } | { problem: string }

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const [COMMON_NAME, ORGANISATION] = ['2.5.4.3', '2.5.4.10']
const GRANTED = [0, 1]

/** A DER request over a text. The caller draws the nonce (at least 8 bytes) and passes it to `readStampResponse` again. */
export function stampRequest(text: string, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new OctetString({ valueHex: buffer(sha256(utf8(text))) }),
    }),
    nonce: new Integer({ valueHex: buffer(positive(nonce)) }),
    // Request the certificate: a token must be verifiable after the authority has ceased to exist.
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER())
}

/** The token of a response and its verdict, or the reason why there is none. */
export async function readStampResponse(
  answer: Uint8Array,
  text: string,
  nonce: Uint8Array,
): Promise<{ token: Uint8Array; at: Date; by: string | null } | { problem: string }> {
  let response: TimeStampResp
  try {
    response = TimeStampResp.fromBER(buffer(answer))
  } catch {
    return { problem: 'no answer of RFC 3161' }
  }
  const { status, timeStampToken } = response
  if (!GRANTED.includes(status.status) || !timeStampToken)
    return { problem: `refused with status ${status.status}` }
  const token = new Uint8Array(timeStampToken.toSchema().toBER())
  const said = infoOf(token)?.info.nonce
  if (!said || !sameBytes(new Uint8Array(said.valueBlock.valueHexView), positive(nonce)))
    return { problem: 'another nonce' }
  const verdict = await readStamp(token, text)
  return 'problem' in verdict ? verdict : { token, ...verdict }
}

/**
 * What a token (DER) proves of a text. If the reader gives trusted certificates, the token's certificate must chain to one of
 * them at the stated time; otherwise the name is taken from the token's certificate unverified.
 */
export async function readStamp(
  token: Uint8Array,
  text: string,
  trusted: readonly Certificate[] | null = null,
): Promise<StampVerdict> {
  const read = infoOf(token)
  if (!read) return { problem: 'no token of RFC 3161' }
  const { signed, info } = read
  if (info.messageImprint.hashAlgorithm.algorithmId !== SHA_256) return { problem: 'another hash' }
  if (
    !sameBytes(new Uint8Array(info.messageImprint.hashedMessage.valueBlock.valueHexView), sha256(utf8(text)))
  )
    return { problem: 'of another text' }
  const checked = {
    signer: 0,
    data: buffer(utf8(text)),
    extendedMode: true as const,
    checkDate: info.genTime,
  }
  try {
    const { signatureVerified, signerCertificate } = await signed.verify({ ...checked, checkChain: false })
    if (!signatureVerified || !signerCertificate) return { problem: 'not signed' }
    if (!mayStamp(signerCertificate)) return { problem: 'by a certificate that is not for time-stamps' }
    const by = nameOf(signerCertificate)
    if (!trusted) return { at: info.genTime, by }
    const leads = await signed.verify({ ...checked, checkChain: true, trustedCerts: [...trusted] }).then(
      ({ signerCertificateVerified }) => signerCertificateVerified === true,
      () => false,
    )
    return { at: info.genTime, by: leads ? by : null }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'not signed' }
  }
}

/** The certificates in a PEM text. Throws a RangeError if there is none. */
export function readCertificates(pem: string): Certificate[] {
  const blocks = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g)]
  const certificates = blocks.map(([, block = '']) => fromBase64(block.replace(/\s/g, '')))
  if (certificates.length === 0 || certificates.includes(null))
    throw new RangeError('there is no certificate in it')
  return certificates.map((bytes) => Certificate.fromBER(buffer(bytes!)))
}

function infoOf(token: Uint8Array): { signed: SignedData; info: TSTInfo } | null {
  try {
    const content = ContentInfo.fromBER(buffer(token))
    const signed = new SignedData({ schema: content.content })
    const { eContentType, eContent } = signed.encapContentInfo
    // A time-stamp has exactly one signature, over this content type.
    if (eContentType !== TST_INFO || !eContent || signed.signerInfos.length !== 1) return null
    const { result } = fromBER(eContent.getValue())
    return { signed, info: new TSTInfo({ schema: result }) }
  } catch {
    return null
  }
}

/** RFC 3161 §2.3: time-stamping is the only permitted use, and the extension is critical. */
function mayStamp({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
  const uses = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : []
  return usage?.critical === true && uses.join() === TIME_STAMPING
}

function nameOf({ subject, serialNumber }: Certificate): string {
  const named = (type: string) =>
    subject.typesAndValues.find((one) => one.type === type)?.value.valueBlock.value
  return String(
    named(COMMON_NAME) ??
      named(ORGANISATION) ??
      bytesToHex(new Uint8Array(serialNumber.valueBlock.valueHexView)),
  )
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const buffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
/** The DER form of a positive integer: no leading zeros except one that keeps it positive. */
function positive(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  const value = first < 0 ? Uint8Array.of(0) : bytes.slice(first)
  return value[0]! >= 128 ? Uint8Array.of(0, ...value) : value
}
