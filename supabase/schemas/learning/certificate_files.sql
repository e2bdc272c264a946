-- The PDF of each certificate, drawn by the worker in its member's language, in the private bucket `certificates` under
-- <member>/<code>.pdf. It is drawn again when the name is shown or hidden or the member changes language; it goes with a revocation.
create table private.certificate_files (
  code text primary key references public.certificates (code),
  language text not null,
  drawn_at timestamptz not null
);
comment on table private.certificate_files is 'Certificates whose file says what they say now.';
alter table private.certificate_files enable row level security;
revoke all on private.certificate_files from anon, authenticated, service_role;

insert into storage.buckets (id, name, public, allowed_mime_types) values ('certificates', 'certificates', false, array['application/pdf']);
-- Only the worker writes there. The policy of certificates leaves a caller their own.
create policy "members fetch their own certificates that are valid" on storage.objects for select to authenticated
  using (bucket_id = 'certificates' and exists (
    select from public.certificates as kept where objects.name = kept.member || '/' || kept.code || '.pdf' and kept.revoked_at is null));

create function private.remove_certificate_file(path text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'certificates' and objects.name = path;
  perform set_config('storage.allow_delete_query', allowed, true);
end
$$;
comment on function private.remove_certificate_file(text) is 'Removes a certificate''s file; the service removes the bytes of a row that is gone.';

create function private.forget_certificate_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.certificate_files where code = old.code;
  perform private.remove_certificate_file(old.member || '/' || old.code || '.pdf');
  return null;
end
$$;
comment on function private.forget_certificate_file() is 'Removes a file that no longer says what its certificate says.';
create trigger forget_certificate_file after update on public.certificates for each row
  when ((old.shown, old.revoked_at) is distinct from (new.shown, new.revoked_at)) execute function private.forget_certificate_file();

create function private.undrawn_certificates() returns table (
  code text, path text, name text, initials text, results jsonb, issued_at timestamptz, sealed_as bigint, hash text, language text)
language sql stable security definer set search_path = '' as $$
  select kept.code, kept.member || '/' || kept.code || '.pdf', case when kept.shown then kept.name end, kept.initials, kept.results, kept.issued_at,
    kept.sealed_as, entry.hash, profile.locale
  from public.certificates as kept join public.profiles as profile on profile.id = kept.member join public.ledger as entry on entry.sequence = kept.sealed_as
  where kept.revoked_at is null and not exists (
    select from private.certificate_files as file where file.code = kept.code and file.language = profile.locale)
  order by kept.issued_at limit 100
$$;
comment on function private.undrawn_certificates() is 'For the worker: valid certificates without a file in their member''s language.';

create function private.certificate_drawn(of_code text, path text, called text, language text, moment timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.certificates as kept
  where kept.code = of_code and path = kept.member || '/' || kept.code || '.pdf' and kept.revoked_at is null
    and case when kept.shown then kept.name end is not distinct from called
  for share;
  if not found then
    perform private.remove_certificate_file(path);
    return false;
  end if;
  insert into private.certificate_files as known (code, language, drawn_at) values (of_code, certificate_drawn.language, moment)
  on conflict (code) do update set language = excluded.language, drawn_at = excluded.drawn_at;
  return true;
end
$$;
comment on function private.certificate_drawn(text, text, text, text, timestamptz) is 'For the worker: records a certificate''s file; removes it and returns false if its name was hidden or shown meanwhile, or it was revoked.';

revoke execute on function
  private.remove_certificate_file(text), private.forget_certificate_file(), private.undrawn_certificates(),
  private.certificate_drawn(text, text, text, text, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function private.undrawn_certificates(), private.certificate_drawn(text, text, text, text, timestamptz) to service_role;
