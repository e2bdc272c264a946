-- What may be published as an idea: what may be as a signal (signals/signal_checks.sql), with at most two targets and without stop rules.
-- These checks give the verdict of trading/src/ideas/idea.ts, with the same keys.
create function private.order_type_at(direction text, low numeric, high numeric, quote public.quotes) returns text
language sql immutable set search_path = '' as $$
  select case direction
    when 'buy' then case when low > (quote).ask then 'stop' when high < (quote).ask then 'limit' else 'market' end
    else case when high < (quote).bid then 'stop' when low > (quote).bid then 'limit' else 'market' end
  end
$$;
comment on function private.order_type_at(text, numeric, numeric, public.quotes) is 'The order that levels imply at a price, as orderTypeAt() of trading/src/levels.ts: a member states none.';

create function private.checked_idea(idea jsonb, quote public.quotes, published timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  -- First with any order type, so that what is wrong whatever the price is said first.
  stripped constant jsonb := idea - '{break_even_after,trailing_distance,trailing_after}'::text[] || '{"order_type": "limit"}';
  levels jsonb := private.checked_levels(stripped);
  expires constant timestamptz := published + private.checked_validity(idea);
  probability constant text := private.probability_of(idea);
begin
  if jsonb_array_length(levels -> 'targets') > 2 then perform private.refuse('too_many_targets', 'targets', 'At most two targets.'); end if;
  if quote.bid is null then perform private.refuse('no_price', null, 'There is no price to hold it against.'); end if;
  levels := levels || jsonb_build_object(
    'order_type', private.order_type_at(levels ->> 'direction', (levels ->> 'entry_low')::numeric, (levels ->> 'entry_high')::numeric, quote),
    'expires_at', private.timestamp_text(expires)
  );
  if quote.quoted_at > published - interval '2 minutes' then
    perform private.check_against_price(levels, quote);
  elsif public.market_is_open(levels ->> 'symbol', published) then
    perform private.refuse('no_price', null, 'There is no current price to hold it against.');
  end if;
  return jsonb_build_object(
    'levels', levels, 'probability', probability, 'reference_price', round((quote.bid + quote.ask) / 2, scale(quote.bid))::text,
    'reference_source', quote.source, 'reference_at', private.timestamp_text(quote.quoted_at)
  ) || private.quote_json(quote.bid, quote.ask);
end
$$;
comment on function private.checked_idea(jsonb, public.quotes, timestamptz) is 'The terms of an idea as the commitment holds them, or the first refusal.';

create function private.checked_words(idea jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'facts', private.text_of(idea, 'facts'), 'opinion', private.text_of(idea, 'opinion'), 'counter_thesis', private.text_of(idea, 'counter_thesis')
  )
$$;
comment on function private.checked_words(jsonb) is 'The words of an idea as their commitment holds them, or the first refusal.';

create function private.idea_title(terms jsonb) returns text
language sql immutable set search_path = '' as $$
  select format('%s %s %s %s → %s', levels ->> 'symbol', levels ->> 'timeframe', case levels ->> 'direction' when 'buy' then '↑' else '↓' end,
    levels ->> case levels ->> 'direction' when 'buy' then 'entry_high' else 'entry_low' end,
    levels #>> '{targets,-1,price}')
  from (select terms -> 'levels' as levels) as of
$$;
comment on function private.idea_title(jsonb) is 'The title of an open idea''s thread, in signs that every language reads.';

revoke execute on function
  private.order_type_at(text, numeric, numeric, public.quotes), private.checked_idea(jsonb, public.quotes, timestamptz), private.checked_words(jsonb),
  private.idea_title(jsonb)
from public, anon, authenticated;
