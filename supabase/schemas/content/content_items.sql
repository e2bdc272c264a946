-- Content: an item is a versioned document. Staff read every item and version; the functions of content_saving.sql,
-- content_places.sql, content_publication.sql and content_withdrawal.sql are the only way to write. What others read is a copy, made at publication.
create table public.content_items (
  id uuid primary key default gen_random_uuid(),
  kind text not null references public.content_kinds (kind),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{1,79}$'),
  parent uuid references public.content_items (id),
  position int not null,
  tier text not null check (tier in ('visitor', 'freemium', 'premium')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'archived')),
  -- The newest version, the one that readers have, and the one that they get at publish_at.
  version int not null default 0,
  published_version int,
  scheduled_version int,
  publish_at timestamptz,
  published_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid,
  next_expiry date,
  languages jsonb not null default '{}',
  -- Why it was not published when its time came: {key, field, at}.
  refusal jsonb,
  -- What the product found about the published version that its editors should look at: [{kind, …}].
  flags jsonb not null default '[]',
  unique (kind, slug),
  check ((state = 'scheduled') = (publish_at is not null) and (publish_at is null) = (scheduled_version is null)),
  check (state <> 'published' or published_version is not null)
);
comment on table public.content_items is 'One thing that staff write: where it stands among the others, its state, and what is known of its newest version.';
comment on column public.content_items.next_expiry is 'When the first dated fact of the newest version is to be verified again.';
comment on column public.content_items.languages is 'Of the newest version, private.language_states().';
create index content_items_by_expiry on public.content_items ((coalesce(next_expiry, 'infinity')), updated_at desc, id);
create index content_items_due on public.content_items (publish_at) where publish_at is not null;
create index content_items_of_parent on public.content_items (parent);

create table public.content_versions (
  item uuid not null references public.content_items (id),
  version int not null check (version > 0),
  document jsonb not null,
  -- No reference: what was published keeps its author's number and name, as a signal does.
  author uuid,
  author_name text not null,
  made_at timestamptz not null default clock_timestamp(),
  published_at timestamptz,
  primary key (item, version)
);
comment on table public.content_versions is 'Every state that a document was left in. One that was published, or saved more than ten minutes ago, stays as it is.';

create function private.guard_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or old.published_at is not null
    or (new.document is distinct from old.document and old.made_at < clock_timestamp() - interval '11 minutes')
    or (new.item, new.author, new.author_name, new.made_at) is distinct from (old.item, old.author, old.author_name, old.made_at) then
    raise exception 'append_only' using errcode = '42501', detail = 'A version is a fact.';
  end if;
  return new;
end
$$;
comment on function private.guard_version() is 'Lets a version change only while its author is still writing it, and be marked as published once.';
create trigger guard_version before update or delete on public.content_versions for each row execute function private.guard_version();
create trigger guard_versions before truncate on public.content_versions for each statement execute function private.refuse_change();
alter table public.content_versions enable always trigger guard_version, enable always trigger guard_versions;

create table public.content_redirects (
  kind text not null references public.content_kinds (kind),
  slug text not null,
  item uuid not null references public.content_items (id),
  primary key (kind, slug)
);
create index content_redirects_of_item on public.content_redirects (item);
comment on table public.content_redirects is 'Slugs that published items had before: their addresses lead to the item as it is called now.';

-- Who may -----------------------------------------------------------------------------------------------------------------
alter table public.content_items enable row level security;
create policy "staff read every item of content" on public.content_items for select to authenticated
  using ((select private.reading_staff_role()) is not null);
alter table public.content_versions enable row level security;
create policy "staff read every version of content" on public.content_versions for select to authenticated
  using ((select private.reading_staff_role()) is not null);
alter table public.content_redirects enable row level security;
create policy "everybody reads where content has moved" on public.content_redirects for select to anon, authenticated using (true);

-- One topic an item: what was saved comes from the database; presence says who else has it open.
create policy "staff hear what happens to content, and who edits it" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence') and (select realtime.topic()) like 'content:%' and (select private.reading_staff_role()) is not null);
create policy "staff show that they edit content" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'content:%' and (select private.reading_staff_role()) is not null);

create function private.require_writer(of_kind text) returns public.content_kinds
language plpgsql stable security definer set search_path = '' as $$
declare
  registered public.content_kinds;
begin
  select * into registered from public.content_kinds where kind = of_kind;
  if registered.kind is null then perform private.refuse('kind_unknown', 'kind'); end if;
  if public.writing_staff_role() = any (registered.writers) then return registered; end if;
  raise exception 'not_allowed' using errcode = '42501', detail = 'The registry names who writes this kind of content.';
end
$$;
comment on function private.require_writer(text) is 'The kind of content, for who may write it; refuses everybody else.';

create function private.editable_content(item uuid, expected_version int default null) returns public.content_items
language plpgsql security definer set search_path = '' as $$
declare
  kept public.content_items;
begin
  -- Nobody but staff learns which items there are.
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into kept from public.content_items where id = item for update;
  if not found then raise exception 'content_not_found' using errcode = 'PT404'; end if;
  perform private.require_writer(kept.kind);
  if expected_version <> kept.version then
    raise exception 'content_changed_meanwhile' using errcode = 'PT409', detail = kept.version;
  end if;
  return kept;
end
$$;
comment on function private.editable_content(uuid, int) is 'The item, locked, for who may write its kind; refuses one that has another version by now, whose number is the detail.';

revoke all on public.content_items, public.content_versions, public.content_redirects from anon, authenticated, service_role;
grant select on public.content_items, public.content_versions to authenticated;
grant select on public.content_redirects to anon, authenticated;
revoke execute on function private.guard_version(), private.require_writer(text), private.editable_content(uuid, int) from public, anon, authenticated, service_role;
