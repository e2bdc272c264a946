import type { Row } from './access-row.ts'

/**
 * A thread of each member with an answer, and everybody's rows about them. Members have the ids of their accounts here, so that a
 * rule can name them.
 */
export const COMMUNITY_ROWS = `
update community_members set id = user_id;
select private.publish_thread(id, 'methode', 'Un sujet de chacun', 'Le texte d’un sujet.') from community_members;
select private.put_post(private.ordered_id(), threads, threads.author, 'Une réponse.', null, '{}', false, threads.id) from threads;
select private.put_edit(id, 'Une réponse, modifiée.') from posts where position = 2;
insert into held_posts (author, request, reasons) select id, '{"body": "x"}', '{first_posts}' from community_members;
insert into removed_texts (author, subject, kind, text) select id, gen_random_uuid(), 'post', 'x' from community_members;
insert into member_blocks (member, blocked) select id, (select min(other.id::text)::uuid from community_members as other where other.id <> known.id) from community_members as known;
insert into thread_reads (member, thread, last_position) select known.id, threads.id, 1 from community_members as known, threads on conflict do nothing;
insert into forum_reads_from (member) select id from community_members;
insert into forum_subscriptions (member, category, level) select id, 'methode', 'every' from community_members;
insert into forum_digests (member, frequency, next_at) select id, 'weekly', now() + interval '1 day' from community_members;
insert into forum_drafts (member, body) select id, 'Un brouillon' from community_members;
insert into post_reactions (post, member, kind) select posts.id, known.id, 'useful' from posts, community_members as known where position = 2;
select private.note_thread_event(id, 'pinned', by => 'admin') from threads;
insert into private.anonymous_posts select gen_random_uuid(), id from community_members;
insert into private.forum_writes (member, kind) select id, 'post' from community_members;
insert into private.useful_replies select id, 1 from posts where position = 2;
insert into private.post_places select thread, 9, id from posts where position = 2;
insert into private.post_mentions select id, author, false from posts;
insert into private.masked_quotes select one.id, other.id, 'x', 'y' from posts as one join posts as other on other.thread = one.thread and other.id <> one.id;
insert into private.post_pictures (post, name) select id, 'x' from posts`

const MEMBERS = 'freemium premium analyst admin'
const THREAD = '(select id from threads limit 1)'
const POST = '(select id from posts limit 1)'
type Table = Omit<Row, 'where' | 'allowed'> & {
  by?: string
  own?: Row['allowed']
  theirs?: Row['allowed']
}

/** Tables of which each member has rows: they read their own, and do with them what is named. */
const OWN: Readonly<Record<string, Table>> = {
  block: {
    table: 'member_blocks',
    change: 'created_at = now()',
    insert: `insert into member_blocks (blocked) select id from community_members where id <> private.own_member() order by id desc limit 1`,
    own: { read: MEMBERS, insert: MEMBERS, remove: MEMBERS },
  },
  'text that waits': {
    table: 'held_posts',
    by: 'author',
    change: `reasons = '{x}'`,
    insert: `insert into held_posts (author, request, reasons) values (private.own_member(), '{}', '{x}')`,
    theirs: { read: 'analyst admin' },
  },
  'removed text': {
    table: 'removed_texts',
    by: 'author',
    change: `text = ''`,
    insert: `insert into removed_texts (subject, kind, text) values (gen_random_uuid(), 'post', 'x')`,
    theirs: { read: 'analyst admin' },
  },
  'mark of reading': {
    table: 'thread_reads',
    change: 'last_position = 9',
    insert: `insert into thread_reads values (private.own_member(), ${THREAD}, 9)`,
  },
  'mark of all': {
    table: 'forum_reads_from',
    change: 'at = now()',
    insert: `insert into forum_reads_from values (private.own_member(), 'risque')`,
  },
  'followed category': {
    table: 'forum_subscriptions',
    change: `level = 'none'`,
    insert: `insert into forum_subscriptions (member, category, level) values (private.own_member(), 'risque', 'every')`,
  },
  digest: {
    table: 'forum_digests',
    change: `frequency = 'daily'`,
    insert: `insert into forum_digests values (private.own_member(), 'daily', now())`,
  },
  'draft of a post': {
    table: 'forum_drafts',
    change: `body = ''`,
    insert: `insert into forum_drafts (member, thread, body) values (private.own_member(), ${THREAD}, 'x')`,
    own: { read: MEMBERS, remove: MEMBERS },
  },
  reaction: {
    table: 'post_reactions',
    change: `kind = 'thanks'`,
    insert: `insert into post_reactions values (${POST}, private.own_member(), 'thanks')`,
  },
}

