import { describe, expect, it } from 'vitest'
import { commitment, entryHash, type Json, type LedgerEntry } from './ledger.ts'
import { toBase64 } from './log/base64.ts'
import { checkpointText, entryLeaf } from './log/checkpoint.ts'
import { leafHash, MerkleTree, nodeHash } from './log/merkle-tree.ts'
import { COSIGNATURE_KEY, cosign, keyOfSecret, keyText, NOTE_KEY, signNote } from './log/signed-note.ts'
import {
  MOST_PROOF_BYTES,
  type SignalProofParts,
  verifySignalProof,
  writeSignalProof,
} from './signal-proof.ts'

const ORIGIN = 'signals.vigie-example.com/ledger'
const SECRET = new Uint8Array(32).fill(1)
const LOG_KEY = keyText(keyOfSecret(ORIGIN, NOTE_KEY, SECRET))
const WITNESSES = [2, 3, 4, 5, 6].map((seed) => ({
  name: `witness.example.com/w${seed}`,
  secret: new Uint8Array(32).fill(seed),
}))
const WITNESS_KEYS = WITNESSES.map(({ name, secret }) => keyOfSecret(name, COSIGNATURE_KEY, secret))
const MILLION = 2 ** 20

/** Random like real hashes, so that compression does not profit. */
const hex = (seed: string) => entryHash('', seed)
const nonce = hex('nonce')
const levels = {
  symbol: 'XAUUSD',
  timeframe: 'M15',
  expires_at: '2026-11-22T18:34:56.789012Z',
  direction: 'buy',
  order_type: 'limit',
  entry_low: '4345.12',
  entry_high: '4347.89',
  stop_loss: '4331.07',
  targets: [1, 2, 3, 4, 5].map((one) => ({ price: `43${60 + one * 7}.${one}3`, share: '20' })),
  break_even_after: 1,
  trailing_distance: '12.34',
  trailing_after: 2,
}

function publication(free: boolean): LedgerEntry {
  const value = {
    number: 123_456,
    tier: free ? 'freemium' : 'premium',
    style: 'intraday',
    author: 'Alexandrine de la Rochefoucauld',
    author_id: '6f1f5f0a-6f3c-4f43-9a39-0c1b9b9c0001',
    published_at: '2026-11-22T10:34:56.789012Z',
    demonstration: false,
    commitment: commitment(nonce, levels),
    reasons_commitment: hex('reasons'),
    ...(free && { levels, nonce }),
  }
  const at = '2026-11-22T10:34:56.823456Z'
  return {
    sequence: MILLION - 7,
    at,
    kind: 'published',
    signal: 'c7a1b2d3-1234-4abc-9def-0123456789ab',
    data: value as { [key: string]: Json },
  }
}

const previous_hash = hex('before')
const premium = publication(false)
const free = publication(true)

/** The path of an entry in a tree of a million whose other leaves do not matter, and the resulting root. */
function million(entry: LedgerEntry) {
  const path: Uint8Array[] = []
  let hash = entryLeaf(entryHash(previous_hash, entry))
  for (let place = entry.sequence - 1, width = MILLION; width > 1; place >>= 1, width /= 2) {
    const sibling = leafHash(new TextEncoder().encode(`beside ${path.length}`))
    hash = place % 2 === 1 ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
    path.push(sibling)
  }
  return { path: path.map(toBase64), text: checkpointText(ORIGIN, { size: MILLION, root: hash }) }
}
const signed = (text: string) =>
  signNote(text, ORIGIN, SECRET) +
  WITNESSES.map(({ name, secret }) => `${cosign(text, name, secret, 1_795_000_000)}\n`).join('')

function parts(entry: LedgerEntry, opened: SignalProofParts['opened'] = null): SignalProofParts {
  const { path, text } = million(entry)
  return { published: { entry, previous_hash }, opened, path, note: signed(text) }
}
const known = { logKeys: [LOG_KEY], witnesses: WITNESS_KEYS }

