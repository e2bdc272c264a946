import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createPasswords, type Passwords } from '../../server/src/auth/passwords/password-hash.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { httpLoad, type Target } from '../http-load.ts'
import { type Credentials, startScript, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, ratio, rounded, table } from '../statistics.ts'
import { type Account, account, PASSWORD, signInRequest, startAuthServer } from './auth-server.ts'

/**
 * Sign-ins a second compared with the hash alone on all cores, and the two requests that every open page makes compared with a
 * handler with one prepared query.
 */
const ROUNDS = sized(5, 1)
const SECONDS = sized(3, 0.3)
const CONNECTIONS = 8

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const { server, credentials } = await startAuthServer(directory)
    const people = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => account(credentials, `bench-${index}`)),
    )
    const [first] = people as [Account, ...Account[]]
    const port = await freePort()
    const session = sessionOf(first.accessToken)
    const bare = await startScript(
      'bench/peers/one-query.ts',
      [String(port), credentials.databaseUrl, first.id, session],
      {},
      { ready: /listening/ },
    )
    try {
      return await report(credentials, people, `http://127.0.0.1:${port}/`)
    } finally {
      await bare.stop()
      await server.stop()
    }
  })

const sessionOf = (accessToken: string): string =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] as string, 'base64url').toString()).session_id

async function report(credentials: Credentials, people: Account[], bareUrl: string): Promise<string> {
  // The server's own implementation, with one hash per core.
  const passwords = await createPasswords(randomBytes, { concurrent: availableParallelism(), waiting: 0 })
  const stored = await passwords.hash(PASSWORD)
  const contenders: Record<string, () => Promise<number>> = {
    hash: () => hashesPerSecond(passwords, stored),
    'sign-in': () => together(people.map(({ email }) => signInRequest(credentials, email))),
    read: () => load({ url: bareUrl, headers: {} }),
    user: () => load(userRequest(credentials, people[0] as Account)),
    write: () => load({ url: bareUrl, method: 'POST', headers: {} }),
    refresh: () => together(people.map((person) => refreshChain(credentials, person))),
  }
  const rates = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const rate = await run()
      if (round >= 0) rates.get(name)?.push(rate)
    }
  }
  const row = (what: string, ours: string, beside: string, theirs: string, aim: string) => {
    const [own, other] = [rates.get(ours) as number[], rates.get(theirs) as number[]]
    return [what, rounded(median(own)), beside, rounded(median(other)), ratio(own, other), aim]
  }
  return [
    table(
      ['', 'a second', 'beside', 'a second', 'ours ÷ this', 'aim'],
      [
        row('sign-in by password', 'sign-in', 'Argon2id alone on all cores', 'hash', '0.85'),
        row('`GET /user`', 'user', 'a handler, one prepared read', 'read', '0.5'),
        row('refresh of a session', 'refresh', 'a handler, one prepared insert', 'write', '0.5'),
      ],
    ),
    '',
    `${ROUNDS} interleaved rounds of ${SECONDS} s over ${CONNECTIONS} connections on ${availableParallelism()} cores, medians; ranges are of the rounds. Callers and PostgreSQL share the cores.`,
  ].join('\n')
}

/** One hash per core; more would only wait. */
async function hashesPerSecond(passwords: Passwords, stored: string): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  const begun = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      while (performance.now() < until) {
        if (!(await passwords.verify(stored, PASSWORD))) throw new Error('the hash does not match')
        done++
      }
    }),
  )
  return (done / (performance.now() - begun)) * 1000
}

const load = async (target: Target) => (await httpLoad(target, CONNECTIONS, SECONDS)).requestsPerSecond

/** One connection each. */
async function together(targets: Target[]): Promise<number> {
  const loads = await Promise.all(targets.map((target) => httpLoad(target, 1, SECONDS)))
  return loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
}

const userRequest = ({ url, anonKey }: Credentials, { accessToken }: Account): Target => ({
  url: `${url}/auth/v1/user`,
  headers: { apikey: anonKey, authorization: `Bearer ${accessToken}` },
})

/** Each answer's token is used for the next request, as in an open page. */
const refreshChain = ({ url, anonKey }: Credentials, person: Account): Target => ({
  url: `${url}/auth/v1/token?grant_type=refresh_token`,
  method: 'POST',
  headers: { apikey: anonKey, 'content-type': 'application/json' },
  body: JSON.stringify({ refresh_token: person.refreshToken }),
  next: (answer) => {
    person.refreshToken = (JSON.parse(answer) as { refresh_token: string }).refresh_token
    return JSON.stringify({ refresh_token: person.refreshToken })
  },
})
