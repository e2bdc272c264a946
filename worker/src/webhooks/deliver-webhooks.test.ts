import { createHmac } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { readAllowedAddresses } from './address-guard.ts'
import { deliverWebhooks, nextTry } from './deliver-webhooks.ts'
import type { PostRules } from './guarded-post.ts'

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Received = { headers: Record<string, string | string[] | undefined>; body: string }

/** A receiver on loopback that records requests. */
class StandIn {
  readonly received: Received[] = []
  readonly server: Server
  constructor(answer: RequestListener = (_, response) => response.end('ok')) {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        this.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
        answer(request, response)
      })
    })
  }
  async open(address = '127.0.0.1', port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, address, resolve))
    return this
  }
  get port(): number {
    return (this.server.address() as AddressInfo).port
  }
  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }
}

let vigie: Product
let pool: Pool
let ahead = 0
const standIns: StandIn[] = []
const now = () => Date.now() + ahead

beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 4, log)
  await prepareQueue(pool, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await vigie.stop()
})
beforeEach(async () => {
  ahead = 0
  await vigie.admin.query('delete from webhook_endpoints')
})
afterEach(async () => {
  await Promise.all(standIns.splice(0).map((standIn) => standIn.close()))
})

async function receiver(answer?: RequestListener, address?: string, port?: number): Promise<StandIn> {
  const standIn = await new StandIn(answer).open(address, port)
  standIns.push(standIn)
  return standIn
}

async function endpoint(url: string): Promise<number> {
  const { rows } = await vigie.admin.query(
    `insert into webhook_endpoints (name, url) values ('Make', $1) returning id::int`,
    [url],
  )
  return rows[0].id
}

const ON_LOOPBACK = { allowed: readAllowedAddresses('127.0.0.1') }
const deliver = (rules: Partial<PostRules> = {}, payload = {}) =>
  deliverWebhooks({ pool, log, now }, { ...ON_LOOPBACK, ...rules }, payload)

async function deliveries() {
  const { rows } = await vigie.admin.query(
    'select id::int, state, attempts, last_status, last_error, body from webhook_deliveries order by id',
  )
  return rows
}

describe('a sign-up', () => {
  it('[S-20] is delivered to the webhook with exactly the record’s fields, signed, and logged', async () => {
    const standIn = await receiver()
    const id = await endpoint(`http://127.0.0.1:${standIn.port}/lead?key=1`)
    const { id: member } = await vigie.member()
    await deliver()
    const [{ headers, body }] = standIn.received as [Received]
    expect(Object.keys(JSON.parse(body)).sort()).toEqual(
      `firstName lastName email productRequested timestamp source isQualified is_qualified username phone disclaimerAccepted
       product_name date_formatted integration_id make_sync make_source sheet_type premium_flow debug_timestamp format_version`
        .split(/\s+/)
        .sort(),
    )
    const { rows } = await vigie.admin.query(
      'select secret, integration_id from webhook_endpoints, leads where webhook_endpoints.id = $1 and user_id = $2',
      [id, member],
    )
    expect(JSON.parse(body).integration_id).toBe(rows[0].integration_id)
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-vigie-signature'])) ?? []
    expect(Math.abs(Number(seconds) * 1000 - now())).toBeLessThan(MINUTE)
    expect(hex).toBe(createHmac('sha256', rows[0].secret).update(`${seconds}.${body}`).digest('hex'))
    expect(headers).toMatchObject({ 'x-vigie-event': 'lead.created', 'x-vigie-attempt': '1' })
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, last_status: 200, body }])
    await deliver()
    expect(standIn.received).toHaveLength(1)
    const log = await vigie.admin.query('select number, status, error, address from webhook_attempts')
    expect(log.rows).toEqual([{ number: 1, status: 200, error: null, address: '127.0.0.1' }])
  })

  it('is delivered by one of several workers, once', async () => {
    const standIn = await receiver()
    await endpoint(`http://127.0.0.1:${standIn.port}`)
    await vigie.member()
    await Promise.all([deliver(), deliver(), deliver(), deliver()])
    expect(standIn.received).toHaveLength(1)
  })

  it('claimed by a worker that died is delivered later with the same id', async () => {
    const standIn = await receiver()
    await endpoint(`http://127.0.0.1:${standIn.port}`)
    await vigie.member()
    await pool.query(`select * from private.claim_delivery(now(), null, '{}')`)
    await deliver()
    expect(standIn.received).toEqual([])
    ahead = 3 * MINUTE
    await deliver()
    const [{ id }] = await deliveries()
    expect(standIn.received.map(({ headers }) => headers['x-vigie-delivery'])).toEqual([String(id)])
  })

  it('is repeated byte for byte on an admin’s request, as a separate delivery', async () => {
    const standIn = await receiver()
    await endpoint(`http://127.0.0.1:${standIn.port}`)
    await vigie.member()
    await deliver()
    const [{ id }] = await deliveries()
    expect((await vigie.as.freemium.rpc('replay_deliveries', { delivery_ids: [id] })).error?.code).toBe(
      '42501',
    )
    expect((await vigie.as.admin.rpc('replay_deliveries', { delivery_ids: [id] })).data).toBe(1)
    await deliver()
    expect(standIn.received.map(({ body }) => body)[1]).toBe(standIn.received[0]?.body)
    const numbers = standIn.received.map(({ headers }) => headers['x-vigie-delivery'])
    expect(new Set(numbers).size).toBe(2)
  })
})

