-- What time does to tickets, and what remains of one when its member's account goes: its times, without a word or a name.
create function private.keep_support(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  kept public.tickets;
  done int := 0;
begin
  for kept in
    select tickets.* from public.tickets join public.support_topics as about using (topic)
    where tickets.state = 'solved' and tickets.solved_at < moment - make_interval(days => about.close_days) order by tickets.id limit 500 for update of tickets skip locked
  loop
    update public.tickets set state = 'closed', closed_at = moment where id = kept.id;
    perform private.note_ticket(kept, 'closed');
    done := done + 1;
  end loop;
  perform private.count_canned_answers();
  delete from private.support_mails where received_at < moment - interval '90 days';
  return done;
end
$$;
comment on function private.keep_support(timestamptz) is 'Closes what was solved long enough ago, counts canned answers, forgets old mails. Returns how many tickets it closed.';

create function private.forget_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'tickets' and (name in (select path from public.ticket_files where ticket = new.id) or (storage.foldername(name))[1] = old.user_id::text);
  perform set_config('storage.allow_delete_query', allowed, true);
  delete from public.ticket_files where ticket = new.id;
  update public.ticket_messages set body = '—', quoted = null, author_name = case when role = 'member' then '' else author_name end, author = case when role = 'member' then null else author end where ticket = new.id;
  delete from public.ticket_notes where ticket = new.id;
  delete from private.ticket_words where ticket = new.id;
  delete from private.ticket_threads where ticket = new.id;
  delete from private.support_mails where ticket = new.id;
  return null;
end
$$;
comment on function private.forget_ticket() is 'Takes words, files, notes and mails out of a ticket whose member''s account is gone.';
create function private.close_forgotten_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.subject := '—';
  new.excerpt := '';
  new.facts := null;
  new.facts_consented_at := null;
  -- What a member foretold was theirs alone; all other figures are public.
  if new.proof #>> '{figure,kind}' = 'forecast' then new.proof := null; end if;
  new.satisfaction_words := null;
  new.request := null;
  new.paused_since := coalesce(new.paused_since, clock_timestamp());
  new.closed_at := coalesce(new.closed_at, clock_timestamp());
  new.state := 'closed';
  return new;
end
$$;
comment on function private.close_forgotten_ticket() is 'Closes and empties a ticket whose member''s account is gone.';
create trigger close_forgotten_ticket before update of user_id on public.tickets for each row when (new.user_id is null and old.user_id is not null) execute function private.close_forgotten_ticket();
create trigger forget_ticket after update of user_id on public.tickets for each row when (new.user_id is null and old.user_id is not null) execute function private.forget_ticket();

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason) values
  ('public.tickets', 'user_id = $1', null, true, true, '{assignee,staff_seen_at,snoozed_until,request}', 'kept', 'The times of a ticket, on which the public figures of support rest, without subject, words or account.'),
  ('public.ticket_messages', 'ticket in (select id from public.tickets where user_id = $1)', null, true, true, '{author,request,canned}', 'kept', 'That and when something was written, without a word of it.'),
  ('public.ticket_files', 'ticket in (select id from public.tickets where user_id = $1)', null, true, true, '{}', 'fades', 'Gone with the account, file and row (support/ticket_keeping.sql).'),
  ('public.ticket_notes', 'ticket in (select id from public.tickets where user_id = $1)', null, true, true, '{author,mentions,request}', 'fades', 'Gone with the account (support/ticket_keeping.sql).'),
  ('public.ticket_events', 'ticket in (select id from public.tickets where user_id = $1) or actor = $1', null, true, true, '{actor}', 'kept', 'What happened to a ticket and when, without words and by number alone.'),
  ('public.ticket_views', 'owner = $1', null, true, true, '{}', 'goes', null),
  ('private.ticket_words', 'ticket in (select id from public.tickets where user_id = $1)', null, false, true, '{}', 'fades', 'The index of the search; gone with the account.'),
  ('private.ticket_threads', 'ticket in (select id from public.tickets where user_id = $1)', null, false, true, '{}', 'fades', 'Secrets of a ticket''s address; gone with the account.'),
  ('private.support_mails', 'sender = any ($2) or ticket in (select id from public.tickets where user_id = $1)', null, true, true, '{}', 'deleted', null),
  ('private.raw_mails', 'false', null, false, true, '{}', 'fades', 'Mails for the moment until they are read.'),
  ('public.errata', 'false', null, false, true, '{}', 'kept', 'Mistakes of the operator''s; they name nobody.');
revoke execute on function private.keep_support(timestamptz), private.forget_ticket(), private.close_forgotten_ticket() from public, anon, authenticated, service_role;
