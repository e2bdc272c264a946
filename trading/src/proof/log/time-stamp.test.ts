import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StampIssuer, type Stamping } from '../../testing/stamp-issuer.ts'
import { readCertificates, readStamp, readStampResponse, stampRequest } from './time-stamp.ts'

const AT = new Date('2026-11-22T10:00:00Z')
const TEXT = 'vigie.example/ledger\n5\nroot\n'
const NONCE = Uint8Array.from({ length: 16 }, (_, index) => 255 - index)
let issuer: StampIssuer
beforeAll(async () => {
  issuer = await StampIssuer.make(AT)
})
beforeEach(() => {
  issuer.stamping = { at: AT }
})

const ask = async (text = TEXT) =>
  readStampResponse(await issuer.answer(stampRequest(TEXT, NONCE)), text, NONCE)
/** Requests a stamp from a misbehaving authority. */
function askOne(stamping: Partial<Stamping>) {
  issuer.stamping = { at: AT, ...stamping }
  return ask()
}
const stamped = async () => {
  const answer = await ask()
  if ('problem' in answer) throw new Error(answer.problem)
  return answer
}

describe('a time-stamp', () => {
  it('gives time and issuer, and chains to a certificate that the reader trusts', async () => {
    const { token, at, by } = await stamped()
    expect({ at, by }).toEqual({ at: AT, by: 'Test stamps' })
    expect(await readStamp(token, TEXT, readCertificates(issuer.pem))).toEqual({ at: AT, by: 'Test stamps' })
  })

  it('is valid after its certificate has expired: the stated time counts', async () => {
    const past = new Date('2011-03-04T05:06:07Z')
    const old = await StampIssuer.make(past)
    const answer = await readStampResponse(await old.answer(stampRequest(TEXT, NONCE)), TEXT, NONCE)
    if ('problem' in answer) throw new Error(answer.problem)
    expect(await readStamp(answer.token, TEXT, readCertificates(old.pem))).toMatchObject({ at: past })
  })

  it('proves nothing to a reader who trusts another authority', async () => {
    const other = await StampIssuer.make(AT)
    const { token } = await stamped()
    expect(await readStamp(token, TEXT, readCertificates(other.pem))).toEqual({ at: AT, by: null })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['of another text', () => ask(`${TEXT}.`)],
    ['another nonce', () => askOne({ nonce: Uint8Array.of(7) })],
    ['refused with status 2', () => askOne({ status: 2 })],
    [
      'by a certificate that is not for time-stamps',
      async () => askOne({ certificate: await issuer.otherUse() }),
    ],
    ['no answer of RFC 3161', () => readStampResponse(new TextEncoder().encode('<html>'), TEXT, NONCE)],
  ])('is refused that is %s', async (problem, answer) => {
    expect(await answer()).toEqual({ problem })
  })

  it('proves nothing once one bit of its content is changed', async () => {
    const { token } = await stamped()
    const trusted = readCertificates(issuer.pem)
    let unread = 0
    for (let place = 0; place < token.length; place++) {
      const turned = token.with(place, token[place]! ^ 1)
      const verdict = await readStamp(turned, TEXT, trusted)
      if ('problem' in verdict) unread += 1
      // Parts that no reader checks. A certificate's own bits are signed as well, so these are very few.
      else if (verdict.by !== null) expect(verdict, `byte ${place}`).toEqual({ at: AT, by: 'Test stamps' })
      else unread += 1
    }
    expect(unread).toBeGreaterThan(token.length * 0.9)
  })
})
