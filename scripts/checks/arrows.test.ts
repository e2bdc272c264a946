import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { ARROWS, brokenBy } from './arrows.ts'

const refuses = (path: string, address: string) =>
  brokenBy(path, `import { x } from '${address}'\n`).length > 0

it.each([
  ['server/src/auth/users/signup.ts', '../../rest/errors.ts', '../../database/sql.ts'],
  ['server/src/rest/caller.ts', 'trading/outcome', '../http/keys.ts'],
  ['server/src/storage/plugin.ts', '../auth/store/users.ts', './rows.ts'],
  ['server/src/realtime/hub.ts', '../../../../trading/src/outcome.ts', './registry.ts'],
  ['server/src/functions/run.ts', '../storage/rows.ts', 'fastify'],
  ['server/src/http/keys.ts', '../auth/service.ts', '../database/sql.ts'],
  ['server/src/database/sql.ts', 'mails/mail', 'pg'],
  ['server/src/app.ts', '../../web/src/app/brand.ts', './auth/plugin.ts'],
  ['mails/src/mail.ts', 'node:fs', './letter.ts'],
  ['mails/src/mail.ts', '../../web/x.ts', '../messages/fr.json'],
  ['payments/src/stripe.ts', 'mails/languages', 'stripe'],
  ['payments/src/stripe.ts', 'pg', 'node:crypto'],
  ['payments/src/wallet-address.ts', 'node:crypto', './base58.ts'],
  ['trading/src/outcome.ts', 'react', 'decimal.js'],
  ['trading/src/market/sessions.ts', '../../../web/x.ts', '../decimal.ts'],
  ['worker/src/payments/settle-money.ts', 'react-dom', 'payments/provider'],
  ['worker/src/main.ts', '../../server/src/app.ts', 'trading/outcome'],
  ['web/src/features/signals/screen.tsx', '#features/account/queries.ts', './queries.ts'],
  ['web/src/features/signals/screen.tsx', '../account/queries.ts', '#ui/button.tsx'],
  ['web/src/features/signals/own/form.tsx', '../../account/queries.ts', '../queries.ts'],
  ['web/src/charts/price/chart.tsx', '#features/signals/x.ts', '#ui/button.tsx'],
  ['web/src/ui/button.tsx', '#charts/price/x.ts', '#lib/language/i18n.ts'],
  ['web/src/lib/data/query.ts', '#ui/button.tsx', './retry.ts'],
])('%s imports no %s, and may import %s', (path, refused, allowed) => {
  expect(refuses(path, refused)).toBe(true)
  expect(refuses(path, allowed)).toBe(false)
})

it('finds type imports, multi-line imports, side-effect imports and dynamic imports', () => {
  const path = 'web/src/lib/x.ts'
  for (const text of [
    "import type { A } from '#ui/a.ts'",
    "import {\n  type A,\n  B,\n} from '#ui/a.ts'",
    "import '#ui/a.css'",
    "const load = () => import('#ui/a.ts')",
    "export { A } from '#ui/a.ts'",
    "import C from '#lib/c.ts'\nimport { A } from '#ui/a.ts'",
  ])
    expect(brokenBy(path, text), text).toHaveLength(1)
  expect(brokenBy('server/src/rest/x.test.ts', "import { A } from '../auth/a.ts'")).toEqual([])
})

it('names existing folders, and no file breaks a rule', () => {
  const root = join(import.meta.dirname, '../..')
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
  for (const { files: pattern } of ARROWS)
    expect(
      files.some((path) => matchesGlob(path, pattern)),
      pattern,
    ).toBe(true)
  expect(files.flatMap((path) => brokenBy(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})
