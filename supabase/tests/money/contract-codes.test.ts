import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product('demo')
}, 120_000)
afterAll(() => vigie.stop())

type Answer = { refusal?: string; contract?: { withdrawal: { refund: number } } | null; at?: string }

async function call(name: string, values: object, as: keyof Product['as'] = 'visitor'): Promise<Answer> {
  const { data, error } = await vigie.as[as].rpc(name as never, values as never)
  if (error) throw error
  return data as Answer
}

/** A member with a paid contract, and the address of their account. */
async function subscriber(): Promise<{ id: string; address: string }> {
  const { client, id } = await vigie.member()
  const { data: user } = await client.auth.getUser()
  const { data: order } = await client.rpc('open_checkout', {
    plan: 'standard',
    period: 'month',
    means: 'card',
    details: { name: 'Alix Laurent', country: 'FR' },
    terms_version: '2026-11-21',
    expected_total: 3900,
    idempotency_key: randomUUID(),
  } as never)
  const card = { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' }
  const { error } = await client.rpc('sandbox_pay', { checkout: (order as { id: string }).id, card } as never)
  if (error) throw error
  return { id, address: user.user?.email ?? '' }
}

const mailed = async (address: string): Promise<string[]> => {
  const { rows } = await vigie.admin.query<{ code: string }>(
    `select data ->> 'Token' as code from _server.mail_outbox where to_address = $1 and template like '%\\_code' order by id`,
    [address],
  )
  return rows.map(({ code }) => code)
}

/** The acknowledgements sent to an address. */
const acknowledged = async (address: string) => {
  const { rows } = await vigie.admin.query<{ template: string; data: Record<string, unknown> }>(
    `select template, data from _server.mail_outbox where to_address = $1 and template in ('contract_cancelled', 'contract_withdrawn') order by id`,
    [address],
  )
  return rows
}

const stateOf = async (id: string): Promise<string> => {
  const { rows } = await vigie.admin.query<{ state: string }>(
    'select state from public.subscriptions where user_id = $1',
    [id],
  )
  return rows[0]?.state ?? ''
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a contract without signing in', () => {
  it('is cancelled with the mailed code, once', async () => {
    const { id, address } = await subscriber()
    await call('request_contract_code', { address: ` ${address.toUpperCase()} `, purpose: 'cancel' })
    const [code = ''] = await mailed(address)
    expect(code).toMatch(/^\d{6}$/)
    expect(await call('contract_by_code', { address, purpose: 'cancel', code })).toMatchObject({
      contract: { state: 'active', amount: 3900, means: 'card' },
    })
    // A cancellation code cannot be used to withdraw.
    expect(await call('contract_by_code', { address, purpose: 'withdraw', code })).toEqual({
      refusal: 'code_wrong',
    })
    const ended = await call('end_contract_by_code', { address, purpose: 'cancel', code })
    expect(Date.parse(ended.at ?? '')).not.toBeNaN()
    expect(await stateOf(id)).toBe('canceled')
    expect(await acknowledged(address)).toMatchObject([{ template: 'contract_cancelled' }])
    expect(await call('end_contract_by_code', { address, purpose: 'cancel', code })).toEqual({
      refusal: 'code_wrong',
    })
  })

  it('is withdrawn from for the refund that was shown, and for no other', async () => {
    const { id, address } = await subscriber()
    await call('request_contract_code', { address, purpose: 'withdraw' })
    const [code = ''] = await mailed(address)
    const { contract } = await call('contract_by_code', { address, purpose: 'withdraw', code })
    expect(contract?.withdrawal.refund).toBe(3900)
    const end = (refund: number) =>
      call('end_contract_by_code', { address, purpose: 'withdraw', code, refund })
    await expect(end(3899)).rejects.toMatchObject({ message: 'price_moved' })
    expect(await stateOf(id)).toBe('active')
    expect(await end(3900)).toHaveProperty('at')
    expect(await stateOf(id)).toBe('expired')
    expect(await acknowledged(address)).toMatchObject([
      { template: 'contract_withdrawn', data: { Refund: 3900, Currency: 'EUR', At: expect.any(String) } },
    ])
  })

  it('answers the same for an address that nobody has, and mails nobody', async () => {
    const address = `${randomUUID()}@example.com`
    expect(await call('request_contract_code', { address, purpose: 'cancel' })).toBeNull()
    expect(await mailed(address)).toEqual([])
    expect(await call('contract_by_code', { address, purpose: 'cancel', code: '000000' })).toEqual({
      refusal: 'code_wrong',
    })
  })

  it('takes five tries at a code, ten minutes, and sends three', async () => {
    const { id, address } = await subscriber()
    const ask = () => call('request_contract_code', { address, purpose: 'cancel' })
    await ask()
    const [first = ''] = await mailed(address)
    const check = (code: string) => call('contract_by_code', { address, purpose: 'cancel', code })
    for (let tries = 0; tries < 5; tries++) expect(await check(wrong(first))).toHaveProperty('refusal')
    expect(await check(first)).toEqual({ refusal: 'code_wrong' })
    await ask()
    await vigie.admin.query('update private.contract_codes set expires_at = now() where member = $1', [id])
    expect(await check((await mailed(address))[1] ?? '')).toEqual({ refusal: 'code_wrong' })
    await ask()
    await ask()
    expect(await mailed(address)).toHaveLength(3)
    expect(await check((await mailed(address))[2] ?? '')).toHaveProperty('contract')
    expect(await stateOf(id)).toBe('active')
  })

  it('stays open to the others when somebody asks without end, and for addresses that nobody has', async () => {
    const ask = async (network: string, address: string) => {
      const client = await vigie.admin.connect()
      try {
        await client.query('begin')
        await client.query(`select set_config('request.headers', $1, true)`, [
          JSON.stringify({ 'x-client-address': network }),
        ])
        await client.query(`select request_contract_code($1, 'cancel')`, [address])
        await client.query('commit')
        return null
      } catch (error) {
        await client.query('rollback')
        return (error as Error).message
      } finally {
        client.release()
      }
    }
    const { address } = await subscriber()
    const nobody = () => `${randomUUID()}@example.com`
    const answers = []
    for (let time = 0; time < 11; time++) answers.push(await ask(`2001:db8::${time}`, nobody()))
    expect(answers).toEqual([...Array(10).fill(null), 'too_many_codes'])
    // Addresses without an account, more than the hourly limit.
    await vigie.admin.query(
      `insert into private.contract_codes (address, purpose, created_at, expires_at)
       select private.hashed(i::text), 'cancel', now(), now() + interval '10 minutes' from generate_series(1, 5001) as i`,
    )
    try {
      // Requests from one IP address do not use up the member's limit for another.
      for (let time = 0; time < 4; time++) expect(await ask('192.0.2.1', address)).toBeNull()
      expect(await ask('192.0.2.2', address)).toBeNull()
      expect(await mailed(address)).toHaveLength(4)
      expect(await ask('192.0.2.3', nobody())).toBeNull()
    } finally {
      await vigie.admin.query('delete from private.contract_codes where member is null')
    }
    // The first code remains valid after three later requests.
    const [first = ''] = await mailed(address)
    expect(await call('contract_by_code', { address, purpose: 'cancel', code: first })).toHaveProperty(
      'contract',
    )
  })

  it('counts where a request comes from as the server saw it, whatever the request says', async () => {
    const { rows: before } = await vigie.admin.query('select distinct source from private.contract_codes')
    const address = `${randomUUID()}@example.com`
    for (const said of ['203.0.113.7', '203.0.113.8']) {
      const answer = await fetch(`${vigie.url}/rest/v1/rpc/request_contract_code`, {
        method: 'POST',
        headers: { apikey: vigie.anonKey, 'content-type': 'application/json', 'x-client-address': said },
        body: JSON.stringify({ address, purpose: 'cancel' }),
      })
      expect(answer.ok).toBe(true)
    }
    const { rows } = await vigie.admin.query(
      'select distinct source from private.contract_codes where address = private.hashed($1)',
      [address],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].source).not.toBeNull()
    expect(before.length).toBeGreaterThan(0)
  })

  it('shows a member without one that there is none; the codes themselves nobody reads', async () => {
    expect(await call('own_contract', {}, 'freemium')).toBeNull()
    await expect(call('own_contract', {})).rejects.toMatchObject({ code: '42501' })
    await expect(call('request_contract_code', { address: 'x', purpose: 'cancel' })).rejects.toMatchObject({
      message: 'address_wrong',
    })
    const client = await vigie.admin.connect()
    try {
      await client.query('begin; set local role authenticated')
      await expect(client.query('select from private.contract_codes')).rejects.toMatchObject({
        code: '42501',
      })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
