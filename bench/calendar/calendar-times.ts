import { createClient } from '@supabase/supabase-js'
import type { startPlatform } from '../../scripts/database/platform.ts'
import { sized } from '../short.ts'
import { quantile, rounded, table } from '../statistics.ts'

/** What the calendar's screens ask of the API: a month, the same as it was known a week ago, and ten years of one indicator. */
const CALLS = sized(60, 3)
const AIM_MS = 50

type Platform = Awaited<ReturnType<typeof startPlatform>>

export async function calendarTimes(
  { url, context }: Platform,
  email: string,
  password: string,
  rows: number,
): Promise<string> {
  const client = createClient(url, context.keys.anonKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  const since = new Date(Date.now() - 15 * 86_400_000).toISOString()
  const until = new Date(Date.now() + 16 * 86_400_000).toISOString()
  const ask: Record<string, [name: string, terms: object, aim: string]> = {
    [`a month of ${rounded(rows)} announcements`]: ['announcements_between', { since, until }, ''],
    'the same as it was known a week ago': [
      'announcements_between',
      { since, until, known_at: new Date(Date.now() - 7 * 86_400_000).toISOString() },
      '',
    ],
    'ten years of a weekly indicator': [
      'indicator_history',
      { indicator: 'bench-weekly', most: 520 },
      String(AIM_MS),
    ],
    'ten years of a monthly indicator': [
      'indicator_history',
      { indicator: 'bench-monthly', most: 120 },
      String(AIM_MS),
    ],
  }
  const lines: string[][] = []
  for (const [name, [call, terms, aim]] of Object.entries(ask)) {
    const times: number[] = []
    for (let turn = 0; turn < CALLS; turn++) {
      const begun = performance.now()
      await client.rpc(call, terms).throwOnError()
      times.push(performance.now() - begun)
    }
    lines.push([
      name,
      String(CALLS),
      rounded(quantile(times, 0.5), 1),
      rounded(quantile(times, 0.95), 1),
      aim,
    ])
  }
  return table(['at the API, HTTP included', 'calls', 'p50 ms', 'p95 ms', 'aim p95'], lines)
}
