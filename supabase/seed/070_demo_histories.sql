-- The demonstration's accounts are as old as what they did, and there are some that paid nothing: they went as far as people go, from
-- the sign-up to a first signal followed. Nobody can sign in as them, and their telephone numbers are those kept for fiction
-- (06 39 98, decision 2018-0881 of the ARCEP).
set local time zone 'UTC';
create schema demo;
revoke all on schema demo from public;
create function demo.pick(key bigint, salt int, below int) returns int
language sql immutable parallel safe set search_path = '' as $$
  select ((hashint8extended(key, salt) >> 8) & 1048575)::int % below
$$;

-- reached: 0 signed up, 1 confirmed, 2 opened the dashboard, 3 followed a signal.
create table demo.readers as
select place, ('d0000000-0000-4000-8000-' || lpad((1000 + place)::text, 12, '0'))::uuid as id,
  (array['Inès', 'Malo', 'Jeanne', 'Sofiane', 'Lina', 'Théo', 'Zélie', 'Marco', 'Paula', 'Nils'])[1 + demo.pick(place, 1, 10)] as first_name,
  (array['Kerbrat', 'Vasseur', 'Dumont', 'Le Goff', 'Baron', 'Ricci', 'Navarro', 'Henry', 'Mercier', 'Jolivet'])[1 + demo.pick(place, 2, 10)] as last_name,
  date_trunc('minute', now()) - make_interval(mins => 600 + (power((place - 100) / 80.0, 1.3) * 385000 * (0.85 + demo.pick(place, 7, 1500) / 10000.0))::int) as begins,
  case when demo.pick(place, 10, 100) < 12 then 0 when demo.pick(place, 10, 100) < 26 then 1 when demo.pick(place, 10, 100) < 52 then 2 else 3 end as reached
from generate_series(101, 180) as place;

insert into auth.users (
  instance_id, id, aud, role, email, phone, phone_confirmed_at, encrypted_password, banned_until, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new
)
select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', 'membre-' || place || '@demonstration.invalid',
  '3363998' || lpad(place::text, 4, '0'), case when reached > 0 then begins + interval '2 minutes' end, '', '9999-12-31', '{}',
  jsonb_build_object('first_name', first_name, 'last_name', last_name, 'username', 'demo-' || place), begins, begins, '', '', '', ''
from demo.readers;

-- Everything about an account was made as it was seeded; it bears the day of the account.
update public.profiles set created_at = account.created_at from auth.users as account where account.id = profiles.id and account.email like '%@demonstration.invalid';
update public.members set created_at = account.created_at from auth.users as account where account.id = members.user_id and account.email like '%@demonstration.invalid';
update public.leads set created_at = account.created_at from auth.users as account where account.id = leads.user_id and account.email like '%@demonstration.invalid';
update public.community_members set joined_at = account.created_at from auth.users as account
where account.id = community_members.user_id and account.email like 'membre-%@demonstration.invalid';

-- A first visit before the first order; the last one lately, or while the contract ran.
create table demo.visitors as
select user_id as id, min(checkouts.created_at) as begins, 3 as reached,
  (select max(coalesce(ended_at, now())) from public.subscriptions where subscriptions.user_id = checkouts.user_id) as until
from public.checkouts join auth.users as account on account.id = user_id where account.email like '%@demonstration.invalid' group by 1
union all
select id, begins + interval '10 minutes', reached, now() from demo.readers where reached >= 2;

insert into public.visits (user_id, previous_at, seen_at)
select id, begins - interval '5 minutes',
  greatest(begins, until - make_interval(mins => demo.pick(hashtext(id::text), 11, 4000)))
from demo.visitors;

insert into public.signal_trades (user_id, signal_id, status, created_at)
select visitor.id, followed.id, 'followed', followed.published_at + make_interval(mins => 2 + demo.pick(hashtext(visitor.id::text), 12, 20))
from demo.visitors as visitor cross join lateral (
  select signals.id, published_at from public.signals
  where published_at between visitor.begins and least(visitor.until, now() - interval '30 minutes') and private.levels_are_open(signals.id)
  order by published_at limit 1 + demo.pick(hashtext(visitor.id::text), 13, 3)
) as followed
where visitor.reached = 3;
drop schema demo cascade;
