-- Changes of sign-in methods (password, e-mail, phone, factors, passkeys, linked providers), kept for three days. Each is
-- reported by mail, also to an address that was since replaced, with a link that stops it. The link needs no session, because
-- it was sent to the account's own mailbox. Stopping undoes the change and all later ones, removes the password and ends every
-- session; the owner of the mailbox then sets a new password. notifications/mails.sql has the triggers that detect changes.
create table private.security_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in (
    'password', 'email', 'phone', 'factor_added', 'factor_removed', 'passkey_added', 'passkey_removed', 'identity_added', 'identity_removed', 'recovery_codes'
  )),
  at timestamptz not null default clock_timestamp(),
  was jsonb not null default '{}',
  stopped_at timestamptz
);
comment on table private.security_changes is 'One row per change. was: the data needed to undo it. Deleted after three days, when the next change is recorded.';
create index security_changes_of_member on private.security_changes (user_id, at);
create index security_changes_by_time on private.security_changes (at);
alter table private.security_changes enable row level security;

create function private.stoppable_from() returns timestamptz
language sql stable set search_path = '' as $$ select now() - interval '72 hours' $$;
comment on function private.stoppable_from() is 'Changes since this time can be stopped.';

create function private.tell_change(member uuid, kind text, template text, data jsonb, was jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  change uuid;
begin
  select * into account from auth.users where id = member;
  -- Deleting the account reports nothing, and changes made by a stop itself are not recorded.
  if not found or exists (select from private.security_changes where user_id = member and stopped_at = now()) then return; end if;
  delete from private.security_changes where at < private.stoppable_from();
  insert into private.security_changes (user_id, kind, was) values (member, tell_change.kind, tell_change.was) returning id into change;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  -- Unconfirmed addresses receive no mail. Nor does the new address after an address change, which requested it.
  execute $query$
    insert into _server.mail_outbox (to_address, template, data)
    select address, $2, $3 || jsonb_build_object('Email', $4::text, 'At', now(), 'ChangeToken', private.link_token('change', $5))
    from (
      select $4::text as address where $6 and $2 <> 'email_changed'
      union select was ->> 'email' from private.security_changes where user_id = $1 and kind = 'email' and stopped_at is null
    ) as told where coalesce(address, '') <> ''
  $query$ using member, template, data, account.email, change, account.email_confirmed_at is not null and account.deleted_at is null;
end
$$;
comment on function private.tell_change(uuid, text, text, jsonb, jsonb) is 'Records a change of a sign-in method and mails the account''s address and all addresses replaced in the last three days.';

create function private.undo_change(change private.security_changes) returns void
language plpgsql security definer set search_path = '' as $$
declare
  subject constant uuid := (change.was ->> 'id')::uuid;
begin
  case change.kind
    when 'email' then
      if exists (select from auth.users where email = change.was ->> 'email' and id <> change.user_id and not is_sso_user) then
        -- Another account has the address now: the account is banned until staff have checked.
        update auth.users set banned_until = 'infinity' where id = change.user_id;
      else
        update auth.users set email = change.was ->> 'email', email_confirmed_at = (change.was ->> 'email_confirmed_at')::timestamptz where id = change.user_id;
        update auth.identities set identity_data = identity_data || jsonb_build_object('email', change.was ->> 'email')
        where user_id = change.user_id and provider = 'email';
      end if;
    when 'phone' then
      update auth.users set phone = change.was ->> 'phone', phone_confirmed_at = (change.was ->> 'phone_confirmed_at')::timestamptz
      where id = change.user_id and not exists (select from auth.users where phone = change.was ->> 'phone' and id <> change.user_id);
      delete from auth.identities where user_id = change.user_id and provider = 'phone' and change.was ->> 'phone' is null;
      update auth.identities set identity_data = identity_data || jsonb_build_object('phone', change.was ->> 'phone')
      where user_id = change.user_id and provider = 'phone';
    when 'factor_added' then delete from auth.mfa_factors where id = subject;
    when 'passkey_added' then delete from auth.webauthn_credentials where id = subject;
    when 'identity_added' then delete from auth.identities where id = subject;
    when 'factor_removed' then
      insert into auth.mfa_factors select (jsonb_populate_record(null::auth.mfa_factors, change.was)).* on conflict do nothing;
    when 'passkey_removed' then
      insert into auth.webauthn_credentials select (jsonb_populate_record(null::auth.webauthn_credentials, change.was)).* on conflict do nothing;
    when 'identity_removed' then
      insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
      from jsonb_populate_record(null::auth.identities, change.was) on conflict do nothing;
    else
      -- The password is removed in any case; the person who stops the change generates new codes.
      null;
  end case;
end
$$;
comment on function private.undo_change(private.security_changes) is 'Restores what a change replaced, where still possible.';

create function public.security_change_state(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', kind, 'at', at,
    'state', case when stopped_at is not null then 'stopped' when at < private.stoppable_from() then 'too_late' else 'open' end)
  from private.security_changes where id = private.read_link_token('change', token)
$$;
comment on function public.security_change_state(text) is 'Describes the change that a link in a mail would stop: {kind, at, state: open, stopped or too_late}; null if unknown. Changes nothing.';

create function public.stop_security_change(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  change private.security_changes;
  undone private.security_changes;
begin
  select * into change from private.security_changes where id = private.read_link_token('change', token);
  if not found then return null; end if;
  perform from auth.users where id = change.user_id for update;
  select * into change from private.security_changes where id = change.id;
  if change.stopped_at is null and change.at >= private.stoppable_from() then
    -- First, because triggers recognise an undo by it, and because it invalidates the links of later changes.
    update private.security_changes set stopped_at = now() where user_id = change.user_id and at >= change.at and stopped_at is null;
    for undone in select * from private.security_changes where user_id = change.user_id and stopped_at = now() order by at desc loop
      perform private.undo_change(undone);
    end loop;
    update auth.users set encrypted_password = '', confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
      phone_change = '', phone_change_token = ''
    where id = change.user_id;
    delete from auth.one_time_tokens where user_id = change.user_id;
    delete from auth.flow_state where user_id = change.user_id;
    delete from auth.sessions where user_id = change.user_id;
    -- Devices that appeared with the change will be reported as new again.
    delete from private.known_devices where user_id = change.user_id and first_seen_at >= change.at;
    if to_regclass('_server.recovery_code_sets') is not null and (
      exists (select from private.security_changes where user_id = change.user_id and stopped_at = now() and kind = 'recovery_codes')
      or not exists (select from auth.mfa_factors where user_id = change.user_id and status = 'verified')
    ) then
      execute 'delete from _server.recovery_code_sets where user_id = $1' using change.user_id;
    end if;
    perform private.queue_mail(change.user_id, 'changes_stopped', jsonb_build_object('At', now()));
  end if;
  return public.security_change_state(token) || jsonb_build_object('email', (select email from auth.users where id = change.user_id));
end
$$;
comment on function public.stop_security_change(text) is 'Undoes a change and all later ones, removes the password and ends every session; returns {kind, at, state, email}, where email receives a link for a new password. The token authorises the call; no session is needed. Works once.';

revoke all on private.security_changes from public, anon, authenticated, service_role;
revoke execute on function
  private.stoppable_from(), private.tell_change(uuid, text, text, jsonb, jsonb), private.undo_change(private.security_changes),
  public.security_change_state(text), public.stop_security_change(text)
from public, anon, authenticated, service_role;
grant execute on function public.security_change_state(text), public.stop_security_change(text) to anon, authenticated;
