import { commitment, type Json, type LedgerRow } from 'trading/ledger'
import { collectProof, type JsonObject, type ProofExport } from 'trading/proof-format'
import { verifyExport } from 'trading/verify-export'
import type { KeptHead } from 'trading/verify-heads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from './product.ts'
import { everyLie } from './proof-lies.ts'
import { everyKindOfRecord, exportProof, HIDDEN, sha256 } from './proof-record.ts'
import { everyTampering, rehash, renewHeads } from './proof-tampering.ts'

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
          signals: 8,
          sealed: 2,
          commitments: 17,
          outcomes: 13,
          figures: 102,
        },
        head: proof.entries.at(-1)?.hash,
        notRecomputed: [],
      })
    }
  })

  it('holds one of every state, so that what follows is about all of them', () => {
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

  it('stays concordant when signals move on while its pages are read', async () => {
    let reads = 0
    const moving = await product()
    try {
      const signals = await everyKindOfRecord(moving)
      const steps = [
        ['cancelled', signals.free],
        ['note', signals.sealed],
        ['cancelled', signals.pending],
      ] as const
      const read = await collectProof(async (after) => {
        const { data, error } = await moving.as.visitor.rpc('export_proof', { after, page_size: 5 })
        if (error) throw error
        const step = steps[reads++]
        if (step) {
          await moving.admin.query(
            `select private.record_signal_event($1, $2, now(), null, null, '{"author":"Nadia","text":"x"}', 'analyst', 'Nadia', now())`,
            [step[1], step[0]],
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
      // A figure that is new to the engine is not believed either: it is named as not recomputed.
      if (verdict.verdict === 'concordant' && verdict.notRecomputed.length === 0) missed.push(name)
    }
    expect(missed).toEqual([])
  }, 120_000)

  it('whose past was rewritten as a whole stands by itself, and falls to one head that somebody kept', async () => {
    const forged = rewrittenPast(proof)
    expect(await verify(forged)).toMatchObject({ verdict: 'concordant' })
    const [head] = proof.heads as unknown as KeptHead[]
    expect(await verify(forged, [head!])).toMatchObject({
      verdict: 'divergent',
      divergence: { check: 'heads', problem: 'kept_head', sequence: head!.sequence, expected: head!.hash },
    })
    expect(await verify(proof, [head!])).toMatchObject({ verdict: 'concordant', counts: { heads: 3 } })
  })

  it('[S-100] whose events were never what the rules make of them is found, though every hash and seal is right', async () => {
    const lies = everyLie(proof)
    const found: Record<string, number> = {}
    const missed: string[] = []
    for (const { name, falsify } of lies) {
      const verdict = await verify(falsify(structuredClone(proof)))
      if (verdict.verdict === 'concordant') missed.push(name)
      else found[verdict.divergence.check] = (found[verdict.divergence.check] ?? 0) + 1
    }
    expect(missed).toEqual([])
    // Some also part what is displayed from the chain; most are found by nothing but the rules.
    expect(found.outcomes).toBeGreaterThan(60)
    expect(found.chain).toBeUndefined()
  })

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

/** The perfect forgery: another author in every row, every seal made anew with its public nonce, every hash and head after it. */
function rewrittenPast(original: ProofExport): ProofExport {
  const forged = JSON.parse(
    JSON.stringify(original).replaceAll('"author":"Nadia"', '"author":"Marie"'),
  ) as ProofExport
  const sealed = new Map<string, LedgerRow[]>()
  for (const row of forged.entries) {
    const { kind, signal, data } = row.entry
    if (kind === 'sealed') sealed.set(signal!, [...(sealed.get(signal!) ?? []), row])
    for (const [index, event] of ((data.events ?? []) as JsonObject[]).entries()) {
      const { nonce, ...value } = event
      Object.assign(sealed.get(signal!)![index]!.entry.data, { commitment: commitment(String(nonce), value) })
    }
  }
  rehash(forged.entries)
  renewHeads(forged)
  return forged
}

describe('the demonstration', () => {
  it('is concordant: every event of 66 signals follows from the rules, and every figure from the events', async () => {
    const demo = await product('demo')
    try {
      const verdict = await verify(await exportProof(demo, 500))
      expect(verdict).toMatchObject({ verdict: 'concordant', counts: { signals: 66 } })
    } finally {
      await demo.stop()
    }
  })
})
