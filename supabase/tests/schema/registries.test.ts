import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LANGUAGES } from 'mails/languages'
import { NOTIFICATION_KINDS, notificationTexts } from 'mails/notification'
import { ACCOUNT, CATEGORIES, DIGEST } from 'mails/notification-categories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registryFiles } from '../../../scripts/database/registries.ts'
import { type Product, product } from '../product.ts'

const root = join(import.meta.dirname, '..', '..', '..')
let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

async function value<T>(expression: string, values: unknown[] = []): Promise<T> {
  const { rows } = await vigie.admin.query<{ value: T }>(`select ${expression} as value`, values)
  return rows[0]?.value as T
}

it.each(registryFiles())('$path says what is declared: npm run db:types writes it', ({ path, text }) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})

it('the database knows the languages and categories of the declaration, and no others', async () => {
  expect(await value('private.languages()')).toEqual(LANGUAGES)
  expect(await value('private.notification_categories()')).toEqual(Object.keys(CATEGORIES))
  await expect(vigie.admin.query(`update profiles set locale = 'xx'`)).rejects.toThrow(/locale_check/)
  await expect(vigie.admin.query(`update notification_preferences set push = '{account}'`)).rejects.toThrow(
    /check constraint/,
  )
})

it('each kind has a declared category, and one that is not declared cannot be told', async () => {
  for (const [kind, { category }] of Object.entries(NOTIFICATION_KINDS)) {
    expect([...Object.keys(CATEGORIES), ACCOUNT]).toContain(category)
    expect(await value('private.notification_category($1)', [kind])).toBe(category)
  }
  await expect(
    vigie.admin.query(`select private.notify_member($1, 'x', 'undeclared', '{}', '/')`, [vigie.idOf.premium]),
  ).rejects.toThrow(/"category"/)
})

it('a category keeps its number in the links of mails that were sent', async () => {
  const numbers = [...Object.values(CATEGORIES).map(({ number }) => number), DIGEST.number]
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, place) => place + 1))
  for (const [name, { number }] of Object.entries({ ...CATEGORIES, [DIGEST.name]: DIGEST })) {
    const token = await value<string>('private.unsubscribe_token($1, $2)', [vigie.idOf.premium, name])
    expect(Buffer.from(token, 'base64url')[16]).toBe(number)
  }
})

describe('the recipe of a notification kind', () => {
  it('has an example that could be declared as it stands', () => {
    const recipe = readFileSync(join(root, 'docs/recipes/add-a-notification-kind.md'), 'utf8')
    const example = /```json\n([\s\S]*?)```/.exec(recipe)?.[1] ?? ''
    const [declared = {}] = Object.values(JSON.parse(`{${example}}`) as Record<string, object>)
    expect(Object.keys(declared)).toEqual(['category', 'why', 'parameters', ...LANGUAGES])
    expect(Object.keys(notificationTexts.fr.why)).toContain((declared as { why: string }).why)
  })

  // A kind without special fields and without a mail of its own.
  it('takes three files: push_test is named in no other', async () => {
    const { stdout } = await promisify(execFile)('git', ['grep', '-lw', 'push_test', '--', '.'], {
      cwd: root,
    })
    const named = stdout
      .trim()
      .split('\n')
      .filter((file) => !/\.(test|spec)\.ts$|^(docs|supabase\/migrations)\//.test(file))
    expect(named).toEqual([
      'mails/notification-messages/kinds.json',
      'supabase/schemas/notifications/notifications.sql',
      'supabase/schemas/registries/notification_kinds.sql',
    ])
  })
})
