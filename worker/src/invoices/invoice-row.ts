// Owns the shape in which an invoice is read from its row.
import { LANGUAGES } from 'mails/languages'
import { z } from 'zod'
import type { Queryable } from '../database.ts'

const minor = z.string().regex(/^\d+$/)
const invoice = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  test: z.boolean(),
  user_id: z.uuid(),
  /** The number of the document that this one is about. */
  corrected: z.string().nullable(),
  issued_at: z.date(),
  paid_at: z.date(),
  currency: z.string(),
  /** Minor units. */
  net: minor,
  tax: minor,
  total: minor,
  tax_rate: z.string(),
  treatment: z.string(),
  language: z.enum(LANGUAGES),
  seller: z.object({
    brand: z.string(),
    name: z.string(),
    form: z.string(),
    address: z.string(),
    postcode: z.string(),
    city: z.string(),
    country: z.string(),
    siren: z.string(),
    registration: z.string(),
    vat_number: z.string(),
    contact: z.string(),
  }),
  buyer: z.object({
    name: z.string(),
    address: z.string().optional(),
    postcode: z.string().optional(),
    city: z.string().optional(),
    country: z.string(),
    vat_number: z.string().optional(),
  }),
  lines: z.array(
    z.object({
      text: z.string(),
      quantity: z.number(),
      unit_net: z.number().int(),
      net: z.number().int(),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
  ),
  mentions: z.array(z.string()),
  method: z
    .looseObject({ kind: z.string(), brand: z.string().nullish(), last4: z.string().nullish() })
    .nullable(),
})
export type Invoice = z.infer<typeof invoice>

/** Documents without a file, oldest first; one of them where `id` names it. */
export async function undrawnInvoices(
  database: Queryable,
  id: string | null,
  most: number,
): Promise<Invoice[]> {
  const { rows } = await database.query(
    `select known.*, corrected.number as corrected
     from public.invoices as known left join public.invoices as corrected on corrected.id = known.corrects
     where ($1::uuid is null or known.id = $1)
       and not exists (select from private.invoice_files where invoice_id = known.id)
     order by known.issued_at, known.place limit $2`,
    [id, most],
  )
  return z.array(invoice).parse(rows)
}
