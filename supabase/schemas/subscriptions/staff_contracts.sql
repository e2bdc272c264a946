-- Contract changes by admins for a member who wrote a letter or signs in by phone only: what the member could do themselves,
-- for the same quote, audited with the reason.
create function public.staff_contract(member uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sub public.subscriptions;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into sub from public.subscriptions where user_id = staff_contract.member and state in ('active', 'past_due', 'canceled');
  if not found then return null; end if;
  return jsonb_build_object(
    'id', sub.id, 'plan', (select name from public.plans where slug = sub.plan), 'period', sub.period, 'means', sub.means, 'provider', sub.provider, 'state', sub.state,
    'amount', sub.amount, 'currency', sub.currency, 'started_at', sub.started_at,
    -- A contract with an unpaid renewal ends immediately.
    'ends_at', case when sub.state = 'past_due' then null else coalesce(sub.paid_until, sub.current_period_end) end,
    'withdrawal', private.withdrawal_quote(sub, now()));
end
$$;
comment on function public.staff_contract(uuid) is 'For admins: a member''s active contract and the effect of ending it, {id, plan, period, means, provider, state, amount, currency, started_at, ends_at (null: immediately), withdrawal: {possible, until, paid, used, refund, …}}; null without one.';

create function private.begin_staff_act(member uuid, words text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  said constant text := private.cleaned(words, 500);
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- Admins change their own contract in their own account.
  if member = auth.uid() then raise exception 'own_account' using errcode = '42501'; end if;
  if length(said) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  return said;
end
$$;
comment on function private.begin_staff_act(uuid, text) is 'Authorises an admin with a verified second factor to act for another member, with a reason; returns the cleaned reason.';

create function private.note_contract_act(member uuid, kind text, was text, becomes public.subscriptions, words text, more jsonb) returns void
language sql volatile set search_path = '' as $$
  select private.note_staff_act('contracts', member::text, 'update', jsonb_build_object('state', was),
    jsonb_build_object('act', kind, 'subscription', becomes.id, 'state', becomes.state, 'words', words) || more)
$$;
comment on function private.note_contract_act(uuid, text, text, public.subscriptions, text, jsonb) is 'Audits what staff did to a member''s contract, and why.';

create function public.staff_cancel(member uuid, words text) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  said constant text := private.begin_staff_act(member, words);
  was constant text := (private.running_subscription(member, clock_timestamp())).state;
  sub constant public.subscriptions := private.cancel_for(member, clock_timestamp());
begin
  if was = 'canceled' then raise exception 'already_canceled' using errcode = '22023'; end if;
  perform private.note_contract_act(member, 'cancel', was, sub, said, '{}');
  return sub;
end
$$;
comment on function public.staff_cancel(uuid, text) is 'For admins: cancels a member''s contract at the end of the paid period, on the member''s request; the member gets the usual mail. Raises not_admin, own_account, words_missing, no_subscription, already_canceled.';

create function public.staff_resume(member uuid, words text) returns public.subscriptions
language plpgsql volatile security definer set search_path = '' as $$
declare
  said constant text := private.begin_staff_act(member, words);
  sub constant public.subscriptions := private.resume_for(member, clock_timestamp());
begin
  perform private.note_contract_act(member, 'resume', 'canceled', sub, said, '{}');
  return sub;
end
$$;
comment on function public.staff_resume(uuid, text) is 'For admins: reverses a member''s cancellation, on the member''s request. Raises not_admin, own_account, words_missing, no_subscription, nothing_to_resume, account_is_ending.';

create function public.staff_withdraw(member uuid, refund bigint, words text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  said constant text := private.begin_staff_act(member, words);
  was constant text := (private.running_subscription(member, clock_timestamp())).state;
  done constant jsonb := private.withdraw_for(member, refund, clock_timestamp());
begin
  perform private.note_contract_act(member, 'withdraw', was, jsonb_populate_record(null::public.subscriptions, done -> 'subscription'), said, jsonb_build_object('refund', refund));
  return done;
end
$$;
comment on function public.staff_withdraw(uuid, bigint, text) is 'For admins: withdraws a member from their contract for the refund quoted by staff_contract(): {subscription, refunds}. Raises not_admin, own_account, words_missing, no_subscription, not_withdrawable, price_moved.';

revoke execute on function
  public.staff_contract(uuid), private.begin_staff_act(uuid, text), private.note_contract_act(uuid, text, text, public.subscriptions, text, jsonb),
  public.staff_cancel(uuid, text), public.staff_resume(uuid, text), public.staff_withdraw(uuid, bigint, text)
from public, anon, authenticated, service_role;
grant execute on function public.staff_contract(uuid), public.staff_cancel(uuid, text), public.staff_resume(uuid, text), public.staff_withdraw(uuid, bigint, text) to authenticated;
