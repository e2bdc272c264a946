import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { folderEntries } from 'content/folder'
import { describe, expect, it } from 'vitest'
import { COURSES, LESSONS, QUESTIONS } from '../studios.tsx'
import { readChosen } from './chosen-files.ts'
import { type KnownItem, planOf, statementsAt } from './import-plan.ts'
import { runImport } from './run-import.ts'

const ROOT = join(import.meta.dirname, '../../../../../../content/courses')
/** A course that ships, as a browser gives a chosen folder. */
const shipped = readdirSync(join(ROOT, 'risk-management'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => {
    const path = join(parentPath, name)
    return { path: relative(ROOT, path), file: new File([readFileSync(path)], name) }
  })
const { folder } = await readChosen(shipped)
const { entries, problems } = folderEntries(folder)

/** The form of each kind takes every field of what ships, those that are left out too. */
const SCHEMAS = { course: COURSES, lesson: LESSONS, question: QUESTIONS }

const saved = (of: typeof entries): KnownItem[] =>
  planOf(of, []).map(({ entry, document }, place) => ({
    id: `id-${place}`,
    kind: entry.kind,
    slug: entry.slug,
    version: 3,
    state: 'published',
    document,
  }))
const changed = (path: string, from: string, to: string) =>
  folderEntries(new Map([...folder, [path, (folder.get(path) ?? '').replace(from, to)]]))

describe('[S-101] an import of a folder', () => {
  it('reads a course that ships, its lessons and the questions of their quizzes, without a problem', () => {
    expect(problems).toEqual([])
    expect(entries.map(({ kind }) => kind).filter((kind) => kind !== 'question')).toEqual([
      'course',
      ...Array(6).fill('lesson'),
    ])
    expect(entries.filter(({ kind }) => kind === 'question').length).toBeGreaterThan(20)
  })

  it.each(['course', 'lesson', 'question'] as const)(
    'gives a %s that its form finds nothing wrong with',
    (kind) => {
      const wrong = entries
        .filter((entry) => entry.kind === kind)
        .flatMap(({ slug, document }) =>
          (SCHEMAS[kind].schema.safeParse(document.fields).error?.issues ?? []).map(({ path }) => [
            slug,
            ...path,
          ]),
        )
      expect(wrong).toEqual([])
    },
  )

  it('names what is new, what changed and where, and leaves the rest alone', () => {
    expect(new Set(planOf(entries, []).map(({ is }) => is))).toEqual(new Set(['new']))
    const path = 'risk-management/01-risk-little-long/lesson.yaml'
    const next = changed(path, 'title: Risk little, last long', 'title: Risk less, last longer')
    const plan = planOf(next.entries, saved(entries))
    expect(plan.filter(({ is }) => is !== 'same').map(({ entry, changes }) => [entry.slug, changes])).toEqual(
      [['risk-little-long', ['texts.en.title']]],
    )
  })

  it('takes a field that the studio left empty for one that the folder leaves out, and keeps archived items', () => {
    const known = saved(entries).map((item) => ({
      ...item,
      document: { ...item.document, fields: { ...item.document.fields, video: null, claims: [] } },
    }))
    expect(new Set(planOf(entries, known).map(({ is }) => is))).toEqual(new Set(['same']))
    const archived = saved(entries).map((item) => ({ ...item, state: 'archived' }))
    expect(new Set(planOf(entries, archived).map(({ is }) => is))).toEqual(new Set(['kept']))
  })

  it('names the file and the line of broken YAML, a missing field and a number that comes from nowhere', () => {
    const lesson = 'risk-management/01-risk-little-long'
    const broken = changed(`${lesson}/lesson.yaml`, 'module: survive', 'module: [survive')
    expect(broken.problems[0]).toMatchObject({ file: `${lesson}/lesson.yaml`, line: expect.any(Number) })
    const foreign = changed('risk-management/course.yaml', 'level: ', 'level: very-')
    const at = (folder.get('risk-management/course.yaml') ?? '')
      .split('\n')
      .findIndex((line) => line.startsWith('level'))
    expect(foreign.problems).toMatchObject([{ file: 'risk-management/course.yaml', line: at + 1 }])
    const article = `${lesson}/article.es.md`
    const text = `${folder.get(article)?.trimEnd()}\n\nEl 74 % pierde.\n`
    const stated = new Map([...folder, [article, text]])
    const names = folderEntries(folder).entries.flatMap(({ document }) =>
      ((document.fields.notions as string[] | undefined) ?? [document.fields.notion as string]).map(
        (slug) => ({
          kind: 'notion' as const,
          slug,
          parent: null,
        }),
      ),
    )
    // The database has the lesson already: it is the folder's that is judged.
    const known = { kind: 'lesson' as const, slug: 'risk-little-long', parent: 'risk-management' }
    expect(statementsAt(stated, folderEntries(stated).entries, [...names, known])).toEqual([
      { file: article, line: text.split('\n').length - 1, problem: expect.stringContaining('"74') },
    ])
  })

  it('does not take a file that is no text for one', async () => {
    const read = await readChosen([
      { path: 'x/course.yaml', file: new File([new Uint8Array([0xff, 0xfe, 0x00])], 'course.yaml') },
      { path: 'x/photo.png', file: new File(['png'], 'photo.png') },
    ])
    expect([read.folder.size, read.problems.map(({ file }) => file)]).toEqual([0, ['x/course.yaml']])
  })

  it('writes parents before what lies in them, and says what was written before a failure', async () => {
    const made: { slug: string; parent?: string; tier: string }[] = []
    const plan = planOf(entries, [])
    const create = async (item: { kind: string; slug: string; parent?: string; tier: string }) => {
      if (made.length === 4) throw new Error('offline')
      made.push(item)
      return `id of ${item.slug}`
    }
    const told: number[] = []
    const result = await runImport(plan, { create, save: async () => 2 }, (count) => told.push(count))
    expect(made[0]).toMatchObject({ slug: 'risk-management', tier: 'freemium' })
    expect(made[1]).toMatchObject({ slug: 'risk-little-long', parent: 'id of risk-management' })
    expect(made[2]).toMatchObject({ parent: 'id of risk-little-long', tier: 'visitor' })
    expect(told).toEqual([1, 2, 3, 4])
    expect([result.written, result.failed?.item]).toEqual([4, plan[4]])
  })

  it('saves a changed item as the next of the version that it was compared with, and nothing else', async () => {
    const path = 'risk-management/01-risk-little-long/lesson.yaml'
    const plan = planOf(
      changed(path, 'free: true', 'free: true\nclaims: [{ notion: recovery, rate_at_least: "0.5" }]').entries,
      saved(entries),
    )
    const writes: unknown[] = []
    await runImport(
      plan,
      {
        create: async () => Promise.reject(new Error('nothing is new')),
        save: async (...saving) => writes.push(saving.slice(0, 2)),
      },
      () => undefined,
    )
    expect(writes).toEqual([['id-1', 3]])
  })
})
