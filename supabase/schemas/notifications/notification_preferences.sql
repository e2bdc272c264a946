-- What each member wants to be told, by which channel and when. One row a member, made with the profile, so that a fan-out
-- joins and never guesses: the column defaults are what somebody is told who never chose. Matters of one's own account are
-- always told and stand in no preference.
create table public.notification_preferences (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  in_app text[] not null default private.told_by_default('in_app'),
  email text[] not null default private.told_by_default('email'),
  digest text[] not null default '{}',
  push text[] not null default private.told_by_default('push'),
  digest_hour int not null default 8 check (digest_hour between 0 and 23),
  quiet_from time,
  quiet_to time,
  signals_pierce boolean not null default false,
  check (in_app || email || digest || push <@ private.notification_categories()),
  check (not email && digest),
  check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from coalesce(quiet_to, '24:00'))
);
comment on table public.notification_preferences is 'Per channel the categories (S-14) that are wanted, what becomes of signals apart from their publication: in the application, by mail at once, in the daily mail, as push. The quiet hours and the hour of the daily mail are on the member''s own clock.';

create function private.begin_notification_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notification_preferences (user_id, email)
  values (new.id, private.told_by_default('email') || case when new.newsletter then '{marketing}'::text[] else '{}' end);
  return null;
end
$$;
comment on function private.begin_notification_preferences() is 'The preferences of a new member. Mails of marketing only for who asked for them at sign-up.';
create trigger begin_notification_preferences after insert on public.profiles
  for each row execute function private.begin_notification_preferences();

create function private.keep_newsletter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set newsletter = 'marketing' = any (new.email || new.digest)
  where id = new.user_id and newsletter <> ('marketing' = any (new.email || new.digest));
  return null;
end
$$;
comment on function private.keep_newsletter() is 'The consent that sign-up asked for is one with the preference: withdrawn here, it is withdrawn there.';
create trigger keep_newsletter after update on public.notification_preferences for each row execute function private.keep_newsletter();

alter table public.notification_preferences enable row level security;
create policy "members read their own preferences" on public.notification_preferences for select to authenticated
  using ((select auth.uid()) = user_id);
create policy "members choose their own preferences" on public.notification_preferences for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
revoke all on public.notification_preferences from anon, authenticated, service_role;
grant select, update (in_app, email, digest, push, digest_hour, quiet_from, quiet_to, signals_pierce)
on public.notification_preferences to authenticated;
revoke update (newsletter) on public.profiles from authenticated;

-- When -----------------------------------------------------------------------------------------------------------------
create function private.is_quiet(at timestamptz, zone text, quiet_from time, quiet_to time) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case when quiet_from < quiet_to
    then (at at time zone zone)::time >= quiet_from and (at at time zone zone)::time < quiet_to
    else (at at time zone zone)::time >= quiet_from or (at at time zone zone)::time < quiet_to end, false)
$$;
comment on function private.is_quiet(timestamptz, text, time, time) is 'Whether a clock in a zone stands within quiet hours, which may pass midnight. Without hours it never is.';

create function private.after_quiet(at timestamptz, zone text, quiet_from time, quiet_to time) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  found timestamptz;
begin
  if not private.is_quiet(at, zone, quiet_from, quiet_to) then return at; end if;
  -- The end of the quiet by the clock's offset of now, of tomorrow and of the day after, whose turn comes when a change skips
  -- a midnight. And where clocks are changed in between, each quarter of an hour: the change itself may end the quiet.
  select min(candidate) into found from (
    select ((at at time zone zone)::date + later + quiet_to) at time zone 'UTC'
      - ((moment.instant at time zone zone) - (moment.instant at time zone 'UTC')) as candidate
    from (values (at), (at + interval '1 day'), (at + interval '2 days')) as moment (instant)
    cross join (values (0), (1), (2)) as day (later)
    union all
    select quarter from generate_series(date_bin('15 minutes', at, 'epoch') + interval '15 minutes', at + interval '2 days', '15 minutes') as quarter
    where (at + interval '2 days') at time zone zone <> at at time zone zone + interval '2 days'
  ) as candidates
  where candidate > at and not private.is_quiet(candidate, zone, quiet_from, quiet_to);
  return found;
end
$$;
comment on function private.after_quiet(timestamptz, text, time, time) is 'The moment itself, or the end of the quiet hours it falls in.';

create function private.next_digest(at timestamptz, zone text, hour int) returns timestamptz
language sql stable set search_path = '' as $$
  select min(candidate) from (
    select ((at at time zone zone)::date + later + make_time(hour, 0, 0)) at time zone zone as candidate
    from (values (0), (1), (2)) as day (later)
  ) as days where candidate > at
$$;
comment on function private.next_digest(timestamptz, text, int) is 'The next time that a clock in a zone shows a full hour, later than a moment.';

revoke execute on function
  private.begin_notification_preferences(), private.keep_newsletter(), private.is_quiet(timestamptz, text, time, time),
  private.after_quiet(timestamptz, text, time, time), private.next_digest(timestamptz, text, int)
from public, anon, authenticated;
