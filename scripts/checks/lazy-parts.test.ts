import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const OWNER = 'web/src/lib/browser/lazy-part.ts'
const REACTS_OWN = /import \{[^}]*\blazy\b[^}]*\} from 'react'/

it('no part fails, and takes its screen with it, because its code cannot be fetched while the connection is lost', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: process.cwd() })
  const failing = files.filter((path) => REACTS_OWN.test(readFileSync(join(process.cwd(), path), 'utf8')))
  expect(failing).toEqual([OWNER])
})
