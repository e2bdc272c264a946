-- Issuing a certificate: every lesson complete, every quiz and the final exam passed (certificate_results.sql). Its name is given once.
-- Its member may hide and show it; another name needs another certificate, which says what it replaces.
create function private.certificate_name(given text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  name constant text := btrim(regexp_replace(given, '\s+', ' ', 'g'));
begin
  if coalesce(length(name), 0) not between 2 and 80 or name ~ '[\u0000-\u001f<>]' then perform private.refuse('name_invalid', 'name'); end if;
  return name;
end
$$;
comment on function private.certificate_name(text) is 'A name as a certificate shows it, with single spaces. Refused: name_invalid.';

create function private.initials(name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(upper(left(word, 1)) || '.', ' ' order by place), '')
  from (select word, place from regexp_split_to_table(btrim(name), '[\s-]+') with ordinality as split (word, place) where word <> '' limit 2) as words
$$;
comment on function private.initials(text) is 'The first letters of a name''s first two words: "A. L."';

create function private.issue_certificate(of_member uuid, course text, name text, results jsonb, replaces text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  issued_at constant timestamptz := private.ledger_moment();
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  code constant text := 'V-' || regexp_replace(private.drawn_code(12), '(....)(?=.)', '\1-', 'g');
  told public.ledger;
begin
  told := private.append_to_ledger('sealed', null, jsonb_build_object('commitment', private.commitment(nonce, jsonb_build_object(
    'code', code, 'issued_at', private.timestamp_text(issued_at), 'results', results))), issued_at);
  insert into public.certificates (code, member, course, name, initials, results, nonce, sealed_as, issued_at, replaces)
  values (code, of_member, course, name, private.initials(name), results, nonce, told.sequence, issued_at, replaces);
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
  perform private.enqueue('draw-certificates', '{}', 'draw-certificates');
  return code;
end
$$;
comment on function private.issue_certificate(uuid, text, text, jsonb, text) is 'Seals results in the ledger and issues a certificate of them. Returns its code.';

create function public.request_certificate(course text, name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  of_course constant uuid := (select item from public.published_content where kind = 'course' and slug = request_certificate.course);
  called text;
  known text;
  results jsonb;
begin
  if of_course is null then raise exception 'subject_unknown' using errcode = 'PT404', hint = 'course'; end if;
  called := private.certificate_name(name);
  -- A double click finds what the first one made.
  perform pg_advisory_xact_lock(hashtextextended('certificate:' || me || of_course, 0));
  select code into known from public.certificates as kept where kept.member = me and kept.course = request_certificate.course and kept.revoked_at is null;
  if found then return known; end if;
  results := private.course_results(me, of_course);
  if results -> 'missing' <> '[]' then
    raise exception 'course_incomplete' using errcode = 'PT409', detail = results -> 'missing';
  end if;
  return private.issue_certificate(me, course, called, results - 'missing');
end
$$;
comment on function public.request_certificate(text, text) is 'The caller''s certificate of a course under the name that they give, issued now or before. Refused: subject_unknown, name_invalid, course_incomplete (detail: what is missing).';

create function public.show_certificate_name(code text, shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.certificates as kept set shown = show_certificate_name.shown, credential = null
  where kept.code = show_certificate_name.code and kept.member = auth.uid() and kept.revoked_at is null;
  if not found then raise exception 'certificate_not_found' using errcode = 'PT404'; end if;
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
  perform private.enqueue('draw-certificates', '{}', 'draw-certificates');
end
$$;
comment on function public.show_certificate_name(text, boolean) is 'Shows the name that the caller''s certificate was issued under, or its initials alone.';

create function public.reissue_certificate(code text, name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  called constant text := private.certificate_name(name);
  former public.certificates;
begin
  select * into former from public.certificates as kept
  where kept.code = reissue_certificate.code and kept.member = auth.uid() and kept.revoked_at is null for update;
  if not found then raise exception 'certificate_not_found' using errcode = 'PT404'; end if;
  if called = former.name then return former.code; end if;
  if former.replaces is not null then raise exception 'already_reissued' using errcode = 'PT409'; end if;
  update public.certificates as kept set revoked_at = clock_timestamp(), revoked_for = 'reissued', shown = false, credential = null where kept.code = former.code;
  return private.issue_certificate(former.member, former.course, called, former.results, former.code);
end
$$;
comment on function public.reissue_certificate(text, text) is 'Issues the caller''s certificate again under another name, once: the former is revoked, and the new one names it. Results stay, and the course may be gone. Refused: certificate_not_found, name_invalid, already_reissued.';

create function public.revoke_certificate(code text, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_allowed' using errcode = '42501'; end if;
  if coalesce(length(btrim(reason)), 0) not between 5 and 500 then perform private.refuse('reason_missing', 'reason'); end if;
  update public.certificates as kept set revoked_at = clock_timestamp(), revoked_for = btrim(reason)
  where kept.code = revoke_certificate.code and kept.revoked_at is null;
  if not found then raise exception 'certificate_not_found' using errcode = 'PT404'; end if;
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
end
$$;
comment on function public.revoke_certificate(text, text) is 'For admins: revokes a certificate for good, with a reason that its member reads; the public page gives the date alone.';

revoke execute on function private.certificate_name(text), private.initials(text), private.issue_certificate(uuid, text, text, jsonb, text)
from public, anon, authenticated, service_role;
revoke execute on function
  public.request_certificate(text, text), public.show_certificate_name(text, boolean), public.reissue_certificate(text, text), public.revoke_certificate(text, text)
from public, anon, service_role;
grant execute on function
  public.request_certificate(text, text), public.show_certificate_name(text, boolean), public.reissue_certificate(text, text), public.revoke_certificate(text, text)
to authenticated;
