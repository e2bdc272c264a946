-- What a member sees of moderation about themselves: decisions with their reasons and the removed words, and their own notices.
create function public.my_decisions() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', made.id, 'kind', made.kind, 'subject', made.subject, 'measure', made.measure, 'words', made.words_become, 'reasons', to_jsonb(made.reasons), 'law', made.law,
    'statement', made.statement, 'decided_at', made.decided_at, 'reversed_at', made.reversed_at,
    -- What the register says of the text, and what opens it: anybody to whom the author gives both can check them.
    'text', (select text from public.removed_texts as kept where kept.decision = made.id and kept.kind in ('post', 'held') order by kept.removed_at desc, kept.id desc limit 1),
    'nonce', made.nonce, 'commitment', made.commitment, 'number', made.number, 'sequence', (select sequence from public.moderation_register as entered where entered.number = made.number),
    'until', (select ends_at from public.sanctions where decision = made.id and lifted_at is null limit 1),
    'appeal_until', made.sent_at + interval '6 months',
    'appeal', (select jsonb_build_object('filed_at', filed_at, 'words', words, 'outcome', outcome, 'answer', answer, 'decided_at', appeals.decided_at) from public.appeals
      where decision = made.id and member = made.author))
  from public.moderation_decisions as made
  where made.author = private.own_member() and made.sent_at is not null and made.measure <> 'nothing'
  order by made.id desc limit 200
$$;
comment on function public.my_decisions() is 'The decisions about the caller, newest first: statement of reasons, removed words, the entry of the register with what opens it, and the appeal.';

create function public.my_notices() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', notice.id, 'code', notice.code, 'reason', notice.reason, 'words', notice.words, 'filed_at', notice.filed_at, 'outcome', notice.outcome, 'decided_at', notice.decided_at,
    -- Against a decision to do nothing its sender may ask for a review.
    'decision', case when made.measure = 'nothing' then made.id end, 'appeal_until', case when made.measure = 'nothing' then made.sent_at + interval '6 months' end,
    'appeal', (select jsonb_build_object('filed_at', filed_at, 'outcome', appeals.outcome, 'answer', answer) from public.appeals where decision = made.id and appeals.member = notice.member))
  from public.notices as notice left join public.moderation_decisions as made on made.id = notice.decision
  where notice.member = private.own_member() order by notice.filed_at desc limit 200
$$;
comment on function public.my_notices() is 'The caller''s notices and what became of each, newest first.';

revoke execute on function public.my_decisions(), public.my_notices() from public, anon, authenticated, service_role;
grant execute on function public.my_decisions(), public.my_notices() to authenticated;
