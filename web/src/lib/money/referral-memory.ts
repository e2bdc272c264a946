// Owns what this browser stores of a referral link. The code of this visit lives as long as the page. With consent only, a
// code and a random number are stored for sixty days; the answer itself is stored for six months. No account number is ever
// generated without consent.

import { forgetSetting, readSetting, storeSetting } from '#lib/browser/setting.ts'
import { publicRpc } from '#lib/data/public-rpc.ts'
import { authClient, isCallback } from '#lib/session/auth-client.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'

/** The version of the question; change it with its words. */
const QUESTION = '1'
const CHOICE = 'vigie-referral-choice'
const MEMORY = 'vigie-referral'
const DAY_MS = 86_400_000
const CHOICE_LIFE_MS = 183 * DAY_MS
const MEMORY_LIFE_MS = 60 * DAY_MS

export type ReferralChoice = 'yes' | 'no'
type Memory = { code: string; visitor: string }

let visit: string | null = null
let waiting = false
const listeners = new Set<() => void>()

/** Whether the visitor came through a link and has not answered yet whether it may be remembered. */
export const referralAsked = (): boolean => waiting

export function onReferralAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The stored answer, valid for six months; null without one. */
export function referralChoice(now: number): ReferralChoice | null {
  const [answer, at] = (readSetting(CHOICE) ?? '').split(' ')
  if ((answer !== 'yes' && answer !== 'no') || !at || !(now - Number(at) < CHOICE_LIFE_MS)) return null
  return answer
}

/** Stores the answer. A yes remembers the link of this visit, if any; a no deletes what was remembered. */
export function chooseReferral(choice: ReferralChoice, now: number): void {
  storeSetting(CHOICE, `${choice} ${now}`)
  if (choice === 'no') forgetSetting(MEMORY)
  else if (visit && !remembered(now)) void count(visit, remember(visit, now).visitor, true)
  waiting = false
  for (const listener of listeners) listener()
}

/** This browser's random number, or null without consent. */
export const knownVisitor = (now: number): string | null => remembered(now)?.visitor ?? null

/** The link that a sign-up reports: the remembered one, otherwise that of this visit. */
export function referralDetails(now: number): {
  referral?: string
  visitor?: string
  referral_memory?: string
} {
  const memory = remembered(now)
  if (memory) return { referral: memory.code, visitor: memory.visitor, referral_memory: QUESTION }
  return visit ? { referral: visit } : {}
}

/** The path to return to after a provider, with the link's code in it: the sign-up itself cannot pass it there. */
export function withReferral(path: string, now: number): string {
  const { referral } = referralDetails(now)
  if (!referral) return path
  const url = new URL(path, 'https://here')
  url.searchParams.set('ref', referral)
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * Called when a page opens at this address. A link is counted, asked about, or remembered according to an earlier answer; if
 * a provider has just redirected back, it is claimed instead. No failure here affects the visitor.
 */
export async function arrive(address: URL, now: number): Promise<void> {
  const memory = remembered(now)
  const code = address.searchParams.get('ref')?.toUpperCase()
  if (!code || !/^[A-Z0-9]{7}$/.test(code)) return
  visit = code
  if (isCallback(address)) return claim(code, now)
  const choice = referralChoice(now)
  waiting = choice === null && !mayBeSignedIn()
  for (const listener of listeners) listener()
  const known = memory ?? (choice === 'yes' && !mayBeSignedIn() ? remember(code, now) : null)
  await count(code, known?.visitor, false)
}

async function count(code: string, visitor: string | undefined, counted: boolean): Promise<void> {
  try {
    await publicRpc('record_referral_click', { code, visitor, counted }, AbortSignal.timeout(10_000))
  } catch (error) {
    console.warn('The opened referral link was not counted.', error)
  }
}

async function claim(code: string, now: number): Promise<void> {
  try {
    const { data } = await (await authClient()).getSession()
    if (!data.session) return
    const { referral, visitor, referral_memory: memory } = referralDetails(now)
    const { supabase } = await import('#lib/data/client.ts')
    const { error } = await supabase.rpc('claim_referral', {
      code: referral ?? code,
      ...(visitor && memory ? { visitor, memory } : {}),
    })
    if (error) throw error
  } catch (error) {
    console.warn('The referral of this account was not claimed.', error)
  }
}

/** The first link is kept, not the last; outdated or since refused ones are deleted. */
function remembered(now: number): Memory | null {
  const stored = readSetting(MEMORY)
  if (stored === null) return null
  const [code, visitor, at] = stored.split(' ')
  if (code && visitor && at && now - Number(at) < MEMORY_LIFE_MS && referralChoice(now) === 'yes')
    return { code, visitor }
  forgetSetting(MEMORY)
  return null
}

function remember(code: string, now: number): Memory {
  const visitor = crypto.randomUUID()
  storeSetting(MEMORY, `${code} ${visitor} ${now}`)
  return { code, visitor }
}
