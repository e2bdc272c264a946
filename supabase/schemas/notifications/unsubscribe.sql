-- Leaving a mail's category without signing in: a token says whose and which, and that this installation wrote it. Opening
-- the address changes nothing (mail scanners open every address); pressing the button does, and so does RFC 8058's POST.
create table private.unsubscribe_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.unsubscribe_key is 'What unsubscribe tokens are signed with. A new key makes every old link invalid.';
alter table private.unsubscribe_key enable row level security;
insert into private.unsubscribe_key default values;

create function private.unsubscribe_token(member uuid, category text) returns text
language sql stable security definer set search_path = '' as $$
  select translate(encode(subject || substr(extensions.hmac(subject, key, 'sha256'), 1, 16), 'base64'), E'+/\n', '-_')
  from private.unsubscribe_key, (select
    uuid_send(member) || set_byte('\x00'::bytea, 0, array_position(private.unsubscribe_categories(), category)) as subject
  ) as signed
$$;
comment on function private.unsubscribe_token(uuid, text) is '44 characters: member, category (digest: the daily mail, whatever is in it) and a 128-bit HMAC-SHA-256 over both.';

create function private.read_unsubscribe_token(token text, out member uuid, out category text)
language plpgsql stable security definer set search_path = '' as $$
declare
  bytes bytea;
begin
  if token ~ '^[A-Za-z0-9_-]{44}$' then
    bytes := decode(translate(token, '-_', '+/'), 'base64');
    member := encode(substr(bytes, 1, 16), 'hex')::uuid;
    category := (private.unsubscribe_categories())[get_byte(bytes, 16)];
  end if;
  -- Both sides are hashed once more: how far two texts agree shows in how long they are compared.
  if category is null or extensions.digest(token, 'sha256') <> extensions.digest(private.unsubscribe_token(member, category), 'sha256') then
    raise exception 'invalid_token' using errcode = '22023';
  end if;
end
$$;
comment on function private.read_unsubscribe_token(text) is 'Whose token it is and for which category; refuses what was not written here.';

-- Links of other mails, each for one row and one purpose ------------------------------------------------------------------
create function private.link_token(purpose text, subject uuid) returns text
language sql stable security definer set search_path = '' as $$
  select translate(encode(uuid_send(subject) || substr(extensions.hmac(purpose::bytea || uuid_send(subject), key, 'sha256'), 1, 17), 'base64'), E'+/\n', '-_')
  from private.unsubscribe_key
$$;
comment on function private.link_token(text, uuid) is '44 characters: a row''s id and a 136-bit HMAC-SHA-256 over the purpose and the id. Whoever holds it may do what the purpose says.';

create function private.read_link_token(purpose text, token text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  subject uuid;
begin
  if token ~ '^[A-Za-z0-9_-]{44}$' then
    subject := encode(substr(decode(translate(token, '-_', '+/'), 'base64'), 1, 16), 'hex')::uuid;
    if extensions.digest(token, 'sha256') = extensions.digest(private.link_token(purpose, subject), 'sha256') then return subject; end if;
  end if;
  raise exception 'invalid_token' using errcode = '22023';
end
$$;
comment on function private.read_link_token(text, text) is 'Which row a link is about; refuses what was not written here for that purpose.';

create function public.unsubscribe_state(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('category', read.category, 'subscribed',
    case when read.category = 'digest' then wants.digest <> '{}' else read.category = any (wants.email || wants.digest) end)
  from private.read_unsubscribe_token(token) as read join public.notification_preferences as wants on wants.user_id = read.member
$$;
comment on function public.unsubscribe_state(text) is 'What an unsubscribe link is about: {category, subscribed}; null when the account is gone. Changes nothing.';

create function public.unsubscribe(token text, undo boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  read record;
begin
  select * into read from private.read_unsubscribe_token(token);
  update public.notification_preferences set
    email = case when undo and read.category <> 'digest' then array_append(array_remove(email, read.category), read.category)
      else array_remove(email, read.category) end,
    digest = case when read.category <> 'digest' then array_remove(digest, read.category) when undo then digest else '{}' end
  where user_id = read.member;
  return public.unsubscribe_state(token);
end
$$;
comment on function public.unsubscribe(text, boolean) is 'Ends a category''s mails for whom the token was written, or takes that back (the daily mail''s, which is of several categories, only the preferences do). The token is the right to do so; nobody needs to be signed in.';

revoke execute on function
  private.unsubscribe_token(uuid, text), private.read_unsubscribe_token(text), private.link_token(text, uuid), private.read_link_token(text, text)
from public, anon, authenticated;
revoke execute on function public.unsubscribe_state(text), public.unsubscribe(text, boolean) from public, service_role;
grant execute on function public.unsubscribe_state(text), public.unsubscribe(text, boolean) to anon, authenticated;
