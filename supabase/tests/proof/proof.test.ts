import type { Divergence } from 'trading/proof/divergence'
import type { Json } from 'trading/proof/ledger'
import { collectProof, type JsonObject, type ProofExport } from 'trading/proof/proof-format'
import { verifyExport } from 'trading/proof/verify-export'
import type { KeptHead } from 'trading/proof/verify-heads'
import { dueOf } from 'trading/requests'
import type { MinutesPart } from 'trading/signal-minutes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepIdeaRecords } from '../../../worker/src/outcomes/keep-idea-records.ts'
import { scoreStatements } from '../../../worker/src/outcomes/score-statements.ts'
import { type Product, product } from '../product.ts'
import { HIDDEN_PROBABILITY } from './expectation-record.ts'
import { everyLie, HINDSIGHT, seal } from './proof-lies.ts'
import { everyKindOfRecord, exportMinutes, exportProof, HIDDEN, sha256 } from './proof-record.ts'
import { everyTampering, rehash, renewHeads } from './proof-tampering.ts'
import { HIDDEN_LEVEL } from './statement-record.ts'

let vigie: Product
let ids: Record<string, string>
let proof: ProofExport
beforeAll(async () => {
  vigie = await product()
  ids = await everyKindOfRecord(vigie)
  proof = await exportProof(vigie)
}, 60_000)
afterAll(() => vigie.stop())

const verify = async (file: unknown, kept: KeptHead[] = []) =>
  await verifyExport(file as Json, { hash: sha256, kept })

