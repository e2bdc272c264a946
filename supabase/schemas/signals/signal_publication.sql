-- Publishing, and what analysts say about a signal afterwards. What publish_signal() lets through is sealed and in the ledger
-- before anybody hears of it; nothing that it wrote is ever changed.
create function private.quote_json(bid numeric, ask numeric) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('reference_bid', bid::text, 'reference_ask', ask::text))
$$;
comment on function private.quote_json(numeric, numeric) is 'The quote at publication as the reasons hold it; no key where there was none.';

create function private.record_signal(
  signal jsonb, author uuid, author_name text, published timestamptz, recorded_at timestamptz, quote public.quotes, is_demonstration boolean
) returns public.signals
language plpgsql security definer set search_path = '' as $$
declare
  expires constant timestamptz := published + private.checked_validity(signal);
  levels constant jsonb := private.checked_levels(signal) || jsonb_build_object('expires_at', private.timestamp_text(expires));
  reference constant numeric := round((quote.bid + quote.ask) / 2, scale(quote.bid));
  reasons constant jsonb := private.checked_reasons(signal) || jsonb_build_object(
    'reference_price', reference::text, 'reference_source', quote.source, 'reference_at', private.timestamp_text(quote.quoted_at)
  ) || private.quote_json(quote.bid, quote.ask);
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  entry jsonb;
  fresh public.signals;
begin
  -- Two analysts, or one twice, at the same moment: the second waits here, then finds the first and has the next number.
  perform private.lock_ledger();
  if exists (
    select from public.signals join public.signal_levels as other on other.signal_id = signals.id
    where signals.symbol = levels ->> 'symbol' and other.direction = levels ->> 'direction'
      and other.entry_low = (levels ->> 'entry_low')::numeric and other.entry_high = (levels ->> 'entry_high')::numeric
      and signals.published_at > published - interval '1 minute' and signals.published_at < published + interval '1 minute'
  ) then
    perform private.refuse('duplicate_signal', 'entry_low', 'The same signal was published less than a minute ago.');
  end if;

  insert into public.signals (number, symbol, timeframe, style, tier, author_id, author_name, published_at, commitment, demonstration)
  values (
    (select coalesce(max(number), 0) + 1 from public.signals), levels ->> 'symbol', levels ->> 'timeframe', private.one_of(signal, 'style', '{scalp,intraday,swing}', 'invalid_style'),
    private.one_of(signal, 'tier', '{freemium,premium}', 'invalid_tier'), author, record_signal.author_name, published,
    private.commitment(nonce, levels), is_demonstration
  ) returning * into fresh;
  insert into public.signal_states (signal_id, updated_at) values (fresh.id, recorded_at);
  insert into public.signal_levels values (
    fresh.id, levels ->> 'direction', levels ->> 'order_type', (levels ->> 'entry_low')::numeric, (levels ->> 'entry_high')::numeric,
    (levels ->> 'stop_loss')::numeric, (reasons ->> 'risk_percent')::numeric, reasons ->> 'facts', reasons ->> 'opinion',
    reasons ->> 'counter_thesis', reasons ->> 'counter_condition', reasons ->> 'method', reasons ->> 'conflicts',
    reference, quote.source, quote.quoted_at,
    (levels ->> 'break_even_after')::int, (levels ->> 'trailing_distance')::numeric, (levels ->> 'trailing_after')::int,
    reasons ->> 'position_held', reasons ->> 'affiliate_link', expires, quote.bid, quote.ask
  );
  insert into public.signal_targets
  select fresh.id, position, (target.value ->> 'price')::numeric, (target.value ->> 'share')::numeric
  from jsonb_array_elements(levels -> 'targets') with ordinality as target(value, position);
  insert into private.signal_nonces values (fresh.id, 0, nonce, levels, null);
  perform private.record_signal_event(fresh.id, 'published', published, reference, null, '{}', 'analyst', author_name, recorded_at);

  entry := jsonb_build_object(
    'commitment', fresh.commitment, 'reasons_commitment', private.commitment(nonce, reasons), 'number', fresh.number,
    'tier', fresh.tier, 'style', fresh.style, 'author', fresh.author_name, 'author_id', fresh.author_id,
    'published_at', private.timestamp_text(published), 'demonstration', is_demonstration
  );
  if fresh.tier = 'freemium' then entry := entry || jsonb_build_object('levels', levels, 'nonce', nonce); end if;
  perform private.append_to_ledger('published', fresh.id, entry, recorded_at);
  return fresh;
