-- Mails: what the auth service leaves in its outbox is sent by the worker, which is woken by each one. The product adds what a
-- member must hear about their own security, in the transaction of the fact. On a host that sends its own mails there is no
-- such outbox, and nothing here has an effect.
create function private.queue_mail(recipient uuid, template text, data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  if to_regclass('_server.mail_outbox') is null then return; end if;
  -- An address that nobody proved to be theirs is told nothing.
  select email into address from auth.users where id = recipient and email_confirmed_at is not null and deleted_at is null;
  if coalesce(address, '') = '' then return; end if;
  execute 'insert into _server.mail_outbox (to_address, template, data) values ($1, $2, $3)'
    using address, template, data || jsonb_build_object('Email', address);
end
$$;
comment on function private.queue_mail(uuid, text, jsonb) is 'Queues a mail to the confirmed address of an account; without one it does nothing.';

create function private.wake_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue('send-mails', jsonb_build_object('id', new.id));
  return null;
end
$$;
comment on function private.wake_mail() is 'A job for each mail, in its own transaction: a key they shared would make sign-ups wait for each other.';

do $$
begin
  if to_regclass('_server.mail_outbox') is not null and has_table_privilege('_server.mail_outbox', 'trigger') then
    create trigger wake_mail after insert on _server.mail_outbox for each row execute function private.wake_mail();
  end if;
end
$$;

-- What a member hears about their own security ---------------------------------------------------------------------
create function private.mail_password_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := (new.payload ->> 'actor_id')::uuid;
begin
  -- The first password of an account that has just got its address changes nothing that somebody else could have used.
  if exists (select from auth.users where id = member and email_confirmed_at < new.created_at - interval '10 seconds') then
    perform private.tell_change(member, 'password', 'password_changed', '{}');
  end if;
  return null;
end
$$;
comment on function private.mail_password_changed() is 'Follows the audit log: the stored hash also changes when a password is only hashed anew.';
create trigger mail_password_changed after insert on auth.audit_log_entries for each row
  when (new.payload ->> 'action' = 'user_updated_password') execute function private.mail_password_changed();

create function private.mail_sign_up_repeated() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  recent boolean := false;
begin
  if to_regclass('_server.mail_outbox') is null then return null; end if;
  -- Whoever signs up again and again with somebody's address fills no mailbox.
  execute $query$
    select exists (
      select from _server.mail_outbox m join auth.users u on u.email = m.to_address
      where u.id = $1 and m.template = 'sign_up_repeated' and m.created_at > now() - interval '1 hour'
    )
  $query$ into recent using (new.payload ->> 'actor_id')::uuid;
  if not recent then
    perform private.queue_mail((new.payload ->> 'actor_id')::uuid, 'sign_up_repeated', jsonb_build_object('At', new.created_at));
  end if;
  return null;
end
$$;
comment on function private.mail_sign_up_repeated() is 'The screen tells nobody that an address has an account: its owner hears of the attempt instead.';
create trigger mail_sign_up_repeated after insert on auth.audit_log_entries for each row
  when (new.payload ->> 'action' = 'user_repeated_signup') execute function private.mail_sign_up_repeated();

create function private.mail_address_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is not null then return null; end if;
  if coalesce(old.email, '') <> '' and old.email_confirmed_at is not null and new.email is distinct from old.email then
    perform private.tell_change(new.id, 'email', 'email_changed', jsonb_build_object('NewEmail', new.email),
      jsonb_build_object('email', old.email, 'email_confirmed_at', old.email_confirmed_at));
  end if;
  if new.phone is distinct from old.phone then
    perform private.tell_change(new.id, 'phone', 'phone_changed', '{}',
      jsonb_build_object('phone', old.phone, 'phone_confirmed_at', old.phone_confirmed_at));
  end if;
  return null;
end
$$;
comment on function private.mail_address_changed() is 'The address or number that an account is reached and entered by was replaced, or taken away.';
create trigger mail_address_changed after update of email, phone on auth.users for each row
  when (old.email is distinct from new.email or old.phone is distinct from new.phone) execute function private.mail_address_changed();

create function private.mail_factor_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' then
      perform private.tell_change(old.user_id, 'factor_removed', 'factor_removed', jsonb_build_object('Factor', old.factor_type), to_jsonb(old));
    end if;
  elsif new.status = 'verified' and (tg_op = 'INSERT' or old.status <> 'verified') then
    perform private.tell_change(new.user_id, 'factor_added', 'factor_added', jsonb_build_object('Factor', new.factor_type), jsonb_build_object('id', new.id));
  end if;
  return null;
end
$$;
comment on function private.mail_factor_changed() is 'A second factor was added or removed. With the account itself it goes silently: there is nobody left to tell.';
create trigger mail_factor_changed after insert or update of status or delete on auth.mfa_factors for each row execute function private.mail_factor_changed();

create function private.mail_passkey_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.tell_change(old.user_id, 'passkey_removed', 'factor_removed', '{"Factor": "passkey"}', to_jsonb(old));
  else
    perform private.tell_change(new.user_id, 'passkey_added', 'factor_added', '{"Factor": "passkey"}', jsonb_build_object('id', new.id));
  end if;
  return null;
end
$$;
comment on function private.mail_passkey_changed() is 'A passkey was added or removed.';
create trigger mail_passkey_changed after insert or delete on auth.webauthn_credentials for each row execute function private.mail_passkey_changed();

create function private.mail_identity_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.tell_change(old.user_id, 'identity_removed', 'factor_removed', jsonb_build_object('Factor', initcap(old.provider)), to_jsonb(old));
  -- The first one is the sign-up.
  elsif exists (select from auth.identities where user_id = new.user_id and id <> new.id) then
    perform private.tell_change(new.user_id, 'identity_added', 'factor_added', jsonb_build_object('Factor', initcap(new.provider)), jsonb_build_object('id', new.id));
  end if;
  return null;
end
$$;
comment on function private.mail_identity_changed() is 'An account of a provider was linked or unlinked.';
-- One's own address and number are identities, too, and have mails of their own.
create trigger mail_identity_added after insert on auth.identities for each row
  when (new.provider not in ('email', 'phone')) execute function private.mail_identity_changed();
create trigger mail_identity_removed after delete on auth.identities for each row
  when (old.provider not in ('email', 'phone')) execute function private.mail_identity_changed();

create function private.mail_recovery_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := (new.payload ->> 'actor_id')::uuid;
begin
  if new.payload ->> 'action' = 'generate_recovery_codes' then
    perform private.tell_change(member, 'recovery_codes', 'recovery_codes_drawn', '{}');
  else
    perform private.queue_mail(member, 'recovery_code_used', jsonb_build_object('At', new.created_at));
  end if;
  return null;
end
$$;
comment on function private.mail_recovery_codes() is 'Codes of last resort were drawn, or one of them opened the account: whoever has them needs no device.';
create trigger mail_recovery_codes after insert on auth.audit_log_entries for each row
  when (
    new.payload ->> 'action' = 'generate_recovery_codes'
    or (new.payload ->> 'action' = 'mfa_code_login' and new.payload -> 'traits' ->> 'factor_type' = 'recovery_code')
  ) execute function private.mail_recovery_codes();

-- New devices ------------------------------------------------------------------------------------------------------
create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null check (length(device) <= 512),
  first_seen_at timestamptz not null default now(),
  primary key (user_id, device)
);
comment on table private.known_devices is 'Browsers and systems that somebody signed in with before. Sessions end; this is what remembers.';
alter table private.known_devices enable row level security;

