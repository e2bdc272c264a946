import { matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesOf, withoutEntries } from './feature-removal.ts'

const isGone = (address: string) => address.startsWith('#features/webhooks/')
const without = (text: string, names: string[] = [], path = 'a.ts') =>
  withoutEntries(text, path, { isGone, names })

describe('a registration', () => {
  it('goes with its import, and so does every entry that uses what was imported', () => {
    expect(
      without(
        [
          "import { A } from '#features/office/a.tsx'",
          "import { B, type Words as C } from '#features/webhooks/b.tsx'",
          "import type d from '#features/webhooks/messages/fr.json'",
          '  <A />',
          '  <B />',
          '  webhooks: typeof d',
          '  others: C[]',
          '  AB: 1',
        ].join('\n'),
      ),
    ).toBe(["import { A } from '#features/office/a.tsx'", '  <A />', '  AB: 1'].join('\n'))
  })

  it('of several lines goes whole, and a screen that two addresses share goes from both', () => {
    const screens = [
      "const shared = screen('anyone', () => import('#features/webhooks/screen.tsx'))",
      'export const SCREENS = {',
      "  '/kept': screen('anyone', () => import('#features/office/screen.tsx')),",
      "  '/one': shared,",
      "  '/other': shared,",
      "  '/long': screen(",
      "    'anyone',",
      "    () => import('#features/webhooks/long.tsx'),",
      '  ),',
      '}',
    ]
    expect(without(screens.join('\n'), [], 'web/src/app/routing/screens.ts')).toBe(
      [screens[1], screens[2], screens[9]].join('\n'),
    )
  })

  it('goes where it is only named, and what is like it stays', () => {
    expect(without("  { to: '/one' },\n  { to: '/one-more' },\n", ["'/one'"])).toBe(
      "  { to: '/one-more' },\n",
    )
    expect(without('const A = 1\nconst B = A\n')).toBe('const A = 1\nconst B = A\n')
  })

  it('of a setting goes with everything that reads it', () => {
    const config = [
      '  WEBHOOK_HOSTS: z.string(),',
      '  LOG_LEVEL: z.string(),',
      '  hosts: env.WEBHOOK_HOSTS,',
      '  level: env.LOG_LEVEL,',
    ]
    expect(without(config.join('\n'), ['WEBHOOK_HOSTS: z'])).toBe([config[1], config[3]].join('\n'))
  })
})

it.each([
  ['web/src/features/webhooks/messages/fr.json', true],
  ['supabase/schemas/leads/webhooks.sql', true],
  ['supabase/tests/notifications/webhooks.test.ts', true],
  ['supabase/tests/access/webhook-rows.ts', true],
  ['worker/src/webhooks/deliver-webhooks.ts', true],
  ['worker/src/webhooks/deliver-webhooks.test.ts', true],
  ['worker/src/webhooks/guarded-post.ts', true],
  ['web/src/features/office/webhooks.tsx', false],
  ['supabase/functions/payment-webhook/index.ts', false],
  ['supabase/tests/access/desk-rows.ts', false],
])('%s belongs to the webhooks: %s', (path, belongs) => {
  expect(namesOf('webhooks').files.some((pattern) => matchesGlob(path, pattern))).toBe(belongs)
})
