import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product('demo')
}, 120_000)
afterAll(() => vigie.stop())

type Member = Awaited<ReturnType<Product['member']>>
const TRON = {
  currency: 'USDT',
  network: 'tron',
  address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  typed: false,
}
const HASH = 'ab'.repeat(32)

const one = async <Row>(statement: string, values: unknown[] = []): Promise<Row> =>
  (await vigie.admin.query(statement, values)).rows[0] as Row
const run = (statement: string, values: unknown[] = []) => vigie.admin.query(statement, values)

/** A member with a referral link, and a member who signed up through it. */
async function pair() {
  const referrer = await vigie.member()
  const { data: code } = await referrer.client.rpc('open_referral').throwOnError()
  return { referrer, referred: await broughtBy(code as string) }
}

async function broughtBy(code: string): Promise<Member> {
  const client = (await import('@supabase/supabase-js')).createClient(vigie.url, vigie.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'a long test password',
    options: { data: { source: `https://vigie.example/signup?ref=${code}` } },
  })
  if (error || !data.user) throw error ?? new Error('no user')
  return { client, id: data.user.id }
}

/** Buys a month of the standard plan with a test card: 39.00 including tax, 32.50 excluding tax. */
async function buy({ client }: Member) {
  const { data: order } = await client
    .rpc('open_checkout', {
      plan: 'standard',
      period: 'month',
      means: 'card',
      details: { name: 'Alix Laurent', country: 'FR' },
      terms_version: '2026-11-21',
      expected_total: 3900,
      idempotency_key: randomUUID(),
    } as never)
    .throwOnError()
  await client
    .rpc('sandbox_pay', {
      checkout: (order as unknown as { id: string }).id,
      card: { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' },
    } as never)
    .throwOnError()
}

/** Inserts a payment as the fold would write it. These tests start from the row. */
async function pay(member: string, net: number, more: { fingerprint?: string; paidAt?: string } = {}) {
  const subscription = await one<{ id: string }>(
    `insert into subscriptions (id, user_id, plan, period, price_id, amount, currency, provider, means, state, ended_at, ended_for)
     select gen_random_uuid(), $1, 'standard', 'month', id, 3900, 'EUR', 'sandbox', 'card', 'expired', now(), 'canceled'
     from plan_prices where plan = 'standard' limit 1 returning id`,
    [member],
  )
  const number = randomUUID()
  await run(
    `insert into private.provider_events (provider, event_id, occurred_at, received_at, kind, event, state, member, fingerprint)
     values ('sandbox', $1, now(), now(), 'payment_succeeded', jsonb_build_object('payment', $1::text), 'processed', $2, $3)`,
    [number, member, more.fingerprint ?? null],
  )
  const { id } = await one<{ id: string }>(
    `insert into payments (user_id, subscription_id, provider, provider_payment, amount, currency, net, tax, tax_rate, country, state, paid_at)
     values ($1, $2, 'sandbox', $5, $3, 'EUR', $3, 0, 0, 'FR', 'succeeded', coalesce($4, now())) returning id`,
    [member, subscription.id, net, more.paidAt ?? null, number],
  )
  return id
}
const refund = (payment: string, net: number, state = 'succeeded') =>
  run(
    `insert into refunds (fact, user_id, payment_id, amount, net, tax, reason, state, at, done_at)
     select gen_random_uuid(), user_id, id, $2, $2, 0, 'staff', $3, now(), now() from payments where id = $1`,
    [payment, net, state],
  )
const commissionsOf = async (id: string) =>
  (
    await vigie.admin.query(
      'select amount::int, kept::int, paid::int, voided_for, disputed, payment_number, due_at, earned_at from commissions where user_id = $1 order by earned_at, id',
      [id],
    )
  ).rows
const balanceOf = async (id: string) =>
  await one<{ pending: number; due: number; frozen: number; paid: number }>(
    'select pending::int, due::int, frozen::int, paid::int from private.referral_balance($1, now())',
    [id],
  )
/** Advances past the withdrawal period. */
const mature = (id: string) =>
  run(
    `update commissions set earned_at = earned_at - interval '60 days', due_at = now() - interval '1 second' where user_id = $1`,
    [id],
  )
const giveWallet = (id: string) =>
  run(
    `insert into wallets (user_id, currency, network, address, unprotected, typed, saved_at, usable_at)
     values ($1, 'USDT', 'tron', $2, false, false, now() - interval '3 days', now() - interval '1 day')`,
    [id, TRON.address],
  )

describe('a commission', () => {
  it('[S-108] follows a paid order: pending until nothing can be withdrawn, then due', async () => {
    const { referrer, referred } = await pair()
    expect((await referrer.client.rpc('my_referral')).data).toMatchObject({
      funnel: { sign_ups: 1, conversions: 0 },
      balance: { pending: 0, due: 0 },
    })
    await buy(referred)
    const [line] = await commissionsOf(referrer.id)
    // 20 % of 32.50, excluding tax.
    expect(line).toMatchObject({ amount: 650, kept: 3250, paid: 3250, voided_for: null, payment_number: 1 })
    expect(line.due_at.getTime() - line.earned_at.getTime()).toBeGreaterThanOrEqual(14 * 86_400_000)
    expect(await balanceOf(referrer.id)).toEqual({ pending: 650, due: 0, frozen: 0, paid: 0 })
    await mature(referrer.id)
    expect(await balanceOf(referrer.id)).toEqual({ pending: 0, due: 650, frozen: 0, paid: 0 })
    const { data } = await referrer.client.rpc('my_referral')
    expect(data).toMatchObject({ funnel: { sign_ups: 1, conversions: 1 }, rules: { hold_days: 14 } })
    // Neither the row nor the response identifies the referred member.
    const { data: rows } = await referrer.client.from('commissions').select()
    expect(JSON.stringify([data, rows])).not.toContain(referred.id)
    expect((await referrer.client.from('commissions').select('payment_id')).error).not.toBeNull()
  })

  it('[S-108] is taken back by a withdrawal, through the orders of the product', async () => {
    const { referrer, referred } = await pair()
    await buy(referred)
    const { id } = await one<{ id: string }>('select id from payments where user_id = $1', [referred.id])
    await refund(id, 3250)
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 0, kept: 0, voided_for: 'refund' }])
    expect(await balanceOf(referrer.id)).toMatchObject({ pending: 0, due: 0 })
  })

  it('[S-108] is recomputed on a partial refund, and restored when the refund fails', async () => {
    const { referrer, referred } = await pair()
    const payment = await pay(referred.id, 1000)
    await refund(payment, 333, 'asked')
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 133, kept: 667, voided_for: 'refund' }])
    await run(`update refunds set state = 'failed' where payment_id = $1`, [payment])
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 200, kept: 1000, voided_for: null }])
  })

  it('[S-108] waits while a payment is disputed, and goes when the dispute is lost', async () => {
    const { referrer, referred } = await pair()
    const payment = await pay(referred.id, 1000)
    await mature(referrer.id)
    const set = (state: string) => run('update payments set state = $2 where id = $1', [payment, state])
    await set('disputed')
    expect(await balanceOf(referrer.id)).toMatchObject({ pending: 200, due: 0 })
    await set('succeeded')
    expect(await balanceOf(referrer.id)).toMatchObject({ pending: 0, due: 200 })
    await set('lost')
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 0, voided_for: 'dispute' }])
  })

  it('[S-108] is earned for twelve months from the first payment, and on one level', async () => {
    const { referrer, referred } = await pair()
    await pay(referred.id, 1000, { paidAt: '2025-01-15T12:00:00Z' })
    await pay(referred.id, 1000, { paidAt: '2026-01-15T11:59:59Z' })
    await pay(referred.id, 1000, { paidAt: '2026-01-15T12:00:00Z' })
    expect(await commissionsOf(referrer.id)).toHaveLength(2)
    const { data: code } = await referred.client.rpc('open_referral').throwOnError()
    const third = await broughtBy(code as string)
    await pay(third.id, 1000)
    expect(await commissionsOf(referred.id)).toHaveLength(1)
    expect(await commissionsOf(referrer.id)).toHaveLength(2)
  })

  it('[S-108] is refused to one’s own card, for good', async () => {
    const { referrer, referred } = await pair()
    await pay(referred.id, 1000)
    await pay(referrer.id, 1000, { fingerprint: `f-${referrer.id}` })
    await pay(referred.id, 1000, { fingerprint: `f-${referrer.id}` })
    const { blocked_for } = await one<{ blocked_for: string }>(
      'select blocked_for from referrals where referred = $1',
      [referred.id],
    )
    expect(blocked_for).toBe('own_payment_method')
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 0, voided_for: 'blocked' }])
    expect(await balanceOf(referrer.id)).toMatchObject({ pending: 0, due: 0 })
  })

  it('[S-108] is taken back when the referrer turns out to pay with the same card later', async () => {
    const { referrer, referred } = await pair()
    await pay(referred.id, 1000, { fingerprint: `g-${referrer.id}` })
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 200 }])
    await pay(referrer.id, 1000, { fingerprint: `g-${referrer.id}` })
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 0, voided_for: 'blocked' }])
    expect(await balanceOf(referrer.id)).toMatchObject({ pending: 0, due: 0 })
  })

  it('[S-108] is refused to one’s own card at the sandbox; staff see why, nobody sees the card’s fingerprint', async () => {
    const { referrer, referred } = await pair()
    await buy(referrer)
    await buy(referred)
    expect(await commissionsOf(referrer.id)).toEqual([])
    const { id, fingerprint } = await one<{ id: string; fingerprint: string }>(
      `select pay.id, told.fingerprint from payments as pay join private.provider_events as told on told.event ->> 'payment' = pay.provider_payment and told.fingerprint is not null
       where pay.user_id = $1`,
      [referred.id],
    )
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    const { data: file } = await vigie.as.admin.rpc('payment_file', { payment: id })
    expect(file).toMatchObject({
      referral: { referrer: referrer.id, blocked_for: 'own_payment_method' },
      commission: null,
    })
    const { data: refused } = await vigie.as.admin.rpc('list_provider_events')
    const told = [
      file,
      refused,
      (await referred.client.from('payments').select('*')).data,
      (await referred.client.from('subscriptions').select('*')).data,
      (await referred.client.rpc('billing_timeline')).data,
      await vigie.admin.query('select event from private.provider_events where member = $1', [referred.id]),
    ]
    expect(JSON.stringify(told)).not.toContain(fingerprint)
    await run('delete from auth.users where id = $1', [referred.id])
    expect(
      (
        await vigie.admin.query(
          'select from private.provider_events where member = $1 and fingerprint is not null',
          [referred.id],
        )
      ).rows,
    ).toEqual([])
  })

  it('[S-108] is not earned by a blocked sign-up, by staff, or without a rate', async () => {
    const { referrer, referred } = await pair()
    await run(`update referrals set blocked_for = 'own_browser', blocked_at = now() where referred = $1`, [
      referred.id,
    ])
    await pay(referred.id, 1000)
    expect(await commissionsOf(referrer.id)).toEqual([])
    const next = await pair()
    await run(`insert into staff (user_id, role) values ($1, 'analyst')`, [next.referrer.id])
    await pay(next.referred.id, 1000)
    expect(await commissionsOf(next.referrer.id)).toEqual([])
    expect(await commissionsOf(vigie.idOf.admin)).toEqual([])
  })

  it('outlives the account of who paid, and changes with its refunds still', async () => {
    const { referrer, referred } = await pair()
    const payment = await pay(referred.id, 1000)
    await run('delete from auth.users where id = $1', [referred.id])
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 200 }])
    await refund(payment, 500)
    expect(await commissionsOf(referrer.id)).toMatchObject([{ amount: 100 }])
  })
})

