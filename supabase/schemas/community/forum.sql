-- The forum: categories, threads and posts. These tables hold only what everybody may read: a text that waits for review lies in
-- `held_posts`, one that was removed in `removed_texts`, and what stays here of it is a tombstone without words. So no list, search, count,
-- mail, broadcast or address can tell more than it should: the words are not there.
create table public.forum_categories (
  slug text primary key check (slug ~ '^[a-z][a-z-]{1,30}$'),
  position int not null,
  names jsonb not null check (private.is_translated(names)),
  icon text not null check (icon ~ '^[a-z-]{1,30}$'),
  -- Who begins a thread: everybody, or staff alone.
  opened_by text not null default 'members' check (opened_by in ('members', 'staff')),
  -- Every thread is a structured idea.
  of_ideas boolean not null default false,
  -- Seconds between two posts of a member in one thread; 0: none.
  slow_mode int not null default 0 check (slow_mode between 0 and 86400)
);
comment on table public.forum_categories is 'What threads are sorted into. Staff change them; a new installation has seven.';
insert into public.forum_categories (slug, position, icon, opened_by, of_ideas, names) values
  ('idees', 1, 'target', 'members', true, '{"fr": "Idées structurées", "en": "Structured ideas", "es": "Ideas estructuradas", "it": "Idee strutturate"}'),
  ('methode', 2, 'compass', 'members', false, '{"fr": "Méthode", "en": "Method", "es": "Método", "it": "Metodo"}'),
  ('risque', 3, 'shield', 'members', false, '{"fr": "Risque", "en": "Risk", "es": "Riesgo", "it": "Rischio"}'),
  ('prop-firms', 4, 'badge-check', 'members', false, '{"fr": "Prop firms", "en": "Prop firms", "es": "Prop firms", "it": "Prop firm"}'),
  ('outils', 5, 'calculator', 'members', false, '{"fr": "Outils", "en": "Tools", "es": "Herramientas", "it": "Strumenti"}'),
  ('debriefs', 6, 'notebook', 'staff', false, '{"fr": "Débriefs", "en": "Debriefs", "es": "Balances", "it": "Debrief"}'),
  ('entraide', 7, 'sprout', 'members', false, '{"fr": "Entraide", "en": "Peer help", "es": "Ayuda mutua", "it": "Aiuto reciproco"}');

create table public.threads (
  id uuid primary key default private.ordered_id(),
  category text not null references public.forum_categories (slug),
  -- Empty where the state is not published.
  title text not null check (length(title) <= 140),
  -- Null: asked anonymously (private.anonymous_posts says by whom).
  author uuid references public.community_members (id),
  language text not null check (language = any (private.languages())),
  symbol text references public.instruments (symbol),
  state text not null default 'published' check (state in ('published', 'hidden', 'deleted', 'merged')),
  created_at timestamptz not null default clock_timestamp(),
  pinned_at timestamptz,
  locked_at timestamptz,
  lock_reason text check (length(lock_reason) <= 500),
  accepted_post uuid,
  -- Where a merged thread's posts are now.
  merged_into uuid references public.threads (id),
  -- Kept by triggers: published posts after the first, distinct readers, the last published post.
  replies int not null default 0 check (replies >= 0),
  readers int not null default 0 check (readers >= 0),
  -- The number given to its last published post; never given again.
  last_position int not null default 0,
  last_post_at timestamptz not null default clock_timestamp(),
  last_author uuid references public.community_members (id),
  -- log2 of the decaying sum that makes it popular (community/popularity.sql).
  heat double precision not null default 0,
  excerpt text not null default '' check (length(excerpt) <= 240),
  -- The position of the last post that counts: what is read up to here is read.
  last_shown int not null default 0,
  -- An example of the first start, shown as one.
  demonstration boolean not null default false,
  check ((state = 'merged') = (merged_into is not null))
);
comment on table public.threads is 'Threads that everybody may read, and tombstones of those that were removed or merged.';
create index threads_recent on public.threads (last_post_at desc, id) where state = 'published';
create index threads_recent_of_category on public.threads (category, last_post_at desc, id) where state = 'published';
create index threads_popular on public.threads (heat desc, id) where state = 'published';
create index threads_unanswered on public.threads (created_at desc) where state = 'published' and replies = 0;
create index threads_of_author on public.threads (author, created_at desc);
create index threads_by_last_author on public.threads (last_author) where last_author is not null;
create index threads_merged on public.threads (merged_into) where merged_into is not null;
create index threads_of_symbol on public.threads (symbol, last_post_at desc) where symbol is not null;

