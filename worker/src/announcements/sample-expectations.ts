// What the demonstration's analysts expect of the example calendar, so that a new installation shows a sealed expectation and graded ones.
// Only where the demonstration is, and once: what they sealed is graded as every other is, and nothing new follows.
import type { TaskContext } from '../tasks/task-context.ts'

/** Said before anything is known of how the figures come out: some will be wrong. */
const SAID = [
  { place: -2, analyst: 1, direction: 'above', probability: '0.6' },
  { place: -1, analyst: 1, direction: 'in_line', probability: '0.5' },
  { place: -1, analyst: 2, direction: 'below', probability: '0.7' },
  { place: 1, analyst: 1, direction: 'above', probability: '0.6' },
  { place: 2, analyst: 2, direction: 'in_line', probability: '0.5' },
]

/** Seals what the demonstration's analysts expect: of the last two releases of high impact, and of the next two. */
export async function expectOfSample({ pool, log, now }: TaskContext): Promise<void> {
  const { rowCount } = await pool.query(
    `with analysts as (
       select author_id, min(author_name) as author_name, row_number() over (order by author_id) as analyst
       from public.signals where demonstration group by author_id
     ), releases as (
       select id, starts_at, case when starts_at > $1 then 1 else -1 end
         * row_number() over (partition by starts_at > $1 order by abs(extract(epoch from starts_at - $1)), id) as place
       from public.announcements
       where sample and listed and impact = 'high' and kind = 'release' and precision = 'exact' and state in ('scheduled', 'released') and forecast is not null
         and starts_at not between $1::timestamptz - interval '1 minute' and $1::timestamptz + interval '1 hour'
     ), due as (
       select releases.id, said.direction, said.probability, author_id, author_name, least($1, starts_at - interval '20 hours') as made
       from jsonb_to_recordset($2) as said (place int, analyst int, direction text, probability text)
       join releases using (place) join analysts using (analyst)
       where not exists (select from public.expectations where demonstration)
       order by starts_at, analyst
     )
     select private.record_expectation(id, direction, probability, author_id, author_name, made, $1, true) from due`,
    [new Date(now()).toISOString(), JSON.stringify(SAID)],
  )
  if (rowCount) log.info({ expectations: rowCount }, 'expectations of the demonstration sealed')
}
