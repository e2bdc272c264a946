import { generateKeyPairSync, sign } from 'node:crypto'

/** PEM. */
export type KeyPair = { key: string; certificate: string }

/** A new RSA key with a self-signed certificate (X.509 in DER, RFC 5280 §4.1). */
export function selfSigned(name: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const names = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(name)))))
  const day = (offset: number) => {
    const time = new Date(Date.now() + offset * 86_400_000).toISOString()
    return tagged(0x17, Buffer.from(`${time.slice(2, 19).replace(/[-T:]/g, '')}Z`))
  }
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    names,
    sequence(day(-1), day(1)),
    names,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  const der = sequence(body, SHA256_WITH_RSA, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts))

const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
