-- Certificates: what a member did of a course, copied when it is issued, so that it outlives the course and every later version. Its
-- results are sealed in the ledger; the worker signs it as an Open Badges 3.0 credential. It says nothing of returns.
create table public.certificates (
  -- private.drawn_code(): one of 5 × 10^17, so nobody finds one by trying.
  code text primary key check (code ~ '^V(-[A-HJKMNP-TV-Z2-9]{4}){3}$'),
  -- Stays valid without its member.
  member uuid references public.profiles (id) on delete set null,
  course text not null,
  -- As given when it was issued; another name needs another certificate (certificate_issue.sql). Null where none is kept: its member is gone.
  name text check (length(btrim(name)) between 2 and 80),
  initials text not null check (length(initials) <= 8),
  -- {course: {slug, minutes, title: {language}, abilities: {language: […]}}, sections: [{part: quiz|exercise|exam, lesson, answers: [boolean]}]}
  results jsonb not null,
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$'),
  sealed_as bigint not null unique references public.ledger (sequence),
  issued_at timestamptz not null,
  revoked_at timestamptz,
  revoked_for text,
  -- Its bit in the status list.
  status_index int generated always as identity unique,
  -- The signed credential (VC-JWT); null until the worker has signed it, and again when what it says has changed.
  credential text,
  -- Whether everybody reads the name; otherwise the initials alone.
  shown boolean not null default true,
  -- The certificate that this one replaces, for it had another name.
  replaces text unique references public.certificates (code),
  check ((revoked_at is null) = (revoked_for is null))
);
comment on table public.certificates is 'Certificates as issued. Only whether the name is shown, credential and revocation change.';
create unique index certificates_of_course on public.certificates (member, course) where revoked_at is null;
create index certificates_unsigned on public.certificates (issued_at) where credential is null;
call private.audit_changes('public.certificates', '{name,initials,results,nonce,credential}');
alter table public.certificates enable row level security;
create policy "members read their own certificates" on public.certificates for select to authenticated using ((select auth.uid()) = member);

create table public.certificate_keys (
  kid text primary key,
  jwk jsonb not null,
  since timestamptz not null default clock_timestamp()
);
comment on table public.certificate_keys is 'The public Ed25519 keys that credentials were signed with here (RFC 8037).';
call private.make_append_only('public.certificate_keys');
alter table public.certificate_keys enable row level security;
create policy "everybody reads the keys of certificates" on public.certificate_keys for select to anon, authenticated using (true);

create table private.certificate_signer (
  only_row boolean primary key default true check (only_row),
  secret_key text not null check (secret_key ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table private.certificate_signer is 'The Ed25519 key that signs credentials, made by the worker at its first start: 32 bytes in base64url.';
alter table private.certificate_signer enable row level security;

create table public.certificate_status (
  list int primary key,
  credential text not null,
  made_at timestamptz not null
);
comment on table public.certificate_status is 'The signed status list (W3C Bitstring Status List 1.0): a bit a certificate, set once it is revoked.';
alter table public.certificate_status enable row level security;
create policy "everybody reads which certificates are revoked" on public.certificate_status for select to anon, authenticated using (true);

revoke all on public.certificates, public.certificate_keys, private.certificate_signer, public.certificate_status from anon, authenticated, service_role;
grant select on public.certificates to authenticated;
grant select on public.certificate_keys, public.certificate_status to anon, authenticated;

create function private.guard_certificate() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.member is null and old.member is not null then
    new.name := null;
    new.initials := '';
    new.credential := null;
  end if;
  if tg_op = 'UPDATE' and (old.revoked_at is null or (new.revoked_at, new.revoked_for) = (old.revoked_at, old.revoked_for))
    and (new.code, new.course, new.results, new.nonce, new.sealed_as, new.issued_at, new.status_index, new.replaces)
      is not distinct from (old.code, old.course, old.results, old.nonce, old.sealed_as, old.issued_at, old.status_index, old.replaces)
    and ((new.member is null and new.name is null and new.initials = '')
      or (new.member, new.name, new.initials) is not distinct from (old.member, old.name, old.initials)) then
    return new;
  end if;
  raise exception 'append_only' using errcode = '42501', detail = 'What a certificate says of its member and results stays; a revocation is final.';
end
$$;
comment on function private.guard_certificate() is 'Lets a certificate show or hide its name, lose its member and its validity, and nothing else change. With its member go name and initials.';
create trigger guard_certificate before update or delete on public.certificates for each row execute function private.guard_certificate();
alter table public.certificates enable always trigger guard_certificate;
revoke execute on function private.guard_certificate() from public, anon, authenticated, service_role;

-- For everybody who has a code ------------------------------------------------------------------------------------------
create function public.certificate(code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'code', kept.code, 'name', case when kept.shown then kept.name end, 'initials', kept.initials,
    'issued_at', private.timestamp_text(kept.issued_at), 'revoked_at', kept.revoked_at, 'replaces', kept.replaces,
    -- A revoked one keeps its date and loses its seal.
    'results', case when kept.revoked_at is null then kept.results else kept.results - 'sections' end,
    'nonce', case when kept.revoked_at is null then kept.nonce end,
    'sealed_as', kept.sealed_as, 'entry', case when kept.revoked_at is null then (select to_jsonb(ledger) from public.ledger where sequence = kept.sealed_as) end,
    'credential', kept.credential, 'status_index', kept.status_index,
    'status', (select status.credential from public.certificate_status as status where status.list = 1),
    'keys', (select coalesce(jsonb_agg(jwk), '[]') from public.certificate_keys))
  from public.certificates as kept where kept.code = upper(btrim(certificate.code))
$$;
comment on function public.certificate(text) is 'All that a reader needs to check a certificate themselves; null for a code that was never issued.';
revoke execute on function public.certificate(text) from public, service_role;
grant execute on function public.certificate(text) to anon, authenticated;

