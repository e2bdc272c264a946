import type pg from 'pg'

/** French words, the common ones first; their stems are as unlike as in real texts. */
const SYLLABLES = ['ba', 'cor', 'di', 'fle', 'gou', 'lan', 'mi', 'nou', 'pra', 'ru', 'sel', 'tan', 'vi', 'zo']
export const WORDS: readonly string[] = Array.from({ length: 1200 }, (_, n) =>
  [n % 14, Math.floor(n / 14) % 14, (n * 5 + Math.floor(n / 196)) % 14].map((at) => SYLLABLES[at]).join(''),
)

/** A power of two. */
const PIECES = 16_384

type Size = { threads: number; posts: number; members: number }

/**
 * Two years of a forum, without triggers: words as often as words are (the n-th by 1/n), threads of very different lengths,
 * members who write little and a lot, and a tenth of the threads read by everybody who signed up.
 */
export async function fillForum(
  database: pg.Client,
  { threads, posts, members }: Size,
): Promise<Omit<Size, 'members'>> {
  // Who reads has been there from the beginning: of newcomers nothing counts as unread.
  await database.query(
    "update public.community_members set trust = 3, joined_at = now() - interval '2 years'",
  )
  await database.query('set session_replication_role = replica')
  await database.query(
    "set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'",
  )
  await database.query(
    'drop index private.post_words_index, private.thread_words_index, public.posts_of_author',
  )
  await database.query(
    'create temp table bench_words as select word, n::int from unnest($1::text[]) with ordinality as given (word, n)',
    [WORDS],
  )
  await database.query('create unique index on bench_words (n)')
  // Pieces of eight words, each drawn by 1/n; a text is some of them.
  await database.query(
    `create temp table bench_pieces as
     select piece::int as n, string_agg(word, ' ') as text from generate_series(0, $1::int - 1) as piece cross join generate_series(1, 8) as k
     join bench_words on n = least($2::int, floor(exp((hashint8extended(piece * 64 + k, 3) & 1048575) / 1048576.0 * ln($2::int + 1)))::int)
     group by piece`,
    [PIECES, WORDS.length],
  )
  await database.query('create unique index on bench_pieces (n); analyze bench_pieces')
  await database.query(
    `insert into public.community_members (id, user_id, handle, name, joined_at)
     select gen_random_uuid(), gen_random_uuid(), 'bench-' || n, 'Membre ' || n, now() - interval '2 years' from generate_series(1, $1::int) as n`,
    [members],
  )
  await database.query(`
    create temp table bench_members as select id, row_number() over ()::int as n from public.community_members where handle like 'bench%';
    create unique index on bench_members (n)`)
  // Ids in the order of time, as the product's are; a thread has that of its first post.
  await database.query(
    `create function pg_temp.id_of(thread bigint, place int) returns uuid language sql immutable as $$
       select ('00000000-0000-7000-8000-' || lpad(to_hex(thread * 65536 + place), 12, '0'))::uuid $$`,
  )
  await database.query(
    `create temp table bench_threads as
     select n::int, pg_temp.id_of(n, 1) as id, now() - interval '2 years' * (1 - n::float8 / $1) as created_at,
       -- Lengths by a power law: most are short, a few have thousands of posts.
       greatest(1, floor($2::float8 / $1 * 0.235 / power(((hashint8extended(n, 1) & 1048575) + 12) / 1048588.0, 0.8)))::int as length
     from generate_series(1, $1::int) as n`,
    [threads, posts],
  )
  await database.query(
    `insert into public.posts (id, thread, position, author, body, published_at)
     select pg_temp.id_of(threads.n, place), threads.id, place, members.id, one.text || ' ' || other.text,
       threads.created_at + (least(interval '60 days', now() - threads.created_at) * (place - 1) / threads.length)
     from bench_threads as threads cross join lateral generate_series(1, length) as place
     cross join lateral (select threads.n::bigint * 65536 + place as seed) as drawn
     join bench_pieces as one on one.n = hashint8extended(seed, 5) & ($2::int - 1)
     join bench_pieces as other on other.n = hashint8extended(seed, 6) & ($2::int - 1)
     -- Few write much.
     join bench_members as members on members.n = 1 + floor(power((hashint8extended(seed, 9) & 1048575) / 1048576.0, 2) * $1)::int
     -- As they are published, so they lie in the table.
     order by 6`,
    [members, PIECES],
  )
  await database.query(`
    insert into public.threads (id, category, title, author, language, created_at, replies, readers, last_position, last_shown, last_post_at, last_author, heat, excerpt)
    select threads.id, (array['methode','risque','prop-firms','outils','entraide'])[1 + threads.n % 5], initcap(title.text), first.author, 'fr',
      threads.created_at, length - 1, length, length, length, last.published_at, last.author, private.weight_at(last.published_at, length), left(first.body, 200)
    from bench_threads as threads join bench_pieces as title on title.n = threads.n % ${PIECES} join public.posts as first on first.thread = threads.id and first.position = 1
    join public.posts as last on last.thread = threads.id and last.position = length`)
  await database.query(`
    insert into private.post_words (post, thread, author, published_at, words) select id, thread, author, published_at, private.words_of(body, 'fr') from public.posts order by published_at;
    insert into private.thread_words select id, private.words_of(title, 'fr') from public.threads;
    insert into private.community_counts (day, posts, threads) select private.paris_day(published_at), count(*), count(*) filter (where position = 1) from public.posts group by 1;
    insert into private.community_counts (day, members) select private.paris_day(now() - interval '2 years'), count(*) from public.community_members;
    insert into public.thread_reads (member, thread, last_position, read_at)
      select known.id, threads.id, threads.last_position / 2, threads.created_at + (threads.last_post_at - threads.created_at) / 2 from public.community_members as known, public.threads where known.handle not like 'bench%' and hashtextextended(threads.id::text, 4) % 10 = 0;
    create index post_words_index on private.post_words using gin (private.words_and_week(words, published_at));
    create index thread_words_index on private.thread_words using gin (words);
    create index posts_of_author on public.posts (author, published_at desc)`)
  await database.query('set session_replication_role = origin')
  await database.query('reset all')
  await database.query('vacuum analyze')
  const { rows } = await database.query<Omit<Size, 'members'>>(
    'select (select count(*) from public.threads)::int as threads, (select count(*) from public.posts)::int as posts',
  )
  return rows[0]!
}
