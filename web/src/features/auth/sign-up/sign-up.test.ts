import { AuthApiError, type AuthResponse, type SignUpWithPasswordCredentials } from '@supabase/auth-js'
import { describe, expect, it, vi } from 'vitest'
import type { LeadEnvironment } from '#lib/leads/lead-delivery.ts'
import type { LeadNotification } from '#lib/leads/lead-notification.ts'
import { type LeadNotice, type SignUpTools, signUp } from './sign-up.ts'
import type { SignUpValues } from './sign-up-form.ts'

const values: SignUpValues = {
  firstName: 'Alix',
  lastName: 'Laurent',
  email: 'alix@exemple.fr',
  phone: '',
  password: 'phare marée cordage lundi',
  disclaimer: true,
  newsletter: false,
}

function tools(overrides: Partial<SignUpTools> = {}, place: Partial<LeadEnvironment> = {}) {
  const kept = new Map<string, string>()
  const posted: Record<string, unknown>[] = []
  const notices: LeadNotice[] = []
  const notified: LeadNotification[] = []
  const asked: SignUpWithPasswordCredentials[] = []
  const signedUp = { data: { user: null, session: {} }, error: null } as unknown as AuthResponse
  const given: SignUpTools = {
    signUp: async (credentials) => {
      asked.push(credentials)
      return signedUp
    },
    functions: {
      invoke: async (_, { body }) => {
        notified.push(body)
        return { error: null }
      },
    },
    environment: {
      now: () => new Date('2026-11-21T10:00:00Z'),
      random: (bytes) => new Uint8Array(bytes).fill(7),
      pageUrl: 'https://vigie.example/signup',
      timeZone: 'Europe/Madrid',
      fetch: async (_, init) => posted.push(JSON.parse(String(init.body))),
      storage: () => ({
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
      }),
      wait: async () => undefined,
      webhook: 'https://hook.example/lead',
      ...place,
    },
    notify: (notice) => notices.push(notice),
    country: 'FR',
    locale: 'es',
    disclaimerVersion: '1',
    referral: {},
    redirectTo: 'https://vigie.example/login',
    ...overrides,
  }
  return { given, kept, posted, notices, notified, asked }
}

describe('signing up', () => {
  it('[S-20] records the free lead under the name the account got', async () => {
    const { given, posted, asked } = tools()
    expect(await signUp(values, given)).toEqual({ open: true, sentTo: { email: 'alix@exemple.fr' } })
    await vi.waitFor(() => expect(posted).toHaveLength(2))
    expect(asked[0]?.options?.data).toMatchObject({ username: 'user-0707070707', time_zone: 'Europe/Madrid' })
    expect(posted[0]).toMatchObject({
      username: 'user-0707070707',
      email: 'alix@exemple.fr',
      productRequested: 'freemium',
      sheet_type: 'freemium',
      isQualified: false,
      disclaimerAccepted: true,
    })
  })

  it('[S-26] says that the data were sent', async () => {
    const { given, notices } = tools()
    await signUp(values, given)
    await vi.waitFor(() => expect(notices).toEqual([{ title: 'sent' }]))
  })

  it('[S-26] says when they were not', async () => {
    const { given, notices } = tools({}, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    await signUp(values, given)
    await vi.waitFor(() => expect(notices).toEqual([{ title: 'notSent', variant: 'destructive' }]))
  })

  it('[S-23] a lead that cannot be recorded is a destructive notice, and the account stands', async () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const { given, notices } = tools({}, { storage: refuse, webhook: '' })
    expect((await signUp(values, given)).open).toBe(true)
    expect(notices).toEqual([
      { title: 'recordFailedTitle', description: 'recordFailed', variant: 'destructive' },
    ])
  })

  it('[S-27] keeps nothing of the password in the browser, nor in what leaves it', async () => {
    const { given, kept, posted } = tools()
    await signUp(values, given)
    await vi.waitFor(() => expect(posted).toHaveLength(2))
    expect(kept.has('users-data')).toBe(true)
    expect(JSON.stringify([[...kept], posted])).not.toContain('cordage')
  })

  it('[S-28] tells the administrators, and does not mind when that fails', async () => {
    const { given, notified } = tools()
    await signUp(values, given)
    expect(notified).toEqual([
      {
        type: 'inscription',
        userEmail: 'alix@exemple.fr',
        firstName: 'Alix',
        lastName: 'Laurent',
        additionalData: { source: 'freemium' },
      },
    ])
    const broken = tools({ functions: { invoke: () => Promise.reject(new Error('down')) } })
    expect((await signUp(values, broken.given)).open).toBe(true)
  })

  it('signs up by telephone, in international form, everywhere', async () => {
    const { given, asked, posted, notified } = tools()
    const signedUp = await signUp({ ...values, email: '', phone: '06 12 34 56 78' }, given)
    await vi.waitFor(() => expect(posted).toHaveLength(2))
    expect(signedUp.sentTo).toEqual({ phone: '+33612345678' })
    expect(asked[0]).toMatchObject({ phone: '+33612345678' })
    expect(posted[0]).toMatchObject({ phone: '+33612345678', email: '' })
    expect(notified[0]?.userEmail).toBe('+33612345678')
  })

  it('records nothing when the account was refused', async () => {
    const error = new AuthApiError('User already registered', 422, 'user_already_exists')
    const refused = { data: { user: null, session: null }, error } as AuthResponse
    const { given, kept, posted, notified } = tools({ signUp: async () => refused })
    await expect(signUp(values, given)).rejects.toBe(error)
    expect([kept.size, posted.length, notified.length]).toEqual([0, 0, 0])
  })
})
