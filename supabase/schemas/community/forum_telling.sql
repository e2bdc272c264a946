-- What follows from a post once it is published: live pages hear of it. Nothing here is called for a text that waits.
create function private.follow_post(made public.posts, writer uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place public.threads;
begin
  select * into place from public.threads where id = made.thread;
  -- Who answers has read the thread up to there.
  perform private.set_read_mark(writer, made.thread, made.position);
  perform private.tell_topic('thread:' || made.thread, 'post', jsonb_build_object('id', made.id, 'position', made.position));
  perform private.tell_topic('community', 'thread', jsonb_build_object('id', made.thread, 'category', place.category, 'position', made.position));
end
$$;
comment on function private.follow_post(public.posts, uuid) is 'Begins what follows from a publication, in its transaction.';

create function private.follow_edit(made public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_topic('thread:' || made.thread, 'edit', jsonb_build_object('id', made.id));
end
$$;
comment on function private.follow_edit(public.posts) is 'Begins what follows from an edit.';

create function private.untell_post(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
end
$$;
comment on function private.untell_post(uuid) is 'Takes back what was told of a post.';

create function private.untell_thread(thread uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
end
$$;
comment on function private.untell_thread(uuid) is 'Takes back what was told of a thread.';

revoke execute on function
  private.follow_post(public.posts, uuid), private.follow_edit(public.posts), private.untell_post(uuid), private.untell_thread(uuid)
from public, anon, authenticated, service_role;
