// Owns the random number by which a referral link's visitor is told from another, as long as a first touch counts. It is drawn when
// somebody opens such a link, or their own link's page; it says nothing of the device, and goes after sixty days.
import { publicRpc } from './public-rpc.ts'
import { readSetting, storeSetting } from './setting.ts'

const KEY = 'vigie-visitor'
const LIFE_MS = 60 * 86_400_000
const REFERRED = 'ref'

/** The number of this browser, or null while it has none. */
export function knownVisitor(now: number): string | null {
  const [id, at] = (readSetting(KEY) ?? '').split(' ')
  return id && at && now - Number(at) < LIFE_MS ? id : null
}

/** The number of this browser; drawn when it has none. */
export function visitor(now: number): string {
  const known = knownVisitor(now)
  if (known) return known
  const id = crypto.randomUUID()
  storeSetting(KEY, `${id} ${now}`)
  return id
}

/** Counts the opening of a link that names a member's code. Whether it was counted changes nothing for the visitor. */
export async function noteReferral(search: string, now: number): Promise<void> {
  const code = new URLSearchParams(search).get(REFERRED)
  if (!code || !/^[A-Za-z0-9]{7}$/.test(code)) return
  try {
    await publicRpc('record_referral_click', { code, visitor: visitor(now) }, AbortSignal.timeout(10_000))
  } catch (error) {
    console.warn('The opened referral link was not counted.', error)
  }
}
