-- Retries the open payment of a contract, at a provider with automatic charges, after its card was changed.
create function private.pay_with_new_card() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  select * into sub from public.subscriptions where id = new.subscription_id;
  -- A member who changes the card of an unpaid contract wants to pay.
  if sub.state = 'past_due' and sub.provider <> 'sandbox' then
    perform private.ask_provider(sub.provider, 'pay_open', sub.id, jsonb_build_object('subscription', sub.provider_subscription), 'pay_open:' || new.event_id);
  end if;
  return null;
end
$$;
comment on function private.pay_with_new_card() is 'Makes the provider retry immediately when a card is changed while a renewal is unpaid.';
-- At the end of the transaction, when the contract is settled.
create constraint trigger pay_with_new_card after insert or update of state on private.provider_events deferrable initially deferred
  for each row when (new.state = 'processed' and new.kind = 'subscription_changed' and new.event ? 'method') execute function private.pay_with_new_card();

revoke execute on function private.pay_with_new_card()
from public, anon, authenticated, service_role;
