import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './stage/longest-first.ts'

export default defineConfig({
  test: {
    include: ['e2e/**/*.spec.ts'],
    globalSetup: ['e2e/stage/global-setup.ts'],
    setupFiles: ['e2e/stage/close-profiles.ts'],
    pool: 'forks',
    // Each worker has its own product and browser; one of them occupies a core.
    maxWorkers: Math.min(2, availableParallelism()),
    // The browser starts once per worker; each file opens and closes its own profiles.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A test that fails in a slow moment is repeated; `npm test` lists at its end which were.
    retry: 1,
    // Twice the longest duration with a browser three times slower: a sweep of a dozen screens by axe, in both themes.
    testTimeout: 180_000,
    hookTimeout: 90_000,
    // A browser on a busy machine is slow.
    expect: { poll: { timeout: 20_000 } },
  },
})
