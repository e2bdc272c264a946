import { forecastFigures } from 'trading/learning/forecast'
import type { Json } from 'trading/proof/ledger'
import { commitment } from 'trading/proof/ledger'
import { verifyExport } from 'trading/proof/verify-export'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../server/src/testing/silent-log.ts'
import { keepDailyTest } from '../../../worker/src/learning/keep-daily-test.ts'
import { type Product, product } from '../product.ts'
import { exportProof, sha256 } from '../proof/proof-record.ts'
import { fillBank } from './daily-bank.ts'

type Card = {
  card: string
  timeframe: string
  hours: number
  up: number
  down: number
  chance: number
  candles: number[][]
  answer: Answer | null
}
type Answer = Record<string, unknown> & {
  outcome: string
  sequence: number
  nonce: string
  symbol: string
  after: number[][]
}
type Hidden = {
  id: string
  symbol: string
  cut_at: Date
  price: string
  up: string
  down: string
  signal_id: string | null
  outcome: string
}

let vigie: Product
let hidden: Hidden[]
beforeAll(async () => {
  vigie = await product('demo')
  await fillBank(vigie.admin, 30)
  await keepDailyTest({ pool: vigie.admin, log: silentLog, now: Date.now })
  hidden = (
    await vigie.admin.query<Hidden>(
      'select *, price::text, up::text, down::text from private.forecast_cards order by place',
    )
  ).rows
}, 120_000)
afterAll(() => vigie.stop())

const today = async (client = vigie.as.freemium) =>
  ((await client.rpc('today_forecasts').throwOnError()).data as { cards: Card[] } | null)?.cards ?? []
const answer = (card: string, probability: number, client = vigie.as.freemium) =>
  client.rpc('answer_forecast', { card, probability })

