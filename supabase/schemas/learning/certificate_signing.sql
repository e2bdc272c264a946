-- Signing certificates: what the worker reads and keeps.
create function private.keep_certificate_signer(secret text) returns text
language sql security definer set search_path = '' as $$
  insert into private.certificate_signer (secret_key) values (secret) on conflict do nothing;
  select secret_key from private.certificate_signer
$$;
comment on function private.keep_certificate_signer(text) is 'The key that signs credentials: the one that is kept, else this one.';

create function private.keep_certificate_key(kid text, jwk jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.certificate_keys (kid, jwk) values (kid, jwk) on conflict do nothing
$$;
comment on function private.keep_certificate_key(text, jsonb) is 'Publishes the key that credentials are signed with.';

create function private.unsigned_certificates() returns table (
  code text, name text, initials text, results jsonb, issued_at timestamptz, status_index int, sealed_as bigint)
language sql stable security definer set search_path = '' as $$
  select code, case when shown then name end, initials, results, issued_at, status_index, sealed_as from public.certificates where credential is null order by issued_at limit 100
$$;
comment on function private.unsigned_certificates() is 'Certificates without a credential.';

create function private.keep_credential(of_code text, called text, signed text) returns void
language sql security definer set search_path = '' as $$
  update public.certificates set credential = signed where code = of_code and case when shown then name end is not distinct from called
$$;
comment on function private.keep_credential(text, text, text) is 'Keeps a signed credential, unless the name was shown or hidden meanwhile.';

create function private.revoked_certificates() returns int[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(status_index order by status_index), '{}') from public.certificates where revoked_at is not null
$$;
comment on function private.revoked_certificates() is 'The places in the status list that are set.';

create function private.keep_certificate_status(signed text) returns void
language sql security definer set search_path = '' as $$
  insert into public.certificate_status (list, credential, made_at) values (1, signed, clock_timestamp())
  on conflict (list) do update set credential = excluded.credential, made_at = excluded.made_at
$$;
comment on function private.keep_certificate_status(text) is 'Publishes the signed status list.';

revoke execute on function
  private.keep_certificate_signer(text), private.keep_certificate_key(text, jsonb), private.unsigned_certificates(),
  private.keep_credential(text, text, text), private.revoked_certificates(), private.keep_certificate_status(text)
from public, anon, authenticated, service_role;
grant execute on function
  private.keep_certificate_signer(text), private.keep_certificate_key(text, jsonb), private.unsigned_certificates(),
  private.keep_credential(text, text, text), private.revoked_certificates(), private.keep_certificate_status(text)
to service_role;
