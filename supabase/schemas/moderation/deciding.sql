-- Deciding: a case, the reasons and a measure become a decision. It takes effect in this transaction. Closing an account and banning somebody
-- take two people. Nobody decides about their own words.
create function private.moderator() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  role constant text := public.writing_staff_role();
begin
  if role is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return role;
end
$$;
comment on function private.moderator() is 'The role of the caller, who is staff; refuses everybody else.';

create function private.open_case_for(case_id uuid) returns public.moderation_cases
language plpgsql security definer set search_path = '' as $$
declare
  found public.moderation_cases;
begin
  select * into found from public.moderation_cases where id = case_id for update;
  if found.id is null then raise exception 'no_such_case' using errcode = 'PT404'; end if;
  if found.state <> 'open' then raise exception 'case_is_decided' using errcode = 'PT409', detail = found.state; end if;
  if found.author = private.own_member() then raise exception 'own_case' using errcode = '42501'; end if;
  return found;
end
$$;
comment on function private.open_case_for(uuid) is 'An open case, locked, for a moderator whose words it is not about.';

create function private.findings_of(about public.moderation_cases, spans jsonb) returns private.finding[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(finding order by (finding).place), '{}') from (
    select row(span ->> 2, (span ->> 0)::int, (span ->> 1)::int, 'danger', null)::private.finding as finding
    from jsonb_array_elements(case when jsonb_typeof(spans) = 'array' then spans else '[]' end) as span
    where spans is not null and (span ->> 0)::int >= 0 and (span ->> 1)::int > 0
      and span ->> 2 in ('contact', 'promise', 'wallet', 'impersonation', 'warned', 'word', 'link', 'insult', 'personal_data')
    union all
    select row(known ->> 'rule', (known ->> 'offset')::int, (known ->> 'length')::int, 'danger', null)::private.finding
    from jsonb_array_elements(about.findings) as known where spans is null and known ->> 'offset' is not null
  ) as chosen
$$;
comment on function private.findings_of(public.moderation_cases, jsonb) is 'What a moderator masks, [[offset, length, label]]; by default what the shield found.';

create function private.drafted_decision(
  about public.moderation_cases, reasons text[], measure text, days int, spans jsonb, law text, words_become text, statement jsonb
) returns public.moderation_decisions
language plpgsql stable security definer set search_path = '' as $$
declare
  made public.moderation_decisions;
  value constant text := private.words_of_subject(about.kind, about.subject);
  chosen constant private.finding[] := private.findings_of(about, spans);
  quotes text[];
