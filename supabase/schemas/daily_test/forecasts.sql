-- "Et ensuite ?": five cut charts a day, the same for everybody, drawn by the worker with the day's seed from closed signals and stored
-- minutes. A member gives the probability that one of two levels is reached first. The answer is sealed in the ledger before its outcome
-- is returned. Before the answer, nothing is returned that identifies the chart or lies after its cut.
create table private.forecast_cards (
  id uuid primary key default gen_random_uuid(),
  day date not null references public.daily_tests (day),
  place int not null check (place > 0),
  symbol text not null references public.instruments (symbol),
  timeframe text not null,
  cut_at timestamptz not null,
  hours int not null check (hours > 0),
  -- The bid at the cut and the two levels.
  price numeric not null,
  up numeric not null check (up > price),
  down numeric not null check (down < price),
  signal_id uuid references public.signals (id),
  -- How often a price without direction reaches the upper level first, in percent.
  chance int not null check (chance between 1 and 99),
  -- Bars before and after the cut: [hours from the cut, open, high, low, close], in percent of the price at the cut.
  before jsonb not null,
  after jsonb not null,
  outcome text not null check (outcome in ('up', 'down', 'none')),
  decided_at timestamptz not null,
  unique (day, place)
);
comment on table private.forecast_cards is 'The charts of each day with their outcomes (trading/src/learning/forecast.ts). outcome none: neither level was touched, or both in one minute.';
create index forecast_cards_of_signal on private.forecast_cards (signal_id);
create index forecast_cards_of_market on private.forecast_cards (symbol, cut_at);
alter table private.forecast_cards enable row level security;
revoke all on private.forecast_cards from anon, authenticated, service_role;

create table public.forecast_answers (
  card uuid not null references private.forecast_cards (id),
  member uuid not null references public.profiles (id) on delete cascade,
  -- The probability that the upper level is reached first, in percent.
  probability int not null check (probability between 0 and 100),
  nonce text not null,
  -- The ledger's entry that seals it; it names no member.
  sequence bigint not null references public.ledger (sequence),
  answered_at timestamptz not null,
  primary key (card, member)
);
comment on table public.forecast_answers is 'Each member''s answers, with the nonce that opens their seals. Written once.';
create index forecast_answers_of_member on public.forecast_answers (member, answered_at desc);
create index forecast_answers_entry on public.forecast_answers (sequence);
alter table public.forecast_answers enable row level security;
create policy "members read their own answers to forecasts" on public.forecast_answers for select to authenticated using ((select auth.uid()) = member);
revoke all on public.forecast_answers from anon, authenticated, service_role;
grant select on public.forecast_answers to authenticated;

create table private.forecast_standing (
  only_row boolean primary key default true check (only_row),
  members int not null,
  brier numeric,
  as_of timestamptz not null
);
comment on table private.forecast_standing is 'The median Brier score of members with at least ten answers that count, stored each day; null with fewer than thirty such members.';
alter table private.forecast_standing enable row level security;
revoke all on private.forecast_standing from anon, authenticated, service_role;

create function private.forecast_brier(probability int, outcome text) returns numeric
language sql immutable set search_path = '' as $$
  select case when outcome <> 'none' then round((probability / 100.0 - case outcome when 'up' then 1 else 0 end) ^ 2, 4) end
$$;
comment on function private.forecast_brier(int, text) is 'The squared difference between the stated probability and the outcome; null for a cancelled card.';

create function private.forecast_result(card private.forecast_cards, answer public.forecast_answers) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'probability', answer.probability, 'sealed_at', answer.answered_at, 'sequence', answer.sequence, 'nonce', answer.nonce,
    'hash', (select hash from public.ledger where sequence = answer.sequence),
    'outcome', card.outcome, 'touched_hours', case when card.outcome <> 'none' then round(extract(epoch from card.decided_at - card.cut_at) / 3600, 1) end,
    'brier', private.forecast_brier(answer.probability, card.outcome), 'symbol', card.symbol, 'cut_at', card.cut_at,
    'price', private.decimal_text(card.price, instruments.digits), 'after', card.after,
    'signal', (select number from public.signals where id = card.signal_id), 'signal_id', card.signal_id,
    'others', (
      select jsonb_build_object('n', count(*), 'mean', round(avg(others.probability)), 'counts', (
        select jsonb_agg((select count(*) from public.forecast_answers as one where one.card = forecast_result.card.id and least(9, one.probability / 10) = tenth) order by tenth)
        from generate_series(0, 9) as tenth))
      from public.forecast_answers as others where others.card = forecast_result.card.id having count(*) >= 30))
  from public.instruments where instruments.symbol = card.symbol
$$;
comment on function private.forecast_result(private.forecast_cards, public.forecast_answers) is 'All about a card, for a member who has answered it.';

