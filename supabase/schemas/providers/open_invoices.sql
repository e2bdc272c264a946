-- What a contract owes at a provider that charges by itself is tried again once its card changed.
create function private.pay_with_new_card() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  select * into sub from public.subscriptions where id = new.subscription_id;
  -- Whoever gives a new card for what is unpaid wants it paid.
  if sub.state = 'past_due' and sub.provider <> 'sandbox' then
    perform private.ask_provider(sub.provider, 'pay_open', sub.id, jsonb_build_object('subscription', sub.provider_subscription), 'pay_open:' || new.event_id);
  end if;
  return null;
end
$$;
comment on function private.pay_with_new_card() is 'A card that changes while a renewal is unpaid has the provider try again at once, instead of on the day of its own next try.';
-- At the end of the transaction: the contract is settled by then.
create constraint trigger pay_with_new_card after insert or update of state on private.provider_events deferrable initially deferred
  for each row when (new.state = 'processed' and new.kind = 'subscription_changed' and new.event ? 'method') execute function private.pay_with_new_card();

revoke execute on function private.pay_with_new_card()
from public, anon, authenticated, service_role;
