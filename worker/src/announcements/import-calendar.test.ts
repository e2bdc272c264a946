import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readShipped } from 'content/shipped'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { loadShippedContent } from '../content/load-shipped-content.ts'
import { createPool } from '../database.ts'
import { readCalendarSources } from './calendar-settings.ts'
import { importCalendar } from './import-calendar.ts'
import { keepCalendar } from './keep-calendar.ts'
import { sampleWeek } from './sample.ts'

const HOUR = 3_600_000
const log = pino({ level: 'silent' })
let project: TestProject
let pool: Pool
let site: Server
let address: string
/** What the site answers, and how often it was asked. */
let answer = { status: 200, body: '' }
let asked: string[] = []
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 4, log)
  site = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => site.once('listening', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const entries = readShipped().entries.filter(({ kind }) => kind === 'indicator')
  await loadShippedContent({ pool, log, now: Date.now }, () => ({ entries }))
}, 120_000)
afterAll(async () => {
  site.close()
  await pool.end()
  await project.stop()
})

const settings = (sources: string) => ({
  addresses: readCalendarSources(sources),
  fred: null,
  tradingEconomics: null,
})
const at = (moment: number) => ({ pool, log, now: () => moment })
const rows = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
const health = async (source: string) =>
  (
    await rows<{ state: string; error: string | null; entries: number }>(
      'select state, error, entries from announcement_sources where source = $1',
      [source],
    )
  )[0]

describe('the indicators that ship', () => {
  it('[S-110] [wish §7.7] say in four languages what each is and why it matters for which pairs, with its official source', async () => {
    const kept = await rows<{ slug: string; why: Record<string, string>; authority_url: string }>(
      'select slug, why, authority_url from indicators',
    )
    expect(kept.length).toBeGreaterThanOrEqual(40)
    for (const { why } of kept) {
      expect(Object.keys(why).sort()).toEqual(['en', 'es', 'fr', 'it'])
      expect(new Set(Object.values(why)).size).toBe(4)
    }
  })
})

describe('without a source', () => {
  it('[S-110] the calendar is an example for the weeks around now, with a past, and the same for the same week', async () => {
    const now = Date.now()
    await importCalendar(at(now), settings(''))
    const [counts] = await rows<{ real: number; week: number; past: number; ahead: number }>(
      `select count(*) filter (where not sample)::int as real, count(*) filter (where starts_at between now() - interval '4 days' and now() + interval '4 days')::int as week,
         count(*) filter (where actual is not null)::int as past, count(*) filter (where starts_at > now())::int as ahead from announcements`,
    )
    expect(counts).toMatchObject({ real: 0 })
    expect(counts!.week).toBeGreaterThan(5)
    expect(counts!.past).toBeGreaterThan(500)
    expect(counts!.ahead).toBeGreaterThan(20)
    // Analysts of the demonstration expect something of it, and nobody else.
    expect(await rows('select number from expectations')).toEqual([])
    const before = await rows<{ n: number }>('select count(*)::int as n from announcement_versions')
    await importCalendar(at(now), settings(''))
    expect(await rows('select count(*)::int as n from announcement_versions')).toEqual(before)
    const one = {
      slug: 'us-jobless-claims',
      cadence: 'weekly',
      usual_time: '08:30',
      zone: 'America/New_York',
      decimals: 0,
    } as const
    expect(sampleWeek([one], now, now)).toEqual(sampleWeek([one], now, now))
    // The clock of New York changes and the hour there does not.
    const hours = ['2026-10-28', '2026-11-04'].map((day) =>
      sampleWeek([one], Date.parse(day), 0)[0]?.at?.slice(11, 16),
    )
    expect(hours).toEqual(['12:30', '13:30'])
  }, 120_000)

  it('leaves out an indicator that staff enter by hand', async () => {
    await pool.query(
      `with item as (insert into content_items (id, kind, slug, position, tier, version) values (gen_random_uuid(), 'indicator', 'by-hand', 99, 'visitor', 0) returning id)
       insert into indicators select (jsonb_populate_record(indicators, jsonb_build_object('slug', 'by-hand', 'item', item.id, 'cadence', 'irregular'))).* from indicators, item where slug = 'us-cpi'`,
    )
    const claim = { key: 'by-hand 1', indicator: 'by-hand', at: new Date(Date.now() + HOUR).toISOString() }
    await pool.query(`select private.take_claims('staff', $1)`, [JSON.stringify([claim])])
    await importCalendar(at(Date.now()), settings(''))
    expect(await rows(`select sample from announcements where indicator = 'by-hand'`)).toEqual([
      { sample: false },
    ])
    await pool.query(`select private.take_claims('staff', '[]', now(), now() + interval '1 day')`)
  }, 60_000)

  it('keeps nothing to tell and nothing that fails each minute', async () => {
    await keepCalendar(at(Date.now()))
    await keepCalendar(at(Date.now()))
  })
})

