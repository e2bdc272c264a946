import { blackoutAt } from 'trading/announcements/blackout'
import { claimsOfCsv } from 'trading/announcements/csv'
import { checkExpectations } from 'trading/proof/verify-expectations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indicatorDocument } from '../access/announcement-rows.ts'
import { publishItem } from '../access/learning-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await publishItem(vigie, 'indicator', 'us-cpi', indicatorDocument())
  await publishItem(
    vigie,
    'indicator',
    'us-claims',
    indicatorDocument(
      {
        cadence: 'weekly',
        better: 'lower',
        unit: 'thousand',
        impact: 'medium',
        codes: { bls: ['Employment Situation'] },
      },
      { title: 'Inscriptions' },
    ),
  )
  await publishItem(
    vigie,
    'indicator',
    'us-rate',
    indicatorDocument({ codes: { bls: ['Employment Situation'] } }, { title: 'Chômage' }),
  )
}, 120_000)
afterAll(() => vigie.stop())

const query = async <T>(text: string, values: unknown[] = []) =>
  (await vigie.admin.query(text, values)).rows as T[]
type Taken = {
  added: number
  changed: number
  moved: number
  problems: { key: string; problem: string; field: string }[]
  changes: { id: string; change: string }[]
}
const take = async (source: string, claims: object[], covers: [string, string] | [] = [], moment?: string) =>
  (
    await query<{ taken: Taken }>(
      'select private.take_claims($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp())) as taken',
      [source, JSON.stringify(claims), covers[0] ?? null, covers[1] ?? null, moment ?? null],
    )
  )[0]!.taken
/** With what the answer leaves out: the usual, and how often a row was changed and moved. */
const between = async (since: string, until: string, known_at: string | null = null) => {
  const { data } = await vigie.as.freemium
    .rpc('announcements_between', { since, until, known_at })
    .throwOnError()
  const { rows, holidays, indicators } = data as {
    rows: Record<string, string>[]
    holidays: Record<string, unknown>[]
    indicators: Record<string, Record<string, string>>
  }
  const stored = await query<Record<string, string>>(
    'select id, sequence, version from announcements where id = any($1)',
    [rows.map(({ id }) => id)],
  )
  const whole = (row: Record<string, string>): Record<string, string> => {
    const { country, currency } = indicators[row.indicator ?? ''] ?? {}
    const counts = stored.find(({ id }) => id === row.id)
    return { kind: 'release', precision: 'exact', country: country!, currency: currency!, ...counts, ...row }
  }
  return { rows: rows.map(whole), holidays }
}

const CPI = 'USD|CPI y/y'
const weekly = (week: string, at: string, more: object = {}) => ({
  key: `${week}|${CPI}`,
  code: CPI,
  currency: 'USD',
  at,
  ...more,
})
const official = (period: string, at: string, more: object = {}) => ({
  key: `Consumer Price Index|${period}`,
  code: 'Consumer Price Index',
  period,
  at,
  ...more,
})
const month = (name: string, known_at: string | null = null) => {
  const since = Date.parse(`${name}-01T00:00:00Z`)
  return between(new Date(since).toISOString(), new Date(since + 31 * 86_400_000).toISOString(), known_at)
}
const told = (member: string, kind?: string) =>
  query<{ kind: string; parameters: Record<string, unknown>; fact: string }>(
    `select kind, parameters, fact from notifications where user_id = $1 and category = 'announcements' and ($2::text is null or kind = $2) order by id`,
    [member, kind ?? null],
  )
const inMinutes = (minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000)
  at.setUTCSeconds(0, 0)
  return at.toISOString()
}

