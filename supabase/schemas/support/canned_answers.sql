-- Canned answers: texts in four languages that staff insert with variables filled in, and how often one sufficed.
create table public.canned_answers (
  id uuid primary key default private.ordered_id(),
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  topic text references public.support_topics (topic),
  -- {fr, en, es, it}; French is required.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and length(texts ->> 'fr') between 1 and 8000),
  changed_at timestamptz not null default clock_timestamp(),
  archived_at timestamptz,
  -- Solved tickets it was sent in, and those of them in which the member asked nothing more. Counted by the worker.
  uses int not null default 0,
  sufficed int not null default 0
);
comment on table public.canned_answers is 'Answers that staff give often. Variables: {{member}}, {{number}}, {{subject}}, {{agent}}, {{promise}}, {{plan}}, {{mediator}}.';
create index canned_answers_of_topic on public.canned_answers (topic);
alter table public.ticket_messages add foreign key (canned) references public.canned_answers (id);

create function private.fill_answer(answer text, kept public.tickets, agent uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  filled text := answer;
  values constant jsonb := jsonb_build_object(
    'member', coalesce(nullif((select first_name from public.profiles where id = kept.user_id), ''), private.ticket_name(kept.user_id), ''), 'number', kept.number::text, 'subject', kept.subject,
    'agent', coalesce(private.ticket_name(agent), ''), 'promise', to_char(kept.solve_due_at at time zone 'Europe/Paris', 'DD/MM/YYYY HH24:MI'),
    'plan', coalesce((select name -> kept.language #>> '{}' from (select to_jsonb(plans.name) as name from public.subscriptions join public.plans on plans.slug = subscriptions.plan
      where user_id = kept.user_id and state in ('active', 'past_due', 'canceled')) as bought), ''),
    'mediator', (select mediator from private.seller));
  known record;
begin
  -- In one pass each, and values last: what a member calls their ticket is not read as a variable.
  for known in select key, value from jsonb_each_text(values) order by key = 'subject' loop
    filled := replace(filled, '{{' || known.key || '}}', known.value);
  end loop;
  return filled;
end
$$;
comment on function private.fill_answer(text, public.tickets, uuid) is 'A canned answer with its variables filled from a ticket.';

create function public.canned_answers_for(ticket uuid default null, query text default '', most int default 20) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  kept public.tickets;
  words constant text[] := array(select word from regexp_split_to_table(private.plain(left(query, 100)), '[^[:alnum:]]+') as word where word <> '');
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into kept from public.tickets where id = canned_answers_for.ticket;
  return query
    select jsonb_build_object('id', known.id, 'name', known.name, 'topic', known.topic, 'texts', known.texts, 'uses', known.uses, 'sufficed', known.sufficed, 'changed_at', known.changed_at,
      'text', case when kept.id is not null then private.fill_answer(coalesce(nullif(known.texts ->> kept.language, ''), known.texts ->> 'fr'), kept, auth.uid()) end)
    from public.canned_answers as known
    where archived_at is null and (select bool_and(strpos(private.plain(known.name || ' ' || known.texts::text), word) > 0) from unnest(words) as word) is not false
    order by known.topic is not distinct from kept.topic desc, starts_with(known.name, lower(btrim(query))) desc, known.sufficed desc, known.name
    limit least(greatest(coalesce(most, 20), 1), 200);
end
$$;
comment on function public.canned_answers_for(uuid, text, int) is 'For staff: canned answers with all typed words, without accents, those of the ticket''s topic first; `text` is filled for the ticket in its language. uses: solved tickets it was sent in; sufficed: in which the member asked nothing more.';

