import type pg from 'pg'
import { WebSocket } from 'ws'
import { freePort } from '../../server/src/database/embedded.ts'
import { PASSWORD, signUp, withServer } from '../bench-server.ts'
import { type Credentials, pause, type Started, startScript } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, ratio, rounded, table } from '../statistics.ts'

/**
 * Cuts every socket at once; all reconnect within two seconds, and each joins its signals, with missed messages, and the
 * quotes. Measures the time until the last one has everything.
 */
const SOCKETS = sized(5000, 50)
const JITTER_MS = sized(2000, 100)
const MISSED = 20
const ROUNDS = sized(5, 1)
const SERVER_CORE = 0

/** Socket.IO answers its own greeting before it accepts joins. */
type Visit = { url: string; joins: readonly string[]; greeting?: string | undefined }
type Storm = { seconds: number; lost: number; signIns: number[] }

export const measure = (): Promise<string> =>
  withServer(
    async ({ credentials, database }) => {
      const peers: Started[] = []
      try {
        const peer = async (script: string, path: string, joins: readonly string[], greeting?: string) => {
          const peerPort = await freePort()
          const options = { core: SERVER_CORE, ready: /listening/ }
          peers.push(await startScript(script, [String(peerPort), String(MISSED)], {}, options))
          const visit = { url: `ws://127.0.0.1:${peerPort}${path}`, joins, greeting }
          return Array.from({ length: SOCKETS }, () => visit)
        }
        const ours = await visits(credentials, database)
        const ws = await peer('bench/peers/ws-reconnect.ts', '/', ['replay', 'quotes'])
        const socketIo = await peer(
          'bench/peers/socket-io-reconnect.ts',
          '/socket.io/?EIO=4&transport=websocket',
          ['420["join","replay"]', '421["join","quotes"]'],
          '40',
        )
        const [own, bare, rooms, disturbed]: [Storm[], Storm[], Storm[], Storm[]] = [[], [], [], []]
        for (let round = -1; round < ROUNDS; round++) {
          const made = [
            await storm(ours),
            await storm(ws),
            await storm(socketIo),
            await storm(ours, () => signIn(credentials)),
          ]
          if (round < 0) continue
          for (const [index, storms] of [own, bare, rooms, disturbed].entries())
            storms.push(made[index] as Storm)
        }
        const seconds = (storms: Storm[]) => storms.map((one) => one.seconds)
        const lost = [...own, ...disturbed].reduce((sum, one) => sum + one.lost, 0)
        const signIns = disturbed.flatMap((one) => one.signIns)
        const rows = [
          ['Vigie: two private channels each, tokens checked, replay from the table', own],
          ['Vigie, while somebody signs in every quarter of a second', disturbed],
          ['bare `ws`: two answers and the frames from memory', bare],
          ['Socket.IO: two rooms and the frames from memory', rooms],
        ].map(([name, storms]) => {
          const times = seconds(storms as Storm[])
          return [
            name as string,
            rounded(median(times), 2),
            rounded((SOCKETS * 2) / median(times)),
            storms === own || storms === disturbed ? '' : ratio(seconds(own), times),
          ]
        })
        return `${table(['', 'until the last of 5 000 has everything, s', 'joins a second', 'Vigie ÷ this'], rows)}\n\n${ROUNDS} interleaved rounds, medians; the sockets come back at random within ${JITTER_MS / 1000} s. Missed messages lost: ${lost}. Sign-in during the second row's, p99: ${rounded(quantile(signIns, 0.99))} ms.`
      } finally {
        await Promise.all(peers.map((peer) => peer.stop()))
      }
    },
    {},
    SERVER_CORE,
  )

/** What each member requests when reconnecting, after missed signals. */
async function visits(credentials: Credentials, database: pg.Client): Promise<Visit[]> {
  const { url, anonKey } = credentials
  const tokens: Record<string, string> = {}
  for (const name of ['premium', 'freemium']) {
    const { id, token } = await signUp(credentials, name)
    tokens[name] = token
    if (name === 'premium')
      await database.query(
        `insert into public.premium_grants (user_id, source, ends_at) values ($1, 'benchmark', now() + interval '1 day')`,
        [id],
      )
  }
  const since = Date.now() - 1000
  const payload = JSON.stringify({ fill: 'x'.repeat(1200) })
  for (let n = 0; n < MISSED; n++)
    await database.query(
      `select realtime.send($1, 'signal', 'signals:premium', true), realtime.send($1, 'signal', 'signals:freemium', true)`,
      [payload],
    )
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`
  return Array.from({ length: SOCKETS }, (_, index) => {
    const tier = index % 10 < 3 ? 'premium' : 'freemium'
    const join = (ref: string, topic: string, replay?: object) =>
      JSON.stringify([
        ref,
        ref,
        `realtime:${topic}`,
        'phx_join',
        {
          access_token: tokens[tier],
          config: {
            private: true,
            broadcast: { self: false, ack: false, ...(replay ? { replay } : {}) },
            presence: { enabled: false },
            postgres_changes: [],
          },
        },
      ])
    return {
      url: address,
      joins: [join('1', `signals:${tier}`, { since, limit: MISSED }), join('2', 'market:quotes')],
    }
  })
}

async function signIn({ url, anonKey }: Credentials): Promise<void> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'premium@example.com', password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`a sign-in was refused: ${answer.status}`)
}

async function storm(plans: readonly Visit[], meanwhile?: () => Promise<void>): Promise<Storm> {
  const sockets: WebSocket[] = []
  const signIns: number[] = []
  let lost = 0
  let over = false
  const begin = performance.now()
  const asking = (async () => {
    while (meanwhile && !over) {
      const asked = performance.now()
      await meanwhile()
      signIns.push(performance.now() - asked)
      await pause(250)
    }
  })()
  let seconds: number
  try {
    await Promise.all(
      plans.map(async (plan) => {
        await pause(JITTER_MS * Math.random())
        lost += await visit(plan, sockets)
      }),
    )
    seconds = (performance.now() - begin) / 1000
  } finally {
    // Also ended when a visit fails, so that the original error is reported.
    over = true
    await asking
  }
  for (const socket of sockets) socket.terminate()
  await pause(sized(1500, 100))
  return { seconds, lost, signIns }
}

/** Resolves with the number of missing messages once both joins are answered. */
function visit({ url, joins, greeting }: Visit, sockets: WebSocket[]): Promise<number> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  sockets.push(socket)
  return new Promise((resolve, reject) => {
    let [answered, replayed] = [0, 0]
    const late = setTimeout(() => resolve(MISSED - replayed), 60_000)
    socket.once('error', reject)
    const join = () => {
      for (const one of joins) socket.send(one)
    }
    socket.on('open', () => (greeting === undefined ? join() : socket.send(greeting)))
    socket.on('message', (data: Buffer) => {
      if (greeting !== undefined && data[0] === 0x34 && data[1] === 0x30) return join()
      if (greeting !== undefined && data.length === 1) return socket.send('3')
      if (data.includes('"status":"ok"')) answered++
      else if (data.includes('"status":"error"')) reject(new Error(data.toString().slice(0, 300)))
      if (data.includes('replayed')) replayed++
      if (answered < joins.length || replayed < MISSED) return
      clearTimeout(late)
      resolve(0)
    })
  })
}
