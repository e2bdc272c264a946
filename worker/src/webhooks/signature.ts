import { createHmac } from 'node:crypto'

/**
 * `t=<seconds since 1970>,v1=<hexadecimal>`: HMAC-SHA256 with the endpoint's secret over `<t>.<body>`. A receiver computes the
 * same over the raw bytes, compares in constant time, and refuses a timestamp more than five minutes off.
 */
export function signatureOf(secret: string, atMs: number, body: string): string {
  const seconds = Math.floor(atMs / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
