-- What a document of content is: {fields, texts: {language: {name: text}}, from: {language: {name: md5 of the French text that
-- was translated}}}. A dated fact is a field (at any depth) with exactly value, source, source_url, read_on and valid_days.
create function private.is_dated_fact(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(value) = 'object' and value ?& array['value', 'source', 'source_url', 'read_on', 'valid_days']
    and value - array['value', 'source', 'source_url', 'read_on', 'valid_days'] = '{}'
$$;
comment on function private.is_dated_fact(jsonb) is 'Whether it has the five parts of a dated fact and no other.';

create function private.is_day(value text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and value::date is not null, false);
exception when data_exception then
  return false;
end
$$;
comment on function private.is_day(text) is 'Whether it is a day of the calendar, as 2026-11-12.';

create function private.fact_expiry(fact jsonb) returns date
language sql immutable set search_path = '' as $$
  -- A draft may hold half a date.
  select case when fact -> 'value' <> 'null' and private.is_day(fact ->> 'read_on') and fact ->> 'valid_days' ~ '^[0-9]{1,4}$'
    then (fact ->> 'read_on')::date + (fact ->> 'valid_days')::int end
$$;
comment on function private.fact_expiry(jsonb) is 'The first day on which a dated fact is to be verified again; null of one without a value, and of one that is not filled in yet.';

create function private.dated_facts(fields jsonb) returns table (path text[], fact jsonb)
language sql immutable set search_path = '' as $$
  with recursive found as (
    select '{}'::text[] as path, fields as value
    union all
    select found.path || child.key, child.value
    from found, lateral (
      select key, value from jsonb_each(case jsonb_typeof(found.value) when 'object' then found.value else '{}' end)
      union all
      select (place - 1)::text, value from jsonb_array_elements(case jsonb_typeof(found.value) when 'array' then found.value else '[]' end)
        with ordinality as item (value, place)
    ) as child
    where not private.is_dated_fact(found.value)
  )
  select path, value from found where private.is_dated_fact(value)
$$;
comment on function private.dated_facts(jsonb) is 'Every dated fact of the fields with its path, such as {accounts,0,spread}.';

create function private.language_states(document jsonb, required text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(language, case
    when exists (
      select from (select unnest(required) union select key from jsonb_each_text(document #> '{texts,fr}') where btrim(value) <> '') as wanted (name)
      where coalesce(btrim(document #>> array['texts', language, wanted.name]), '') = ''
    ) then 'missing'
    when language <> 'fr' and exists (
      select from jsonb_each_text(coalesce(document #> array['from', language], '{}')) as source
      where source.value <> md5(coalesce(document #>> array['texts', 'fr', source.key], ''))
    ) then 'stale'
    else 'current'
  end)
  from unnest(private.languages()) as language
$$;
comment on function private.language_states(jsonb, text[]) is 'Of each language current, stale (the French has changed since it was translated) or missing (a required text, or one that the French has).';

create function private.content_title(document jsonb, language text default 'fr') returns text
language sql immutable set search_path = '' as $$
  -- A name is the same in every language, and so is no text.
  select coalesce(nullif(btrim(document #>> array['texts', language, 'title']), ''), nullif(btrim(document #>> '{texts,fr,title}'), ''), document #>> '{fields,name}')
$$;
comment on function private.content_title(jsonb, text) is 'What a document is called in a language, else in French; null of a draft without a title or name.';

create function private.checked_document(kind public.content_kinds, given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  document constant jsonb := case jsonb_typeof(given) when 'object' then '{"fields": {}, "texts": {}, "from": {}}' || given end;
  bytes constant int := octet_length(given::text);
  wrong text;
begin
  if document is null or document - array['fields', 'texts', 'from'] <> '{}' or jsonb_typeof(document -> 'fields') <> 'object'
    or jsonb_typeof(document -> 'texts') <> 'object' or jsonb_typeof(document -> 'from') <> 'object' then
    perform private.refuse('document_invalid', null, 'A document is {fields, texts, from}.');
  end if;
  select concat_ws('.', part.key, language.key, text.key) into wrong
  from jsonb_each(document - 'fields') as part, jsonb_each(part.value) as language
    left join lateral jsonb_each(case jsonb_typeof(language.value) when 'object' then language.value else '{}' end) as text on true
  where language.key <> all (private.languages()) or jsonb_typeof(language.value) <> 'object'
    or text.key is not null and (jsonb_typeof(text.value) <> 'string' or text.key <> all (kind.required_texts || kind.optional_texts))
  limit 1;
  if found then perform private.refuse('document_invalid', wrong, 'Texts are of the four languages and have names that the kind knows.'); end if;
  if bytes > 524288 then
    -- Named is the longest text: most likely the one that was just pasted. The API takes no request above a megabyte.
    select concat_ws('.', 'texts', language.key, text.key) into wrong
    from jsonb_each(document -> 'texts') as language, jsonb_each(language.value) as text order by octet_length(text.value::text) desc limit 1;
    perform private.refuse('content_too_long', wrong, format('%s bytes; 524288 at most.', bytes));
  end if;
  return document;
end
$$;
comment on function private.checked_document(public.content_kinds, jsonb) is 'The document with all three parts; refuses what is none of the kind or holds more than half a megabyte. A draft may be incomplete: private.check_publishable() says what publication needs.';

revoke execute on function
  private.is_dated_fact(jsonb), private.is_day(text), private.fact_expiry(jsonb), private.dated_facts(jsonb), private.language_states(jsonb, text[]), private.content_title(jsonb, text),
  private.checked_document(public.content_kinds, jsonb)
from public, anon, authenticated, service_role;
-- The staff's list and search read with the rights of who asks.
grant execute on function private.is_dated_fact(jsonb), private.is_day(text), private.fact_expiry(jsonb), private.dated_facts(jsonb), private.content_title(jsonb, text) to authenticated;
