-- Members, for admins: one row an account with what a list searches, filters and orders by, kept by triggers where its facts are.
-- A search in 200 000 of them is an index scan. Suspending keeps somebody out until they are reinstated.
create extension if not exists pg_trgm with schema extensions;

create table public.members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  words text not null,
  premium_until timestamptz,
  staff_role text,
  suspended_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  visited boolean not null
);
comment on table public.members is 'Accounts as admins list them, trials aside. Nobody writes here: triggers copy from where each fact is.';
comment on column public.members.words is 'What is searched: in lower case, without accents, each word behind a space.';
comment on column public.members.confirmed_at is 'When an address or a telephone number was confirmed, whichever is kept; null before.';
comment on column public.members.visited is 'Whether they have opened their dashboard.';
comment on column public.members.premium_until is 'When the last period of access ends. Whether one runs now is asked of the periods.';
create index members_newest on public.members (created_at desc, user_id desc);
create index members_words on public.members using gin (words extensions.gin_trgm_ops);
create index members_by_mailbox on public.members (private.mailbox_of(email));
create index members_premium on public.members (premium_until) where premium_until is not null;
create index members_staff on public.members (staff_role) where staff_role is not null;
create index members_suspended on public.members (suspended_at) where suspended_at is not null;

create table public.member_suspensions (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  reason text not null check (length(btrim(reason)) between 3 and 500),
  suspended_by uuid,
  suspended_at timestamptz not null default now(),
  reinstated_by uuid,
  reinstated_at timestamptz
);
comment on table public.member_suspensions is 'Who was kept out, by whom, why, and until when.';
create unique index member_suspensions_running on public.member_suspensions (user_id) where reinstated_at is null;
create index member_suspensions_of_user on public.member_suspensions (user_id, id desc);

