import { spawn } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { startPlatform } from '../../scripts/database/platform.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { CLOSE_MARKET, signalDraft } from '../live/signal-draft.ts'
import { pause, root, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, ratio, rounded, table } from '../statistics.ts'
import { openLimit } from './notify-limit.ts'

/** Time from a publication until each of 5,000 members' push and mail is accepted by the push service and the mail server. */
const MEMBERS = sized(5000, 20)
/** In the other benchmarks' mix, three in ten are premium and receive a premium signal. */
const PREMIUM = sized(1500, 6)
const ROUNDS = sized(3, 1)
const AIM_MS = 2000
const LONGEST_MS = 120_000

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const sinks = await startSinks()
    const port = await freePort()
    // The worker reads them from the environment; later benchmarks must not.
    const environment = {
      SMTP_URL: `smtp://127.0.0.1:${sinks.smtp}`,
      MAIL_FROM: 'Vigie <no-reply@vigie.example>',
      PUSH_SERVICES: `http://127.0.0.1:${sinks.http}`,
      QUOTE_INTERVAL_MS: '5000',
      // A first start would generate years of market history.
      MARKET_HISTORY: 'short',
    }
    Object.assign(process.env, environment)
    const settings = { PORT: String(port), DATA_DIR: join(directory, 'data'), SEED: 'none' }
    const platform = await startPlatform(readConfig(settings, root), undefined)
    const database = new pg.Client({ connectionString: platform.databaseUrl })
    await database.connect()
    try {
      const analyst = await enlist(platform.url, platform.context.keys.anonKey, database, sinks.http)
      const limit = await openLimit(sinks, createECDH('prime256v1').generateKeys('base64url'), MEMBERS)
      await pause(sized(5000, 500))
      const [alonePushes, aloneMails, alone]: number[][] = [[], [], []]
      const [pushed, mailed, whole, told]: number[][] = [[], [], [], []]
      const [appended, entered, ended]: number[][] = [[], [], []]
      const [usuallyPushed, usuallyMailed]: number[][] = [[], []]
      const publication = async (entry: number, members: number) => {
        const before = await sinks.received()
        const { error } = await analyst.rpc('publish_signal', { signal: signalDraft(entry, 'premium') })
        if (error) throw new Error(error.message)
        const published = Date.now()
        let now = await sinks.received()
        while (
          now.mails.length - before.mails.length < members ||
          now.pushes.length - before.pushes.length < members
        ) {
          if (Date.now() - published > LONGEST_MS) throw new Error('not all were told within two minutes')
          await pause(200)
          now = await sinks.received()
        }
        const since = (taken: number[], earlier: number[]) =>
          taken.slice(earlier.length).map((at) => at - published)
        return { pushes: since(now.pushes, before.pushes), mails: since(now.mails, before.mails) }
      }
      for (let round = 0; round < ROUNDS; round++) {
        const bare = await limit.measure()
        alonePushes?.push(bare.pushes)
        aloneMails?.push(bare.mails)
        alone?.push(bare.pushes + bare.mails)
        const { pushes, mails } = await publication(0.5 + round / 100, MEMBERS)
        pushed?.push(...pushes)
        mailed?.push(...mails)
        whole?.push(Math.max(...pushes, ...mails))
        const { rows } = await database.query<{ ms: string }>(
          `select extract(epoch from fanned_out_at - created_at) * 1000 as ms from private.notification_facts order by created_at desc limit 1`,
        )
        told?.push(Number(rows[0]?.ms))
        await pause(sized(3000, 500))
        // With default preferences, an entry is shown in the application only; an end is also pushed and mailed.
        for (const [kind, times] of [
          ['entered', entered],
          ['stopped', ended],
        ] as const) {
          const event = await happen(database, kind)
          appended?.push(event.appended)
          times?.push(event.told)
        }
        await untilIdle(database)
      }
      await database.query(
        `delete from public.premium_grants where id in (select id from public.premium_grants order by id offset $1)`,
        [PREMIUM],
      )
      await database.query('analyze')
      for (let round = 0; round < ROUNDS; round++) {
        await pause(sized(3000, 500))
        const { pushes, mails } = await publication(0.7 + round / 100, PREMIUM)
        usuallyPushed?.push(...pushes)
        usuallyMailed?.push(...mails)
        await untilIdle(database)
      }
      limit.close()
      const row = (name: string, times: number[] = []) => [
        name,
        rounded(median(times)),
        rounded(quantile(times, 0.95)),
        rounded(Math.max(...times)),
        String(AIM_MS),
      ]
      const aloneRow = (name: string, times: number[] = []) => [
        name,
        rounded(median(times)),
        '',
        rounded(Math.max(...times)),
        '',
      ]
      const measured = table(
        ['after the answer that it is published', 'median, ms', '95 %, ms', 'longest, ms', 'aim for 95 %'],
        [
          row('3 in 10 are premium: a member’s push was taken', usuallyPushed),
          row('3 in 10 are premium: a member’s mail was taken', usuallyMailed),
          row('all are premium: a member’s row is there (all of them)', told),
          row('all are premium: a member’s push was taken', pushed),
          row('all are premium: a member’s mail was taken', mailed),
          row('the last of all', whole),
          row('an event is committed, its fact with it', appended),
          row('an entry: a row for each member, in the application', entered),
          row('an end: a row, a push and a mail due for each member', ended),
          aloneRow('5,000 pushes alone, without a database', alonePushes),
          aloneRow('5,000 mails alone, without a database', aloneMails),
        ],
      )
      return `${measured}\n\n${ROUNDS} publications to each mix; each of ${rounded(MEMBERS)} members has a device, and who is premium wants both at once: where all are, ${rounded(MEMBERS)} encrypted pushes and ${rounded(MEMBERS)} mails a publication, by one worker, beside server, PostgreSQL, mail server and push service on the same two cores. The last of all ÷ pushes and then mails handed over alone, by the same code: ${ratio(whole ?? [], alone ?? [])}.`
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name]
      await database.end()
      await platform.stop()
      sinks.stop()
    }
  })

