import { toBase64 } from 'trading/proof/log/base64'
import { entryLeaf } from 'trading/proof/log/checkpoint'
import { MerkleTree } from 'trading/proof/log/merkle-tree'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

const SIZE = 70
let vigie: Product
const tree = new MerkleTree()
beforeAll(async () => {
  vigie = await product()
  await grow(SIZE)
}, 60_000)
afterAll(() => vigie.stop())

/** Appends entries up to a count, growing the tree in steps, as a worker that runs from time to time. */
async function grow(until: number): Promise<void> {
  while (tree.size < until) {
    const { rows } = await vigie.admin.query<{ hash: string }>(
      `select (private.append_to_ledger('note', null, '{}')).hash from generate_series(1, $1)`,
      [Math.min(1 + (tree.size % 9), until - tree.size)],
    )
    for (const { hash } of rows) tree.append(entryLeaf(hash))
    await vigie.admin.query('select private.grow_ledger_tree()')
  }
}

const ask = async (name: string, args: object): Promise<string[]> => {
  const { data, error } = await vigie.as.visitor.rpc(name, args)
  if (error) throw error
  return data as string[]
}

describe('the tree over the ledger', () => {
  it('has at every size the root that the engine makes', async () => {
    const { rows } = await vigie.admin.query<{ size: number; root: string }>(
      `select size::int, encode(private.tree_hash(0, size), 'base64') as root from generate_series(0, $1) as size`,
      [SIZE],
    )
    for (const { size, root } of rows) expect(root, `size ${size}`).toBe(toBase64(tree.root(size)))
  })

  it('gives a visitor the inclusion proof of every entry in every size', async () => {
    const { rows } = await vigie.admin.query<{ size: number; sequence: number; path: string[] }>(
      `select size::int, sequence::int, public.ledger_inclusion_proof(sequence, size) as path
         from generate_series(1, $1) as size, generate_series(1, size) as sequence`,
      [SIZE],
    )
    expect(rows).toHaveLength((SIZE * (SIZE + 1)) / 2)
    for (const { size, sequence, path } of rows)
      expect(path, `${sequence} in ${size}`).toEqual(tree.inclusionProof(sequence - 1, size).map(toBase64))
    expect(await ask('ledger_inclusion_proof', { sequence: 3, size: 5 })).toEqual(
      tree.inclusionProof(2, 5).map(toBase64),
    )
  })

  it('gives a visitor the consistency proof between any two sizes', async () => {
    const { rows } = await vigie.admin.query<{ old: number; size: number; path: string[] }>(
      `select old::int, size::int, public.ledger_consistency_proof(old, size) as path
         from generate_series(1, $1) as size, generate_series(0, size) as old`,
      [SIZE],
    )
    for (const { old, size, path } of rows)
      expect(path, `${old} to ${size}`).toEqual(tree.consistencyProof(old, size).map(toBase64))
    expect(await ask('ledger_consistency_proof', { old: 6, size: 8 })).toEqual(
      tree.consistencyProof(6, 8).map(toBase64),
    )
  })

  it('refuses sizes and entries that it does not have', async () => {
    for (const [name, args] of [
      ['ledger_inclusion_proof', { sequence: 1, size: SIZE + 1 }],
      ['ledger_inclusion_proof', { sequence: 6, size: 5 }],
      ['ledger_inclusion_proof', { sequence: 0, size: 5 }],
      ['ledger_consistency_proof', { old: 6, size: 5 }],
      ['ledger_consistency_proof', { old: -1, size: 5 }],
      ['ledger_consistency_proof', { old: 1, size: 0 }],
    ] as const)
      await expect(ask(name, args), JSON.stringify(args)).rejects.toMatchObject({
        message: 'unknown_tree_size',
      })
  })

  it('keeps fewer rows than there are entries, writes each once, and changes none', async () => {
    const count = async () =>
      (await vigie.admin.query('select count(*)::int as n from private.ledger_tree')).rows[0].n
    const before = await count()
    expect(before).toBeLessThan(SIZE)
    expect((await vigie.admin.query('select private.grow_ledger_tree() as size')).rows[0].size).toBe(
      String(SIZE),
    )
    expect(await count()).toBe(before)
    await expect(vigie.admin.query(`update private.ledger_tree set hash = hash`)).rejects.toThrow(
      'append_only',
    )
  })
})
