import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expandEvents } from '../../../worker/src/events/expand-events.ts'
import { keepEvents } from '../../../worker/src/events/keep-events.ts'
import { EVENT_DAY, eventDocument } from '../access/events-rows.ts'
import { publishItem } from '../access/learning-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
let host: string
let connections: pg.Pool
beforeAll(async () => {
  vigie = await product()
  connections = new pg.Pool({ connectionString: vigie.databaseUrl, max: 40 })
  host = (
    await vigie.as.analyst
      .from('community_members')
      .select('handle')
      .eq('staff_role', 'analyst')
      .single()
      .throwOnError()
  ).data.handle
}, 60_000)
afterAll(async () => {
  await connections.end()
  await vigie.stop()
})

const HOUR = 3_600_000
const silent = { info() {}, warn() {}, error() {} } as never
const at = (moment: number) => ({ pool: vigie.admin, log: silent, now: () => moment })
const query = async <T>(text: string, values: unknown[] = []) =>
  (await vigie.admin.query(text, values)).rows as T[]

/** Publishes an event as an admin and expands it as the worker does. */
async function hold(fields: object = {}, tier = 'freemium'): Promise<string> {
  const item = await publishItem(
    vigie,
    'event',
    `event-${randomUUID()}`,
    eventDocument({ host, ...fields }),
    { tier },
  )
  await expandEvents(at(Date.now()))
  return item
}
const occurrencesOf = (event: string) =>
  query<{
    id: string
    slot: string
    starts_at: Date
    cancelled: boolean
    sequence: number
    taken: number
    waiting: number
    freed: number
  }>(
    `select id, to_char(slot, 'YYYY-MM-DD"T"HH24:MI') as slot, starts_at, cancelled, sequence, taken, waiting, freed from event_occurrences where event = $1 order by starts_at`,
    [event],
  )
const first = async (event: string) => (await occurrencesOf(event))[0]!
const toldOf = (kind: string, member: string) =>
  query<{ parameters: Record<string, unknown>; link: string }>(
    'select parameters, link from notifications where kind = $1 and user_id = $2 order by id',
    [kind, member],
  )
type Member = Awaited<ReturnType<Product['member']>>
const register = async ({ client }: Pick<Member, 'client'>, occurrence: string) =>
  (await client.rpc('register', { occurrence }).throwOnError()).data
const crowd = (count: number) => Promise.all(Array.from({ length: count }, () => vigie.member()))
/** Lets an occurrence begin in so many minutes. */
const beginIn = (id: string, minutes: number) =>
  query(
    `update event_occurrences set starts_at = now() + $2 * interval '1 minute', ends_at = now() + ($2 + 60) * interval '1 minute' where id = $1`,
    [id, minutes],
  )

