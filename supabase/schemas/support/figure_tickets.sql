-- Tickets about a figure: the ticket opens with how the figure is made, of what, and from which rows; a confirmed mistake of ours enters the
-- ledger as an erratum that says what was wrong.
create function private.figure_formula(name text) returns text
language sql immutable set search_path = '' as $$
  select case name
    when 'expectancy_r' then 'Σ R / n' when 'total_r' then 'Σ R' when 'win_rate' then 'wins / n' when 'profit_factor' then 'Σ R⁺ / |Σ R⁻|' when 'average_win_r' then 'Σ R⁺ / wins'
    when 'average_loss_r' then 'Σ R⁻ / losses' when 'max_drawdown_r' then 'max(peak − Σ R)' when 'cancelled_rate' then 'cancelled / ended' when 'result_r' then 'Σ share × (exit − entry) / (entry − stop)' end
$$;
comment on function private.figure_formula(text) is 'How a figure of the record is made, as on the page of the record; null for one that is not asked about.';

create function private.figure_proof(figure jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  name constant text := figure ->> 'name';
  asked_kind constant text := figure ->> 'kind';
  filters constant jsonb := coalesce(figure -> 'filters', '{}');
  asked public.signals;
  claimed jsonb;
begin
  if asked_kind = 'performance' and private.figure_formula(name) is not null and name <> 'result_r' and jsonb_typeof(filters) = 'object' then
    return jsonb_build_object('figure', jsonb_build_object('kind', asked_kind, 'name', name, 'filters', filters), 'formula', private.figure_formula(name), 'computed_at', now(), 'head', public.ledger_head(),
      'value', public.performance_figures(filters) -> name, 'inputs', public.performance_figures(filters) - array['distribution'],
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('number', rows.number, 'state', rows.state, 'ended_at', rows.ended_at, 'r', trim_scale(rows.realised_r)::text) order by rows.ended_at, rows.number), '[]')
        from (select results.* from public.performance_rows(filters) as results order by results.ended_at desc limit 500) as rows));
  elsif asked_kind = 'signal' then
    select * into asked from public.signals where number::text = figure ->> 'number';
    if asked.id is not null then
      return jsonb_build_object('figure', jsonb_build_object('kind', asked_kind, 'number', asked.number), 'formula', private.figure_formula('result_r'), 'computed_at', now(), 'head', public.ledger_head(),
        'value', private.displayed_signal(asked.id) -> 'realised_r', 'inputs', private.displayed_signal(asked.id),
        'rows', (select coalesce(jsonb_agg(jsonb_build_object('sequence', entries.sequence, 'at', entries.at, 'kind', entries.kind, 'hash', entries.hash) order by entries.sequence), '[]') from (
          select ledger.sequence, ledger.at, ledger.kind, ledger.hash from public.ledger where signal_id = asked.id order by sequence limit 200) as entries));
    end if;
  else
    claimed := private.claim_proof(figure);
    if claimed is not null then return claimed || jsonb_build_object('computed_at', now(), 'head', public.ledger_head()); end if;
  end if;
  raise exception 'figure_unknown' using errcode = '22023', hint = 'figure';
end
$$;
comment on function private.figure_proof(jsonb) is 'What a figure is made of now: {figure, formula, value, inputs, rows, computed_at, head}. figure: {kind: performance, name, filters} (a name of private.figure_formula, filters of performance_rows), {kind: signal, number}, {kind: statement, expectation or idea, number}, {kind: score, name}, or {kind: forecast, number: the entry that seals it} (private.claim_proof). Nothing that is sealed.';

create table public.errata (
  id uuid primary key default private.ordered_id(),
  ticket uuid references public.tickets (id),
  -- {kind, name | number}, as in the entry.
  figure jsonb not null,
  text text not null check (length(text) between 10 and 4000),
  made_by text not null check (made_by in ('analyst', 'admin')),
  at timestamptz not null,
  sequence bigint not null unique references public.ledger (sequence),
  hash text not null
);
comment on table public.errata is 'Mistakes of ours that support confirmed: which figure, what was wrong, and the entry of the ledger that holds the hash of these words.';
create index errata_of_ticket on public.errata (ticket);
call private.make_append_only('public.errata');

create function public.confirm_mistake(ticket uuid, figure jsonb, words text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
  said constant text := private.checked_words(words, 4000);
  proved constant jsonb := private.figure_proof(figure);
  named constant jsonb := jsonb_strip_nulls(jsonb_build_object('kind', proved #> '{figure,kind}', 'name', proved #> '{figure,name}', 'number', proved #> '{figure,number}'));
  entry public.ledger;
begin
  if length(said) < 10 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  if public.writing_staff_role() <> 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  entry := private.append_to_ledger('erratum', null, jsonb_build_object('figure', named, 'text_sha256', private.sha256_hex(said), 'made_by', 'admin'));
  insert into public.errata (ticket, figure, text, made_by, at, sequence, hash) values (kept.id, named, said, 'admin', entry.at, entry.sequence, entry.hash);
  perform private.note_ticket(kept, 'erratum', jsonb_build_object('sequence', entry.sequence, 'figure', named));
  return jsonb_build_object('sequence', entry.sequence, 'hash', entry.hash, 'at', entry.at);
end
$$;
comment on function public.confirm_mistake(uuid, jsonb, text) is 'Admins confirm a mistake of ours: an erratum enters the ledger with the hash of the words, which are public: {sequence, hash, at}.';

create function public.draft_article_of(ticket uuid, slug text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
  article uuid;
begin
  if kept.state not in ('solved', 'closed') then raise exception 'not_solved_yet' using errcode = 'PT409'; end if;
  -- The subject and our answers. What the member wrote is theirs.
  article := public.create_content('help-article', draft_article_of.slug, jsonb_build_object(
    'texts', jsonb_build_object(kept.language, jsonb_build_object('title', kept.subject, 'body', (
      select coalesce(string_agg(body, E'\n\n' order by at, id), '') from public.ticket_messages as written where written.ticket = kept.id and written.role = 'staff'))),
    'fields', jsonb_build_object('category', case kept.topic when 'billing' then 'money' when 'contract' then 'money' when 'referral' then 'partners' when 'signals' then 'signals' when 'figure' then 'record' when 'account' then 'security' when 'learning' then 'learning' when 'community' then 'community' else 'start' end)));
  perform private.note_ticket(kept, 'article', jsonb_build_object('item', article));
  return article;
end
$$;
comment on function public.draft_article_of(uuid, text) is 'Staff draft a help article from a solved ticket: its subject and our answers, nothing that the member wrote. Returns the item.';

alter table public.errata enable row level security;
create policy "everybody reads the errata" on public.errata for select to anon, authenticated using (true);
revoke all on public.errata from anon, authenticated, service_role;
grant select (id, figure, text, made_by, at, sequence, hash) on public.errata to anon, authenticated;
call private.audit_changes('public.errata');
revoke execute on function private.figure_formula(text), private.figure_proof(jsonb) from public, anon, authenticated, service_role;
revoke execute on function public.confirm_mistake(uuid, jsonb, text), public.draft_article_of(uuid, text) from public, anon, service_role;
grant execute on function public.confirm_mistake(uuid, jsonb, text), public.draft_article_of(uuid, text) to authenticated;
