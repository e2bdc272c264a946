-- The back-office's member file: what admins see of one account beside its row of members, and what they may do to it. Each
-- function decides for itself who calls it; what is done is under audit like any write of staff.
create function private.note_staff_act(subject text, row_key text, action text, was jsonb, becomes jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.audit_log (actor, actor_role, request_id, table_name, row_key, action, before, after)
  values (auth.uid(), public.current_staff_role(), private.current_request_id(), subject, row_key, action, was, becomes)
$$;
comment on function private.note_staff_act(text, text, text, jsonb, jsonb) is 'Writes down what staff do to tables of the auth service and the worker, which no trigger of ours watches.';

create function public.member_file(member uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  file jsonb;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select jsonb_build_object(
    'tier', case when exists (select from public.staff where user_id = account.id) or exists (
      select from public.premium_grants where user_id = account.id and starts_at <= now() and ends_at > now()
    ) then 'premium' else 'freemium' end,
    'locale', profile.locale, 'time_zone', profile.time_zone, 'newsletter', profile.newsletter,
    'disclaimer_version', profile.disclaimer_version, 'disclaimer_accepted_at', profile.disclaimer_accepted_at,
    'email_confirmed_at', account.email_confirmed_at, 'last_sign_in_at', account.last_sign_in_at,
    'factors', (select count(*) from auth.mfa_factors where user_id = account.id and status = 'verified'),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', session.id, 'started_at', session.created_at,
        'last_used_at', greatest(session.created_at, session.updated_at, session.refreshed_at at time zone 'utc'),
        'user_agent', session.user_agent, 'ip', host(session.ip), 'assurance', coalesce(session.aal::text, 'aal1')
      ) order by greatest(session.created_at, session.updated_at, session.refreshed_at at time zone 'utc') desc), '[]')
      from auth.sessions as session
      where session.user_id = account.id and (session.not_after is null or session.not_after > now())
    ),
    'grants', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'source', source, 'starts_at', starts_at, 'ends_at', ends_at) order by starts_at desc), '[]')
      from public.premium_grants where user_id = account.id
    ),
    'suspensions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'reason', reason, 'suspended_at', suspended_at, 'reinstated_at', reinstated_at) order by id desc), '[]')
      from public.member_suspensions where user_id = account.id
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'broker', broker, 'state', state, 'created_at', created_at) order by created_at desc), '[]')
      from public.qualification_requests where user_id = account.id
    )
  ) into file
  from auth.users as account join public.profiles as profile on profile.id = account.id
  where account.id = member_file.member;
  return file;
end
$$;
comment on function public.member_file(uuid) is 'For admins: what is known of an account beside its row of members: {tier, locale, time_zone, newsletter, disclaimer_version, disclaimer_accepted_at, email_confirmed_at, last_sign_in_at, factors, sessions, grants, suspensions, requests}, newest first. Null for no such account.';

