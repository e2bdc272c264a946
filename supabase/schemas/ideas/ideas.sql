-- Structured ideas: what members claim with levels. An idea is checked as a signal is, sealed in the ledger under its author's number among
-- the members, and decided by the same engine (trading/src/outcome.ts). Nobody edits or deletes one, its author least of all, and it
-- outlives the account. Under escrow (*sous séquestre*) nobody but its author reads anything but author, time and seal until it opens.
create table public.ideas (
  id uuid primary key default gen_random_uuid(),
  -- Counted as signals' numbers are, without a gap.
  number bigint not null unique check (number > 0),
  author uuid not null references public.community_members (id),
  thread uuid not null unique references public.threads (id),
  published_at timestamptz not null,
  sealed boolean not null,
  -- When it opens at the latest. Null: it is open from the start, or answers a signal and opens with that signal's end.
  opens_at timestamptz check (opens_at > published_at),
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  texts_commitment text not null check (texts_commitment ~ '^[0-9a-f]{64}$'),
  demonstration boolean not null default false,
  check (sealed or opens_at is null)
);
comment on table public.ideas is 'Who published an idea, when, under which seals. Not about what.';
create index ideas_of_author on public.ideas (author, published_at desc);
-- A reader who checks one idea asks the ledger for its entry.
create index ledger_of_idea on public.ledger ((entry -> 'data' ->> 'idea')) where kind = 'idea_published';
create index ideas_to_open on public.ideas (opens_at) where opens_at is not null;

create table public.idea_terms (
  idea uuid primary key references public.ideas (id),
  symbol text not null references public.instruments (symbol),
  -- As the commitment holds them: levels (as of a signal), probability of target 1 before the stop, and the quote.
  terms jsonb not null,
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$')
);
comment on table public.idea_terms is 'Levels and probability of an idea, and the nonce that opens their seal.';
create index idea_terms_of_symbol on public.idea_terms (symbol);

create table public.idea_texts (
  idea uuid primary key references public.ideas (id),
  facts text not null check (length(facts) between 1 and 4000),
  opinion text not null check (length(opinion) between 1 and 4000),
  counter_thesis text not null check (length(counter_thesis) between 1 and 4000),
  -- One of its own: words that moderation removes must not be guessed from their seal.
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$')
);
comment on table public.idea_texts is 'The words of an idea. Moderation masks them through the first post of its thread; levels and result are not words.';

create table public.idea_openings (
  idea uuid primary key references public.ideas (id),
  opened_at timestamptz not null
);
comment on table public.idea_openings is 'Which ideas every member may read, since when.';

create table public.idea_states (
  idea uuid primary key references public.ideas (id),
  state text not null default 'pending' check (state in ('pending', 'active', 'closed', 'expired', 'cancelled')),
  closed_at timestamptz,
  realised_r numeric,
  close_reason text,
  updated_at timestamptz not null default now(),
  check ((closed_at is null) = (state in ('pending', 'active')))
);
comment on table public.idea_states is 'Where each idea stands: a projection of its events, kept by them alone.';
create index idea_states_open on public.idea_states (state) where state in ('pending', 'active');
create index idea_states_closed on public.idea_states (closed_at desc) where closed_at is not null;

create table public.idea_events (
  idea uuid not null references public.ideas (id),
  sequence int not null check (sequence > 0),
  kind text not null check (kind in ('entered', 'target_reached', 'stopped', 'closed', 'expired', 'cancelled', 'note', 'close_asked', 'cancel_asked')),
  at timestamptz not null,
  price numeric,
  r numeric,
  data jsonb not null default '{}',
  primary key (idea, sequence)
);
comment on table public.idea_events is 'Everything that happened to an idea, in order: what the engine decided, and what its author asked or noted.';

create table public.idea_notes (
  idea uuid not null,
  sequence int not null,
  text text not null check (length(text) between 1 and 1000),
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$'),
  primary key (idea, sequence),
  foreign key (idea, sequence) references public.idea_events (idea, sequence)
);
comment on table public.idea_notes is 'The words of an author''s dated notes. The record holds their seal.';

create table public.idea_minutes (
  idea uuid not null references public.ideas (id),
  day date not null,
  lines int not null check (lines > 0),
  minutes text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (idea, day)
);
comment on table public.idea_minutes is 'What ended ideas were decided on, as signal_minutes holds it for signals; the ledger has each day''s hash.';

-- Facts stay ------------------------------------------------------------------------------------------------------------
call private.make_append_only('public.ideas');
call private.make_append_only('public.idea_terms');
call private.make_append_only('public.idea_texts');
call private.make_append_only('public.idea_openings');
call private.make_append_only('public.idea_events');
call private.make_append_only('public.idea_notes');
call private.make_append_only('public.idea_minutes');
create trigger state_machine before update or delete on public.idea_states for each row execute function private.guard_state('idea');
create trigger append_only_all before truncate on public.idea_states for each statement execute function private.refuse_change();
alter table public.idea_states enable always trigger state_machine, enable always trigger append_only_all;

