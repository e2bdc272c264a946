// Reads a stored idea in the outcome engine's types, and appends what it decides.
import type { Levels } from 'trading/levels'
import { millisOf } from 'trading/proof/proof-format'
import type { RecordedEvent, Terms } from 'trading/trade'
import type { Queryable } from '../database.ts'
import type { Kept } from './settle-open.ts'

export const IDEAS: Kept = {
  name: 'idea',
  open: `select states.idea as id, symbol from public.idea_states as states join public.idea_terms using (idea)
          where closed_at is null order by states.idea`,
  readTerms,
  readHistory,
  append: 'select private.append_idea_event($1, $2, $3, $4, $5, $6)',
}

/** The terms of an open idea, with its state locked until the transaction ends; null if it has ended. */
async function readTerms(client: Queryable, id: string): Promise<Terms | null> {
  const { rows } = await client.query<{
    levels: Levels & { expires_at: string }
    digits: number
    published_ms: string
  }>(
    `select terms -> 'levels' as levels, digits, (extract(epoch from published_at) * 1000)::bigint::text as published_ms
       from public.idea_states as state
       join public.ideas on ideas.id = state.idea
       join public.idea_terms as terms on terms.idea = state.idea
       join public.instruments using (symbol)
      where state.idea = $1 and state.closed_at is null
        for update of state`,
    [id],
  )
  const row = rows[0]
  if (!row) return null
  const { levels, digits, published_ms } = row
  return {
    ...levels,
    digits,
    publishedAt: Number(published_ms),
    expiresAt: millisOf(levels.expires_at) ?? Number.NaN,
  }
}

/** All recorded events of an idea, in sequence. */
async function readHistory(client: Queryable, id: string): Promise<RecordedEvent[]> {
  const { rows } = await client.query<RecordedEvent & { at: string }>(
    `select kind, (extract(epoch from at) * 1000)::bigint::text as at, price::text, r::text, data
       from public.idea_events where idea = $1 order by sequence`,
    [id],
  )
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}
