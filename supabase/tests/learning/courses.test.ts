import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { courseDocument, lessonDocument, publishItem, teach } from '../access/learning-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

type Client = Product['as']['freemium']
type Part = {
  part: string
  place: number
  of: number
  done_at: string | null
  missing: Record<string, unknown> | null
}
type Lesson = {
  item: string
  slug: string
  locked: string | null
  waits_for: { kind: string; slug: string } | null
  opens_at: string | null
  parts: Part[]
  done_at: string | null
  updated_since_read: boolean
}
type Shown = {
  slug: string
  share: number
  began_at: string | null
  lessons: Lesson[]
  reviews: { n: number; stars: number | null }
}

const mine = async (client: Client, slug: string): Promise<{ course: Shown; resume: object | null }> => {
  const { data } = await client.rpc('my_courses').throwOnError()
  return { ...data, course: (data.courses as Shown[]).find((course) => course.slug === slug)! }
}
const keep = (client: Client, lesson: string, part: string, place: number, of: number, seconds = 0) =>
  client.rpc('keep_progress', { lesson, part, place, of, seconds })
const complete = (client: Client, lesson: string, part: string) =>
  client.rpc('complete_part', { lesson, part })
const body = async (client: Client, slug: string) =>
  (await client.rpc('content_at', { kind: 'lesson', slug })).data?.texts
