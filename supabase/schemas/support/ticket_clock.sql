-- The clock of a ticket: what is promised when it opens, and the pauses that alone move it.
create function private.seal_promise(moment timestamptz, priority text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'opened_at', private.timestamp_text(moment), 'priority', promised.priority, 'answer_minutes', promised.answer_minutes, 'solve_minutes', promised.solve_minutes,
    'answer_due_at', private.timestamp_text(private.business_end(moment, make_interval(mins => promised.answer_minutes))),
    'solve_due_at', private.timestamp_text(private.business_end(moment, make_interval(mins => promised.solve_minutes))))
  from public.support_promises as promised where promised.priority = seal_promise.priority
$$;
comment on function private.seal_promise(timestamptz, text) is 'What is promised to a ticket that opens at a moment: {opened_at, priority, answer_minutes, solve_minutes, answer_due_at, solve_due_at}.';

create function private.guard_promise() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.seal is distinct from private.sha256_hex(private.canonical_json(new.promise)) then raise exception 'promise_not_sealed' using errcode = '42501'; end if;
  if tg_op = 'UPDATE' and (new.promise, new.seal, new.opened_at, new.answer_due_at) is distinct from (old.promise, old.seal, old.opened_at, old.answer_due_at) then
    raise exception 'promise_is_sealed' using errcode = '42501', detail = 'Nobody moves a promise.';
  end if;
  if tg_op = 'UPDATE' and new.solve_due_at < old.solve_due_at or new.first_answered_at is null and tg_op = 'UPDATE' and old.first_answered_at is not null then
    raise exception 'promise_is_sealed' using errcode = '42501', detail = 'A pause adds to a promise and takes nothing from it.';
  end if;
  return new;
end
$$;
comment on function private.guard_promise() is 'Keeps a promise as it was sealed, whoever asks.';
create trigger guard_promise before insert or update on public.tickets for each row execute function private.guard_promise();

create function private.pause_ticket(kept public.tickets, into_state text, moment timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update public.tickets set state = into_state, paused_since = coalesce(paused_since, moment), solved_at = case when into_state = 'solved' then coalesce(solved_at, moment) end
  where id = kept.id
$$;
comment on function private.pause_ticket(public.tickets, text, timestamptz) is 'Stops the clock: the member''s turn, somebody else''s, or solved. A pause that runs goes on.';

create function private.resume_ticket(kept public.tickets, moment timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update public.tickets set
    state = 'open', paused = paused + coalesce(private.business_time(paused_since, moment), '0'),
    solve_due_at = private.business_end((promise ->> 'solve_due_at')::timestamptz, paused + coalesce(private.business_time(paused_since, moment), '0')),
    paused_since = null, solved_at = null, snoozed_until = null, reopened = reopened + (state = 'solved')::int
  where id = kept.id
$$;
comment on function private.resume_ticket(public.tickets, timestamptz) is 'Lets the clock run again: the sealed time of the solution, and all pauses behind it.';
revoke execute on function
  private.seal_promise(timestamptz, text), private.guard_promise(), private.pause_ticket(public.tickets, text, timestamptz), private.resume_ticket(public.tickets, timestamptz)
from public, anon, authenticated, service_role;
