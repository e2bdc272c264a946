import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 21)
const counted = vi.fn<(name: string, args: object) => Promise<boolean>>()
const claimed = vi.fn<(name: string, args: object) => Promise<{ error: null }>>()

vi.mock('#lib/data/public-rpc.ts', () => ({ publicRpc: (name: string, args: object) => counted(name, args) }))
vi.mock('#lib/data/client.ts', () => ({
  supabase: { rpc: (name: string, args: object) => claimed(name, args) },
}))
vi.mock('#lib/session/auth.ts', () => ({ auth: { getSession: async () => ({ data: { session: {} } }) } }))

let stored: Map<string, string>
/** The module as a freshly opened page has it. */
const page = () => import('./referral-memory.ts')
const at = (path: string) => new URL(path, 'https://vigie.example')

beforeEach(() => {
  vi.resetModules()
  stored = new Map()
  counted.mockReset().mockResolvedValue(true)
  claimed.mockReset().mockResolvedValue({ error: null })
  vi.stubGlobal('location', at('/'))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a referral link that was opened', () => {
  it('[S-108] keeps nothing in the browser before the visitor agreed, and still names its member', async () => {
    const memory = await page()
    await memory.arrive(at('/?ref=abcdefg'), NOW)
    expect([...stored]).toEqual([])
    expect(memory.referralAsked()).toBe(true)
    expect(counted.mock.calls).toEqual([
      ['record_referral_click', { code: 'ABCDEFG', visitor: undefined, counted: false }],
    ])
    expect(memory.referralDetails(NOW)).toEqual({ referral: 'ABCDEFG' })
    expect(memory.withReferral('/login?next=%2Fsignaux', NOW)).toBe('/login?next=%2Fsignaux&ref=ABCDEFG')
  })

  it('[S-108] is remembered by a yes for sixty days, its first code kept and its opening counted once', async () => {
    let memory = await page()
    await memory.arrive(at('/?ref=ABCDEFG'), NOW)
    const told = vi.fn()
    memory.onReferralAsked(told)
    memory.chooseReferral('yes', NOW)
    expect(told).toHaveBeenCalledOnce()
    expect(memory.referralAsked()).toBe(false)
    const visitor = memory.knownVisitor(NOW)
    expect(visitor).toMatch(/^[0-9a-f-]{36}$/)
    expect(counted.mock.calls[1]).toEqual([
      'record_referral_click',
      { code: 'ABCDEFG', visitor, counted: true },
    ])

    vi.resetModules()
    memory = await page()
    const later = NOW + 59 * DAY
    await memory.arrive(at('/?ref=HJKMNPQ'), later)
    expect(memory.referralAsked()).toBe(false)
    expect(counted.mock.calls[2]).toEqual([
      'record_referral_click',
      { code: 'HJKMNPQ', visitor, counted: false },
    ])
    expect(memory.referralDetails(later)).toEqual({ referral: 'ABCDEFG', visitor, referral_memory: '1' })

    vi.resetModules()
    memory = await page()
    await memory.arrive(at('/'), NOW + 60 * DAY)
    expect([...stored.keys()]).toEqual(['vigie-referral-choice'])
    expect(memory.referralDetails(NOW + 60 * DAY)).toEqual({})
  })

  it('[S-108] is not asked about again for six months after a no, which forgets what was kept', async () => {
    let memory = await page()
    await memory.arrive(at('/?ref=ABCDEFG'), NOW)
    memory.chooseReferral('yes', NOW)
    memory.chooseReferral('no', NOW)
    expect([...stored.keys()]).toEqual(['vigie-referral-choice'])
    expect(memory.referralDetails(NOW)).toEqual({ referral: 'ABCDEFG' })

    vi.resetModules()
    memory = await page()
    await memory.arrive(at('/?ref=ABCDEFG'), NOW + 182 * DAY)
    expect(memory.referralAsked()).toBe(false)
    expect([...stored.keys()]).toEqual(['vigie-referral-choice'])
    await memory.arrive(at('/?ref=ABCDEFG'), NOW + 183 * DAY)
    expect(memory.referralAsked()).toBe(true)
  })

  it('asks nobody who is signed in, and takes no code that is none', async () => {
    const memory = await page()
    await memory.arrive(at('/?ref=<script>'), NOW)
    expect(counted).not.toHaveBeenCalled()
    expect(memory.referralDetails(NOW)).toEqual({})
    stored.set('vigie-session', '{}')
    await memory.arrive(at('/?ref=ABCDEFG'), NOW)
    expect(memory.referralAsked()).toBe(false)
    expect([...stored.keys()]).toEqual(['vigie-session'])
  })

  it('[S-108] is claimed, not counted again, where a provider leads back with it', async () => {
    stored.set('vigie-referral-choice', `yes ${NOW}`)
    stored.set('vigie-referral', `ABCDEFG 6f1c1a5e-8f51-4a5e-9f10-0d6f2f3c4b5a ${NOW}`)
    const memory = await page()
    await memory.arrive(at('/login?ref=HJKMNPQ&code=2b3c'), NOW)
    expect(counted).not.toHaveBeenCalled()
    expect(claimed.mock.calls).toEqual([
      ['claim_referral', { code: 'ABCDEFG', visitor: '6f1c1a5e-8f51-4a5e-9f10-0d6f2f3c4b5a', memory: '1' }],
    ])
    expect(memory.referralAsked()).toBe(false)
  })

  it('changes nothing for the visitor when it is not counted', async () => {
    counted.mockRejectedValue(new TypeError('offline'))
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const memory = await page()
    await memory.arrive(at('/?ref=ABCDEFG'), NOW)
    expect(warned).toHaveBeenCalledOnce()
    expect(memory.referralDetails(NOW)).toEqual({ referral: 'ABCDEFG' })
  })
})
