import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Course, publishItem, type QUESTIONS, questionDocument, teach } from '../access/learning-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
let course: Course
beforeAll(async () => {
  vigie = await product()
  course = await teach(vigie, { forms: ['single', 'multiple', 'numeric', 'order', 'chart'] })
}, 60_000)
afterAll(() => vigie.stop())

type Answer = {
  given: unknown
  right: boolean
  correct: unknown
  mistake: Record<string, string> | null
  why: Record<string, string>
}
type Question = {
  place: number
  form: keyof typeof QUESTIONS
  chart: { levels: unknown[] } | null
  texts: Record<string, { ask: string; choices: string[] }>
  answer: Answer | null
}
type Attempt = {
  id: string
  total: number
  score: number | null
  finished_at: string | null
  questions: Question[]
}
type Client = Product['as']['freemium']

const start = (client: Client, subject = course.path(1), purpose = 'quiz') =>
  client.rpc('start_attempt', { purpose, subject })
const read = async (client: Client, attempt: string) =>
  (await client.rpc('read_attempt', { attempt }).throwOnError()).data as Attempt
const answer = (client: Client, attempt: string, place: number, given: unknown) =>
  client.rpc('answer_question', { attempt, place, given })
const finish = async (client: Client, attempt: string) =>
  (await client.rpc('finish_attempt', { attempt }).throwOnError()).data as Attempt

/** A member with a fresh attempt at the free lesson's quiz. */
async function beginner(subject?: string) {
  const { client, id } = await vigie.member()
  const { data: attempt } = await start(client, subject).throwOnError()
  return { client, id, attempt: attempt as string }
}

const RIGHT: Record<Question['form'], (shown: string[]) => unknown> = {
  single: (shown) => shown.indexOf('Rien fr'),
  multiple: (shown) => [shown.indexOf('Tout fr'), shown.indexOf('Rien fr')],
  numeric: () => ' +0,21 ',
  order: (shown) => ['Lire fr', 'Risquer fr', 'Envoyer fr', 'Noter fr'].map((step) => shown.indexOf(step)),
  chart: () => '104,5',
}
const WRONG: Record<Question['form'], (shown: string[]) => unknown> = {
  single: (shown) => shown.indexOf('Tout fr'),
  multiple: (shown) => [shown.indexOf('Tout fr')],
  numeric: () => '0.27',
  order: (shown) => ['Noter fr', 'Risquer fr', 'Envoyer fr', 'Lire fr'].map((step) => shown.indexOf(step)),
  chart: () => '105.01',
}
const shownOf = ({ texts }: Question) => texts.fr?.choices ?? []