describe('an event', () => {
  it('[S-15] [S-109] is written by staff as content, and its occurrences are made a year ahead', async () => {
    const occurrences = await occurrencesOf(await hold())
    expect([52, 53]).toContain(occurrences.length)
    for (const { starts_at } of occurrences) {
      const paris = new Intl.DateTimeFormat('fr', {
        timeZone: 'Europe/Paris',
        weekday: 'long',
        hour: '2-digit',
        minute: '2-digit',
      })
      expect(paris.format(starts_at)).toBe(`${EVENT_DAY} 18:00`)
    }
    const { data } = await vigie.as.freemium
      .from('events')
      .select('kind,title,host:community_members(staff_role)')
      .limit(1)
      .single()
    expect(data).toEqual({
      kind: 'debrief',
      title: expect.objectContaining({ fr: 'Débrief de la semaine fr', it: 'Débrief de la semaine it' }),
      host: { staff_role: 'analyst' },
    })
  })

  it('is read by members alone, and neither listed nor found as content', async () => {
    await hold()
    for (const table of ['events', 'event_occurrences'] as const) {
      expect((await vigie.as.visitor.from(table).select()).error).not.toBeNull()
      expect((await vigie.as.freemium.from(table).select().limit(1)).data).toHaveLength(1)
    }
    expect((await vigie.as.visitor.from('published_content').select().eq('kind', 'event')).data).toEqual([])
  })

  it.each([
    ['host', { host: 'nobody-by-this-name' }],
    ['zone', { zone: 'Europe/Vigie' }],
    ['rule', { rule: 'FREQ=SECONDLY' }],
    ['starts_at', { starts_at: '2026-02-30T18:00' }],
    ['capacity', { capacity: 0 }],
    ['exceptions', { exceptions: [{ at: 'tomorrow' }] }],
    ['join_url', { join_url: 'http://meet.example.com' }],
  ])('is not published with a wrong %s', async (field, fields) => {
    const slug = `event-${randomUUID()}`
    const { data: item } = await vigie.as.admin.rpc('create_content', {
      kind: 'event',
      slug,
      document: eventDocument({ host, ...fields }),
      tier: 'freemium',
    })
    const { error } = await vigie.as.admin.rpc('publish_content', { item, expected_version: 1 })
    expect([error?.message, error?.hint]).toEqual(['field_invalid', `fields.${field}`])
  })

  it('[S-15] is moved or cancelled one occurrence at a time, and those who registered are told', async () => {
    const event = await hold()
    const [one, two, three] = await occurrencesOf(event)
    const member = await vigie.member()
    for (const { id } of [one!, two!]) await register(member, id)
    const moved_to = `${one!.slot.slice(0, 10)}T12:30`
    await publishAgain(event, {
      exceptions: [{ at: one!.slot, moved_to }, { at: two!.slot }, { at: three!.slot }],
    })
    const [movedOne, cancelled, other] = await occurrencesOf(event)
    expect(movedOne).toMatchObject({ id: one!.id, slot: one!.slot, sequence: 1, cancelled: false, taken: 1 })
    expect(movedOne!.starts_at.getTime()).toBe(one!.starts_at.getTime() - 5.5 * HOUR)
    expect([cancelled, other].map((row) => row!.cancelled)).toEqual([true, true])
    expect(await toldOf('meeting_moved', member.id)).toEqual([
      {
        link: `/communaute/evenements?seance=${one!.id}`,
        parameters: expect.objectContaining({ time: '12:30' }),
      },
    ])
    expect(await toldOf('meeting_cancelled', member.id)).toHaveLength(1)
    expect((await member.client.rpc('register', { occurrence: cancelled!.id })).error?.message).toBe(
      'occurrence_cancelled',
    )
    // Expanded again, nothing changes.
    await expandEvents(at(Date.now()))
    expect((await occurrencesOf(event)).map(({ sequence }) => sequence).slice(0, 4)).toEqual([1, 1, 1, 0])
  })

  it('[S-15] that is withdrawn is cancelled where somebody has a seat, and goes elsewhere', async () => {
    const event = await hold()
    const { id } = await first(event)
    await register(await vigie.member(), id)
    await vigie.as.admin.rpc('withdraw_content', { item: event }).throwOnError()
    await expandEvents(at(Date.now()))
    expect(await occurrencesOf(event)).toMatchObject([{ id, cancelled: true }])
  })
})

/** Saves and publishes an event anew, and expands it. */
async function publishAgain(event: string, fields: object): Promise<void> {
  const { data: version } = await vigie.as.admin
    .rpc('save_content', { item: event, expected_version: 1, document: eventDocument({ host, ...fields }) })
    .throwOnError()
  await vigie.as.admin.rpc('publish_content', { item: event, expected_version: version }).throwOnError()
  await expandEvents(at(Date.now()))
}

