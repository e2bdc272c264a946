import { createHash } from 'node:crypto'
import type { Levels } from 'trading/levels'
import { settle } from 'trading/outcome'
import { collectProof, type ProofExport, type ProofPage } from 'trading/proof/proof-format'
import { type MinutesPart, partsById } from 'trading/signal-minutes'
import type { Candle, RecordedEvent, Terms } from 'trading/trade'
import { draft, openMarket, type Product } from '../product.ts'
import { everyKindOfErratum, everyKindOfExpectation } from './expectation-record.ts'
import { everyKindOfStatement } from './statement-record.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** 10:00 UTC, three days ago: at least two midnights lie between every event and now. */
const START = Math.floor(Date.now() / DAY) * DAY - 3 * DAY + 10 * 60 * MINUTE
const ANALYST = '00000000-0000-4000-8000-00000000000a'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const ENDINGS = ['stopped', 'closed', 'expired', 'cancelled']

type Draft = Record<string, unknown> & Levels

/** A signal accepted by `record_signal`, whose life the engine settles on given candles. */
class Signal {
  readonly id: string
  readonly #vigie: Product
  readonly #symbol: string
  readonly #terms: Terms
  readonly #history: RecordedEvent[] = []

  constructor(vigie: Product, id: string, symbol: string, terms: Terms) {
    this.#vigie = vigie
    this.#symbol = symbol
    this.id = id
    this.#terms = terms
  }

  /** Minutes starting `after` minutes after the publication, as `open high low close`. */
  async minutes(after: number, ...prices: string[]): Promise<void> {
    const candles = prices.map((text, index): Candle => {
      const [open, high, low, close] = text.split(' ') as [string, string, string, string]
      return {
        openedAt: this.#terms.publishedAt + (after + index) * MINUTE,
        open,
        high,
        low,
        close,
        spread: '0.00010',
      }
    })
    await this.#vigie.admin.query(
      `insert into candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
       select $1, 'M1', to_timestamp(at / 1000), open, high, low, close, 0.00010, 'simulated'
         from unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[]) as given(at, open, high, low, close)`,
      [
        this.#symbol,
        ...(['openedAt', 'open', 'high', 'low', 'close'] as const).map((key) =>
          candles.map((candle) => candle[key]),
        ),
      ],
    )
    for (const event of settle(this.#terms, this.#history, candles)) await this.append(event, 'engine')
  }

  async says(after: number, kind: string, data: object, price: string | null = null) {
    const at = this.#terms.publishedAt + after * MINUTE
    await this.append({ kind, at, price, r: null, data: { ...data, author: 'Nadia' } }, 'analyst')
  }

  private async append(event: RecordedEvent, source: 'engine' | 'analyst'): Promise<void> {
    if (ENDINGS.includes(event.kind))
      await this.#passOver(Date.parse(event.data.candle?.opened_at ?? new Date(event.at).toISOString()))
    const { candle } = event.data
    // The engine knows a minute only after it has ended.
    const knownAt = candle ? Math.max(event.at, Date.parse(candle.opened_at) + MINUTE) : event.at
    await this.#vigie.admin.query(
      `select private.record_signal_event($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz + interval '2 seconds')`,
      [
        this.id,
        event.kind,
        new Date(event.at).toISOString(),
        event.price,
        event.r,
        JSON.stringify(event.data),
        source,
        source === 'analyst' ? 'Nadia' : null,
        new Date(knownAt).toISOString(),
      ],
    )
    this.#history.push(event)
  }

  /** Records the missing minutes before its end as minutes without trades; otherwise the engine would wait for them. */
  async #passOver(until: number): Promise<void> {
    await this.#vigie.admin.query(`select private.record_gap($1, $2, $3, 'no_trade', 'simulated')`, [
      this.#symbol,
      new Date(this.#terms.publishedAt).toISOString(),
      new Date(until).toISOString(),
    ])
  }
}

async function publishAt(vigie: Product, at: number, changes: Record<string, unknown>): Promise<Signal> {
  const signal = draft({
    entry_low: '1.08500',
    entry_high: '1.08600',
    stop_loss: '1.08200',
    targets: [
      { price: '1.09000', share: '50' },
      { price: '1.09500', share: '50' },
    ],
    facts: 'Faits « é » \n\t"\\ 🧭',
    ...changes,
  }) as Draft
  const [bid, ask] = signal.symbol === HIDDEN.symbol ? ['1.37450', '1.37460'] : ['1.08650', '1.08660']
  const { rows } = await vigie.admin.query(
    `select id from private.record_signal($1, $2, 'Nadia', $3, $3, ($4, $5, $6, $3, 'simulated')::quotes, false)`,
    [JSON.stringify(signal), ANALYST, new Date(at).toISOString(), signal.symbol, bid, ask],
  )
  const terms: Terms = {
    ...signal,
    digits: 5,
    publishedAt: at,
    expiresAt: at + Number(signal.validity_minutes) * MINUTE,
  }
  return new Signal(vigie, rows[0].id, String(signal.symbol), terms)
}

/**
 * A record with every case: free and premium, open and ended; ended by targets, stop, analyst, expiry and cancellation; a note,
 * two daily heads, every kind of statement, expectation and erratum. Returns the signals and statements by outcome.
 */
