export type OwnInvoice = {
  id: string
  user_id: string
  number: string
  kind: 'invoice' | 'credit_note'
  test: boolean
  issued_at: string
  /** Minor units. */
  total: number
  currency: string
  corrects: string | null
}

export type InvoiceState = 'paid' | 'refunded' | 'partlyRefunded' | 'creditNote'

/** The state of each document: an invoice is paid, or refunded as far as credit notes that name it say. */
export function invoiceStates(invoices: readonly OwnInvoice[]): Map<string, InvoiceState> {
  const back = new Map<string, number>()
  for (const { kind, corrects, total } of invoices) {
    if (kind === 'credit_note' && corrects) back.set(corrects, (back.get(corrects) ?? 0) + total)
  }
  return new Map(
    invoices.map(({ id, kind, total }): [string, InvoiceState] => {
      const returned = back.get(id) ?? 0
      if (kind === 'credit_note') return [id, 'creditNote']
      return [id, returned >= total ? 'refunded' : returned > 0 ? 'partlyRefunded' : 'paid']
    }),
  )
}
