import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retireQuestions } from '../../../worker/src/learning/retire-questions.ts'
import { questionDocument, teach } from '../access/learning-rows.ts'
import { type Product, product } from '../product.ts'

/** A quiz of five questions and a hundred and twenty members: of each question it is known who was right. */
const MEMBERS = 120
let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(
    `insert into auth.users (id, email, created_at, updated_at) select gen_random_uuid(), 'm' || n || '@example.com', now(), now() from generate_series(1, $1) as n`,
    [MEMBERS],
  )
}, 60_000)
afterAll(() => vigie.stop())

type Row = {
  item: string
  slug: string
  n: number
  difficulty: number | null
  discrimination: number | null
  bad: boolean
  retired_at: string | null
}
/** Whether the nth member (from 0) is right about a question. Members are the better the later they come. */
type Rule = (member: number, question: number) => boolean
const knowing: Rule = (member, question) => member >= (question + 1) * 20

/** A quiz of five questions, answered by everybody once, by a rule each. */
async function answered(rules: readonly Rule[]) {
  const taught = await teach(vigie, {
    lessons: 1,
    forms: ['single', 'multiple', 'numeric', 'order', 'chart'],
  })
  const lesson = taught.lessons[0]
  const { rows: questions } = await vigie.admin.query<{ id: string; slug: string }>(
    'select id, slug from content_items where parent = $1 order by position',
    [lesson],
  )
  const { rows: members } = await vigie.admin.query<{ id: string }>(
    `select id from auth.users where email ~ '^m[0-9]+@' order by id`,
  )
  for (const [member, { id }] of members.entries()) {
    const right = questions.map((_, question) => (rules[question] ?? knowing)(member, question))
    const score = right.filter(Boolean).length
    await vigie.admin.query(
      `with made as (
         insert into attempts (member, purpose, subject, total, lesson, finished_at, score) values ($1, 'quiz', 'x', 5, $2, now(), $3) returning id
       ) insert into attempt_answers (attempt, place, question, version, given, "right", milliseconds)
         select made.id, place, question, 1, '0', hit, 1 from made, unnest($4::uuid[], $5::boolean[]) with ordinality as answer (question, hit, place)`,
      [id, lesson, score, questions.map((question) => question.id), right],
    )
  }
  return { taught, slugs: questions.map(({ slug }) => slug) }
}
const figures = async (slugs: readonly string[]) => {
  const { data } = await vigie.as.analyst.rpc('question_statistics').throwOnError()
  return slugs.map((slug) => (data as Row[]).find((row) => row.slug === slug)!)
}
const retire = () => retireQuestions({ pool: vigie.admin, log: { warn: () => {} } })