describe('two sources of the same release', () => {
  it('[S-110] make one announcement, in whatever order and however often they come', async () => {
    const traders = weekly('2031-W15', '2031-04-10T12:30:00Z', { forecast: '2.4', previous: '2.3' })
    const agency = official('2031-03', '2031-04-10T12:30:00Z')
    for (const [source, claim] of [
      ['forexfactory', traders],
      ['bls', agency],
      ['forexfactory', traders],
      ['bls', agency],
    ] as const)
      await take(source, [claim])
    const { rows } = await month('2031-04')
    expect(rows.filter(({ indicator }) => indicator === 'us-cpi')).toMatchObject([
      { period: '2031-03', forecast: '2.4', source: 'bls', state: 'scheduled', version: 2 },
    ])
    await take('bls', [official('2031-04', '2031-05-13T12:30:00Z')])
    await take('forexfactory', [weekly('2031-W20', '2031-05-13T12:30:00Z', { forecast: '2.5' })])
    const later = await month('2031-05')
    expect(later.rows.filter(({ indicator }) => indicator === 'us-cpi')).toMatchObject([
      { period: '2031-04', forecast: '2.5', source: 'bls' },
    ])
  })

  it('[S-110] that come at the same moment make one announcement', async () => {
    await Promise.all([
      take('forexfactory', [weekly('2032-W15', '2032-04-10T12:30:00Z')]),
      take('bls', [official('2032-03', '2032-04-10T12:30:00Z')]),
      take('trading_economics', [
        { key: '991', indicator: 'us-cpi', period: '2032-03', at: '2032-04-10T12:30:00Z' },
      ]),
    ])
    expect((await month('2032-04')).rows.filter(({ indicator }) => indicator === 'us-cpi')).toHaveLength(1)
  })

  it('a release of several indicators is an announcement of each', async () => {
    await take('bls', [
      {
        key: 'Employment|2031-06',
        code: 'Employment Situation',
        period: '2031-06',
        at: '2031-07-04T12:30:00Z',
      },
    ])
    expect((await month('2031-07')).rows.map(({ indicator }) => indicator).sort()).toEqual([
      'us-claims',
      'us-rate',
    ])
  })

  it('an unknown event is listed under its own title, and becomes that of its indicator when that is written', async () => {
    await take('forexfactory', [
      {
        key: '2033-W02|USD|Odd Survey',
        code: 'USD|Odd Survey',
        title: 'Odd Survey',
        currency: 'USD',
        at: '2033-01-12T15:00:00Z',
      },
    ])
    expect((await month('2033-01')).rows).toMatchObject([
      { title: 'Odd Survey', country: 'US', currency: 'USD' },
    ])
    await publishItem(
      vigie,
      'indicator',
      'us-odd',
      indicatorDocument({ codes: { forexfactory: ['USD|Odd Survey'] } }),
    )
    await take('forexfactory', [
      {
        key: '2033-W02|USD|Odd Survey',
        code: 'USD|Odd Survey',
        title: 'Odd Survey',
        currency: 'USD',
        at: '2033-01-12T15:00:00Z',
      },
    ])
    expect((await month('2033-01')).rows).toMatchObject([{ indicator: 'us-odd' }])
  })
})

describe('a time that changes', () => {
  it('[S-110] [wish §7.6] is announced: the row says from when it was moved, and the page is told', async () => {
    await take('bls', [official('2034-01', '2034-02-13T13:30:00Z')])
    const taken = await take('bls', [official('2034-01', '2034-02-27T13:30:00Z')])
    expect(taken).toMatchObject({ moved: 1, added: 0 })
    const { rows } = await month('2034-02')
    expect(rows).toMatchObject([{ state: 'moved', sequence: 1 }])
    expect(Date.parse(rows[0]!.moved_from!)).toBe(Date.parse('2034-02-13T13:30:00Z'))
  })

  it('a day that gets its hour was not moved', async () => {
    await take('fed', [
      { key: 'm', indicator: 'us-rate', day: '2034-03-15', zone: 'America/New_York', precision: 'tentative' },
    ])
    await take('fed', [
      { key: 'm', indicator: 'us-rate', at: '2034-03-15T18:00:00Z', zone: 'America/New_York' },
    ])
    expect((await month('2034-03')).rows).toMatchObject([
      { state: 'scheduled', precision: 'exact', sequence: 1 },
    ])
  })

  it('[S-110] a government shutdown postpones releases without losing or doubling one', async () => {
    await take('bls', [
      official('2035-09', '2035-10-11T12:30:00Z'),
      official('2035-10', '2035-11-13T13:30:00Z'),
    ])
    await take('bls', [official('2035-09', '2035-10-11T12:30:00Z', { postponed: true })])
    expect((await month('2035-10')).rows).toMatchObject([{ state: 'postponed' }])
    await take('bls', [official('2035-09', '2035-11-20T13:30:00Z')])
    expect((await month('2035-10')).rows).toEqual([])
    expect((await month('2035-11')).rows.map(({ period, state }) => [period, state])).toEqual([
      ['2035-10', 'scheduled'],
      ['2035-09', 'moved'],
    ])
  })

  it('[S-110] one that a feed names no more is cancelled, and a feed that was cut off cancels nothing', async () => {
    const claims = Array.from({ length: 10 }, (_, index) => ({
      key: `c${index}`,
      title: `Event ${index}`,
      currency: 'EUR',
      at: `2036-03-${String(10 + index)}T09:00:00Z`,
    }))
    const march: [string, string] = ['2036-03-01T00:00:00Z', '2036-04-01T00:00:00Z']
    await take('import', claims, march)
    await expect(take('import', claims.slice(0, 3), march)).rejects.toThrow('feed_is_cut')
    expect((await month('2036-03')).rows.every(({ state }) => state === 'scheduled')).toBe(true)
    await take('import', claims.slice(1), march)
    expect((await month('2036-03')).rows.map(({ state }) => state)).toEqual([
      'cancelled',
      ...Array(9).fill('scheduled'),
    ])
    await take('import', claims, march)
    expect((await month('2036-03')).rows.every(({ state }) => state === 'scheduled')).toBe(true)
  })
})

