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
  -- The last that won and the last that lost, as many of each: never the winners alone.
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', number, 'id', signal_id, 'symbol', newest.symbol, 'instrument', instruments.name, 'direction', direction, 'closed_at', ended_at, 'realised_r', trim_scale(realised_r)::text, 'close_reason', reason)
    order by ended_at desc), '[]')
  from (select *, row_number() over (partition by realised_r > 0 order by ended_at desc, signal_id) as nth from used) as newest join public.instruments on instruments.symbol = newest.symbol where nth <= 3
$function$;

REVOKE ALL ON FUNCTION "public"."last_signals"(text[]) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.notion_record (
  notion text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with used as (
    select result.* from public.published_content as card
    join public.signal_notions as known on known.notion = card.item join public.signal_results as result on result.signal_id = known.signal_id
    where card.kind = 'notion' and card.slug = notion_record.notion
  )
  select jsonb_build_object(
    'n', count(*), 'won', count(*) filter (where realised_r > 0), 'lost', count(*) filter (where realised_r < 0), 'sum_r', coalesce(trim_scale(sum(realised_r)), 0)::text,
    'strip', coalesce(jsonb_agg(trim_scale(realised_r)::text order by ended_at, signal_id), '[]'),
    'signals', public.last_signals(array[notion_record.notion]))
  from used
$function$;

COMMENT ON FUNCTION "public"."last_signals"(text[]) IS 'Of the closed signals that used any of these notions, the three last that won and the three last that did not, newest first.';

GRANT EXECUTE ON FUNCTION "public"."last_signals"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."last_signals"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."last_signals"(text[]) TO "postgres";

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