begin
  if measure is null or measure not in ('mask', 'hide', 'refuse', 'warn', 'mute', 'ban', 'close', 'nothing') then raise exception 'measure_unknown' using errcode = '22023', hint = 'measure'; end if;
  if (measure in ('mask', 'hide') or words_become in ('mask', 'hide')) and about.kind <> 'post'
    or (measure = 'refuse' or words_become = 'refuse') and about.kind <> 'held' or measure = 'nothing' and about.kind = 'held'
    or measure in ('warn', 'mute', 'ban', 'close') and about.author is null or (measure = 'mute') <> (days is not null) or days not between 1 and 365 then
    raise exception 'measure_unfit' using errcode = '22023', hint = 'measure';
  end if;
  -- Masking with nothing to mask would leave the text as it is.
  if 'mask' in (measure, words_become) and cardinality(chosen) = 0 then raise exception 'nothing_masked' using errcode = '22023', hint = 'spans'; end if;
  reasons := array(select distinct reason from unnest(reasons) as reason where reason is not null order by 1);
  if measure <> 'nothing' and cardinality(reasons) = 0 then raise exception 'reasons_missing' using errcode = '22023', hint = 'reasons'; end if;
  if exists (select from unnest(reasons) as reason where private.reason_rule(reason) is null and reason not in ('illegal', 'threat', 'minors')) then
    raise exception 'reason_unknown' using errcode = '22023', hint = 'reasons';
  end if;
  -- Undisclosed advertising is against the law on influence as well; of what else is illegal the moderator names the law.
  law := coalesce(nullif(private.cleaned(law, 200), ''), case when 'advertising' = any (reasons) then 'loi n° 2023-451' end);
  if measure <> 'nothing' and reasons && '{illegal,threat,minors}'::text[] and law is null then raise exception 'law_missing' using errcode = '22023', hint = 'law'; end if;

  made.id := private.ordered_id();
  made.case_id := about.id;
  made.author := about.author;
  made.kind := about.kind;
  made.subject := about.subject;
  made.measure := measure;
  -- What a moderator acts upon waits no longer: a held text is published by approve_held() alone.
  made.words_become := case when measure in ('warn', 'mute', 'ban', 'close') then case when about.kind = 'held' then 'refuse' else words_become end end;
  made.reasons := reasons;
  made.law := law;
  made.days := days;
  made.detected := about.findings <> '[]';
  made.notified := (select count(*) from public.notices where notices.case_id = about.id);
  made.language := coalesce((select locale from public.profiles join public.community_members as member on member.user_id = profiles.id where member.id = about.author), 'fr');
  made.decided_at := clock_timestamp();
  made.decided_by := auth.uid();
  made.role := public.writing_staff_role();
  quotes := array(select substr(value, (one).place + 1, (one).length) from unnest(chosen) as one where (one).place is not null);
  if cardinality(quotes) = 0 then quotes := array[left(coalesce(nullif(value, ''), '…'), 200)]; end if;
  made.statement := private.composed_statement(made, quotes);
  if statement is not null then
    if jsonb_typeof(statement) <> 'object' or exists (
      select from jsonb_each(statement) as edited
      where edited.key not in ('decision', 'facts', 'ground', 'means', 'scope', 'redress') or jsonb_typeof(edited.value) <> 'string' or length(btrim(edited.value #>> '{}')) not between 3 and 2000
    ) then raise exception 'statement_invalid' using errcode = '22023', hint = 'statement'; end if;
    made.statement := made.statement || statement;
  end if;
  if about.subject is not null and value is not null then
    made.nonce := encode(extensions.gen_random_bytes(32), 'hex');
    made.commitment := private.commitment(made.nonce, to_jsonb(value));
  end if;
  if about.kind = 'held' then made.before := (select to_jsonb(held) from public.held_posts as held where id = about.subject); end if;
  if about.kind = 'post' then
    made.before := (select jsonb_build_object('state', state, 'body', body, 'reasons', reasons_shown, 'masked', case when 'mask' in (measure, words_become) then private.masked(value, chosen) end)
      from (select posts.state, posts.body, to_jsonb(posts.reasons) as reasons_shown from public.posts where posts.id = about.subject) as post);
  end if;
  return made;
end
$$;
comment on function private.drafted_decision(public.moderation_cases, text[], text, int, jsonb, text, text, jsonb) is 'The decision that these choices make, not yet taken; refuses choices that do not fit the case or each other.';

create function public.preview_decision(
  case_id uuid, reasons text[], measure text, days int default null, spans jsonb default null, law text default null, words_become text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.moderation_cases;
  draft public.moderation_decisions;
begin
  perform private.moderator();
  select * into found from public.moderation_cases where id = case_id;
  if found.id is null then raise exception 'no_such_case' using errcode = 'PT404'; end if;
  draft := private.drafted_decision(found, reasons, measure, days, spans, law, words_become, null);
  return jsonb_build_object('statement', draft.statement, 'language', draft.language, 'masked', draft.before -> 'masked', 'needs_second', measure in ('ban', 'close'));
end
$$;
comment on function public.preview_decision(uuid, text[], text, int, jsonb, text, text) is 'The statement of reasons that these choices make: {statement, language, masked, needs_second}.';

create function public.decide(
  case_id uuid, reasons text[], measure text, days int default null, spans jsonb default null, law text default null, words_become text default null,
  statement jsonb default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found public.moderation_cases;
  made public.moderation_decisions;
begin
  perform private.moderator();
  found := private.open_case_for(case_id);
  if measure in ('ban', 'close') and exists (select from public.community_members where id = found.author and staff_role is not null) then
    raise exception 'member_is_staff' using errcode = '42501';
  end if;
  made := private.drafted_decision(found, reasons, measure, days, spans, law, words_become, statement);
  if measure not in ('ban', 'close') then made.due_at := made.decided_at + interval '30 seconds'; end if;
  insert into public.moderation_decisions values (made.*);
  update public.moderation_cases set state = case when made.due_at is null then 'awaiting_second' else 'decided' end, decided_at = case when made.due_at is not null then made.decided_at end
  where id = found.id;
  if made.due_at is not null then
    perform private.take_effect(made);
    perform private.enqueue('send-decisions', '{}', 'send-decisions', made.due_at);
  end if;
  perform private.note_moderation(found.id, 'decided', measure || ': ' || array_to_string(made.reasons, ', '));
  return jsonb_build_object('decision', made.id, 'due_at', made.due_at, 'needs_second', made.due_at is null);
end
$$;
comment on function public.decide(uuid, text[], text, int, jsonb, text, text, jsonb) is 'For staff: decides a case. measure: mask, hide, refuse (of a held text), warn, mute (days), ban, close, nothing; words_become: what happens to the words beside a measure against a person; spans: what is masked, [[offset, length, label]]; statement: parts of the statement in other words. It takes effect at once and is sent at due_at; until then undo_decision() takes it back. ban and close wait for a second person.';

create function public.approve_held(case_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  found public.moderation_cases;
  of_case uuid;
  done int := 0;
begin
  perform private.moderator();
  foreach of_case in array case_ids[:100] loop
    found := private.open_case_for(of_case);
    if found.kind <> 'held' then raise exception 'measure_unfit' using errcode = '22023', hint = 'case_ids'; end if;
    perform private.publish_held(found.subject, auth.uid());
    update public.moderation_cases set state = 'decided', decided_at = clock_timestamp() where id = found.id;
    perform private.note_moderation(found.id, 'approved');
    done := done + 1;
  end loop;
  return done;
end
$$;
comment on function public.approve_held(uuid[]) is 'For staff: publishes held texts, in this order. All of them or none.';

create function public.decide_many(
  case_ids uuid[], reasons text[], measure text, days int default null, law text default null, words_become text default null, statement jsonb default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  of_case uuid;
  answers jsonb := '[]';
begin
  perform private.moderator();
  if cardinality(case_ids) > 100 then raise exception 'too_many_cases' using errcode = '22023', hint = 'case_ids'; end if;
  -- What one author did is said of no other.
  if statement ? 'facts' then raise exception 'statement_invalid' using errcode = '22023', hint = 'statement'; end if;
  foreach of_case in array case_ids loop
    begin
      answers := answers || jsonb_build_array(jsonb_build_object('case_id', of_case) || public.decide(
        of_case, reasons, measure, days, law => decide_many.law, words_become => decide_many.words_become, statement => decide_many.statement));
    exception when others then
      answers := answers || jsonb_build_array(jsonb_build_object('case_id', of_case, 'refused', sqlerrm));
    end;
  end loop;
  return answers;
end
$$;
comment on function public.decide_many(uuid[], text[], text, int, text, text, jsonb) is 'For staff: the same decision about up to a hundred cases, each by itself, with what becomes of the words and parts of the statement in other words (but the facts, which are each author''s own): [{case_id, decision, due_at, needs_second} or {case_id, refused}].';

revoke execute on function
  private.moderator(), private.open_case_for(uuid), private.findings_of(public.moderation_cases, jsonb),
  private.drafted_decision(public.moderation_cases, text[], text, int, jsonb, text, text, jsonb), public.preview_decision(uuid, text[], text, int, jsonb, text, text),
  public.decide(uuid, text[], text, int, jsonb, text, text, jsonb), public.approve_held(uuid[]),
  public.decide_many(uuid[], text[], text, int, text, text, jsonb)
from public, anon, authenticated, service_role;
grant execute on function
  public.preview_decision(uuid, text[], text, int, jsonb, text, text), public.decide(uuid, text[], text, int, jsonb, text, text, jsonb),
  public.approve_held(uuid[]), public.decide_many(uuid[], text[], text, int, text, text, jsonb)
to authenticated;
