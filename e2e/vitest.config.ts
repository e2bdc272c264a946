import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

export default defineConfig({
  test: {
    include: ['e2e/**/*.spec.ts'],
    globalSetup: ['e2e/global-setup.ts'],
    setupFiles: ['e2e/close-profiles.ts'],
    pool: 'forks',
    // Each worker has a product and a browser of its own; one core has enough to do with one of them.
    maxWorkers: Math.min(2, availableParallelism()),
    // The browser is started once a worker; each file opens profiles of its own and closes them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A journey that a slow moment broke is walked once more; `npm test` names at its end what needed that.
    retry: 1,
    // Twice what the longest takes with a browser three times slower: a sweep of a dozen screens by axe, in both themes.
    testTimeout: 180_000,
    hookTimeout: 90_000,
    // A browser on a busy machine takes its time.
    expect: { poll: { timeout: 20_000 } },
  },
})