describe('a payout', () => {
  const ask = (member: Member) => member.client.rpc('request_payout')
  async function earner(net = 50_000) {
    const { referrer, referred } = await pair()
    const payment = await pay(referred.id, net)
    await mature(referrer.id)
    return { ...referrer, payment, referred }
  }
  const approve = async (id: string) =>
    (await vigie.as.admin.rpc('approve_payouts', { payout_ids: [id] }).throwOnError()).data

  it('[S-115] is asked for from a minimum, to a wallet that is past its wait', async () => {
    const poor = await earner(1000)
    expect((await ask(poor)).error?.message).toBe('wallet_missing')
    await poor.client.functions.invoke('save-wallet', { body: TRON })
    expect((await ask(poor)).error?.message).toBe('wallet_held')
    await run('delete from wallets where user_id = $1', [poor.id])
    await giveWallet(poor.id)
    expect((await ask(poor)).error?.message).toBe('below_minimum')
  })

  it('[S-115] is frozen, approved in a batch, closed with its transaction, and told', async () => {
    const member = await earner()
    await giveWallet(member.id)
    const { data: id } = await ask(member).throwOnError()
    expect(await balanceOf(member.id)).toEqual({ pending: 0, due: 0, frozen: 10_000, paid: 0 })
    const close = (hash: string, sent = '107.526881', rate = '0.93') =>
      vigie.as.admin.rpc('close_payout', { payout_id: id as string, hash, sent, rate })
    expect((await close(HASH)).error?.message).toBe('not_approved')
    expect(await approve(id as string)).toBeGreaterThan(0)
    expect((await member.client.rpc('cancel_payout')).data).toBe(false)
    for (const hash of ['', `0x${HASH}`, HASH.slice(1), "=cmd|'x'"])
      expect((await close(hash)).error?.message, hash).toBe('hash_invalid')
    for (const wrong of ['', '0', '0.00', '-1', '1e3', '1,5', 'NaN']) {
      expect((await close(HASH, wrong)).error?.message, wrong).toBe('sent_invalid')
      expect((await close(HASH, '1', wrong)).error?.message, wrong).toBe('rate_invalid')
    }
    expect((await close(HASH)).error).toBeNull()
    expect(await balanceOf(member.id)).toEqual({ pending: 0, due: 0, frozen: 0, paid: 10_000 })
    // The member sees the transaction.
    const own = await member.client.from('payouts').select('sent::text,rate::text')
    expect(own.data).toEqual([{ sent: '107.526881000000000000', rate: '0.930000000000000000' }])
    const { data } = await one<{ data: object }>(
      `select data from _server.mail_outbox where template = 'payout_paid' and to_address = (select email from auth.users where id = $1)`,
      [member.id],
    )
    expect(data).toMatchObject({ PayoutAmount: 10_000, TransactionHash: HASH })
    // A paid payout cannot be paid again or fail.
    expect((await close(HASH)).error?.message).toBe('not_approved')
    expect(
      (await vigie.as.admin.rpc('fail_payout', { payout_id: id as string, reason: 'too late' })).error
        ?.message,
    ).toBe('not_open')
  })

  it('[S-115] whose transaction paid another batch is closed only by who says that this is right', async () => {
    const members = await Promise.all([earner(), earner(), earner()])
    const ids: string[] = []
    for (const member of members) {
      await giveWallet(member.id)
      ids.push((await ask(member).throwOnError()).data as string)
    }
    const hash = 'b'.repeat(64)
    const [first = '', second = '', third = ''] = ids
    await vigie.as.admin.rpc('approve_payouts', { payout_ids: [first, second] }).throwOnError()
    await approve(third)
    const close = async (payout_id: string, known?: boolean) =>
      (
        await vigie.as.admin.rpc('close_payout', {
          payout_id,
          hash,
          sent: '1',
          rate: '100',
          ...(known && { known }),
        })
      ).error?.message ?? null
    expect(await close(first)).toBeNull()
    // One transaction may pay the whole batch.
    expect(await close(second)).toBeNull()
    expect(await close(third)).toBe('hash_used')
    expect(await close(third, true)).toBeNull()
  })

  it('[S-115] that fails gives the balance back, with the reason', async () => {
    const member = await earner()
    await giveWallet(member.id)
    const { data: id } = await ask(member).throwOnError()
    await approve(id as string)
    const fail = (reason: string) => vigie.as.admin.rpc('fail_payout', { payout_id: id as string, reason })
    expect((await fail(' ')).error?.message).toBe('reason_missing')
    expect((await fail('The network was down.')).error).toBeNull()
    expect(await balanceOf(member.id)).toMatchObject({ due: 10_000, frozen: 0 })
    expect((await ask(member)).error).toBeNull()
  })

  it('asked for twelve times at once is one', async () => {
    const member = await earner()
    await giveWallet(member.id)
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(member)))
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ error }) => (error ? [error.message] : [])))).toEqual(
      new Set(['payout_open']),
    )
    expect(await balanceOf(member.id)).toMatchObject({ due: 0, frozen: 10_000 })
  })

  it('approved by two admins at once is in one batch', async () => {
    const member = await earner()
    await giveWallet(member.id)
    const { data: id } = await ask(member).throwOnError()
    const answers = await Promise.all(
      [1, 2, 3].map(() => vigie.as.admin.rpc('approve_payouts', { payout_ids: [id as string] })),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  })

  it('[S-115] that is not approved yet ends with its wallet: changed or stopped', async () => {
    const member = await earner()
    await giveWallet(member.id)
    await ask(member).throwOnError()
    await member.client.functions.invoke('save-wallet', {
      body: { ...TRON, address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' },
    })
    const { data } = await member.client.from('payouts').select('state,reason')
    expect(data).toEqual([{ state: 'cancelled', reason: 'wallet' }])
    expect(await balanceOf(member.id)).toMatchObject({ due: 10_000, frozen: 0 })
  })

  it('[S-115] that is not approved ends with the account that is to be erased, which is told first what it leaves', async () => {
    const member = await earner()
    await giveWallet(member.id)
    expect((await member.client.rpc('commission_at_stake')).data).toMatchObject({ due: 10_000, pending: 0 })
    await ask(member).throwOnError()
    // A requested payout that is not paid is forfeited as well.
    expect((await member.client.rpc('commission_at_stake')).data).toMatchObject({
      due: 10_000,
      currency: 'EUR',
      minimum: 5000,
    })
    await run(`insert into account_deletions (user_id, due_at) values ($1, now() + interval '14 days')`, [
      member.id,
    ])
    const { data } = await member.client.from('payouts').select('state,reason')
    expect(data).toEqual([{ state: 'cancelled', reason: 'account' }])
    expect(await balanceOf(member.id)).toMatchObject({ due: 10_000, frozen: 0 })

    const paidOut = await earner()
    await giveWallet(paidOut.id)
    const { data: id } = await ask(paidOut).throwOnError()
    await approve(id as string)
    await run(`insert into account_deletions (user_id, due_at) values ($1, now() + interval '14 days')`, [
      paidOut.id,
    ])
    expect((await paidOut.client.from('payouts').select('state')).data).toEqual([{ state: 'approved' }])
    expect((await vigie.as.visitor.rpc('commission_at_stake')).error?.code).toBe('42501')
  })

  it('[S-108] carries what was refunded after it below zero, and later commissions make it up', async () => {
    const member = await earner()
    await giveWallet(member.id)
    const { data: id } = await ask(member).throwOnError()
    await approve(id as string)
    await vigie.as.admin
      .rpc('close_payout', { payout_id: id as string, hash: HASH, sent: '1', rate: '100', known: true })
      .throwOnError()
    await refund(member.payment, 50_000)
    expect(await balanceOf(member.id)).toMatchObject({ pending: 0, due: -10_000, paid: 10_000 })
    await pay(member.referred.id, 60_000)
    await mature(member.id)
    expect(await balanceOf(member.id)).toMatchObject({ due: 2000 })
  })

  it('[S-115] is not approved once a refund took what it was asked from, nor are the others of its batch', async () => {
    const [short, whole] = [await earner(), await earner()]
    const ids = []
    for (const member of [short, whole]) {
      await giveWallet(member.id)
      ids.push((await ask(member).throwOnError()).data as string)
    }
    await refund(short.payment, 50_000)
    const { data } = await vigie.as.admin
      .rpc('list_payouts', { of_state: 'requested', most: 500 })
      .throwOnError()
    const listed = data as { id: string; balance: number }[] | null
    const balances = ids.map((id) => listed?.find((row) => row.id === id)?.balance)
    expect(balances).toEqual([-10_000, 0])
    expect((await vigie.as.admin.rpc('approve_payouts', { payout_ids: ids })).error?.message).toBe(
      'not_covered',
    )
    expect(await approve(ids[1] as string)).toBeGreaterThan(0)
    // After the refund there is no balance left to pay out.
    await vigie.as.admin
      .rpc('fail_payout', { payout_id: ids[0] as string, reason: 'refunded' })
      .throwOnError()
    expect(await balanceOf(short.id)).toMatchObject({ due: 0, frozen: 0 })
  })

  it('is listed by its batch, and beside every other account that gave its address', async () => {
    const [one, two, past] = [await earner(), await earner(), await earner()]
    const own = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU8'
    const ids = []
    for (const member of [one, two, past]) {
      await giveWallet(member.id)
      await run('update wallets set address = $2 where user_id = $1', [member.id, own])
      ids.push((await ask(member).throwOnError()).data as string)
    }
    await vigie.as.admin.rpc('fail_payout', { payout_id: ids[2] as string, reason: 'refused' }).throwOnError()
    await run('delete from wallets where user_id = $1', [past.id])
    const batch = (
      await vigie.as.admin.rpc('approve_payouts', { payout_ids: ids.slice(0, 2) }).throwOnError()
    ).data
    const { data } = await vigie.as.admin.rpc('list_payouts', { of_batch: Number(batch) }).throwOnError()
    const listed = data as { id: string; same_address: number }[] | null
    expect(listed?.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort())
    // An account that has changed its address since still counts.
    expect(listed?.map(({ same_address }) => same_address)).toEqual([2, 2])
  })

  it.each(ACTORS)('%s does with payouts and commissions what is theirs alone', async (actor) => {
    const member = await earner()
    await giveWallet(member.id)
    const { data: id } = await ask(member).throwOnError()
    const refusedTo = async (statement: string, values: unknown[] = []) =>
      (await attempt(vigie, actor, statement, values)).refused
    for (const statement of [
      'insert into public.payouts select * from public.payouts',
      `update public.payouts set state = 'requested'`,
      'delete from public.payouts',
      'update public.commissions set amount = 0',
      'delete from public.commissions',
      'insert into public.payout_batches (made_by) values (auth.uid())',
      `select private.settle_commission(gen_random_uuid())`,
      `select private.block_referral(1, 'staff')`,
      `select private.end_payout(gen_random_uuid(), 'failed', 'x')`,
      `select private.book_payout(gen_random_uuid())`,
      `select private.referral_balance(gen_random_uuid(), now())`,
      'update public.referral_rates set percent = 50',
    ])
      expect(await refusedTo(statement), statement).toBe('42501')
    const admin = actor === 'admin'
    expect(await refusedTo('select public.approve_payouts(array[$1::uuid])', [id])).toBe(
      admin ? null : '42501',
    )
    expect(await refusedTo('select public.fail_payout($1, $2)', [id, 'because'])).toBe(admin ? null : '42501')
    expect(await refusedTo('select public.list_payouts()')).toBe(admin ? null : '42501')
    expect(await refusedTo(`insert into public.referral_rates (plan, percent) values ('pro', 30)`)).toBe(
      admin ? null : '42501',
    )
    expect(
      (await attempt(vigie, actor, 'select from public.payouts where user_id = $1', [member.id])).rows,
    ).toBe(admin ? 1 : 0)
    expect(
      (await attempt(vigie, actor, 'select from public.commissions where user_id = $1', [member.id])).rows,
    ).toBe(admin ? 1 : 0)
    if (actor === 'service_role' || actor === 'visitor') {
      expect(await refusedTo('select public.request_payout()')).toBe('42501')
      expect(await refusedTo('select public.my_referral()')).toBe('42501')
    }
  })

  it('is approved by an admin only with a second factor proved, and never by who is paid', async () => {
    const member = await earner()
    await giveWallet(member.id)
    const { data: id } = await ask(member).throwOnError()
    await run('update private.security_settings set require_staff_mfa = true')
    try {
      const { error } = await vigie.as.admin.rpc('approve_payouts', { payout_ids: [id as string] })
      expect(error?.message).toBe('staff_needs_aal2')
    } finally {
      await run('update private.security_settings set require_staff_mfa = false')
    }
    await run(`insert into staff (user_id, role) values ($1, 'admin')`, [member.id])
    for (const client of [member.client, vigie.as.admin])
      expect((await client.rpc('approve_payouts', { payout_ids: [id as string] })).error?.message).toBe(
        'not_requested',
      )
  })
})

