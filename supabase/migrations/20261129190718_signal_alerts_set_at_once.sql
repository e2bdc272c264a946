-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.last_signals (
  notions text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with used as (
    select distinct on (result.signal_id) result.* from public.published_content as card
    join public.signal_notions as known on known.notion = card.item join public.signal_results as result on result.signal_id = known.signal_id
    where card.kind = 'notion' and card.slug = any (last_signals.notions)
  )
  -- The last that won and the last that lost, as many of each: never the winners alone. Some are neither.
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', number, 'id', signal_id, 'symbol', newest.symbol, 'instrument', instruments.name, 'direction', direction, 'closed_at', ended_at, 'realised_r', trim_scale(realised_r)::text, 'close_reason', reason)
    order by ended_at desc), '[]')
  from (select *, row_number() over (partition by sign(realised_r) order by ended_at desc, signal_id) as nth from used where realised_r <> 0) as newest join public.instruments on instruments.symbol = newest.symbol where nth <= 3
$function$;

CREATE OR REPLACE FUNCTION public.set_signal_alerts (
  signal_id uuid,
  rules     jsonb
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  delete from public.signal_alerts as former
  where former.signal_id = set_signal_alerts.signal_id and former.kind in (select rule ->> 'kind' from jsonb_array_elements(rules) as rule);
  insert into public.signal_alerts (signal_id, kind, distance, unit)
  select set_signal_alerts.signal_id, kind, distance, unit from jsonb_to_recordset(rules) as rule (kind text, distance numeric, unit text);
$function$;

REVOKE ALL ON FUNCTION "public"."set_signal_alerts"(uuid, jsonb) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "public"."last_signals"(text[]) IS 'Of the closed signals that used any of these notions, the three last that won and the three last that lost, newest first.';

COMMENT ON FUNCTION "public"."notion_record"(text) IS 'What the closed signals that used a notion made: {n, won, lost, sum_r, strip (R, oldest first), signals (three last won, three last lost)}.';

COMMENT ON FUNCTION "public"."set_signal_alerts"(uuid, jsonb) IS 'Sets the member''s rules of these kinds ({kind, distance, unit}) for a signal, all or none. Each begins now, in place of the former of its kind.';

GRANT EXECUTE ON FUNCTION "public"."set_signal_alerts"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_signal_alerts"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_signal_alerts"(uuid, jsonb) TO "postgres";

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
