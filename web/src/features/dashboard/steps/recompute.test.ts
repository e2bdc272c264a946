import { commitment, type Json } from 'trading/proof/ledger'
import { describe, expect, it } from 'vitest'
import { loserOf, recompute } from './recompute.ts'

const NONCE = '0466fa02140a215ce9f9f20289c8156022ef8161ea27ec3ee07d6cc591ab0579'
const LEVELS = {
  symbol: 'ETHUSD',
  targets: [{ price: '3211.00', share: '100' }],
  direction: 'buy',
  entry_low: '3176.00',
  entry_high: '3176.00',
  stop_loss: '3154.00',
  timeframe: 'M5',
  expires_at: '2026-11-25T14:27:30.000000Z',
  order_type: 'market',
}
const entry = (kind: string, data: { [key: string]: Json }) => ({
  entry: { kind, at: '2026-11-25T10:27:30.000000Z', signal: 'one', sequence: 1, data },
})
const published = (changes: { [key: string]: Json } = {}) =>
  entry('published', {
    number: 62,
    author: 'Claire',
    commitment: commitment(NONCE, LEVELS),
    published_at: '2026-11-25T10:27:30.000000Z',
    demonstration: true,
    ...changes,
  })
const ending = (changes: { [key: string]: Json } = {}) =>
  entry('stopped', {
    at: '2026-11-25T12:57:00.000000Z',
    price: '3154.00',
    reason: 'stop',
    nonce: NONCE,
    levels: LEVELS,
    result_r: '-0.9314',
    data: { share: '100' },
    events: [
      { kind: 'entered', at: '2026-11-25T10:28:00.000000Z', price: '3174.49', data: { risk: '22.00' } },
    ],
    ...changes,
  })

const recomputed = async (...rows: Parameters<typeof loserOf>) => {
  const loser = loserOf(...rows)
  if (!loser) throw new Error('no losing signal in these rows')
  return recompute(loser)
}

describe('the recomputation of a losing signal', () => {
  it('finds the seal, the order of the times and the result of an honest record', async () => {
    expect(await recomputed(published(), ending())).toEqual({
      sealed: true,
      before: true,
      equal: true,
      result: '-0.9314',
    })
  })

  it('finds levels that are not those of the seal', async () => {
    const changed = ending({ levels: { ...LEVELS, stop_loss: '3155.00' } })
    expect((await recomputed(published(), changed)).sealed).toBe(false)
  })

  it('finds a result that is not that of the prices', async () => {
    const flattered = await recomputed(published(), ending({ result_r: '-0.5' }))
    expect(flattered).toMatchObject({ equal: false, result: '-0.9314' })
  })

  it('finds a publication after the entry', async () => {
    const late = published({ published_at: '2026-11-25T10:29:00.000000Z' })
    expect((await recomputed(late, ending())).before).toBe(false)
  })

  it('turns the sign for a sale', async () => {
    const levels = { ...LEVELS, direction: 'sell', stop_loss: '3200.00' }
    const sale = ending({ levels, price: '3196.49', result_r: '-1' })
    expect((await recomputed(published({ commitment: commitment(NONCE, levels) }), sale)).result).toBe('-1')
  })

  it.each([
    ['a gain', { result_r: '1.2' }],
    ['an exit in parts', { data: { share: '50' } }],
    ['no seal', { nonce: null }],
    ['two entries', { events: [] }],
  ])('does not take a signal with %s', (_, changes) => {
    expect(loserOf(published(), ending(changes))).toBeNull()
  })
})
