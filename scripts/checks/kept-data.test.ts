import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Where an error state takes the place of what a query brought. `isError` is also true when a later read fails, which then removes
 * what is shown, and what is typed there; `isLoadingError` is true of the first read alone. A later failure is told by a message.
 * A public read (`public-read.ts`) keeps what it has by itself.
 */
const REMOVES = /\bisError\b[^;]{0,60}<ErrorState\b/

it('no screen removes what it shows, or what is typed in it, because a later read failed', () => {
  const screens = globSync('web/src/**/*.tsx', { cwd: process.cwd() }).filter(
    (path) => !path.endsWith('.test.tsx'),
  )
  expect(screens.length).toBeGreaterThan(500)
  const removing = screens.filter((path) => {
    const text = readFileSync(join(process.cwd(), path), 'utf8')
    return REMOVES.test(text) && !text.includes('usePublicRead') && !text.includes('public-record.ts')
  })
  expect(removing).toEqual([])
  expect(REMOVES.test('if (list.isError) return <ErrorState onRetry={retry} />')).toBe(true)
})
