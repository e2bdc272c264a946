import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product } from '../product.ts'

/** The worked example of the recipe. Besides its SQL, a kind needs only this file and its studio definition. */
let vigie: Product
let item: string
const DOCUMENT = {
  fields: {
    level: 'easy',
    minutes: 5,
    spread: { value: '0.8', source: 'Mesuré', source_url: null, read_on: '2026-11-01', valid_days: 30 },
  },
  texts: {
    fr: { title: 'Lire un spread', summary: 'Où est le prix ?', body: 'Le **spread** est de 0,8 pip.' },
    en: { title: 'Read a spread', summary: 'Where is the price?', body: 'The **spread** is 0.8 pip.' },
  },
}
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(
    readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'exercise.sql'), 'utf8'),
  )
  const { as } = vigie
  const made = await as.analyst
    .rpc('create_content', { kind: 'exercise', slug: 'spread', document: DOCUMENT, tier: 'premium' })
    .throwOnError()
  item = made.data
  await as.analyst.rpc('publish_content', { item, expected_version: 1 }).throwOnError()
}, 60_000)
afterAll(() => vigie.stop())

const TEXTS = `select from published_bodies where item = (select item from exercises)`
const RULES: readonly [statement: string, allowed: string][] = [
  ['select from exercises', 'visitor freemium premium analyst admin'],
  ['delete from exercises', ''],
  [`update exercises set level = 'hard'`, ''],
  [TEXTS, 'premium analyst admin'],
  [`select from content_items where kind = 'exercise'`, 'analyst admin'],
]
it.each(RULES.flatMap(([statement, allowed]) => ACTORS.map((actor) => [actor, statement, allowed] as const)))(
  '[S-90] %s: %s',
  async (actor, statement, allowed) => {
    const { rows } = await attempt(vigie, actor, statement)
    expect(rows).toBe(allowed.split(' ').includes(actor) ? 1 : 0)
  },
)

it('is refused what its check refuses, at the field', async () => {
  const document = { ...DOCUMENT, fields: { ...DOCUMENT.fields, minutes: 121 } }
  const { as } = vigie
  const saved = await as.admin.rpc('save_content', { item, expected_version: 1, document }).throwOnError()
  const { error } = await as.admin.rpc('publish_content', { item, expected_version: saved.data })
  expect(error).toMatchObject({ message: 'field_invalid', hint: 'fields.minutes' })
})

it('is listed, filtered and searched like every other content', async () => {
  const { data } = await vigie.as.analyst.rpc('list_content', {
    of_kind: 'exercise',
    incomplete_language: 'es',
  })
  expect(data).toMatchObject([{ slug: 'spread', title: 'Lire un spread', next_expiry: '2026-12-01' }])
  const found = await vigie.as.premium.rpc('search_content', {
    query: 'read a spread',
    language: 'en',
    most: 1,
  })
  expect(found.data).toMatchObject([{ kind: 'exercise', title: 'Read a spread' }])
})

it('is gone from its rows when it is withdrawn', async () => {
  await vigie.as.admin.rpc('withdraw_content', { item }).throwOnError()
  expect((await vigie.admin.query('select from exercises')).rowCount).toBe(0)
})
