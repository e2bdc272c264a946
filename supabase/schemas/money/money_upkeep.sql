-- Time-based tasks of each minute; and the treatment of money when an account is deleted.
create index payments_surplus on public.payments (user_id) where surplus > 0;

create function private.settle_due(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  due uuid;
  done int := 0;
begin
  for due in
    select user_id from (
      select user_id, current_period_end from public.subscriptions where state in ('active', 'past_due', 'canceled') and current_period_end <= moment and (
        state = 'canceled' or means = 'crypto' or (state = 'active' and current_period_end <= moment - interval '1 day') or grace_until <= moment)
      union all
      -- Money that was received, as in private.settle_requests(): declined cards never paid.
      select pay.user_id, created_at + interval '1 day' from public.payments as pay where surplus > 0 and (paid_at is not null or failure = 'underpaid')
        and state <> 'refunded' and created_at <= moment - interval '1 day'
        and not exists (select from public.refunds where payment_id = pay.id and reason = 'overpaid')
      union all
      select user_id, expires_at from public.checkouts where expires_at <= moment and (state in ('open', 'failed') or (state = 'waiting' and means = 'card'))
    ) as waiting (user_id, since)
    group by user_id order by min(since), user_id limit 500
  loop
    -- Members locked by another transaction are settled by it, or next time: nothing waits here while holding locks.
    continue when not private.try_lock_money(due);
    perform private.close_checkouts(array(
      select id from public.checkouts where user_id = due and expires_at <= moment and (state in ('open', 'failed') or (state = 'waiting' and means = 'card'))), moment);
    perform private.settle_member(due, moment);
    done := done + 1;
  end loop;
  return done;
end
$$;
comment on function private.settle_due(timestamptz) is 'For the worker, each minute: ends contracts after their paid period or grace period, expires orders, and refunds payments that bought nothing. Returns the number of members; 500 means that there may be more.';

create function private.cancel_before_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.subscriptions where user_id = new.user_id and state in ('active', 'past_due')) then
    perform private.cancel_for(new.user_id, clock_timestamp());
  end if;
  return null;
end
$$;
comment on function private.cancel_before_erasure() is 'Stops further charges for an account to be deleted.';
create trigger cancel_before_erasure after insert on public.account_deletions for each row when (new.erased_at is null) execute function private.cancel_before_erasure();

create function private.end_money() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.subscriptions where user_id = old.id) then return old; end if;
  perform private.lock_money(old.id);
  insert into private.money_commands (member, subscription_id, kind, at)
  select user_id, id, 'erase', clock_timestamp() from public.subscriptions where user_id = old.id;
  -- Providers' texts may name the member; the facts behind the books do not.
  update private.provider_events set raw = null, headers = null, fingerprint = null, event = event - '{method,customer}'::text[] where member = old.id;
  perform private.settle_member(old.id, clock_timestamp());
  return old;
end
$$;
comment on function private.end_money() is 'Ends the contract of an account before its deletion, and removes personal data from what is kept.';
-- Before forget_member: triggers with the same timing run in alphabetical order.
create trigger end_money before delete on auth.users for each row execute function private.end_money();

revoke execute on function private.settle_due(timestamptz), private.cancel_before_erasure(), private.end_money() from public, anon, authenticated, service_role;
grant execute on function private.settle_due(timestamptz) to service_role;
