-- The confirmation, with date and time, that the law requires when a contract is cancelled or withdrawn from (Code de la
-- consommation, art. L215-1-1 and L221-21). Triggered by the event, so that it is sent once, however the contract was ended.
create function private.mail_end_of_contract() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sub constant public.subscriptions := private.read_subscription(new.subscription_id);
begin
  if new.kind = 'withdrawn' then
    perform private.queue_mail(new.user_id, 'contract_withdrawn', jsonb_build_object('At', new.at, 'Currency', sub.currency, 'Refund', (
      select (details ->> 'refund')::bigint from private.money_commands where subscription_id = sub.id and kind = 'withdraw' order by id desc limit 1)));
  elsif exists (select from private.money_commands where 'command:' || id = new.cause and details ->> 'by' = 'sandbox') then
    perform private.queue_mail(new.user_id, 'test_contract_over', jsonb_build_object('Until',
      case when new.kind = 'cancel_requested' then coalesce(sub.paid_until, sub.current_period_end) else new.at end));
  elsif new.kind = 'cancel_requested' then
    perform private.queue_mail(new.user_id, 'contract_cancelled', jsonb_build_object('At', new.at, 'Until', coalesce(sub.paid_until, sub.current_period_end)));
  else
    perform private.queue_mail(new.user_id, 'contract_cancelled', jsonb_build_object('At', new.at, 'Until', new.at));
  end if;
  return null;
end
$$;
comment on function private.mail_end_of_contract() is 'Confirms a cancellation or withdrawal by mail; for a sandbox contract that ends because the sandbox was disabled, says so.';
create trigger mail_end_of_contract after insert on public.subscription_events for each row
  when (new.kind in ('withdrawn', 'cancel_requested') or (new.kind = 'expired' and new.details ->> 'for' = 'canceled' and new.from_state <> 'canceled'))
  execute function private.mail_end_of_contract();
revoke execute on function private.mail_end_of_contract() from public, anon, authenticated, service_role;
