import { Landmark } from 'lucide-react'
import { z } from 'zod'
import { INSTRUMENT_CLASSES } from '#lib/market/instrument-classes.ts'
import { defineStudio } from '#studio/define-studio.ts'
import { decimal, fact, link, money, slug } from '#studio/document/fields.ts'
import { BrokerPreview } from './preview.tsx'

const ratio = () => z.int().min(1).max(9999).optional()

/** Brokers: each figure is a dated fact. No field sets the ranking. */
export const BROKERS = defineStudio({
  kind: 'broker',
  words: 'brokers-studio',
  icon: Landmark,
  schema: z.object({
    name: z.string().min(2).max(80),
    entity: z.string().min(2).max(160),
    fictitious: z.boolean(),
    regulator: fact(z.string().min(2).max(80), 180),
    licence_number: fact(z.string().min(1).max(60), 180),
    losing_share: fact(decimal({ as: 'share' }), 92, { optional: true }),
    withdrawal_days: fact(z.int().min(0).max(365).meta({ unit: 'days' }), 92, { optional: true }),
    instruments: z.array(z.enum(INSTRUMENT_CLASSES)).min(1),
    platforms: z.array(z.string().min(1)).min(1),
    leverage: z.object({
      forex: ratio(),
      forex_minor: ratio(),
      metal: ratio(),
      index: ratio(),
      share: ratio(),
      crypto: ratio(),
    }),
    accounts: z
      .array(
        z.object({
          slug: slug(),
          name: z.string().min(1).max(80),
          currency: z.enum(['EUR', 'USD', 'GBP', 'CHF']),
          minimum_deposit: fact(money(), 92),
          eurusd_spread_pips: fact(decimal({ unit: 'pips' }), 31),
          commission_usd_cents: fact(z.int().min(0).meta({ unit: 'cents' }), 92),
        }),
      )
      .min(1),
    website_url: link().nullable(),
    affiliate_url: link().nullable(),
  }),
  sections: {
    supervision: ['regulator', 'licence_number', 'losing_share'],
    conditions: ['instruments', 'platforms', 'leverage', 'withdrawal_days'],
    accounts: ['accounts'],
    links: ['website_url', 'affiliate_url'],
  },
  texts: { protections: { as: 'items' }, pros: { as: 'items' }, cons: { as: 'items' } },
  Preview: BrokerPreview,
})
