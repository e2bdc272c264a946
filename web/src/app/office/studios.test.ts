import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CONTENT_KINDS } from '#lib/content/content-kinds.ts'
import type { Shape } from '#studio/document/fields.ts'
import { EXERCISE } from '#studio/example/exercise.ts'
import { STUDIOS } from './studios.ts'

/** Every key that a studio asks its messages for. */
function asked(shapes: Readonly<Record<string, Shape>>, under = 'fields.'): string[] {
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const drawn = shape.type === 'fact' ? shape.of : shape
    return [
      `${under}${name}`,
      ...(drawn.unit ? [`units.${drawn.unit}`] : []),
      ...('values' in drawn ? drawn.values.map((value) => `choices.${value}`) : []),
      ...('of' in shape && shape.type !== 'fact' ? asked(shape.of, `${under}${name}_of.`) : []),
    ]
  })
}

it.each(
  [...STUDIOS, EXERCISE].flatMap((studio) =>
    (['fr', 'en', 'es', 'it'] as const).map((language) => [studio.kind, language, studio] as const),
  ),
)(
  'the studio of %s has a word for all that it shows in %s',
  (kind, language, { words, shapes, sections, texts, slugs = [] }) => {
    const folder = words === 'example' ? 'studio/example' : `features/${words.replace('-studio', '/studio')}`
    const messages: unknown = JSON.parse(
      readFileSync(join(import.meta.dirname, '../..', folder, 'messages', `${language}.json`), 'utf8'),
    )
    const keys = [
      `${kind}.one`,
      `${kind}.many`,
      ...sections.flatMap(({ key }) => (key ? [`sections.${key}`] : [])),
      ...texts.map(({ name }) => `texts.${name}`),
      ...slugs.map((slug) => `choices.${slug}`),
      ...asked(shapes),
    ]
    const found = (key: string) =>
      key
        .split('.')
        .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], messages)
    expect(keys.filter((key) => typeof found(key) !== 'string')).toEqual([])
  },
)

it('the back-office has a studio for every kind of the registry', () => {
  expect(STUDIOS.map(({ kind }) => kind).sort()).toEqual(Object.keys(CONTENT_KINDS).sort())
})
