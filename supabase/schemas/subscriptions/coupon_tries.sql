-- Rate limit for guessing coupon codes, which are short by design: per member and per network. Only different unknown codes
-- count; guessing never affects accepted codes.
create table private.coupon_tries (
  id bigint generated always as identity primary key,
  member uuid references auth.users (id) on delete cascade,
  -- A hash of the network, as for codes by mail.
  source bytea,
  code bytea not null,
  known boolean not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.coupon_tries is 'Codes that were tried, by member and network, hashed: for a day.';
create index coupon_tries_of_member on private.coupon_tries (member, at);
create index coupon_tries_of_source on private.coupon_tries (source, at);
create index coupon_tries_by_age on private.coupon_tries (at);
alter table private.coupon_tries enable row level security;
revoke all on private.coupon_tries from anon, authenticated, service_role;
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('private.coupon_tries', 'member = $1', null, false, true, '{}', 'goes', 'Hashes of codes that live for a day say nothing about the member.');

create function private.was_quoted(code text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.coupon_tries as tried
    where tried.member = auth.uid() and tried.code = private.hashed(was_quoted.code) and tried.known and at > now() - interval '1 day');
end
$$;
comment on function private.was_quoted(text) is 'Whether the caller was quoted a price with this code, or told that it was used up, within the last day.';

create function private.may_try_coupon(code text) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  here constant bytea := private.hashed('network ' || private.client_network());
begin
  -- Serialised, so that concurrent attempts see each other.
  perform pg_advisory_xact_lock(hashtextextended('coupon tries from ' || coalesce(encode(here, 'hex'), ''), 0));
  perform pg_advisory_xact_lock(hashtextextended('coupon tries of ' || coalesce(me::text, ''), 0));
  if private.was_quoted(code) then return true; end if;
  return (select count(distinct tried.code) from private.coupon_tries as tried where tried.member = me and not known and at > clock_timestamp() - interval '1 hour') < 10
    and (select count(distinct tried.code) from private.coupon_tries as tried where tried.source = here and not known and at > clock_timestamp() - interval '1 hour') < 30;
end
$$;
comment on function private.may_try_coupon(text) is 'Whether the caller may try a code: up to ten unknown ones per member, or thirty per network, in an hour.';

create function private.note_coupon_try(code text, known boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  here constant bytea := private.hashed('network ' || private.client_network());
  key constant bytea := private.hashed(code);
begin
  delete from private.coupon_tries where at < clock_timestamp() - interval '1 day';
  -- Each change of the order requests a new quote: the same code counts once.
  if exists (
    select from private.coupon_tries as tried
    where tried.code = key and tried.known = note_coupon_try.known and tried.member is not distinct from me and tried.source is not distinct from here
      and at > clock_timestamp() - interval '10 minutes'
  ) then return; end if;
  insert into private.coupon_tries (member, source, code, known) values (me, here, key, known);
end
$$;
comment on function private.note_coupon_try(text, boolean) is 'Records that the caller tried a code, and whether it exists.';

revoke execute on function private.was_quoted(text), private.may_try_coupon(text), private.note_coupon_try(text, boolean) from public, anon, authenticated, service_role;
