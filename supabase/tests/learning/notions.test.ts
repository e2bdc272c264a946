import { contradicts } from 'trading/learning/contradicted-claim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkClaims } from '../../../worker/src/learning/check-claims.ts'
import { courseDocument, inFour, lessonDocument, publishItem } from '../access/learning-rows.ts'
import { type Product, product, publish, withdraw } from '../product.ts'

let vigie: Product
let closed: Closed[]
beforeAll(async () => {
  vigie = await product('demo')
  const { rows } = await vigie.admin.query<Closed>(
    `select signal_id as id, style, reason, realised_r::float as r, order_type, break_even_after, method, facts,
       (select count(*)::int from signal_targets where signal_targets.signal_id = result.signal_id) as targets
     from signal_results as result join signal_levels using (signal_id) where state = 'closed'`,
  )
  closed = rows
}, 60_000)
afterAll(() => vigie.stop())

type Closed = {
  id: string
  style: string
  reason: string
  r: number
  order_type: string
  break_even_after: number | null
  method: string
  facts: string
  targets: number
}

let counter = 0
const notion = (rule: object) => ({
  fields: { rule },
  texts: inFour({ title: 'Notion', summary: 'En bref' }),
})
async function teachNotion(rule: object): Promise<{ item: string; slug: string }> {
  const slug = `notion-${++counter}`
  return { slug, item: await publishItem(vigie, 'notion', slug, notion(rule)) }
}
const usedBy = async (item: string) => {
  const { rows } = await vigie.admin.query<{ id: string }>(
    'select signal_id as id from signal_notions where notion = $1',
    [item],
  )
  return rows.map(({ id }) => id).sort()
}
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const says = ({ method, facts }: Closed, words: RegExp) => words.test(bare(`${method} ${facts}`))

