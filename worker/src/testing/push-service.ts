// A push service on loopback with subscribed browsers: verifies the sender's token and decrypts messages with Web Crypto
// according to the RFCs, sharing no code with the implementation.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  /** The device's name. */
  to: string
  message: {
    id: number
    title: string
    body: string
    tag: string
    link: string
    silent: boolean
    head?: string
  }
  ttl: string
  topic: string
}

type Device = { keys: CryptoKeyPair; publicKey: Buffer; auth: Buffer }

export class PushService {
  readonly received: Received[] = []
  /** Faults found in received messages. */
  readonly faults: string[] = []
  /** Answers for devices other than 201. */
  readonly answers = new Map<string, { status: number; retryAfter?: string }>()
  readonly #devices = new Map<string, Device>()
  #server: Server | undefined
  origin = ''

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', async () => {
        const name = decodeURIComponent((request.url ?? '').slice('/send/'.length))
        const given = this.answers.get(name)
        if (given) {
          response.writeHead(given.status, given.retryAfter ? { 'retry-after': given.retryAfter } : {}).end()
          return
        }
        try {
          await this.#checkSender(request.headers.authorization ?? '')
          const text = await this.#decrypt(name, Buffer.concat(parts))
          const { ttl, topic } = request.headers
          this.received.push({ to: name, message: JSON.parse(text), ttl: String(ttl), topic: String(topic) })
          response.writeHead(201).end()
        } catch (error) {
          this.faults.push(String(error))
          response.writeHead(400).end()
        }
      })
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** What a browser sends when it subscribes. */
  async subscribe(name: string): Promise<{ endpoint: string; p256dh: string; auth: string }> {
    const keys = (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
      'deriveBits',
    ])) as CryptoKeyPair
    const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', keys.publicKey))
    const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16)))
    this.#devices.set(name, { keys, publicKey, auth })
    return {
      endpoint: `${this.origin}/send/${encodeURIComponent(name)}`,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    }
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()))
  }

  /** RFC 8292: an ES256 token for this origin, valid for at most a day, signed by the accompanying key. */
  async #checkSender(authorization: string): Promise<void> {
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? []
    const [head = '', claims = '', signature = ''] = token.split('.')
    const publicKey = await crypto.subtle.importKey(
      'raw',
      Buffer.from(key, 'base64url'),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    )
    const genuine = await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      publicKey,
      Buffer.from(signature, 'base64url'),
      Buffer.from(`${head}.${claims}`),
    )
    if (!genuine) throw new Error('the token is not signed by its key')
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const seconds = Date.now() / 1000
    if (aud !== this.origin) throw new Error(`the token is for ${aud}`)
    if (!(exp > seconds && exp < seconds + 86_400)) throw new Error('the token lives wrongly')
    if (!/^(mailto:|https?:)/.test(sub)) throw new Error(`nobody can be written to at ${sub}`)
  }

  /** RFC 8291 from the receiver's side. */
  async #decrypt(name: string, body: Buffer<ArrayBuffer>): Promise<string> {
    const device = this.#devices.get(name)
    if (!device) throw new Error(`no device ${name}`)
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const senderKey = await crypto.subtle.importKey(
      'raw',
      sender,
      { name: 'ECDH', namedCurve: 'P-256' },
      false,
      [],
    )
    const shared = await crypto.subtle.deriveBits(
      { name: 'ECDH', public: senderKey },
      device.keys.privateKey,
      256,
    )
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.publicKey, sender])
    const secret = await hkdf(shared, device.auth, info, 32)
    const key = await hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const iv = await hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
    const record = body.subarray(21 + sender.length)
    const plain = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, record))
    if (plain.at(-1) !== 2) throw new Error('the record does not say that it is the last')
    return plain.subarray(0, -1).toString()
  }
}

async function hkdf(secret: ArrayBuffer, salt: Buffer, info: Buffer, bytes: number): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) }
  return await crypto.subtle.deriveBits(how, key, bytes * 8)
}
