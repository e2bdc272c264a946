-- What readers have of content: a copy of the published version. Everybody reads each item's card, so that a list can show
-- what is locked; the body is for the tier of its item. Only publication, withdrawal and content_places.sql write here.
create table public.published_content (
  item uuid primary key references public.content_items (id),
  kind text not null references public.content_kinds (kind),
  slug text not null,
  parent uuid,
  position int not null,
  tier text not null check (tier in ('visitor', 'freemium', 'premium')),
  published_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  card jsonb not null,
  unique (kind, slug)
);
comment on table public.published_content is 'An item as everybody may know it. card: {texts: {language: {title, summary}}, fields: those that the kind declares public}. published_at is of its first publication, updated_at of this version''s.';

create table public.published_bodies (
  item uuid primary key references public.published_content (item) on delete cascade,
  version int not null,
  fields jsonb not null,
  texts jsonb not null
);
comment on table public.published_bodies is 'The whole of a published item, for the tier that it is of.';

-- A row for the card and one for the body, in each language; where a text is not translated, the French stands in for it.
create table public.published_words (
  item uuid not null references public.published_content (item) on delete cascade,
  language text not null check (language in ('fr', 'en', 'es', 'it')),
  part text not null check (part in ('card', 'body')),
  body text not null,
  words tsvector not null,
  primary key (item, language, part)
);
comment on table public.published_words is 'What full-text search finds, language by language.';
create index published_words_by_word on public.published_words using gin (words);

alter table public.published_content enable row level security;
create policy "everybody reads the cards of content" on public.published_content for select to anon, authenticated using (true);
alter table public.published_bodies enable row level security;
create policy "visitors read bodies that are for everybody" on public.published_bodies for select to anon
  using (exists (select from public.published_content as card where card.item = published_bodies.item and card.tier = 'visitor'));
create policy "members read the bodies of their tier" on public.published_bodies for select to authenticated
  using (exists (
    select from public.published_content as card
    where card.item = published_bodies.item and (card.tier <> 'premium' or (select public.current_tier()) = 'premium')
  ));
alter table public.published_words enable row level security;
create policy "visitors search cards, and bodies that are for everybody" on public.published_words for select to anon
  using (part = 'card' or exists (select from public.published_content as card where card.item = published_words.item and card.tier = 'visitor'));
create policy "members search cards, and the bodies of their tier" on public.published_words for select to authenticated
  using (part = 'card' or exists (
    select from public.published_content as card
    where card.item = published_words.item and (card.tier <> 'premium' or (select public.current_tier()) = 'premium')
  ));

revoke all on public.published_content, public.published_bodies, public.published_words from anon, authenticated, service_role;
grant select on public.published_content, public.published_bodies, public.published_words to anon, authenticated;