describe('a notion', () => {
  it.each<[string, object, (signal: Closed) => boolean]>([
    ['of an order type', { order_types: ['limit'] }, (signal) => signal.order_type === 'limit'],
    [
      'of words, without their accents, as whole words',
      { words: ['Résistance', 'support'] },
      (signal) => says(signal, /(?<![\p{L}\d])(resistance|support)(?![\p{L}\d])/u),
    ],
    [
      'of a style and a stop that was hit',
      { styles: ['swing'], stop_hit: true },
      (signal) => signal.style === 'swing' && signal.reason === 'stop',
    ],
    ['of several targets', { targets_at_least: 3 }, (signal) => signal.targets >= 3],
    [
      'of a stop that follows to the entry',
      { break_even: true },
      (signal) => signal.break_even_after !== null,
    ],
    ['without a rule', {}, () => false],
  ])(
    '[S-101] %s is used by exactly the closed signals that its rule describes, won and lost',
    async (_name, rule, uses) => {
      const { item, slug } = await teachNotion(rule)
      const used = closed.filter(uses)
      expect(await usedBy(item)).toEqual(used.map(({ id }) => id).sort())
      const { data } = await vigie.as.freemium.rpc('notion_record', { notion: slug }).throwOnError()
      expect(data).toMatchObject({
        n: used.length,
        won: used.filter(({ r }) => r > 0).length,
        lost: used.filter(({ r }) => r < 0).length,
      })
      expect(data.strip).toHaveLength(used.length)
      const shown = data.signals.map((signal: { realised_r: string }) => Number(signal.realised_r) > 0)
      expect([shown.filter(Boolean).length, shown.filter((won: boolean) => !won).length]).toEqual(
        [true, false].map((won) => Math.min(3, used.filter(({ r }) => r > 0 === won).length)),
      )
    },
  )

  it('[S-101] shares its last signals with others: each once, as many that won as that lost, and to a visitor alike', async () => {
    const some = await teachNotion({ order_types: ['limit'] })
    const all = await teachNotion({ targets_at_least: 1 })
    const notions = [some.slug, all.slug, 'no-such-notion']
    const { data } = await vigie.as.visitor.rpc('last_signals', { notions }).throwOnError()
    const used = new Set([...(await usedBy(some.item)), ...(await usedBy(all.item))])
    const expected = (won: boolean) =>
      Math.min(3, closed.filter(({ id, r }) => used.has(id) && r > 0 === won).length)
    const shown = data as { id: string; closed_at: string; realised_r: string }[]
    expect(expected(true)).toBeGreaterThan(0)
    expect(
      [true, false].map((won) => shown.filter((one) => Number(one.realised_r) > 0 === won).length),
    ).toEqual([expected(true), expected(false)])
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
    expect(shown.map(({ closed_at }) => closed_at)).toEqual(
      shown
        .map(({ closed_at }) => closed_at)
        .sort()
        .reverse(),
    )
    expect((await vigie.as.visitor.rpc('last_signals', { notions: [] }).throwOnError()).data).toEqual([])
  })

  it('is looked up again in every signal when its rule changes', async () => {
    const { item } = await teachNotion({ order_types: ['limit'] })
    const before = await usedBy(item)
    await vigie.as.admin
      .rpc('save_content', {
        item,
        expected_version: 1,
        document: notion({ order_types: ['stop', 'market'] }),
      })
      .throwOnError()
    await vigie.as.admin.rpc('publish_content', { item, expected_version: 2 }).throwOnError()
    const after = await usedBy(item)
    expect([before.length > 0, after.length > 0, before.length + after.length]).toEqual([
      true,
      true,
      closed.length,
    ])
    await vigie.as.admin.rpc('withdraw_content', { item }).throwOnError()
    expect(await usedBy(item)).toEqual([])
  })

  it('takes in a signal when it ends, and never one that is open or was not entered', async () => {
    const { item } = await teachNotion({ words: ['rarissime'] })
    const { id } = await publish(vigie, { tier: 'freemium', method: 'Un retour RARISSIME sur support.' })
    const cancelled = await publish(vigie, { method: 'Un retour rarissime sur support.' })
    await withdraw(vigie, cancelled.id)
    expect(await usedBy(item)).toEqual([])
    const append = (kind: string, r: string | null) =>
      vigie.admin.query(
        `select private.append_signal_event($1, $2, clock_timestamp(), 1.08, $3, '{"risk": "0.003"}')`,
        [id, kind, r],
      )
    await append('entered', null)
    expect(await usedBy(item)).toEqual([])
    await append('stopped', '-1')
    expect(await usedBy(item)).toEqual([id])
  })

  it('[S-101] counts a result of exactly zero, and shows it neither among those that won nor those that lost', async () => {
    const { slug } = await teachNotion({ words: ['nullissime'] })
    const { id } = await publish(vigie, { tier: 'freemium', method: 'Un retour nullissime sur support.' })
    for (const [kind, r] of [
      ['entered', null],
      ['stopped', '0'],
    ])
      await vigie.admin.query(
        `select private.append_signal_event($1, $2, clock_timestamp(), 1.08, $3, '{"risk": "0.003"}')`,
        [id, kind, r],
      )
    const { data } = await vigie.as.visitor.rpc('notion_record', { notion: slug }).throwOnError()
    expect(data).toMatchObject({ n: 1, won: 0, lost: 0, strip: ['0'], signals: [] })
  })

  it.each<[object, string]>([
    [{ hand_picked: ['1'] }, 'fields.rule'],
    [{ words: [] }, 'fields.rule.words'],
    [{ words: ['(a|b)*'] }, 'fields.rule.words'],
    [{ order_types: ['magic'] }, 'fields.rule.order_types'],
    [{ targets_at_least: 9 }, 'fields.rule.targets_at_least'],
  ])('with the rule %j is not published', async (rule, hint) => {
    await expect(teachNotion(rule)).rejects.toMatchObject({ message: 'field_invalid', hint })
  })
})

describe('a lesson that the record contradicts', () => {
  it('[S-101] is flagged to its editors until its claim or the record changes', async () => {
    const { slug } = await teachNotion({ order_types: ['market', 'limit', 'stop'] })
    const { data: record } = await vigie.as.admin.rpc('notion_record', { notion: slug }).throwOnError()
    expect(contradicts(record, '0.99')).toBe(true)
    const course = await publishItem(vigie, 'course', 'claims', courseDocument(), { tier: 'freemium' })
    const claiming = (rate: string) => lessonDocument({ claims: [{ notion: slug, rate_at_least: rate }] })
    const lesson = await publishItem(vigie, 'lesson', 'claims-1', claiming('0.99'), {
      parent: course,
      tier: 'freemium',
    })
    const flags = async () => {
      await checkClaims({ pool: vigie.admin })
      const { data } = await vigie.as.analyst.rpc('list_content', { of_kind: 'lesson' }).throwOnError()
      return data.find((row: { id: string }) => row.id === lesson).flags
    }
    expect(await flags()).toEqual([
      { kind: 'claim', notion: slug, rate_at_least: '0.99', n: record.n, won: record.won },
    ])
    await vigie.as.admin
      .rpc('save_content', { item: lesson, expected_version: 1, document: claiming('0') })
      .throwOnError()
    await vigie.as.admin.rpc('publish_content', { item: lesson, expected_version: 2 }).throwOnError()
    expect(await flags()).toEqual([])
  })
})
