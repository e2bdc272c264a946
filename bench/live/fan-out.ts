import type pg from 'pg'
import { freePort } from '../../server/src/database/embedded.ts'
import { signUp, withServer } from '../bench-server.ts'
import { type Credentials, cpuSeconds, pause, type Started, startScript } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, ratio, rounded, table } from '../statistics.ts'
import { ABSENT, CHANNEL, startNchan } from './nchan.ts'
import { CLOSE_MARKET, signalDraft } from './signal-draft.ts'
import { openSockets, type SocketPlan, type Sockets } from './sockets.ts'

/** Time until the last of 1 000 members has received a published signal, and the server's cost. */
const MEMBERS = sized(1000, 20)
const PREMIUM = sized(300, 6)
const ROUNDS = sized(7, 1)
const PER_ROUND = sized(10, 2)
/** Sender and receivers share one core, servers and PostgreSQL the other. */
const SERVER_CORE = 0

type Round = { p50: number; p99: number; cpu: number }
type Target = { name: string; server: Started; sockets: Sockets; publish(n: number): Promise<void> }

export const measure = (): Promise<string> =>
  withServer(
    async ({ server: vigie, dataDir, credentials, database }) => {
      const peers: Started[] = []
      const opened: Sockets[] = []
      try {
        const members = await prepare(credentials, database)
        const ours = await openSockets(signalPlans(credentials, groups, members))
        opened.push(ours)
        const frames = await sample(ours, () => publishSignal(database, members.analyst, -1))
        const bare = async (script: string, channel: string, greeting?: string) => {
          const peerPort = await freePort()
          const server = await startScript(
            script,
            [String(peerPort), credentials.databaseUrl, channel],
            {},
            { core: SERVER_CORE, ready: /listening/ },
          )
          peers.push(server)
          const sockets = await openSockets(peerSockets(peerPort, groups, greeting))
          opened.push(sockets)
          return { server, sockets }
        }
        const targets: Target[] = [
          {
            name: 'Vigie: `publish_signal()` to 1 000 private channels',
            server: vigie,
            sockets: ours,
            publish: (n) => publishSignal(database, members.analyst, n),
          },
          {
            name: 'bare `ws`, the same frames',
            ...(await bare('bench/peers/ws.ts', 'bench_ws')),
            publish: (n) => notify(database, 'bench_ws', frames, n),
          },
          {
            name: 'Socket.IO, the same payloads',
            ...(await bare('bench/peers/socket-io.ts', 'bench_socket_io', '40')),
            publish: (n) => notify(database, 'bench_socket_io', frames, n),
          },
        ]
        const nchan = await startNchan(dataDir, credentials.databaseUrl, SERVER_CORE)
        if (nchan) {
          peers.push(nchan.server)
          const sockets = await openSockets(peerSockets(nchan.port, groups))
          opened.push(sockets)
          targets.push({
            name: 'nginx and nchan, the same frames (CPU without the relay that posts to it)',
            server: nchan.server,
            sockets,
            publish: (n) => notify(database, CHANNEL, frames, n),
          })
        }
        return `${await report(targets, ours)}${nchan ? '' : ` ${ABSENT}`}`
      } finally {
        for (const sockets of opened) sockets.close()
        await Promise.all(peers.map((peer) => peer.stop()))
      }
    },
    {},
    SERVER_CORE,
  )

const groups = Array.from({ length: MEMBERS }, (_, index): 'premium' | 'freemium' =>
  index < PREMIUM ? 'premium' : 'freemium',
)

export type Members = { analyst: string; analystToken: string; premium: string; freemium: string }

/** A peer's sockets: one path per group, or Socket.IO's protocol if a greeting is given. */
export const peerSockets = (port: number, groups: readonly string[], greeting?: string) =>
  groups.map((group) => {
    const address = greeting ? `/socket.io/?EIO=4&transport=websocket&group=${group}` : `/${group}`
    return { url: `ws://127.0.0.1:${port}${address}`, greeting, group }
  })

/** Creates an analyst, a premium and a freemium member. */
export async function prepare(credentials: Credentials, database: pg.Client): Promise<Members> {
  const analyst = await signUp(credentials, 'analyst')
  const premium = await signUp(credentials, 'premium')
  const freemium = await signUp(credentials, 'freemium')
  await database.query('update private.security_settings set require_staff_mfa = false')
  await database.query(CLOSE_MARKET)
  await database.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [analyst.id])
  await database.query(
    `insert into public.premium_grants (user_id, source, starts_at, ends_at) values ($1, 'benchmark', now(), now() + interval '1 day')`,
    [premium.id],
  )
  return {
    analyst: analyst.id,
    analystToken: analyst.token,
    premium: premium.token,
    freemium: freemium.token,
  }
}

