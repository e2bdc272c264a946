import type { SupabaseClient } from '@supabase/supabase-js'
import type { Product } from '../product.ts'

/** A member of the community in these tests: the account, and the number under which others know it. */
export type Person = { client: SupabaseClient; account: string; id: string }

/** A new member who may write freely, unless they are new to the community. */
export async function person(
  vigie: Product,
  { trust = 3, name = '' }: { trust?: number; name?: string } = {},
): Promise<Person> {
  const { client, id } = await vigie.member()
  if (name)
    await vigie.admin.query('update profiles set first_name = $2, last_name = $3 where id = $1', [
      id,
      name.split(' ')[0],
      name.split(' ').slice(1).join(' '),
    ])
  const { rows } = await vigie.admin.query<{ id: string }>(
    'update community_members set trust = $2, trust_at = now() where user_id = $1 returning id',
    [id, trust],
  )
  return { client, account: id, id: rows[0]!.id }
}

/** Another member of staff. */
export async function colleague(vigie: Product, role: 'analyst' | 'admin' = 'analyst'): Promise<Person> {
  const made = await person(vigie)
  await vigie.admin.query('insert into staff (user_id, role) values ($1, $2)', [made.account, role])
  return made
}

/** Calls a function and returns its answer; throws the database's refusal. */
export async function ask<T = Record<string, unknown>>(
  client: SupabaseClient,
  name: string,
  parameters: Record<string, unknown> = {},
): Promise<T> {
  const { data, error } = await client.rpc(name, parameters)
  if (error) throw error
  return data as T
}

/** The key of a refusal; null if the call succeeds. */
export async function refusal(
  client: SupabaseClient,
  name: string,
  parameters: Record<string, unknown> = {},
): Promise<string | null> {
  const { error } = await client.rpc(name, parameters)
  return error?.message ?? null
}

type Written = { id: string; held: boolean; shielded: boolean; reasons: string[]; position: number | null }

/** A thread of the person with this text. */
export const thread = (author: Person, body: string, title = 'Une question de méthode'): Promise<Written> =>
  ask<Written>(author.client, 'start_thread', { category: 'methode', title, body })

/** An answer of the person in a thread. */
export const answer = (author: Person, to: string, body: string): Promise<Written> =>
  ask<Written>(author.client, 'publish_post', { thread: to, body })

/** The case about a subject, running or decided. */
export async function caseAbout({ admin }: Product, subject: string): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    'select id from moderation_cases where subject = $1 order by opened_at desc limit 1',
    [subject],
  )
  return rows[0]!.id
}

/** Sends every decision as the worker does when its thirty seconds are over. */
export async function sendDecisions({ admin }: Product): Promise<void> {
  const moment = new Date(Date.now() + 31_000).toISOString()
  const { rows } = await admin.query<{ id: string }>('select private.due_decisions($1) as id', [moment])
  for (const { id } of rows) await admin.query('select private.send_decision($1, $2)', [id, moment])
}
