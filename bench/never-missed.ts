import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { freePort } from '../server/src/database/embedded.ts'
import { type Numbered, SignalFeed } from '../web/src/lib/signal-feed.ts'
import { cutLine } from './cut-line.ts'
import { type Credentials, credentialsIn, pause, root, withDirectory } from './process.ts'
import { signalDraft } from './signal-draft.ts'
import { rounded, table } from './statistics.ts'

/**
 * Signals are published and moved on while lines are cut at random and the server, the worker and PostgreSQL are killed
 * (SIGKILL) and started again; then what each member was told is held against the record.
 */
const SECONDS = 120
const MEMBERS = 40
const PASSWORD = 'a long bench password'

export type Outcome = {
  members: number
  seconds: number
  cuts: number
  kills: Record<Victim, number>
  events: number
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
      ['levels told to a freemium member before the close', String(rest.leaked)],
    ],
  )
}

const VICTIMS = ['server', 'worker', 'postgres'] as const
type Victim = (typeof VICTIMS)[number]
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
      await until(() => listeners.every(({ feed }) => feed.last !== null), 30_000, 'everybody listens')
      const first = Math.min(...listeners.map(({ feed }) => feed.last ?? 0))
      const ends = Date.now() + seconds * 1000
      // A slow machine takes longer than that to come back from each of the kills.
      let killed = false
      const over = () => killed && Date.now() > ends
      await Promise.all([
        publishUntil(over, platform.credentials, people.analyst),
        cutUntil(over, () => line.cut(Math.random() ** 2)),
        killUntil(ends, seconds, async (victim) => {
          kills[victim] += 1
          await platform.kill(victim)
        }).finally(() => {
          killed = true
        }),
      ])
      await platform.ready()
      const record = await readRecord(platform.credentials.databaseUrl, first)
      const head = record.at(-1)?.number ?? first
      await until(
        () => listeners.every(({ feed }) => (feed.last ?? 0) >= head),
        60_000,
        'everybody has caught up',
        // Whoever has not is judged by what they were told.
      ).catch(() => {})
      return { members, seconds, cuts: line.cuts, kills, ...judge(listeners, record) }
    } finally {
      for (const { stop } of listeners) stop()
      line.close()
      await platform.stop()
    }
  })

type Entry = { number: number; open_premium: boolean }

/** Every event of the ledger since a number, and whether it could be told to premium members alone. */
async function readRecord(databaseUrl: string, after: number): Promise<Entry[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ number: string; open_premium: boolean }>(
    `select ledger.sequence::text as number,
       signals.tier = 'premium' and ledger.kind in ('published', 'sealed') as open_premium
     from public.ledger join public.signals on signals.id = ledger.signal_id
     where ledger.sequence > $1 order by ledger.sequence`,
    [after],
  )
  await client.end()
  return rows.map(({ number, open_premium }) => ({ number: Number(number), open_premium }))
}

function judge(listeners: readonly Listener[], record: readonly Entry[]) {
  let [told, lost, doubled, disordered, leaked] = [0, 0, 0, 0, 0]
  for (const listener of listeners) {
    const numbers = listener.told
    const heard = new Set(numbers)
    told += numbers.length
    lost += record.filter(({ number }) => number > listener.from && !heard.has(number)).length
    doubled += numbers.length - heard.size
    disordered += numbers.filter(
      (number, index) => index > 0 && number < (numbers[index - 1] as number),
    ).length
    leaked += listener.leaked
  }
  return { events: record.length, told, lost, doubled, disordered, leaked }
}

type Told = Numbered & {
  signal: { tier: string; signal_states: { state: string }; signal_levels?: unknown }
}
type Person = { token: string; tier: 'premium' | 'freemium' }
type Listener = {
  feed: SignalFeed<Told>
  told: number[]
  readonly from: number
  readonly leaked: number
  stop(): void
}

