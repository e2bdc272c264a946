-- Taking content back from its readers: its versions stay, and the features that keep typed rows of it are informed.
create function private.unpublish(kept public.content_items, becomes text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.published_content where item = kept.id;
  if kept.published_version is not null then perform private.project(kept, null); end if;
  update public.content_items set state = becomes, published_version = null, publish_at = null, scheduled_version = null where id = kept.id;
  perform private.tell_editors(kept.id, kept.version, private.require_staff(), becomes);
end
$$;
comment on function private.unpublish(public.content_items, text) is 'Takes an item from its readers.';

create function public.withdraw_content(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.content_items := private.editable_content(withdraw_content.item);
begin
  if kept.state = 'scheduled' and kept.published_version is not null then
    update public.content_items set state = 'published', publish_at = null, scheduled_version = null where id = kept.id;
    perform private.tell_editors(kept.id, kept.version, private.require_staff(), 'published');
  else
    perform private.unpublish(kept, 'draft');
  end if;
end
$$;
comment on function public.withdraw_content(uuid) is 'One step back: a time that was set is forgotten; what is published, archived or was to be published first is a draft.';

create function public.archive_content(items uuid[]) returns void
language sql security definer set search_path = '' as $$
  -- In one order, so that two who archive the same never wait for each other.
  select private.unpublish(private.editable_content(id), 'archived') from (select distinct id from unnest(items) as id order by id) as each
$$;
comment on function public.archive_content(uuid[]) is 'Puts items away: readers and the staff''s list no longer have them, their history stays.';

revoke execute on function private.unpublish(public.content_items, text) from public, anon, authenticated, service_role;
revoke execute on function public.withdraw_content(uuid), public.archive_content(uuid[]) from public, anon, service_role;
grant execute on function public.withdraw_content(uuid), public.archive_content(uuid[]) to authenticated;
