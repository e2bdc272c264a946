import pg from 'pg'
import { type Account, account, signInRequest, startAuthServer } from '../identity/auth-server.ts'
import { pause, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, ratio, rounded, table } from '../statistics.ts'
import { publishSignal, signalPlans } from './fan-out.ts'
import { CLOSE_MARKET } from './signal-draft.ts'
import { openSockets, type Sockets } from './sockets.ts'

/** Delivers signals while others sign in: the added delay until the last member receives them. (QUALITY B7) */
const MEMBERS = sized(200, 10)
const SIGN_INS_PER_SECOND = 30
const ROUNDS = sized(5, 1)
const PER_ROUND = sized(40, 3)

type Round = { p50: number; p99: number; signIns: number }

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const { server, credentials } = await startAuthServer(directory)
    const database = new pg.Client({ connectionString: credentials.databaseUrl })
    await database.connect()
    let sockets: Sockets | undefined
    try {
      const [analyst, premium] = [
        await account(credentials, 'analyst'),
        await account(credentials, 'premium'),
      ]
      const crowd: Account[] = []
      for (let index = 0; index < 20; index++) crowd.push(await account(credentials, `crowd-${index}`))
      await database.query('update private.security_settings set require_staff_mfa = false')
      await database.query(CLOSE_MARKET)
      await database.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [analyst.id])
      await database.query(
        `insert into public.premium_grants (user_id, source, starts_at, ends_at) values ($1, 'benchmark', now(), now() + interval '1 day')`,
        [premium.id],
      )
      sockets = await openSockets(
        signalPlans(credentials, Array<'premium'>(MEMBERS).fill('premium'), { premium: premium.accessToken }),
      )
      const quiet: Round[] = []
      const stormy: Round[] = []
      let sent = 0
      const publish = () => publishSignal(database, analyst.id, sent++)
      for (let round = -1; round < ROUNDS; round++) {
        const still = await measureRound(sockets, publish)
        const storm = beginStorm((index) =>
          signInRequest(credentials, (crowd[index % crowd.length] as Account).email),
        )
        const busy = await measureRound(sockets, publish)
        const signIns = await storm.stop()
        if (round < 0) continue
        quiet.push(still)
        stormy.push({ ...busy, signIns })
      }
      return report(quiet, stormy)
    } finally {
      sockets?.close()
      await database.end()
      await server.stop()
    }
  })

async function measureRound(sockets: Sockets, publish: () => Promise<void>): Promise<Round> {
  const latencies: number[] = []
  for (let n = 0; n < PER_ROUND; n++) {
    sockets.expect()
    const begun = performance.now()
    await publish()
    const { received, lastAt } = await sockets.settled(MEMBERS)
    if (received !== MEMBERS) throw new Error(`${received} of ${MEMBERS} members heard of a signal`)
    latencies.push(lastAt - begun)
    await pause(40)
  }
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), signIns: 0 }
}

/** Sign-ins at a constant rate, regardless of answers. `stop` resolves with the rate achieved. */
function beginStorm(request: (index: number) => { url: string } & RequestInit) {
  const begun = performance.now()
  const running = new Set<Promise<void>>()
  let index = 0
  let done = 0
  let failure: Error | null = null
  const one = async () => {
    const { url, ...init } = request(index++)
    const response = await fetch(url, init)
    await response.arrayBuffer()
    if (response.status !== 200) failure = new Error(`a sign-in answered ${response.status}`)
    done++
  }
  const timer = setInterval(() => {
    const going = one().finally(() => running.delete(going))
    running.add(going)
  }, 1000 / SIGN_INS_PER_SECOND)
  return {
    async stop(): Promise<number> {
      clearInterval(timer)
      const rate = (done / (performance.now() - begun)) * 1000
      await Promise.all(running)
      if (failure) throw failure
      return rate
    },
  }
}

function report(quiet: Round[], stormy: Round[]): string {
  const row = (name: string, rounds: Round[]) => [
    name,
    rounded(median(rounds.map(({ p50 }) => p50)), 1),
    rounded(median(rounds.map(({ p99 }) => p99)), 1),
    rounded(median(rounds.map(({ signIns }) => signIns)), 1),
  ]
  const against = (key: 'p50' | 'p99') =>
    ratio(
      stormy.map((round) => round[key]),
      quiet.map((round) => round[key]),
    )
  return [
    table(
      ['', 'request → last of 200, p50 ms', 'p99 ms', 'sign-ins a second'],
      [row('nobody signs in', quiet), row('a storm of sign-ins', stormy)],
    ),
    '',
    `With ÷ without: p50 ${against('p50')}, p99 ${against('p99')} (aim: at most 2). ${ROUNDS} interleaved rounds of ${PER_ROUND} publications each way, medians; ${SIGN_INS_PER_SECOND} sign-ins a second asked for. Members, sign-ins, server and PostgreSQL share two cores.`,
  ].join('\n')
}