/** A member with access to premium content. */
async function premiumMember() {
  const member = await vigie.member()
  await vigie.admin.query(
    `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
    [member.id],
  )
  return member
}
/** Passes the quiz of a lesson: a single choice, and a figure if there is one. */
async function pass(client: Client, path: string) {
  const { data: attempt } = await client
    .rpc('start_attempt', { purpose: 'quiz', subject: path })
    .throwOnError()
  const { data } = await client.rpc('read_attempt', { attempt }).throwOnError()
  const given = data.questions[0].texts.fr.choices.indexOf('Rien fr')
  await client.rpc('answer_question', { attempt, place: 1, given }).throwOnError()
  if (data.total > 1) await client.rpc('answer_question', { attempt, place: 2, given: '0.21' }).throwOnError()
  await client.rpc('finish_attempt', { attempt }).throwOnError()
}

describe('progress in a lesson', () => {
  it('[S-101] says of each part what it still needs, until the lesson is complete [wish §1.1]', async () => {
    const taught = await teach(vigie, { lessons: 1 })
    const { client } = await vigie.member()
    const [lesson] = taught.lessons as [string]
    const missing = async () =>
      (await mine(client, taught.slug)).course.lessons[0]!.parts.map((part) => part.missing)
    expect(await missing()).toEqual([
      { needs: 'word' },
      { needs: 'slides', left: null },
      { needs: 'right', of: 1, right: 1, best: null, retry_from: null },
    ])
    await keep(client, lesson, 'slides', 2, 3).throwOnError()
    expect((await missing())[1]).toEqual({ needs: 'slides', left: 2 })
    await complete(client, lesson, 'article').throwOnError()
    for (const slide of [1, 3]) await keep(client, lesson, 'slides', slide, 3).throwOnError()
    await pass(client, taught.path(1))
    const { course, resume } = await mine(client, taught.slug)
    expect(course).toMatchObject({ share: 1, lessons: [{ done_at: expect.any(String) }] })
    expect(await missing()).toEqual([null, null, null])
    expect(resume).toMatchObject({ course: taught.slug, part: 'quiz' })
  })

  it('may be called done by hand, wherever one stands [wish §1.1]', async () => {
    const taught = await teach(vigie, { lessons: 1 })
    const { client } = await vigie.member()
    expect((await complete(client, taught.lessons[0]!, 'slides').throwOnError()).data).toEqual(
      expect.any(String),
    )
    expect((await complete(client, taught.lessons[0]!, 'quiz')).error).toMatchObject({
      message: 'part_invalid',
      hint: 'part',
    })
  })

  it('is kept at once, from any device, and what got done stays done [wish §1.8]', async () => {
    const taught = await teach(vigie, { lessons: 1 })
    const { client } = await vigie.member()
    const lesson = taught.lessons[0]!
    await Promise.all([1, 2, 3, 2, 1].map((slide) => keep(client, lesson, 'slides', slide, 3).throwOnError()))
    const { data } = await client.from('lesson_progress').select('seen, done_at').throwOnError()
    expect(data).toEqual([{ seen: [1, 2, 3], done_at: expect.any(String) }])
    // A longer deck was published: the part stays done, and the place is the new one.
    await keep(client, lesson, 'slides', 4, 9).throwOnError()
    const later = await client.from('lesson_progress').select('place, done_at').throwOnError()
    expect(later.data).toEqual([{ place: 4, done_at: data[0]!.done_at }])
  })

  it('calls a video watched after nine tenths, and counts no second faster than it can pass', async () => {
    const slug = `video-${Date.now()}`
    const course = await publishItem(vigie, 'course', slug, courseDocument(), { tier: 'freemium' })
    const lesson = await publishItem(
      vigie,
      'lesson',
      `${slug}-1`,
      lessonDocument({ minutes: { video: 5 }, video: { embed: 'https://example.com/v' } }),
      { parent: course, tier: 'freemium' },
    )
    const { client, id } = await vigie.member()
    expect((await keep(client, lesson, 'video', 300, 300, 300).throwOnError()).data).toBeNull()
    const seconds = async () =>
      (await client.from('lesson_progress').select('seconds').throwOnError()).data[0]!.seconds
    expect(await seconds()).toBeLessThan(20)
    await vigie.admin.query(
      `update lesson_progress set updated_at = updated_at - interval '5 minutes' where member = $1`,
      [id],
    )
    expect((await keep(client, lesson, 'video', 300, 300, 290).throwOnError()).data).toEqual(
      expect.any(String),
    )
    expect(await seconds()).toBeLessThanOrEqual(300)
  })

  it.each<[string, number, number]>([
    ['a slide past the last', 4, 3],
    ['a slide before the first', -1, 3],
  ])('refuses %s', async (_name, place, of) => {
    const taught = await teach(vigie, { lessons: 1 })
    const { error } = await keep(vigie.as.freemium, taught.lessons[0]!, 'slides', place, of)
    expect(error).toMatchObject({ message: 'place_invalid', hint: 'place' })
  })

  it('is refused in a lesson that is locked, and shows the lock in the list', async () => {
    const taught = await teach(vigie)
    expect((await keep(vigie.as.freemium, taught.lessons[1]!, 'slides', 1, 3)).error?.message).toBe(
      'premium_only',
    )
    expect((await mine(vigie.as.freemium, taught.slug)).course.lessons.map(({ locked }) => locked)).toEqual([
      null,
      'premium',
    ])
    expect((await mine(vigie.as.premium, taught.slug)).course.lessons.map(({ locked }) => locked)).toEqual([
      null,
      null,
    ])
    expect([
      await body(vigie.as.freemium, `${taught.slug}-2`),
      await body(vigie.as.premium, `${taught.slug}-2`),
    ]).toEqual([null, expect.any(Object)])
  })
})

describe('the first screen of a premium lesson', () => {
  const opening = async (client: Client, slug: string) =>
    (await client.rpc('lesson_opening', { slug }).throwOnError()).data
  const lessonWith = async (texts: Record<string, string>, fields: object = {}) => {
    const slug = `opening-${randomUUID()}`
    const course = await publishItem(vigie, 'course', slug, courseDocument(fields), { tier: 'freemium' })
    const document = lessonDocument({ minutes: { article: 6, slides: 8 } })
    for (const [language, own] of Object.entries(document.texts))
      document.texts[language] = { ...own, ...texts }
    for (const place of [1, 2])
      await publishItem(vigie, 'lesson', `${slug}-${place}`, document, { parent: course, tier: 'premium' })
    return `${slug}-2`
  }
  const deck = '\n---\nkicker: 1\n# Ouverture\n\nUn mot.\n\nNote: Pour l’auteur.\n---\n# Suite\n\nLe secret.'

  it('is its first slide without the author’s notes, in each language, while its body stays closed', async () => {
    const slug = await lessonWith({ deck })
    const opened = await opening(vigie.as.freemium, slug)
    expect(opened.part).toBe('slides')
    expect(Object.keys(opened.texts).sort()).toEqual(['en', 'es', 'fr', 'it'])
    expect(opened.texts.it.opening).toBe('kicker: 1\n# Ouverture\n\nUn mot.')
    expect(JSON.stringify(opened)).not.toMatch(/secret|auteur|Corps/)
    expect(await body(vigie.as.freemium, slug)).toBeNull()
    expect((await vigie.as.visitor.rpc('lesson_opening', { slug })).error?.code).toBe('42501')
  })

  it('is the first paragraph of its article where the deck cannot be cut', async () => {
    const article = '## Avant\n\nUne ligne,\npuis une autre.\n\nLe secret.'
    const slug = await lessonWith({ deck: '# Le secret', article })
    expect(await opening(vigie.as.freemium, slug)).toMatchObject({
      part: 'article',
      texts: { fr: { opening: '## Avant\n\nUne ligne,\npuis une autre.' } },
    })
  })

  it.each([
    ['a lesson too short to show a part of', { deck: '# Le secret', article: 'Le secret.' }, {}],
    ['a lesson that is not open yet', { deck }, { opens_after_days: 2 }],
  ])('is not shown of %s', async (_name, texts, fields) => {
    expect(await opening(vigie.as.freemium, await lessonWith(texts, fields))).toBeNull()
  })
})

describe('the order of a course', () => {
  it('opens a lesson after the quiz before it is passed, for its text, its quiz and its words [wish §1.3]', async () => {
    const taught = await teach(vigie, { lessons: 3, fields: { ordered: true } })
    const { client } = await premiumMember()
    const second = taught.lessons[1]!
    expect((await mine(client, taught.slug)).course.lessons[1]).toMatchObject({
      locked: 'order',
      waits_for: { kind: 'lesson', slug: `${taught.slug}-1` },
    })
    expect(await body(client, `${taught.slug}-2`)).toBeNull()
    expect(
      (await client.from('published_bodies').select('item').eq('item', second).throwOnError()).data,
    ).toEqual([])
    expect(
      (
        await client
          .from('published_words')
          .select('part')
          .eq('item', second)
          .eq('part', 'body')
          .throwOnError()
      ).data,
    ).toEqual([])
    for (const answer of [
      await keep(client, second, 'slides', 1, 3),
      await complete(client, second, 'article'),
      await client.rpc('start_attempt', { purpose: 'quiz', subject: taught.path(2) }),
    ])
      expect(answer).toMatchObject({ status: 409, error: { message: 'lesson_closed' } })
    await pass(client, taught.path(1))
    expect((await mine(client, taught.slug)).course.lessons.map(({ locked }) => locked)).toEqual([
      null,
      null,
      'order',
    ])
    expect(await body(client, `${taught.slug}-2`)).toMatchObject({ fr: { article: expect.any(String) } })
    await complete(client, second, 'article').throwOnError()
  })

  it('waits for the courses that it requires; without an order they are advice', async () => {
    const basics = await teach(vigie, { lessons: 1 })
    const strict = await teach(vigie, { lessons: 1, fields: { ordered: true, requires: [basics.slug] } })
    const free = await teach(vigie, { lessons: 1, fields: { requires: [basics.slug] } })
    const { client } = await vigie.member()
    expect((await mine(client, strict.slug)).course.lessons[0]).toMatchObject({
      locked: 'order',
      waits_for: { kind: 'course', slug: basics.slug },
    })
    expect((await mine(client, free.slug)).course.lessons[0]?.locked).toBeNull()
    for (const part of ['article', 'slides']) await complete(client, basics.lessons[0]!, part).throwOnError()
    await pass(client, basics.path(1))
    expect((await mine(client, strict.slug)).course.lessons[0]?.locked).toBeNull()
  })

  it('is the member’s own pace unless the course opens a lesson every so many days [wish §1.10]', async () => {
    const own = await teach(vigie, { lessons: 2 })
    const { client } = await premiumMember()
    expect(
      (await mine(client, own.slug)).course.lessons.map(({ locked, opens_at }) => [locked, opens_at]),
    ).toEqual([
      [null, null],
      [null, null],
    ])
    await complete(client, own.lessons[1]!, 'article').throwOnError()
  })

  it('opens a lesson every so many days from the day one began, where the course says so [wish §1.6]', async () => {
    const taught = await teach(vigie, { lessons: 3, fields: { opens_after_days: 7 } })
    const { client, id } = await premiumMember()
    await complete(client, taught.lessons[0]!, 'article').throwOnError()
    const locks = async () => (await mine(client, taught.slug)).course.lessons.map(({ locked }) => locked)
    expect(await locks()).toEqual([null, 'date', 'date'])
    expect((await complete(client, taught.lessons[1]!, 'article')).error?.message).toBe('lesson_closed')
    await vigie.admin.query(
      `update course_pace set began_at = began_at - interval '7 days' where member = $1`,
      [id],
    )
    expect(await locks()).toEqual([null, null, 'date'])
    await complete(client, taught.lessons[1]!, 'article').throwOnError()
  })
})

describe('the exam of a course', () => {
  it('asks some of every lesson’s questions, of who has done every other part, and again the next day', async () => {
    const taught = await teach(vigie, { lessons: 3, forms: ['single', 'numeric'] })
    const exam = (client: Client) => client.rpc('start_attempt', { purpose: 'exam', subject: taught.slug })
    const { client } = await premiumMember()
    expect((await exam(client)).error?.message).toBe('course_incomplete')
    for (const [place, lesson] of taught.lessons.entries()) {
      for (const part of ['article', 'slides']) await complete(client, lesson, part).throwOnError()
      await pass(client, taught.path(place + 1))
    }
    const { data: attempt } = await exam(client).throwOnError()
    const { data } = await client.rpc('read_attempt', { attempt }).throwOnError()
    expect(data.total).toBe(6)
    await client.rpc('finish_attempt', { attempt }).throwOnError()
    expect((await exam(client)).error?.message).toBe('retry_tomorrow')
  })
})

describe('a lesson that was published anew', () => {
  it('is shown as updated since one read it, until one reads it again', async () => {
    const taught = await teach(vigie, { lessons: 1 })
    const { client } = await vigie.member()
    const lesson = taught.lessons[0]!
    const updated = async () => (await mine(client, taught.slug)).course.lessons[0]!.updated_since_read
    expect(await updated()).toBe(false)
    await complete(client, lesson, 'article').throwOnError()
    const document = lessonDocument({}, { article: 'Un autre corps' })
    await vigie.as.admin.rpc('save_content', { item: lesson, expected_version: 1, document }).throwOnError()
    await vigie.as.admin.rpc('publish_content', { item: lesson, expected_version: 2 }).throwOnError()
    expect(await updated()).toBe(true)
    await keep(client, lesson, 'article', 1, 10).throwOnError()
    expect(await updated()).toBe(false)
  })
})

describe('notes, bookmarks and reviews', () => {
  it('[S-101] keeps a note at a slide or a second, which its member finds by its words and nobody else', async () => {
    const taught = await teach(vigie, { lessons: 1 })
    const { client } = await vigie.member()
    const lesson = taught.lessons[0]!
    await client
      .from('lesson_notes')
      .insert({ lesson, part: 'slides', place: 4, body: 'La **ruine** arrive vite' })
      .throwOnError()
    await client.from('bookmarks').insert({ lesson, part: 'slides', place: 4 }).throwOnError()
    const found = (who: Client, query: string) =>
      who.rpc('search_learning', { query, language: 'fr' }).throwOnError()
    expect((await found(client, 'ruine')).data).toMatchObject([
      { kind: 'note', lesson: taught.path(1), part: 'slides', place: 4 },
    ])
    expect((await found(vigie.as.premium, 'ruine')).data).toEqual([])
    const note = await client
      .from('lesson_notes')
      .insert({ lesson: vigie.idOf.admin, part: 'slides', body: 'x' })
    expect(note.error?.code).toMatch(/42501|23503/)
  })

  it('finds lessons by their article and their slides, as far as one may read them', async () => {
    const slug = `search-${Date.now()}`
    const course = await publishItem(vigie, 'course', slug, courseDocument(), { tier: 'freemium' })
    const texts = {
      title: 'Le levier',
      article: 'Un mot rarissime : xylophone.',
      deck: '# Une diapositive\n\nZanzibar',
    }
    await publishItem(vigie, 'lesson', `${slug}-1`, lessonDocument({}, texts), {
      parent: course,
      tier: 'premium',
    })
    const found = async (who: Client, query: string) =>
      (await who.rpc('search_learning', { query, language: 'fr' }).throwOnError()).data.map(
        (row: { lesson: string }) => row.lesson,
      )
    expect(await found(vigie.as.premium, 'xylophone')).toEqual([`${slug}/${slug}-1`])
    expect(await found(vigie.as.premium, 'zanzibar')).toEqual([`${slug}/${slug}-1`])
    expect(await found(vigie.as.freemium, 'zanzibar')).toEqual([])
    const { data: everywhere } = await vigie.as.premium.rpc('search', { query: 'xylophone' }).throwOnError()
    expect(everywhere).toMatchObject([{ href: `/formations?cours=${slug}&lecon=${slug}-1` }])
    expect(await found(vigie.as.freemium, 'levier')).toEqual([`${slug}/${slug}-1`])
  })

  it('takes a review from half of a course on, and shows it under the name that was chosen', async () => {
    const taught = await teach(vigie, { lessons: 1 })
    const { client } = await vigie.member()
    const review = () =>
      client.from('course_reviews').insert({ course: taught.course, stars: 4, body: 'Clair', name: 'Ada' })
    expect((await review()).error?.code).toBe('42501')
    for (const part of ['article', 'slides']) await complete(client, taught.lessons[0]!, part).throwOnError()
    await review().throwOnError()
    const { data } = await vigie.as.freemium.rpc('read_reviews', { course: taught.course }).throwOnError()
    expect(data).toEqual([
      { stars: 4, body: 'Clair', name: 'Ada', created_at: expect.any(String), mine: false },
    ])
    expect((await mine(vigie.as.freemium, taught.slug)).course.reviews).toEqual({ n: 1, stars: 4 })
  })
})
