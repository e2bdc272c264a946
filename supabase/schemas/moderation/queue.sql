-- The queue of the moderators: open cases by harm, then by exposure (what everybody reads comes before what is held back), then by age; appeals;
-- what was decided. And one case with all that a decision needs: the words, their neighbours, why it is here, the author, the trail.
create function private.shown_member(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', id, 'name', coalesce(name, handle), 'handle', handle, 'joined_at', joined_at, 'trust', trust, 'gone', user_id is null)
  from public.community_members where id = shown_member.member
$$;
comment on function private.shown_member(uuid) is 'A member as moderators see one.';

create function private.staff_name(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(name, handle) from public.community_members where user_id = account
$$;
comment on function private.staff_name(uuid) is 'Who of the staff it was, by name; null for an account that is gone.';

create function private.shown_case(found public.moderation_cases) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', found.id, 'kind', found.kind, 'subject', found.subject, 'harm', found.harm, 'reasons', to_jsonb(found.reasons), 'opened_at', found.opened_at,
    'due_at', found.opened_at + interval '24 hours', 'state', found.state,
    'author', private.shown_member(found.author) || jsonb_build_object('anonymous', exists (select from private.anonymous_posts where post = found.subject)),
    'excerpt', left(coalesce(private.words_of_subject(found.kind, found.subject), (select place from public.notices where case_id = found.id order by id limit 1)), 160),
    'visible', coalesce(found.kind <> 'held' and (post.state is null or post.state = 'published'), false),
    'shown', post.state,
    'place', case when thread.id is not null or held.id is not null then jsonb_build_object(
      'thread', thread.id, 'title', coalesce(nullif(thread.title, ''), held.request ->> 'title'), 'category', coalesce(thread.category, held.request ->> 'category'),
      'position', post.position, 'readers', coalesce(thread.readers, 0), 'edits', held.edits) end,
    'sources', jsonb_build_object('shield', found.reasons && private.dangers() and found.findings <> '[]', 'hold', found.kind = 'held',
      'notices', (select count(*) from public.notices where case_id = found.id)),
    'decided', (
      select jsonb_build_object('id', id, 'measure', measure, 'words', words_become, 'at', decided_at, 'by', private.staff_name(decided_by), 'own', decided_by = auth.uid(), 'due_at', due_at,
        'sent_at', sent_at, 'reversed_at', reversed_at, 'number', number)
      from public.moderation_decisions where case_id = found.id and undone_at is null order by id desc limit 1),
    'appeal', (
      select jsonb_build_object('id', appeals.id, 'words', appeals.words, 'filed_at', appeals.filed_at, 'outcome', appeals.outcome, 'answer', appeals.answer,
        'own_decision', auth.uid() in (made.decided_by, coalesce(made.seconded_by, made.decided_by)))
      from public.appeals join public.moderation_decisions as made on made.id = appeals.decision where made.case_id = found.id order by appeals.outcome nulls first, appeals.id desc limit 1)
  )
  from (select 1) as one
  left join public.posts as post on found.kind = 'post' and post.id = found.subject
  left join public.held_posts as held on found.kind = 'held' and held.id = found.subject
  left join public.threads as thread on thread.id = coalesce(post.thread, held.thread)
$$;
comment on function private.shown_case(public.moderation_cases) is 'A case as a row of the queue.';

create function public.moderation_queue(of_view text default 'open', after_id uuid default null, most int default 30) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  taken constant int := least(greatest(coalesce(most, 30), 1), 100);
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return query
  with listed as (
    select known, row_number() over (order by
      case when of_view = 'open' then -known.harm else 0 end,
      case when of_view = 'open' and known.kind <> 'held' and coalesce(post.state, 'published') = 'published' then 0 else 1 end,
      case when of_view = 'open' then -coalesce(thread.readers, 0) / 50 else 0 end,
      case when of_view = 'done' then known.decided_at end desc,
      coalesce(appeal.filed_at, known.opened_at), known.id) as nth
    from public.moderation_cases as known
    left join public.posts as post on known.kind = 'post' and post.id = known.subject
    left join public.threads as thread on thread.id = post.thread
    left join lateral (
      select appeals.filed_at from public.appeals join public.moderation_decisions as made on made.id = appeals.decision
      where made.case_id = known.id and appeals.outcome is null order by appeals.id limit 1) as appeal on of_view = 'appeals'
    where case of_view when 'open' then known.state <> 'decided' when 'appeals' then appeal.filed_at is not null else known.state = 'decided' and known.decided_at > now() - interval '90 days' end
  )
  select private.shown_case(listed.known) from listed
  where nth > coalesce((select before.nth from listed as before where (before.known).id = after_id), 0)
  order by nth limit taken;
end
$$;
comment on function public.moderation_queue(text, uuid, int) is 'For staff: cases after one of them, at most `most` (1 to 100). of_view: open (by harm, then exposure, then age), appeals (oldest first), done (the last ninety days, newest first).';

create function public.moderation_case(case_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.moderation_cases;
  post public.posts;
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  select * into found from public.moderation_cases where id = moderation_case.case_id;
  if found.id is null then raise exception 'no_such_case' using errcode = 'PT404'; end if;
  select * into post from public.posts where found.kind = 'post' and id = found.subject;
  -- Who saw it is written down, once in ten minutes each.
  if not exists (select from public.moderation_events as seen where seen.case_id = found.id and kind = 'seen' and actor = auth.uid() and at > clock_timestamp() - interval '10 minutes') then
    perform private.note_moderation(found.id, 'seen');
  end if;
  return private.shown_case(found) || jsonb_build_object(
    'text', private.words_of_subject(found.kind, found.subject), 'findings', found.findings,
    'now', case when post.state = 'shielded' then post.body end,
    'before', private.neighbours(post, -1), 'after', private.neighbours(post, 1),
    'before_count', coalesce(post.position - 1, 0), 'after_count', coalesce((select last_position from public.threads where id = post.thread) - post.position, 0),
    'idea', private.idea_of_case(post.thread),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', notice.id, 'reason', notice.reason, 'words', notice.words, 'filed_at', notice.filed_at, 'crime', notice.crime, 'place', notice.place, 'outcome', notice.outcome,
        'member', private.shown_member(notice.member) || jsonb_build_object(
          'filed', (select count(*) from public.notices as all_of_them where all_of_them.member = notice.member),
          'upheld', (select count(*) from public.notices as all_of_them where all_of_them.member = notice.member and all_of_them.outcome = 'upheld'))
      ) order by notice.filed_at), '[]') from public.notices as notice where notice.case_id = found.id),
    'author_file', case when found.author is not null then private.trust_facts(found.author, now()) || jsonb_build_object(
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'measure', measure, 'reasons', reasons, 'at', decided_at, 'reversed_at', reversed_at,
        'appealed', exists (select from public.appeals where decision = past.id)) order by id desc), '[]')
        from (select * from public.moderation_decisions where author = found.author and sent_at is not null and measure <> 'nothing' order by id desc limit 10) as past),
      'sanctions', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'reason', reason, 'starts_at', starts_at, 'ends_at', ends_at, 'lifted_at', lifted_at) order by starts_at desc), '[]')
        from public.sanctions where member = found.author)) end,
    'trail', (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'who', private.staff_name(actor), 'words', words) order by id), '[]')
      from public.moderation_events as events where events.case_id = found.id),
    'decision', (select to_jsonb(made) - '{nonce,before,decided_by,seconded_by}'::text[] || jsonb_build_object('own', made.decided_by = auth.uid())
      from public.moderation_decisions as made where made.case_id = found.id and undone_at is null order by id desc limit 1));