describe('a failing receiver', () => {
  it('with status 500 for an hour receives its lead after recovery, with increasing delays', async () => {
    let status = 500
    const times: number[] = []
    const standIn = await receiver((_, response) => {
      times.push(now())
      response.writeHead(status).end('no')
    })
    await endpoint(`http://127.0.0.1:${standIn.port}`)
    await vigie.member()
    for (; ahead < HOUR; ahead += MINUTE / 4) await deliver()
    const waits = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000))
    expect(waits.length).toBeGreaterThan(5)
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(15 * 2 ** index - 1)
    status = 204
    for (; ahead < 3 * HOUR; ahead += 5 * MINUTE) await deliver()
    expect(await deliveries()).toMatchObject([{ state: 'delivered', last_status: 204, last_error: null }])
    expect(new Set(standIn.received.map(({ body }) => body)).size).toBe(1)
  })

  it('for a whole day is disabled, which admins are told; pending deliveries continue once it is enabled', async () => {
    let status = 500
    const standIn = await receiver((_, response) => response.writeHead(status).end())
    const id = await endpoint(`http://127.0.0.1:${standIn.port}`)
    await vigie.member()
    for (; ahead <= 25 * HOUR; ahead += 20 * MINUTE) await deliver()
    expect(await deliveries()).toMatchObject([{ state: 'failed', last_error: 'http_500' }])
    const { rows } = await vigie.admin.query('select active, switched_off_reason from webhook_endpoints')
    expect(rows).toEqual([{ active: false, switched_off_reason: 'failing' }])
    const mails = await vigie.admin.query(
      `select template, data from _server.mail_outbox where template = 'webhook_off'`,
    )
    expect(mails.rows).toMatchObject([{ template: 'webhook_off', data: { Endpoint: 'Make' } }])

    status = 200
    await vigie.member()
    const before = standIn.received.length
    await deliver()
    expect(standIn.received).toHaveLength(before)
    await vigie.as.admin.from('webhook_endpoints').update({ active: true }).eq('id', id)
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 'failed' }, { state: 'delivered' }])
  }, 30_000)

  it('does not delay others: it is skipped for the rest of a run', async () => {
    const hanging = await receiver(() => undefined)
    const healthy = await receiver()
    await endpoint(`http://127.0.0.1:${hanging.port}`)
    await endpoint(`http://127.0.0.1:${healthy.port}`)
    await vigie.member()
    await vigie.member()
    await deliver({ withinMs: 200 })
    expect(hanging.received).toHaveLength(1)
    expect(healthy.received).toHaveLength(2)
  })

  it('with an endless or too large answer is cut off', async () => {
    const slow = await receiver((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    await endpoint(`http://127.0.0.1:${slow.port}`)
    await vigie.member()
    await deliver({ withinMs: 300 })
    expect(await deliveries()).toMatchObject([{ state: 'pending', last_error: 'timed_out' }])

    let written = 0
    const giant = await receiver((_, response) => {
      const part = Buffer.alloc(64 * 1024)
      const pour = () => {
        while (!response.destroyed && response.write(part)) written += part.length
      }
      response.on('drain', pour)
      pour()
    })
    await vigie.admin.query('delete from webhook_endpoints')
    await endpoint(`http://127.0.0.1:${giant.port}`)
    await vigie.member()
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })

  it('that is unreachable loses nothing', async () => {
    const standIn = await receiver()
    const { port } = standIn
    await standIn.close()
    standIns.splice(0)
    await endpoint(`http://127.0.0.1:${port}`)
    await vigie.member()
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 1, last_error: 'ECONNREFUSED' }])
    ahead = MINUTE
    const back = await receiver(undefined, '127.0.0.1', port)
    await deliver()
    expect(back.received).toHaveLength(1)
  })
})