describe('the statistics of questions', () => {
  it('say how many answered, how many were right, and whether those who know more are right more often', async () => {
    // The last question is right for everybody who knows nothing else: its key is wrong.
    const reversed: Rule = (member) => member < 60
    const { slugs } = await answered([knowing, knowing, knowing, knowing, reversed])
    const rows = await figures(slugs)
    expect(rows.map(({ n, difficulty }) => [n, Number(difficulty)])).toEqual([
      [120, 0.8333],
      [120, 0.6667],
      [120, 0.5],
      [120, 0.3333],
      [120, 0.5],
    ])
    const hits = Array.from({ length: MEMBERS }, (_, member) =>
      [0, 1, 2, 3].map((question) => Number(knowing(member, question))).concat(Number(reversed(member, 4))),
    )
    for (const [place, row] of rows.entries())
      expect(Number(row.discrimination)).toBeCloseTo(
        correlation(hits.map((each) => [each[place]!, sum(each) - each[place]!])),
        3,
      )
    expect(rows.map(({ bad }) => bad)).toEqual([false, false, false, false, true])
  })

  it('take a bad question out of use, until staff put it back or publish it anew', async () => {
    const { taught, slugs } = await answered([
      knowing,
      knowing,
      knowing,
      knowing,
      (member) => member % 2 === 0,
    ])
    await retire()
    const [, , , , bad] = await figures(slugs)
    expect(bad).toMatchObject({ bad: true, retired_at: expect.any(String) })
    const total = async () => {
      const { client } = await vigie.member()
      const { data } = await client
        .rpc('start_attempt', { purpose: 'quiz', subject: taught.path(1) })
        .throwOnError()
      return (await client.rpc('read_attempt', { attempt: data }).throwOnError()).data.total
    }
    expect(await total()).toBe(4)
    await vigie.as.admin.rpc('put_question_back', { item: bad!.item }).throwOnError()
    await retire()
    // Counted from now on: the same answers do not retire it again.
    expect((await figures(slugs))[4]).toMatchObject({ n: 0, retired_at: null })
    expect(await total()).toBe(5)
    await vigie.admin.query('update private.questions set retired_at = now() where item = $1', [bad!.item])
    await vigie.as.admin
      .rpc('save_content', {
        item: bad!.item,
        expected_version: 1,
        document: questionDocument('chart', { level: 2 }),
      })
      .throwOnError()
    await vigie.as.admin.rpc('publish_content', { item: bad!.item, expected_version: 2 }).throwOnError()
    expect((await figures(slugs))[4]).toMatchObject({ retired_at: null })
  })

  it('wait for a hundred members, and leave a quiz its last question', async () => {
    const { slugs } = await answered([() => false, () => false, () => false, () => false, () => false])
    await vigie.admin.query(
      `delete from attempt_answers where question in (select id from content_items where slug = $1) and ctid not in (
      select ctid from attempt_answers where question in (select id from content_items where slug = $1) limit 99)`,
      [slugs[0]],
    )
    await retire()
    const rows = await figures(slugs)
    expect(rows.map(({ n, retired_at }) => [n, retired_at !== null])).toEqual([
      [99, false],
      [120, true],
      [120, true],
      [120, true],
      [120, true],
    ])
    const { slugs: all } = await answered([() => false, () => false, () => false, () => false, () => false])
    await retire()
    expect((await figures(all)).map(({ retired_at }) => retired_at)).toEqual([null, null, null, null, null])
  })

  it('[S-101] let staff take a question out of use, but not the last of a quiz', async () => {
    const taught = await teach(vigie, { lessons: 1, forms: ['single', 'numeric'] })
    const { rows } = await vigie.admin.query<{ id: string }>(
      'select id from content_items where parent = $1 order by position',
      [taught.lessons[0]],
    )
    const [first, second] = rows.map(({ id }) => id)
    const retired = async () =>
      (
        await vigie.admin.query(
          'select item from private.questions where retired_at is not null and item = any ($1)',
          [[first, second]],
        )
      ).rows
    await vigie.as.analyst.rpc('retire_question', { item: first }).throwOnError()
    expect(await retired()).toEqual([{ item: first }])
    expect((await vigie.as.analyst.rpc('retire_question', { item: first })).error).toMatchObject({
      code: 'PT404',
    })
    expect((await vigie.as.analyst.rpc('retire_question', { item: second })).error).toMatchObject({
      code: 'PT409',
      message: 'last_question',
      hint: 'item',
    })
    for (const reader of ['freemium', 'premium'] as const)
      expect((await vigie.as[reader].rpc('retire_question', { item: second })).error).toMatchObject({
        code: '42501',
      })
    expect((await vigie.as.visitor.rpc('retire_question', { item: second })).error).toMatchObject({
      code: '42501',
    })
    expect(await retired()).toEqual([{ item: first }])
    await vigie.as.analyst.rpc('put_question_back', { item: first }).throwOnError()
    expect(await retired()).toEqual([])
  })

  it('are for staff', async () => {
    for (const reader of ['freemium', 'premium'] as const) {
      expect((await vigie.as[reader].rpc('question_statistics')).error).toMatchObject({ code: '42501' })
      expect(
        (await vigie.as[reader].rpc('put_question_back', { item: vigie.idOf.admin })).error,
      ).toMatchObject({ code: '42501' })
    }
  })
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [one, other] = [0, 1].map((side) => pairs.map((pair) => pair[side]!)) as [number[], number[]]
  const [a, b] = [sum(one) / one.length, sum(other) / other.length]
  const product = sum(pairs.map(([x, y]) => (x - a) * (y - b)))
  return product / Math.sqrt(sum(one.map((x) => (x - a) ** 2)) * sum(other.map((y) => (y - b) ** 2)))
}
