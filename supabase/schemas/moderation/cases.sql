-- Cases: what moderators look at. One open case about each subject, opened by the shield, a rule, a notice or a hold, and a trail of all
-- that happened to it: who saw it, who decided, with which words.
create table public.moderation_cases (
  id uuid primary key default private.ordered_id(),
  kind text not null check (kind in ('post', 'held', 'member', 'place')),
  -- A post, which stands for its thread where it is the first; a held post; a member; null: the place that a notice named is none of these.
  subject uuid,
  check ((kind = 'place') = (subject is null)),
  -- Whose words it is about, anonymous ones too.
  author uuid references public.community_members (id),
  -- 4 threatens a life or somebody's safety, 3 harms people or their money, 2 harms somebody, 1 is out of place.
  harm int not null check (harm between 1 and 4),
  -- Rules of the shield, of words and links, and why it was held.
  reasons text[] not null default '{}',
  -- Where in the text: [{rule, offset, length, severity, words}].
  findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  state text not null default 'open' check (state in ('open', 'awaiting_second', 'decided')),
  opened_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check ((state = 'decided') = (decided_at is not null))
);
comment on table public.moderation_cases is 'What moderators decide, once each. Nobody but staff sees that there is a case.';
create unique index moderation_cases_running on public.moderation_cases (subject) where state <> 'decided' and subject is not null;
create index moderation_cases_queue on public.moderation_cases (harm desc, opened_at) where state <> 'decided';
create index moderation_cases_done on public.moderation_cases (decided_at desc) where state = 'decided';
create index moderation_cases_of_author on public.moderation_cases (author, opened_at desc);
create index moderation_cases_of_subject on public.moderation_cases (subject);

create table public.moderation_events (
  id uuid primary key default private.ordered_id(),
  case_id uuid not null references public.moderation_cases (id),
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in (
    'opened', 'flagged', 'noticed', 'seen', 'asked', 'opinion', 'approved', 'decided', 'seconded', 'declined', 'undone', 'sent', 'appealed', 'confirmed', 'reversed', 'lifted')),
  -- The account of a member of staff; null: the product itself, or who sent a notice.
  actor uuid,
  words text check (length(words) <= 2000)
);
comment on table public.moderation_events is 'The trail of each case. actor has no reference: the row outlives the account.';
create index moderation_events_of_case on public.moderation_events (case_id, id);
call private.make_append_only('public.moderation_events');

