import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import type { Served } from '../../server/src/serve.ts'
import { scratchDirectory } from '../../server/src/testing/scratch-directory.ts'
import { ensureAdmin } from '../admin.ts'
import { ensureChromium } from '../chromium.ts'
import { startPlatform } from '../database/platform.ts'
import { buildWeb } from '../site/build-web.ts'
import { type Cast, castPeople } from './screen-people.ts'

/** The running product for screenshots: a new database, the demonstration data, and a browser. */
export type Stage = {
  platform: Served
  browser: Browser
  /** Adds the accounts shown in screenshots. Call once. */
  cast(): Promise<Cast>
  /** Browser storage with these local storage entries. */
  storage(stored: Readonly<Record<string, string>>): NonNullable<BrowserContextOptions['storageState']>
  close(): Promise<void>
}

/** Exits with a message if Chromium is not available. */
export async function openStage(): Promise<Stage> {
  const found = ensureChromium()
  if ('missing' in found) {
    console.error(found.missing)
    process.exit(1)
  }
  const directory = scratchDirectory('screens-')
  // Shared links show the brand's address; the browser uses the address that the server listens on.
  const environment = {
    PUBLIC_URL: 'https://vigie.example',
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: directory,
  }
  const config = readConfig(environment, join(import.meta.dirname, '../..'))
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
