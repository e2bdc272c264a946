import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { prepareQueue } from '../../../worker/src/queue.ts'
import { ACTORS, openMarket, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const nothing = () => undefined
const log = { info: nothing, warn: nothing, error: nothing, debug: nothing } as unknown as Parameters<
  typeof prepareQueue
>[1]
const NOT_ADMINS = ACTORS.filter((actor) => actor !== 'admin')

/** Each function's result for an admin. Every other actor must be refused. */
describe('what only admins may call', () => {
  const member = () => vigie.idOf.freemium
  it.each([
    ['member_file', () => ({ member: member() })],
    ['end_member_sessions', () => ({ member: randomUUID() })],
    ['set_staff_role', () => ({ member: member(), role: 'analyst' })],
    ['list_jobs', () => ({})],
    ['retry_jobs', () => ({ job_ids: [] })],
    ['read_mail', () => ({ mail_id: 1 })],
    ['office_settings', () => ({})],
    ['set_require_staff_mfa', () => ({ required: false })],
  ] as const)('%s is refused to everybody else', async (name, parameters) => {
    for (const actor of NOT_ADMINS) {
      expect((await vigie.as[actor].rpc(name, parameters())).error?.code, actor).toBe('42501')
    }
    // The attempts left no changes, and an admin is accepted.
    expect((await vigie.admin.query('select from staff where user_id = $1', [member()])).rowCount).toBe(0)
    if (name !== 'set_staff_role') {
      expect((await vigie.as.admin.rpc(name, parameters())).error).toBeNull()
    }
  })

  it('the audit log and a member’s trail are empty or closed for everybody else', async () => {
    await vigie.as.admin.rpc('end_member_sessions', { member: (await vigie.member()).id })
    expect((await vigie.as.admin.rpc('list_audit')).data.length).toBeGreaterThan(0)
    for (const actor of ['freemium', 'premium', 'analyst'] as const) {
      expect((await vigie.as[actor].rpc('list_audit')).data).toEqual([])
      expect((await vigie.as[actor].rpc('member_trail', { member: member() })).data).toEqual([])
    }
    for (const actor of ['visitor', 'service_role'] as const) {
      expect((await vigie.as[actor].rpc('list_audit')).error?.code).toBe('42501')
      expect((await vigie.as[actor].rpc('member_trail', { member: member() })).error?.code).toBe('42501')
    }
  })
})

describe('a member’s file', () => {
  it('tells sessions, periods of access and suspensions, and is null for who is not there', async () => {
    const { id } = await vigie.member()
    await vigie.admin.query(
      `insert into premium_grants (user_id, source, ends_at) values ($1, 'gift', now() + interval '1 day')`,
      [id],
    )
    await vigie.as.admin.rpc('suspend_member', { member: id, reason: 'Compte partagé.' })
    await vigie.as.admin.rpc('reinstate_member', { member: id })
    const { data } = await vigie.as.admin.rpc('member_file', { member: id })
    expect(data.grants).toMatchObject([{ source: 'gift' }])
    expect(data.suspensions).toMatchObject([{ reason: 'Compte partagé.' }])
    expect(data.suspensions[0].reinstated_at).not.toBeNull()
    expect((await vigie.as.admin.rpc('member_file', { member: randomUUID() })).data).toBeNull()
  })

  it('loses every session at once when an admin ends them, and the log says how many', async () => {
    const { client, id } = await vigie.member()
    expect((await vigie.as.admin.rpc('member_file', { member: id })).data.sessions).toHaveLength(1)
    expect((await vigie.as.admin.rpc('end_member_sessions', { member: id })).data).toBe(1)
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    expect((await vigie.as.admin.rpc('end_member_sessions', { member: id })).data).toBe(0)
    const { data } = await vigie.as.admin.rpc('member_trail', { member: id })
    expect(data).toMatchObject([
      { table_name: 'sessions', action: 'delete', before: { count: 1 }, actor: vigie.idOf.admin },
    ])
  })

  it('has a trail of all that staff did to it, and of nothing else', async () => {
    const { id } = await vigie.member()
    const other = await vigie.member()
    await vigie.as.admin.rpc('suspend_member', { member: other.id, reason: 'Un autre.' })
    await vigie.as.admin.rpc('suspend_member', { member: id, reason: 'Compte partagé.' })
    await vigie.as.admin.rpc('reinstate_member', { member: id })
    await vigie.as.admin.rpc('set_staff_role', { member: id, role: 'analyst' })
    const { data } = await vigie.as.admin.rpc('member_trail', { member: id })
    expect(
      data.map((row: { table_name: string; action: string }) => `${row.table_name} ${row.action}`),
    ).toEqual(['staff insert', 'member_suspensions update', 'member_suspensions insert'])
  })
})

describe('a staff role', () => {
  const role = async (id: string) =>
    (await vigie.admin.query('select role from staff where user_id = $1', [id])).rows[0]?.role ?? null
  const set = (member: string, to: string | null) =>
    vigie.as.admin.rpc('set_staff_role', { member, role: to })

  it('is given, changed and taken by an admin, each time under audit', async () => {
    const { client, id } = await vigie.member()
    for (const to of ['analyst', 'admin'] as const) {
      expect((await set(id, to)).error).toBeNull()
      expect(await role(id)).toBe(to)
      expect((await client.rpc('current_staff_role')).data).toBe(to)
    }
    expect((await set(id, null)).error).toBeNull()
    expect(await role(id)).toBeNull()
    const { data } = await vigie.as.admin.rpc('list_audit', { of_table: 'staff', of_row: id })
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'insert'])
  })

  it('takes the sessions of who loses it, or has less of it, along', async () => {
    for (const [from, to] of [
      ['analyst', null],
      ['admin', null],
      ['admin', 'analyst'],
    ] as const) {
      const { client, id } = await vigie.member()
      await set(id, from)
      expect((await client.rpc('current_staff_role')).data).toBe(from)
      await set(id, to)
      await vi.waitFor(async () =>
        expect((await client.rpc('current_staff_role')).error?.code).toBe('PGRST303'),
      )
      expect((await client.auth.refreshSession()).error).not.toBeNull()
    }
  })

  it('is not one’s own to change, nor one of those the product does not know, nor a suspended member’s', async () => {
    const { id } = await vigie.member()
    expect((await set(vigie.idOf.admin, null)).error?.message).toBe('own_role')
    expect((await set(id, 'owner')).error?.message).toBe('no_such_role')
    expect((await set(randomUUID(), 'analyst')).error?.message).toBe('no_such_member')
    await vigie.as.admin.rpc('suspend_member', { member: id, reason: 'Compte partagé.' })
    expect((await set(id, 'analyst')).error?.message).toBe('member_is_suspended')
    expect(await role(vigie.idOf.admin)).toBe('admin')
  })
})

