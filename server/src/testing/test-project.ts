import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg, { type ClientBase, type Pool } from 'pg'
import { type Logger, pino } from 'pino'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { authenticatorUrl, installBase, sha256, withStructureLock } from '../database/install.ts'
import { Listener } from '../database/listener.ts'
import { migrate } from '../database/migrate.ts'
import { createPool } from '../database/pool.ts'
import { applySchemas } from '../database/schemas.ts'
import { applySeeds } from '../database/seeds.ts'
import { Bans, refusingBanned } from '../http/bans.ts'
import { EndedSessions, refusingEnded } from '../http/ended-sessions.ts'
import { type Keys, loadKeys } from '../http/keys.ts'
import type { Patience } from '../http/patience.ts'
import type { TrustedProxies } from '../http/trusted-proxy.ts'
import { type ProjectConfig, readProjectConfig } from '../project-config.ts'
import { sharedDatabase } from './shared-database.ts'

/** A complete server with its own database, cloned from a migrated template, for one test file. */
export type TestProject = {
  url: string
  anonKey: string
  serviceRoleKey: string
  keys: Keys
  admin: Pool
  requests: Pool
  databaseUrl: string
  context: Context
  app: FastifyInstance
  /** Another server on the same database, like another process or a restart. */
  another(): Promise<Pick<TestProject, 'url' | 'context' | 'stop'>>
  stop(): Promise<void>
}

export type TestProjectOptions = {
  /** DDL to run as the owner after cloning the template. */
  sql?: string
  /** A project directory (containing `supabase/`) whose configuration, migrations and seeds apply. */
  projectDir?: string
  seed?: 'demo' | 'none'
  now?: () => Date
  logLevel?: string
  /** Receives each log line instead of standard output. */
  logTo?: { write(line: string): void }
  fetch?: typeof fetch
  /** Replaces the server's waiting; by default it does not wait. */
  pause?: (milliseconds: number) => Promise<void>
  /** Trusted proxies: with 1, the test acts as the proxy, and the last address it sends is the caller's. */
  trustProxy?: TrustedProxies
  /** Timeouts for slow callers; by default those of a deployment. */
  patience?: Patience
  /** By default those of a deployment. */
  requestLimits?: Context['requestLimits']
  /** File storage; by default a separate directory without a space limit. */
  storage?: Partial<Context['storage']>
}

/** Clones the template of `projectDir` (created once per run), runs `sql`, and listens on a free port. */
export async function testProject(options: TestProjectOptions = {}): Promise<TestProject> {
  const level = options.logLevel ?? process.env.TEST_LOG_LEVEL ?? 'silent'
  const log = options.logTo ? pino({ level }, options.logTo) : pino({ level })
  const now = options.now ?? (() => new Date())
  const seed = options.seed ?? 'none'
  const empty = options.projectDir ? undefined : emptyProject()
  const projectDir = options.projectDir ?? (empty as string)
  const project = readProjectConfig(projectDir, process.env)
  const server = await sharedDatabase()

  const template = `template_${sha256(`${options.projectDir ?? ''} ${seed}`).slice(0, 12)}`
  await server.template(template, async (url) => {
    const admin = createPool({ url, max: 4, name: 'template', log })
    try {
      await withStructureLock(admin, async (client) => {
        await buildProject(client, projectDir, project, log)
        await applySeeds(client, { projectDir, seedPaths: project.db.seed.sql_paths, seed, log })
      })
    } finally {
      await admin.end()
    }
  })
  const name = `test_${randomBytes(6).toString('hex')}`
  const databaseUrl = await server.clone(template, name)
  if (options.sql) await runOnce(databaseUrl, options.sql)

  const admin = createPool({ url: databaseUrl, max: 8, name: 'services', log })
  const url = await server.serialised(() =>
    withClient(admin, (client) => authenticatorUrl(client, databaseUrl, 'tests')),
  )
  const requests = createPool({ url, max: 8, name: 'requests', log })
  const files = mkdtempSync(join(tmpdir(), 'files-'))
  const start = async () => {
    const bans = new Bans(now)
    const endedSessions = new EndedSessions(now, project.auth.jwt_expiry)
    const keys = refusingEnded(refusingBanned(await loadKeys(admin, now, randomBytes), bans), endedSessions)
    const listener = new Listener(databaseUrl, log)
    await listener.start()
    for (const followed of [bans, endedSessions])
      await followed.watch(admin, listener, (error) =>
        log.error({ err: error }, 'bans and ended sessions could not be loaded'),
      )
    const context: Context = {
      project,
      projectDir,
      publicUrl: '',
      databaseUrl,
      keys,
      bans,
      endedSessions,
      requests,
      admin,
      listener,
      storage: { directory: files, leastFree: 0, ...options.storage },
      requestLimits: options.requestLimits ?? readConfig({}, projectDir).requestLimits,
      log,
      now,
      random: randomBytes,
      pause: options.pause ?? (async () => {}),
      ...(options.fetch && { fetch: options.fetch }),
    }
    const app = await createApp(context, {
      trustProxy: options.trustProxy ?? 0,
      ...(options.patience && { patience: options.patience }),
    })
    context.publicUrl = await app.listen({ port: 0, host: '127.0.0.1' })
    const stop = async () => {
      await app.close()
      await listener.stop()
    }
    return { url: context.publicUrl, context, app, stop }
  }
  const { context, app, url: address, stop } = await start()
  const others: { stop(): Promise<void> }[] = []
  return {
    url: address,
    anonKey: context.keys.anonKey,
    serviceRoleKey: context.keys.serviceRoleKey,
    keys: context.keys,
    admin,
    requests,
    databaseUrl,
    context,
    app,
    async another() {
      const other = await start()
      others.push(other)
      return other
    },
    async stop() {
      for (const one of [...others, { stop }]) await one.stop()
      await Promise.all([admin.end(), requests.end()])
      await server.drop(name)
      rmSync(files, { recursive: true, force: true })
      if (empty) rmSync(empty, { recursive: true, force: true })
    },
  }
}

/** Built from the schemas where the project declares them, so that a change can be tested before it has a migration. */
async function buildProject(
  client: ClientBase,
  projectDir: string,
  { db }: ProjectConfig,
  log: Logger,
): Promise<void> {
  const schemaPaths = db.migrations.schema_paths
  if (schemaPaths.length === 0) return migrate(client, { projectDir, log })
  await installBase(client)
  await applySchemas(client, { projectDir, schemaPaths })
}

function emptyProject(): string {
  const directory = mkdtempSync(join(tmpdir(), 'project-'))
  mkdirSync(join(directory, 'supabase'), { recursive: true })
  return directory
}

async function runOnce(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set search_path = public, extensions; ${text}`)
  } finally {
    await client.end()
  }
}

async function withClient<T>(pool: Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
