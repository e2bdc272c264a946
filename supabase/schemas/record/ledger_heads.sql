-- The daily head: what the chain ended with at midnight UTC. Whoever keeps one holds every entry before it: no later rewriting
-- of the chain can end in the same hash. A day's head is written once, soon after midnight, and enters the chain itself; a day
-- whose head was missed has none, because a head written late would prove nothing.
create table public.ledger_heads (
  day date primary key,
  sequence bigint not null references public.ledger (sequence),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  entries int not null check (entries >= 0),
  recorded_at timestamptz not null
);
comment on table public.ledger_heads is 'The last entry before each midnight UTC, how many entries the day added, and when that was written down. Each row stands in the ledger too, as an entry of kind head.';
create index ledger_heads_entry on public.ledger_heads (sequence);
call private.make_append_only('public.ledger_heads');

alter table public.ledger_heads enable row level security;
create policy "everybody reads the heads" on public.ledger_heads for select to anon, authenticated using (true);
revoke all on public.ledger_heads from anon, authenticated, service_role;
grant select on public.ledger_heads to anon, authenticated, service_role;

create function private.head_json(head public.ledger_heads) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('day', head.day, 'sequence', head.sequence, 'hash', head.hash, 'at', private.timestamp_text(head.at), 'entries', head.entries)
$$;
comment on function private.head_json(public.ledger_heads) is 'A head as its entry in the ledger holds it; the entry''s own time is when it was written down.';

create function private.write_ledger_head(moment timestamptz default clock_timestamp()) returns date
language plpgsql security definer set search_path = '' as $$
declare
  fresh public.ledger_heads;
begin
  -- The ledger's own lock: no entry of the day that ended can still be on its way.
  perform private.lock_ledger();
  fresh.day := (moment at time zone 'UTC')::date - 1;
  if exists (select from public.ledger_heads where day = fresh.day) then return null; end if;
  select sequence, hash, at into fresh.sequence, fresh.hash, fresh.at
  from public.ledger where at < (fresh.day + 1)::timestamp at time zone 'UTC' order by sequence desc limit 1;
  if not found then return null; end if;
  select count(*) into fresh.entries
  from public.ledger where at >= fresh.day::timestamp at time zone 'UTC' and sequence <= fresh.sequence;
  select at into fresh.recorded_at from private.append_to_ledger('head', null, private.head_json(fresh), moment);
  insert into public.ledger_heads values (fresh.*);
  return fresh.day;
end
$$;
comment on function private.write_ledger_head(timestamptz) is 'Writes the head of the day that ended last, once; null when it stands already or nothing happened before.';

create function private.altered_heads() returns setof date
language sql stable security definer set search_path = '' as $$
  select coalesce(heads.day, (told.entry #>> '{data,day}')::date)
  from public.ledger_heads as heads
  full join (select * from public.ledger where kind = 'head') as told on (told.entry #>> '{data,day}')::date = heads.day
  left join public.ledger as last on last.sequence = heads.sequence
  left join public.ledger as next on next.sequence = heads.sequence + 1
  left join (select (at at time zone 'UTC')::date as day, count(*) as entries from public.ledger group by 1) as days on days.day = heads.day
  where (
    told.entry -> 'data' = private.head_json(heads) and told.at = heads.recorded_at
    and last.hash = heads.hash and last.at = heads.at and last.at < (heads.day + 1)::timestamp at time zone 'UTC'
    and coalesce(next.at >= (heads.day + 1)::timestamp at time zone 'UTC', true)
    and heads.entries = coalesce(days.entries, 0)
  ) is not true
$$;
comment on function private.altered_heads() is 'Days whose head is not the one that the ledger holds.';

revoke execute on function
  private.head_json(public.ledger_heads), private.write_ledger_head(timestamptz), private.altered_heads()
from public, anon, authenticated;
grant execute on function private.write_ledger_head(timestamptz) to service_role;
grant execute on function private.altered_heads() to authenticated, service_role;

create function public.verify_record() returns jsonb
language sql stable security invoker set search_path = '' as $$
  with altered as (
    select private.altered_publications() as number union select private.altered_lives() union select private.altered_states()
    union select private.altered_results()
  ), heads as (
    select private.altered_heads() as day
  )
  select jsonb_build_object(
    'signals', (select count(*) from public.signals),
    'valid', not exists (select from altered) and not exists (select from heads),
    'altered', coalesce((select jsonb_agg(number order by number) from altered), '[]'),
    'altered_heads', coalesce((select jsonb_agg(day order by day) from heads), '[]')
  )
$$;
revoke execute on function public.verify_record() from public, anon;
grant execute on function public.verify_record() to authenticated, service_role;
comment on function public.verify_record() is 'Holds every row of the record and every daily head against the ledger: {signals, valid, altered: numbers, altered_heads: days}.';
