import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createApp } from '../../app.ts'
import type { Context } from '../../context.ts'
import { Listener } from '../../database/listener.ts'
import { createPool } from '../../database/pool.ts'
import { Bans } from '../../http/bans.ts'
import { EndedSessions } from '../../http/ended-sessions.ts'
import { loadKeys } from '../../http/keys.ts'
import { readProjectConfig } from '../../project-config.ts'

/** Test support: a server on a given database and directory, in a process that can be killed. Prints its URL. */
const [databaseUrl, directory, projectDir] = process.argv.slice(2) as [string, string, string]
const log = pino({ level: 'silent' })
const admin = createPool({ url: databaseUrl, max: 8, name: 'services', log })
const context: Context = {
  project: readProjectConfig(projectDir, process.env),
  projectDir,
  publicUrl: '',
  databaseUrl,
  keys: await loadKeys(admin, () => new Date(), randomBytes),
  bans: new Bans(() => new Date()),
  endedSessions: new EndedSessions(() => new Date(), 3600),
  requests: createPool({ url: databaseUrl, max: 8, name: 'requests', log }),
  admin,
  listener: new Listener(databaseUrl, log),
  storage: { directory, leastFree: 0 },
  requestLimits: { perAddress: 0, perMember: 0 },
  log,
  now: () => new Date(),
  random: randomBytes,
}
const app = await createApp(context)
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
