-- Bans also apply to tokens that are already issued: every process is notified on commit (http/bans.ts).
create or replace function _server.ban_end(banned_until timestamptz) returns bigint
language sql stable set search_path = '' as $$
  -- least() ignores nulls.
  select case when banned_until is not null
    then floor(extract(epoch from least(banned_until, now() + interval '1000 years')) * 1000)::bigint end
$$;
comment on function _server.ban_end(timestamptz) is 'End of a ban in milliseconds since 1970; null without one.';

create or replace function _server.tell_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('auth_bans', jsonb_build_object('user_id', new.id, 'until', _server.ban_end(new.banned_until))::text);
  return null;
end
$$;
comment on function _server.tell_ban() is 'Notifies the servers that an account was banned or unbanned.';
revoke execute on function _server.ban_end(timestamptz), _server.tell_ban() from public;
create or replace trigger tell_ban after insert on auth.users for each row
  when (new.banned_until is not null) execute function _server.tell_ban();
create or replace trigger tell_ban_change after update of banned_until on auth.users for each row
  when (old.banned_until is distinct from new.banned_until) execute function _server.tell_ban();
