-- The ledger: a public chain of hashes over everything that ever happened to a signal. Each entry holds the hash of the one
-- before, so an entry that is changed, removed, moved or back-dated breaks every later one, and anybody can see it with the
-- export alone. Levels that may not be public yet are there as commitments, which the ending entry opens.
-- Nobody writes here but private.append_to_ledger(), and what is written is never changed, by nobody.
create table public.ledger (
  sequence bigint primary key check (sequence > 0),
  at timestamptz not null,
  kind text not null,
  signal_id uuid,
  entry jsonb not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);
comment on table public.ledger is 'hash = sha256(previous_hash, line feed, canonical JSON of entry); the first previous_hash is 64 zeros.';
create index ledger_of_signal on public.ledger (signal_id, sequence);

alter table public.ledger enable row level security;
create policy "everybody reads the ledger" on public.ledger for select to anon, authenticated using (true);
revoke all on public.ledger from anon, authenticated, service_role;
grant select on public.ledger to anon, authenticated, service_role;

-- Append only -----------------------------------------------------------------------------------------------------------
create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'append_only' using errcode = '42501', detail = format('%s on %s is refused: what is written stays.', tg_op, tg_table_name);
end
$$;
comment on function private.refuse_change() is 'For tables of facts: refuses every change and deletion, whoever asks.';

create procedure private.make_append_only(subject regclass)
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function private.refuse_change()', subject);
  execute format('create trigger append_only_all before truncate on %s for each statement execute function private.refuse_change()', subject);
  -- "Always": a session that plays the replica does not pass either.
  execute format('alter table %s enable always trigger append_only, enable always trigger append_only_all', subject);
end
$$;
comment on procedure private.make_append_only(regclass) is 'Makes a table one of facts: rows come in and stay as they are.';
call private.make_append_only('public.ledger');

-- Canonical text --------------------------------------------------------------------------------------------------------
create function private.canonical_json(value jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return '{' || coalesce((
        -- Keys of entries are ASCII, where byte order and the code-unit order of RFC 8785 agree.
        select string_agg(to_json(member.key)::text || ':' || private.canonical_json(member.value), ',' order by member.key collate "C")
        from jsonb_each(value) as member
      ), '') || '}';
    when 'array' then
      return '[' || coalesce((
        select string_agg(private.canonical_json(item.value), ',' order by item.position)
        from jsonb_array_elements(value) with ordinality as item(value, position)
      ), '') || ']';
    when 'number' then
      if (value #>> '{}')::numeric % 1 <> 0 or abs((value #>> '{}')::numeric) > 9007199254740991 then
        raise exception 'not_canonical' using detail = 'Decimals are written as text.';
      end if;
      return trunc((value #>> '{}')::numeric)::text;
    when 'string' then return to_json(value #>> '{}')::text;
    else return value::text;
  end case;
end
$$;
comment on function private.canonical_json(jsonb) is 'RFC 8785 restricted to objects, arrays, strings, booleans, null and integers up to 2^53-1: the same text as canonicalJson of trading/ledger.';

create function private.sha256_hex(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(value, 'UTF8')), 'hex')
$$;
comment on function private.sha256_hex(text) is 'SHA-256 of the UTF-8 text, in hexadecimal.';

create function private.commitment(nonce text, value jsonb) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select private.sha256_hex(nonce || E'\n' || private.canonical_json(value))
$$;
comment on function private.commitment(text, jsonb) is 'A hash that fixes a value which only its nonce opens.';

create function private.timestamp_text(value timestamptz) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
comment on function private.timestamp_text(timestamptz) is 'UTC with microseconds: one width, so texts sort as times do.';

-- Appending -------------------------------------------------------------------------------------------------------------
create function private.lock_ledger() returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('public.ledger', 0))
$$;
comment on function private.lock_ledger() is 'One writer at a time until its transaction ends: sequences have no gap and follow the order of commits.';

create function private.ledger_moment() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_ledger();
  return greatest(clock_timestamp(), (select at from public.ledger order by sequence desc limit 1));
end
$$;
comment on function private.ledger_moment() is 'The time of what is about to be recorded. Read after waiting for the ledger and never before its last entry, so that neither a queue nor a clock set back parts a fact from its entry.';

create function private.append_to_ledger(kind text, signal_id uuid, data jsonb, recorded_at timestamptz default clock_timestamp())
returns public.ledger
language plpgsql security definer set search_path = '' as $$
declare
  last public.ledger;
  fresh public.ledger;
begin
  perform private.lock_ledger();
  select * into last from public.ledger order by sequence desc limit 1;
  fresh.sequence := coalesce(last.sequence, 0) + 1;
  fresh.at := greatest(recorded_at, last.at);
  fresh.kind := append_to_ledger.kind;
  fresh.signal_id := append_to_ledger.signal_id;
  fresh.entry := jsonb_build_object(
    'sequence', fresh.sequence, 'at', private.timestamp_text(fresh.at), 'kind', fresh.kind, 'signal', fresh.signal_id, 'data', data
  );
  fresh.previous_hash := coalesce(last.hash, repeat('0', 64));
  fresh.hash := private.sha256_hex(fresh.previous_hash || E'\n' || private.canonical_json(fresh.entry));
  insert into public.ledger values (fresh.*);
  return fresh;
end
$$;
comment on function private.append_to_ledger(text, uuid, jsonb, timestamptz) is 'The one way into the ledger.';

create function public.ledger_head() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('sequence', sequence, 'hash', hash, 'at', at) from public.ledger order by sequence desc limit 1
$$;
comment on function public.ledger_head() is 'The newest entry of the chain: {sequence, hash, at}; null while it is empty.';

create function private.head_line() returns text
language sql stable security definer set search_path = '' as $$
  select format('vigie-head %s %s %s', (at at time zone 'UTC')::date, sequence, hash) from public.ledger order by sequence desc limit 1
$$;
comment on function private.head_line() is 'The newest entry as the line that people keep: what goes out with every message about a signal. It tells nothing that the public ledger does not.';

create function public.verify_ledger() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('entries', count(*), 'valid', coalesce(bool_and(good), true), 'first_break', min(sequence) filter (where not good))
  from (
    select sequence,
      previous_hash = lag(hash, 1, repeat('0', 64)) over (order by sequence)
      and sequence = row_number() over (order by sequence)
      and at >= lag(at, 1, '-infinity') over (order by sequence)
      and hash = private.sha256_hex(previous_hash || E'\n' || private.canonical_json(entry))
      and entry @> jsonb_build_object('sequence', sequence, 'kind', kind, 'signal', signal_id, 'at', private.timestamp_text(at)) as good
    from public.ledger
  ) as checked
$$;
comment on function public.verify_ledger() is 'Recomputes the whole chain: {entries, valid, first_break}.';

revoke execute on routine
  private.refuse_change(), private.make_append_only(regclass), private.canonical_json(jsonb), private.sha256_hex(text),
  private.commitment(text, jsonb), private.timestamp_text(timestamptz), private.lock_ledger(), private.ledger_moment(),
  private.append_to_ledger(text, uuid, jsonb, timestamptz), private.head_line()
from public, anon, authenticated;
grant execute on function private.canonical_json(jsonb), private.sha256_hex(text), private.timestamp_text(timestamptz) to anon, authenticated;
revoke execute on function public.ledger_head(), public.verify_ledger() from public;
grant execute on function public.ledger_head(), public.verify_ledger() to anon, authenticated, service_role;
