import type { Json } from 'trading/ledger'
import { verifyExport } from 'trading/verify-export'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from './product.ts'
import { everyKindOfRecord, exportProof, HIDDEN, sha256 } from './proof-record.ts'

let vigie: Product
let ids: Record<string, string>
beforeAll(async () => {
  vigie = await product()
  ids = await everyKindOfRecord(vigie)
}, 60_000)
afterAll(() => vigie.stop())

const verify = async (proof: unknown) => await verifyExport(proof as Json, { hash: sha256 })

describe('the public export', () => {
  it('[S-100] is concordant, read by a visitor in pages of any size', async () => {
    for (const size of [1, 7, 1000]) {
      expect(await verify(await exportProof(vigie, size))).toMatchObject({
        verdict: 'concordant',
        counts: { signals: 8, sealed: 2, heads: 2 },
        notRecomputed: [],
      })
    }
  })
})

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
void ids!
void HIDDEN
