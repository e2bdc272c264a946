-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

DROP POLICY "members read what concerns them, admins everything" ON "public"."qualification_events";

DROP INDEX "public"."qualification_requests_account";

ALTER TABLE "public"."qualification_events"
  DROP CONSTRAINT "qualification_events_kind_check";

CREATE TABLE "private"."proof_fingerprints" (
  "request_id"  uuid                     NOT NULL,
  "fingerprint" text                     NOT NULL,
  "at"          timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "proof_fingerprints_fingerprint_check" CHECK (((length(fingerprint) >= 8) AND (length(fingerprint) <= 200))),
  CONSTRAINT "proof_fingerprints_pkey" PRIMARY KEY (request_id, fingerprint)
);

ALTER TABLE "private"."proof_fingerprints"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."proof_marks" (
  "id"         bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "request_id" uuid                     NOT NULL,
  "what"       text                     NOT NULL,
  "agrees"     boolean,
  "words"      text,
  "x"          real,
  "y"          real,
  "width"      real,
  "height"     real,
  "placed_by"  uuid                     NOT NULL,
  "placed_at"  timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "proof_marks_check1" CHECK (((num_nulls(x, y, width, height) = ANY (ARRAY[0, 4])) AND ((what <> 'mask'::text) OR (x IS NOT NULL)))),
  CONSTRAINT "proof_marks_check2"
    CHECK
    (((x >= (0)::double precision) AND (y >= (0)::double precision) AND (width > (0)::double precision) AND (height > (0)::double precision) AND ((x + width) <= (1.0001)::double
    precision) AND ((y + height) <= (1.0001)::double precision))),
  CONSTRAINT "proof_marks_check" CHECK (((what = 'mask'::text) = (agrees IS NULL))),
  CONSTRAINT "proof_marks_pkey" PRIMARY KEY (id),
  CONSTRAINT "proof_marks_what_check"
    CHECK ((what = ANY (ARRAY['mask'::text, 'name'::text, 'account'::text, 'broker'::text, 'statement'::text, 'opening'::text, 'deposit'::text]))),
  CONSTRAINT "proof_marks_words_check" CHECK ((length(words) <= 80))
);

ALTER TABLE "public"."proof_marks"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."proof_marks" FROM "anon", "service_role";

REVOKE ALL ON SEQUENCE "public"."proof_marks_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."proof_marks_id_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."proof_marks_id_seq" FROM "service_role";

CREATE OR REPLACE FUNCTION private.account_key (
  account text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select regexp_replace(upper(account), '[^A-Z0-9]+', '', 'g') $function$;

CREATE OR REPLACE FUNCTION private.follow_proof()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.proof_path is null then
    delete from public.proof_marks where request_id = new.id and what = 'mask';
    update public.proof_marks set x = null, y = null, width = null, height = null where request_id = new.id;
  else
    delete from public.proof_marks where request_id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_fingerprint()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if to_regclass('storage.objects') is null then return null; end if;
  execute $query$
    insert into private.proof_fingerprints (request_id, fingerprint)
    select $1, coalesce(metadata ->> 'sha256', btrim(metadata ->> 'eTag', '"')) from storage.objects
    where bucket_id = 'proofs' and name = $2 and length(coalesce(metadata ->> 'sha256', btrim(metadata ->> 'eTag', '"'))) between 8 and 200
    on conflict do nothing
  $query$ using new.id, new.proof_path;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.office_backup_state()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found jsonb;
begin
  if to_regclass('_server.backup_state') is null then return null; end if;
  execute $query$
    select jsonb_build_object('configured', configured, 'base_at', base_at, 'copied_at', copied_at, 'failed_at', failed_at) from _server.backup_state
  $query$ into found;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.office_ledger_state()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'entries', (select max(sequence) from public.ledger),
    'size', newest.size, 'signed_at', newest.made_at,
    'stamped_at', (select max(at) from public.ledger_timestamps), 'cosigned_at', (select max(at) from public.ledger_cosignatures)
  )
  from (select 1) as one left join lateral (select size, made_at from public.ledger_checkpoints order by size desc limit 1) as newest on true
$function$;

CREATE OR REPLACE FUNCTION private.office_mail_state()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found jsonb;
begin
  if to_regclass('_server.mail_outbox') is null then return null; end if;
  execute $query$
    select jsonb_build_object(
      'waiting', count(*) filter (where sent_at is null and failed_at is null),
      'oldest_at', min(created_at) filter (where sent_at is null and failed_at is null),
      'retried', count(*) filter (where sent_at is null and failed_at is null and attempts > 0),
      'failed', count(*) filter (where failed_at > now() - interval '1 day'),
      'sent_at', max(sent_at)
    ) from _server.mail_outbox
    where (sent_at is null and failed_at is null) or failed_at > now() - interval '1 day'
      or id = (select id from _server.mail_outbox where sent_at is not null order by id desc limit 1)
  $query$ into found;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.office_queue_state()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found jsonb;
