import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,trading,mails,payments,worker,web,scripts}/**/*.test.{ts,tsx}', 'supabase/tests/**/*.test.ts'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
