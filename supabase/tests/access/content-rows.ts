import type { SupabaseClient } from '@supabase/supabase-js'
import type { Row } from './access-row.ts'

/** A published item of each tier with its related rows, and the permitted actors. */
export const CONTENT_ROWS = `
insert into content_items (id, kind, slug, position, tier, version)
  select gen_random_uuid(), 'help-article', 'tier-' || tier, 1, tier, 1 from unnest(array['visitor', 'freemium', 'premium']) as tier;
insert into content_versions (item, version, document, author_name)
  select id, 1, '{"fields": {}, "texts": {"fr": {"title": "Titre", "summary": "Résumé", "body": "Corps"}}, "from": {}}', 'Test' from content_items where slug like 'tier-%';
insert into content_redirects select kind, slug || '-old', id from content_items where slug like 'tier-%';
select private.publish_version(item, 1, now()) from content_items as item where slug like 'tier-%';
insert into media (path, size) values ('picture.png', 1);
insert into help_feedback (member, item, version, useful) select profiles.id, item, 1, true from profiles, published_content where slug = 'tier-visitor';
insert into help_openings (member, item) select profiles.id, item from profiles, published_content where slug = 'tier-visitor';
insert into private.help_words select 'fr', 'corps', item from published_content where slug = 'tier-visitor' on conflict do nothing`

const MEMBERS = 'freemium premium analyst admin'
const EVERYBODY = `visitor ${MEMBERS}`
const READERS = { visitor: EVERYBODY, freemium: MEMBERS, premium: 'premium analyst admin' } as const
const ofTier = (tier: string) => () =>
  `item = (select item from published_content where slug = 'tier-${tier}')`
const all = () => 'true'

const own = (me: string) => `member = '${me}'`
const theirs = (_: string, bystander: string) => `member = '${bystander}'`
const FEEDBACK = {
  table: 'help_feedback',
  change: 'useful = false',
  insert: `insert into help_feedback (item, version, useful) select item, 1, false from published_content where slug = 'tier-premium'`,
}
const OPENING = {
  table: 'help_openings',
  change: 'ticket_at = now()',
  insert: `insert into help_openings (member, item) select auth.uid(), item from published_content where slug = 'tier-premium'`,
}

const tiered = (tier: keyof typeof READERS): Record<string, Row> => ({
  [`body for the tier ${tier}`]: {
    table: 'published_bodies',
    where: ofTier(tier),
    change: `fields = '{}'`,
    insert: `insert into published_bodies select item, 1, '{}', '{}' from published_content limit 1`,
    allowed: { read: READERS[tier] },
  },
  [`words of a body for the tier ${tier}`]: {
    table: 'published_words',
    where: () => `part = 'body' and ${ofTier(tier)()}`,
    change: `body = ''`,
    insert: `insert into published_words select item, 'fr', 'body', '', '' from published_content limit 1`,
    allowed: { read: READERS[tier] },
  },
  [`words of a card of the tier ${tier}`]: {
    table: 'published_words',
    where: () => `part = 'card' and ${ofTier(tier)()}`,
    change: `body = ''`,
    insert: `insert into published_words select item, 'fr', 'card', '', '' from published_content limit 1`,
    allowed: { read: EVERYBODY },
  },
})

export const CONTENT: Readonly<Record<string, Row>> = {
  'kind of content': {
    table: 'content_kinds',
    where: all,
    change: `writers = '{analyst}'`,
    insert: `insert into content_kinds (kind, writers, required_texts) values ('mine', '{analyst}', '{title}')`,
    allowed: { read: EVERYBODY },
  },
  'item of content': {
    table: 'content_items',
    where: all,
    change: `tier = 'visitor'`,
    insert: `insert into content_items (kind, slug, position, tier) values ('help-article', 'mine', 1, 'visitor')`,
    allowed: { read: 'analyst admin' },
  },
  'version of content': {
    table: 'content_versions',
    where: all,
    change: `document = '{}'`,
    insert: `insert into content_versions (item, version, document, author_name) select id, 9, '{}', 'x' from content_items limit 1`,
    allowed: { read: 'analyst admin' },
  },
  'address that moved': {
    table: 'content_redirects',
    where: all,
    change: `slug = 'mine'`,
    insert: `insert into content_redirects select kind, 'mine', id from content_items limit 1`,
    allowed: { read: EVERYBODY },
  },
  'card of content': {
    table: 'published_content',
    where: all,
    change: `tier = 'visitor'`,
    insert: `insert into published_content select item, kind, slug, parent, position, tier, now(), now(), 1, '{}' from published_content limit 1`,
    allowed: { read: EVERYBODY },
  },
  ...tiered('visitor'),
  ...tiered('freemium'),
  ...tiered('premium'),
  'own answer about an article': {
    ...FEEDBACK,
    where: own,
    allowed: { read: MEMBERS, insert: MEMBERS, change: MEMBERS, remove: MEMBERS },
  },
  'answer of another member about an article': {
    ...FEEDBACK,
    where: theirs,
    insert: FEEDBACK.insert
      .replace('(item', '(member, item')
      .replace('select item', 'select gen_random_uuid(), item'),
    allowed: {},
  },
  'own opening of a suggested article': { ...OPENING, where: own, allowed: { read: MEMBERS } },
  'opening by another member': { ...OPENING, where: theirs, allowed: {} },
  'word of the help articles': {
    table: 'private.help_words',
    where: all,
    change: `word = 'autre'`,
    insert: `insert into private.help_words select 'en', word, item from private.help_words limit 1`,
    allowed: {},
  },
  'picture in the library': {
    table: 'media',
    where: all,
    change: `alt = '{}'`,
    insert: `insert into media (path, size) values ('mine.png', 1)`,
    allowed: { read: 'analyst admin' },
  },
}

/** A document of a help article. Every given language is complete. */
export function article(words: string, languages: readonly string[] = ['fr', 'en', 'es', 'it']) {
  return {
    fields: { category: 'start' },
    texts: Object.fromEntries(
      languages.map((language) => [
        language,
        {
          title: `${words} ${language}`,
          summary: `Résumé ${words}`,
          body: `# ${words}\n\nCorps ${language}`,
        },
      ]),
    ),
    from: {},
  }
}

let counter = 0
/** Creates a help article as an actor. Throws the database's refusal. */
export async function create(
  { as }: { as: { admin: SupabaseClient } },
  document: object = article(`Article ${++counter}`),
  slug = `article-${++counter}`,
): Promise<string> {
  const { data } = await as.admin
    .rpc('create_content', { kind: 'help-article', slug, document })
    .throwOnError()
  return data as string
}

export async function publishContent(
  { as }: { as: { admin: SupabaseClient } },
  item: string,
  version: number,
): Promise<void> {
  await as.admin.rpc('publish_content', { item, expected_version: version }).throwOnError()
}
