import { createHmac } from 'node:crypto'

/**
 * `t=<seconds since 1970>,v1=<hexadecimal>`: HMAC-SHA256 with the address's secret over `<t>.<body>`. A receiver computes the same
 * over the bytes it got, compares in constant time, and refuses a time that is more than five minutes away.
 */
export function signatureOf(secret: string, atMs: number, body: string): string {
  const seconds = Math.floor(atMs / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
