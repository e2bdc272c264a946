import type pg from 'pg'
import { WORDS } from '../community/community-rows.ts'

type Size = { tickets: number; members: number; staff: string; member: string }

/** Two years of tickets, without triggers: 4 % wait, the rest is closed; words as often as words are (the n-th by 1/n). */
export async function fillTickets(
  database: pg.Client,
  { tickets, members, staff, member }: Size,
): Promise<void> {
  await database.query(`set session_replication_role = replica; set synchronous_commit = off`)
  await database.query(
    `with made as (insert into auth.users (id, email, aud, role, created_at, updated_at)
       select md5('bench member ' || n)::uuid, 'bench' || n || '@example.com', 'authenticated', 'authenticated', now(), now() from generate_series(1, $1) as n returning id, email)
     insert into public.profiles (id, username, first_name, last_name) select id, split_part(email, '@', 1), 'Prénom', 'Nom' || row_number() over () from made`,
    [members],
  )
  await database.query(
    'create temp table bench_words as select word, n::int from unnest($1::text[]) with ordinality as given (word, n)',
    [WORDS],
  )
  await database.query('create unique index on bench_words (n)')
  await database.query(
    `create temp table bench_texts as
     select piece::int as piece, string_agg(word, ' ') as text from generate_series(0, 8191) as piece cross join generate_series(1, 20) as k
     join bench_words on n = least($1::int, floor(exp((hashint8extended(piece * 64 + k, 3) & 1048575) / 1048576.0 * ln($1::int + 1)))::int)
     group by piece`,
    [WORDS.length],
  )
  await database.query('create unique index on bench_texts (piece)')
  await database.query(
    `insert into public.tickets (id, user_id, subject, topic, priority, state, language, assignee, opened_at, promise, seal, answer_due_at, solve_due_at,
       first_answered_at, paused_since, solved_at, closed_at, turn_at, messages, last_message_at, last_by, complaint_due_at)
     select md5('bench ticket ' || n)::uuid, case when n % 200 = 0 then $3::uuid else md5('bench member ' || 1 + n % $2::int)::uuid end, left(text.text, 60),
       (array['account','billing','contract','figure','signals','learning','community','referral','technical','other','complaint'])[1 + n % 11],
       (array['low','normal','normal','high'])[1 + n % 4], case when n % 25 = 0 then 'open' else 'closed' end, (array['fr','fr','fr','en','es','it'])[1 + n % 6],
       case when n % 3 = 0 then $4::uuid end, at, '{"answer_minutes": 120}', repeat('a', 64), at + interval '2 hours', at + interval '8 hours',
       at + interval '1 hour', case when n % 25 <> 0 then at + interval '5 hours' end, case when n % 25 <> 0 then at + interval '5 hours' end, case when n % 25 <> 0 then at + interval '29 days' end,
       case when n % 25 = 0 then at + interval '8 hours' else 'infinity' end, 3, at + interval '5 hours', 'staff', case when n % 11 = 10 then at + interval '60 days' end
     from generate_series(1, $1::int) as n join bench_texts as text on text.piece = n % 8192, lateral (select now() - n * interval '2 years' / $1::int as at) as moment`,
    [tickets, members, member, staff],
  )
  await database.query(
    `insert into public.ticket_messages (ticket, author, role, author_name, body, at)
     select id, case when k = 2 then $1::uuid else user_id end, case when k = 2 then 'staff' else 'member' end, 'Nom', text.text, opened_at + k * interval '1 hour'
     from public.tickets cross join generate_series(1, 3) as k join bench_texts as text on text.piece = abs(hashtext(id::text || k)) % 8192`,
    [staff],
  )
  await database.query(
    `insert into public.ticket_events (ticket, kind, at, actor_role, data)
     select id, kind, opened_at + after, 'admin', data from public.tickets,
       (values ('opened', interval '0', '{}'::jsonb), ('answered', interval '1 hour', '{"seconds": 3600}'), ('solved', interval '5 hours', '{}')) as happened (kind, after, data)`,
  )
  await database.query(
    `insert into private.ticket_words (ticket, touched_at, words)
     select kept.id, kept.last_message_at, private.words_of(concat_ws(' ', kept.number, kept.subject, profile.first_name, profile.last_name, profile.username, string_agg(message.body, ' ')), kept.language)
     from public.tickets as kept join public.profiles as profile on profile.id = kept.user_id join public.ticket_messages as message on message.ticket = kept.id
     group by kept.id, profile.id`,
  )
  await database.query(`set session_replication_role = origin; analyze`)
}
