-- One mail of the outbox as it was or will be written: what the browser composes its preview of. A link or a code is shown on the
-- terms of list_mails(), and otherwise hidden behind a dot.
create function public.read_mail(mail_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  if (select public.current_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if to_regclass('_server.mail_outbox') is null then return null; end if;
  execute $query$
    select jsonb_build_object(
      'template', mail.template, 'to_address', mail.to_address,
      'data', case
        when mail.attempts = 0 and mail.sent_at is null and mail.failed_at is null and mail.expires_at > now() then mail.data - 'Data'
        else private.with_hidden(mail.data - 'Data', '{Token,TokenHash,ConfirmationURL}')
      end,
      'minutes', greatest(1, round(extract(epoch from mail.expires_at - mail.created_at) / 60)::int),
      'language', coalesce(profile.locale, mail.data -> 'Data' ->> 'locale', 'fr'),
      'time_zone', coalesce(profile.time_zone, 'Europe/Paris'),
      'name', coalesce(nullif(profile.first_name, ''), mail.data -> 'Data' ->> 'first_name', '')
    )
    from _server.mail_outbox as mail
    left join auth.users as account on account.email = mail.data ->> 'Email' and not account.is_sso_user
    left join public.profiles as profile on profile.id = account.id
    where mail.id = $1
  $query$ into found using mail_id;
  return found;
end
$$;
comment on function public.read_mail(bigint) is 'For admins: {template, to_address, data, minutes (how long its link is good for), language, time_zone, name} of a mail, or null. Secrets in data are a dot once somebody has tried to deliver it, or it is too late to.';
revoke execute on function public.read_mail(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_mail(bigint) to authenticated;