describe('bad input', () => {
  it('[S-110] is reported claim by claim, and the sound ones are taken', async () => {
    const good = { key: 'good', title: 'Sound', currency: 'GBP', at: '2037-05-05T09:00:00Z' }
    const taken = await take('import', [
      good,
      { ...good, key: 'no time', at: undefined },
      { ...good, key: 'thirteenth', at: '2037-13-05T09:00:00Z' },
      { ...good, key: 'words', actual: 'much' },
      { ...good, key: 'zone', zone: 'Mars/Olympus' },
      { ...good, key: 'bell', title: 'a\u0007b' },
      { ...good, key: 'unknown', indicator: 'nobody-knows' },
      { ...good, key: 'nothing', title: undefined },
      { ...good, key: undefined },
      'half written',
    ] as object[])
    expect(taken.added).toBe(1)
    expect(taken.problems.map(({ key, field }) => [key, field])).toEqual([
      ['no time', 'at'],
      ['thirteenth', 'at'],
      ['words', 'actual'],
      ['zone', 'zone'],
      ['bell', 'title'],
      ['unknown', 'indicator'],
      ['nothing', 'title'],
      [null, 'key'],
      [null, 'claim'],
    ])
    expect((await month('2037-05')).rows).toHaveLength(1)
  })

  it('[wish §7.1] keeps a day that day in its own zone, on both changes of the clocks and in half-hour zones', async () => {
    await take('import', [
      { key: 'spring', title: 'Spring', currency: 'EUR', at: '2038-03-28T01:00:00Z', zone: 'Europe/Paris' },
      { key: 'autumn', title: 'Autumn', currency: 'EUR', at: '2038-10-31T01:00:00Z', zone: 'Europe/Paris' },
      {
        key: 'mumbai',
        title: 'Half hour',
        currency: 'USD',
        at: '2038-03-09T18:40:00Z',
        zone: 'Asia/Kolkata',
      },
      {
        key: 'holiday',
        title: 'Holiday',
        currency: 'NZD',
        day: '2038-04-06',
        zone: 'Pacific/Auckland',
        kind: 'holiday',
      },
    ])
    const rows = [
      ...(await month('2038-03')).rows,
      ...(await month('2038-04')).rows,
      ...(await month('2038-10')).rows,
    ]
    expect(rows.map(({ title, day, precision }) => [title, day, precision])).toEqual([
      ['Half hour', '2038-03-10', 'exact'],
      ['Spring', '2038-03-28', 'exact'],
      // Its day begins when it is still the fifth elsewhere.
      ['Holiday', '2038-04-06', 'all_day'],
      ['Autumn', '2038-10-31', 'exact'],
    ])
  })

  it('converts a figure to the unit of its indicator', async () => {
    await take('forexfactory', [
      {
        key: 'u',
        indicator: 'us-claims',
        at: '2039-01-06T13:30:00Z',
        actual: '1.02M',
        forecast: '222K',
        previous: '219',
      },
    ])
    expect((await month('2039-01')).rows).toMatchObject([
      { actual: '1020', forecast: '222', previous: '219' },
    ])
  })
})

