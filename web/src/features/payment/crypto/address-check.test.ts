import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, namesAddress } from './address-check.ts'

const SEGWIT = 'tb1q9vgxe7k2m0tr4pzswq8n5hjd3lfy2cau6x4e7t'
const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

describe('the check of an address', () => {
  it('has the ends of the address’s own SHA-256 for a fingerprint', () => {
    const hash = createHash('sha256').update(SEGWIT).digest('hex')
    expect(fingerprintOf(SEGWIT)).toBe(`${hash.slice(0, 4)}…${hash.slice(-4)}`)
    expect(fingerprintOf(SEGWIT.replace(/t$/, 's'))).not.toBe(fingerprintOf(SEGWIT))
  })

  it.each([
    [SEGWIT, SEGWIT, true],
    [` ${SEGWIT}\n`, SEGWIT, true],
    ['tb1q 9vgx e7k2 m0tr 4pzs wq8n 5hjd 3lfy 2cau 6x4e 7t', SEGWIT, true],
    [`bitcoin:${SEGWIT}?amount=0.00048750`, SEGWIT, true],
    [`BITCOIN:${SEGWIT.toUpperCase()}?AMOUNT=0.0004875`, SEGWIT, true],
    [TRON, TRON, true],
    // In base58 another case is another address, and a mixed case is never one of bech32.
    [TRON.toUpperCase(), TRON, false],
    [`T${SEGWIT.slice(1)}`, SEGWIT, false],
    [SEGWIT.replace('9vgx', '9vgz'), SEGWIT, false],
    [SEGWIT.slice(0, -1), SEGWIT, false],
    ['', SEGWIT, false],
  ])('reads %j for %s: %s', (text, address, same) => {
    expect(namesAddress(text, address)).toBe(same)
  })
})
