-- Unsent notices of yearly renewals: without one the member may end the contract at any time after the renewal and is refunded the
-- rest (Code de la consommation, art. L215-1). Staff see who was not notified and why, send the mail again or write a letter.
alter table private.money_notices
  add column letter_at timestamptz,
  add column letter_words text check (length(letter_words) between 3 and 500),
  add check ((letter_at is null) = (letter_words is null));
comment on column private.money_notices.letter_at is 'When an admin recorded that the member was notified otherwise, such as by letter; letter_words describes how.';
create index money_notices_unsent on private.money_notices (announced_at) where sent_at is null and letter_at is null;

create function private.mail_of_notice(notice bigint, out failed boolean, out error text)
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('_server.mail_outbox') is null then return; end if;
  execute 'select failed_at is not null, last_error from _server.mail_outbox where data ->> ''Notice'' = $1 order by id desc limit 1'
    into failed, error using notice::text;
end
$$;
comment on function private.mail_of_notice(bigint) is 'The outcome of a notice''s last mail: whether it was given up, and the mail server''s answer; null if there is none.';

create function public.unsent_notices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', due.id, 'user_id', due.user_id, 'member_name', coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username),
      'email', account.email, 'plan', due.facts -> 'Plan', 'amount', due.facts -> 'Amount', 'currency', due.facts -> 'Currency', 'announced_at', due.announced_at,
      'renews_on', due.facts -> 'RenewsOn', 'deadline', due.facts -> 'Deadline',
      'why', case when coalesce(account.email, '') = '' or account.email_confirmed_at is null then 'no_address' when mail.failed then 'given_up' else 'waiting' end,
      'error', mail.error) order by due.facts ->> 'RenewsOn', due.id), '[]')
    from private.money_notices as due
    join public.subscriptions as contract on contract.id = due.subscription_id and contract.state in ('active', 'past_due')
    join auth.users as account on account.id = due.user_id
    left join public.members as member on member.user_id = due.user_id
    cross join lateral private.mail_of_notice(due.id) as mail
    where due.kind = 'renewal_notice' and due.sent_at is null and due.letter_at is null
      -- Mails in progress have an hour; a renewal more than a year ago has no effect any more.
      and due.announced_at < now() - interval '1 hour' and (due.facts ->> 'RenewsOn')::timestamptz > now() - interval '1 year'
      and account.email not like '%@demonstration.invalid'
  );
end
$$;
comment on function public.unsent_notices() is 'For admins: notices of yearly renewals of active contracts that were not sent within an hour, the next renewal first: [{id, user_id, member_name, email, plan (names), amount, currency, announced_at, renews_on, deadline, why: no_address | given_up | waiting, error}].';

create function private.begin_notice(notice bigint) returns private.money_notices
language plpgsql volatile set search_path = '' as $$
declare
  due private.money_notices;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into due from private.money_notices where id = notice and kind = 'renewal_notice' and sent_at is null and letter_at is null for update;
  if not found then raise exception 'no_such_notice' using errcode = 'PT404'; end if;
  return due;
end
$$;
comment on function private.begin_notice(bigint) is 'An unsent notice, for an admin with a verified second factor. Raises not_admin, no_such_notice.';

create function public.resend_notice(notice bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  due constant private.money_notices := private.begin_notice(notice);
begin
  if not exists (select from auth.users where id = due.user_id and coalesce(email, '') <> '' and email_confirmed_at is not null and deleted_at is null) then
    raise exception 'no_address' using errcode = '22023';
  end if;
  perform private.queue_mail(due.user_id, due.kind, jsonb_build_object('Notice', due.id, 'Money', due.facts));
  perform private.note_staff_act('contracts', due.user_id::text, 'update', null, jsonb_build_object('act', 'resend_notice', 'subscription', due.subscription_id));
end
$$;
comment on function public.resend_notice(bigint) is 'For admins: mails a notice again to the member''s confirmed address. Raises not_admin, no_such_notice (it was sent meanwhile), no_address.';

create function public.note_notice_told(notice bigint, words text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  due constant private.money_notices := private.begin_notice(notice);
  said constant text := private.cleaned(words, 500);
begin
  if length(said) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  update private.money_notices set letter_at = clock_timestamp(), letter_words = said where id = due.id;
  perform private.note_staff_act('contracts', due.user_id::text, 'update', null,
    jsonb_build_object('act', 'notice_told', 'subscription', due.subscription_id, 'words', said));
end
$$;
comment on function public.note_notice_told(bigint, text) is 'For admins: records that a member was notified of their renewal otherwise, and how (such as a registered letter with its number). Raises not_admin, no_such_notice, words_missing.';

revoke execute on function
  private.mail_of_notice(bigint), public.unsent_notices(), private.begin_notice(bigint), public.resend_notice(bigint), public.note_notice_told(bigint, text)
from public, anon, authenticated, service_role;
grant execute on function public.unsent_notices(), public.resend_notice(bigint), public.note_notice_told(bigint, text) to authenticated;