describe('what was known when', () => {
  it('[S-110] [wish §7.5] shows the calendar with the values and times of any past moment', async () => {
    const at = '2029-06-12T12:30:00Z'
    await take(
      'bls',
      [official('2029-05', '2029-06-11T12:30:00Z', { forecast: '2.5', previous: '2.4' })],
      [],
      '2029-05-01T00:00:00Z',
    )
    await take(
      'bls',
      [official('2029-05', at, { forecast: '2.6', previous: '2.4' })],
      [],
      '2029-06-01T00:00:00Z',
    )
    await take(
      'bls',
      [official('2029-05', at, { forecast: '2.6', previous: '2.4', revised: '2.3', actual: '2.7' })],
      [],
      at,
    )
    const known = async (moment: string) =>
      (await month('2029-06', moment)).rows.map(({ starts_at, forecast, revised, actual }) => [
        starts_at!.slice(8, 10),
        forecast,
        revised ?? null,
        actual ?? null,
      ])
    expect(await known('2029-04-01T00:00:00Z')).toEqual([])
    expect(await known('2029-05-02T00:00:00Z')).toEqual([['11', '2.5', null, null]])
    expect(await known('2029-06-02T00:00:00Z')).toEqual([['12', '2.6', null, null]])
    expect(await known('2029-06-12T12:31:00Z')).toEqual([['12', '2.6', '2.3', '2.7']])
    const { data } = await vigie.as.freemium
      .rpc('announcement_history', { announcement: (await month('2029-06')).rows[0]!.id })
      .throwOnError()
    expect(data.map(({ changes }: { changes: object }) => Object.keys(changes).sort())).toEqual([
      ['forecast', 'precision', 'previous', 'source', 'starts_at', 'state'],
      ['forecast', 'starts_at', 'state'],
      ['actual', 'revised', 'state'],
    ])
  })

  it('[wish §7.10] gives the history of an indicator with its surprises and what is now said of each', async () => {
    await take(
      'bls',
      [
        official('2029-06', '2029-07-12T12:30:00Z', {
          forecast: '2.7',
          previous: '2.7',
          revised: '2.8',
          actual: '2.5',
        }),
      ],
      [],
      '2029-07-12T12:30:00Z',
    )
    const read = async (known_at: string | null) =>
      (await vigie.as.premium.rpc('indicator_history', { indicator: 'us-cpi', known_at }).throwOnError()).data
    expect(await read(null)).toMatchObject({
      n: 2,
      above: 1,
      below: 1,
      in_line: 0,
      largest: '0.2',
      sample: false,
      releases: [
        { period: '2029-05', surprise: '0.1', now_said: '2.8', actual: '2.7' },
        { period: '2029-06', surprise: '-0.2', actual: '2.5' },
      ],
    })
    expect(await read('2029-07-01T00:00:00Z')).toMatchObject({ n: 1, releases: [{ period: '2029-05' }] })
    expect((await read('2029-07-01T00:00:00Z')).releases[0]).not.toHaveProperty('now_said')
  })

  it('versions are facts: nobody changes one', async () => {
    await expect(query('update announcement_versions set known_at = now()')).rejects.toThrow('append_only')
    await expect(query('delete from announcement_reactions')).resolves.toEqual([])
  })
})

describe('an example', () => {
  it('[S-110] is marked, and makes place for a source that fills its week', async () => {
    await take('sample', [
      { key: 's1', indicator: 'us-cpi', at: '2040-02-14T13:30:00Z', period: '2040-02-14', forecast: '9.9' },
      { key: 's2', indicator: 'us-claims', at: '2040-02-23T13:30:00Z', period: '2040-02-23' },
    ])
    expect((await month('2040-02')).rows).toMatchObject([
      { sample: true, source: 'sample' },
      { sample: true },
    ])
    await take('bls', [official('2040-01', '2040-02-15T13:30:00Z')])
    expect((await month('2040-02')).rows.map(({ source, forecast }) => [source, forecast ?? null])).toEqual([
      ['bls', null],
      ['sample', null],
    ])
  })
})