describe('[S-111] the charts of the day', () => {
  it('are five, of closed signals first, each of another market and the same for everybody', async () => {
    const cards = await today()
    expect(cards).toHaveLength(5)
    expect(hidden.map(({ signal_id }) => signal_id !== null)).toContain(true)
    expect(new Set(hidden.map(({ symbol }) => symbol)).size).toBe(5)
    expect((await today(vigie.as.premium)).map(({ card }) => card)).toEqual(cards.map(({ card }) => card))
  })

  it('show in percent and hours from the cut what was before it, and ask for a level on each side', async () => {
    for (const { candles, up, down, chance, hours, timeframe } of await today()) {
      expect(candles).toSatisfy((bars: unknown[]) => bars.length >= 40 && bars.length <= 72)
      expect(candles.at(-1)![4]).toBe(0)
      expect(
        candles.every(([hour, ...prices]) => hour! < 0 && prices.every((price) => Math.abs(price) < 50)),
      ).toBe(true)
      expect(up > 0 && down < 0).toBe(true)
      // A whole number, of levels that are shown to 0.0001 %.
      expect(Math.abs(chance - (100 * -down) / (up - down))).toBeLessThanOrEqual(0.5 + 0.0051 / (up - down))
      expect([timeframe, hours]).toEqual([{ 6: 'M15', 24: 'H1', 96: 'H4' }[hours], hours])
    }
  })

  it('say before an answer nothing that names a chart, dates it or shows what came: the page, every table and the chain', async () => {
    const told = (await today()).map(({ answer: _, ...card }) => card)
    for (const card of told)
      expect(Object.keys(card).sort()).toEqual([
        'candles',
        'card',
        'chance',
        'down',
        'hours',
        'of',
        'place',
        'timeframe',
        'up',
      ])
    const text = JSON.stringify(told)
    for (const { symbol, price, up, down, signal_id, cut_at } of hidden)
      for (const secret of [
        symbol,
        price,
        up,
        down,
        signal_id ?? symbol,
        cut_at.toISOString().slice(0, 10),
        String(cut_at.getTime()),
      ])
        expect(text).not.toContain(secret)
    const ids = hidden.map(({ id }) => id)
    const { rows: relations } = await vigie.admin.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p', 'v', 'm') and not relispartition
          and (relnamespace = 'public'::regnamespace or oid in ('realtime.messages'::regclass, 'storage.objects'::regclass))`,
    )
    for (const { name } of relations) {
      const { rows } = await vigie.admin.query(
        `select from ${name} as row where to_jsonb(row)::text like any (select '%' || id || '%' from unnest($1::text[]) as id) limit 1`,
        [ids],
      )
      expect([name, rows.length]).toEqual([name, 0])
    }
  })

  it('are no table of the API, and are shown to nobody who is not signed in', async () => {
    for (const who of ['freemium', 'analyst', 'admin', 'visitor', 'service_role'] as const) {
      expect((await vigie.as[who].from('forecast_cards' as never).select('*')).status).toBe(404)
      expect(
        (
          await vigie.as[who]
            .schema('private' as never)
            .from('forecast_cards' as never)
            .select('*')
        ).data,
      ).toBeNull()
    }
    expect((await vigie.as.visitor.rpc('today_forecasts')).error?.code).toBe('42501')
    expect(
      (await vigie.as.visitor.rpc('answer_forecast', { card: hidden[0]!.id, probability: 50 })).error?.code,
    ).toBe('42501')
  })
})

describe('[S-111] an answer to a chart', () => {
  it('is sealed in the chain, which names no member, before the outcome is told with all that was hidden', async () => {
    const [card] = hidden
    const { data } = await answer(card!.id, 65).throwOnError()
    const told = data as Answer
    expect(told).toMatchObject({
      probability: 65,
      symbol: card!.symbol,
      outcome: card!.outcome,
      price: card!.price,
      others: null,
    })
    expect(new Date(String(told.cut_at))).toEqual(card!.cut_at)
    expect(told.after.length).toBeGreaterThan(0)
    expect(told.after.every(([hour]) => hour! >= 0)).toBe(true)
    const { data: entry } = await vigie.as.visitor
      .from('ledger')
      .select('kind, entry, hash')
      .eq('sequence', told.sequence)
      .single()
    expect(entry).toMatchObject({ kind: 'forecast', hash: told.hash })
    expect(entry!.entry.data).toEqual({
      card: card!.id,
      commitment: commitment(told.nonce, { card: card!.id, probability: 65 }),
    })
    expect(JSON.stringify(entry)).not.toContain(vigie.idOf.freemium)
    expect((await today())[0]!.answer).toEqual(told)
    expect((await today(vigie.as.premium))[0]!.answer).toBeNull()
  })

  it('is given once, also from two tabs at the same time', async () => {
    const { client } = await vigie.member()
    const both = await Promise.all([answer(hidden[1]!.id, 20, client), answer(hidden[1]!.id, 80, client)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ error }) => error)?.error?.message).toBe('already_answered')
    const { data } = await client.from('forecast_answers').select('card').throwOnError()
    expect(data).toHaveLength(1)
  })

  it.each([
    ['no such card', '00000000-0000-4000-8000-000000000000', 50, [404, 'card_not_found', 'card']],
    ['more than sure', '', 101, [400, 'probability_invalid', 'probability']],
    ['less than impossible', '', -1, [400, 'probability_invalid', 'probability']],
  ])('is refused with its key: %s', async (_, id, probability, expected) => {
    const { status, error } = await answer(id || hidden[2]!.id, probability)
    expect([status, error?.message, error?.hint]).toEqual(expected)
  })

  it('is refused to a card of another day', async () => {
    const { rows } = await vigie.admin
      .query<{ id: string }>(`
      insert into public.daily_tests (day, commitment, bank_hash, sequence, committed_at, late) select day - 1, commitment, bank_hash, sequence, committed_at, late from public.daily_tests order by day limit 1;
      insert into private.forecast_cards select (jsonb_populate_record(card, jsonb_build_object('id', gen_random_uuid(), 'day', card.day - 1))).* from private.forecast_cards as card where place = 3;
      select id from private.forecast_cards order by day limit 1`)
      .then((results) => (results as unknown as { rows: { id: string }[] }[]).at(-1)!)
    const { status, error } = await answer(rows[0]!.id, 50)
    expect([status, error?.message]).toEqual([409, 'day_closed'])
  })

  it('is refused to a trial, because the chain keeps it for ever', async () => {
    const { rows } = await vigie.admin.query<{ id: string }>(
      `insert into auth.users (id, is_anonymous) values (gen_random_uuid(), true) returning id`,
    )
    const client = await vigie.admin.connect()
    await client.query('begin')
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ role: 'authenticated', sub: rows[0]!.id })],
    )
    await expect(client.query('select public.answer_forecast($1, 50)', [hidden[0]!.id])).rejects.toThrow(
      'not_allowed',
    )
    await client.query('rollback')
    client.release()
  })

  it('is compared with the others’ from thirty answers on', async () => {
    await vigie.admin.query(
      `insert into auth.users (id, email) select gen_random_uuid(), 'p' || n || '@example.com' from generate_series(1, 28) as n`,
    )
    await vigie.admin.query(
      `insert into public.forecast_answers select $1, id, 40, 'a', 1, now() from auth.users where email ~ '^p[0-9]+@example' on conflict do nothing`,
      [hidden[3]!.id],
    )
    const { rows } = await vigie.admin.query(
      'select count(*)::int as n from public.forecast_answers where card = $1',
      [hidden[3]!.id],
    )
    expect(rows[0].n).toBe(28)
    const { client } = await vigie.member()
    expect(((await answer(hidden[3]!.id, 100, client)).data as Answer).others).toBeNull()
    const { data } = await answer(hidden[3]!.id, 100, vigie.as.premium)
    expect((data as Answer).others).toEqual({ n: 30, mean: 44, counts: [0, 0, 0, 0, 28, 0, 0, 0, 0, 2] })
  })
})

describe('[S-111] a member’s forecasts', () => {
  it('are their own answers with what came, of which the browser makes the figures; the median needs thirty members', async () => {
    const { data } = await vigie.as.freemium.rpc('my_forecasts').throwOnError()
    const { answers, median } = data as { answers: Parameters<typeof forecastFigures>[0]; median: null }
    expect(median).toBeNull()
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatchObject({
      card: hidden[0]!.id,
      symbol: hidden[0]!.symbol,
      probability: 65,
      outcome: hidden[0]!.outcome,
    })
    const figures = forecastFigures(answers)
    expect([figures.n, figures.cancelled]).toEqual(hidden[0]!.outcome === 'none' ? [0, 1] : [1, 0])
  })

  it('have a median of thirty members with ten answers that count, as the worker keeps it', async () => {
    const keep = () => vigie.admin.query('select private.keep_forecast_standing()')
    await vigie.admin.query(
      `insert into private.forecast_cards select (jsonb_populate_record(card, jsonb_build_object('id', gen_random_uuid(), 'place', 10 + n, 'outcome', 'up'))).*
         from private.forecast_cards as card, generate_series(1, 10) as n where place = 1;
       insert into public.forecast_answers select card.id, profile.id, 50, 'a', 1, now() from (select id from public.profiles order by id limit 29) as profile, private.forecast_cards as card where place > 10`,
    )
    await keep()
    expect((await vigie.as.freemium.rpc('my_forecasts')).data.median).toBeNull()
    await vigie.admin.query(
      `insert into public.forecast_answers select card.id, profile.id, 50, 'a', 1, now() from (select id from public.profiles order by id offset 29 limit 1) as profile, private.forecast_cards as card where place > 10`,
    )
    await keep()
    expect((await vigie.as.freemium.rpc('my_forecasts')).data.median).toMatchObject({ members: 30 })
  })
})

describe('[S-111] the public record', () => {
  it('is still concordant with the days and answers in it, which an older export did not know', async () => {
    const proof = await exportProof(vigie)
    const kinds = new Set(proof.entries.map(({ entry }) => entry.kind))
    expect([...kinds]).toEqual(expect.arrayContaining(['test_committed', 'test_opened', 'forecast']))
    expect((await verifyExport(proof as unknown as Json, { hash: sha256 })).verdict).toBe('concordant')
    const older = await verifyExport({ ...proof, version: 5 } as unknown as Json, { hash: sha256 })
    expect(older).toMatchObject({ verdict: 'divergent' })
  })
})