describe('a forbidden address', () => {
  const refusalOf = async (url: string, rules: Partial<PostRules> = {}) => {
    await vigie.admin.query('delete from webhook_endpoints')
    await endpoint(url)
    await vigie.member()
    await deliver(rules)
    const [row] = await deliveries()
    return row?.last_error
  }
  const NOTHING = { allowed: readAllowedAddresses('') }

  it('is refused in any notation, without a connection', async () => {
    const standIn = await receiver()
    const written = [
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[::]',
      'localhost',
      '10.0.0.1',
      '169.254.169.254',
      '[fd00:ec2::254]',
      '%31%32%37.0.0.1',
      '①②⑦.0.0.1',
    ]
    for (const host of written) {
      expect(await refusalOf(`http://${host}:${standIn.port}/`, NOTHING), host).toBe('address_refused')
    }
    expect(standIn.received).toEqual([])
  })

  it('is refused when a public name resolves to it, alone or among others', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['::ffff:10.0.0.1']]) {
      const resolve = async () => addresses
      expect(await refusalOf('https://hooks.example/', { ...NOTHING, resolve })).toBe('address_refused')
    }
  })

  it('is not reached through a name that changes its answer', async () => {
    const inside = await receiver()
    const checked = await receiver(undefined, '127.0.0.2', inside.port)
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.2'] : ['127.0.0.1'])
    const allowed = readAllowedAddresses('127.0.0.2')
    expect(await refusalOf(`http://rebinding.example:${inside.port}/`, { allowed, resolve })).toBeNull()
    expect([asked, checked.received.length, inside.received.length]).toEqual([1, 1, 0])
    expect(checked.received[0]?.headers.host).toBe(`rebinding.example:${inside.port}`)
  })

  it('is not reached through a redirect', async () => {
    const inside = await receiver()
    for (const status of [301, 302, 303, 307, 308]) {
      const trap = await receiver((_, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end(),
      )
      expect(await refusalOf(`http://127.0.0.1:${trap.port}/`)).toBe('redirect_refused')
    }
    expect(inside.received).toEqual([])
  })

  it('is not used in plain text if public, and a name without an answer causes no wait', async () => {
    expect(await refusalOf('http://93.184.216.34/', NOTHING)).toBe('https_required')
    const resolve = () => new Promise<string[]>(() => undefined)
    expect(await refusalOf('https://silent.example/', { resolve, withinMs: 200 })).toBe('timed_out')
    expect(await refusalOf('https://nowhere.example/', { resolve: async () => [] })).toBe('name_not_found')
  })

  it('cannot be stored without a host, with a password or with another scheme', async () => {
    for (const url of [
      'ftp://a.example/',
      'https://me:secret@a.example/',
      'https://',
      'a.example',
      'https://a b/',
    ]) {
      await expect(endpoint(url)).rejects.toThrow('webhook_endpoints_url_check')
    }
  })
})

it('waits 15 seconds, then twice as long each time, and ends after a day', () => {
  const end = 24 * HOUR
  let at = 0
  const tries: number[] = []
  for (let attempt = 1; ; attempt++) {
    tries.push(at)
    const next = nextTry(attempt, at, end)
    if (!next) break
    at = next.getTime()
  }
  expect(tries.slice(0, 4)).toEqual([0, 15_000, 45_000, 105_000])
  expect(tries.at(-1)).toBe(end)
  expect(tries.length).toBeLessThan(20)
})