/** One socket plan per group: joins its private channel of signals with the group's token. */
export function signalPlans<Group extends string>(
  { url, anonKey }: Credentials,
  groups: readonly Group[],
  tokens: Readonly<Record<Group, string>>,
): SocketPlan[] {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`
  return groups.map((group) => {
    const config = {
      broadcast: { self: false, ack: false },
      presence: { key: '', enabled: false },
      postgres_changes: [],
      private: true,
    }
    const topic = `realtime:signals:${group}`
    const join = { config, access_token: tokens[group] }
    return {
      url: address,
      greeting: JSON.stringify(['1', '1', topic, 'phx_join', join]),
      heartbeat: JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}]),
      group,
    }
  })
}

/** Publishes the `n`-th signal as the analyst, each with a different entry. */
export async function publishSignal(database: pg.Client, analyst: string, n: number): Promise<void> {
  const signal = signalDraft(1.085 + (n + 2) / 10_000, 'premium')
  await database.query('begin')
  await database.query(
    `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
    [JSON.stringify({ sub: analyst, role: 'authenticated', aal: 'aal2' })],
  )
  await database.query('select public.publish_signal($1)', [JSON.stringify(signal)])
  await database.query('commit')
}

/** Each peer has its own channel, so that none works while another is measured. */
const notify = (database: pg.Client, channel: string, frames: string, n: number) =>
  database
    .query('select pg_notify($1, $2)', [channel, frames.replaceAll('"sequence"', `"n${n}"`)])
    .then(() => {})

/** The frames for a premium and a freemium member, one per line, as the peers' payload. */
async function sample(sockets: Sockets, publish: () => Promise<void>): Promise<string> {
  sockets.expect()
  await publish()
  await sockets.settled(MEMBERS)
  const frames = `${sockets.last('premium')}\n${sockets.last('freemium')}`
  if (frames.length > 7900) throw new Error('the frames are too large for a notice')
  return frames
}

async function report(targets: Target[], ours: Sockets): Promise<string> {
  const rounds = new Map<string, Round[]>(targets.map(({ name }) => [name, []]))
  let lost = 0
  let doubled = 0
  for (let round = -1; round < ROUNDS; round++) {
    for (const { name, server, sockets, publish } of targets) {
      const latencies: number[] = []
      const before = cpuSeconds(server.pid)
      for (let n = 0; n < PER_ROUND; n++) {
        sockets.expect()
        await publish((round + 1) * PER_ROUND + n)
        const committed = performance.now()
        const { received, lastAt } = await sockets.settled(MEMBERS)
        lost += Math.max(0, MEMBERS - received)
        doubled += Math.max(0, received - MEMBERS)
        latencies.push(lastAt - committed)
        await pause(60)
      }
      const cpu = ((cpuSeconds(server.pid) - before) / (PER_ROUND * MEMBERS)) * 1e6
      if (round >= 0)
        rounds.get(name)?.push({ p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), cpu })
    }
  }
  const { leaked } = ours
  const own = rounds.get(targets[0]?.name as string) as Round[]
  const rows = targets.map(({ name }, index) => {
    const of = rounds.get(name) as Round[]
    const column = (key: keyof Round) => of.map((round) => round[key])
    const against = (key: keyof Round) =>
      index === 0
        ? ''
        : ratio(
            own.map((round) => round[key]),
            column(key),
          )
    return [
      name,
      rounded(median(column('p50')), 1),
      rounded(median(column('p99')), 1),
      rounded(median(column('cpu')), 1),
      against('p50'),
      against('cpu'),
    ]
  })
  return `${table(['', 'commit → last of 1 000, p50 ms', 'p99 ms', 'CPU µs a delivery', 'Vigie ÷ this, p50', 'Vigie ÷ this, CPU'], rows)}\n\n${PREMIUM} premium and ${MEMBERS - PREMIUM} freemium members; ${ROUNDS} interleaved rounds of ${PER_ROUND} publications, medians. Lost ${lost}, doubled ${doubled}, leaked (a level in a freemium member's frame) ${leaked}.`
}
