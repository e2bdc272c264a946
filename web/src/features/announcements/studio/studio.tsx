import { CalendarClock } from 'lucide-react'
import { z } from 'zod'
import { CATEGORIES, IMPACTS } from '#lib/announcements/announcement.ts'
import { defineStudio } from '#studio/define-studio.ts'
import { data, link } from '#studio/document/fields.ts'

/** Indicators: what is announced, which surprise is good for its currency, and what each source calls it. */
export const INDICATORS = defineStudio({
  kind: 'indicator',
  words: 'announcements-studio',
  icon: CalendarClock,
  schema: z.object({
    country: z.string().regex(/^[A-Z]{2}$/),
    currency: z.string().regex(/^[A-Z]{3}$/),
    category: z.enum(CATEGORIES),
    impact: z.enum(IMPACTS),
    better: z.enum(['higher', 'lower', 'neither']),
    unit: z.enum(['percent', 'index', 'points', 'thousand', 'million', 'billion', 'trillion', 'none']),
    decimals: z.int().min(0).max(4),
    cadence: z.enum(['weekly', 'monthly', 'quarterly', 'meetings', 'irregular']),
    usual_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    zone: z.string().min(3).max(60),
    authority: z.string().min(2).max(160),
    authority_url: link(),
    symbols: z
      .array(z.string().regex(/^[A-Z0-9]{3,12}$/))
      .min(1)
      .max(8),
    codes: data(),
  }),
  sections: {
    what: ['country', 'currency', 'category', 'impact', 'better', 'unit', 'decimals', 'symbols'],
    when: ['cadence', 'usual_time', 'zone'],
    source: ['authority', 'authority_url', 'codes'],
  },
  texts: { title: { as: 'line' } },
})
