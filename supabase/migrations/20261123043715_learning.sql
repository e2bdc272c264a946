-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Columns that default to the caller are created here, in their places: a generated table would get them last.
create table if not exists public.lesson_notes (
  id uuid not null default gen_random_uuid(), member uuid not null default auth.uid(), lesson uuid not null, part text not null, place int not null default 0,
  body text not null, created_at timestamptz not null default clock_timestamp(), updated_at timestamptz not null default clock_timestamp());
create table if not exists public.bookmarks (
  member uuid not null default auth.uid(), lesson uuid not null, part text not null, place int not null default 0, created_at timestamptz not null default clock_timestamp());
create table if not exists public.course_reviews (
  course uuid not null, member uuid not null default auth.uid(), stars int not null, body text not null default '', name text not null default '',
  created_at timestamptz not null default clock_timestamp());

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

REVOKE ALL ON TABLE "public"."bookmarks" FROM "anon";

REVOKE ALL ON TABLE "public"."bookmarks" FROM "service_role";

REVOKE ALL ON TABLE "public"."course_reviews" FROM "anon";

REVOKE ALL ON TABLE "public"."course_reviews" FROM "service_role";

REVOKE ALL ON TABLE "public"."lesson_notes" FROM "anon";

REVOKE ALL ON TABLE "public"."lesson_notes" FROM "service_role";

DROP FUNCTION "private"."new_referral_code"();

DROP FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer);

CREATE TABLE "private"."attempt_questions" (
  "attempt"  uuid      NOT NULL,
  "place"    integer   NOT NULL,
  "question" uuid      NOT NULL,
  "version"  integer   NOT NULL,
  "shuffle"  integer[],
  CONSTRAINT "attempt_questions_pkey" PRIMARY KEY (attempt, place),
  CONSTRAINT "attempt_questions_place_check" CHECK ((place > 0))
);

ALTER TABLE "private"."attempt_questions"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."certificate_signer" (
  "only_row"   boolean NOT NULL DEFAULT true,
  "secret_key" text    NOT NULL,
  CONSTRAINT "certificate_signer_only_row_check" CHECK (only_row),
  CONSTRAINT "certificate_signer_pkey" PRIMARY KEY (only_row),
  CONSTRAINT "certificate_signer_secret_key_check" CHECK ((secret_key ~ '^[A-Za-z0-9_-]{43}$'::text))
);

ALTER TABLE "private"."certificate_signer"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."daily_seeds" (
  "day"       date                     NOT NULL,
  "seed"      text                     NOT NULL,
  "bank"      jsonb                    NOT NULL,
  "questions" uuid[],
  "drawn_at"  timestamp with time zone,
  "charts_at" timestamp with time zone,
  CONSTRAINT "daily_seeds_pkey" PRIMARY KEY (day)
);

ALTER TABLE "private"."daily_seeds"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."exercise_charts" (
  "lesson"    uuid    NOT NULL,
  "place"     integer NOT NULL,
  "signal"    uuid    NOT NULL,
  "timeframe" text    NOT NULL,
  "exercise"  jsonb   NOT NULL,
  CONSTRAINT "exercise_charts_pkey" PRIMARY KEY (lesson, place),
  CONSTRAINT "exercise_charts_place_check" CHECK ((place > 0)),
  CONSTRAINT "exercise_charts_signal_lesson_key" UNIQUE (signal, lesson),
  CONSTRAINT "exercise_charts_timeframe_check" CHECK ((timeframe = ANY (ARRAY['M15'::text, 'H1'::text])))
);

ALTER TABLE "private"."exercise_charts"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."forecast_cards" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "day"        date                     NOT NULL,
  "place"      integer                  NOT NULL,
  "symbol"     text                     NOT NULL,
  "timeframe"  text                     NOT NULL,
  "cut_at"     timestamp with time zone NOT NULL,
  "hours"      integer                  NOT NULL,
  "price"      numeric                  NOT NULL,
  "up"         numeric                  NOT NULL,
  "down"       numeric                  NOT NULL,
  "signal_id"  uuid,
  "chance"     integer                  NOT NULL,
  "before"     jsonb                    NOT NULL,
  "after"      jsonb                    NOT NULL,
  "outcome"    text                     NOT NULL,
  "decided_at" timestamp with time zone NOT NULL,
  CONSTRAINT "forecast_cards_chance_check" CHECK (((chance >= 1) AND (chance <= 99))),
  CONSTRAINT "forecast_cards_check1" CHECK ((down < price)),
  CONSTRAINT "forecast_cards_check" CHECK ((up > price)),
  CONSTRAINT "forecast_cards_day_place_key" UNIQUE (day, place),
  CONSTRAINT "forecast_cards_hours_check" CHECK ((hours > 0)),
  CONSTRAINT "forecast_cards_outcome_check" CHECK ((outcome = ANY (ARRAY['up'::text, 'down'::text, 'none'::text]))),
  CONSTRAINT "forecast_cards_pkey" PRIMARY KEY (id),
  CONSTRAINT "forecast_cards_place_check" CHECK ((place > 0))
);

ALTER TABLE "private"."forecast_cards"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."forecast_standing" (
  "only_row" boolean                  NOT NULL DEFAULT true,
  "members"  integer                  NOT NULL,
  "brier"    numeric,
  "as_of"    timestamp with time zone NOT NULL,
  CONSTRAINT "forecast_standing_only_row_check" CHECK (only_row),
  CONSTRAINT "forecast_standing_pkey" PRIMARY KEY (only_row)
);

ALTER TABLE "private"."forecast_standing"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."memory_parameters" (
  "only_row"     boolean                  NOT NULL DEFAULT true,
  "parameters"   double precision[],
  "reviews"      integer                  NOT NULL,
  "default_loss" double precision         NOT NULL,
  "trained_loss" double precision         NOT NULL,
  "trained_at"   timestamp with time zone NOT NULL,
  CONSTRAINT "memory_parameters_only_row_check" CHECK (only_row),
  CONSTRAINT "memory_parameters_pkey" PRIMARY KEY (only_row)
);

ALTER TABLE "private"."memory_parameters"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."questions" (
  "item"         uuid                     NOT NULL,
  "slug"         text                     NOT NULL,
  "version"      integer                  NOT NULL,
  "topic"        text                     NOT NULL,
  "level"        integer                  NOT NULL,
  "form"         text                     NOT NULL,
  "notion"       text,
  "lesson"       text,
  "daily"        boolean                  NOT NULL,
  "document"     jsonb                    NOT NULL,
  "retired_at"   timestamp with time zone,
  "counted_from" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "questions_pkey" PRIMARY KEY (item),
  CONSTRAINT "questions_slug_key" UNIQUE (slug)
);

ALTER TABLE "private"."questions"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."recall_predictions" (
  "attempt"   uuid             NOT NULL,
  "place"     integer          NOT NULL,
  "predicted" double precision NOT NULL,
  "recalled"  boolean          NOT NULL,
  CONSTRAINT "recall_predictions_pkey" PRIMARY KEY (attempt, place),
  CONSTRAINT "recall_predictions_predicted_check" CHECK (((predicted >= (0)::double precision) AND (predicted <= (1)::double precision)))
);

ALTER TABLE "private"."recall_predictions"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."shipped_content" (
  "kind"     text    NOT NULL,
  "slug"     text    NOT NULL,
  "item"     uuid    NOT NULL,
  "hash"     text    NOT NULL,
  "version"  integer NOT NULL,
  "parent"   uuid,
  "position" integer NOT NULL,
  "tier"     text    NOT NULL,
  CONSTRAINT "shipped_content_item_key" UNIQUE (item),
  CONSTRAINT "shipped_content_pkey" PRIMARY KEY (kind, slug)
);

ALTER TABLE "private"."shipped_content"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."attempt_answers" (
  "attempt"      uuid                     NOT NULL,
  "place"        integer                  NOT NULL,
  "question"     uuid                     NOT NULL,
  "version"      integer                  NOT NULL,
  "given"        jsonb                    NOT NULL,
  "right"        boolean                  NOT NULL,
  "answered_at"  timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "milliseconds" integer                  NOT NULL,
  CONSTRAINT "attempt_answers_milliseconds_check" CHECK ((milliseconds >= 0)),
  CONSTRAINT "attempt_answers_pkey" PRIMARY KEY (attempt, place)
);

ALTER TABLE "public"."attempt_answers"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."attempt_answers" FROM "anon", "service_role";

CREATE TABLE "public"."attempts" (
  "id"          uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "member"      uuid                     NOT NULL,
  "purpose"     text                     NOT NULL,
  "subject"     text                     NOT NULL,
  "started_at"  timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "deadline"    timestamp with time zone,
  "finished_at" timestamp with time zone,
  "total"       integer                  NOT NULL,
  "score"       integer,
  "lesson"      uuid,
  CONSTRAINT "attempts_check1" CHECK (((finished_at IS NULL) = (score IS NULL))),
  CONSTRAINT "attempts_check2" CHECK (((purpose = ANY (ARRAY['quiz'::text, 'exam'::text])) = (lesson IS NOT NULL))),
  CONSTRAINT "attempts_check" CHECK (((score >= 0) AND (score <= total))),
  CONSTRAINT "attempts_pkey" PRIMARY KEY (id),
  CONSTRAINT "attempts_purpose_check" CHECK ((purpose = ANY (ARRAY['quiz'::text, 'daily'::text, 'review'::text, 'exam'::text]))),
  CONSTRAINT "attempts_total_check" CHECK ((total > 0))
);

ALTER TABLE "public"."attempts"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."attempts" FROM "anon", "service_role";

ALTER TABLE "public"."bookmarks"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."certificate_keys" (
  "kid"   text                     NOT NULL,
  "jwk"   jsonb                    NOT NULL,
  "since" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "certificate_keys_pkey" PRIMARY KEY (kid)
);

ALTER TABLE "public"."certificate_keys"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."certificate_keys" FROM "service_role";

CREATE TABLE "public"."certificate_status" (
  "list"       integer                  NOT NULL,
  "credential" text                     NOT NULL,
  "made_at"    timestamp with time zone NOT NULL,
  CONSTRAINT "certificate_status_pkey" PRIMARY KEY (list)
);

ALTER TABLE "public"."certificate_status"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."certificate_status" FROM "service_role";

