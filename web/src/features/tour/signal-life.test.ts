import type { LedgerEntry, LedgerRow } from 'trading/proof/ledger'
import { describe, expect, it } from 'vitest'
import { signalLife } from './signal-life.ts'

const levels = {
  symbol: 'XAUUSD',
  timeframe: 'M15',
  expires_at: '2026-11-18T16:00:00.000000Z',
  direction: 'sell',
  order_type: 'limit',
  entry_low: '2384.00',
  entry_high: '2386.00',
  stop_loss: '2396.00',
  targets: [
    { price: '2372.00', share: '50' },
    { price: '2354.00', share: '50' },
  ],
}
const at = (minute: number) => `2026-11-18T08:${String(minute).padStart(2, '0')}:00.000000Z`
const entered = { at: at(1), price: '2384.00', r: null, data: { rule: 'touch', risk: '12.00' } }
const target = { at: at(2), price: '2372.00', r: '0.5', data: { target: 1, share: '50' } }
const moved = { at: at(2), price: '2384.00', r: null, data: { reason: 'break_even' } }
const lastTarget = { at: at(4), price: '2354.00', r: '1.25', data: { target: 2, share: '50' } }
const ended = { at: at(4), price: '2354.00', r: null, data: { reason: 'targets' } }

function rows(entries: Pick<LedgerEntry, 'kind' | 'data'>[]): LedgerRow[] {
  return entries.map(({ kind, data }, index) => ({
    sequence: index + 1,
    previous_hash: '',
    hash: '',
    entry: { sequence: index + 1, at: at(index), kind, signal: 'a-signal', data },
  }))
}

const sealedRows = rows([
  { kind: 'published', data: { commitment: 'c0' } },
  { kind: 'sealed', data: { commitment: 'c1' } },
  { kind: 'sealed', data: { commitment: 'c2' } },
  { kind: 'sealed', data: { commitment: 'c3' } },
  {
    kind: 'closed',
    data: {
      ...ended,
      result_r: '1.75',
      reason: 'targets',
      levels,
      nonce: 'n',
      events: [
        { kind: 'entered', ...entered, nonce: 'n1' },
        { kind: 'target_reached', ...target, nonce: 'n2' },
        { kind: 'stop_moved', ...moved, nonce: 'n3' },
        { kind: 'target_reached', ...lastTarget, nonce: 'n4' },
      ],
    },
  },
])

describe('the life of a signal, from the public ledger', () => {
  it('a sealed signal tells its events only through the entry that opens it', () => {
    const life = signalLife(sealedRows)
    expect(life).toMatchObject({ signalId: 'a-signal', sealed: true, commitment: 'c0', resultR: '1.75' })
    expect(life?.steps.map(({ kind, price, target, share }) => [kind, price, target, share])).toEqual([
      ['published', null, null, null],
      ['entered', '2384.00', null, null],
      ['target_reached', '2372.00', 1, '50'],
      ['stop_moved', '2384.00', null, null],
      ['target_reached', '2354.00', 2, '50'],
      ['revealed', null, null, null],
    ])
    expect(life?.levels).toStrictEqual({
      symbol: 'XAUUSD',
      timeframe: 'M15',
      direction: 'sell',
      entryLow: '2384.00',
      entryHigh: '2386.00',
      stopLoss: '2396.00',
      targets: levels.targets,
    })
  })

  it('an open signal tells them one entry at a time', () => {
    const life = signalLife(
      rows([
        { kind: 'published', data: { commitment: 'c0', levels, nonce: 'n' } },
        { kind: 'entered', data: entered },
        { kind: 'stopped', data: { ...ended, price: '2396.00', result_r: '-1', reason: 'stop' } },
      ]),
    )
    expect(life?.sealed).toBe(false)
    expect(life?.steps.map(({ kind }) => kind)).toEqual(['published', 'entered', 'stopped'])
    expect(life?.resultR).toBe('-1')
  })

  it.each([
    ['nothing', []],
    ['a signal still open', sealedRows.slice(0, 3)],
    ['an ending without its publication', sealedRows.slice(4)],
    [
      'levels that are not all there',
      rows([
        { kind: 'published', data: { commitment: 'c' } },
        { kind: 'closed', data: { ...ended, levels: { ...levels, stop_loss: 2396 } } },
      ]),
    ],
  ])('%s tells no story', (_, given) => {
    expect(signalLife(given)).toBeNull()
  })
})