create function private.note_moderation(case_id uuid, kind text, words text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.moderation_events (case_id, kind, actor, words)
  values (note_moderation.case_id, note_moderation.kind, (select user_id from public.staff where user_id = auth.uid()), left(note_moderation.words, 2000));
  if kind <> 'seen' then
    perform private.tell_topic('staff:moderation', 'case', (
      select jsonb_build_object('id', id, 'state', state, 'kind', note_moderation.kind) from public.moderation_cases where id = note_moderation.case_id));
  end if;
end
$$;
comment on function private.note_moderation(uuid, text, text) is 'Adds to the trail of a case and tells open queues. A payload has ids alone.';

create function private.harm_of(reasons text[]) returns int
language sql immutable parallel safe set search_path = '' as $$
  select case
    when reasons && '{threat,minors}'::text[] then 4
    when reasons && '{impersonation,promise,contact,wallet,warned,money,illegal}'::text[] then 3
    when reasons && '{insult,advertising,personal_data,advice,word,link,too_many_links}'::text[] then 2
    else 1 end
$$;
comment on function private.harm_of(text[]) is 'How much what a reason names can harm: 4 a life or somebody''s safety, 3 people or their money, 2 somebody, 1 nobody.';

create function private.author_of_subject(kind text, subject uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select case author_of_subject.kind
    when 'post' then (select coalesce(author, (select hidden.author from private.anonymous_posts as hidden where hidden.post = posts.id)) from public.posts where id = author_of_subject.subject)
    when 'held' then (select author from public.held_posts where id = author_of_subject.subject)
    when 'member' then author_of_subject.subject end
$$;
comment on function private.author_of_subject(text, uuid) is 'Whose words a case is about.';

create function private.open_case(kind text, subject uuid, reasons text[], findings jsonb default '[]', trace text default 'flagged', words text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  known public.moderation_cases;
begin
  if subject is not null then
    perform pg_advisory_xact_lock(hashtextextended('moderation case ' || subject, 0));
    select * into known from public.moderation_cases as running where running.subject = open_case.subject and state <> 'decided';
  end if;
  if known.id is null then
    insert into public.moderation_cases (kind, subject, author, harm, reasons, findings)
    values (open_case.kind, open_case.subject, private.author_of_subject(open_case.kind, open_case.subject), private.harm_of(open_case.reasons), open_case.reasons, open_case.findings)
    returning * into known;
  else
    update public.moderation_cases set
      reasons = array(select distinct reason from unnest(moderation_cases.reasons || open_case.reasons) as reason),
      harm = greatest(harm, private.harm_of(open_case.reasons)),
      findings = case when open_case.findings <> '[]' then open_case.findings else moderation_cases.findings end
    where id = known.id;
  end if;
  perform private.note_moderation(known.id, trace, words);
  return known.id;
end
$$;
comment on function private.open_case(text, uuid, text[], jsonb, text, text) is 'The running case about a subject, which begins with it or gets one reason more.';

-- The shield's own account --------------------------------------------------------------------------------------------
create table private.shield_days (
  day date not null,
  rule text not null,
  warnings int not null default 0,
  -- Cases about it that were decided, and those of them in which a person saw nothing wrong.
  reviewed int not null default 0,
  unfounded int not null default 0,
  primary key (day, rule)
);
comment on table private.shield_days is 'How often each rule of the shield found something on a day, and how often a person disagreed.';
alter table private.shield_days enable row level security;

create function private.note_verdict(subject uuid, kind text, verdict private.verdict) returns void
language plpgsql security definer set search_path = '' as $$
declare
  writer public.community_members;
  value text;
begin
  if cardinality(coalesce((verdict).reasons, '{}')) = 0 then return; end if;
  select * into writer from public.community_members where id = private.author_of_subject(kind, subject);
  value := private.words_of_subject(kind, subject);
  perform private.open_case(kind, subject, (verdict).reasons, (
    select coalesce(jsonb_agg(jsonb_build_object('rule', (spotted).rule, 'offset', (spotted).place, 'length', (spotted).length, 'severity', (spotted).severity, 'words', (spotted).words) order by (spotted).place nulls first), '[]')
    from (
      select spotted from private.shield_findings(writer, value) as spotted
      union all select asks.finding from private.rule_findings(writer, value) as asks
    ) as found_there));
  insert into private.shield_days as known (day, rule, warnings)
  select private.paris_day(now()), rule, 1 from unnest((verdict).reasons) as rule where rule = any (private.dangers()) order by rule
  on conflict (day, rule) do update set warnings = known.warnings + 1;
end
$$;
comment on function private.note_verdict(uuid, text, private.verdict) is 'After a judged text was stored, as a post or a held post: brings what was found in it to the moderators. Does nothing without reasons.';

create function private.words_of_subject(kind text, subject uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case words_of_subject.kind
    when 'held' then (select concat_ws(E'\n', request ->> 'title', request ->> 'body') from public.held_posts where id = words_of_subject.subject)
    when 'member' then (select concat_ws(' ', name, '@' || handle) from public.community_members where id = words_of_subject.subject)
    else coalesce(
      -- The words of what is masked or hidden are with what was removed.
      (select text from public.removed_texts where removed_texts.subject = words_of_subject.subject and removed_texts.kind in ('post', 'held')
        and not exists (select from public.posts where id = words_of_subject.subject and state = 'published') order by removed_at desc, id desc limit 1),
      (select body from public.posts where id = words_of_subject.subject))
  end
$$;
comment on function private.words_of_subject(text, uuid) is 'The words that a case is about, as they were written.';

-- Who may see what ------------------------------------------------------------------------------------------------------
create policy "staff hear the moderation, and who looks at a case" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence') and ((select realtime.topic()) = 'staff:moderation' or (select realtime.topic()) like 'staff:moderation:%')
    and (select private.reading_staff_role()) is not null);
create policy "staff show which case they look at" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'staff:moderation:%' and (select private.reading_staff_role()) is not null);
alter table public.moderation_cases enable row level security;
create policy "staff read the cases" on public.moderation_cases for select to authenticated using ((select private.reading_staff_role()) is not null);
alter table public.moderation_events enable row level security;
create policy "staff read the trails" on public.moderation_events for select to authenticated using ((select private.reading_staff_role()) is not null);
revoke all on public.moderation_cases, public.moderation_events, private.shield_days from anon, authenticated, service_role;
grant select on public.moderation_cases, public.moderation_events to authenticated;
call private.audit_changes('public.moderation_cases', '{findings}');
revoke execute on function
  private.note_moderation(uuid, text, text), private.harm_of(text[]), private.author_of_subject(text, uuid), private.words_of_subject(text, uuid),
  private.open_case(text, uuid, text[], jsonb, text, text), private.note_verdict(uuid, text, private.verdict)
from public, anon, authenticated, service_role;
