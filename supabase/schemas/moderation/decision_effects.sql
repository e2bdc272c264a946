-- What a decision does and how it is taken back; the second person, the thirty seconds, and what colleagues say to each other.
create function private.take_effect(decision public.moderation_decisions) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := coalesce(decision.words_become, decision.measure);
  account constant uuid := (select user_id from public.community_members where id = decision.author);
begin
  if decision.kind = 'post' then
    if words = 'mask' then
      perform private.remove_post(decision.subject, decision.id, decision.before ->> 'masked');
      update public.posts set reasons = array(select distinct rule from unnest(posts.reasons || decision.reasons) as rule) where id = decision.subject;
    elsif words = 'hide' and exists (select from public.threads where id = decision.subject) then perform private.remove_thread(decision.subject, decision.id);
    elsif words = 'hide' then perform private.remove_post(decision.subject, decision.id);
    elsif words = 'nothing' and decision.before ->> 'state' = 'shielded' then perform private.restore_post(decision.subject); end if;
  end if;
  if decision.measure in ('warn', 'mute', 'ban', 'close') then
    insert into public.sanctions (member, kind, decision, reason, ends_at)
    values (decision.author, case decision.measure when 'close' then 'ban' else decision.measure end, decision.id, decision.reasons[1],
      case decision.measure when 'mute' then clock_timestamp() + make_interval(days => decision.days) end);
  end if;
  if decision.measure = 'close' and account is not null then
    perform private.keep_out(account, 'Moderation: ' || array_to_string(decision.reasons, ', '), auth.uid());
  end if;
end
$$;
comment on function private.take_effect(public.moderation_decisions) is 'Does what a decision says. The words of a held text are removed when the decision is sent.';

create function private.take_back(decision public.moderation_decisions) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := coalesce(decision.words_become, decision.measure);
  account constant uuid := (select user_id from public.community_members where id = decision.author);
begin
  if decision.kind = 'post' then
    if words = 'hide' and exists (select from public.threads where id = decision.subject and state = 'hidden') then perform private.restore_thread(decision.subject);
    elsif words in ('mask', 'hide') then perform private.restore_post(decision.subject); end if;
  end if;
  update public.sanctions set lifted_at = clock_timestamp() where sanctions.decision = take_back.decision.id and lifted_at is null;
  if decision.measure = 'close' and account is not null then perform private.let_in(account, auth.uid()); end if;
end
$$;
comment on function private.take_back(public.moderation_decisions) is 'Puts back what a decision did: the words, the right to write, the account.';

create function public.second_decision(decision_id uuid, agree boolean, words text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  made public.moderation_decisions;
begin
  perform private.moderator();
  select * into made from public.moderation_decisions where id = decision_id for update;
  if made.id is null or made.measure not in ('ban', 'close') then raise exception 'no_such_decision' using errcode = 'PT404'; end if;
  if made.due_at is not null or made.undone_at is not null then raise exception 'case_is_decided' using errcode = 'PT409'; end if;
  if made.decided_by = auth.uid() then raise exception 'second_person' using errcode = '42501'; end if;
  if made.author = private.own_member() then raise exception 'own_case' using errcode = '42501'; end if;
  if agree then
    update public.moderation_decisions set seconded_by = auth.uid(), due_at = clock_timestamp() + interval '30 seconds' where id = made.id returning * into made;
    update public.moderation_cases set state = 'decided', decided_at = clock_timestamp() where id = made.case_id;
    perform private.take_effect(made);
    perform private.enqueue('send-decisions', '{}', 'send-decisions', made.due_at);
  else
    update public.moderation_decisions set undone_at = clock_timestamp() where id = made.id;
    update public.moderation_cases set state = 'open' where id = made.case_id;
  end if;
  perform private.note_moderation(made.case_id, case when agree then 'seconded' else 'declined' end, private.cleaned(words, 2000));
  return jsonb_build_object('decision', made.id, 'due_at', made.due_at);
end
$$;
comment on function public.second_decision(uuid, boolean, text) is 'For another member of staff than who decided: agrees to a ban or a closing, or declines it, which opens the case again.';

create function public.undo_decision(decision_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made public.moderation_decisions;
begin
  perform private.moderator();
  select * into made from public.moderation_decisions where id = decision_id for update;
  if made.id is null then raise exception 'no_such_decision' using errcode = 'PT404'; end if;
  if auth.uid() not in (made.decided_by, coalesce(made.seconded_by, made.decided_by)) then raise exception 'not_allowed' using errcode = '42501'; end if;
  if made.undone_at is not null or made.sent_at is not null or made.due_at < clock_timestamp() then raise exception 'too_late' using errcode = 'PT409'; end if;
  if made.due_at is not null then
    perform private.take_back(made);
    -- What the shield had masked before is masked again.
    if made.before ->> 'state' = 'shielded' and coalesce(made.words_become, made.measure) in ('mask', 'hide', 'nothing') then
      perform private.remove_post(made.subject, null, made.before ->> 'body');
      update public.posts set reasons = array(select jsonb_array_elements_text(made.before -> 'reasons')) where id = made.subject;
    end if;
  end if;
  update public.moderation_decisions set undone_at = clock_timestamp() where id = made.id;
  update public.moderation_cases set state = 'open', decided_at = null where id = made.case_id;
  perform private.note_moderation(made.case_id, 'undone');
end
$$;
comment on function public.undo_decision(uuid) is 'For who decided: takes a decision back before it is sent. Nobody outside heard of it.';

create function public.ask_opinion(case_id uuid, question text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.moderator();
  if length(private.cleaned(question, 1000)) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'question'; end if;
  if not exists (select from public.moderation_cases where id = case_id) then raise exception 'no_such_case' using errcode = 'PT404'; end if;
  perform private.note_moderation(case_id, 'asked', private.cleaned(question, 1000));
end
$$;
comment on function public.ask_opinion(uuid, text) is 'For staff: asks the colleagues about a case.';

create function public.give_opinion(case_id uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.moderator();
  if length(private.cleaned(words, 1000)) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  if not exists (select from public.moderation_cases where id = case_id) then raise exception 'no_such_case' using errcode = 'PT404'; end if;
  perform private.note_moderation(case_id, 'opinion', private.cleaned(words, 1000));
end
$$;
comment on function public.give_opinion(uuid, text) is 'For staff: a word about a case, which colleagues read.';

revoke execute on function
  private.take_effect(public.moderation_decisions), private.take_back(public.moderation_decisions), public.second_decision(uuid, boolean, text),
  public.undo_decision(uuid), public.ask_opinion(uuid, text), public.give_opinion(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.second_decision(uuid, boolean, text), public.undo_decision(uuid), public.ask_opinion(uuid, text), public.give_opinion(uuid, text)
to authenticated;
