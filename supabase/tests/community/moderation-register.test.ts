import { type Json, type LedgerRow, sha256Hex } from 'trading/proof/ledger'
import { collectProof, type ProofPage } from 'trading/proof/proof-format'
import { verifyExport } from 'trading/proof/verify-export'
import { checkModeration, checkRemovedText } from 'trading/proof/verify-moderation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import {
  answer,
  ask,
  caseAbout,
  colleague,
  type Person,
  person,
  sendDecisions,
  thread,
} from './moderation-people.ts'

const WORDS = 'Gains garantis dès la première semaine.'
type Own = { id: string; text: string; nonce: string; number: number; sequence: number }

let vigie: Product
let kevin: Person
let own: Own[]
let entries: LedgerRow[]
let file: Json
beforeAll(async () => {
  vigie = await product()
  const [ines, claire] = [await colleague(vigie), await colleague(vigie, 'admin')]
  kevin = await person(vigie)
  const place = (await thread(kevin, 'Comment placez-vous vos stops ?')).id
  for (const words of [WORDS, `${WORDS} Vraiment.`]) {
    const { id } = await answer(kevin, place, words)
    await ask(ines.client, 'decide', {
      case_id: await caseAbout(vigie, id),
      reasons: ['promise'],
      measure: 'hide',
    })
  }
  await sendDecisions(vigie)
  own = await ask<Own[]>(kevin.client, 'my_decisions')
  const appeal_id = await ask(kevin.client, 'appeal_decision', {
    decision_id: own.at(-1)?.id,
    words: 'Une citation.',
  })
  await ask(claire.client, 'decide_appeal', { appeal_id, overturn: true, words: 'En effet.' })
  const read = async (after: number) => {
    const { data } = await vigie.as.visitor.rpc('export_proof', { after })
    return data as ProofPage
  }
  const proof = await collectProof(read)
  entries = proof.entries
  file = JSON.parse(JSON.stringify(proof)) as Json
}, 60_000)
afterAll(() => vigie.stop())

const moderated = () => entries.filter(({ entry }) => entry.kind === 'moderated')
const changed = (index: number, change: Record<string, Json>): LedgerRow[] => {
  const rows = structuredClone(entries)
  const row = rows.filter(({ entry }) => entry.kind === 'moderated')[index]!
  Object.assign(row.entry.data, change)
  return rows
}

describe('the register of moderation', () => {
  it('[S-109] is in the chain that everybody verifies: two measures and a reversal', async () => {
    const verdict = await verifyExport(file, { hash: sha256Hex })
    expect(verdict).toMatchObject({ verdict: 'concordant', counts: { moderation: 3 } })
    expect(moderated().map(({ entry }) => [entry.data.number, entry.data.act, entry.data.of])).toEqual([
      [1, 'taken', null],
      [2, 'taken', null],
      [3, 'reversed', 1],
    ])
  })

  it('lets the author of a text, and nobody else, show which words an entry is about', async () => {
    const [newest] = own
    const row = entries[newest!.sequence - 1]!
    expect(await checkRemovedText(row, newest!.text, newest!.nonce, sha256Hex)).toBe(true)
    expect(await checkRemovedText(row, `${newest!.text} `, newest!.nonce, sha256Hex)).toBe(false)
    expect(await checkRemovedText(row, newest!.text, '0'.repeat(64), sha256Hex)).toBe(false)
    expect(JSON.stringify(moderated())).not.toMatch(/garantis|Kevin|nonce/)
  })

  it.each([
    ['a gap in the numbers', 1, { number: 3 }],
    ['a number given twice', 1, { number: 1 }],
    ['a reversal of nothing', 2, { of: 7 }],
    ['a reversal of itself', 2, { of: 3 }],
    ['a reversal of other words', 2, { commitment: 'a'.repeat(64) }],
    ['a measure that reverses', 0, { of: 1 }],
    ['a second reversal', 1, { act: 'reversed', of: 1, commitment: null }],
  ])('shows %s', (_, index, change) => {
    expect(() => checkModeration(changed(index, change as Record<string, Json>))).toThrow()
  })

  it('shows an entry that was removed, whoever computes the chain anew', () => {
    const [, second] = moderated()
    expect(() => checkModeration(entries.filter((row) => row !== second))).toThrow()
  })

  it('is read by visitors, and written by nobody', async () => {
    const { data } = await vigie.as.visitor
      .from('moderation_register')
      .select('number, act, of_number, measure, ground, role, hash')
      .order('number')
    expect(data).toMatchObject([
      { number: 1, act: 'taken', measure: 'hide', ground: ['6.2'], role: 'analyst' },
      { number: 2, act: 'taken' },
      { number: 3, act: 'reversed', of_number: 1 },
    ])
    const { error } = await vigie.as.admin.from('moderation_register').delete().eq('number', 1)
    expect(error).not.toBeNull()
  })
})
