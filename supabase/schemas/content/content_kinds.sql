-- The registry of content: one row a kind says who writes it, what its document holds, and what else happens when it is
-- published. Everything else about content (state, versions, languages, slugs, order, search) is written once, for every kind.
create table public.content_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z-]{1,31}$'),
  writers text[] not null check (writers <@ array['analyst', 'admin'] and cardinality(writers) > 0),
  -- Whether an item may be kept for members or premium members; otherwise everybody reads all of it.
  tiered boolean not null default false,
  required_texts text[] not null check (cardinality(required_texts) > 0),
  optional_texts text[] not null default '{}',
  -- Fields that everybody reads in a list, whatever the tier of the item.
  card_fields text[] not null default '{}',
  -- Its slug is a key elsewhere: it is chosen once.
  fixed_slug boolean not null default false,
  -- The address that opens an item, before its slug; null where search does not lead to one. {parent}: the slug of the item above.
  address text check (address ~ '^/[a-z]'),
  -- Functions of schema private, each called with (item public.content_items, document jsonb). The check refuses what may not
  -- be published; the projection writes typed rows for other tables, and is called with a null document on withdrawal.
  check_function text,
  project_function text,
  -- Published for the server alone: readers get no card, body or search row, only what the projection's own functions say.
  sealed boolean not null default false
);
comment on table public.content_kinds is 'What staff write and members read: a row a kind. web/src/lib/content/content-kinds.ts is generated from it.';

insert into public.content_kinds (kind, writers, required_texts, optional_texts, card_fields, fixed_slug, address, check_function, project_function) values
  ('broker', '{admin}', '{summary,protections,deposits,withdrawals}', '{pros,cons,affiliate_disclosure}', '{name,fictitious}', true, '/brokers?broker=', 'check_broker', 'project_broker'),
  ('prop-firm', '{admin}', '{summary,payout}', '{pros,cons,promotion_text,affiliate_disclosure}', '{name,fictitious}', true, '/propfirm?firm=', 'check_prop_firm', 'project_prop_firm'),
  ('help-article', '{analyst,admin}', '{title,summary,body}', '{keywords}', '{category}', false, '/aide?article=', 'check_help_article', 'project_help_article'),
  ('legal-page', '{admin}', '{title,summary,body}', '{}', '{}', true, null, 'check_legal_page', null);
insert into public.content_kinds (kind, writers, tiered, required_texts, optional_texts, card_fields, fixed_slug, address, check_function, project_function, sealed) values
  ('course', '{analyst,admin}', true, '{title,summary,modules,abilities}', '{}', '{level,author,requires,modules,engraving,ordered,opens_after_days}', false, '/formations?cours=', 'check_course', 'project_course', false),
  ('lesson', '{analyst,admin}', true, '{title,summary}', '{article,deck,captions}', '{module,minutes,notions}', false, '/formations?cours={parent}&lecon=', 'check_lesson', 'project_lesson', false),
  ('notion', '{analyst,admin}', false, '{title,summary}', '{}', '{}', true, null, 'check_notion', 'project_notion', false),
  ('question', '{analyst,admin}', false, '{title,why}', '{choices,mistakes}', '{}', true, null, 'check_question', 'project_question', true),
  ('event', '{analyst,admin}', true, '{title,summary}', '{}', '{kind,starts_at}', false, '/communaute/evenements?evenement=', 'check_event', 'project_event', true),
  ('replay', '{analyst,admin}', false, '{title}', '{said,transcript}', '{at}', false, null, 'check_replay', 'project_replay', true),
  ('indicator', '{analyst,admin}', false, '{title,summary,why}', '{}', '{country,currency,impact}', true, '/annonces?indicateur=', 'check_indicator', 'project_indicator', false);

alter table public.content_kinds enable row level security;
create policy "everybody reads the kinds of content" on public.content_kinds for select to anon, authenticated using (true);
revoke all on public.content_kinds from anon, authenticated, service_role;
grant select on public.content_kinds to anon, authenticated;
