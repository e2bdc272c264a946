-- The window in which one opens nothing (fenêtre d'interdiction): announcements of high impact, widened by the member's own minutes and by
-- those of their prop firm where its recorded rules restrict news. Windows that overlap are one. `trading/src/announcements/blackout.ts`
-- answers for an instrument and a moment, with these rows.
create function private.firm_restricts(wants public.announcement_preferences, moment timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select exists (select from jsonb_array_elements(rules.phases) as phase where phase ->> 'news' in ('restricted', 'forbidden'))
    from public.prop_firm_rule_versions as rules
    where rules.firm = wants.firm and rules.challenge = wants.challenge and rules.applies_from <= (moment at time zone 'UTC')::date
    order by rules.version desc limit 1), false)
$$;
comment on function private.firm_restricts(public.announcement_preferences, timestamptz) is 'Whether the rules of a member''s challenge that apply then restrict trading around news in a phase.';

create function private.blackout_windows(member uuid, since timestamptz, until timestamptz) returns table (
  currency text, starts_at timestamptz, ends_at timestamptz, firm_starts_at timestamptz, firm_ends_at timestamptz, announcements uuid[]
)
language sql stable security definer set search_path = '' as $$
  with wants as (
    -- Who never chose has the defaults.
    select chosen.* from public.announcement_preferences as chosen where chosen.user_id = member
    union all
    select fresh.* from jsonb_populate_record(null::public.announcement_preferences, jsonb_build_object('user_id', member, 'window_minutes', 15, 'firm_minutes', 2)) as fresh
    where not exists (select from public.announcement_preferences as chosen where chosen.user_id = member)
  ), near as (
    select held.id, held.currency, held.starts_at, wants.window_minutes * interval '1 minute' as own,
      case when private.firm_restricts(wants, held.starts_at) then wants.firm_minutes * interval '1 minute' end as firm
    from wants, public.announcements as held
    where held.listed and held.impact = 'high' and held.precision = 'exact' and held.kind <> 'holiday' and held.state not in ('cancelled', 'postponed')
      and held.starts_at > since - interval '5 hours' and held.starts_at < until + interval '5 hours'
  ), merged as (
    select near.currency, unnest(range_agg(tstzrange(near.starts_at - greatest(own, firm), near.starts_at + greatest(own, firm)))) as span
    from near where greatest(own, firm) is not null group by near.currency
  )
  select merged.currency, lower(span), upper(span), min(near.starts_at - near.firm), max(near.starts_at + near.firm), array_agg(near.id order by near.starts_at, near.id)
  from merged join near on near.currency = merged.currency and near.starts_at <@ span
  where upper(span) > since and lower(span) < until
  group by merged.currency, span
$$;
comment on function private.blackout_windows(uuid, timestamptz, timestamptz) is 'A member''s windows of a time, by currency, with the part that their firm''s rule asks for and the announcements they are around.';

create function private.crossed_signals(member uuid, of_currency text, since timestamptz, until timestamptz) returns table (signal_id uuid, mine boolean)
language sql stable security definer set search_path = '' as $$
  select signals.id, own.status in ('followed', 'taken')
  from public.signals
  join public.signal_states as states on states.signal_id = signals.id and states.state in ('pending', 'active')
  join public.instruments on instruments.symbol = signals.symbol and of_currency in (instruments.base_currency, instruments.quote_currency)
  join public.signal_levels as levels on levels.signal_id = signals.id
  left join public.signal_trades as own on own.signal_id = signals.id and own.user_id = member
  where own.status is distinct from 'ignored' and (signals.tier = 'freemium' or private.is_premium(member))
    -- One that still waits can be filled until it expires.
    and (states.state = 'active' or levels.expires_at > since) and signals.published_at < until
$$;
comment on function private.crossed_signals(uuid, text, timestamptz, timestamptz) is 'Open signals of a currency that a window crosses, of those that the member may read and does not ignore.';

create function public.my_blackouts(since timestamptz default now(), until timestamptz default now() + interval '7 days') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if until <= since or until > since + interval '100 days' then perform private.refuse('range_invalid', 'until', 'A hundred days at most.'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'currency', span.currency, 'starts_at', span.starts_at, 'ends_at', span.ends_at, 'announcements', to_jsonb(span.announcements),
      'symbols', (select jsonb_agg(symbol order by sort) from public.instruments where span.currency in (base_currency, quote_currency)),
      'firm', case when span.firm_starts_at is not null then (
        select jsonb_build_object('name', firms.name, 'starts_at', span.firm_starts_at, 'ends_at', span.firm_ends_at)
        from public.announcement_preferences as wants join public.prop_firms as firms on firms.slug = wants.firm where wants.user_id = auth.uid()) end,
      'signals', (select coalesce(jsonb_agg(jsonb_build_object('id', crossed.signal_id, 'mine', coalesce(crossed.mine, false)) order by crossed.signal_id), '[]')
        from private.crossed_signals(auth.uid(), span.currency, span.starts_at, span.ends_at) as crossed))) order by span.starts_at, span.currency), '[]')
    from private.blackout_windows(auth.uid(), my_blackouts.since, my_blackouts.until) as span);
end
$$;
comment on function public.my_blackouts(timestamptz, timestamptz) is 'The windows in which the caller opens nothing, with the open signals they may read that each crosses: [{currency, symbols, starts_at, ends_at, announcements, firm: {name, starts_at, ends_at}, signals: [{id, mine}]}].';

revoke execute on function
  private.firm_restricts(public.announcement_preferences, timestamptz), private.blackout_windows(uuid, timestamptz, timestamptz), private.crossed_signals(uuid, text, timestamptz, timestamptz)
from public, anon, authenticated, service_role;
revoke execute on function public.my_blackouts(timestamptz, timestamptz) from public, anon, service_role;
grant execute on function public.my_blackouts(timestamptz, timestamptz) to authenticated;