describe('registration', () => {
  it('[S-15] [S-109] gives seats, then places in a waiting list, each once', async () => {
    const { id } = await first(await hold())
    const members = await crowd(4)
    const answers = []
    for (const member of members) answers.push(await register(member, id))
    expect(answers).toEqual([
      { state: 'seated', rank: 0 },
      { state: 'seated', rank: 0 },
      { state: 'waiting', rank: 1 },
      { state: 'waiting', rank: 2 },
    ])
    expect(await register(members[3]!, id)).toEqual({ state: 'waiting', rank: 2 })
    const { data } = await vigie.as.freemium
      .from('event_occurrences')
      .select('taken,waiting')
      .eq('id', id)
      .single()
    expect(data).toEqual({ taken: 2, waiting: 2 })
    const own = await members[3]!.client.from('event_registrations').select('state,event_rank')
    expect(own.data).toEqual([{ state: 'waiting', event_rank: 2 }])
    expect(own.error).toBeNull()
  })

  it('[S-15] refuses a premium event to freemium members, and what has begun to everybody', async () => {
    const { id } = await first(await hold({}, 'premium'))
    expect((await vigie.as.freemium.rpc('register', { occurrence: id })).error?.message).toBe('premium_only')
    expect(await register({ client: vigie.as.premium }, id)).toMatchObject({ state: 'seated' })
    await beginIn(id, -1)
    for (const call of ['register', 'leave'] as const)
      expect((await vigie.as.premium.rpc(call, { occurrence: id })).error?.message).toBe('occurrence_begun')
    expect((await vigie.as.visitor.rpc('register', { occurrence: id })).error?.code).toBe('42501')
  })

  it('[S-15] offers a freed seat to the next person for two hours, and then to the one after', async () => {
    const { id } = await first(await hold({ capacity: 1 }))
    const [seated, next, after] = (await crowd(3)) as [Member, Member, Member]
    for (const member of [seated, next, after]) await register(member, id)
    await seated.client.rpc('leave', { occurrence: id }).throwOnError()
    expect(await occurrenceOf(id)).toMatchObject({ taken: 1, waiting: 1, freed: 1 })
    expect(await toldOf('seat_freed', next.id)).toMatchObject([
      { parameters: { until: expect.stringMatching(/^\d\d:\d\d$/) } },
    ])
    expect(await toldOf('seat_freed', after.id)).toEqual([])
    // A newcomer does not overtake.
    expect(await register(await vigie.member(), id)).toEqual({ state: 'waiting', rank: 2 })
    await keepEvents(at(Date.now() + 1.9 * HOUR))
    expect((await own(next, id))?.state).toBe('offered')
    await keepEvents(at(Date.now() + 2.1 * HOUR))
    expect(await own(next, id)).toBeUndefined()
    expect(await toldOf('seat_passed', next.id)).toHaveLength(1)
    expect(await own(after, id)).toMatchObject({ state: 'offered' })
    expect(await register(after, id)).toEqual({ state: 'seated', rank: 0 })
    expect(await occurrenceOf(id)).toMatchObject({ taken: 1, waiting: 1, freed: 2 })
  })

  it('[S-15] offers seats when there are more of them, and when an account with one is erased', async () => {
    const event = await hold({ capacity: 1 })
    const { id } = await first(event)
    const [seated, next, after] = (await crowd(3)) as [Member, Member, Member]
    for (const member of [seated, next, after]) await register(member, id)
    await publishAgain(event, { capacity: 2 })
    expect(await own(next, id)).toMatchObject({ state: 'offered' })
    await query('delete from auth.users where id = $1', [seated.id])
    expect(await own(after, id)).toMatchObject({ state: 'offered' })
    expect(await occurrenceOf(id)).toMatchObject({ taken: 2, waiting: 0 })
  })

  it('[S-15] of 200 members at once for 50 seats gives exactly 50, and a waiting list in the order they came', async () => {
    const { id } = await first(await hold({ capacity: 50 }))
    const members = await query<{ id: string }>(
      `with made as (insert into auth.users (id, email, raw_user_meta_data) select gen_random_uuid(), 'crowd' || n || '@example.com', '{}' from generate_series(1, 200) as n returning id) select id from made`,
    )
    const answers = await Promise.all(
      members.map((member) => asMember(member.id, 'select register($1) as answer', [id])),
    )
    const seated = answers.filter(({ state }) => state === 'seated')
    expect(seated).toHaveLength(50)
    expect(await occurrenceOf(id)).toMatchObject({ taken: 50, waiting: 150 })
    const waiting = await query<{ place: number }>(
      `select place from event_registrations where occurrence = $1 and state = 'waiting' order by registered_at`,
      [id],
    )
    expect(waiting.map(({ place }) => place)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
    // All who have a seat give it back at once, while others come.
    await Promise.all([
      ...(
        await query<{ user_id: string }>(
          `select user_id from event_registrations where occurrence = $1 and state = 'seated'`,
          [id],
        )
      ).map(({ user_id }) => asMember(user_id, 'select leave($1) as answer', [id])),
      ...(
        await query<{ user_id: string }>(
          `select user_id from event_registrations where occurrence = $1 and state = 'waiting' order by place desc limit 20`,
          [id],
        )
      ).map(({ user_id }) => asMember(user_id, 'select register($1) as answer', [id])),
    ])
    const offered = await query<{ place: number }>(
      `select place from event_registrations where occurrence = $1 and state = 'offered' order by place`,
      [id],
    )
    expect(offered.map(({ place }) => place)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(await occurrenceOf(id)).toMatchObject({ taken: 50, waiting: 100 })
  }, 60_000)

  it('[S-15] tells open pages of the seats, and nobody who has them', async () => {
    const { id } = await first(await hold())
    const [member] = (await crowd(1)) as [Member]
    await register(member, id)
    const told = await query<{ payload: object }>(
      `select payload from realtime.messages where topic = 'events' and event = 'seats' order by inserted_at desc limit 1`,
    )
    expect(told[0]?.payload).toMatchObject({ occurrence: id, taken: 1, waiting: 0 })
    expect(JSON.stringify(told)).not.toContain(member.id)
    expect((await member.client.rpc('catch_up', { topic: 'events' })).error).toBeNull()
    expect((await vigie.as.visitor.rpc('catch_up', { topic: 'events' })).error).not.toBeNull()
  })
})

const occurrenceOf = async (id: string) =>
  (await query<object>('select taken, waiting, freed from event_occurrences where id = $1', [id]))[0]
const own = async (member: Member, id: string) =>
  (
    await query<{ state: string; reminded_at: Date | null }>(
      'select state, reminded_at from event_registrations where occurrence = $1 and user_id = $2',
      [id, member.id],
    )
  )[0]

/** On a connection of its own, as the server does for a request. */
async function asMember(member: string, text: string, values: unknown[]): Promise<{ state: string }> {
  const client = await connections.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ role: 'authenticated', sub: member })],
    )
    const { rows } = await client.query(text, values)
    await client.query('commit')
    return rows[0]?.answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