describe('the public export', () => {
  it('[S-100] is concordant, read by a visitor in pages of any size', async () => {
    for (const size of [1, 7, 1000]) {
      expect(await verify(await exportProof(vigie, size))).toEqual({
        verdict: 'concordant',
        counts: {
          entries: proof.entries.length,
          heads: 2,
          checkpoints: 0,
          signals: 9,
          published: 7,
          sealed: 2,
          commitments: 18,
          waiting: 1,
          outcomes: 22,
          minutes: 0,
          figures: 108,
          moderation: 0,
          errata: 2,
          statements: {
            statements: 8,
            opened: 7,
            resolved: 6,
            overdue: 0,
            minutes: 0,
            scores: 6,
            drawn: false,
          },
          ideas: { ideas: 0, opened: 0, ended: 0, overdue: 0, outcomes: 0, minutes: 0, records: 0 },
          tests: { tests: 0, late: 0, revealed: 0, overdue: 0, drawn: 0 },
          expectations: { expectations: 4, graded: 3, void: 1 },
        },
        head: proof.entries.at(-1)?.hash,
        confirmations: [],
        notRecomputed: ['chance'],
      })
    }
  })

  it('holds one of every state, so that the tests below cover all of them', () => {
    const states = proof.signals.map(({ state, close_reason }) =>
      [state ?? null, close_reason ?? null].join(' '),
    )
    expect(states).toEqual([
      'closed stop',
      'closed targets',
      'cancelled cancelled',
      'expired not_entered',
      'closed analyst',
      ' ',
      'closed stop',
      'pending ',
      ' ',
    ])
    expect(proof.heads).toHaveLength(2)
  })

  it('[S-90] tells nothing of a sealed signal but who published it and when', () => {
    const text = JSON.stringify(proof)
    const { symbol, entry_low, entry_high, stop_loss, targets, facts } = HIDDEN
    for (const secret of [
      symbol,
      entry_low,
      entry_high,
      stop_loss,
      facts,
      ...targets.map(({ price }) => price),
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toContain(HIDDEN_LEVEL)
    expect(text).not.toContain(HIDDEN_PROBABILITY)
    for (const name of ['sealed', 'pending']) {
      const row = proof.signals.find(({ id }) => id === ids[name])
      expect(Object.keys(row ?? {}).sort()).toEqual([
        'as_of',
        'author',
        'author_id',
        'commitment',
        'demonstration',
        'id',
        'number',
        'open',
        'published_at',
        'style',
        'tier',
      ])
    }
  })

  const SAID = [new Date().toISOString(), '{"author":"Nadia","text":"x"}', 'analyst', 'Nadia'] as const
  const WITHDRAWN = [
    new Date(dueOf(Date.parse(SAID[0]))).toISOString(),
    '{"rule":"asked","reason":"cancelled"}',
    'engine',
    null,
  ] as const

  it('stays concordant when signals move on while its pages are read', async () => {
    let reads = 0
    const moving = await product()
    try {
      const signals = await everyKindOfRecord(moving)
      const steps = [
        ['cancel_asked', signals.free, 'at'],
        ['cancelled', signals.free, 'due'],
        ['note', signals.sealed, 'at'],
        ['cancel_asked', signals.pending, 'at'],
        ['cancelled', signals.pending, 'due'],
      ] as const
      const read = await collectProof(async (after) => {
        const { data, error } = await moving.as.visitor.rpc('export_proof', { after, page_size: 5 })
        if (error) throw error
        const step = steps[reads++]
        if (step) {
          await moving.admin.query(
            'select private.record_signal_event($1, $2, $3, null, null, $4, $5, $6, now())',
            [step[1], step[0], ...(step[2] === 'due' ? WITHDRAWN : SAID)],
          )
        }
        return data
      })
      expect(read.entries.length).toBeGreaterThan(read.as_of)
      expect(await verify(read)).toMatchObject({ verdict: 'concordant' })
    } finally {
      await moving.stop()
    }
  })
})

describe('a falsified export', () => {
  it('[S-100] is found out, whichever field of whichever row was touched', async () => {
    const tamperings = everyTampering(proof)
    expect(tamperings.length).toBeGreaterThan(1000)
    const missed: string[] = []
    for (const { name, falsify } of tamperings) {
      const verdict = await verify(falsify(structuredClone(proof)))
      // A figure unknown to the engine is not trusted either: it is reported as not recomputed.
      if (verdict.verdict === 'concordant' && verdict.notRecomputed.length === 0) missed.push(name)
    }
    expect(missed).toEqual([])
  }, 120_000)

  it('with a completely rewritten past is consistent, and is revealed by one kept head', async () => {
    const forged = rewrittenPast(proof)
    expect(await verify(forged)).toMatchObject({ verdict: 'concordant' })
    const [head] = proof.heads as unknown as KeptHead[]
    expect(await verify(forged, [head!])).toMatchObject({
      verdict: 'divergent',
      divergence: { check: 'heads', problem: 'kept_head', sequence: head!.sequence, expected: head!.hash },
    })
    expect(await verify(proof, [head!])).toMatchObject({ verdict: 'concordant', counts: { heads: 3 } })
  })

  it('[S-100] with events that contradict the rules is found, although every hash and seal is correct', async () => {
    const lies = everyLie(proof)
    const found: Record<string, number> = {}
    const missed: string[] = []
    for (const { name, falsify } of lies) {
      const verdict = await verify(falsify(structuredClone(proof)))
      if (verdict.verdict === 'concordant') missed.push(name)
      else {
        const { check, problem } = verdict.divergence
        const by = check === 'chain' ? problem : check
        found[by] = (found[by] ?? 0) + 1
      }
    }
    expect(missed).toEqual([])
    // Some also contradict the displayed rows; most are found only by the rules.
    expect(found.outcomes).toBeGreaterThan(60)
    for (const broken of ['hash', 'previous_hash', 'sequence']) expect(found[broken]).toBeUndefined()
  })

  it.each(Object.entries(HINDSIGHT))(
    '[S-100] cannot have an analyst’s event %s',
    async (_name, { falsify, problem }) => {
      expect(await verify(falsify(structuredClone(proof)))).toMatchObject({
        verdict: 'divergent',
        divergence: { check: 'commitments', problem },
      })
    },
  )

  it('is refused when it is no export at all', async () => {
    for (const file of [
      null,
      1,
      'x',
      [],
      {},
      { ...proof, format: 'other' },
      { ...proof, version: 2 },
      { ...proof, entries: 'x' },
    ]) {
      expect(await verify(file)).toMatchObject({ verdict: 'divergent', divergence: { check: 'format' } })
    }
  })
})

/**
 * The perfect forgery: another author in every row, with every seal recomputed from its public nonce, and every later hash and
 * head.
 */
function rewrittenPast(original: ProofExport): ProofExport {
  const forged = JSON.parse(
    JSON.stringify(original).replaceAll('"author":"Nadia"', '"author":"Marie"'),
  ) as ProofExport
  for (const { entry } of forged.entries)
    for (const event of (entry.data.events ?? []) as JsonObject[]) if (event.sealed) seal(forged, event)
  rehash(forged.entries)
  renewHeads(forged)
  return forged
}

describe('the minutes of ended signals and statements', () => {
  let minutes: Map<string, MinutesPart[]>
  beforeAll(async () => {
    minutes = await exportMinutes(vigie)
  })
  const replay = async (given = minutes, file: unknown = proof) =>
    await verifyExport(file as Json, { hash: sha256, minutes: async (signal) => given.get(signal) ?? [] })

  it('[S-100] reproduce every event when a visitor reads them', async () => {
    const verdict = await replay()
    expect(verdict).toMatchObject({ verdict: 'concordant', counts: { signals: 9, outcomes: 22 } })
    expect(verdict.counts.minutes).toBeGreaterThan(8)
  })

  it('[S-90] are public for every ended signal and statement, and for no open one', async () => {
    const { stopped, targets, cancelled, expired, closed, trailed } = ids
    const { touched, above, stayed, lost, below, void: unpriced } = ids
    const ended = [stopped, targets, cancelled, expired, closed, trailed]
    const resolved = [touched, above, stayed, lost, below, unpriced]
    expect([...minutes.keys()].sort()).toEqual([...ended, ...resolved].sort())
    const { rows } = await vigie.admin.query(
      `select distinct kind from ledger where entry->'data' ? 'minutes' order by kind`,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['cancelled', 'closed', 'expired', 'resolved', 'stopped'])
  })

  it('[S-100] are found out wherever one is changed, dropped, added, swapped or given to another day or signal', async () => {
    const missed: string[] = []
    let tried = 0
    for (const [signal, parts] of minutes)
      for (const [place, part] of parts.entries())
        for (const [name, changed] of everyOtherPart(part)) {
          const given = new Map(minutes).set(signal, parts.with(place, changed))
          tried += 1
          const { verdict, ...rest } = await replay(given)
          if (verdict === 'concordant' || !('divergence' in rest) || aboutOf(rest.divergence) !== signal)
            missed.push(`${name} of ${signal}`)
        }
    expect(missed).toEqual([])
    expect(tried).toBeGreaterThan(70)
    const [one, other] = [...minutes.keys()]
    for (const [signal, given] of [
      [one, []],
      [one, [...minutes.get(one!)!, ...minutes.get(one!)!]],
      [one, minutes.get(other!)!],
    ] as const)
      expect(await replay(new Map(minutes).set(signal!, [...given]))).toMatchObject({
        verdict: 'divergent',
        divergence: { check: 'minutes', signal },
      })
  })

  it('[S-100] cannot be left out of a chain that is rewritten with every hash and head', async () => {
    for (const forge of [
      (data: JsonObject) => Object.assign(data, { minutes: [] }),
      (data: JsonObject) => Reflect.deleteProperty(data, 'minutes'),
      (data: JsonObject) =>
        Object.assign(data, { minutes: [{ ...(data.minutes as JsonObject[])[0], day: '2020-01-01' }] }),
    ]) {
      const forged = structuredClone(proof)
      forge(forged.entries.find(({ entry }) => entry.kind === 'stopped')!.entry.data as JsonObject)
      rehash(forged.entries)
      renewHeads(forged)
      expect(await verify(forged)).toMatchObject({
        verdict: 'divergent',
        divergence: { problem: 'malformed', signal: ids.stopped },
      })
    }
  })

  it('stay unchanged when the market’s hours or candles change later', async () => {
    await vigie.admin.query(`delete from candles where symbol = 'EURUSD'`)
    await vigie.admin.query(
      `insert into market_closures values ('forex', now() - interval '9 days', now() + interval '9 days')`,
    )
    expect(await exportMinutes(vigie)).toEqual(minutes)
  })
})

const aboutOf = ({ signal, statement }: Divergence) => signal ?? statement

/**
 * Falsified copies of a part: each line changed in its last digit, dropped, doubled or swapped with the next, and the whole moved
 * to another day.
 */
function everyOtherPart(part: MinutesPart): [name: string, part: MinutesPart][] {
  const lines = part.minutes.split('\n')
  const written = (changed: string[]) => ({ ...part, minutes: changed.join('\n') })
  return [
    ['another day', { ...part, day: '2020-01-01' }],
    ['a line more', written([...lines, lines.at(-1)!])],
    ...lines.flatMap((line, place): [string, MinutesPart][] => [
      [
        `line ${place} changed`,
        written(
          lines.with(
            place,
            line.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`),
          ),
        ),
      ],
      [`line ${place} dropped`, written(lines.toSpliced(place, 1))],
      [`line ${place} doubled`, written(lines.toSpliced(place, 0, line))],
      ...(place + 1 < lines.length
        ? [
            [`line ${place} swapped`, written(lines.toSpliced(place, 2, lines[place + 1]!, line))] as [
              string,
              MinutesPart,
            ],
          ]
        : []),
    ]),
  ]
}

describe('the demonstration', () => {
  it('is concordant: every event of 66 signals, 56 ideas and 62 statements follows from the rules, and every figure and score from them', async () => {
    const demo = await product('demo')
    try {
      await scoreStatements(demo.admin)
      await keepIdeaRecords(demo.admin)
      const minutes = await exportMinutes(demo)
      const verdict = await verifyExport((await exportProof(demo, 500)) as unknown as Json, {
        hash: sha256,
        minutes: async (id) => minutes.get(id) ?? [],
      })
      expect(verdict).toMatchObject({
        verdict: 'concordant',
        counts: {
          signals: 66,
          statements: { statements: 64, opened: 63, resolved: 62, overdue: 0, drawn: true },
          ideas: { ideas: 56, opened: 55, overdue: 0, records: 5 },
        },
        notRecomputed: [],
      })
      expect(verdict.counts.minutes).toBeGreaterThan(10_000)
    } finally {
      await demo.stop()
    }
  })
})
