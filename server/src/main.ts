import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config.ts'
import { MigrationError } from './database/apply-files.ts'
import { DirectoryInUse } from './database/process-lock.ts'
import { serve } from './serve.ts'

/** `npm run serve -- --project DIR --port N --data DIR`: hosts any Supabase project directory on this machine. */
const { values } = parseArgs({
  options: {
    project: { type: 'string' },
    port: { type: 'string' },
    data: { type: 'string' },
    site: { type: 'string' },
  },
})

try {
  const environment = { ...process.env, ...(values.port ? { PORT: values.port } : {}) }
  const config = readConfig(environment, process.cwd(), {
    ...(values.project ? { projectDir: values.project } : {}),
    ...(values.data ? { dataDir: values.data } : {}),
  })
  const served = await serve(config, { siteDir: values.site })
  if (served.upgraded) {
    const { seconds, copy } = served.upgraded
    console.log(
      `Upgraded in ${seconds.toFixed(1)} s${copy ? `; the previous state is saved in ${copy}` : ''}`,
    )
  }
  console.log(`Serving ${config.projectDir} at ${served.url}`)
  console.log(`Keys: ${config.dataDir}/credentials.json`)
  const stop = async () => {
    await served.stop()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  void served.databaseLost.then(() => {
    console.error('PostgreSQL ended unexpectedly; start again to recover.')
    process.exit(1)
  })
} catch (error) {
  const expected =
    error instanceof ConfigError || error instanceof MigrationError || error instanceof DirectoryInUse
  console.error(
    expected || (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? (error as Error).message : error,
  )
  process.exit(1)
}
