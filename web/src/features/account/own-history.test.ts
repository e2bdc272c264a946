import { describe, expect, it } from 'vitest'
import { historyFigures, historyRow, type StoredTrade } from './own-history.ts'

const trade = (changes: Partial<StoredTrade> = {}, direction: 'buy' | 'sell' = 'buy'): StoredTrade => ({
  signal_id: crypto.randomUUID(),
  status: 'taken',
  created_at: '2026-11-02T08:00:00Z',
  entry_price: '1.08600',
  entered_at: '2026-11-02T09:00:00Z',
  exit_price: '1.08900',
  exited_at: '2026-11-02T12:00:00Z',
  lots: '0.18',
  currency: 'EUR',
  conversion_rate: '0.92',
  fees_minor: 150,
  signals: {
    number: 7,
    instruments: {
      symbol: 'EURUSD',
      name: 'EUR/USD',
      class: 'forex',
      base_currency: 'EUR',
      quote_currency: 'USD',
      digits: 5,
      pip_size: '0.0001',
      contract_size: '100000',
    },
    signal_levels: { direction, stop_loss: direction === 'buy' ? '1.08400' : '1.08800' },
  },
  ...changes,
})

describe('the history', () => {
  it('[S-13] gives each trade its action, prices, pips, amount and result', () => {
    const row = historyRow(trade())
    // 30 pips; 0.003 × 0.18 × 100 000 × 0.92 = 49.68 less 1.50 of fees; 30 pips for 20 risked.
    expect([row.direction, row.pips?.toFixed(1), row.moneyMinor, row.r?.toFixed(2)]).toEqual([
      'buy',
      '30.0',
      4818,
      '1.50',
    ])
    const sold = historyRow(trade({}, 'sell'))
    expect([sold.pips?.toFixed(1), sold.moneyMinor, sold.r?.toFixed(2)]).toEqual(['-30.0', -5118, '-1.50'])
  })

  it('leaves out what is not known: an open trade has no result, a signal one cannot read no action', () => {
    const open = historyRow(trade({ exit_price: null, exited_at: null }))
    expect([open.pips, open.r, open.moneyMinor]).toEqual([null, null, null])
    const sizeless = historyRow(trade({ lots: null, conversion_rate: null }))
    expect([sizeless.moneyMinor, sizeless.r?.toFixed(2)]).toEqual([null, '1.50'])
    const { signals } = trade()
    const closed = historyRow(trade({ signals: { ...signals, signal_levels: null } }))
    expect([closed.direction, closed.r]).toEqual([null, null])
  })

  it('counts ended trades in the order in which they ended, and adds no euros to dollars', () => {
    const figures = historyFigures(
      [
        trade({ exited_at: '2026-11-04T12:00:00Z', exit_price: '1.08400' }),
        trade(),
        trade({ currency: 'USD', exited_at: '2026-11-03T12:00:00Z' }),
        trade({ exit_price: null, exited_at: null }),
        trade({ status: 'followed', entry_price: null, entered_at: null, exit_price: null, exited_at: null }),
      ].map(historyRow),
    )
    expect(figures.curve.map(({ r }) => r.toFixed(2))).toEqual(['1.50', '3.00', '2.00'])
    expect([figures.resolved, figures.maxDrawdown.toFixed(2), figures.winRate?.toFixed(2)]).toEqual([
      3,
      '1.00',
      '0.67',
    ])
    expect(figures.money).toEqual([
      { currency: 'EUR', minor: -3312 - 150 + 4818 },
      { currency: 'USD', minor: 4818 },
    ])
    expect(historyFigures([]).first).toBeNull()
  })
})
