// Encrypts push messages so that only the receiving browser can read them (RFC 8291 with RFC 8188).
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's keys in base64url. */
export type Subscriber = { p256dh: string; auth: string }

/** Maximum text length: a push service accepts 4096 bytes, 103 of them overhead. */
export const MOST_BYTES = 3993
const RECORD_SIZE = 4096

/**
 * The body of a push message, a single `aes128gcm` record. `seed` makes the result deterministic for tests. Throws a RangeError
 * for a text that is too long, and an Error for an invalid P-256 key.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: Subscriber,
  seed: { salt: Buffer; privateKey: Buffer } | null = null,
): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > MOST_BYTES) throw new RangeError(`A push has at most ${MOST_BYTES} bytes.`)
  const subscriber = Buffer.from(p256dh, 'base64url')
  const ours = createECDH('prime256v1')
  if (seed) ours.setPrivateKey(seed.privateKey)
  else ours.generateKeys()
  const own = ours.getPublicKey()
  const salt = seed?.salt ?? randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), subscriber, own])
  const secret = derive(ours.computeSecret(subscriber), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(RECORD_SIZE, 16)
  head.writeUInt8(own.length, 20)
  // 2 marks the last record.
  return Buffer.concat([
    head,
    own,
    cipher.update(plain),
    cipher.update(LAST),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const LAST = Buffer.from([2])

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