/** A member as the web application listens: the channel of their tier, and the feed that fills its holes. */
function listen(port: number, anonKey: string, { token, tier }: Person): Listener {
  const client = createClient(`http://127.0.0.1:${port}`, anonKey, {
    accessToken: async () => token,
    realtime: { timeout: 5000, reconnectAfterMs: (tries: number) => Math.min(200 * tries, 1000) },
  })
  const told: number[] = []
  let leaked = 0
  const feed = new SignalFeed<Told>({
    read: async (after) => {
      const { data, error } = await client.rpc('signals_since', { after })
      if (error) throw error
      return data
    },
    tell: ({ number, signal }) => {
      told.push(number)
      const open = ['pending', 'active'].includes(signal.signal_states.state)
      if (tier === 'freemium' && signal.tier === 'premium' && open && signal.signal_levels) leaked += 1
    },
    pause: async (attempt) => void (await pause(Math.min(100 * attempt, 1000))),
  })
  let from = Number.POSITIVE_INFINITY
  client
    .channel(`signals:${tier}`, { config: { private: true } })
    .on('broadcast', { event: 'signal' }, ({ payload }) => feed.live(payload as Told))
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      void feed.joined().then(() => {
        if (from === Number.POSITIVE_INFINITY) from = told[0] === undefined ? (feed.last ?? 0) : told[0] - 1
      })
    })
  return {
    feed,
    told,
    get from() {
      return from
    },
    get leaked() {
      return leaked
    },
    stop() {
      feed.stop()
      void client.removeAllChannels()
      client.realtime.disconnect()
    },
  }
}

async function enlist({ url, anonKey, databaseUrl }: Credentials) {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const join = async (name: string) => {
    const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
    const { data, error } = await client.auth.signUp({ email: `${name}@example.com`, password: PASSWORD })
    if (error || !data.session) throw error ?? new Error('no session')
    return { id: data.session.user.id, token: data.session.access_token }
  }
  const [analyst, premium, freemium] = [await join('analyst'), await join('premium'), await join('freemium')]
  await database.query('update private.security_settings set require_staff_mfa = false')
  await database.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [analyst.id])
  await database.query(
    `insert into public.premium_grants (user_id, source, starts_at, ends_at) values ($1, 'benchmark', now(), now() + interval '1 day')`,
    [premium.id],
  )
  await database.end()
  return {
    analyst: analyst.token,
    premium: { token: premium.token, tier: 'premium' as const },
    freemium: { token: freemium.token, tier: 'freemium' as const },
  }
}

/** About eight changes a second; one that is refused or cut off may have happened or not: the ledger knows. */
async function publishUntil(
  over: () => boolean,
  { url, anonKey }: Credentials,
  token: string,
): Promise<void> {
  const client = createClient(url, anonKey, { accessToken: async () => token })
  const open: string[] = []
  for (let n = 0; !over(); n++) {
    const chance = Math.random()
    if (chance < 0.5 || open.length === 0) {
      const { data } = await client.rpc('publish_signal', {
        signal: signalDraft(0.5 + n / 100_000, n % 3 === 0 ? 'freemium' : 'premium'),
      })
      if (data) open.push((data as { id: string }).id)
    } else if (chance < 0.8) await note(client, open)
    else {
      const [signal_id] = open.splice(Math.floor(Math.random() * open.length), 1)
      await client.rpc('cancel_signal', { signal_id, reason: 'The idea is withdrawn.' })
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

/** One process after another, each once at least, at a random moment of its turn and with time to come back. */
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

type Platform = {
  port: number
  readonly credentials: Credentials
  ready(): Promise<void>
  kill(victim: Victim): Promise<void>
  stop(): Promise<void>
}

/** `npm start`, started again whenever it ends, as a service manager does. */
async function keepPlatform(dataDir: string): Promise<Platform> {
  const port = await freePort()
  let child: ChildProcess
  let said = ''
  let stopping = false
  const start = () => {
    said = ''
    child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, SEED: 'none', MARKET_HISTORY: 'short' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    child.once('exit', () => {
      if (!stopping) setTimeout(start, 200)
    })
  }
  start()
  const ready = () => until(() => said.includes('Admin password'), 90_000, 'the platform runs')
  await ready()
  const kill = async (victim: Victim) => {
    await ready()
    const pid = await {
      server: () => child.pid as number,
      worker: () => Number(execFileSync('pgrep', ['-P', String(child.pid), '-f', 'worker/src/main.ts'])),
      postgres: () => postmaster(credentialsIn(dataDir).databaseUrl),
    }[victim]()
    if (victim !== 'worker') said = ''
    process.kill(pid, 'SIGKILL')
  }
  return {
    port,
    // Read anew: PostgreSQL has another port after each start.
    get credentials() {
      return credentialsIn(dataDir)
    },
    ready,
    kill,
    stop: () =>
      new Promise((resolve) => {
        stopping = true
        if (child.exitCode !== null || !existsSync(dataDir)) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** The process that all others of PostgreSQL come from. */
async function postmaster(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  await client.end()
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
}

async function until(holds: () => boolean, patience: number, what: string): Promise<void> {
  const ends = Date.now() + patience
  while (!holds()) {
    if (Date.now() > ends) throw new Error(`${what}: not within ${patience / 1000} s`)
    await pause(50)
  }
}
