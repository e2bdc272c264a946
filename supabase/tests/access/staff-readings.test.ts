import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { ANNOUNCEMENT_ROWS } from './announcement-rows.ts'
import { CERTIFICATE_ROWS } from './certificate-rows.ts'
import { COMMUNITY_ROWS } from './community-rows.ts'
import { CONTENT_ROWS } from './content-rows.ts'
import { DAILY_ROWS } from './daily-rows.ts'
import { DESK_ROWS } from './desk-rows.ts'
import { EVENT_ROWS } from './events-rows.ts'
import { GUIDE_ROWS } from './guide-rows.ts'
import { LEARNING_ROWS } from './learning-rows.ts'
import { MODERATION_ROWS } from './moderation-rows.ts'
import { MONEY_ROWS } from './money-rows.ts'
import { OWN_DATA_ROWS } from './own-data-rows.ts'
import { TICKET_ROWS } from './ticket-rows.ts'

/**
 * Data that staff may read beyond members requires a proved second factor. Relations, policies and functions are read from the
 * catalogue, not listed here, and the account is compared with itself without its role.
 */
let vigie: Product
let bystander: string
beforeAll(async () => {
  vigie = await product()
  bystander = (await vigie.member()).id
  for (const rows of [
    GUIDE_ROWS,
    DESK_ROWS,
    CONTENT_ROWS,
    LEARNING_ROWS,
    CERTIFICATE_ROWS,
    DAILY_ROWS,
    COMMUNITY_ROWS,
    EVENT_ROWS,
    ANNOUNCEMENT_ROWS,
    MODERATION_ROWS,
    OWN_DATA_ROWS,
    MONEY_ROWS,
    TICKET_ROWS,
  ])
    await vigie.admin.query(rows)
  await vigie.admin.query(
    `insert into admin_notifications (type, user_email) values ('inscription', 'somebody@example.com')`,
  )
  await vigie.admin.query(
    `insert into storage.objects (bucket_id, name) select id, $1 || '/' || gen_random_uuid() from storage.buckets`,
    [bystander],
  )
  await vigie.admin.query(
    `insert into _server.mail_outbox (to_address, template, data) values ('a@example.com', 'magic_link', '{"Token": "418207"}')`,
  )
}, 60_000)
afterAll(() => vigie.stop())

/**
 * Variants of the admin's account: with a proved factor, with a password only, without the required factor, or without its role.
 */
const SESSIONS = {
  proven: { aal: 'aal2', factor: true, staff: true },
  unproven: { aal: 'aal1', factor: true, staff: true },
  'without a factor': { aal: 'aal1', factor: false, staff: true },
  member: { aal: 'aal2', factor: true, staff: false },
} as const
type Kind = keyof typeof SESSIONS
/** The result of each object of the catalogue: its rows or its refusal. */
type Answers = ReadonlyMap<string, string>