create function public.end_member_sessions(member uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended int;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  delete from auth.sessions where user_id = end_member_sessions.member;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.note_staff_act('sessions', member::text, 'delete', jsonb_build_object('count', ended), null);
  end if;
  return ended;
end
$$;
comment on function public.end_member_sessions(uuid) is 'Ends every session of an account and says how many there were.';

create function public.set_staff_role(member uuid, role text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if set_staff_role.role is not null and set_staff_role.role not in ('analyst', 'admin') then raise exception 'no_such_role' using errcode = '22023', hint = 'role'; end if;
  -- Nobody locks themselves out, so there is always an admin left.
  if member = auth.uid() then raise exception 'own_role' using errcode = '42501'; end if;
  if not exists (select from public.members where user_id = member) then raise exception 'no_such_member' using errcode = 'PT404'; end if;
  if exists (select from public.members where user_id = member and suspended_at is not null) then raise exception 'member_is_suspended' using errcode = '42501'; end if;
  if set_staff_role.role is null then
    delete from public.staff where user_id = member;
  else
    insert into public.staff (user_id, role) values (member, set_staff_role.role)
    on conflict (user_id) do update set role = excluded.role where staff.role <> excluded.role;
  end if;
end
$$;
comment on function public.set_staff_role(uuid, text) is 'Makes an account analyst or admin, or a mere member (null). Not the caller''s own, and not one that is suspended.';

-- Leads are searched by words of their names, address and telephone.
create index leads_of_words on public.leads using gin (words extensions.gin_trgm_ops);

-- The audit log, read -----------------------------------------------------------------------------------------------------
create index audit_log_of_time on public.audit_log (at);

create function public.list_audit(
  of_actor uuid default null, of_table text default null, since timestamptz default null, until timestamptz default null,
  before_id bigint default null, most int default 50, of_row text default null
)
returns table (
  id bigint, at timestamptz, actor uuid, actor_name text, actor_role text, request_id text, table_name text, row_key text, action text,
  before jsonb, after jsonb
)
language sql stable security invoker set search_path = '' as $$
  select entry.id, entry.at, entry.actor,
    coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username), entry.actor_role, entry.request_id,
    entry.table_name, entry.row_key, entry.action, entry.before, entry.after
  from public.audit_log as entry left join public.members as member on member.user_id = entry.actor
  where (of_actor is null or entry.actor = of_actor) and (of_table is null or entry.table_name = of_table)
    and (of_row is null or entry.row_key = of_row)
    and (since is null or entry.at >= since) and (until is null or entry.at < until) and (before_id is null or entry.id < before_id)
  order by entry.id desc limit least(greatest(coalesce(most, 50), 1), 200)
$$;
comment on function public.list_audit(uuid, text, timestamptz, timestamptz, bigint, int, text) is 'The audit log with the names of those who acted, newest first; at most `most` (1 to 200) of those before an entry. Who may not read the log finds it empty.';

create function public.member_trail(member uuid, before_id bigint default null, most int default 50)
returns table (
  id bigint, at timestamptz, actor uuid, actor_name text, actor_role text, request_id text, table_name text, row_key text, action text,
  before jsonb, after jsonb
)
language sql stable security invoker set search_path = '' as $$
  with about as (
    select 'staff' as table_name, member::text as row_key
    union all select 'sessions', member::text
    union all select 'contracts', member::text
    union all select 'member_suspensions', id::text from public.member_suspensions where user_id = member
    union all select 'premium_grants', id::text from public.premium_grants where user_id = member
    union all select 'qualification_requests', id::text from public.qualification_requests where user_id = member
    union all select 'leads', id::text from public.leads where user_id = member
  )
  select entry.id, entry.at, entry.actor,
    coalesce(nullif(btrim(concat_ws(' ', actor.first_name, actor.last_name)), ''), actor.username), entry.actor_role, entry.request_id,
    entry.table_name, entry.row_key, entry.action, entry.before, entry.after
  from about join public.audit_log as entry on entry.table_name = about.table_name and entry.row_key = about.row_key
  left join public.members as actor on actor.user_id = entry.actor
  where before_id is null or entry.id < before_id
  order by entry.id desc limit least(greatest(coalesce(most, 50), 1), 200)
$$;
comment on function public.member_trail(uuid, bigint, int) is 'What staff did to one account: its role, contract, sessions, suspensions, periods of access, requests and lead. Who may not read the log finds it empty.';

revoke execute on function
  private.note_staff_act(text, text, text, jsonb, jsonb), public.member_file(uuid), public.end_member_sessions(uuid), public.set_staff_role(uuid, text),
  public.list_audit(uuid, text, timestamptz, timestamptz, bigint, int, text), public.member_trail(uuid, bigint, int)
from public, anon, authenticated, service_role;
grant execute on function
  public.member_file(uuid), public.end_member_sessions(uuid), public.set_staff_role(uuid, text),
  public.list_audit(uuid, text, timestamptz, timestamptz, bigint, int, text), public.member_trail(uuid, bigint, int)
to authenticated;
