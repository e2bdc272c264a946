import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { withServer } from '../bench-server.ts'
import { type Credentials, pause } from '../process.ts'
import { sized } from '../short.ts'
import { quantile, rounded, table } from '../statistics.ts'

/**
 * 10 000 provider events of 1 000 members: once in order, and once for other members in random order, a third of them twice, over
 * connections killed at random. The resulting states must be equal. Then the time from a payment's event until access is granted.
 */
/** `BENCH_MEMBERS=100` for a shorter run. */
const MEMBERS = Number(process.env.BENCH_MEMBERS ?? sized(1000, 10))
const EVENTS = 10
const CALLERS = 8
/** The first call of a new connection is its slowest: on a busy machine a short run would mostly repeat those. */
const KILL_EVERY_MS = sized(150, 1500)
const PAYMENTS = sized(400, 10)
const DAY = 86_400_000

type World = 'ordered' | 'random' | 'timed'
type Told = { id: string; at: Date; event: Record<string, unknown> }
type Order = { id: string; contract: string; place: number }

export const measure = (): Promise<string> =>
  withServer(async ({ credentials, database }) => {
    return `${await replays(credentials, database)}\n\n${await access(credentials, database)}`
  })

/** Creates members with one open order each. */
async function orders(database: pg.Client, world: World, count: number, opened: Date): Promise<Order[]> {
  await database.query(`
    insert into public.plans (slug, tier, name, pitch, every_lesson, sort)
    select 'bench', 'premium', words, words, true, 1 from (values ('{"fr":"x","en":"x","es":"x","it":"x"}'::jsonb)) as text (words) on conflict do nothing;
    insert into public.plan_prices (plan, period, amount, currency)
    select 'bench', 'month', 3900, 'EUR' where not exists (select from public.plan_prices where plan = 'bench')`)
  const { rows } = await database.query<Order>(
    `with made as (
       insert into auth.users (id, email, email_confirmed_at) select gen_random_uuid(), $1 || n || '@example.com', now() from generate_series(0, $2::int - 1) as n
       returning id, substring(email from '[0-9]+')::int as place)
     select * from made`,
    [world, count],
  )
  const taken: Order[] = []
  for (const { id, place } of rows) {
    const { rows: made } = await database.query<{ id: string; subscription_id: string }>(
      `select * from private.open_checkout_for($1, $2, 'bench', 'month', 'card', '{"name":"x","country":"FR"}', '2026-11-21', null, null, gen_random_uuid())`,
      [id, opened],
    )
    taken.push({ id: made[0]?.id ?? '', contract: made[0]?.subscription_id ?? '', place })
  }
  return taken
}

/** A member's ten events: payments, failures, refunds, disputes, cancellations and resumptions. */
function story({ id, contract, place }: Order, world: World, begin: number): Told[] {
  const subscription = `sandbox_${contract}`
  const name = (what: string) => `${what}_${world}_${place}`
  const at = (days: number) => new Date(begin + days * DAY + place * 1000)
  const renewal = (n: number) => {
    const day = new Date(begin)
    day.setUTCMonth(day.getUTCMonth() + n)
    return new Date(day.getTime() + 3_600_000)
  }
  const money = { amount: 3900, currency: 'EUR' }
  const paid = { kind: 'payment_succeeded', subscription, ...money }
  const told: [at: Date, event: Record<string, unknown>][] = [
    [at(0.001), { ...paid, checkout: id, payment: name('first') }],
    [
      at(2),
      {
        kind: 'refund_succeeded',
        payment: name('first'),
        refund: name('part'),
        amount: 100 + place,
        currency: 'EUR',
      },
    ],
    [at(5), { kind: 'subscription_changed', subscription, cancel_at_period_end: true }],
    [
      at(6 + (place % 3)),
      { kind: 'subscription_changed', subscription, cancel_at_period_end: place % 5 === 0 },
    ],
    [
      new Date(renewal(1).getTime() - 1000),
      {
        kind: 'payment_failed',
        subscription,
        payment: name('failed'),
        ...money,
        reason: 'insufficient_funds',
      },
    ],
    [renewal(1), { ...paid, payment: name('second') }],
    [at(40), { kind: 'dispute_opened', payment: name('second'), dispute: name('dispute'), amount: 3900 }],
    [
      at(50),
      {
        kind: place % 4 === 0 ? 'dispute_lost' : 'dispute_won',
        payment: name('second'),
        dispute: name('dispute'),
        amount: 3900,
      },
    ],
    [renewal(2), { ...paid, payment: name('third') }],
    [
      at(70),
      {
        kind: place % 7 === 0 ? 'refund_succeeded' : 'subscription_changed',
        subscription,
        payment: name('third'),
        refund: name('whole'),
        amount: 3900,
        currency: 'EUR',
      },
    ],
  ]
  return told.map(([moment, event], n) => ({ id: `${name('event')}_${n}`, at: moment, event }))
}

