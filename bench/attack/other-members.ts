import { type Attack, tally } from './target.ts'

type Owned = { table: string; owner: string }

/** Rows of another member: reading, changing, deleting, and writing in their name. */
export const otherMembers: Attack = async ({ send, member, database }) => {
  const [thief, visitor] = [await member(), undefined]
  const victim = await member()
  const { outcome, tried } = tally()
  const { rows: tables } = await database.query<Owned>(
    `select relname as table, attname as owner from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and atttypid = 'uuid'::regtype
        and attname in ('user_id', 'member_id', 'referrer_id') and not relispartition order by 1`,
  )
  for (const { table, owner } of tables) {
    for (const token of [thief.token, visitor]) {
      const who = token ? 'another member' : 'a visitor'
      const read = await send(`/rest/v1/${table}?${owner}=neq.${thief.id}&limit=5`, {
        ...(token && { token }),
      })
      const found = read.ok ? ((await read.json()) as unknown[]).length : 0
      tried(`${who} reads ${table}`, found > 0)
      const filter = `${owner}=eq.${victim.id}`
      const headers = { prefer: 'return=representation' }
      const body = JSON.stringify({ [owner]: thief.id })
      const changed = await send(`/rest/v1/${table}?${filter}`, {
        method: 'PATCH',
        body,
        headers,
        ...(token && { token }),
      })
      tried(
        `${who} takes rows of ${table}`,
        changed.ok && (await changed.text()) !== '[]' && changed.status !== 204,
      )
      const removed = await send(`/rest/v1/${table}?${filter}`, {
        method: 'DELETE',
        headers,
        ...(token && { token }),
      })
      tried(
        `${who} removes rows of ${table}`,
        removed.ok && (await removed.text()) !== '[]' && removed.status !== 204,
      )
      const written = await send(`/rest/v1/${table}`, {
        method: 'POST',
        body: JSON.stringify({ [owner]: victim.id }),
        headers,
        ...(token && { token }),
      })
      tried(`${who} writes ${table} in another's name`, written.status === 201)
    }
  }
  return outcome
}
