import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBase64 } from './base64.ts'
import { checkpointText, isSignedByLog, readCheckpoint } from './checkpoint.ts'
import {
  COSIGNATURE_KEY,
  cosign,
  keyOfSecret,
  keyText,
  NOTE_KEY,
  readKey,
  readNote,
  signedBy,
  signNote,
} from './signed-note.ts'

const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index)
const OTHER = SECRET.map((byte) => byte ^ 255)
const ORIGIN = 'vigie.example/ledger'
const LOG = keyOfSecret(ORIGIN, NOTE_KEY, SECRET)
const WITNESS = keyOfSecret('witness.example/w1', COSIGNATURE_KEY, OTHER)
const TEXT = checkpointText(ORIGIN, { size: 42, root: new Uint8Array(32).fill(7) })

/** Published with the reference implementation of notes. */
const KNOWN_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const KNOWN_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`

describe('a signed note', () => {
  it('that the reference implementation signed is signed by its key', () => {
    const key = readKey(KNOWN_KEY)
    expect(key && keyText(key)).toBe(KNOWN_KEY)
    expect(signedBy(readNote(KNOWN_NOTE)!, key!)).toMatchObject({ signed: 'true', seconds: null })
    expect(signedBy(readNote(KNOWN_NOTE.replace('think', 'thank'))!, key!).signed).toBe('false')
  })

  it('is read back with every signature, and signatures of others are ignored', () => {
    const note = `${signNote(TEXT, ORIGIN, SECRET)}${cosign(TEXT, WITNESS.name, OTHER, 1_795_000_000)}\n— someone.else AAAAAAAA\n`
    const read = readNote(note)!
    expect(read.text).toBe(TEXT)
    expect(read.signatures).toHaveLength(3)
    expect(signedBy(read, LOG)).toMatchObject({ signed: 'true', seconds: null })
    expect(signedBy(read, WITNESS)).toMatchObject({ signed: 'true', seconds: 1_795_000_000 })
    expect(signedBy(read, keyOfSecret('someone.else', NOTE_KEY, SECRET)).signed).toBe('absent')
  })

  it('has no valid signature once one bit is changed', () => {
    const note = `${signNote(TEXT, ORIGIN, SECRET)}${cosign(TEXT, WITNESS.name, OTHER, 1_795_000_000)}\n`
    const bytes = new TextEncoder().encode(note)
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const turned = Uint8Array.from(bytes)
      turned[bit >> 3]! ^= 1 << (bit & 7)
      let text: string
      try {
        text = decoder.decode(turned)
      } catch {
        continue
      }
      const read = readNote(text)
      const both = read && signedBy(read, LOG).signed === 'true' && signedBy(read, WITNESS).signed === 'true'
      expect(both ?? false, `bit ${bit}`).toBe(false)
    }
  }, 120_000)

  it('is refused in every shape that the specification forbids', () => {
    const note = signNote(TEXT, ORIGIN, SECRET)
    const bad = [
      '',
      TEXT,
      note.slice(0, -1),
      note.replace('\n\n', '\n'),
      note.replace('— ', '- '),
      `${note}\n`,
      note.replace('42', '4\t2'),
      note.replace(' vigie.example/ledger', ' vigie example/ledger'),
      note.replace(/=*\n$/, '\n\n'),
    ]
    for (const text of bad) expect(readNote(text), JSON.stringify(text)).toBeNull()
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readNote(`${text}\n\n— a ${toBase64(new Uint8Array(68))}\n`)
        if (read) signedBy(read, LOG)
        readKey(text)
        readCheckpoint(text)
      }),
    )
  })
})

describe('a key as text', () => {
  it('is read back, and not with another id, kind or length', () => {
    for (const key of [LOG, WITNESS]) expect(readKey(keyText(key))).toEqual(key)
    const text = keyText(LOG)
    const [name, id, encoded] = text.split('+') as [string, string, string]
    for (const bad of [
      `${name}+00000000+${encoded}`,
      `${name} x+${id}+${encoded}`,
      `${name}+${id}+${encoded.slice(4)}`,
      `${name}+${id}+${toBase64(Uint8Array.of(9, ...LOG.publicKey))}`,
      'x',
    ])
      expect(readKey(bad), bad).toBeNull()
  })
})

describe('a checkpoint', () => {
  it('gives its origin, size and root, and whether the log signed it', () => {
    const checkpoint = readCheckpoint(signNote(TEXT, ORIGIN, SECRET))!
    expect(checkpoint).toMatchObject({ origin: ORIGIN, size: 42, root: new Uint8Array(32).fill(7) })
    expect(isSignedByLog(checkpoint, [keyText(LOG)])).toBe(true)
    expect(isSignedByLog(checkpoint, [keyText(WITNESS)])).toBe(false)
    expect(isSignedByLog(checkpoint, [])).toBe(false)
    const others = readCheckpoint(signNote(TEXT, ORIGIN, OTHER))!
    expect(isSignedByLog(others, [keyText(LOG)])).toBe(false)
  })

  it('is not read with a size that has another notation, a short root or an empty line', () => {
    const good = TEXT.split('\n')
    for (const [place, value] of [
      [1, '042'],
      [1, '-1'],
      [1, '4.0'],
      [1, ''],
      [2, 'AAAA'],
      [0, ''],
      [3, '\n'],
    ] as const)
      expect(readCheckpoint(signNote(good.with(place, value).join('\n'), ORIGIN, SECRET)), value).toBeNull()
  })
})
