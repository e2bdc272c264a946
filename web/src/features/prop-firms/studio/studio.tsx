import { Trophy } from 'lucide-react'
import { z } from 'zod'
import { INSTRUMENT_CLASSES } from '#lib/market/instrument-classes.ts'
import { defineStudio } from '#studio/define-studio.ts'
import { day, fact, link, money, slug } from '#studio/document/fields.ts'
import { days, phase, share } from './phase.ts'
import { PropFirmPreview } from './preview.tsx'

/** Prop firms: their challenges, and the rules of each as append-only versions. */
export const PROP_FIRMS = defineStudio({
  kind: 'prop-firm',
  words: 'prop-firms-studio',
  icon: Trophy,
  schema: z.object({
    name: z.string().min(2).max(80),
    entity: fact(z.string().min(2).max(160), 180),
    fictitious: z.boolean(),
    instruments: z.array(z.enum(INSTRUMENT_CLASSES)).min(1),
    platforms: z.array(z.string().min(1)).min(1),
    challenges: z.array(
      z.object({
        slug: slug(),
        name: z.string().min(1).max(80),
        currency: z.enum(['EUR', 'USD', 'GBP', 'CHF']),
        account_size: money(),
        fee: fact(money(), 92),
        fee_refunded: z.boolean(),
        split: fact(share(), 92),
        first_payout_days: days(),
        payout_every_days: days(),
        versions: z.array(
          z.object({
            applies_from: day(),
            source: z.string().min(2).max(300),
            source_url: link().nullable(),
            phases: z.array(phase).min(1).max(5),
          }),
        ),
      }),
    ),
    promotion_code: z
      .string()
      .regex(/^[A-Z0-9-]{3,32}$/)
      .nullable(),
    promotion_ends_on: day().nullable(),
    website_url: link().nullable(),
    affiliate_url: link().nullable(),
  }),
  sections: {
    challenges: ['challenges'],
    promotion: ['promotion_code', 'promotion_ends_on'],
    links: ['website_url', 'affiliate_url'],
  },
  texts: { pros: { as: 'items' }, cons: { as: 'items' } },
  Preview: PropFirmPreview,
})
