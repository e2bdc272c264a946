-- The fold: a member's financial state, derived only from the facts about it. private.money_of(facts) processes them in the
-- order in which they happened, so that arrival order, duplicates and delays do not matter. Orders come first, as the context;
-- then provider events and commands by time; within the same second, payments before refunds and disputes, because providers
-- truncate their times to seconds. Its state: {subscriptions, payments, refunds, disputes, checkouts: {key: row}, verdicts,
-- log}. The three fold_ files handle payments, refunds and contract events.
create function private.sub_log(state jsonb, sub jsonb, kind text, was text, at timestamptz, cause text, details jsonb default '{}') returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_set(
    jsonb_set(state, array['subscriptions', sub ->> 'id'], sub), '{log}',
    state -> 'log' || jsonb_build_array(jsonb_build_object(
      'subscription_id', sub -> 'id', 'kind', kind, 'from_state', was, 'to_state', sub -> 'state', 'at', at, 'cause', cause, 'details', details))
  )
$$;
comment on function private.sub_log(jsonb, jsonb, text, text, timestamptz, text, jsonb) is 'The state with an updated contract, and a log entry.';

create function private.is_running(sub jsonb) returns boolean
language sql immutable set search_path = '' as $$ select sub ->> 'state' in ('active', 'past_due', 'canceled') $$;
comment on function private.is_running(jsonb) is 'Whether a contract is one of which a member may have only one.';

