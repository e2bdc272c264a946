import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { datedFacts } from '../document/document.ts'
import { EXERCISE } from './exercise.ts'

const written = {
  level: 'easy',
  minutes: 10,
  spread: { value: '0.8', source: 'mesuré', source_url: null, read_on: '2026-11-18', valid_days: 31 },
}

it('needs at most sixty lines of definition and sixty of SQL', () => {
  const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n').length
  expect(lines(join(import.meta.dirname, 'exercise.ts'))).toBeLessThanOrEqual(60)
  expect(lines('supabase/examples/exercise.sql')).toBeLessThanOrEqual(60)
})

it('has the fields, sections and texts of its definition and its registry entry', () => {
  expect(EXERCISE.sections).toEqual([
    { key: null, fields: ['level', 'minutes'] },
    { key: 'figures', fields: ['spread'] },
  ])
  expect(EXERCISE.texts.map(({ name, as, required }) => [name, as, required])).toEqual([
    ['title', 'line', true],
    ['summary', 'paragraph', true],
    ['body', 'markdown', true],
    ['hint', 'paragraph', false],
  ])
})

it('accepts what the database accepts, and reports missing values', () => {
  expect(EXERCISE.schema.safeParse(written).success).toBe(true)
  expect(datedFacts(written)).toHaveLength(1)
  const asked = (fields: object) =>
    EXERCISE.schema.safeParse({ ...written, ...fields }).error?.issues.map(({ path }) => path.join('.'))
  expect(asked({ minutes: 121 })).toEqual(['minutes'])
  expect(asked({ spread: { ...written.spread, source: '' } })).toEqual(['spread.source'])
  expect(asked({ spread: { ...written.spread, value: 'large' } })).toContain('spread.value')
  expect(asked(EXERCISE.fresh())).toEqual(expect.arrayContaining(['level', 'spread.value']))
})
