-- What each source says of an announcement, and the present state merged from it: for each part the word of the source that ranks first
-- among those that name it. The same claims give the same state in whatever order they come, and a source may repeat itself.
create table private.announcement_claims (
  source text not null references public.announcement_sources (source),
  -- The source's own key of this occurrence.
  key text not null check (length(key) between 1 and 300),
  announcement uuid not null references public.announcements (id),
  claim jsonb not null,
  seen_at timestamptz not null,
  -- The source covers its time and names it no more.
  gone_at timestamptz,
  primary key (source, key)
);
comment on table private.announcement_claims is 'The last word of each source on each of its occurrences.';
create index announcement_claims_of_announcement on private.announcement_claims (announcement);
alter table private.announcement_claims enable row level security;
revoke all on private.announcement_claims from anon, authenticated, service_role;

create function private.claim_text(claim jsonb, field text, pattern text, most int) returns text
language plpgsql immutable set search_path = '' as $$
declare
  given constant text := nullif(btrim(claim ->> field), '');
begin
  if jsonb_typeof(claim -> field) in ('object', 'array') or length(given) > most or given ~ '[[:cntrl:]]' or given !~ pattern then
    perform private.refuse('claim_invalid', field);
  end if;
  return given;
end
$$;
comment on function private.claim_text(jsonb, text, text, int) is 'A part of a claim, null if it is empty; refuses another form, control characters and more than so many.';

create function private.figure_in(value text, unit text) returns text
language sql immutable set search_path = '' as $$
  select case when value !~ '[KMBT]$' or unit is null then value
    else trim_scale(rtrim(value, 'KMBT')::numeric * 10::numeric ^ (3 * strpos('KMBT', right(value, 1)) - case unit when 'thousand' then 3 when 'million' then 6 when 'billion' then 9 when 'trillion' then 12 else 0 end))::text end
$$;
comment on function private.figure_in(text, text) is 'A figure in the unit of its indicator: 1.02M is 1020 in thousands. Without an indicator as its source writes it.';

create function private.checked_claim(claim jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  code constant text := private.claim_text(claim, 'code', '', 200);
  named constant text := private.claim_text(claim, 'indicator', '^[a-z0-9-]+$', 80);
  known public.indicators;
  zone text := private.claim_text(claim, 'zone', '', 60);
  at_text constant text := private.claim_text(claim, 'at', '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})$', 40);
  day_text constant text := private.claim_text(claim, 'day', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 10);
  period constant text := private.claim_text(claim, 'period', '^[0-9]{4}-([0-9]{2}(-[0-9]{2})?|Q[1-4]|W[0-9]{2})$', 10);
  starts_at timestamptz; day date;
  precision_given text := coalesce(private.claim_text(claim, 'precision', '^(exact|tentative|all_day)$', 10), case when at_text is null then 'all_day' else 'exact' end);
  title constant text := private.claim_text(claim, 'title', '', 200);
  value text;
begin
  if jsonb_typeof(claim) <> 'object' then perform private.refuse('claim_invalid', 'claim'); end if;
  if private.claim_text(claim, 'key', '', 300) is null then perform private.refuse('claim_invalid', 'key'); end if;
  if named is not null then
    select * into known from public.indicators where slug = named;
    if known.slug is null then perform private.refuse('unknown_indicator', 'indicator'); end if;
  elsif title is null and code is null then perform private.refuse('claim_invalid', 'title');
  end if;
  zone := coalesce(zone, known.zone, 'UTC');
  if not private.is_time_zone(zone) then perform private.refuse('claim_invalid', 'zone'); end if;
  begin
    starts_at := at_text::timestamptz;
    day := coalesce((starts_at at time zone zone)::date, day_text::date);
  exception when data_exception then
    perform private.refuse('claim_invalid', 'at');
  end;
  if day is not null and day not between '1990-01-01' and '2100-01-01' then perform private.refuse('claim_invalid', 'at'); end if;
  if starts_at is null and day is not null and precision_given = 'exact' then perform private.refuse('claim_invalid', 'at'); end if;
  -- A day has its beginning in its own zone: it is that day wherever it is read.
  if precision_given = 'all_day' or starts_at is null then starts_at := day::timestamp at time zone zone; end if;
  foreach value in array array['forecast', 'forecast_low', 'forecast_high', 'previous', 'revised', 'actual'] loop
    if private.claim_text(claim, value, '^-?[0-9]{1,15}(\.[0-9]{1,8})?[KMBT]?$', 25) is not null then
      claim := claim || jsonb_build_object(value, private.figure_in(btrim(claim ->> value), known.unit));
    end if;
  end loop;
  if starts_at is null and coalesce(claim ->> 'actual', claim ->> 'revised', claim ->> 'forecast', claim ->> 'previous') is null then perform private.refuse('claim_invalid', 'at'); end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'indicator', named, 'period', period, 'kind', coalesce(private.claim_text(claim, 'kind', '^(release|speech|decision|holiday)$', 10),
      case known.category when 'speech' then 'speech' when 'rates' then 'decision' else 'release' end),
    'country', coalesce(known.country, private.claim_text(claim, 'country', '^[A-Z]{2}$', 2), case when private.claim_text(claim, 'currency', '^[A-Z]{3}$', 3) is not null then left(claim ->> 'currency', 2) end),
    'currency', coalesce(known.currency, private.claim_text(claim, 'currency', '^[A-Z]{3}$', 3)),
    'impact', private.claim_text(claim, 'impact', '^(low|medium|high)$', 6), 'title', coalesce(title, code),
    'starts_at', starts_at, 'precision', case when starts_at is not null then precision_given end, 'day', day, 'zone', zone)
    || jsonb_strip_nulls(jsonb_build_object(
    'forecast', nullif(claim ->> 'forecast', ''), 'forecast_low', nullif(claim ->> 'forecast_low', ''), 'forecast_high', nullif(claim ->> 'forecast_high', ''), 'previous', nullif(claim ->> 'previous', ''),
    'revised', nullif(claim ->> 'revised', ''), 'actual', nullif(claim ->> 'actual', ''),
    'cancelled', case when claim -> 'cancelled' = 'true' then true end, 'postponed', case when claim -> 'postponed' = 'true' then true end)));
