import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { BackupState } from './backup/backup-state.ts'
import { Backups } from './backup/backups.ts'
import { takeSafetyCopy } from './backup/safety-copy.ts'
import { WalArchive } from './backup/wal-archive.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { type EmbeddedDatabase, startEmbedded } from './database/embedded.ts'
import { authenticatorUrl, withStructureLock } from './database/install.ts'
import { Listener } from './database/listener.ts'
import { createPool } from './database/pool.ts'
import { applySeeds } from './database/seeds.ts'
import { Bans, refusingBanned } from './http/bans.ts'
import { EndedSessions, refusingEnded } from './http/ended-sessions.ts'
import { type Keys, loadKeys } from './http/keys.ts'
import { writePrivateFile } from './private-file.ts'
import { readProjectConfig } from './project-config.ts'
import { releaseOf } from './release.ts'
import { type Upgraded, upgrade } from './upgrade.ts'

export type Served = {
  url: string
  /** Superuser URL of the database. */
  databaseUrl: string
  /** Whether this start created the database. */
  first: boolean
  /** What this start upgraded in an existing database. */
  upgraded: Upgraded | undefined
  context: Context
  app: FastifyInstance
  /** Resolves when the embedded PostgreSQL exits unexpectedly; never with DATABASE_URL. */
  databaseLost: Promise<void>
  stop(): Promise<void>
}

export type ServeOptions = {
  log?: Logger
  siteDir?: string | undefined
  now?: () => Date
  random?: (bytes: number) => Buffer
}

/** The services are imported while PostgreSQL starts: each takes about a third of the start time, on its own core. */
const readServices = () => import('./app.ts')

/** Listen backlog: after an interruption, thousands of clients reconnect within a second. The kernel has its own limit below. */
const BACKLOG = 4096

/** Starts everything that a project needs, in order, and listens. Stops what was started when a step fails. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Served> {
  const log = options.log ?? pino({ level: config.logLevel })
  const project = readProjectConfig(config.projectDir, process.env)
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    let embedded: EmbeddedDatabase | undefined
    if (!config.databaseUrl) {
      const starting = startEmbedded({ dataDir: config.dataDir, log })
      readServices().catch(() => {})
      embedded = await starting
      undo.push(() => embedded?.stop() ?? Promise.resolve())
    }
    const databaseUrl = config.databaseUrl ?? (embedded?.url as string)
    const admin = createPool({
      url: databaseUrl,
      max: Math.max(4, config.databasePool / 2),
      name: 'services',
      log,
    })
    undo.push(() => admin.end())

    const now = options.now ?? (() => new Date())
    const random = options.random ?? randomBytes
    const kept = {
      dataDir: config.dataDir,
      release: releaseOf(config.projectDir) ?? '',
      s3: Boolean(config.s3),
    }
    const prepared = await withStructureLock(admin, async (client) => {
      const { rows } = await client.query(`select to_regclass('_server.base_files') is null as first`)
      const upgraded = await upgrade(client, {
        projectDir: config.projectDir,
        log,
        safetyCopy: embedded && (() => takeSafetyCopy({ databaseUrl, client, ...kept, now: now() })),
      })
      const keys: Keys = await loadKeys(admin, now, random)
      await applySeeds(client, {
        projectDir: config.projectDir,
        seedPaths: project.db.seed.enabled ? project.db.seed.sql_paths : [],
        seed: config.seed,
        log,
      })
      return {
        first: rows[0].first as boolean,
        upgraded,
        keys: config.encryptionKey ? { ...keys, encryptionKey: config.encryptionKey } : keys,
        url: await authenticatorUrl(client, databaseUrl, keys.jwtSecret),
      }
    })
    const requests = createPool({ url: prepared.url, max: config.databasePool, name: 'requests', log })
    undo.push(() => requests.end())
    const listener = new Listener(databaseUrl, log)
    await listener.start()
    undo.push(() => listener.stop())
    const bans = new Bans(now)
    await bans.watch(admin, listener, (error) => log.error({ err: error }, 'bans could not be loaded'))
    const endedSessions = new EndedSessions(now, project.auth.jwt_expiry)
    await endedSessions.watch(admin, listener, (error) =>
      log.error({ err: error }, 'ended sessions could not be loaded'),
    )

    const context: Context = {
      project,
      projectDir: config.projectDir,
      publicUrl: config.publicUrl ?? `http://${printable(config.host)}:${config.port}`,
      databaseUrl,
      keys: refusingEnded(refusingBanned(prepared.keys, bans), endedSessions),
      bans,
      endedSessions,
      requests,
      admin,
      listener,
      storage: {
        directory: join(config.dataDir, 'storage'),
        s3: config.s3,
        leastFree: config.storageLeastFree,
      },
      requestLimits: config.requestLimits,
      log,
      now,
      random,
    }
    const siteDir =
      options.siteDir && existsSync(join(options.siteDir, 'index.html')) ? options.siteDir : undefined
    const { createApp } = await readServices()
    const app = await createApp(context, { siteDir, trustProxy: config.trustProxy })
    undo.push(() => app.close())
    await app.listen({ port: config.port, host: config.host, backlog: BACKLOG })
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : config.port
    const url = `http://${printable(config.host)}:${port}`
    if (!config.publicUrl) context.publicUrl = url
    writeCredentials(config.dataDir, { url, databaseUrl, keys: prepared.keys })
    const databaseLost = embedded ? embedded.lost : new Promise<void>(() => {})
    const state = new BackupState(admin, log)
    // Another operator's database has that operator's backups.
    if (embedded) await state.begin(config.backups !== undefined)
    if (config.backups && embedded) {
      const backups = new Backups({ databaseUrl, ...kept, ...config.backups, state, log, now })
      backups.start()
      undo.push(() => backups.stop())
    } else if (embedded) await WalArchive.letGo(admin)
    const { first, upgraded } = prepared
    return { url, databaseUrl, first, upgraded, context, app, databaseLost, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * A host that a browser can open: a server on all interfaces is reached through loopback, which has its name because browsers
 * refuse passkeys at IP addresses.
 */
const printable = (host: string) =>
  ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host

type Written = { url: string; databaseUrl: string; keys: Keys }

/** Writes `credentials.json` for scripts and tests, readable by the owner only. */
function writeCredentials(dataDir: string, { url, databaseUrl, keys }: Written): void {
  const { anonKey, serviceRoleKey, publishableKey, secretKey } = keys
  const content = { url, anonKey, serviceRoleKey, publishableKey, secretKey, databaseUrl }
  writePrivateFile(join(dataDir, 'credentials.json'), `${JSON.stringify(content, null, 2)}\n`)
}
