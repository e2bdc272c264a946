import { z } from 'zod'
import { decimal } from '#studio/document/fields.ts'

export const days = () => z.int().min(0).max(9999).meta({ unit: 'days' })
export const share = () => decimal({ as: 'share' })

/** The rules of a phase, with the fields of prop_firm_rule_versions. */
export const phase = z.object({
  kind: z.enum(['evaluation', 'funded']),
  target: share().nullable(),
  daily_loss: share().nullable(),
  daily_loss_from: z.enum(['balance', 'equity', 'higher']).nullable(),
  total_loss: share().nullable(),
  total_loss_kind: z.enum(['static', 'end_of_day', 'intraday']),
  minimum_days: days(),
  time_limit_days: days().nullable(),
  consistency: share().nullable(),
  news: z.enum(['allowed', 'restricted', 'forbidden']),
  weekend: z.boolean(),
})
