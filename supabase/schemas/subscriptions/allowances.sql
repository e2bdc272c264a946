-- Allowances: what a plan measures out, counted where it is used. An act takes its part in its own transaction, so what is refused
-- or fails is not counted, and two at once wait for each other on the member's row. Kinds are declared in
-- `registries/allowances.sql`, amounts in `plans.allowances`.
create table public.allowance_uses (
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  -- The first day of the period that `used` counts; a total has none.
  since date not null,
  used int not null check (used >= 0),
  primary key (user_id, kind)
);
comment on table public.allowance_uses is 'How much of each allowance a member has used in the period that began on a day of Paris. One row a member and kind; the next period overwrites it.';

create function private.plan_of(member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select plan from public.subscriptions where user_id = member and state not in ('incomplete', 'expired') order by created_at desc limit 1),
    (select slug from public.plans where tier = case when private.is_premium(member) then 'premium' else 'freemium' end order by sort limit 1))
$$;
comment on function private.plan_of(uuid) is 'The plan that a member''s contract runs on; without one, the first of their tier.';

create function private.allowance_of(member uuid, wanted text, out amount int, out since date, out renews_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.paris_day(now());
  declared record;
begin
  select kinds.period, case when plan.allowances ? wanted then (plan.allowances ->> wanted)::int else kinds.otherwise end as given into declared
  from private.allowance_kinds() as kinds left join public.plans as plan on plan.slug = private.plan_of(member)
  where kinds.kind = wanted;
  if not found then raise exception 'unknown_allowance' using errcode = '22023'; end if;
  amount := declared.given;
  since := case declared.period when 'day' then today when 'month' then date_trunc('month', today)::date else '-infinity' end;
  renews_at := case declared.period
    when 'day' then (today + 1)::timestamp at time zone 'Europe/Paris'
    when 'month' then (since + interval '1 month') at time zone 'Europe/Paris' end;
end
$$;
comment on function private.allowance_of(uuid, text) is 'What a member has of an allowance: its amount (null is without limit), the first day of its period, and when the next begins (null for a total).';

create function private.use_allowance(member uuid, kind text) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  given record;
  counted int;
begin
  select * into given from private.allowance_of(member, kind);
  insert into public.allowance_uses as uses (user_id, kind, since, used) values (member, kind, given.since, 1)
  on conflict on constraint allowance_uses_pkey do update
    set since = excluded.since, used = case when uses.since = excluded.since then uses.used + 1 else 1 end
    where uses.since <> excluded.since or given.amount is null or uses.used < given.amount
  returning uses.used into counted;
  if counted is null or counted > given.amount then
    raise exception 'allowance_used_up' using
      errcode = case when given.renews_at is null then 'PT409' else 'PT429' end, hint = kind,
      detail = jsonb_build_object('kind', kind, 'amount', given.amount, 'left', 0, 'renews_at', given.renews_at)::text;
  end if;
  return given.amount - counted;
end
$$;
comment on function private.use_allowance(uuid, text) is 'Counts one use of an allowance by a member, in the transaction of the act; returns what is left (null without limit). Refuses with allowance_used_up, whose detail says {kind, amount, left, renews_at}.';

create function private.return_allowance(member uuid, kind text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.allowance_uses as uses set used = uses.used - 1
  where uses.user_id = member and uses.kind = return_allowance.kind and uses.used > 0
    and uses.since = (select given.since from private.allowance_of(member, return_allowance.kind) as given)
$$;
comment on function private.return_allowance(uuid, text) is 'Gives one use back in the period it was taken in: what was had is gone, or an act that was counted failed later.';

create function public.use_allowance(kind text) returns int
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return private.use_allowance(auth.uid(), kind);
end
$$;
comment on function public.use_allowance(text) is 'Counts one use of an allowance by the caller; returns what is left (null without limit). Refuses with allowance_used_up.';

create function public.my_allowances() returns table (kind text, period text, amount int, used int, renews_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select kinds.kind, kinds.period, given.amount, coalesce(uses.used, 0), given.renews_at
  from private.allowance_kinds() as kinds
  cross join lateral private.allowance_of(auth.uid(), kinds.kind) as given
  left join public.allowance_uses as uses on uses.user_id = auth.uid() and uses.kind = kinds.kind and uses.since = given.since
$$;
comment on function public.my_allowances() is 'The caller''s allowances: amount (null is without limit), how much is used in the period that runs, and when the next begins (null for a total).';

-- Where it is counted ----------------------------------------------------------------------------------------------------
create function private.count_signal_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.signal_states as states where states.signal_id = coalesce(new.signal_id, old.signal_id) and states.closed_at is null) then return null; end if;
  if tg_op = 'INSERT' then perform private.use_allowance(new.user_id, 'signal_alerts');
  else perform private.return_allowance(old.user_id, 'signal_alerts'); end if;
  return null;
end
$$;
comment on function private.count_signal_alert() is 'A rule that is set on an open signal takes its part, one that goes gives it back. After the row: one that was there already takes none.';
create trigger count_signal_alert after insert or delete on public.signal_alerts for each row execute function private.count_signal_alert();

create function private.release_signal_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In one order, so that two signals that end at once do not wait for each other.
  perform from public.allowance_uses as uses where uses.kind = 'signal_alerts'
    and uses.user_id in (select rule.user_id from public.signal_alerts as rule where rule.signal_id = new.signal_id) order by uses.user_id for update;
  update public.allowance_uses as uses set used = greatest(0, uses.used + case when new.closed_at is null then held.rules else -held.rules end)
  from (select rule.user_id, count(*)::int as rules from public.signal_alerts as rule where rule.signal_id = new.signal_id group by rule.user_id) as held
  where uses.user_id = held.user_id and uses.kind = 'signal_alerts';
  return null;
end
$$;
comment on function private.release_signal_alerts() is 'The rules of a signal that ended take no part any more; if a correction opens it again, they do.';
create trigger release_signal_alerts after update of closed_at on public.signal_states
  for each row when ((old.closed_at is null) <> (new.closed_at is null)) execute function private.release_signal_alerts();

create function private.return_failed_copy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.paris_day(new.requested_at) = private.paris_day(now()) then perform private.return_allowance(new.user_id, 'data_copies'); end if;
  return null;
end
$$;
comment on function private.return_failed_copy() is 'A copy that could not be made is not counted.';
create trigger return_failed_copy after update of state on public.data_exports
  for each row when (old.state = 'waiting' and new.state = 'failed') execute function private.return_failed_copy();

insert into private.personal_data (subject, condition, exported, fate) values ('public.allowance_uses', 'user_id = $1', true, 'goes');

alter table public.allowance_uses enable row level security;
create policy "members read what they used" on public.allowance_uses for select to authenticated using ((select auth.uid()) = user_id);
revoke all on public.allowance_uses from anon, authenticated, service_role;
grant select on public.allowance_uses to authenticated;
revoke execute on function
  private.plan_of(uuid), private.allowance_of(uuid, text), private.use_allowance(uuid, text), private.return_allowance(uuid, text),
  private.count_signal_alert(), private.release_signal_alerts(), private.return_failed_copy(), public.use_allowance(text), public.my_allowances()
from public, anon, authenticated, service_role;
grant execute on function public.use_allowance(text), public.my_allowances() to authenticated;
