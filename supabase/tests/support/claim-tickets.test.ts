import type { LedgerRow } from 'trading/proof/ledger'
import { checkErrata } from 'trading/proof/verify-errata'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { everyKindOfExpectation, HIDDEN_PROBABILITY } from '../proof/expectation-record.ts'
import { ticketStage } from './ticket-stage.ts'

let vigie: Product
let stage: ReturnType<typeof ticketStage>
beforeAll(async () => {
  vigie = await product('demo')
  stage = ticketStage(vigie)
  await everyKindOfExpectation(vigie, Date.now() - 60 * 60_000)
}, 120_000)
afterAll(() => vigie.stop())

type Claim = { number: number; value: unknown }
const claim = async (text: string) => (await vigie.admin.query<Claim>(text)).rows[0] as Claim
const proofOf = async (kind: string, number: number) => {
  const ticket = await stage.open(vigie.as.freemium, { topic: 'figure', figure: { kind, number } })
  return { ticket, proof: (await stage.file(vigie.as.freemium, ticket)).proof }
}
const kindsOf = (proof: { rows: { kind: string }[] }) => proof.rows.map(({ kind }) => kind)

describe('a ticket about a claim of the record', () => {
  it('[S-114] opens with the rule, the inputs and the entries of a statement, and with no word of a sealed one', async () => {
    const judged = await claim(
      `select number::int, outcome as value from statements join statement_outcomes on statement_id = id where outcome is not null order by number limit 1`,
    )
    const { proof } = await proofOf('statement', judged.number)
    expect(proof).toMatchObject({
      figure: { kind: 'statement', number: judged.number },
      value: judged.value,
      inputs: { state: 'resolved', terms: { probability: expect.any(String) } },
    })
    expect(proof.formula).toMatch(/[<>≤]/)
    expect(kindsOf(proof)).toEqual(['stated', 'resolved'])
    const sealed = await claim(
      'select number::int from statements where not exists (select from statement_openings where statement_id = id) limit 1',
    )
    const { proof: closed } = await proofOf('statement', sealed.number)
    expect(closed).toMatchObject({ formula: null, value: null, inputs: { state: 'sealed' } })
    expect(closed.inputs).not.toHaveProperty('terms')
    expect(kindsOf(closed)).toEqual(['stated'])
  })

  it('[S-114] opens with the result, the levels and the entries of an idea, and with no level of one under escrow', async () => {
    const ended = await claim(
      `select number::int, trim_scale(realised_r)::text as value from ideas join idea_states on idea = id where realised_r is not null order by number limit 1`,
    )
    const { proof } = await proofOf('idea', ended.number)
    expect(proof).toMatchObject({
      value: ended.value,
      formula: 'Σ share × (exit − entry) / (entry − stop)',
      inputs: { terms: { levels: { stop_loss: expect.any(String) } } },
    })
    expect(kindsOf(proof)).toContain('idea_published')
    expect(kindsOf(proof).at(-1)).toBe('idea_event')
    const escrow = await claim(
      'select number::int from ideas where not exists (select from idea_openings where idea = id) limit 1',
    )
    const { proof: closed } = await proofOf('idea', escrow.number)
    expect(closed.value).toBeNull()
    expect(closed.inputs).not.toHaveProperty('terms')
  })

  it('[S-114] opens with the figure and the consensus of an expectation, and with no word of a sealed one', async () => {
    const graded = await claim(
      `select number::int, outcome as value from expectations join expectation_outcomes on expectation = id where outcome order by number limit 1`,
    )
    const { proof } = await proofOf('expectation', graded.number)
    expect(proof).toMatchObject({
      value: true,
      formula: 'sgn(actual − forecast) = direction',
      inputs: { actual: '2.4', forecast: '2.3', surprise: 'above', direction: 'above', probability: '0.7' },
    })
    expect(kindsOf(proof)).toEqual(['expected', 'expectation_graded'])
    const sealed = await claim(
      'select number::int from expectations where not exists (select from expectation_outcomes where expectation = id) limit 1',
    )
    const { proof: closed } = await proofOf('expectation', sealed.number)
    expect(closed).toMatchObject({ value: null, inputs: { state: 'sealed' } })
    expect(JSON.stringify(closed)).not.toContain(HIDDEN_PROBABILITY)
    expect(closed.inputs).not.toHaveProperty('direction')
  })

  it('[S-114] is refused about none, and a confirmed mistake is an erratum about the claim', async () => {
    await stage.anotherDay()
    for (const kind of ['statement', 'idea', 'expectation']) {
      const { error } = await vigie.as.freemium.rpc('open_ticket', {
        topic: 'figure',
        subject: 'Rien',
        body: 'Rien',
        request: crypto.randomUUID(),
        figure: { kind, number: 99_999 },
      })
      expect(error).toMatchObject({ message: 'figure_unknown', hint: 'figure' })
      const { ticket } = await proofOf(kind, 1)
      const figure = { kind, number: 1 }
      await vigie.as.admin
        .rpc('confirm_mistake', { ticket, figure, words: 'Le jugement était faux.' })
        .throwOnError()
      const { data } = await vigie.as.visitor
        .from('errata')
        .select('text')
        .contains('figure', figure)
        .throwOnError()
      expect(data).toEqual([{ text: 'Le jugement était faux.' }])
    }
    const { rows } = await vigie.admin.query<LedgerRow>(
      'select sequence::int, entry, previous_hash, hash from ledger order by sequence',
    )
    expect(checkErrata(rows)).toBe(3)
  })
})