end
$$;
comment on function public.moderation_case(uuid) is 'For staff: a case with the words, what was found in them, their neighbours, the notices, the author''s file, the trail and the decision. That it was seen is written down.';

create function private.neighbours(post public.posts, side int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'position', position, 'author', private.shown_member(author), 'body', left(body, 1000), 'state', state, 'published_at', published_at) order by position), '[]')
  from (
    select * from public.posts as near where near.thread = post.thread and sign(near.position - post.position) = side
    order by abs(near.position - post.position) limit 3
  ) as nearest
$$;
comment on function private.neighbours(public.posts, int) is 'The three posts before (-1) or after (1) a post, as everybody reads them.';

create function private.idea_of_case(thread uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  idea jsonb;
begin
  if thread is null or to_regprocedure('private.idea_of_thread(uuid)') is null then return null; end if;
  execute 'select private.idea_of_thread($1)' into idea using thread;
  return idea;
end
$$;
comment on function private.idea_of_case(uuid) is 'The structured idea of a thread, where the product has them and the thread is one.';

create function public.moderation_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'open', (select count(*) from public.moderation_cases where state <> 'decided'),
      'appeals', (select count(*) from public.appeals where outcome is null),
      'median_minutes', (select round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at) / 60)) from public.moderation_cases
        where state = 'decided' and decided_at > now() - interval '90 days'),
      'decided', count(*), 'overturned', count(*) filter (where reversed_at is not null),
      'promise_hours', 24,
      'due', (select count(*) from public.moderation_cases where opened_at > now() - interval '90 days' and (state = 'decided' or opened_at < now() - interval '24 hours')),
      'kept', (select count(*) from public.moderation_cases where opened_at > now() - interval '90 days' and decided_at <= opened_at + interval '24 hours'))
    from public.moderation_decisions where sent_at > now() - interval '90 days' and measure <> 'nothing');
end
$$;
comment on function public.moderation_figures() is 'For staff: what waits, and of the last ninety days the median time, measures taken and overturned, and in how many cases the promise of 24 hours was kept.';

revoke execute on function
  private.shown_member(uuid), private.staff_name(uuid), private.shown_case(public.moderation_cases), public.moderation_queue(text, uuid, int), public.moderation_case(uuid),
  private.neighbours(public.posts, int), private.idea_of_case(uuid), public.moderation_figures()
from public, anon, authenticated, service_role;
grant execute on function public.moderation_queue(text, uuid, int), public.moderation_case(uuid), public.moderation_figures() to authenticated;
