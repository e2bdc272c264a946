import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import type { Served } from '../../server/src/serve.ts'
import { PASSWORD, type Place, type Who } from './screen-shots.ts'

/**
 * The people in the screenshots and their history: sandbox orders, followed and taken signals, referrals, requests to staff.
 * Created through the product's own functions, as a member's browser would.
 */
type Person = { id: string; client: SupabaseClient }
export type Cast = {
  /** Each person's browser session; absent for people who sign in during the shot. */
  sessions: Partial<Record<Who, string>>
  places: Record<Place, string>
}

const TERMS = '2026-11-21'
const CARD = { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' }
const ASKING_CARD = { ...CARD, number: '4000 0025 0000 3155' }
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** Creates the people in an empty product and waits for the worker's results. Throws when the product refuses an operation. */
export async function castPeople(served: Served, admin: { email: string; password: string }): Promise<Cast> {
  const database = served.context.admin
  const freemium = await signUp(served, 'Alix', 'Laurent')
  const premium = await signUp(served, 'Camille', 'Vidal')
  const waiting = await signUp(served, 'Nour', 'Benali')
  const crypto = await signUp(served, 'Sacha', 'Morin')
  const guarded = await signUp(served, 'Robin', 'Lefèvre')
  const staff = await signIn(served, admin.email, admin.password)
  await addFactor(guarded.client)

  const paid = await order(premium.client, 'standard', 'card', 'Camille Vidal')
  await call(premium.client, 'sandbox_pay', { checkout: paid, card: CARD })
  const change = await call<{ due: number }>(premium.client, 'quote_change', { plan: 'pro', period: 'month' })
  const changed = { plan: 'pro', period: 'month', due: change.due, terms_version: TERMS }
  await call(premium.client, 'change_subscription', changed)
  const awaited = await order(waiting.client, 'standard', 'card', 'Nour Benali')
  await call(waiting.client, 'sandbox_pay', { checkout: awaited, card: ASKING_CARD })
  const invoice = await order(crypto.client, 'pro', 'crypto', 'Sacha Morin')

  await bringAlong(served, premium.client)
  await call(client(served, served.context.keys.serviceRoleKey), 'store_wallet', {
    member: premium.id,
    currency: 'USDT',
    network: 'tron',
    address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    unprotected: false,
    typed: true,
  })
  const { signal, taken } = await trade(served, premium)
  await beTold(served, premium, staff)
  await askStaff(served, staff)

  // The demonstration's own members have no rendered invoices.
  const buyers = [premium, waiting, crypto].map(({ id }) => id)
  await until('the invoices are drawn', async () => {
    const { rowCount } = await database.query(
      'select from public.invoices where user_id = any ($1) and not exists (select from private.invoice_files where invoice_id = invoices.id)',
      [buyers],
    )
    return rowCount === 0
  })
  const token = async (text: string, values: unknown[]) =>
    (await database.query<{ token: string }>(text, values)).rows[0]?.token ?? ''
  const [unsubscribe, wallet, factor] = [
    await token(`select private.unsubscribe_token($1, 'digest') as token`, [freemium.id]),
    await token(`select private.link_token('wallet', id) as token from public.wallets where user_id = $1`, [
      premium.id,
    ]),
    await token(
      `select private.link_token('change', id) as token from private.security_changes where user_id = $1`,
      [guarded.id],
    ),
  ]
  const sessions = Object.fromEntries(
    await Promise.all(
      Object.entries({ freemium, premium, waiting, crypto, admin: staff }).map(async ([who, person]) => {
        const { data } = await person.client.auth.getSession()
        return [who, JSON.stringify(data.session)]
      }),
    ),
  )
  return { sessions, places: { signal, taken, paid, awaited, invoice, unsubscribe, wallet, change: factor } }
}

const client = (served: Served, key = served.context.keys.anonKey, headers: Record<string, string> = {}) =>
  createClient(served.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  })

async function call<T>(of: SupabaseClient, name: string, parameters: object): Promise<T> {
  const { data, error } = await of.rpc(name, parameters)
  if (error) throw new Error(`${name}: ${error.message} ${error.details ?? ''}`)
  return data as T
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 90_000; Date.now() < end; ) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`Timed out waiting until ${what}.`)
}

type More = Record<string, unknown>

async function signUp(served: Served, first: string, last: string, more: More = {}): Promise<Person> {
  const own = client(served)
  const { data, error } = await own.auth.signUp({
    email: `${first}.${last}@example.com`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    password: PASSWORD,
    options: { data: { first_name: first, last_name: last, ...more } },
  })
  if (error || !data.user) throw error ?? new Error('no user')
  return { id: data.user.id, client: own }
}

async function signIn(served: Served, email: string, password: string): Promise<Person> {
  const own = client(served)
  const { data, error } = await own.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { id: data.user.id, client: own }
}

async function addFactor(own: SupabaseClient): Promise<void> {
  const { data, error } = await own.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  const { error: refused } = await own.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (refused) throw refused
}

async function order(
  own: SupabaseClient,
  plan: string,
  means: 'card' | 'crypto',
  name: string,
): Promise<string> {
  const quote = await call<{ total: number }>(own, 'quote_checkout', { plan, period: 'month', country: 'FR' })
  const { id } = await call<{ id: string }>(own, 'open_checkout', {
    plan,
    period: 'month',
    expected_total: quote.total,
    means,
    details: { name, country: 'FR' },
    terms_version: TERMS,
    idempotency_key: randomUUID(),
  })
  return id
}

