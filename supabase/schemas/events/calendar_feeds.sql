-- Calendar feeds: the address under which a member's calendar program reads events without signing in. Its secret is the right to do so;
-- its member shows, renews and ends it. A feed never says where an event is joined.
create table public.calendar_feeds (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  secret text not null unique check (secret ~ '^[0-9a-f]{48}$'),
  made_at timestamptz not null default clock_timestamp()
);
comment on table public.calendar_feeds is 'The secret of each member''s calendar address, for that member alone.';

create function public.renew_calendar() returns text
language plpgsql security definer set search_path = '' as $$
declare
  fresh constant text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  insert into public.calendar_feeds (user_id, secret) values (auth.uid(), fresh)
  on conflict (user_id) do update set secret = excluded.secret, made_at = clock_timestamp();
  return fresh;
end
$$;
comment on function public.renew_calendar() is 'Gives the caller a new secret calendar address; the one before ends.';

create function public.calendar_entries(secret text default null, everything boolean default false, occurrence uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reader constant uuid := coalesce(auth.uid(), (select feed.user_id from public.calendar_feeds as feed where feed.secret = calendar_entries.secret));
  reads constant text := (select locale from public.profiles where id = reader);
begin
  if reader is null then raise exception 'calendar_not_found' using errcode = 'PT404'; end if;
  return jsonb_build_object('language', reads, 'entries', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', held.id, 'sequence', held.sequence, 'changed_at', held.changed_at, 'starts_at', held.starts_at, 'ends_at', held.ends_at,
      'title', event.title ->> reads, 'summary', event.summary ->> reads, 'cancelled', held.cancelled, 'waiting', own.state is not null and own.state <> 'seated') order by held.starts_at, held.id), '[]')
    from public.event_occurrences as held join public.events as event on event.item = held.event
      left join public.event_registrations as own on own.occurrence = held.id and own.user_id = reader
    where case when calendar_entries.occurrence is not null then held.id = calendar_entries.occurrence else
      held.ends_at > now() - interval '90 days' and (everything or own.user_id is not null) end));
end
$$;
comment on function public.calendar_entries(text, boolean, uuid) is 'What a calendar shows a member, named by their session or by the secret of their feed: occurrences they have a seat at or wait for, with everything each one, or the one that is named. In their language.';

alter table public.calendar_feeds enable row level security;
create policy "members see their own calendar address" on public.calendar_feeds for select to authenticated using (user_id = (select auth.uid()));
create policy "members end their own calendar address" on public.calendar_feeds for delete to authenticated using (user_id = (select auth.uid()));
revoke all on public.calendar_feeds from anon, authenticated, service_role;
grant select, delete on public.calendar_feeds to authenticated;
revoke execute on function public.renew_calendar(), public.calendar_entries(text, boolean, uuid) from public, anon, authenticated, service_role;
grant execute on function public.renew_calendar() to authenticated;
grant execute on function public.calendar_entries(text, boolean, uuid) to anon, authenticated;
