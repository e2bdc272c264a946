// Owns the revenue figures, as the database computes them, and the rows behind each.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

export const SPANS = ['6', '12', '24'] as const
export type Span = (typeof SPANS)[number]
export const MOVEMENTS = ['new', 'returned', 'expansion', 'contraction', 'churned'] as const
export const FIGURES = ['mrr', ...MOVEMENTS, 'cohort', 'ltv', 'money', 'refund', 'tax'] as const
export type Figure = (typeof FIGURES)[number]

export type RevenueMonth = Record<(typeof MOVEMENTS)[number], number> & {
  /** The month's first day. */
  month: string
  mrr: number
  mrr_before: number
  members: number
  members_before: number
  new_members: number
  churned_members: number
}

export type Revenue = {
  since: string
  test: boolean
  currency: string
  currencies: readonly string[]
  /** The number of payments left out of these figures: tests next to real payments, or the reverse. */
  other: number
  months: readonly RevenueMonth[]
  cohorts: readonly { month: string; size: number; kept: readonly number[] }[]
  ltv: { members: number; received: number; mean: number | null; small: boolean }
  money: {
    received: number
    payments: number
    refunded: number
    refunds: number
    lost: number
    disputes: number
  }
}

export const revenueQuery = (span: Span, test: boolean, money: string) =>
  queryOptions({
    queryKey: ['office-revenue', span, test, money],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('office_revenue', { months: Number(span), test, money }),
      ) as unknown as Revenue,
    placeholderData: keepPreviousData,
  })

export type TaxLine = {
  country: string
  rate: number
  sales: number
  sales_net: number
  sales_tax: number
  back: number
  back_net: number
  back_tax: number
}

export const taxesQuery = (first: string, last: string, test: boolean, money: string) =>
  queryOptions({
    queryKey: ['office-taxes', first, last, test, money],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('office_taxes', { first_day: first, last_day: last, test, money }),
      ) as unknown as TaxLine[],
    placeholderData: keepPreviousData,
  })

/** The rows of a figure: for a month, or from `month` to `last`; for a country and rate; or `place` months into a cohort. */
export type RowsAsked = {
  figure: Figure
  month: string
  last?: string
  country?: string
  rate?: string
  place?: number
  test: boolean
  money: string
}

export type RevenueRow = {
  id: string
  at: string
  member: string
  member_name: string | null
  payment_id: string | null
  kind: string
  plan: string | null
  country: string | null
  was: number | null
  amount: number
  tax: number | null
}

const PAGE = 1000
/** A list of rows is cut at this number, and says so. */
export const MOST_ROWS = 20_000

export const rowsQuery = (asked: RowsAsked | null) =>
  queryOptions({
    queryKey: ['office-revenue', 'rows', asked],
    enabled: asked !== null,
    queryFn: async (): Promise<RevenueRow[]> => {
      if (!asked) return []
      const rows: RevenueRow[] = []
      for (;;) {
        const after = rows.at(-1)
        const page = unwrap(
          await supabase.rpc('revenue_rows', {
            figure: asked.figure,
            month: asked.month,
            test: asked.test,
            money: asked.money,
            most: PAGE,
            ...(asked.last ? { last_day: asked.last } : {}),
            ...(asked.country ? { of_country: asked.country } : {}),
            ...(asked.rate ? { of_rate: Number(asked.rate) } : {}),
            ...(asked.place === undefined ? {} : { place: asked.place }),
            ...(after ? { before_at: after.at, before_id: after.id } : {}),
          }),
        ) as RevenueRow[]
        rows.push(...page)
        if (page.length < PAGE || rows.length >= MOST_ROWS) return rows
      }
    },
  })
