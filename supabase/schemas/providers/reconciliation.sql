-- Reconciliation: each hour the worker reads the providers' current state and adds missed events in the same way as webhooks.
-- Known state is not stored again.
create function private.to_reconcile(moment timestamptz, providers text[])
returns table (provider text, kind text, reference text, payment text, refund uuid)
language sql stable security definer set search_path = '' as $$
  select bought.provider, 'checkout', bought.provider_reference, null, null::uuid from public.checkouts as bought
  where bought.provider = any (providers) and bought.provider_reference is not null
    -- Cryptocurrency can also arrive after an order has expired.
    and (bought.state in ('open', 'waiting', 'failed') or (bought.state = 'expired' and bought.expires_at > moment - interval '3 days'))
  union all
  select contract.provider, 'subscription', contract.provider_subscription, null, null from public.subscriptions as contract
  where contract.provider = any (providers) and contract.provider_subscription is not null
    and (private.is_running(to_jsonb(contract)) or contract.ended_at > moment - interval '7 days')
  union all
  select command.provider, 'refund', command.answer ->> 'reference', command.payload ->> 'payment', refund.id
  from public.refunds as refund join private.provider_commands as command on command.subject = refund.id and command.kind = 'refund'
  where refund.state = 'asked' and command.provider = any (providers) and command.answer ? 'reference'
$$;
comment on function private.to_reconcile(timestamptz, text[]) is 'What to read at the providers: orders that may still be paid, contracts that are active or just ended, and pending refunds.';

create function private.is_missed(provider text, event jsonb) returns boolean
language sql stable set search_path = '' as $$
  select case event ->> 'kind'
    when 'payment_succeeded' then not exists (select from public.payments as pay
      where pay.provider = is_missed.provider and pay.provider_payment = event ->> 'payment' and pay.paid_at is not null)
    when 'payment_failed' then not exists (select from public.payments as pay where pay.provider = is_missed.provider and pay.provider_payment = event ->> 'payment')
    when 'refund_succeeded' then not exists (select from public.refunds where provider_refund = event ->> 'refund' and state = 'succeeded')
    when 'refund_failed' then not exists (select from public.refunds where provider_refund = event ->> 'refund' and state = 'failed')
    when 'subscription_changed' then exists (select from public.subscriptions as contract
      where contract.provider = is_missed.provider and contract.provider_subscription = event ->> 'subscription' and contract.state in ('active', 'canceled', 'past_due')
        and ((event ->> 'cancel_at_period_end')::boolean <> (contract.state = 'canceled') or (event ? 'method' and event -> 'method' <> contract.method)))
    when 'subscription_ended' then exists (select from public.subscriptions as contract
      where contract.provider = is_missed.provider and contract.provider_subscription = event ->> 'subscription' and contract.state in ('active', 'past_due'))
    when 'checkout_expired' then exists (select from public.checkouts where id::text = event ->> 'checkout' and state in ('open', 'waiting', 'failed'))
    else case when event ->> 'kind' like 'dispute%' then not exists (select from public.disputes as known where known.provider = is_missed.provider
        and known.provider_dispute = event ->> 'dispute' and known.state = case event ->> 'kind' when 'dispute_won' then 'won' when 'dispute_lost' then 'lost' else 'open' end)
      else true end
  end
$$;
comment on function private.is_missed(text, jsonb) is 'Whether a reading contains something new.';

create function private.take_reading(provider text, event_id text, occurred_at timestamptz, event jsonb, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Our own pending requests are not news.
  if event ->> 'kind' = 'subscription_changed' and exists (
    select from private.provider_commands as command join public.subscriptions as contract on contract.id = command.subject
    where contract.provider_subscription = event ->> 'subscription' and command.state = 'waiting') then return 'known'; end if;
  if not private.is_missed(provider, event) then return 'known'; end if;
  return private.take_provider_event(provider, event_id, occurred_at, event, null, null, moment);
end
$$;
comment on function private.take_reading(text, text, timestamptz, jsonb, timestamptz) is 'Processes a reading: known, or the result of take_provider_event().';

create function private.trim_refused_events(moment timestamptz) returns bigint
language sql volatile security definer set search_path = '' as $$
  with gone as (
    -- Without a kind it was never understood, so no fact depends on it.
    delete from private.provider_events where state = 'refused' and kind = '' and received_at < moment - interval '90 days' returning 1
  ) select count(*) from gone
$$;
comment on function private.trim_refused_events(timestamptz) is 'Deletes unverified events after 90 days; verified events that were refused are kept.';

revoke execute on function
  private.to_reconcile(timestamptz, text[]), private.is_missed(text, jsonb), private.take_reading(text, text, timestamptz, jsonb, timestamptz),
  private.trim_refused_events(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  private.to_reconcile(timestamptz, text[]), private.take_reading(text, text, timestamptz, jsonb, timestamptz), private.trim_refused_events(timestamptz)
to service_role;