describe('holidays', () => {
  it('[S-110] [wish §7.9] are whole or half days of the stock exchanges', async () => {
    const { holidays } = await between('2027-11-20T00:00:00Z', '2027-12-30T00:00:00Z')
    const of = (session: string) =>
      holidays.filter((one) => one.session === session).map(({ day, half }) => [day, half])
    expect(of('index_us').slice(0, 3)).toEqual([
      ['2027-11-25', true],
      ['2027-11-26', true],
      ['2027-12-24', true],
    ])
    expect(of('index_fr')).toContainEqual(['2027-12-24', true])
    expect(of('index_uk')).toContainEqual(['2027-12-27', false])
    expect(of('index_de')).toContainEqual(['2027-12-24', false])
  })
})

describe('a reminder', () => {
  it('[S-110] [wish §7.3] comes once, so many minutes before, by impact and currency', async () => {
    const member = await vigie.member()
    const other = await vigie.member()
    await member.client
      .from('announcement_preferences')
      .insert({ remind_minutes: 15, remind_impacts: ['high'], remind_currencies: ['USD'] })
      .throwOnError()
    await other.client
      .from('announcement_preferences')
      .insert({ remind_minutes: 15, remind_impacts: ['high'], remind_currencies: ['JPY'] })
      .throwOnError()
    await take('bls', [official('2024-01', inMinutes(20))])
    await query('select private.remind_of_announcements()')
    expect(await told(member.id)).toEqual([])
    await query(
      `select private.remind_of_announcements(now() + interval '8 minutes'), private.remind_of_announcements(now() + interval '9 minutes')`,
    )
    expect(await told(member.id)).toMatchObject([
      { kind: 'announcement_soon', parameters: { currency: 'USD', announcement: { fr: 'Inflation fr' } } },
    ])
    expect(await told(other.id)).toEqual([])
  })

  it('[S-110] whoever was reminded of a time is told when it moves, and reminded of the new one, once each', async () => {
    const member = await vigie.member()
    await member.client.from('announcement_preferences').insert({ remind_minutes: 30 }).throwOnError()
    await take('bls', [official('2024-03', inMinutes(25))])
    await query('select private.remind_of_announcements()')
    await take('bls', [official('2024-03', inMinutes(120))])
    await take('bls', [official('2024-03', inMinutes(120))])
    await query('select private.remind_of_announcements()')
    const facts = async () =>
      (await told(member.id)).map(({ kind }) => kind).filter((kind) => kind !== 'announcement_blackout')
    expect((await facts()).filter((kind) => kind === 'announcement_moved')).toHaveLength(1)
    const before = (await told(member.id, 'announcement_soon')).length
    await query(
      `select private.remind_of_announcements(now() + interval '100 minutes'), private.remind_of_announcements(now() + interval '101 minutes')`,
    )
    expect((await told(member.id, 'announcement_soon')).length).toBe(before + 1)
  })

  it('[S-110] of a single announcement is a member’s own, and a late figure is told to those who were reminded', async () => {
    const member = await vigie.member()
    await take('bls', [{ key: 'late', indicator: 'us-rate', at: inMinutes(5), zone: 'America/New_York' }])
    const [{ id }] = (await query<{ id: string }>(
      `select announcement as id from private.announcement_claims where key = 'late'`,
    )) as [{ id: string }]
    await member.client
      .from('announcement_reminders')
      .insert({ announcement: id, minutes: 10 })
      .throwOnError()
    await query('select private.remind_of_announcements()')
    expect(await told(member.id)).toMatchObject([{ kind: 'announcement_soon' }])
    await take(
      'bls',
      [{ key: 'late', indicator: 'us-rate', at: inMinutes(5), zone: 'America/New_York', actual: '4.1' }],
      [],
      inMinutes(30),
    )
    expect(await told(member.id, 'announcement_late')).toMatchObject([{ parameters: { actual: '4.1' } }])
    const intruder = await vigie.member()
    expect((await intruder.client.from('announcement_reminders').select()).data).toEqual([])
    expect(
      (await intruder.client.from('announcement_reminders').insert({ announcement: id, user_id: member.id }))
        .error?.code,
    ).toBe('42501')
  })
})