describe('the audit log, read', () => {
  it('is filtered by who, what and when, and comes page by page', async () => {
    const { id } = await vigie.member()
    for (const to of ['analyst', 'admin', 'analyst', null]) {
      await vigie.as.admin.rpc('set_staff_role', { member: id, role: to })
    }
    const read = async (filters: Record<string, unknown>) =>
      (await vigie.as.admin.rpc('list_audit', { of_row: id, ...filters })).data as {
        id: number
        at: string
      }[]
    const all = await read({ of_actor: vigie.idOf.admin, of_table: 'staff' })
    expect(all).toHaveLength(4)
    expect(await read({ of_actor: vigie.idOf.analyst })).toEqual([])
    expect(await read({ of_table: 'leads' })).toEqual([])
    expect(await read({ since: all[1]?.at })).toHaveLength(2)
    expect(await read({ until: all[1]?.at })).toHaveLength(2)
    const first = await read({ most: 3 })
    const rest = await read({ most: 3, before_id: first.at(-1)?.id })
    expect([...first, ...rest].map((row) => row.id)).toEqual(all.map((row) => row.id))
  })
})

describe('the job queue', () => {
  it('lists what waits before the worker has ever started', async () => {
    await vigie.admin.query(`select private.enqueue('send-mails', '{"id": 1}')`)
    const { data } = await vigie.as.admin.rpc('list_jobs', { of_task: 'send-mails' })
    expect(data[0]).toMatchObject({ task: 'send-mails', state: 'ready', attempts: 0 })
    expect((await vigie.as.admin.rpc('retry_jobs', { job_ids: [data[0].id] })).data).toBe(0)
  })

  it('tells the state of each job, and has those that failed tried again', async () => {
    await prepareQueue(vigie.admin, log)
    await vigie.admin.query(
      `select graphile_worker.add_job('office-' || n, '{}'::json, max_attempts := 3, run_at := now() + case n when 2 then interval '1 hour' else '0' end)
       from generate_series(1, 5) as n`,
    )
    const set = (n: number, change: string) =>
      vigie.admin.query(
        `update graphile_worker._private_jobs set ${change} where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
        [`office-${n}`],
      )
    await set(3, `locked_at = now(), locked_by = 'test', attempts = 1`)
    await set(4, `attempts = 1, last_error = 'no route'`)
    await set(5, `attempts = 3, last_error = 'no route'`)
    type Job = { id: number; task: string; state: string; last_error: string | null }
    const jobs = async (filters = {}) =>
      ((await vigie.as.admin.rpc('list_jobs', { most: 200, ...filters })).data as Job[]).filter(({ task }) =>
        task.startsWith('office-'),
      )
    const states = async () => Object.fromEntries((await jobs()).map(({ task, state }) => [task, state]))
    expect(await states()).toEqual({
      'office-1': 'ready',
      'office-2': 'waiting',
      'office-3': 'running',
      'office-4': 'failing',
      'office-5': 'given_up',
    })
    expect((await jobs({ of_state: 'given_up' })).map(({ last_error }) => last_error)).toEqual(['no route'])
    const ids = (await jobs()).map(({ id }) => id)
    // Jobs that never failed and running jobs are not changed.
    expect((await vigie.as.admin.rpc('retry_jobs', { job_ids: ids })).data).toBe(2)
    expect(await states()).toMatchObject({
      'office-2': 'waiting',
      'office-3': 'running',
      'office-5': 'ready',
    })
    expect((await vigie.as.admin.rpc('list_audit', { of_table: 'jobs' })).data).toHaveLength(2)
    const many = Array.from({ length: 501 }, (_, n) => n)
    expect((await vigie.as.admin.rpc('retry_jobs', { job_ids: many })).error?.message).toBe('too_many_rows')
  })
})

describe('a mail, read', () => {
  it('shows no link and no code to anybody, not even while it waits', async () => {
    const secrets = {
      Token: '418207',
      TokenHash: 'f00d',
      ConfirmationURL: 'https://vigie.example/secret',
      StopToken: 'STOP',
      BackupCode: '991',
    }
    const { rows } = await vigie.admin.query<{ id: string }>(
      `insert into _server.mail_outbox (to_address, template, data) values ('a@example.com', 'magic_link', $1) returning id`,
      [{ ...secrets, Email: 'a@example.com', Data: { username: 'a' } }],
    )
    const mail = (await vigie.as.admin.rpc('read_mail', { mail_id: rows[0]?.id }).throwOnError()).data
    const hidden = Object.fromEntries(Object.keys(secrets).map((name) => [name, '•']))
    expect(mail).toMatchObject({ template: 'magic_link', minutes: 1440 })
    expect(mail.data).toEqual({ ...hidden, Email: 'a@example.com' })
    const { data: listed } = await vigie.as.admin.rpc('list_mails').throwOnError()
    expect(listed[0]).toMatchObject({ to_address: 'a@example.com', template: 'magic_link' })
    for (const secret of Object.values(secrets)) expect(JSON.stringify([mail, listed])).not.toContain(secret)
    expect((await vigie.as.admin.rpc('read_mail', { mail_id: 0 })).data).toBeNull()
  })
})

describe('the rule of the second factor', () => {
  it('is changed by an admin under audit, and not required by one who could not take it back', async () => {
    const { error } = await vigie.as.admin.rpc('set_require_staff_mfa', { required: true })
    expect(error?.message).toBe('own_factor_first')
    const settings = async () => (await vigie.as.admin.rpc('office_settings')).data
    expect(await settings()).toMatchObject({ require_staff_mfa: false })
    expect((await settings()).staff_without_factor).toBe((await settings()).staff)
  })
})

describe('the machinery', () => {
  const read = async () => (await vigie.as.analyst.rpc('office_machinery').throwOnError()).data

  it('is shown to staff alone', async () => {
    for (const actor of ['visitor', 'freemium', 'premium', 'service_role'] as const)
      expect((await vigie.as[actor].rpc('office_machinery')).error?.code, actor).toBe('42501')
    expect((await vigie.as.admin.rpc('office_machinery')).error).toBeNull()
  })

  it('tells the oldest job that is due, those that failed, and the mails that wait or were given up', async () => {
    await prepareQueue(vigie.admin, log)
    await vigie.admin.query(`
      delete from _server.mail_outbox;
      insert into _server.mail_outbox (to_address, template, created_at, sent_at, failed_at, attempts) values
        ('a@example.com', 'recovery', now() - interval '9 minutes', null, null, 2),
        ('b@example.com', 'recovery', now(), null, null, 0),
        ('c@example.com', 'recovery', now() - interval '3 days', null, now() - interval '2 days', 5),
        ('d@example.com', 'recovery', now() - interval '3 hours', null, now() - interval '2 hours', 5),
        ('e@example.com', 'recovery', now() - interval '1 hour', now() - interval '1 hour', null, 1);
      -- A mail wakes the worker by a job of its own.
      delete from graphile_worker._private_jobs;
      select graphile_worker.add_job('late', '{}', run_at := now() - interval '7 minutes');
      select graphile_worker.add_job('later', '{}', run_at := now() + interval '1 hour');
      select graphile_worker.add_job('failing', '{}', job_key := 'failing');
      select graphile_worker.add_job('lost', '{}', job_key := 'lost', max_attempts := 1);
      update graphile_worker._private_jobs set attempts = 1 where key in ('failing', 'lost')`)
    const { jobs, mails } = await read()
    const ago = (at: string) => Math.round((Date.now() - Date.parse(at)) / 60_000)
    expect(jobs).toMatchObject({ waiting: 1, failing: 1, given_up: 1 })
    expect(ago(jobs.oldest_at)).toBe(7)
    expect(mails).toMatchObject({ waiting: 2, retried: 1, failed: 1 })
    expect(ago(mails.oldest_at)).toBe(9)
    expect(ago(mails.sent_at)).toBe(60)
    await vigie.admin.query('delete from graphile_worker._private_jobs; delete from _server.mail_outbox')
  })

  it('says that no backup is configured, and then when the last one was taken', async () => {
    await vigie.admin.query('insert into _server.backup_state (configured) values (false)')
    expect((await read()).backup).toEqual({
      configured: false,
      base_at: null,
      copied_at: null,
      failed_at: null,
    })
    await vigie.admin.query('update _server.backup_state set configured = true, base_at = $1', [
      '2026-11-20T03:10:00Z',
    ])
    expect((await read()).backup).toMatchObject({ configured: true, base_at: '2026-11-20T03:10:00+00:00' })
  })

  it('tells how old the signed head is, and what others said of it', async () => {
    const { ledger } = await read()
    expect(ledger).toHaveProperty('size')
    expect(ledger).toMatchObject({ stamped_at: null, cosigned_at: null })
  })
})

describe('the feeds', () => {
  it('are shown to staff with what was refused, waited for and passed over, and to nobody else', async () => {
    for (const actor of ['visitor', 'freemium', 'premium', 'service_role'] as const) {
      expect((await vigie.as[actor].rpc('office_feeds')).error?.code, actor).toBe('42501')
    }
    await vigie.admin.query(`
      insert into market_feeds values ('metal', 'twelvedata', 'live', now(), now(), now(), null, now());
      insert into private.refused_market_data (source, symbol, reason, given, times, refused_at) values
        ('twelvedata', 'XAUUSD', 'far_away', '{}', 7, now()), ('twelvedata', 'XAUUSD', 'far_away', '{}', 5, now()),
        ('twelvedata', 'XAGUSD', 'crossed', '{}', 1, now()), ('twelvedata', 'XAGUSD', 'crossed', '{}', 9, now() - interval '2 days');
      insert into market_waits values ('XAUUSD', '2026-11-20T10:00Z', '2026-11-20T10:05Z', now());
      insert into market_gaps values
        ('XAUUSD', '2026-11-19T10:00Z', '2026-11-19T10:30Z', 'no_data', 'twelvedata'),
        ('XAUUSD', '2026-11-19T11:00Z', '2026-11-19T11:01Z', 'no_trade', 'twelvedata')`)
    for (const actor of ['analyst', 'admin'] as const) {
      const { data } = await vigie.as[actor].rpc('office_feeds')
      expect(data).toMatchObject([
        {
          class: 'metal',
          source: 'twelvedata',
          state: 'live',
          refused: [
            { symbol: 'XAUUSD', reason: 'far_away', times: 12 },
            { symbol: 'XAGUSD', reason: 'crossed', times: 1 },
          ],
          waits: [{ symbol: 'XAUUSD' }],
          passed_over: 30,
          instruments: 2,
        },
      ])
    }
  })

  it('say of how many instruments each minute of the last hour is missing, while their market is open', async () => {
    await vigie.admin.query(
      `insert into market_feeds values ('crypto', 'twelvedata', 'live', now(), now(), now(), null, now())`,
    )
    const missing = async () => {
      const { data } = await vigie.as.analyst.rpc('office_feeds')
      return data.find((feed: { class: string }) => feed.class === 'crypto').missing
    }
    // The tests' markets are closed: nothing is missing.
    expect(await missing()).toEqual(Array(60).fill(0))
    await openMarket(vigie, 'BTCUSD')
    await vigie.admin.query(`
      insert into candles (symbol, timeframe, opened_at, open, high, low, close, source)
      select 'BTCUSD', 'M1', date_trunc('minute', now()) - place * interval '1 minute', 1, 1, 1, 1, 'twelvedata'
      from generate_series(2, 20) as place`)
    const found = await missing()
    expect(found).toHaveLength(60)
    expect(found.slice(0, 40)).toEqual(Array(40).fill(2))
    expect(found.slice(45)).toEqual(Array(15).fill(1))
  })
})

describe('the figures', () => {
  const figures = async (days = 30, actor: 'admin' | 'analyst' = 'admin') => {
    const { data, error } = await vigie.as[actor].rpc('office_figures', { days })
    if (error) throw error
    return data
  }

  it('are the staff’s alone, for a period that is one', async () => {
    for (const actor of ['visitor', 'freemium', 'premium', 'service_role'] as const) {
      expect((await vigie.as[actor].rpc('office_figures', { days: 30 })).error?.code, actor).toBe('42501')
    }
    expect((await figures(30, 'analyst')).steps).toEqual((await figures()).steps)
    for (const days of [0, -1, 367]) {
      expect((await vigie.as.admin.rpc('office_figures', { days })).error?.message).toBe('no_such_period')
    }
  })

  it('count each account once, in its day, and each step it has taken', async () => {
    const before = await figures()
    const [one, two, old] = [await vigie.member(), await vigie.member(), await vigie.member()]
    await vigie.admin.query(`update members set created_at = now() - interval '40 days' where user_id = $1`, [
      old.id,
    ])
    await one.client.rpc('begin_visit')
    await vigie.admin.query(
      `insert into premium_grants (user_id, source, starts_at, ends_at) values
         ($1, 'test', now(), now() + interval '1 day'), ($1, 'test', now(), now() + interval '2 days'),
         ($2, 'test', now() + interval '1 day', now() + interval '2 days'),
         ($3, 'test', now() - interval '39 days', now() - interval '38 days'), ($3, 'test', now(), now() + interval '2 days')`,
      [one.id, two.id, old.id],
    )
    const after = await figures()
    const grown = (group: string, name: string) => after[group][name] - before[group][name]
    expect([grown('sign_ups', 'count'), grown('sign_ups', 'before')]).toEqual([2, 1])
    expect(['signed_up', 'visited', 'followed', 'premium'].map((name) => grown('steps', name))).toEqual([
      2, 1, 0, 1,
    ])
    // A confirmation that is added or removed later counts from then on.
    const confirm = async (at: string | null) => {
      await vigie.admin.query('update auth.users set email_confirmed_at = $2 where id = $1', [two.id, at])
      return (await figures()).steps.confirmed
    }
    expect((await confirm('2026-01-01')) - (await confirm(null))).toBe(1)
    expect(['all', 'premium', 'converted'].map((name) => grown('members', name))).toEqual([3, 2, 1])
    expect(after.sign_ups.series).toHaveLength(30)
    expect(after.sign_ups.series.at(-1).count - before.sign_ups.series.at(-1).count).toBe(2)
    const sum = after.sign_ups.series.reduce(
      (total: number, { count }: { count: number }) => total + count,
      0,
    )
    expect(sum).toBe(after.sign_ups.count)
    expect((await figures(366)).sign_ups.unit).toBe('week')
  })

  it('tell how long deliveries took, the median and the slowest twentieth, of those that arrived', async () => {
    await vigie.admin.query('truncate _server.mail_outbox')
    expect((await figures()).delivery.mails).toEqual({ count: 0, p50: null, p95: null })
    await vigie.admin.query(
      `insert into _server.mail_outbox (to_address, template, created_at, sent_at)
       select 'a@example.com', 'recovery', now() - interval '1 hour', now() - interval '1 hour' + n * interval '1 second'
       from generate_series(0, 100) as n`,
    )
    await vigie.admin.query(
      `insert into _server.mail_outbox (to_address, template, created_at) values ('a@example.com', 'recovery', now() - interval '1 hour')`,
    )
    expect((await figures()).delivery.mails).toEqual({ count: 101, p50: 50, p95: 95 })
  })

  it('tell how long a signal took to be in the application, on devices and in mailboxes, without quiet hours', async () => {
    const times = async () => {
      const { app, push, email } = (await figures()).delivery
      return { app, push, email }
    }
    const none = { count: 0, p50: null, p95: null }
    expect(await times()).toEqual({ app: none, push: none, email: none })
    const { id } = await vigie.member()
    // Deliveries are dated by their ids: made now, and so are those that wait for the morning.
    await vigie.admin.query(
      `with told as (
         insert into private.notification_facts (fact, category, kind, link, created_at, fanned_out_at)
         values ('signal:times', 'signals', 'signal_published', '/signaux', now() - interval '10 s', now() - interval '8 s')
       ), device as (
         insert into push_devices (user_id, endpoint, p256dh, auth)
         values ($1, 'https://push.example/times', 'B' || repeat('a', 86), repeat('a', 22)) returning id
       ), note as (
         insert into notifications (user_id, fact, category, kind, link, in_app, created_at)
         select $1, 'signal:times' || place, 'signals', 'signal_published', '/signaux', true, now() - interval '10 s'
         from generate_series(1, 3) as place returning id, fact
       )
       insert into notification_deliveries (notification_id, user_id, channel, device_id, due_at, attempts, sent_at)
       select note.id, $1, way.channel, case way.channel when 'push' then device.id end, now() + way.deferred, way.attempts, now() + way.sent
       from note, device, (values
         ('1', 'push', interval '0', 1, interval '-6 s'),
         -- A second try counts with all the time that it took.
         ('2', 'push', interval '1 hour', 2, interval '1 hour'),
         ('3', 'push', interval '8 hours', 1, interval '8 hours'),
         ('1', 'email', interval '0', 1, interval '-5 s'),
         ('2', 'email', interval '0', 0, null)
       ) as way (place, channel, deferred, attempts, sent)
       where note.fact = 'signal:times' || way.place`,
      [id],
    )
    expect(await times()).toEqual({
      app: { count: 1, p50: 2, p95: 2 },
      push: { count: 2, p50: 1807, p95: 3429.7 },
      email: { count: 1, p50: 5, p95: 5 },
    })
  })

  it('tell how long requests wait', async () => {
    const { id } = await vigie.member()
    const request = (state: string, more = '') =>
      vigie.admin.query(
        `insert into qualification_requests (user_id, broker, account_number, state, created_at, waiting_since, decided_at, reason)
         values ($1, 'test', 'ACC 1', $2, now() - interval '2 days', now() - interval '1 day', ${more || 'null'}, 'Une raison.')`,
        [id, state],
      )
    expect((await figures()).queue).toMatchObject({ waiting: 0, oldest_since: null, median_age: null })
    await request('pending')
    await request('rejected', `now() - interval '1 day'`)
    await request('rejected', `now() - interval '50 days'`)
    const { queue } = await figures()
    expect(queue).toMatchObject({
      waiting: 1,
      unassigned: 1,
      decided: 1,
      approved: 0,
      median_decision: 86400,
    })
    expect(Math.round(queue.median_age / 60)).toBe(1440)
  })
})