/** Link visits, sign-ups and two paid orders through a referral code. */
async function bringAlong(served: Served, referrer: SupabaseClient): Promise<void> {
  const code = await call<string>(referrer, 'open_referral', {})
  const visitors = Array.from({ length: 9 }, () => randomUUID())
  const open = client(served, served.context.keys.anonKey, { 'user-agent': BROWSER })
  for (const visitor of visitors) await call(open, 'record_referral_click', { code, visitor })
  const come = [
    ['Lina', 'Petit', 'standard'],
    ['Yanis', 'Roux', 'pro'],
    ['Maël', 'Garcia', null],
  ] as const
  for (const [place, [first, last, plan]] of come.entries()) {
    const referral = { referral: code, visitor: visitors[place], referral_memory: '1' }
    const one = await signUp(served, first, last, referral)
    if (!plan) continue
    const checkout = await order(one.client, plan, 'card', `${first} ${last}`)
    await call(one.client, 'sandbox_pay', { checkout, card: CARD })
  }
}

type Fill = { id: string; number: number; price: string; at: Date; exit: string | null; left: Date | null }

/** Takes signals at their recorded fills: two closed and one open; and follows one more. */
async function trade(served: Served, { client: own }: Person): Promise<{ signal: string; taken: string }> {
  const fills = async (state: 'closed' | 'active', most: number) =>
    (
      await served.context.admin.query<Fill>(
        `select signals.id, signals.number, entered.price::text, entered.at, ended.price::text as exit, ended.at as left
         from public.signals join public.signal_states as states on states.signal_id = signals.id and states.state = $1
         join public.signal_events as entered on entered.signal_id = signals.id and entered.kind = 'entered'
         left join lateral (
           select price, at from public.signal_events where signal_id = signals.id and kind in ('stopped', 'closed', 'target_reached')
           order by sequence desc limit 1
         ) as ended on $1 = 'closed'
         where entered.price is not null order by signals.published_at desc limit $2`,
        [state, most],
      )
    ).rows
  const [closed, [taken, followed]] = [await fills('closed', 2), await fills('active', 2)]
  if (!taken || !followed) throw new Error('The demonstration has no open signal.')
  const save = async (row: object) => {
    const { error } = await own.from('signal_trades').insert(row)
    if (error) throw new Error(`signal_trades: ${error.message}`)
  }
  for (const { id, price, at, exit, left } of [...closed, taken]) {
    const over = left ? { exit_price: exit, exited_at: left } : {}
    await save({ signal_id: id, status: 'taken', entry_price: price, entered_at: at, ...over })
  }
  await save({ signal_id: followed.id, status: 'followed' })
  return { signal: String(followed.number), taken: String(taken.number) }
}

/** Follows a signal that is then cancelled, to produce a notification. */
async function beTold(served: Served, member: Person, staff: Person): Promise<void> {
  const database = served.context.admin
  const { rows } = await database.query<{ bid: string; digits: number }>(
    `select bid::text, digits from public.quotes join public.instruments using (symbol) where symbol = 'EURUSD'`,
  )
  const at = (share: number) => (Number(rows[0]?.bid) * share).toFixed(rows[0]?.digits)
  const signal = await call<{ id: string }>(staff.client, 'publish_signal', {
    signal: {
      symbol: 'EURUSD',
      direction: 'buy',
      order_type: 'limit',
      entry_low: at(0.99),
      entry_high: at(0.99),
      stop_loss: at(0.98),
      targets: [{ price: at(1.01), share: '100' }],
      timeframe: 'H4',
      style: 'swing',
      tier: 'premium',
      risk_percent: '1',
      validity_minutes: 480,
      facts: 'Troisième contact sur le bas du canal.',
      opinion: 'Un rebond est plus probable.',
      counter_thesis: 'Une inflation plus haute relancerait le dollar.',
      counter_condition: 'une bougie H4 clôture sous le canal.',
      method: 'Retour sur support.',
      conflicts: 'Aucune position.',
      position_held: 'none',
      affiliate_link: 'no',
    },
  })
  const { error } = await member.client.from('signal_alerts').insert({ signal_id: signal.id, kind: 'events' })
  if (error) throw new Error(`signal_alerts: ${error.message}`)
  await call(staff.client, 'cancel_signal', { signal_id: signal.id, reason: 'Annonce avancée d’une heure' })
  await until('the member is told', async () => {
    const told = await database.query(
      `select from public.notifications where user_id = $1 and kind = 'signal_cancelled'`,
      [member.id],
    )
    return told.rowCount === 1
  })
}

/** Requests for premium access in the staff's queue, and two coupons. */
async function askStaff(served: Served, staff: Person): Promise<void> {
  const { rows } = await served.context.admin.query<{ slug: string }>(
    'select slug from public.brokers order by slug limit 3',
  )
  const asking = [
    ['Inès', 'Marchand', 'Compte ouvert hier par votre lien.'],
    ['Hugo', 'Faure', ''],
    ['Jade', 'Colin', 'Le dépôt a été fait ce matin.'],
  ] as const
  for (const [place, [first, last, note]] of asking.entries()) {
    const one = await signUp(served, first, last)
    const account_number = `MT5 ${70_412_300 + place * 17}`
    await call(one.client, 'request_qualification', { broker: rows[place]?.slug, account_number, note })
  }
  await call(staff.client, 'make_coupon', { code: 'BIENVENUE20', percent: 20, most: 200 })
  await call(staff.client, 'make_coupon', { code: 'ANNUEL50', amount: 5000, of_period: 'year' })
}
