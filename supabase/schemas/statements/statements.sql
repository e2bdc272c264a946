-- Statements: claims about a market that anybody can decide from the stored minutes. make_statement() seals what is said and enters the
-- seal, its author and its deadline into the ledger; the content opens when its author reveals it or at the deadline, when the worker
-- writes its outcome. Nobody can change or remove what was stated.
create table public.statements (
  id uuid primary key default gen_random_uuid(),
  -- Counted as signals' numbers are, without a gap.
  number bigint not null unique check (number > 0),
  author_kind text not null check (author_kind in ('analyst', 'member', 'engine')),
  -- An analyst's account; of a member a pseudonym (private.statement_authors); an engine has a name alone.
  author_id uuid,
  author_name text,
  made_at timestamptz not null,
  deadline timestamptz not null check (deadline > made_at),
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  demonstration boolean not null default false,
  constraint named_by_kind check ((author_id is null) = (author_kind = 'engine') and (author_name is null) = (author_kind = 'member'))
);
comment on table public.statements is 'Author, deadline and seal of each claim, without its content.';
create index statements_of_author on public.statements (author_id, made_at desc);
create index statements_by_deadline on public.statements (deadline);

create table private.statement_authors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  author_id uuid not null unique default gen_random_uuid()
);
comment on table private.statement_authors is 'The pseudonym under which the record holds a member''s statements. When the account goes, nothing leads from the record to them.';
alter table private.statement_authors enable row level security;

create table public.statement_terms (
  statement_id uuid primary key references public.statements (id),
  symbol text not null references public.instruments (symbol),
  -- As the commitment holds it: symbol, price, condition, probability, and the reference price with its source and time.
  terms jsonb not null,
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$')
);
comment on table public.statement_terms is 'What is claimed, and the nonce that opens its seal. Read by its author alone until it is opened.';
create index statement_terms_of_symbol on public.statement_terms (symbol);

create table public.statement_openings (
  statement_id uuid primary key references public.statements (id),
  opened_at timestamptz not null
);
comment on table public.statement_openings is 'Which statements everybody may read, since when.';

create table public.statement_outcomes (
  statement_id uuid primary key references public.statements (id),
  -- Null where no minute before the deadline had a price.
  outcome boolean,
  decided_at timestamptz not null,
  candle jsonb check ((candle is null) = (outcome is null)),
  resolved_at timestamptz not null
);
comment on table public.statement_outcomes is 'The outcomes of statements whose deadline has passed: whether they came true, when that was certain, and the candle that decided it.';

create table public.statement_minutes (
  statement_id uuid not null references public.statements (id),
  day date not null,
  lines int not null check (lines > 0),
  minutes text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (statement_id, day)
);
comment on table public.statement_minutes is 'The minutes of a statement''s whole time, as signal_minutes holds those of signals; the ledger has each day''s hash.';

create table public.statement_scores (
  only_row boolean primary key default true check (only_row),
  -- Up to which entry of the ledger resolutions are counted.
  as_of bigint not null,
  rows jsonb not null,
  scored_at timestamptz not null
);
comment on table public.statement_scores is 'The table of scores as displayed (trading/src/statements/scores.ts), kept by the worker and recomputed by every check of the record.';

-- Facts stay ------------------------------------------------------------------------------------------------------------
call private.make_append_only('public.statements');
call private.make_append_only('public.statement_terms');
call private.make_append_only('public.statement_openings');
call private.make_append_only('public.statement_outcomes');
call private.make_append_only('public.statement_minutes');

-- Who may see what ------------------------------------------------------------------------------------------------------
create function private.own_author_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select auth.uid() union all select author_id from private.statement_authors where user_id = auth.uid()
$$;
comment on function private.own_author_ids() is 'Under which identifiers the record holds the caller''s statements.';
revoke execute on function private.own_author_ids() from public, anon;
grant execute on function private.own_author_ids() to authenticated;

alter table public.statements enable row level security;
create policy "everybody sees that a statement was made" on public.statements for select to anon, authenticated using (true);
alter table public.statement_terms enable row level security;
create policy "visitors read open statements" on public.statement_terms for select to anon
  using (exists (select from public.statement_openings where statement_openings.statement_id = statement_terms.statement_id));
create policy "members read open statements and their own" on public.statement_terms for select to authenticated
  using (
    exists (select from public.statement_openings where statement_openings.statement_id = statement_terms.statement_id)
    or exists (
      select from public.statements
      where statements.id = statement_terms.statement_id and statements.author_id in (select private.own_author_ids())
    )
  );
alter table public.statement_openings enable row level security;
create policy "everybody sees which statements are open" on public.statement_openings for select to anon, authenticated using (true);
alter table public.statement_outcomes enable row level security;
create policy "everybody reads what became of statements" on public.statement_outcomes for select to anon, authenticated using (true);
alter table public.statement_minutes enable row level security;
create policy "everybody reads what statements were decided on" on public.statement_minutes for select to anon, authenticated using (true);
alter table public.statement_scores enable row level security;
create policy "everybody reads the scores" on public.statement_scores for select to anon, authenticated using (true);

revoke all on public.statements, public.statement_terms, public.statement_openings, public.statement_outcomes, public.statement_minutes, public.statement_scores
from anon, authenticated, service_role;
grant select on public.statements, public.statement_terms, public.statement_openings, public.statement_outcomes, public.statement_minutes, public.statement_scores
to anon, authenticated, service_role;
