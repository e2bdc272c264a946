-- Community members: under which name members meet each other. A row has an id of its own and outlives the account, so that a conversation
-- stays readable and a record complete when an account goes; then nothing leads from the row to a person.
create table public.community_members (
  id uuid primary key default private.ordered_id(),
  user_id uuid unique references auth.users (id) on delete set null,
  -- The name after @. Null: the account is closed, and so is `name`.
  handle text unique check (handle ~ '^[a-z0-9][a-z0-9_.-]{2,31}$'),
  name text check (length(name) between 1 and 60),
  joined_at timestamptz not null default clock_timestamp(),
  -- Set by the roles in `staff`, never by a profile.
  staff_role text check (staff_role in ('analyst', 'admin')),
  -- 0 new, 1 member, 2 regular, 3 trusted: what they may do unreviewed (moderation/trust.sql).
  trust int not null default 0 check (trust between 0 and 3)
);
comment on table public.community_members is 'Who takes part in the community: a name, a staff mark and a trust level, never an account.';

create function private.shown_name(profile public.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim(profile.first_name) || coalesce(' ' || nullif(left(btrim(profile.last_name), 1), '') || '.', ''), ''), profile.username)
$$;
comment on function private.shown_name(public.profiles) is 'First name and initial, or the username of somebody who gave no name.';

create function private.keep_community_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := (select staff.role from public.staff where user_id = new.id);
begin
  insert into public.community_members as known (user_id, handle, name, joined_at, staff_role, trust)
  values (
    new.id, new.username, left(case when role is null then private.shown_name(new) else coalesce(nullif(btrim(concat_ws(' ', new.first_name, new.last_name)), ''), new.username) end, 60),
    new.created_at, role, case when role is null then 0 else 3 end
  )
  on conflict (user_id) do update set handle = excluded.handle, name = excluded.name, staff_role = excluded.staff_role, trust = greatest(known.trust, excluded.trust);
  return null;
end
$$;
comment on function private.keep_community_member() is 'Gives each profile its row among the members, and follows its name.';
create trigger keep_community_member after insert or update of username, first_name, last_name on public.profiles
  for each row execute function private.keep_community_member();

create function private.follow_staff_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Writes the profile's row as it is, which takes the role with it.
  update public.profiles set first_name = first_name where id = coalesce(new.user_id, old.user_id);
  return null;
end
$$;
comment on function private.follow_staff_role() is 'Sets and removes the staff mark with the role.';
create trigger follow_staff_role after insert or update or delete on public.staff for each row execute function private.follow_staff_role();

create function private.close_community_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null then
    new.handle := null;
    new.name := null;
    new.staff_role := null;
  end if;
  return new;
end
$$;
comment on function private.close_community_member() is 'Takes the names from the row of an account that is gone.';
create trigger close_community_member before update of user_id on public.community_members for each row execute function private.close_community_member();

create function private.skip_gone_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for an account that is just going: what is written for it meanwhile would outlive it.
  perform from public.community_members where id = new.member and user_id is not null for key share;
  if found or new.member is null then return new; end if;
  return null;
end
$$;
comment on function private.skip_gone_member() is 'Writes no row for a member whose account is gone, in tables that are emptied with the account.';

create function private.own_member() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.community_members where user_id = (select auth.uid())
$$;
comment on function private.own_member() is 'The caller as a member of the community; null for a visitor.';

-- Blocks ----------------------------------------------------------------------------------------------------------------
create table public.member_blocks (
  blocked uuid not null references public.community_members (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  member uuid not null default private.own_member() references public.community_members (id) on delete cascade,
  primary key (member, blocked),
  check (member <> blocked)
);
comment on table public.member_blocks is 'Whom a member wants to read nothing of, and who cannot mention, quote to or answer them by notification. Known to that member alone.';
create index member_blocks_of_blocked on public.member_blocks (blocked);
create trigger skip_gone_member before insert on public.member_blocks for each row execute function private.skip_gone_member();

create function private.own_blocks() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select blocked from public.member_blocks where member = private.own_member()
$$;
comment on function private.own_blocks() is 'Whose words the caller does not want to read.';

-- Who may see what ------------------------------------------------------------------------------------------------------
alter table public.community_members enable row level security;
create policy "members see the members" on public.community_members for select to authenticated using (true);
alter table public.member_blocks enable row level security;
create policy "members see and change whom they block" on public.member_blocks for all to authenticated
  using (member = (select private.own_member())) with check (member = (select private.own_member()));
revoke all on public.community_members, public.member_blocks from anon, authenticated, service_role;
-- user_id leads to an account: for no API role.
grant select (id, handle, name, joined_at, staff_role, trust) on public.community_members to authenticated;
grant select, insert (blocked), delete on public.member_blocks to authenticated;
revoke execute on function
  private.shown_name(public.profiles), private.keep_community_member(), private.follow_staff_role(), private.close_community_member(), private.skip_gone_member(),
  private.own_member(), private.own_blocks()
from public, anon, authenticated, service_role;
grant execute on function private.own_member(), private.own_blocks() to authenticated;