describe('the link', () => {
  const linkOf = async ({ client }: Pick<Member, 'client'>, event: string) =>
    (await client.from('event_links').select('url').eq('event', event)).data

  it('[S-15] is read by those who have a seat, from a quarter of an hour before until the end', async () => {
    const event = await hold({ capacity: 1 })
    const { id } = await first(event)
    const [seated, waiting] = (await crowd(2)) as [Member, Member]
    for (const member of [seated, waiting]) await register(member, id)
    const answers = async () => ({
      link: (await linkOf(seated, event))?.length,
      joined: (await seated.client.rpc('join_event', { occurrence: id })).data,
    })
    await beginIn(id, 16)
    expect(await answers()).toEqual({ link: 0, joined: null })
    await beginIn(id, 14)
    expect(await answers()).toEqual({ link: 1, joined: 'https://meet.example.com/secret-room' })
    for (const other of [waiting, { client: vigie.as.premium }, { client: vigie.as.visitor }]) {
      expect(await linkOf(other, event)).not.toEqual([expect.anything()])
      expect((await other.client.rpc('join_event', { occurrence: id })).error?.code).toBe('42501')
    }
    expect(await linkOf({ client: vigie.as.analyst }, event)).toHaveLength(1)
    await beginIn(id, -61)
    expect(await answers()).toEqual({ link: 0, joined: null })
  })

  it('[S-15] is in no notification, mail, broadcast or calendar', async () => {
    const { id } = await first(await hold())
    const member = await vigie.member()
    await register(member, id)
    await beginIn(id, 50)
    await query(
      `update event_registrations set registered_at = now() - interval '1 day' where occurrence = $1`,
      [id],
    )
    await keepEvents(at(Date.now()))
    expect(await toldOf('meeting_soon', member.id)).toHaveLength(1)
    const { data: secret } = await member.client.rpc('renew_calendar').throwOnError()
    expect(await (await calendar(`jeton=${secret}&liste=tous`)).text()).toContain(id)
    const places = await query(
      `select 'notifications' from notifications where notifications::text like '%secret-room%' union all select 'deliveries' from notification_deliveries as one where one::text like '%secret-room%'
       union all select 'messages' from realtime.messages where payload::text like '%secret-room%'`,
    )
    expect(places).toEqual([])
    expect(await (await calendar(`jeton=${secret}&liste=tous`)).text()).not.toContain('secret-room')
  })

  it('[S-15] notes who came, which staff alone read and correct', async () => {
    const { id } = await first(await hold())
    const [came, absent] = (await crowd(2)) as [Member, Member]
    for (const member of [came, absent]) await register(member, id)
    await beginIn(id, -5)
    await came.client.rpc('join_event', { occurrence: id }).throwOnError()
    const { data: participants } = await vigie.as.analyst
      .rpc('event_participants', { occurrence: id })
      .throwOnError()
    expect(participants.map(({ attended }: { attended: boolean }) => attended)).toEqual([true, false])
    expect(JSON.stringify(participants)).not.toContain(absent.id)
    const { member } = participants[1]
    await vigie.as.analyst
      .rpc('correct_attendance', { occurrence: id, member, attended: true })
      .throwOnError()
    const { data: corrected } = await vigie.as.analyst.rpc('event_participants', { occurrence: id })
    expect(corrected.map(({ attended }: { attended: boolean }) => attended)).toEqual([true, true])
    for (const client of [came.client, vigie.as.premium]) {
      expect((await client.rpc('event_participants', { occurrence: id })).error?.code).toBe('42501')
      expect(
        (await client.rpc('correct_attendance', { occurrence: id, member, attended: false })).error?.code,
      ).toBe('42501')
    }
    expect((await came.client.from('event_registrations').select().eq('occurrence', id)).data).toHaveLength(1)
  })
})

