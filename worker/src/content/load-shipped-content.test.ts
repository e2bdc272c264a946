import { readShipped, type ShippedEntry } from 'content/shipped'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  courseDocument,
  type Document,
  lessonDocument,
  questionDocument,
} from '../../../supabase/tests/access/learning-rows.ts'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { tellCourseNews } from '../learning/tell-course-news.ts'
import { loadShippedContent } from './load-shipped-content.ts'

let vigie: Product
let logged: string[]
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())
beforeEach(() => {
  logged = []
})

let counter = 0
const entry = (kind: string, slug: string, document: Document, more: object = {}) =>
  ({
    kind,
    slug,
    parent: null,
    position: 1,
    tier: 'freemium',
    hash: String(++counter),
    document,
    ...more,
  }) as ShippedEntry
/** A release with a course, a lesson and a question of its quiz. */
function release(name: string, texts: Record<string, string> = {}) {
  return [
    entry('course', name, courseDocument()),
    entry('lesson', `${name}-lesson`, lessonDocument({}, texts), {
      parent: name,
      tier: 'premium',
      position: 2,
    }),
    entry('question', `${name}-question`, questionDocument('single'), { parent: `${name}-lesson` }),
  ]
}
const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) })
const context = () => ({ pool: vigie.admin, log, now: Date.now })
const load = (entries: readonly ShippedEntry[]) => loadShippedContent(context(), () => ({ entries }))
const outcomes = () => logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 30)

type Item = {
  id: string
  version: number
  state: string
  author_name: string
  article: string
  position: number
  tier: string
}
async function itemOf(slug: string): Promise<Item> {
  const { rows } = await vigie.admin.query<Item>(
    `select id, item.version, state, author_name, document #>> '{texts,fr,article}' as article, position, tier
     from content_items as item join content_versions as newest on newest.item = id and newest.version = item.version where slug = $1`,
    [slug],
  )
  return rows[0]!
}

describe('content that ships', () => {
  it('is published with its course, lesson and quiz, and is the editors’ from then on', async () => {
    await load(release('first'))
    expect(outcomes()).toMatchObject([{ new: 3 }])
    expect(await itemOf('first-lesson')).toMatchObject({
      author_name: 'La rédaction',
      state: 'published',
      tier: 'premium',
      position: 2,
    })
    const { data } = await vigie.as.premium.rpc('start_attempt', {
      purpose: 'quiz',
      subject: 'first/first-lesson',
    })
    expect(data).toEqual(expect.any(String))
  })

  it('does nothing when nothing changed', async () => {
    const entries = release('same')
    await load(entries)
    const before = await itemOf('same-lesson')
    logged = []
    await load(entries)
    expect([outcomes(), await itemOf('same-lesson')]).toEqual([[], before])
  })

  it('gives way to a newer release, in a new version, with its place', async () => {
    await load(release('newer'))
    await load(release('newer', { article: 'Nouveau' }).map((each) => ({ ...each, position: 7 })))
    expect(outcomes().at(-1)).toMatchObject({ newer: 3 })
    expect(await itemOf('newer-lesson')).toMatchObject({
      version: 2,
      state: 'published',
      article: 'Nouveau fr',
      position: 7,
    })
  })

  it('is left alone where staff changed, moved or withdrew it', async () => {
    await load([...release('edited'), ...release('moved'), ...release('withdrawn')])
    const edited = await itemOf('edited-lesson')
    await vigie.as.admin
      .rpc('save_content', {
        item: edited.id,
        expected_version: 1,
        document: lessonDocument({}, { article: 'À nous' }),
      })
      .throwOnError()
    await vigie.as.admin
      .rpc('withdraw_content', { item: (await itemOf('withdrawn-lesson')).id })
      .throwOnError()
    await vigie.admin.query(`update content_items set position = 40 where slug = 'moved-lesson'`)
    const newer = { article: 'De la version suivante' }
    await load([...release('edited', newer), ...release('moved', newer), ...release('withdrawn', newer)])
    expect(await itemOf('edited-lesson')).toMatchObject({ version: 2, article: 'À nous fr' })
    expect(await itemOf('withdrawn-lesson')).toMatchObject({ version: 1, state: 'draft' })
    expect(await itemOf('moved-lesson')).toMatchObject({
      version: 2,
      position: 40,
      article: 'De la version suivante fr',
    })
  })

  it('leaves alone what staff had under the same name before', async () => {
    await vigie.as.admin
      .rpc('create_content', { kind: 'course', slug: 'theirs', document: {}, tier: 'freemium' })
      .throwOnError()
    await load([entry('course', 'theirs', courseDocument())])
    expect(await itemOf('theirs')).toMatchObject({ state: 'draft', version: 1 })
  })

  it('is loaded as far as it goes: what is refused is named, and keeps nothing else back', async () => {
    const [course, lesson, question] = release('broken') as [ShippedEntry, ShippedEntry, ShippedEntry]
    const wrong = {
      ...question,
      slug: 'broken-wrong',
      document: questionDocument('single', { right: 9 }) as ShippedEntry['document'],
    }
    await expect(load([course, lesson, wrong, question])).rejects.toThrow(
      '1 shipped content could not be loaded: field_invalid',
    )
    expect(await itemOf('broken-question')).toMatchObject({ state: 'published' })
    expect(await itemOf('broken-wrong')).toBeUndefined()
  })

  it('is what this release brings: every item of it can be published', async () => {
    const { entries } = readShipped()
    expect(entries.length).toBeGreaterThan(5)
    await load(entries)
    expect(outcomes()).toMatchObject([
      { new: new Set(entries.map(({ kind, slug }) => `${kind}/${slug}`)).size },
    ])
  }, 60_000)
})

