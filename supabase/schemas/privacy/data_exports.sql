-- Data exports. A member requests one; the worker's `export-data` reads private.my_data() with the member's own rights, adds
-- their files, and stores zip files in the private bucket `exports`, in their folder. The member downloads them through a
-- signed link valid for minutes; they are deleted after three days.
create table public.data_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'expired')),
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  parts int check (parts >= 1),
  bytes bigint check (bytes > 0),
  check ((state = 'waiting') = (finished_at is null)),
  check ((state in ('ready', 'expired')) = (expires_at is not null and parts is not null and bytes is not null))
);
comment on table public.data_exports is 'Data exports requested by members. A ready one is in the bucket exports under <user_id>/<id>/<part>.zip until expires_at.';
create index data_exports_of_member on public.data_exports (user_id, requested_at desc);
create index data_exports_ready on public.data_exports (expires_at) where state = 'ready';

insert into storage.buckets (id, name, public, allowed_mime_types) values ('exports', 'exports', false, array['application/zip']);
-- Only the worker writes there. Signing a link requires read permission, which an old, unattended session does not have.
create policy "members fetch their own copy, having proved who they are" on storage.objects for select to authenticated
  using (
    bucket_id = 'exports' and (storage.foldername(name))[1] = (select auth.uid())::text and (select public.recently_proved())
    and exists (
      select from public.data_exports as made
      where made.id::text = (storage.foldername(name))[2] and made.state = 'ready' and made.expires_at > now()
    )
  );

create function public.request_data_export() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  made uuid;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not public.recently_proved() then raise exception 'proof_needed' using errcode = '42501'; end if;
  -- Serialised, so that concurrent calls count each other.
  perform pg_advisory_xact_lock(hashtextextended('data export ' || me, 0));
  select id into made from public.data_exports where user_id = me and state = 'waiting';
  if found then return made; end if;
  perform private.use_allowance(me, 'data_copies');
  insert into public.data_exports (user_id) values (me) returning id into made;
  perform private.enqueue('export-data', jsonb_build_object('id', made));
  return made;
end
$$;
comment on function public.request_data_export() is 'Requests an export of the caller''s data; a waiting one is reused. Raises proof_needed without authentication in the last ten minutes, allowance_used_up after the day''s exports.';

alter table public.data_exports enable row level security;
create policy "members follow their own copies" on public.data_exports for select to authenticated using ((select auth.uid()) = user_id);
revoke all on public.data_exports from anon, authenticated, service_role;
grant select on public.data_exports to authenticated;
revoke execute on function public.request_data_export() from public, anon, authenticated, service_role;
grant execute on function public.request_data_export() to authenticated;

-- Deleting an account deletes its exports.
create or replace function private.forget_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('avatars', 'proofs', 'certificates', 'exports') and (storage.foldername(name))[1] = old.id::text;
  perform set_config('storage.allow_delete_query', allowed, true);
  return null;
end
$$;
comment on function private.forget_files() is 'Deletes the profile image, the proofs, the certificates and the exports of a deleted account.';
