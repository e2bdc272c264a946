-- What open pages hear of the forum: ids and numbers, never words; each page reads the words with its own rights. Topics: `thread:<id>` with the
-- events post, edit, reactions and thread; `community` with the event thread. Presence in both says who reads and who writes.
create function private.may_hear_thread(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when topic = 'community' then private.own_member() is not null
    when topic ~ '^thread:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then private.own_member() is not null and exists (
      select from public.threads where id = substr(topic, 8)::uuid and state = 'published' and (author is null or author not in (select private.own_blocks())))
    else false end
$$;
comment on function private.may_hear_thread(text) is 'Whether the caller reads the thread of a topic, or the community''s.';

create policy "members hear what happens in the forum, and who is there" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence') and (select private.may_hear_thread((select realtime.topic()))));
create policy "members show that they read and write" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select private.may_hear_thread((select realtime.topic()))));

revoke execute on function private.may_hear_thread(text) from public, anon, service_role;
grant execute on function private.may_hear_thread(text) to authenticated;
