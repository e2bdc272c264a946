-- Keeping threads: lock, pin, move, merge, split and the accepted answer. Each is an event of the thread that its readers see; what staff do is
-- in the audit log too.
create table public.thread_events (
  id uuid primary key default private.ordered_id(),
  thread uuid not null references public.threads (id),
  kind text not null check (kind in (
    'locked', 'unlocked', 'pinned', 'unpinned', 'moved', 'renamed', 'merged_here', 'merged_away', 'split_here', 'split_away', 'accepted', 'unaccepted', 'removed', 'restored')),
  -- Who acted, in what function: never a name.
  by text not null check (by in ('author', 'analyst', 'admin', 'system')),
  -- Ids and numbers: {from, to} of a move, {other, posts} of a merge or a split, {post} of an accepted answer.
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp()
);
comment on table public.thread_events is 'What was done to threads, by whom in what function, for their readers.';
create index thread_events_of_thread on public.thread_events (thread, id);

create function private.note_thread_event(thread uuid, kind text, data jsonb default '{}', by text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.thread_events (thread, kind, by, data) values (thread, kind, coalesce(by, public.current_staff_role(), 'system'), data);
  perform private.tell_topic('thread:' || thread, 'thread', jsonb_build_object('id', thread, 'event', kind));
end
$$;
comment on function private.note_thread_event(uuid, text, jsonb, text) is 'Writes down what was done to a thread and tells its open pages.';

alter table public.thread_events enable row level security;
create policy "who reads a thread reads what was done to it" on public.thread_events for select to authenticated
  using (exists (select from public.threads where threads.id = thread_events.thread));
revoke all on public.thread_events from anon, authenticated, service_role;
grant select on public.thread_events to authenticated;
call private.audit_changes('public.thread_events');
revoke execute on function private.note_thread_event(uuid, text, jsonb, text) from public, anon, authenticated, service_role;
