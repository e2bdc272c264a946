-- Publishing content, at once or at a set time. A scheduled item is published by the worker: its job is
-- added in the transaction that sets the time, and a run each minute takes up what a lost job would leave.
create function private.check_publishable(kept public.content_items, of_version int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  registered public.content_kinds;
  document constant jsonb := (select known.document from public.content_versions as known where known.item = kept.id and known.version = of_version);
  part text;
  fact record;
begin
  select * into strict registered from public.content_kinds where kind = kept.kind;
  foreach part in array registered.required_texts loop
    if coalesce(btrim(document #>> array['texts', 'fr', part]), '') = '' then
      perform private.refuse('french_missing', 'texts.fr.' || part, 'French comes first: it stands in for what is not translated.');
    end if;
  end loop;
  for fact in select found.fact, 'fields.' || array_to_string(found.path, '.') as path from private.dated_facts(document -> 'fields') as found where found.fact -> 'value' <> 'null' loop
    if private.fact_expiry(fact.fact) is null or coalesce(btrim(fact.fact ->> 'source'), '') = '' or (fact.fact ->> 'valid_days')::int not between 1 and 3650
      or coalesce(fact.fact ->> 'source_url', 'https://') !~ '^https://' then
      perform private.refuse('fact_incomplete', fact.path, 'A fact has a value, a source, the day it was read and how many days it holds.');
    end if;
    if (fact.fact ->> 'read_on')::date > (clock_timestamp() at time zone 'Europe/Paris')::date then
      perform private.refuse('fact_in_the_future', fact.path || '.read_on');
    end if;
  end loop;
  if registered.check_function is not null then
    execute format('select private.%I($1, $2)', registered.check_function) using kept, document;
  end if;
end
$$;
comment on function private.check_publishable(public.content_items, int) is 'Refuses a version without its French texts, with a fact that is not whole, or that the check of its kind refuses; hint names the field.';

create function private.project(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  projection constant text := (select project_function from public.content_kinds where kind = kept.kind);
begin
  if projection is not null then execute format('select private.%I($1, $2)', projection) using kept, document; end if;
end
$$;
comment on function private.project(public.content_items, jsonb) is 'Writes the typed rows of a kind that has some; a null document is a withdrawal.';

create function private.published_author(kept public.content_items) returns text
language sql stable security definer set search_path = '' as $$
  select author_name from public.content_versions where item = kept.id and version = kept.published_version
$$;
comment on function private.published_author(public.content_items) is 'Who wrote the version that readers have.';

create function private.publish_version(kept public.content_items, of_version int, moment timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  registered public.content_kinds;
  published public.content_versions;
begin
  select * into strict registered from public.content_kinds where kind = kept.kind;
  select * into strict published from public.content_versions where item = kept.id and version = of_version;
  update public.content_versions set published_at = moment where item = kept.id and version = of_version and content_versions.published_at is null;
  update public.content_items set
    state = 'published', published_version = of_version, published_at = coalesce(content_items.published_at, moment),
    publish_at = null, scheduled_version = null, refusal = null
  where id = kept.id returning * into kept;
  if not registered.sealed then
    insert into public.published_content as card
    values (
      kept.id, kept.kind, kept.slug, kept.parent, kept.position, kept.tier, kept.published_at, moment, of_version,
      jsonb_build_object(
        'texts', (select jsonb_object_agg(language, jsonb_strip_nulls(jsonb_build_object(
            'title', private.content_title(jsonb_build_object('texts', jsonb_build_object('fr', texts), 'fields', published.document -> 'fields')), 'summary', texts -> 'summary')))
          from jsonb_each(published.document -> 'texts') as text (language, texts)),
        'fields', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(published.document -> 'fields') where key = any (registered.card_fields)))
    ) on conflict (item) do update set updated_at = excluded.updated_at, version = excluded.version, card = excluded.card;
    insert into public.published_bodies values (kept.id, of_version, published.document -> 'fields', published.document -> 'texts')
    on conflict (item) do update set version = excluded.version, fields = excluded.fields, texts = excluded.texts;
    perform private.index_content(kept.id, published.document);
  end if;
  perform private.project(kept, published.document),
    private.tell_editors(kept.id, of_version, published.author_name, kept.state);
end
$$;
comment on function private.publish_version(public.content_items, int, timestamptz) is 'Makes a version the one that readers have: card, body, search and typed rows, in one transaction. Of a sealed kind the typed rows alone.';

create function public.publish_content(item uuid, expected_version int, at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.content_items := private.editable_content(publish_content.item, expected_version);
begin
  if kept.state = 'archived' then raise exception 'content_archived' using errcode = 'PT409'; end if;
  if at <= clock_timestamp() then perform private.refuse('schedule_in_the_past', 'at', 'A time to come.'); end if;
  perform private.check_publishable(kept, kept.version);
  if at is null then
    perform private.publish_version(kept, kept.version, clock_timestamp());
  else
    update public.content_items set state = 'scheduled', publish_at = publish_content.at, scheduled_version = kept.version, refusal = null where id = kept.id;
    perform private.enqueue('publish-content', '{}', 'publish-content:' || kept.id, publish_content.at);
    perform private.tell_editors(kept.id, kept.version, private.require_staff(), 'scheduled');
  end if;
end
$$;
comment on function public.publish_content(uuid, int, timestamptz) is 'Publishes the newest version now, or at a time to come, if nothing is missing in it. What is saved after a time was set is not published with it.';

create function private.due_content(moment timestamptz default clock_timestamp()) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.content_items where publish_at <= moment order by publish_at, id
$$;
comment on function private.due_content(timestamptz) is 'For the worker: the items whose time has come.';

create function private.publish_scheduled(item uuid, moment timestamptz default clock_timestamp()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept public.content_items;
  key text; field text;
begin
  select * into kept from public.content_items where id = item and publish_at <= moment for update skip locked;
  if not found then return null; end if;
  begin
    perform private.check_publishable(kept, kept.scheduled_version), private.publish_version(kept, kept.scheduled_version, moment);
    return jsonb_build_object('published', kept.id);
  exception when raise_exception then
    get stacked diagnostics key = message_text, field = pg_exception_hint;
  end;
  update public.content_items set
    state = case when published_version is null then 'draft' else 'published' end, publish_at = null, scheduled_version = null,
    refusal = jsonb_build_object('key', key, 'field', nullif(field, ''), 'at', moment)
  where id = kept.id;
  return jsonb_build_object('refused', key);
end
$$;
comment on function private.publish_scheduled(uuid, timestamptz) is 'For the worker: publishes what was set for this time: {published}, or {refused} with the reason kept for the staff; null where there is nothing to do.';

revoke execute on function
  private.check_publishable(public.content_items, int), private.project(public.content_items, jsonb), private.published_author(public.content_items), private.publish_version(public.content_items, int, timestamptz),
  private.due_content(timestamptz), private.publish_scheduled(uuid, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function private.due_content(timestamptz), private.publish_scheduled(uuid, timestamptz) to service_role;
revoke execute on function public.publish_content(uuid, int, timestamptz) from public, anon, service_role;
grant execute on function public.publish_content(uuid, int, timestamptz) to authenticated;
