import pg from 'pg'
import { withServer } from '../bench-server.ts'
import { sized } from '../short.ts'
import { median, ratio, rounded, table } from '../statistics.ts'

/**
 * Concurrent successful payments over many connections, each with its invoice; a tenth is rolled back after the number was taken.
 */
const CONNECTIONS = 16
const PAYMENTS = sized(800, 20)
const ROUNDS = sized(5, 1)
const EACH_ROLLED_BACK = 10

export const measure = (): Promise<string> =>
  withServer(
    async ({ credentials }) => {
      const pool = new pg.Pool({ connectionString: credentials.databaseUrl, max: CONNECTIONS })
      // PostgreSQL may stop before the pool's connections are closed.
      pool.on('error', () => {})
      try {
        const [plain, invoiced]: [number[], number[]] = [[], []]
        await round(pool, 'enable')
        for (let place = 0; place < ROUNDS; place++) {
          plain.push(await round(pool, 'disable'))
          invoiced.push(await round(pool, 'enable'))
        }
        const { rows } = await pool.query<{ issued: number; gaps: number; doubles: number }>(
          `select count(*)::int as issued, (max(place) - count(distinct place))::int as gaps, (count(*) - count(distinct number))::int as doubles
         from invoices where kind = 'invoice' and not test`,
        )
        const issued = rows[0]
        return `${table(
          ['', 'committed payments a second', 'documents', 'gaps', 'duplicates'],
          [
            ['payments alone', rounded(median(plain)), '', '', ''],
            [
              'with their invoices',
              rounded(median(invoiced)),
              String(issued?.issued),
              String(issued?.gaps),
              String(issued?.doubles),
            ],
          ],
        )}\n\nWith ÷ alone: ${ratio(invoiced, plain)}. ${ROUNDS} interleaved rounds of ${PAYMENTS} payments over ${CONNECTIONS} connections, every ${EACH_ROLLED_BACK}th rolled back after its number was taken; medians. Numbers are given one transaction at a time: that is what having no gap costs.`
      } finally {
        await pool.end()
      }
    },
    { SEED: 'demo' },
  )

/** Committed payments a second, with or without the invoice trigger. */
async function round(pool: pg.Pool, invoices: 'enable' | 'disable'): Promise<number> {
  await pool.query(`alter table payments ${invoices} trigger issue_what_is_due`)
  const { rows } = await pool.query<{ id: string }>(
    `with contract as (
       insert into subscriptions (user_id, plan, period, price_id, amount, currency, provider, means)
       select gen_random_uuid(), 'standard', 'month', (select min(id) from plan_prices where plan = 'standard'), 3900, 'EUR', 'stripe', 'card' from generate_series(1, $1)
       returning id, user_id)
     insert into payments (user_id, subscription_id, provider, provider_payment, amount, currency, net, tax, tax_rate, country, state)
     select user_id, id, 'stripe', id::text, 3900, 'EUR', 3250, 650, 20, 'FR', 'pending' from contract returning id`,
    [PAYMENTS],
  )
  let next = 0
  let committed = 0
  const work = async () => {
    const client = await pool.connect()
    try {
      for (let place = next++; place < rows.length; place = next++) {
        const kept = place % EACH_ROLLED_BACK !== 0
        await client.query('begin')
        await client.query(`update payments set state = 'succeeded', paid_at = now() where id = $1`, [
          rows[place]?.id,
        ])
        // Issued before the commit, so that a rollback happens after the number is taken.
        await client.query('set constraints all immediate')
        await client.query(kept ? 'commit' : 'rollback')
        if (kept) committed++
      }
    } finally {
      client.release()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return committed / ((performance.now() - began) / 1000)
}
