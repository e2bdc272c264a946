-- Publishing an idea, and what its author may still do: withdraw it before its entry, close it by hand, add dated notes, open it.
create table private.idea_requests (
  author uuid not null references public.community_members (id),
  key uuid not null,
  -- Null only within the transaction that publishes.
  idea uuid references public.ideas (id),
  primary key (author, key)
);
comment on table private.idea_requests is 'Which request made which idea: one that is sent twice makes one idea.';
create index idea_requests_of_idea on private.idea_requests (idea);
alter table private.idea_requests enable row level security;
revoke all on private.idea_requests from anon, authenticated, service_role;

create function private.record_idea(
  idea jsonb, author uuid, thread uuid, published timestamptz, recorded_at timestamptz, quote public.quotes, is_demonstration boolean, counters uuid default null
) returns public.ideas
language plpgsql security definer set search_path = '' as $$
declare
  terms constant jsonb := private.checked_idea(idea, quote, published);
  words constant jsonb := private.checked_words(idea);
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  texts_nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  is_sealed constant boolean := counters is not null or idea ->> 'deadline' is not null;
  opens constant timestamptz := case when counters is null and is_sealed then private.checked_deadline(idea, terms #>> '{levels,symbol}', published) end;
  fresh public.ideas;
begin
  perform private.lock_ledger();
  insert into public.ideas (number, author, thread, published_at, sealed, opens_at, commitment, texts_commitment, demonstration)
  values (
    (select coalesce(max(number), 0) + 1 from public.ideas), record_idea.author, record_idea.thread, published, is_sealed, opens,
    private.commitment(nonce, terms), private.commitment(texts_nonce, words), is_demonstration
  ) returning * into fresh;
  insert into public.idea_terms values (fresh.id, terms #>> '{levels,symbol}', terms, nonce);
  insert into public.idea_texts values (fresh.id, words ->> 'facts', words ->> 'opinion', words ->> 'counter_thesis', texts_nonce);
  insert into public.idea_states (idea, updated_at) values (fresh.id, recorded_at);
  if counters is not null then insert into public.counter_theses values (fresh.id, counters); end if;
  perform private.append_to_ledger('idea_published', null, jsonb_build_object(
    'idea', fresh.id, 'number', fresh.number, 'author', fresh.author, 'published_at', private.timestamp_text(published), 'sealed', is_sealed,
    'opens_at', private.timestamp_text(opens), 'demonstration', is_demonstration, 'commitment', fresh.commitment, 'texts_commitment', fresh.texts_commitment
  ), recorded_at);
  if not is_sealed then perform private.open_idea(fresh.id, recorded_at); end if;
  return fresh;
end
$$;
comment on function private.record_idea(jsonb, uuid, uuid, timestamptz, timestamptz, public.quotes, boolean, uuid) is 'Checks, seals and stores an idea. Its times are the caller''s, so no API role may call it.';

create function private.refuse_words(author public.community_members, words jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  verdict constant private.verdict := private.judge(author, concat_ws(E'\n\n', words ->> 'facts', words ->> 'opinion', words ->> 'counter_thesis'), 'idea');
begin
  if verdict.outcome = 'refuse' then perform private.refuse('text_refused', 'facts', array_to_string(verdict.reasons, ', ')); end if;
end
$$;
comment on function private.refuse_words(public.community_members, jsonb) is 'Refuses words that may not be published at all, before anything is sealed.';

create function public.publish_idea(idea jsonb, key uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.community_members;
  countered constant uuid := (idea ->> 'counters')::uuid;
  levels jsonb;
  place uuid;
  moment timestamptz;
  quote public.quotes;
  fresh public.ideas;
begin
  select * into me from public.community_members where user_id = auth.uid();
  perform private.may_write(me);
  insert into private.idea_requests (author, key) values (me.id, publish_idea.key) on conflict do nothing;
  if found then
    -- What is wrong whatever the price and whoever waits is said before anything is held up.
    levels := private.checked_levels(publish_idea.idea - '{break_even_after,trailing_distance,trailing_after}'::text[] || '{"order_type": "limit"}');
    if countered is not null then perform private.require_countered(countered, levels); end if;
    perform private.refuse_words(me, private.checked_words(publish_idea.idea));
    -- The forum's counters before the ledger, as everywhere.
    place := private.publish_thread(me.id, 'idees', '—', '—', null);
    moment := private.ledger_moment();
    if (select count(*) from public.ideas where ideas.author = me.id and ideas.published_at > moment - interval '1 day') >= 10 then
      raise exception 'too_many_ideas' using errcode = 'PT429', detail = 'Ten a day.';
    end if;
    select * into quote from public.quotes where quotes.symbol = levels ->> 'symbol';
    fresh := private.record_idea(publish_idea.idea, me.id, place, moment, moment, quote, false, countered);
    update private.idea_requests set idea = fresh.id where idea_requests.author = me.id and idea_requests.key = publish_idea.key;
    delete from public.idea_drafts where idea_drafts.member = me.id;
  else
    select ideas.* into fresh from private.idea_requests as request join public.ideas on ideas.id = request.idea
    where request.author = me.id and request.key = publish_idea.key;
  end if;
  return jsonb_build_object(
    'id', fresh.id, 'number', fresh.number, 'thread', fresh.thread, 'commitment', fresh.commitment,
    'hash', (select hash from public.ledger where kind = 'idea_published' and entry -> 'data' ->> 'idea' = fresh.id::text)
  );
end
$$;
comment on function public.publish_idea(jsonb, uuid) is 'Publishes the idea of the calling member: {id, number, thread, commitment, hash}; with `deadline` under escrow until then, with `counters` as the counter-thesis of a signal. The same key gives the same idea. Refusals carry a key and, as hint, a field.';

-- What its author may still do ------------------------------------------------------------------------------------------
create function private.require_own_idea(idea_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.ideas where id = idea_id and author = private.own_member()) then raise exception 'idea_not_found' using errcode = 'PT404'; end if;
  -- Whoever settles it at this moment comes first, so that what is said now is dated now.
  perform from public.idea_states where idea_states.idea = idea_id for update;
end
$$;
comment on function private.require_own_idea(uuid) is 'Refuses everybody but the author of an idea, and holds its state until the transaction ends.';

create function private.ask_of_idea(idea_id uuid, request text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  due constant timestamptz := date_trunc('minute', clock_timestamp()) + interval '1 minute';
begin
  perform private.require_own_idea(idea_id);
  if not private.idea_is_open(idea_id) then raise exception 'idea_is_sealed' using errcode = 'PT409'; end if;
  if exists (select from public.idea_states where idea = idea_id and closed_at is not null) then raise exception 'idea_has_ended' using errcode = 'PT409'; end if;
  if exists (select from public.idea_states where idea = idea_id and state <> case request when 'cancel_asked' then 'pending' else 'active' end) then
    raise exception 'out_of_phase' using errcode = 'PT409', detail = 'Withdrawn before its entry, closed after.';
  end if;
  if exists (select from public.idea_events where idea = idea_id and kind = request) then
    raise exception 'already_asked' using errcode = 'PT409', detail = 'It was asked before, and is done by the rules.';
  end if;
  if request = 'cancel_asked' and exists (select from public.idea_terms where idea = idea_id and terms #>> '{levels,order_type}' = 'market') then
    raise exception 'market_order' using errcode = 'PT409', detail = 'It is filled at the first price: there is nothing to withdraw.';
  end if;
  if request = 'cancel_asked' and exists (select from public.idea_terms where idea = idea_id and (terms #>> '{levels,expires_at}')::timestamptz <= clock_timestamp()) then
    raise exception 'idea_expired' using errcode = 'PT409', detail = 'Its validity is over: it expires with the next minute.';
  end if;
  perform private.record_idea_event(idea_id, request, moment, null, null, '{}', moment) from private.ledger_moment() as moment;
  perform private.enqueue('settle-signals', '{}', 'settle-signals ' || extract(epoch from due), due + interval '1 second');
end
$$;
comment on function private.ask_of_idea(uuid, text) is 'Records what the author asks of their idea. trading/src/outcome.ts, rule 11, says when it is done, and whether.';

create function public.cancel_idea(idea_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.ask_of_idea(idea_id, 'cancel_asked')
$$;
comment on function public.cancel_idea(uuid) is 'Asks for the withdrawal of one''s own idea before its entry. It stays visible as withdrawn.';

create function public.close_idea(idea_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.ask_of_idea(idea_id, 'close_asked')
$$;
comment on function public.close_idea(uuid) is 'Asks for the closing of what is left of one''s own entered idea, at the open of the next minute.';

create function public.reveal_idea(idea_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.ideas where id = idea_id and author = private.own_member()) then raise exception 'idea_not_found' using errcode = 'PT404'; end if;
  if private.waits_for_signal(idea_id) then raise exception 'signal_is_open' using errcode = 'PT409', detail = 'It would tell the signal that it answers.'; end if;
  perform private.open_idea(idea_id);
end
$$;
comment on function public.reveal_idea(uuid) is 'Opens one''s own idea to every member before its deadline.';

create function public.note_idea(idea_id uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.community_members;
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  sequence int;
begin
  select * into me from public.community_members where user_id = auth.uid();
  perform private.may_write(me);
  perform private.require_own_idea(idea_id);
  if not private.idea_is_open(idea_id) then raise exception 'idea_is_sealed' using errcode = 'PT409'; end if;
  if exists (select from public.idea_states where idea = idea_id and closed_at is not null) then raise exception 'idea_has_ended' using errcode = 'PT409'; end if;
  if btrim(coalesce(words, '')) = '' then raise exception 'missing_text' using errcode = '22023', hint = 'note'; end if;
  if length(btrim(words)) > 1000 then raise exception 'text_too_long' using errcode = '22023', hint = 'note'; end if;
  -- A note stands in the card without review: one that would wait or be masked is an answer in the thread instead.
  if (private.judge(me, btrim(words), 'idea')).outcome <> 'pass' then raise exception 'text_refused' using errcode = '22023', hint = 'note'; end if;
  if (select count(*) from public.idea_events where idea = idea_id and kind = 'note') >= 20 then raise exception 'too_many_notes' using errcode = 'PT429'; end if;
  sequence := private.record_idea_event(
    idea_id, 'note', moment, null, null, jsonb_build_object('commitment', private.commitment(nonce, to_jsonb(btrim(words)))), moment
  ) from private.ledger_moment() as moment;
  insert into public.idea_notes values (idea_id, sequence, btrim(words), nonce);
end
$$;
comment on function public.note_idea(uuid, text) is 'Adds a dated note to one''s own open idea; the record holds the seal of its words.';

-- Drafts ----------------------------------------------------------------------------------------------------------------
create table public.idea_drafts (
  member uuid primary key default private.own_member() references public.community_members (id) on delete cascade,
  input jsonb not null check (jsonb_typeof(input) = 'object' and pg_column_size(input) <= 16384),
  saved_at timestamptz not null default clock_timestamp()
);
comment on table public.idea_drafts is 'The idea that a member is typing, kept on every device.';
create trigger skip_gone_member before insert on public.idea_drafts for each row execute function private.skip_gone_member();
alter table public.idea_drafts enable row level security;
create policy "members keep their own draft" on public.idea_drafts for all to authenticated
  using (member = (select private.own_member())) with check (member = (select private.own_member()));
revoke all on public.idea_drafts from anon, authenticated, service_role;
grant select, delete, insert (input, saved_at), update (input, saved_at) on public.idea_drafts to authenticated;

revoke execute on function
  private.record_idea(jsonb, uuid, uuid, timestamptz, timestamptz, public.quotes, boolean, uuid), private.refuse_words(public.community_members, jsonb),
  private.require_own_idea(uuid), private.ask_of_idea(uuid, text)
from public, anon, authenticated;
revoke execute on function public.publish_idea(jsonb, uuid), public.cancel_idea(uuid), public.close_idea(uuid), public.reveal_idea(uuid), public.note_idea(uuid, text)
from public, anon, service_role;
grant execute on function public.publish_idea(jsonb, uuid), public.cancel_idea(uuid), public.close_idea(uuid), public.reveal_idea(uuid), public.note_idea(uuid, text)
to authenticated;