describe('the window in which one opens nothing', () => {
  it('[S-110] [wish §7.4] is one sentence’s facts: times, the firm’s part, and the open signals that it crosses', async () => {
    const member = await vigie.member()
    const at = '2041-05-14T12:30:00Z'
    await take('bls', [
      official('2041-04', at),
      { key: 'near', indicator: 'us-rate', at: '2041-05-14T12:40:00Z' },
      { key: 'far', indicator: 'us-rate', at: '2041-05-20T12:40:00Z', precision: 'tentative' },
    ])
    await query(`insert into prop_firms (slug, name, summary, entity, instruments, platforms, payout, pros, cons, verified_on, verified_by, website_url, fictitious)
      select 'rigid', 'Rigid Capital', t, 'Rigid', '{forex}', '{MT5}', t, '[]', '[]', '2026-01-01', 'Rédaction', 'https://rigid.example', true from jsonb_build_object('fr', 'a', 'en', 'a', 'es', 'a', 'it', 'a') as t`)
    await query(
      `insert into prop_firm_challenges values ('rigid', 'one', 'One', 1000000, 10000, 'EUR', true, 0.8, 14, 14, 1)`,
    )
    await query(
      `insert into prop_firm_rule_versions (firm, challenge, applies_from, phases, source) values ('rigid', 'one', '2026-01-01', '[{"kind":"funded","target":null,"daily_loss":"0.05","daily_loss_from":"balance","total_loss":"0.1","total_loss_kind":"static","minimum_days":0,"time_limit_days":null,"consistency":null,"news":"restricted","weekend":true}]', 'test')`,
    )
    await member.client
      .from('announcement_preferences')
      .insert({ window_minutes: 15, firm: 'rigid', challenge: 'one', firm_minutes: 2 })
      .throwOnError()
    const read = async (client = member.client) =>
      (
        await client
          .rpc('my_blackouts', { since: '2041-05-14T00:00:00Z', until: '2041-05-25T00:00:00Z' })
          .throwOnError()
      ).data
    const [window, ...others] = await read()
    expect(others).toEqual([])
    expect([window.starts_at, window.ends_at].map((one: string) => Date.parse(one))).toEqual([
      Date.parse('2041-05-14T12:15:00Z'),
      Date.parse('2041-05-14T12:55:00Z'),
    ])
    expect(window).toMatchObject({ currency: 'USD', firm: { name: 'Rigid Capital' }, signals: [] })
    expect(Date.parse(window.firm.starts_at)).toBe(Date.parse('2041-05-14T12:28:00Z'))
    expect(window.announcements).toHaveLength(2)
    expect(window.symbols).toEqual(expect.arrayContaining(['EURUSD', 'XAUUSD', 'NAS100']))
    // The guard asks the same rows.
    expect(blackoutAt([window], 'XAUUSD', Date.parse(at))).toBe(window)
    expect(blackoutAt([window], 'EURGBP', Date.parse(at))).toBeNull()
    // Somebody who never chose has a quarter of an hour, and nobody's firm.
    expect((await read(vigie.as.freemium))[0]).not.toHaveProperty('firm')
    await member.client
      .from('announcement_preferences')
      .update({ window_minutes: null, firm: null, challenge: null })
      .eq('user_id', member.id)
      .throwOnError()
    expect(await read()).toEqual([])
  })
})

