import { join } from 'node:path'
import { PaymentSettingError, readPaymentSettings } from '../payments/src/settings.ts'
import { ConfigError, readConfig } from '../server/src/config.ts'
import { MigrationError } from '../server/src/database/apply-files.ts'
import { DirectoryInUse } from '../server/src/database/process-lock.ts'
import { ensureAdmin } from './admin.ts'
import { startPlatform } from './database/platform.ts'
import { buildWeb } from './site/build-web.ts'

/** `npm start`: runs the whole product on this machine. */
const root = join(import.meta.dirname, '..')

let stopping = false
/** During the start, exiting is enough: child processes end with this one. */
let interrupted: () => void = () => process.exit(130)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted())

try {
  const config = readConfig(process.env, root)
  // The worker reads these settings; an invalid one must stop the start instead of restarting the worker repeatedly.
  readPaymentSettings(process.env)
  const siteDir = await buildWeb()
  const platform = await startPlatform(config, siteDir)
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    console.log('\nStopping…')
    await platform.stop()
    process.exit(code)
  }
  interrupted = () => void stop(0)
  const admin = await ensureAdmin(config, platform).catch(async (error) => {
    await platform.stop()
    throw error
  })
  void platform.databaseLost.then(() => {
    if (stopping) return
    console.error('PostgreSQL ended unexpectedly; no confirmed data is lost. Start again.')
    void stop(1)
  })

  if (platform.upgraded) {
    const { seconds, copy } = platform.upgraded
    console.log(
      `\n  Upgraded in ${seconds.toFixed(1)} s${copy ? `. The previous state is saved in ${copy}` : ''}`,
    )
  }
  console.log(`
  Vigie is ready     ${platform.url}
  Admin e-mail       ${admin.email}
  Admin password     ${admin.password ?? '(as you set it)'}

  Ctrl-C stops everything. Settings: docs/operations.md
`)
} catch (error) {
  // A step that was cut off by the stop has nothing to say.
  if (stopping) await new Promise(() => {})
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  const expected =
    error instanceof ConfigError ||
    error instanceof PaymentSettingError ||
    error instanceof MigrationError ||
    error instanceof DirectoryInUse
  if (code === 'EADDRINUSE') console.error(`Port ${port} is in use. Set PORT to another one.`)
  else console.error(expected ? (error as Error).message : error)
  process.exit(1)
}
