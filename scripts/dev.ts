import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { ensureAdmin } from './admin.ts'
import { startPlatform } from './database/platform.ts'

/** `npm run dev`: the platform on PORT, and the web application with hot reloading on its own port. */
const root = join(import.meta.dirname, '..')
const config = readConfig(process.env, root)
const platform = await startPlatform(config, undefined)
const admin = await ensureAdmin(config, platform)
const vite = spawn('vite', [], {
  cwd: join(root, 'web'),
  stdio: 'inherit',
  env: { ...process.env, VITE_API_URL: platform.url, VITE_ANON_KEY: platform.context.keys.anonKey },
})
console.log(`API ${platform.url}, admin ${admin.email} ${admin.password ?? ''}`)
const stop = async () => {
  vite.kill()
  await platform.stop()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
