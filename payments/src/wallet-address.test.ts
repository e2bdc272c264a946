import { base58, createBase58check, hex } from '@scure/base'
import { sha256 } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEd25519Point } from './ed25519-point.ts'
import { checkAddress } from './wallet-address.ts'
import { explorerLink, WALLET_NETWORKS, type WalletNetwork } from './wallet-network.ts'

const problemOf = (network: WalletNetwork, address: string) => {
  const verdict = checkAddress(network, address)
  return verdict.ok ? null : verdict.problem
}

/** Published in BIP 173, BIP 350, the Bitcoin wiki, EIP-55, and TRON's and Solana's documentation. */
const VALID: readonly (readonly [WalletNetwork, string])[] = [
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem'],
  ['bitcoin', '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX'],
  ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ...(
    [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
    ] as const
  ).flatMap((address) => [['ethereum', address] as const, ['bnb', address] as const]),
  ['tron', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
  ['tron', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
  ['solana', '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'],
  ['solana', 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'],
]

describe('an address', () => {
  it.each(VALID)('[S-115] of %s is accepted: %s', (network, address) => {
    expect(checkAddress(network, `  ${address}\n`)).toMatchObject({ ok: true })
  })

  it('[S-115] is stored in its network’s notation', () => {
    expect(checkAddress('bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toMatchObject({
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      check: 'bech32',
      unprotected: false,
    })
    expect(checkAddress('ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toMatchObject({
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      check: 'eip55',
      unprotected: true,
    })
    expect(checkAddress('solana', '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA')).toMatchObject({
      check: 'curve',
      unprotected: true,
    })
  })

  it('[S-115] of a test network is reported as such', () => {
    for (const address of [
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    ])
      expect(problemOf('bitcoin', address), address).toBe('testnet')
  })

  it('[S-115] with a wrong checksum, version or length is refused', () => {
    const wrong: readonly (readonly [WalletNetwork, string])[] = [
      ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
      // BIP 350: version 1 with version 0's checksum, version 0 with version 1's, mixed case.
      ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
      ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5'],
      ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
      ['bitcoin', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
      ['bitcoin', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
      ['bitcoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
      ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
      ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
      ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
      ['tron', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMX'],
      ['tron', '415a523b449890854c8fc460ab602df9f31fe4293f'],
      ['solana', '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYv'],
      ['solana', '0fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'],
    ]
    for (const [network, address] of wrong)
      expect(problemOf(network, address), address).toMatch(/^(checksum|format)$/)
  })

  it('[S-115] of another network names the likely network', () => {
    const strays: readonly (readonly [WalletNetwork, string, WalletNetwork])[] = [
      ['ethereum', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', 'tron'],
      ['tron', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ethereum'],
      ['tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bitcoin'],
      ['bitcoin', '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA', 'solana'],
      ['solana', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bitcoin'],
    ]
    for (const [network, address, looksLike] of strays)
      expect(checkAddress(network, address)).toEqual({ ok: false, problem: 'network', looksLike })
  })

  it('[S-115] of a token’s contract or of no key is refused', () => {
    expect(problemOf('ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7')).toBe('contract')
    expect(problemOf('ethereum', '0xdac17f958d2ee523a2206206994597c13d831ec7')).toBe('contract')
    expect(problemOf('bnb', '0x55d398326f99059fF775485246999027B3197955')).toBe('contract')
    expect(problemOf('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('contract')
    expect(problemOf('solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v')).toBe('contract')
    expect(problemOf('ethereum', `0x${'0'.repeat(40)}`)).toBe('no_wallet')
    expect(problemOf('solana', '11111111111111111111111111111111')).toBe('no_wallet')
    const zero = createBase58check(sha256).encode(hex.decode(`41${'00'.repeat(20)}`))
    expect(problemOf('tron', zero)).toBe('no_wallet')
  })

  it('[S-115] is refused after changing any one character, where the network has a checksum', () => {
    const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0'
    const guarded = VALID.filter(([network, address]) => {
      const verdict = checkAddress(network, address)
      return verdict.ok && !verdict.unprotected
    })
    expect(guarded.length).toBeGreaterThan(12)
    fc.assert(
      fc.property(
        fc.constantFrom(...guarded),
        fc.nat(200),
        fc.constantFrom(...letters),
        ([network, address], at, letter) => {
          const place = at % address.length
          const changed = address.slice(0, place) + letter + address.slice(place + 1)
          // bech32 is equivalent in either case; a changed EIP-55 digit may keep valid capitals by chance.
          if (changed.toLowerCase() === address.toLowerCase()) return
          const verdict = checkAddress(network, changed)
          if (network === 'ethereum' || network === 'bnb') {
            if (verdict.ok) expect(verdict.unprotected || verdict.address === changed).toBe(true)
            return
          }
          expect(verdict.ok, changed).toBe(false)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('[S-115] with EIP-55 is refused after a change at least 99 times in 100', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const changed = [...address].flatMap((was, place) =>
      place < 2
        ? []
        : [...'0123456789abcdefABCDEF']
            .filter((letter) => letter !== was)
            .map((letter) => address.slice(0, place) + letter + address.slice(place + 1)),
    )
    const passed = changed.filter((text) => checkAddress('ethereum', text).ok)
    expect(passed.length / changed.length).toBeLessThan(0.01)
  })

  it('[S-115] may be any text without an exception, and an accepted one is accepted again in its stored form', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...WALLET_NETWORKS),
        fc.oneof(fc.string({ maxLength: 140 }), fc.string({ unit: 'binary', maxLength: 40 })),
        (network, text) => {
          const verdict = checkAddress(network, text)
          if (verdict.ok) expect(checkAddress(network, verdict.address)).toMatchObject({ ok: true })
        },
      ),
    )
  })

  it('[S-115] of Solana must be a point on the curve: a public key is, a program-derived address is not', () => {
    expect(isEd25519Point(base58.decode('DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'))).toBe(true)
    // RFC 8032, 7.1, test 1: a public key.
    expect(
      isEd25519Point(hex.decode('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')),
    ).toBe(true)
    // From Solana's cookbook: an off-curve address.
    expect(problemOf('solana', '4BJXYkfvg37zEmBbsacZjeQDpTNx91KppxFJxRqrz48e')).toBe('no_wallet')
    // y = p is not a canonical encoding.
    expect(isEd25519Point(hex.decode(`ed${'ff'.repeat(30)}7f`))).toBe(false)
  })
})

describe('a transaction', () => {
  it('has an explorer link only when its hash is in the network’s notation', () => {
    const hash = 'a'.repeat(64)
    expect(explorerLink('bitcoin', hash)).toBe(`https://mempool.space/tx/${hash}`)
    expect(explorerLink('ethereum', `0x${hash}`)).toBe(`https://etherscan.io/tx/0x${hash}`)
    expect(explorerLink('ethereum', hash)).toBeNull()
    expect(explorerLink('tron', `0x${hash}`)).toBeNull()
    expect(explorerLink('solana', 'javascript:alert(1)')).toBeNull()
  })
})
