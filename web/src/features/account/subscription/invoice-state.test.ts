import { expect, it } from 'vitest'
import { invoiceStates, type OwnInvoice } from './invoice-state.ts'

const document = (id: string, changes: Partial<OwnInvoice> = {}): OwnInvoice => ({
  id,
  user_id: 'me',
  number: id,
  kind: 'invoice',
  test: false,
  issued_at: '2026-11-12T17:05:00Z',
  total: 3900,
  currency: 'EUR',
  corrects: null,
  ...changes,
})
const credit = (id: string, corrects: string, total: number) =>
  document(id, { kind: 'credit_note', corrects, total })

it('an invoice is paid until credit notes say what went back', () => {
  const states = invoiceStates([
    document('kept'),
    document('part'),
    credit('c1', 'part', 1000),
    document('whole'),
    credit('c2', 'whole', 1000),
    credit('c3', 'whole', 2900),
  ])
  expect(Object.fromEntries(states)).toEqual({
    kept: 'paid',
    part: 'partlyRefunded',
    whole: 'refunded',
    c1: 'creditNote',
    c2: 'creditNote',
    c3: 'creditNote',
  })
})
