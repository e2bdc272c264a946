-- Content that comes with a release. The worker brings it (load-shipped-content); what is here says which version of an item was the
-- release's, so that a newer release replaces that and never what staff wrote.
create table private.shipped_content (
  kind text not null,
  -- As the release calls it, whatever staff call it now.
  slug text not null,
  item uuid not null unique references public.content_items (id),
  hash text not null,
  version int not null,
  parent uuid,
  position int not null,
  tier text not null,
  primary key (kind, slug)
);
comment on table private.shipped_content is 'Items that a release brought: the version and the place that they were last given by one.';
alter table private.shipped_content enable row level security;
revoke all on private.shipped_content from anon, authenticated, service_role;

create function private.shipped_hashes() returns table (kind text, slug text, hash text)
language sql stable security definer set search_path = '' as $$ select kind, slug, hash from private.shipped_content $$;
comment on function private.shipped_hashes() is 'For the worker: what was brought before.';

create function private.keep_shipped_content(kind text, slug text, parent_slug text, "position" int, tier text, document jsonb, hash text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  registered public.content_kinds;
  known private.shipped_content;
  kept public.content_items;
  above uuid;
  for_tier text;
begin
  select * into strict registered from public.content_kinds where content_kinds.kind = keep_shipped_content.kind;
  for_tier := case when registered.tiered then keep_shipped_content.tier else 'visitor' end;
  -- A lesson lies within its course, a question within its lesson.
  select item into above from private.shipped_content as parent
  where parent.slug = parent_slug and parent.kind = case keep_shipped_content.kind when 'lesson' then 'course' when 'question' then 'lesson' end;
  if parent_slug is not null and above is null then perform private.refuse('parent_invalid', 'parent'); end if;
  select * into known from private.shipped_content where shipped_content.kind = keep_shipped_content.kind and shipped_content.slug = keep_shipped_content.slug for update;
  if known.item is null then
    insert into public.content_items (kind, slug, parent, position, tier)
    values (keep_shipped_content.kind, keep_shipped_content.slug, above, keep_shipped_content.position, for_tier) on conflict do nothing returning * into kept;
    if kept.id is null then
      -- What an installation began with, and nobody has written in, is the release's from now on; any other of this name is staff's.
      update public.content_items as item set position = keep_shipped_content.position, tier = for_tier
      where item.kind = keep_shipped_content.kind and item.slug = keep_shipped_content.slug and item.parent is not distinct from above and item.state = 'published'
        and not exists (select from public.content_versions as version where version.item = item.id and version.author is not null)
      returning * into kept;
      if kept.id is null then return 'left'; end if;
      update public.published_content as card set position = kept.position, tier = kept.tier where card.item = kept.id;
    end if;
  else
    if known.hash = keep_shipped_content.hash then return 'same'; end if;
    select * into kept from public.content_items where id = known.item for update;
    if kept.version <> known.version or kept.state <> 'published' then
      update private.shipped_content set hash = keep_shipped_content.hash where item = known.item;
      return 'left';
    end if;
    if (kept.parent, kept.position, kept.tier) is not distinct from (known.parent, known.position, known.tier) then
      update public.content_items set parent = above, position = keep_shipped_content.position, tier = for_tier where id = kept.id returning * into kept;
      update public.published_content as card set parent = kept.parent, position = kept.position, tier = kept.tier where card.item = kept.id;
    end if;
  end if;
  perform private.write_version(kept, private.checked_document(registered, keep_shipped_content.document), null, 'La rédaction', false);
  kept.version := kept.version + 1;
  perform private.check_publishable(kept, kept.version), private.publish_version(kept, kept.version, clock_timestamp());
  insert into private.shipped_content as brought
  values (keep_shipped_content.kind, keep_shipped_content.slug, kept.id, keep_shipped_content.hash, kept.version, above, keep_shipped_content.position, for_tier)
  on conflict on constraint shipped_content_pkey do update set
    hash = excluded.hash, version = excluded.version, parent = excluded.parent, position = excluded.position, tier = excluded.tier;
  if keep_shipped_content.kind = 'lesson' then perform private.enqueue('prepare-exercises', '{}', 'prepare-exercises'); end if;
  return case when known.item is null then 'new' else 'newer' end;
end
$$;
comment on function private.keep_shipped_content(text, text, text, int, text, jsonb, text) is 'For the worker: publishes an item of the release: new, newer, same (nothing changed) or left (staff changed or withdrew it).';
revoke execute on function private.shipped_hashes(), private.keep_shipped_content(text, text, text, int, text, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function private.shipped_hashes(), private.keep_shipped_content(text, text, text, int, text, jsonb, text) to service_role;
