-- Part of the fold: requests for a contract, and its provider's events.
create function private.fold_contract(state jsonb, fact jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := fact ->> 'at';
  kind constant text := fact ->> 'kind';
  d constant jsonb := coalesce(fact -> 'details', '{}');
  s jsonb := state;
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  was constant text := sub ->> 'state';
  stop boolean;
  pay record;
begin
  if kind = 'erase' then
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || '{"method": null, "provider_customer": null}');
    return case when was = 'incomplete' then s else private.end_sub(s, sub ->> 'id', 'erased', at, fact ->> 'key') end;
  end if;
  if kind = 'method' or fact -> 'method' is not null then
    sub := sub || jsonb_build_object('method', coalesce(d -> 'method', fact -> 'method'));
    s := private.sub_log(s, sub, 'method_changed', was, at, fact ->> 'key');
  end if;
  if not private.is_running(sub) then return s; end if;
  if kind in ('cancel', 'resume') or fact ->> 'cancel_at_period_end' is not null then
    stop := kind = 'cancel' or coalesce((fact ->> 'cancel_at_period_end')::boolean, false);
    if stop and was = 'past_due' then
      -- An unpaid period that the member cancelled is not owed.
      return private.end_sub(s, sub ->> 'id', 'canceled', at, fact ->> 'key');
    elsif stop and was = 'active' then
      sub := sub || jsonb_build_object('state', 'canceled', 'cancel_requested_at', at, 'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
      s := private.sub_log(s, sub, 'cancel_requested', was, at, fact ->> 'key');
    elsif not stop and was = 'canceled' then
      sub := sub || jsonb_build_object('state', 'active', 'cancel_requested_at', null);
      s := private.sub_log(s, sub, 'resumed', was, at, fact ->> 'key');
    end if;
  end if;
  if kind = 'change' then
    sub := sub || jsonb_build_object('next_plan', d -> 'plan', 'next_period', d -> 'period', 'next_price_id', d -> 'price_id', 'next_amount', d -> 'amount');
    s := private.sub_log(s, sub, case when d ->> 'plan' is null then 'change_dropped' else 'change_scheduled' end, was, at, fact ->> 'key', d);
  elsif kind = 'subscription_ended' then
    -- A paid contract continues; an unpaid one ends.
    if was = 'past_due' then return private.end_sub(s, sub ->> 'id', 'unpaid', at, fact ->> 'key'); end if;
    if was <> 'canceled' then
      s := private.sub_log(s, sub || jsonb_build_object('state', 'canceled', 'cancel_requested_at', at), 'cancel_requested', was, at, fact ->> 'key', '{"by": "provider"}');
    end if;
  elsif kind = 'withdraw' then
    for pay in select key, value from jsonb_each(s -> 'payments') where value -> 'subscription_id' = sub -> 'id' and value ->> 'period_end' is not null loop
      s := jsonb_set(s, array['payments', pay.key], pay.value || jsonb_build_object('cut_at', at));
    end loop;
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || jsonb_build_object('withdrawn_at', at, 'ahead', null));
    s := private.end_sub(s, sub ->> 'id', 'withdrawn', at, fact ->> 'key');
  end if;
  return s;
end
$$;
comment on function private.fold_contract(jsonb, jsonb) is 'Cancellation, resumption, change at the period''s end, withdrawal, card change, erasure; and the provider''s events about the contract.';

revoke execute on function
  private.fold_contract(jsonb, jsonb)
from public, anon, authenticated, service_role;
