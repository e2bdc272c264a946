-- A member's own sessions. The rows belong to the auth service; a member can list and end only their own.
create function public.my_sessions()
returns table (
  id uuid, started_at timestamptz, last_used_at timestamptz, user_agent text, ip text, assurance text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select session.id, session.created_at,
    greatest(session.created_at, session.updated_at, session.refreshed_at at time zone 'utc'),
    session.user_agent, host(session.ip), coalesce(session.aal::text, 'aal1'),
    session.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions as session
  where session.user_id = auth.uid() and (session.not_after is null or session.not_after > now())
  order by 7 desc, 3 desc
$$;
comment on function public.my_sessions() is 'The caller''s sessions: the current one first, then by last use.';

create function public.end_session(session_id uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions where id = end_session.session_id and user_id = auth.uid() returning id
  )
  select exists (select from ended)
$$;
comment on function public.end_session(uuid) is 'Ends one of the caller''s sessions; false if there is none with this id.';

revoke execute on function public.my_sessions(), public.end_session(uuid) from public, anon, service_role;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;