describe('news of a course', () => {
  const news = (member: string) =>
    vigie.admin
      .query<{ kind: string; category: string; parameters: object; link: string }>(
        'select kind, category, parameters, link from notifications where user_id = $1 order by id',
        [member],
      )
      .then(({ rows }) => rows)

  it('are told of a new course to those who want to hear of trainings, and of a change once a day to those who began', async () => {
    const [begun, other, deaf] = [await vigie.member(), await vigie.member(), await vigie.member()]
    await vigie.admin.query(
      `update notification_preferences set in_app = '{}', email = '{}' where user_id = $1`,
      [deaf.id],
    )
    await load(release('news'))
    const course = (await itemOf('news')).id
    const lesson = (await itemOf('news-lesson')).id
    await vigie.as.admin.rpc('set_content_tier', { item: lesson, tier: 'freemium' }).throwOnError()
    await tellCourseNews(context(), { course })
    await vigie.admin.query(`select private.fan_out($1, 1000)`, [`course:${course}:published`])
    await begun.client.rpc('complete_part', { lesson, part: 'article' }).throwOnError()
    for (let run = 0; run < 2; run++) await tellCourseNews(context(), { course })
    expect(await news(begun.id)).toEqual([
      {
        kind: 'course_published',
        category: 'trainings',
        link: '/formations?cours=news',
        parameters: { course: expect.objectContaining({ it: 'Gérer son risque it' }) },
      },
      {
        kind: 'course_updated',
        category: 'trainings',
        link: '/formations?cours=news',
        parameters: expect.anything(),
      },
    ])
    expect((await news(other.id)).map(({ kind }) => kind)).toEqual(['course_published'])
    const { rows } = await vigie.admin.query('select in_app from notifications where user_id = $1', [deaf.id])
    expect(rows.every(({ in_app }) => in_app === false)).toBe(true)
  })

  it('reach first, whatever they chose, the members who asked for that level, and end their request', async () => {
    const [asked, elsewhere] = [await vigie.member(), await vigie.member()]
    await vigie.admin.query(
      `update notification_preferences set in_app = '{}', email = '{}' where user_id = any ($1)`,
      [[asked.id, elsewhere.id]],
    )
    await asked.client.from('level_requests').insert({ level: 'beginner' }).throwOnError()
    await elsewhere.client.from('level_requests').insert({ level: 'advanced' }).throwOnError()
    await load(release('awaited'))
    const course = (await itemOf('awaited')).id
    await tellCourseNews(context(), { course })
    await vigie.admin.query(`select private.fan_out($1, 1000)`, [`course:${course}:published`])
    expect(await news(asked.id)).toMatchObject([{ kind: 'course_awaited', category: 'account' }])
    expect((await news(elsewhere.id)).map(({ kind }) => kind)).toEqual(['course_published'])
    expect((await asked.client.from('level_requests').select('level').throwOnError()).data).toEqual([])
    expect((await elsewhere.client.from('level_requests').select('level').throwOnError()).data).toEqual([
      { level: 'advanced' },
    ])
  })

  it('wait until a course has a lesson', async () => {
    await load(release('empty').slice(0, 1))
    const course = (await itemOf('empty')).id
    await tellCourseNews(context(), { course })
    expect(
      (
        await vigie.admin.query('select from private.notification_facts where fact like $1', [
          `course:${course}%`,
        ])
      ).rowCount,
    ).toBe(0)
  })
})