begin
  if to_regclass('graphile_worker.jobs') is null then
    select jsonb_build_object('waiting', count(*), 'oldest_at', min(created_at), 'running', 0, 'failing', 0, 'given_up', 0)
    into found from private.pending_jobs;
    return found;
  end if;
  execute $query$
    select jsonb_build_object(
      'waiting', count(*) filter (where locked_at is null and attempts = 0 and run_at <= now()),
      'oldest_at', min(run_at) filter (where locked_at is null and attempts = 0 and run_at <= now()),
      'running', count(*) filter (where locked_at is not null),
      'failing', count(*) filter (where locked_at is null and attempts > 0 and attempts < max_attempts),
      'given_up', count(*) filter (where locked_at is null and attempts >= max_attempts)
    ) from graphile_worker.jobs
  $query$ into found;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_request (
  request_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if not exists (
    select from public.qualification_requests where id = open_request.request_id and user_id <> auth.uid() and state in ('pending', 'needs_information')
  ) then raise exception 'nothing_open' using errcode = 'PT404'; end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_of (
  place jsonb
)
  RETURNS TABLE (
    x      real,
    y      real,
    width  real,
    height real
  )
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if place is null then return query select null::real, null::real, null::real, null::real; return; end if;
  return query select (place ->> 'x')::real, (place ->> 'y')::real, (place ->> 'width')::real, (place ->> 'height')::real;
  if num_nulls(place ->> 'x', place ->> 'y', place ->> 'width', place ->> 'height') > 0 then raise exception 'no_such_place' using errcode = '22023', hint = 'place'; end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_queue (
  requests uuid[],
  kind     text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.tell_topics(array_agg('staff:qualification'::text), 'request', array_agg(jsonb_build_object(
    'kind', kind, 'request', to_jsonb(request) || jsonb_build_object('member', jsonb_build_object(
      'username', member.username, 'first_name', member.first_name, 'last_name', member.last_name, 'email', member.email, 'phone', member.phone, 'created_at', member.created_at
    ))
  ) order by request.created_at))
  from public.qualification_requests as request join public.members as member using (user_id) where request.id = any (requests);
  select private.tell_topics(array_agg('member:' || user_id), 'request', array_agg('{}'::jsonb))
  from public.qualification_requests where id = any (requests) and kind not in ('assigned', 'commented', 'marked', 'unmasked')
$function$;

CREATE OR REPLACE FUNCTION public.check_proof_fact (
  request_id uuid,
  fact       text,
  agrees     boolean,
  words      text    DEFAULT NULL::text,
  place      jsonb   DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
begin
  perform private.open_request(check_proof_fact.request_id);
  if fact is null or fact not in ('name', 'account', 'broker', 'statement', 'opening', 'deposit') then raise exception 'no_such_fact' using errcode = '22023', hint = 'fact'; end if;
  if check_proof_fact.agrees is null then
    delete from public.proof_marks as mark where mark.request_id = check_proof_fact.request_id and what = fact;
  else
    insert into public.proof_marks as mark (request_id, what, agrees, words, x, y, width, height, placed_by)
    select check_proof_fact.request_id, fact, check_proof_fact.agrees, nullif(private.cleaned(check_proof_fact.words, 80), ''), spot.x, spot.y, spot.width, spot.height, auth.uid()
    from private.place_of(check_proof_fact.place) as spot
    on conflict (request_id, what) where what <> 'mask' do update set
      agrees = excluded.agrees, words = excluded.words, x = excluded.x, y = excluded.y, width = excluded.width, height = excluded.height,
      placed_by = excluded.placed_by, placed_at = clock_timestamp();
  end if;
  perform private.tell_queue(array[check_proof_fact.request_id], 'marked');
end
$function$;

REVOKE ALL ON FUNCTION "public"."check_proof_fact"(uuid, text, boolean, text, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.lift_masks (
  request_id uuid,
  reason     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant text := nullif(private.cleaned(lift_masks.reason, 300), '');
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if said is null then raise exception 'reason_missing' using errcode = '22023', hint = 'reason'; end if;
  if not exists (select from public.proof_marks as mark where mark.request_id = lift_masks.request_id and what = 'mask') then raise exception 'nothing_masked' using errcode = 'PT404'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (lift_masks.request_id, 'unmasked', said, auth.uid());
  perform private.tell_queue(array[lift_masks.request_id], 'unmasked');
end
$function$;

REVOKE ALL ON FUNCTION "public"."lift_masks"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mask_proof (
  request_id uuid,
  place      jsonb
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  made bigint;
begin
  perform private.open_request(mask_proof.request_id);
  if place is null then raise exception 'no_such_place' using errcode = '22023', hint = 'place'; end if;
  if (select count(*) from public.proof_marks as mark where mark.request_id = mask_proof.request_id and what = 'mask') >= 50 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  insert into public.proof_marks (request_id, what, x, y, width, height, placed_by)
  select mask_proof.request_id, 'mask', spot.x, spot.y, spot.width, spot.height, auth.uid() from private.place_of(place) as spot
  returning id into made;
  perform private.tell_queue(array[mask_proof.request_id], 'marked');
  return made;
end
$function$;

REVOKE ALL ON FUNCTION "public"."mask_proof"(uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.office_machinery()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return jsonb_build_object(
    'jobs', private.office_queue_state(), 'mails', private.office_mail_state(), 'ledger', private.office_ledger_state(), 'backup', private.office_backup_state()
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."office_machinery"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.remove_mask (
  mask_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  whose uuid;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  delete from public.proof_marks where id = mask_id and what = 'mask' and placed_by = auth.uid() and placed_at > now() - interval '10 minutes'
  returning request_id into whose;
  if whose is null then raise exception 'nothing_masked' using errcode = 'PT404'; end if;
  perform private.tell_queue(array[whose], 'marked');
end
$function$;

REVOKE ALL ON FUNCTION "public"."remove_mask"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.request_duplicates (
  request_ids uuid[]
)
  RETURNS TABLE (
    request_id    uuid,
    kind          text,
    other_request uuid,
    other_member  uuid,
    name          text,
    at            timestamp with time zone,
    state         text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(request_ids) > 1000 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  return query
  select asked.id, found.kind, found.request, found.member, coalesce(nullif(concat_ws(' ', member.first_name, member.last_name), ''), member.username),
    found.at, found.state
  from public.qualification_requests as asked
  cross join lateral (
    (select 'account' as kind, other.id as request, other.user_id as member, other.created_at as at, other.state
      from public.qualification_requests as other
      where other.broker = asked.broker and private.account_key(other.account_number) = private.account_key(asked.account_number) and other.user_id <> asked.user_id
      order by other.created_at desc limit 5)
    union all
    (select 'file', other.id, other.user_id, other.created_at, other.state
      from private.proof_fingerprints as own
      join private.proof_fingerprints as same on same.fingerprint = own.fingerprint and same.request_id <> own.request_id
      join public.qualification_requests as other on other.id = same.request_id and other.user_id <> asked.user_id
      where own.request_id = asked.id order by other.created_at desc limit 5)
    union all
    (select 'phone', latest.id, other.user_id, coalesce(latest.created_at, other.created_at), latest.state
      from public.members as own
      join public.members as other on other.phone = own.phone and other.user_id <> own.user_id
      left join lateral (
        select request.id, request.created_at, request.state from public.qualification_requests as request
        where request.user_id = other.user_id order by request.created_at desc limit 1
      ) as latest on true
      where own.user_id = asked.user_id order by other.created_at desc limit 5)
    union all
    (select distinct on (other.member) 'payment', latest.id, other.member, coalesce(latest.created_at, other.occurred_at), latest.state
      from private.methods_of(asked.user_id) as method
      join private.provider_events as other on other.provider = method.provider and other.fingerprint = method.fingerprint and other.member <> asked.user_id
      left join lateral (
        select request.id, request.created_at, request.state from public.qualification_requests as request
        where request.user_id = other.member order by request.created_at desc limit 1
      ) as latest on true
      order by other.member limit 5)
    union all
    (select 'again', earlier.id, earlier.user_id, earlier.created_at, earlier.state
      from public.qualification_requests as earlier
      where earlier.user_id = asked.user_id and earlier.created_at < asked.created_at order by earlier.created_at desc limit 5)
  ) as found
  left join public.members as member on member.user_id = found.member
  where asked.id = any (request_ids)
  order by asked.id, array_position(array['account', 'file', 'phone', 'payment', 'again'], found.kind), found.at desc;
end
$function$;

REVOKE ALL ON FUNCTION "public"."request_duplicates"(uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.request_qualification (
  broker         text,
  account_number text,
  proof_path     text DEFAULT NULL::text,
  note           text DEFAULT ''::text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  account constant text := upper(private.cleaned(request_qualification.account_number, 40));
  made uuid;
begin
  if me is null or not exists (select from public.members where user_id = me) then raise exception 'not_a_member' using errcode = '42501'; end if;
  if public.current_tier() = 'premium' then raise exception 'already_premium' using errcode = '23505'; end if;
  if account !~ '^[A-Z0-9][A-Z0-9 ./-]{2,39}$' then raise exception 'account_number_wrong' using errcode = '22023', hint = 'account_number'; end if;
  if not exists (select from public.brokers where slug = request_qualification.broker and listed) then raise exception 'no_such_broker' using errcode = '22023', hint = 'broker'; end if;
  perform private.check_proof(request_qualification.proof_path);
  if (select count(*) from public.qualification_requests where user_id = me and created_at > now() - interval '30 days') >= 5 then
    raise exception 'too_many_requests' using errcode = 'PT429';
  end if;
  insert into public.qualification_requests (user_id, broker, account_number, proof_path, note, same_account_as)
  values (me, request_qualification.broker, account, request_qualification.proof_path, private.cleaned(request_qualification.note, 1000), (
    select other.id from public.qualification_requests as other
    where other.broker = request_qualification.broker and private.account_key(other.account_number) = private.account_key(account) and other.user_id <> me
    order by other.created_at limit 1
  )) on conflict (user_id) where state in ('pending', 'needs_information') do nothing
  returning id into made;
  if made is null then raise exception 'already_requested' using errcode = '23505'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (made, 'submitted', nullif(private.cleaned(request_qualification.note, 1000), ''), me);
  update public.leads set product_requested = 'premium' where user_id = me and product_requested <> 'premium';
  perform private.tell_queue(array[made], 'submitted');
  return made;
end
$function$;

ALTER TABLE "private"."proof_fingerprints"
  ADD CONSTRAINT "proof_fingerprints_request_id_fkey" FOREIGN KEY (request_id) REFERENCES public.qualification_requests(id) ON DELETE CASCADE;

ALTER TABLE "public"."proof_marks"
  ADD CONSTRAINT "proof_marks_request_id_fkey" FOREIGN KEY (request_id) REFERENCES public.qualification_requests(id) ON DELETE CASCADE;

ALTER TABLE "public"."qualification_events"
  ADD CONSTRAINT "qualification_events_kind_check"
    CHECK
    ((kind = ANY (ARRAY['submitted'::text, 'answered'::text, 'withdrawn'::text, 'assigned'::text, 'commented'::text, 'unmasked'::text, 'approved'::text, 'rejected'::text,
    'needs_information'::text])));

CREATE INDEX proof_fingerprints_same ON private.proof_fingerprints USING btree (fingerprint);

CREATE INDEX members_by_phone ON public.members USING btree (phone)
  WHERE (phone IS NOT NULL);

CREATE UNIQUE INDEX proof_marks_of_fact ON public.proof_marks USING btree (request_id, what)
  WHERE (what <> 'mask'::text);

CREATE INDEX proof_marks_of_request ON public.proof_marks USING btree (request_id, id);

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.proof_marks
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', 'words');

CREATE TRIGGER follow_proof
  AFTER UPDATE OF proof_path ON public.qualification_requests
  FOR EACH ROW
  WHEN ((new.proof_path IS DISTINCT FROM old.proof_path))
  EXECUTE FUNCTION private.follow_proof();

CREATE TRIGGER note_fingerprint
  AFTER INSERT OR UPDATE OF proof_path ON public.qualification_requests
  FOR EACH ROW
  WHEN ((new.proof_path IS NOT NULL))
  EXECUTE FUNCTION private.note_fingerprint();

CREATE POLICY "admins read the marks on proofs" ON "public"."proof_marks"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "members read what concerns them, admins everything" ON "public"."qualification_events"
  FOR SELECT
  TO "authenticated"
  USING
    (((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text) OR ((kind <> ALL (ARRAY['assigned'::text, 'commented'::text, 'unmasked'::text])) AND
    (request_id IN ( SELECT qualification_requests.id
   FROM public.qualification_requests
  WHERE (qualification_requests.user_id = ( SELECT auth.uid() AS uid)))))));

COMMENT ON FUNCTION "private"."account_key"(text) IS 'An account''s number without spaces and signs: two spellings of one are equal.';

COMMENT ON FUNCTION "private"."follow_proof"() IS 'Another file has not been looked at yet; of one whose time is over only the findings stay.';

COMMENT ON FUNCTION "private"."note_fingerprint"() IS 'A request has a file: keeps its hash.';

COMMENT ON FUNCTION "private"."office_backup_state"() IS '{configured: since the last start, base_at: the last whole copy, copied_at: when the log was last copied, failed_at: since when copying fails}; null where the host says nothing about backups.';

COMMENT ON FUNCTION "private"."office_ledger_state"() IS '{entries, size and signed_at: of the newest signed head, stamped_at: the last time-stamp of an authority, cosigned_at: the last word of a witness}; null for what there never was.';

COMMENT ON FUNCTION "private"."office_mail_state"() IS '{waiting, oldest_at, retried: of those that wait, failed: given up within a day, sent_at: the last one that left}; null where the host keeps no outbox.';

COMMENT ON FUNCTION "private"."office_queue_state"() IS '{waiting: due and not begun, oldest_at: since when the oldest of them is due, running, failing: will be tried again, given_up}.';

COMMENT ON FUNCTION "private"."open_request"(uuid) IS 'Refuses who is no admin, and a request that is decided or one''s own.';

COMMENT ON FUNCTION "private"."place_of"(jsonb) IS 'A rectangle {x, y, width, height} as columns; all null for none.';

COMMENT ON FUNCTION "public"."check_proof_fact"(uuid, text, boolean, text, jsonb) IS 'A reviewer found a fact in the proof of an open request (name, account, broker, statement, opening, deposit): it agrees or not, the proof''s own words, and its place {x, y, width, height} as shares of the upright picture. agrees null takes the finding back.';

COMMENT ON FUNCTION "public"."lift_masks"(uuid, text) IS 'A reviewer looks under the masks of a proof: noted with the reason before anything is shown. The masks stay for everybody else, and for the next time.';

COMMENT ON FUNCTION "public"."mask_proof"(uuid, jsonb) IS 'Covers a part of the proof of an open request for every reviewer. At most 50.';

COMMENT ON FUNCTION "public"."office_machinery"() IS 'For staff: {jobs, mails, ledger, backup}, as the functions of each say. Counts and times only.';

COMMENT ON FUNCTION "public"."remove_mask"(bigint) IS 'Takes back a mask that the caller placed in the last ten minutes.';

COMMENT ON FUNCTION "public"."request_duplicates"(uuid[]) IS 'For admins, of at most 1000 requests: other accounts with the same account at the broker (spaces and signs aside), file, telephone or payment method, with their latest request where there is one, and the member''s own earlier requests (again). At most five of a kind each, newest first.';

COMMENT ON TABLE "private"."proof_fingerprints" IS 'Which files a request was based on, by the SHA-256 of their bytes, or their storage''s tag where it gives none.';

COMMENT ON TABLE "public"."proof_marks" IS 'Masks over a proof, and which facts a reviewer found in it: agrees or not, what it says (words), and where. placed_by has no reference: the row outlives the account.';

COMMENT ON TABLE "public"."qualification_events" IS 'The life of a request. assigned, commented and unmasked are among staff.';

REVOKE ALL ON FUNCTION "private"."account_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_proof"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_fingerprint"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_backup_state"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_ledger_state"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_mail_state"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_queue_state"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_request"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_proof_fact"(uuid, text, boolean, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."check_proof_fact"(uuid, text, boolean, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_proof_fact"(uuid, text, boolean, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."lift_masks"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."lift_masks"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."lift_masks"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mask_proof"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mask_proof"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mask_proof"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."office_machinery"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."office_machinery"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."office_machinery"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_mask"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_mask"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_mask"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_duplicates"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_duplicates"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_duplicates"(uuid[]) TO "postgres";

REVOKE ALL ON SEQUENCE "public"."proof_marks_id_seq" FROM "postgres";

GRANT SELECT, UPDATE, USAGE ON SEQUENCE "public"."proof_marks_id_seq" TO "postgres";

REVOKE ALL ON TABLE "public"."proof_marks" FROM "authenticated";

GRANT SELECT ON TABLE "public"."proof_marks" TO "authenticated";

REVOKE ALL ON TABLE "public"."proof_marks" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."proof_marks" TO "postgres";

CREATE INDEX qualification_requests_account ON public.qualification_requests USING btree (broker, private.account_key(account_number));

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
insert into private.personal_data (subject, condition, exported, hidden, omitted, fate) values
  ('public.proof_marks', 'request_id in (select id from public.qualification_requests where user_id = $1)', true, true, '{}', 'goes'),
  ('private.proof_fingerprints', 'request_id in (select id from public.qualification_requests where user_id = $1)', true, true, '{}', 'goes');