create table public.posts (
  id uuid primary key default private.ordered_id(),
  thread uuid not null references public.threads (id),
  -- From 1, in the order in which posts were published; given under a lock of the thread.
  position int not null check (position > 0),
  author uuid references public.community_members (id),
  anonymous boolean not null default false,
  -- Markdown. Of a shielded post the dangerous parts are replaced by marks such as ⟦contact⟧; of others than published ones it is empty.
  body text not null check (length(body) <= 20000),
  state text not null default 'published' check (state in ('published', 'shielded', 'hidden', 'deleted')),
  -- Why it is shielded or hidden: keys of rules, for the reader.
  reasons text[] not null default '{}',
  reply_to uuid references public.posts (id),
  published_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  revisions int not null default 0,
  -- {useful: 3, well_argued: 1}: kept by a trigger on post_reactions.
  reactions jsonb not null default '{}',
  -- Moves and merges keep the first place for the history.
  unique (thread, position),
  check (state in ('published', 'shielded') or body = ''),
  check (author is null or not anonymous)
);
comment on table public.posts is 'Posts that everybody may read, in their threads; the first is the thread''s own text.';
create index posts_of_thread_by_time on public.posts (thread, published_at);
create index posts_of_author on public.posts (author, published_at desc);
create index posts_answering on public.posts (reply_to) where reply_to is not null;

alter table public.threads add constraint accepted_in_posts foreign key (accepted_post) references public.posts (id);
create index threads_with_accepted on public.threads (accepted_post) where accepted_post is not null;

create table private.anonymous_posts (
  post uuid primary key,
  author uuid not null references public.community_members (id)
);
comment on table private.anonymous_posts is 'Who wrote what was posted anonymously, for moderation and the author alone. post is one of posts or held_posts.';
create index anonymous_posts_of_author on private.anonymous_posts (author);

-- What waits and what was removed -----------------------------------------------------------------------------------------
create table public.held_posts (
  id uuid primary key default private.ordered_id(),
  author uuid not null references public.community_members (id),
  -- What it becomes: a post of a thread, a new thread (thread is null; title and category are set), or an edit of a post.
  thread uuid references public.threads (id),
  edits uuid references public.posts (id),
  -- The arguments of publish_post(), start_thread() or edit_post(), as they were given.
  request jsonb not null,
  -- Why it waits: keys of rules, such as first_posts, edit_of_new_member, promise, contact.
  reasons text[] not null check (cardinality(reasons) > 0),
  held_at timestamptz not null default clock_timestamp()
);
comment on table public.held_posts is 'What waits for review: read by its author and by staff. Published from here under the same id, or refused with a decision.';
create index held_posts_of_author on public.held_posts (author);
create index held_posts_of_thread on public.held_posts (thread);
create index held_posts_editing on public.held_posts (edits);
create index held_posts_by_age on public.held_posts (held_at);

create table public.removed_texts (
  id uuid primary key default private.ordered_id(),
  author uuid references public.community_members (id),
  -- A post, a thread's title or a held post; kept under its id.
  subject uuid not null,
  kind text not null check (kind in ('post', 'title', 'held', 'revision')),
  text text not null,
  removed_at timestamptz not null default clock_timestamp(),
  -- Null: the author removed it, or it was masked as it was published.
  decision uuid,
  -- Of a revision its number, and when it was written.
  revision int,
  written_at timestamptz
);
comment on table public.removed_texts is 'What was removed or masked, as it was: shown to its author and to staff, with the decision (DSA art. 17).';
create index removed_texts_of_subject on public.removed_texts (subject);
create index removed_texts_of_author on public.removed_texts (author);

-- Who may see what ------------------------------------------------------------------------------------------------------
alter table private.anonymous_posts enable row level security;
alter table public.forum_categories enable row level security;
create policy "members see the categories" on public.forum_categories for select to authenticated using (true);
create policy "admins change the categories" on public.forum_categories for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
alter table public.threads enable row level security;
create policy "members read threads, but not of those they block" on public.threads for select to authenticated
  using (author is null or author not in (select private.own_blocks()));
alter table public.posts enable row level security;
create policy "members read posts, but not of those they block" on public.posts for select to authenticated
  using (author is null or author not in (select private.own_blocks()));
alter table public.held_posts enable row level security;
create policy "authors and staff read what waits" on public.held_posts for select to authenticated
  using (author = (select private.own_member()) or (select private.reading_staff_role()) is not null);
alter table public.removed_texts enable row level security;
create policy "authors and staff read what was removed" on public.removed_texts for select to authenticated
  using (author = (select private.own_member()) or (select private.reading_staff_role()) is not null);

revoke all on public.forum_categories, public.threads, public.posts, public.held_posts, public.removed_texts from anon, authenticated, service_role;
grant select on public.forum_categories, public.threads, public.posts, public.held_posts, public.removed_texts to authenticated;
grant update (names, icon, position, opened_by, slow_mode) on public.forum_categories to authenticated;
call private.audit_changes('public.forum_categories');
