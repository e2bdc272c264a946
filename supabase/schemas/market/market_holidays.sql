-- The venues' usual closures until 2030, in addition to Christmas and New Year: computed, since all follow from the calendar.
-- The operator adds a venue's special closures (a day of mourning, another early close) as rows of market_closures. Sources:
-- CME for index_us (halt at 12:00, early close at 12:15 Chicago time), COMEX for metal, Xetra and Eurex for index_de, Euronext
-- for index_fr, the London Stock Exchange for index_uk, BME for index_es, Borsa Italiana for index_it. Only CME's halts and
-- Borsa Italiana's days were compared with a published calendar: an operator with a real feed should compare the others each
-- year. Currencies trade on all of these days; index_jp follows Osaka, which has traded on Japanese holidays since 2022.
create function private.easter_sunday(year int) returns date
language sql immutable set search_path = '' as $$
  -- The Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8).
  select make_date(year, month, day)
  from (select year % 19 as a, year / 100 as b, year % 100 as c) as one,
    lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) as two,
    lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) as three,
    lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as sum) as four,
    lateral (select sum / 31 as month, sum % 31 + 1 as day) as five
$$;
comment on function private.easter_sunday(int) is 'Easter Sunday of a Gregorian year.';

create function private.weekday_of_month(year int, month int, isodow int, place int) returns date
language sql immutable set search_path = '' as $$
  select case when place > 0 then first + (isodow - extract(isodow from first)::int + 7) % 7 + 7 * (place - 1)
    else last - (extract(isodow from last)::int - isodow + 7) % 7 end
  from (select make_date(year, month, 1) as first, (make_date(year, month, 1) + interval '1 month')::date - 1 as last) as ends
$$;
comment on function private.weekday_of_month(int, int, int, int) is 'The first (1), second (2), … or last (0) given weekday (1 Monday to 7 Sunday) of a month.';

create function private.usual_closures(year int) returns table (session text, day date, since time, until time)
language sql stable set search_path = '' as $$
  with moving as (
    select private.easter_sunday(year) - 2 as good_friday, private.easter_sunday(year) + 1 as easter_monday,
      private.weekday_of_month(year, 11, 4, 4) as thanksgiving, make_date(year, 12, 24) as eve, make_date(year, 12, 31) as last_day
  ), whole as (
    select session, day from moving,
      lateral (values
        ('index_us', good_friday), ('metal', good_friday),
        ('index_de', good_friday), ('index_de', easter_monday), ('index_de', make_date(year, 5, 1)), ('index_de', eve), ('index_de', eve + 2), ('index_de', last_day),
        ('index_fr', good_friday), ('index_fr', easter_monday), ('index_fr', make_date(year, 5, 1)), ('index_fr', eve + 2),
        ('index_es', good_friday), ('index_es', easter_monday), ('index_es', make_date(year, 5, 1)), ('index_es', eve + 2),
        ('index_it', good_friday), ('index_it', easter_monday), ('index_it', make_date(year, 5, 1)), ('index_it', make_date(year, 8, 15)),
        ('index_it', eve), ('index_it', eve + 2), ('index_it', last_day),
        ('index_uk', good_friday), ('index_uk', easter_monday), ('index_uk', private.weekday_of_month(year, 5, 1, 1)),
        ('index_uk', private.weekday_of_month(year, 5, 1, 0)), ('index_uk', private.weekday_of_month(year, 8, 1, 0)), ('index_uk', eve + 2),
        -- London's holidays on a weekend are moved to the next business days.
        ('index_uk', case extract(isodow from make_date(year, 1, 1)) when 6 then make_date(year, 1, 3) when 7 then make_date(year, 1, 2) end),
        ('index_uk', case extract(isodow from eve + 1) when 5 then eve + 4 when 6 then eve + 3 when 7 then eve + 3 end),
        ('index_uk', case extract(isodow from eve + 1) when 6 then eve + 4 end)
      ) as days (session, day)
  ), fixed as (
    -- A Saturday is observed on the Friday before, a Sunday on the Monday after.
    select day + case extract(isodow from day) when 6 then -1 when 7 then 1 else 0 end as day
    from (values (make_date(year, 6, 19)), (make_date(year, 7, 4))) as days (day)
  ), american as (
    select private.weekday_of_month(year, 1, 1, 3) as day union all select private.weekday_of_month(year, 2, 1, 3)
    union all select private.weekday_of_month(year, 5, 1, 0) union all select private.weekday_of_month(year, 9, 1, 1)
    union all select thanksgiving from moving union all select day from fixed
  )
  select session, day, null::time, null::time from whole where day is not null
  union all
  select 'index_us', day, '13:00', '18:00' from american
  union all
  select 'index_us', day, '13:15', '18:00' from moving, lateral (values (thanksgiving + 1), (eve), (make_date(year, 7, 3))) as early (day)
  where day not in (select day from american)
  union all
  select session, day, since::time, '24:00' from moving,
    lateral (values ('index_fr', eve, '14:05'), ('index_fr', last_day, '14:05'), ('index_es', eve, '14:00'), ('index_es', last_day, '14:00'),
      ('index_uk', eve, '12:30'), ('index_uk', last_day, '12:30')) as early (session, day, since)
$$;
comment on function private.usual_closures(int) is 'The venues'' computed closures of a year, in the exchange''s time zone: whole days, or between two local times.';

revoke execute on function private.easter_sunday(int), private.weekday_of_month(int, int, int, int), private.usual_closures(int)
from public, anon, authenticated;

insert into public.market_closures (session, starts_at, ends_at)
select session,
  case when since is null then day + make_interval(mins => day_starts) - case when day_starts > 0 then interval '1 day' else interval '0' end
    else day + since end at time zone time_zone,
  case when since is null then day + make_interval(mins => day_starts) + case when day_starts > 0 then interval '0' else interval '1 day' end
    else day + until end at time zone time_zone
from generate_series(2026, 2030) as year, private.usual_closures(year) join public.market_sessions using (session)
on conflict do nothing;
