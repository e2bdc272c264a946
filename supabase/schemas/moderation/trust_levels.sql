-- Trust levels: what a member may do unreviewed grows with what they did, from stored facts: published posts, days on which they wrote,
-- reactions of distinct members that say why, reports that were right. Likes alone open nothing, and a measure sets back.
create table public.trust_levels (
  level int primary key check (level between 0 and 3),
  -- Held until so many posts of the member are published; and whether each edit is.
  first_posts int not null check (first_posts between 0 and 20),
  edits_held boolean not null,
  -- In one text.
  links int not null check (links >= 0),
  -- What the level asks for, all of it: posts published, days on which one was, days since joining, members who found a post useful,
  -- or reports that were upheld in their place, and days since the last measure.
  posts int not null, active_days int not null, days int not null, useful_members int not null, upheld_reports int not null, calm_days int not null
);
comment on table public.trust_levels is 'What each trust level permits unreviewed, and what it takes; community/forum_limits.sql has how much and how fast. Admins change it.';
insert into public.trust_levels values
  (0, 2, true, 1, 0, 0, 0, 0, 0, 0),
  (1, 0, false, 3, 3, 2, 2, 0, 0, 30),
  (2, 0, false, 10, 20, 10, 15, 3, 3, 60),
  (3, 0, false, 20, 100, 40, 60, 12, 8, 180);
alter table public.community_members add column trust_at timestamptz;
comment on column public.community_members.trust_at is 'When the trust level was last computed.';
create index community_members_by_trust_at on public.community_members (trust_at nulls first) where user_id is not null and staff_role is null;

create function private.published_posts(member uuid, most int) returns int
language sql stable security definer set search_path = '' as $$
  select count(*)::int from (
    select from public.posts where author = member and state in ('published', 'shielded')
    union all
    select from private.anonymous_posts as hidden join public.posts on posts.id = hidden.post where hidden.author = member and state in ('published', 'shielded')
    limit most
  ) as own
$$;
comment on function private.published_posts(uuid, int) is 'How many posts of a member are published, counted up to `most`.';

create function private.trust_facts(member uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'posts', count(own.id), 'active_days', count(distinct private.paris_day(own.published_at)),
    'days', greatest(0, floor(extract(epoch from moment - known.joined_at) / 86400))::int,
    'useful_members', (
      select count(distinct reaction.member) from public.post_reactions as reaction join public.posts as liked on liked.id = reaction.post
      where liked.author = known.id and reaction.member <> known.id and reaction.kind in ('useful', 'well_argued', 'well_measured') and liked.state = 'published'
    ),
    'upheld_reports', (select count(*) from public.notices as notice where notice.member = known.id and notice.outcome = 'upheld'),
    'calm_days', (
      select floor(extract(epoch from moment - max(starts_at)) / 86400)::int from public.sanctions where sanctions.member = known.id and lifted_at is null
    )
  )
  from public.community_members as known left join public.posts as own on own.author = known.id and own.state = 'published'
  where known.id = trust_facts.member group by known.id
$$;
comment on function private.trust_facts(uuid, timestamptz) is 'The facts that a member''s trust level is made of: {posts, active_days, days, useful_members, upheld_reports, calm_days}; calm_days is null without a measure.';

create function private.earned_trust(facts jsonb) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce(max(level), 0) from public.trust_levels
  where (facts ->> 'posts')::int >= posts and (facts ->> 'active_days')::int >= active_days and (facts ->> 'days')::int >= days
    and ((facts ->> 'useful_members')::int >= useful_members or upheld_reports > 0 and (facts ->> 'upheld_reports')::int >= upheld_reports)
    and coalesce((facts ->> 'calm_days')::int >= calm_days, true)
$$;
comment on function private.earned_trust(jsonb) is 'The highest level whose demands all hold.';

create function private.reckon_trust(moment timestamptz, most int default 500) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select id from public.community_members as known
    where known.user_id is not null and known.staff_role is null and (known.trust_at is null or known.trust_at < moment - interval '20 hours')
    order by known.trust_at nulls first limit most for update skip locked
  ), reckoned as (
    update public.community_members as known set trust = private.earned_trust(private.trust_facts(known.id, moment)), trust_at = moment
    from due where known.id = due.id returning 1
  )
  select count(*)::int from reckoned
$$;
comment on function private.reckon_trust(timestamptz, int) is 'For the worker: computes the trust of the members whose turn it is, once a day each. Returns how many; the caller asks again while there are `most`.';

create function public.my_standing() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.community_members;
begin
  select * into me from public.community_members where user_id = auth.uid();
  if me.id is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return jsonb_build_object(
    'trust', me.trust, 'facts', private.trust_facts(me.id, now()),
    'limits', (select jsonb_build_object('first_posts', first_posts, 'edits_held', edits_held, 'links', links) from public.trust_levels where level = me.trust)
      || (select to_jsonb(most) from private.forum_limits(me.trust) as most),
    'next', (select to_jsonb(levels) from public.trust_levels as levels where level = me.trust + 1),
    'sanction', (
      select jsonb_build_object('kind', kind, 'reason', reason, 'until', ends_at, 'decision', decision) from public.sanctions
      where member = me.id and kind in ('mute', 'ban') and lifted_at is null and (ends_at is null or ends_at > now()) order by ends_at desc nulls first limit 1
    ),
    'rules', (select jsonb_build_object('version', version, 'accepted_at', accepted_at) from public.rule_acceptances where member = me.id order by accepted_at desc limit 1)
  );
end
$$;
comment on function public.my_standing() is 'The caller''s trust level with the facts it is made of, its limits, what the next one asks for, a measure that keeps them from writing, and when they accepted the rules.';

call private.audit_changes('public.trust_levels');
alter table public.trust_levels enable row level security;
create policy "members see what trust allows" on public.trust_levels for select to authenticated using (true);
create policy "admins change what trust allows" on public.trust_levels for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');
revoke all on public.trust_levels from anon, authenticated, service_role;
grant select, update on public.trust_levels to authenticated;
revoke execute on function
  private.published_posts(uuid, int), private.trust_facts(uuid, timestamptz), private.earned_trust(jsonb), private.reckon_trust(timestamptz, int),
  public.my_standing()
from public, anon, authenticated, service_role;
grant execute on function public.my_standing() to authenticated;
