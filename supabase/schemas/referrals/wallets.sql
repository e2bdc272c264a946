-- Wallets: the targets of a member's payouts. Only the edge function `save-wallet` writes, after recent authentication and a
-- check of the address; a new address is usable only after a delay in which the member, notified by mail, can stop the change.
create function private.is_payout_asset(currency text, network text) returns boolean
language sql immutable set search_path = '' as $$
  select (currency, network) in (
    ('USDT', 'tron'), ('USDT', 'ethereum'), ('USDT', 'bnb'), ('USDT', 'solana'), ('USDC', 'ethereum'), ('USDC', 'bnb'), ('USDC', 'solana'),
    ('BTC', 'bitcoin'), ('ETH', 'ethereum'), ('SOL', 'solana')
  )
$$;
comment on function private.is_payout_asset(text, text) is 'Whether payouts are made in a currency on a network.';

create function private.is_address_shape(network text, address text) returns boolean
language sql immutable set search_path = '' as $$
  select address ~ case network
    when 'bitcoin' then '^(bc1[a-z0-9]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$'
    when 'tron' then '^T[1-9A-HJ-NP-Za-km-z]{33}$'
    when 'solana' then '^[1-9A-HJ-NP-Za-km-z]{32,44}$'
    else '^0x[0-9a-fA-F]{40}$'
  end
$$;
comment on function private.is_address_shape(text, text) is 'The outer form of an address; the function save-wallet checks its checksum.';

create table public.wallets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  currency text not null,
  network text not null,
  address text not null,
  unprotected boolean not null,
  typed boolean not null,
  saved_at timestamptz not null default now(),
  usable_at timestamptz not null,
  replaced_at timestamptz,
  stopped_at timestamptz,
  check (private.is_payout_asset(currency, network)),
  check (private.is_address_shape(network, address)),
  check (usable_at >= saved_at)
);
comment on table public.wallets is 'Every address of a member. The current one is neither replaced nor stopped. unprotected: no checksum could detect a wrong character. typed: entered manually, not pasted.';
create unique index wallets_current on public.wallets (user_id) where replaced_at is null and stopped_at is null;
create index wallets_of_member on public.wallets (user_id, saved_at desc);

create function public.store_wallet(member uuid, currency text, network text, address text, unprotected boolean, typed boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hold constant int := (select wallet_hold_hours from public.referral_settings);
  stored public.wallets;
begin
  if not exists (select from auth.users where id = member and not is_anonymous) then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not private.is_payout_asset(store_wallet.currency, store_wallet.network) then raise exception 'asset_unknown' using hint = 'network'; end if;
  perform from public.profiles where id = member for update;
  select * into stored from public.wallets where user_id = member and replaced_at is null and stopped_at is null;
  if found and (stored.currency, stored.network, stored.address) = (store_wallet.currency, store_wallet.network, store_wallet.address) then
    return jsonb_build_object('id', stored.id, 'usable_at', stored.usable_at, 'changed', false);
  end if;
  if (select count(*) from public.wallets where user_id = member and saved_at > now() - interval '24 hours') >= 5 then
    raise exception 'too_many_changes' using detail = 'Five in 24 hours.';
  end if;
  update public.wallets set replaced_at = now() where user_id = member and replaced_at is null and stopped_at is null;
  insert into public.wallets (user_id, currency, network, address, unprotected, typed, usable_at)
  values (member, store_wallet.currency, store_wallet.network, store_wallet.address, store_wallet.unprotected, store_wallet.typed, now() + make_interval(hours => hold))
  returning * into stored;
  perform private.tell_member(member, 'wallet_changed', jsonb_build_object(
    'At', now(), 'Currency', stored.currency, 'Network', stored.network, 'Address', stored.address, 'UsableAt', stored.usable_at,
    'StopToken', private.link_token('wallet', stored.id)), '/parrainage');
  return jsonb_build_object('id', stored.id, 'usable_at', stored.usable_at, 'changed', true);
end
$$;
comment on function public.store_wallet(uuid, text, text, text, boolean, boolean) is 'Sets a member''s address, holds payouts to it and notifies them by mail: {id, usable_at, changed}. For the function save-wallet only, which has authenticated the caller and checked the address. Raises not_allowed, asset_unknown, too_many_changes.';

create function public.wallet_change_state(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'currency', currency, 'network', network, 'address', left(address, 6) || '…' || right(address, 6), 'saved_at', saved_at, 'usable_at', usable_at,
    'state', case when stopped_at is not null then 'stopped' when usable_at <= now() then 'too_late' else 'held' end)
  from public.wallets where id = private.read_link_token('wallet', token)
$$;
comment on function public.wallet_change_state(text) is 'Describes the change that a link in a mail would stop: {currency, network, address (shortened), saved_at, usable_at, state: held, stopped or too_late}; null for a deleted account. Changes nothing.';

create function public.stop_wallet_change(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  change public.wallets;
begin
  select * into change from public.wallets where id = private.read_link_token('wallet', token);
  if not found then return null; end if;
  perform from public.profiles where id = change.user_id for update;
  select * into change from public.wallets where id = change.id;
  if change.stopped_at is null and change.usable_at > now() then
    -- An attacker may have changed it repeatedly: later changes are stopped too, and the previous address is restored.
    update public.wallets set stopped_at = now() where user_id = change.user_id and saved_at >= change.saved_at and stopped_at is null;
    update public.wallets set replaced_at = null where id = (
      select id from public.wallets where user_id = change.user_id and saved_at < change.saved_at and stopped_at is null order by saved_at desc limit 1
    );
    delete from auth.sessions where user_id = change.user_id;
    perform private.tell_member(change.user_id, 'wallet_stopped', jsonb_build_object(
      'At', now(), 'Currency', change.currency, 'Network', change.network, 'Address', change.address), '/mon-compte#securite');
  end if;
  return public.wallet_change_state(token);
end
$$;
comment on function public.stop_wallet_change(text) is 'Stops an address change during its delay, ends every session of the account, and restores the previous address. The token authorises the call; no session is needed.';

alter table public.wallets enable row level security;
create policy "members read their own wallets, admins every one" on public.wallets for select to authenticated
  using ((select auth.uid()) = user_id or (select private.reading_staff_role()) = 'admin');
revoke all on public.wallets from anon, authenticated, service_role;
grant select on public.wallets to authenticated;
revoke execute on function
  private.is_payout_asset(text, text), private.is_address_shape(text, text),
  public.store_wallet(uuid, text, text, text, boolean, boolean), public.wallet_change_state(text), public.stop_wallet_change(text)
from public, anon, authenticated, service_role;
grant execute on function public.store_wallet(uuid, text, text, text, boolean, boolean) to service_role;
grant execute on function public.wallet_change_state(text), public.stop_wallet_change(text) to anon, authenticated;

insert into private.personal_data (subject, condition, exported, fate) values ('public.wallets', 'user_id = $1', true, 'goes');
