import pg from 'pg'
import type { Page } from 'playwright-core'
import { pause } from '../process.ts'
import { sized } from '../short.ts'
import { median, rounded, table } from '../statistics.ts'

const WORKS = sized(8, 1)
const SCRIPT_AIM_MS = 20
/** Long enough to include everything that a publication causes (the toast, storing for offline use). */
const AFTER_MS = sized(4000, 500)
/** Quotes of the open signals' instrument, at a feed's rate. */
const QUOTES = sized(20, 2)
const QUOTE_EVERY_MS = 250

/** Milliseconds of a page's main thread. */
type Work = { script: number; layout: number; all: number }

/** Work of the signals page for a publication and for a quote, with more than twenty open signals of the instrument. */
export async function workOfSignals(
  page: Page,
  databaseUrl: string,
  publish: () => Promise<unknown>,
): Promise<string> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const publication = async () => {
    await publish()
    await pause(AFTER_MS)
  }
  const quotes = async (round: number) => {
    for (let turn = 0; turn < QUOTES; turn++) {
      const bid = (1.08 + (round * QUOTES + turn) / 10_000).toFixed(5)
      const payload = JSON.stringify({ quotes: [{ symbol: 'EURUSD', bid, ask: bid }] })
      await database.query(`select realtime.send($1::jsonb, 'quotes', 'market:quotes', true)`, [payload])
      await pause(QUOTE_EVERY_MS)
    }
  }
  // A warm-up that loads everything fetched only once.
  await publication()
  const works: [Work[], Work[]] = [[], []]
  for (let round = 0; round < WORKS; round++) {
    works[0].push(await workOf(page, publication))
    works[1].push(await workOf(page, () => quotes(round)))
  }
  await database.end()
  return table(
    [
      'work of one page',
      'script, ms, median',
      'most',
      'style and layout, ms',
      'whole main thread, ms',
      'aim for script',
    ],
    [
      row(`a publication and the ${AFTER_MS / 1000} s after it`, works[0], String(SCRIPT_AIM_MS)),
      row('a quote that more than twenty cards show', works[1], '', QUOTES),
    ],
  )
}

async function workOf(page: Page, happen: () => Promise<void>): Promise<Work> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async (): Promise<Work> => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => 1000 * (metrics.find((one) => one.name === name)?.value ?? Number.NaN)
    return {
      script: of('ScriptDuration'),
      layout: of('LayoutDuration') + of('RecalcStyleDuration'),
      all: of('TaskDuration'),
    }
  }
  const before = await read()
  await happen()
  const after = await read()
  await session.detach()
  return {
    script: after.script - before.script,
    layout: after.layout - before.layout,
    all: after.all - before.all,
  }
}

/** `each`: number of events in one measurement. */
function row(name: string, works: readonly Work[], aim: string, each = 1): string[] {
  const of = (part: keyof Work) => rounded(median(works.map((work) => work[part] / each)), 1)
  const most = Math.max(...works.map(({ script }) => script / each))
  return [name, of('script'), rounded(most, 1), of('layout'), of('all'), aim]
}
