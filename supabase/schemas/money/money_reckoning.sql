-- Calculations: months, days, taxes and parts of prices. Pure: no clock, no member. Months and days are counted in Paris, where
-- the contract is concluded; parts of a price by the second.
create function private.period_after(anchor timestamptz, begins timestamptz, period text) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  local_anchor constant timestamp := anchor at time zone 'Europe/Paris';
  local_begin constant timestamp := begins at time zone 'Europe/Paris';
  months constant int := case period when 'year' then 12 else 1 end;
  passed constant int := (extract(year from local_begin) - extract(year from local_anchor)) * 12 + extract(month from local_begin) - extract(month from local_anchor);
  n int := greatest(passed / months, 0);
begin
  -- The first period end, counted from the anchor, that is at least half a period after the start.
  while local_anchor + make_interval(months => n * months) < local_begin + make_interval(days => case period when 'year' then 180 else 14 end) loop
    n := n + 1;
  end loop;
  return (local_anchor + make_interval(months => n * months)) at time zone 'Europe/Paris';
end
$$;
comment on function private.period_after(timestamptz, timestamptz, text) is 'The end of a period (month or year) that starts at a time: the anchor''s day and hour in Paris, or the month''s last day if it has no such day.';

create function private.grace_until(failed timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$ select failed + interval '7 days 6 hours' $$;
comment on function private.grace_until(timestamptz) is 'How long access continues after a failed renewal: attempts follow on days 1, 3, 5 and 7, plus six hours for news of the last.';

create function private.is_working_day(day date) returns boolean
language sql immutable set search_path = '' as $$
  select extract(isodow from day) < 6
    and to_char(day, 'MMDD') not in ('0101', '0501', '0508', '0714', '0815', '1101', '1111', '1225')
    and day - private.easter_sunday(extract(year from day)::int) not in (1, 39, 50)
$$;
comment on function private.is_working_day(date) is 'Whether a day is not a Saturday, a Sunday or a public holiday (Code du travail, art. L3133-1).';

create function private.withdraw_until(concluded timestamptz) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  last_day date := private.paris_day(concluded) + 14;
begin
  while not private.is_working_day(last_day) loop last_day := last_day + 1; end loop;
  return (last_day + time '23:59:59') at time zone 'Europe/Paris';
end
$$;
comment on function private.withdraw_until(timestamptz) is 'The last second of the withdrawal period: fourteen days after the day of the contract, extended to the next working day (Code de la consommation, art. L221-18 and L221-19).';

create function private.half_up(value numeric) returns bigint
language sql immutable set search_path = '' as $$ select floor(value + 0.5)::bigint $$;
comment on function private.half_up(numeric) is 'Rounds to an integer, halves up.';

create function private.tax_rate(country text, day date) returns numeric
language sql stable set search_path = '' as $$
  select coalesce((
    select rate from public.tax_rates as known where known.country = tax_rate.country and starts_on <= day order by starts_on desc limit 1
  ), 0.00)
$$;
comment on function private.tax_rate(text, date) is 'The standard rate of a country on a day, in percent; 0 where no tax applies.';

create function private.net_of(total bigint, rate numeric) returns bigint
language sql immutable set search_path = '' as $$ select private.half_up(total * 100 / (100 + rate)) $$;
comment on function private.net_of(bigint, numeric) is 'An amount without its tax, rounded half up to the minor unit; the tax is the rest.';

create function private.tax_in(total bigint, rate numeric) returns bigint
language sql immutable set search_path = '' as $$ select total - private.net_of(total, rate) $$;
comment on function private.tax_in(bigint, numeric) is 'The tax included in an amount. It never decreases as the amount grows, so the taxes of parts, computed from the running total, add up to the total''s tax.';

create function private.share_left(amount bigint, begins timestamptz, ends timestamptz, moment timestamptz) returns bigint
language sql immutable set search_path = '' as $$
  select case when moment >= ends or begins >= ends then 0 else private.half_up(
    amount * extract(epoch from ends - greatest(moment, begins)) / extract(epoch from ends - begins)) end
$$;
comment on function private.share_left(bigint, timestamptz, timestamptz, timestamptz) is 'The unused part of an amount for a period, by the second, rounded half up to the minor unit.';

create function private.days_used(amount bigint, begins timestamptz, ends timestamptz, moment timestamptz) returns bigint
language sql immutable set search_path = '' as $$
  select amount * least(greatest(private.paris_day(moment) - private.paris_day(begins), 0), days) / days
  from (select greatest(private.paris_day(ends) - private.paris_day(begins), 1) as days) as span
$$;
comment on function private.days_used(bigint, timestamptz, timestamptz, timestamptz) is 'The part of an amount used by the completed days in Paris, rounded down in the member''s favour.';

revoke execute on function
  private.grace_until(timestamptz), private.period_after(timestamptz, timestamptz, text), private.is_working_day(date),
  private.withdraw_until(timestamptz), private.half_up(numeric), private.tax_rate(text, date), private.net_of(bigint, numeric), private.tax_in(bigint, numeric),
  private.share_left(bigint, timestamptz, timestamptz, timestamptz), private.days_used(bigint, timestamptz, timestamptz, timestamptz)
from public, anon, authenticated, service_role;