async function replays(credentials: Credentials, database: pg.Client): Promise<string> {
  const rows: string[][] = []
  const begin = Date.now() - 100 * DAY
  let kills = 0
  for (const world of ['ordered', 'random'] as const) {
    const all = (await orders(database, world, MEMBERS, new Date(begin))).flatMap((order) =>
      story(order, world, begin),
    )
    if (all.length !== MEMBERS * EVENTS) throw new Error(`${all.length} events`)
    const deliveries =
      world === 'ordered'
        ? all.sort((one, other) => one.at.getTime() - other.at.getTime())
        : shuffled([...all, ...all.filter((_, n) => n % 3 === 0)])
    const startedAt = performance.now()
    kills +=
      world === 'random'
        ? await deliver(credentials, database, deliveries)
        : await inOrder(credentials, deliveries)
    const seconds = (performance.now() - startedAt) / 1000
    const { rows: kept } = await database.query(
      `select count(*) filter (where state = 'processed') as processed, count(*) filter (where state = 'refused') as refused, count(*) filter (where state = 'waiting') as waiting
       from private.provider_events where event_id like $1`,
      [`event_${world}_%`],
    )
    rows.push([
      world === 'ordered' ? 'in order, once' : 'random order, a third twice, callers killed',
      rounded(deliveries.length),
      `${kept[0].processed} / ${kept[0].refused} / ${kept[0].waiting}`,
      rounded(deliveries.length / seconds),
    ])
  }
  const different = await differences(database)
  const { rows: unbalanced } = await database.query(
    'select fact from private.books group by fact, currency having sum(amount) <> 0',
  )
  return `${table([`${rounded(MEMBERS * EVENTS)} provider events`, 'deliveries', 'processed / refused / waiting', 'deliveries/s'], rows)}

Connections killed: ${kills}. Members whose money stands otherwise than in order: **${different}** of ${rounded(MEMBERS)} (aim 0). Facts of the books that do not sum to 0: ${unbalanced.length}.`
}

const RECEIVE = `select public.receive_provider_event('sandbox', $1, $2, $3, null, null) as verdict`

async function inOrder({ databaseUrl }: Credentials, deliveries: Told[]): Promise<0> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const { id, at, event } of deliveries) await client.query(RECEIVE, [id, at, JSON.stringify(event)])
  await client.end()
  return 0
}

