-- One mail of the outbox as it was or will be written: what the browser composes its preview of. Links and codes open the account of
-- whom the mail is for, so nobody else sees one: not staff, and not while the mail waits.
create function private.without_secrets(data jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select private.with_hidden(data, array(select key from jsonb_object_keys(data) as key where key ~* '(token|code|secret|url|link)'))
$$;
comment on function private.without_secrets(jsonb) is 'What a mail is filled with, with a dot in place of whatever could be used: by the name of the field, so that a new kind of link or code is hidden unasked.';

create function public.read_mail(mail_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if to_regclass('_server.mail_outbox') is null then return null; end if;
  execute $query$
    select jsonb_build_object(
      'template', mail.template, 'to_address', mail.to_address,
      'data', private.without_secrets(mail.data - 'Data'),
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
comment on function public.read_mail(bigint) is 'For admins: {template, to_address, data, minutes (how long its link is good for), language, time_zone, name} of a mail, or null. Links and codes in data are a dot.';
revoke execute on function private.without_secrets(jsonb), public.read_mail(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_mail(bigint) to authenticated;
