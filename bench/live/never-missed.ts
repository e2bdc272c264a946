import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { type Credentials, pause, until, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { rounded, table } from '../statistics.ts'
import { cutLine } from './cut-line.ts'
import { prepare } from './fan-out.ts'
import { keepPlatform, VICTIMS, type Victim } from './kept-platform.ts'
import { type Entry, judge, type Listener, listen, untilStill } from './listeners.ts'
import { signalDraft } from './signal-draft.ts'

/**
 * Publishes and updates signals while connections are cut at random and the server, the worker and PostgreSQL are killed
 * (SIGKILL) and restarted; then compares what each member received with the record.
 */
const SECONDS = sized(120, 5)
const MEMBERS = sized(40, 4)
/** Of eight a second, what a machine under load still manages between kills. */
const FEWEST_CHANGES = 2.5

export type Outcome = {
  members: number
  seconds: number
  cuts: number
  kills: Record<Victim, number>
  events: number
  /** The expected number of messages for all members of the class. */
  due: number
  told: number
  lost: number
  doubled: number
  disordered: number
  leaked: number
}

export const measure = async (): Promise<string> => {
  const outcome = await neverMissed({ seconds: SECONDS, members: MEMBERS })
  const { kills, told, seconds, ...rest } = outcome
  return table(
    ['what', 'count'],
    [
      ['members, half of them premium', String(rest.members)],
      ['seconds', String(seconds)],
      ['lines cut', rounded(rest.cuts)],
      ['kills of server, worker, PostgreSQL', `${kills.server}, ${kills.worker}, ${kills.postgres}`],
      ['events in the ledger', rounded(rest.events)],
      ['messages told to members', rounded(told)],
      ['lost', String(rest.lost)],
      ['told twice', String(rest.doubled)],
      ['out of order', String(rest.disordered)],
      ['told to a freemium member of an open premium signal, but that it is there', String(rest.leaked)],
    ],
  )
}

type Options = { seconds: number; members: number }

export const neverMissed = ({ seconds, members }: Options): Promise<Outcome> =>
  withDirectory(async (directory) => {
    const platform = await keepPlatform(join(directory, 'data'))
    const line = await cutLine(platform.port)
    const kills: Record<Victim, number> = { server: 0, worker: 0, postgres: 0 }
    const listeners: Listener[] = []
    try {
      const people = await enlist(platform.credentials)
      for (let n = 0; n < members; n++) {
        const premium = n % 2 === 0
        listeners.push(
          listen(line.port, platform.credentials.anonKey, premium ? people.premium : people.freemium),
        )
      }
      await until(() => listeners.every(({ feed }) => feed.at !== null), 30_000, 'everybody listens')
      const first = await lastEntry(platform.credentials.databaseUrl)
      const ends = Date.now() + seconds * 1000
      // A slow machine needs longer to recover from each kill, and for as many changes.
      let killed = false
      let changes = 0
      const over = () => killed && Date.now() > ends && changes >= FEWEST_CHANGES * seconds
      const count = ({ error }: { error: unknown }) => {
        if (!error) changes += 1
      }
      await Promise.all([
        publishUntil(over, count, platform.credentials, people.analyst),
        cutUntil(over, () => line.cut(Math.random() ** 2)),
        killUntil(ends, seconds, async (victim) => {
          kills[victim] += 1
          await platform.kill(victim)
        }).finally(() => {
          killed = true
        }),
      ])
      await platform.ready()
      const heard = await untilStill(listeners, () => readRecord(platform.credentials.databaseUrl, first))
      return { members, seconds, cuts: line.cuts, kills, ...judge(...heard) }
    } finally {
      for (const { stop } of listeners) stop()
      line.close()
      await platform.stop()
    }
  })

async function ask<Row extends object>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

async function lastEntry(databaseUrl: string): Promise<string> {
  const [row] = await ask<{ last: string }>(
    databaseUrl,
    'select coalesce(max(sequence), 0)::text as last from public.ledger',
  )
  return row?.last ?? '0'
}

/**
 * Every event after a ledger entry: plain entries are for everyone; sealed ones, and events revealed by an ending, were for
 * premium members. Throws when the record does not match the ledger, since nothing could then be compared with it.
 */
async function readRecord(databaseUrl: string, after: string): Promise<Entry[]> {
  const [verdict] = await ask<{ valid: boolean }>(
    databaseUrl,
    `select (public.verify_record() ->> 'valid')::boolean and (public.verify_ledger() ->> 'valid')::boolean as valid`,
  )
  if (!verdict?.valid) throw new Error('the record is not what the ledger says')
  return await ask<Entry>(
    databaseUrl,
    `with own as (
       select signal_id, entry, kind, row_number() over (partition by signal_id order by sequence) as place
       from public.ledger where sequence > $1 and signal_id is not null
     ), clear as (
       select signal_id, case when kind <> 'published' and entry -> 'data' ? 'events'
         then 2 + jsonb_array_length(entry #> '{data,events}') else place end as place
       from own
     )
     select events.signal_id || ' ' || events.sequence as event, clear.place is null as premium_only
     from public.signal_events as events
     left join clear on clear.signal_id = events.signal_id and clear.place = events.sequence
     where exists (select from clear as published where published.signal_id = events.signal_id)`,
    [after],
  )
}

async function enlist(credentials: Credentials) {
  const database = new pg.Client({ connectionString: credentials.databaseUrl })
  await database.connect()
  const { analystToken, premium, freemium } = await prepare(credentials, database)
  await database.end()
  return {
    analyst: analystToken,
    premium: { token: premium, tier: 'premium' as const },
    freemium: { token: freemium, tier: 'freemium' as const },
  }
}

/** About eight changes a second; one that fails or is cut off may still have happened, which the ledger shows. */
async function publishUntil(
  over: () => boolean,
  count: (answer: { error: unknown }) => void,
  { url, anonKey }: Credentials,
  token: string,
): Promise<void> {
  const client = createClient(url, anonKey, { accessToken: async () => token })
  const open: string[] = []
  for (let n = 0; !over(); n++) {
    const chance = Math.random()
    if (chance < 0.5 || open.length === 0) {
      const published = await client.rpc('publish_signal', {
        signal: signalDraft(0.5 + n / 100_000, n % 3 === 0 ? 'freemium' : 'premium'),
      })
      count(published)
      const { data } = published
      if (data) open.push((data as { id: string }).id)
    } else if (chance < 0.8) count(await note(client, open))
    else {
      const [signal_id] = open.splice(Math.floor(Math.random() * open.length), 1)
      count(await client.rpc('cancel_signal', { signal_id, reason: 'The idea is withdrawn.' }))
    }
    await pause(80 * Math.random())
  }
}

const note = (client: SupabaseClient, open: readonly string[]) =>
  client.rpc('add_signal_note', {
    signal_id: open[Math.floor(Math.random() * open.length)],
    note: 'The idea still holds.',
  })

async function cutUntil(over: () => boolean, cut: () => void): Promise<void> {
  while (!over()) {
    await pause(1000 * Math.random())
    cut()
  }
}

/** Kills one process after another, each at least once, at a random time and with time to recover. */
async function killUntil(
  ends: number,
  seconds: number,
  kill: (victim: Victim) => Promise<void>,
): Promise<void> {
  const turn = (seconds * 1000) / (Math.max(1, Math.floor(seconds / 40)) * VICTIMS.length + 0.5)
  for (let n = 0; ; n++) {
    const wait = turn * (0.4 + 0.4 * Math.random())
    if (n >= VICTIMS.length && Date.now() + wait > ends) return
    await pause(wait)
    await kill(VICTIMS[n % VICTIMS.length] as Victim)
    await pause(Math.max(0, turn - wait))
  }
}