/** Adds an event to the newest signal: time of the commit, and until every member's row exists, in ms. */
async function happen(database: pg.Client, kind: string): Promise<{ appended: number; told: number }> {
  const started = performance.now()
  const { rows: events } = await database.query<{ fact: string }>(
    `with newest as (select id from public.signals order by number desc limit 1)
     select format('signal:%s:%s', id, private.append_signal_event(id, $1, clock_timestamp(), 1, -1, '{}')) as fact from newest`,
    [kind],
  )
  const appended = performance.now() - started
  for (let waited = 0; waited < LONGEST_MS; waited += 100) {
    const { rows } = await database.query<{ ms: string }>(
      `select extract(epoch from fanned_out_at - created_at) * 1000 as ms from private.notification_facts
        where fact = $1 and fanned_out_at is not null`,
      [events[0]?.fact],
    )
    if (rows[0]) return { appended, told: Number(rows[0].ms) }
    await pause(100)
  }
  throw new Error('an event was not told within two minutes')
}

/** Waits until nothing is pending, so that rounds do not overlap. */
async function untilIdle(database: pg.Client): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += 200) {
    const { rowCount } = await database.query(
      'select from public.notification_deliveries where sent_at is null and dropped_at is null limit 1',
    )
    if (rowCount === 0) return
    await pause(200)
  }
  throw new Error('mails and pushes still wait after two minutes')
}

async function startSinks() {
  const child = spawn(process.execPath, [join(root, 'bench', 'notify', 'notify-sinks.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data))),
  )
  const [, smtp, http] = /sinks (\d+) (\d+)/.exec(said) ?? []
  return {
    smtp: smtp as string,
    http: http as string,
    received: async () =>
      (await (await fetch(`http://127.0.0.1:${http}/received`)).json()) as {
        mails: number[]
        pushes: number[]
      },
    stop: () => child.kill(),
  }
}

async function enlist(url: string, anonKey: string, database: pg.Client, pushPort: string) {
  const analyst = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const email = 'analyst@example.com'
  const password = 'A long benchmark password 7'
  await database.query('update private.security_settings set require_staff_mfa = false')
  await database.query(CLOSE_MARKET)
  const { data, error } = await analyst.auth.signUp({ email, password })
  if (error || !data.user) throw error ?? new Error('no user')
  await database.query(`update auth.users set email_confirmed_at = now() where id = $1`, [data.user.id])
  await database.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [data.user.id])
  await database.query(
    `update public.notification_preferences set email = '{}', push = '{}' where user_id = $1`,
    [data.user.id],
  )
  await analyst.auth.signInWithPassword({ email, password })
  const { rows } = await database.query<{ id: string }>(
    `with accounts as (
       insert into auth.users (id, email, email_confirmed_at)
       select gen_random_uuid(), 'member-' || n || '@example.com', now() from generate_series(1, $1) as n returning id),
     granted as (
       insert into public.premium_grants (user_id, source, ends_at)
       select id, 'benchmark', now() + interval '1 day' from accounts returning user_id)
     select user_id as id from granted`,
    [MEMBERS],
  )
  const device = createECDH('prime256v1')
  const devices = rows.map(({ id }) => ({
    user_id: id,
    endpoint: `http://127.0.0.1:${pushPort}/${id}`,
    p256dh: device.generateKeys('base64url'),
    auth: 'A'.repeat(22),
  }))
  await database.query(
    `insert into public.push_devices (user_id, endpoint, p256dh, auth)
     select user_id, endpoint, p256dh, auth from jsonb_to_recordset($1) as device (user_id uuid, endpoint text, p256dh text, auth text)`,
    [JSON.stringify(devices)],
  )
  await database.query('analyze')
  return analyst
}
