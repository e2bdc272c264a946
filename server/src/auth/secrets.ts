import { createHash } from 'node:crypto'

/** Ids, codes and tokens from the injected randomness, the only source allowed here. */
export type Random = (bytes: number) => Buffer

/** A version 4 UUID. */
export function uuid(random: Random): string {
  const bytes = Buffer.from(random(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** 26 characters of `a-z2-7`, 130 bits. GoTrue uses 12; clients treat the token as opaque. */
export function refreshToken(random: Random): string {
  return Array.from(random(26), (byte) => BASE32[byte & 31]).join('')
}

/** Whether a text has the form of our refresh tokens or GoTrue's; anything else never reaches the database. */
export const isRefreshToken = (text: string): boolean => /^[a-z2-7]{12}(?:[a-z2-7]{14})?$/.test(text)

/** A uniformly distributed code of `length` digits: numbers past the last full range are redrawn. */
export function oneTimeCode(random: Random, length: number): string {
  const range = 10 ** length
  const limit = Math.floor(2 ** 48 / range) * range
  let drawn = limit
  while (drawn >= limit) drawn = random(6).readUIntBE(0, 6)
  return String(drawn % range).padStart(length, '0')
}

/** The stored form of a code, also used in the link: hex SHA-224 of recipient (e-mail or phone) and code. */
export function tokenHash(receiver: string, code: string): string {
  return createHash('sha224')
    .update(receiver + code)
    .digest('hex')
}
