-- Visits: when a member was last here, so that a screen can say what has changed since. The member's browser calls
-- begin_visit() when the dashboard opens; half an hour of absence makes the next opening a new visit. Nobody else reads it.
create table public.visits (
  user_id uuid primary key references auth.users (id) on delete cascade,
  seen_at timestamptz not null default now(),
  previous_at timestamptz check (previous_at <= seen_at),
  recomputed_at timestamptz,
  steps_put_off_at timestamptz
);
comment on table public.visits is 'The last time a member opened the dashboard, and the end of the visit before this one; when they first recomputed a losing signal, and when they put off the first steps.';

alter table public.visits enable row level security;
create policy "members see their own visits" on public.visits for select to authenticated
  using ((select auth.uid()) = user_id);

create function public.begin_visit() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  visitor constant uuid := auth.uid();
  since timestamptz;
begin
  if visitor is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  insert into public.visits as visit (user_id) values (visitor)
  on conflict (user_id) do update set
    previous_at = case when visit.seen_at < now() - interval '30 minutes' then visit.seen_at else visit.previous_at end,
    seen_at = now()
  returning previous_at into since;
  return since;
end
$$;
comment on function public.begin_visit() is 'Notes that the caller is here. Returns when their visit before this one ended; null at the first.';

create function public.see_changes() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  update public.visits set previous_at = now(), seen_at = now() where user_id = auth.uid() returning previous_at into since;
  if since is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return since;
end
$$;
comment on function public.see_changes() is 'Ends the caller''s previous visit now, so that the dashboard lists only later events. Returns this moment. Refused before the first begin_visit().';

revoke all on public.visits from anon, authenticated, service_role;
grant select on public.visits to authenticated;
revoke execute on function public.begin_visit(), public.see_changes() from public, anon, service_role;
grant execute on function public.begin_visit(), public.see_changes() to authenticated;