end
$$;
comment on function private.checked_claim(jsonb) is 'A claim as it is kept: {key, indicator or code, period, kind, country, currency, impact, title, at or day, zone, precision, forecast, forecast_low, forecast_high, previous, revised, actual, cancelled, postponed}; refuses one that is malformed, at the field.';

create function private.claimed_announcement(source text, claim jsonb, key text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  found_id uuid := (select known.announcement from private.announcement_claims as known where known.source = claimed_announcement.source and known.key = claimed_announcement.key);
  reach int;
begin
  if found_id is not null then return found_id; end if;
  if claim ? 'indicator' then
    select id into found_id from public.announcements where indicator = claim ->> 'indicator' and period = claim ->> 'period' order by listed desc, id limit 1;
    if found_id is not null or not claim ? 'day' then return found_id; end if;
    -- How far apart two sources may date one occurrence: less than half of the way to the next.
    reach := (select case cadence when 'weekly' then 3 when 'monthly' then 12 when 'quarterly' then 20 when 'meetings' then 5 else 0 end from public.indicators where slug = claim ->> 'indicator');
    select held.id into found_id
    from public.announcements as held
    where held.indicator = claim ->> 'indicator' and abs(held.day - (claim ->> 'day')::date) <= reach
      and (held.period is null or not claim ? 'period') and (reach > 0 or held.starts_at = (claim ->> 'starts_at')::timestamptz)
      -- A source that names two of them means two.
      and not exists (select from private.announcement_claims as own where own.announcement = held.id and own.source = claimed_announcement.source and own.gone_at is null)
    order by held.listed desc, abs(extract(epoch from held.starts_at - (claim ->> 'starts_at')::timestamptz)), held.id limit 1;
  elsif claim ? 'day' then
    select held.id into found_id
    from public.announcements as held
    where held.indicator is null and held.currency = claim ->> 'currency' and lower(held.title) = lower(claim ->> 'title') and held.day = (claim ->> 'day')::date
      and not exists (select from private.announcement_claims as own where own.announcement = held.id and own.source = claimed_announcement.source and own.gone_at is null)
    order by held.id limit 1;
  end if;
  return found_id;
end
$$;
comment on function private.claimed_announcement(text, jsonb, text) is 'The announcement that a claim is of: known by its key, by indicator and period, or as the nearest occurrence of its indicator; null for a new one.';

create function private.merged_announcement(claims jsonb, before public.announcements, moment timestamptz) returns public.announcements
language plpgsql stable security definer set search_path = '' as $$
declare
  state public.announcements := before;
  part jsonb;
  word jsonb;
  timed jsonb;
begin
  -- [{claim, source, gone}] in the order of their word. What is invented counts only where nothing else is said.
  if exists (select from jsonb_array_elements(claims) as one where one ->> 'source' <> 'sample') then
    claims := (select jsonb_agg(one order by place) from jsonb_array_elements(claims) with ordinality as given (one, place) where one ->> 'source' <> 'sample');
  end if;
  select jsonb_object_agg(named.key, named.value) into word from (
    select distinct on (said.key) said.key, said.value
    from jsonb_array_elements(claims) with ordinality as given (one, place), jsonb_each(one -> 'claim') as said
    where said.key not in ('starts_at', 'precision', 'day', 'zone', 'cancelled', 'postponed')
    order by said.key, one -> 'gone' = 'true', place
  ) as named;
  select one into timed
  from jsonb_array_elements(claims) with ordinality as given (one, place)
  where one #> '{claim,starts_at}' is not null
  order by one -> 'gone' = 'true', one ->> 'source' <> 'staff', case one #>> '{claim,precision}' when 'exact' then 0 when 'tentative' then 1 else 2 end, place limit 1;
  part := timed -> 'claim';
  state.indicator := word ->> 'indicator'; state.period := word ->> 'period'; state.kind := word ->> 'kind'; state.country := word ->> 'country'; state.currency := word ->> 'currency';
  state.title := word ->> 'title';
  state.impact := coalesce(word ->> 'impact', 'low');
  if state.indicator is not null then
    state.impact := coalesce((select one #>> '{claim,impact}' from jsonb_array_elements(claims) as one where one ->> 'source' = 'staff' and one #> '{claim,impact}' is not null limit 1),
      (select impact from public.indicators where slug = state.indicator));
  end if;
  state.starts_at := coalesce((part ->> 'starts_at')::timestamptz, before.starts_at);
  state.precision := coalesce(part ->> 'precision', before.precision);
  state.zone := coalesce(part ->> 'zone', before.zone);
  state.day := (state.starts_at at time zone state.zone)::date;
  state.forecast := word ->> 'forecast'; state.forecast_low := word ->> 'forecast_low'; state.forecast_high := word ->> 'forecast_high'; state.previous := word ->> 'previous';
  state.revised := nullif(word ->> 'revised', word ->> 'previous'); state.actual := word ->> 'actual';
  state.source := coalesce(timed ->> 'source', claims -> 0 ->> 'source');
  state.sample := claims -> 0 ->> 'source' = 'sample';
  state.listed := not (state.sample and not exists (select from jsonb_array_elements(claims) as one where one -> 'gone' = 'false'));
  if before.id is not null and (state.starts_at, state.precision) is distinct from (before.starts_at, before.precision) then
    state.sequence := before.sequence + 1;
    -- A day that gets its hour was not moved; nor was an example that a source corrects.
    if not before.sample and (before.day <> state.day or before.precision = 'exact' and state.starts_at <> before.starts_at) then state.moved_from := before.starts_at; end if;
  end if;
  state.released_at := case when state.actual is not null then coalesce(before.released_at, moment) end;
  state.state := case
    when not exists (select from jsonb_array_elements(claims) as one where one -> 'gone' = 'false' and one #> '{claim,cancelled}' is null) then 'cancelled'
    when (select one #> '{claim,cancelled}' is not null from jsonb_array_elements(claims) as one where one -> 'gone' = 'false' limit 1) then 'cancelled'
    when state.actual is not null then 'released'
    when (select one #> '{claim,postponed}' is not null from jsonb_array_elements(claims) as one where one -> 'gone' = 'false' limit 1) then 'postponed'
    when state.moved_from is not null then 'moved' else 'scheduled' end;
  return state;
end
$$;
comment on function private.merged_announcement(jsonb, public.announcements, timestamptz) is 'The state that claims make of an announcement, given what it was before.';

create function private.settle_announcement(of_announcement uuid, first_claim jsonb, source text, moment timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  before public.announcements;
  state public.announcements;
  claims jsonb;
begin
  select * into before from public.announcements where id = of_announcement for update;
  select jsonb_agg(jsonb_build_object('source', known.source, 'claim', known.claim, 'gone', known.gone_at is not null) order by sources.rank, known.seen_at desc, known.key) into claims
  from private.announcement_claims as known join public.announcement_sources as sources on sources.source = known.source where known.announcement = of_announcement;
  if before.id is null then
    state := private.merged_announcement(jsonb_build_array(jsonb_build_object('source', source, 'claim', first_claim, 'gone', false)), null, moment);
    if state.starts_at is null or state.currency is null then perform private.refuse('claim_invalid', case when state.starts_at is null then 'at' else 'currency' end); end if;
    state.id := private.ordered_id(); state.sequence := 0; state.version := 0; state.changed_at := moment;
    insert into public.announcements values (state.*);
    return jsonb_build_object('id', state.id, 'change', 'added', 'becomes', to_jsonb(state));
  end if;
  state := private.merged_announcement(claims, before, moment);
  if to_jsonb(state) = to_jsonb(before) then return jsonb_build_object('id', before.id, 'change', 'same'); end if;
  state.changed_at := moment;
  update public.announcements as held set
    indicator = state.indicator, period = state.period, kind = state.kind, country = state.country, currency = state.currency, impact = state.impact, title = state.title, starts_at = state.starts_at,
    precision = state.precision, day = state.day, zone = state.zone, forecast = state.forecast, forecast_low = state.forecast_low, forecast_high = state.forecast_high, previous = state.previous,
    revised = state.revised, actual = state.actual, state = state.state, moved_from = state.moved_from, sequence = state.sequence, released_at = state.released_at, source = state.source,
    sample = state.sample, listed = state.listed, changed_at = state.changed_at
  where held.id = before.id;
  return jsonb_build_object('id', before.id, 'change', case when state.moved_from is distinct from before.moved_from then 'moved' else 'changed' end, 'was', to_jsonb(before), 'becomes', to_jsonb(state));
end
$$;
comment on function private.settle_announcement(uuid, jsonb, text, timestamptz) is 'Brings an announcement to what its claims say; with null begins one. {id, change: added, changed, moved or same, was, becomes}.';

create function private.take_claims(source text, claims jsonb, covers_from timestamptz default null, covers_until timestamptz default null, moment timestamptz default clock_timestamp()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb; checked jsonb; made jsonb;
  target uuid;
  due record;
  changes jsonb := '[]'; renamed jsonb; problems jsonb := '[]';
  keys text[] := '{}';
  weeks date[];
  known_before int; named_now int;
  refused text; field text;
begin
  -- One source after the other: two that bring the same occurrence at once make one announcement.
  perform pg_advisory_xact_lock(hashtext('announcements'));
  if jsonb_typeof(claims) <> 'array' or not exists (select from public.announcement_sources as known where known.source = take_claims.source) then perform private.refuse('claims_invalid'); end if;
  -- A release of several indicators is a claim of each. What was listed under its own title until its indicator was written becomes that.
  select jsonb_agg(case when named.indicator is null then one else one || jsonb_build_object('indicator', named.indicator, 'key', (one ->> 'key') || '|' || named.indicator) end order by place, named.indicator),
    coalesce(jsonb_agg(jsonb_build_array(one ->> 'key', named.indicator) order by place) filter (where named.nth = 1), '[]')
  into claims, renamed
  from jsonb_array_elements(claims) with ordinality as given (one, place) left join lateral (
    select code.indicator, row_number() over (order by code.indicator) as nth from public.indicator_codes as code
    where jsonb_typeof(one -> 'indicator') is distinct from 'string' and code.source = take_claims.source and code.code = one ->> 'code' and jsonb_typeof(one -> 'key') = 'string'
  ) as named on true;
  claims := coalesce(claims, '[]');
  update private.announcement_claims as known set key = known.key || '|' || (pair ->> 1)
  from jsonb_array_elements(renamed) as pair
  where known.source = take_claims.source and known.key = pair ->> 0
    and not exists (select from private.announcement_claims as other where other.source = known.source and other.key = known.key || '|' || (pair ->> 1));
  keys := array(select one ->> 'key' from jsonb_array_elements(claims) as one where one ->> 'key' is not null);
  if covers_from is not null then
    select count(*), count(*) filter (where known.key = any (keys)) into known_before, named_now
    from private.announcement_claims as known
    where known.source = take_claims.source and known.gone_at is null and (known.claim ->> 'starts_at')::timestamptz >= greatest(covers_from, moment) and (known.claim ->> 'starts_at')::timestamptz < covers_until;
    -- A feed that was cut off must not take half of the calendar away.
    if take_claims.source <> 'sample' and known_before >= 8 and named_now < known_before / 2 then raise exception 'feed_is_cut' using errcode = '22023'; end if;
    for due in
      update private.announcement_claims as known set gone_at = moment
      where known.source = take_claims.source and known.gone_at is null and known.key <> all (keys)
        and (known.claim ->> 'starts_at')::timestamptz >= greatest(covers_from, moment) and (known.claim ->> 'starts_at')::timestamptz < covers_until
      returning known.announcement
    loop
      changes := changes || jsonb_build_array(jsonb_build_object('gone', due.announcement));
    end loop;
  end if;
  for given in select one from jsonb_array_elements(claims) as one loop
    begin
      checked := private.checked_claim(given);
      target := private.claimed_announcement(take_claims.source, checked, given ->> 'key');
      made := null;
      if target is null then
        made := private.settle_announcement(null, checked, take_claims.source, moment);
        target := (made ->> 'id')::uuid;
      end if;
      insert into private.announcement_claims as known (source, key, announcement, claim, seen_at)
      values (take_claims.source, given ->> 'key', target, checked, moment)
      on conflict on constraint announcement_claims_pkey do update set claim = excluded.claim, gone_at = null,
        seen_at = case when known.claim = excluded.claim and known.gone_at is null then known.seen_at else excluded.seen_at end;
      changes := changes || jsonb_build_array(coalesce(made, private.settle_announcement(target, null, take_claims.source, moment)));
      if take_claims.source not in ('staff', 'sample') and checked ? 'starts_at' then weeks := weeks || date_trunc('week', (checked ->> 'day')::timestamp)::date; end if;
    exception when others then
      get stacked diagnostics refused = message_text, field = pg_exception_hint;
      problems := problems || jsonb_build_array(jsonb_build_object('key', left(given ->> 'key', 300), 'problem', refused, 'field', field));
    end;
  end loop;
  -- What no source names any more, unless another key of this feed has just named it again.
  for due in select distinct (one ->> 'gone')::uuid as id from jsonb_array_elements(changes) as one where one ? 'gone' loop
    changes := changes || jsonb_build_array(private.settle_announcement(due.id, null, take_claims.source, moment));
  end loop;
  -- Examples make place for what a source says of the same week.
  for due in
    update private.announcement_claims as known set gone_at = moment
    where known.source = 'sample' and known.gone_at is null and date_trunc('week', (known.claim ->> 'day')::timestamp)::date = any (weeks)
    returning known.announcement
  loop
    changes := changes || jsonb_build_array(private.settle_announcement(due.announcement, null, take_claims.source, moment));
  end loop;
  changes := (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(changes) as one where not one ? 'gone' and one ->> 'change' <> 'same');
  perform private.tell_of_changes(changes, moment);
  return jsonb_build_object('added', (select count(*) from jsonb_array_elements(changes) as one where one ->> 'change' = 'added'),
    'changed', (select count(*) from jsonb_array_elements(changes) as one where one ->> 'change' = 'changed'),
    'moved', (select count(*) from jsonb_array_elements(changes) as one where one ->> 'change' = 'moved'),
    'problems', problems, 'changes', changes);
end
$$;
comment on function private.take_claims(text, jsonb, timestamptz, timestamptz, timestamptz) is 'Takes what a source says, [claim]. Of a time that the feed covers, what it names no more is gone. A malformed claim is reported and keeps no other back: {added, changed, moved, problems: [{key, problem, field}], changes}.';

revoke execute on function
  private.claim_text(jsonb, text, text, int), private.figure_in(text, text), private.checked_claim(jsonb), private.claimed_announcement(text, jsonb, text),
  private.merged_announcement(jsonb, public.announcements, timestamptz), private.settle_announcement(uuid, jsonb, text, timestamptz),
  private.take_claims(text, jsonb, timestamptz, timestamptz, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function private.take_claims(text, jsonb, timestamptz, timestamptz, timestamptz) to service_role;
