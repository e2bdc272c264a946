-- The daily test: ten questions a day in Europe/Paris, the same for everybody. The worker commits to a seed and to the bank before the
-- day begins, draws when the day opens, from the seed and the chain's last hash (trading/src/learning/draw.ts), and reveals the seed
-- when the day has ended (decision 048). A day that nobody could draw for has no test; what is late says so.
create table public.daily_tests (
  day date primary key,
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  bank_hash text not null check (bank_hash ~ '^[0-9a-f]{64}$'),
  -- The ledger's entry that holds both.
  sequence bigint not null references public.ledger (sequence),
  committed_at timestamptz not null,
  -- Committed to when the day had begun already: it proves nothing about what was drawn before.
  late boolean not null,
  -- The chain's last hash when the day was opened, which nobody knew before.
  beacon text check (beacon ~ '^[0-9a-f]{64}$'),
  opened_at timestamptz,
  -- After the day: what the draw is computed from again.
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  bank jsonb,
  questions uuid[],
  revealed_at timestamptz,
  check ((beacon is null) = (opened_at is null) and (seed is null) = (revealed_at is null) and (bank is null) = (seed is null))
);
comment on table public.daily_tests is 'Each day''s commitment, and once the day has ended the seed, the bank and the questions drawn from them.';
create index daily_tests_entry on public.daily_tests (sequence);
create index daily_tests_sealed on public.daily_tests (day) where revealed_at is null;

create table private.daily_seeds (
  day date primary key references public.daily_tests (day),
  seed text not null,
  bank jsonb not null,
  questions uuid[],
  drawn_at timestamptz,
  -- When its charts were drawn (forecasts.sql).
  charts_at timestamptz
);
comment on table private.daily_seeds is 'What is not public before a day has ended: its seed, its bank and, once it is open, its questions.';
alter table private.daily_seeds enable row level security;

alter table public.daily_tests enable row level security;
create policy "everybody reads the draws" on public.daily_tests for select to anon, authenticated using (true);
revoke all on public.daily_tests, private.daily_seeds from anon, authenticated, service_role;
grant select on public.daily_tests to anon, authenticated, service_role;

create function private.day_begins(day date) returns timestamptz
language sql immutable set search_path = '' as $$ select day::timestamp at time zone 'Europe/Paris' $$;
comment on function private.day_begins(date) is 'When a day of daily tests begins: midnight in Paris, whatever the season.';

create function private.question_bank(day date) returns table (question uuid, version int, topic text, level int, days_since int)
language sql stable security definer set search_path = '' as $$
  select item, known.version, known.topic, known.level, (
    select question_bank.day - max(drawn.day) from private.daily_seeds as drawn where known.item = any (drawn.questions))
  from private.questions as known where known.daily and known.retired_at is null
$$;
comment on function private.question_bank(date) is 'For the worker: the questions in use, and how many days before a day each was last asked.';

create function private.commit_daily_test(day date, bank jsonb, moment timestamptz default clock_timestamp()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  seed constant text := encode(extensions.gen_random_bytes(32), 'hex');
  told public.ledger;
  data jsonb;
begin
  perform private.lock_ledger();
  if exists (select from public.daily_tests as known where known.day = commit_daily_test.day) then return false; end if;
  data := jsonb_build_object('day', day::text, 'commitment', private.sha256_hex(seed), 'bank', private.sha256_hex(private.canonical_json(bank)));
  told := private.append_to_ledger('test_committed', null, data, moment);
  insert into public.daily_tests (day, commitment, bank_hash, sequence, committed_at, late)
  values (commit_daily_test.day, data ->> 'commitment', data ->> 'bank', told.sequence, told.at, told.at >= private.day_begins(commit_daily_test.day));
  insert into private.daily_seeds (day, seed, bank) values (commit_daily_test.day, seed, commit_daily_test.bank);
  return true;
end
$$;
comment on function private.commit_daily_test(date, jsonb, timestamptz) is 'For the worker: makes the seed of a day and enters its commitment and the bank''s into the ledger, once; false where that was done.';

create function private.draw_daily_test(day date) returns table (seed text, bank jsonb, beacon text)
language plpgsql security definer set search_path = '' as $$
begin
  -- Held until the transaction ends: the entry that opens the day follows the beacon.
  perform private.lock_ledger();
  return query select seeds.seed, seeds.bank, (select hash from public.ledger order by sequence desc limit 1)
  from private.daily_seeds as seeds where seeds.day = draw_daily_test.day and seeds.drawn_at is null;
end
$$;
comment on function private.draw_daily_test(date) is 'For the worker: what a day that is not open yet is drawn from; no row where it is open.';

create function private.open_daily_test(day date, questions uuid[], moment timestamptz default clock_timestamp()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  told public.ledger;
begin
  if moment < private.day_begins(open_daily_test.day) then raise exception 'day_not_begun'; end if;
  told := private.append_to_ledger('test_opened', null, jsonb_build_object('day', day::text), moment);
  update public.daily_tests as known set beacon = told.previous_hash, opened_at = told.at where known.day = open_daily_test.day;
  update private.daily_seeds as known set questions = open_daily_test.questions, drawn_at = told.at where known.day = open_daily_test.day and known.drawn_at is null;
  if not found then raise exception 'day_is_open'; end if;
end
$$;
comment on function private.open_daily_test(date, uuid[], timestamptz) is 'For the worker, in the transaction of draw_daily_test(): keeps the questions of a day and enters its opening into the ledger; the hash before that entry is the beacon.';

create function private.reveal_daily_tests(moment timestamptz default clock_timestamp()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  drawn private.daily_seeds;
  told public.ledger;
  revealed int := 0;
  closed constant date := private.paris_day(moment - interval '15 minutes');
begin
  if not exists (select from public.daily_tests where revealed_at is null and day < closed) then return 0; end if;
  perform private.lock_ledger();
  for drawn in
    select seeds.* from private.daily_seeds as seeds join public.daily_tests as known using (day)
    where known.revealed_at is null and day < closed order by day
  loop
    told := private.append_to_ledger('test_revealed', null, jsonb_build_object(
      'day', drawn.day::text, 'seed', drawn.seed, 'questions', to_jsonb(drawn.questions)), moment);
    update public.daily_tests as known set seed = drawn.seed, bank = drawn.bank, questions = drawn.questions, revealed_at = told.at where known.day = drawn.day;
    revealed := revealed + 1;
  end loop;
  return revealed;
end
$$;
comment on function private.reveal_daily_tests(timestamptz) is 'For the worker: reveals what the days that have ended were drawn from, once nobody can still be at their test; a day that was never opened has no questions. Returns how many.';

revoke execute on function
  private.day_begins(date), private.question_bank(date), private.commit_daily_test(date, jsonb, timestamptz),
  private.draw_daily_test(date), private.open_daily_test(date, uuid[], timestamptz), private.reveal_daily_tests(timestamptz)
from public, anon, authenticated, service_role;