CREATE TABLE "public"."certificates" (
  "code"         text                     NOT NULL,
  "member"       uuid,
  "course"       text                     NOT NULL,
  "name"         text,
  "initials"     text                     NOT NULL,
  "results"      jsonb                    NOT NULL,
  "nonce"        text                     NOT NULL,
  "sealed_as"    bigint                   NOT NULL,
  "issued_at"    timestamp with time zone NOT NULL,
  "revoked_at"   timestamp with time zone,
  "revoked_for"  text,
  "status_index" integer                  GENERATED ALWAYS AS IDENTITY NOT NULL,
  "credential"   text,
  CONSTRAINT "certificates_check" CHECK (((revoked_at IS NULL) = (revoked_for IS NULL))),
  CONSTRAINT "certificates_code_check" CHECK ((code ~ '^V(-[A-HJKMNP-TV-Z2-9]{4}){3}$'::text)),
  CONSTRAINT "certificates_initials_check" CHECK ((length(initials) <= 8)),
  CONSTRAINT "certificates_name_check" CHECK (((length(btrim(name)) >= 2) AND (length(btrim(name)) <= 80))),
  CONSTRAINT "certificates_nonce_check" CHECK ((nonce ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "certificates_pkey" PRIMARY KEY (code),
  CONSTRAINT "certificates_sealed_as_key" UNIQUE (sealed_as),
  CONSTRAINT "certificates_status_index_key" UNIQUE (status_index)
);

ALTER TABLE "public"."certificates"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."certificates" FROM "anon", "service_role";

CREATE TABLE "public"."course_pace" (
  "member"   uuid                     NOT NULL,
  "course"   uuid                     NOT NULL,
  "began_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "course_pace_pkey" PRIMARY KEY (member, course)
);

ALTER TABLE "public"."course_pace"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."course_pace" FROM "anon", "service_role";

ALTER TABLE "public"."course_reviews"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."daily_results" (
  "day"          date                     NOT NULL,
  "member"       uuid                     NOT NULL,
  "attempt"      uuid                     NOT NULL,
  "score"        integer                  NOT NULL,
  "total"        integer                  NOT NULL,
  "milliseconds" integer                  NOT NULL,
  "finished_at"  timestamp with time zone NOT NULL,
  "ranked"       boolean                  NOT NULL,
  "counted"      date,
  CONSTRAINT "daily_results_attempt_key" UNIQUE (attempt),
  CONSTRAINT "daily_results_check" CHECK ((total >= score)),
  CONSTRAINT "daily_results_member_counted_key" UNIQUE (member, counted),
  CONSTRAINT "daily_results_milliseconds_check" CHECK ((milliseconds >= 0)),
  CONSTRAINT "daily_results_pkey" PRIMARY KEY (day, member),
  CONSTRAINT "daily_results_score_check" CHECK ((score >= 0))
);

ALTER TABLE "public"."daily_results"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."daily_results" FROM "anon", "service_role";

CREATE TABLE "public"."daily_tests" (
  "day"          date                     NOT NULL,
  "commitment"   text                     NOT NULL,
  "bank_hash"    text                     NOT NULL,
  "sequence"     bigint                   NOT NULL,
  "committed_at" timestamp with time zone NOT NULL,
  "late"         boolean                  NOT NULL,
  "beacon"       text,
  "opened_at"    timestamp with time zone,
  "seed"         text,
  "bank"         jsonb,
  "questions"    uuid[],
  "revealed_at"  timestamp with time zone,
  CONSTRAINT "daily_tests_bank_hash_check" CHECK ((bank_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "daily_tests_beacon_check" CHECK ((beacon ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "daily_tests_check" CHECK ((((beacon IS NULL) = (opened_at IS NULL)) AND ((seed IS NULL) = (revealed_at IS NULL)) AND ((bank IS NULL) = (seed IS NULL)))),
  CONSTRAINT "daily_tests_commitment_check" CHECK ((commitment ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "daily_tests_pkey" PRIMARY KEY (day),
  CONSTRAINT "daily_tests_seed_check" CHECK ((seed ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE "public"."daily_tests"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."exercise_answers" (
  "member"      uuid                     NOT NULL,
  "lesson"      uuid                     NOT NULL,
  "place"       integer                  NOT NULL,
  "price"       numeric                  NOT NULL,
  "points"      integer                  NOT NULL,
  "answered_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "exercise_answers_pkey" PRIMARY KEY (member, lesson, place),
  CONSTRAINT "exercise_answers_points_check" CHECK (((points >= 0) AND (points <= 100))),
  CONSTRAINT "exercise_answers_price_check" CHECK ((price > (0)::numeric))
);

ALTER TABLE "public"."exercise_answers"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."exercise_answers" FROM "anon", "service_role";

CREATE TABLE "public"."forecast_answers" (
  "card"        uuid                     NOT NULL,
  "member"      uuid                     NOT NULL,
  "probability" integer                  NOT NULL,
  "nonce"       text                     NOT NULL,
  "sequence"    bigint                   NOT NULL,
  "answered_at" timestamp with time zone NOT NULL,
  CONSTRAINT "forecast_answers_pkey" PRIMARY KEY (card, member),
  CONSTRAINT "forecast_answers_probability_check" CHECK (((probability >= 0) AND (probability <= 100)))
);

ALTER TABLE "public"."forecast_answers"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."forecast_answers" FROM "anon", "service_role";

CREATE TABLE "public"."leaderboard_names" (
  "member"    uuid                     NOT NULL,
  "pseudonym" text                     NOT NULL,
  "joined_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "leaderboard_names_pkey" PRIMARY KEY (member),
  CONSTRAINT "leaderboard_names_pseudonym_check" CHECK ((pseudonym ~ '^[A-Za-z0-9À-ÖØ-öø-ÿ]([ ._-]?[A-Za-z0-9À-ÖØ-öø-ÿ]){2,23}$'::text))
);

ALTER TABLE "public"."leaderboard_names"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."leaderboard_names" FROM "anon", "service_role";

ALTER TABLE "public"."lesson_notes"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."lesson_progress" (
  "member"     uuid                     NOT NULL,
  "lesson"     uuid                     NOT NULL,
  "part"       text                     NOT NULL,
  "place"      integer                  NOT NULL DEFAULT 0,
  "of"         integer                  NOT NULL DEFAULT 0,
  "seen"       integer[]                NOT NULL DEFAULT '{}'::integer[],
  "seconds"    integer                  NOT NULL DEFAULT 0,
  "done_at"    timestamp with time zone,
  "updated_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "version"    integer                  NOT NULL,
  CONSTRAINT "lesson_progress_of_check" CHECK ((of >= 0)),
  CONSTRAINT "lesson_progress_pkey" PRIMARY KEY (member, lesson, part),
  CONSTRAINT "lesson_progress_place_check" CHECK ((place >= 0)),
  CONSTRAINT "lesson_progress_seconds_check" CHECK ((seconds >= 0))
);

ALTER TABLE "public"."lesson_progress"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."lesson_progress" FROM "anon", "service_role";

CREATE TABLE "public"."recall_calibration" (
  "bin"           integer          NOT NULL,
  "n"             integer          NOT NULL,
  "predicted_sum" double precision NOT NULL,
  "recalled"      integer          NOT NULL,
  "predicted"     double precision GENERATED ALWAYS AS ((predicted_sum / (n)::double precision)) STORED,
  "observed"      double precision GENERATED ALWAYS AS (((recalled)::double precision / (n)::double precision)) STORED,
  CONSTRAINT "recall_calibration_bin_check" CHECK (((bin >= 0) AND (bin <= 9))),
  CONSTRAINT "recall_calibration_check" CHECK (((recalled >= 0) AND (recalled <= n))),
  CONSTRAINT "recall_calibration_pkey" PRIMARY KEY (bin)
);

ALTER TABLE "public"."recall_calibration"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."review_cards" (
  "member"     uuid                       NOT NULL,
  "question"   uuid                       NOT NULL,
  "due"        timestamp with time zone   NOT NULL,
  "stability"  double precision           NOT NULL,
  "difficulty" double precision           NOT NULL,
  "reps"       integer                    NOT NULL,
  "lapses"     integer                    NOT NULL,
  "last"       timestamp with time zone   NOT NULL,
  "ahead"      timestamp with time zone[] NOT NULL,
  CONSTRAINT "review_cards_check" CHECK (((lapses >= 1) AND (lapses <= reps))),
  CONSTRAINT "review_cards_difficulty_check" CHECK (((difficulty >= (1)::double precision) AND (difficulty <= (10)::double precision))),
  CONSTRAINT "review_cards_pkey" PRIMARY KEY (member, question),
  CONSTRAINT "review_cards_stability_check" CHECK ((stability > (0)::double precision))
);

ALTER TABLE "public"."review_cards"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."review_cards" FROM "anon", "service_role";

CREATE TABLE "public"."signal_notions" (
  "notion"    uuid NOT NULL,
  "signal_id" uuid NOT NULL,
  CONSTRAINT "signal_notions_pkey" PRIMARY KEY (notion, signal_id)
);

ALTER TABLE "public"."signal_notions"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."signal_notions" FROM "service_role";

CREATE TABLE "public"."streaks" (
  "member"  uuid    NOT NULL,
  "days"    integer NOT NULL DEFAULT 0,
  "best"    integer NOT NULL DEFAULT 0,
  "freezes" integer NOT NULL DEFAULT 0,
  "through" date,
  "frozen"  date[]  NOT NULL DEFAULT '{}'::date[],
  "remind"  boolean NOT NULL DEFAULT false,
  CONSTRAINT "streaks_check" CHECK ((best >= days)),
  CONSTRAINT "streaks_days_check" CHECK ((days >= 0)),
  CONSTRAINT "streaks_freezes_check" CHECK (((freezes >= 0) AND (freezes <= 2))),
  CONSTRAINT "streaks_pkey" PRIMARY KEY (member)
);

ALTER TABLE "public"."streaks"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."streaks" FROM "anon", "service_role";

CREATE TABLE "public"."weekly_scores" (
  "week"         date    NOT NULL,
  "member"       uuid    NOT NULL,
  "score"        integer NOT NULL,
  "place_before" integer,
  CONSTRAINT "weekly_scores_pkey" PRIMARY KEY (week, member),
  CONSTRAINT "weekly_scores_week_check" CHECK ((EXTRACT(isodow FROM week) = (1)::numeric))
);

ALTER TABLE "public"."weekly_scores"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."weekly_scores" FROM "anon", "service_role";

ALTER TABLE "public"."content_items"
  ADD COLUMN "flags" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."content_kinds"
  ADD COLUMN "sealed" boolean NOT NULL DEFAULT false;

REVOKE ALL ON SEQUENCE "public"."certificates_status_index_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."certificates_status_index_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."certificates_status_index_seq" FROM "service_role";

CREATE OR REPLACE FUNCTION private.asked_questions (
  purpose text,
  about   uuid,
  member  uuid
)
  RETURNS TABLE (
    place    integer,
    question uuid,
    version  integer,
    shuffle  integer[]
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select row_number() over (order by asked.place)::int, asked.question, asked.version, (
    -- Not made from the attempt's number, which its member knows: they could compute the order back.
    select array_agg(choice - 1 order by gen_random_uuid())
    from generate_series(1, cardinality(private.text_lines(known.document, 'fr', 'choices'))) as choice)
  from (
    select * from private.quiz_questions(about) where purpose = 'quiz'
    union all
    select * from private.exam_questions(about) where purpose = 'exam'
    union all
    select * from private.daily_questions((clock_timestamp() at time zone 'Europe/Paris')::date) where purpose = 'daily'
    union all
    select * from private.review_questions(member) where purpose = 'review'
  ) as asked join public.content_versions as known on known.item = asked.question and known.version = asked.version
$function$;

CREATE OR REPLACE FUNCTION private.begin_course (
  member uuid,
  lesson uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.course_pace (member, course) select begin_course.member, parent from public.published_content where item = lesson on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.best_answers (
  of_member  uuid,
  of_purpose text,
  of_lesson  uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (
    select jsonb_agg(coalesce(answer."right", false) order by asked.place)
    from private.attempt_questions as asked left join public.attempt_answers as answer on answer.attempt = asked.attempt and answer.place = asked.place
    where asked.attempt = best.id)
  from public.attempts as best
  where best.member = of_member and best.purpose = of_purpose and best.lesson = of_lesson and best.finished_at is not null
  order by best.score::numeric / best.total desc, best.finished_at limit 1
$function$;

CREATE OR REPLACE FUNCTION private.check_course (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := document -> 'fields';
begin
  perform private.require_fields(jsonb_build_object(
    'level', fields ->> 'level' in ('beginner', 'intermediate', 'advanced'),
    'author', length(fields ->> 'author') between 2 and 80,
    'requires', private.is_slug_list(coalesce(fields -> 'requires', '[]')) and not coalesce(fields -> 'requires', '[]') ? kept.slug,
    'modules', private.is_slug_list(fields -> 'modules') and jsonb_array_length(fields -> 'modules') = cardinality(private.text_lines(document, 'fr', 'modules')),
    'ordered', coalesce(jsonb_typeof(fields -> 'ordered'), 'null') in ('boolean', 'null'),
    'opens_after_days', coalesce(fields ->> 'opens_after_days', '0') ~ '^[0-9]{1,3}$',
    'engraving', coalesce(jsonb_typeof(fields -> 'engraving'), 'null') in ('object', 'null'))), private.check_lines(document, '{modules,abilities}');
end
$function$;

CREATE OR REPLACE FUNCTION private.check_given (
  document jsonb,
  shuffle  integer[],
  given    jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  form constant text := document #>> '{fields,form}';
  places constant jsonb := case form when 'single' then jsonb_build_array(given) else given end;
begin
  if coalesce(case
    when form in ('numeric', 'chart') then jsonb_typeof(given) in ('string', 'number') and private.readings(given #>> '{}') <> '{}'
    when jsonb_typeof(places) = 'array' then jsonb_array_length(places) between 1 and cardinality(shuffle) and (
      select count(distinct place) = count(*) and bool_and(place::text ~ '^[0-9]$' and place::text < cardinality(shuffle)::text) from jsonb_array_elements(places) as place)
      and (form <> 'order' or jsonb_array_length(places) = cardinality(shuffle))
  end, false) then return; end if;
  perform private.refuse('answer_invalid', 'given', 'An answer in the form of the question.');
end
$function$;

CREATE OR REPLACE FUNCTION private.check_lesson (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := document -> 'fields';
  minutes constant jsonb := case jsonb_typeof(fields -> 'minutes') when 'object' then fields -> 'minutes' else '{}' end;
  course jsonb;
begin
  select version.document -> 'fields' into course
  from public.content_items as parent join public.content_versions as version on version.item = parent.id and version.version = parent.published_version
  where parent.id = kept.parent and parent.kind = 'course';
  if course is null then perform private.refuse('course_missing', 'parent', 'A lesson lies within a course that is published.'); end if;
  perform private.require_fields(jsonb_build_object(
    'module', course -> 'modules' ? (fields ->> 'module'),
    'minutes', minutes <> '{}' and not exists (
      select from jsonb_each_text(minutes) as part where part.key <> all (private.lesson_parts()) or part.value !~ '^[1-9][0-9]{0,2}$'),
    'notions', private.is_slug_list(coalesce(fields -> 'notions', '[]')),
    'exercise', (minutes ? 'exercise') = (fields #>> '{exercise,task}' is not null) and coalesce(fields #>> '{exercise,task}', 'stop') in ('stop', 'entry', 'level'),
    'video', (minutes ? 'video') = (coalesce(jsonb_typeof(fields -> 'video'), 'null') <> 'null'),
    'claims', not exists (
      select from jsonb_array_elements(case jsonb_typeof(fields -> 'claims') when 'array' then fields -> 'claims' else '[]' end) as claim
      where claim ->> 'notion' is null or not coalesce((claim ->> 'rate_at_least') ~ '^(0|1|0\.[0-9]{1,4})$', false))));
  if minutes ? 'article' and coalesce(btrim(document #>> '{texts,fr,article}'), '') = '' then perform private.refuse('french_missing', 'texts.fr.article'); end if;
  if minutes ? 'slides' and coalesce(btrim(document #>> '{texts,fr,deck}'), '') = '' then perform private.refuse('french_missing', 'texts.fr.deck'); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_lines (
  document jsonb,
  lists    text[]
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  wrong text;
begin
  select concat_ws('.', 'texts', language, name) into wrong from jsonb_object_keys(document -> 'texts') as language, unnest(lists) as name
  where cardinality(private.text_lines(document, language, name)) not in (0, cardinality(private.text_lines(document, 'fr', name))) limit 1;
  if found then perform private.refuse('lines_differ', wrong, 'A line an item, as many as in French.'); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_notion (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  rule constant jsonb := coalesce(document #> '{fields,rule}', '{}');
begin
  perform private.require_fields(jsonb_build_object(
    'rule', jsonb_typeof(rule) = 'object' and not exists (select from jsonb_object_keys(rule) as key
      where key not in ('order_types', 'words', 'break_even', 'trailing', 'styles', 'targets_at_least', 'stop_hit', 'reward_at_least'))));
  perform private.require_fields(jsonb_build_object(
    'order_types', coalesce(jsonb_typeof(rule -> 'order_types') = 'array' and rule -> 'order_types' <@ '["market", "limit", "stop"]', not rule ? 'order_types'),
    'styles', coalesce(jsonb_typeof(rule -> 'styles') = 'array' and rule -> 'styles' <@ '["scalp", "intraday", "swing"]', not rule ? 'styles'),
    'words', not rule ? 'words' or (jsonb_typeof(rule -> 'words') = 'array' and rule -> 'words' <> '[]' and not exists (
      select from jsonb_array_elements(case jsonb_typeof(rule -> 'words') when 'array' then rule -> 'words' else '[]' end) as word
      where jsonb_typeof(word) <> 'string' or private.plain(word #>> '{}') !~ '^[[:alnum:]][[:alnum:]’'' -]{1,58}[[:alnum:]]$')),
    'break_even', coalesce(jsonb_typeof(rule -> 'break_even'), 'boolean') = 'boolean',
    'trailing', coalesce(jsonb_typeof(rule -> 'trailing'), 'boolean') = 'boolean',
    'stop_hit', coalesce(jsonb_typeof(rule -> 'stop_hit'), 'boolean') = 'boolean',
    'targets_at_least', coalesce(rule ->> 'targets_at_least', '1') ~ '^[1-5]$',
    'reward_at_least', coalesce(rule ->> 'reward_at_least', '1') ~ '^[0-9]{1,3}(\.[0-9]{1,4})?$'), 'fields.rule');
end
$function$;

CREATE OR REPLACE FUNCTION private.check_question (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := document -> 'fields';
  form constant text := fields ->> 'form';
  choices constant int := cardinality(private.text_lines(document, 'fr', 'choices'));
  chosen constant boolean := form in ('single', 'multiple', 'order');
  wrong text;
begin
  perform private.require_fields(jsonb_build_object(
    'topic', fields ->> 'topic' in ('risk', 'technical', 'fundamental', 'psychology', 'mechanics', 'regulation'),
    'level', fields ->> 'level' in ('1', '2', '3'),
    'form', form in ('single', 'multiple', 'numeric', 'order', 'chart'),
    'right', private.is_right_answer(form, fields -> 'right', choices),
    'unit', coalesce(fields ->> 'unit', 'none') in ('lot', 'pip', '%', 'R', '€', '$', 'none'),
    'tolerance', private.is_decimal(coalesce(fields -> 'tolerance', '"0"')),
    'digits', coalesce(fields ->> 'digits', '0') ~ '^[0-8]$',
    'wrong', not exists (
      select from jsonb_array_elements(case jsonb_typeof(fields -> 'wrong') when 'array' then fields -> 'wrong' else '[]' end) as figure where not private.is_decimal(figure)),
    'chart', form <> 'chart' or jsonb_typeof(fields -> 'chart' -> 'path') = 'array',
    'lesson', coalesce(fields ->> 'lesson', 'a/b') ~ '^[a-z0-9-]+/[a-z0-9-]+$',
    'source', coalesce(fields #>> '{source,url}', 'https://x') ~ '^https://[^\s]+$'));
  if chosen and choices not between 2 and 8 then perform private.refuse('choices_missing', 'texts.fr.choices', 'Two to eight, a line each.'); end if;
  perform private.check_lines(document, '{choices}');
  select concat_ws('.', 'texts', language, 'mistakes') into wrong from jsonb_object_keys(document -> 'texts') as language
  where form <> 'order' and coalesce(document #>> array['texts', language, 'mistakes'], '') <> ''
    and cardinality(private.raw_lines(document, language, 'mistakes'))
      <> case when chosen then choices else jsonb_array_length(coalesce(fields -> 'wrong', '[]')) end limit 1;
  if found then perform private.refuse('lines_differ', wrong, 'A line a choice, empty for a right one, or a line a wrong figure.'); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_username()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.username = old.username then return new; end if;
  if new.username ~ '[[:cntrl:]]' or new.username ~ '[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]' then
    raise exception 'username_control_characters' using errcode = '23514', hint = 'username';
  end if;
  if new.username ~ '[^\u0001-\u007f]' then
    raise exception 'username_confusable' using errcode = '23514', hint = 'username', detail = 'Only the letters a to z, digits, and . _ - are told apart safely.';
  end if;
  if private.name_skeleton(new.username) in (
      select private.name_skeleton(name) from unnest(private.reserved_names()) as name
    )
    or exists (
      select from public.profiles where private.name_skeleton(username) = private.name_skeleton(new.username) and id <> new.id and username <> new.username
    )
  then
    raise exception 'username_confusable' using errcode = '23514', hint = 'username', detail = 'It reads like another name.';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.closed_lessons()
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(lesson), '{}') from private.lesson_waits(auth.uid()) where waits_for is not null or opens_at > clock_timestamp()
$function$;

CREATE OR REPLACE FUNCTION private.commit_daily_test (
  day    date,
  bank   jsonb,
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  seed constant text := encode(extensions.gen_random_bytes(32), 'hex');
  told public.ledger;
  data jsonb;
begin
  perform private.lock_ledger();
  if exists (select from public.daily_tests as known where known.day = commit_daily_test.day) then return false; end if;
  data := jsonb_build_object('day', day::text, 'commitment', private.sha256_hex(seed), 'bank', private.sha256_hex(private.canonical_json(bank)));
  told := private.append_to_ledger('test_committed', null, data, moment);
  insert into public.daily_tests (day, commitment, bank_hash, sequence, committed_at, late)
  values (commit_daily_test.day, data ->> 'commitment', data ->> 'bank', told.sequence, told.at, told.at >= private.day_begins(commit_daily_test.day));
  insert into private.daily_seeds (day, seed, bank) values (commit_daily_test.day, seed, commit_daily_test.bank);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.complete (
  member uuid,
  lesson uuid,
  part   text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.lesson_progress as known (member, lesson, part, done_at, version)
  select complete.member, card.item, complete.part, clock_timestamp(), card.version
  from public.published_content as card where card.item = complete.lesson and card.card #> '{fields,minutes}' ? complete.part
  on conflict on constraint lesson_progress_pkey do update set
    done_at = coalesce(known.done_at, excluded.done_at), updated_at = clock_timestamp(), version = excluded.version
$function$;

CREATE OR REPLACE FUNCTION private.count_finished_test (
  member uuid,
  day    date,
  local  date
)
  RETURNS date
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  streak public.streaks;
  counted date;
begin
  insert into public.streaks (member) values (count_finished_test.member) on conflict do nothing;
  select * into streak from public.streaks as known where known.member = count_finished_test.member for update;
  select min(free) into counted from unnest(array[day, local]) as free where extract(isodow from free) < 6 and (streak.through is null or free > streak.through);
  if counted is null then return null; end if;
  streak := private.passed_days(streak, counted);
  streak.days := streak.days + 1;
  update public.streaks as known set
    days = streak.days, best = greatest(streak.best, streak.days), through = counted, frozen = streak.frozen,
    freezes = least(2, streak.freezes + case when streak.days % 5 = 0 then 1 else 0 end)
  where known.member = count_finished_test.member;
  return counted;
end
$function$;

CREATE OR REPLACE FUNCTION private.course_missing (
  of_member uuid,
  of_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(part order by place), '[]')
  from jsonb_array_elements(private.course_results(of_member, of_course) -> 'missing') with ordinality as listed (part, place)
  where part ->> 'part' <> 'exam'
$function$;

CREATE OR REPLACE FUNCTION private.course_results (
  of_member uuid,
  of_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with lesson as (
    select card.item, card.slug, card.position, card.card #> '{fields,minutes}' as minutes
    from public.published_content as card where card.kind = 'lesson' and card.parent = of_course
  ), course as (
    select card.slug, card.card -> 'texts' as texts, body.texts as body
    from public.published_content as card join public.published_bodies as body on body.item = card.item where card.item = of_course
  ), section as (
    select lesson.position, 1 as turn, lesson.slug, 'quiz' as part, private.best_answers(of_member, 'quiz', lesson.item) as answers
    from lesson where lesson.minutes ? 'quiz'
    union all
    select lesson.position, 2, lesson.slug, 'exercise', private.exercise_answers(of_member, lesson.item) from lesson where lesson.minutes ? 'exercise'
    union all
    select 1000, 3, null, 'exam', private.best_answers(of_member, 'exam', of_course)
  )
  select jsonb_build_object(
    'course', jsonb_build_object(
      'slug', course.slug,
      'minutes', (select sum(minutes.value::int) from lesson, jsonb_each_text(lesson.minutes) as minutes),
      'title', (select jsonb_object_agg(key, value -> 'title') from jsonb_each(course.texts)),
      'abilities', (select jsonb_object_agg(key, to_jsonb(string_to_array(value ->> 'abilities', e'\n'))) from jsonb_each(course.body) where value ? 'abilities')),
    'sections', (select jsonb_agg(jsonb_build_object('part', part, 'lesson', slug, 'answers', coalesce(answers, '[]')) order by turn = 3, position, turn) from section),
    'missing', (
      select coalesce(jsonb_agg(jsonb_build_object('lesson', slug, 'part', part) order by turn = 3, position, turn), '[]') from (
        select lesson.position, 0 as turn, lesson.slug, part.key as part
        from lesson, jsonb_each(lesson.minutes) as part
        where part.key not in ('quiz', 'exercise') and not exists (
          select from public.lesson_progress as progress
          where progress.member = of_member and progress.lesson = lesson.item and progress.part = part.key and progress.done_at is not null)
        union all
        select position, turn, slug, part from section where not private.passed(answers) and not (part = 'exercise' and answers is not null)
      ) as missing))
  from course
$function$;

CREATE OR REPLACE FUNCTION private.course_share (
  of_member uuid,
  of_course uuid
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(minutes.value::int) filter (where progress.done_at is not null)::numeric / nullif(sum(minutes.value::int), 0), 0)
  from public.published_content as lesson
  cross join jsonb_each_text(lesson.card #> '{fields,minutes}') as minutes (part, value)
  left join public.lesson_progress as progress on progress.member = of_member and progress.lesson = lesson.item and progress.part = minutes.part
  where lesson.kind = 'lesson' and lesson.parent = of_course
$function$;

CREATE OR REPLACE FUNCTION private.course_strip (
  of_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(trim_scale(result.realised_r)::text order by result.ended_at, result.signal_id), '[]')
  from public.signal_results as result where result.signal_id in (
    select known.signal_id from public.published_content as lesson, jsonb_array_elements_text(coalesce(lesson.card #> '{fields,notions}', '[]')) as taught (slug)
    join public.published_content as notion on notion.kind = 'notion' and notion.slug = taught.slug
    join public.signal_notions as known on known.notion = notion.item
    where lesson.parent = of_course and lesson.kind = 'lesson')
$function$;

CREATE OR REPLACE FUNCTION private.daily_length()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select interval '12 minutes' $function$;

CREATE OR REPLACE FUNCTION private.daily_questions (
  day date
)
  RETURNS TABLE (
    place    integer,
    question uuid,
    version  integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select drawn.place::int, drawn.question, known.version
  from private.daily_seeds as seeds cross join unnest(seeds.questions) with ordinality as drawn (question, place)
  -- In the version that was committed to.
  join jsonb_to_recordset(seeds.bank) as known (question uuid, version int) on known.question = drawn.question
  where seeds.day = daily_questions.day
$function$;

CREATE OR REPLACE FUNCTION private.date_note()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.day_begins (
  day date
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select day::timestamp at time zone 'Europe/Paris' $function$;

CREATE OR REPLACE FUNCTION private.day_scores (
  day   date,
  score integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'players', sum(n)::int, 'counts', jsonb_agg(coalesce(n, 0) order by points), 'below', coalesce(sum(n) filter (where points < day_scores.score), 0)::int,
    'mean', round(sum(points * n)::numeric / sum(n), 1))
  from generate_series(0, 10) as points
  left join (
    select results.score as points, count(*) as n from public.daily_results as results where results.day = day_scores.day and ranked group by 1) as known using (points)
  having sum(n) >= 30
$function$;

CREATE OR REPLACE FUNCTION private.draw_daily_test (
  day date
)
  RETURNS TABLE (
    seed   text,
    bank   jsonb,
    beacon text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Held until the transaction ends: the entry that opens the day follows the beacon.
  perform private.lock_ledger();
  return query select seeds.seed, seeds.bank, (select hash from public.ledger order by sequence desc limit 1)
  from private.daily_seeds as seeds where seeds.day = draw_daily_test.day and seeds.drawn_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.drawn_code (
  signs integer
)
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  -- Thirty letters and digits do not divide 256, so bytes beyond the last multiple are discarded.
  select string_agg(substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', 1 + byte % 30, 1), '' order by place)
  from (
    select get_byte(bytes, place) as byte, place from (select extensions.gen_random_bytes(64) as bytes) as drawn, generate_series(0, 63) as place
    where get_byte(bytes, place) < 240 order by place limit signs
  ) as fair
$function$;

CREATE OR REPLACE FUNCTION private.exam_questions (
  course uuid
)
  RETURNS TABLE (
    place    integer,
    question uuid,
    version  integer
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select row_number() over ()::int, drawn.item, drawn.version from (
    select known.item, known.version from (
      select known.item, known.version, row_number() over (partition by lesson.item order by gen_random_uuid()) as turn
      from public.published_content as lesson
      join public.content_items as item on item.parent = lesson.item
      join private.questions as known on known.item = item.id and known.retired_at is null
      where lesson.parent = exam_questions.course and lesson.kind = 'lesson'
    ) as known order by turn, gen_random_uuid() limit 20
  ) as drawn
$function$;

CREATE OR REPLACE FUNCTION private.exercise_answers (
  of_member uuid,
  of_lesson uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when count(*) = count(answer.place) then coalesce(jsonb_agg(answer.points >= 75 order by chart.place), '[]') end
  from private.exercise_charts as chart
  left join public.exercise_answers as answer on answer.lesson = chart.lesson and answer.place = chart.place and answer.member = of_member
  where chart.lesson = of_lesson
$function$;

CREATE OR REPLACE FUNCTION private.exercise_bars (
  of_symbol    text,
  of_timeframe text,
  from_at      timestamp with time zone,
  until_at     timestamp with time zone,
  newest       integer                  DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_array(extract(epoch from opened_at)::bigint, open, high, low, close) order by opened_at), '[]')
  from (
    select opened_at, open, high, low, close from public.candles
    where symbol = of_symbol and timeframe = of_timeframe and opened_at >= from_at and opened_at < until_at
    order by opened_at desc limit newest
  ) as bars
$function$;

CREATE OR REPLACE FUNCTION private.exercise_marks (
  criteria jsonb,
  price    numeric
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_agg(criterion || jsonb_build_object('met',
    coalesce(price >= (criterion ->> 'low')::numeric, true) and coalesce(price <= (criterion ->> 'high')::numeric, true)) order by place)
  from jsonb_array_elements(criteria) with ordinality as listed (criterion, place)
$function$;

CREATE OR REPLACE FUNCTION private.exercise_signals (
  for_lesson uuid
)
  RETURNS TABLE (
    signal       uuid,
    symbol       text,
    style        text,
    digits       integer,
    published_at timestamp with time zone,
    ended_at     timestamp with time zone,
    direction    text,
    entry        numeric,
    stop         numeric,
    target       numeric
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select signals.id, signals.symbol, signals.style, instruments.digits, signals.published_at, states.closed_at, levels.direction,
    -- The entry that was the harder to get: everything is measured from there.
    case levels.direction when 'buy' then levels.entry_high else levels.entry_low end, levels.stop_loss, target.price
  from public.signals join public.signal_states as states on states.signal_id = signals.id
  join public.signal_levels as levels on levels.signal_id = signals.id
  join public.signal_targets as target on target.signal_id = signals.id and target.position = 1
  join public.instruments on instruments.symbol = signals.symbol
  where states.state = 'closed' and not exists (
    select from private.exercise_charts as chart where chart.lesson = for_lesson and chart.signal = signals.id)
  -- Any of them, but the same ones at each run: nobody picks winners for a lesson.
  order by md5(for_lesson::text || signals.id::text) limit 400
$function$;

CREATE OR REPLACE FUNCTION private.exercises_wanted()
  RETURNS TABLE (
    lesson uuid,
    task   text,
    wanted integer,
    used   uuid[]
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select lesson.item, body.fields #>> '{exercise,task}', (body.fields #>> '{exercise,charts}')::int,
    array(select signal from private.exercise_charts as chart where chart.lesson = lesson.item)
  from public.published_content as lesson join public.published_bodies as body on body.item = lesson.item
  where lesson.kind = 'lesson' and body.fields #>> '{exercise,task}' is not null
    and (select count(*) from private.exercise_charts as chart where chart.lesson = lesson.item) < (body.fields #>> '{exercise,charts}')::int
$function$;

CREATE OR REPLACE FUNCTION private.expect_course_news (
  course uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.enqueue('tell-course-news', jsonb_build_object('course', course), 'tell-course-news:' || course, clock_timestamp() + interval '15 minutes')
  where course is not null
$function$;

CREATE OR REPLACE FUNCTION private.fill_notions (
  of_notion uuid DEFAULT NULL::uuid,
  of_signal uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with rules as (
    select notion.item, body.fields -> 'rule' as rule, (
      select '\m(' || string_agg(private.plain(word), '|') || ')\M' from jsonb_array_elements_text(body.fields #> '{rule,words}') as word) as words
    from public.published_content as notion join public.published_bodies as body on body.item = notion.item
    where notion.kind = 'notion' and (of_notion is null or notion.item = of_notion) and coalesce(body.fields -> 'rule', '{}') <> '{}'
  ), closed as materialized (
    select result.signal_id, result.style, result.reason, levels.order_type, levels.break_even_after, levels.trailing_distance,
      private.plain(levels.method || ' ' || levels.facts) as texts, targets.n as targets,
      -- As weightedR() of trading/levels: the targets weighted by their shares, from the edge of the zone that is furthest from the stop.
      abs(targets.price - entry.price) / abs(entry.price - levels.stop_loss) as reward
    from public.signal_results as result join public.signal_levels as levels on levels.signal_id = result.signal_id,
      lateral (select case result.direction when 'buy' then levels.entry_high else levels.entry_low end as price) as entry,
      lateral (select count(*) as n, sum(target.price * target.share) / sum(target.share) as price from public.signal_targets as target where target.signal_id = result.signal_id) as targets
    where result.state = 'closed' and (of_signal is null or result.signal_id = of_signal)
  )
  insert into public.signal_notions
  select rules.item, closed.signal_id from rules, closed
  where (rule -> 'order_types' is null or rule -> 'order_types' ? closed.order_type)
    and (rule -> 'styles' is null or rule -> 'styles' ? closed.style)
    and (words is null or closed.texts ~ words)
    and (rule -> 'break_even' is null or (rule ->> 'break_even')::boolean = (closed.break_even_after is not null))
    and (rule -> 'trailing' is null or (rule ->> 'trailing')::boolean = (closed.trailing_distance is not null))
    and (rule -> 'stop_hit' is null or (rule ->> 'stop_hit')::boolean = (closed.reason = 'stop'))
    and (rule -> 'targets_at_least' is null or closed.targets >= (rule ->> 'targets_at_least')::int)
    and (rule -> 'reward_at_least' is null or closed.reward >= (rule ->> 'reward_at_least')::numeric)
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.finish (
  attempt uuid
)
  RETURNS public.attempts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.attempts;
begin
  update public.attempts set
    finished_at = least(clock_timestamp(), deadline),
    score = (select count(*) from public.attempt_answers as answer where answer.attempt = attempts.id and answer."right")
  where id = finish.attempt and finished_at is null returning * into kept;
  if not found then
    select * into kept from public.attempts where id = finish.attempt;
  elsif kept.lesson is not null and kept.score >= 0.8 * kept.total then
    perform private.complete(kept.member, kept.lesson, 'quiz');
  end if;
  return kept;
end
$function$;

CREATE OR REPLACE FUNCTION private.finish_overdue_attempts()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(private.finish(id))::int from (
    select id from public.attempts where finished_at is null and deadline <= clock_timestamp() order by deadline limit 1000 for update skip locked) as overdue
$function$;

CREATE OR REPLACE FUNCTION private.forecast_brier (
  probability integer,
  outcome     text
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when outcome <> 'none' then round((probability / 100.0 - case outcome when 'up' then 1 else 0 end) ^ 2, 4) end
$function$;

CREATE OR REPLACE FUNCTION private.forecast_result (
  card   private.forecast_cards,
  answer public.forecast_answers
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'probability', answer.probability, 'sealed_at', answer.answered_at, 'sequence', answer.sequence, 'nonce', answer.nonce,
    'hash', (select hash from public.ledger where sequence = answer.sequence),
    'outcome', card.outcome, 'touched_hours', case when card.outcome <> 'none' then round(extract(epoch from card.decided_at - card.cut_at) / 3600, 1) end,
    'brier', private.forecast_brier(answer.probability, card.outcome), 'symbol', card.symbol, 'cut_at', card.cut_at,
    'price', private.decimal_text(card.price, instruments.digits), 'after', card.after,
    'signal', (select number from public.signals where id = card.signal_id), 'signal_id', card.signal_id,
    'others', (
      select jsonb_build_object('n', count(*), 'mean', round(avg(others.probability)), 'counts', (
        select jsonb_agg((select count(*) from public.forecast_answers as one where one.card = forecast_result.card.id and least(9, one.probability / 10) = tenth) order by tenth)
        from generate_series(0, 9) as tenth))
      from public.forecast_answers as others where others.card = forecast_result.card.id having count(*) >= 30))
  from public.instruments where instruments.symbol = card.symbol
$function$;

CREATE OR REPLACE FUNCTION private.graded (
  document jsonb,
  shuffle  integer[],
  given    jsonb,
  is_right boolean
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'given', given, 'right', is_right, 'correct', private.shown_answer(document, shuffle),
    'mistake', (
      select case when not is_right and count(said) > 0 then jsonb_object_agg(language, said) end
      from (select language, private.mistakes_of(document, shuffle, given, language) as said from unnest(private.languages()) as language) as mistakes),
    'why', private.translated(document, 'why'), 'chart', nullif(document #> '{fields,chart}', 'null'), 'source', nullif(document #> '{fields,source}', 'null'), 'tolerance', document #> '{fields,tolerance}')
$function$;

CREATE OR REPLACE FUNCTION private.guard_certificate()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' and new.member is null and old.member is not null then
    new.name := null;
    new.initials := '';
    new.credential := null;
  end if;
  if tg_op = 'UPDATE' and (old.revoked_at is null or (new.revoked_at, new.revoked_for) = (old.revoked_at, old.revoked_for))
    and (new.code, new.course, new.results, new.nonce, new.sealed_as, new.issued_at, new.status_index)
      is not distinct from (old.code, old.course, old.results, old.nonce, old.sealed_as, old.issued_at, old.status_index)
    and (new.member is null or new.member = old.member) then
    return new;
  end if;
  raise exception 'append_only' using errcode = '42501', detail = 'What a certificate says of its results stays; a revocation is final.';
end
$function$;

CREATE OR REPLACE FUNCTION private.initials (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(string_agg(upper(left(word, 1)) || '.', ' ' order by place), '')
  from (select word, place from regexp_split_to_table(btrim(name), '[\s-]+') with ordinality as split (word, place) where word <> '' limit 2) as words
$function$;

CREATE OR REPLACE FUNCTION private.is_bad_question (
  n              integer,
  difficulty     numeric,
  discrimination numeric
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select coalesce(n >= 100 and (discrimination < 0.05 or difficulty < 0.05), false) $function$;

CREATE OR REPLACE FUNCTION private.is_decimal (
  value jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_typeof(value) in ('string', 'number') and value #>> '{}' ~ '^-?[0-9]{1,15}(\.[0-9]{1,12})?$', false)
$function$;

CREATE OR REPLACE FUNCTION private.is_ranked (
  member uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from auth.users where id = is_ranked.member and not is_anonymous) and not exists (select from public.staff where user_id = is_ranked.member)
$function$;

CREATE OR REPLACE FUNCTION private.is_right (
  document jsonb,
  shuffle  integer[],
  given    jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  with chosen as (
    select array_agg(shuffle[place::text::int + 1] order by nth) as places
    from jsonb_array_elements(case jsonb_typeof(given) when 'array' then given else jsonb_build_array(given) end) with ordinality as answer (place, nth)
    where document #>> '{fields,form}' in ('single', 'multiple', 'order')
  )
  select case document #>> '{fields,form}'
    when 'single' then places = array[(document #>> '{fields,right}')::int]
    when 'multiple' then array(select unnest(places) order by 1) = array(select value::int from jsonb_array_elements_text(document #> '{fields,right}') order by 1)
    when 'order' then places = array(select place - 1 from generate_series(1, cardinality(shuffle)) as place)
    when 'numeric' then exists (
      select from unnest(private.readings(given #>> '{}')) as reading
      where abs(reading - (document #>> '{fields,right}')::numeric) <= coalesce((document #>> '{fields,tolerance}')::numeric, 0))
    when 'chart' then exists (
      select from unnest(private.readings(given #>> '{}')) as reading
      where reading between (document #>> '{fields,right,low}')::numeric and (document #>> '{fields,right,high}')::numeric)
  end from chosen
$function$;

CREATE OR REPLACE FUNCTION private.is_right_answer (
  form    text,
  answer  jsonb,
  choices integer
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(case form
    when 'single' then answer::text ~ '^[0-9]$' and answer::text::int < choices
    when 'multiple' then jsonb_typeof(answer) = 'array' and answer <> '[]' and (
      select count(distinct place) = count(*) and bool_and(place::text ~ '^[0-9]$' and place::text < choices::text)
      from jsonb_array_elements(case jsonb_typeof(answer) when 'array' then answer else '[]' end) as place)
    when 'numeric' then private.is_decimal(answer)
    when 'order' then answer is null or answer = 'null'
    when 'chart' then case when private.is_decimal(answer -> 'low') and private.is_decimal(answer -> 'high') then (answer ->> 'low')::numeric <= (answer ->> 'high')::numeric end
  end, false)
$function$;

CREATE OR REPLACE FUNCTION private.is_slug_list (
  value jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_typeof(value) = 'array' and not exists (
    select from jsonb_array_elements(case jsonb_typeof(value) when 'array' then value else '[]' end) as item
    where jsonb_typeof(item) <> 'string' or item #>> '{}' !~ '^[a-z0-9][a-z0-9-]{1,79}$')
$function$;

CREATE OR REPLACE FUNCTION private.is_someone_elses_name (
  member    uuid,
  pseudonym text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select skeleton like '%' || private.pseudonym_skeleton('vigie') || '%'
    or skeleton in (select private.pseudonym_skeleton(name) from unnest(private.reserved_names()) as name)
    or exists (select from public.profiles where private.name_skeleton(username) = skeleton and id <> is_someone_elses_name.member)
    or exists (
      select from public.staff join public.profiles on profiles.id = staff.user_id, unnest(array[first_name, last_name, first_name || last_name, last_name || first_name]) as name
      where length(name) > 2 and private.pseudonym_skeleton(name) = skeleton)
  from private.pseudonym_skeleton(pseudonym) as skeleton
$function$;

CREATE OR REPLACE FUNCTION private.keep (
  of_lesson    uuid,
  of_part      text,
  at_place     integer,
  out_of       integer,
  more_seconds integer,
  is_done      boolean
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  card public.published_content;
  kept public.lesson_progress;
begin
  select * into card from public.published_content where item = of_lesson and kind = 'lesson';
  if not found then raise exception 'lesson_not_found' using errcode = 'PT404', hint = 'lesson'; end if;
  if of_part not in ('article', 'slides', 'video') or not card.card #> '{fields,minutes}' ? of_part then perform private.refuse('part_invalid', 'part', 'A part of the lesson that one reads or watches.'); end if;
  perform private.require_lesson(of_lesson);
  perform private.begin_course(me, of_lesson);
  insert into public.lesson_progress (member, lesson, part, version) values (me, of_lesson, of_part, card.version) on conflict do nothing;
  select * into kept from public.lesson_progress where member = me and lesson = of_lesson and part = of_part for update;
  if at_place is not null then
    if at_place < 0 or at_place > out_of or out_of > 100000 then perform private.refuse('place_invalid', 'place'); end if;
    kept.place := at_place;
    kept."of" := out_of;
    -- Nobody watches more than is there, nor faster than at double speed since they last said so.
    kept.seconds := least(greatest(out_of, kept.seconds), kept.seconds + greatest(0, least(more_seconds, 5 + 2 * extract(epoch from clock_timestamp() - kept.updated_at)::int)));
    if of_part = 'slides' and out_of <= 500 and at_place > 0 then kept.seen := array(select distinct slide from unnest(kept.seen || at_place) as slide order by slide); end if;
    is_done := is_done or case of_part
      when 'slides' then (select count(*) from unnest(kept.seen) as slide where slide <= out_of) >= out_of
      when 'video' then out_of > 0 and kept.seconds >= 0.9 * out_of else false end;
  end if;
  update public.lesson_progress set
    place = kept.place, "of" = kept."of", seen = kept.seen, seconds = kept.seconds, updated_at = clock_timestamp(), version = card.version,
    done_at = coalesce(kept.done_at, case when is_done then clock_timestamp() end)
  where member = me and lesson = of_lesson and part = of_part returning done_at into kept.done_at;
  return kept.done_at;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_certificate_key (
  kid text,
  jwk jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.certificate_keys (kid, jwk) values (kid, jwk) on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.keep_certificate_signer (
  secret text
)
  RETURNS text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.certificate_signer (secret_key) values (secret) on conflict do nothing;
  select secret_key from private.certificate_signer
$function$;

CREATE OR REPLACE FUNCTION private.keep_certificate_status (
  signed text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.certificate_status (list, credential, made_at) values (1, signed, clock_timestamp())
  on conflict (list) do update set credential = excluded.credential, made_at = excluded.made_at
$function$;

CREATE OR REPLACE FUNCTION private.keep_credential (
  of_code text,
  called  text,
  signed  text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.certificates set credential = signed where code = of_code and name is not distinct from called
$function$;

CREATE OR REPLACE FUNCTION private.keep_daily_result()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  day constant date := new.subject::date;
  fresh public.daily_results;
begin
  insert into public.daily_results (day, member, attempt, score, total, milliseconds, finished_at, ranked, counted)
  values (
    day, new.member, new.id, new.score, new.total, extract(epoch from new.finished_at - new.started_at) * 1000, new.finished_at, private.is_ranked(new.member),
    private.count_finished_test(new.member, day, private.local_day(new.member, new.finished_at)))
  on conflict do nothing returning * into fresh;
  if fresh.ranked and extract(isodow from day) < 6 then
    insert into public.weekly_scores as known (week, member, score) values (date_trunc('week', day::timestamp)::date, new.member, new.score)
    on conflict (week, member) do update set score = known.score + excluded.score;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_exercise (
  lesson    uuid,
  signal    uuid,
  timeframe text,
  exercise  jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.exercise_charts
  select keep_exercise.lesson, coalesce(max(place), 0) + 1, keep_exercise.signal, keep_exercise.timeframe, keep_exercise.exercise
  from private.exercise_charts as known where known.lesson = keep_exercise.lesson
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.keep_flags (
  found jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.content_items as item set flags = each -> 'flags'
  from jsonb_array_elements(found) as each where item.id = (each ->> 'item')::uuid and item.flags <> each -> 'flags'
$function$;

CREATE OR REPLACE FUNCTION private.keep_forecast_standing()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.forecast_standing as known (members, brier, as_of)
  select count(*), case when count(*) >= 30 then round(percentile_cont(0.5) within group (order by mean)::numeric, 4) end, now() from (
    select avg(private.forecast_brier(answer.probability, card.outcome)) as mean
    from public.forecast_answers as answer join private.forecast_cards as card on card.id = answer.card
    where card.outcome <> 'none' group by answer.member having count(*) >= 10) as each_member
  on conflict (only_row) do update set members = excluded.members, brier = excluded.brier, as_of = excluded.as_of
$function$;

CREATE OR REPLACE FUNCTION private.keep_places (
  week date
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.weekly_scores as known set place_before = places.rank
  from (select member, rank() over (order by score desc) as rank from private.ranked_scores(keep_places.week)) as places
  where known.week = keep_places.week and known.member = places.member and known.place_before is distinct from places.rank
$function$;

CREATE OR REPLACE FUNCTION private.keep_predictions (
  predictions jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with fresh as (
    insert into private.recall_predictions select * from jsonb_to_recordset(predictions) as told (attempt uuid, place int, predicted double precision, recalled boolean)
    on conflict do nothing returning predicted, recalled
  )
  insert into public.recall_calibration as known (bin, n, predicted_sum, recalled)
  select least(9, floor(predicted * 10)::int), count(*), sum(predicted), count(*) filter (where recalled) from fresh group by 1
  on conflict (bin) do update set n = known.n + excluded.n, predicted_sum = known.predicted_sum + excluded.predicted_sum, recalled = known.recalled + excluded.recalled
$function$;

CREATE OR REPLACE FUNCTION private.keep_shipped_content (
  kind        text,
  slug        text,
  parent_slug text,
  "position"  integer,
  tier        text,
  document    jsonb,
  hash        text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  registered public.content_kinds;
  known private.shipped_content;
  kept public.content_items;
  above uuid;
  for_tier text;
begin
  select * into strict registered from public.content_kinds where content_kinds.kind = keep_shipped_content.kind;
  for_tier := case when registered.tiered then keep_shipped_content.tier else 'visitor' end;
  -- A lesson lies within its course, a question within its lesson.
  select item into above from private.shipped_content as parent
  where parent.slug = parent_slug and parent.kind = case keep_shipped_content.kind when 'lesson' then 'course' when 'question' then 'lesson' end;
  if parent_slug is not null and above is null then perform private.refuse('parent_invalid', 'parent'); end if;
  select * into known from private.shipped_content where shipped_content.kind = keep_shipped_content.kind and shipped_content.slug = keep_shipped_content.slug for update;
  if known.item is null then
    insert into public.content_items (kind, slug, parent, position, tier)
    values (keep_shipped_content.kind, keep_shipped_content.slug, above, keep_shipped_content.position, for_tier) on conflict do nothing returning * into kept;
    -- Staff had one of this name before.
    if kept.id is null then return 'left'; end if;
  else
    if known.hash = keep_shipped_content.hash then return 'same'; end if;
    select * into kept from public.content_items where id = known.item for update;
    if kept.version <> known.version or kept.state <> 'published' then
      update private.shipped_content set hash = keep_shipped_content.hash where item = known.item;
      return 'left';
    end if;
    if (kept.parent, kept.position, kept.tier) is not distinct from (known.parent, known.position, known.tier) then
      update public.content_items set parent = above, position = keep_shipped_content.position, tier = for_tier where id = kept.id returning * into kept;
      update public.published_content as card set parent = kept.parent, position = kept.position, tier = kept.tier where card.item = kept.id;
    end if;
  end if;
  perform private.write_version(kept, private.checked_document(registered, keep_shipped_content.document), null, 'La rédaction', false);
  kept.version := kept.version + 1;
  perform private.check_publishable(kept, kept.version), private.publish_version(kept, kept.version, clock_timestamp());
  insert into private.shipped_content as brought
  values (keep_shipped_content.kind, keep_shipped_content.slug, kept.id, keep_shipped_content.hash, kept.version, above, keep_shipped_content.position, for_tier)
  on conflict on constraint shipped_content_pkey do update set
    hash = excluded.hash, version = excluded.version, parent = excluded.parent, position = excluded.position, tier = excluded.tier;
  if keep_shipped_content.kind = 'lesson' then perform private.enqueue('prepare-exercises', '{}', 'prepare-exercises'); end if;
  return case when known.item is null then 'new' else 'newer' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.knows_half (
  course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.course_share(auth.uid(), course) >= 0.5 $function$;

CREATE OR REPLACE FUNCTION private.lesson_at (
  path text
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select lesson.item
  from public.published_content as lesson join public.published_content as course on course.item = lesson.parent
  where lesson.kind = 'lesson' and course.kind = 'course' and course.slug || '/' || lesson.slug = lesson_at.path
$function$;

CREATE OR REPLACE FUNCTION private.lesson_claims()
  RETURNS TABLE (
    item          uuid,
    notion        text,
    rate_at_least text,
    n             integer,
    won           integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select lesson.item, claim ->> 'notion', claim ->> 'rate_at_least', record.n, record.won
  from public.published_content as lesson join public.published_bodies as body on body.item = lesson.item
  left join jsonb_array_elements(coalesce(body.fields -> 'claims', '[]')) as claim on true
  cross join lateral (
    select count(*)::int as n, count(*) filter (where result.realised_r > 0)::int as won
    from public.published_content as notion
    join public.signal_notions as known on known.notion = notion.item join public.signal_results as result on result.signal_id = known.signal_id
    where notion.kind = 'notion' and notion.slug = claim ->> 'notion'
  ) as record
  where lesson.kind = 'lesson'
$function$;

CREATE OR REPLACE FUNCTION private.lesson_link (
  path text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('course', split_part(path, '/', 1), 'lesson', slug, 'minutes', card #> '{fields,minutes}',
    'title', (select jsonb_object_agg(language, words -> 'title') from jsonb_each(card -> 'texts') as text (language, words)))
  from public.published_content where item = private.lesson_at(path)
$function$;

CREATE OR REPLACE FUNCTION private.lesson_parts()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['article', 'slides', 'video', 'exercise', 'quiz'] $function$;

CREATE OR REPLACE FUNCTION private.lesson_waits (
  of_member uuid
)
  RETURNS TABLE (
    lesson    uuid,
    waits_for uuid,
    opens_at  timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with ruled as (
    select item, card -> 'fields' as fields, coalesce((card #> '{fields,ordered}')::text = 'true', false) as ordered, (card #>> '{fields,opens_after_days}')::int as days
    from public.published_content where kind = 'course' and (card #> '{fields,ordered}' = 'true' or (card #>> '{fields,opens_after_days}')::int > 0)
  ), undone as materialized (
    select * from private.undone_parts(of_member) where exists (select from ruled)
  ), placed as (
    select lesson.item, lesson.parent, ruled.ordered, ruled.days, ruled.fields, row_number() over (partition by lesson.parent order by lesson.position, lesson.item) - 1 as before
    from public.published_content as lesson join ruled on ruled.item = lesson.parent where lesson.kind = 'lesson'
  )
  select placed.item,
    case when placed.ordered then coalesce((
      select earlier.item from placed as earlier join undone on undone.lesson = earlier.item and undone.part = 'quiz'
      where earlier.parent = placed.parent and earlier.before < placed.before order by earlier.before limit 1
    ), (
      select required.item from jsonb_array_elements_text(coalesce(placed.fields -> 'requires', '[]')) as wanted (slug)
      join public.published_content as required on required.kind = 'course' and required.slug = wanted.slug and required.item in (select course from undone) limit 1
    )) end,
    case when placed.days > 0 and placed.before > 0 then coalesce(pace.began_at, clock_timestamp()) + placed.before * placed.days * interval '1 day' end
  from placed left join public.course_pace as pace on pace.course = placed.parent and pace.member = of_member
$function$;

CREATE OR REPLACE FUNCTION private.local_day (
  member uuid,
  at     timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (at at time zone coalesce((select time_zone from public.profiles where id = local_day.member), 'Europe/Paris'))::date
$function$;

CREATE OR REPLACE FUNCTION private.missing_of (
  part     text,
  progress public.lesson_progress,
  quiz     jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when progress.done_at is not null then null else jsonb_build_object('needs', case part
    when 'slides' then 'slides' when 'video' then 'seconds' when 'quiz' then 'right' when 'exercise' then 'charts' else 'word' end)
    || case part
      -- How many slides and seconds there are is known once the part was opened.
      when 'slides' then jsonb_build_object('left', nullif(progress."of", 0) - (select count(*) from unnest(progress.seen) as slide where slide <= progress."of"))
      when 'video' then jsonb_build_object('left', greatest(0, ceil(0.9 * nullif(progress."of", 0)) - progress.seconds))
      when 'quiz' then quiz else '{}' end end
$function$;

CREATE OR REPLACE FUNCTION private.mistakes_of (
  document jsonb,
  shuffle  integer[],
  given    jsonb,
  language text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  with lines as (select private.raw_lines(document, language, 'mistakes') as line)
  select nullif(case
    when given is null then null
    when document #>> '{fields,form}' in ('single', 'multiple') then (
      select string_agg(nullif(line[shuffle[place::text::int + 1] + 1], ''), e'\n\n' order by nth)
      from jsonb_array_elements(case jsonb_typeof(given) when 'array' then given else jsonb_build_array(given) end) with ordinality as answer (place, nth))
    when document #>> '{fields,form}' = 'numeric' then (
      select line[nth] from jsonb_array_elements_text(coalesce(document #> '{fields,wrong}', '[]')) with ordinality as known (figure, nth), unnest(private.readings(given #>> '{}')) as reading
      where abs(reading - figure::numeric) <= coalesce((document #>> '{fields,tolerance}')::numeric, 0) limit 1)
  end, '') from lines
$function$;

CREATE OR REPLACE FUNCTION private.my_lessons (
  of_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with waits as materialized (select * from private.lesson_waits(auth.uid())),
  quizzes as materialized (
    select lesson.item, jsonb_build_object(
      'of', (select count(*) from private.quiz_questions(lesson.item)), 'right', ceil(0.8 * (select count(*) from private.quiz_questions(lesson.item))),
      'best', (select max(score) from public.attempts where member = auth.uid() and purpose = 'quiz' and attempts.lesson = lesson.item),
      'retry_from', private.retry_from(auth.uid(), 'quiz', lesson.item::text)) as quiz
    from public.published_content as lesson where lesson.parent = of_course and lesson.kind = 'lesson' and lesson.card #> '{fields,minutes}' ? 'quiz'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'item', lesson.item, 'slug', lesson.slug, 'texts', lesson.card -> 'texts', 'module', lesson.card #> '{fields,module}', 'notions', coalesce(lesson.card #> '{fields,notions}', '[]'),
    'tier', lesson.tier, 'version', lesson.version, 'updated_at', lesson.updated_at,
    'locked', case when lesson.tier = 'premium' and public.current_tier() <> 'premium' then 'premium' when waits.waits_for is not null then 'order' when waits.opens_at > clock_timestamp() then 'date' end,
    'waits_for', (select jsonb_build_object('kind', kind, 'slug', slug) from public.published_content where item = waits.waits_for), 'opens_at', waits.opens_at,
    'parts', parts.list, 'done_at', parts.done_at, 'updated_since_read', coalesce(parts.read_version < lesson.version, false)
  ) order by lesson.position, lesson.item), '[]')
  from public.published_content as lesson
  left join waits on waits.lesson = lesson.item
  left join quizzes on quizzes.item = lesson.item,
  lateral (
    select jsonb_agg(jsonb_build_object(
        'part', existing.part, 'minutes', existing.minutes::int, 'place', coalesce(progress.place, 0), 'of', coalesce(progress."of", 0), 'seen', coalesce(to_jsonb(progress.seen), '[]'),
        'seconds', coalesce(progress.seconds, 0), 'done_at', progress.done_at, 'updated_at', progress.updated_at, 'missing', private.missing_of(existing.part, progress, quizzes.quiz)
      ) order by array_position(private.lesson_parts(), existing.part)) as list,
      case when bool_and(progress.done_at is not null) then max(progress.done_at) end as done_at, max(progress.version) as read_version
    from jsonb_each_text(lesson.card #> '{fields,minutes}') as existing (part, minutes)
    left join public.lesson_progress as progress on progress.member = auth.uid() and progress.lesson = lesson.item and progress.part = existing.part
  ) as parts
  where lesson.parent = of_course and lesson.kind = 'lesson'
$function$;

CREATE OR REPLACE FUNCTION private.note_notions()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.fill_notions(of_signal => new.signal_id);
  return null;
end
$function$;

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
    when kind in ('qualification_approved', 'qualification_rejected', 'qualification_needs_information', 'push_test', 'receipt', 'refund_sent', 'refund_to_fetch', 'surplus_received', 'surplus_returned', 'payment_failed', 'method_expiring', 'renewal_notice', 'crypto_renewal', 'wallet_changed', 'wallet_stopped', 'payout_paid', 'payout_failed') then 'account'
    when kind in ('course_published', 'course_updated') then 'trainings'
  end
$function$;

CREATE OR REPLACE FUNCTION private.open_daily_test (
  day       date,
  questions uuid[],
  moment    timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told public.ledger;
begin
  if moment < private.day_begins(open_daily_test.day) then raise exception 'day_not_begun'; end if;
  told := private.append_to_ledger('test_opened', null, jsonb_build_object('day', day::text), moment);
  update public.daily_tests as known set beacon = told.previous_hash, opened_at = told.at where known.day = open_daily_test.day;
  update private.daily_seeds as known set questions = open_daily_test.questions, drawn_at = told.at where known.day = open_daily_test.day and known.drawn_at is null;
  if not found then raise exception 'day_is_open'; end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_attempt (
  id uuid
)
  RETURNS public.attempts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.attempts;
begin
  select * into kept from public.attempts where attempts.id = own_attempt.id and attempts.member = auth.uid() for update;
  if not found then raise exception 'attempt_not_found' using errcode = 'PT404', hint = 'attempt'; end if;
  if kept.finished_at is null then
    if kept.lesson is not null then perform private.require_lesson(kept.lesson); end if;
    if kept.deadline <= clock_timestamp() then kept := private.finish(kept.id); end if;
  end if;
  return kept;
end
$function$;

CREATE OR REPLACE FUNCTION private.pass_streaks (
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with passed as (
    select private.passed_days(streak, bound.until) as now
    from public.streaks as streak cross join lateral (select private.passed_until(streak.member, moment) as until) as bound
    where streak.days > 0 and streak.through < bound.until - 1 for update of streak skip locked
  ), kept as (
    update public.streaks set days = (now).days, freezes = (now).freezes, through = (now).through, frozen = (now).frozen
    from passed where streaks.member = (now).member returning 1
  )
  select count(*)::int from kept
$function$;

CREATE OR REPLACE FUNCTION private.passed (
  answers jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select count(*) > 0 and count(*) filter (where answer = 'true') >= 0.8 * count(*) from jsonb_array_elements(answers) as answer
$function$;

CREATE OR REPLACE FUNCTION private.passed_days (
  streak public.streaks,
  until  date
)
  RETURNS public.streaks
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  passing date;
begin
  for passing in select generate_series(streak.through + 1, until - 1, interval '1 day')::date loop
    streak.through := passing;
    continue when streak.days = 0 or extract(isodow from passing) > 5
      or not exists (select from public.daily_tests where day = passing and opened_at is not null);
    if streak.freezes > 0 then
      streak.freezes := streak.freezes - 1;
      streak.frozen := streak.frozen || passing;
    else
      streak.days := 0;
    end if;
  end loop;
  return streak;
end
$function$;

CREATE OR REPLACE FUNCTION private.passed_until (
  member uuid,
  at     timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- A test may be finished some minutes after its day.
  select least(private.paris_day(at - interval '15 minutes'), private.local_day(passed_until.member, at - interval '15 minutes'))
$function$;

CREATE OR REPLACE FUNCTION private.project_course (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.expect_course_news(kept.id) where document is not null $function$;

CREATE OR REPLACE FUNCTION private.project_lesson (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.expect_course_news(kept.parent) where document is not null $function$;

CREATE OR REPLACE FUNCTION private.project_notion (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from public.signal_notions where notion = kept.id;
  select private.fill_notions(of_notion => kept.id) where document is not null;
$function$;

CREATE OR REPLACE FUNCTION private.project_question (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := document -> 'fields';
begin
  if document is null then
    delete from private.questions where item = kept.id;
    return;
  end if;
  insert into private.questions values (
    kept.id, kept.slug, kept.published_version, fields ->> 'topic', (fields ->> 'level')::int, fields ->> 'form', fields ->> 'notion', fields ->> 'lesson',
    coalesce((fields -> 'daily')::boolean, false), document, null, clock_timestamp())
  on conflict (item) do update set
    version = excluded.version, topic = excluded.topic, level = excluded.level, form = excluded.form, notion = excluded.notion, lesson = excluded.lesson,
    daily = excluded.daily, document = excluded.document, retired_at = null, counted_from = excluded.counted_from;
end
$function$;

CREATE OR REPLACE FUNCTION private.proof_summary()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'format', 'vigie-proof', 'version', 6,
    -- An entry may be dated after this transaction began, or before a clock that was set back.
    'exported_at', private.timestamp_text(greatest(now(), (select at from public.ledger order by sequence desc limit 1))),
    'head', (
      select jsonb_build_object('sequence', sequence, 'hash', hash, 'at', private.timestamp_text(at)) from public.ledger order by sequence desc limit 1
    ),
    'heads', (
      select coalesce(jsonb_agg(private.head_json(heads) || jsonb_build_object('recorded_at', private.timestamp_text(recorded_at)) order by day), '[]')
      from public.ledger_heads as heads
    ),
    'checkpoints', private.checkpoints_json(),
    'statistics', (
      select jsonb_agg(jsonb_build_object('days', days, 'figures',
        -- What the entries do not tell cannot be made a second time out of them.
        public.signal_performance(days => days) - array['measured', 'average_best_r', 'average_worst_r', 'max_open_drawdown_r']) order by days)
      from unnest(array[30, 90, 365]) as days
    ),
    'scores', (select jsonb_build_object('as_of', as_of, 'rows', rows) from public.statement_scores)
  )
$function$;

CREATE OR REPLACE FUNCTION private.pseudonym_skeleton (
  pseudonym text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  -- The accents that a pseudonym may have, named one by one: an index needs a function that never changes.
  select private.name_skeleton(translate(lower(replace(pseudonym, ' ', '')), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyy'))
$function$;

CREATE OR REPLACE FUNCTION private.publish_version (
  kept       public.content_items,
  of_version integer,
  moment     timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  registered public.content_kinds;
  published public.content_versions;
begin
  select * into strict registered from public.content_kinds where kind = kept.kind;
  select * into strict published from public.content_versions where item = kept.id and version = of_version;
  update public.content_versions set published_at = moment where item = kept.id and version = of_version and content_versions.published_at is null;
  update public.content_items set
    state = 'published', published_version = of_version, published_at = coalesce(content_items.published_at, moment),
    publish_at = null, scheduled_version = null, refusal = null
  where id = kept.id returning * into kept;
  if not registered.sealed then
    insert into public.published_content as card
    values (
      kept.id, kept.kind, kept.slug, kept.parent, kept.position, kept.tier, kept.published_at, moment, of_version,
      jsonb_build_object(
        'texts', (select jsonb_object_agg(language, jsonb_strip_nulls(jsonb_build_object(
            'title', private.content_title(jsonb_build_object('texts', jsonb_build_object('fr', texts), 'fields', published.document -> 'fields')), 'summary', texts -> 'summary')))
          from jsonb_each(published.document -> 'texts') as text (language, texts)),
        'fields', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(published.document -> 'fields') where key = any (registered.card_fields)))
    ) on conflict (item) do update set updated_at = excluded.updated_at, version = excluded.version, card = excluded.card;
    insert into public.published_bodies values (kept.id, of_version, published.document -> 'fields', published.document -> 'texts')
    on conflict (item) do update set version = excluded.version, fields = excluded.fields, texts = excluded.texts;
    perform private.index_content(kept.id, published.document);
  end if;
  perform private.project(kept, published.document),
    private.tell_editors(kept.id, of_version, published.author_name, kept.state);
end
$function$;

CREATE OR REPLACE FUNCTION private.question_bank (
  day date
)
  RETURNS TABLE (
    question   uuid,
    version    integer,
    topic      text,
    level      integer,
    days_since integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select item, known.version, known.topic, known.level, (
    select question_bank.day - max(drawn.day) from private.daily_seeds as drawn where known.item = any (drawn.questions))
  from private.questions as known where known.daily and known.retired_at is null
$function$;

CREATE OR REPLACE FUNCTION private.question_figures()
  RETURNS TABLE (
    item           uuid,
    n              integer,
    difficulty     numeric,
    discrimination numeric
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select first.question, count(*)::int, round(avg(first.hit), 4), round(corr(first.hit, first.rest)::numeric, 4)
  from (
    select distinct on (answer.question, attempt.member) answer.question, answer."right"::int as hit,
      (attempt.score - answer."right"::int)::numeric / nullif(attempt.total - 1, 0) as rest
    from private.questions as known
    join public.attempt_answers as answer on answer.question = known.item and answer.version = known.version and answer.answered_at >= known.counted_from
    join public.attempts as attempt on attempt.id = answer.attempt and attempt.finished_at is not null and attempt.purpose <> 'review'
    order by answer.question, attempt.member, answer.answered_at
  ) as first
  group by first.question
$function$;

CREATE OR REPLACE FUNCTION private.quiz_questions (
  lesson uuid
)
  RETURNS TABLE (
    place    integer,
    question uuid,
    version  integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select row_number() over (order by item.position, item.id)::int, known.item, known.version
  from public.content_items as item join private.questions as known on known.item = item.id
  where item.parent = quiz_questions.lesson and known.retired_at is null
$function$;

CREATE OR REPLACE FUNCTION private.ranked_scores (
  week date
)
  RETURNS TABLE (
    member       uuid,
    score        integer,
    place_before integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select member, known.score, known.place_before from public.weekly_scores as known join public.leaderboard_names using (member)
  where known.week = ranked_scores.week and not exists (select from public.staff where user_id = member)
$function$;

CREATE OR REPLACE FUNCTION private.raw_lines (
  document jsonb,
  language text,
  name     text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select string_to_array(coalesce(nullif(document #>> array['texts', language, name], ''), document #>> array['texts', 'fr', name]), e'\n')
$function$;

CREATE OR REPLACE FUNCTION private.readings (
  typed text
)
  RETURNS numeric[]
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  bare constant text := replace(regexp_replace(regexp_replace(lower(left(typed, 60)), '[\s\u00a0\u2007\u2009\u202f'']+', '', 'g'), '(%|€|\$|r|lots?|pips?)$', ''), '−', '-');
  marks constant text := regexp_replace(bare, '[^.,]', '', 'g');
  written text[];
begin
  if bare is null or bare !~ '^[+-]?[0-9.,]*[0-9][0-9.,]*$' then return '{}'; end if;
  written := case
    -- One mark before three digits: a decimal mark, or the thousands of a reader who writes 1,234 or 1.234.
    when length(marks) = 1 and bare ~ '^[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}$' then array[translate(bare, ',', '.'), translate(bare, ',.', '')]
    when length(marks) <= 1 then array[translate(bare, ',', '.')]
    when marks ~ '^(,+|\.+)$' then array[translate(bare, ',.', '')]
    -- The last mark is the decimal one, the others part the thousands.
    when marks ~ '^,+\.$' then array[translate(bare, ',', '')]
    when marks ~ '^\.+,$' then array[replace(replace(bare, '.', ''), ',', '.')]
    else '{}' end;
  return array(select each::numeric from unnest(written) as each where length(each) <= 30);
end
$function$;

CREATE OR REPLACE FUNCTION private.remind_daily (
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told record;
  reached int := 0;
begin
  if not exists (select from public.daily_tests where day = private.paris_day(moment) and opened_at is not null) then return 0; end if;
  for told in
    select kind, parameters, local_day, array_agg(member) as members
    from (
      select streak.member, local.at::date as local_day, case
          when extract(hour from local.at) between 9 and 11 then
            case when streak.through = any (streak.frozen) then 'daily_freeze_used' when not streak.remind then 'daily_test_open' end
          when extract(hour from local.at) between 18 and 20 and streak.remind and streak.days > 0 then 'daily_streak_ending'
        end as kind, streak.days, streak.freezes
      from public.streaks as streak join public.profiles on profiles.id = streak.member,
        lateral (select moment at time zone profiles.time_zone as at) as local
      where extract(isodow from local.at) < 6 and streak.through < local.at::date
        and exists (select from public.daily_results as result where result.member = streak.member and result.day > private.paris_day(moment) - 14)
        and not exists (select from public.daily_results as result where result.member = streak.member and result.day = private.paris_day(moment))
        and not exists (select from public.notifications as note where note.user_id = streak.member and note.fact = 'daily:' || local.at::date)
    ) as due
    cross join lateral (select case kind
      when 'daily_freeze_used' then jsonb_build_object('days', due.days, 'freezes', due.freezes)
      when 'daily_streak_ending' then jsonb_build_object('days', due.days) else '{}' end as parameters) as words
    where kind is not null group by kind, parameters, local_day
  loop
    reached := reached + private.tell_members(told.members, jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
      'fact', 'daily:' || told.local_day, 'category', private.notification_category(told.kind), 'kind', told.kind, 'parameters', told.parameters,
      'link', '/test-journalier', 'perishable', false, 'created_at', moment)));
  end loop;
  if reached > 0 then perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications'); end if;
  return reached;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_lesson (
  lesson uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select tier from public.published_content where item = require_lesson.lesson) = 'premium' and public.current_tier() <> 'premium' then
    raise exception 'premium_only' using errcode = '42501';
  end if;
  if require_lesson.lesson = any (private.closed_lessons()) then
    raise exception 'lesson_closed' using errcode = 'PT409', hint = 'lesson';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.reserved_names()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select '{admin,administrateur,administrator,moderateur,moderator,root,staff,support,system,vigie}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.retire_questions()
  RETURNS SETOF text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with bad as materialized (
    select figures.item from private.question_figures() as figures where private.is_bad_question(figures.n, figures.difficulty, figures.discrimination)
  )
  update private.questions as known set retired_at = clock_timestamp()
  where known.item in (select item from bad) and known.retired_at is null
    -- A quiz keeps a question, be it a bad one.
    and (known.daily or exists (
      select from public.content_items as own join public.content_items as other on other.parent = own.parent
      join private.questions as good on good.item = other.id and good.retired_at is null and good.item not in (select item from bad)
      where own.id = known.item))
  returning known.slug
$function$;

CREATE OR REPLACE FUNCTION private.retry_from (
  of_member  uuid,
  of_purpose text,
  about      text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- The right answers were just shown: a night lies between two tries, and whoever has passed repeats at will.
  select (((max(finished_at) at time zone 'Europe/Paris')::date + 1)::timestamp at time zone 'Europe/Paris')
  from public.attempts where member = of_member and purpose = of_purpose and coalesce(lesson::text, subject) = about and finished_at is not null
  having not bool_or(score >= 0.8 * total)
$function$;

CREATE OR REPLACE FUNCTION private.reveal_daily_tests (
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  drawn private.daily_seeds;
  told public.ledger;
  revealed int := 0;
  closed constant date := private.paris_day(moment - interval '15 minutes');
begin
  if not exists (select from public.daily_tests where revealed_at is null and day < closed) then return 0; end if;
  perform private.lock_ledger();
  for drawn in
    select seeds.* from private.daily_seeds as seeds join public.daily_tests as known using (day)
    where known.revealed_at is null and day < closed order by day
  loop
    told := private.append_to_ledger('test_revealed', null, jsonb_build_object(
      'day', drawn.day::text, 'seed', drawn.seed, 'questions', to_jsonb(drawn.questions)), moment);
    update public.daily_tests as known set seed = drawn.seed, bank = drawn.bank, questions = drawn.questions, revealed_at = told.at where known.day = drawn.day;
    revealed := revealed + 1;
  end loop;
  return revealed;
end
$function$;

CREATE OR REPLACE FUNCTION private.review_questions (
  member uuid
)
  RETURNS TABLE (
    place    integer,
    question uuid,
    version  integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select row_number() over (order by card.due, card.question)::int, card.question, known.version
  from public.review_cards as card join private.questions as known on known.item = card.question
  where card.member = review_questions.member and known.retired_at is null
    -- On the day itself, whatever the hour of the answer before.
    and private.local_day(review_questions.member, card.due) <= private.local_day(review_questions.member, now())
  order by 1 limit 20
$function$;

CREATE OR REPLACE FUNCTION private.revoked_certificates()
  RETURNS integer[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(status_index order by status_index), '{}') from public.certificates where revoked_at is not null
$function$;

CREATE OR REPLACE FUNCTION private.shipped_hashes()
  RETURNS TABLE (
    kind text,
    slug text,
    hash text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select kind, slug, hash from private.shipped_content $function$;

CREATE OR REPLACE FUNCTION private.shown_answer (
  document jsonb,
  shuffle  integer[]
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case document #>> '{fields,form}'
    when 'single' then to_jsonb(array_position(shuffle, (document #>> '{fields,right}')::int) - 1)
    when 'multiple' then (select jsonb_agg(array_position(shuffle, value::int) - 1 order by array_position(shuffle, value::int)) from jsonb_array_elements_text(document #> '{fields,right}'))
    when 'order' then (select jsonb_agg(array_position(shuffle, place - 1) - 1 order by place) from generate_series(1, cardinality(shuffle)) as place)
    else document #> '{fields,right}' end
$function$;

CREATE OR REPLACE FUNCTION private.shown_question (
  asked   private.attempt_questions,
  answer  public.attempt_answers,
  is_over boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with question as (
    select document, document -> 'fields' as fields, private.translated_lines(document, 'choices') as choices
    from public.content_versions where item = asked.question and version = asked.version
  )
  select jsonb_build_object(
    'place', asked.place, 'form', fields ->> 'form', 'topic', fields ->> 'topic', 'level', (fields ->> 'level')::int, 'unit', coalesce(fields ->> 'unit', 'none'),
    'digits', (fields ->> 'digits')::int, 'notion', fields ->> 'notion', 'lesson', private.lesson_link(fields ->> 'lesson'),
    -- A level within the zone that is asked for would be the answer; it is drawn once there is one.
    'chart', case when jsonb_typeof(fields -> 'chart') = 'object' then (fields -> 'chart') || jsonb_build_object('levels', (
      select coalesce(jsonb_agg(level), '[]') from jsonb_array_elements(coalesce(fields #> '{chart,levels}', '[]')) as level
      where fields ->> 'form' <> 'chart' or (level ->> 'at')::numeric not between (fields #>> '{right,low}')::numeric and (fields #>> '{right,high}')::numeric)) end,
    'texts', (
      select jsonb_object_agg(language, jsonb_build_object(
        'ask', ask, 'choices', coalesce((select jsonb_agg(choices -> original ->> language order by shown) from unnest(asked.shuffle) with ordinality as choice (original, shown)), '[]')))
      from jsonb_each_text(private.translated(document, 'title')) as text (language, ask)),
    'answer', case
      when answer.attempt is not null then private.graded(document, asked.shuffle, answer.given, answer."right")
      when is_over then private.graded(document, asked.shuffle, null, false) end)
  from question
$function$;

CREATE OR REPLACE FUNCTION private.streak_calendar (
  streak public.streaks,
  member uuid,
  today  date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_agg(jsonb_build_object('day', passing, 'score', results.score, 'state', case
    when results.day is not null then 'done'
    when passing = any (streak.frozen) then 'freeze'
    when passing >= today then 'open'
    when exists (select from public.daily_tests where day = passing and opened_at is not null)
      and passing > (select min(first.counted) from public.daily_results as first where first.member = streak_calendar.member) then 'missed'
    else 'none' end) order by passing)
  from (
    select at::date as passing from generate_series(date_trunc('month', today::timestamp), date_trunc('month', today::timestamp) + interval '1 month - 1 day', interval '1 day') as at
    where extract(isodow from at) < 6) as days
  left join public.daily_results as results on results.member = streak_calendar.member and results.counted = passing
$function$;

CREATE OR REPLACE FUNCTION private.tell_course_news (
  of_course uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  card public.published_content;
  told private.notification_facts;
  about text;
  begun uuid[];
begin
  select * into card from public.published_content where item = of_course and kind = 'course';
  if not found or not exists (select from public.published_content where parent = of_course and kind = 'lesson') then return; end if;
  about := format('course:%s:published', of_course);
  told := jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
    'fact', about, 'kind', 'course_published', 'category', private.notification_category('course_published'), 'link', '/formations?cours=' || card.slug,
    'parameters', jsonb_build_object('course', (select jsonb_object_agg(language, words -> 'title') from jsonb_each(card.card -> 'texts') as text (language, words))),
    'perishable', false, 'premium_only', false, 'own_mail', false, 'created_at', clock_timestamp(), 'reached', '00000000-0000-0000-0000-000000000000'));
  insert into private.notification_facts select told.* on conflict do nothing;
  if found then
    perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
    return;
  end if;
  told.kind := 'course_updated';
  told.fact := format('course:%s:updated:%s', of_course, (clock_timestamp() at time zone 'Europe/Paris')::date);
  select array_agg(member) into begun from public.course_pace where course = of_course;
  if begun is not null and private.tell_members(begun, told) > 0 then perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications'); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.undone_parts (
  of_member uuid
)
  RETURNS TABLE (
    course uuid,
    lesson uuid,
    part   text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select lesson.parent, lesson.item, wanted.part
  from public.published_content as lesson, jsonb_object_keys(lesson.card #> '{fields,minutes}') as wanted (part)
  where lesson.kind = 'lesson' and not exists (
    select from public.lesson_progress as progress
    where progress.member = of_member and progress.lesson = lesson.item and progress.part = wanted.part and progress.done_at is not null)
$function$;

CREATE OR REPLACE FUNCTION private.unsigned_certificates()
  RETURNS TABLE (
    code         text,
    name         text,
    initials     text,
    results      jsonb,
    issued_at    timestamp with time zone,
    status_index integer,
    sealed_as    bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select code, name, initials, results, issued_at, status_index, sealed_as from public.certificates where credential is null order by issued_at limit 100
$function$;

CREATE OR REPLACE FUNCTION public.answer_forecast (
  card        uuid,
  probability integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked private.forecast_cards;
  told public.ledger;
  fresh public.forecast_answers;
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  -- The chain keeps each for ever.
  if not exists (select from auth.users where id = auth.uid() and not is_anonymous) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'Members with an account answer.';
  end if;
  select * into asked from private.forecast_cards as known where known.id = answer_forecast.card;
  if not found then raise exception 'card_not_found' using errcode = 'PT404', hint = 'card'; end if;
  if probability is null or probability not between 0 and 100 then perform private.refuse('probability_invalid', 'probability', 'A whole number from 0 to 100.'); end if;
  if asked.day <> private.paris_day(clock_timestamp()) then raise exception 'day_closed' using errcode = 'PT409', hint = 'card'; end if;
  perform private.lock_ledger();
  if exists (select from public.forecast_answers as known where known.card = asked.id and known.member = auth.uid()) then
    raise exception 'already_answered' using errcode = 'PT409', hint = 'card';
  end if;
  told := private.append_to_ledger('forecast', null, jsonb_build_object(
    'card', asked.id, 'commitment', private.commitment(nonce, jsonb_build_object('card', asked.id, 'probability', probability))));
  insert into public.forecast_answers values (asked.id, auth.uid(), probability, nonce, told.sequence, told.at) returning * into fresh;
  return private.forecast_result(asked, fresh);
end
$function$;

REVOKE ALL ON FUNCTION "public"."answer_forecast"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.answer_question (
  attempt uuid,
  place   integer,
  given   jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.attempts := private.own_attempt(answer_question.attempt);
  asked private.attempt_questions;
  document jsonb;
  is_right boolean;
begin
  if kept.finished_at is not null then raise exception 'attempt_over' using errcode = 'PT409'; end if;
  select * into asked from private.attempt_questions as known where known.attempt = kept.id and known.place = answer_question.place;
  if not found then raise exception 'question_not_found' using errcode = 'PT404', hint = 'place'; end if;
  select known.document into strict document from public.content_versions as known where known.item = asked.question and known.version = asked.version;
  perform private.check_given(document, asked.shuffle, answer_question.given);
  is_right := private.is_right(document, asked.shuffle, answer_question.given);
  insert into public.attempt_answers (attempt, place, question, version, given, "right", milliseconds)
  values (kept.id, asked.place, asked.question, asked.version, answer_question.given, is_right, (
    select least(2147483647, extract(epoch from clock_timestamp() - coalesce(max(before.answered_at), kept.started_at)) * 1000)::int
    from public.attempt_answers as before where before.attempt = kept.id))
  on conflict do nothing;
  if not found then raise exception 'already_answered' using errcode = 'PT409', hint = 'place'; end if;
  perform private.enqueue('schedule-reviews', jsonb_build_object('attempt', kept.id, 'place', asked.place));
  return private.graded(document, asked.shuffle, answer_question.given, is_right);
end
$function$;

REVOKE ALL ON FUNCTION "public"."answer_question"(uuid, integer, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.certificate (
  code text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'code', kept.code, 'name', kept.name, 'initials', kept.initials, 'issued_at', private.timestamp_text(kept.issued_at), 'revoked_at', kept.revoked_at,
    -- A revoked one keeps its date and loses its seal.
    'results', case when kept.revoked_at is null then kept.results else kept.results - 'sections' end,
    'nonce', case when kept.revoked_at is null then kept.nonce end,
    'sealed_as', kept.sealed_as, 'entry', case when kept.revoked_at is null then (select to_jsonb(ledger) from public.ledger where sequence = kept.sealed_as) end,
    'credential', kept.credential, 'status_index', kept.status_index,
    'status', (select status.credential from public.certificate_status as status where status.list = 1),
    'keys', (select coalesce(jsonb_agg(jwk), '[]') from public.certificate_keys))
  from public.certificates as kept where kept.code = upper(btrim(certificate.code))
$function$;

REVOKE ALL ON FUNCTION "public"."certificate"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.complete_part (
  lesson uuid,
  part   text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.keep(lesson, part, null, null, 0, true) $function$;

REVOKE ALL ON FUNCTION "public"."complete_part"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.content_tree (
  item uuid
)
  RETURNS TABLE (
    id         uuid,
    kind       text,
    slug       text,
    title      text,
    parent     uuid,
    "position" integer,
    tier       text,
    state      text,
    languages  jsonb,
    fields     jsonb,
    texts      jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with recursive above as (
    select known.id, known.parent from public.content_items as known where known.id = content_tree.item
    union
    select known.id, known.parent from public.content_items as known join above on above.parent = known.id
  ), tree as (
    select known.* from public.content_items as known where known.id = (select above.id from above where above.parent is null)
    union all
    select known.* from public.content_items as known join tree on tree.id = known.parent where known.state <> 'archived'
  )
  select tree.id, tree.kind, tree.slug, private.content_title(newest.document), tree.parent, tree.position, tree.tier, tree.state, tree.languages,
    (select coalesce(jsonb_object_agg(name, newest.document -> 'fields' -> name), '{}') from unnest(registered.card_fields) as name),
    (select coalesce(jsonb_object_agg(name, newest.document #> array['texts', 'fr', name]), '{}') from unnest(registered.required_texts) as name)
  from tree join public.content_kinds as registered on registered.kind = tree.kind
    join public.content_versions as newest on newest.item = tree.id and newest.version = tree.version
  order by tree.position, tree.id
$function$;

REVOKE ALL ON FUNCTION "public"."content_tree"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.exercise_chart (
  lesson text,
  place  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  of_lesson constant uuid := private.lesson_at(exercise_chart.lesson);
  chart private.exercise_charts;
  signal public.signals;
  levels public.signal_levels;
  answer public.exercise_answers;
  width interval;
  ended timestamptz;
begin
  if auth.uid() is null or of_lesson is null then raise exception 'subject_unknown' using errcode = 'PT404', hint = 'lesson'; end if;
  perform private.require_lesson(of_lesson);
  select * into chart from private.exercise_charts as known where known.lesson = of_lesson and known.place = exercise_chart.place;
  if not found then raise exception 'subject_unknown' using errcode = 'PT404', hint = 'place'; end if;
  select * into strict signal from public.signals where id = chart.signal;
  select * into strict levels from public.signal_levels where signal_id = chart.signal;
  select * into answer from public.exercise_answers as known
  where known.member = auth.uid() and known.lesson = of_lesson and known.place = exercise_chart.place;
  width := private.timeframe_width(chart.timeframe);
  ended := (select closed_at from public.signal_states where signal_id = chart.signal);
  return jsonb_build_object(
    'place', chart.place, 'of', (select count(*) from private.exercise_charts as known where known.lesson = of_lesson),
    'points', (select coalesce(jsonb_object_agg(known.place, known.points), '{}') from public.exercise_answers as known where known.member = auth.uid() and known.lesson = of_lesson),
    'task', chart.exercise -> 'task', 'atr', chart.exercise -> 'atr', 'symbol', signal.symbol,
    'instrument', (select jsonb_build_object('name', name, 'digits', digits, 'pip', pip_size::text) from public.instruments where symbol = signal.symbol), 'timeframe', chart.timeframe, 'direction', levels.direction,
    'demonstration', signal.demonstration, 'published_at', signal.published_at,
    'entry', case when chart.exercise ->> 'task' <> 'entry' then (case levels.direction when 'buy' then levels.entry_high else levels.entry_low end)::text end,
    'stop', case when chart.exercise ->> 'task' = 'entry' then levels.stop_loss::text end,
    'target', case when chart.exercise ->> 'task' <> 'level' then (select price::text from public.signal_targets where signal_id = chart.signal and position = 1) end,
    -- Only bars that had closed: the one in which it was published tells a part of what came.
    'before', private.exercise_bars(signal.symbol, chart.timeframe, '-infinity', signal.published_at - width, (chart.exercise ->> 'bars')::int),
    'answer', case when answer.place is not null then jsonb_build_object(
      'price', answer.price::text, 'points', answer.points, 'criteria', private.exercise_marks(chart.exercise -> 'criteria', answer.price),
      'zone', chart.exercise -> 'zone', 'level', chart.exercise -> 'level', 'signal', signal.id, 'number', signal.number, 'commitment', signal.commitment,
      'sealed', jsonb_build_object('entry', (case levels.direction when 'buy' then levels.entry_high else levels.entry_low end)::text, 'stop', levels.stop_loss::text),
      'result', (select realised_r::text from public.signal_states where signal_id = chart.signal), 'ended_at', ended,
      'after', private.exercise_bars(signal.symbol, chart.timeframe, signal.published_at - width, ended + width, 300),
      'others', (select coalesce(jsonb_agg(known.price), '[]') from (
        select price from public.exercise_answers where exercise_answers.lesson = of_lesson and exercise_answers.place = chart.place and member <> auth.uid()
        order by answered_at desc limit 500) as known)) end);
end
$function$;

REVOKE ALL ON FUNCTION "public"."exercise_chart"(text, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.finish_attempt (
  attempt uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.own_attempt(finish_attempt.attempt), private.finish(finish_attempt.attempt);
  return public.read_attempt(finish_attempt.attempt);
end
$function$;

REVOKE ALL ON FUNCTION "public"."finish_attempt"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.grade_exercise (
  lesson text,
  place  integer,
  price  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  shown constant jsonb := public.exercise_chart(grade_exercise.lesson, grade_exercise.place);
  of_lesson constant uuid := private.lesson_at(grade_exercise.lesson);
  value numeric;
  points int;
begin
  if shown ->> 'answer' is not null then raise exception 'already_answered' using errcode = 'PT409'; end if;
  if not private.is_decimal(to_jsonb(price)) or price::numeric <= 0 then perform private.refuse('answer_invalid', 'price'); end if;
  value := price::numeric;
  select sum((mark ->> 'points')::int) filter (where (mark -> 'met')::boolean) into points
  from private.exercise_charts as chart, jsonb_array_elements(private.exercise_marks(chart.exercise -> 'criteria', value)) as mark
  where chart.lesson = of_lesson and chart.place = grade_exercise.place;
  insert into public.exercise_answers (member, lesson, place, price, points)
  values (auth.uid(), of_lesson, grade_exercise.place, value, coalesce(points, 0)) on conflict do nothing;
  if not found then raise exception 'already_answered' using errcode = 'PT409'; end if;
  if private.exercise_answers(auth.uid(), of_lesson) is not null then perform private.complete(auth.uid(), of_lesson, 'exercise'); end if;
  return public.exercise_chart(grade_exercise.lesson, grade_exercise.place);
end
$function$;

REVOKE ALL ON FUNCTION "public"."grade_exercise"(text, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.join_leaderboard (
  pseudonym text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  wished constant text := btrim(join_leaderboard.pseudonym);
begin
  if not private.is_ranked(auth.uid()) then raise exception 'not_allowed' using errcode = '42501', detail = 'Members with an account are ranked; staff are not.'; end if;
  if wished !~ '^[A-Za-z0-9À-ÖØ-öø-ÿ]([ ._-]?[A-Za-z0-9À-ÖØ-öø-ÿ]){2,23}$' then perform private.refuse('pseudonym_invalid', 'pseudonym', 'Three to 24 letters or digits.'); end if;
  if private.is_someone_elses_name(auth.uid(), wished) then raise exception 'pseudonym_taken' using errcode = 'PT409', hint = 'pseudonym'; end if;
  insert into public.leaderboard_names as known (member, pseudonym) values (auth.uid(), wished)
  on conflict (member) do update set pseudonym = excluded.pseudonym;
exception when unique_violation then
  raise exception 'pseudonym_taken' using errcode = 'PT409', hint = 'pseudonym';
end
$function$;

REVOKE ALL ON FUNCTION "public"."join_leaderboard"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.keep_progress (
  lesson  uuid,
  part    text,
  place   integer,
  of      integer,
  seconds integer DEFAULT 0
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.keep(lesson, part, greatest(place, -1), coalesce("of", 0), coalesce(seconds, 0), false) $function$;

REVOKE ALL ON FUNCTION "public"."keep_progress"(uuid, text, integer, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.leaderboard (
  week date DEFAULT NULL::date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Read once: the ranking has thousands of rows.
  reader constant uuid := auth.uid();
  monday constant date := date_trunc('week', coalesce(leaderboard.week, private.paris_day(now()))::timestamp)::date;
  found jsonb;
begin
  if reader is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- Places are counted by score, of which there are few: whoever shares one shares the place.
  with ranked as materialized (select * from private.ranked_scores(monday)),
  places as (select score, count(*) as n, coalesce(sum(count(*)) over (order by score desc rows between unbounded preceding and 1 preceding), 0)::int + 1 as rank from ranked group by score),
  mine as (select * from ranked where member = reader),
  shown as (
    (select * from ranked order by score desc, member limit 20)
    union select * from mine
    union (select ranked.* from ranked, mine where (ranked.score, mine.member) > (mine.score, ranked.member) order by ranked.score, ranked.member desc limit 1)
    union (select ranked.* from ranked, mine where (ranked.score, mine.member) < (mine.score, ranked.member) order by ranked.score desc, ranked.member limit 1)
  )
  select jsonb_build_object(
    'week', monday,
    'of', 10 * (select count(*) from public.daily_tests as tests where tests.day between monday and monday + 4 and opened_at is not null),
    'players', (select coalesce(sum(n), 0) from places),
    'me', (select known.pseudonym from public.leaderboard_names as known where known.member = reader),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'rank', rank, 'pseudonym', names.pseudonym, 'score', score, 'move', place_before - rank, 'me', member = reader) order by rank, lower(names.pseudonym)), '[]')
      from shown join places using (score) join public.leaderboard_names as names using (member)))
  into found;
  return found;
end
$function$;

REVOKE ALL ON FUNCTION "public"."leaderboard"(date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.leave_leaderboard()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ delete from public.leaderboard_names where member = auth.uid() $function$;

REVOKE ALL ON FUNCTION "public"."leave_leaderboard"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_content (
  of_kind             text    DEFAULT NULL::text,
  of_state            text    DEFAULT NULL::text,
  of_author           uuid    DEFAULT NULL::uuid,
  query               text    DEFAULT NULL::text,
  incomplete_language text    DEFAULT NULL::text,
  expiring            boolean DEFAULT NULL::boolean,
  after               uuid    DEFAULT NULL::uuid,
  most                integer DEFAULT 50
)
  RETURNS TABLE (
    id                uuid,
    kind              text,
    slug              text,
    title             text,
    parent            uuid,
    "position"        integer,
    tier              text,
    state             text,
    version           integer,
    published_version integer,
    author            uuid,
    author_name       text,
    languages         jsonb,
    next_expiry       date,
    expiring_facts    integer,
    fact_days         integer,
    publish_at        timestamp with time zone,
    published_at      timestamp with time zone,
    updated_at        timestamp with time zone,
    refusal           jsonb,
    flags             jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select item.id, item.kind, item.slug, private.content_title(newest.document), item.parent, item.position, item.tier, item.state, item.version, item.published_version,
    newest.author, newest.author_name, item.languages, item.next_expiry,
    (select count(*)::int from private.dated_facts(newest.document -> 'fields') where private.fact_expiry(fact) <= private.soon()),
    (select min((fact ->> 'valid_days')::int) from private.dated_facts(newest.document -> 'fields') where private.fact_expiry(fact) = item.next_expiry),
    item.publish_at, item.published_at, item.updated_at, item.refusal, item.flags
  from public.content_items as item
    join public.content_versions as newest on newest.item = item.id and newest.version = item.version
    left join public.content_items as last on last.id = list_content.after
  where (of_kind is null or item.kind = of_kind) and (of_author is null or newest.author = of_author)
    and item.state = any (case when of_state is null then array['draft', 'scheduled', 'published'] else array[of_state] end)
    and (coalesce(btrim(list_content.query), '') = '' or strpos(private.plain(item.slug || ' ' || newest.document::text), private.plain(btrim(left(list_content.query, 100)))) > 0)
    and (incomplete_language is null or item.languages ->> incomplete_language <> 'current')
    and (list_content.expiring is not true or item.next_expiry <= private.soon())
    and (list_content.after is null or (coalesce(item.next_expiry, 'infinity'), last.updated_at, item.id) > (coalesce(last.next_expiry, 'infinity'), item.updated_at, last.id))
  order by coalesce(item.next_expiry, 'infinity'), item.updated_at desc, item.id
  limit least(greatest(list_content.most, 1), 200)
$function$;

REVOKE ALL ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_courses()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'tier', public.current_tier(),
    'resume', (
      select jsonb_build_object('course', course.slug, 'lesson', lesson.slug, 'part', progress.part, 'place', progress.place, 'of', progress."of", 'updated_at', progress.updated_at)
      from public.lesson_progress as progress
      join public.published_content as lesson on lesson.item = progress.lesson join public.published_content as course on course.item = lesson.parent
      where progress.member = auth.uid() order by progress.updated_at desc limit 1),
    'courses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item', course.item, 'slug', course.slug, 'texts', course.card -> 'texts', 'fields', course.card -> 'fields', 'published_at', course.published_at, 'updated_at', course.updated_at,
        'began_at', pace.began_at, 'share', round(private.course_share(auth.uid(), course.item), 4),
        'reviews', (select jsonb_build_object('n', count(*), 'stars', round(avg(stars), 2)) from public.course_reviews as review where review.course = course.item),
        'exam_best', (select max(score::numeric / total) from public.attempts where member = auth.uid() and purpose = 'exam' and attempts.lesson = course.item),
        'strip', private.course_strip(course.item), 'lessons', private.my_lessons(course.item)
      ) order by course.position, course.published_at, course.item), '[]')
      from public.published_content as course left join public.course_pace as pace on pace.member = auth.uid() and pace.course = course.item
      where course.kind = 'course'),
    'notions', (
      select coalesce(jsonb_object_agg(notion.slug, notion.card -> 'texts'), '{}') from public.published_content as notion where notion.kind = 'notion'))
$function$;

REVOKE ALL ON FUNCTION "public"."my_courses"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_daily()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  moment constant timestamptz := now();
  today constant date := private.paris_day(moment);
  own_day constant date := private.local_day(me, moment);
  streak public.streaks;
  result public.daily_results;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into streak from public.streaks where member = me;
  if found then streak := private.passed_days(streak, private.passed_until(me, moment)); end if;
  select * into result from public.daily_results where member = me and day = today;
  return jsonb_build_object(
    'now', clock_timestamp(), 'day', today, 'local_day', own_day, 'closes_at', private.day_begins(today + 1), 'minutes', extract(epoch from private.daily_length())::int / 60,
    'test', (select jsonb_build_object('commitment', commitment, 'sequence', sequence, 'bank_hash', bank_hash, 'late', late)
      from public.daily_tests where day = today and opened_at is not null),
    -- One that runs over midnight comes first.
    'attempt', (select id from public.attempts where member = me and purpose = 'daily' and (subject = today::text or finished_at is null and deadline > moment) order by subject limit 1),
    'result', case when result.day is not null then jsonb_build_object(
      'score', result.score, 'total', result.total, 'finished_at', result.finished_at, 'milliseconds', result.milliseconds) end,
    'scores', case when result.day is not null then private.day_scores(today, result.score) end,
    'streak', jsonb_build_object('days', coalesce(streak.days, 0), 'best', coalesce(streak.best, 0), 'freezes', coalesce(streak.freezes, 0), 'most_freezes', 2, 'remind', coalesce(streak.remind, false)),
    'calendar', private.streak_calendar(streak, me, own_day),
    'month_mean', (select round(avg(score), 1) from public.daily_results where member = me and day >= date_trunc('month', own_day::timestamp)),
    'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', topic, 'right', hits, 'answered', n) order by topic), '[]') from (
      select version.document #>> '{fields,topic}' as topic, count(*) as n, count(*) filter (where answer."right") as hits
      from public.attempts as attempt join public.attempt_answers as answer on answer.attempt = attempt.id
      join public.content_versions as version on version.item = answer.question and version.version = answer.version
      where attempt.member = me and attempt.purpose = 'daily' and attempt.finished_at > moment - interval '90 days' group by 1) as each_topic),
    'week', jsonb_build_object('joined', (select pseudonym from public.leaderboard_names where member = me)));
end
$function$;

REVOKE ALL ON FUNCTION "public"."my_daily"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_forecasts()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'answers', coalesce(jsonb_agg(jsonb_build_object(
      'card', card.id, 'day', card.day, 'symbol', card.symbol, 'timeframe', card.timeframe, 'probability', answer.probability, 'outcome', card.outcome,
      'chance', card.chance, 'brier', private.forecast_brier(answer.probability, card.outcome)) order by answer.answered_at desc), '[]'),
    'median', (select jsonb_build_object('members', members, 'brier', brier) from private.forecast_standing where brier is not null))
  from public.forecast_answers as answer join private.forecast_cards as card on card.id = answer.card
  where answer.member = auth.uid()
$function$;

REVOKE ALL ON FUNCTION "public"."my_forecasts"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_reviews()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return jsonb_build_object(
    'due', (select count(*) from private.review_questions(me)),
    'attempt', (select id from public.attempts where member = me and purpose = 'review' and finished_at is null),
    'in_memory', (select count(*) from public.review_cards where member = me),
    'next', (select coalesce(jsonb_agg(jsonb_build_object('question', question, 'due', due) order by due), '[]') from (
      select question, due from public.review_cards where member = me and due > now() order by due limit 5) as soon),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'question', card.question, 'attempt', wrong.attempt, 'place', wrong.place, 'reminders', to_jsonb(card.due || card.ahead), 'asked', private.shown_question(asked, wrong, true)
      ) order by wrong.answered_at desc), '[]')
      from public.review_cards as card
      cross join lateral (
        select known.attempt, known.place from public.attempt_answers as known join public.attempts on attempts.id = known.attempt
        where attempts.member = me and known.question = card.question and not known."right" order by known.answered_at desc limit 1) as last
      join public.attempt_answers as wrong on wrong.attempt = last.attempt and wrong.place = last.place
      join private.attempt_questions as asked on asked.attempt = last.attempt and asked.place = last.place
      where card.member = me and wrong.answered_at > now() - interval '30 days'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."my_reviews"() FROM PUBLIC, "anon", "service_role";

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
    'signals', (
      -- The last that won and the last that lost, as many of each: never the winners alone.
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', number, 'id', signal_id, 'symbol', newest.symbol, 'instrument', instruments.name, 'direction', direction, 'closed_at', ended_at, 'realised_r', trim_scale(realised_r)::text, 'close_reason', reason)
        order by ended_at desc), '[]')
      from (select *, row_number() over (partition by realised_r > 0 order by ended_at desc, signal_id) as nth from used) as newest join public.instruments on instruments.symbol = newest.symbol where nth <= 3))
  from used
$function$;

REVOKE ALL ON FUNCTION "public"."notion_record"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.open_referral (
  visitor uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  own text;
begin
  if me is null or not private.may_refer(me) then return null; end if;
  perform private.note_browser(me, visitor);
  loop
    select code into own from public.referral_codes where user_id = me;
    if found then return own; end if;
    insert into public.referral_codes (user_id, code) values (me, private.drawn_code(7)) on conflict do nothing;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.put_question_back (
  item uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.editable_content(put_question_back.item);
  update private.questions as known set retired_at = null, counted_from = clock_timestamp() where known.item = put_question_back.item and known.retired_at is not null;
  if not found then raise exception 'content_not_found' using errcode = 'PT404', hint = 'item'; end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."put_question_back"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.question_statistics()
  RETURNS TABLE (
    item           uuid,
    slug           text,
    title          text,
    topic          text,
    level          integer,
    form           text,
    lesson         text,
    daily          boolean,
    version        integer,
    n              integer,
    difficulty     numeric,
    discrimination numeric,
    bad            boolean,
    retired_at     timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.reading_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return query select known.item, known.slug, private.content_title(known.document), known.topic, known.level, known.form, known.lesson, known.daily, known.version,
    coalesce(figures.n, 0), figures.difficulty, figures.discrimination, private.is_bad_question(figures.n, figures.difficulty, figures.discrimination), known.retired_at
  from private.questions as known left join private.question_figures() as figures on figures.item = known.item
  order by known.retired_at is null, figures.discrimination, known.slug;
end
$function$;

REVOKE ALL ON FUNCTION "public"."question_statistics"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_attempt (
  attempt uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.attempts := private.own_attempt(read_attempt.attempt);
begin
  return to_jsonb(kept) - '{member}'::text[] || jsonb_build_object('now', clock_timestamp(), 'questions', (
    select jsonb_agg(private.shown_question(asked, answer, kept.finished_at is not null) order by asked.place)
    from private.attempt_questions as asked left join public.attempt_answers as answer on answer.attempt = asked.attempt and answer.place = asked.place
    where asked.attempt = kept.id));
end
$function$;

REVOKE ALL ON FUNCTION "public"."read_attempt"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_reviews (
  course uuid,
  most   integer DEFAULT 50
)
  RETURNS TABLE (
    stars      integer,
    body       text,
    name       text,
    created_at timestamp with time zone,
    mine       boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select review.stars, review.body, review.name, review.created_at, review.member = auth.uid()
  from public.course_reviews as review where review.course = read_reviews.course
  order by review.created_at desc, review.member limit least(greatest(most, 1), 200)
$function$;

REVOKE ALL ON FUNCTION "public"."read_reviews"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.request_certificate (
  course text,
  name   text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  of_course constant uuid := (select item from public.published_content where kind = 'course' and slug = request_certificate.course);
  called constant text := btrim(regexp_replace(name, '\s+', ' ', 'g'));
  results jsonb;
  fresh public.certificates;
begin
  if of_course is null then raise exception 'subject_unknown' using errcode = 'PT404', hint = 'course'; end if;
  if coalesce(length(called), 0) not between 2 and 80 or called ~ '[\u0000-\u001f<>]' then perform private.refuse('name_invalid', 'name'); end if;
  -- A double click finds what the first one made.
  perform pg_advisory_xact_lock(hashtextextended('certificate:' || me || of_course, 0));
  select * into fresh from public.certificates as known where known.member = me and known.course = request_certificate.course and known.revoked_at is null;
  if found then return fresh.code; end if;
  results := private.course_results(me, of_course);
  if results -> 'missing' <> '[]' then
    raise exception 'course_incomplete' using errcode = 'PT409', detail = results -> 'missing';
  end if;
  fresh.issued_at := private.ledger_moment();
  fresh.nonce := encode(extensions.gen_random_bytes(32), 'hex');
  fresh.results := results - 'missing';
  fresh.code := 'V-' || regexp_replace(private.drawn_code(12), '(....)(?=.)', '\1-', 'g');
  fresh.sealed_as := (private.append_to_ledger('sealed', null, jsonb_build_object('commitment', private.commitment(fresh.nonce, jsonb_build_object(
    'code', fresh.code, 'issued_at', private.timestamp_text(fresh.issued_at), 'results', fresh.results))), fresh.issued_at)).sequence;
  insert into public.certificates (code, member, course, name, initials, results, nonce, sealed_as, issued_at)
  values (fresh.code, me, request_certificate.course, called, private.initials(called), fresh.results, fresh.nonce, fresh.sealed_as, fresh.issued_at);
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
  return fresh.code;
end
$function$;

REVOKE ALL ON FUNCTION "public"."request_certificate"(text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.retire_question (
  item uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.content_items := private.editable_content(retire_question.item);
begin
  -- A quiz keeps a question, be it a bad one.
  if exists (select from private.questions as known where known.item = kept.id and not known.daily) and not exists (
    select from public.content_items as other join private.questions as good on good.item = other.id and good.retired_at is null
    where other.parent = kept.parent and other.id <> kept.id) then
    raise exception 'last_question' using errcode = 'PT409', hint = 'item';
  end if;
  update private.questions as known set retired_at = clock_timestamp() where known.item = kept.id and known.retired_at is null;
  if not found then raise exception 'content_not_found' using errcode = 'PT404', hint = 'item'; end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."retire_question"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.revoke_certificate (
  code   text,
  reason text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_allowed' using errcode = '42501'; end if;
  if coalesce(length(btrim(reason)), 0) not between 5 and 500 then perform private.refuse('reason_missing', 'reason'); end if;
  update public.certificates as kept set revoked_at = clock_timestamp(), revoked_for = btrim(reason)
  where kept.code = revoke_certificate.code and kept.revoked_at is null;
  if not found then raise exception 'certificate_not_found' using errcode = 'PT404'; end if;
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
end
$function$;

REVOKE ALL ON FUNCTION "public"."revoke_certificate"(text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.search (
  query    text,
  language text    DEFAULT 'fr'::text,
  most     integer DEFAULT 8
)
  RETURNS TABLE (
    kind   text,
    key    text,
    title  text,
    detail text,
    href   text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with wanted as (
    select private.plain(btrim(left(search.query, 100))) as words, replace(private.plain(btrim(left(search.query, 100))), '/', '') as symbol,
      substring(btrim(search.query) from '^#?([0-9]{1,9})$')::bigint as number, least(greatest(search.most, 1), 20) as most
  ), named as (
    select instruments.symbol, instruments.name, coalesce(description ->> search.language, description ->> 'fr') as description, sort
    from public.instruments
  ), found as (
    select 1 as place, 'instrument' as kind, named.symbol as key, named.name as title, named.description as detail,
      '/signaux?instrument=' || named.symbol as href,
      (case when starts_with(lower(named.symbol), wanted.symbol) then 0 else 1000 end + sort)::bigint as rank
    from named, wanted
    where wanted.symbol <> '' and (
      strpos(lower(named.symbol), wanted.symbol) > 0 or strpos(private.plain(named.name), wanted.words) > 0
      or strpos(private.plain(named.description), wanted.words) > 0)
    union all
    select 2, 'signal', signals.id::text, named.name, '#' || signals.number || ' · ' || signals.timeframe, '/signaux?signal=' || signals.id, -signals.number
    from public.signals join named using (symbol), wanted
    where signals.number = wanted.number or (length(wanted.symbol) >= 3 and strpos(lower(signals.symbol), wanted.symbol) = 1)
    union all
    select 3, 'content', found.kind || '/' || found.slug, found.title, found.excerpt,
      replace(kinds.address, '{parent}', coalesce(parent.slug, '')) || found.slug, row_number() over ()
    from public.search_content(search.query, search.language, 20) as found join public.content_kinds as kinds using (kind)
    join public.published_content as card on card.item = found.item left join public.published_content as parent on parent.item = card.parent
    where kinds.address is not null
  ), ranked as (
    select found.*, row_number() over (partition by found.kind order by found.rank) as nth from found
  )
  select ranked.kind, ranked.key, ranked.title, ranked.detail, ranked.href
  from ranked, wanted where ranked.nth <= wanted.most order by ranked.place, ranked.nth
$function$;

CREATE OR REPLACE FUNCTION public.search_learning (
  query    text,
  language text    DEFAULT 'fr'::text,
  most     integer DEFAULT 20
)
  RETURNS TABLE (
    kind    text,
    item    uuid,
    lesson  text,
    part    text,
    place   integer,
    title   text,
    excerpt text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  (
    select found.kind, found.item, case found.kind when 'lesson' then course.slug || '/' || found.slug else found.slug end, null::text, null::int, found.title, found.excerpt
    from (
      select * from public.search_content(search_learning.query, search_learning.language, search_learning.most, 'lesson')
      union all
      select * from public.search_content(search_learning.query, search_learning.language, search_learning.most, 'course')
    ) as found
    join public.published_content as card on card.item = found.item left join public.published_content as course on course.item = card.parent
    where found.kind = 'course' or course.item is not null
  )
  union all
  (
    select 'note', note.id, course.slug || '/' || card.slug, note.part, note.place,
      coalesce(card.card #>> array['texts', search_learning.language, 'title'], card.card #>> '{texts,fr,title}'), private.excerpt(note.body, 1)
    from public.lesson_notes as note
    join public.published_content as card on card.item = note.lesson join public.published_content as course on course.item = card.parent
    where btrim(search_learning.query) <> '' and not exists (
      select from regexp_split_to_table(private.plain(left(search_learning.query, 200)), '[^[:alnum:]]+') as word where word <> '' and strpos(private.plain(note.body), word) = 0)
    order by note.updated_at desc limit least(greatest(search_learning.most, 1), 50)
  )
$function$;

REVOKE ALL ON FUNCTION "public"."search_learning"(text, text, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.show_certificate_name (
  code  text,
  shown boolean,
  name  text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if shown and coalesce(length(btrim(name)), 0) not between 2 and 80 then perform private.refuse('name_invalid', 'name'); end if;
  update public.certificates as kept set
    name = case when shown then btrim(show_certificate_name.name) end,
    initials = case when shown then private.initials(show_certificate_name.name) else kept.initials end, credential = null
  where kept.code = show_certificate_name.code and kept.member = auth.uid() and kept.revoked_at is null;
  if not found then raise exception 'certificate_not_found' using errcode = 'PT404'; end if;
  perform private.enqueue('sign-certificates', '{}', 'sign-certificates');
end
$function$;

REVOKE ALL ON FUNCTION "public"."show_certificate_name"(text, boolean, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.start_attempt (
  purpose text,
  subject text DEFAULT ''::text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  today constant date := (clock_timestamp() at time zone 'Europe/Paris')::date;
  of_course constant uuid := case when start_attempt.purpose = 'exam' then (select item from public.published_content where kind = 'course' and slug = start_attempt.subject) end;
  -- The lesson of a quiz, the course of an exam.
  of_item constant uuid := case when start_attempt.purpose = 'quiz' then private.lesson_at(start_attempt.subject) else of_course end;
  about constant text := coalesce(of_item::text, start_attempt.subject);
  questions private.attempt_questions[];
  until timestamptz;
  kept public.attempts;
begin
  if of_item is not null then
    if of_course is not null and private.course_missing(me, of_course) <> '[]' then
      raise exception 'course_incomplete' using errcode = 'PT409', detail = private.course_missing(me, of_course);
    end if;
    perform private.require_lesson(item) from public.published_content where kind = 'lesson' and (item = of_item or parent = of_course);
  elsif start_attempt.purpose = 'daily' and private.is_day(start_attempt.subject) and start_attempt.subject <> today::text then
    raise exception 'day_closed' using errcode = 'PT409', hint = 'subject';
  end if;
  loop
    select * into kept from public.attempts as known
    where known.member = me and known.purpose = start_attempt.purpose and coalesce(known.lesson::text, known.subject) = about
      and (known.finished_at is null or known.purpose = 'daily');
    if kept.finished_at is not null then raise exception 'attempt_taken' using errcode = 'PT409', hint = 'subject'; end if;
    if kept.id is not null and kept.deadline <= clock_timestamp() then
      perform private.finish(kept.id);
      continue;
    end if;
    if kept.id is not null then return kept.id; end if;
    if start_attempt.purpose in ('quiz', 'exam') and private.retry_from(me, start_attempt.purpose, about) > clock_timestamp() then
      raise exception 'retry_tomorrow' using errcode = 'PT409', detail = private.retry_from(me, start_attempt.purpose, about);
    end if;
    select array_agg(row(null, asked.place, asked.question, asked.version, asked.shuffle)::private.attempt_questions) into questions
    from private.asked_questions(start_attempt.purpose, of_item, me) as asked;
    if coalesce(cardinality(questions), 0) = 0 or (start_attempt.purpose = 'review' and start_attempt.subject <> '') then
      raise exception 'subject_unknown' using errcode = 'PT404', hint = 'subject';
    end if;
    until := case when start_attempt.purpose = 'daily' then clock_timestamp() + private.daily_length() end;
    insert into public.attempts (member, purpose, subject, deadline, total, lesson)
    values (me, start_attempt.purpose, start_attempt.subject, until, cardinality(questions), of_item)
    on conflict do nothing returning * into kept;
    exit when found;
  end loop;
  insert into private.attempt_questions select kept.id, asked.place, asked.question, asked.version, asked.shuffle from unnest(questions) as asked;
  if start_attempt.purpose = 'quiz' then perform private.begin_course(me, of_item); end if;
  if until is not null then perform private.enqueue('finish-attempts', '{}', 'finish-attempts:' || kept.id, until); end if;
  return kept.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."start_attempt"(text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.today_forecasts()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('day', private.paris_day(now()), 'cards', jsonb_agg(jsonb_build_object(
    'card', chart.id, 'place', chart.place, 'of', (select count(*) from private.forecast_cards as known where known.day = chart.day), 'timeframe', chart.timeframe,
    'hours', chart.hours, 'up', round((chart.up / chart.price - 1) * 100, 4), 'down', round((chart.down / chart.price - 1) * 100, 4), 'chance', chart.chance,
    'candles', chart.before, 'answer', case when own.card is not null then private.forecast_result(chart, own) end
  ) order by chart.place))
  from private.forecast_cards as chart left join public.forecast_answers as own on own.card = chart.id and own.member = auth.uid()
  where chart.day = private.paris_day(now()) and auth.uid() is not null having count(*) > 0
$function$;

REVOKE ALL ON FUNCTION "public"."today_forecasts"() FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."attempt_questions"
  ADD CONSTRAINT "attempt_questions_question_version_fkey" FOREIGN KEY (question, VERSION) REFERENCES public.content_versions(item, VERSION);

ALTER TABLE "private"."exercise_charts"
  ADD CONSTRAINT "exercise_charts_lesson_fkey" FOREIGN KEY (lesson) REFERENCES public.content_items(id);

ALTER TABLE "private"."exercise_charts"
  ADD CONSTRAINT "exercise_charts_signal_fkey" FOREIGN KEY (signal) REFERENCES public.signals(id);

ALTER TABLE "private"."forecast_cards"
  ADD CONSTRAINT "forecast_cards_signal_id_fkey" FOREIGN KEY (signal_id) REFERENCES public.signals(id);

ALTER TABLE "private"."forecast_cards"
  ADD CONSTRAINT "forecast_cards_symbol_fkey" FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

ALTER TABLE "private"."questions"
  ADD CONSTRAINT "questions_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id);

ALTER TABLE "private"."shipped_content"
  ADD CONSTRAINT "shipped_content_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id);

ALTER TABLE "private"."recall_predictions"
  ADD CONSTRAINT "recall_predictions_attempt_place_fkey" FOREIGN KEY (attempt, place) REFERENCES public.attempt_answers(attempt, place) ON DELETE CASCADE;

ALTER TABLE "public"."attempts"
  ADD CONSTRAINT "attempts_lesson_fkey" FOREIGN KEY (lesson) REFERENCES public.content_items(id);

ALTER TABLE "public"."attempts"
  ADD CONSTRAINT "attempts_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."attempt_questions"
  ADD CONSTRAINT "attempt_questions_attempt_fkey" FOREIGN KEY (attempt) REFERENCES public.attempts(id) ON DELETE CASCADE;

ALTER TABLE "public"."attempt_answers"
  ADD CONSTRAINT "attempt_answers_attempt_fkey" FOREIGN KEY (attempt) REFERENCES public.attempts(id) ON DELETE CASCADE;

ALTER TABLE "public"."bookmarks"
  ADD CONSTRAINT "bookmarks_lesson_fkey" FOREIGN KEY (lesson) REFERENCES public.content_items(id);

ALTER TABLE "public"."bookmarks"
  ADD CONSTRAINT "bookmarks_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."bookmarks"
  ADD CONSTRAINT "bookmarks_pkey" PRIMARY KEY (member, lesson, part, place);

ALTER TABLE "public"."bookmarks"
  ADD CONSTRAINT "bookmarks_place_check" CHECK (((place >= 0) AND (place <= 100000)));

ALTER TABLE "public"."certificates"
  ADD CONSTRAINT "certificates_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."certificates"
  ADD CONSTRAINT "certificates_sealed_as_fkey" FOREIGN KEY (sealed_as) REFERENCES public.ledger(SEQUENCE);

ALTER TABLE "public"."course_pace"
  ADD CONSTRAINT "course_pace_course_fkey" FOREIGN KEY (course) REFERENCES public.content_items(id);

ALTER TABLE "public"."course_pace"
  ADD CONSTRAINT "course_pace_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."course_reviews"
  ADD CONSTRAINT "course_reviews_body_check" CHECK ((length(body) <= 2000));

ALTER TABLE "public"."course_reviews"
  ADD CONSTRAINT "course_reviews_course_fkey" FOREIGN KEY (course) REFERENCES public.content_items(id);

ALTER TABLE "public"."course_reviews"
  ADD CONSTRAINT "course_reviews_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."course_reviews"
  ADD CONSTRAINT "course_reviews_name_check" CHECK ((length(name) <= 40));

ALTER TABLE "public"."course_reviews"
  ADD CONSTRAINT "course_reviews_pkey" PRIMARY KEY (course, member);

ALTER TABLE "public"."course_reviews"
  ADD CONSTRAINT "course_reviews_stars_check" CHECK (((stars >= 1) AND (stars <= 5)));

ALTER TABLE "public"."daily_results"
  ADD CONSTRAINT "daily_results_attempt_fkey" FOREIGN KEY (attempt) REFERENCES public.attempts(id) ON DELETE CASCADE;

ALTER TABLE "public"."daily_results"
  ADD CONSTRAINT "daily_results_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."daily_seeds"
  ADD CONSTRAINT "daily_seeds_day_fkey" FOREIGN KEY (day) REFERENCES public.daily_tests(day);

ALTER TABLE "private"."forecast_cards"
  ADD CONSTRAINT "forecast_cards_day_fkey" FOREIGN KEY (day) REFERENCES public.daily_tests(day);

ALTER TABLE "public"."daily_results"
  ADD CONSTRAINT "daily_results_day_fkey" FOREIGN KEY (day) REFERENCES public.daily_tests(day);

ALTER TABLE "public"."daily_tests"
  ADD CONSTRAINT "daily_tests_sequence_fkey" FOREIGN KEY (SEQUENCE) REFERENCES public.ledger(SEQUENCE);

ALTER TABLE "public"."exercise_answers"
  ADD CONSTRAINT "exercise_answers_lesson_fkey" FOREIGN KEY (lesson) REFERENCES public.content_items(id);

ALTER TABLE "public"."exercise_answers"
  ADD CONSTRAINT "exercise_answers_lesson_place_fkey" FOREIGN KEY (lesson, place) REFERENCES private.exercise_charts(lesson, place);

ALTER TABLE "public"."exercise_answers"
  ADD CONSTRAINT "exercise_answers_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."forecast_answers"
  ADD CONSTRAINT "forecast_answers_card_fkey" FOREIGN KEY (card) REFERENCES private.forecast_cards(id);

ALTER TABLE "public"."forecast_answers"
  ADD CONSTRAINT "forecast_answers_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."forecast_answers"
  ADD CONSTRAINT "forecast_answers_sequence_fkey" FOREIGN KEY (SEQUENCE) REFERENCES public.ledger(SEQUENCE);

ALTER TABLE "public"."leaderboard_names"
  ADD CONSTRAINT "leaderboard_names_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."lesson_notes"
  ADD CONSTRAINT "lesson_notes_body_check" CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 5000)));

ALTER TABLE "public"."lesson_notes"
  ADD CONSTRAINT "lesson_notes_lesson_fkey" FOREIGN KEY (lesson) REFERENCES public.content_items(id);

ALTER TABLE "public"."lesson_notes"
  ADD CONSTRAINT "lesson_notes_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."lesson_notes"
  ADD CONSTRAINT "lesson_notes_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."lesson_notes"
  ADD CONSTRAINT "lesson_notes_place_check" CHECK (((place >= 0) AND (place <= 100000)));

ALTER TABLE "public"."lesson_progress"
  ADD CONSTRAINT "lesson_progress_lesson_fkey" FOREIGN KEY (lesson) REFERENCES public.content_items(id);

ALTER TABLE "public"."lesson_progress"
  ADD CONSTRAINT "lesson_progress_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."review_cards"
  ADD CONSTRAINT "review_cards_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."review_cards"
  ADD CONSTRAINT "review_cards_question_fkey" FOREIGN KEY (question) REFERENCES public.content_items(id);

ALTER TABLE "public"."signal_notions"
  ADD CONSTRAINT "signal_notions_notion_fkey" FOREIGN KEY (notion) REFERENCES public.content_items(id);

ALTER TABLE "public"."signal_notions"
  ADD CONSTRAINT "signal_notions_signal_id_fkey" FOREIGN KEY (signal_id) REFERENCES public.signal_results(signal_id);

ALTER TABLE "public"."streaks"
  ADD CONSTRAINT "streaks_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."weekly_scores"
  ADD CONSTRAINT "weekly_scores_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX attempt_questions_of_question ON private.attempt_questions USING btree (question, VERSION);

CREATE INDEX forecast_cards_of_market ON private.forecast_cards USING btree (symbol, cut_at);

CREATE INDEX forecast_cards_of_signal ON private.forecast_cards USING btree (signal_id);

CREATE INDEX questions_of_bank ON private.questions USING btree (topic, level)
  WHERE (daily AND (retired_at IS NULL));

CREATE INDEX attempt_answers_of_question ON public.attempt_answers USING btree (question, VERSION);

CREATE UNIQUE INDEX attempts_daily ON public.attempts USING btree (subject, member)
  WHERE (purpose = 'daily'::text);

CREATE INDEX attempts_of_lesson ON public.attempts USING btree (lesson, member);

CREATE INDEX attempts_of_member ON public.attempts USING btree (member, purpose, finished_at);

CREATE UNIQUE INDEX attempts_open ON public.attempts USING btree (member, purpose, COALESCE((lesson)::text, subject))
  WHERE (finished_at IS NULL);

CREATE INDEX attempts_overdue ON public.attempts USING btree (deadline)
  WHERE ((finished_at IS NULL) AND (deadline IS NOT NULL));

CREATE INDEX bookmarks_of_lesson ON public.bookmarks USING btree (lesson);

CREATE UNIQUE INDEX certificates_of_course ON public.certificates USING btree (member, course)
  WHERE (revoked_at IS NULL);

CREATE INDEX certificates_unsigned ON public.certificates USING btree (issued_at)
  WHERE (credential IS NULL);

CREATE INDEX course_pace_of_course ON public.course_pace USING btree (course, member);

CREATE INDEX course_reviews_of_member ON public.course_reviews USING btree (member);

CREATE INDEX daily_results_compared ON public.daily_results USING btree (day, score)
  WHERE ranked;

CREATE INDEX daily_results_of_member ON public.daily_results USING btree (member, day);

CREATE INDEX daily_tests_entry ON public.daily_tests USING btree (SEQUENCE);

CREATE INDEX daily_tests_sealed ON public.daily_tests USING btree (day)
  WHERE (revealed_at IS NULL);

CREATE INDEX exercise_answers_of_chart ON public.exercise_answers USING btree (lesson, place);

CREATE INDEX forecast_answers_entry ON public.forecast_answers USING btree (SEQUENCE);

CREATE INDEX forecast_answers_of_member ON public.forecast_answers USING btree (member, answered_at DESC);

CREATE INDEX lesson_notes_of_lesson ON public.lesson_notes USING btree (lesson);

CREATE INDEX lesson_notes_of_member ON public.lesson_notes USING btree (member, lesson, part, place);

CREATE INDEX lesson_progress_of_lesson ON public.lesson_progress USING btree (lesson);

CREATE INDEX review_cards_due ON public.review_cards USING btree (member, due);

CREATE INDEX review_cards_of_question ON public.review_cards USING btree (question);

CREATE INDEX signal_notions_of_signal ON public.signal_notions USING btree (signal_id);

CREATE INDEX weekly_scores_in_order ON public.weekly_scores USING btree (week, score DESC);

CREATE INDEX weekly_scores_of_member ON public.weekly_scores USING btree (member);

CREATE TRIGGER keep_daily_result
  AFTER UPDATE OF finished_at ON public.attempts
  FOR EACH ROW
  WHEN (((new.purpose = 'daily'::text) AND (old.finished_at IS NULL) AND (new.finished_at IS NOT NULL)))
  EXECUTE FUNCTION private.keep_daily_result();

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.certificate_keys
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."certificate_keys"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.certificate_keys
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."certificate_keys"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.certificates
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'code', 'name,initials,results,nonce,credential');

CREATE TRIGGER guard_certificate
  BEFORE DELETE OR UPDATE ON public.certificates
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_certificate();

ALTER TABLE "public"."certificates"
  ENABLE ALWAYS TRIGGER "guard_certificate";

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.course_reviews
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'course,member', 'body,name');

CREATE TRIGGER date_note
  BEFORE UPDATE ON public.lesson_notes
  FOR EACH ROW
  EXECUTE FUNCTION private.date_note();

CREATE TRIGGER note_notions
  AFTER INSERT ON public.signal_results
  FOR EACH ROW
  EXECUTE FUNCTION private.note_notions();

CREATE POLICY "members read their own answers" ON "public"."attempt_answers"
  FOR SELECT
  TO "authenticated"
  USING ((EXISTS ( SELECT
   FROM public.attempts
  WHERE ((attempts.id = attempt_answers.attempt) AND (attempts.member = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "members read their own attempts" ON "public"."attempts"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read their own bookmarks" ON "public"."bookmarks"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members remove their own bookmarks" ON "public"."bookmarks"
  FOR DELETE
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members set bookmarks in lessons" ON "public"."bookmarks"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((( SELECT auth.uid() AS uid) = member) AND (EXISTS ( SELECT
   FROM public.published_content card
  WHERE ((card.item = bookmarks.lesson) AND (card.kind = 'lesson'::text))))));

CREATE POLICY "everybody reads the keys of certificates" ON "public"."certificate_keys"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody reads which certificates are revoked" ON "public"."certificate_status"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members read their own certificates" ON "public"."certificates"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read when they began a course" ON "public"."course_pace"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members change their own reviews" ON "public"."course_reviews"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member))
  WITH CHECK ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read their own reviews, staff every one" ON "public"."course_reviews"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = member) OR (( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL)));

CREATE POLICY "members remove their own reviews, admins any" ON "public"."course_reviews"
  FOR DELETE
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = member) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members review a course that they half know" ON "public"."course_reviews"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((( SELECT auth.uid() AS uid) = member) AND ( SELECT private.knows_half(course_reviews.course) AS knows_half)));

CREATE POLICY "members read their own results" ON "public"."daily_results"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "everybody reads the draws" ON "public"."daily_tests"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members read their own lines" ON "public"."exercise_answers"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read their own answers to forecasts" ON "public"."forecast_answers"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members leave the ranking" ON "public"."leaderboard_names"
  FOR DELETE
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read their own pseudonym" ON "public"."leaderboard_names"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members change their own notes" ON "public"."lesson_notes"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member))
  WITH CHECK ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read their own notes" ON "public"."lesson_notes"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members remove their own notes" ON "public"."lesson_notes"
  FOR DELETE
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members write notes to lessons" ON "public"."lesson_notes"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((( SELECT auth.uid() AS uid) = member) AND (EXISTS ( SELECT
   FROM public.published_content card
  WHERE ((card.item = lesson_notes.lesson) AND (card.kind = 'lesson'::text))))));

CREATE POLICY "members read their own progress" ON "public"."lesson_progress"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "lessons of a course with an order open one after another" ON "public"."published_bodies"
  AS RESTRICTIVE
  FOR SELECT
  TO "authenticated"
  USING ((item <> ALL (( SELECT private.closed_lessons() AS closed_lessons)::uuid[])));

CREATE POLICY "closed lessons are found by their card alone" ON "public"."published_words"
  AS RESTRICTIVE
  FOR SELECT
  TO "authenticated"
  USING (((part = 'card'::text) OR (item <> ALL (( SELECT private.closed_lessons() AS closed_lessons)::uuid[]))));

CREATE POLICY "everybody reads how good predictions are" ON "public"."recall_calibration"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members read their own review cards" ON "public"."review_cards"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "everybody reads which signals used a notion" ON "public"."signal_notions"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members choose to be reminded" ON "public"."streaks"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member))
  WITH CHECK ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read their own streak" ON "public"."streaks"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read their own week" ON "public"."weekly_scores"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members watch the videos of lessons that are open to them, staf" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING (((bucket_id = 'lessons'::text) AND ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL) OR (EXISTS ( SELECT
   FROM public.published_bodies body
  WHERE ((body.fields #>> '{video,path}'::text[]) = objects.name))))));

CREATE POLICY "staff bring videos of lessons" ON "storage"."objects"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((bucket_id = 'lessons'::text) AND (name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(mp4|webm)$'::text) AND (( SELECT public.writing_staff_role()
    AS writing_staff_role) IS NOT NULL)));

CREATE POLICY "staff remove videos that no lesson shows" ON "storage"."objects"
  FOR DELETE
  TO "authenticated"
  USING (((bucket_id = 'lessons'::text) AND (( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL) AND (NOT (EXISTS ( SELECT
   FROM public.published_bodies body
  WHERE ((body.fields #>> '{video,path}'::text[]) = objects.name))))));

COMMENT ON FUNCTION "private"."asked_questions"(text, uuid, uuid) IS 'What an attempt that starts now asks, with the order in which each question''s choices are shown.';

COMMENT ON FUNCTION "private"."begin_course"(uuid, uuid) IS 'Remembers that a member has begun the course of a lesson.';

COMMENT ON FUNCTION "private"."best_answers"(uuid, text, uuid) IS 'Whether each answer of a member''s best finished attempt was right, in the order asked; null without one.';

COMMENT ON FUNCTION "private"."check_course"(public.content_items, jsonb) IS 'Refuses a course without level, author and named modules.';

COMMENT ON FUNCTION "private"."check_given"(jsonb, integer[], jsonb) IS 'Refuses what is no answer to the question: it is not counted as wrong.';

COMMENT ON FUNCTION "private"."check_lesson"(public.content_items, jsonb) IS 'Refuses a lesson outside a published course, without minutes for its parts, or with a part that is not there.';

COMMENT ON FUNCTION "private"."check_lines"(jsonb, text[]) IS 'Refuses a translation whose list has more or fewer items than the French one.';

COMMENT ON FUNCTION "private"."check_notion"(public.content_items, jsonb) IS 'Refuses a notion whose rule asks something else than what signals seal.';

COMMENT ON FUNCTION "private"."check_question"(public.content_items, jsonb) IS 'Refuses a question that could not be asked or graded, at the field.';

COMMENT ON FUNCTION "private"."closed_lessons"() IS 'The lessons that are not open to the caller yet, whatever their tier.';

COMMENT ON FUNCTION "private"."commit_daily_test"(date, jsonb, timestamp with time zone) IS 'For the worker: makes the seed of a day and enters its commitment and the bank''s into the ledger, once; false where that was done.';

COMMENT ON FUNCTION "private"."complete"(uuid, uuid, text) IS 'Marks a part of a lesson as done, if the lesson has it.';

COMMENT ON FUNCTION "private"."count_finished_test"(uuid, date, date) IS 'Counts a finished test of a day on the member''s own day. Returns the day that it counts for; null for none.';

COMMENT ON FUNCTION "private"."course_missing"(uuid, uuid) IS 'What is left before a member may sit a course''s exam: [{lesson, part}].';

COMMENT ON FUNCTION "private"."course_results"(uuid, uuid) IS 'What a member has done of a course: {course, sections, missing}; nothing is missing when a certificate may be issued. Charts must be graded, not passed: a mark judges one, not a course.';

COMMENT ON FUNCTION "private"."course_share"(uuid, uuid) IS 'How much of a course a member has done, by its minutes: 0 to 1.';

COMMENT ON FUNCTION "private"."course_strip"(uuid) IS 'R of every closed signal that used a notion of a course, oldest first: always all of them.';

COMMENT ON FUNCTION "private"."daily_length"() IS 'How long a member has for the test of a day, once they start.';

COMMENT ON FUNCTION "private"."daily_questions"(date) IS 'The questions of a day''s test, in the version that was committed to; none where that day has no test or is not open yet.';

COMMENT ON FUNCTION "private"."date_note"() IS 'Says when a note was last changed.';

COMMENT ON FUNCTION "private"."day_begins"(date) IS 'When a day of daily tests begins: midnight in Paris, whatever the season.';

COMMENT ON FUNCTION "private"."day_scores"(date, integer) IS 'How many had each score of a day, 0 to 10, and how many less than one; null under 30 players.';

COMMENT ON FUNCTION "private"."draw_daily_test"(date) IS 'For the worker: what a day that is not open yet is drawn from; no row where it is open.';

COMMENT ON FUNCTION "private"."drawn_code"(integer) IS 'So many of thirty letters and digits, up to thirty, uniformly distributed: seven are one of 21.9 billion.';

COMMENT ON FUNCTION "private"."exam_questions"(uuid) IS 'Up to twenty questions of a course''s quizzes, from each lesson as many as possible alike, drawn anew each time.';

COMMENT ON FUNCTION "private"."exercise_answers"(uuid, uuid) IS 'Whether each line of a member was right (75 points of 100), in order; null while a chart is left.';

COMMENT ON FUNCTION "private"."exercise_bars"(text, text, timestamp with time zone, timestamp with time zone, integer) IS 'Bars from a time until before another, oldest first: [seconds, open, high, low, close]; the newest so many.';

COMMENT ON FUNCTION "private"."exercise_marks"(jsonb, numeric) IS 'Each criterion with whether a price meets it, as marksOf() of trading/learning/chart-exercise.';

COMMENT ON FUNCTION "private"."exercise_signals"(uuid) IS 'Signals that have closed and that a lesson does not use yet, in an order that nobody chose.';

COMMENT ON FUNCTION "private"."exercises_wanted"() IS 'Published lessons whose exercise has fewer charts than it asks for, with the signals that they use.';

COMMENT ON FUNCTION "private"."expect_course_news"(uuid) IS 'Something of a course was published: it is told when no more follows.';

COMMENT ON FUNCTION "private"."fill_notions"(uuid, uuid) IS 'Writes which closed signals use which notions: of one notion, of one signal, or all. Every condition of a rule holds; of its words any.';

COMMENT ON FUNCTION "private"."finish"(uuid) IS 'Counts the right answers of an attempt; a quiz with eight in ten is a part of its lesson that is done.';

COMMENT ON FUNCTION "private"."finish_overdue_attempts"() IS 'For the worker: finishes the attempts whose time is over, a thousand at most; returns how many.';

COMMENT ON FUNCTION "private"."forecast_brier"(integer, text) IS 'The squared distance of what was said from what came; null for a cancelled card.';

COMMENT ON FUNCTION "private"."forecast_result"(private.forecast_cards, public.forecast_answers) IS 'All about a card, for a member who has answered it.';

COMMENT ON FUNCTION "private"."graded"(jsonb, integer[], jsonb, boolean) IS 'An answer with what is right and why, as a member sees it once they have answered.';

COMMENT ON FUNCTION "private"."guard_certificate"() IS 'Lets a certificate lose its name, its member and its validity, and nothing else change. With its member go name and initials.';

COMMENT ON FUNCTION "private"."initials"(text) IS 'The first letters of a name''s first two words: "A. L."';

COMMENT ON FUNCTION "private"."is_bad_question"(integer, numeric, numeric) IS 'The rule: a hundred members answered, and those who know more are no better at it (below 0.05), or hardly anybody is right.';

COMMENT ON FUNCTION "private"."is_decimal"(jsonb) IS 'Whether it is a decimal number, as text or as a number.';

COMMENT ON FUNCTION "private"."is_ranked"(uuid) IS 'Whether a member is compared with others: neither staff nor a trial.';

COMMENT ON FUNCTION "private"."is_right"(jsonb, integer[], jsonb) IS 'Whether an answer is right: every right choice and no other, the whole order, a figure within its tolerance, a price within its zone.';

COMMENT ON FUNCTION "private"."is_right_answer"(text, jsonb, integer) IS 'Whether a document names a right answer of its form: a place among the choices, several, a decimal, a zone of prices.';

COMMENT ON FUNCTION "private"."is_slug_list"(jsonb) IS 'Whether it is a list of slugs, as ["position-size"]; an empty one is.';

COMMENT ON FUNCTION "private"."is_someone_elses_name"(uuid, text) IS 'Whether a pseudonym reads like the product''s, a staff member''s name or another member''s username.';

COMMENT ON FUNCTION "private"."keep"(uuid, text, integer, integer, integer, boolean) IS 'Keeps where the caller stands in a part. Slides are done when each was seen, a video when nine tenths were watched.';

COMMENT ON FUNCTION "private"."keep_certificate_key"(text, jsonb) IS 'Publishes the key that credentials are signed with.';

COMMENT ON FUNCTION "private"."keep_certificate_signer"(text) IS 'The key that signs credentials: the one that is kept, else this one.';

COMMENT ON FUNCTION "private"."keep_certificate_status"(text) IS 'Publishes the signed status list.';

COMMENT ON FUNCTION "private"."keep_credential"(text, text, text) IS 'Keeps a signed credential, unless the name on it has changed meanwhile.';

COMMENT ON FUNCTION "private"."keep_daily_result"() IS 'Keeps the result of a daily test as its attempt is finished.';

COMMENT ON FUNCTION "private"."keep_exercise"(uuid, uuid, text, jsonb) IS 'Adds a chart to a lesson''s exercise.';

COMMENT ON FUNCTION "private"."keep_flags"(jsonb) IS 'For the worker: keeps what was found about items, [{item, flags}]; staff see it in their list of content.';

COMMENT ON FUNCTION "private"."keep_forecast_standing"() IS 'For the worker, once a day: the members'' median.';

COMMENT ON FUNCTION "private"."keep_places"(date) IS 'For the worker, as a market day opens: keeps the places of the week, so that the next ones say who moved.';

COMMENT ON FUNCTION "private"."keep_predictions"(jsonb) IS 'For the worker: keeps predictions that are not kept yet, and adds them to the calibration.';

COMMENT ON FUNCTION "private"."keep_shipped_content"(text, text, text, integer, text, jsonb, text) IS 'For the worker: publishes an item of the release: new, newer, same (nothing changed) or left (staff changed or withdrew it).';

COMMENT ON FUNCTION "private"."knows_half"(uuid) IS 'Whether the caller has done half of a course.';

COMMENT ON FUNCTION "private"."lesson_at"(text) IS 'The lesson that readers find under course/lesson; null where there is none.';

COMMENT ON FUNCTION "private"."lesson_claims"() IS 'For the worker: each claim of each published lesson with what the record says; one row of nulls for a lesson without any.';

COMMENT ON FUNCTION "private"."lesson_link"(text) IS 'What a link to a lesson needs: {course, lesson, title, minutes}; null where it is not published.';

COMMENT ON FUNCTION "private"."lesson_parts"() IS 'What a lesson may consist of, in the order in which it is done.';

COMMENT ON FUNCTION "private"."lesson_waits"(uuid) IS 'What each lesson of a course with rules waits for: an earlier lesson or a required course, and a time; null where nothing keeps it closed.';

COMMENT ON FUNCTION "private"."local_day"(uuid, timestamp with time zone) IS 'A member''s own day.';

COMMENT ON FUNCTION "private"."missing_of"(text, public.lesson_progress, jsonb) IS 'What a part needs to be done: slides or seconds left, right answers, charts, or the member''s word; null of one that is done.';

COMMENT ON FUNCTION "private"."mistakes_of"(jsonb, integer[], jsonb, text) IS 'What one got wrong who answered so, in a language: of each wrong choice, or of a figure that comes from a known mistake.';

COMMENT ON FUNCTION "private"."my_lessons"(uuid) IS 'The lessons of a course for the caller: parts with what is missing in each, and what keeps a lesson closed.';

COMMENT ON FUNCTION "private"."note_notions"() IS 'A signal ended and its levels are open: the notions that it used are noted.';

COMMENT ON FUNCTION "private"."open_daily_test"(date, uuid[], timestamp with time zone) IS 'For the worker, in the transaction of draw_daily_test(): keeps the questions of a day and enters its opening into the ledger; the hash before that entry is the beacon.';

COMMENT ON FUNCTION "private"."own_attempt"(uuid) IS 'The caller''s attempt, locked, and finished if its time is over. Refused while its lesson is locked for the caller.';

COMMENT ON FUNCTION "private"."pass_streaks"(timestamp with time zone) IS 'For the worker: keeps what the days that passed did to streaks. Returns how many it looked at.';

COMMENT ON FUNCTION "private"."passed"(jsonb) IS 'Whether there are answers and at least eight in ten are right.';

COMMENT ON FUNCTION "private"."passed_days"(public.streaks, date) IS 'A streak once the days before another have passed without a test: each market day on which there was one takes a freeze, or ends it.';

COMMENT ON FUNCTION "private"."passed_until"(uuid, timestamp with time zone) IS 'Before which day nothing can count for a member any more: neither the test nor the member has such a day again.';

COMMENT ON FUNCTION "private"."project_course"(public.content_items, jsonb) IS 'A course was published.';

COMMENT ON FUNCTION "private"."project_lesson"(public.content_items, jsonb) IS 'A lesson was published.';

COMMENT ON FUNCTION "private"."project_notion"(public.content_items, jsonb) IS 'Looks at every closed signal again when a rule is published.';

COMMENT ON FUNCTION "private"."project_question"(public.content_items, jsonb) IS 'Writes a published question to the bank; a new version is in use again. Attempts keep the version that they asked.';

COMMENT ON FUNCTION "private"."pseudonym_skeleton"(text) IS 'How a pseudonym looks at a glance: those with the same one are taken for each other.';

COMMENT ON FUNCTION "private"."publish_version"(public.content_items, integer, timestamp with time zone) IS 'Makes a version the one that readers have: card, body, search and typed rows, in one transaction. Of a sealed kind the typed rows alone.';

COMMENT ON FUNCTION "private"."question_bank"(date) IS 'For the worker: the questions in use, and how many days before a day each was last asked.';

COMMENT ON FUNCTION "private"."question_figures"() IS 'Answers, share of right ones and discrimination of every question that was answered.';

COMMENT ON FUNCTION "private"."quiz_questions"(uuid) IS 'The questions that lie in a lesson, in their order.';

COMMENT ON FUNCTION "private"."ranked_scores"(date) IS 'The points of a week of those who are in the ranking.';

COMMENT ON FUNCTION "private"."raw_lines"(jsonb, text, text) IS 'The lines of a text in a language or else in French, empty ones included: a right choice has an empty line of mistakes.';

COMMENT ON FUNCTION "private"."readings"(text) IS 'The numbers that somebody may have meant by what they typed: with comma or point, signs, spaces and a unit. Empty where it is no number.';

COMMENT ON FUNCTION "private"."remind_daily"(timestamp with time zone) IS 'For the worker: tells members of the daily test. Returns how many.';

COMMENT ON FUNCTION "private"."require_lesson"(uuid) IS 'Refuses a lesson that is locked or not yet open for the caller.';

COMMENT ON FUNCTION "private"."reserved_names"() IS 'Names that read like the product''s own or its staff''s.';

COMMENT ON FUNCTION "private"."retire_questions"() IS 'For the worker: takes bad questions out of use; returns which.';

COMMENT ON FUNCTION "private"."retry_from"(uuid, text, text) IS 'When a member who failed a quiz or an exam may take it again; null where nothing keeps them from it.';

COMMENT ON FUNCTION "private"."reveal_daily_tests"(timestamp with time zone) IS 'For the worker: reveals what the days that have ended were drawn from, once nobody can still be at their test; a day that was never opened has no questions. Returns how many.';

COMMENT ON FUNCTION "private"."review_questions"(uuid) IS 'The questions that a member is due to see again, the most overdue first, twenty at most.';

COMMENT ON FUNCTION "private"."revoked_certificates"() IS 'The places in the status list that are set.';

COMMENT ON FUNCTION "private"."shipped_hashes"() IS 'For the worker: what was brought before.';

COMMENT ON FUNCTION "private"."shown_answer"(jsonb, integer[]) IS 'The right answer by the places in which the choices were shown.';

COMMENT ON FUNCTION "private"."shown_question"(private.attempt_questions, public.attempt_answers, boolean) IS 'A question of an attempt as its member sees it: what is right only with their answer, or when the attempt is over.';

COMMENT ON FUNCTION "private"."streak_calendar"(public.streaks, uuid, date) IS 'The market days of a month: done with its score, freeze, missed, open (today and later), none (no test to take, or before the first).';

COMMENT ON FUNCTION "private"."tell_course_news"(uuid) IS 'For the worker: tells everybody of a new course with its first lessons, then those who began it of what changed, once a day.';

COMMENT ON FUNCTION "private"."undone_parts"(uuid) IS 'Every part of every lesson that a member has not done.';

COMMENT ON FUNCTION "private"."unsigned_certificates"() IS 'Certificates without a credential.';

COMMENT ON FUNCTION "public"."answer_forecast"(uuid, integer) IS 'Seals the caller''s answer to a card of today in the ledger, then returns what came: {probability, sealed_at, sequence, nonce, hash, outcome, touched_hours, brier, symbol, cut_at, price, after, signal, others}. Refused: card_not_found, probability_invalid, day_closed, already_answered.';

COMMENT ON FUNCTION "public"."answer_question"(uuid, integer, jsonb) IS 'Grades an answer and keeps it: {given, right, correct, mistake, why, chart, source}. Refused: already_answered, attempt_over, answer_invalid.';

COMMENT ON FUNCTION "public"."certificate"(text) IS 'All that a reader needs to check a certificate themselves; null for a code that was never issued.';

COMMENT ON FUNCTION "public"."complete_part"(uuid, text) IS 'Marks an article, slides or a video as done because the caller says so.';

COMMENT ON FUNCTION "public"."content_tree"(uuid) IS 'For staff: the item at the top of the one that is asked for, and everything that lies within it and is not archived, with card fields and required French texts of the newest version.';

COMMENT ON FUNCTION "public"."exercise_chart"(text, integer) IS 'A chart of a lesson''s exercise (course/lesson, from 1). Zone, later bars, seal and other members'' lines come with the answer and never before. Refused: subject_unknown, premium_only.';

COMMENT ON FUNCTION "public"."finish_attempt"(uuid) IS 'Ends the caller''s attempt: what is not answered counts as wrong. Returns it as read_attempt() does.';

COMMENT ON FUNCTION "public"."grade_exercise"(text, integer, text) IS 'Marks the caller''s line on a chart, once, and returns the chart with its answer. Refused: subject_unknown, premium_only, already_answered, answer_invalid.';

COMMENT ON FUNCTION "public"."join_leaderboard"(text) IS 'Enters the caller into the ranking, or changes their pseudonym. Refused: pseudonym_invalid, pseudonym_taken.';

COMMENT ON FUNCTION "public"."keep_progress"(uuid, text, integer, integer, integer) IS 'Keeps where the caller stands: a slide of so many, or a second of a video with the seconds watched since. Returns when the part was done, or null. Refused: lesson_not_found, part_invalid, place_invalid, premium_only, lesson_closed.';

COMMENT ON FUNCTION "public"."leaderboard"(date) IS 'The ranking of a week, of this one by default: its first twenty places and the caller''s neighbours: {week, of, players, me, rows: [{rank, pseudonym, score, move, me}]}.';

COMMENT ON FUNCTION "public"."leave_leaderboard"() IS 'Takes the caller out of the ranking at once; their results stay theirs.';

COMMENT ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) IS 'The staff''s list of content, what expires soonest first and then what changed last; without of_state all but what is archived. after: the id of the last row that is known. expiring_facts: how many expire within fourteen days or have; fact_days: how long the first of them held.';

COMMENT ON FUNCTION "public"."my_courses"() IS 'Every course with its lessons as they are for the caller: {tier, resume, courses: [{slug, texts, fields, share, reviews, strip, lessons: [{slug, locked, waits_for, opens_at, parts: [{part, minutes, place, of, done_at, missing}], done_at, updated_since_read}]}], notions}.';

COMMENT ON FUNCTION "public"."my_daily"() IS 'The page of the daily test: {now, day, local_day, closes_at, minutes, test, attempt, result, scores (null under 30 players and before one''s own result), streak, calendar, month_mean, topics, week}.';

COMMENT ON FUNCTION "public"."my_forecasts"() IS 'The caller''s answers, newest first, and the members'' median: {answers: [{card, day, symbol, timeframe, probability, outcome, chance, brier}], median: {members, brier} | null}. trading/src/learning/forecast.ts makes their figures.';

COMMENT ON FUNCTION "public"."my_reviews"() IS 'What the caller is due to see again and what they got wrong in the last thirty days, newest first: {due, attempt, in_memory, next: [{question, due}], cards: [{question, attempt, place, reminders, asked}]}; asked as in read_attempt(), reminders are times if each answer is right.';

COMMENT ON FUNCTION "public"."notion_record"(text) IS 'What the closed signals that used a notion made: {n, won, lost, sum_r, strip (R, oldest first), signals (three last won, three last not)}.';

COMMENT ON FUNCTION "public"."put_question_back"(uuid) IS 'Brings a question back into use; its answers are counted from now on.';

COMMENT ON FUNCTION "public"."question_statistics"() IS 'For staff: every published question with how it was answered, those out of use first, then the least telling.';

COMMENT ON FUNCTION "public"."read_attempt"(uuid) IS 'The caller''s attempt with its questions; of what is right nothing before a question is answered or the attempt is over.';

COMMENT ON FUNCTION "public"."read_reviews"(uuid, integer) IS 'The newest reviews of a course, without saying by whom beyond the name that they chose.';

COMMENT ON FUNCTION "public"."request_certificate"(text, text) IS 'The caller''s certificate of a course under the name that they give, issued now or before. Refused: subject_unknown, name_invalid, course_incomplete (detail: what is missing).';

COMMENT ON FUNCTION "public"."retire_question"(uuid) IS 'Takes a question out of use, as its figures would; attempts that asked it keep it. Refused for the last of a quiz.';

COMMENT ON FUNCTION "public"."revoke_certificate"(text, text) IS 'For admins: revokes a certificate for good, with a reason that its member reads; the public page gives the date alone.';

COMMENT ON FUNCTION "public"."search_learning"(text, text, integer) IS 'Courses, lessons (article, deck, captions) and the caller''s own notes that hold these words, with the caller''s rights. lesson: course/lesson, or the course.';

COMMENT ON FUNCTION "public"."show_certificate_name"(text, boolean, text) IS 'Shows the caller''s name on their certificate, or its initials alone.';

COMMENT ON FUNCTION "public"."start_attempt"(text, text) IS 'The caller''s open attempt, or a new one: quiz (course/lesson), exam (course), daily (today), review (empty). Refused: subject_unknown, premium_only, lesson_closed, course_incomplete (detail: what is missing), attempt_taken, day_closed, retry_tomorrow (detail: from when on).';

COMMENT ON FUNCTION "public"."today_forecasts"() IS 'The day''s cards: {day, cards: [{card, place, of, timeframe, hours, up, down, chance, candles, answer}]}, in percent from the cut and hours before it; null where there are none. What names a card comes with its answer.';

COMMENT ON TABLE "private"."attempt_questions" IS 'What an attempt asks, in which version and order of choices.';

COMMENT ON TABLE "private"."certificate_signer" IS 'The Ed25519 key that signs credentials, made by the worker at its first start: 32 bytes in base64url.';

COMMENT ON TABLE "private"."daily_seeds" IS 'What is not public before a day has ended: its seed, its bank and, once it is open, its questions.';

COMMENT ON TABLE "private"."exercise_charts" IS 'The charts of a lesson''s exercise, with what is judged.';

COMMENT ON TABLE "private"."forecast_cards" IS 'The charts of each day with what came of them (trading/src/learning/forecast.ts). outcome none: neither level was touched, or both in one minute.';

COMMENT ON TABLE "private"."forecast_standing" IS 'The median of the Brier scores of members with ten answers that count, kept each day; null under thirty of them.';

COMMENT ON TABLE "private"."memory_parameters" IS 'What the last training of the memory''s parameters gave; no row before there were enough reviews.';

COMMENT ON TABLE "private"."questions" IS 'The published questions, with their right answers.';

COMMENT ON TABLE "private"."recall_predictions" IS 'How probable a right answer was held before it was given. Written once: parameters that were trained later change nothing here.';

COMMENT ON TABLE "private"."shipped_content" IS 'Items that a release brought: the version and the place that they were last given by one.';

COMMENT ON TABLE "public"."attempt_answers" IS 'Each answer, as it was graded at once. Written once.';

COMMENT ON TABLE "public"."attempts" IS 'A member''s runs through questions, with their score once finished.';

COMMENT ON TABLE "public"."bookmarks" IS 'Places of lessons that a member wants to find again.';

COMMENT ON TABLE "public"."certificate_keys" IS 'The public Ed25519 keys that credentials were signed with here (RFC 8037).';

COMMENT ON TABLE "public"."certificate_status" IS 'The signed status list (W3C Bitstring Status List 1.0): a bit a certificate, set once it is revoked.';

COMMENT ON TABLE "public"."certificates" IS 'Certificates as issued. Only name, credential and revocation change.';

COMMENT ON TABLE "public"."course_pace" IS 'When each member began a course.';

COMMENT ON TABLE "public"."course_reviews" IS 'Members'' reviews of courses. Others read them through read_reviews(), without the member.';

COMMENT ON TABLE "public"."daily_results" IS 'Each member''s finished tests. Written once.';

COMMENT ON TABLE "public"."daily_tests" IS 'Each day''s commitment, and once the day has ended the seed, the bank and the questions drawn from them.';

COMMENT ON TABLE "public"."exercise_answers" IS 'The first line of each member on each chart, and its mark.';

COMMENT ON TABLE "public"."forecast_answers" IS 'Each member''s answers, with the nonce that opens their seals. Written once.';

COMMENT ON TABLE "public"."leaderboard_names" IS 'Who is in the ranking of the week, and under which pseudonym.';

COMMENT ON TABLE "public"."lesson_notes" IS 'A member''s notes, each at a place of a lesson.';

COMMENT ON TABLE "public"."lesson_progress" IS 'How far each member is in each part of a lesson. seen: slides; seconds: of a video, actively watched.';

COMMENT ON TABLE "public"."recall_calibration" IS 'Predicted against observed recall of all members, by tenths.';

COMMENT ON TABLE "public"."review_cards" IS 'What each member is about to see again, and when. Made of their answers.';

COMMENT ON TABLE "public"."signal_notions" IS 'Which closed signals used a notion, by the notion''s rule.';

COMMENT ON TABLE "public"."streaks" IS 'Each member''s streak up to a day; private.passed_days() brings it to another.';

COMMENT ON TABLE "public"."weekly_scores" IS 'Points of the market days of a week. Weekends do not count.';

REVOKE ALL ON FUNCTION "private"."asked_questions"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_course"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."best_answers"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_course"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_given"(jsonb, integer[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_lesson"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_lines"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_notion"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_question"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closed_lessons"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."closed_lessons"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."commit_daily_test"(date, jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."complete"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_finished_test"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."course_missing"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."course_results"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."course_share"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."course_strip"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."daily_length"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."daily_questions"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."date_note"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_begins"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_scores"(date, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."draw_daily_test"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drawn_code"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exam_questions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exercise_answers"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exercise_bars"(text, text, timestamp WITH time zone, timestamp WITH time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exercise_bars"(text, text, timestamp WITH time zone, timestamp WITH time zone, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exercise_marks"(jsonb, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exercise_signals"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exercise_signals"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exercises_wanted"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exercises_wanted"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."expect_course_news"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fill_notions"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish_overdue_attempts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_overdue_attempts"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."forecast_brier"(integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forecast_result"(private.forecast_cards, public.forecast_answers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."graded"(jsonb, integer[], jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_certificate"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."initials"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_bad_question"(integer, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_decimal"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_ranked"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_right"(jsonb, integer[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_right_answer"(text, jsonb, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_slug_list"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_someone_elses_name"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep"(uuid, text, integer, integer, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_certificate_key"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_certificate_key"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_certificate_signer"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_certificate_signer"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_certificate_status"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_certificate_status"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_credential"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_credential"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_daily_result"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_exercise"(uuid, uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_exercise"(uuid, uuid, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_flags"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_flags"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_forecast_standing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_places"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_predictions"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_shipped_content"(text, text, text, integer, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_shipped_content"(text, text, text, integer, text, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."knows_half"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."knows_half"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lesson_at"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lesson_claims"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lesson_claims"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."lesson_link"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lesson_parts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lesson_parts"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lesson_waits"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."local_day"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_of"(text, public.lesson_progress, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mistakes_of"(jsonb, integer[], jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_lessons"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_notions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_daily_test"(date, uuid[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_attempt"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pass_streaks"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."passed"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."passed_days"(public.streaks, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."passed_until"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project_course"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project_lesson"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project_notion"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project_question"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pseudonym_skeleton"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."question_bank"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."question_figures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quiz_questions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ranked_scores"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."raw_lines"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."readings"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remind_daily"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_lesson"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reserved_names"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."retire_questions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."retire_questions"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."retry_from"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reveal_daily_tests"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."review_questions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."revoked_certificates"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."revoked_certificates"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."shipped_hashes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shipped_hashes"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."shown_answer"(jsonb, integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_question"(private.attempt_questions, public.attempt_answers, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."streak_calendar"(public.streaks, uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_course_news"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_course_news"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undone_parts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unsigned_certificates"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unsigned_certificates"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."answer_forecast"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."answer_forecast"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_forecast"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_question"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."answer_question"(uuid, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_question"(uuid, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."certificate"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."certificate"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."certificate"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."complete_part"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."complete_part"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."complete_part"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."content_tree"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."content_tree"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."content_tree"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."exercise_chart"(text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."exercise_chart"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."exercise_chart"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_attempt"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finish_attempt"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_attempt"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."grade_exercise"(text, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."grade_exercise"(text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."grade_exercise"(text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."join_leaderboard"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."join_leaderboard"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."join_leaderboard"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_progress"(uuid, text, integer, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_progress"(uuid, text, integer, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_progress"(uuid, text, integer, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard"(date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leaderboard"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leaderboard"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leave_leaderboard"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leave_leaderboard"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leave_leaderboard"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_courses"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_courses"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_courses"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_daily"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_daily"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_daily"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_forecasts"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_forecasts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_forecasts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_reviews"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_reviews"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_reviews"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."notion_record"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."notion_record"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."notion_record"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."put_question_back"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."put_question_back"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."put_question_back"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."question_statistics"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."question_statistics"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."question_statistics"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_attempt"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_attempt"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_attempt"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_reviews"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_reviews"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_reviews"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_certificate"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_certificate"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_certificate"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."retire_question"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."retire_question"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."retire_question"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_certificate"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."revoke_certificate"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_certificate"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_learning"(text, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_learning"(text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_learning"(text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."show_certificate_name"(text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."show_certificate_name"(text, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."show_certificate_name"(text, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."start_attempt"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."start_attempt"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."start_attempt"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."today_forecasts"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."today_forecasts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."today_forecasts"() TO "postgres";

REVOKE ALL ON SEQUENCE "public"."certificates_status_index_seq" FROM "postgres";

GRANT SELECT, UPDATE, USAGE ON SEQUENCE "public"."certificates_status_index_seq" TO "postgres";

REVOKE ALL ON TABLE "public"."attempt_answers" FROM "authenticated";

GRANT SELECT ON TABLE "public"."attempt_answers" TO "authenticated";

REVOKE ALL ON TABLE "public"."attempt_answers" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attempt_answers" TO "postgres";

REVOKE ALL ON TABLE "public"."attempts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."attempts" TO "authenticated";

REVOKE ALL ON TABLE "public"."attempts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."attempts" TO "postgres";

REVOKE ALL ON TABLE "public"."bookmarks" FROM "authenticated";

REVOKE ALL ("lesson") ON TABLE "public"."bookmarks" FROM "authenticated";

GRANT INSERT ("lesson") ON TABLE "public"."bookmarks" TO "authenticated";

REVOKE ALL ("part") ON TABLE "public"."bookmarks" FROM "authenticated";

GRANT INSERT ("part") ON TABLE "public"."bookmarks" TO "authenticated";

REVOKE ALL ("place") ON TABLE "public"."bookmarks" FROM "authenticated";

GRANT INSERT ("place") ON TABLE "public"."bookmarks" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."bookmarks" TO "authenticated";

REVOKE ALL ON TABLE "public"."certificate_keys" FROM "anon";

GRANT SELECT ON TABLE "public"."certificate_keys" TO "anon";

REVOKE ALL ON TABLE "public"."certificate_keys" FROM "authenticated";

GRANT SELECT ON TABLE "public"."certificate_keys" TO "authenticated";

REVOKE ALL ON TABLE "public"."certificate_keys" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."certificate_keys" TO "postgres";

REVOKE ALL ON TABLE "public"."certificate_status" FROM "anon";

GRANT SELECT ON TABLE "public"."certificate_status" TO "anon";

REVOKE ALL ON TABLE "public"."certificate_status" FROM "authenticated";

GRANT SELECT ON TABLE "public"."certificate_status" TO "authenticated";

REVOKE ALL ON TABLE "public"."certificate_status" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."certificate_status" TO "postgres";

REVOKE ALL ON TABLE "public"."certificates" FROM "authenticated";

GRANT SELECT ON TABLE "public"."certificates" TO "authenticated";

REVOKE ALL ON TABLE "public"."certificates" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."certificates" TO "postgres";

REVOKE ALL ON TABLE "public"."course_pace" FROM "authenticated";

GRANT SELECT ON TABLE "public"."course_pace" TO "authenticated";

REVOKE ALL ON TABLE "public"."course_pace" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."course_pace" TO "postgres";

REVOKE ALL ON TABLE "public"."course_reviews" FROM "authenticated";

REVOKE ALL ("body") ON TABLE "public"."course_reviews" FROM "authenticated";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."course_reviews" TO "authenticated";

REVOKE ALL ("course") ON TABLE "public"."course_reviews" FROM "authenticated";

GRANT INSERT ("course") ON TABLE "public"."course_reviews" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."course_reviews" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."course_reviews" TO "authenticated";

REVOKE ALL ("stars") ON TABLE "public"."course_reviews" FROM "authenticated";

GRANT INSERT ("stars"), UPDATE ("stars") ON TABLE "public"."course_reviews" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."course_reviews" TO "authenticated";

REVOKE ALL ON TABLE "public"."daily_results" FROM "authenticated";

GRANT SELECT ON TABLE "public"."daily_results" TO "authenticated";

REVOKE ALL ON TABLE "public"."daily_results" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."daily_results" TO "postgres";

REVOKE ALL ON TABLE "public"."daily_tests" FROM "anon";

GRANT SELECT ON TABLE "public"."daily_tests" TO "anon";

REVOKE ALL ON TABLE "public"."daily_tests" FROM "authenticated";

GRANT SELECT ON TABLE "public"."daily_tests" TO "authenticated";

REVOKE ALL ON TABLE "public"."daily_tests" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."daily_tests" TO "postgres";

REVOKE ALL ON TABLE "public"."daily_tests" FROM "service_role";

GRANT SELECT ON TABLE "public"."daily_tests" TO "service_role";

REVOKE ALL ON TABLE "public"."exercise_answers" FROM "authenticated";

GRANT SELECT ON TABLE "public"."exercise_answers" TO "authenticated";

REVOKE ALL ON TABLE "public"."exercise_answers" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."exercise_answers" TO "postgres";

REVOKE ALL ON TABLE "public"."forecast_answers" FROM "authenticated";

GRANT SELECT ON TABLE "public"."forecast_answers" TO "authenticated";

REVOKE ALL ON TABLE "public"."forecast_answers" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."forecast_answers" TO "postgres";

REVOKE ALL ON TABLE "public"."leaderboard_names" FROM "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."leaderboard_names" TO "authenticated";

REVOKE ALL ON TABLE "public"."leaderboard_names" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."leaderboard_names" TO "postgres";

REVOKE ALL ON TABLE "public"."lesson_notes" FROM "authenticated";

REVOKE ALL ("body") ON TABLE "public"."lesson_notes" FROM "authenticated";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."lesson_notes" TO "authenticated";

REVOKE ALL ("lesson") ON TABLE "public"."lesson_notes" FROM "authenticated";

GRANT INSERT ("lesson") ON TABLE "public"."lesson_notes" TO "authenticated";

REVOKE ALL ("part") ON TABLE "public"."lesson_notes" FROM "authenticated";

GRANT INSERT ("part"), UPDATE ("part") ON TABLE "public"."lesson_notes" TO "authenticated";

REVOKE ALL ("place") ON TABLE "public"."lesson_notes" FROM "authenticated";

GRANT INSERT ("place"), UPDATE ("place") ON TABLE "public"."lesson_notes" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."lesson_notes" TO "authenticated";

REVOKE ALL ON TABLE "public"."lesson_progress" FROM "authenticated";

GRANT SELECT ON TABLE "public"."lesson_progress" TO "authenticated";

REVOKE ALL ON TABLE "public"."lesson_progress" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."lesson_progress" TO "postgres";

REVOKE ALL ON TABLE "public"."recall_calibration" FROM "anon";

GRANT SELECT ON TABLE "public"."recall_calibration" TO "anon";

REVOKE ALL ON TABLE "public"."recall_calibration" FROM "authenticated";

GRANT SELECT ON TABLE "public"."recall_calibration" TO "authenticated";

REVOKE ALL ON TABLE "public"."recall_calibration" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."recall_calibration" TO "postgres";

REVOKE ALL ON TABLE "public"."recall_calibration" FROM "service_role";

GRANT SELECT ON TABLE "public"."recall_calibration" TO "service_role";

REVOKE ALL ON TABLE "public"."review_cards" FROM "authenticated";

GRANT SELECT ON TABLE "public"."review_cards" TO "authenticated";

REVOKE ALL ON TABLE "public"."review_cards" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."review_cards" TO "postgres";

REVOKE ALL ON TABLE "public"."signal_notions" FROM "anon";

GRANT SELECT ON TABLE "public"."signal_notions" TO "anon";

REVOKE ALL ON TABLE "public"."signal_notions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."signal_notions" TO "authenticated";

REVOKE ALL ON TABLE "public"."signal_notions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."signal_notions" TO "postgres";

REVOKE ALL ON TABLE "public"."streaks" FROM "authenticated";

REVOKE ALL ("remind") ON TABLE "public"."streaks" FROM "authenticated";

GRANT UPDATE ("remind") ON TABLE "public"."streaks" TO "authenticated";

GRANT SELECT ON TABLE "public"."streaks" TO "authenticated";

REVOKE ALL ON TABLE "public"."streaks" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."streaks" TO "postgres";

REVOKE ALL ON TABLE "public"."weekly_scores" FROM "authenticated";

GRANT SELECT ON TABLE "public"."weekly_scores" TO "authenticated";

REVOKE ALL ON TABLE "public"."weekly_scores" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."weekly_scores" TO "postgres";

ALTER TABLE "public"."bookmarks"
  ADD CONSTRAINT "bookmarks_part_check" CHECK ((part = ANY (private.lesson_parts())));

ALTER TABLE "public"."lesson_notes"
  ADD CONSTRAINT "lesson_notes_part_check" CHECK ((part = ANY (private.lesson_parts())));

ALTER TABLE "public"."lesson_progress"
  ADD CONSTRAINT "lesson_progress_part_check" CHECK ((part = ANY (private.lesson_parts())));

CREATE UNIQUE INDEX leaderboard_names_apart ON public.leaderboard_names USING btree (private.pseudonym_skeleton(pseudonym));

-- Last, by hand: data that moves or is new. Kept when this file is generated again.

insert into storage.buckets ("id", "name", "type", "owner", "public", "owner_id", "file_size_limit", "allowed_mime_types", "avif_autodetection") select "id", "name", "type", "owner", "public", "owner_id", "file_size_limit", "allowed_mime_types", "avif_autodetection" from jsonb_populate_record(null::storage.buckets, '{"id": "lessons", "name": "lessons", "type": "STANDARD", "owner": null, "public": false, "owner_id": null, "file_size_limit": 524288000, "allowed_mime_types": ["video/mp4", "video/webm"], "avif_autodetection": false}')
on conflict do nothing;
insert into public.content_kinds ("kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function") select "kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function" from jsonb_populate_record(null::public.content_kinds, '{"kind": "notion", "sealed": false, "tiered": false, "address": null, "writers": ["analyst", "admin"], "fixed_slug": true, "card_fields": [], "check_function": "check_notion", "optional_texts": [], "required_texts": ["title", "summary"], "project_function": "project_notion"}')
on conflict do nothing;
insert into public.content_kinds ("kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function") select "kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function" from jsonb_populate_record(null::public.content_kinds, '{"kind": "course", "sealed": false, "tiered": true, "address": "/formations?cours=", "writers": ["analyst", "admin"], "fixed_slug": false, "card_fields": ["level", "author", "requires", "modules", "engraving", "ordered", "opens_after_days"], "check_function": "check_course", "optional_texts": [], "required_texts": ["title", "summary", "modules", "abilities"], "project_function": "project_course"}')
on conflict do nothing;
insert into public.content_kinds ("kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function") select "kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function" from jsonb_populate_record(null::public.content_kinds, '{"kind": "lesson", "sealed": false, "tiered": true, "address": "/formations?cours={parent}&lecon=", "writers": ["analyst", "admin"], "fixed_slug": false, "card_fields": ["module", "minutes", "notions"], "check_function": "check_lesson", "optional_texts": ["article", "deck", "captions"], "required_texts": ["title", "summary"], "project_function": "project_lesson"}')
on conflict do nothing;
insert into public.content_kinds ("kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function") select "kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function" from jsonb_populate_record(null::public.content_kinds, '{"kind": "question", "sealed": true, "tiered": false, "address": null, "writers": ["analyst", "admin"], "fixed_slug": true, "card_fields": [], "check_function": "check_question", "optional_texts": ["choices", "mistakes"], "required_texts": ["title", "why"], "project_function": "project_question"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.bookmarks", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.leaderboard_names", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.lesson_notes", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "kept", "hidden": false, "reason": "What was proved stays verifiable by its code; name and initials go with the account.", "omitted": ["nonce"], "subject": "public.certificates", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.attempts", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.course_reviews", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": true, "reason": null, "omitted": [], "subject": "private.recall_predictions", "exported": true, "mentions": null, "condition": "attempt in (select id from public.attempts where member = $1)"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.daily_results", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.streaks", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.forecast_answers", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.lesson_progress", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.attempt_answers", "exported": true, "mentions": null, "condition": "attempt in (select id from public.attempts where member = $1)"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.course_pace", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.weekly_scores", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.review_cards", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.exercise_answers", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
