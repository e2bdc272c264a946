-- The Merkle tree over the ledger (RFC 6962 §2.1, SHA-256): what makes it possible to show in a few hashes that an entry is in the
-- chain, and that a later chain extends an earlier one. The leaf of an entry is its hash in the chain, as 32 bytes. Complete subtrees
-- are kept as they fill, so that no proof reads more than some dozens of rows; the worker lets the tree grow, no publication waits for it.
create table private.ledger_tree (
  -- 1 and up: level k covers 2^k entries, from `place` times as many on. Leaves are the ledger itself.
  level int not null check (level > 0),
  place bigint not null check (place >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, place)
);
comment on table private.ledger_tree is 'The complete subtrees of the Merkle tree over the ledger: one row for each entry, all told.';
call private.make_append_only('private.ledger_tree');
alter table private.ledger_tree enable row level security;
revoke all on private.ledger_tree from anon, authenticated, service_role;

create function private.tree_node(level int, place bigint) returns bytea
language sql stable security definer set search_path = '' as $$
  select case when tree_node.level = 0
    then (select sha256('\x00'::bytea || decode(hash, 'hex')) from public.ledger where sequence = tree_node.place + 1)
    else (select hash from private.ledger_tree as tree where tree.level = tree_node.level and tree.place = tree_node.place)
  end
$$;
comment on function private.tree_node(int, bigint) is 'The hash of a complete subtree; null while it is not full or not kept yet.';

create function private.grow_ledger_tree() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  size bigint;
  above int := 1;
begin
  -- One grower at a time; the ledger goes on meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('private.ledger_tree', 0));
  select coalesce(max(sequence), 0) into size from public.ledger;
  while size >> above > 0 loop
    insert into private.ledger_tree (level, place, hash)
    select above, full_one, sha256('\x01'::bytea || private.tree_node(above - 1, full_one * 2) || private.tree_node(above - 1, full_one * 2 + 1))
    from generate_series(coalesce((select max(place) + 1 from private.ledger_tree where level = above), 0), (size >> above) - 1) as full_one;
    above := above + 1;
  end loop;
  return size;
end
$$;
comment on function private.grow_ledger_tree() is 'Keeps every subtree that is full by now, and returns how many entries the tree has. Run again it does nothing.';

create function private.tree_hash(first bigint, behind bigint) returns bytea
language plpgsql stable security definer set search_path = '' as $$
declare
  hash bytea;
  part bytea;
  level int := 0;
  rest bigint := behind - first;
begin
  -- What is complete is read; the ragged right edge is put together from its complete parts, the smallest first.
  while rest > 0 loop
    if (rest >> level) & 1 = 1 then
      part := private.tree_node(level, ((first + rest) >> level) - 1);
      hash := case when hash is null then part else sha256('\x01'::bytea || part || hash) end;
      rest := rest - (1::bigint << level);
    end if;
    level := level + 1;
  end loop;
  return coalesce(hash, sha256(''::bytea));
end
$$;
comment on function private.tree_hash(bigint, bigint) is 'The hash over entries counted from 0, from the first to before the other: the root where the first is 0. The first is a place that RFC 6962 divides at.';

create function private.split_of(first bigint, behind bigint) returns bigint
language sql immutable strict parallel safe set search_path = '' as $$
  select first + (1::bigint << (length(ltrim((behind - first - 1)::bit(63)::text, '0')) - 1))
$$;
comment on function private.split_of(bigint, bigint) is 'Where RFC 6962 divides two or more entries: after the largest power of two that is below their number.';

create function private.demand_tree_size(size bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if size > 0 and (size < 2 or private.tree_node(1, size / 2 - 1) is not null) and exists (select from public.ledger where sequence = size) then return; end if;
  raise exception 'unknown_tree_size' using errcode = '22023', detail = 'Ask for the size of a checkpoint.';
end
$$;
comment on function private.demand_tree_size(bigint) is 'Refuses a size that the tree has not reached.';

create function public.ledger_inclusion_proof(sequence bigint, size bigint) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant bigint := sequence - 1;
  low bigint := 0;
  high bigint := size;
  middle bigint;
  path text[] := '{}';
begin
  perform private.demand_tree_size(size);
  if not (place >= 0 and place < size) then raise exception 'unknown_tree_size' using errcode = '22023', detail = 'That entry is not in the tree.'; end if;
  while high - low > 1 loop
    middle := private.split_of(low, high);
    if place < middle then
      path := encode(private.tree_hash(middle, high), 'base64') || path;
      high := middle;
    else
      path := encode(private.tree_hash(low, middle), 'base64') || path;
      low := middle;
    end if;
  end loop;
  return path;
end
$$;
comment on function public.ledger_inclusion_proof(bigint, bigint) is 'The audit path of an entry in the tree of a checkpoint, from its sibling up, in base64 (RFC 6962 §2.1.1).';

create function public.ledger_consistency_proof(old bigint, size bigint) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  low bigint := 0;
  high bigint := size;
  middle bigint;
  path text[] := '{}';
begin
  perform private.demand_tree_size(size);
  if not (old >= 0 and old <= size) then raise exception 'unknown_tree_size' using errcode = '22023', detail = 'The older tree is not within the newer one.'; end if;
  if old = 0 or old = size then return path; end if;
  while high <> old loop
    middle := private.split_of(low, high);
    if old <= middle then
      path := encode(private.tree_hash(middle, high), 'base64') || path;
      high := middle;
    else
      path := encode(private.tree_hash(low, middle), 'base64') || path;
      low := middle;
    end if;
  end loop;
  return case when low > 0 then encode(private.tree_hash(low, high), 'base64') || path else path end;
end
$$;
comment on function public.ledger_consistency_proof(bigint, bigint) is 'What shows that the tree of a checkpoint begins with all of an older one, in base64 (RFC 6962 §2.1.2).';

revoke execute on function
  private.tree_node(int, bigint), private.grow_ledger_tree(), private.tree_hash(bigint, bigint), private.split_of(bigint, bigint), private.demand_tree_size(bigint)
from public, anon, authenticated;
revoke execute on function public.ledger_inclusion_proof(bigint, bigint), public.ledger_consistency_proof(bigint, bigint) from public;
grant execute on function public.ledger_inclusion_proof(bigint, bigint), public.ledger_consistency_proof(bigint, bigint) to anon, authenticated, service_role;
