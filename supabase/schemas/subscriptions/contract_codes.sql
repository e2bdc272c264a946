-- Ending a contract without signing in: a code is mailed to the account's address, and allows cancellation or withdrawal, each
-- in two steps (Code de la consommation, art. L215-1-1 and L221-21). The answer does not reveal whether the address is known.
-- Addresses are stored here as hashes, for an hour.
create table private.contract_codes (
  id bigint generated always as identity primary key,
  address bytea not null,
  member uuid references auth.users (id) on delete cascade,
  -- The requesting network.
  source bytea,
  purpose text not null check (purpose in ('cancel', 'withdraw')),
  code bytea,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table private.contract_codes is 'Codes for ending a contract by mail: ten minutes, five attempts, one use. member and code are null for an unknown address.';
create index contract_codes_of_address on private.contract_codes (address, purpose, id desc);
create index contract_codes_of_member on private.contract_codes (member);
create index contract_codes_of_source on private.contract_codes (source, created_at) where source is not null;
create index contract_codes_by_age on private.contract_codes (created_at);
alter table private.contract_codes enable row level security;
revoke all on private.contract_codes from anon, authenticated, service_role;

create function private.hashed(words text) returns bytea
language sql immutable set search_path = '' as $$ select extensions.digest(words, 'sha256') $$;
comment on function private.hashed(text) is 'SHA-256.';

create function private.client_network() returns text
language plpgsql stable set search_path = '' as $$
declare
  told constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-client-address';
  address inet;
begin
  address := told::inet;
  -- An IPv6 caller owns a /64.
  return case when family(address) = 6 and host(address) not like '::ffff:%' then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return null;
end
$$;
comment on function private.client_network() is 'The network of a request, as seen by the server (server/src/rest/plugin.ts); null if unknown.';

create function private.send_contract_code(address text, purpose text, moment timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  key constant bytea := private.hashed(lower(btrim(address)));
  asker constant bytea := private.hashed('network ' || private.client_network());
  owner auth.users;
  digits text;
  made bigint;
  sent record;
begin
  delete from private.contract_codes where created_at < moment - interval '1 hour';
  -- Only the requesting network is refused, so that others can still end their contract.
  if (select count(*) from private.contract_codes as code where code.source = asker and created_at > moment - interval '10 minutes') >= 10 then
    raise exception 'too_many_codes' using errcode = 'PT429';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('contract code ' || encode(key, 'hex'), 0));
  -- More mails would flood the mailbox; the answer is the same.
  select count(*) as asked, count(*) filter (where code.source is not distinct from asker) as asked_here into sent
  from private.contract_codes as code where code.address = key and created_at > moment - interval '10 minutes';
  if sent.asked_here >= 3 or sent.asked >= 6 then return; end if;
  select * into owner from auth.users
  where lower(email) = lower(btrim(send_contract_code.address)) and email_confirmed_at is not null and deleted_at is null and not is_sso_user;
  -- Unknown addresses are recorded only so that repeated requests look the same; beyond this number they are not.
  if owner.id is null and (select count(*) from private.contract_codes where member is null) >= 5000 then return; end if;
  digits := lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 1000000)::text, 6, '0');
  insert into private.contract_codes (address, member, source, purpose, created_at, expires_at)
  values (key, owner.id, asker, send_contract_code.purpose, moment, moment + interval '10 minutes') returning id into made;
  if owner.id is null then return; end if;
  update private.contract_codes set code = private.hashed(made || ' ' || digits) where id = made;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  execute 'insert into _server.mail_outbox (to_address, template, data, expires_at) values ($1, $2, $3, now() + interval ''10 minutes'')'
    using owner.email, send_contract_code.purpose || '_code', jsonb_build_object('Token', digits, 'Email', owner.email);
end
$$;
comment on function private.send_contract_code(text, text, timestamptz) is 'Mails a six-digit code to an account''s confirmed address; for an unknown address it only appears to.';