describe('staff', () => {
  it('[S-110] enter and correct values by one function, which the audit log has; members cannot', async () => {
    const claim = { indicator: 'us-cpi', period: '2042-01', at: '2042-02-12T13:30:00Z', forecast: '2.2' }
    const { data: id } = await vigie.as.analyst.rpc('save_announcement', { claim }).throwOnError()
    await vigie.as.admin
      .rpc('save_announcement', { announcement: id, claim: { actual: '2.4' } })
      .throwOnError()
    await vigie.as.admin
      .rpc('save_announcement', { announcement: id, claim: { forecast: '2.3' } })
      .throwOnError()
    expect((await month('2042-02')).rows).toMatchObject([
      { id, actual: '2.4', forecast: '2.3', state: 'released', sequence: 0, source: 'staff' },
    ])
    expect(
      await query(`select from audit_log where table_name = 'announcement_claims' and actor = $1`, [
        vigie.idOf.admin,
      ]),
    ).not.toHaveLength(0)
    expect(
      (await vigie.as.analyst.rpc('save_announcement', { claim: { indicator: 'us-cpi', actual: 'x' } }))
        .error,
    ).toMatchObject({ message: 'claim_invalid', hint: 'actual' })
    for (const actor of ['freemium', 'premium', 'visitor'] as const)
      expect((await vigie.as[actor].rpc('save_announcement', { claim })).error?.code).toBe('42501')
  })

  it('[S-110] give an announcement another impact, and one without an indicator another currency', async () => {
    const enter = async (claim: object) =>
      (await vigie.as.analyst.rpc('save_announcement', { claim }).throwOnError()).data as string
    const correct = (announcement: string, claim: object) =>
      vigie.as.analyst.rpc('save_announcement', { announcement, claim }).throwOnError()
    const release = await enter({ indicator: 'us-cpi', period: '2044-01', at: '2044-02-12T13:30:00Z' })
    await correct(release, { impact: 'low' })
    await correct(release, { forecast: '2.3' })
    const event = await enter({ title: 'Allocution', currency: 'USD', at: '2044-02-12T15:00:00Z' })
    await correct(event, { currency: 'EUR', country: 'DE', impact: 'high', title: 'Allocution à Berlin' })
    expect((await month('2044-02')).rows).toMatchObject([
      { id: release, impact: 'low', forecast: '2.3', currency: 'USD' },
      { id: event, impact: 'high', currency: 'EUR', country: 'DE', title: 'Allocution à Berlin' },
    ])
    expect(
      (await vigie.as.analyst.rpc('save_announcement', { announcement: event, claim: { impact: 'huge' } }))
        .error,
    ).toMatchObject({ message: 'claim_invalid', hint: 'impact' })
  })

  it('[S-110] see what an import would change before it does, and nothing is written until then', async () => {
    const { claims, problems } = claimsOfCsv(
      'date;heure;devise;titre;impact;prévision\n2043-03-02;10:00;EUR;Enquête;fort;51,2\n2043-03-32;10:00;EUR;Rien;fort;1\n',
      'Europe/Paris',
    )
    expect(problems).toEqual([{ line: 3, problem: 'no_time' }])
    const run = async (dry_run: boolean) =>
      (await vigie.as.analyst.rpc('import_announcements', { claims, dry_run }).throwOnError()).data
    expect(await run(true)).toMatchObject({ added: 1, problems: [] })
    expect((await month('2043-03')).rows).toEqual([])
    expect(await run(false)).toMatchObject({ added: 1 })
    expect(await run(true)).toMatchObject({ added: 0, changed: 0, moved: 0, changes: [] })
    expect((await month('2043-03')).rows).toMatchObject([
      { title: 'Enquête', forecast: '51.2', impact: 'high', starts_at: '2043-03-02T09:00:00+00:00' },
    ])
    expect((await vigie.as.premium.rpc('import_announcements', { claims })).error?.code).toBe('42501')
  })

  it('alone see how the sources fare', async () => {
    expect((await vigie.as.admin.rpc('calendar_sources').throwOnError()).data).toContainEqual(
      expect.objectContaining({ source: 'bls', state: 'off' }),
    )
    expect((await vigie.as.premium.rpc('calendar_sources')).error?.code).toBe('42501')
  })
})

