-- Search in tickets: subject, messages, name, address and number, without accents, by stems in four languages. As in the forum, row-level
-- security would keep the index from being used, so only functions with the owner's rights read this table, and they are for staff.
create table private.ticket_words (
  ticket uuid primary key references public.tickets (id),
  touched_at timestamptz not null,
  words tsvector not null
);
comment on table private.ticket_words is 'The words of a ticket, as the search compares them; touched_at is its last message.';
create index ticket_words_index on private.ticket_words using gin (words);
create index ticket_words_recent on private.ticket_words (touched_at desc, ticket desc);
alter table private.ticket_words enable row level security;

create function private.index_ticket(ticket uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.ticket_words as known (ticket, touched_at, words)
  select kept.id, kept.last_message_at, private.words_of(concat_ws(' ', kept.number, kept.subject, profile.first_name, profile.last_name, profile.username,
    (select email || ' ' || regexp_replace(email, '[^[:alnum:]]+', ' ', 'g') from auth.users where id = kept.user_id),
    (select left(string_agg(body, ' ' order by at desc), 60000) from public.ticket_messages as message where message.ticket = kept.id)), kept.language)
  from public.tickets as kept left join public.profiles as profile on profile.id = kept.user_id
  where kept.id = index_ticket.ticket
  on conflict on constraint ticket_words_pkey do update set touched_at = excluded.touched_at, words = excluded.words
$$;
comment on function private.index_ticket(uuid) is 'Keeps the words of a ticket.';

create function private.tickets_with(asked tsquery, before timestamptz, before_id uuid) returns setof uuid
language plpgsql stable security definer set search_path = '' set enable_seqscan = 'off' set enable_indexscan = 'off' as $$
begin
  return query select found.ticket from private.ticket_words as found where found.words @@ asked and (found.touched_at, found.ticket) < (before, before_id);
end
$$;
comment on function private.tickets_with(tsquery, timestamptz, uuid) is 'Every ticket with these words before a place in the list, by the index of words.';

create function private.recent_tickets_with(asked tsquery, before timestamptz, before_id uuid, skipped int, reach int) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select found.ticket from (
    select newest.* from private.ticket_words as newest where (newest.touched_at, newest.ticket) < (before, before_id)
    order by newest.touched_at desc, newest.ticket desc offset skipped limit reach - skipped
  ) as found where found.words @@ asked
$$;
comment on function private.recent_tickets_with(tsquery, timestamptz, uuid, int, int) is 'Tickets with these words among the newest so many before a place in the list, without the first of them: a common word is found there without its index.';
revoke execute on function private.index_ticket(uuid), private.tickets_with(tsquery, timestamptz, uuid), private.recent_tickets_with(tsquery, timestamptz, uuid, int, int)
from public, anon, authenticated, service_role;
