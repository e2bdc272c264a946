-- Saving content: every changed document is a new version. An author's saves within ten minutes are one version whose number
-- still grows with each: an editor who read the item in between is informed that it changed.
create function private.tell_editors(item uuid, version int, author_name text, state text) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(jsonb_build_object('version', version, 'author_name', author_name, 'state', state), 'saved', 'content:' || item, true)
$$;
comment on function private.tell_editors(uuid, int, text, text) is 'Tells who has the item open that it was saved or published.';

create function private.write_version(kept public.content_items, document jsonb, author uuid, author_name text, replaces boolean) returns int
language plpgsql security definer set search_path = '' as $$
begin
  if replaces then
    update public.content_versions as known set version = kept.version + 1, document = write_version.document where known.item = kept.id and known.version = kept.version;
  else
    insert into public.content_versions values (kept.id, kept.version + 1, document, author, author_name);
  end if;
  update public.content_items as item set
    version = kept.version + 1, updated_at = clock_timestamp(), updated_by = author, refusal = null,
    languages = private.language_states(document, (select required_texts from public.content_kinds where kind = kept.kind)),
    next_expiry = (select min(private.fact_expiry(fact)) from private.dated_facts(document -> 'fields'))
  where item.id = kept.id;
  perform private.tell_editors(kept.id, kept.version + 1, author_name, kept.state);
  return kept.version + 1;
end
$$;
comment on function private.write_version(public.content_items, jsonb, uuid, text, boolean) is 'Writes the next version, in place of the newest or beside it, and what the item says of it.';

create function private.add_version(kept public.content_items, given jsonb, may_replace boolean) returns int
language plpgsql security definer set search_path = '' as $$
declare
  document constant jsonb := private.checked_document(private.require_writer(kept.kind), given);
  newest public.content_versions;
begin
  select * into newest from public.content_versions where item = kept.id and version = kept.version;
  if newest.document = document then return kept.version; end if;
  if kept.state = 'archived' then raise exception 'content_archived' using errcode = 'PT409'; end if;
  return private.write_version(kept, document, auth.uid(), private.require_staff(), coalesce(
    may_replace and newest.author = auth.uid() and newest.published_at is null and kept.scheduled_version is distinct from kept.version
    and newest.made_at > clock_timestamp() - interval '10 minutes', false));
end
$$;
comment on function private.add_version(public.content_items, jsonb, boolean) is 'The number of the version that holds the document; an unchanged one makes none. may_replace: the author''s own newest version of the last ten minutes may give way to it.';

create function private.install_content(kind text, slug text, document jsonb, author_name text, moment timestamptz default clock_timestamp()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  registered public.content_kinds;
  made public.content_items;
begin
  select * into strict registered from public.content_kinds as known where known.kind = install_content.kind;
  insert into public.content_items (kind, slug, position, tier)
  values (install_content.kind, install_content.slug, (select count(*) + 1 from public.content_items as other where other.kind = install_content.kind), 'visitor')
  on conflict do nothing returning * into made;
  if not found then return; end if;
  perform private.write_version(made, private.checked_document(registered, document), null, author_name, false);
  perform private.check_publishable(made, 1), private.publish_version(made, 1, moment);
end
$$;
comment on function private.install_content(text, text, jsonb, text, timestamptz) is 'Publishes an item that an installation begins with; one that is there stays as it is.';

create function public.create_content(
  kind text, slug text, document jsonb default '{}', parent uuid default null, tier text default 'visitor'
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made public.content_items;
begin
  perform private.check_tier(private.require_writer(create_content.kind), create_content.tier), private.check_slug(create_content.slug),
    private.check_parent(null, create_content.parent);
  insert into public.content_items as item (kind, slug, parent, position, tier)
  values (
    create_content.kind, create_content.slug, create_content.parent,
    (select coalesce(max(sibling.position), 0) + 1 from public.content_items as sibling
      where sibling.kind = create_content.kind and sibling.parent is not distinct from create_content.parent),
    create_content.tier
  ) on conflict do nothing returning * into made;
  if not found then raise exception 'slug_taken' using errcode = '23505', hint = 'slug'; end if;
  perform private.take_slug(made, create_content.slug), private.add_version(made, document, false);
  return made.id;
end
$$;
comment on function public.create_content(text, text, jsonb, uuid, text) is 'A new draft; its document may be incomplete. Returns the item''s id.';

create function public.save_content(item uuid, expected_version int, document jsonb) returns int
language sql security definer set search_path = '' as $$
  select private.add_version(private.editable_content(item, expected_version), document, true)
$$;
comment on function public.save_content(uuid, int, jsonb) is 'Keeps a document and returns its version. Refused with content_changed_meanwhile (detail: the newest version) where expected_version is not the newest.';

create function public.restore_content(item uuid, version int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  kept public.content_items := private.editable_content(restore_content.item);
  old constant jsonb := (select document from public.content_versions as known where known.item = restore_content.item and known.version = restore_content.version);
begin
  if old is null then raise exception 'content_not_found' using errcode = 'PT404', hint = 'version'; end if;
  if kept.state = 'archived' then
    update public.content_items set state = 'draft' where id = kept.id returning * into kept;
  end if;
  return private.add_version(kept, old, false);
end
$$;
comment on function public.restore_content(uuid, int) is 'Makes a copy of an earlier version the newest one and returns its number; an archived item is a draft again.';

create function public.reverify_facts(item uuid, expected_version int, fields text[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.content_items := private.editable_content(reverify_facts.item, expected_version);
  document jsonb := (select known.document from public.content_versions as known where known.item = kept.id and known.version = kept.version);
  today constant text := (clock_timestamp() at time zone 'Europe/Paris')::date;
  field text;
  path text[];
begin
  foreach field in array fields loop
    path := string_to_array('fields.' || field, '.');
    if not coalesce(private.is_dated_fact(document #> path), false) then
      perform private.refuse('fact_unknown', array_to_string(path, '.'), 'No dated fact has this path.');
    end if;
    document := jsonb_set(document, array_append(path, 'read_on'), to_jsonb(today));
  end loop;
  return private.add_version(kept, document, true);
end
$$;
comment on function public.reverify_facts(uuid, int, text[]) is 'Says of dated facts (by path, such as licence_number or accounts.0.spread) that they were read again today and hold, in a new version, whose number it returns.';

revoke execute on function
  private.tell_editors(uuid, int, text, text), private.write_version(public.content_items, jsonb, uuid, text, boolean), private.add_version(public.content_items, jsonb, boolean),
  private.install_content(text, text, jsonb, text, timestamptz)
from public, anon, authenticated, service_role;
revoke execute on function
  public.create_content(text, text, jsonb, uuid, text), public.save_content(uuid, int, jsonb), public.restore_content(uuid, int), public.reverify_facts(uuid, int, text[])
from public, anon, service_role;
grant execute on function
  public.create_content(text, text, jsonb, uuid, text), public.save_content(uuid, int, jsonb), public.restore_content(uuid, int), public.reverify_facts(uuid, int, text[])
to authenticated;
