import type { Pool } from 'pg'
import { pino } from 'pino'
import { readHeads } from 'trading/proof/log/head-text'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product, publish, withdraw } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import type { TelegramSettings } from '../telegram/settings.ts'
import { BotApi } from '../testing/bot-api.ts'
import { keepTelegram, postToTelegram } from './post-to-telegram.ts'

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const PREMIUM = '-1001'
const FREE = '-1002'
const api = new BotApi()
let vigie: Product
let pool: Pool
let settings: TelegramSettings
let ahead = 0
const now = () => Date.now() + ahead * 1000
const post = (given: TelegramSettings | null = settings) =>
  postToTelegram({ pool, log, now }, given, 'https://vigie.example')

beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 8, log)
  await prepareQueue(pool, log)
  await api.open()
  settings = {
    token: BotApi.token,
    apiUrl: api.url,
    chats: new Map([
      ['premium', { id: PREMIUM, language: 'fr' }],
      ['free', { id: FREE, language: 'en' }],
    ]),
  }
}, 60_000)
afterAll(async () => {
  await Promise.all([api.close(), pool.end()])
  await vigie.stop()
})
beforeEach(async () => {
  ahead = 0
  api.answers.clear()
  await keepTelegram(pool, null)
  await keepTelegram(pool, settings)
  api.received.length = 0
})

const happens = (id: string, kind: string, price: number, r = 0) =>
  pool.query(`select private.append_signal_event($1, $2, clock_timestamp(), $3, $4, '{}')`, [
    id,
    kind,
    price,
    r,
  ])
const told = (chat: string) => api.received.filter((one) => one.chat === chat).map(({ text }) => text)
const titles = (chat: string) => told(chat).map((text) => text.split('\n')[0])
const state = async () => (await vigie.as.admin.rpc('office_telling').throwOnError()).data.telegram

