import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { readConfig } from '../server/src/config.ts'
import { freePort } from '../server/src/database/embedded.ts'
import type { Served } from '../server/src/serve.ts'
import { ensureAdmin } from './admin.ts'
import { buildWeb } from './build-web.ts'
import { ensureChromium } from './chromium.ts'
import { startPlatform } from './platform.ts'
import { type Cast, castPeople } from './screen-people.ts'

/** The running product that pictures are taken of: a new database, the demonstration, and a browser. */
export type Stage = {
  platform: Served
  browser: Browser
  /** Adds the people of the pictures; call once. */
  cast(): Promise<Cast>
  /** What the browser of somebody has stored. */
  storage(stored: Readonly<Record<string, string>>): NonNullable<BrowserContextOptions['storageState']>
  close(): Promise<void>
}

/** Ends the process with a sentence where there is no Chromium. */
export async function openStage(): Promise<Stage> {
  const found = ensureChromium()
  if ('missing' in found) {
    console.error(found.missing)
    process.exit(1)
  }
  const directory = mkdtempSync(join(tmpdir(), 'screens-'))
  // What is shared names the address that the brand would have; the browser uses the one that the server listens on.
  const environment = {
    PUBLIC_URL: 'https://vigie.example',
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: directory,
  }
  const config = readConfig(environment, join(import.meta.dirname, '..'))
  const platform = await startPlatform(config, await buildWeb())
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  return {
    platform,
    browser,
    async cast() {
      const admin = await ensureAdmin(config, platform)
      return castPeople(platform, { email: admin.email, password: admin.password ?? '' })
    },
    storage: (stored) => ({
      cookies: [],
      origins: [
        {
          origin: platform.url,
          localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })),
        },
      ],
    }),
    async close() {
      await browser.close()
      await platform.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
