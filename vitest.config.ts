import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const FILES = [
  '{server,trading,mails,payments,content,worker,web,scripts,e2e}/**/*.test.{ts,tsx}',
  'supabase/tests/**/*.test.ts',
]

/** What replaces a module, a global or the clock, which a file that comes after in the same process would meet. */
const REPLACES = /\bvi\.(mock|doMock|hoisted|spyOn|stubGlobal|stubEnv|useFakeTimers|setSystemTime)\(/

const replacing = globSync(FILES, {
  cwd: import.meta.dirname,
  exclude: (path) => path.endsWith('node_modules'),
}).filter((path) => REPLACES.test(readFileSync(join(import.meta.dirname, path), 'utf8')))

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/global-setup.ts'],
    setupFiles: ['server/src/testing/property-seed.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // What waits for another process may wait in vain once on a busy machine; `npm test` names at its end what did.
    // A counterexample of a property is never tried again: another seed would hide it.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes later on a busy machine; a second is too little for some.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        // The server, its libraries and PostgreSQL's client are loaded and compiled once a worker, not once a file.
        test: {
          name: 'shared',
          include: FILES,
          exclude: ['**/node_modules/**', ...replacing],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: replacing, isolate: true } },
    ],
  },
})
