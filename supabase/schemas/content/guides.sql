-- The guides to brokers and prop firms: what both ask of a document, and how its texts become columns. The tables are written
-- by publication alone; readers of the tables (lists, the request for premium) need not know of content.
create function private.text_lines(document jsonb, language text, name text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(btrim(line) order by place), '{}')
  from regexp_split_to_table(document #>> array['texts', language, name], '\n') with ordinality as split (line, place) where btrim(line) <> ''
$$;
comment on function private.text_lines(jsonb, text, text) is 'The items of a list in a language: its text has one a line.';

create function private.translated(document jsonb, name text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(language, coalesce(nullif(btrim(document #>> array['texts', language, name]), ''), document #>> array['texts', 'fr', name]))
  from unnest(private.languages()) as language having coalesce(btrim(document #>> array['texts', 'fr', name]), '') <> ''
$$;
comment on function private.translated(jsonb, text) is 'A text in four languages, the French in place of one that is not translated; null where there is none.';

create function private.translated_lines(document jsonb, name text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(item order by place), '[]')
  from (
    select place, jsonb_object_agg(language, coalesce((private.text_lines(document, language, name))[place], french[place])) as item
    from private.text_lines(document, 'fr', name) as french, generate_subscripts(french, 1) as place, unnest(private.languages()) as language
    group by place
  ) as items
$$;
comment on function private.translated_lines(jsonb, text) is 'A list of texts, each in four languages.';

create function private.known_facts(fields jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(
    -- Rows of a list are identified by their slug, not by their place.
    case when array_length(path, 1) = 3 then array_to_string(array[path[1], fields #>> array[path[1], path[2], 'slug'], path[3]], '.') else path[1] end,
    fact - 'value' - 'valid_days' || jsonb_build_object('expires_on', private.fact_expiry(fact))), '{}')
  from private.dated_facts(fields) where fact -> 'value' <> 'null'
$$;
comment on function private.known_facts(jsonb) is 'Of each dated fact, by its field, where it was read, when, and from which day on it is to be verified again.';

create function private.require_fields(rules jsonb, path text default 'fields') returns void
language plpgsql immutable set search_path = '' as $$
declare
  wrong text;
begin
  select key into wrong from jsonb_each(rules) where value is distinct from 'true' limit 1;
  if found then perform private.refuse('field_invalid', path || '.' || wrong); end if;
end
$$;
comment on function private.require_fields(jsonb, text) is 'Refuses the first field whose rule does not hold: {field: whether it is right}.';

create function private.check_guide(document jsonb, lists text[]) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fields constant jsonb := document -> 'fields';
  wrong text;
begin
  perform private.require_fields(jsonb_build_object(
    'name', length(fields ->> 'name') between 2 and 80,
    'instruments', jsonb_typeof(fields -> 'instruments') = 'array' and fields -> 'instruments' <> '[]' and fields -> 'instruments' <@ '["forex", "metal", "index", "share", "crypto"]',
    'platforms', jsonb_typeof(fields -> 'platforms') = 'array' and fields -> 'platforms' <> '[]',
    'website_url', coalesce(fields ->> 'website_url', 'https://x') ~ '^https://[^\s]+$',
    'affiliate_url', coalesce(fields ->> 'affiliate_url', 'https://x') ~ '^https://[^\s]+$',
    'fictitious', jsonb_typeof(fields -> 'fictitious') = 'boolean'));
  -- A paid link never stands without the sentence that says so.
  if (fields ->> 'affiliate_url' is null) <> (private.translated(document, 'affiliate_disclosure') is null) then
    perform private.refuse('disclosure_and_link', 'texts.fr.affiliate_disclosure', 'A paid link has a sentence that says so, and no sentence stands without one.');
  end if;
  select concat_ws('.', 'texts', language, name) into wrong from jsonb_object_keys(document -> 'texts') as language, unnest(lists) as name
  where cardinality(private.text_lines(document, language, name)) not in (0, cardinality(private.text_lines(document, 'fr', name))) limit 1;
  if found then perform private.refuse('lines_differ', wrong, 'A line an item, as many as in French.'); end if;
  select concat_ws('.', 'texts', language.key, text.key) into wrong
  from jsonb_each(document -> 'texts') as language, jsonb_each_text(language.value) as text
  where (select max(length(line)) from unnest(case when text.key = any (lists) then private.text_lines(document, language.key, text.key) else array[text.value] end) as line) > 600 limit 1;
  if found then perform private.refuse('text_too_long', wrong, '600 characters at most, of each line where it is a list.'); end if;
end
$$;
comment on function private.check_guide(jsonb, text[]) is 'Refuses what neither guide shows: names, links, instruments, and texts whose lists have other items than the French.';

revoke execute on function
  private.text_lines(jsonb, text, text), private.translated(jsonb, text), private.translated_lines(jsonb, text), private.known_facts(jsonb),
  private.require_fields(jsonb, text), private.check_guide(jsonb, text[])
from public, anon, authenticated, service_role;
