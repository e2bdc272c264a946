-- Notices (DSA, art. 16): anybody may say that something here is illegal or against the rules, with an account or without one. The notice gets
-- a receipt and a code, then a decision with its redress. What points to a crime against life or safety is marked for the authorities (art. 18).
create table public.notices (
  id uuid primary key default private.ordered_id(),
  -- What the state is asked for with; shown to the sender alone.
  code text not null unique default private.drawn_code(12),
  case_id uuid not null references public.moderation_cases (id),
  member uuid references public.community_members (id),
  -- The address that was given, of a visitor; a member points at the thing itself.
  place text check (length(place) <= 500),
  reason text not null check (reason in (
    'promise', 'contact', 'impersonation', 'money', 'insult', 'advertising', 'illegal', 'advice', 'off_topic', 'personal_data', 'copyright', 'threat', 'minors')),
  words text not null check (length(words) <= 3000),
  good_faith boolean not null check (good_faith),
  crime boolean not null,
  filed_at timestamptz not null default clock_timestamp(),
  -- upheld: a measure was taken; rejected: none was.
  outcome text check (outcome in ('upheld', 'rejected')),
  decision uuid references public.moderation_decisions (id),
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null))
);
comment on table public.notices is 'What was reported, by whom, and what came of it. Members read their own; nobody reported learns by whom.';
create index notices_of_case on public.notices (case_id);
create index notices_of_member on public.notices (member, filed_at desc);
create index notices_of_decision on public.notices (decision);
create index notices_by_age on public.notices (filed_at);

create table private.notice_senders (
  notice uuid primary key references public.notices (id) on delete cascade,
  name text check (length(name) <= 120),
  mail text check (length(mail) <= 320),
  language text not null check (language = any (private.languages())),
  -- A hash of the network, for the limit of notices; gone after a day.
  source bytea
);
comment on table private.notice_senders is 'Who sent a notice without an account: name and mail for the receipt and the decision, removed six months after it.';
create index notice_senders_of_source on private.notice_senders (source) where source is not null;
create index notice_senders_of_mail on private.notice_senders (lower(mail)) where mail is not null;
alter table private.notice_senders enable row level security;

