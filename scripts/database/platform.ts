import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from '../../server/src/config.ts'
import { type Served, serve } from '../../server/src/serve.ts'

/** The server in this process and the worker in its own, which is restarted after a crash. */
export async function startPlatform(config: Config, siteDir: string | undefined): Promise<Served> {
  const served = await serve(config, { siteDir })
  const worker = keepWorker({
    DATABASE_URL: served.databaseUrl,
    LOG_LEVEL: config.logLevel,
    PUBLIC_URL: served.context.publicUrl,
    SUPABASE_URL: served.url,
    SUPABASE_SERVICE_ROLE_KEY: served.context.keys.serviceRoleKey,
  })
  return {
    ...served,
    async stop() {
      await worker.stop()
      await served.stop()
    },
  }
}

const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000

function keepWorker(settings: NodeJS.ProcessEnv): { stop(): Promise<void> } {
  const main = join(import.meta.dirname, '../..', 'worker', 'src', 'main.ts')
  let child: ChildProcess
  let stopping = false
  let delay = FIRST_DELAY
  const start = () => {
    const startedAt = Date.now()
    child = spawn(process.execPath, [main], {
      env: { ...process.env, ...settings },
      // The IPC channel tells the worker when this process ends, for any reason.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C must reach only this process: the worker stops before the database does.
      detached: true,
    })
    child.once('exit', (code) => {
      if (stopping) return
      delay = Date.now() - startedAt > 60_000 ? FIRST_DELAY : Math.min(delay * 2, LONGEST_DELAY)
      console.error(`The worker ended (exit code ${code}); it will restart in ${delay} ms.`)
      setTimeout(start, delay).unref()
    })
  }
  start()
  process.once('exit', () => child.kill('SIGTERM'))
  return {
    stop: () =>
      new Promise((resolve) => {
        stopping = true
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 5000).unref()
      }),
  }
}