-- Counter-theses --------------------------------------------------------------------------------------------------------
create table public.counter_theses (
  idea uuid primary key references public.ideas (id),
  signal_id uuid not null references public.signals (id)
);
comment on table public.counter_theses is 'Ideas of the opposite direction that members attached to a signal while it was open. Sealed for whoever may not read that signal''s levels.';
create index counter_theses_of_signal on public.counter_theses (signal_id);
call private.make_append_only('public.counter_theses');

-- Who may see what ------------------------------------------------------------------------------------------------------
create function private.idea_body(texts public.idea_texts) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(E'\n\n', texts.facts, texts.opinion, texts.counter_thesis)
$$;
comment on function private.idea_body(public.idea_texts) is 'The words of an idea as the first post of its thread.';

create function private.idea_words_are_open(idea uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  -- While the first post says them: not before the opening, nor while they are held, nor once they are masked or removed.
  select exists (
    select from public.ideas join public.idea_texts as texts on texts.idea = ideas.id
    join public.posts on posts.thread = ideas.thread and posts.position = 1 and posts.state = 'published' and posts.body = private.idea_body(texts)
    where ideas.id = idea_words_are_open.idea
      and not exists (select from public.community_members as author where author.id = ideas.author and author.id in (select private.own_blocks()))
  )
$$;
comment on function private.idea_words_are_open(uuid) is 'Whether the words of an idea are shown to the caller: neither held, masked nor removed, nor of somebody they block.';
revoke execute on function private.idea_words_are_open(uuid), private.idea_body(public.idea_texts) from public, anon;
grant execute on function private.idea_words_are_open(uuid) to authenticated;

create function private.idea_is_open(idea uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.idea_openings where idea_openings.idea = idea_is_open.idea)
$$;
comment on function private.idea_is_open(uuid) is 'Whether everybody may read an idea: its seal is opened in the ledger.';
revoke execute on function private.idea_is_open(uuid) from public;
grant execute on function private.idea_is_open(uuid) to anon, authenticated;

alter table public.ideas enable row level security;
create policy "members see that an idea was published" on public.ideas for select to authenticated using (true);
alter table public.idea_openings enable row level security;
create policy "members see which ideas are open" on public.idea_openings for select to authenticated using (true);
alter table public.counter_theses enable row level security;
create policy "who may read the levels of a signal sees what contests it" on public.counter_theses for select to authenticated
  using (exists (select from public.signal_levels where signal_levels.signal_id = counter_theses.signal_id));

-- Open to all, one's own, or the answer to a signal whose levels one may read (the policy above).
alter table public.idea_terms enable row level security;
create policy "members read open ideas, their own and counter-theses of what they may read" on public.idea_terms for select to authenticated
  using (
    exists (select from public.idea_openings where idea_openings.idea = idea_terms.idea)
    or exists (select from public.ideas where ideas.id = idea_terms.idea and ideas.author = (select private.own_member()))
    or exists (select from public.counter_theses where counter_theses.idea = idea_terms.idea)
  );
alter table public.idea_states enable row level security;
create policy "members see where ideas stand that they may read" on public.idea_states for select to authenticated
  using (exists (select from public.idea_terms where idea_terms.idea = idea_states.idea));
alter table public.idea_events enable row level security;
create policy "members read what happened to ideas that they may read" on public.idea_events for select to authenticated
  using (exists (select from public.idea_terms where idea_terms.idea = idea_events.idea));
alter table public.idea_minutes enable row level security;
create policy "members read the minutes of ideas that they may read" on public.idea_minutes for select to authenticated
  using (exists (select from public.idea_terms where idea_terms.idea = idea_minutes.idea));
create policy "visitors read the minutes of open ideas" on public.idea_minutes for select to anon
  using (private.idea_is_open(idea));
alter table public.idea_texts enable row level security;
create policy "members read the words of ideas that they may read, unless they are held or removed" on public.idea_texts for select to authenticated
  using (
    exists (select from public.idea_terms where idea_terms.idea = idea_texts.idea)
    and (
      private.idea_words_are_open(idea)
      or exists (select from public.ideas where ideas.id = idea_texts.idea and ideas.author = (select private.own_member()))
      -- Not in the thread yet: whoever may read the contested signal reads them beside it.
      or not exists (select from public.idea_openings where idea_openings.idea = idea_texts.idea)
    )
  );
alter table public.idea_notes enable row level security;
create policy "members read the notes of ideas whose words they may read" on public.idea_notes for select to authenticated
  using (exists (select from public.idea_texts where idea_texts.idea = idea_notes.idea));

revoke all on public.ideas, public.idea_terms, public.idea_texts, public.idea_openings, public.idea_states, public.idea_events, public.idea_notes,
  public.idea_minutes, public.counter_theses from anon, authenticated, service_role;
grant select on public.ideas, public.idea_terms, public.idea_texts, public.idea_openings, public.idea_states, public.idea_events, public.idea_notes,
  public.idea_minutes, public.counter_theses to authenticated;
grant select on public.idea_minutes to anon;
