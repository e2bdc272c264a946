import type { CryptoMethod } from 'payments/crypto-invoice'
import { describe, expect, it } from 'vitest'
import { addressGroups, methodOf, shareReceived, stageOf } from './crypto-stage.ts'

const method = (id: string, due: string, arrived = 0) =>
  ({ id, amount: '0.00048750', due, transfers: Array(arrived).fill({}) }) as CryptoMethod

describe('a crypto order that is open', () => {
  it('waits for the coins, for the rest of them, then for the network', () => {
    expect(stageOf(method('BTC-CHAIN', '0.00048750'))).toBe('send')
    expect(stageOf(method('BTC-CHAIN', '0.00004901', 1))).toBe('part')
    expect(stageOf(method('BTC-CHAIN', '0.00000000', 2))).toBe('seen')
    expect(shareReceived(method('BTC-CHAIN', '0.00024375'))).toBe(0.5)
    expect(shareReceived(method('BTC-CHAIN', '0'))).toBe(1)
  })

  it('keeps the network by which the first coins arrived', () => {
    const [chain, lightning] = [method('BTC-CHAIN', '1'), method('BTC-LN', '1')]
    expect(methodOf({ methods: [chain, lightning] }, null)).toEqual({ method: chain, fixed: false })
    expect(methodOf({ methods: [chain, lightning] }, 'BTC-LN')).toEqual({ method: lightning, fixed: false })
    const used = method('BTC-CHAIN', '1', 1)
    expect(methodOf({ methods: [used, lightning] }, 'BTC-LN')).toEqual({ method: used, fixed: true })
    expect(methodOf({ methods: [] }, null)).toEqual({ method: undefined, fixed: false })
  })

  it('writes an address in groups of four, and a Lightning invoice in one', () => {
    expect(addressGroups('tb1q9vgxe7')).toEqual(['tb1q', '9vgx', 'e7'])
    expect(addressGroups('l'.repeat(300))).toBeNull()
  })
})
