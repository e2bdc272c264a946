-- Files of tickets: bucket `tickets`, `<account>/<uuid>.<ending>`, private. A member or staff bring a file to their own folder and name it in a
-- message; from then on it belongs to the ticket, and whoever reads the ticket reads it. Files of a mail are brought by the worker under `mail/`.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('tickets', 'tickets', false, 10000000, array['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain', 'text/csv']);

create table public.ticket_files (
  id uuid primary key default private.ordered_id(),
  ticket uuid not null references public.tickets (id),
  message uuid not null references public.ticket_messages (id),
  path text not null unique check (length(path) <= 200),
  name text not null check (length(name) between 1 and 120),
  bytes bigint not null check (bytes between 0 and 10000000),
  type text not null
);
comment on table public.ticket_files is 'Files of messages. path is in the bucket `tickets`.';
create index ticket_files_of_ticket on public.ticket_files (ticket);
create index ticket_files_of_message on public.ticket_files (message);

create function private.attach_files(written public.ticket_messages, files jsonb, folder text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given record;
  kept record;
begin
  if jsonb_typeof(coalesce(files, '[]')) <> 'array' or jsonb_array_length(coalesce(files, '[]')) > 5 then
    raise exception 'too_many_files' using errcode = '22023', hint = 'files', detail = 'At most five.';
  end if;
  for given in select * from jsonb_to_recordset(coalesce(files, '[]')) as file (path text, name text) loop
    if given.path is null or not starts_with(given.path, folder || '/') or given.path !~ '^[0-9a-z/-]{1,120}\.[a-z0-9]{2,5}$' then
      raise exception 'file_not_yours' using errcode = '42501', hint = 'files';
    end if;
    select name, coalesce((metadata ->> 'size')::bigint, 0) as bytes, coalesce(metadata ->> 'mimetype', '') as type into kept
    from storage.objects where bucket_id = 'tickets' and objects.name = given.path;
    if not found then raise exception 'file_missing' using errcode = 'PT404', hint = 'files'; end if;
    insert into public.ticket_files (ticket, message, path, name, bytes, type)
    values (written.ticket, written.id, given.path, coalesce(nullif(private.cleaned(given.name, 120), ''), 'fichier'), kept.bytes, kept.type)
    on conflict (path) do nothing;
    if not found then raise exception 'file_used' using errcode = '23505', hint = 'files'; end if;
  end loop;
end
$$;
comment on function private.attach_files(public.ticket_messages, jsonb, text) is 'Gives a message its files: [{path, name}], at most five, which lie in a folder of the bucket `tickets` and belong to no other message.';

create function private.may_read_ticket_file(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.ticket_files as file join public.tickets on tickets.id = file.ticket where file.path = may_read_ticket_file.path and tickets.user_id = (select auth.uid()))
$$;
comment on function private.may_read_ticket_file(text) is 'Whether a file belongs to a ticket of the caller''s.';

create policy "members and staff bring files to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id = 'tickets' and (storage.foldername(name))[1] = (select auth.uid())::text and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpe?g|webp|pdf|txt|csv)$');
create policy "who reads a ticket reads its files" on storage.objects for select to authenticated
  using (bucket_id = 'tickets' and ((storage.foldername(name))[1] = (select auth.uid())::text or (select private.reading_staff_role()) is not null or private.may_read_ticket_file(name)));

create function private.unused_ticket_files(moment timestamptz, most int) returns setof text
language sql stable security definer set search_path = '' as $$
  select file.name from storage.objects as file
  where file.bucket_id = 'tickets' and file.created_at < moment - interval '2 days' and not exists (select from public.ticket_files where path = file.name)
  order by file.created_at limit most
$$;
comment on function private.unused_ticket_files(timestamptz, int) is 'Files that were brought two days ago and belong to no message.';

alter table public.ticket_files enable row level security;
create policy "members read the files of their own tickets, staff all" on public.ticket_files for select to authenticated
  using ((select private.reading_staff_role()) is not null or private.is_own_ticket(ticket));
revoke all on public.ticket_files from anon, authenticated, service_role;
grant select on public.ticket_files to authenticated;
revoke execute on function private.attach_files(public.ticket_messages, jsonb, text), private.may_read_ticket_file(text), private.unused_ticket_files(timestamptz, int)
from public, anon, authenticated, service_role;
grant execute on function private.may_read_ticket_file(text) to authenticated;
