import type pg from 'pg'

/** Publishes so many questions of the daily bank, of every topic and level, past the functions of the studio. */
export async function fillBank(admin: Pick<pg.Pool, 'query'>, size: number): Promise<string[]> {
  await admin.query(
    `with made as (
       insert into public.content_items (kind, slug, position, tier, version)
       select 'question', 'bank-' || n, n, 'visitor', 1 from generate_series(1, $1::int) as n returning id, position
     )
     insert into public.content_versions (item, version, document, author_name)
     select id, 1, jsonb_build_object('from', '{}'::jsonb,
       'fields', jsonb_build_object('topic', (array['risk', 'technical', 'fundamental', 'psychology', 'mechanics', 'regulation'])[1 + position % 6],
         'level', 1 + position / 6 % 3, 'form', 'numeric', 'right', position::text, 'daily', true),
       'texts', jsonb_build_object('fr', jsonb_build_object('title', 'Question ' || position, 'ask', 'Combien, question ' || position || ' ?', 'why', 'Parce que ' || position))), 'Test'
     from made`,
    [size],
  )
  const { rows } = await admin.query<{ id: string }>(
    `select id, private.publish_version(items, 1, now()) from public.content_items as items where kind = 'question' and slug like 'bank-%' order by position`,
  )
  return rows.map(({ id }) => id)
}

/** Opens the tests of these days, past the worker. */
export async function openDays(admin: Pick<pg.Pool, 'query'>, ...days: string[]): Promise<void> {
  await admin.query(
    `with told as (select private.append_to_ledger('note', null, '{}') as entry)
     insert into public.daily_tests (day, commitment, bank_hash, sequence, committed_at, late, beacon, opened_at)
     select day, repeat('a', 64), repeat('b', 64), (entry).sequence, now(), false, repeat('c', 64), private.day_begins(day) from told, unnest($1::date[]) as day
     on conflict do nothing`,
    [days],
  )
}

/** A member's finished test of a day, as an attempt that ends at a time. */
export async function finishDaily(
  admin: Pick<pg.Pool, 'query'>,
  member: string,
  day: string,
  { at = `${day}T12:00:00Z`, score = 7 } = {},
): Promise<void> {
  await openDays(admin, day)
  await admin.query(
    `with begun as (
       insert into public.attempts (member, purpose, subject, started_at, deadline, total)
       values ($1, 'daily', $2::date::text, $3::timestamptz - interval '5 minutes', $3::timestamptz + interval '7 minutes', 10) returning id)
     select id from begun`,
    [member, day, at],
  )
  await admin.query(
    `update public.attempts set finished_at = $3, score = $4 where member = $1 and purpose = 'daily' and subject = $2`,
    [member, day, at, score],
  )
}