create function private.mail_sender(notice public.notices, template text, data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sender private.notice_senders;
begin
  select * into sender from private.notice_senders as known where known.notice = mail_sender.notice.id;
  if sender.mail is null or to_regclass('_server.mail_outbox') is null then return; end if;
  execute 'insert into _server.mail_outbox (to_address, template, data) values ($1, $2, $3)'
    using sender.mail, template, data || jsonb_build_object('Email', sender.mail, 'Data', jsonb_build_object('locale', sender.language));
end
$$;
comment on function private.mail_sender(public.notices, text, jsonb) is 'A mail to who sent a notice without an account; nothing without an address. It never repeats words that a stranger typed.';

create function private.place_of(address text, out kind text, out subject uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  of_thread constant uuid := substring(address from '[?&]sujet=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})');
  number constant int := substring(address from '[?&]message=([0-9]{1,7})');
  of_member constant uuid := substring(address from '[?&]membre=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})');
begin
  kind := 'place';
  if of_thread is not null and number is not null then
    select 'post', id into kind, subject from public.posts where posts.thread = of_thread and position = number and state in ('published', 'shielded');
  elsif of_thread is not null then
    -- A thread has the id of its first post.
    select 'post', id into kind, subject from public.posts where id = of_thread and state in ('published', 'shielded');
  elsif of_member is not null then
    select 'member', id into kind, subject from public.community_members where id = of_member;
  end if;
  kind := coalesce(kind, 'place');
end
$$;
comment on function private.place_of(text) is 'What an address of the product leads to; kind is place where that is nothing of the community.';

create function private.keep_notice(kind text, subject uuid, member uuid, place text, reason text, words text, good_faith boolean, crime boolean) returns public.notices
language plpgsql security definer set search_path = '' as $$
declare
  explained constant text := private.cleaned(words, 3000);
  of_case uuid;
  made public.notices;
begin
  if good_faith is not true then raise exception 'good_faith_missing' using errcode = '22023', hint = 'good_faith'; end if;
  if reason is null or reason not in (
    'promise', 'contact', 'impersonation', 'money', 'insult', 'advertising', 'illegal', 'advice', 'off_topic', 'personal_data', 'copyright', 'threat', 'minors') then
    raise exception 'reason_unknown' using errcode = '22023', hint = 'reason';
  end if;
  if length(explained) < 10 and reason not in ('promise', 'contact', 'impersonation', 'money', 'off_topic', 'advice') then
    raise exception 'words_missing' using errcode = '22023', hint = 'words';
  end if;
  of_case := private.open_case(kind, subject, array[reason], trace => 'noticed');
  insert into public.notices (case_id, member, place, reason, words, good_faith, crime)
  values (of_case, keep_notice.member, keep_notice.place, keep_notice.reason, explained, good_faith, coalesce(keep_notice.crime, false) or keep_notice.reason in ('threat', 'minors'))
  returning * into made;
  -- A threat to life or safety waits for nobody to look at the queue (art. 18).
  if made.crime then
    update public.moderation_cases set harm = 4 where id = of_case;
    perform private.tell_admins('crime_suspected', jsonb_build_object('At', made.filed_at));
  end if;
  return made;
end
$$;
comment on function private.keep_notice(text, uuid, uuid, text, text, text, boolean, boolean) is 'Keeps a notice and brings it to the moderators.';

create function public.report(subject uuid, reason text, words text default '', good_faith boolean default false, crime boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
  kind text;
  made public.notices;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(hashtextextended('notices ' || me, 0));
  if (select count(*) from public.notices where member = me and filed_at > clock_timestamp() - interval '1 day') >= 30 then
    raise exception 'too_many_notices' using errcode = 'PT429';
  end if;
  kind := case
    when exists (select from public.posts where id = subject and state in ('published', 'shielded')) then 'post'
    when exists (select from public.community_members where id = subject and user_id is not null) then 'member' end;
  if kind is null then raise exception 'no_such_subject' using errcode = 'PT404'; end if;
  if private.author_of_subject(kind, subject) = me then raise exception 'own_words' using errcode = '42501'; end if;
  if exists (
    select from public.notices join public.moderation_cases as about on about.id = notices.case_id
    where notices.member = me and about.subject = report.subject and notices.outcome is null
  ) then raise exception 'already_reported' using errcode = '23505'; end if;
  made := private.keep_notice(kind, subject, me, null, reason, words, good_faith, crime);
  perform private.tell_member(auth.uid(), 'notice_received', jsonb_build_object('Code', made.code, 'At', made.filed_at), '/communaute?onglet=decisions');
  return jsonb_build_object('id', made.id, 'code', made.code);
end
$$;
comment on function public.report(uuid, text, text, boolean, boolean) is 'A member''s notice about a post, which stands for its thread where it is the first, or about a member: {id, code}. good_faith must be declared. crime: points to a crime against somebody''s life or safety.';

create function public.file_notice(
  place text, reason text, words text, name text default null, mail text default null, good_faith boolean default false, crime boolean default false,
  language text default 'fr'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.cleaned(place, 500);
  sender constant text := nullif(private.cleaned(name, 120), '');
  mailbox constant text := nullif(private.cleaned(mail, 320), '');
  -- Without a network, which only this server tells, all share one limit.
  network constant bytea := extensions.digest('notices ' || coalesce(private.client_network(), 'unknown'), 'sha256');
  moment constant timestamptz := clock_timestamp();
  found record;
  made public.notices;
begin
  if address !~ '^(https?://|/)[^\s]+$' then raise exception 'place_missing' using errcode = '22023', hint = 'place'; end if;
  -- Names may be kept back where children are abused (art. 16(2)(c)).
  if reason is distinct from 'minors' and sender is null then raise exception 'name_missing' using errcode = '22023', hint = 'name'; end if;
  if reason is distinct from 'minors' and mailbox is null or mailbox !~ '^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$' then raise exception 'mail_wrong' using errcode = '22023', hint = 'mail'; end if;
  if language is null or not language = any (private.languages()) then language := 'fr'; end if;
  perform pg_advisory_xact_lock(hashtextextended('notices of visitors', 0));
  if (select count(*) from private.notice_senders as known join public.notices on notices.id = known.notice where known.source = network and filed_at > moment - interval '1 hour') >= 5
    or (select count(*) from private.notice_senders as known join public.notices on notices.id = known.notice where lower(known.mail) = lower(mailbox) and filed_at > moment - interval '1 day') >= 5
    or (select count(*) from public.notices where member is null and filed_at > moment - interval '1 hour') >= 300 then
    raise exception 'too_many_notices' using errcode = 'PT429';
  end if;
  select * into found from private.place_of(address);
  made := private.keep_notice(found.kind, found.subject, null, address, reason, words, good_faith, crime);
  insert into private.notice_senders (notice, name, mail, language, source) values (made.id, sender, mailbox, file_notice.language, network);
  perform private.mail_sender(made, 'notice_received', jsonb_build_object('Code', made.code, 'At', made.filed_at));
  return jsonb_build_object('code', made.code);
end
$$;
comment on function public.file_notice(text, text, text, text, text, boolean, boolean, text) is 'For everybody, without an account: a notice about the place at an address of the product: {code}, with which notice_state() tells what became of it. name and mail may be missing where reason is minors. At most five an hour from one network.';

create function public.notice_state(code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reason', reason, 'filed_at', filed_at, 'outcome', outcome, 'decided_at', decided_at)
  from public.notices where notices.code = upper(btrim(notice_state.code))
$$;
comment on function public.notice_state(text) is 'For everybody who has its code: what became of a notice; null for no such code. The code is one of 5 × 10^17.';

create function private.answer_notices(made public.moderation_decisions, moment timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answered public.notices;
  account uuid;
begin
  for answered in
    update public.notices set outcome = case made.measure when 'nothing' then 'rejected' else 'upheld' end, decision = made.id, decided_at = moment
    where case_id = made.case_id and outcome is null returning *
  loop
    account := (select user_id from public.community_members where id = answered.member);
    if account is not null then
      perform private.notify_member(account, 'notice:' || answered.id, 'notice_decided', '{}', '/communaute?onglet=decisions', own_mail => true);
      perform private.queue_mail(account, 'notice_decided', jsonb_build_object('Code', answered.code, 'Outcome', answered.outcome, 'At', moment));
    else
      perform private.mail_sender(answered, 'notice_decided', jsonb_build_object('Code', answered.code, 'Outcome', answered.outcome, 'At', moment));
    end if;
  end loop;
end
$$;
comment on function private.answer_notices(public.moderation_decisions, timestamptz) is 'Tells everybody who gave notice of a case what was decided, without saying by whom.';

create function private.trim_notices(moment timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  -- An appeal is possible for six months after the decision.
  delete from private.notice_senders using public.notices where notices.id = notice_senders.notice and notices.decided_at < moment - interval '6 months';
  update private.notice_senders set source = null from public.notices
  where notices.id = notice_senders.notice and source is not null and notices.filed_at < moment - interval '1 day';
$$;
comment on function private.trim_notices(timestamptz) is 'For the worker, each day: removes names and addresses of senders six months after the decision, and what limits were counted by after a day.';

call private.audit_changes('public.notices', '{code,words,place}');
alter table public.notices enable row level security;
create policy "members read their own notices, staff every one" on public.notices for select to authenticated
  using (member = (select private.own_member()) or (select private.reading_staff_role()) is not null);
revoke all on public.notices, private.notice_senders from anon, authenticated, service_role;
grant select on public.notices to authenticated;
revoke execute on function
  private.mail_sender(public.notices, text, jsonb), private.place_of(text), private.keep_notice(text, uuid, uuid, text, text, text, boolean, boolean),
  public.report(uuid, text, text, boolean, boolean), public.file_notice(text, text, text, text, text, boolean, boolean, text), public.notice_state(text),
  private.answer_notices(public.moderation_decisions, timestamptz), private.trim_notices(timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.report(uuid, text, text, boolean, boolean) to authenticated;
grant execute on function public.file_notice(text, text, text, text, text, boolean, boolean, text), public.notice_state(text) to anon, authenticated;