/** Workers that send deliveries until none is left, and repeat those left unanswered by a lost connection. */
async function deliver(
  { databaseUrl }: Credentials,
  database: pg.Client,
  deliveries: Told[],
): Promise<number> {
  let next = 0
  let kills = 0
  let done = false
  const killer = (async () => {
    while (!done) {
      await pause(KILL_EVERY_MS)
      const { rowCount } = await database.query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where application_name = 'billing-caller' order by random() limit 1) as one`,
      )
      kills += rowCount ?? 0
    }
  })()
  const connect = async () => {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'billing-caller' })
    // A killed connection also rejects the query's promise, which handles it.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const caller = async () => {
    let client = await connect()
    for (let told = deliveries[next++]; told; told = deliveries[next++]) {
      for (let answered = false; !answered; ) {
        try {
          await client.query(RECEIVE, [told.id, told.at, JSON.stringify(told.event)])
          answered = true
        } catch (error) {
          // A database error is a fault; after a lost connection, providers send again.
          const { code } = error as pg.DatabaseError
          if (code && !/^(57P|08|40)/.test(code) && !/^E[A-Z]+$/.test(code)) throw error
          client = await retried(connect)
        }
      }
    }
    await client.end()
  }
  try {
    await Promise.all(Array.from({ length: CALLERS }, caller))
  } finally {
    done = true
    await killer
  }
  return kills
}

/** A connection may be killed while it is being established. */
async function retried<Made>(make: () => Promise<Made>): Promise<Made> {
  for (;;) {
    try {
      return await make()
    } catch {
      await pause(20)
    }
  }
}

/** The number of members whose state differs between the two worlds: contract, payments, refunds, disputes, access, balances. */
async function differences(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ different: string }>(`
    with member as (
      select id, substring(email from '^[a-z]+') as world, substring(email from '[0-9]+')::int as place from auth.users where email ~ '^(ordered|random)[0-9]'
    ), standing as (
      select world, place, md5(concat_ws('|',
        (select jsonb_agg(jsonb_build_array(state, plan, current_period_start, current_period_end, paid_until, stake,
          cancel_requested_at, grace_until, ended_at, ended_for)) from public.subscriptions where user_id = member.id),
        (select jsonb_agg(jsonb_build_array(split_part(provider_payment, '_', 1), amount, net, tax, surplus, state, failure, period_end - period_start) order by provider_payment)
          from public.payments where user_id = member.id),
        (select jsonb_agg(jsonb_build_array(amount, net, tax, reason, state) order by amount) from public.refunds where user_id = member.id),
        (select jsonb_agg(jsonb_build_array(amount, state)) from public.disputes where user_id = member.id),
        (select jsonb_agg(jsonb_build_array(source, round(extract(epoch from ends_at - starts_at))) order by starts_at, ends_at) from public.premium_grants where user_id = member.id),
        (select jsonb_object_agg(account, total) from (select account, sum(amount) as total from private.books where books.member = member.id group by 1 having sum(amount) <> 0) as sums)
      )) as stands from member
    )
    select count(*) as different from standing as one join standing as other using (place)
    where one.world = 'ordered' and other.world = 'random' and one.stands <> other.stands`)
  return Number(rows[0]?.different)
}

/** Calls the event over REST, as the adapters do; when the answer arrives, the member has access. */
async function access({ url, serviceRoleKey }: Credentials, database: pg.Client): Promise<string> {
  const service = createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const waiting = await orders(database, 'timed', PAYMENTS, new Date())
  const took: number[] = []
  for (const { id, contract } of waiting) {
    const startedAt = performance.now()
    const { data, error } = await service.rpc('receive_provider_event', {
      provider: 'sandbox',
      event_id: `timed_${id}`,
      occurred_at: new Date().toISOString(),
      event: {
        kind: 'payment_succeeded',
        checkout: id,
        subscription: `sandbox_${contract}`,
        payment: `timed_${id}`,
        amount: 3900,
        currency: 'EUR',
      },
      raw: '{}',
      headers: {},
    })
    took.push(performance.now() - startedAt)
    if (error || data !== 'processed') throw error ?? new Error(data)
  }
  const { rows } = await database.query(
    `select count(*) as open from public.premium_grants where source = 'subscription' and starts_at <= now() and ends_at > now() and user_id in (select id from auth.users where email like 'timed%')`,
  )
  if (Number(rows[0].open) !== PAYMENTS) throw new Error(`${rows[0].open} of ${PAYMENTS} have access`)
  return table(
    ['a payment’s event at the API until access is open', 'p50 ms', 'p95 ms', 'worst ms', 'aim p95'],
    [
      [
        `${PAYMENTS} first payments`,
        ...[quantile(took, 0.5), quantile(took, 0.95), Math.max(...took)].map((ms) => rounded(ms, 1)),
        '300',
      ],
    ],
  )
}

/** Fisher–Yates shuffle with a seeded generator: the same order in every run. */
function shuffled<Item>(items: Item[]): Item[] {
  let seed = 20_261_121
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return seed / 4_294_967_296
  }
  for (let last = items.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1))
    ;[items[last], items[chosen]] = [items[chosen] as Item, items[last] as Item]
  }
  return items
}
