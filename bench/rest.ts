import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { freePort } from '../server/src/database/embedded.ts'
import { signUp, withServer } from './bench-server.ts'
import { httpLoad, type Load, type Target } from './http-load.ts'
import { type Credentials, cpuSeconds, startScript } from './process.ts'
import { SHORT, sized } from './short.ts'
import { median, ratio, rounded, table } from './statistics.ts'

/** A read of 20 signals with one embed by a premium member, under row-level security, over 16 connections. */
const ROUNDS = sized(7, 1)
const SECONDS = sized(4, 1)
const CONNECTIONS = 16
const SIGNALS = sized(100_000, 1_000)
const PATH =
  '/rest/v1/signals?select=id,symbol,timeframe,published_at,signal_levels(direction,entry_low,stop_loss)&order=published_at.desc&limit=20'
const GRAPHQL = `{ allSignals(first: 20, orderBy: PUBLISHED_AT_DESC) { nodes { id symbol timeframe publishedAt signalLevelBySignalId { direction entryLow stopLoss } } } }`

const run = promisify(execFile)

export const measure = (): Promise<string> =>
  withServer(async ({ server, dataDir, credentials, database }) => {
    const ports = { fastify: await freePort(), graphql: await freePort() }
    const token = await prepare(credentials, database)
    const jwks = await (await fetch(`${credentials.url}/auth/v1/.well-known/jwks.json`)).text()
    const peer = (script: string, port: number) =>
      startScript(script, [String(port), credentials.databaseUrl, jwks], {}, { ready: /listening/ })
    const fastify = await peer('bench/peers/fastify.ts', ports.fastify)
    const postgraphile = await peer('bench/peers/postgraphile.ts', ports.graphql)
    try {
      const headers = { authorization: `Bearer ${token}`, apikey: credentials.anonKey }
      const targets = {
        ours: { url: `${credentials.url}${PATH}`, headers },
        fastify: { url: `http://127.0.0.1:${ports.fastify}/signals`, headers },
        postgraphile: {
          url: `http://127.0.0.1:${ports.graphql}/graphql`,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ query: GRAPHQL }),
        },
      }
      await sameAnswers(targets)
      const script = join(dataDir, 'question.sql')
      writeFileSync(script, pgbenchScript(token))
      return await report({ targets, script, credentials, serverPid: server.pid })
    } finally {
      await Promise.all([fastify.stop(), postgraphile.stop()])
    }
  })

/** Fills the tables of the schemas, and returns a premium member's token. */
async function prepare(credentials: Credentials, database: pg.Client): Promise<string> {
  const { id, token } = await signUp(credentials, 'bench')
  await database.query(
    `insert into public.premium_grants (user_id, source, starts_at, ends_at) values ($1, 'benchmark', now(), now() + interval '1 day')`,
    [id],
  )
  await database.query('update private.security_settings set require_staff_mfa = false')
  await database.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [id])
  await database.query(`set session_replication_role = replica`)
  await database.query(
    `insert into public.signals (id, number, symbol, timeframe, style, tier, author_id, author_name, published_at, commitment)
     select gen_random_uuid(), (select coalesce(max(number), 0) from public.signals) + n, (array['EURUSD','GBPUSD','XAUUSD','BTCUSD'])[1 + n % 4], 'M15', 'intraday', case when n % 3 = 0 then 'freemium' else 'premium' end, $1, 'Bench', now() - n * interval '1 minute', repeat('0', 64)
     from generate_series(1, $2::int) n`,
    [id, SIGNALS],
  )
  await database.query(
    `insert into public.signal_levels (signal_id, direction, order_type, entry_low, entry_high, stop_loss, risk_percent, facts, opinion, counter_thesis, counter_condition, method, conflicts, reference_price, reference_source, expires_at)
     select id, 'buy', 'limit', 1.08500, 1.08600, 1.08200, 1, 'f', 'o', 'c', 'k', 'm', 'n', 1.0866, 'simulated', now() from public.signals`,
  )
  await database.query(
    `insert into public.signal_states (signal_id, state) select id, 'active' from public.signals`,
  )
  await database.query(`delete from public.staff where user_id = $1`, [id])
  await database.query('analyze')
  return token
}

