import { z } from 'zod'
import { type ContentEntry, inLanguages, line, slug, textsOf } from './files.ts'

/** What the calendar announces, as `private.check_indicator()` of the database wants it. */
export const indicatorShape = z
  .strictObject({
    indicator: slug,
    fields: z.strictObject({
      country: z.string().regex(/^[A-Z]{2}$/),
      currency: z.string().regex(/^[A-Z]{3}$/),
      category: z.enum([
        'inflation',
        'jobs',
        'growth',
        'activity',
        'consumption',
        'trade',
        'housing',
        'sentiment',
        'rates',
        'speech',
      ]),
      impact: z.enum(['low', 'medium', 'high']),
      better: z.enum(['higher', 'lower', 'neither']),
      unit: z.enum(['percent', 'index', 'points', 'thousand', 'million', 'billion', 'trillion', 'none']),
      decimals: z.int().min(0).max(4),
      cadence: z.enum(['weekly', 'monthly', 'quarterly', 'meetings', 'irregular']),
      usual_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
      zone: z.string(),
      authority: line,
      authority_url: z.url({ protocol: /^https$/ }),
      symbols: z.array(z.string()).min(1).max(8),
      codes: z.record(z.string(), z.array(z.string().min(1)).min(1)),
    }),
  })
  .and(inLanguages(z.strictObject({ title: line, summary: line, why: line })))

/** An indicator as a content document. */
export const indicatorEntry = (
  { indicator, fields, ...texts }: z.output<typeof indicatorShape>,
  position: number,
): ContentEntry => ({
  kind: 'indicator',
  slug: indicator,
  parent: null,
  position,
  tier: 'freemium',
  document: { fields, texts: textsOf(texts, (words) => words) },
})
