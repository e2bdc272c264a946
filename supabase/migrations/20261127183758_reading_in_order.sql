-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.read_notifications (
  ids    uuid[]  DEFAULT NULL::uuid[],
  unread boolean DEFAULT false
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment constant timestamptz := case when not unread then now() end;
  marked uuid[];
  still_hold int;
begin
  with changed as (
    -- Rows are locked by id, as a withdrawal locks them, so that neither waits for the other in a ring.
    update public.notifications set read_at = moment
    where id in (
      select id from public.notifications
      where user_id = (select auth.uid()) and in_app and (ids is null or id = any (ids)) and (read_at is null) <> unread
      order by id for update
    )
    returning id, withdrawn_at
  )
  select coalesce(array_agg(id), '{}'), count(*) filter (where withdrawn_at is null) into marked, still_hold from changed;
  if marked <> '{}' then
    perform private.tell_topic('member:' || auth.uid(), 'read', jsonb_build_object(
      'notifications', case when ids is not null then marked end, 'read_at', moment, 'unread', case when unread then still_hold else -still_hold end));
  end if;
  return cardinality(marked);
end
$function$;

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