/** Wrong answers are not measured: each must return the same 20 signals with their levels. */
async function sameAnswers(targets: Record<string, Target>): Promise<void> {
  const seen: string[] = []
  for (const [name, { url, ...init }] of Object.entries(targets)) {
    const answer = (await (await fetch(url, init)).json()) as {
      data?: { allSignals: { nodes: Row[] } }
    } & Row[]
    const rows = answer.data?.allSignals.nodes ?? answer
    if (rows.length !== 20) throw new Error(`${name} answered ${JSON.stringify(answer).slice(0, 300)}`)
    seen.push(
      rows
        .map(
          (row) =>
            `${row.id} ${Number((row.signal_levels ?? row.signalLevelBySignalId)?.stop_loss ?? row.signalLevelBySignalId?.stopLoss)}`,
        )
        .join(),
    )
  }
  if (new Set(seen).size !== 1) throw new Error('the answers differ')
}

type Row = {
  id: string
  signal_levels?: { stop_loss: number }
  signalLevelBySignalId?: { stop_loss?: number; stopLoss: string }
}

/** The same transaction in one pipeline: PostgreSQL's own limit. */
function pgbenchScript(token: string): string {
  const { sub, role } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    string
  >
  // pgbench reads a colon before a letter or digit as a variable.
  const claims = `{"sub": "${sub}", "role": "${role}"}`
  return `\\startpipeline
select set_config('request.jwt.claims', '${claims}', true), set_config('transaction_read_only', 'on', true), set_config('role', 'authenticated', true);
select coalesce(json_agg(s), '[]')::text from (select id, symbol, timeframe, published_at, (select row_to_json(l) from (select direction, entry_low, stop_loss from signal_levels where signal_id = signals.id) l) as signal_levels from signals order by published_at desc limit 20) s;
\\endpipeline
`
}

type Setting = {
  targets: Record<'ours' | 'fastify' | 'postgraphile', Target>
  script: string
  credentials: Credentials
  serverPid: number
}

async function report({ targets, script, credentials, serverPid }: Setting): Promise<string> {
  const rates: Record<string, number[]> = { limit: [], ours: [], fastify: [], postgraphile: [] }
  const latencies: Record<string, Load[]> = { ours: [], fastify: [], postgraphile: [] }
  const cpu: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const limit = await pgbench(script, credentials.databaseUrl)
    if (round >= 0) rates.limit?.push(limit)
    for (const [name, target] of Object.entries(targets)) {
      const before = cpuSeconds(serverPid)
      const load = await httpLoad(target, CONNECTIONS, SECONDS)
      if (round < 0) continue
      rates[name]?.push(load.requestsPerSecond)
      latencies[name]?.push(load)
      if (name === 'ours')
        cpu.push(((cpuSeconds(serverPid) - before) / (load.requestsPerSecond * SECONDS)) * 1e6)
    }
  }
  const row = (label: string, name: string) => {
    const latency = latencies[name] ?? []
    return [
      label,
      rounded(median(rates[name] as number[])),
      latency.length
        ? `${rounded(median(latency.map(({ p50 }) => p50)), 1)} / ${rounded(median(latency.map(({ p99 }) => p99)), 1)}`
        : '',
      name === 'ours' ? '' : ratio(rates.ours as number[], rates[name] as number[]),
    ]
  }
  return `${table(
    ['20 signals with their levels, 16 connections', 'requests/s', 'p50 / p99 ms', 'Vigie ÷ this (range)'],
    [
      row('Vigie, `/rest/v1`', 'ours'),
      row('pgbench, same transaction prepared and pipelined: the limit', 'limit'),
      row('Fastify by hand, four awaited statements', 'fastify'),
      row('PostGraphile 4', 'postgraphile'),
    ],
  )}\n\n${rounded(SIGNALS)} signals; ${ROUNDS} interleaved rounds of ${SECONDS} s, medians; server CPU ${rounded(median(cpu))} µs a request; load generator, servers and PostgreSQL share two cores.${rates.limit?.some(Number.isNaN) ? ' pgbench is not installed here and was left out.' : ''}`
}

/** Transactions a second; a short run skips it where pgbench is not installed. */
async function pgbench(script: string, databaseUrl: string): Promise<number> {
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CONNECTIONS),
    '-j',
    '1',
    '-T',
    String(SECONDS),
    '-f',
    script,
    databaseUrl,
  ]
  const { stdout } = await run('pgbench', options).catch((cause) => {
    if (SHORT && cause.code === 'ENOENT') return { stdout: '' }
    throw new Error(
      `pgbench is needed for the limit (Debian: apt-get install postgresql): ${cause.message}`,
      { cause },
    )
  })
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}
