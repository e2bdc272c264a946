-- Telling: how a feature tells a member of a fact that has a mail of its own, and the mails that admins get. Both write to the mails'
-- outbox in the transaction of the fact.
create function private.tell_member(member uuid, kind text, parameters jsonb, link text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.queue_mail(member, kind, parameters);
  -- The mail says all; the bell and the devices say that it is so.
  select private.notify_member(member, kind || ' ' || pg_current_xact_id(), kind, '{}', link, own_mail => true);
$$;
comment on function private.tell_member(uuid, text, jsonb, text) is 'Tells a member of a fact: by a mail named kind, filled with parameters, and by the notification of the same name, which leads to link.';

create function private.tell_admins(kind text, parameters jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select private.queue_mail(user_id, kind, parameters) from public.staff where role = 'admin' order by user_id
$$;
comment on function private.tell_admins(text, jsonb) is 'Tells every admin of a fact by mail.';

-- Notices to the admins are told in bundles: the first at once, then all that came within five minutes in one mail. Whoever calls
-- `admin-notifications` in a loop fills one mail, not a mailbox.
alter table public.admin_notifications add column mailed_at timestamptz;
comment on column public.admin_notifications.mailed_at is 'When the admins were told by mail.';
create index admin_notifications_unmailed on public.admin_notifications (id) where mailed_at is null;

create function private.mail_admin_notices(moment timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  told int;
  words jsonb;
begin
  perform pg_advisory_xact_lock(hashtext('private.mail_admin_notices'));
  if exists (select from public.admin_notifications where mailed_at > moment - interval '5 minutes') then return 0; end if;
  with fresh as (
    update public.admin_notifications set mailed_at = moment where mailed_at is null returning *
  )
  select count(*), jsonb_build_object(
    'SignUps', count(*) filter (where type = 'inscription'), 'Requests', count(*) filter (where type = 'premium_request'),
    'Names', (
      select coalesce(jsonb_agg(concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''), '<' || user_email || '>') order by type desc, id), '[]')
      from (select * from fresh order by type desc, id limit 20) as first
    ), 'At', moment
  ) into told, words from fresh;
  if told > 0 then perform private.tell_admins('admin_notices', words); end if;
  return told;
end
$$;
comment on function private.mail_admin_notices(timestamptz) is 'Mails the notices that nobody was mailed of yet, unless a mail went out less than five minutes before. Returns how many; the caller asks again each minute.';

create function private.ask_for_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue('mail-admin-notices', '{}', 'mail-admin-notices');
  return null;
end
$$;
comment on function private.ask_for_notices() is 'A notice is mailed without being waited for.';
create trigger ask_for_notices after insert on public.admin_notifications for each statement execute function private.ask_for_notices();

revoke execute on function
  private.tell_member(uuid, text, jsonb, text), private.tell_admins(text, jsonb), private.mail_admin_notices(timestamptz), private.ask_for_notices()
from public, anon, authenticated, service_role;
grant execute on function private.mail_admin_notices(timestamptz) to service_role;
