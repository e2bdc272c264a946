// Owns the content that ships: courses, lessons, questions and notions from the files of the release. What staff changed is theirs; the
// rest follows the release. Runs when a worker starts, as a job, so that nothing waits for it.
import type { ShippedEntry } from 'content/shipped'
import { eachApart, throwFailures } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'

/** Writes the entries that the database does not have as they are, parents first. A refused one is logged and does not keep others back. */
export async function loadShippedContent(
  { pool, log }: TaskContext,
  read: () => { entries: readonly ShippedEntry[] },
): Promise<void> {
  const { rows } = await pool.query<{ kind: string; slug: string; hash: string }>(
    'select kind, slug, hash from private.shipped_hashes()',
  )
  const known = new Map(rows.map(({ kind, slug, hash }) => [`${kind}/${slug}`, hash]))
  const fresh = read().entries.filter(({ kind, slug, hash }) => known.get(`${kind}/${slug}`) !== hash)
  const outcomes: Record<string, number> = {}
  const failures = await eachApart(
    fresh,
    async ({ kind, slug, parent, position, tier, document, hash }) => {
      const { rows: answers } = await pool.query<{ outcome: string }>(
        'select private.keep_shipped_content($1, $2, $3, $4, $5, $6, $7) as outcome',
        [kind, slug, parent, position, tier, JSON.stringify(document), hash],
      )
      const outcome = answers[0]?.outcome ?? ''
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    },
    ({ kind, slug }, error) => log.error({ kind, slug, err: error }, 'shipped content could not be loaded'),
  )
  if (fresh.length > 0) log.info(outcomes, 'shipped content loaded')
  throwFailures(failures, 'shipped content could not be loaded')
}