create function public.save_canned_answer(name text, texts jsonb, topic text default null, id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  language text;
  kept uuid;
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if save_canned_answer.name !~ '^[a-z0-9][a-z0-9-]{1,39}$' then raise exception 'name_wrong' using errcode = '22023', hint = 'name'; end if;
  if coalesce(btrim(texts ->> 'fr'), '') = '' then raise exception 'words_missing' using errcode = '22023', hint = 'texts.fr'; end if;
  for language in select jsonb_object_keys(texts) loop
    if language <> all (private.languages()) then raise exception 'language_unknown' using errcode = '22023', hint = 'texts'; end if;
    if length(texts ->> language) > 8000 then raise exception 'text_too_long' using errcode = '22023', hint = 'texts.' || language, detail = '8000'; end if;
    if exists (select from regexp_matches(texts ->> language, '\{\{([^}]*)\}\}', 'g') as used (variable) where used.variable[1] not in ('member', 'number', 'subject', 'agent', 'promise', 'plan', 'mediator')) then
      raise exception 'variable_unknown' using errcode = '22023', hint = 'texts.' || language;
    end if;
  end loop;
  if save_canned_answer.id is null then
    insert into public.canned_answers (name, topic, texts) values (save_canned_answer.name, save_canned_answer.topic, save_canned_answer.texts) on conflict do nothing returning canned_answers.id into kept;
    if kept is null then raise exception 'name_taken' using errcode = '23505', hint = 'name'; end if;
  else
    update public.canned_answers as known set name = save_canned_answer.name, topic = save_canned_answer.topic, texts = save_canned_answer.texts, changed_at = clock_timestamp()
    where known.id = save_canned_answer.id returning known.id into kept;
    if kept is null then raise exception 'answer_not_found' using errcode = 'PT404'; end if;
  end if;
  return kept;
end
$$;
comment on function public.save_canned_answer(text, jsonb, text, uuid) is 'Staff make a canned answer, or change one (id): texts {fr, …}, topic or null. Refuses with name_wrong, name_taken, words_missing, variable_unknown, text_too_long.';

create function public.archive_canned_answer(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  update public.canned_answers set archived_at = clock_timestamp() where canned_answers.id = archive_canned_answer.id;
end
$$;
comment on function public.archive_canned_answer(uuid) is 'Staff take a canned answer out of use.';

create function private.count_canned_answers() returns void
language sql volatile security definer set search_path = '' as $$
  update public.canned_answers as answer set uses = counted.uses, sufficed = counted.sufficed
  from (
    select sent.canned, count(distinct sent.ticket) as uses, count(distinct sent.ticket) filter (where not exists (
      select from public.ticket_events as later where later.ticket = sent.ticket and later.at > sent.at and later.kind in ('replied', 'resumed', 'reopened', 'followed') and later.actor_role in ('member', 'product'))) as sufficed
    from public.ticket_messages as sent join public.tickets on tickets.id = sent.ticket
    where sent.canned is not null and tickets.state in ('solved', 'closed') and tickets.merged_into is null group by sent.canned
  ) as counted
  where counted.canned = answer.id and (answer.uses, answer.sufficed) is distinct from (counted.uses, counted.sufficed)
$$;
comment on function private.count_canned_answers() is 'Counts the solved tickets a canned answer was sent in, and those of them in which the member asked nothing more.';

-- Saved views ------------------------------------------------------------------------------------------------------------
create table public.ticket_views (
  id uuid primary key default private.ordered_id(),
  owner uuid not null default auth.uid() references public.staff (user_id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60),
  -- As public.ticket_inbox() takes them.
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 1000),
  shared boolean not null default false,
  position int not null default 0
);
comment on table public.ticket_views is 'Filters of the inbox that staff keep under a name, for themselves or for all.';
create index ticket_views_of_owner on public.ticket_views (owner, position);

alter table public.canned_answers enable row level security;
create policy "staff read the canned answers" on public.canned_answers for select to authenticated using ((select private.reading_staff_role()) is not null);
alter table public.ticket_views enable row level security;
create policy "staff read their own and shared views" on public.ticket_views for select to authenticated
  using ((select private.reading_staff_role()) is not null and (owner = (select auth.uid()) or shared));
create policy "staff keep views" on public.ticket_views for insert to authenticated with check ((select public.writing_staff_role()) is not null and owner = (select auth.uid()));
create policy "staff change their own views" on public.ticket_views for update to authenticated
  using (owner = (select auth.uid()) and (select public.writing_staff_role()) is not null) with check (owner = (select auth.uid()));
create policy "staff remove their own views" on public.ticket_views for delete to authenticated using (owner = (select auth.uid()) and (select public.writing_staff_role()) is not null);
revoke all on public.canned_answers, public.ticket_views from anon, authenticated, service_role;
grant select on public.canned_answers to authenticated;
grant select, insert, delete, update (name, filters, shared, position) on public.ticket_views to authenticated;
call private.audit_changes('public.canned_answers');
call private.audit_changes('public.ticket_views');
revoke execute on function private.fill_answer(text, public.tickets, uuid), private.count_canned_answers() from public, anon, authenticated, service_role;
revoke execute on function public.canned_answers_for(uuid, text, int), public.save_canned_answer(text, jsonb, text, uuid), public.archive_canned_answer(uuid) from public, anon, service_role;
grant execute on function public.canned_answers_for(uuid, text, int), public.save_canned_answer(text, jsonb, text, uuid), public.archive_canned_answer(uuid) to authenticated;
