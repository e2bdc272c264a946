import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NETWORKS_OF, WALLET_CURRENCIES, WALLET_NETWORKS } from '../../../payments/src/wallet-network.ts'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

type Member = Awaited<ReturnType<Product['member']>>

const TRON = {
  currency: 'USDT',
  network: 'tron',
  address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  typed: false,
}
const OTHER = { ...TRON, address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' }
const EVM = {
  currency: 'USDC',
  network: 'ethereum',
  address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  typed: true,
}

/** The function's response: its status, and its data or error. */
async function save({ client }: Pick<Member, 'client'>, body: unknown) {
  const { data, error, response } = await client.functions.invoke('save-wallet', {
    body: body as Record<string, unknown>,
  })
  if (!error) return { status: 200, body: data }
  return { status: response?.status, body: (await response?.json())?.error }
}

const walletsOf = async (id: string) =>
  (
    await vigie.admin.query(
      'select address, unprotected, typed, usable_at, replaced_at, stopped_at from wallets where user_id = $1 order by saved_at',
      [id],
    )
  ).rows
const mailsTo = async (id: string, template: string) =>
  (
    await vigie.admin.query<{ data: Record<string, string> }>(
      `select data from _server.mail_outbox where template = $2 and to_address = (select email from auth.users where id = $1) order by id`,
      [id, template],
    )
  ).rows.map(({ data }) => data)
const age = (id: string, minutes: number) =>
  vigie.admin.query(
    `with old as (update auth.sessions set created_at = now() - make_interval(mins => $2) where user_id = $1 returning id)
     update auth.mfa_amr_claims set updated_at = now() - make_interval(mins => $2) from old where session_id = old.id`,
    [id, minutes],
  )

describe('save-wallet', () => {
  it('[S-115] keeps an address that holds, holds payouts for 48 hours and tells the member', async () => {
    const member = await vigie.member()
    const answer = await save(member, EVM)
    expect(answer).toMatchObject({ status: 200, body: { changed: true } })
    const hours = (Date.parse(answer.body.usable_at) - Date.now()) / 3_600_000
    expect(Math.abs(hours - 48)).toBeLessThan(0.1)
    expect(await walletsOf(member.id)).toMatchObject([
      { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', unprotected: true, typed: true },
    ])
    expect(await mailsTo(member.id, 'wallet_changed')).toMatchObject([
      { Currency: 'USDC', Network: 'ethereum', StopToken: expect.stringMatching(/^[\w-]{44}$/) },
    ])
    // Saving the same wallet again changes nothing and starts no new waiting period.
    expect((await save(member, EVM)).body).toMatchObject({ changed: false, usable_at: answer.body.usable_at })
    expect(await walletsOf(member.id)).toHaveLength(1)
  })

  it('[S-115] refuses an address that does not hold, and says which network it looks like', async () => {
    const member = await vigie.member()
    expect(await save(member, { ...TRON, network: 'ethereum' })).toEqual({
      status: 400,
      body: { code: 'invalid_address', problem: 'network', looksLike: 'tron' },
    })
    expect(await save(member, { ...TRON, address: `${TRON.address.slice(0, -1)}X` })).toMatchObject({
      status: 400,
      body: { problem: 'checksum' },
    })
    for (const body of [
      {},
      'no JSON',
      { ...TRON, typed: 'yes' },
      { ...TRON, currency: 'DOGE' },
      { ...TRON, currency: 'BTC' },
      { ...TRON, network: 'bitcoin' },
    ])
      expect(await save(member, body)).toMatchObject({ status: 400, body: { code: 'invalid_wallet' } })
    expect(await save(member, { ...TRON, address: 'T'.repeat(5000) })).toMatchObject({ status: 413 })
    expect(await walletsOf(member.id)).toEqual([])
  })

  it('[S-115] asks who is there again: a proof older than ten minutes, or without the second factor, is none', async () => {
    const member = await vigie.member()
    await age(member.id, 11)
    expect(await save(member, TRON)).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
    await age(member.id, 9)
    await vigie.admin.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', 'app', now(), now())`,
      [member.id],
    )
    expect(await save(member, TRON)).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
    await vigie.admin.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [member.id])
    expect(await save(member, TRON)).toMatchObject({ status: 200 })
    expect(await save({ client: vigie.as.visitor }, TRON)).toMatchObject({ status: 401 })
    expect(await save({ client: vigie.as.service_role }, TRON)).toMatchObject({ status: 401 })
  })

  it('[S-115] refuses a sixth change in a day', async () => {
    const member = await vigie.member()
    for (let turn = 0; turn < 5; turn++)
      expect((await save(member, turn % 2 ? TRON : OTHER)).status).toBe(200)
    expect(await save(member, TRON)).toMatchObject({ status: 429, body: { code: 'too_many_changes' } })
  })

  it.each(ACTORS)('[S-115] is the only way: %s writes no wallet by hand', async (actor) => {
    const insert = `insert into public.wallets (user_id, currency, network, address, unprotected, typed, usable_at)
      values (auth.uid(), 'USDT', 'tron', '${TRON.address}', false, false, now())`
    for (const statement of [
      insert,
      'update public.wallets set usable_at = now()',
      'delete from public.wallets',
    ])
      expect((await attempt(vigie, actor, statement)).refused, statement).toBe('42501')
    const store = await attempt(
      vigie,
      actor,
      `select public.store_wallet($1, 'USDT', 'tron', '${TRON.address}', false, false)`,
      [vigie.idOf.freemium],
    )
    expect(store.refused).toBe(actor === 'service_role' ? null : '42501')
    expect(
      (await attempt(vigie, actor, `select private.link_token('wallet', gen_random_uuid())`)).refused,
    ).toBe('42501')
  })

  it('[S-115] shows a wallet to its owner and to admins alone', async () => {
    const member = await vigie.member()
    await save(member, TRON)
    const read = 'select from public.wallets where user_id = $1'
    for (const actor of ACTORS)
      expect((await attempt(vigie, actor, read, [member.id])).rows, actor).toBe(actor === 'admin' ? 1 : 0)
    expect((await member.client.from('wallets').select('address')).data).toEqual([{ address: TRON.address }])
  })

  it('pays out in the same pairs in SQL and in the browser, and takes the shapes that it accepts', async () => {
    for (const currency of WALLET_CURRENCIES)
      for (const network of WALLET_NETWORKS) {
        const { rows } = await vigie.admin.query('select private.is_payout_asset($1, $2) as known', [
          currency,
          network,
        ])
        expect(rows[0].known, `${currency} ${network}`).toBe(NETWORKS_OF[currency].includes(network))
      }
  })
})