create function public.request_contract_code(address text, purpose text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if purpose not in ('cancel', 'withdraw') or purpose is null then raise exception 'purpose_unknown' using errcode = '22023', hint = 'purpose'; end if;
  if coalesce(length(address), 0) > 320 or btrim(address) !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or address is null then
    raise exception 'address_wrong' using errcode = '22023', hint = 'address';
  end if;
  perform private.send_contract_code(address, purpose, clock_timestamp());
end
$$;
comment on function public.request_contract_code(text, text) is 'For anyone: requests a code for ending (purpose: cancel or withdraw) the contract of the account with this address. The answer is the same for an unknown address. At most three in ten minutes are sent for one network, and six in total; a sent code stays valid for its ten minutes, whoever requests another. Raises too_many_codes for a network with ten requests in ten minutes.';

create function private.check_contract_code(address text, purpose text, code text, moment timestamptz) returns private.contract_codes
language plpgsql volatile set search_path = '' as $$
declare
  key constant bytea := private.hashed(lower(btrim(address)));
  here constant bytea := private.hashed('network ' || private.client_network());
  digits constant text := regexp_replace(coalesce(check_contract_code.code, ''), '[^0-9]', '', 'g');
  asked private.contract_codes;
begin
  perform pg_advisory_xact_lock(hashtextextended('contract code ' || encode(key, 'hex'), 0));
  select * into asked from private.contract_codes as known
  where known.address = key and known.purpose = check_contract_code.purpose and known.used_at is null and known.expires_at > moment and known.tries < 5
    and known.code = private.hashed(known.id || ' ' || digits)
  order by known.id desc limit 1;
  if found then return asked; end if;
  -- Counted against the code requested from the guesser's own network, so that others cannot use up the attempts; otherwise
  -- against the newest. It must not be rolled back, so the callers return refusals as values.
  update private.contract_codes set tries = tries + 1 where id = (
    select known.id from private.contract_codes as known
    where known.address = key and known.purpose = check_contract_code.purpose and known.used_at is null and known.expires_at > moment and known.tries < 5
    order by (known.source is not distinct from here) desc, known.id desc limit 1);
  return null;
end
$$;
comment on function private.check_contract_code(text, text, text, timestamptz) is 'The request of a code; null if it is wrong, expired, used, or was tried five times.';

create function private.contract_of(member uuid, moment timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'plan', plans.name, 'period', sub.period, 'state', sub.state, 'means', sub.means, 'currency', sub.currency, 'amount', sub.amount, 'started_at', sub.started_at,
    'ends_at', coalesce(sub.paid_until, sub.current_period_end), 'withdrawal', private.withdrawal_quote(sub, moment))
  from public.subscriptions as sub join public.plans on plans.slug = sub.plan
  where sub.user_id = contract_of.member and sub.state in ('active', 'past_due', 'canceled')
$$;
comment on function private.contract_of(uuid, timestamptz) is 'What a person must see of their contract before ending it; null without one.';

create function public.own_contract() returns jsonb
language sql stable security definer set search_path = '' as $$ select private.contract_of(auth.uid(), now()) $$;
comment on function public.own_contract() is 'The caller''s contract, in the form of contract_by_code: {plan, period, state, means, currency, amount, started_at, ends_at, withdrawal}; null without one.';

create function public.contract_by_code(address text, purpose text, code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked constant private.contract_codes := private.check_contract_code(address, purpose, code, clock_timestamp());
begin
  if asked.id is null then return '{"refusal": "code_wrong"}'; end if;
  return jsonb_build_object('contract', private.contract_of(asked.member, clock_timestamp()));
end
$$;
comment on function public.contract_by_code(text, text, text) is 'For the holder of the code: {contract} (null if none is active), or {refusal: code_wrong}. The code stays valid for the second step.';

create function public.end_contract_by_code(address text, purpose text, code text, refund bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  asked constant private.contract_codes := private.check_contract_code(address, purpose, code, moment);
begin
  if asked.id is null then return '{"refusal": "code_wrong"}'; end if;
  if purpose = 'cancel' then
    perform private.cancel_for(asked.member, moment);
  else
    perform private.withdraw_for(asked.member, refund, moment);
  end if;
  update private.contract_codes set used_at = moment where id = asked.id;
  return jsonb_build_object('at', moment);
end
$$;
comment on function public.end_contract_by_code(text, text, text, bigint) is 'For the holder of the code: cancels the contract, or withdraws from it for the displayed refund; {at}, or {refusal: code_wrong}. Raises the errors of cancel_subscription and withdraw_subscription, after which the code stays valid.';

revoke execute on function
  private.hashed(text), private.client_network(), private.send_contract_code(text, text, timestamptz), public.request_contract_code(text, text),
  private.check_contract_code(text, text, text, timestamptz), private.contract_of(uuid, timestamptz), public.own_contract(),
  public.contract_by_code(text, text, text), public.end_contract_by_code(text, text, text, bigint)
from public, anon, authenticated, service_role;
grant execute on function
  public.request_contract_code(text, text), public.contract_by_code(text, text, text), public.end_contract_by_code(text, text, text, bigint)
to anon, authenticated;
grant execute on function public.own_contract() to authenticated;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('private.contract_codes', 'member = $1', null, false, true, '{}', 'goes', 'Hashes of codes that live for ten minutes say nothing about the member.');
