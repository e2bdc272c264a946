import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ImportRefused, importHistory } from '../worker/src/market/import-history.ts'
import { BASE_TIMEFRAMES, type BaseTimeframe } from '../worker/src/market/provider.ts'

/** `npm run market:import -- file.csv --symbol EURUSD [--timeframe M1] [--zone America/New_York+7]` */
const USAGE = 'Usage: npm run market:import -- FILE --symbol EURUSD [--timeframe M1|M5|H1|D1] [--zone UTC+2]'

function databaseUrl(): string {
  const { DATABASE_URL, DATA_DIR = '.data' } = process.env
  if (DATABASE_URL) return DATABASE_URL
  const file = resolve(import.meta.dirname, '..', DATA_DIR, 'credentials.json')
  if (!existsSync(file))
    throw new ImportRefused('The product is not running here: start it, or set DATABASE_URL.')
  return (JSON.parse(readFileSync(file, 'utf8')) as { databaseUrl: string }).databaseUrl
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      symbol: { type: 'string' },
      timeframe: { type: 'string', default: 'M1' },
      zone: { type: 'string' },
    },
  })
  const [file] = positionals
  const timeframe = (Object.keys(BASE_TIMEFRAMES) as BaseTimeframe[]).find(
    (known) => known === values.timeframe,
  )
  if (!file || !values.symbol || !timeframe) throw new ImportRefused(USAGE)
  // The path is meant from where the person stands.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file)
  if (!existsSync(path)) throw new ImportRefused(`There is no file ${path}.`)
  const pool = new pg.Pool({ connectionString: databaseUrl(), max: 2 })
  try {
    const taken = await importHistory(pool, {
      text: readFileSync(path, 'utf8'),
      symbol: values.symbol,
      timeframe,
      zone: values.zone ?? null,
      now: Date.now(),
    })
    const [from, until] = [taken.from, taken.until].map((at) => new Date(at).toISOString())
    console.log(
      `${taken.format}, clock ${taken.zone}: ${taken.candles} candles from ${from} to ${until}, ${taken.fresh} of them new.`,
    )
  } finally {
    await pool.end()
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ImportRefused || error instanceof RangeError || error instanceof TypeError))
    throw error
  console.error(error.message)
  process.exit(1)
}
