import { describe, expect, it } from 'vitest'
import type { Figures, ResultRow } from './queries.ts'
import { recordCsv, recordJson } from './record-file.ts'

const row: ResultRow = {
  signal_id: '00000000-0000-4000-8000-000000000001',
  number: 7,
  symbol: 'EURUSD',
  timeframe: 'M15',
  style: 'intraday',
  tier: 'premium',
  direction: 'buy',
  author_name: '=HYPERLINK("https://example.com")',
  state: 'closed',
  reason: 'targets',
  published_at: '2026-11-01T08:00:00+00:00',
  entered_at: '2026-11-01T08:10:00+00:00',
  ended_at: '2026-11-01T09:00:00+00:00',
  weekday: 7,
  market_session: 'london',
  held_seconds: 3000,
  entry_price: '1.08500',
  stop_loss: '1.08200',
  exit_price: '1.09000',
  realised_r: '-0.5000',
  best_r: '0.2500',
  worst_r: '-0.7000',
  demonstration: true,
}

describe('the files of the record', () => {
  it('[S-100] keep every price and result as text to the last digit', () => {
    const csv = recordCsv([row], 'fr')
    for (const text of ['1.08500', '1.08200', '1.09000', '-0.5000', 'true']) expect(csv).toContain(text)
    const file = JSON.parse(recordJson({ days: 90 }, { resolved: 1 } as Figures, [row]))
    expect(file.results).toEqual([row])
    expect(file.filters).toEqual({ days: 90 })
  })

  it('hold nothing that a spreadsheet would run', () => {
    const cells = recordCsv([row], 'fr').split('\r\n')[1]?.split(';') ?? []
    expect(cells.filter((cell) => /^"?[=+@]/.test(cell))).toEqual([])
    expect(recordCsv([row], 'fr')).toContain(`"'=HYPERLINK(`)
  })

  it('have as many cells in each line as in the first', () => {
    const [head, line] = recordCsv([{ ...row, author_name: 'Claire Morvan' }], 'en').split('\r\n')
    expect(line?.split(',')).toHaveLength(head?.split(',').length ?? 0)
  })
})
