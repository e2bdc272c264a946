-- Account deletion. A member requests it, and every session ends; for fourteen days they can sign in and cancel; then the
-- worker's `erase-accounts` erases the account. private.personal_data defines what is deleted and kept, and why; every deletion
-- of an account, by this way or by an admin, runs the same trigger.
create table public.account_deletions (
  id bigint generated always as identity primary key,
  -- Not a foreign key: the proof outlives the account.
  user_id uuid not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null check (due_at >= requested_at),
  cancelled_at timestamptz,
  erased_at timestamptz,
  check (cancelled_at is null or erased_at is null)
);
comment on table public.account_deletions is 'Requested, cancelled and completed account deletions: ids and times, no names.';
create unique index account_deletions_open on public.account_deletions (user_id) where cancelled_at is null and erased_at is null;
create index account_deletions_due on public.account_deletions (due_at) where cancelled_at is null and erased_at is null;
create index account_deletions_of_member on public.account_deletions (user_id, id desc);

create function public.request_account_deletion() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  due timestamptz;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not public.recently_proved() then raise exception 'proof_needed' using errcode = '42501'; end if;
  if exists (select from public.staff where user_id = me) then raise exception 'staff_first' using errcode = '42501'; end if;
  if (select count(*) from public.account_deletions where user_id = me and requested_at > now() - interval '24 hours') >= 3 then
    raise exception 'too_many_deletions' using detail = 'Three in 24 hours.';
  end if;
  -- An anonymous user cannot return after the session, so there is no delay.
  insert into public.account_deletions (user_id, due_at)
  select me, now() + case when is_anonymous then interval '0' else interval '14 days' end from auth.users where id = me
  on conflict (user_id) where cancelled_at is null and erased_at is null do nothing
  returning due_at into due;
  if not found then
    return (select due_at from public.account_deletions where user_id = me and cancelled_at is null and erased_at is null);
  end if;
  perform private.queue_mail(me, 'deletion_requested', jsonb_build_object('At', now(), 'DueAt', due));
  delete from auth.sessions where user_id = me;
  return due;
end
$$;
comment on function public.request_account_deletion() is 'Requests the deletion of the caller''s account, ends every session including this one, and returns when it is due. Raises proof_needed, staff_first (staff must give up their role first), too_many_deletions.';

create function public.cancel_account_deletion() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.account_deletions set cancelled_at = now()
  where user_id = auth.uid() and cancelled_at is null and erased_at is null;
  if not found then return false; end if;
  perform private.queue_mail(auth.uid(), 'deletion_cancelled', jsonb_build_object('At', now()));
  return true;
end
$$;
comment on function public.cancel_account_deletion() is 'Cancels the deletion of the caller''s account; false if none was requested.';

alter table public.account_deletions enable row level security;
create policy "members see what they asked for" on public.account_deletions for select to authenticated using ((select auth.uid()) = user_id);

-- The end ----------------------------------------------------------------------------------------------------------------
create function private.forget_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known constant text[] := coalesce(private.known_as(old.id), '{}');
  line record;
begin
  -- What this member is writing ends before, or does not begin.
  perform from public.community_members where user_id = old.id for update;
  for line in select subject, condition, mentions from private.personal_data where fate = 'deleted' loop
    execute format('delete from %s where %s', line.subject::regclass, concat_ws(' or ', line.condition, line.mentions)) using old.id, known;
  end loop;
  update public.account_deletions set erased_at = now() where user_id = old.id and cancelled_at is null and erased_at is null;
  if not found then
    insert into public.account_deletions (user_id, due_at, erased_at) values (old.id, now(), now());
  end if;
  return old;
end
$$;
comment on function private.forget_member() is 'Deletes what foreign keys of a deleted account do not, and records the erasure.';
create trigger forget_member before delete on auth.users for each row execute function private.forget_member();

create function private.due_deletions(moment timestamptz) returns setof bigint
language sql stable security definer set search_path = '' as $$
  select id from public.account_deletions where cancelled_at is null and erased_at is null and due_at <= moment order by due_at limit 100
$$;
comment on function private.due_deletions(timestamptz) is 'Deletions whose fourteen days are over, at most a hundred.';

create function private.erase_account(deletion bigint, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  member uuid;
  farewell jsonb;
begin
  select user_id into member from public.account_deletions
  where id = deletion and cancelled_at is null and erased_at is null and due_at <= moment for update;
  if not found then return false; end if;
  if exists (select from public.staff where user_id = member) then raise exception 'staff_first' using errcode = '42501'; end if;
  select jsonb_build_object('to', account.email, 'data', jsonb_build_object(
    'Email', account.email, 'At', moment, 'Data', jsonb_build_object('locale', profile.locale, 'first_name', profile.first_name)))
  into farewell
  from auth.users as account join public.profiles as profile on profile.id = account.id
  where account.id = member and account.email <> '' and account.email_confirmed_at is not null;
  delete from auth.users where id = member;
  -- Last, because the erasure deletes all mails to this address; this one is deleted after it is sent.
  if farewell is not null and to_regclass('_server.mail_outbox') is not null then
    execute 'insert into _server.mail_outbox (to_address, template, data) values ($1, ''account_erased'', $2)'
      using farewell ->> 'to', farewell -> 'data';
  end if;
  return true;
end
$$;
comment on function private.erase_account(bigint, timestamptz) is 'Erases the account of a due deletion and queues the farewell mail; false if it was cancelled, done, or is not due. Refuses staff.';

create function private.trim_erased(moment timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if to_regclass('_server.mail_outbox') is not null then
    execute $delete$delete from _server.mail_outbox
      where template = 'account_erased' and (sent_at is not null or failed_at is not null or expires_at < $1)$delete$ using moment;
  end if;
  delete from public.consents where user_id in (select user_id from public.account_deletions where erased_at < least(moment, now()) - interval '5 years');
  delete from public.account_deletions where coalesce(erased_at, cancelled_at) < least(moment, now()) - interval '5 years';
end
$$;
comment on function private.trim_erased(timestamptz) is 'Deletes sent farewell mails, and after five years the proofs of consent and erasure.';

revoke all on public.account_deletions from anon, authenticated, service_role;
grant select on public.account_deletions to authenticated;
revoke all on all sequences in schema public from anon, authenticated, service_role;
revoke execute on function
  public.request_account_deletion(), public.cancel_account_deletion(), private.forget_member(), private.due_deletions(timestamptz),
  private.erase_account(bigint, timestamptz), private.trim_erased(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.request_account_deletion(), public.cancel_account_deletion() to authenticated;