describe('the proof of one signal', () => {
  it.each([
    ['sealed', parts(premium), null],
    ['premium and opened, with five targets', parts(premium, { levels, nonce }), levels],
    ['free, with five targets', parts(free), levels],
  ])(
    'that is %s has two kilobytes at most in a chain of a million entries, and is checked offline',
    async (_, given, shown) => {
      const file = await writeSignalProof(given)
      expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(MOST_PROOF_BYTES)
      const verdict = await verifySignalProof(file, known)
      expect(verdict).toMatchObject({
        verdict: 'proved',
        signed: true,
        origin: ORIGIN,
        size: MILLION,
        entry: given.published.entry,
        levels: shown,
      })
      expect(await verifySignalProof(file)).toMatchObject({ verdict: 'proved', signed: false })
    },
  )

  it('includes as many cosignatures as fit', async () => {
    const verdict = await verifySignalProof(await writeSignalProof(parts(premium)), known)
    const { confirmations } = verdict as Extract<typeof verdict, { verdict: 'proved' }>
    expect(confirmations[0]).toEqual({ by: WITNESSES[0]!.name, at: new Date(1_795_000_000_000) })
    expect(confirmations.length).toBeGreaterThanOrEqual(2)
    expect(confirmations.length).toBeLessThan(WITNESSES.length)
    const small = new MerkleTree()
    const entry = { ...premium, sequence: 1 }
    small.append(entryLeaf(entryHash(previous_hash, entry)))
    const note = signed(checkpointText(ORIGIN, { size: 1, root: small.root() }))
    const all = await verifySignalProof(
      await writeSignalProof({
        ...parts(premium),
        published: { entry, previous_hash },
        path: [],
        note,
      }),
      known,
    )
    expect(all).toMatchObject({ verdict: 'proved', confirmations: WITNESSES.map(({ name: by }) => ({ by })) })
  })

  it('gives the same statement or fails if any character is changed', async () => {
    const file = await writeSignalProof(parts(premium, { levels, nonce }))
    const before = await verifySignalProof(file, { logKeys: [LOG_KEY] })
    let refused = 0
    for (let place = 0; place < file.length; place++) {
      const turned = file.slice(0, place) + (file[place] === 'A' ? 'B' : 'A') + file.slice(place + 1)
      const verdict = await verifySignalProof(turned, { logKeys: [LOG_KEY] })
      if (verdict.verdict === 'proved') expect(verdict, `character ${place}`).toEqual(before)
      else refused += 1
    }
    // The exceptions are lines of witnesses unknown to this reader, and unused bits at the end of the compressed text.
    expect(refused).toBeGreaterThan(file.indexOf('\n— witness') - 8)
  })

  it('is refused with other levels, another entry, another path, another key or a false witness', async () => {
    const told = async (given: Partial<SignalProofParts>, options = known) =>
      (
        await verifySignalProof(
          await writeSignalProof({ ...parts(premium, { levels, nonce }), ...given }),
          options,
        )
      ).verdict
    expect(await told({ opened: { levels: { ...levels, stop_loss: '4331.08' }, nonce } })).toBe(
      'does_not_open',
    )
    expect(
      await told({
        published: { entry: { ...premium, at: '2026-11-22T10:34:56.823457Z' }, previous_hash },
      }),
    ).toBe('not_included')
    expect(await told({ path: parts(free).path.toReversed() })).toBe('not_included')
    expect(await told({ published: { entry: { ...premium, kind: 'note' }, previous_hash } })).toBe(
      'other_entry',
    )
    const other = keyText(keyOfSecret(ORIGIN, NOTE_KEY, new Uint8Array(32).fill(9)))
    expect(await told({}, { ...known, logKeys: [other] })).toBe('not_signed')
    const { text } = million(premium)
    const forged = `${signNote(text, ORIGIN, SECRET)}${cosign(`${text}.`, WITNESSES[0]!.name, WITNESSES[0]!.secret, 5)}\n`
    expect(await told({ note: forged, opened: null })).toBe('false_signature')
    for (const file of ['', 'c2sp.org/tlog-proof@v1\n', 'c2sp.org/tlog-proof@v1\nextra AAAA\nindex 0\n\nx'])
      expect((await verifySignalProof(file, known)).verdict).toBe('malformed')
  })
})