describe('a source', () => {
  const weekly = (title: string) => {
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    return JSON.stringify([
      {
        title,
        country: 'USD',
        date: `${day}T08:30:00-05:00`,
        impact: 'High',
        forecast: '2.6%',
        previous: '2.4%',
      },
    ])
  }

  it('[S-110] is asked at most once an hour, whatever became of the last time', async () => {
    const start = Date.now()
    answer = { status: 429, body: 'Request Denied' }
    asked = []
    for (const minutes of [0, 5, 10, 55])
      await importCalendar(at(start + minutes * 60_000), settings(`forexfactory=${address}/week.json`))
    expect(asked).toHaveLength(1)
    expect(await health('forexfactory')).toMatchObject({
      state: 'failing',
      error: 'forexfactory answered 429',
    })
    answer = { status: 200, body: weekly('CPI y/y') }
    await importCalendar(at(start + HOUR), settings(`forexfactory=${address}/week.json`))
    expect(asked).toHaveLength(2)
    expect(await health('forexfactory')).toEqual({ state: 'ok', error: null, entries: 1 })
  })

  it('[S-110] that answers something else keeps what it said last, and the example makes place', async () => {
    const start = Date.now() + 10 * HOUR
    const listed = () =>
      rows(
        `select indicator, forecast, sample from announcements where listed and source = 'forexfactory' order by starts_at`,
      )
    const before = await listed()
    expect(before).toEqual([{ indicator: 'us-cpi', forecast: '2.6', sample: false }])
    for (const [index, body] of [
      '<html>Maintenance</html>',
      weekly('CPI y/y').slice(0, 40),
      '{"error": 1}',
    ].entries()) {
      answer = { status: 200, body }
      await importCalendar(at(start + index * HOUR), settings(`forexfactory=${address}/week.json`))
      expect((await health('forexfactory'))?.state).toBe('failing')
      expect(await listed()).toEqual(before)
    }
    expect(
      await rows(
        `select from announcements where listed and sample and starts_at > now() + interval '14 hours'`,
      ),
    ).toEqual([])
  })

  it('with a key never shows it: not in its health', async () => {
    const start = Date.now() + 20 * HOUR
    answer = { status: 401, body: '' }
    asked = []
    const keyed = {
      addresses: new Map(),
      fred: { key: 'abcdef-secret', url: address },
      tradingEconomics: { key: 'guest:secret', url: address },
    }
    await importCalendar(at(start), keyed)
    expect(asked.some((url) => url.includes('secret'))).toBe(true)
    const [found] = await rows<{ told: string }>(
      `select string_agg(coalesce(error, ''), ' ') as told from announcement_sources`,
    )
    expect(found?.told).toContain('trading_economics answered 401')
    expect(found?.told).not.toContain('secret')
  })

  it('[S-110] whose series may not be shown without an approval gives its tag and no figure', async () => {
    const start = Date.now() + 40 * HOUR
    asked = []
    answer = {
      status: 200,
      body: JSON.stringify({ tags: [{ name: 'copyrighted: pre-approval required', group_id: 'cc' }] }),
    }
    await importCalendar(at(start), {
      addresses: new Map(),
      fred: { key: 'k', url: address },
      tradingEconomics: null,
    })
    expect(asked.every((url) => url.startsWith('/fred/series/tags'))).toBe(true)
    expect(await rows('select distinct licence, shown from indicator_licences')).toEqual([
      { licence: 'copyrighted: pre-approval required', shown: false },
    ])
    expect(await health('fred')).toMatchObject({ state: 'ok', entries: 0 })
  })

  it('is named by a setting that refuses what it does not know', () => {
    expect([...readCalendarSources('bls, fed').keys()]).toEqual(['bls', 'fed'])
    for (const wrong of ['nobody', 'ecb', 'bls=ftp://x', 'bls bea'])
      expect(() => readCalendarSources(wrong)).toThrow(RangeError)
  })
})
