import { pino } from 'pino'
import { Decimal } from 'trading/decimal'
import { type ChartExercise, marksOf } from 'trading/learning/chart-exercise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { courseDocument, lessonDocument, publishItem } from '../../../supabase/tests/access/learning-rows.ts'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { prepareExercises } from './prepare-exercises.ts'

let vigie: Product
const TASKS = ['stop', 'entry', 'level'] as const
beforeAll(async () => {
  vigie = await product('demo')
  const course = await publishItem(vigie, 'course', 'charts', courseDocument(), { tier: 'freemium' })
  for (const [at, task] of TASKS.entries())
    await publishItem(
      vigie,
      'lesson',
      `charts-${task}`,
      lessonDocument({ minutes: { article: 5, exercise: 5 }, exercise: { task, charts: 2 } }),
      { parent: course, tier: at === 2 ? 'premium' : 'freemium' },
    )
  await prepare()
}, 120_000)
afterAll(() => vigie.stop())

const prepare = () => prepareExercises({ pool: vigie.admin, log: pino({ level: 'silent' }), now: Date.now })
type Client = Product['as']['freemium']
const chart = (client: Client, place = 1, task = 'stop') =>
  client.rpc('exercise_chart', { lesson: `charts/charts-${task}`, place })
const grade = (client: Client, price: string, place = 1, task = 'stop') =>
  client.rpc('grade_exercise', { lesson: `charts/charts-${task}`, place, price })

type Kept = {
  task: string
  place: number
  exercise: ChartExercise
  published_at: Date
  result: string
  stop: string
}
async function kept(): Promise<Kept[]> {
  const { rows } = await vigie.admin.query<Kept>(
    `select item.slug as task, chart.place, chart.exercise, signals.published_at, levels.stop_loss::text as stop
       from private.exercise_charts as chart join content_items as item on item.id = chart.lesson
       join signals on signals.id = chart.signal join signal_levels as levels on levels.signal_id = chart.signal order by 1, 2`,
  )
  return rows
}

describe('an exercise on a chart [S-101]', () => {
  it('is made of closed signals, as many as its lesson asks for, and a second run adds none', async () => {
    const before = await kept()
    expect(before.map(({ task }) => task)).toEqual(
      TASKS.toSorted().flatMap((task) => Array(2).fill(`charts-${task}`)),
    )
    await prepare()
    expect(await kept()).toEqual(before)
  })

  it('shows what was on the chart at the publication, and nothing of the zone, the seal or what came later', async () => {
    const { client } = await vigie.member()
    for (const task of ['stop', 'entry']) {
      const { data } = await chart(client, 1, task).throwOnError()
      const [own] = (await kept()).filter((each) => each.task === `charts-${task}`)
      const text = JSON.stringify(data)
      expect(data.answer).toBeNull()
      expect(data.before.length).toBeGreaterThanOrEqual(48)
      const last = data.before.at(-1)[0] * 1000 + (data.timeframe === 'H1' ? 60 : 15) * 60_000
      expect(last).toBeLessThanOrEqual(own!.published_at.getTime())
      expect(Object.keys(data)).not.toContain('zone')
      for (const secret of ['criteria', 'zone', 'number', 'commitment', 'result', 'after', 'others'])
        expect(text).not.toContain(`"${secret}"`)
      if (task === 'stop') expect(data.stop).toBeNull()
      else expect(data.entry).toBeNull()
    }
  })

  it('is marked as trading marks it, once, and then shows the zone, the later bars and the seal', async () => {
    const { client } = await vigie.member()
    for (const { task, place, exercise, stop } of (await kept()).filter(
      ({ task }) => task === 'charts-stop',
    )) {
      for (const each of [exercise.zone.low, exercise.level]) {
        const member = await vigie.member()
        const { data } = await grade(member.client, each, place).throwOnError()
        expect(data.answer.points).toBe(marksOf(exercise.criteria, new Decimal(each)).points)
        expect(data.answer.criteria.map(({ met }: { met: boolean }) => met)).toEqual(
          marksOf(exercise.criteria, new Decimal(each)).met,
        )
      }
      const { data } = await grade(client, exercise.zone.high, place, task.slice(7)).throwOnError()
      expect(data.answer).toMatchObject({
        points: 100,
        zone: exercise.zone,
        sealed: { stop },
        number: expect.any(Number),
      })
      expect(data.answer.after[0][0]).toBeGreaterThan(data.before.at(-1)[0])
      expect(data.answer.others.length).toBeGreaterThanOrEqual(2)
      expect((await grade(client, exercise.zone.low, place)).error).toMatchObject({
        message: 'already_answered',
      })
    }
    const { data } = await client.from('lesson_progress').select('part, done_at').throwOnError()
    expect(data).toEqual([{ part: 'exercise', done_at: expect.any(String) }])
  })

  it('takes one of two lines sent at once', async () => {
    const { client, id } = await vigie.member()
    const sent = await Promise.all(['1.5', '2.5', '3.5'].map((price) => grade(client, price, 2)))
    expect(sent.filter(({ error }) => error === null)).toHaveLength(1)
    const { rows } = await vigie.admin.query('select price from exercise_answers where member = $1', [id])
    expect(rows).toHaveLength(1)
  })

  it('refuses a locked lesson, a chart that there is not, and a line that is no price', async () => {
    const { client } = await vigie.member()
    expect((await chart(client, 1, 'level')).error).toMatchObject({ message: 'premium_only' })
    expect((await grade(client, '1.2', 1, 'level')).error).toMatchObject({ message: 'premium_only' })
    expect((await chart(client, 9)).error).toMatchObject({ message: 'subject_unknown' })
    expect((await chart(vigie.as.visitor)).error).not.toBeNull()
    for (const price of ['', 'NaN', '-1', '1e9', '1,2', 'Infinity'])
      expect((await grade(client, price, 2)).error).toMatchObject({ message: 'answer_invalid' })
    expect((await chart(vigie.as.premium, 1, 'level')).error).toBeNull()
  })
})
