import { describe, expect, it, vi } from 'vitest'
import type { Payout } from './payouts.ts'

vi.mock('#lib/data/client.ts', () => ({ supabase: {} }))
const { payoutsCsv } = await import('./payouts.ts')

const payout: Payout = {
  id: '8d3c0f3e-0d0e-4f5b-9a55-6f2a4f4f3c11',
  user_id: 'u',
  username: 'alix',
  email: null,
  amount: 5,
  currency: 'EUR',
  asset: 'USDT',
  network: 'tron',
  address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  unprotected: false,
  state: 'approved',
  batch_id: 3,
  requested_at: '2026-11-21T10:00:00Z',
  approved_at: null,
  closed_at: null,
  transaction_hash: null,
  reason: null,
  referrals: 1,
  payers: 1,
  balance: 0,
  same_address: 0,
}

describe('the file of payouts', () => {
  it('writes amounts as the reader’s spreadsheet does, exact to the cent', () => {
    const [, french] = payoutsCsv([payout], 'fr').split('\r\n')
    expect(french).toBe(
      '3;8d3c0f3e-0d0e-4f5b-9a55-6f2a4f4f3c11;alix;0,05;EUR;USDT;tron;TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW;2026-11-21T10:00:00Z',
    )
    expect(payoutsCsv([{ ...payout, amount: 123_456 }], 'en')).toContain(',1234.56,')
  })

  it('contains nothing that a spreadsheet would run', () => {
    const csv = payoutsCsv([{ ...payout, username: '=HYPERLINK("http://x")', address: '@SUM(A1)' }], 'fr')
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(csv).toContain(`;'@SUM(A1);`)
  })
})
