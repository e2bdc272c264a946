import type { LedgerRow } from 'trading/proof/ledger'
import { checkErrata } from 'trading/proof/verify-errata'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../server/src/testing/silent-log.ts'
import { keepDailyTest } from '../../../worker/src/learning/keep-daily-test.ts'
import { scoreStatements } from '../../../worker/src/outcomes/score-statements.ts'
import { fillBank } from '../learning/daily-bank.ts'
import { type Product, product } from '../product.ts'
import { everyKindOfExpectation, HIDDEN_PROBABILITY } from '../proof/expectation-record.ts'
import { ticketStage } from './ticket-stage.ts'

let vigie: Product
let stage: ReturnType<typeof ticketStage>
beforeAll(async () => {
  vigie = await product('demo')
  stage = ticketStage(vigie)
  await everyKindOfExpectation(vigie, Date.now() - 60 * 60_000)
  await fillBank(vigie.admin, 30)
  await keepDailyTest({ pool: vigie.admin, log: silentLog, now: Date.now })
  await scoreStatements(vigie.admin)
}, 120_000)
afterAll(() => vigie.stop())

type Claim = { number: number; value: unknown }
const claim = async (text: string) => (await vigie.admin.query<Claim>(text)).rows[0] as Claim
const proofOf = async (kind: string, number: number) => proofOfFigure({ kind, number })
const proofOfFigure = async (figure: object) => {
  const ticket = await stage.open(vigie.as.freemium, { topic: 'figure', figure })
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

  it('[S-114] opens about a row of the table of scores with the statements it is made of, which give the same score', async () => {
    await stage.anotherDay()
    const [kept] = (
      await vigie.admin.query<{ rows: { author_kind: string; cohort: string; n: number; brier: string }[] }>(
        'select rows from statement_scores',
      )
    ).rows
    const rows = kept!.rows.filter(({ n }) => n > 0)
    expect(rows.length).toBeGreaterThan(1)
    for (const { author_kind, cohort, n, brier } of rows.slice(-4)) {
      const name = `${author_kind} ${cohort}`
      const { proof } = await proofOfFigure({ kind: 'score', name })
      expect(proof).toMatchObject({
        figure: { kind: 'score', name },
        formula: 'Σ (p − o)² / n',
        value: brier,
        inputs: { n, cohort, author_kind },
      })
      expect(proof.rows).toHaveLength(n)
      const sum = (proof.rows as { squared: string }[]).reduce(
        (total, { squared }) => total + Number(squared),
        0,
      )
      expect(sum / n).toBeCloseTo(Number(brier), 4)
    }
  })

  it('[S-114] opens about the member’s own forecast with its levels, outcome and entry, and about nobody else’s', async () => {
    await stage.anotherDay()
    const { data } = await vigie.as.freemium.rpc('today_forecasts').throwOnError()
    const { card } = (data as { cards: { card: string }[] }).cards[0]!
    const { data: said } = await vigie.as.freemium
      .rpc('answer_forecast', { card, probability: 70 })
      .throwOnError()
    const { sequence, nonce, brier } = said as { sequence: number; nonce: string; brier: string | null }
    const { data: own } = await vigie.as.freemium.rpc('my_forecasts').throwOnError()
    expect((own as { answers: object[] }).answers).toMatchObject([{ card, sequence }])
    const figure = { kind: 'forecast', number: sequence }
    const { ticket, proof } = await proofOfFigure(figure)
    expect(proof).toMatchObject({
      figure,
      formula: '(p − o)²',
      value: brier,
      inputs: { probability: '0.7', up: expect.any(String), down: expect.any(String) },
    })
    expect(kindsOf(proof)).toEqual(['forecast'])
    expect(JSON.stringify(proof)).not.toContain(nonce)
    const { error } = await vigie.as.premium.rpc('open_ticket', {
      topic: 'figure',
      subject: 'Rien',
      body: 'Rien',
      request: crypto.randomUUID(),
      figure,
    })
    expect(error).toMatchObject({ message: 'figure_unknown', hint: 'figure' })
    // A forecast was its member's alone: it goes with the account.
    await vigie.admin.query(`begin; update tickets set user_id = null where id = '${ticket}'`)
    const { rows } = await vigie.admin.query('select proof, subject from tickets where id = $1', [ticket])
    expect(rows).toEqual([{ proof: null, subject: '—' }])
    await vigie.admin.query('rollback')
  })

  it('reads its entries without reading the whole ledger', async () => {
    const session = await vigie.admin.connect()
    try {
      await session.query('begin; set local enable_seqscan = off')
      const { rows } = await session.query<{ entries: unknown[] }>(
        `select private.claim_entries('statement', statement_id) as entries from statement_outcomes limit 1`,
      )
      const { rows: read } = await session.query<{ rows: number }>(
        `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'ledger'`,
      )
      expect(read[0]?.rows).toBe(rows[0]?.entries.length)
      expect(read[0]?.rows).toBeGreaterThan(1)
    } finally {
      await session.query('rollback')
      session.release()
    }
  })

  it('[S-114] is refused about none, and a confirmed mistake is an erratum about the claim', async () => {
    await stage.anotherDay()
    const [row] = (
      await vigie.admin.query<{ name: string }>(
        `select concat_ws(' ', row ->> 'author_kind', row ->> 'cohort') as name from statement_scores, jsonb_array_elements(rows) as row limit 1`,
      )
    ).rows
    const [sealed] = (
      await vigie.admin.query<{ sequence: number }>('select sequence::int from forecast_answers limit 1')
    ).rows
    const figures = [
      { kind: 'statement', number: 1 },
      { kind: 'idea', number: 1 },
      { kind: 'expectation', number: 1 },
      { kind: 'score', name: row!.name },
      { kind: 'forecast', number: sealed!.sequence },
    ]
    for (const figure of figures) {
      const { kind } = figure
      const { error } = await vigie.as.freemium.rpc('open_ticket', {
        topic: 'figure',
        subject: 'Rien',
        body: 'Rien',
        request: crypto.randomUUID(),
        figure: { kind, number: 99_999, name: 'analyst 1999-01' },
      })
      expect(error).toMatchObject({ message: 'figure_unknown', hint: 'figure' })
      const { ticket } = await proofOfFigure(figure)
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
    expect(checkErrata(rows)).toBe(figures.length)
  })
})
