-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

DROP FUNCTION "private"."place_of"(jsonb);

ALTER TABLE "public"."proof_marks"
  ADD COLUMN "page" smallint NOT NULL DEFAULT 1;

CREATE OR REPLACE FUNCTION private.follow_proof()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.proof_path is null then
    delete from public.proof_marks where request_id = new.id and what = 'mask';
    update public.proof_marks set page = default, x = null, y = null, width = null, height = null where request_id = new.id;
  else
    delete from public.proof_marks where request_id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_of (
  place jsonb
)
  RETURNS TABLE (
    page   smallint,
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
  if place is null then return query select 1::smallint, null::real, null::real, null::real, null::real; return; end if;
  if num_nulls(place ->> 'x', place ->> 'y', place ->> 'width', place ->> 'height') > 0 or coalesce(place ->> 'page', '1') !~ '^([1-9]|[1-4][0-9]|50)$' then
    raise exception 'no_such_place' using errcode = '22023', hint = 'place';
  end if;
  return query select coalesce(place ->> 'page', '1')::smallint, (place ->> 'x')::real, (place ->> 'y')::real, (place ->> 'width')::real, (place ->> 'height')::real;
end
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
    insert into public.proof_marks as mark (request_id, what, agrees, words, page, x, y, width, height, placed_by)
    select check_proof_fact.request_id, fact, check_proof_fact.agrees, nullif(private.cleaned(check_proof_fact.words, 80), ''), spot.page, spot.x, spot.y, spot.width, spot.height, auth.uid()
    from private.place_of(check_proof_fact.place) as spot
    on conflict (request_id, what) where what <> 'mask' do update set
      agrees = excluded.agrees, words = excluded.words, page = excluded.page, x = excluded.x, y = excluded.y, width = excluded.width, height = excluded.height,
      placed_by = excluded.placed_by, placed_at = clock_timestamp();
  end if;
  perform private.tell_queue(array[check_proof_fact.request_id], 'marked');
end
$function$;

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
  insert into public.proof_marks (request_id, what, page, x, y, width, height, placed_by)
  select mask_proof.request_id, 'mask', spot.page, spot.x, spot.y, spot.width, spot.height, auth.uid() from private.place_of(place) as spot
  returning id into made;
  perform private.tell_queue(array[mask_proof.request_id], 'marked');
  return made;
end
$function$;

ALTER TABLE "public"."proof_marks"
  ADD CONSTRAINT "proof_marks_page_check" CHECK (((page >= 1) AND (page <= 50)));

COMMENT ON FUNCTION "private"."place_of"(jsonb) IS 'A rectangle {page, x, y, width, height} as columns: page 1 unless it is said, from 1 to 50; none has no rectangle.';

COMMENT ON FUNCTION "public"."check_proof_fact"(uuid, text, boolean, text, jsonb) IS 'A reviewer found a fact in the proof of an open request (name, account, broker, statement, opening, deposit): it agrees or not, the proof''s own words, and its place {page, x, y, width, height} as shares of the upright picture or of that page. agrees null takes the finding back.';

COMMENT ON FUNCTION "public"."mask_proof"(uuid, jsonb) IS 'Covers a part of the proof of an open request for every reviewer, on its page. At most 50.';

COMMENT ON TABLE "public"."proof_marks" IS 'Masks over a proof, and which facts a reviewer found in it: agrees or not, what it says (words), and where: on which page, in shares of it. placed_by has no reference: the row outlives the account.';

REVOKE ALL ON FUNCTION "private"."place_of"(jsonb) FROM PUBLIC;

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