describe('the books of commissions', () => {
  type Step =
    | { kind: 'pay'; net: number }
    | { kind: 'refund'; which: number; part: number }
    | { kind: 'fail_refund'; which: number }
    | { kind: 'dispute'; which: number; state: 'disputed' | 'lost' | 'succeeded' }
    | { kind: 'mature' | 'request' | 'cancel' | 'approve' | 'close' | 'fail' }
  const which = fc.nat(20)
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('pay' as const), net: fc.integer({ min: 1, max: 90_000 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('refund' as const),
        which,
        part: fc.integer({ min: 1, max: 100 }),
      }),
    },
    fc.record({ kind: fc.constant('fail_refund' as const), which }),
    fc.record({
      kind: fc.constant('dispute' as const),
      which,
      state: fc.constantFrom('disputed' as const, 'lost' as const, 'succeeded' as const),
    }),
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom('mature', 'request', 'cancel', 'approve', 'close', 'fail'),
      }) as fc.Arbitrary<Step>,
    },
  )

  it('[S-108] sum to 0 for every fact, and a balance is the sum of its entries, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { referrer, referred } = await pair()
        await giveWallet(referrer.id)
        const payments: {
          id: string
          net: number
          back: Map<string, number>
          state: string
          mature: boolean
        }[] = []
        let open: { id: string; amount: number; approved: boolean } | null = null
        let paid = 0
        const worth = ({ net, back, state }: (typeof payments)[number]) => {
          const kept =
            state === 'lost' ? 0 : Math.max(0, net - [...back.values()].reduce((sum, one) => sum + one, 0))
          return Math.floor((kept * 20 + 50) / 100)
        }
        const model = () => {
          const pending = payments
            .filter(({ mature, state }) => !mature || state === 'disputed')
            .reduce((sum, one) => sum + worth(one), 0)
          const all = payments.reduce((sum, one) => sum + worth(one), 0)
          const frozen = open?.amount ?? 0
          return { pending, due: all - pending - frozen - paid, frozen, paid }
        }
        for (const one of steps) {
          const target = 'which' in one ? payments[one.which % Math.max(1, payments.length)] : undefined
          if (one.kind === 'pay') {
            payments.push({
              id: await pay(referred.id, one.net),
              net: one.net,
              back: new Map(),
              state: 'succeeded',
              mature: false,
            })
          } else if (one.kind === 'refund' && target) {
            const left = target.net - [...target.back.values()].reduce((sum, part) => sum + part, 0)
            const part = Math.ceil((left * one.part) / 100)
            if (part === 0) continue
            const { rows } = await run(
              `insert into refunds (fact, user_id, payment_id, amount, net, tax, reason, state, at)
               select gen_random_uuid(), user_id, id, $2, $2, 0, 'staff', 'asked', now() from payments where id = $1 returning id`,
              [target.id, part],
            )
            target.back.set(rows[0].id, part)
          } else if (one.kind === 'fail_refund' && target) {
            const [first] = target.back.keys()
            if (!first) continue
            await run(`update refunds set state = 'failed' where id = $1`, [first])
            target.back.delete(first)
          } else if (one.kind === 'dispute' && target) {
            await run('update payments set state = $2 where id = $1', [target.id, one.state])
            target.state = one.state
          } else if (one.kind === 'mature') {
            await mature(referrer.id)
            for (const payment of payments) payment.mature = true
          } else if (one.kind === 'request') {
            const { due } = model()
            const { data, error } = await referrer.client.rpc('request_payout')
            expect(error?.message ?? null).toBe(open ? 'payout_open' : due < 5000 ? 'below_minimum' : null)
            if (data) open = { id: data as string, amount: due, approved: false }
          } else if (one.kind === 'cancel') {
            const { data } = await referrer.client.rpc('cancel_payout')
            expect(data).toBe(open !== null && !open.approved)
            if (data) open = null
          } else if (one.kind === 'approve' && open) {
            const { error } = await vigie.as.admin.rpc('approve_payouts', { payout_ids: [open.id] })
            expect(error?.message ?? null).toBe(
              open.approved ? 'not_requested' : model().due < 0 ? 'not_covered' : null,
            )
            open.approved ||= error === null
          } else if (one.kind === 'close' && open) {
            const { error } = await vigie.as.admin.rpc('close_payout', {
              payout_id: open.id,
              hash: HASH,
              sent: '1',
              rate: '100',
              known: true,
            })
            expect(error === null).toBe(open.approved)
            if (open.approved) {
              paid += open.amount
              open = null
            }
          } else if (one.kind === 'fail' && open) {
            await vigie.as.admin.rpc('fail_payout', { payout_id: open.id, reason: 'a reason' }).throwOnError()
            open = null
          }
          expect(await balanceOf(referrer.id)).toEqual(model())
        }
        const { unbalanced } = await one<{ unbalanced: number }>(
          'select count(*)::int as unbalanced from (select from private.books group by fact, currency having sum(amount) <> 0) as wrong',
        )
        expect(unbalanced).toBe(0)
        const { owed } = await one<{ owed: number }>(
          `select coalesce(-sum(amount), 0)::int as owed from private.books where account = 'payable:' || $1::text`,
          [referrer.id],
        )
        const { pending, due } = model()
        expect(owed).toBe(pending + due)
      }),
      { numRuns: 25 },
    )
  }, 120_000)
})