/** The same insert for another member. */
const inTheirName = (insert: string) =>
  insert
    .replace('member_blocks (blocked) select', 'member_blocks (member, blocked) select gen_random_uuid(),')
    .replace('values (private.own_member()', 'values (gen_random_uuid()')

const rowsOf = (whose: 'own' | "somebody's"): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(OWN).map(([name, { by = 'member', own = { read: MEMBERS }, theirs = {}, ...row }]) => [
      `${whose} ${name}`,
      {
        ...row,
        insert: whose === 'own' ? row.insert : inTheirName(row.insert),
        where: (me: string, bystander: string) => `${by} = '${whose === 'own' ? me : bystander}'`,
        allowed: whose === 'own' ? own : theirs,
      },
    ]),
  )

const row = (table: string, change: string, insert: string, allowed: Row['allowed'] = {}): Row => ({
  table,
  where: () => 'true',
  change,
  insert,
  allowed,
})
const hidden = (table: string, change: string) =>
  row(`private.${table}`, change, `insert into private.${table} select * from private.${table} limit 1`)

export const COMMUNITY: Readonly<Record<string, Row>> = {
  ...rowsOf('own'),
  ...rowsOf("somebody's"),
  'member of the community': row(
    'community_members',
    `name = 'Autre'`,
    `insert into community_members (handle, name) values ('autre', 'Autre')`,
    { read: MEMBERS },
  ),
  'category of the forum': {
    ...row(
      'forum_categories',
      `icon = 'sprout'`,
      `insert into forum_categories select 'autre', 9, names, icon from forum_categories limit 1`,
      { read: MEMBERS, change: 'admin' },
    ),
    where: () => `slug = 'risque'`,
  },
  thread: row(
    'threads',
    `title = 'Autre titre'`,
    `insert into threads (category, title, language) values ('risque', 'Autre titre', 'fr')`,
    { read: MEMBERS },
  ),
  post: row(
    'posts',
    `body = 'Autre'`,
    `insert into posts (thread, position, body) values (${THREAD}, 9, 'Autre')`,
    { read: MEMBERS },
  ),
  'revision of a post': row(
    'post_revisions',
    `body = 'Autre'`,
    `insert into post_revisions values (${POST}, 9, 'Autre', now())`,
    { read: MEMBERS },
  ),
  'event of a thread': row(
    'thread_events',
    `kind = 'locked'`,
    `insert into thread_events (thread, kind, by) values (${THREAD}, 'locked', 'admin')`,
    { read: MEMBERS },
  ),
  'author of an anonymous post': hidden('anonymous_posts', 'post = gen_random_uuid()'),
  'write of a member': hidden('forum_writes', 'at = now()'),
  'useful reply': hidden('useful_replies', 'weight = 0'),
  'words of a post': hidden('post_words', `words = ''`),
  'words of a title': hidden('thread_words', `words = ''`),
  'former place of a post': hidden('post_places', 'position = 99'),
  'mention in a post': hidden('post_mentions', 'quoted = true'),
  'masked quote': hidden('masked_quotes', `before = ''`),
  'picture of a post': hidden('post_pictures', `name = ''`),
  'count of the community': row(
    'private.community_counts',
    'posts = 9',
    `insert into private.community_counts (day) values (now())`,
  ),
}
