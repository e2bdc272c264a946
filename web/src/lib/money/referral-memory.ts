// Owns what this browser knows of a referral link. The code of this visit lives as long as the page; a code and a random number are
// kept for sixty days only by who agreed, and the answer itself for six months. No account's own number is ever drawn unasked.

import { forgetSetting, readSetting, storeSetting } from '#lib/browser/setting.ts'
import { publicRpc } from '#lib/data/public-rpc.ts'
import { authClient, isCallback } from '#lib/session/auth-client.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'

/** The version of the question; new words there, a new number here. */
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

/** Whether the visitor came by a link and has not said yet whether that may be remembered. */
export const referralAsked = (): boolean => waiting

export function onReferralAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was answered, for six months; null when nothing was. */
export function referralChoice(now: number): ReferralChoice | null {
  const [answer, at] = (readSetting(CHOICE) ?? '').split(' ')
  if ((answer !== 'yes' && answer !== 'no') || !at || !(now - Number(at) < CHOICE_LIFE_MS)) return null
  return answer
}

/** Keeps the answer. A yes remembers the link of this visit, if there is one; a no forgets what was remembered. */
export function chooseReferral(choice: ReferralChoice, now: number): void {
  storeSetting(CHOICE, `${choice} ${now}`)
  if (choice === 'no') forgetSetting(MEMORY)
  else if (visit && !remembered(now)) void count(visit, remember(visit, now).visitor, true)
  waiting = false
  for (const listener of listeners) listener()
}

/** The random number of this browser, or null where nobody agreed to one. */
export const knownVisitor = (now: number): string | null => remembered(now)?.visitor ?? null

/** What a sign-up says of the link: the one that was remembered, else that of this visit. */
export function referralDetails(now: number): {
  referral?: string
  visitor?: string
  referral_memory?: string
} {
  const memory = remembered(now)
  if (memory) return { referral: memory.code, visitor: memory.visitor, referral_memory: QUESTION }
  return visit ? { referral: visit } : {}
}

/** A path to come back to from a provider, with the link's code in it: the sign-up itself cannot say it there. */
export function withReferral(path: string, now: number): string {
  const { referral } = referralDetails(now)
  if (!referral) return path
  const url = new URL(path, 'https://here')
  url.searchParams.set('ref', referral)
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * A page was opened at this address. A link is counted, asked about, or remembered as was answered before; where a provider has
 * just led back it is claimed instead. Whatever fails here changes nothing for the visitor.
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

/** The first link is kept, not the last; what is too old, or was refused since, goes. */
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