create function private.device_of(user_agent text) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(coalesce(user_agent, ''), '[0-9]+([._][0-9]+)*', '', 'g')), 512)
$$;
comment on function private.device_of(text) is 'A user agent without its versions: an update is not another device.';

create function private.mail_new_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  device constant text := private.device_of(new.user_agent);
  known constant boolean := exists (select from private.known_devices where user_id = new.user_id);
begin
  insert into private.known_devices (user_id, device) values (new.user_id, device) on conflict do nothing;
  -- The first sign-in of an account is no news to whoever just made it.
  if found and known then
    perform private.queue_mail(new.user_id, 'new_device', jsonb_build_object(
      'UserAgent', new.user_agent, 'Ip', host(new.ip), 'At', new.created_at));
  end if;
  return null;
end
$$;
comment on function private.mail_new_device() is 'Tells of a sign-in with a browser or system that the account was never used with.';
create trigger mail_new_device after insert on auth.sessions for each row execute function private.mail_new_device();

-- The outbox, for admins ---------------------------------------------------------------------------------------------
create function public.list_mails(before_id bigint default null)
returns table (
  id bigint, to_address text, template text, created_at timestamptz, expires_at timestamptz, attempts integer, last_error text,
  sent_at timestamptz, message_id text, failed_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then
    raise exception 'not_admin' using errcode = '42501';
  end if;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  return query execute $query$
    select id, to_address, template, created_at, expires_at, attempts, last_error, sent_at, message_id, failed_at
    from _server.mail_outbox
    where $1 is null or id < $1
    order by id desc limit 100
  $query$ using before_id;
end
$$;
comment on function public.list_mails(bigint) is 'The newest 100 mails before an id, for admins: to whom, when and what became of them, never what a mail opens.';

revoke execute on function
  private.queue_mail(uuid, text, jsonb), private.wake_mail(), private.mail_password_changed(), private.mail_sign_up_repeated(), private.mail_address_changed(),
  private.mail_factor_changed(), private.mail_passkey_changed(), private.mail_identity_changed(), private.mail_recovery_codes(), private.device_of(text), private.mail_new_device(), public.list_mails(bigint)
from public, anon, authenticated, service_role;
grant execute on function public.list_mails(bigint) to authenticated;
