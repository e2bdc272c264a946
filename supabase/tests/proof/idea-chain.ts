import { settle } from 'trading/outcome'
import type { Candle, RecordedEvent, Terms } from 'trading/trade'
import { keepIdeaRecords } from '../../../worker/src/outcomes/keep-idea-records.ts'
import { openMarket, type Product } from '../product.ts'
import { HIDDEN_TARGET, ideaDraft } from './idea-record.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** 10:00 UTC, two days ago. */
const START = Math.floor(Date.now() / DAY) * DAY - 2 * DAY + 10 * 60 * MINUTE

/** The market of every idea, a minute each: quiet, down through the entry, then as the idea needs. */
const QUIET = '1.08500 1.08510 1.08490 1.08500'
const FALLS = '1.08500 1.08500 1.08380 1.08390'
const RISES = '1.08390 1.08620 1.08380 1.08610'
const FLIES = '1.08610 1.08820 1.08600 1.08810'
const SINKS = '1.08390 1.08400 1.08190 1.08195'

type Claim = {
  prices: readonly string[]
  changes?: object
  /** What its author asks, this many minutes after the publication. */
  asks?: { after: number; kind: 'close_asked' | 'cancel_asked' | 'note' }
  reveals?: boolean
}

const CLAIMS: Record<string, Claim> = {
  won: { prices: [QUIET, FALLS, RISES, FLIES] },
  lost: { prices: [FALLS, SINKS] },
  half: { prices: [FALLS, RISES, SINKS], changes: { probability: '0.7' } },
  closed: { prices: [FALLS, QUIET, QUIET, QUIET, QUIET], asks: { after: 2.5, kind: 'close_asked' } },
  cancelled: { prices: [QUIET, QUIET, QUIET], asks: { after: 1.5, kind: 'cancel_asked' } },
  expired: { prices: Array(8).fill(QUIET), changes: { validity_minutes: 6 } },
  running: { prices: [FALLS], asks: { after: 2.25, kind: 'note' } },
  revealed: { prices: [FALLS, RISES, FLIES], changes: { deadline: true }, reveals: true },
  sealed: {
    prices: [FALLS],
    changes: { deadline: true, targets: [{ price: HIDDEN_TARGET, share: '100' }] },
  },
}

/**
 * An idea of every outcome by two members: won, lost, half won, closed by hand, cancelled, expired, open with a note, opened from
 * escrow, and one under escrow. Returns their ids by name.
 */
export async function everyKindOfIdea(vigie: Product): Promise<Record<string, string>> {
  await openMarket(vigie, 'EURUSD')
  const { rows: authors } = await vigie.admin.query<{ id: string }>(
    'update community_members set trust = 3 returning id',
  )
  const ids: Record<string, string> = {}
  for (const [index, [name, claim]] of Object.entries(CLAIMS).entries())
    ids[name] = await live(vigie, START + index * 30 * MINUTE, authors[index % 2]!.id, claim)
  await keepIdeaRecords(vigie.admin)
  return ids
}

async function live(
  vigie: Product,
  at: number,
  author: string,
  { prices, changes = {}, asks, reveals }: Claim,
) {
  const iso = (time: number) => new Date(time).toISOString()
  const deadline = 'deadline' in changes ? { deadline: iso(at + 20 * DAY) } : {}
  const draft = ideaDraft({ ...changes, ...deadline })
  const { rows } = await vigie.admin.query<{ id: string }>(
    `select id from private.record_idea($1, $2, private.publish_thread($2, 'idees', 'x', 'x'), $3, $3,
       ('EURUSD', 1.08500, 1.08510, $3::timestamptz, 'simulated')::quotes, false)`,
    [JSON.stringify(draft), author, iso(at)],
  )
  const { id } = rows[0]!
  const append = (event: RecordedEvent, knownAt: number) =>
    vigie.admin.query('select private.record_idea_event($1, $2, $3, $4, $5, $6, $7)', [
      id,
      event.kind,
      iso(event.at),
      event.price,
      event.r,
      JSON.stringify(event.data),
      iso(knownAt),
    ])
  const history: RecordedEvent[] = []
  const terms: Terms = {
    ...draft,
    order_type: 'limit',
    digits: 5,
    publishedAt: at,
    expiresAt: at + draft.validity_minutes * MINUTE,
  }
  let asked = asks
  for (const [index, text] of prices.entries()) {
    const openedAt = at + index * MINUTE
    if (asked && openedAt >= at + asked.after * MINUTE) {
      const data = asked.kind === 'note' ? { commitment: 'c'.repeat(64) } : {}
      const event = { kind: asked.kind, at: at + asked.after * MINUTE, price: null, r: null, data }
      await append(event, event.at)
      history.push(event)
      asked = undefined
    }
    const [open, high, low, close] = text.split(' ') as [string, string, string, string]
    const candle: Candle = { openedAt, open, high, low, close, spread: '0.00010' }
    await vigie.admin.query(
      `insert into candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
       values ('EURUSD', 'M1', $1, $2, $3, $4, $5, 0.00010, 'simulated')`,
      [iso(openedAt), open, high, low, close],
    )
    for (const event of settle(terms, history, [candle], openedAt)) {
      await append(event, openedAt + MINUTE + 2000)
      history.push(event)
    }
  }
  if (asked) {
    const event = {
      kind: asked.kind,
      at: at + asked.after * MINUTE,
      price: null,
      r: null,
      data: { commitment: 'c'.repeat(64) },
    }
    await append(event, event.at)
  }
  if (reveals) await vigie.admin.query('select private.open_idea($1, $2)', [id, iso(at + 10 * MINUTE)])
  return id
}
