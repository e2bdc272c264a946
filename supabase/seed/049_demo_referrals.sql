-- The demonstration's referrals: three of its first members brought most of those who came after, and one has been paid. Commissions are
-- what the product makes of the payments of 048, by the function that makes any; nothing here is an amount of its own. The members
-- have addresses at .invalid, nobody holds the keys of the wallets' addresses, and the transaction is all zeros.
set local time zone 'UTC';
create schema demo;
revoke all on schema demo from public;
create function demo.member(place int) returns uuid
language sql immutable set search_path = '' as $$ select ('d0000000-0000-4000-8000-' || lpad((1000 + place)::text, 12, '0'))::uuid $$;

create table demo.referrers (place int, code text, currency text, network text, address text);
insert into demo.referrers values
  (44, 'PHAREDE', 'USDT', 'ethereum', '0x000000000000000000000000000000000000dEaD'),
  (43, 'BAYXSE4', 'BTC', 'bitcoin', '1BitcoinEaterAddressDontSendf59kuE'),
  (42, 'VEXXEE7', 'USDT', 'tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb');

insert into public.referral_codes (user_id, code, created_at)
select demo.member(place), code, account.created_at + interval '1 hour' from demo.referrers join auth.users as account on account.id = demo.member(place);
-- Three openings and more for each who signed up.
insert into private.referral_click_days (code, day, clicks)
select code, current_date - n, (hashint8extended(n, place) & 1048575)::int % 6 from demo.referrers, generate_series(1, 240) as n;

insert into public.referrals (referrer, referred, touched_at, signed_up_at)
select demo.member(44 - place % 3), account.id, account.created_at - make_interval(hours => 3 + place), account.created_at
from generate_series(1, 38) as place join auth.users as account on account.id = demo.member(place)
order by account.created_at;

do $$
declare
  pay uuid;
begin
  for pay in select id from public.payments where user_id in (select referred from public.referrals) and paid_at is not null order by paid_at loop
    perform private.settle_commission(pay);
  end loop;
end
$$;

insert into public.wallets (user_id, currency, network, address, unprotected, typed, saved_at, usable_at)
select demo.member(place), currency, network, address, false, false, now() - interval '90 days', now() - interval '88 days' from demo.referrers;

-- Asked for by all three: one was paid, one is approved, one waits. Each is what was due that day.
do $$
declare
  asked record;
  batch bigint;
  owed bigint;
  made uuid;
begin
  for asked in
    select referrer.*, ask.days, ask.state from demo.referrers as referrer
    join (values (44, 35, 'paid'), (43, 3, 'approved'), (42, 1, 'requested'), (44, 2, 'requested')) as ask (place, days, state) using (place) order by ask.days desc
  loop
    select coalesce(sum(amount), 0) - coalesce((select sum(amount) from public.payouts where user_id = demo.member(asked.place)), 0) into owed
    from public.commissions where user_id = demo.member(asked.place) and due_at <= now() - make_interval(days => asked.days) and not disputed;
    continue when owed < (select payout_minimum from public.referral_settings);
    batch := null;
    if asked.state <> 'requested' then
      insert into public.payout_batches (made_by, made_at) values (demo.member(44), now() - make_interval(days => asked.days, hours => -6)) returning id into batch;
    end if;
    insert into public.payouts (user_id, wallet_id, amount, currency, asset, network, address, state, batch_id, requested_at, approved_at, closed_at, transaction_hash, sent, rate)
    select demo.member(asked.place), id, owed, 'EUR', currency, network, address, asked.state, batch, now() - make_interval(days => asked.days),
      case when batch is not null then now() - make_interval(days => asked.days, hours => -6) end,
      case asked.state when 'paid' then now() - make_interval(days => asked.days, hours => -8) end,
      case asked.state when 'paid' then '0x' || repeat('0', 64) end,
      case asked.state when 'paid' then round(owed / 100.0 / 0.92, 2) end, case asked.state when 'paid' then 0.92 end
    from public.wallets where user_id = demo.member(asked.place) returning id into made;
    perform private.book_payout(made);
  end loop;
end
$$;
drop schema demo cascade;
