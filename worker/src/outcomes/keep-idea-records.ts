// Owns the records of ideas' authors: each author of an idea that was published, opened or ended since the last run is computed anew.
import type { Pool } from 'pg'
import { instrumentRecords, type OnInstrument } from 'trading/ideas/instrument-records'
import { ideaRecord } from 'trading/ideas/record'
import { inTransaction, type Queryable } from '../database.ts'

/** Maximum per run. The next run continues. */
const MOST_AUTHORS = 200

const SERIALIZATION_FAILURE = '40001'

/** Computes the records that are due. If an idea moves on meanwhile, the next run does. */
export async function keepIdeaRecords(pool: Pool): Promise<void> {
  await keepDue(pool).catch((error: { code?: string }) => {
    if (error.code !== SERIALIZATION_FAILURE) throw error
  })
}

async function keepDue(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    // Rows and ledger as of one moment: whoever checks the record computes it as of that entry.
    await client.query('set transaction isolation level repeatable read')
    const { rows: due } = await client.query<{ author: string }>(
      `delete from private.idea_records_due where author in (
         select author from private.idea_records_due order by author limit ${MOST_AUTHORS} for update skip locked) returning author`,
    )
    if (due.length === 0) return
    const { rows } = await client.query<{ as_of: number }>(
      'select max(sequence)::int as as_of from public.ledger',
    )
    for (const { author } of due) {
      const ideas = await readIdeas(client, author)
      await client.query('select private.keep_idea_record($1, $2, $3, $4)', [
        author,
        rows[0]!.as_of,
        JSON.stringify(ideaRecord(ideas)),
        JSON.stringify(instrumentRecords(ideas)),
      ])
    }
  })
}

async function readIdeas(client: Queryable, author: string): Promise<OnInstrument[]> {
  const { rows } = await client.query<OnInstrument>(
    `select number::int, symbol, private.timestamp_text(published_at) as "publishedAt", demonstration,
            case when openings.idea is not null then json_build_object(
              'state', state, 'closedAt', private.timestamp_text(closed_at), 'r', trim_scale(realised_r)::text,
              'probability', terms ->> 'probability',
              'kinds', (select coalesce(json_agg(kind order by sequence), '[]') from public.idea_events as events where events.idea = ideas.id)
            ) end as opened
       from public.ideas
       join public.idea_terms as terms on terms.idea = ideas.id
       join public.idea_states as states on states.idea = ideas.id
       left join public.idea_openings as openings on openings.idea = ideas.id
      where author = $1 order by number`,
    [author],
  )
  return rows
}