describe('an attempt', () => {
  it('[S-101] sends every question in four languages, and says what is right and why only once each is answered', async () => {
    const { client, attempt } = await beginner()
    const { questions, total } = await read(client, attempt)
    expect([total, questions.map(({ form }) => form)]).toEqual([
      5,
      ['single', 'multiple', 'numeric', 'order', 'chart'],
    ])
    expect(questions.map(({ answer }) => answer)).toEqual([null, null, null, null, null])
    for (const question of questions) {
      expect(Object.keys(question.texts).sort()).toEqual(['en', 'es', 'fr', 'it'])
      const { data } = await answer(
        client,
        attempt,
        question.place,
        RIGHT[question.form](shownOf(question)),
      ).throwOnError()
      expect(data).toMatchObject({ right: true, mistake: null, why: { it: 'Parce que it' } })
    }
    expect(await finish(client, attempt)).toMatchObject({
      score: 5,
      questions: questions.map(() => ({ answer: { right: true } })),
    })
  })

  it('[S-101] says to each wrong answer what is right where it was shown, and which mistake it comes from', async () => {
    const { client, attempt } = await beginner()
    const { questions } = await read(client, attempt)
    const answers: Record<string, Answer> = {}
    for (const question of questions) {
      const { data } = await answer(
        client,
        attempt,
        question.place,
        WRONG[question.form](shownOf(question)),
      ).throwOnError()
      answers[question.form] = data
      expect(data).toMatchObject({ right: false })
    }
    const single = questions.find(({ form }) => form === 'single')!
    expect(answers.single).toMatchObject({
      correct: shownOf(single).indexOf('Rien fr'),
      mistake: { fr: 'Non, pas tout fr' },
    })
    expect(answers.numeric).toMatchObject({
      correct: '0.21',
      mistake: { en: 'La taille d’un pip a été oubliée en' },
    })
    expect(answers.chart).toMatchObject({ correct: { low: '103', high: '105' } })
    const order = questions.find(({ form }) => form === 'order')!
    expect((answers.order!.correct as number[]).map((place) => shownOf(order)[place])).toEqual([
      'Lire fr',
      'Risquer fr',
      'Envoyer fr',
      'Noter fr',
    ])
    expect(await finish(client, attempt)).toMatchObject({ score: 0 })
  })

  it('draws no level that lies in the zone asked for before it is answered', async () => {
    const { client, attempt } = await beginner()
    const chart = (await read(client, attempt)).questions.find(({ form }) => form === 'chart')!
    expect(chart.chart).toMatchObject({ path: [100, 104, 101], levels: [{ at: 100, as: 'support' }] })
    const { data } = await answer(client, attempt, chart.place, '1').throwOnError()
    expect(data.chart.levels).toHaveLength(2)
  })

  it('is the same on another device, with its choices in the same order, and keeps each answer at once [wish §1.8]', async () => {
    const { client, attempt } = await beginner()
    await answer(client, attempt, 3, '0,21').throwOnError()
    const before = await read(client, attempt)
    expect((await start(client)).data).toBe(attempt)
    expect(await read(client, attempt)).toEqual({ ...before, now: expect.any(String) })
    expect(before.questions[2]).toMatchObject({ answer: { given: '0,21', right: true } })
  })

  it('is started once by two devices at the same moment: the second waits for the first and goes on with it', async () => {
    const { client, id } = await vigie.member()
    const first = await vigie.admin.connect()
    try {
      await first.query('begin')
      await first.query(
        `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
        [JSON.stringify({ role: 'authenticated', sub: id })],
      )
      const { rows } = await first.query<{ id: string }>(`select start_attempt('quiz', $1) as id`, [
        course.path(1),
      ])
      let settled = false
      const second = start(client).then((answer) => {
        settled = true
        return answer
      })
      const waiting = async () =>
        settled || (await vigie.admin.query('select from pg_locks where not granted')).rowCount! > 0
      await expect.poll(waiting, { timeout: 10_000 }).toBe(true)
      await first.query('commit')
      expect((await second).data).toBe(rows[0]!.id)
    } finally {
      first.release()
    }
  })

  it('is started once by two clicks, and counts one of two answers that arrive together', async () => {
    const { client } = await vigie.member()
    const started = await Promise.all(Array.from({ length: 6 }, () => start(client).throwOnError()))
    expect(new Set(started.map(({ data }) => data)).size).toBe(1)
    const attempt = started[0]!.data as string
    const answered = await Promise.all(
      ['0.21', '0.27', '0.21', '0.1'].map((given) => answer(client, attempt, 3, given)),
    )
    expect(answered.map(({ error, status }) => [status, error?.message]).sort()).toEqual([
      [200, undefined],
      ...Array.from({ length: 3 }, () => [409, 'already_answered']),
    ])
    const { rows } = await vigie.admin.query('select from attempt_answers where attempt = $1', [attempt])
    expect(rows).toHaveLength(1)
  })

  it.each<[string, number, unknown]>([
    ['a place that was not shown', 1, 3],
    ['no place', 1, 'x'],
    ['a list where one is asked for', 1, [0, 1]],
    ['the same place twice', 2, [1, 1]],
    ['nothing chosen', 2, []],
    ['words for a number', 3, 'a lot'],
    ['nothing', 3, ''],
    ['null', 3, null],
    ['a part of the order', 4, [0, 1]],
    ['a deep object', 5, { low: '1' }],
  ])('refuses %s without counting it as wrong', async (_name, place, given) => {
    const { client, attempt } = await beginner()
    const { error } = await answer(client, attempt, place, given)
    expect(error).toMatchObject({ message: 'answer_invalid', hint: 'given' })
    expect((await read(client, attempt)).questions[place - 1]?.answer).toBeNull()
  })

  it('is its member’s alone: nobody else reads, answers or ends it', async () => {
    const { attempt } = await beginner()
    for (const other of ['freemium', 'analyst', 'admin'] as const)
      for (const [name, more] of [
        ['read_attempt', {}],
        ['answer_question', { place: 1, given: 0 }],
        ['finish_attempt', {}],
      ] as const) {
        const { error, status } = await vigie.as[other].rpc(name, { attempt, ...more })
        expect([status, error?.message]).toEqual([404, 'attempt_not_found'])
      }
    expect((await vigie.as.visitor.rpc('read_attempt', { attempt })).error?.code).toBe('42501')
  })

  it('shows a question as it was asked, whatever became of it', async () => {
    const taught = await teach(vigie, { lessons: 1, forms: ['numeric'] })
    const { client, attempt } = await beginner(taught.path(1))
    const { rows } = await vigie.admin.query(`select id from content_items where slug = $1`, [
      `${taught.slug}-1-numeric`,
    ])
    const item = rows[0].id
    const changed = questionDocument('numeric', { right: '9' })
    await vigie.as.admin.rpc('save_content', { item, expected_version: 1, document: changed }).throwOnError()
    await vigie.as.admin.rpc('publish_content', { item, expected_version: 2 }).throwOnError()
    expect((await answer(client, attempt, 1, '0.21').throwOnError()).data).toMatchObject({
      right: true,
      correct: '0.21',
    })
    await vigie.as.admin.rpc('withdraw_content', { item }).throwOnError()
    expect((await read(client, attempt)).questions[0]).toMatchObject({ answer: { correct: '0.21' } })
    const { client: later } = await vigie.member()
    expect(await start(later, taught.path(1))).toMatchObject({
      status: 404,
      error: { message: 'subject_unknown' },
    })
  })
})

describe('who may take a quiz', () => {
  it('[S-101] keeps the quiz of a premium lesson from others, at each step', async () => {
    expect((await start(vigie.as.freemium, course.path(2))).error).toMatchObject({
      code: '42501',
      message: 'premium_only',
    })
    const { data: attempt } = await start(vigie.as.premium, course.path(2)).throwOnError()
    await vigie.admin.query(`update premium_grants set ends_at = now() where user_id = $1`, [
      vigie.idOf.premium,
    ])
    for (const [name, more] of [
      ['read_attempt', {}],
      ['answer_question', { place: 1, given: 0 }],
    ] as const)
      expect((await vigie.as.premium.rpc(name, { attempt, ...more })).error).toMatchObject({
        message: 'premium_only',
      })
    await vigie.admin.query(
      `update premium_grants set ends_at = now() + interval '1 day' where user_id = $1`,
      [vigie.idOf.premium],
    )
    await answer(vigie.as.premium, attempt, 1, 0).throwOnError()
  })

  it('counts what is not answered as wrong, and lets a failed quiz be taken again the next day', async () => {
    const { client, id, attempt } = await beginner()
    await answer(client, attempt, 3, '0,21').throwOnError()
    expect(await finish(client, attempt)).toMatchObject({
      score: 1,
      questions: [{ answer: { given: null, right: false } }, {}, {}, {}, {}],
    })
    expect(await answer(client, attempt, 1, 0)).toMatchObject({
      status: 409,
      error: { message: 'attempt_over' },
    })
    expect(await start(client)).toMatchObject({ status: 409, error: { message: 'retry_tomorrow' } })
    await vigie.admin.query(
      `update attempts set finished_at = finished_at - interval '1 day' where member = $1`,
      [id],
    )
    expect((await start(client)).error).toBeNull()
  })

  it('marks the quiz of the lesson as done from eight in ten, for good', async () => {
    const { client, attempt } = await beginner()
    const { questions } = await read(client, attempt)
    for (const question of questions.slice(0, 4))
      await answer(client, attempt, question.place, RIGHT[question.form](shownOf(question))).throwOnError()
    await finish(client, attempt)
    const { data } = await client.from('lesson_progress').select('part, done_at').throwOnError()
    expect(data).toEqual([{ part: 'quiz', done_at: expect.any(String) }])
    // Passed: it may be repeated at once, and a worse result takes nothing away.
    const { data: again } = await start(client).throwOnError()
    await finish(client, again)
    expect((await client.from('lesson_progress').select('done_at').throwOnError()).data).toEqual([
      { done_at: data[0]!.done_at },
    ])
  })

  it.each(['nowhere/nothing', '', 'course-1'])('knows no quiz under “%s”', async (subject) => {
    expect(await start(vigie.as.freemium, subject)).toMatchObject({
      status: 404,
      error: { message: 'subject_unknown' },
    })
  })
})

describe('the deadline', () => {
  const over = (attempt: string) =>
    vigie.admin.query(
      `update attempts set deadline = clock_timestamp() - interval '1 second' where id = $1`,
      [attempt],
    )

  it('[S-111] refuses answers after it, and the attempt ends with it', async () => {
    const { client, attempt } = await beginner()
    await answer(client, attempt, 3, '0,21').throwOnError()
    await over(attempt)
    expect(await answer(client, attempt, 1, 0)).toMatchObject({
      status: 409,
      error: { message: 'attempt_over' },
    })
    expect(await read(client, attempt)).toMatchObject({ score: 1, finished_at: expect.any(String) })
  })

  it('is kept by the worker where nobody comes back', async () => {
    const { attempt } = await beginner()
    await over(attempt)
    const { rows } = await vigie.admin.query('select private.finish_overdue_attempts() as finished')
    expect(rows[0].finished).toBeGreaterThan(0)
    expect((await vigie.admin.query('select score from attempts where id = $1', [attempt])).rows).toEqual([
      { score: 0 },
    ])
  })

  it('[S-111] knows only today’s test', async () => {
    for (const day of ['2026-01-05', '2999-01-01'])
      expect(await start(vigie.as.freemium, day, 'daily')).toMatchObject({
        status: 409,
        error: { message: 'day_closed' },
      })
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format()
    expect(await start(vigie.as.freemium, today, 'daily')).toMatchObject({
      status: 404,
      error: { message: 'subject_unknown' },
    })
  })
})

describe('a figure', () => {
  it.each<[string, string[]]>([
    ['0,21', ['0.21']],
    ['0.21', ['0.21']],
    [' + 0,21 ', ['0.21']],
    ['-3', ['-3']],
    ['−3', ['-3']],
    ['12 000', ['12000']],
    ['12\u202f000,5', ['12000.5']],
    ['12.000,50 €', ['12000.50']],
    ['12,000.50', ['12000.50']],
    ['1.234.567', ['1234567']],
    ['1,234', ['1.234', '1234']],
    ['33,3 %', ['33.3']],
    ['2 R', ['2']],
    ['0,2 lots', ['0.2']],
    [',5', ['.5']],
    ['5,', ['5.']],
    ['', []],
    [',', []],
    ['1,2,3.4.5', []],
    ['1e9', []],
    ['NaN', []],
    ['--1', []],
    ['9'.repeat(40), []],
  ])('typed as “%s” is read as %j', async (typed, read) => {
    const { rows } = await vigie.admin.query('select private.readings($1)::text[] as read', [typed])
    expect(rows[0].read.map(Number)).toEqual(read.map(Number))
  })

  it('is understood as each language writes it, whatever its size, sign and digits', async () => {
    const written = fc.sample(
      fc.record({
        units: fc.integer({ min: -9_999_999, max: 9_999_999 }),
        digits: fc.integer({ min: 0, max: 5 }),
        language: fc.constantFrom('fr', 'en', 'es', 'it'),
        unit: fc.constantFrom('', ' %', ' €', '%', ' R', ' lots'),
      }),
      { numRuns: 400, seed: 47 },
    )
    const typed = written.map(({ units, digits, language, unit }) => {
      const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      return new Intl.NumberFormat(language, options).format(units / 10 ** digits) + unit
    })
    const { rows } = await vigie.admin.query<{ read: string[] }>(
      'select private.readings(typed)::text[] as read from unnest($1::text[]) with ordinality as given (typed, place) order by place',
      [typed],
    )
    const missed = written.flatMap(({ units, digits }, place) =>
      rows[place]!.read.some((read) => Math.abs(Number(read) - units / 10 ** digits) < 1e-9)
        ? []
        : [typed[place]],
    )
    expect(missed).toEqual([])
  })
})

describe('a question', () => {
  it.each<[string, object, Record<string, string>, string]>([
    ['with an unknown form', { form: 'essay' }, {}, 'fields.form'],
    ['whose right choice is not there', { right: 3 }, {}, 'fields.right'],
    ['without a right choice', { right: null }, {}, 'fields.right'],
    ['with one choice', {}, { choices: 'Rien', mistakes: '' }, 'texts.fr.choices'],
    ['with a mistake too few', {}, { mistakes: '\nNon' }, 'texts.fr.mistakes'],
    ['on no known topic', { topic: 'luck' }, {}, 'fields.topic'],
  ])('%s is not published', async (name, fields, texts, hint) => {
    await expect(
      publishItem(
        vigie,
        'question',
        `bad-${name.replaceAll(' ', '-')}`,
        questionDocument('single', fields, texts),
      ),
    ).rejects.toMatchObject({ hint: expect.stringContaining(hint.split('.').at(-1)!) })
  })

  it('[S-111] leaves no card, body or word behind when it is published', async () => {
    const { rows } = await vigie.admin.query(
      `select (select count(*)::int from published_content where kind = 'question') as cards, (select count(*)::int from private.questions) as questions`,
    )
    expect(rows[0].cards).toBe(0)
    expect(rows[0].questions).toBeGreaterThan(5)
    expect(
      (await vigie.as.admin.rpc('content_at', { kind: 'question', slug: `${course.slug}-1-single` })).data,
    ).toBeNull()
  })
})
