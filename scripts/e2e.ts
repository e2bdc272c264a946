import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { buildWeb } from './site/build-web.ts'

/** `npm run e2e [name]`: the browser tests. */
const chromium = ensureChromium()
if ('missing' in chromium) {
  console.error(chromium.missing)
  process.exit(1)
}
await buildWeb()
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'e2e/vitest.config.ts', ...process.argv.slice(2)],
  {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium.path },
  },
)
process.exit(status ?? 1)
