import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Random } from '../secrets.ts'

/**
 * Encrypts factor secrets at rest. Each row's key is derived from the server's key and the row id, so a ciphertext
 * copied into another row cannot be decrypted. Plain text is refused.
 */
export type FactorSecrets = {
  seal(rowId: string, secret: string): string
  /** Throws when the text was altered, belongs to another row, or was encrypted with another key. */
  open(rowId: string, sealed: string): string
  /** The stored hash of a code, keyed so that the row alone cannot be brute-forced. */
  hash(rowId: string, code: string): string
}

const PREFIX = 'sealed.1.'

/** `key`: the server's own, at least 32 bytes. */
export function factorSecrets(key: string, random: Random): FactorSecrets {
  const derive = (purpose: string, rowId: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `${purpose}/${rowId}`, 32))
  return {
    seal(rowId, secret) {
      const nonce = random(12)
      const cipher = createCipheriv('aes-256-gcm', derive('seal', rowId), nonce)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(rowId, sealed) {
      if (!sealed.startsWith(PREFIX)) throw new Error('the secret of a factor is not encrypted')
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', derive('seal', rowId), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    hash: (rowId, code) => createHmac('sha256', derive('hash', rowId)).update(code).digest('base64url'),
  }
}
