import { describe, expect, it } from 'vitest'
import { coinsReceived } from './received.ts'

const after = (amount: string, ...transfers: string[]) =>
  coinsReceived({
    amount,
    transfers: transfers.map((one) => ({ hash: null, amount: one, at: '', settled: false })),
  })

describe('the coins that arrived', () => {
  it.each([
    ['0.00048750', [], '0.00000000', null],
    ['0.00048750', ['0.00024375'], '0.00024375', null],
    ['0.00048750', ['0.00024375', '0.00024375'], '0.00048750', null],
    ['0.00048750', ['0.0004875', '0.00000001'], '0.00048751', '0.00000001'],
    // A float would make 0.30000000000000004 of this.
    ['0.3', ['0.1', '0.2'], '0.3', null],
    ['1', ['2'], '2', '1'],
    ['39', ['39.000001'], '39.000001', '0.000001'],
  ])('of %s after %j are %s, with %s too much', (amount, transfers, received, surplus) => {
    expect(after(amount, ...transfers)).toEqual({ received, surplus })
  })
})
