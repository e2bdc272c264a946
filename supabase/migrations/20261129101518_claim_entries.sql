-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.claim_entries (
  part  text,
  claim uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('sequence', sequence, 'at', at, 'kind', kind, 'hash', hash) order by sequence), '[]')
  from (
    select sequence, at, kind, hash from public.ledger
    where signal_id is null and coalesce(entry #>> '{data,statement}', entry #>> '{data,expectation}', entry #>> '{data,idea}') = claim_entries.claim::text
      and entry #>> array['data', part] is not null
    order by sequence limit 200
  ) as entries
$function$;

CREATE INDEX ledger_of_claim ON public.ledger
  USING btree (COALESCE((entry #>> '{data,statement}'::text[]), (entry #>> '{data,expectation}'::text[]), (entry #>> '{data,idea}'::text[])), SEQUENCE)
  WHERE (signal_id IS NULL);

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