describe('an expectation', () => {
  it('[S-110] is sealed before the release, opened and graded after it by the first figure and the consensus before it', async () => {
    const at = inMinutes(3)
    await take('bls', [official('2023-03', at, { forecast: '2.4' })])
    const [{ id: announcement }] = (await query<{ id: string }>(
      `select id from announcements where period = '2023-03'`,
    )) as [{ id: string }]
    const seal = (actor: 'analyst' | 'admin' | 'premium', direction = 'above') =>
      vigie.as[actor].rpc('seal_expectation', { announcement, direction, probability: '0.7' })
    expect((await seal('premium')).error?.code).toBe('42501')
    expect((await seal('analyst', 'up')).error).toMatchObject({ message: 'invalid_direction' })
    await seal('analyst').throwOnError()
    await seal('admin', 'below').throwOnError()
    expect((await seal('analyst')).error?.message).toBe('already_expected')
    expect((await vigie.as.premium.from('expectation_terms').select()).data).toEqual([])
    expect((await vigie.as.analyst.from('expectation_terms').select()).data).toHaveLength(1)
    // The consensus that somebody enters with the figure does not count.
    await take('bls', [official('2023-03', at, { forecast: '2.9', actual: '2.6' })])
    await query(`select private.grade_expectations(now() + interval '10 minutes')`)
    const { data } = await vigie.as.visitor
      .from('expectation_outcomes')
      .select('forecast, actual, surprise, outcome, expectations (author_id)')
      .throwOnError()
    expect(data).toHaveLength(2)
    expect(data).toContainEqual(
      expect.objectContaining({ forecast: '2.4', actual: '2.6', surprise: 'above', outcome: true }),
    )
    expect(data).toContainEqual(expect.objectContaining({ outcome: false }))
    expect((await vigie.as.visitor.from('expectation_terms').select()).data).toHaveLength(2)
    expect((await seal('analyst')).error?.message).toMatch(/too_late_to_expect|already_expected/)
    // The record has it, and a reader's check grades it the same.
    const entries = await query<never>(
      'select sequence::int, entry, previous_hash, hash from ledger order by sequence',
    )
    expect(checkExpectations({ entries })).toEqual({ expectations: 2, graded: 2, void: 0 })
    expect((await vigie.as.visitor.rpc('expectation_record').throwOnError()).data).toContainEqual(
      expect.objectContaining({ n: 1, right: 1, brier: '0.09' }),
    )
  })
})

describe('the personal calendar', () => {
  it('[S-110] [wish §7.8] has announcements as instants and days under the secret of the feed, on both sides of a change of the clocks', async () => {
    const member = await vigie.member()
    await member.client
      .from('announcement_preferences')
      .insert({ feed_impacts: ['high', 'low'], feed_currencies: ['CHF'], window_minutes: 15 })
      .throwOnError()
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await take('import', [
      {
        key: 'f1',
        title: 'Zurich',
        currency: 'CHF',
        at: `${day(3)}T08:30:00Z`,
        zone: 'Europe/Zurich',
        impact: 'high',
      },
      { key: 'f2', title: 'Fête', currency: 'CHF', day: day(4), zone: 'Europe/Zurich', kind: 'holiday' },
      { key: 'f3', title: 'Autre', currency: 'SEK', at: `${day(3)}T09:00:00Z`, impact: 'high' },
    ])
    const { data: secret } = await member.client.rpc('renew_calendar').throwOnError()
    const read = async () => {
      const answer = await fetch(`${vigie.url}/functions/v1/calendar?jeton=${secret}&liste=annonces`)
      return { status: answer.status, text: (await answer.text()).replaceAll('\r\n ', '') }
    }
    const { text } = await read()
    const compact = (value: string) => value.replaceAll('-', '')
    expect(text).toContain(`DTSTART:${compact(day(3))}T083000Z`)
    expect(text).toContain(`DTSTART;VALUE=DATE:${compact(day(4))}`)
    expect(text).toContain('SUMMARY:CHF · Zurich')
    expect(text).toContain(`DTSTART:${compact(day(3))}T081500Z`)
    expect(text).toMatch(/SUMMARY:(Ne rien ouvrir|Open nothing|No abrir|Non aprire)/)
    expect(text).not.toContain('Autre')
    // A moved time is a new sequence of the same entry: no calendar shows it twice.
    await take('import', [
      {
        key: 'f1',
        title: 'Zurich',
        currency: 'CHF',
        at: `${day(3)}T10:00:00Z`,
        zone: 'Europe/Zurich',
        impact: 'high',
      },
    ])
    const moved = (await read()).text
    expect(moved.match(/SUMMARY:CHF · Zurich/g)).toHaveLength(1)
    expect(moved).toContain('SEQUENCE:1')
    await member.client.from('calendar_feeds').delete().eq('user_id', member.id).throwOnError()
    expect((await read()).status).toBe(404)
  })
})
