// Renders invoices. An invoice's row is immutable, so rendering it again gives the same bytes, and a killed worker's work is
// simply repeated. The member is notified once the file exists.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { inTransaction } from '../database.ts'
import type { FileStore } from '../file-store.ts'
import { eachApart, throwFailures } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { drawInvoice } from './invoice-pdf.ts'
import { type Invoice, undrawnInvoices } from './invoice-row.ts'

export const INVOICES = 'invoices'
/** Maximum documents per run. */
const MOST_AT_ONCE = 100

const job = z.object({ id: z.uuid().optional() })

/** Renders the job's document, or every one without a file. Without a store they wait. */
export async function drawInvoices(
  { pool, log, now }: TaskContext,
  store: FileStore | null,
  payload: unknown = {},
): Promise<void> {
  if (!store) {
    log.warn('invoices cannot be rendered: SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are not set')
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
    log.info({ invoice: invoice.number, bytes: bytes.length }, 'invoice rendered')
  }
  const failures = await eachApart(
    await undrawnInvoices(pool, id ?? null, MOST_AT_ONCE),
    draw,
    ({ number }, error) => log.error({ invoice: number, err: error }, 'invoice could not be rendered'),
  )
  throwFailures(failures, 'invoices could not be rendered')
}
