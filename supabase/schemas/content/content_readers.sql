-- Reading content: one item for readers, the history and the list for staff. All read with the rights of who asks.
create function public.content_at(kind text, slug text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select to_jsonb(published) || jsonb_build_object('fields', body.fields, 'texts', body.texts)
    || case when published.slug <> content_at.slug then jsonb_build_object('redirect', published.slug) else '{}' end
  from public.published_content as published left join public.published_bodies as body on body.item = published.item
  where published.kind = content_at.kind and (published.slug = content_at.slug or published.item = (
    select moved.item from public.content_redirects as moved where moved.kind = content_at.kind and moved.slug = content_at.slug))
$$;
comment on function public.content_at(text, text) is 'A published item: its row of published_content with fields and texts of its body (null where the caller''s tier has it not), and redirect where it is called otherwise now. Null where there is none.';

create function private.soon() returns date
language sql stable set search_path = '' as $$ select (now() at time zone 'Europe/Paris')::date + 14 $$;
comment on function private.soon() is 'The last day of the period for which staff are shown expiring facts: two weeks from now.';

create function public.content_history(item uuid) returns table (version int, author_name text, made_at timestamptz, published_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select known.version, known.author_name, known.made_at, known.published_at
  from public.content_versions as known where known.item = content_history.item order by known.version desc
$$;
comment on function public.content_history(uuid) is 'The versions of an item, newest first; for staff.';

create function public.list_content(
  of_kind text default null, of_state text default null, of_author uuid default null, query text default null, incomplete_language text default null,
  expiring boolean default null, after uuid default null, most int default 50
) returns table (
  id uuid, kind text, slug text, title text, parent uuid, "position" int, tier text, state text, version int, published_version int, author uuid, author_name text,
  languages jsonb, next_expiry date, expiring_facts int, fact_days int, publish_at timestamptz, published_at timestamptz, updated_at timestamptz, refusal jsonb, flags jsonb
)
language sql stable security invoker set search_path = '' as $$
  select item.id, item.kind, item.slug, private.content_title(newest.document), item.parent, item.position, item.tier, item.state, item.version, item.published_version,
    newest.author, newest.author_name, item.languages, item.next_expiry,
    (select count(*)::int from private.dated_facts(newest.document -> 'fields') where private.fact_expiry(fact) <= private.soon()),
    (select min((fact ->> 'valid_days')::int) from private.dated_facts(newest.document -> 'fields') where private.fact_expiry(fact) = item.next_expiry),
    item.publish_at, item.published_at, item.updated_at, item.refusal, item.flags
  from public.content_items as item
    join public.content_versions as newest on newest.item = item.id and newest.version = item.version
    left join public.content_items as last on last.id = list_content.after
  where (of_kind is null or item.kind = of_kind) and (of_author is null or newest.author = of_author)
    and item.state = any (case when of_state is null then array['draft', 'scheduled', 'published'] else array[of_state] end)
    and (coalesce(btrim(list_content.query), '') = '' or strpos(private.plain(item.slug || ' ' || newest.document::text), private.plain(btrim(left(list_content.query, 100)))) > 0)
    and (incomplete_language is null or item.languages ->> incomplete_language <> 'current')
    and (list_content.expiring is not true or item.next_expiry <= private.soon())
    and (list_content.after is null or (coalesce(item.next_expiry, 'infinity'), last.updated_at, item.id) > (coalesce(last.next_expiry, 'infinity'), item.updated_at, last.id))
  order by coalesce(item.next_expiry, 'infinity'), item.updated_at desc, item.id
  limit least(greatest(list_content.most, 1), 200)
$$;
comment on function public.list_content(text, text, uuid, text, text, boolean, uuid, int) is 'The staff''s list of content, what expires soonest first and then what changed last; without of_state all but what is archived. after: the id of the last row that is known. expiring_facts: how many expire within fourteen days or have; fact_days: how long the first of them held.';

create function public.content_counts() returns table (kind text, items int, incomplete int, expiring int)
language sql stable security invoker set search_path = '' as $$
  select item.kind, count(*)::int, count(*) filter (where item.languages::text ~ '"(stale|missing)"')::int, count(*) filter (where item.next_expiry <= private.soon())::int
  from public.content_items as item where item.state <> 'archived' group by item.kind
$$;
comment on function public.content_counts() is 'Of each kind how many items there are, how many lack a translation, and how many have a fact that expires within fourteen days. For staff.';

create function public.content_tree(item uuid) returns table (
  id uuid, kind text, slug text, title text, parent uuid, "position" int, tier text, state text, languages jsonb, fields jsonb, texts jsonb
)
language sql stable security invoker set search_path = '' as $$
  with recursive above as (
    select known.id, known.parent from public.content_items as known where known.id = content_tree.item
    union
    select known.id, known.parent from public.content_items as known join above on above.parent = known.id
  ), tree as (
    select known.* from public.content_items as known where known.id = (select above.id from above where above.parent is null)
    union all
    select known.* from public.content_items as known join tree on tree.id = known.parent where known.state <> 'archived'
  )
  select tree.id, tree.kind, tree.slug, private.content_title(newest.document), tree.parent, tree.position, tree.tier, tree.state, tree.languages,
    (select coalesce(jsonb_object_agg(name, newest.document -> 'fields' -> name), '{}') from unnest(registered.card_fields) as name),
    (select coalesce(jsonb_object_agg(name, newest.document #> array['texts', 'fr', name]), '{}') from unnest(registered.required_texts) as name)
  from tree join public.content_kinds as registered on registered.kind = tree.kind
    join public.content_versions as newest on newest.item = tree.id and newest.version = tree.version
  order by tree.position, tree.id
$$;
comment on function public.content_tree(uuid) is 'For staff: the item at the top of the one that is asked for, and everything that lies within it and is not archived, with card fields and required French texts of the newest version.';

revoke execute on function public.content_at(text, text) from public, service_role;
grant execute on function public.content_at(text, text) to anon, authenticated;
revoke execute on function private.soon() from public, anon;
grant execute on function private.soon() to authenticated;
revoke execute on function public.content_history(uuid), public.list_content(text, text, uuid, text, text, boolean, uuid, int), public.content_counts(), public.content_tree(uuid) from public, anon, service_role;
grant execute on function public.content_history(uuid), public.list_content(text, text, uuid, text, text, boolean, uuid, int), public.content_counts(), public.content_tree(uuid) to authenticated;
