-- Texts in the languages of the interface: when one is complete, and how it is searched.
create function private.plain(value text) returns text
language sql immutable set search_path = '' as $$
  -- Accents go first: where the database's locale is C, lower() knows no letter but those of ASCII.
  select lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g'))
$$;
comment on function private.plain(text) is 'Text as it is searched: in lower case, without accents.';
revoke execute on function private.plain(text) from public;
grant execute on function private.plain(text) to anon, authenticated;

create function private.is_translated(texts jsonb) returns boolean
language sql immutable strict set search_path = '' as $$
  select jsonb_typeof(texts) = 'object'
    and (select count(*) from jsonb_object_keys(texts)) = cardinality(private.languages())
    and not exists (
      select from unnest(private.languages()) as language
      where coalesce(jsonb_typeof(texts -> language) <> 'string' or length(btrim(texts ->> language)) not between 1 and 600, true)
    )
$$;
comment on function private.is_translated(jsonb) is 'Whether it is a text of 1 to 600 characters in each language of the product, {"fr", "en", …}.';

create function private.are_translated(items jsonb) returns boolean
language sql immutable strict set search_path = '' as $$
  select jsonb_typeof(items) = 'array' and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(items) = 'array' then items else '[]' end) as item where not private.is_translated(item)
  )
$$;
comment on function private.are_translated(jsonb) is 'Whether it is a list of texts, each in every language; an empty list is one.';

revoke execute on function private.is_translated(jsonb), private.are_translated(jsonb) from public, anon, authenticated;
-- Checks of a table run with the rights of the role that writes the row.
grant execute on function private.is_translated(jsonb), private.are_translated(jsonb) to authenticated, service_role;
