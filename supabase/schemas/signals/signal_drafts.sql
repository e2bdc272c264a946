-- What an analyst prepares: drafts kept as typed on every device, and a draft's publication at a set time. Nothing here is a signal: only private.publish_for() makes one.
create table public.signal_drafts (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  input jsonb not null check (jsonb_typeof(input) = 'object' and pg_column_size(input) <= 65536),
  publish_at timestamptz,
  -- Why it was not published when its time came: {key, field, at}.
  refusal jsonb,
  updated_at timestamptz not null default now(),
  check (publish_at is null or refusal is null)
);
comment on table public.signal_drafts is 'Drafts of signals as their author typed them; with publish_at, to be published then.';
create index signal_drafts_of_author on public.signal_drafts (author_id, updated_at desc);
create index signal_drafts_due on public.signal_drafts (publish_at) where publish_at is not null;

create function private.touch_draft() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  -- What was refused may be right now: the reason goes with the words it was about.
  if new.input is distinct from old.input then new.refusal := null; end if;
  return new;
end
$$;
comment on function private.touch_draft() is 'Dates a draft''s last change and forgets a refusal of what no longer stands there.';
create trigger touch before update on public.signal_drafts for each row execute function private.touch_draft();

alter table public.signal_drafts enable row level security;
create policy "analysts keep their own drafts" on public.signal_drafts for all to authenticated
  using (author_id = (select auth.uid()) and (select public.writing_staff_role()) is not null)
  with check (author_id = (select auth.uid()) and (select public.writing_staff_role()) is not null);
revoke all on public.signal_drafts from anon, authenticated, service_role;
grant select, delete on public.signal_drafts to authenticated;
grant insert (id, input), update (input) on public.signal_drafts to authenticated;

-- Publication at a set time ---------------------------------------------------------------------------------------------
create function private.require_confirmed(input jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(input -> 'asks') = 'array' and jsonb_array_length(input -> 'asks') > 0 then
    perform private.refuse('unconfirmed_field', input #>> '{asks,0,field}', 'Read from a text and not confirmed.');
  end if;
end
$$;
comment on function private.require_confirmed(jsonb) is 'Refuses a draft with a field that a pasted text left in doubt and its author has not confirmed.';

create function public.schedule_draft(draft_id uuid, publish_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  draft public.signal_drafts;
begin
  perform private.require_staff();
  select * into draft from public.signal_drafts where id = draft_id and author_id = auth.uid() for update;
  if not found then perform private.refuse('draft_not_found', null, 'No such draft of yours.'); end if;
  if publish_at is not null then
    if publish_at <= clock_timestamp() or publish_at > clock_timestamp() + interval '30 days' then
      perform private.refuse('invalid_schedule', 'publish_at', 'Within the next thirty days.');
    end if;
    perform private.require_confirmed(draft.input);
    -- What no price can make right is said now, not then.
    perform private.checked_levels(draft.input), private.checked_reasons(draft.input), private.checked_validity(draft.input),
      private.one_of(draft.input, 'style', '{scalp,intraday,swing}', 'invalid_style'),
      private.one_of(draft.input, 'tier', '{freemium,premium}', 'invalid_tier');
  end if;
  update public.signal_drafts set publish_at = schedule_draft.publish_at, refusal = null where id = draft_id;
end
$$;
comment on function public.schedule_draft(uuid, timestamptz) is 'Sets when a draft of one''s own is published, or with null that it is not. What can be checked before is checked at once.';

create function private.publish_draft(draft_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft public.signal_drafts;
  author_name text;
  published jsonb;
  key text; field text;
begin
  select * into draft from public.signal_drafts
  where id = draft_id and publish_at <= clock_timestamp() for update skip locked;
  if not found then return null; end if;
  begin
    select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), username) into author_name
    from public.staff join public.profiles on profiles.id = staff.user_id where staff.user_id = draft.author_id;
    if not found then perform private.refuse('not_allowed', null, 'The author no longer publishes.'); end if;
    -- It may have been changed since its hour was set.
    perform private.require_confirmed(draft.input);
    published := private.publish_for(draft.input, draft.author_id, author_name);
    delete from public.signal_drafts where id = draft_id;
    return jsonb_build_object('published', published);
  exception when raise_exception then
    -- Whatever publishing had begun is undone with this block; the draft alone says why.
    get stacked diagnostics key = message_text, field = pg_exception_hint;
  end;
  update public.signal_drafts
  set publish_at = null, refusal = jsonb_build_object('key', key, 'field', nullif(field, ''), 'at', clock_timestamp())
  where id = draft_id;
  return jsonb_build_object('refused', key);
end
$$;
comment on function private.publish_draft(uuid) is 'For the worker: publishes a draft whose time has come, if its author still may and its levels still hold; {published} or {refused}, null where there is nothing to do.';

create function private.due_drafts() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.signal_drafts where publish_at <= clock_timestamp() order by publish_at, id
$$;
comment on function private.due_drafts() is 'For the worker: the drafts whose time has come.';

revoke execute on function private.touch_draft(), private.require_confirmed(jsonb), private.publish_draft(uuid), private.due_drafts() from public, anon, authenticated;
grant execute on function private.publish_draft(uuid), private.due_drafts() to service_role;
revoke execute on function public.schedule_draft(uuid, timestamptz) from public, anon, service_role;
grant execute on function public.schedule_draft(uuid, timestamptz) to authenticated;
