import type { SupabaseClient } from '@supabase/supabase-js'
import { type Product, product } from '../product.ts'

export type Written = {
  id: string
  position: number | null
  held: boolean
  shielded: boolean
  reasons: string[]
}
export type Forum = Product & {
  /** The actors' ids as members of the community. */
  known: Record<'freemium' | 'premium' | 'analyst' | 'admin', string>
  begin(who: SupabaseClient, more?: Record<string, unknown>): Promise<Written>
  answer(who: SupabaseClient, thread: string, body: string, more?: Record<string, unknown>): Promise<Written>
  one<Row>(statement: string, values?: unknown[]): Promise<Row>
}

/**
 * The product with members who may write without review and without limits, and a judgement that the words of a text decide:
 * ATTENDRE waits, MASQUER is masked, REFUSER is refused; an edit of a new member waits.
 */
export async function forum(): Promise<Forum> {
  const vigie = await product()
  await vigie.admin.query(`
    update public.community_members set trust = 3;
    create or replace function private.judge(author public.community_members, text text, kind text) returns private.verdict
    language sql stable set search_path = '' as $$
      select case
        when text like '%ATTENDRE%' then row('hold', '{contact}'::text[], null)::private.verdict
        when kind = 'edit' and author.trust = 0 then row('hold', '{edit_of_new_member}'::text[], null)::private.verdict
        when text like '%MASQUER%' then row('shield', '{contact}'::text[], regexp_replace(text, 'MASQUER \\S+', '⟦contact⟧', 'g'))::private.verdict
        when text like '%REFUSER%' then row('refuse', '{word}'::text[], null)::private.verdict
        else row('pass', '{}'::text[], null)::private.verdict end $$;
    -- Limits have a file of tests of their own.
    create or replace function private.forum_limits(trust int) returns table (posts_a_minute int, posts_an_hour int, threads_a_day int, mentions int, pictures_a_day int)
    language sql immutable set search_path = '' as 'select 9999, 9999, 9999, 10, 30'`)
  const { rows } = await vigie.admin.query<{ id: string; user_id: string }>(
    'select id, user_id from public.community_members',
  )
  const known = Object.fromEntries(
    Object.entries(vigie.idOf).map(([actor, id]) => [
      actor,
      rows.find(({ user_id }) => user_id === id)?.id ?? '',
    ]),
  ) as Forum['known']
  return {
    ...vigie,
    known,
    begin: async (who, more = {}) =>
      (
        await who
          .rpc('start_thread', {
            category: 'methode',
            title: 'Lire la réaction au CPI',
            body: 'Cinq minutes sans rien faire.',
            ...more,
          })
          .throwOnError()
      ).data,
    answer: async (who, thread, body, more = {}) =>
      (await who.rpc('publish_post', { thread, body, ...more }).throwOnError()).data,
    one: async <Row>(statement: string, values: unknown[] = []) =>
      (await vigie.admin.query(statement, values)).rows[0] as Row,
  }
}

/** A member who writes freely, with their id in the community. */
export async function writer(vigie: Product): Promise<{ client: SupabaseClient; id: string; known: string }> {
  const member = await vigie.member()
  const { rows } = await vigie.admin.query<{ id: string }>(
    'update public.community_members set trust = 3 where user_id = $1 returning id',
    [member.id],
  )
  return { ...member, known: rows[0]?.id ?? '' }
}
