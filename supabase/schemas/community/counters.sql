-- Counters: members, discussions and messages, exact however many write at once. Each transaction adds what it changed as rows of its own,
-- so nobody waits for anybody; the sum of all rows is the count, and the worker adds rows up. Who is online is the presence in topic `community`.
create table private.community_counts (
  id bigint generated always as identity primary key,
  -- In Paris.
  day date not null,
  members int not null default 0,
  threads int not null default 0,
  posts int not null default 0
);
comment on table private.community_counts is 'By how much the counts changed, by the day on which the member came or the post was published. Summed, it is what is counted: published posts, threads whose first post is one, members with an account.';
create index community_counts_of_day on private.community_counts (day);
alter table private.community_counts enable row level security;

create function private.count_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What waits is not here; what is hidden, shielded, deleted or anything else than published does not count.
  if tg_op = 'INSERT' then
    insert into private.community_counts (day, posts, threads)
    select private.paris_day(published_at), count(*), count(*) filter (where position = 1) from appeared where state = 'published' group by 1;
  else
    insert into private.community_counts (day, posts, threads)
    select private.paris_day(published_at), sum(n), coalesce(sum(n) filter (where position = 1), 0) from (
      select published_at, position, 1 as n from appeared where state = 'published'
      union all
      select published_at, position, -1 from went where state = 'published'
    ) as change group by 1 having sum(n) <> 0 or coalesce(sum(n) filter (where position = 1), 0) <> 0;
  end if;
  return null;
end
$$;
comment on function private.count_posts() is 'Adds what a statement did to the counts of posts and threads.';
create trigger count_posts after insert on public.posts referencing new table as appeared for each statement execute function private.count_posts();
create trigger count_changed_posts after update on public.posts referencing old table as went new table as appeared
  for each statement execute function private.count_posts();

create function private.count_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.community_counts (day, members)
  values (private.paris_day(new.joined_at), case when new.user_id is not null then 1 else -1 end);
  return null;
end
$$;
comment on function private.count_members() is 'Counts a member who came, or whose account is gone.';
create trigger count_members after insert on public.community_members for each row when (new.user_id is not null) execute function private.count_members();
create trigger count_closed_members after update on public.community_members for each row
  when ((old.user_id is null) <> (new.user_id is null)) execute function private.count_members();

create function private.sum_community_counts() returns void
language sql security definer set search_path = '' as $$
  with old as (
    delete from private.community_counts where id in (select id from private.community_counts order by id for update skip locked)
    returning day, members, threads, posts
  )
  insert into private.community_counts (day, members, threads, posts)
  select day, sum(members), sum(threads), sum(posts) from old group by day
$$;
comment on function private.sum_community_counts() is 'For the worker: one row a day instead of one a change. The sums stay the same at every moment.';

create function public.community_summary() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.paris_day(clock_timestamp());
begin
  if private.own_member() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'members', coalesce(sum(members), 0), 'members_of_week', coalesce(sum(members) filter (where day > today - 7), 0),
      'threads', coalesce(sum(threads), 0), 'posts', coalesce(sum(posts), 0), 'posts_today', coalesce(sum(posts) filter (where day = today), 0),
      'first_reply_minutes', (
        -- The median among the threads of thirty days in which somebody wrote last.
        select round(percentile_cont(0.5) within group (order by extract(epoch from reply.published_at - thread.created_at) / 60))
        from (
          select recent.id, recent.created_at
          from (select * from public.threads where state = 'published' order by last_post_at desc limit 300) as recent
          where recent.replies > 0 and recent.created_at > clock_timestamp() - interval '30 days'
        ) as thread
        join lateral (
          select published_at from public.posts where posts.thread = thread.id and posts.position > 1 and posts.state = 'published' order by position limit 1
        ) as reply on true
      ))
    from private.community_counts
  );
end
$$;
comment on function public.community_summary() is 'What is counted: {members, members_of_week, threads, posts, posts_today, first_reply_minutes}. Days begin in Paris. Nothing that waits, is hidden, shielded or deleted counts.';

revoke all on private.community_counts from anon, authenticated, service_role;
revoke execute on function private.count_posts(), private.count_members(), private.sum_community_counts() from public, anon, authenticated, service_role;
revoke execute on function public.community_summary() from public, anon, service_role;
grant execute on function public.community_summary() to authenticated;
