-- Checkpoints of the ledger's tree (c2sp.org/tlog-checkpoint): its size and root, signed by this installation, so that whoever keeps one
-- holds us to everything before it, and what others said of them: cosignatures of witnesses and time-stamps of authorities. The worker
-- writes them, everybody reads them, and nothing is ever changed.
create table private.ledger_signer (
  only_row boolean primary key default true check (only_row),
  secret_key text not null check (secret_key ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table private.ledger_signer is 'The Ed25519 key that signs checkpoints, made by the worker at its first start or taken from its settings: 32 bytes in base64url.';
alter table private.ledger_signer enable row level security;

create table public.ledger_keys (
  verifier_key text primary key check (length(verifier_key) <= 400 and verifier_key ~ '^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$'),
  since timestamptz not null default clock_timestamp()
);
comment on table public.ledger_keys is 'By which keys, and under which names, checkpoints were signed here, as c2sp.org/signed-note writes a key.';

create table public.ledger_checkpoints (
  size bigint primary key references public.ledger (sequence),
  root text not null check (root ~ '^[A-Za-z0-9+/]{43}=$'),
  note text not null check (length(note) <= 2000),
  made_at timestamptz not null
);
comment on table public.ledger_checkpoints is 'The signed heads of the tree: how many entries, the root over them, the signed note.';

create table public.ledger_cosignatures (
  size bigint not null references public.ledger_checkpoints (size),
  witness text not null check (length(witness) <= 300),
  line text not null check (length(line) <= 1000),
  -- By the witness's own clock.
  at timestamptz not null,
  primary key (size, witness)
);
comment on table public.ledger_cosignatures is 'What witnesses signed: that the tree of this checkpoint extends every one that they had seen before.';

create table public.ledger_timestamps (
  size bigint not null references public.ledger_checkpoints (size),
  authority text not null check (length(authority) <= 300),
  token text not null check (length(token) <= 40000),
  -- By the authority's clock.
  at timestamptz not null,
  primary key (size, authority)
);
comment on table public.ledger_timestamps is 'Tokens of time-stamping authorities (RFC 3161) over the note of a checkpoint: DER in base64.';

call private.make_append_only('public.ledger_keys');
call private.make_append_only('public.ledger_checkpoints');
call private.make_append_only('public.ledger_cosignatures');
call private.make_append_only('public.ledger_timestamps');
alter table public.ledger_keys enable row level security;
alter table public.ledger_checkpoints enable row level security;
alter table public.ledger_cosignatures enable row level security;
alter table public.ledger_timestamps enable row level security;
create policy "everybody reads the keys of checkpoints" on public.ledger_keys for select to anon, authenticated using (true);
create policy "everybody reads checkpoints" on public.ledger_checkpoints for select to anon, authenticated using (true);
create policy "everybody reads cosignatures" on public.ledger_cosignatures for select to anon, authenticated using (true);
create policy "everybody reads time-stamps" on public.ledger_timestamps for select to anon, authenticated using (true);
revoke all on private.ledger_signer, public.ledger_keys, public.ledger_checkpoints, public.ledger_cosignatures, public.ledger_timestamps
from anon, authenticated, service_role;
grant select on public.ledger_keys, public.ledger_checkpoints, public.ledger_cosignatures, public.ledger_timestamps to anon, authenticated, service_role;

-- For the worker -----------------------------------------------------------------------------------------------------------
create function private.keep_ledger_signer(secret_key text, replace boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  kept text;
begin
  insert into private.ledger_signer (secret_key) values (keep_ledger_signer.secret_key) on conflict do nothing;
  if replace then update private.ledger_signer set secret_key = keep_ledger_signer.secret_key; end if;
  select signer.secret_key into kept from private.ledger_signer as signer;
  return kept;
end
$$;
comment on function private.keep_ledger_signer(text, boolean) is 'For the worker: keeps a key unless there is one, or in its place; the key that holds is returned.';

create function private.next_checkpoint() returns table (size bigint, root text)
language plpgsql security definer set search_path = '' as $$
begin
  next_checkpoint.size := private.grow_ledger_tree();
  if next_checkpoint.size = 0 or exists (select from public.ledger_checkpoints as kept where kept.size >= next_checkpoint.size) then return; end if;
  root := encode(private.tree_hash(0, next_checkpoint.size), 'base64');
  return next;
end
$$;
comment on function private.next_checkpoint() is 'For the worker: lets the tree grow and gives its size and root; no row while the newest checkpoint is of that size.';

create function private.keep_checkpoint(size bigint, root text, note text, verifier_key text, moment timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if note not like '%' || E'\n' || size || E'\n' || root || E'\n\n%' or root is distinct from encode(private.tree_hash(0, size), 'base64') then
    raise exception 'not_of_this_tree' using errcode = '22023';
  end if;
  insert into public.ledger_keys (verifier_key) values (keep_checkpoint.verifier_key) on conflict do nothing;
  insert into public.ledger_checkpoints (size, root, note, made_at) values (keep_checkpoint.size, keep_checkpoint.root, keep_checkpoint.note, moment)
  on conflict do nothing;
end
$$;
comment on function private.keep_checkpoint(bigint, text, text, text, timestamptz) is 'For the worker, in the transaction of next_checkpoint(): keeps what it signed, with the key that checks it.';

create function private.ask_for_checkpoint() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue('make-checkpoint', '{}', 'make-checkpoint', clock_timestamp() + interval '3 seconds');
  return null;
end
$$;
comment on function private.ask_for_checkpoint() is 'An entry was added: a checkpoint is made when no other follows for three seconds, and each minute in any case.';
-- Not as signals are told: what happens to a sealed one leaves no trace here (decision 026). A record drawn for demonstration asks for none either.
create trigger ask_for_checkpoint after insert on public.ledger
  for each row when (new.at > now() - interval '1 minute') execute function private.ask_for_checkpoint();

-- For readers --------------------------------------------------------------------------------------------------------------
create function private.checkpoint_json(kept public.ledger_checkpoints) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'note', kept.note || coalesce((select string_agg(line || E'\n', '' order by at, witness) from public.ledger_cosignatures where size = kept.size), ''),
    'timestamps', coalesce((
      select jsonb_agg(jsonb_build_object('authority', authority, 'token', token) order by at, authority) from public.ledger_timestamps where size = kept.size
    ), '[]')
  )
$$;
comment on function private.checkpoint_json(public.ledger_checkpoints) is 'A checkpoint with what others said of it: cosignatures as lines of its note, time-stamps beside it.';

create function private.checkpoints_json() returns jsonb
language sql stable security definer set search_path = '' as $$
  with stamped as (
    select checkpoints.size, (made_at at time zone 'UTC')::date as day, exists (select from public.ledger_timestamps as stamps where stamps.size = checkpoints.size) as stamped
    from public.ledger_checkpoints as checkpoints
  ), chosen as (
    select max(size) as size from stamped group by day union select max(size) from stamped where stamped group by day
  )
  select jsonb_build_object(
    'keys', (select coalesce(jsonb_agg(verifier_key order by since, verifier_key), '[]') from public.ledger_keys),
    'list', (select coalesce(jsonb_agg(private.checkpoint_json(kept) order by kept.size), '[]') from public.ledger_checkpoints as kept join chosen using (size))
  )
$$;
comment on function private.checkpoints_json() is 'What the export holds: the last checkpoint of each day (UTC), and the last one with a time-stamp.';

create function public.ledger_extension(old bigint default 0, sequences bigint[] default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  newest public.ledger_checkpoints;
begin
  select * into newest from public.ledger_checkpoints order by size desc limit 1;
  if not found then return null; end if;
  if cardinality(sequences) > 64 then raise exception 'too_many_heads' using errcode = '22023', detail = 'At most 64 at once.'; end if;
  return private.checkpoint_json(newest) || jsonb_build_object(
    'keys', (select jsonb_agg(verifier_key order by since, verifier_key) from public.ledger_keys),
    'consistency', case when old between 0 and newest.size then to_jsonb(public.ledger_consistency_proof(old, newest.size)) end,
    'inclusion', coalesce((
      select jsonb_object_agg(asked, to_jsonb(public.ledger_inclusion_proof(asked, newest.size)))
      from unnest(sequences) as asked where asked between 1 and newest.size
    ), '{}')
  );
end
$$;
comment on function public.ledger_extension(bigint, bigint[]) is 'The newest checkpoint, with what shows that it extends the tree of an older size and holds these entries (64 at most): {note, keys, timestamps, consistency, inclusion: {sequence: path}}. `consistency` is null where the newest is smaller, an entry beyond it has no path. Null before the first checkpoint.';

revoke execute on function
  private.keep_ledger_signer(text, boolean), private.next_checkpoint(), private.keep_checkpoint(bigint, text, text, text, timestamptz),
  private.ask_for_checkpoint(), private.checkpoint_json(public.ledger_checkpoints), private.checkpoints_json()
from public, anon, authenticated;
revoke execute on function public.ledger_extension(bigint, bigint[]) from public;
grant execute on function public.ledger_extension(bigint, bigint[]) to anon, authenticated, service_role;
