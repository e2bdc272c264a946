// Draws certificates as PDF files. The same certificate gives the same bytes, so a killed worker's work is simply repeated.
import type { Language } from 'mails/languages'
import type { Results } from 'trading/learning/certificate'
import { drawCertificate } from '../certificates/certificate-pdf.ts'
import type { FileStore } from '../file-store.ts'
import { eachApart, throwFailures } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'

type Undrawn = {
  code: string
  path: string
  name: string | null
  initials: string
  results: Results
  issued_at: Date
  sealed_as: string
  hash: string
  language: Language
}

/** Draws every valid certificate without a file in its member's language. Without a store they wait. */
export async function drawCertificates(
  { pool, log, now }: TaskContext,
  store: FileStore | null,
  site: string,
  brand: string,
): Promise<void> {
  if (!store) {
    log.warn('certificates cannot be drawn: SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are not set')
    return
  }
  const { rows } = await pool.query<Undrawn>('select * from private.undrawn_certificates()')
  const draw = async ({ path, sealed_as, ...row }: Undrawn) => {
    const bytes = await drawCertificate({ ...row, sealed_as: Number(sealed_as) }, site, brand)
    await store.write('certificates', path, Uint8Array.from(bytes), 'application/pdf')
    await pool.query('select private.certificate_drawn($1, $2, $3, $4, $5)', [
      row.code,
      path,
      row.name,
      row.language,
      new Date(now()),
    ])
  }
  const failures = await eachApart(rows, draw, ({ code }, error) =>
    log.error({ certificate: code, err: error }, 'certificate could not be drawn'),
  )
  throwFailures(failures, 'certificates could not be drawn')
}
