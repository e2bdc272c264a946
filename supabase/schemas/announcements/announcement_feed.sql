-- The personal calendar feed of announcements: what the member chose, and the windows in which they open nothing, under the secret address of
-- events/calendar_feeds.sql. Each entry is an instant or a day; no zone or rule is left to the reader.
create function public.calendar_announcements(secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reader constant uuid := coalesce(auth.uid(), (select feed.user_id from public.calendar_feeds as feed where feed.secret = calendar_announcements.secret));
  reads constant text := (select locale from public.profiles where id = reader);
  wants public.announcement_preferences;
begin
  if reader is null then raise exception 'calendar_not_found' using errcode = 'PT404'; end if;
  select * into wants from public.announcement_preferences where user_id = reader;
  return jsonb_build_object('language', reads, 'entries', (
    select coalesce(jsonb_agg(one.entry order by one.starts_at, one.entry ->> 'id'), '[]')
    from (
      select held.starts_at, jsonb_build_object('id', held.id, 'sequence', held.sequence, 'changed_at', held.changed_at, 'starts_at', held.starts_at,
        'ends_at', held.starts_at + interval '15 minutes', 'day', case when held.precision <> 'exact' then held.day end,
        'title', held.currency || ' · ' || coalesce(known.title ->> reads, held.title), 'summary', coalesce(known.summary ->> reads, ''), 'cancelled', held.state in ('cancelled', 'postponed'),
        'waiting', false, 'tentative', held.precision = 'tentative', 'link', '/annonces?annonce=' || held.id) as entry
      from public.announcements as held left join public.indicators as known on known.slug = held.indicator
      where held.listed and held.starts_at between now() - interval '14 days' and now() + interval '100 days'
        and held.impact = any (coalesce(wants.feed_impacts, '{high}')) and (coalesce(wants.feed_currencies, '{}') = '{}' or held.currency = any (wants.feed_currencies))
      union all
      select span.starts_at, jsonb_build_object('id', format('%s-%s', span.currency, extract(epoch from span.starts_at)::bigint), 'sequence', 0, 'changed_at', span.starts_at - interval '30 days', 'starts_at', span.starts_at,
        'ends_at', span.ends_at, 'day', null, 'title', case reads when 'en' then 'Open nothing in ' when 'es' then 'No abrir nada en ' when 'it' then 'Non aprire nulla in ' else 'Ne rien ouvrir en ' end || span.currency,
        'summary', '', 'cancelled', false, 'waiting', false, 'tentative', false, 'link', '/annonces?annonce=' || span.announcements[1])
      from private.blackout_windows(reader, now() - interval '1 day', now() + interval '35 days') as span
      where coalesce(wants.feed_windows, true)
    ) as one));
end
$$;
comment on function public.calendar_announcements(text) is 'What a calendar shows a member of the announcements, named by their session or by the secret of their feed: what they chose, and the windows in which they open nothing. In their language.';
revoke execute on function public.calendar_announcements(text) from public, anon, authenticated, service_role;
grant execute on function public.calendar_announcements(text) to anon, authenticated;