describe('a change of address', () => {
  it('[S-115] is stopped by the link of its mail: the address before comes back, and every session ends', async () => {
    const member = await vigie.member()
    await save(member, TRON)
    await save(member, OTHER)
    await save(member, EVM)
    const [, second] = await mailsTo(member.id, 'wallet_changed')
    const token = second?.StopToken as string
    const { data: state } = await vigie.as.visitor.rpc('wallet_change_state', { token })
    expect(state).toMatchObject({ state: 'held', address: 'TLa2f6…5wYjU7' })
    const { data: stopped } = await vigie.as.visitor.rpc('stop_wallet_change', { token })
    expect(stopped).toMatchObject({ state: 'stopped' })
    expect(await walletsOf(member.id)).toMatchObject([
      { address: TRON.address, replaced_at: null, stopped_at: null },
      { address: OTHER.address, stopped_at: expect.any(Date) },
      { stopped_at: expect.any(Date) },
    ])
    const { rows } = await vigie.admin.query('select from auth.sessions where user_id = $1', [member.id])
    expect(rows).toEqual([])
    expect(await mailsTo(member.id, 'wallet_stopped')).toHaveLength(1)
    // A second click has no further effect.
    await vigie.as.visitor.rpc('stop_wallet_change', { token }).throwOnError()
    expect(await mailsTo(member.id, 'wallet_stopped')).toHaveLength(1)
  })

  it('[S-115] is not stopped any more once payouts are made to it, nor by a link that was not written here', async () => {
    const member = await vigie.member()
    await save(member, TRON)
    const [mail] = await mailsTo(member.id, 'wallet_changed')
    const token = mail?.StopToken as string
    await vigie.admin.query(
      `update wallets set saved_at = now() - interval '3 days', usable_at = now() - interval '1 day' where user_id = $1`,
      [member.id],
    )
    expect((await vigie.as.visitor.rpc('stop_wallet_change', { token })).data).toMatchObject({
      state: 'too_late',
    })
    for (const forged of ['', 'x'.repeat(44), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`])
      expect(
        (await vigie.as.visitor.rpc('wallet_change_state', { token: forged })).error?.message,
        forged,
      ).toBe('invalid_token')
  })
})
