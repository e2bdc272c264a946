import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

export default defineConfig({
  test: {
    include: ['e2e/**/*.spec.ts'],
    globalSetup: ['e2e/global-setup.ts'],
    pool: 'forks',
    // Each worker has a product and a browser of its own; one core has enough to do with one of them.
    maxWorkers: Math.min(2, availableParallelism()),
    // The browser is started once a worker; each file opens profiles of its own and closes them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // A browser on a busy machine takes its time.
    expect: { poll: { timeout: 20_000 } },
  },
})
