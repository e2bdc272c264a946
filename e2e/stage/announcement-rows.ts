import { randomUUID } from 'node:crypto'
import { database } from './fixtures.ts'

const FOUR = (text: string) => JSON.stringify({ fr: text, en: text, es: text, it: text })

/** An indicator of high impact and what it says, past the studio. Returns its slug and its title, which no other has. */
export async function indicator(more: { currency?: string; better?: 'higher' | 'lower'; why?: string } = {}) {
  const { currency = 'USD', better = 'higher', why = 'Elle décide des taux.' } = more
  const [item, slug] = [randomUUID(), `e2e-${randomUUID().slice(0, 8)}`]
  const title = `Inflation ${slug}`
  await database(
    `insert into content_items (id, kind, slug, position, tier, version) values ($1, 'indicator', $2, 99, 'visitor', 0)`,
    [item, slug],
  )
  await database(
    `insert into indicators (slug, item, title, summary, why, country, currency, category, impact, better, unit, decimals, cadence, usual_time, zone, authority, authority_url, symbols)
       values ($1, $2, $3, $4, $5, 'US', $6, 'inflation', 'high', $7, 'percent', 1, 'irregular', '08:30', 'America/New_York', 'Bureau', 'https://example.com/', '{EURUSD}')`,
    [slug, item, FOUR(title), FOUR('La hausse des prix.'), FOUR(why), currency, better],
  )
  return { slug, title }
}

/** What a source says of an occurrence of an indicator, known from `known` on. Returns the announcement's identifier. */
export async function say(
  slug: string,
  key: string,
  at: Date,
  values: Record<string, string> = {},
  known = new Date(),
): Promise<string> {
  const claim = { key: `${slug} ${key}`, indicator: slug, at: at.toISOString(), ...values }
  const [answer] = await database<{ taken: { problems: unknown[] } }>(
    `select private.take_claims('staff', $1::jsonb, moment => $2) as taken`,
    [JSON.stringify([claim]), known],
  )
  if (answer?.taken.problems.length) throw new Error(JSON.stringify(answer.taken.problems))
  const [row] = await database<{ announcement: string }>(
    `select announcement from private.announcement_claims where source = 'staff' and key = $1`,
    [claim.key],
  )
  return row?.announcement ?? ''
}

const MINUTE = 60_000
/** A full minute, so many minutes from now. */
export const inMinutes = (minutes: number): Date =>
  new Date(Math.floor((Date.now() + minutes * MINUTE) / MINUTE) * MINUTE)
