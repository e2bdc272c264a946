import type { Json, LedgerRow } from 'trading/proof/ledger'
import { describe, expect, it } from 'vitest'
import { endedSignal, openSignal } from './ledger-signal.ts'

const ID = '7d1c3e1e-0f3c-4a55-9a49-3f1f4a1c0001'
const levels = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  direction: 'buy',
  entry_low: '1.08100',
  entry_high: '1.08150',
  stop_loss: '1.07900',
  targets: [{ price: '1.08500', share: '100' }],
}
const row = (
  kind: string,
  data: Record<string, Json>,
  signal: string | null = ID,
): Pick<LedgerRow, 'entry'> => ({
  entry: { sequence: 1, at: '2026-11-18T08:00:00.000000Z', kind, signal, data },
})
const said = {
  commitment: 'c0',
  number: 7,
  author: 'Camille',
  published_at: '2026-11-18T08:00:00.000000Z',
  demonstration: false,
}
const end = { at: '2026-11-18T12:00:00.000000Z', price: '1.08500', result_r: '1.6', reason: 'targets' }

describe('a signal, from its public entries', () => {
  it('is a seal and a time while it is sealed, and nothing else', () => {
    expect(openSignal(row('published', said))).toStrictEqual({
      id: ID,
      number: 7,
      author: 'Camille',
      publishedAt: said.published_at,
      commitment: 'c0',
      demonstration: false,
      levels: null,
    })
  })

  it('shows its levels at once where it is free, and with its end where it was sealed', () => {
    const shown = { symbol: 'EURUSD', direction: 'buy', stopLoss: '1.07900' }
    expect(openSignal(row('published', { ...said, levels }))?.levels).toMatchObject(shown)
    const sealed = endedSignal(row('published', said), row('closed', { ...end, levels }))
    expect(sealed).toMatchObject({ levels: shown, result: '1.6', exitPrice: '1.08500', reason: 'targets' })
    expect(endedSignal(row('published', { ...said, levels }), row('closed', end))?.levels).toMatchObject(
      shown,
    )
  })

  it('has neither result nor exit where nothing was entered', () => {
    const expired = { at: end.at, price: '1.09000', result_r: null, reason: 'not_entered', levels }
    expect(endedSignal(row('published', said), row('expired', expired))).toMatchObject({
      result: null,
      exitPrice: null,
      reason: 'not_entered',
    })
  })

  it.each([
    ['another entry', row('note', said), row('closed', { ...end, levels })],
    ['an end without levels', row('published', said), row('closed', end)],
    ['the end of another signal', row('published', said), row('closed', { ...end, levels }, 'other')],
    ['an event that ends nothing', row('published', said), row('target_reached', { ...end, levels })],
    [
      'a publication without its seal',
      row('published', { ...said, commitment: null }),
      row('closed', { ...end, levels }),
    ],
  ])('%s tells none', (_name, published, ending) => {
    expect(endedSignal(published, ending)).toBeNull()
  })
})