create function private.end_sub(state jsonb, sub_id text, why text, at timestamptz, cause text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sub constant jsonb := state -> 'subscriptions' -> sub_id;
begin
  if sub ->> 'state' = 'expired' then return state; end if;
  return private.sub_log(state, sub || jsonb_build_object('state', 'expired', 'ended_at', at, 'ended_for', why, 'grace_until',
    case when (sub ->> 'grace_until')::timestamptz < at then sub -> 'grace_until' else to_jsonb(case when sub ->> 'grace_until' is not null then at end) end),
    case why when 'withdrawn' then 'withdrawn' when 'superseded' then 'superseded' else 'expired' end, sub ->> 'state', at, cause, jsonb_build_object('for', why));
end
$$;
comment on function private.end_sub(jsonb, text, text, timestamptz, text) is 'Ends a contract; an ended one is unchanged.';

-- What time alone does ------------------------------------------------------------------------------------------------
create function private.pass_time(state jsonb, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb := state;
  sub jsonb;
  ends timestamptz;
begin
  for sub in select value from jsonb_each(state -> 'subscriptions') where private.is_running(value) loop
    ends := (sub ->> 'current_period_end')::timestamptz;
    if moment >= ends and jsonb_typeof(sub -> 'ahead') = 'object' then
      -- A period paid in advance begins.
      sub := sub || (sub -> 'ahead') || '{"ahead": null}';
      s := private.sub_log(s, sub, 'period_began', sub ->> 'state', ends, 'time:' || ends);
      ends := (sub ->> 'current_period_end')::timestamptz;
    end if;
    if sub ->> 'state' = 'canceled' or sub ->> 'means' = 'crypto' then
      if moment >= ends then
        s := private.end_sub(s, sub ->> 'id', case sub ->> 'state' when 'canceled' then 'canceled' else 'unpaid' end, ends, 'time:' || ends);
      end if;
      continue;
    end if;
    if sub ->> 'state' = 'active' and moment >= ends + interval '1 day' then
      sub := sub || jsonb_build_object('state', 'past_due', 'failed_at', ends, 'grace_until', private.grace_until(ends));
      s := private.sub_log(s, sub, 'past_due', 'active', ends + interval '1 day', 'time:' || ends, '{"reason": "no_news"}');
    end if;
    if sub ->> 'state' = 'past_due' and moment >= (sub ->> 'grace_until')::timestamptz then
      s := private.end_sub(s, sub ->> 'id', 'unpaid', (sub ->> 'grace_until')::timestamptz, 'time:' || ends);
    end if;
  end loop;
  return s;
end
$$;
comment on function private.pass_time(jsonb, timestamptz) is 'The state at a later time without further facts: periods and grace periods end. A renewal without news for a day counts as failed.';

-- One after the other -------------------------------------------------------------------------------------------------
create function private.fold_step(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  s jsonb;
begin
  if fact ->> 'source' = 'checkout' then
    s := jsonb_set(state, array['checkouts', fact ->> 'id'], fact || jsonb_build_object('state', 'open'));
    if fact ->> 'kind' = 'first' then
      s := jsonb_set(s, array['subscriptions', fact ->> 'subscription_id'], jsonb_build_object(
        'id', fact -> 'subscription_id', 'state', 'incomplete', 'plan', fact -> 'plan', 'period', fact -> 'period', 'price_id', fact -> 'price_id',
        'amount', fact -> 'list_amount', 'currency', fact -> 'currency', 'provider', fact -> 'provider', 'means', fact -> 'means',
        'tax_rate', fact -> 'tax_rate', 'country', fact -> 'country', 'created_at', fact -> 'created_at'));
    end if;
    return s;
  end if;
  s := private.pass_time(state, (fact ->> 'at')::timestamptz);
  if fact ->> 'source' = 'event' then
    s := jsonb_set(s, array['subscriptions', fact ->> 'subscription_id'], (s -> 'subscriptions' -> (fact ->> 'subscription_id')) || jsonb_strip_nulls(jsonb_build_object(
      'provider_subscription', fact -> 'subscription', 'provider_customer', fact -> 'customer')));
  end if;
  case
    when fact ->> 'kind' in ('payment_succeeded', 'crypto_overpaid', 'crypto_paid_late') then return private.fold_payment(s, fact);
    when fact ->> 'kind' in ('payment_pending', 'payment_failed', 'crypto_seen', 'crypto_underpaid', 'crypto_invalid', 'checkout_expired') then return private.fold_failure(s, fact);
    when fact ->> 'kind' in ('refund', 'refund_succeeded', 'refund_failed') then return private.fold_refund(s, fact);
    when fact ->> 'kind' in ('dispute_opened', 'dispute_won', 'dispute_lost') then return private.fold_dispute(s, fact);
    else return private.fold_contract(s, fact);
  end case;
end
$$;
comment on function private.fold_step(jsonb, jsonb) is 'The state after another fact.';

create function private.money_facts(member uuid) returns table (rank int, at timestamptz, place text, fact jsonb)
language sql stable set search_path = '' as $$
  select 0, null::timestamptz, lpad(bought.number::text, 19, '0'), to_jsonb(bought) - 'state' || jsonb_build_object('source', 'checkout', 'list_amount', price.amount)
  from public.checkouts as bought join public.plan_prices as price on price.id = bought.price_id where bought.user_id = member
  union all
  select case when kind like 'payment%' or kind like 'crypto%' then 1 else 2 end, occurred_at, provider || ':' || event_id,
    event || jsonb_build_object('source', 'event', 'at', occurred_at, 'key', provider || ':' || event_id, 'provider', provider, 'kind', kind,
      'subscription_id', subscription_id, 'received_at', received_at, 'taxed', taxed)
  from private.provider_events where provider_events.member = money_facts.member
  union all
  select 2, money_commands.at, 'command:' || lpad(id::text, 19, '0'),
    jsonb_build_object('source', 'command', 'at', money_commands.at, 'key', 'command:' || id, 'kind', kind, 'subscription_id', subscription_id, 'details', details)
  from private.money_commands where money_commands.member = money_facts.member
$$;
comment on function private.money_facts(uuid) is 'All facts about a member''s money, with their sort order.';

create function private.money_of(member uuid, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  state jsonb := '{"subscriptions": {}, "payments": {}, "refunds": {}, "disputes": {}, "checkouts": {}, "verdicts": {}, "log": []}';
  next_fact jsonb;
begin
  for next_fact in select fact from private.money_facts(member) order by at nulls first, rank, place collate "C" loop
    state := private.fold_step(state, next_fact);
  end loop;
  return private.split_disputes(private.pass_time(state, moment));
end
$$;
comment on function private.money_of(uuid, timestamptz) is 'A member''s financial state at a time.';

revoke execute on function
  private.sub_log(jsonb, jsonb, text, text, timestamptz, text, jsonb), private.is_running(jsonb), private.end_sub(jsonb, text, text, timestamptz, text),
  private.pass_time(jsonb, timestamptz), private.fold_step(jsonb, jsonb), private.money_facts(uuid), private.money_of(uuid, timestamptz)
from public, anon, authenticated, service_role;
