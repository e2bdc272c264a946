-- The public register: every measure is an entry of the ledger (docs/proof.md), with a commitment to the words, the ground, the measure and the
-- role of who decided, and no person. What is put back is an entry too. So no criticism can disappear silently, not even by our hand.
create index ledger_of_moderation on public.ledger (((entry #>> '{data,number}')::int)) where kind = 'moderated';

create view public.moderation_register with (security_invoker = true) as
  select (entry #>> '{data,number}')::int as number, at, entry #>> '{data,act}' as act, (entry #>> '{data,of}')::int as of_number,
    entry #>> '{data,measure}' as measure, entry #>> '{data,words}' as words, array(select jsonb_array_elements_text(entry #> '{data,ground}')) as ground,
    entry #>> '{data,automation}' as automation, entry #>> '{data,role}' as role, (entry #>> '{data,people}')::int as people,
    entry #>> '{data,commitment}' as commitment, sequence, hash
  from public.ledger where kind = 'moderated';
comment on view public.moderation_register is 'The entries of the ledger about moderation, as a table: nothing here is stored twice.';

create function private.enter_moderation(decision public.moderation_decisions, reversing boolean, moment timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  fresh int;
begin
  perform private.lock_ledger();
  fresh := coalesce((select max((entry #>> '{data,number}')::int) from public.ledger where kind = 'moderated'), 0) + 1;
  perform private.append_to_ledger('moderated', null, jsonb_build_object(
    'number', fresh, 'act', case when reversing then 'reversed' else 'taken' end, 'of', case when reversing then decision.number end,
    'measure', decision.measure, 'words', case when decision.measure in ('mask', 'hide', 'refuse') then decision.measure else decision.words_become end,
    'ground', (
      select coalesce(jsonb_agg(ground order by ground), '[]') from (
        select distinct private.reason_rule(reason) as ground from unnest(decision.reasons) as reason where private.reason_rule(reason) is not null
        union select decision.law where decision.law is not null) as grounds),
    'automation', case when decision.detected then 'detection' else 'none' end, 'role', decision.role,
    'people', case when decision.seconded_by is null then 1 else 2 end, 'commitment', decision.commitment), moment);
  return fresh;
end
$$;
comment on function private.enter_moderation(public.moderation_decisions, boolean, timestamptz) is 'Enters a measure, or that it was reversed, into the ledger. Numbers have no gap.';

create function private.send_decision(decision uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made public.moderation_decisions;
  account uuid;
begin
  select * into made from public.moderation_decisions where id = decision and due_at <= moment and sent_at is null and undone_at is null for update skip locked;
  if made.id is null then return; end if;
  if made.kind = 'held' then
    insert into public.removed_texts (author, subject, kind, text, decision)
    select author, id, 'held', private.words_of_subject('held', id), made.id from public.held_posts where id = made.subject;
    delete from public.held_posts where id = made.subject;
  end if;
  if made.measure <> 'nothing' then
    made.number := private.enter_moderation(made, false, moment);
    account := (select user_id from public.community_members where id = made.author);
    if account is not null then
      perform private.tell_member(account, 'moderation_decided', jsonb_build_object('Statement', made.statement, 'At', made.decided_at), '/communaute?onglet=decisions');
    end if;
  end if;
  update public.moderation_decisions set sent_at = moment, number = made.number where id = made.id;
  update private.shield_days as known set reviewed = reviewed + 1, unfounded = unfounded + case when made.measure = 'nothing' then 1 else 0 end
  from public.moderation_cases as about
  where about.id = made.case_id and known.day = private.paris_day(about.opened_at) and known.rule = any (about.reasons);
  perform private.answer_notices(made, moment);
  perform private.note_moderation(made.case_id, 'sent');
end
$$;
comment on function private.send_decision(uuid, timestamptz) is 'Enters a decision into the register, and tells its author and who gave notice. Once, and not if it was undone.';

create function private.due_decisions(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.moderation_decisions where due_at <= moment and sent_at is null and undone_at is null order by due_at, id limit 200
$$;
comment on function private.due_decisions(timestamptz) is 'For the worker: decisions whose thirty seconds are over.';

create function private.close_case_of_held() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.moderation_cases set state = 'decided', decided_at = clock_timestamp() where subject = old.id and kind = 'held' and state <> 'decided';
  return null;
end
$$;
comment on function private.close_case_of_held() is 'A held text that its author took back, or that is published, waits for nobody.';
create trigger close_case_of_held after delete on public.held_posts for each row execute function private.close_case_of_held();

-- Figures for everybody (DSA, art. 15 and 24) -----------------------------------------------------------------------------
create table public.active_recipients (
  month date primary key check (extract(day from month) = 1),
  recipients int not null check (recipients >= 0)
);
comment on table public.active_recipients is 'How many accounts used the product in each month, the trial accounts aside; of the present month so far (DSA, art. 24).';

create function private.count_recipients(moment timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.active_recipients as known (month, recipients)
  select date_trunc('month', private.paris_day(moment))::date, count(*)
  from public.visits join auth.users as account on account.id = visits.user_id
  where not account.is_anonymous and private.paris_day(visits.seen_at) >= date_trunc('month', private.paris_day(moment))::date
  -- Who came and left the product in the same month still counts.
  on conflict (month) do update set recipients = greatest(known.recipients, excluded.recipients)
$$;
comment on function private.count_recipients(timestamptz) is 'For the worker, each day: counts who used the product in the running month.';

create function public.moderation_report(months int default 12) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'months', (
      select jsonb_agg(jsonb_build_object(
        'month', to_char(month, 'YYYY-MM'),
        'notices', (select count(*) from public.notices where filed_at >= month and filed_at < month + interval '1 month'),
        'notices_by_reason', (select coalesce(jsonb_object_agg(reason, n), '{}') from (
          select reason, count(*) as n from public.notices where filed_at >= month and filed_at < month + interval '1 month' group by reason) as counted),
        'notices_of_visitors', (select count(*) from public.notices where member is null and filed_at >= month and filed_at < month + interval '1 month'),
        'suspected_crimes', (select count(*) from public.notices where crime and filed_at >= month and filed_at < month + interval '1 month'),
        'measures', (select coalesce(jsonb_object_agg(measure, n), '{}') from (
          select measure, count(*) as n from public.moderation_decisions where sent_at >= month and sent_at < month + interval '1 month' group by measure) as counted),
        'detected', (select count(*) from public.moderation_decisions where detected and measure <> 'nothing' and sent_at >= month and sent_at < month + interval '1 month'),
        'median_hours', (select round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at) / 3600))::numeric, 1)
          from public.moderation_cases where state = 'decided' and decided_at >= month and decided_at < month + interval '1 month'),
        'appeals', (select count(*) from public.appeals where filed_at >= month and filed_at < month + interval '1 month'),
        'reversed', (select count(*) from public.moderation_decisions where reversed_at >= month and reversed_at < month + interval '1 month'),
        'warnings', (select coalesce(sum(warnings), 0) from private.shield_days where day >= month::date and day < (month + interval '1 month')::date),
        'warnings_unfounded', (select coalesce(sum(unfounded), 0) from private.shield_days where day >= month::date and day < (month + interval '1 month')::date),
        'active_recipients', (select recipients from public.active_recipients as known where known.month = span.month::date)
      ) order by month desc)
      from (
        select (date_trunc('month', now() at time zone 'Europe/Paris') - make_interval(months => back)) at time zone 'Europe/Paris' as month
        from generate_series(0, least(greatest(coalesce(months, 12), 1), 60) - 1) as back
      ) as span
    ),
    -- Over the past six months (art. 24(2)).
    'average_recipients', (select round(avg(recipients))::int from (
      select recipients from public.active_recipients where month < date_trunc('month', now())::date order by month desc limit 6) as past)
  )
$$;
comment on function public.moderation_report(int) is 'For everybody: what was reported, decided, appealed and reversed in each month, what the shield found and was wrong about, and the active recipients (DSA, art. 15 and 24).';

create function public.shield_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'warnings', coalesce(sum(warnings), 0), 'since', min(day), 'reviewed', coalesce(sum(reviewed), 0), 'unfounded', coalesce(sum(unfounded), 0),
    'by_rule', (select coalesce(jsonb_object_agg(rule, n), '{}') from (select rule, sum(warnings) as n from private.shield_days group by rule) as counted),
    'lists', (select coalesce(jsonb_agg(jsonb_build_object('source', source, 'list_date', list_date, 'fetched_at', fetched_at, 'entries', entries) order by source), '[]') from public.warning_lists)
  ) from private.shield_days
$$;
comment on function public.shield_figures() is 'For everybody: how often the shield warned, by rule, how often a person disagreed, and the lists that it compares with.';

alter table public.active_recipients enable row level security;
create policy "everybody reads how many use the product" on public.active_recipients for select to anon, authenticated using (true);
revoke all on public.active_recipients, public.moderation_register from anon, authenticated, service_role;
grant select on public.active_recipients, public.moderation_register to anon, authenticated;
revoke execute on function
  private.enter_moderation(public.moderation_decisions, boolean, timestamptz), private.send_decision(uuid, timestamptz), private.due_decisions(timestamptz),
  private.close_case_of_held(), private.count_recipients(timestamptz), public.moderation_report(int), public.shield_figures()
from public, anon, authenticated, service_role;
grant execute on function public.moderation_report(int), public.shield_figures() to anon, authenticated;