end
$$;
comment on function private.record_signal(jsonb, uuid, text, timestamptz, timestamptz, public.quotes, boolean) is 'Checks, seals and stores a signal. Its times are the caller''s, so no API role may call it: members publish through publish_signal(), and demonstration data is marked as such.';

create function private.require_staff() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  if public.writing_staff_role() is null then
    raise exception 'not_allowed' using errcode = '42501', detail = 'Analysts and admins publish.';
  end if;
  select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), username) into name from public.profiles where id = auth.uid();
  return name;
end
$$;
comment on function private.require_staff() is 'The display name of the analyst or admin who calls; refuses everybody else.';

create function private.require_author(signal_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
begin
  perform private.require_staff();
  select author_id into author from public.signals where id = require_author.signal_id;
  if not found then perform private.refuse('signal_not_found'); end if;
  if author is distinct from auth.uid() and public.writing_staff_role() is distinct from 'admin' then
    raise exception 'not_your_signal' using errcode = '42501', detail = 'Its author or an admin decides about a signal.';
  end if;
  -- Whoever settles it at this moment comes first, so that what is said now is dated now.
  perform from public.signal_states where signal_states.signal_id = require_author.signal_id for update;
end
$$;
comment on function private.require_author(uuid) is 'Refuses everybody but the author of a signal and admins, and holds its state until the transaction ends.';

create function private.current_quote(symbol text) returns public.quotes
language sql stable set search_path = '' as $$
  -- No row gives a row of nulls: whoever asks looks at its bid.
  select * from public.quotes where quotes.symbol = current_quote.symbol and quoted_at > clock_timestamp() - interval '2 minutes'
$$;
comment on function private.current_quote(text) is 'The quote of an instrument if it is at most two minutes old; nulls otherwise.';

create function private.publish_for(signal jsonb, author uuid, author_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.ledger_moment();
  quote public.quotes;
  fresh public.signals;
begin
  -- Read once: what it is checked against is what is sealed with it.
  select * into quote from public.quotes where symbol = signal ->> 'symbol';
  if quote.quoted_at > moment - interval '2 minutes' then
    perform private.check_against_price(private.checked_levels(signal), quote);
  elsif public.market_is_open(signal ->> 'symbol', moment) then
    -- What is wrong whatever the price is said first. A market that is closed has no price to hold the levels against.
    perform private.checked_levels(signal);
    perform private.refuse('no_price', null, 'There is no current price to hold it against.');
  end if;
  fresh := private.record_signal(signal, author, author_name, moment, moment, quote, false);
  perform private.broadcast_signal(fresh.id, 'published', 1, fresh.published_at);
  return jsonb_build_object(
    'id', fresh.id, 'number', fresh.number, 'commitment', fresh.commitment,
    'hash', (select hash from public.ledger where signal_id = fresh.id order by sequence desc limit 1)
  );
end
$$;
comment on function private.publish_for(jsonb, uuid, text) is 'Publishes now for an analyst and tells whoever may hear of it. Rights are the caller''s to check.';

create function public.publish_signal(signal jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  author_name constant text := private.require_staff();
begin
  -- The draft it was typed in goes with it, or stays with a refusal.
  delete from public.signal_drafts where id::text = signal ->> 'draft_id' and author_id = auth.uid();
  return private.publish_for(signal, auth.uid(), author_name);
end
$$;
comment on function public.publish_signal(jsonb) is 'Publishes a signal for the calling analyst: {id, number, commitment, hash}. Refusals carry a key and, as hint, a field. A draft_id names the draft of theirs that it was.';

create function private.say(signal_id uuid, kind text, words text, more jsonb, price numeric default null, r numeric default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author_name constant text := private.require_staff();
begin
  if not exists (select from public.signals where id = say.signal_id) then perform private.refuse('signal_not_found'); end if;
  if btrim(coalesce(words, '')) = '' then perform private.refuse('missing_reason', 'reason', 'Say why, for the record.'); end if;
  if length(words) > 1000 then perform private.refuse('text_too_long', 'reason', 'At most 1000 characters.'); end if;
  -- Its state before the ledger, in the order in which the engine takes them.
  perform from public.signal_states where signal_states.signal_id = say.signal_id for update;
  perform private.happen(
    signal_id, kind, private.ledger_moment(), price, r, more || jsonb_build_object('text', btrim(words), 'author', author_name), 'analyst', author_name
  );
end
$$;
comment on function private.say(uuid, text, text, jsonb, numeric, numeric) is 'An event by the calling analyst, with words that stay in the record.';

create function private.ask(signal_id uuid, request text, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  due constant timestamptz := date_trunc('minute', clock_timestamp()) + interval '1 minute';
begin
  if exists (select from public.signal_events as event where event.signal_id = ask.signal_id and kind = request) then
    perform private.refuse('already_asked', null, 'It was asked before, and is done by the rules.');
  end if;
  perform private.say(signal_id, request, reason, '{}');
  -- Where no minute comes to be decided, nothing else would wake the engine when it is due.
  perform private.enqueue('settle-signals', '{}', 'settle-signals ' || extract(epoch from due), due + interval '1 second');
end
$$;
comment on function private.ask(uuid, text, text) is 'Records what an analyst asks of a signal. trading/outcome.ts, rule 11, says when it is done, and whether.';

create function public.cancel_signal(signal_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_author(signal_id);
  if exists (
    select from public.signals
    join public.signal_levels as levels on levels.signal_id = signals.id
    join public.signal_states as states on states.signal_id = signals.id
    where signals.id = cancel_signal.signal_id and states.state = 'pending' and order_type = 'market'
  ) then
    perform private.refuse('market_order', null, 'A market order is filled at the first price: there is nothing to withdraw.');
  end if;
  if exists (
    select from public.signal_levels as levels join public.signal_states as states using (signal_id)
    where levels.signal_id = cancel_signal.signal_id and states.state = 'pending' and expires_at <= clock_timestamp()
  ) then
    perform private.refuse('signal_expired', null, 'Its validity is over: it expires with the next minute.');
  end if;
  perform private.ask(signal_id, 'cancel_asked', reason);
end
$$;
comment on function public.cancel_signal(uuid, text) is 'Asks for the withdrawal of one''s own signal that was not entered, with a reason: done at the end of this minute, unless that enters it first.';

create function public.add_signal_note(signal_id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_author(signal_id);
  perform private.say(signal_id, 'note', note, '{}');
end
$$;
comment on function public.add_signal_note(uuid, text) is 'Adds a note to one''s own signal that is still open; admins to every one.';

create function private.current_stop(signal_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select case levels.direction
    when 'buy' then greatest(levels.stop_loss, max(event.price)) else least(levels.stop_loss, min(event.price)) end
  from public.signal_levels as levels
  left join public.signal_events as event on event.signal_id = levels.signal_id and event.kind = 'stop_moved'
  where levels.signal_id = current_stop.signal_id
  group by levels.signal_id
$$;
comment on function private.current_stop(uuid) is 'The stop as it stands: the nearest of all that were told.';

create function public.move_stop(signal_id uuid, price numeric, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  state text; towards int; leaves_at numeric; digits int;
begin
  perform private.require_author(signal_id);
  select signal_states.state into state from public.signal_states where signal_states.signal_id = move_stop.signal_id;
  if state = 'active' then
    select case levels.direction when 'buy' then 1 else -1 end, instruments.digits,
      case levels.direction when 'buy' then (private.current_quote(symbol)).bid else (private.current_quote(symbol)).ask end
    into towards, digits, leaves_at
    from public.signals join public.instruments using (symbol) join public.signal_levels as levels on levels.signal_id = signals.id
    where signals.id = move_stop.signal_id;
    if price is null or price <= 0 then perform private.refuse('missing_level', 'price', 'A price is a positive decimal.'); end if;
    if scale(trim_scale(price)) > digits then
      perform private.refuse('too_many_digits', 'price', format('Prices of this instrument have at most %s digits.', digits));
    end if;
    if (price - private.current_stop(signal_id)) * towards <= 0 then
      perform private.refuse('stop_not_protective', 'price', 'A stop only moves in the signal''s favour.');
    end if;
    if leaves_at is null then perform private.refuse('no_price', 'price', 'There is no current price to hold it against.'); end if;
    if (leaves_at - price) * towards <= 0 then
      perform private.refuse('price_past_stop', 'price', 'The current price is already there: close the signal instead.');
    end if;
  end if;
  perform private.say(signal_id, 'stop_moved', reason, '{"reason": "analyst"}', round(price, digits));
end
$$;
comment on function public.move_stop(uuid, numeric, text) is 'Brings the stop of an entered signal nearer, short of the current price, with a reason. It counts from the next minute on.';

create function public.grade_thesis(signal_id uuid, thesis_held boolean, counter_held boolean, words text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if thesis_held is null or counter_held is null then perform private.refuse('missing_grade', 'thesis_held', 'Both are graded.'); end if;
  perform from public.signal_states where signal_states.signal_id = grade_thesis.signal_id for update;
  if exists (
    select from public.signal_events as event
    where event.signal_id = grade_thesis.signal_id and kind = 'graded' and data ->> 'grader_id' = auth.uid()::text
  ) then
    perform private.refuse('already_graded', null, 'One grade by each analyst; it stays.');
  end if;
  perform private.say(
    signal_id, 'graded', words,
    jsonb_build_object('thesis_held', thesis_held, 'counter_held', counter_held, 'grader_id', auth.uid())
  );
end
$$;
comment on function public.grade_thesis(uuid, boolean, boolean, text) is 'After the end: whether the thesis held and whether the counter-thesis did, in the words of an analyst, once each.';

create function public.close_signal(signal_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_author(signal_id);
  perform private.ask(signal_id, 'close_asked', reason);
end
$$;
comment on function public.close_signal(uuid, text) is 'Asks for the closing of what is left of one''s own entered signal, with a reason: done at the open of the next minute (a buy at the bid, a sell at the ask), unless this minute ends it first.';

revoke execute on function
  private.quote_json(numeric, numeric), private.record_signal(jsonb, uuid, text, timestamptz, timestamptz, public.quotes, boolean), private.require_staff(), private.require_author(uuid),
  private.current_quote(text), private.publish_for(jsonb, uuid, text), private.current_stop(uuid),
  private.say(uuid, text, text, jsonb, numeric, numeric), private.ask(uuid, text, text)
from public, anon, authenticated;
revoke execute on function public.publish_signal(jsonb), public.cancel_signal(uuid, text), public.close_signal(uuid, text), public.add_signal_note(uuid, text),
  public.move_stop(uuid, numeric, text), public.grade_thesis(uuid, boolean, boolean, text)
from public, anon, service_role;
grant execute on function public.publish_signal(jsonb), public.cancel_signal(uuid, text), public.close_signal(uuid, text), public.add_signal_note(uuid, text),
  public.move_stop(uuid, numeric, text), public.grade_thesis(uuid, boolean, boolean, text)
to authenticated;
