import type { MoneyLine } from './subscription-queries.ts'

/** The kinds that the timeline has words for; any other is shown as a change. */
export const KINDS = [
  'next_charge',
  'access_ends',
  'withdrawal_ends',
  'payment_succeeded',
  'payment_failed',
  'terms_accepted',
  'account_created',
  'started',
  'renewed',
  'recovered',
  'restarted',
  'changed',
  'period_began',
  'past_due',
  'cancel_requested',
  'resumed',
  'method_changed',
  'change_scheduled',
  'change_dropped',
  'expired',
  'withdrawn',
  'superseded',
  'refund_asked',
  'refund_succeeded',
  'refund_failed',
  'risk_warning',
  'newsletter',
  'invoice_issued',
  'credit_note_issued',
] as const
export type LineKind = (typeof KINDS)[number] | 'other'

/** The message key of a line. A consent is named by its subject. */
export function lineKind({ kind, details }: Pick<MoneyLine, 'kind' | 'details'>): LineKind {
  const name = kind === 'consent' ? details.kind : kind
  return KINDS.find((known) => known === name) ?? 'other'
}
