-- The demonstration's members and their money: nine months of orders, renewals, cancellations, refunds and a dispute. Facts are
-- stored as the sandbox would have told them, at their times, and each member is settled once, as any member is
-- (money/money_settling.sql). Everything is the sandbox's, which is never added to real money, and whoever it belongs to has
-- an address that cannot exist. The same day's seeding draws the same past: chance is a hash of a place.
set local time zone 'UTC';
create schema demo;
revoke all on schema demo from public;
create function demo.pick(key bigint, salt int, below int) returns int
language sql immutable parallel safe set search_path = '' as $$
  select ((hashint8extended(key, salt) >> 8) & 1048575)::int % below
$$;
create function demo.share(key bigint, salt int, percent int) returns boolean
language sql immutable parallel safe set search_path = '' as $$ select demo.pick(key, salt, 100) < percent $$;

insert into public.coupons (code, percent, most, starts_at) values ('DEMO-20', 20, 40, now() - interval '300 days');

create table demo.members as
select place, ('d0000000-0000-4000-8000-' || lpad((1000 + place)::text, 12, '0'))::uuid as id,
  (array['Camille', 'Alix', 'Noa', 'Lou', 'Sacha', 'Charlie', 'Maxime', 'Dominique', 'Claude', 'Andrea'])[1 + demo.pick(place, 1, 10)] as first_name,
  (array['Vidal', 'Ferrand', 'Roussel', 'Lemoine', 'Garnier', 'Peeters', 'Moreau', 'Blanchet', 'Carlier', 'Renaud', 'Weber', 'Costa'])[1 + demo.pick(place, 2, 12)] as last_name,
  (array['FR', 'FR', 'FR', 'FR', 'FR', 'FR', 'BE', 'BE', 'ES', 'IT'])[1 + demo.pick(place, 3, 10)] as country,
  case when demo.share(place, 4, 30) then 'pro' else 'standard' end as plan,
  case when demo.share(place, 5, 20) then 'year' else 'month' end as period,
  case when demo.share(place, 6, 15) then 'DEMO-20' end as coupon,
  -- Nine months back, and more of them lately, as where something grows.
  date_trunc('minute', now()) - make_interval(mins => 2880 + (power(place / 44.0, 1.3) * 385000 * (0.85 + demo.pick(place, 7, 1500) / 10000.0))::int) as begins,
  demo.pick(place, 8, 100) as fate, demo.pick(place, 9, 4) as months
from generate_series(1, 44) as place;

-- Nobody can sign in as them: no password, no identity, banned, and an address that nobody confirmed, so that nothing is mailed. What
-- they confirmed is a telephone number of those kept for fiction (06 39 98, decision 2018-0881 of the ARCEP).
insert into auth.users (
  instance_id, id, aud, role, email, phone, phone_confirmed_at, encrypted_password, banned_until, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new
)
select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', 'membre-' || place || '@demonstration.invalid',
  '3363998' || lpad(place::text, 4, '0'), begins - interval '18 minutes', '', '9999-12-31', '{}',
  jsonb_build_object('first_name', first_name, 'last_name', last_name, 'username', 'demo-' || place), begins - interval '20 minutes', begins, '', '', '', ''
from demo.members;

create procedure demo.tell(place int, contract public.subscriptions, number int, at timestamptz, event jsonb)
language plpgsql set search_path = '' as $$
begin
  insert into private.provider_events (provider, event_id, occurred_at, received_at, kind, event, state, member, subscription_id)
  values ('sandbox', concat_ws('_', 'demo', place, number), at, at, event ->> 'kind',
    event || jsonb_build_object('subscription', 'sandbox_' || contract.id, 'currency', contract.currency), 'processed', contract.user_id, contract.id);
  perform private.claim_objects('sandbox', event || jsonb_build_object('subscription', 'sandbox_' || contract.id), contract.user_id, contract.id);
end
$$;

do $$
declare
  who record;
  bought public.checkouts;
  contract public.subscriptions;
  method constant jsonb := '{"kind": "card", "brand": "visa", "last4": "4242", "expires": "2031-08"}';
  ends timestamptz;
  number int;
  stops timestamptz;
begin
  for who in select * from demo.members order by begins loop
    bought := private.open_checkout_for(who.id, who.begins, who.plan, who.period, 'card',
      jsonb_build_object('name', who.first_name || ' ' || who.last_name, 'country', who.country), '2026-11-21', null, who.coupon, who.id);
    select * into contract from public.subscriptions where id = bought.subscription_id;
    call demo.tell(who.place, contract, 0, who.begins + interval '40 seconds', jsonb_build_object('kind', 'payment_succeeded', 'checkout', bought.id,
      'payment', 'demo_' || who.place || '_0', 'amount', bought.total, 'method', method));
    -- Some leave after a while, some cards fail for good, the others stay.
    stops := case when who.fate < 34 then who.begins + make_interval(months => 1 + who.months, days => -5) end;
    ends := private.period_after(who.begins + interval '40 seconds', who.begins + interval '40 seconds', who.period);
    number := 1;
    while ends < now() and (stops is null or ends < stops) loop
      call demo.tell(who.place, contract, number, ends + interval '30 seconds', jsonb_build_object('kind', 'payment_succeeded',
        'payment', concat_ws('_', 'demo', who.place, number), 'amount', contract.amount, 'method', method));
      ends := private.period_after(who.begins + interval '40 seconds', ends, who.period);
      number := number + 1;
    end loop;
    if stops < now() and who.fate < 24 then
      insert into private.money_commands (member, subscription_id, kind, at) values (who.id, contract.id, 'cancel', stops);
    elsif ends < now() then
      call demo.tell(who.place, contract, number, ends + interval '30 seconds', jsonb_build_object('kind', 'payment_failed',
        'payment', concat_ws('_', 'demo', who.place, number), 'amount', contract.amount, 'method', method, 'reason', 'insufficient_funds'));
    end if;
    if who.fate between 90 and 94 then
      call demo.tell(who.place, contract, 900, who.begins + interval '9 days', jsonb_build_object('kind', 'refund_succeeded',
        'payment', 'demo_' || who.place || '_0', 'refund', 'demo_refund_' || who.place, 'amount', bought.total / 2));
    elsif who.fate >= 98 then
      call demo.tell(who.place, contract, 901, who.begins + interval '20 days', jsonb_build_object('kind', 'dispute_opened',
        'payment', 'demo_' || who.place || '_0', 'dispute', 'demo_dispute_' || who.place, 'amount', bought.total));
    end if;
    perform private.settle_member(who.id, now());
  end loop;
end
$$;

-- Documents bear the day of what they are about; those that would be made at the end of the transaction bear today's.
do $$
declare
  due record;
begin
  for due in
    select 'payment:' || pay.id as fact, pay.id, pay.net, pay.tax, pay.paid_at as at, 'payment' as why from public.payments as pay join demo.members on members.id = user_id
      where paid_at is not null
    union all
    select 'refund:' || back.id, payment_id, back.net, back.tax, back.at, 'refund' from public.refunds as back join demo.members on members.id = user_id where state = 'succeeded'
    order by at, why
  loop
    perform private.settle_documents(due.fact, due.id, due.net, due.tax, due.at, due.why, due.at);
  end loop;
end
$$;
-- They are drawn a few at a time by what looks for undrawn ones every five minutes, not all at the first start.
delete from private.pending_jobs where task = 'draw-invoices';
drop schema demo cascade;