create function private.refresh_member(member uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.members (user_id, username, first_name, last_name, email, phone, words, premium_until, staff_role, suspended_at, created_at, confirmed_at, visited)
  select account.id, profile.username, profile.first_name, profile.last_name, account.email, coalesce(profile.phone, account.phone),
    private.plain(concat_ws(' ', '', profile.first_name, profile.last_name, profile.username, account.email,
      regexp_replace(account.email, '[^[:alnum:]]+', ' ', 'g'), coalesce(profile.phone, account.phone), '')),
    (select max(ends_at) from public.premium_grants where user_id = account.id),
    (select role from public.staff where user_id = account.id),
    (select suspended_at from public.member_suspensions where user_id = account.id and reinstated_at is null),
    profile.created_at, coalesce(account.email_confirmed_at, account.phone_confirmed_at),
    exists (select from public.visits where user_id = account.id)
  from auth.users as account join public.profiles as profile on profile.id = account.id
  where account.id = refresh_member.member and not account.is_anonymous
  on conflict (user_id) do update set
    username = excluded.username, first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
    phone = excluded.phone, words = excluded.words, premium_until = excluded.premium_until, staff_role = excluded.staff_role,
    suspended_at = excluded.suspended_at, confirmed_at = excluded.confirmed_at, visited = excluded.visited
$$;
comment on function private.refresh_member(uuid) is 'Copies the facts of an account into its row of members.';

create function private.follow_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_member((coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::uuid);
  return null;
end
$$;
comment on function private.follow_member() is 'Something about an account changed; the argument is the column that names it.';
create trigger follow_member after insert or update on public.profiles for each row execute function private.follow_member('id');
create trigger follow_member after update of email, phone, is_anonymous, email_confirmed_at, phone_confirmed_at on auth.users for each row execute function private.follow_member('id');
create trigger follow_member after insert or update or delete on public.premium_grants for each row execute function private.follow_member('user_id');
create trigger follow_member after insert or delete on public.visits for each row execute function private.follow_member('user_id');
create trigger follow_member after insert or update or delete on public.staff for each row execute function private.follow_member('user_id');
create trigger follow_member after insert or update on public.member_suspensions for each row execute function private.follow_member('user_id');
select private.refresh_member(id) from public.profiles;

create function public.list_members(
  query text default '', of_tier text default null, of_role text default null, of_state text default null,
  before_at timestamptz default null, before_id uuid default null, most int default 50
)
returns table (
  user_id uuid, username text, first_name text, last_name text, email text, phone text, tier text, premium_until timestamptz,
  staff_role text, suspended_at timestamptz, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  conditions text := 'true';
  word text;
  premium constant text := $sql$(members.staff_role is not null or (members.premium_until > now() and exists (
    select from public.premium_grants as period where period.user_id = members.user_id and period.starts_at <= now() and period.ends_at > now()
  )))$sql$;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  foreach word in array regexp_split_to_array(btrim(private.plain(left(coalesce(query, ''), 100))), '\s+') loop
    continue when word = '';
    word := regexp_replace(word, '([\\%_])', '\\\1', 'g');
    -- Two letters are in almost every row somewhere; at the beginning of a word they say something.
    conditions := conditions || format(' and members.words like %L', case when length(word) < 3 then '% ' else '%' end || word || '%');
  end loop;
  if of_tier = 'premium' then conditions := conditions || ' and ' || premium;
  elsif of_tier = 'freemium' then conditions := conditions || ' and not ' || premium; end if;
  if of_role = 'member' then conditions := conditions || ' and members.staff_role is null';
  elsif of_role is not null then conditions := conditions || format(' and members.staff_role = %L', of_role); end if;
  if of_state = 'suspended' then conditions := conditions || ' and members.suspended_at is not null';
  elsif of_state = 'active' then conditions := conditions || ' and members.suspended_at is null'; end if;
  if before_at is not null then
    conditions := conditions || format(' and (members.created_at, members.user_id) < (%L::timestamptz, %L::uuid)', before_at, coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'));
  end if;
  -- Written out and planned each time: the best plan for one search is a bad one for another.
  return query execute format($sql$
    select members.user_id, members.username, members.first_name, members.last_name, members.email, members.phone,
      case when %s then 'premium' else 'freemium' end, members.premium_until, members.staff_role, members.suspended_at, members.created_at
    from public.members where %s order by members.created_at desc, members.user_id desc limit %s
  $sql$, premium, conditions, least(greatest(coalesce(most, 50), 1), 200));
end
$$;
comment on function public.list_members(text, text, text, text, timestamptz, uuid, int) is 'For admins: accounts, newest first, at most `most` (1 to 200) of those older than the row before_at and before_id name. query: words of name, username, address or telephone, all of them; of_tier: freemium or premium, as current_tier() says; of_role: member, analyst, admin; of_state: active, suspended.';

create function private.keep_out(member uuid, reason text, by uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.member_suspensions (user_id, reason, suspended_by) values (member, private.cleaned(reason, 500), by)
  on conflict (user_id) where reinstated_at is null do nothing;
  if not found then return false; end if;
  update auth.users set banned_until = now() + interval '100 years' where id = member;
  delete from auth.sessions where user_id = member;
  return true;
end
$$;
comment on function private.keep_out(uuid, text, uuid) is 'Suspends an account; false where it is suspended already. Whether the caller may is asked before.';

create function private.let_in(member uuid, by uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.member_suspensions set reinstated_by = let_in.by, reinstated_at = now() where user_id = member and reinstated_at is null;
  if not found then return false; end if;
  update auth.users set banned_until = null where id = member;
  return true;
end
$$;
comment on function private.let_in(uuid, uuid) is 'Ends the suspension of an account; false where there is none.';

create function public.suspend_member(member uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if exists (select from public.staff where user_id = member) then raise exception 'member_is_staff' using errcode = '42501'; end if;
  if not exists (select from public.members where user_id = member) then raise exception 'no_such_member' using errcode = 'PT404'; end if;
  if not private.keep_out(member, reason, auth.uid()) then raise exception 'already_suspended' using errcode = '23505'; end if;
end
$$;
comment on function public.suspend_member(uuid, text) is 'Keeps a member out at once: no sign-in, no new token; this server refuses the tokens that are out and closes their sockets, and on any host nothing premium is read with them. Staff are no members.';

create function public.reinstate_member(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if not private.let_in(member, auth.uid()) then raise exception 'not_suspended' using errcode = 'PT404'; end if;
end
$$;
comment on function public.reinstate_member(uuid) is 'Lets a suspended member in again.';

call private.audit_changes('public.member_suspensions', '{reason}');
alter table public.members enable row level security;
create policy "admins read the members" on public.members for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
alter table public.member_suspensions enable row level security;
create policy "admins read the suspensions" on public.member_suspensions for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
revoke all on public.members, public.member_suspensions from anon, authenticated, service_role;
grant select on public.members, public.member_suspensions to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  private.refresh_member(uuid), private.follow_member(), public.list_members(text, text, text, text, timestamptz, uuid, int),
  private.keep_out(uuid, text, uuid), private.let_in(uuid, uuid), public.suspend_member(uuid, text), public.reinstate_member(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_members(text, text, text, text, timestamptz, uuid, int), public.suspend_member(uuid, text), public.reinstate_member(uuid)
to authenticated;
