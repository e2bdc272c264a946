-- Subscriptions: what a member wants to be told of a thread, or of a category's new threads. Without a row: answers to them, mentions and quotes.
create table public.forum_subscriptions (
  member uuid not null references public.community_members (id) on delete cascade,
  thread uuid references public.threads (id),
  category text references public.forum_categories (slug) on update cascade,
  -- every: each new post, or each new thread of the category. none: nothing, and nothing of it counts as unread.
  level text not null check (level in ('every', 'none')),
  since timestamptz not null default clock_timestamp(),
  unique nulls not distinct (member, thread, category),
  check ((thread is null) <> (category is null))
);
comment on table public.forum_subscriptions is 'What members follow and what they silenced. Who begins a thread follows it.';
create index forum_subscriptions_of_thread on public.forum_subscriptions (thread, member) where level = 'every';
create index forum_subscriptions_of_category on public.forum_subscriptions (category, member) where level = 'every';
create trigger skip_gone_member before insert on public.forum_subscriptions for each row execute function private.skip_gone_member();

create function public.follow(thread uuid default null, category text default null, level text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if (thread is null) = (category is null) or level not in ('every', 'none') then raise exception 'invalid_subscription' using errcode = '22023'; end if;
  if not exists (
    select from public.threads where id = follow.thread and state = 'published' union all select from public.forum_categories where slug = follow.category
  ) then raise exception 'thread_not_found' using errcode = 'PT404'; end if;
  delete from public.forum_subscriptions as known
  where known.member = me and known.thread is not distinct from follow.thread and known.category is not distinct from follow.category;
  if level is not null then insert into public.forum_subscriptions (member, thread, category, level) values (me, thread, category, level) on conflict do nothing; end if;
end
$$;
comment on function public.follow(uuid, text, text) is 'Follows a thread or a category (every), silences it (none), or neither (null).';

alter table public.forum_subscriptions enable row level security;
create policy "members see what they follow" on public.forum_subscriptions for select to authenticated
  using (member = (select private.own_member()));
revoke all on public.forum_subscriptions from anon, authenticated, service_role;
grant select on public.forum_subscriptions to authenticated;
revoke execute on function public.follow(uuid, text, text) from public, anon, service_role;
grant execute on function public.follow(uuid, text, text) to authenticated;
