-- Ending a session also invalidates its access tokens: every process is notified on commit (http/ended-sessions.ts).
-- The rows are kept until the tokens have expired, so that a server that starts later knows of them too.
create table if not exists _server.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default now(),
  lowered boolean not null default false
);
comment on table _server.ended_sessions is 'Sessions that ended while access tokens may still be valid. lowered: the session continues at aal1, and only its aal2 tokens are refused.';
create index if not exists ended_sessions_ended_at_idx on _server.ended_sessions (ended_at);
grant select, delete on _server.ended_sessions to supabase_auth_admin;

create or replace function _server.end_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  state constant text := case when tg_op = 'DELETE' then 'ended' when new.aal = 'aal2' then 'raised' else 'lowered' end;
begin
  if state = 'raised' then
    delete from _server.ended_sessions where session_id = old.id;
  else
    insert into _server.ended_sessions (session_id, lowered) values (old.id, state = 'lowered')
    on conflict (session_id) do update set ended_at = excluded.ended_at, lowered = excluded.lowered;
  end if;
  perform pg_notify('auth_sessions', jsonb_build_object('id', old.id, 'state', state, 'at', floor(extract(epoch from now()) * 1000))::text);
  return null;
end
$$;
comment on function _server.end_tokens() is 'Notifies the servers that a session ended, or that its assurance level changed.';

create or replace function _server.end_sessions_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;
comment on function _server.end_sessions_of_role() is 'A token names its database role, so a role change ends the user''s sessions.';
revoke execute on function _server.end_tokens(), _server.end_sessions_of_role() from public;

create or replace trigger end_tokens after delete on auth.sessions for each row execute function _server.end_tokens();
create or replace trigger end_tokens_of_level after update of aal on auth.sessions for each row
  when (old.aal is distinct from new.aal and 'aal2' in (old.aal, new.aal)) execute function _server.end_tokens();
create or replace trigger end_sessions_of_role after update of role on auth.users for each row
  when (old.role is distinct from new.role) execute function _server.end_sessions_of_role();
