-- The forum's digest: one mail at the frequency that the member chose, at the hour of their other digest, of what is popular among what they
-- have not read. Without anything new there is no mail. Titles alone, of what is published when the mail is written.
create table public.forum_digests (
  member uuid primary key references public.community_members (id) on delete cascade,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  next_at timestamptz not null,
  last_at timestamptz not null default clock_timestamp()
);
comment on table public.forum_digests is 'Who wants the digest, and how often. Without a row: never.';
create index forum_digests_due on public.forum_digests (next_at);
create trigger skip_gone_member before insert on public.forum_digests for each row execute function private.skip_gone_member();

create function private.digest_time(member uuid, frequency text, after timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.next_digest(after + case frequency when 'daily' then interval '0' when 'weekly' then interval '6 days' else interval '1 month - 1 day' end,
    profile.time_zone, wants.digest_hour)
  from public.community_members as known join public.profiles as profile on profile.id = known.user_id
  join public.notification_preferences as wants on wants.user_id = known.user_id
  where known.id = digest_time.member
$$;
comment on function private.digest_time(uuid, text, timestamptz) is 'When a member''s next digest is due.';

create function public.set_forum_digest(frequency text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
  due timestamptz;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if frequency is null or frequency not in ('daily', 'weekly', 'monthly', 'never') then
    raise exception 'invalid_frequency' using errcode = '22023', hint = 'frequency';
  end if;
  delete from public.forum_digests where member = me;
  if frequency = 'never' then return null; end if;
  due := private.digest_time(me, frequency, clock_timestamp());
  insert into public.forum_digests (member, frequency, next_at) values (me, frequency, due);
  return due;
end
$$;
comment on function public.set_forum_digest(text) is 'daily, weekly, monthly or never. Returns when the next one is due.';

create function private.digest_threads(reader uuid, since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('Id', picked.id, 'Title', picked.title, 'Posts', picked.posts) order by picked.heat desc)
  from (
    select threads.id, threads.title, threads.heat, (
      select count(*) from public.posts where posts.thread = threads.id and posts.state = 'published' and posts.published_at > since) as posts
    from public.threads
    where threads.state = 'published' and threads.last_post_at > since
      and (threads.author is null or not exists (select from public.member_blocks where member = reader and blocked = threads.author))
      and not exists (
        select from public.thread_reads as mark where mark.member = reader and mark.thread = threads.id and mark.last_position >= threads.last_shown)
      and not exists (
        select from public.forum_subscriptions as known where known.member = reader and known.level = 'none' and (known.thread = threads.id or known.category = threads.category))
    order by threads.heat desc limit 7
  ) as picked
$$;
comment on function private.digest_threads(uuid, timestamptz) is 'Seven threads with posts since a moment that a member has not read, the most popular first.';

create function private.send_forum_digests(moment timestamptz, most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  picked jsonb;
  sent int := 0;
begin
  for due in
    select digest.*, known.user_id from public.forum_digests as digest join public.community_members as known on known.id = digest.member
    where digest.next_at <= moment and known.user_id is not null order by digest.next_at limit most for update of digest skip locked
  loop
    picked := private.digest_threads(due.member, due.last_at);
    if picked is not null then
      perform private.queue_mail(due.user_id, 'forum_digest', jsonb_build_object('Threads', picked));
      sent := sent + 1;
    end if;
    update public.forum_digests set last_at = moment, next_at = private.digest_time(due.member, due.frequency, moment) where member = due.member;
  end loop;
  return sent;
end
$$;
comment on function private.send_forum_digests(timestamptz, int) is 'For the worker: queues the digests that are due, one transaction for a batch. Returns how many mails.';

create function private.drop_digests(thread uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('_server.mail_outbox') is null then return; end if;
  -- A title that is gone is mailed to nobody: what has not left is written anew at its next hour.
  execute $query$
    delete from _server.mail_outbox where template = 'forum_digest' and sent_at is null and data -> 'Threads' @> jsonb_build_array(jsonb_build_object('Id', $1))
  $query$ using drop_digests.thread;
end
$$;
comment on function private.drop_digests(uuid) is 'Takes back digests that name a thread and have not left.';

alter table public.forum_digests enable row level security;
create policy "members see their own digest" on public.forum_digests for select to authenticated
  using (member = (select private.own_member()));
revoke all on public.forum_digests from anon, authenticated, service_role;
grant select on public.forum_digests to authenticated;
revoke execute on function
  private.digest_time(uuid, text, timestamptz), private.digest_threads(uuid, timestamptz), private.send_forum_digests(timestamptz, int), private.drop_digests(uuid)
from public, anon, authenticated, service_role;
revoke execute on function public.set_forum_digest(text) from public, anon, service_role;
grant execute on function public.set_forum_digest(text) to authenticated;
