import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_ROOT,
  leafHash,
  MerkleTree,
  nodeHash,
  verifyConsistency,
  verifyInclusion,
} from './merkle-tree.ts'

const MOST = 130

const numbered = (size: number) => {
  const tree = new MerkleTree()
  for (let index = 0; index < size; index++) tree.append(leafHash(Uint8Array.of(index >> 8, index & 255)))
  return tree
}
const tree = numbered(MOST)

/** The definition of RFC 6962 §2.1, word for word. */
function rootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length <= 1) return leaves[0] ?? EMPTY_ROOT
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return nodeHash(rootByDefinition(leaves.slice(0, half)), rootByDefinition(leaves.slice(half)))
}

/** The same proof with one bit flipped, one hash removed, doubled or added, or two swapped. */
function* falsified(proof: readonly Uint8Array[]): Generator<Uint8Array[]> {
  for (const [place, hash] of proof.entries()) {
    for (const bit of [0, 77, 255]) {
      const turned = Uint8Array.from(hash)
      turned[bit >> 3]! ^= 1 << (bit & 7)
      yield proof.with(place, turned)
    }
    yield proof.toSpliced(place, 1)
    yield proof.toSpliced(place, 0, hash)
    yield proof.with(place, hash.slice(1))
  }
  yield [...proof, EMPTY_ROOT]
  yield [EMPTY_ROOT, ...proof]
}

describe('the tree', () => {
  it('has the roots and proofs of the vectors that Certificate Transparency publishes', () => {
    const leaves = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ]
    const roots = [
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]
    const known = new MerkleTree()
    expect(
      roots.map((_, size) => {
        if (size > 0) known.append(leafHash(hexToBytes(leaves[size - 1]!)))
        return bytesToHex(known.root())
      }),
    ).toEqual(roots)
    expect(known.inclusionProof(0, 8).map(bytesToHex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(known.consistencyProof(6, 8).map(bytesToHex)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })

  it('has at every size the root that the definition gives', () => {
    const leaves = Array.from({ length: MOST }, (_, index) =>
      leafHash(Uint8Array.of(index >> 8, index & 255)),
    )
    for (let size = 0; size <= MOST; size++) {
      expect(tree.root(size), `size ${size}`).toEqual(rootByDefinition(leaves.slice(0, size)))
    }
  })

  it('refuses a size or an index that it does not have', () => {
    expect(() => tree.root(MOST + 1)).toThrow(RangeError)
    expect(() => tree.inclusionProof(5, 5)).toThrow(RangeError)
    expect(() => tree.inclusionProof(0.5)).toThrow(RangeError)
    expect(() => tree.consistencyProof(9, 8)).toThrow(RangeError)
  })
})

describe('an inclusion proof', () => {
  it('holds for every leaf of every size, and for no other index, leaf or root', () => {
    for (let size = 1; size <= MOST; size++) {
      const root = tree.root(size)
      for (let index = 0; index < size; index++) {
        const leaf = leafAt(index)
        const path = tree.inclusionProof(index, size)
        expect(verifyInclusion({ leaf, index, size, root }, path)).toBe(true)
        expect(verifyInclusion({ leaf: leafAt(index + 1), index, size, root }, path)).toBe(false)
        expect(verifyInclusion({ leaf, index, size, root: leaf }, path)).toBe(size === 1)
        if (index > 0) expect(verifyInclusion({ leaf, index: index - 1, size, root }, path)).toBe(false)
      }
    }
  })

  it('holds no more once anything in it is changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MOST }), fc.nat(), (size, any) => {
        const index = any % size
        const claim = { leaf: leafAt(index), index, size, root: tree.root(size) }
        for (const path of falsified(tree.inclusionProof(index, size)))
          expect(verifyInclusion(claim, path)).toBe(false)
      }),
    )
  })
})

describe('a consistency proof', () => {
  it('holds between every two sizes, and not against another root of either', () => {
    for (let size = 0; size <= MOST; size++) {
      for (let old = 0; old <= size; old++) {
        const [before, after] = [
          { size: old, root: tree.root(old) },
          { size, root: tree.root(size) },
        ]
        const proof = tree.consistencyProof(old, size)
        expect(verifyConsistency(before, after, proof), `${old} to ${size}`).toBe(true)
        expect(verifyConsistency({ size: old, root: leafAt(999) }, after, proof)).toBe(false)
        if (old > 0) expect(verifyConsistency(before, { size, root: leafAt(999) }, proof)).toBe(false)
      }
    }
  })

  it('holds no more once anything in it is changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: MOST }), fc.nat(), (size, any) => {
        const old = 1 + (any % (size - 1))
        const [before, after] = [
          { size: old, root: tree.root(old) },
          { size, root: tree.root(size) },
        ]
        for (const proof of falsified(tree.consistencyProof(old, size)))
          expect(verifyConsistency(before, after, proof)).toBe(false)
      }),
    )
  })

  it('does not exist for a tree with one changed earlier leaf', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), fc.nat(), (old, place, more) => {
        const size = old + (more % 40)
        const changed = place % old
        const rewritten = new MerkleTree()
        for (let index = 0; index < size; index++)
          rewritten.append(index === changed ? leafAt(5000) : leafAt(index))
        const after = { size, root: rewritten.root() }
        for (const source of [tree, rewritten])
          expect(
            verifyConsistency({ size: old, root: tree.root(old) }, after, source.consistencyProof(old, size)),
          ).toBe(false)
      }),
    )
  })
})

function leafAt(index: number): Uint8Array {
  return leafHash(Uint8Array.of(index >> 8, index & 255))
}
