-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

DROP POLICY "admins hear the qualification queue" ON "realtime"."messages";

ALTER TABLE "public"."qualification_events"
  DROP CONSTRAINT "qualification_events_kind_check";

CREATE OR REPLACE FUNCTION private.notification_category (
  kind text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when kind in ('signal_published', 'near_entry', 'near_stop', 'near_target', 'signal_entered', 'signal_target_reached', 'signal_stop_moved', 'signal_stopped', 'signal_closed', 'signal_expired', 'signal_cancelled', 'signal_close_asked', 'signal_cancel_asked') then 'signals'
    when kind in ('event_entered') then 'signal_entry'
    when kind in ('event_target_reached') then 'signal_targets'
    when kind in ('event_stop_moved') then 'signal_stop'
    when kind in ('event_stopped', 'event_closed', 'event_expired', 'event_cancelled') then 'signal_end'
    when kind in ('event_note') then 'signal_notes'
    when kind in ('daily_test_open', 'daily_freeze_used', 'daily_streak_ending') then 'daily_test'
    when kind in ('qualification_approved', 'qualification_rejected', 'qualification_needs_information', 'qualification_reopened', 'push_test', 'receipt', 'refund_sent', 'refund_to_fetch', 'surplus_received', 'surplus_returned', 'payment_failed', 'method_expiring', 'renewal_notice', 'crypto_renewal', 'wallet_changed', 'wallet_stopped', 'payout_paid', 'payout_failed', 'course_awaited', 'moderation_decided', 'notice_received', 'notice_decided', 'appeal_decided', 'ticket_answered', 'ticket_assigned', 'ticket_mentioned') then 'account'
    when kind in ('course_published', 'course_updated') then 'trainings'
    when kind in ('idea_ended', 'forum_reply', 'forum_mention', 'forum_quote', 'forum_accepted', 'forum_post', 'forum_thread') then 'community'
    when kind in ('meeting_soon', 'meeting_moved', 'meeting_cancelled', 'meeting_replay', 'seat_freed', 'seat_passed') then 'events'
    when kind in ('announcement_soon', 'announcement_moved', 'announcement_put_off', 'announcement_late', 'announcement_blackout') then 'announcements'
  end
$function$;

CREATE OR REPLACE FUNCTION private.question_before (
  request_id uuid
)
  RETURNS TABLE (
    words text,
    actor uuid,
    at    timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  event record;
  -- The decisions that stand, by their events: the member's turn ends them, an undoing takes the last.
  standing bigint[] := '{}';
begin
  for event in
    select life.id, life.kind from public.qualification_events as life
    where life.request_id = question_before.request_id and kind not in ('assigned', 'commented', 'unmasked') order by life.id
  loop
    standing := case event.kind when 'submitted' then '{}' when 'answered' then '{}' when 'undone' then standing[:cardinality(standing) - 1] else standing || event.id end;
  end loop;
  return query select life.words, life.actor, life.at from public.qualification_events as life where life.id = standing[cardinality(standing) - 1];
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_qualification (
  request_ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  undone uuid[];
  member uuid;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(request_ids) > 1000 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  with mine as (
    select id, user_id, state, decided_at from public.qualification_requests as request
    where id = any (request_ids) and decided_by = me and decided_at > now() - interval '10 minutes' and state in ('approved', 'rejected', 'needs_information')
      -- Who asked again meanwhile has an open request already.
      and not exists (
        select from public.qualification_requests as other
        where other.user_id = request.user_id and other.id <> request.id and other.state in ('pending', 'needs_information')
      )
    order by id for update
  ), closed as (
    update public.premium_grants as access set ends_at = now()
    from mine where mine.state = 'approved' and access.user_id = mine.user_id and access.source = 'qualification' and access.starts_at = mine.decided_at
  ), unmarked as (
    update public.leads as lead set is_qualified = false, qualified_at = null
    from mine where mine.state = 'approved' and lead.user_id = mine.user_id and lead.qualified_at = mine.decided_at
  ), moved as (
    update public.qualification_requests as request set
      state = case when question.at is null then 'pending' else 'needs_information' end,
      reason = question.words, decided_by = question.actor, decided_at = question.at, premium_until = null
    from mine left join lateral private.question_before(mine.id) as question on true
    where request.id = mine.id returning request.id
  )
  select coalesce(array_agg(id), '{}') into undone from moved;
  if cardinality(undone) = 0 then raise exception 'nothing_to_undo' using errcode = 'PT404'; end if;
  insert into public.qualification_events (request_id, kind, actor) select id, 'undone', me from unnest(undone) as id;
  for member in select user_id from public.qualification_requests where id = any (undone) loop
    perform private.tell_member(member, 'qualification_reopened', '{}', '/mon-compte?demande=premium');
  end loop;
  perform private.tell_queue(undone, 'undone');
  return cardinality(undone);
end
$function$;

REVOKE ALL ON FUNCTION "public"."undo_qualification"(uuid[]) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."qualification_events"
  ADD CONSTRAINT "qualification_events_kind_check"
    CHECK
    ((kind = ANY (ARRAY['submitted'::text, 'answered'::text, 'withdrawn'::text, 'assigned'::text, 'commented'::text, 'unmasked'::text, 'approved'::text, 'rejected'::text,
    'needs_information'::text, 'undone'::text])));

CREATE POLICY "admins hear the qualification queue" ON "realtime"."messages"
  FOR SELECT
  TO "authenticated"
  USING
    (((EXTENSION = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text) AND ((( SELECT
    realtime.topic() AS topic) = 'staff:qualification'::text) OR (( SELECT realtime.topic() AS topic) ~~ 'staff:qualification:%'::text))));

CREATE POLICY "admins show that they have a request open" ON "realtime"."messages"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((extension = 'presence'::text) AND (( SELECT realtime.topic() AS topic) ~~ 'staff:qualification:%'::text) AND (( SELECT private.reading_staff_role() AS reading_staff_role) =
    'admin'::text)));

COMMENT ON FUNCTION "private"."question_before"(uuid) IS 'The question that stood when a request was last decided; no row for none.';

COMMENT ON FUNCTION "public"."undo_qualification"(uuid[]) IS 'Takes back the caller''s own decisions of the last ten minutes: the requests are open again, access that was opened ends, and the members are told. How many; those decided by others, earlier, answered or asked anew since are passed over, and it is refused when none is left. At most 1000.';

REVOKE ALL ON FUNCTION "private"."question_before"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_qualification"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_qualification"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_qualification"(uuid[]) TO "postgres";

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