export async function everyKindOfRecord(vigie: Product): Promise<Record<string, string>> {
  const head = (at: number) =>
    vigie.admin.query('select private.write_ledger_head($1)', [new Date(at).toISOString()])
  await openMarket(vigie, 'EURUSD')
  const stopped = await publishAt(vigie, START, { tier: 'premium' })
  await stopped.minutes(1, '1.08650 1.08660 1.08580 1.08590')
  await stopped.says(3, 'note', { text: 'Une note' })
  await stopped.minutes(5, '1.08700 1.09010 1.08690 1.09000')
  await stopped.says(7, 'stop_moved', { reason: 'analyst', text: 'Au prix d’entrée' }, '1.08600')
  await stopped.minutes(8, '1.08700 1.08720 1.08590 1.08600')
  const targets = await publishAt(vigie, START + 60 * MINUTE, { tier: 'freemium', order_type: 'market' })
  await targets.minutes(1, '1.08550 1.09600 1.08540 1.09590', '1.09590 1.09600 1.09580 1.09590')
  const cancelled = await publishAt(vigie, START + 120 * MINUTE, { tier: 'premium' })
  await cancelled.minutes(1, '1.08800 1.08810 1.08790 1.08800')
  await cancelled.says(4.5, 'cancel_asked', { text: 'Plus valable' })
  await cancelled.minutes(5, '1.08800 1.08810 1.08500 1.08510')
  const expired = await publishAt(vigie, START + 180 * MINUTE, { tier: 'premium', validity_minutes: 60 })
  await expired.minutes(61, '1.09000 1.09010 1.08990 1.09000')
  await head(START + DAY)
  const closed = await publishAt(vigie, START + DAY + MINUTE, { tier: 'premium' })
  await closed.minutes(1, '1.08650 1.08660 1.08580 1.08590')
  await closed.says(30.25, 'close_asked', { text: 'Avant l’annonce' })
  await closed.minutes(30, '1.08650 1.08680 1.08640 1.08670', '1.08700 1.08710 1.08100 1.08690')
  const sealed = await publishAt(vigie, START + DAY + 60 * MINUTE, { ...HIDDEN, tier: 'premium' })
  await sealed.minutes(1, '1.37450 1.37460 1.37380 1.37390')
  await sealed.says(3, 'note', { text: 'Une note scellée' })
  const trailed = await publishAt(vigie, START + DAY + 90 * MINUTE, TRAILED)
  await trailed.minutes(1, '1.08640 1.08650 1.08480 1.08490', '1.08490 1.08500 1.08100 1.08110')
  await trailed.minutes(3, '1.08110 1.08120 1.07900 1.07910', '1.07910 1.08250 1.07900 1.08240')
  await trailed.says(12, 'graded', {
    text: 'La cassure a tenu',
    thesis_held: true,
    counter_held: false,
    grader_id: ANALYST,
  })
  const free = await publishAt(vigie, START + DAY + 120 * MINUTE, {
    tier: 'freemium',
    symbol: 'GBPUSD',
    validity_minutes: 43_200,
  })
  const statements = await everyKindOfStatement(vigie, START + DAY + 150 * MINUTE)
  await everyKindOfExpectation(vigie, START + DAY + 240 * MINUTE)
  await everyKindOfErratum(vigie, START + DAY + 300 * MINUTE)
  await head(START + 2 * DAY)
  const pending = await publishAt(vigie, START + 2 * DAY + MINUTE, {
    ...HIDDEN,
    tier: 'premium',
    validity_minutes: 43_200,
  })
  const signals = { stopped, targets, cancelled, expired, closed, sealed, trailed, free, pending }
  return { ...statements, ...Object.fromEntries(Object.entries(signals).map(([name, { id }]) => [name, id])) }
}

/** A sell stop order below the low, whose stop moves to the entry and then trails. */
const TRAILED = {
  tier: 'premium',
  direction: 'sell',
  order_type: 'stop',
  entry_low: '1.08500',
  entry_high: '1.08550',
  stop_loss: '1.08800',
  targets: [
    { price: '1.08200', share: '33.5' },
    { price: '1.07500', share: '66.5' },
  ],
  break_even_after: 1,
  trailing_distance: '0.00250',
  trailing_after: 1,
} as const

/** Levels that no other signal has: any occurrence elsewhere is a leak. */
export const HIDDEN = {
  symbol: 'USDCAD',
  entry_low: '1.37300',
  entry_high: '1.37417',
  stop_loss: '1.37013',
  targets: [
    { price: '1.38119', share: '37' },
    { price: '1.38731', share: '63' },
  ],
  facts: 'Un fait scellé',
  validity_minutes: 43_200,
} as const

/** Reads the export as a visitor, through REST, page by page. */
export async function exportProof(vigie: Product, pageSize = 7): Promise<ProofExport> {
  return await collectProof(async (after) => {
    const { data, error } = await vigie.as.visitor.rpc('export_proof', { after, page_size: pageSize })
    if (error) throw error
    return data as ProofPage
  })
}

/** Reads the minutes of every ended signal and statement as a visitor, by id and ordered by day. */
export async function exportMinutes(vigie: Product): Promise<Map<string, MinutesPart[]>> {
  const read = async (table: string, id: string) => {
    const { data, error } = await vigie.as.visitor
      .from(table)
      .select(`${id}, day, minutes`)
      .order(id)
      .order('day')
    if (error) throw error
    return data as unknown as MinutesPart[]
  }
  return partsById([
    ...(await read('signal_minutes', 'signal_id')),
    ...(await read('statement_minutes', 'statement_id')),
    ...(await read('idea_minutes', 'idea')),
  ])
}
