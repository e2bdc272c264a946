-- The three things that happen to a statement, each with its entry in the ledger: `stated`, `revealed` (by its author, before the
-- deadline) and `resolved`.
create function private.opened_terms(statement_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('terms', terms, 'nonce', nonce) from public.statement_terms where statement_terms.statement_id = opened_terms.statement_id
$$;
comment on function private.opened_terms(uuid) is 'What opens the seal of a statement.';

create function private.record_statement(
  statement jsonb, kind text, author uuid, author_name text, made timestamptz, recorded_at timestamptz, quote public.quotes, sealed boolean, is_demonstration boolean
) returns public.statements
language plpgsql security definer set search_path = '' as $$
declare
  terms constant jsonb := private.checked_terms(statement, quote);
  due constant timestamptz := private.checked_deadline(statement, terms ->> 'symbol', made);
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  fresh public.statements;
begin
  perform private.lock_ledger();
  insert into public.statements (number, author_kind, author_id, author_name, made_at, deadline, commitment, demonstration)
  values (
    (select coalesce(max(number), 0) + 1 from public.statements), kind, author, record_statement.author_name, made, due,
    private.commitment(nonce, terms), is_demonstration
  ) returning * into fresh;
  insert into public.statement_terms values (fresh.id, terms ->> 'symbol', terms, nonce);
  if not sealed then insert into public.statement_openings values (fresh.id, recorded_at); end if;
  perform private.append_to_ledger('stated', null, jsonb_build_object(
    'statement', fresh.id, 'number', fresh.number, 'author_kind', kind, 'author', fresh.author_name, 'author_id', author,
    'made_at', private.timestamp_text(made), 'deadline', private.timestamp_text(due), 'demonstration', is_demonstration, 'commitment', fresh.commitment
  ) || case when sealed then '{}' else private.opened_terms(fresh.id) end, recorded_at);
  return fresh;
end
$$;
comment on function private.record_statement(jsonb, text, uuid, text, timestamptz, timestamptz, public.quotes, boolean, boolean) is 'Checks, seals and stores a statement. Its times are the caller''s, so no API role may call it.';

create function private.state_for(statement jsonb, kind text, author uuid, author_name text, sealed boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.ledger_moment();
  quote public.quotes;
  fresh public.statements;
begin
  select * into quote from public.quotes where symbol = statement ->> 'symbol';
  -- A closed market keeps its last price; for an open market without a current price, the price is unknown.
  if quote.quoted_at <= moment - interval '2 minutes' and public.market_is_open(quote.symbol, moment) then quote := null; end if;
  fresh := private.record_statement(statement, kind, author, author_name, moment, moment, quote, sealed, false);
  return jsonb_build_object('id', fresh.id, 'number', fresh.number, 'commitment', fresh.commitment, 'hash', (select hash from public.ledger order by sequence desc limit 1));
end
$$;
comment on function private.state_for(jsonb, text, uuid, text, boolean) is 'Makes a statement now. Rights are the caller''s to check. An engine''s has a name and no author.';

create function public.make_statement(statement jsonb, sealed boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid;
begin
  if public.writing_staff_role() is not null then return private.state_for(statement, 'analyst', auth.uid(), private.require_staff(), sealed); end if;
  if not exists (select from auth.users where id = auth.uid() and not is_anonymous) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'Members and staff make statements.';
  end if;
  insert into private.statement_authors (user_id) values (auth.uid()) on conflict do nothing;
  select author_id into me from private.statement_authors where user_id = auth.uid() for update;
  -- Every statement stays in the chain for ever, so their number is limited.
  if (select count(*) from public.statements where author_id = me and made_at > now() - interval '1 day') >= 20 then
    raise exception 'too_many_statements' using errcode = 'PT429', detail = 'Twenty a day.';
  end if;
  return private.state_for(statement, 'member', me, null, sealed);
end
$$;
comment on function public.make_statement(jsonb, boolean) is 'Claims {symbol, condition, probability, deadline} about a market: {id, number, commitment, hash}. Unless sealed is false nobody else reads it before it is revealed or its deadline. Refusals carry a key and, as hint, a field.';

create function private.open_statement(statement_id uuid, recorded_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_ledger();
  if exists (select from public.statement_openings as openings where openings.statement_id = open_statement.statement_id) then
    raise exception 'statement_is_open' using errcode = 'PT409';
  end if;
  insert into public.statement_openings values (open_statement.statement_id, recorded_at);
  perform private.append_to_ledger(
    'revealed', null, jsonb_build_object('statement', open_statement.statement_id) || private.opened_terms(open_statement.statement_id), recorded_at
  );
end
$$;
comment on function private.open_statement(uuid, timestamptz) is 'Opens a statement before its deadline. Its time is the caller''s, so no API role may call it.';

create function public.reveal_statement(statement_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.statements where id = reveal_statement.statement_id and author_id in (select private.own_author_ids())) then
    raise exception 'statement_not_found' using errcode = 'PT404';
  end if;
  perform private.open_statement(reveal_statement.statement_id, private.ledger_moment());
end
$$;
comment on function public.reveal_statement(uuid) is 'Opens one''s own statement to everybody before its deadline.';

create function private.keep_statement_minutes(statement public.statements, symbol text) returns jsonb
language sql set search_path = '' as $$
  with kept as (
    insert into public.statement_minutes (statement_id, day, lines, minutes, sha256)
    select (statement).id, day, lines, minutes, private.sha256_hex(day::text || E'\n' || minutes)
    from private.minutes_decided_on(symbol, date_trunc('milliseconds', (statement).made_at + interval '500 microseconds'), (statement).deadline)
    returning day, lines, sha256
  )
  select coalesce(jsonb_agg(jsonb_build_object('day', day::text, 'lines', lines, 'sha256', sha256) order by day), '[]') from kept
$$;
comment on function private.keep_statement_minutes(public.statements, text) is 'Keeps the minutes of a statement''s whole time, as keep_signal_minutes() does. Returns what its entry says of them.';

create function private.resolve_statement(
  statement_id uuid, outcome boolean, decided_at timestamptz, candle jsonb, recorded_at timestamptz default clock_timestamp()
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  statement public.statements;
  opened jsonb := '{}';
begin
  perform private.lock_ledger();
  select * into statement from public.statements where id = resolve_statement.statement_id;
  -- A statement that came true early is still resolved at its deadline, because its author may keep it sealed until then.
  if statement.deadline is null or statement.deadline > recorded_at then raise exception 'deadline_not_passed'; end if;
  insert into public.statement_openings values (statement.id, recorded_at) on conflict do nothing;
  if found then opened := private.opened_terms(statement.id); end if;
  insert into public.statement_outcomes values (statement.id, outcome, decided_at, candle, recorded_at);
  perform private.append_to_ledger('resolved', null, jsonb_build_object(
    'statement', statement.id, 'at', private.timestamp_text(decided_at), 'outcome', outcome, 'candle', candle,
    'minutes', private.keep_statement_minutes(statement, (select symbol from public.statement_terms as terms where terms.statement_id = statement.id))
  ) || opened, recorded_at);
end
$$;
comment on function private.resolve_statement(uuid, boolean, timestamptz, jsonb, timestamptz) is 'For the worker: resolves a statement whose deadline has passed from the stored minutes (trading/src/statements/resolve.ts).';

revoke execute on function
  private.opened_terms(uuid), private.record_statement(jsonb, text, uuid, text, timestamptz, timestamptz, public.quotes, boolean, boolean),
  private.state_for(jsonb, text, uuid, text, boolean), private.open_statement(uuid, timestamptz), private.keep_statement_minutes(public.statements, text),
  private.resolve_statement(uuid, boolean, timestamptz, jsonb, timestamptz)
from public, anon, authenticated;
revoke execute on function public.make_statement(jsonb, boolean), public.reveal_statement(uuid) from public, anon, service_role;
grant execute on function public.make_statement(jsonb, boolean), public.reveal_statement(uuid) to authenticated;
