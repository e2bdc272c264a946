import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { DOUBTS } from '../trading/src/market/history-doubts.ts'
import { importHistory } from '../worker/src/market/import-history.ts'
import { ImportRefused, undoImport } from '../worker/src/market/market-imports.ts'
import { BASE_TIMEFRAMES, type BaseTimeframe } from '../worker/src/market/provider.ts'
import { runningDatabaseUrl } from './backup/running-database.ts'

/** `npm run market:import -- file.csv --symbol EURUSD [--timeframe M1] [--zone America/New_York+7]` */
const USAGE = `Usage: npm run market:import -- FILE --symbol EURUSD [--timeframe M1|M5|H1|D1] [--zone UTC+2] [--accept DOUBT,…]
       npm run market:import -- --undo NUMBER`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      symbol: { type: 'string' },
      timeframe: { type: 'string', default: 'M1' },
      zone: { type: 'string' },
      accept: { type: 'string', default: '' },
      undo: { type: 'string' },
    },
  })
  const [file] = positionals
  const timeframe = (Object.keys(BASE_TIMEFRAMES) as BaseTimeframe[]).find(
    (known) => known === values.timeframe,
  )
  if (values.undo !== undefined) {
    if (!/^\d{1,9}$/.test(values.undo) || file) throw new ImportRefused(USAGE)
    return undo(Number(values.undo))
  }
  const accepted = values.accept === '' ? [] : values.accept.split(',')
  const unknown = accepted.filter((name) => !DOUBTS.some((doubt) => doubt === name))
  if (unknown.length > 0)
    throw new ImportRefused(`Unknown doubt ${unknown.join(', ')}; known are ${DOUBTS.join(', ')}.`)
  if (!file || !values.symbol || !timeframe) throw new ImportRefused(USAGE)
  // Relative to the directory in which npm was called.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file)
  if (!existsSync(path)) throw new ImportRefused(`There is no file ${path}.`)
  const pool = newPool()
  try {
    const taken = await importHistory(pool, {
      text: readFileSync(path, 'utf8'),
      file: basename(path),
      accepted: DOUBTS.filter((doubt) => accepted.includes(doubt)),
      symbol: values.symbol,
      timeframe,
      zone: values.zone ?? null,
      now: Date.now(),
    })
    const [from, until] = [taken.from, taken.until].map((at) => new Date(at).toISOString())
    console.log(
      `Import ${taken.number}: ${taken.format}, clock ${taken.zone}, ${taken.candles} candles from ${from} to ${until}, ${taken.fresh} of them new${taken.leftOut > 0 ? `, ${taken.leftOut} left out` : ''}. To take it back: npm run market:import -- --undo ${taken.number}`,
    )
  } finally {
    await pool.end()
  }
}

async function undo(number: number): Promise<void> {
  const pool = newPool()
  try {
    console.log(`Import ${number} was undone: ${await undoImport(pool, number)} candles were removed.`)
  } finally {
    await pool.end()
  }
}

const newPool = () => new pg.Pool({ connectionString: runningDatabaseUrl(), max: 2 })

try {
  await main()
} catch (error) {
  if (!(error instanceof ImportRefused || error instanceof RangeError || error instanceof TypeError))
    throw error
  console.error(error.message)
  process.exit(1)
}
