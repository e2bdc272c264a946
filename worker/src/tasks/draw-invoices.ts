// Owns the files of invoices. A document is drawn once: its row is a fact, so drawing it again gives the same bytes, and what a
// killed worker left is simply drawn anew. The member is told once the file is there.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { inTransaction } from '../database.ts'
import type { FileStore } from '../file-store.ts'
import { drawInvoice } from '../invoices/invoice-pdf.ts'
import { type Invoice, undrawnInvoices } from '../invoices/invoice-row.ts'
import { eachApart, throwFailures } from './each-apart.ts'
import type { TaskContext } from './task-context.ts'

export const INVOICES = 'invoices'
/** Documents of one run; the rest is the next run's. */
const MOST_AT_ONCE = 100

const job = z.object({ id: z.uuid().optional() })

/** Draws the document of the job, or every one that has no file. Without a store they wait. */
export async function drawInvoices(
  { pool, log, now }: TaskContext,
  store: FileStore | null,
  payload: unknown = {},
): Promise<void> {
  if (!store) {
    log.warn('invoices wait to be drawn: SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are not set')
    return
  }
  const { id } = job.parse(payload ?? {})
  const draw = async (invoice: Invoice) => {
    const bytes = Uint8Array.from(await drawInvoice(invoice))
    await store.write(INVOICES, `${invoice.user_id}/${invoice.number}.pdf`, bytes, 'application/pdf')
    const hash = createHash('sha256').update(bytes).digest('hex')
    await inTransaction(pool, (client) =>
      client.query('select private.invoice_drawn($1, $2, $3, $4)', [
        invoice.id,
        hash,
        bytes.length,
        new Date(now()),
      ]),
    )
    log.info({ invoice: invoice.number, bytes: bytes.length }, 'an invoice is drawn')
  }
  const failures = await eachApart(
    await undrawnInvoices(pool, id ?? null, MOST_AT_ONCE),
    draw,
    ({ number }, error) => log.error({ invoice: number, err: error }, 'an invoice could not be drawn'),
  )
  throwFailures(failures, 'invoices could not be drawn')
}
