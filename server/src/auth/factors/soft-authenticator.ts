import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Test support: a software security key that answers WebAuthn requests as a browser would. */
export type SoftAuthenticator = {
  id: string
  create(options: { challenge: string; rp: { id?: string } }, origin: string): object
  get(options: { challenge: string; rpId?: string }, origin: string, changes?: { counter?: number }): object
}

const USER_PRESENT_AND_VERIFIED = 0x05
const ATTESTED = 0x40

export function softAuthenticator(userHandle = ''): SoftAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const id = randomBytes(32)
  let counter = 0
  const text = (value: Buffer) => value.toString('base64url')
  const hash = (value: string | Buffer) => createHash('sha256').update(value).digest()
  const client = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (rpId: string, flags: number, count: number) => {
    const bytes = Buffer.alloc(5)
    bytes[0] = flags
    bytes.writeUInt32BE(count, 1)
    return Buffer.concat([hash(rpId), bytes])
  }
  // COSE key: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(jwk.x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(jwk.y, 'base64url'),
  ])
  const frame = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} }
  return {
    id: text(id),
    create({ challenge, rp }, origin) {
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([
        head(rp.id ?? '', USER_PRESENT_AND_VERIFIED | ATTESTED, counter),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ])
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const response = {
        clientDataJSON: text(client('webauthn.create', challenge, origin)),
        attestationObject: text(attestation),
        transports: ['internal'],
      }
      return { ...frame, response }
    },
    get({ challenge, rpId }, origin, changes = {}) {
      counter = changes.counter ?? counter + 1
      const data = head(rpId ?? '', USER_PRESENT_AND_VERIFIED, counter)
      const about = client('webauthn.get', challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, hash(about)]), privateKey)
      const response = {
        clientDataJSON: text(about),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: text(Buffer.from(userHandle)),
      }
      return { ...frame, response }
    },
  }
}
