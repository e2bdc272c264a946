-- What happens to an idea. Every event is appended here and moves the state; of an open idea it enters the ledger in the same transaction, of
-- one under escrow with its opening, because the time of an event tells levels to whoever has the minutes (docs/decisions/026).
create function private.idea_event_json(event public.idea_events) returns jsonb
language sql stable set search_path = '' as $$
  -- Read as an event of a signal, so that both are written alike.
  select jsonb_build_object('idea', event.idea) || private.event_json(
    (event.idea, event.sequence, event.kind, event.at, event.price, event.r, event.data, 'engine', null)::public.signal_events, digits
  )
  from public.idea_terms join public.instruments using (symbol) where idea_terms.idea = event.idea
$$;
comment on function private.idea_event_json(public.idea_events) is 'An event of an idea as the ledger holds it, without what an ending adds.';

create function private.tell_event_of_idea(event public.idea_events, recorded_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.append_to_ledger('idea_event', null, private.idea_event_json(event) || case
    when event.kind in ('stopped', 'closed', 'expired', 'cancelled') then (
      select jsonb_build_object('result_r', trim_scale(realised_r)::text, 'reason', close_reason, 'minutes', (
        select coalesce(jsonb_agg(jsonb_build_object('day', day::text, 'lines', lines, 'sha256', sha256) order by day), '[]')
        from public.idea_minutes where idea_minutes.idea = event.idea
      )) from public.idea_states where idea_states.idea = event.idea
    ) else '{}' end, recorded_at);
  perform private.tell_idea(event.idea, event.kind, event.sequence);
end
$$;
comment on function private.tell_event_of_idea(public.idea_events, timestamptz) is 'Enters an event into the ledger, an ending with its result and the hashes of its minutes, and tells open pages.';

create function private.tell_idea(idea uuid, kind text, sequence int default null) returns void
language sql volatile security definer set search_path = '' as $$
  select private.tell_topic('thread:' || ideas.thread, 'idea', jsonb_strip_nulls(jsonb_build_object('id', ideas.id, 'kind', tell_idea.kind, 'sequence', tell_idea.sequence)))
  from public.ideas where ideas.id = tell_idea.idea
$$;
comment on function private.tell_idea(uuid, text, int) is 'Tells the open pages of its thread that an idea moved on: no level, no words.';

create function private.keep_idea_minutes(ended public.ideas, until_at timestamptz) returns void
language sql set search_path = '' as $$
  insert into public.idea_minutes (idea, day, lines, minutes, sha256)
  select (ended).id, day, lines, minutes, private.sha256_hex(day::text || E'\n' || minutes)
  from public.idea_terms as terms,
    private.minutes_decided_on(terms.symbol, date_trunc('milliseconds', (ended).published_at + interval '500 microseconds'), until_at)
  where terms.idea = (ended).id
$$;
comment on function private.keep_idea_minutes(public.ideas, timestamptz) is 'Keeps the minutes of an idea that ends, as keep_signal_minutes() does.';

create function private.record_idea_event(
  idea_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb, recorded_at timestamptz
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  idea public.ideas;
  state public.idea_states;
  event public.idea_events;
  ends constant boolean := kind in ('stopped', 'closed', 'expired', 'cancelled');
begin
  select * into state from public.idea_states where idea_states.idea = idea_id for update;
  if not found then raise exception 'idea_not_found' using errcode = 'PT404'; end if;
  perform private.refuse_out_of_phase(state.state, kind);
  perform private.lock_ledger();
  select * into idea from public.ideas where id = idea_id;
  if at < idea.published_at and at < date_trunc('milliseconds', idea.published_at + interval '500 microseconds') then raise exception 'event_before_publication'; end if;
  insert into public.idea_events (idea, sequence, kind, at, price, r, data)
  values (idea_id, (select count(*) + 1 from public.idea_events as earlier where earlier.idea = idea_id), kind, at, price, r, coalesce(data, '{}'))
  returning * into event;
  update public.idea_states set
    state = private.state_after(idea_states.state, kind), closed_at = case when ends then at end,
    realised_r = case when kind in ('stopped', 'closed') then (
      select coalesce(sum(earlier.r), 0) from public.idea_events as earlier where earlier.idea = idea_id
    ) end,
    close_reason = case when ends then coalesce(event.data ->> 'reason', case kind when 'stopped' then 'stop' else kind end) end,
    updated_at = recorded_at
  where idea_states.idea = idea_id;
  if ends then
    perform private.keep_idea_minutes(idea, coalesce(
      (event.data #>> '{candle,opened_at}')::timestamptz + coalesce((event.data #>> '{candle,minutes}')::int, 1) * interval '1 minute', at
    ));
  end if;
  if private.idea_is_open(idea_id) then perform private.tell_event_of_idea(event, recorded_at); end if;
  return event.sequence;
end
$$;
comment on function private.record_idea_event(uuid, text, timestamptz, numeric, numeric, jsonb, timestamptz) is 'The one way an event of an idea comes to be: row, state and, where it is open, ledger together. Its times are the caller''s, so no API role may call it.';

create function private.append_idea_event(idea_id uuid, kind text, at timestamptz, price numeric, r numeric, data jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  sequence constant int := private.record_idea_event(idea_id, kind, at, price, r, data, clock_timestamp());
begin
  if kind in ('stopped', 'closed', 'expired', 'cancelled') then perform private.notify_of_ended_idea(idea_id); end if;
  return sequence;
end
$$;
comment on function private.append_idea_event(uuid, text, timestamptz, numeric, numeric, jsonb) is 'For the outcome engine: what the stored candles say about an idea.';

create function private.notify_of_ended_idea(idea_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_member(
    members.user_id, 'idea:' || ideas.id, 'idea_ended',
    jsonb_build_object('number', ideas.number, 'instrument', instruments.name),
    '/communaute?sujet=' || ideas.thread
  )
  from public.ideas join public.community_members as members on members.id = ideas.author and members.user_id is not null
  join public.idea_terms as terms on terms.idea = ideas.id join public.instruments using (symbol)
  where ideas.id = idea_id;
end
$$;
comment on function private.notify_of_ended_idea(uuid) is 'Tells its author, who is the only one to know of an idea under escrow, that it has ended.';

-- Opening ---------------------------------------------------------------------------------------------------------------
create function private.waits_for_signal(idea_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.counter_theses join public.signal_states as states using (signal_id)
    where counter_theses.idea = idea_id and states.closed_at is null
  )
$$;
comment on function private.waits_for_signal(uuid) is 'Whether an idea answers a signal that is still open: opened before, it would tell that signal''s direction.';

create function private.show_words(idea public.ideas) returns void
language plpgsql security definer set search_path = '' as $$
declare
  terms constant public.idea_terms := (select own from public.idea_terms as own where own.idea = (show_words.idea).id);
  words constant text := (select private.idea_body(texts) from public.idea_texts as texts where texts.idea = (show_words.idea).id);
  verdict constant private.verdict := private.judge((select own from public.community_members as own where own.id = (show_words.idea).author), words, 'idea');
  post constant uuid := (select posts.id from public.posts where posts.thread = (show_words.idea).thread and posts.position = 1);
begin
  update public.threads set title = private.idea_title(terms.terms), symbol = terms.symbol where threads.id = (show_words.idea).thread;
  if (verdict).outcome in ('hold', 'refuse') then
    -- The words wait; what was claimed does not.
    perform private.hold_text((show_words.idea).author, (show_words.idea).thread, post, jsonb_build_object('body', words), verdict);
  else
    if (verdict).outcome = 'shield' then
      insert into public.removed_texts (author, subject, kind, text) values ((show_words.idea).author, post, 'post', words);
    end if;
    update public.posts set body = coalesce((verdict).masked, words), reasons = case when (verdict).outcome = 'shield' then (verdict).reasons else '{}' end,
      state = case when (verdict).outcome = 'shield' then 'shielded' else 'published' end
    where posts.id = post and posts.state = 'published';
    if found and cardinality((verdict).reasons) > 0 then perform private.note_verdict(post, 'post', verdict); end if;
  end if;
  perform private.refresh_thread((show_words.idea).thread);
end
$$;
comment on function private.show_words(public.ideas) is 'Puts the words of an idea that opens into its thread, as they are judged now: shown, masked, or held for review. Levels and result do not depend on it.';

create function private.open_idea(idea_id uuid, recorded_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  idea constant public.ideas := (select own from public.ideas as own where own.id = idea_id);
  terms public.idea_terms;
  event public.idea_events;
  moment timestamptz;
begin
  -- The thread, the state, the ledger: moderation takes the first and the last in this order.
  perform from public.threads where threads.id = idea.thread for no key update;
  perform from public.idea_states where idea_states.idea = idea_id for update;
  moment := coalesce(recorded_at, private.ledger_moment());
  perform private.lock_ledger();
  if private.idea_is_open(idea_id) then raise exception 'idea_is_open' using errcode = 'PT409'; end if;
  select * into terms from public.idea_terms where idea_terms.idea = idea_id;
  insert into public.idea_openings values (idea_id, moment);
  perform private.append_to_ledger('idea_opened', null, jsonb_build_object('idea', idea_id, 'terms', terms.terms, 'nonce', terms.nonce), moment);
  for event in select * from public.idea_events where idea_events.idea = idea_id order by sequence loop
    perform private.tell_event_of_idea(event, moment);
  end loop;
  perform private.show_words(idea);
  perform private.tell_idea(idea_id, 'opened');
end
$$;
comment on function private.open_idea(uuid, timestamptz) is 'Opens an idea in the ledger, with what happened to it so far. Its time is the caller''s, so no API role may call it.';

create function private.open_due_idea() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  due uuid;
begin
  select ideas.id into due from public.ideas join public.idea_states as states on states.idea = ideas.id
  left join public.idea_openings as openings on openings.idea = ideas.id
  left join public.counter_theses as counter on counter.idea = ideas.id left join public.signal_states as of_signal using (signal_id)
  where openings.idea is null and (
    ideas.opens_at <= clock_timestamp() or of_signal.closed_at is not null or counter.idea is null and states.closed_at is not null
  )
  order by ideas.number limit 1;
  if due is null then return false; end if;
  begin
    perform private.open_idea(due);
  exception when sqlstate 'PT409' then
    -- Its author or another worker came first.
    null;
  end;
  return true;
end
$$;
comment on function private.open_due_idea() is 'For the worker: opens one idea that has ended, whose deadline has passed, or that answers a signal which has ended; one in a transaction, since each takes its thread before the ledger. False if there is none.';

revoke execute on function
  private.idea_event_json(public.idea_events), private.tell_event_of_idea(public.idea_events, timestamptz), private.tell_idea(uuid, text, int),
  private.keep_idea_minutes(public.ideas, timestamptz), private.record_idea_event(uuid, text, timestamptz, numeric, numeric, jsonb, timestamptz),
  private.append_idea_event(uuid, text, timestamptz, numeric, numeric, jsonb), private.notify_of_ended_idea(uuid), private.waits_for_signal(uuid),
  private.show_words(public.ideas), private.open_idea(uuid, timestamptz), private.open_due_idea()
from public, anon, authenticated;
grant execute on function private.append_idea_event(uuid, text, timestamptz, numeric, numeric, jsonb), private.open_due_idea() to service_role;
