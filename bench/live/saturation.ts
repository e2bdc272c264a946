import pg from 'pg'
import { freePort } from '../../server/src/database/embedded.ts'
import { withServer } from '../bench-server.ts'
import { pause, type Started, startScript } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, rounded, table } from '../statistics.ts'
import { peerSockets, prepare, signalPlans } from './fan-out.ts'
import { ABSENT, CHANNEL, startNchan } from './nchan.ts'
import { openSockets, type Sockets } from './sockets.ts'

/**
 * Commits messages at increasing rates: the highest rate at which each of 500 subscribers receives every message within 100 ms.
 */
const SUBSCRIBERS = sized(500, 10)
const LOWEST = 50
const RATES = Array.from({ length: sized(15, 1) }, (_, index) => LOWEST + 25 * index)
const STEP_MS = sized(2000, 300)
const AIM_MS = 100
const ROUNDS = sized(3, 1)
/** All frames are counted, but latency is measured on this many sockets. */
const TIMED_SOCKETS = sized(50, 10)
const TICK_MS = 10
const SERVER_CORE = 0
const GROUPS = Array.from({ length: SUBSCRIBERS }, () => 'premium' as const)
const FILL = 'x'.repeat(300)

type Target = { name: string; sockets: Sockets; times: number[]; send(payload: string): Promise<unknown> }
type Step = { rate: number; lost: number; p50: number; p99: number; held: boolean }

export const measure = (): Promise<string> =>
  withServer(
    async ({ dataDir, credentials, database }) => {
      const started: Started[] = []
      const opened: Sockets[] = []
      // Independent commits, like those of several analysts.
      const senders = new pg.Pool({ connectionString: credentials.databaseUrl, max: 4 })
      senders.on('error', () => {})
      const watched = async (plans: Parameters<typeof openSockets>[0]) => {
        const times: number[] = []
        const sockets = await openSockets(plans, (frame, place) => {
          if (place % (SUBSCRIBERS / TIMED_SOCKETS) === 0) times.push(performance.now() - sentAt(frame))
        })
        opened.push(sockets)
        return { sockets, times }
      }
      const notice = (channel: string) => (payload: string) =>
        senders.query('select pg_notify($1, $2)', [channel, payload])
      const peer = async (script: string, channel: string, greeting?: string) => {
        const port = await freePort()
        const given = [String(port), credentials.databaseUrl, channel]
        started.push(await startScript(script, given, {}, { core: SERVER_CORE, ready: /listening/ }))
        return { ...(await watched(peerSockets(port, GROUPS, greeting))), send: notice(channel) }
      }
      try {
        const members = await prepare(credentials, database)
        const targets: Target[] = [
          {
            name: 'Vigie: `realtime.send()` to a private channel',
            ...(await watched(signalPlans(credentials, GROUPS, members))),
            send: (payload) =>
              senders.query(`select realtime.send($1, 'signal', 'signals:premium', true)`, [payload]),
          },
          { name: 'bare `ws`', ...(await peer('bench/peers/ws.ts', 'bench_ws')) },
          { name: 'Socket.IO', ...(await peer('bench/peers/socket-io.ts', 'bench_socket_io', '40')) },
        ]
        const nchan = await startNchan(dataDir, credentials.databaseUrl, SERVER_CORE)
        if (nchan) {
          started.push(nchan.server)
          const sockets = await watched(peerSockets(nchan.port, GROUPS))
          targets.push({ name: 'nginx and nchan', ...sockets, send: notice(CHANNEL) })
        }
        return `${await report(targets)}${nchan ? '' : ` ${ABSENT}`}`
      } finally {
        for (const sockets of opened) sockets.close()
        await senders.end()
        await Promise.all(started.map((one) => one.stop()))
      }
    },
    {},
    SERVER_CORE,
  )

const MARK = '"sent":'

/** The send time contained in a frame; NaN without one. */
function sentAt(frame: Buffer): number {
  // Socket.IO sends the frame as an escaped string.
  const text = frame.toString('latin1').replaceAll('\\', '')
  return Number.parseFloat(text.slice(text.indexOf(MARK) + MARK.length))
}

/** Sends at a fixed rate, regardless of delivery. */
async function step({ sockets, times, send }: Target, rate: number): Promise<Step> {
  const count = (rate * STEP_MS) / 1000
  times.length = 0
  sockets.expect()
  const begin = performance.now()
  const sending: Promise<unknown>[] = []
  while (sending.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - begin) * rate) / 1000) + 1)
    while (sending.length < due) sending.push(send(JSON.stringify({ sent: performance.now(), fill: FILL })))
    await pause(TICK_MS)
  }
  await Promise.all(sending)
  const { received } = await sockets.settled(count * SUBSCRIBERS)
  const lost = count * SUBSCRIBERS - received
  const [p50, p99] = [median(times), quantile(times, 0.99)]
  return { rate, lost, p50, p99, held: lost === 0 && p99 <= AIM_MS }
}

async function report(targets: readonly Target[]): Promise<string> {
  const highest = new Map(targets.map(({ name }) => [name, [] as number[]]))
  const atFirst = new Map(targets.map(({ name }) => [name, [] as Step[]]))
  let missing = 0
  for (let round = -1; round < ROUNDS; round++) {
    for (const target of targets) {
      let held = 0
      for (const rate of RATES) {
        let made = await step(target, rate)
        // Another process may have interrupted: a rate fails only if it fails twice.
        if (!made.held) made = await step(target, rate)
        if (rate === LOWEST && round >= 0) atFirst.get(target.name)?.push(made)
        if (target === targets[0] && made.held) missing += made.lost
        // Warm-up rounds go up to the second rate only.
        if (!made.held || (round < 0 && rate > LOWEST)) break
        held = rate
      }
      if (round >= 0) highest.get(target.name)?.push(held)
      await pause(500)
    }
  }
  const own = highest.get(targets[0]?.name as string) as number[]
  const rows = targets.map(({ name }, index) => {
    const of = highest.get(name) as number[]
    const first = atFirst.get(name) as Step[]
    const ratios = own.map((rate, round) => rate / (of[round] as number)).filter(Number.isFinite)
    return [
      name,
      `${median(of)} (${Math.min(...of)}–${Math.max(...of)})`,
      rounded(median(of) * SUBSCRIBERS),
      `${rounded(median(first.map(({ p50 }) => p50)), 1)} / ${rounded(median(first.map(({ p99 }) => p99)), 1)}`,
      index === 0 || ratios.length === 0 ? '' : median(ratios).toFixed(2),
    ]
  })
  const head = [
    '',
    `messages/s with p99 ≤ ${AIM_MS} ms and none lost, median (range)`,
    'deliveries/s',
    `at ${LOWEST}/s: p50 / p99 ms`,
    'Vigie ÷ this',
  ]
  return `${table(head, rows)}\n\n${SUBSCRIBERS} subscribers; ${LOWEST}, ${LOWEST + 25}, … ${RATES.at(-1)} messages/s for ${STEP_MS / 1000} s each until one fails twice; ${ROUNDS} interleaved rounds. The servers and PostgreSQL share one core, the sender and the receivers have the other. Lost by Vigie at the rates it held: ${missing}.`
}
