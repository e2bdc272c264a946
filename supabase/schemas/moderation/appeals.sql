-- Appeals: whom a decision concerns may ask for a review within six months, free of charge, once: its author, or who gave notice in vain. Another
-- person decides it. What is reversed is put back, and the register says so.
create table public.appeals (
  id uuid primary key default private.ordered_id(),
  decision uuid not null references public.moderation_decisions (id),
  member uuid not null references public.community_members (id),
  words text not null check (length(words) between 3 and 3000),
  filed_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('confirmed', 'reversed')),
  answer text check (length(answer) <= 3000),
  decided_at timestamptz,
  decided_by uuid,
  unique (decision, member),
  check ((outcome is null) = (decided_at is null))
);
comment on table public.appeals is 'Requests to review a decision, and their answers. Members read their own, without who answered.';
create index appeals_of_member on public.appeals (member, filed_at desc);
create index appeals_open on public.appeals (filed_at) where outcome is null;

create function public.appeal_decision(decision_id uuid, words text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.own_member();
  reason constant text := private.cleaned(words, 3000);
  about public.moderation_decisions;
  made uuid;
begin
  select * into about from public.moderation_decisions where id = decision_id and sent_at is not null;
  if me is null or about.id is null or not coalesce(
    about.author = me and about.measure <> 'nothing'
    or about.measure = 'nothing' and exists (select from public.notices where decision = about.id and member = me), false)
  then raise exception 'no_such_decision' using errcode = 'PT404'; end if;
  if about.reversed_at is not null then raise exception 'already_reversed' using errcode = 'PT409'; end if;
  if about.sent_at < clock_timestamp() - interval '6 months' then raise exception 'too_late' using errcode = 'PT409'; end if;
  if length(reason) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  insert into public.appeals (decision, member, words) values (about.id, me, reason) on conflict do nothing returning id into made;
  if made is null then raise exception 'already_appealed' using errcode = '23505'; end if;
  perform private.note_moderation(about.case_id, 'appealed');
  return made;
end
$$;
comment on function public.appeal_decision(uuid, text) is 'Asks for a review of a decision: for its author, and for who gave notice where nothing was done. Within six months, once. Raises no_such_decision, too_late, already_appealed.';

create function public.decide_appeal(appeal_id uuid, overturn boolean, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  appeal public.appeals;
  about public.moderation_decisions;
  reply constant text := private.cleaned(words, 3000);
  account uuid;
  moment constant timestamptz := clock_timestamp();
begin
  perform private.moderator();
  select * into appeal from public.appeals where id = appeal_id for update;
  if appeal.id is null then raise exception 'no_such_appeal' using errcode = 'PT404'; end if;
  if appeal.outcome is not null then raise exception 'case_is_decided' using errcode = 'PT409'; end if;
  select * into about from public.moderation_decisions where id = appeal.decision for update;
  if auth.uid() in (about.decided_by, coalesce(about.seconded_by, about.decided_by)) then raise exception 'other_person' using errcode = '42501'; end if;
  if private.own_member() in (appeal.member, coalesce(about.author, appeal.member)) then raise exception 'own_case' using errcode = '42501'; end if;
  if length(reply) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  if overturn is null then raise exception 'outcome_missing' using errcode = '22023', hint = 'overturn'; end if;
  update public.appeals set outcome = case when overturn then 'reversed' else 'confirmed' end, answer = reply, decided_at = moment, decided_by = auth.uid() where id = appeal.id;
  if overturn and about.reversed_at is null then
    update public.moderation_decisions set reversed_at = moment where id = about.id;
    if about.measure = 'nothing' then
      -- Who gave notice was right: somebody decides again.
      perform private.open_case(about.kind, about.subject, about.reasons, trace => 'opened');
    elsif about.kind = 'held' then
      perform private.give_back_held(about);
      perform private.enter_moderation(about, true, moment);
    else
      perform private.take_back(about);
      perform private.enter_moderation(about, true, moment);
    end if;
  end if;
  perform private.note_moderation(about.case_id, case when overturn then 'reversed' else 'confirmed' end, reply);
  account := (select user_id from public.community_members where id = appeal.member);
  if account is not null then
    perform private.tell_member(account, 'appeal_decided', jsonb_build_object('Outcome', case when overturn then 'reversed' else 'confirmed' end, 'Reason', reply, 'At', moment), '/communaute?onglet=decisions');
  end if;
end
$$;
comment on function public.decide_appeal(uuid, boolean, text) is 'For staff who did not take the decision: confirms it, or reverses it, which puts the words and rights back and enters that into the register.';

create function private.give_back_held(about public.moderation_decisions) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.sanctions set lifted_at = clock_timestamp() where sanctions.decision = about.id and lifted_at is null;
  -- Of an account that is gone nothing is left to publish.
  if about.before is null then return; end if;
  insert into public.held_posts select (jsonb_populate_record(null::public.held_posts, about.before)).*;
  delete from public.removed_texts as kept where kept.decision = about.id and kept.kind = 'held';
  perform private.publish_held(about.subject, auth.uid());
end
$$;
comment on function private.give_back_held(public.moderation_decisions) is 'Publishes a refused text after all, as it was sent, and ends the sanctions that came with the refusal.';

create function public.lift_sanction(sanction_id uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ended public.sanctions;
begin
  perform private.moderator();
  if length(private.cleaned(words, 500)) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  update public.sanctions set lifted_at = clock_timestamp() where id = sanction_id and lifted_at is null and (ends_at is null or ends_at > clock_timestamp()) returning * into ended;
  if ended.id is null then raise exception 'no_such_sanction' using errcode = 'PT404'; end if;
  perform private.note_moderation((select case_id from public.moderation_decisions where id = ended.decision), 'lifted', private.cleaned(words, 500));
end
$$;
comment on function public.lift_sanction(uuid, text) is 'For staff: ends a warning, a mute or a ban of the community before its time. A closed account is reinstated by reinstate_member().';

call private.audit_changes('public.appeals', '{words,answer}');
alter table public.appeals enable row level security;
create policy "members read their own appeals, staff every one" on public.appeals for select to authenticated
  using (member = (select private.own_member()) or (select private.reading_staff_role()) is not null);
revoke all on public.appeals from anon, authenticated, service_role;
grant select (id, decision, member, words, filed_at, outcome, answer, decided_at) on public.appeals to authenticated;
revoke execute on function
  public.appeal_decision(uuid, text), public.decide_appeal(uuid, boolean, text), private.give_back_held(public.moderation_decisions), public.lift_sanction(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.appeal_decision(uuid, text), public.decide_appeal(uuid, boolean, text), public.lift_sanction(uuid, text) to authenticated;
