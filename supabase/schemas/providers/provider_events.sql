-- Receives provider events: each is stored once with its original bytes, in the transaction of its effects. Adapters verify
-- signatures and translate; here ids are matched with known ones, and times are checked.
create function private.event_objects(provider text, event jsonb) returns table (kind text, object_id text)
language sql immutable set search_path = '' as $$
  select key, value from jsonb_each_text(event) where key in ('subscription', 'payment', 'refund', 'dispute') and value <> ''
$$;
comment on function private.event_objects(text, jsonb) is 'The provider''s ids in an event.';

create function private.is_time(value text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return value::timestamptz is not null;
exception when invalid_datetime_format or datetime_field_overflow then
  return false;
end
$$;
comment on function private.is_time(text) is 'Whether a text is a valid time.';

create function private.refusal_of_event(occurred_at timestamptz, event jsonb, moment timestamptz) returns text
language plpgsql stable set search_path = '' as $$
declare
  kind constant text := event ->> 'kind';
  number_ constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
begin
  if coalesce(kind, '') not in ('payment_pending', 'payment_succeeded', 'payment_failed', 'subscription_changed', 'subscription_ended', 'refund_succeeded',
    'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost', 'checkout_expired', 'crypto_seen', 'crypto_underpaid', 'crypto_overpaid',
    'crypto_paid_late', 'crypto_invalid') then return 'kind_unknown'; end if;
  if occurred_at > moment + interval '5 minutes' then return 'from_the_future'; end if;
  if event ? 'amount' and event ->> 'amount' !~ '^[0-9]{1,15}$' then return 'amount_wrong'; end if;
  if event ? 'checkout' and event ->> 'checkout' !~ number_ then return 'checkout_unknown'; end if;
  if event ? 'asked' and event ->> 'asked' !~ number_ then return 'refund_unknown'; end if;
  if not event ?& (case
    when kind in ('payment_succeeded', 'crypto_overpaid', 'crypto_paid_late') then array['payment', 'amount', 'currency']
    when kind in ('refund_succeeded', 'refund_failed') then array['payment', 'refund']
    when kind like 'dispute%' then array['payment', 'dispute']
    else '{}' end)
  then return 'incomplete'; end if;
  if event ? 'period_start' <> event ? 'period_end'
    or exists (select from unnest(array['period_start', 'period_end', 'next_try_at', 'due_by']) as name where event ? name and not private.is_time(event ->> name))
    or event ? 'cancel_at_period_end' and jsonb_typeof(event -> 'cancel_at_period_end') <> 'boolean'
    or event ? 'method' and jsonb_typeof(event -> 'method') <> 'object'
  then return 'malformed'; end if;
  return null;
end
$$;
comment on function private.refusal_of_event(timestamptz, jsonb, timestamptz) is 'Why an event is invalid in any case, or null: its format, or a time in the future.';

create function private.owner_of_event(provider text, occurred_at timestamptz, event jsonb, out subscription_id uuid, out member uuid, out refusal text)
language plpgsql stable set search_path = '' as $$
declare
  bought public.checkouts;
  known record;
begin
  if event ? 'checkout' then
    select * into bought from public.checkouts where id = (event ->> 'checkout')::uuid;
    if not found then refusal := 'checkout_unknown'; return; end if;
    if bought.provider <> owner_of_event.provider then refusal := 'another_provider'; return; end if;
    subscription_id := bought.subscription_id;
    member := bought.user_id;
  end if;
  for known in
    select object.member, object.subscription_id from private.event_objects(provider, event) as named
    join private.provider_objects as object on object.provider = owner_of_event.provider and object.kind = named.kind and object.object_id = named.object_id
  loop
    if subscription_id is not null and subscription_id <> known.subscription_id then
      subscription_id := null; member := null; refusal := 'somebody_elses'; return;
    end if;
    subscription_id := known.subscription_id;
    member := known.member;
  end loop;
  if occurred_at < (select created_at from public.subscriptions where id = owner_of_event.subscription_id) - interval '5 minutes' then
    subscription_id := null; member := null; refusal := 'before_the_order';
  end if;
end
$$;
comment on function private.owner_of_event(text, timestamptz, jsonb) is 'The contract of an event, by our order id and the known provider ids; nothing if none is known. Refuses events that name two contracts, or that precede the order.';

create function private.claim_objects(provider text, event jsonb, member uuid, subscription_id uuid) returns void
language sql volatile set search_path = '' as $$
  insert into private.provider_objects (provider, kind, object_id, member, subscription_id)
  select claim_objects.provider, kind, object_id, claim_objects.member, claim_objects.subscription_id from private.event_objects(provider, event)
  on conflict do nothing
$$;
comment on function private.claim_objects(text, jsonb, uuid, uuid) is 'Records the owner of a provider''s ids.';

create function private.lock_objects(provider text, event jsonb) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(number_) from (
    select hashtextextended(concat_ws(':', lock_objects.provider, named.kind, named.object_id), 0) as number_
    from private.event_objects(provider, event) as named where not exists (
      select from private.provider_objects as object
      where object.provider = lock_objects.provider and object.kind = named.kind and object.object_id = named.object_id)
    order by 1
  ) as numbers
$$;
comment on function private.lock_objects(text, jsonb) is 'Serialises transactions that look up the unknown ids of an event.';

create function private.match_waiting(provider text, member uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  late record;
  owner record;
begin
  loop
    -- From the member's few ids to the events waiting for them, since thousands may wait for other ids.
    select waiting.* into late from private.provider_objects as object
    join private.provider_events as waiting on waiting.state = 'waiting' and waiting.provider = object.provider
      and waiting.event @> jsonb_build_object(object.kind, object.object_id)
    where object.member = match_waiting.member and object.provider = match_waiting.provider
    limit 1 for update of waiting;
    exit when not found;
    select * into owner from private.owner_of_event(provider, late.occurred_at, late.event);
    update private.provider_events set state = case when owner.refusal is null then 'processed' else 'refused' end, reason = owner.refusal,
      member = owner.member, subscription_id = owner.subscription_id,
      taxed = case when late.kind = 'payment_succeeded' then private.tax_of_renewal(owner.member, owner.subscription_id, late.occurred_at) end
    where id = late.id;
    if owner.refusal is null then
      -- A concurrent transaction may be storing an event that waits for one of these ids; it is visible after this lock.
      perform private.lock_objects(provider, late.event);
      perform private.claim_objects(provider, late.event, owner.member, owner.subscription_id);
    end if;
  end loop;
end
$$;
comment on function private.match_waiting(text, uuid) is 'Assigns a member the events that waited for an id now known to be theirs, and those that these make known in turn.';

create function private.take_provider_event(provider text, event_id text, occurred_at timestamptz, event jsonb, raw text, headers jsonb, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  told constant jsonb := jsonb_strip_nulls(event) - 'fingerprint';
  refusal text := private.refusal_of_event(occurred_at, told, moment);
  owner record;
  made bigint;
  verdict text;
begin
  if refusal is null then
    -- The member's lock first, if the member is known, then those of unknown ids: of two events about the same id, the second
    -- sees what the first made known, or finds it waiting.
    select * into owner from private.owner_of_event(provider, occurred_at, told);
    if owner.member is not null then perform private.lock_money(owner.member); end if;
    perform private.lock_objects(provider, told);
    -- Repeated, because the ids may have been assigned meanwhile.
    select * into owner from private.owner_of_event(provider, occurred_at, told);
    if owner.member is not null then perform private.lock_money(owner.member); end if;
    refusal := owner.refusal;
  end if;
  insert into private.provider_events (provider, event_id, occurred_at, received_at, kind, event, raw, headers, state, reason, member, subscription_id, taxed, fingerprint)
  values (take_provider_event.provider, take_provider_event.event_id, take_provider_event.occurred_at, moment, coalesce(told ->> 'kind', ''), told,
    take_provider_event.raw, take_provider_event.headers,
    case when refusal is not null then 'refused' when owner.member is null then 'waiting' else 'processed' end,
    coalesce(refusal, case when owner.member is null then 'nobody_knows' end),
    case when refusal is null then owner.member end, case when refusal is null then owner.subscription_id end,
    case when refusal is null and owner.member is not null and told ->> 'kind' = 'payment_succeeded' then
      private.tax_of_renewal(owner.member, owner.subscription_id, take_provider_event.occurred_at) end,
    case when refusal is null and told ? 'payment' then left(nullif(take_provider_event.event ->> 'fingerprint', ''), 255) end)
  on conflict on constraint provider_events_provider_event_id_key do nothing
  returning id into made;
  if made is null then return 'duplicate'; end if;
  if refusal is not null then return 'refused'; end if;
  if owner.member is null then return 'waiting'; end if;
  perform private.claim_objects(provider, told, owner.member, owner.subscription_id);
  perform private.match_waiting(provider, owner.member);
  perform private.settle_member(owner.member, moment);
  select state into verdict from private.provider_events where id = made;
  return verdict;
end
$$;
comment on function private.take_provider_event(text, text, timestamptz, jsonb, text, jsonb, timestamptz) is 'Receives an event at a time: processed, duplicate, waiting (about something unknown) or refused. All its effects are in this transaction.';

create function public.receive_provider_event(provider text, event_id text, occurred_at timestamptz, event jsonb, raw text, headers jsonb) returns text
language sql volatile security definer set search_path = '' as $$
  select private.take_provider_event(provider, event_id, occurred_at, event, raw, headers, clock_timestamp())
$$;
comment on function public.receive_provider_event(text, text, timestamptz, jsonb, text, jsonb) is 'For adapters, after verification: receives a provider''s event, {kind, checkout?, subscription?, payment?, amount?, currency?, period_start?, period_end?, method?, reason?, refund?, asked?, dispute?, customer?, cancel_at_period_end?, next_try_at?, due_by?, fingerprint?, card_country?}. Returns processed, duplicate, waiting or refused.';

create function public.refuse_provider_event(provider text, event_id text, reason text, raw text, headers jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.provider_events (provider, event_id, occurred_at, received_at, kind, event, raw, headers, state, reason)
  values (provider, left(event_id, 255), clock_timestamp(), clock_timestamp(), '', '{}', left(raw, 100000), headers, 'refused', left(reason, 200))
  on conflict do nothing
$$;
comment on function public.refuse_provider_event(text, text, text, text, jsonb) is 'For adapters: stores an event that could not be verified (a forged or stale signature) for inspection. event_id should not be the claimed one, so that the authentic event is not taken as a duplicate.';

create function private.tell_of_refused_money() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  refused private.provider_events;
begin
  -- As of the end of the transaction, in which another fact may have made it a payment after all.
  update private.provider_events set told_at = clock_timestamp() where id = new.id and state = 'refused' and told_at is null returning * into refused;
  if refused.id is null then return null; end if;
  perform private.tell_admins('payment_refused', jsonb_strip_nulls(jsonb_build_object('Provider', refused.provider, 'Event', refused.event_id, 'Refusal', refused.reason,
    'Payment', refused.event ->> 'payment', 'At', refused.occurred_at, 'Money', jsonb_build_object(
      'Amount', case when refused.event ->> 'amount' ~ '^[0-9]{1,15}$' then (refused.event ->> 'amount')::bigint end,
      'Currency', case when refused.event ->> 'currency' ~* '^[a-z]{3}$' then upper(refused.event ->> 'currency') end))));
  return null;
end
$$;
comment on function private.tell_of_refused_money() is 'Notifies the admins, once per event, of a verified payment that bought nothing because the event was refused.';
create constraint trigger tell_of_refused_money after insert or update of state on private.provider_events deferrable initially deferred
  for each row when (new.state = 'refused' and new.told_at is null and new.kind in ('payment_succeeded', 'crypto_overpaid', 'crypto_paid_late', 'crypto_underpaid'))
  execute function private.tell_of_refused_money();

revoke execute on function
  private.tell_of_refused_money(), private.event_objects(text, jsonb), private.is_time(text), private.refusal_of_event(timestamptz, jsonb, timestamptz),
  private.owner_of_event(text, timestamptz, jsonb), private.claim_objects(text, jsonb, uuid, uuid), private.match_waiting(text, uuid), private.lock_objects(text, jsonb),
  private.take_provider_event(text, text, timestamptz, jsonb, text, jsonb, timestamptz),
  public.receive_provider_event(text, text, timestamptz, jsonb, text, jsonb), public.refuse_provider_event(text, text, text, text, jsonb)
from public, anon, authenticated, service_role;
grant execute on function
  public.receive_provider_event(text, text, timestamptz, jsonb, text, jsonb), public.refuse_provider_event(text, text, text, text, jsonb)
to service_role;