describe('the Telegram channel', () => {
  it('posts levels and events to the premium chat, each in its language', async () => {
    const { id, number } = await publish(vigie, {
      entry_low: '1.07000',
      entry_high: '1.07100',
      stop_loss: '1.06700',
      targets: [
        { price: '1.07500', share: '50' },
        { price: '1.08000', share: '50' },
      ],
    })
    await post()
    await happens(id, 'entered', 1.0705)
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'Rien ne presse.' }).throwOnError()
    await post()
    await happens(id, 'stopped', 1.067, -1)
    await Promise.all([post(), post()])
    expect(told(PREMIUM)[0]?.split('\n')).toEqual([
      'Nouveau signal\u00a0: EUR/USD',
      'Achat 1,07000–1,07100, stop 1,06700',
      'Objectif 1\u00a0: 1,07500 (50\u202f%)',
      'Objectif 2\u00a0: 1,08000 (50\u202f%)',
      `Signal n°\u00a0${number}, unité M15.`,
      `https://vigie.example/signaux?signal=${number}`,
      '',
      expect.stringMatching(/^Le trading comporte un risque/),
      expect.stringMatching(
        /^Tête de chaîne à cet instant\u00a0: vigie-head 20\d\d-\d\d-\d\d \d+ [0-9a-f]{64}$/,
      ),
    ])
    const { rows: chain } = await pool.query('select sequence::int, hash from ledger')
    for (const message of [...told(PREMIUM), ...told(FREE)])
      expect(chain).toContainEqual(readHeads(message)[0])
    expect(titles(PREMIUM)).toEqual([
      'Nouveau signal\u00a0: EUR/USD',
      'EUR/USD\u00a0: entrée touchée',
      'EUR/USD\u00a0: note de l’analyste',
      'EUR/USD\u00a0: stop touché',
    ])
    expect(told(PREMIUM)[2]).toContain('Rien ne presse.')
    expect(told(PREMIUM)[3]).toContain('-1\u00a0R')
    expect(titles(FREE)).toEqual(['New premium signal: EUR/USD', 'EUR/USD: stop hit'])
    expect(told(FREE)[1]).toContain('What was announced: Buy 1.07000–1.07100, stop 1.06700')
  })

  it('[S-100] posts no level to the free chat, and no event of a premium signal before its end', async () => {
    const { id } = await publish(vigie, {
      entry_low: '1.07200',
      entry_high: '1.07300',
      stop_loss: '1.06900',
      targets: [{ price: '1.07700', share: '100' }],
    })
    await post()
    await happens(id, 'entered', 1.0725)
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'Stop 1.06900.' }).throwOnError()
    await post()
    expect(told(PREMIUM)).toHaveLength(3)
    expect(told(FREE)).toHaveLength(1)
    expect(told(FREE).join()).not.toMatch(/1[.,]0\d{3}|buy|sell/i)
    const { rows } = await pool.query(`select private.telegram_facts('free', $1, 'published', 1) as facts`, [
      id,
    ])
    expect(Object.keys(rows[0].facts).sort()).toEqual([
      'head',
      'instrument',
      'kind',
      'number',
      'result',
      'timeframe',
    ])
  })

  it('posts everything about a free signal to the free chat', async () => {
    const { id } = await publish(vigie, { tier: 'freemium' })
    await post()
    await happens(id, 'entered', 1.085)
    await post()
    expect(titles(FREE)).toEqual(['New signal: EUR/USD', 'EUR/USD: entry filled'])
    expect(told(FREE)[0]).toMatch(/Buy 1\.\d{5}/)
  })

  it('waits as long as requested, keeps the order, and sends each message once', async () => {
    api.answers.set(PREMIUM, [BotApi.tooMany(40)])
    const first = await publish(vigie)
    await post()
    const second = await publish(vigie)
    ahead = 30
    await post()
    expect(told(PREMIUM)).toEqual([])
    expect((await state())[0]).toMatchObject({
      chat: 'premium',
      waiting: 2,
      last_error: expect.stringMatching(/^429/),
    })
    const { rows } = await pool.query(
      `select run_at from graphile_worker.jobs where key = 'post-to-telegram later premium'`,
    )
    expect(rows[0].run_at.getTime() - Date.now()).toBeGreaterThan(30_000)
    ahead = 41
    await Promise.all([post(), post(), post()])
    await post()
    const numbers = told(PREMIUM).map((text) => Number(/signal=(\d+)/.exec(text)?.[1]))
    expect(numbers).toEqual([first.number, second.number])
    expect((await state())[0]).toMatchObject({ waiting: 0, last_error: null })
    // The other chat did not wait.
    expect(told(FREE)).toHaveLength(2)
  })

  it.each([
    ['kicked', BotApi.kicked],
    ['not found', BotApi.notFound],
  ])('reports a chat that it was %s from, and posts again once the chat accepts messages', async (_, no) => {
    api.answers.set(FREE, [no])
    await publish(vigie)
    await post()
    expect((await state())[1]).toMatchObject({
      chat: 'free',
      last_error: expect.stringContaining(no.description),
    })
    ahead = 500
    await post()
    expect(told(FREE)).toEqual([])
    ahead = 601
    await post()
    expect(told(FREE)).toHaveLength(1)
  })

  it('skips a refused message and continues with the next', async () => {
    api.answers.set(PREMIUM, [BotApi.tooLong])
    await publish(vigie)
    const { number } = await publish(vigie)
    await post()
    expect(told(PREMIUM)).toHaveLength(1)
    expect(told(PREMIUM)[0]).toContain(`signal=${number}`)
    const { rows } = await pool.query(
      `select passed_for from private.telegram_posts where chat = 'premium' order by number desc limit 2`,
    )
    expect(rows.map((row) => row.passed_for)).toEqual([null, 'refused'])
  })

  it('retries with increasing delays while Telegram is unreachable, and never reveals the token', async () => {
    api.answers.set(PREMIUM, ['cut', BotApi.unwell])
    await publish(vigie)
    await post()
    const [first] = await state()
    expect(first.last_error).toBeTruthy()
    ahead = 16
    await post()
    expect((await state())[0].last_error).toMatch(/^502/)
    ahead = 40
    await post()
    expect(told(PREMIUM)).toEqual([])
    ahead = 50
    await post()
    expect(told(PREMIUM)).toHaveLength(1)
    const { rows } = await pool.query(
      `select string_agg(last_error, ' ') as said from private.telegram_chats`,
    )
    expect(`${first.last_error} ${rows[0].said}`).not.toContain(BotApi.token)
  })

  it('posts only the end of what ended while a chat was unreachable, and nothing that is a day old', async () => {
    const gone = await publish(vigie)
    await withdraw(vigie, gone.id)
    await publish(vigie)
    ahead = 25 * 3600
    await post()
    expect(told(PREMIUM)).toEqual([])
    await keepTelegram(pool, null)
    await keepTelegram(pool, settings)
    ahead = 0
    const { id } = await publish(vigie)
    await withdraw(vigie, id)
    await post()
    expect(titles(PREMIUM)).toEqual(['EUR/USD\u00a0: signal annulé'])
  })

  it('is off without settings: no jobs, no messages, and the office shows it', async () => {
    await keepTelegram(pool, null)
    await pool.query('delete from graphile_worker._private_jobs')
    await publish(vigie)
    await post(null)
    await post()
    expect(api.received).toEqual([])
    const { rows } = await pool.query(
      `select from graphile_worker.jobs where task_identifier = 'post-to-telegram'`,
    )
    expect(rows).toEqual([])
    expect(await state()).toMatchObject([
      { chat: 'premium', configured: false, waiting: 0 },
      { chat: 'free', configured: false, waiting: 0 },
    ])
    // Events before there was a chat are not posted.
    await keepTelegram(pool, settings)
    await post()
    expect(api.received).toEqual([])
  })
})

describe('the Telegram state', () => {
  it.each(['freemium', 'premium', 'analyst', 'visitor'] as const)('is not visible to %s', async (actor) => {
    expect((await vigie.as[actor].rpc('office_telling')).error?.code).toBe('42501')
  })

  it('shows how many messages wait', async () => {
    await publish(vigie)
    const { rows } = await pool.query(
      `select count(*)::int as facts from private.notification_facts where fanned_out_at is null and withdrawn_at is null`,
    )
    const { data } = await vigie.as.admin.rpc('office_telling').throwOnError()
    expect(data.facts).toBe(rows[0].facts)
    expect(data.facts).toBeGreaterThan(0)
    expect(data.channels.map((one: { channel: string }) => one.channel)).toEqual(['push', 'email', 'digest'])
  })
})
