-- Execution of provider commands by the worker: claiming, executing and settling are separate statements. If a worker dies in
-- between, another takes over after two minutes; the idempotency key makes the provider execute the command once.
alter table private.provider_commands add column answer jsonb;
comment on column private.provider_commands.answer is 'The provider''s answer: {reference, url?}.';

create function private.keep_payment_settings(card text, crypto text) returns void
language sql volatile security definer set search_path = '' as $$
  update private.payment_settings set card_provider = card, crypto_provider = crypto
  where (card_provider, crypto_provider) is distinct from (card, crypto)
$$;
comment on function private.keep_payment_settings(text, text) is 'For the worker, at its start: the providers for cards and for cryptocurrency, from the environment.';

create function private.price_for_provider(price_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', price.id, 'plan', price.plan, 'name', plans.name ->> 'fr', 'period', price.period, 'amount', price.amount, 'currency', price.currency)
  from public.plan_prices as price join public.plans on plans.slug = price.plan where price.id = price_for_provider.price_id
$$;
comment on function private.price_for_provider(bigint) is 'A price in the form for providers.';

create function private.order_for_provider(checkout uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'checkout', bought.id, 'reference', bought.reference, 'member', bought.user_id, 'email', (select email from auth.users where id = bought.user_id),
    'language', coalesce((select locale from public.profiles where id = bought.user_id), 'fr'),
    'customer', (select provider_customer from public.subscriptions where user_id = bought.user_id and provider = bought.provider and provider_customer is not null
      order by created_at desc limit 1),
    'price', private.price_for_provider(bought.price_id), 'total', bought.total, 'expires_at', bought.expires_at)
  from public.checkouts as bought where bought.id = checkout
$$;
comment on function private.order_for_provider(uuid) is 'An order in the form for providers.';

create function private.facts_of_command(command private.provider_commands) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  bought public.checkouts;
  contract public.subscriptions;
begin
  select * into bought from public.checkouts where id = command.subject;
  select * into contract from public.subscriptions where id = coalesce(bought.subscription_id, command.subject);
  return command.payload || jsonb_strip_nulls(jsonb_build_object(
    'subscription', coalesce(command.payload ->> 'subscription', contract.provider_subscription),
    'order', case when command.kind = 'open_checkout' then private.order_for_provider(bought.id) end,
    'open', case when command.kind = 'open_checkout' then bought.state in ('open', 'failed') end,
    'reference', coalesce(command.payload ->> 'reference', bought.provider_reference),
    'price', private.price_for_provider((command.payload ->> 'price_id')::bigint),
    'at', case when command.kind = 'change' then bought.created_at end,
    'brand', case when command.kind = 'refund' then (select brand from private.seller) end));
end
$$;
comment on function private.facts_of_command(private.provider_commands) is 'The data that a provider needs for a command: its payload and the related rows.';

create function private.claim_provider_command(moment timestamptz, providers text[])
returns table (id bigint, provider text, kind text, subject uuid, idempotency_key text, attempt int, created_at timestamptz, facts jsonb)
language sql volatile security definer set search_path = '' as $$
  with next as (
    select waiting.id from private.provider_commands as waiting
    where waiting.state = 'waiting' and waiting.next_try_at <= moment and waiting.provider = any (providers)
      -- Commands on the same subject are executed in order.
      and not exists (select from private.provider_commands as before where before.subject = waiting.subject and before.state = 'waiting' and before.id < waiting.id)
    order by waiting.next_try_at, waiting.id limit 1 for update of waiting skip locked
  )
  update private.provider_commands as taken set next_try_at = moment + interval '2 minutes', attempts = taken.attempts + 1
  from next where taken.id = next.id
  returning taken.id, taken.provider, taken.kind, taken.subject, taken.idempotency_key, taken.attempts, taken.created_at, private.facts_of_command(taken)
$$;
comment on function private.claim_provider_command(timestamptz, text[]) is 'Claims the next due command for two minutes; if the worker dies, another can then claim it.';

create function private.offer_refund(refund uuid, url text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  offered public.refunds;
begin
  update public.refunds set claim_url = url where id = refund and state = 'asked' and claim_url is null returning * into offered;
  if not found then return; end if;
  perform private.tell_topic('member:' || offered.user_id, 'money', '{"money": "changed"}');
  if not exists (select from public.profiles where id = offered.user_id) then return; end if;
  perform private.tell_member(offered.user_id, 'refund_to_fetch', jsonb_build_object('ConfirmationURL', url, 'Money', jsonb_build_object(
    'Amount', offered.amount, 'Currency', (select currency from public.payments where id = offered.payment_id))), '/mon-compte?onglet=abonnement');
end
$$;
comment on function private.offer_refund(uuid, text) is 'A refund that the member claims on a provider''s page: stores the page''s URL and notifies the member, once.';

create function private.settle_provider_command(
  command bigint, attempt int, moment timestamptz, outcome text, error text, answer jsonb, retry_at timestamptz
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  settled private.provider_commands;
  bought public.checkouts;
begin
  update private.provider_commands as kept set
    state = case outcome when 'retry' then 'waiting' else outcome end, answer = coalesce(settle_provider_command.answer, kept.answer),
    last_error = left(error, 500), next_try_at = coalesce(retry_at, next_try_at), done_at = case when outcome = 'retry' then null else moment end
  where id = command and state = 'waiting' and attempts = attempt
  returning * into settled;
  if settled.id is null then return 'known'; end if;
  if settled.kind in ('open_checkout', 'update_method') and outcome = 'done' then
    update public.checkouts set provider_reference = settled.answer ->> 'reference', provider_url = settled.answer ->> 'url' where id = settled.subject returning * into bought;
    perform private.tell_topic('member:' || bought.user_id, 'money', '{"money": "changed"}');
    -- The order was cancelled while its page was being created.
    if bought.state = 'expired' and bought.provider_reference is not null then
      perform private.ask_provider(settled.provider, 'close_checkout', bought.id, jsonb_build_object('reference', bought.provider_reference), 'close_checkout:' || bought.id || ':opened');
    end if;
  elsif settled.kind = 'change' and outcome = 'done' and settled.answer ->> 'url' is not null then
    -- The bank requires authentication: the order leads the member to it.
    update public.checkouts set provider_url = settled.answer ->> 'url' where id = settled.subject returning * into bought;
    perform private.tell_topic('member:' || bought.user_id, 'money', '{"money": "changed"}');
  elsif settled.kind = 'refund' and outcome = 'done' and settled.answer ->> 'url' is not null then
    perform private.offer_refund(settled.subject, settled.answer ->> 'url');
  elsif outcome = 'failed' then
    -- A permanent failure is a fact, settled like any other.
    if settled.kind in ('open_checkout', 'change', 'update_method') then
      -- Whatever the cause of the failure, nothing prepared for the change may be charged later.
      if settled.kind = 'change' then
        perform private.ask_provider(settled.provider, 'drop_change', settled.subject, settled.payload, 'drop_change:' || settled.subject);
      end if;
      perform private.take_provider_event(settled.provider, 'command:' || settled.id, moment,
        jsonb_build_object('kind', 'payment_failed', 'checkout', settled.subject, 'reason', case settled.kind when 'change' then left(error, 100) else 'provider_refused' end), null, null, moment);
    elsif settled.kind = 'refund' then
      perform private.take_provider_event(settled.provider, 'command:' || settled.id, moment, jsonb_build_object(
        'kind', 'refund_failed', 'payment', settled.payload -> 'payment', 'refund', 'command:' || settled.id, 'asked', settled.subject, 'reason', left(error, 100)), null, null, moment);
    end if;
    perform private.tell_admins('provider_command_failed', jsonb_build_object('Provider', settled.provider, 'Command', settled.kind, 'Error', left(error, 100), 'At', moment));
  end if;
  return settled.state;
end
$$;
comment on function private.settle_provider_command(bigint, int, timestamptz, text, text, jsonb, timestamptz) is 'Records the result of an attempt: done, retry (at retry_at) or failed, of which admins are notified. An answer {reference, url} contains the order''s page, the bank authentication page of a change, or the page for claiming a refund.';

revoke execute on function
  private.keep_payment_settings(text, text), private.price_for_provider(bigint), private.order_for_provider(uuid),
  private.facts_of_command(private.provider_commands), private.offer_refund(uuid, text), private.claim_provider_command(timestamptz, text[]),
  private.settle_provider_command(bigint, int, timestamptz, text, text, jsonb, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function
  private.keep_payment_settings(text, text), private.claim_provider_command(timestamptz, text[]),
  private.settle_provider_command(bigint, int, timestamptz, text, text, jsonb, timestamptz)
to service_role;