describe('a reminder', () => {
  it('[S-15] is told once, as long before as the member wants, and again for a new time', async () => {
    const { id } = await first(await hold())
    const [usual, never] = (await crowd(2)) as [Member, Member]
    for (const member of [usual, never]) await register(member, id)
    await never.client
      .from('event_registrations')
      .update({ remind_minutes: null })
      .eq('occurrence', id)
      .throwOnError()
    await query(
      `update event_registrations set registered_at = now() - interval '2 days' where occurrence = $1`,
      [id],
    )
    await beginIn(id, 90)
    await keepEvents(at(Date.now()))
    expect(await toldOf('meeting_soon', usual.id)).toEqual([])
    for (let run = 0; run < 2; run++) await keepEvents(at(Date.now() + HOUR / 2 + 1000))
    expect(await toldOf('meeting_soon', usual.id)).toHaveLength(1)
    expect(await toldOf('meeting_soon', never.id)).toEqual([])
    expect(
      (await usual.client.from('event_registrations').update({ remind_minutes: 7 }).eq('occurrence', id))
        .error,
    ).not.toBeNull()
    await expandEvents(at(Date.now()))
    expect(await own(usual, id)).toMatchObject({ reminded_at: null })
    // The next registration begins with the last choice.
    const next = await first(await hold())
    await register(never, next.id)
    expect(
      (await never.client.from('event_registrations').select('remind_minutes').eq('occurrence', next.id))
        .data,
    ).toEqual([{ remind_minutes: null }])
  })

  it('is not told to who registers later than that', async () => {
    const { id } = await first(await hold())
    await beginIn(id, 30)
    const member = await vigie.member()
    await register(member, id)
    await keepEvents(at(Date.now()))
    expect(await toldOf('meeting_soon', member.id)).toEqual([])
  })
})

const calendar = (search: string, headers: Record<string, string> = {}) =>
  fetch(`${vigie.url}/functions/v1/calendar?${search}`, { headers })

/** Reads RFC 5545 as its text says, without the library that writes it: unfolded lines, name, parameters and value. */
function parsed(text: string): Record<string, string>[] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const events: Record<string, string>[] = []
  for (const line of text.replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    if (line === 'BEGIN:VEVENT') events.push({})
    else if (events.length > 0 && !line.startsWith('END:'))
      events.at(-1)![name] = value.replace(/\\([\\;,nN])/g, (_, letter: string) =>
        letter.toLowerCase() === 'n' ? '\n' : letter,
      )
  }
  return events
}
const instant = (value: string) =>
  Date.parse(value.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))

