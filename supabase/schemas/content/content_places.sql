-- Where content stands: its slug, its place among its siblings, and for which tier it is. These are the item's, not its
-- versions': a change holds for readers at once.
create function private.check_slug(slug text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if slug is null or slug !~ '^[a-z0-9][a-z0-9-]{1,79}$' then
    perform private.refuse('slug_invalid', 'slug', 'Two to eighty small letters, digits and hyphens.');
  end if;
end
$$;
comment on function private.check_slug(text) is 'Refuses what cannot stand in an address.';

create function private.take_slug(kept public.content_items, slug text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.content_items as other where other.kind = kept.kind and other.slug = take_slug.slug and other.id <> kept.id)
    -- The address of another item led here before, and still leads to it.
    or exists (select from public.content_redirects as known where known.kind = kept.kind and known.slug = take_slug.slug and known.item <> kept.id) then
    raise exception 'slug_taken' using errcode = '23505', hint = 'slug';
  end if;
  delete from public.content_redirects as known where known.kind = kept.kind and known.slug = take_slug.slug;
end
$$;
comment on function private.take_slug(public.content_items, text) is 'Refuses the slug that another item of the kind has, or had while it was published.';

create function private.check_tier(registered public.content_kinds, tier text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if tier is null or tier not in ('visitor', 'freemium', 'premium') or (tier <> 'visitor' and not registered.tiered) then
    perform private.refuse('tier_invalid', 'tier', 'A tier that this kind of content has.');
  end if;
end
$$;
comment on function private.check_tier(public.content_kinds, text) is 'Refuses a tier that the kind has not.';

create function private.check_parent(item uuid, parent uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if parent is null then return; end if;
  if not exists (select from public.content_items where id = check_parent.parent) or exists (
    with recursive above as (
      select check_parent.parent as id
      union
      select known.parent from public.content_items as known join above on above.id = known.id
    )
    select from above where above.id = check_parent.item
  ) then
    perform private.refuse('parent_invalid', 'parent', 'An item that does not lie within this one.');
  end if;
end
$$;
comment on function private.check_parent(uuid, uuid) is 'Refuses a parent that is not there, is the item itself, or lies within it.';

create function public.rename_content(item uuid, slug text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.content_items := private.editable_content(rename_content.item);
begin
  perform private.check_slug(rename_content.slug);
  if rename_content.slug = kept.slug then return; end if;
  if kept.published_at is not null and (select fixed_slug from public.content_kinds where kind = kept.kind) then
    raise exception 'slug_fixed' using errcode = 'PT409', hint = 'slug';
  end if;
  perform private.take_slug(kept, rename_content.slug);
  update public.content_items set slug = rename_content.slug where id = kept.id;
  update public.published_content as published set slug = rename_content.slug where published.item = kept.id;
  if kept.published_at is not null then
    insert into public.content_redirects values (kept.kind, kept.slug, kept.id);
  end if;
end
$$;
comment on function public.rename_content(uuid, text) is 'Gives an item another slug. The address of one that was ever published goes on leading to it.';

create function public.move_content(item uuid, parent uuid, before uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.content_items := private.editable_content(move_content.item);
begin
  perform private.check_parent(kept.id, move_content.parent);
  -- One at a time among these siblings, or two moves give two of them one place.
  perform from public.content_items as sibling
  where sibling.kind = kept.kind and sibling.parent is not distinct from move_content.parent order by sibling.id for update;
  with ordered as (
    select sibling.id, row_number() over (order by
      case when sibling.id = kept.id then coalesce((select target.position from public.content_items as target where target.id = move_content.before), 2147483647) else sibling.position end,
      sibling.id <> kept.id, sibling.id
    )::int as place
    from public.content_items as sibling
    where sibling.id = kept.id or (sibling.kind = kept.kind and sibling.parent is not distinct from move_content.parent)
  ), moved as (
    update public.content_items as placed set position = ordered.place, parent = case when placed.id = kept.id then move_content.parent else placed.parent end
    from ordered where ordered.id = placed.id and (placed.position <> ordered.place or placed.id = kept.id)
    returning placed.id, placed.position, placed.parent
  )
  update public.published_content as published set position = moved.position, parent = moved.parent from moved where moved.id = published.item;
end
$$;
comment on function public.move_content(uuid, uuid, uuid) is 'Puts an item among the children of a parent (null: at the top), before one of them or, without it, last.';

create function public.set_content_tier(item uuid, tier text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.content_items := private.editable_content(set_content_tier.item);
begin
  perform private.check_tier(private.require_writer(kept.kind), set_content_tier.tier);
  update public.content_items set tier = set_content_tier.tier where id = kept.id;
  update public.published_content as published set tier = set_content_tier.tier where published.item = kept.id;
end
$$;
comment on function public.set_content_tier(uuid, text) is 'Sets who may read the whole of an item: visitor (everybody), freemium (signed-in members) or premium.';

revoke execute on function
  private.check_slug(text), private.take_slug(public.content_items, text), private.check_tier(public.content_kinds, text), private.check_parent(uuid, uuid)
from public, anon, authenticated, service_role;
revoke execute on function public.rename_content(uuid, text), public.move_content(uuid, uuid, uuid), public.set_content_tier(uuid, text) from public, anon, service_role;
grant execute on function public.rename_content(uuid, text), public.move_content(uuid, uuid, uuid), public.set_content_tier(uuid, text) to authenticated;