/** Queries every object in such a session. `more` runs first, as the database owner; everything is rolled back. */
async function answers(kind: Kind, more = 'select'): Promise<Answers> {
  const { aal, factor, staff } = SESSIONS[kind]
  const me = vigie.idOf.admin
  const client = await vigie.admin.connect()
  try {
    await client.query('begin')
    await client.query(more)
    await client.query('update private.security_settings set require_staff_mfa = true')
    if (factor)
      await client.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', 'verified', now(), now())`,
        [randomUUID(), me],
      )
    // Staff read what premium members read; this requires only a password.
    await client.query(
      `insert into public.premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
      [me],
    )
    // Skip the other effects of a lost role, so that the account stays the same.
    if (!staff)
      await client.query(
        `set local session_replication_role = replica; delete from public.staff where user_id = '${me}'; set local session_replication_role = origin`,
      )
    const questions = await everyQuestion(client)
    const claims = JSON.stringify({ role: 'authenticated', sub: me, aal })
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true), set_config('realtime.topic', '', true)`,
      [claims],
    )
    const heard = new Map<string, string>()
    for (const [name, statement] of questions) heard.set(name, await answer(client, statement))
    return heard
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function answer(client: pg.PoolClient, statement: string): Promise<string> {
  await client.query('savepoint question')
  try {
    const { rows } = await client.query(statement)
    return JSON.stringify(rows)
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    return code === '42501' ? 'refused' : `${code} ${message}`
  } finally {
    await client.query('rollback to savepoint question')
  }
}

/** A statement for each relation, each policy, and each function that a member may call. */
async function everyQuestion(client: pg.PoolClient): Promise<[name: string, statement: string][]> {
  const { rows } = await client.query<{ name: string; statement: string }>({
    text: `
    select 'table ' || oid::regclass as name, format('select count(*) from %s', oid::regclass) as statement
      from pg_class where relkind in ('r', 'p', 'v', 'm') and not relispartition
       and (relnamespace = 'public'::regnamespace or oid = 'storage.objects'::regclass) and has_table_privilege('authenticated', oid, 'select')
    union all
    -- A row of which nothing is known: a table may be empty, and what lets it through lets every row through.
    select format('policy %s on %s', polname, polrelid::regclass),
        format('select coalesce((select %s from (select (null::%s).*) as %I), false)', pg_get_expr(polqual, polrelid), polrelid::regclass, relname)
      from pg_policy join pg_class on pg_class.oid = polrelid where polcmd in ('r', '*') and polqual is not null
    union all
    -- Topics are named by the policies that open them.
    select 'topic ' || topic[1], format(
        $$select set_config('realtime.topic', %1$L, true), (select count(*) from (values ('broadcast'), ('presence')) as kind (extension) where %2$s)$$,
        topic[1], replace(pg_get_expr(polqual, polrelid), 'messages.extension', 'extension'))
      from pg_policy, regexp_matches(pg_get_expr(polqual, polrelid), '''(staff:[^'']+)''', 'g') as topic
      where polrelid = 'realtime.messages'::regclass and polcmd = 'r'
    union all
    select format('function %s(%s)', proname, case filling when 'null' then 'nothing' else 'something' end), format(
        'select to_jsonb(answer) as answer from %s(%s) as answer', pg_proc.oid::regproc, coalesce((
          select string_agg(case when filling = 'null' then 'null' else coalesce(samples ->> format_type(type, null), 'null') end || '::' || format_type(type, null), ', ' order by place)
          from unnest(proargtypes::oid[]) with ordinality as argument (type, place)
        ), ''))
      from pg_proc, unnest(array['null', 'sample']) as filling, jsonb_build_object(
        'uuid', quote_literal('${bystander}'), 'text', '''a''', 'integer', '30', 'bigint', '1', 'boolean', 'false', 'jsonb', '''{}''', 'numeric', '1',
        'date', '''2026-01-05''', 'timestamp with time zone', '''2026-01-05''', 'uuid[]', '''{${bystander}}''', 'bigint[]', '''{1}''') as samples
      where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
        and has_function_privilege('authenticated', pg_proc.oid, 'execute')
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by name`,
  })
  return rows.map(({ name, statement }) => [name, statement])
}

/** These return the caller's identity and disclose nothing else. */
const TELLS_THE_ROLE = /^function (my_access|current_staff_role|staff_write_state|writing_staff_role)\(/

/**
 * The results that a session has beyond a member. For results that vary between calls (a random id), only a refusal is
 * significant.
 */
function beyond(session: Answers, member: Answers, again: Answers): string[] {
  return [...session]
    .filter(([name, told]) => {
      if (TELLS_THE_ROLE.test(name) || told === 'refused' || told === member.get(name)) return false
      return member.get(name) === again.get(name) || member.get(name) === 'refused'
    })
    .map(([name]) => name)
}

describe('what staff alone read', () => {
  let member: Answers
  let again: Answers
  beforeAll(async () => {
    member = await answers('member')
    again = await answers('member')
  }, 120_000)

  it('is open to a session that proved the second factor: this test sees the difference', async () => {
    const seen = beyond(await answers('proven'), member, again)
    expect(seen).toEqual(
      expect.arrayContaining([
        'function list_mails(nothing)',
        'function read_mail(something)',
        'function member_file(something)',
        'function list_payments(nothing)',
        'function office_revenue(something)',
        'function list_members(nothing)',
        'function list_audit(nothing)',
        'table leads',
        'table audit_log',
        'table members',
        'table invoices',
        'table payments',
        'table profiles',
        'table storage.objects',
        'topic staff:qualification',
      ]),
    )
    expect(seen.length).toBeGreaterThan(60)
  }, 120_000)

  it('is closed to an admin who has a factor and did not prove it', async () => {
    expect(beyond(await answers('unproven'), member, again)).toEqual([])
  }, 120_000)

  it('is closed to an admin who has none while one is demanded', async () => {
    expect(beyond(await answers('without a factor'), member, again)).toEqual([])
  }, 120_000)

  it('is found when a later migration forgets to ask', async () => {
    const forgotten = `
      create function public.peek() returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
      begin
        if public.current_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
        return query select * from public.leads;
      end $$;
      create function public.peek_too(row_id bigint) returns bigint language sql stable security definer set search_path = '' as $$
        select row_id from public.staff where user_id = (select auth.uid())
      $$;
      create table public.hoard (secret text);
      alter table public.hoard enable row level security;
      grant select on public.hoard to authenticated;
      create policy "admins read the hoard" on public.hoard for select to authenticated using ((select public.current_staff_role()) = 'admin');`
    const plain = [await answers('member', forgotten), await answers('member', forgotten)] as const
    expect(beyond(await answers('unproven', forgotten), ...plain)).toEqual([
      'function peek(nothing)',
      'function peek(something)',
      'function peek_too(something)',
      'policy admins read the hoard on hoard',
    ])
  }, 120_000)

  it('rests on one function: nothing else in the database asks for the bare role', async () => {
    const { rows } = await vigie.admin.query(
      `select proname as name from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc like '%current_staff_role%'
       union all select policyname from pg_policies where coalesce(qual, '') || coalesce(with_check, '') like '%current_staff_role%'
       order by name`,
    )
    expect(rows.map(({ name }) => name)).toEqual(
      [
        // The last three record the role of the actor.
        'my_access',
        'reading_staff_role',
        'staff_write_state',
        'writing_staff_role',
        'audit_change',
        'note_staff_act',
        'note_staff_claim',
      ].sort(),
    )
  })
})