describe('the calendar', () => {
  it('[S-15] has what a member registered for, in their language and at the same instants', async () => {
    const event = await hold({ capacity: 1 })
    const [one, two] = await occurrencesOf(event)
    const [member, other] = (await crowd(2)) as [Member, Member]
    await register(member, one!.id)
    await register(other, two!.id)
    await register(member, two!.id)
    await member.client.from('profiles').update({ locale: 'it' }).eq('id', member.id).throwOnError()
    const { data: secret } = await member.client.rpc('renew_calendar').throwOnError()
    const answer = await calendar(`jeton=${secret}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const events = parsed(await answer.text())
    expect(events).toMatchObject([
      { UID: `${one!.id}@vigie`, SEQUENCE: '0', STATUS: 'CONFIRMED', SUMMARY: 'Débrief de la semaine it' },
      { UID: `${two!.id}@vigie`, STATUS: 'TENTATIVE', SUMMARY: 'Débrief de la semaine it (Lista d’attesa)' },
    ])
    expect(events.map(({ DTSTART = '', DTEND = '' }) => [instant(DTSTART), instant(DTEND)])).toEqual(
      [one, two].map((row) => [row!.starts_at.getTime(), row!.starts_at.getTime() + HOUR]),
    )
  })

  it('[S-15] keeps the identity of what is moved, and shows what is cancelled', async () => {
    const event = await hold()
    const [one, two] = await occurrencesOf(event)
    const member = await vigie.member()
    for (const { id } of [one!, two!]) await register(member, id)
    const { data: secret } = await member.client.rpc('renew_calendar').throwOnError()
    await publishAgain(event, {
      exceptions: [{ at: one!.slot, moved_to: `${one!.slot.slice(0, 10)}T20:00` }, { at: two!.slot }],
    })
    const events = parsed(await (await calendar(`jeton=${secret}`)).text())
    expect(events).toMatchObject([
      { UID: `${one!.id}@vigie`, SEQUENCE: '1', STATUS: 'CONFIRMED' },
      { UID: `${two!.id}@vigie`, SEQUENCE: '1', STATUS: 'CANCELLED' },
    ])
    expect(instant(events[0]!.DTSTART!)).toBe(one!.starts_at.getTime() + 2 * HOUR)
  })

  it('[S-15] is whole with long names, commas and line ends', async () => {
    const document = eventDocument({ host, rule: null, starts_at: '2029-03-25T02:30' })
    const title = `${'Débrief, été ; "€" \\ '.repeat(9)}😀`.trim()
    document.texts.fr = { title, summary: 'Un\nDeux, trois' }
    await publishItem(vigie, 'event', `event-${randomUUID()}`, document, { tier: 'freemium' })
    await expandEvents(at(Date.parse('2029-01-01')))
    const member = await vigie.member()
    const { data: secret } = await member.client.rpc('renew_calendar').throwOnError()
    const events = parsed(await (await calendar(`jeton=${secret}&liste=tous`)).text())
    expect(events.length).toBeGreaterThan(50)
    const found = events.find(({ SUMMARY }) => SUMMARY === title)
    expect(found).toMatchObject({ DESCRIPTION: 'Un\nDeux, trois', DTSTART: '20290325T013000Z' })
  })

  it('[S-15] is one occurrence for who is signed in', async () => {
    const { id } = await first(await hold())
    const member = await vigie.member()
    const token = (await member.client.auth.getSession()).data.session!.access_token
    const answer = await calendar(`seance=${id}`, { authorization: `Bearer ${token}` })
    expect(parsed(await answer.text())).toMatchObject([{ UID: `${id}@vigie` }])
  })

  it('[S-15] is nobody’s without its secret, and ends when that is renewed or taken back', async () => {
    const { id } = await first(await hold())
    const member = await vigie.member()
    const { data: old } = await member.client.rpc('renew_calendar').throwOnError()
    const { data: secret } = await member.client.rpc('renew_calendar').throwOnError()
    const statuses = async (...searches: string[]) =>
      Promise.all(searches.map(async (search) => (await calendar(search)).status))
    expect(
      await statuses(
        `jeton=${old}`,
        `jeton=${secret}`,
        'jeton=',
        `jeton=${'0'.repeat(48)}`,
        `seance=${id}`,
        '',
      ),
    ).toEqual([404, 200, 404, 404, 404, 404])
    expect((await calendar(`seance=${id}`, { authorization: `Bearer ${vigie.anonKey}` })).status).toBe(404)
    await member.client.from('calendar_feeds').delete().eq('user_id', member.id).throwOnError()
    expect(await statuses(`jeton=${secret}`)).toEqual([404])
    expect((await vigie.as.visitor.rpc('renew_calendar')).error).not.toBeNull()
  })
})
