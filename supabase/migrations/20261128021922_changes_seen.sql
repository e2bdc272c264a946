-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.see_changes()
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  since timestamptz;
begin
  update public.visits set previous_at = now(), seen_at = now() where user_id = auth.uid() returning previous_at into since;
  if since is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return since;
end
$function$;

REVOKE ALL ON FUNCTION "public"."see_changes"() FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "public"."see_changes"() IS 'Ends the caller''s previous visit now, so that the dashboard lists only later events. Returns this moment. Refused before the first begin_visit().';

GRANT EXECUTE ON FUNCTION "public"."see_changes"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."see_changes"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."see_changes"() TO "postgres";

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