create function public.today_forecasts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('day', private.paris_day(now()), 'cards', jsonb_agg(jsonb_build_object(
    'card', chart.id, 'place', chart.place, 'of', (select count(*) from private.forecast_cards as known where known.day = chart.day), 'timeframe', chart.timeframe,
    'hours', chart.hours, 'up', round((chart.up / chart.price - 1) * 100, 4), 'down', round((chart.down / chart.price - 1) * 100, 4), 'chance', chart.chance,
    'candles', chart.before, 'answer', case when own.card is not null then private.forecast_result(chart, own) end
  ) order by chart.place))
  from private.forecast_cards as chart left join public.forecast_answers as own on own.card = chart.id and own.member = auth.uid()
  where chart.day = private.paris_day(now()) and auth.uid() is not null having count(*) > 0
$$;
comment on function public.today_forecasts() is 'The day''s cards: {day, cards: [{card, place, of, timeframe, hours, up, down, chance, candles, answer}]}, in percent from the cut and hours before it; null where there are none. What identifies a card is returned with its answer.';

create function public.answer_forecast(card uuid, probability int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked private.forecast_cards;
  told public.ledger;
  fresh public.forecast_answers;
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  -- Every answer stays in the chain for ever, so their number is limited.
  if not exists (select from auth.users where id = auth.uid() and not is_anonymous) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'Members with an account answer.';
  end if;
  select * into asked from private.forecast_cards as known where known.id = answer_forecast.card;
  if not found then raise exception 'card_not_found' using errcode = 'PT404', hint = 'card'; end if;
  if probability is null or probability not between 0 and 100 then perform private.refuse('probability_invalid', 'probability', 'A whole number from 0 to 100.'); end if;
  if asked.day <> private.paris_day(clock_timestamp()) then raise exception 'day_closed' using errcode = 'PT409', hint = 'card'; end if;
  perform private.lock_ledger();
  if exists (select from public.forecast_answers as known where known.card = asked.id and known.member = auth.uid()) then
    raise exception 'already_answered' using errcode = 'PT409', hint = 'card';
  end if;
  told := private.append_to_ledger('forecast', null, jsonb_build_object(
    'card', asked.id, 'commitment', private.commitment(nonce, jsonb_build_object('card', asked.id, 'probability', probability))));
  insert into public.forecast_answers values (asked.id, auth.uid(), probability, nonce, told.sequence, told.at) returning * into fresh;
  return private.forecast_result(asked, fresh);
end
$$;
comment on function public.answer_forecast(uuid, int) is 'Seals the caller''s answer to a card of today in the ledger, then returns the outcome: {probability, sealed_at, sequence, nonce, hash, outcome, touched_hours, brier, symbol, cut_at, price, after, signal, others}. Refused: card_not_found, probability_invalid, day_closed, already_answered.';

create function public.my_forecasts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'answers', coalesce(jsonb_agg(jsonb_build_object(
      'card', card.id, 'sequence', answer.sequence, 'day', card.day, 'symbol', card.symbol, 'timeframe', card.timeframe, 'probability', answer.probability, 'outcome', card.outcome,
      'chance', card.chance, 'brier', private.forecast_brier(answer.probability, card.outcome)) order by answer.answered_at desc), '[]'),
    'median', (select jsonb_build_object('members', members, 'brier', brier) from private.forecast_standing where brier is not null))
  from public.forecast_answers as answer join private.forecast_cards as card on card.id = answer.card
  where answer.member = auth.uid()
$$;
comment on function public.my_forecasts() is 'The caller''s answers, newest first, and the members'' median: {answers: [{card, sequence, day, symbol, timeframe, probability, outcome, chance, brier}], median: {members, brier} | null}. trading/src/learning/forecast.ts makes their figures.';

create function private.keep_forecast_standing() returns void
language sql security definer set search_path = '' as $$
  insert into private.forecast_standing as known (members, brier, as_of)
  select count(*), case when count(*) >= 30 then round(percentile_cont(0.5) within group (order by mean)::numeric, 4) end, now() from (
    select avg(private.forecast_brier(answer.probability, card.outcome)) as mean
    from public.forecast_answers as answer join private.forecast_cards as card on card.id = answer.card
    where card.outcome <> 'none' group by answer.member having count(*) >= 10) as each_member
  on conflict (only_row) do update set members = excluded.members, brier = excluded.brier, as_of = excluded.as_of
$$;
comment on function private.keep_forecast_standing() is 'For the worker, once a day: the members'' median.';

revoke execute on function
  private.forecast_brier(int, text), private.forecast_result(private.forecast_cards, public.forecast_answers), private.keep_forecast_standing()
from public, anon, authenticated, service_role;
revoke execute on function public.today_forecasts(), public.answer_forecast(uuid, int), public.my_forecasts() from public, anon, service_role;
grant execute on function public.today_forecasts(), public.answer_forecast(uuid, int), public.my_forecasts() to authenticated;
