-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Templates of drafts became profiles: their rows stay, with one name for all that belongs to them.
do $$
declare named text;
begin
  if to_regclass('public.signal_templates') is null then return; end if;
  alter table public.signal_templates rename to signal_profiles;
  for named in select conname from pg_constraint where conrelid = 'public.signal_profiles'::regclass and conname like 'signal\_templates%' loop
    execute format('alter table public.signal_profiles rename constraint %I to %I', named, replace(named, 'signal_templates', 'signal_profiles'));
  end loop;
end
$$;

-- Columns with a default of ours are created here, in their places: a generated table would get them last.
create table if not exists private.support_mails (id uuid NOT NULL DEFAULT private.ordered_id(), message_id text NOT NULL, received_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(), sender text NOT NULL DEFAULT ''::text, subject text NOT NULL DEFAULT ''::text, ticket uuid, outcome text NOT NULL, detail text NOT NULL DEFAULT ''::text);
create table if not exists public.announcement_preferences (user_id uuid NOT NULL DEFAULT auth.uid(), remind_minutes integer, remind_impacts text[] NOT NULL DEFAULT '{high}'::text[], remind_currencies text[] NOT NULL DEFAULT '{}'::text[], window_minutes integer DEFAULT 15, firm text, challenge text, firm_minutes integer NOT NULL DEFAULT 2, tell_window boolean NOT NULL DEFAULT true, block_copy boolean NOT NULL DEFAULT true, feed_impacts text[] NOT NULL DEFAULT '{high}'::text[], feed_currencies text[] NOT NULL DEFAULT '{}'::text[], feed_windows boolean NOT NULL DEFAULT true);
create table if not exists public.announcement_reminders (user_id uuid NOT NULL DEFAULT auth.uid(), announcement uuid NOT NULL, minutes integer NOT NULL DEFAULT 10);
create table if not exists public.announcements (id uuid NOT NULL DEFAULT private.ordered_id(), indicator text, period text, "kind" text NOT NULL, country text NOT NULL, currency text NOT NULL, impact text NOT NULL, title text, starts_at timestamp with time zone NOT NULL, precision text NOT NULL, "day" date NOT NULL, zone text NOT NULL, forecast text, forecast_low text, forecast_high text, previous text, revised text, actual text, state text NOT NULL, moved_from timestamp with time zone, sequence integer NOT NULL DEFAULT 0, released_at timestamp with time zone, source text NOT NULL, sample boolean NOT NULL, listed boolean NOT NULL DEFAULT true, version integer NOT NULL DEFAULT 0, changed_at timestamp with time zone NOT NULL);
create table if not exists public.canned_answers (id uuid NOT NULL DEFAULT private.ordered_id(), "name" text NOT NULL, topic text, texts jsonb NOT NULL, changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(), archived_at timestamp with time zone, uses integer NOT NULL DEFAULT 0, sufficed integer NOT NULL DEFAULT 0);
create table if not exists public.errata (id uuid NOT NULL DEFAULT private.ordered_id(), ticket uuid, figure jsonb NOT NULL, "text" text NOT NULL, made_by text NOT NULL, "at" timestamp with time zone NOT NULL, sequence bigint NOT NULL, hash text NOT NULL);
create table if not exists public.help_feedback (member uuid NOT NULL DEFAULT auth.uid(), item uuid NOT NULL, version integer NOT NULL, useful boolean NOT NULL, comment text NOT NULL DEFAULT ''::text, given_at timestamp with time zone NOT NULL DEFAULT clock_timestamp());
create table if not exists public.ticket_events (id uuid NOT NULL DEFAULT private.ordered_id(), ticket uuid NOT NULL, "kind" text NOT NULL, "at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), actor uuid, actor_role text NOT NULL, data jsonb NOT NULL DEFAULT '{}'::jsonb);
create table if not exists public.ticket_files (id uuid NOT NULL DEFAULT private.ordered_id(), ticket uuid NOT NULL, message uuid NOT NULL, path text NOT NULL, "name" text NOT NULL, bytes bigint NOT NULL, type text NOT NULL);
create table if not exists public.ticket_messages (id uuid NOT NULL DEFAULT private.ordered_id(), ticket uuid NOT NULL, author uuid, "role" text NOT NULL, author_name text NOT NULL DEFAULT ''::text, body text NOT NULL, quoted text, channel text NOT NULL DEFAULT 'site'::text, "at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), moved_from uuid, request uuid, canned uuid);
create table if not exists public.ticket_notes (id uuid NOT NULL DEFAULT private.ordered_id(), ticket uuid NOT NULL, author uuid, author_name text NOT NULL, body text NOT NULL, mentions uuid[] NOT NULL DEFAULT '{}'::uuid[], "at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), request uuid);
create table if not exists public.ticket_views (id uuid NOT NULL DEFAULT private.ordered_id(), "owner" uuid NOT NULL DEFAULT auth.uid(), "name" text NOT NULL, filters jsonb NOT NULL DEFAULT '{}'::jsonb, shared boolean NOT NULL DEFAULT false, "position" integer NOT NULL DEFAULT 0);
create table if not exists public.tickets (id uuid NOT NULL DEFAULT private.ordered_id(), "number" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, user_id uuid, subject text NOT NULL, topic text NOT NULL, priority text NOT NULL DEFAULT 'normal'::text, state text NOT NULL DEFAULT 'new'::text, language text NOT NULL, channel text NOT NULL DEFAULT 'site'::text, assignee uuid, opened_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(), promise jsonb NOT NULL, seal text NOT NULL, answer_due_at timestamp with time zone NOT NULL, solve_due_at timestamp with time zone NOT NULL, first_answered_at timestamp with time zone, paused_since timestamp with time zone, paused interval NOT NULL DEFAULT '00:00:00'::interval, solved_at timestamp with time zone, closed_at timestamp with time zone, reopened integer NOT NULL DEFAULT 0, turn_at timestamp with time zone NOT NULL DEFAULT 'infinity'::timestamp with time zone, messages integer NOT NULL DEFAULT 0, last_message_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(), last_by text NOT NULL DEFAULT 'member'::text, excerpt text NOT NULL DEFAULT ''::text, member_seen_at timestamp with time zone, staff_seen_at timestamp with time zone, snoozed_until timestamp with time zone, merged_into uuid, split_from uuid, follows uuid, facts jsonb, facts_consented_at timestamp with time zone, proof jsonb, acknowledge_due_at timestamp with time zone, acknowledged_at timestamp with time zone, complaint_due_at timestamp with time zone, satisfaction integer, satisfaction_words text, rated_at timestamp with time zone, request uuid, demonstration boolean NOT NULL DEFAULT false);

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

REVOKE ALL ON SEQUENCE "public"."tickets_number_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."tickets_number_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."tickets_number_seq" FROM "service_role";

REVOKE ALL ON TABLE "public"."announcement_preferences" FROM "anon";

REVOKE ALL ON TABLE "public"."announcement_preferences" FROM "service_role";

REVOKE ALL ON TABLE "public"."announcement_reminders" FROM "anon";

REVOKE ALL ON TABLE "public"."announcement_reminders" FROM "service_role";

REVOKE ALL ON TABLE "public"."announcements" FROM "anon";

REVOKE ALL ON TABLE "public"."announcements" FROM "service_role";

REVOKE ALL ON TABLE "public"."canned_answers" FROM "anon";

REVOKE ALL ON TABLE "public"."canned_answers" FROM "service_role";

REVOKE ALL ON TABLE "public"."errata" FROM "anon";

REVOKE ALL ON TABLE "public"."errata" FROM "authenticated";

REVOKE ALL ON TABLE "public"."errata" FROM "service_role";

REVOKE ALL ON TABLE "public"."help_feedback" FROM "anon";

REVOKE ALL ON TABLE "public"."help_feedback" FROM "service_role";

REVOKE ALL ON TABLE "public"."ticket_events" FROM "anon";

REVOKE ALL ON TABLE "public"."ticket_events" FROM "service_role";

REVOKE ALL ON TABLE "public"."ticket_files" FROM "anon";

REVOKE ALL ON TABLE "public"."ticket_files" FROM "service_role";

REVOKE ALL ON TABLE "public"."ticket_messages" FROM "anon";

REVOKE ALL ON TABLE "public"."ticket_messages" FROM "authenticated";

REVOKE ALL ON TABLE "public"."ticket_messages" FROM "service_role";

REVOKE ALL ON TABLE "public"."ticket_notes" FROM "anon";

REVOKE ALL ON TABLE "public"."ticket_notes" FROM "service_role";

REVOKE ALL ON TABLE "public"."ticket_views" FROM "anon";

REVOKE ALL ON TABLE "public"."ticket_views" FROM "service_role";

REVOKE ALL ON TABLE "public"."tickets" FROM "anon";

REVOKE ALL ON TABLE "public"."tickets" FROM "authenticated";

REVOKE ALL ON TABLE "public"."tickets" FROM "service_role";

DROP POLICY "analysts keep their own templates" ON "public"."signal_profiles";

DROP INDEX "private"."post_words_index";

DROP FUNCTION "private"."keep_idea_record"(uuid, bigint, jsonb);

DROP FUNCTION "private"."newest_posts_with"(tsquery, text, text, timestamp WITH time zone, timestamp WITH time zone);

DROP FUNCTION "private"."newest_titles_with"(tsquery);

DROP FUNCTION "private"."posts_with"(tsquery);

DROP FUNCTION "private"."titles_with"(tsquery);

DROP FUNCTION "public"."decide_many"(uuid[], text[], text, integer, text);

CREATE TABLE "private"."announcement_claims" (
  "source"       text                     NOT NULL,
  "key"          text                     NOT NULL,
  "announcement" uuid                     NOT NULL,
  "claim"        jsonb                    NOT NULL,
  "seen_at"      timestamp with time zone NOT NULL,
  "gone_at"      timestamp with time zone,
  CONSTRAINT "announcement_claims_key_check" CHECK (((length(key) >= 1) AND (length(key) <= 300))),
  CONSTRAINT "announcement_claims_pkey" PRIMARY KEY (source, key)
);

ALTER TABLE "private"."announcement_claims"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."announcement_tellings" (
  "user_id"      uuid                     NOT NULL,
  "announcement" uuid                     NOT NULL,
  "sequence"     integer                  NOT NULL,
  "starts_at"    timestamp with time zone NOT NULL,
  "told_at"      timestamp with time zone NOT NULL,
  CONSTRAINT "announcement_tellings_pkey" PRIMARY KEY (user_id, announcement)
);

ALTER TABLE "private"."announcement_tellings"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."help_words" (
  "language" text NOT NULL,
  "word"     text NOT NULL,
  "item"     uuid NOT NULL,
  CONSTRAINT "help_words_pkey" PRIMARY KEY (LANGUAGE, word, item),
  CONSTRAINT "help_words_language_check" CHECK ((language = ANY (private.languages())))
);

ALTER TABLE "private"."help_words"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."raw_mails" (
  "id"          bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "raw"         bytea                    NOT NULL,
  "received_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "tries"       integer                  NOT NULL DEFAULT 0,
  CONSTRAINT "raw_mails_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."raw_mails"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."support_mail_setting" (
  "only_row" boolean NOT NULL DEFAULT true,
  "address"  text,
  CONSTRAINT "support_mail_setting_address_check" CHECK ((address ~ '^[^@+\s]+@[^@\s]+$'::text)),
  CONSTRAINT "support_mail_setting_only_row_check" CHECK (only_row),
  CONSTRAINT "support_mail_setting_pkey" PRIMARY KEY (only_row)
);

ALTER TABLE "private"."support_mail_setting"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."support_mails"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."ticket_threads" (
  "ticket" uuid NOT NULL,
  "token"  text NOT NULL DEFAULT encode(extensions.gen_random_bytes(16), 'hex'::text),
  CONSTRAINT "ticket_threads_pkey" PRIMARY KEY (ticket),
  CONSTRAINT "ticket_threads_token_check" CHECK ((token ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT "ticket_threads_token_key" UNIQUE (token)
);

ALTER TABLE "private"."ticket_threads"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."ticket_words" (
  "ticket"     uuid                     NOT NULL,
  "touched_at" timestamp with time zone NOT NULL,
  "words"      tsvector                 NOT NULL,
  CONSTRAINT "ticket_words_pkey" PRIMARY KEY (ticket)
);

ALTER TABLE "private"."ticket_words"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."announcement_preferences"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."announcement_reactions" (
  "announcement"  uuid                     NOT NULL,
  "symbol"        text                     NOT NULL,
  "minutes"       integer                  NOT NULL,
  "move"          numeric                  NOT NULL,
  "candle_source" text                     NOT NULL,
  "measured_at"   timestamp with time zone NOT NULL,
  CONSTRAINT "announcement_reactions_minutes_check" CHECK ((minutes = ANY (ARRAY[5, 15, 60]))),
  CONSTRAINT "announcement_reactions_pkey" PRIMARY KEY (announcement, symbol, minutes)
);

ALTER TABLE "public"."announcement_reactions"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."announcement_reactions" FROM "anon", "service_role";

ALTER TABLE "public"."announcement_reminders"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."announcement_sources" (
  "source"     text                     NOT NULL,
  "rank"       integer                  NOT NULL,
  "name"       text                     NOT NULL,
  "licence"    text                     NOT NULL,
  "state"      text                     NOT NULL DEFAULT 'off'::text,
  "fetched_at" timestamp with time zone,
  "good_at"    timestamp with time zone,
  "next_at"    timestamp with time zone,
  "error"      text,
  "entries"    integer                  NOT NULL DEFAULT 0,
  CONSTRAINT "announcement_sources_error_check" CHECK ((length(error) <= 300)),
  CONSTRAINT "announcement_sources_pkey" PRIMARY KEY (source),
  CONSTRAINT "announcement_sources_source_check" CHECK ((source ~ '^[a-z_]{2,24}$'::text)),
  CONSTRAINT "announcement_sources_state_check" CHECK ((state = ANY (ARRAY['off'::text, 'ok'::text, 'failing'::text])))
);

ALTER TABLE "public"."announcement_sources"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."announcement_sources" FROM "anon", "service_role";

CREATE TABLE "public"."announcement_versions" (
  "announcement" uuid                     NOT NULL,
  "version"      integer                  NOT NULL,
  "known_at"     timestamp with time zone NOT NULL,
  "starts_at"    timestamp with time zone NOT NULL,
  "known"        jsonb                    NOT NULL,
  CONSTRAINT "announcement_versions_pkey" PRIMARY KEY (announcement, VERSION),
  CONSTRAINT "announcement_versions_version_check" CHECK ((version > 0))
);

ALTER TABLE "public"."announcement_versions"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."announcement_versions" FROM "anon", "service_role";

ALTER TABLE "public"."announcements"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."canned_answers"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."errata"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."expectation_outcomes" (
  "expectation" uuid                     NOT NULL,
  "actual"      text,
  "forecast"    text,
  "surprise"    text,
  "outcome"     boolean,
  "graded_at"   timestamp with time zone NOT NULL,
  CONSTRAINT "expectation_outcomes_check" CHECK (((outcome IS NULL) = (surprise IS NULL))),
  CONSTRAINT "expectation_outcomes_pkey" PRIMARY KEY (expectation),
  CONSTRAINT "expectation_outcomes_surprise_check" CHECK ((surprise = ANY (ARRAY['above'::text, 'in_line'::text, 'below'::text])))
);

ALTER TABLE "public"."expectation_outcomes"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."expectation_terms" (
  "expectation" uuid  NOT NULL,
  "terms"       jsonb NOT NULL,
  "nonce"       text  NOT NULL,
  CONSTRAINT "expectation_terms_nonce_check" CHECK ((nonce ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "expectation_terms_pkey" PRIMARY KEY (expectation)
);

ALTER TABLE "public"."expectation_terms"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."expectations" (
  "id"            uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "number"        bigint                   NOT NULL,
  "announcement"  uuid                     NOT NULL,
  "author_id"     uuid                     NOT NULL,
  "author_name"   text                     NOT NULL,
  "made_at"       timestamp with time zone NOT NULL,
  "deadline"      timestamp with time zone NOT NULL,
  "commitment"    text                     NOT NULL,
  "demonstration" boolean                  NOT NULL DEFAULT false,
  CONSTRAINT "expectations_announcement_author_id_key" UNIQUE (announcement, author_id),
  CONSTRAINT "expectations_check" CHECK ((deadline > made_at)),
  CONSTRAINT "expectations_commitment_check" CHECK ((commitment ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "expectations_number_check" CHECK ((number > 0)),
  CONSTRAINT "expectations_number_key" UNIQUE (number),
  CONSTRAINT "expectations_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."expectations"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."help_feedback"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."help_openings" (
  "member"    uuid                     NOT NULL,
  "item"      uuid                     NOT NULL,
  "opened_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "ticket_at" timestamp with time zone,
  CONSTRAINT "help_openings_pkey" PRIMARY KEY (member, item)
);

ALTER TABLE "public"."help_openings"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."help_openings" FROM "anon", "service_role";

CREATE TABLE "public"."indicator_codes" (
  "source"    text NOT NULL,
  "code"      text NOT NULL,
  "indicator" text NOT NULL,
  CONSTRAINT "indicator_codes_code_check" CHECK (((length(code) >= 1) AND (length(code) <= 200))),
  CONSTRAINT "indicator_codes_pkey" PRIMARY KEY (source, code, indicator),
  CONSTRAINT "indicator_codes_source_check" CHECK ((source ~ '^[a-z_]{2,24}$'::text))
);

ALTER TABLE "public"."indicator_codes"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."indicator_codes" FROM "anon";

CREATE TABLE "public"."indicator_licences" (
  "source"    text                     NOT NULL,
  "series"    text                     NOT NULL,
  "indicator" text                     NOT NULL,
  "licence"   text                     NOT NULL,
  "shown"     boolean                  NOT NULL,
  "read_at"   timestamp with time zone NOT NULL,
  CONSTRAINT "indicator_licences_licence_check" CHECK ((length(licence) <= 80)),
  CONSTRAINT "indicator_licences_pkey" PRIMARY KEY (source, series),
  CONSTRAINT "indicator_licences_series_check" CHECK (((length(series) >= 1) AND (length(series) <= 80)))
);

ALTER TABLE "public"."indicator_licences"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."indicator_licences" FROM "anon";

CREATE TABLE "public"."indicators" (
  "slug"          text                   NOT NULL,
  "item"          uuid                   NOT NULL,
  "title"         jsonb                  NOT NULL,
  "summary"       jsonb                  NOT NULL,
  "why"           jsonb                  NOT NULL,
  "country"       text                   NOT NULL,
  "currency"      text                   NOT NULL,
  "category"      text                   NOT NULL,
  "impact"        text                   NOT NULL,
  "better"        text                   NOT NULL,
  "unit"          text                   NOT NULL,
  "decimals"      integer                NOT NULL,
  "cadence"       text                   NOT NULL,
  "usual_time"    time without time zone NOT NULL,
  "zone"          text                   NOT NULL,
  "authority"     text                   NOT NULL,
  "authority_url" text                   NOT NULL,
  "symbols"       text[]                 NOT NULL,
  "listed"        boolean                NOT NULL DEFAULT true,
  CONSTRAINT "indicators_authority_check" CHECK (((length(authority) >= 2) AND (length(authority) <= 160))),
  CONSTRAINT "indicators_authority_url_check" CHECK ((authority_url ~ '^https://[^\s]+$'::text)),
  CONSTRAINT "indicators_better_check" CHECK ((better = ANY (ARRAY['higher'::text, 'lower'::text, 'neither'::text]))),
  CONSTRAINT "indicators_cadence_check" CHECK ((cadence = ANY (ARRAY['weekly'::text, 'monthly'::text, 'quarterly'::text, 'meetings'::text, 'irregular'::text]))),
  CONSTRAINT "indicators_category_check"
    CHECK
    ((category = ANY (ARRAY['inflation'::text, 'jobs'::text, 'growth'::text, 'activity'::text, 'consumption'::text, 'trade'::text, 'housing'::text, 'sentiment'::text,
    'rates'::text, 'speech'::text]))),
  CONSTRAINT "indicators_country_check" CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT "indicators_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT "indicators_decimals_check" CHECK (((decimals >= 0) AND (decimals <= 4))),
  CONSTRAINT "indicators_impact_check" CHECK ((impact = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  CONSTRAINT "indicators_item_key" UNIQUE (item),
  CONSTRAINT "indicators_pkey" PRIMARY KEY (slug),
  CONSTRAINT "indicators_slug_check" CHECK ((slug ~ '^[a-z0-9][a-z0-9-]{1,79}$'::text)),
  CONSTRAINT "indicators_symbols_check" CHECK (((cardinality(symbols) >= 1) AND (cardinality(symbols) <= 8))),
  CONSTRAINT "indicators_unit_check"
    CHECK ((unit = ANY (ARRAY['percent'::text, 'index'::text, 'points'::text, 'thousand'::text, 'million'::text, 'billion'::text, 'trillion'::text, 'none'::text]))),
  CONSTRAINT "indicators_summary_check" CHECK (private.is_translated(summary)),
  CONSTRAINT "indicators_title_check" CHECK (private.is_translated(title)),
  CONSTRAINT "indicators_why_check" CHECK (private.is_translated(why)),
  CONSTRAINT "indicators_zone_check" CHECK (private.is_time_zone(zone))
);

ALTER TABLE "public"."indicators"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."indicators" FROM "anon";

CREATE TABLE "public"."support_days" (
  "day"     date    NOT NULL,
  "is_open" boolean NOT NULL DEFAULT false,
  "reason"  text    NOT NULL DEFAULT ''::text,
  CONSTRAINT "support_days_pkey" PRIMARY KEY (day),
  CONSTRAINT "support_days_reason_check" CHECK ((length(reason) <= 120))
);

ALTER TABLE "public"."support_days"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."support_days" FROM "service_role";

CREATE TABLE "public"."support_hours" (
  "weekday" integer                NOT NULL,
  "opens"   time without time zone NOT NULL,
  "closes"  time without time zone NOT NULL,
  CONSTRAINT "support_hours_check" CHECK ((closes > opens)),
  CONSTRAINT "support_hours_opens_check" CHECK ((opens >= '04:00:00'::time without time zone)),
  CONSTRAINT "support_hours_pkey" PRIMARY KEY (weekday),
  CONSTRAINT "support_hours_weekday_check" CHECK (((weekday >= 1) AND (weekday <= 7)))
);

ALTER TABLE "public"."support_hours"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."support_hours" FROM "service_role";

CREATE TABLE "public"."support_promises" (
  "priority"       text    NOT NULL,
  "answer_minutes" integer NOT NULL,
  "solve_minutes"  integer NOT NULL,
  CONSTRAINT "support_promises_answer_minutes_check" CHECK (((answer_minutes >= 1) AND (answer_minutes <= 60000))),
  CONSTRAINT "support_promises_check" CHECK (((solve_minutes >= answer_minutes) AND (solve_minutes <= 60000))),
  CONSTRAINT "support_promises_pkey" PRIMARY KEY (priority),
  CONSTRAINT "support_promises_priority_check" CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text])))
);

ALTER TABLE "public"."support_promises"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."support_promises" FROM "service_role";

CREATE TABLE "public"."support_topics" (
  "topic"        text    NOT NULL,
  "position"     integer NOT NULL,
  "reopens"      text    NOT NULL DEFAULT 'unless_thanks'::text,
  "reopen_days"  integer NOT NULL DEFAULT 14,
  "close_days"   integer NOT NULL DEFAULT 28,
  "is_complaint" boolean NOT NULL DEFAULT false,
  CONSTRAINT "support_topics_check" CHECK (((close_days >= reopen_days) AND (close_days <= 180))),
  CONSTRAINT "support_topics_pkey" PRIMARY KEY (topic),
  CONSTRAINT "support_topics_reopen_days_check" CHECK (((reopen_days >= 1) AND (reopen_days <= 90))),
  CONSTRAINT "support_topics_reopens_check" CHECK ((reopens = ANY (ARRAY['unless_thanks'::text, 'always'::text, 'never'::text]))),
  CONSTRAINT "support_topics_topic_check" CHECK ((topic ~ '^[a-z_]{3,20}$'::text))
);

ALTER TABLE "public"."support_topics"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."support_topics" FROM "service_role";

ALTER TABLE "public"."ticket_events"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."ticket_files"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."ticket_messages"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."ticket_notes"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."ticket_views"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."tickets"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."idea_records"
  ADD COLUMN "by_instrument" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."signal_profiles"
  ADD COLUMN "is_default" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."signal_profiles"
  ADD COLUMN "declared_at" timestamp WITH time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."visits"
  ADD COLUMN "recomputed_at" timestamp WITH time zone;

ALTER TABLE "public"."visits"
  ADD COLUMN "steps_put_off_at" timestamp WITH time zone;

ALTER TABLE "public"."tickets"
  ALTER COLUMN "number" SET START WITH 1001;

CREATE OR REPLACE FUNCTION private.add_message (
  kept    public.tickets,
  author  uuid,
  role    text,
  body    text,
  quoted  text,
  channel text,
  request uuid,
  canned  uuid                     DEFAULT NULL::uuid,
  at      timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS public.ticket_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  written public.ticket_messages;
begin
  insert into public.ticket_messages (ticket, author, role, author_name, body, quoted, channel, request, canned, at)
  values (kept.id, add_message.author, add_message.role, coalesce(private.ticket_name(add_message.author), ''), add_message.body, nullif(left(add_message.quoted, 20000), ''),
    add_message.channel, add_message.request, add_message.canned, add_message.at)
  returning * into written;
  update public.tickets set messages = messages + 1, last_message_at = greatest(last_message_at, written.at), last_by = written.role,
    excerpt = left(regexp_replace(written.body, '\s+', ' ', 'g'), 200), snoozed_until = case when written.role = 'member' then null else snoozed_until end
  where id = kept.id;
  perform private.index_ticket(kept.id);
  return written;
end
$function$;

CREATE OR REPLACE FUNCTION private.announcement_words (
  of_announcement uuid,
  member          uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('announcement', coalesce(known.title, to_jsonb(held.title)), 'currency', held.currency, 'day', to_char(local.at, 'DD/MM'), 'time', to_char(local.at, 'HH24:MI'),
    'minutes', greatest(0, ceil(extract(epoch from held.starts_at - clock_timestamp()) / 60))::int)
  from public.announcements as held left join public.indicators as known on known.slug = held.indicator, public.profiles as profile,
    lateral (select held.starts_at at time zone profile.time_zone as at) as local
  where held.id = of_announcement and profile.id = member
$function$;

CREATE OR REPLACE FUNCTION private.attach_files (
  written public.ticket_messages,
  files   jsonb,
  folder  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given record;
  kept record;
begin
  if jsonb_typeof(coalesce(files, '[]')) <> 'array' or jsonb_array_length(coalesce(files, '[]')) > 5 then
    raise exception 'too_many_files' using errcode = '22023', hint = 'files', detail = 'At most five.';
  end if;
  for given in select * from jsonb_to_recordset(coalesce(files, '[]')) as file (path text, name text) loop
    if given.path is null or not starts_with(given.path, folder || '/') or given.path !~ '^[0-9a-z/-]{1,120}\.[a-z0-9]{2,5}$' then
      raise exception 'file_not_yours' using errcode = '42501', hint = 'files';
    end if;
    select name, coalesce((metadata ->> 'size')::bigint, 0) as bytes, coalesce(metadata ->> 'mimetype', '') as type into kept
    from storage.objects where bucket_id = 'tickets' and objects.name = given.path;
    if not found then raise exception 'file_missing' using errcode = 'PT404', hint = 'files'; end if;
    insert into public.ticket_files (ticket, message, path, name, bytes, type)
    values (written.ticket, written.id, given.path, coalesce(nullif(private.cleaned(given.name, 120), ''), 'fichier'), kept.bytes, kept.type)
    on conflict (path) do nothing;
    if not found then raise exception 'file_used' using errcode = '23505', hint = 'files'; end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_calendar_fetch (
  source  text,
  next_at timestamp with time zone,
  moment  timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with begun as (
    update public.announcement_sources as known set next_at = begin_calendar_fetch.next_at
    where known.source = begin_calendar_fetch.source and (known.next_at is null or known.next_at <= moment) returning 1
  )
  select exists (select from begun)
$function$;

CREATE OR REPLACE FUNCTION private.blackout_windows (
  member uuid,
  since  timestamp with time zone,
  until  timestamp with time zone
)
  RETURNS TABLE (
    currency       text,
    starts_at      timestamp with time zone,
    ends_at        timestamp with time zone,
    firm_starts_at timestamp with time zone,
    firm_ends_at   timestamp with time zone,
    announcements  uuid[]
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with wants as (
    -- Who never chose has the defaults.
    select chosen.* from public.announcement_preferences as chosen where chosen.user_id = member
    union all
    select fresh.* from jsonb_populate_record(null::public.announcement_preferences, jsonb_build_object('user_id', member, 'window_minutes', 15, 'firm_minutes', 2)) as fresh
    where not exists (select from public.announcement_preferences as chosen where chosen.user_id = member)
  ), near as (
    select held.id, held.currency, held.starts_at, wants.window_minutes * interval '1 minute' as own,
      case when private.firm_restricts(wants, held.starts_at) then wants.firm_minutes * interval '1 minute' end as firm
    from wants, public.announcements as held
    where held.listed and held.impact = 'high' and held.precision = 'exact' and held.kind <> 'holiday' and held.state not in ('cancelled', 'postponed')
      and held.starts_at > since - interval '5 hours' and held.starts_at < until + interval '5 hours'
  ), merged as (
    select near.currency, unnest(range_agg(tstzrange(near.starts_at - greatest(own, firm), near.starts_at + greatest(own, firm)))) as span
    from near where greatest(own, firm) is not null group by near.currency
  )
  select merged.currency, lower(span), upper(span), min(near.starts_at - near.firm), max(near.starts_at + near.firm), array_agg(near.id order by near.starts_at, near.id)
  from merged join near on near.currency = merged.currency and near.starts_at <@ span
  where upper(span) > since and lower(span) < until
  group by merged.currency, span
$function$;

CREATE OR REPLACE FUNCTION private.business_end (
  since  timestamp with time zone,
  amount interval
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  left_over interval := amount;
  day date := (since at time zone 'Europe/Paris')::date;
  open tstzrange;
  length interval;
begin
  if amount <= '0' then return since; end if;
  for n in 0..800 loop
    open := private.support_window(day + n) * tstzrange(since, null);
    if not coalesce(isempty(open), true) then
      length := upper(open) - lower(open);
      if length >= left_over then return lower(open) + left_over; end if;
      left_over := left_over - length;
    end if;
  end loop;
  raise exception 'no_support_hours' using errcode = 'PT409', detail = 'Within two years support is open for less time than is promised.';
end
$function$;

CREATE OR REPLACE FUNCTION private.business_time (
  since timestamp with time zone,
  until timestamp with time zone
)
  RETURNS interval
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(least(upper(open), business_time.until) - greatest(lower(open), business_time.since)), '0')
  from generate_series((business_time.since at time zone 'Europe/Paris')::date::timestamp, (business_time.until at time zone 'Europe/Paris')::date::timestamp, '1 day') as day,
    private.support_window(day::date) as open
  where open && tstzrange(business_time.since, greatest(business_time.since, business_time.until))
$function$;

CREATE OR REPLACE FUNCTION private.calendar_holidays (
  since timestamp with time zone,
  until timestamp with time zone
)
  RETURNS TABLE (
    session   text,
    country   text,
    currency  text,
    day       date,
    zone      text,
    starts_at timestamp with time zone,
    ends_at   timestamp with time zone,
    half      boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select closure.session, place.country, place.currency, local.day, sessions.time_zone, closure.starts_at, closure.ends_at,
    -- Some of the day's own hours are left.
    exists (
      select from public.market_hours as hours
      cross join lateral (select (local.day - extract(isodow from local.day)::int + 1)::timestamp as monday) as week
      where hours.session = closure.session
        and greatest((week.monday + make_interval(mins => hours.opens)) at time zone sessions.time_zone, local.day::timestamp at time zone sessions.time_zone) <
          least((week.monday + make_interval(mins => hours.closes)) at time zone sessions.time_zone, closure.starts_at))
  from public.market_closures as closure
  join public.market_sessions as sessions on sessions.session = closure.session
  join (values ('index_us', 'US', 'USD'), ('index_de', 'DE', 'EUR'), ('index_fr', 'FR', 'EUR'), ('index_uk', 'GB', 'GBP'), ('index_es', 'ES', 'EUR'), ('index_it', 'IT', 'EUR'), ('index_jp', 'JP', 'JPY'))
    as place (session, country, currency) on place.session = closure.session
  -- A session that begins the evening before belongs to the day in whose middle it is closed.
  cross join lateral (select ((closure.starts_at + least(closure.ends_at - closure.starts_at, interval '24 hours') / 2) at time zone sessions.time_zone)::date as day) as local
  where closure.ends_at > since and closure.starts_at < until
$function$;

CREATE OR REPLACE FUNCTION private.check_help_article (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if coalesce(document #>> '{fields,category}' not in ('start', 'signals', 'record', 'learning', 'community', 'money', 'security', 'partners', 'support'), true) then
    perform private.refuse('category_unknown', 'fields.category', 'One of the categories of the help centre.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_indicator (
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
  codes constant jsonb := case jsonb_typeof(fields -> 'codes') when 'object' then fields -> 'codes' else '{}' end;
begin
  perform private.require_fields(jsonb_build_object(
    'country', fields ->> 'country' ~ '^[A-Z]{2}$',
    'currency', fields ->> 'currency' ~ '^[A-Z]{3}$',
    'category', fields ->> 'category' in ('inflation', 'jobs', 'growth', 'activity', 'consumption', 'trade', 'housing', 'sentiment', 'rates', 'speech'),
    'impact', fields ->> 'impact' in ('low', 'medium', 'high'),
    'better', fields ->> 'better' in ('higher', 'lower', 'neither'),
    'unit', fields ->> 'unit' in ('percent', 'index', 'points', 'thousand', 'million', 'billion', 'trillion', 'none'),
    'decimals', fields ->> 'decimals' ~ '^[0-4]$',
    'cadence', fields ->> 'cadence' in ('weekly', 'monthly', 'quarterly', 'meetings', 'irregular'),
    'usual_time', fields ->> 'usual_time' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'zone', private.is_time_zone(fields ->> 'zone'),
    'authority', length(fields ->> 'authority') between 2 and 160,
    'authority_url', fields ->> 'authority_url' ~ '^https://[^\s]+$',
    'symbols', jsonb_array_length(private.rows_of(fields -> 'symbols')) between 1 and 8 and not exists (
      select from jsonb_array_elements_text(private.rows_of(fields -> 'symbols')) as symbol where symbol not in (select instruments.symbol from public.instruments)),
    'codes', coalesce(jsonb_typeof(fields -> 'codes'), 'object') = 'object' and not exists (
      select from jsonb_each(codes) as named where named.key !~ '^[a-z_]{2,24}$' or jsonb_typeof(named.value) <> 'array'
        or exists (select from jsonb_array_elements(private.rows_of(named.value)) as code where jsonb_typeof(code) <> 'string' or length(code #>> '{}') not between 1 and 200))));
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_claim (
  claim jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  code constant text := private.claim_text(claim, 'code', '', 200);
  named constant text := private.claim_text(claim, 'indicator', '^[a-z0-9-]+$', 80);
  known public.indicators;
  zone text := private.claim_text(claim, 'zone', '', 60);
  at_text constant text := private.claim_text(claim, 'at', '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})$', 40);
  day_text constant text := private.claim_text(claim, 'day', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 10);
  period constant text := private.claim_text(claim, 'period', '^[0-9]{4}-([0-9]{2}(-[0-9]{2})?|Q[1-4]|W[0-9]{2})$', 10);
  starts_at timestamptz; day date;
  precision_given text := coalesce(private.claim_text(claim, 'precision', '^(exact|tentative|all_day)$', 10), case when at_text is null then 'all_day' else 'exact' end);
  title constant text := private.claim_text(claim, 'title', '', 200);
  value text;
begin
  if jsonb_typeof(claim) <> 'object' then perform private.refuse('claim_invalid', 'claim'); end if;
  if private.claim_text(claim, 'key', '', 300) is null then perform private.refuse('claim_invalid', 'key'); end if;
  if named is not null then
    select * into known from public.indicators where slug = named;
    if known.slug is null then perform private.refuse('unknown_indicator', 'indicator'); end if;
  elsif title is null and code is null then perform private.refuse('claim_invalid', 'title');
  end if;
  zone := coalesce(zone, known.zone, 'UTC');
  if not private.is_time_zone(zone) then perform private.refuse('claim_invalid', 'zone'); end if;
  begin
    starts_at := at_text::timestamptz;
    day := coalesce((starts_at at time zone zone)::date, day_text::date);
  exception when data_exception then
    perform private.refuse('claim_invalid', 'at');
  end;
  if day is not null and day not between '1990-01-01' and '2100-01-01' then perform private.refuse('claim_invalid', 'at'); end if;
  if starts_at is null and day is not null and precision_given = 'exact' then perform private.refuse('claim_invalid', 'at'); end if;
  -- A day has its beginning in its own zone: it is that day wherever it is read.
  if precision_given = 'all_day' or starts_at is null then starts_at := day::timestamp at time zone zone; end if;
  foreach value in array array['forecast', 'forecast_low', 'forecast_high', 'previous', 'revised', 'actual'] loop
    if private.claim_text(claim, value, '^-?[0-9]{1,15}(\.[0-9]{1,8})?[KMBT]?$', 25) is not null then
      claim := claim || jsonb_build_object(value, private.figure_in(btrim(claim ->> value), known.unit));
    end if;
  end loop;
  if starts_at is null and coalesce(claim ->> 'actual', claim ->> 'revised', claim ->> 'forecast', claim ->> 'previous') is null then perform private.refuse('claim_invalid', 'at'); end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'indicator', named, 'period', period, 'kind', coalesce(private.claim_text(claim, 'kind', '^(release|speech|decision|holiday)$', 10),
      case known.category when 'speech' then 'speech' when 'rates' then 'decision' else 'release' end),
    'country', coalesce(known.country, private.claim_text(claim, 'country', '^[A-Z]{2}$', 2), case when private.claim_text(claim, 'currency', '^[A-Z]{3}$', 3) is not null then left(claim ->> 'currency', 2) end),
    'currency', coalesce(known.currency, private.claim_text(claim, 'currency', '^[A-Z]{3}$', 3)),
    'impact', private.claim_text(claim, 'impact', '^(low|medium|high)$', 6), 'title', coalesce(title, code),
    'starts_at', starts_at, 'precision', case when starts_at is not null then precision_given end, 'day', day, 'zone', zone)
    || jsonb_strip_nulls(jsonb_build_object(
    'forecast', nullif(claim ->> 'forecast', ''), 'forecast_low', nullif(claim ->> 'forecast_low', ''), 'forecast_high', nullif(claim ->> 'forecast_high', ''), 'previous', nullif(claim ->> 'previous', ''),
    'revised', nullif(claim ->> 'revised', ''), 'actual', nullif(claim ->> 'actual', ''),
    'cancelled', case when claim -> 'cancelled' = 'true' then true end, 'postponed', case when claim -> 'postponed' = 'true' then true end)));
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_facts (
  member uuid,
  given  jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Named one by one: what else a browser sends is not kept.
  select jsonb_strip_nulls(jsonb_build_object(
    'browser', nullif(private.cleaned(given ->> 'browser', 200), ''), 'screen', nullif(private.cleaned(given ->> 'screen', 120), ''),
    'errors', (
      select jsonb_agg(jsonb_build_object('code', private.cleaned(error ->> 'code', 80), 'at', private.cleaned(error ->> 'at', 40)))
      from (select error from jsonb_array_elements(case when jsonb_typeof(given -> 'errors') = 'array' then given -> 'errors' else '[]' end) as error limit 5) as errors where error ->> 'code' is not null),
    'plan', case when given -> 'plan' = 'true' then (
      select jsonb_build_object('tier', case when private.is_premium(member) then 'premium' else 'freemium' end, 'plan', contract.plan, 'period', contract.period, 'since', contract.started_at)
      from (select 1) as one left join public.subscriptions as contract on contract.user_id = member and contract.state in ('active', 'past_due', 'canceled')) end,
    'invoice', (select jsonb_build_object('number', number, 'total', total, 'currency', currency, 'payment', payment_id) from public.invoices where number = given ->> 'invoice' and user_id = member),
    'signal', (select jsonb_build_object('number', number, 'id', id) from public.signals where number::text = given ->> 'signal')))
$function$;

CREATE OR REPLACE FUNCTION private.checked_words (
  body    text,
  longest integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  said constant text := btrim(regexp_replace(coalesce(body, ''), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]', '', 'g'), E' \n\r\t');
begin
  if said = '' then raise exception 'words_missing' using errcode = '22023', hint = 'body'; end if;
  if length(said) > longest then raise exception 'text_too_long' using errcode = '22023', hint = 'body', detail = longest::text; end if;
  return said;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_text (
  claim   jsonb,
  field   text,
  pattern text,
  most    integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  given constant text := nullif(btrim(claim ->> field), '');
begin
  if jsonb_typeof(claim -> field) in ('object', 'array') or length(given) > most or given ~ '[[:cntrl:]]' or given !~ pattern then
    perform private.refuse('claim_invalid', field);
  end if;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION private.claimed_announcement (
  source text,
  claim  jsonb,
  key    text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_id uuid := (select known.announcement from private.announcement_claims as known where known.source = claimed_announcement.source and known.key = claimed_announcement.key);
  reach int;
begin
  if found_id is not null then return found_id; end if;
  if claim ? 'indicator' then
    select id into found_id from public.announcements where indicator = claim ->> 'indicator' and period = claim ->> 'period' order by listed desc, id limit 1;
    if found_id is not null or not claim ? 'day' then return found_id; end if;
    -- How far apart two sources may date one occurrence: less than half of the way to the next.
    reach := (select case cadence when 'weekly' then 3 when 'monthly' then 12 when 'quarterly' then 20 when 'meetings' then 5 else 0 end from public.indicators where slug = claim ->> 'indicator');
    select held.id into found_id
    from public.announcements as held
    where held.indicator = claim ->> 'indicator' and abs(held.day - (claim ->> 'day')::date) <= reach
      and (held.period is null or not claim ? 'period') and (reach > 0 or held.starts_at = (claim ->> 'starts_at')::timestamptz)
      -- A source that names two of them means two.
      and not exists (select from private.announcement_claims as own where own.announcement = held.id and own.source = claimed_announcement.source and own.gone_at is null)
    order by held.listed desc, abs(extract(epoch from held.starts_at - (claim ->> 'starts_at')::timestamptz)), held.id limit 1;
  elsif claim ? 'day' then
    select held.id into found_id
    from public.announcements as held
    where held.indicator is null and held.currency = claim ->> 'currency' and lower(held.title) = lower(claim ->> 'title') and held.day = (claim ->> 'day')::date
      and not exists (select from private.announcement_claims as own where own.announcement = held.id and own.source = claimed_announcement.source and own.gone_at is null)
    order by held.id limit 1;
  end if;
  return found_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.close_forgotten_ticket()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.subject := '—';
  new.excerpt := '';
  new.facts := null;
  new.facts_consented_at := null;
  new.satisfaction_words := null;
  new.request := null;
  new.paused_since := coalesce(new.paused_since, clock_timestamp());
  new.closed_at := coalesce(new.closed_at, clock_timestamp());
  new.state := 'closed';
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.combined_places (
  words text,
  brand text
)
  RETURNS TABLE (
    rule  text,
    start integer,
    stop  integer
  )
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  with reports as (
    select '\m(?:signale[rz]?|reporte[rd]?|reported|mefi[a-z]*|beware|cuidado|attenzione|attention|prudence|denunci[a-z]*|segnalat[oa]|refus[a-z]*|refused|rechac[a-z]*|rifiutat[oa]|of course i did not|never (?:give|share|send)|ne donnez jamais|no des nunca|non dare mai|jamais donner|ask(?:s|ed|ing) (?:me|for)|m.?a demande|me pidi[oe]|mi ha chiesto|somebody|quelqu.?un|alguien|qualcuno)\M' as pattern
  ), warns as (
    select '\m(?:arnaqu[a-z]*|escroc[a-z]*|faux|fausse|fake|scam[a-z]*|estafa[a-z]*|fals[oa]|truff[a-z]*|fint[oa]|jamais (?!perd)|never (?:trust|give|send|follow|reply)|nunca (?:confi|dar|env)|' || substr(pattern, 6) as pattern from reports
  ), found as materialized (
    select known.clue, place.start, regexp_instr(words, known.pattern, 1, nth, 1) as stop
    from (
      select clues.clue, private.filled_pattern(clues.pattern, brand) as pattern from private.shield_clues() as clues where exists (select from unnest(clues.hints) as hint where strpos(words, hint) > 0) offset 0
    ) as known
    cross join generate_series(1, 4) as nth
    cross join lateral (select regexp_instr(words, known.pattern, 1, nth) as start) as place
    where place.start > 0
  )
  select line.rule, lead.start, lead.stop
  from private.shield_combinations() as line
  join found as lead on lead.clue = line.clues[1]
  where not exists (
      select from unnest(line.clues[2:]) as other (clue)
      where not exists (select from found where found.clue = other.clue and found.start <= lead.stop + line.reach and found.stop >= lead.start - line.reach)
    )
    and (line.unless is null or private.clause_at(words, lead.start, lead.stop, '[.!?\n]')
      !~ private.filled_pattern(replace(replace(line.unless, '%WARNS%', (select pattern from warns)), '%REPORTS%', (select pattern from reports)), ''))
$function$;

CREATE OR REPLACE FUNCTION private.complaint_day (
  opened_at timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select upper(open) from generate_series(1, 60) as n, private.support_window((opened_at at time zone 'Europe/Paris')::date + n) as open where open is not null order by n offset 9 limit 1
$function$;

CREATE OR REPLACE FUNCTION private.count_canned_answers()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.canned_answers as answer set uses = counted.uses, sufficed = counted.sufficed
  from (
    select sent.canned, count(distinct sent.ticket) as uses, count(distinct sent.ticket) filter (where not exists (
      select from public.ticket_events as later where later.ticket = sent.ticket and later.at > sent.at and later.kind in ('replied', 'resumed', 'reopened', 'followed') and later.actor_role in ('member', 'product'))) as sufficed
    from public.ticket_messages as sent join public.tickets on tickets.id = sent.ticket
    where sent.canned is not null and tickets.state in ('solved', 'closed') and tickets.merged_into is null group by sent.canned
  ) as counted
  where counted.canned = answer.id and (answer.uses, answer.sufficed) is distinct from (counted.uses, counted.sufficed)
$function$;

CREATE OR REPLACE FUNCTION private.crossed_signals (
  member      uuid,
  of_currency text,
  since       timestamp with time zone,
  until       timestamp with time zone
)
  RETURNS TABLE (
    signal_id uuid,
    mine      boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select signals.id, own.status in ('followed', 'taken')
  from public.signals
  join public.signal_states as states on states.signal_id = signals.id and states.state in ('pending', 'active')
  join public.instruments on instruments.symbol = signals.symbol and of_currency in (instruments.base_currency, instruments.quote_currency)
  join public.signal_levels as levels on levels.signal_id = signals.id
  left join public.signal_trades as own on own.signal_id = signals.id and own.user_id = member
  where own.status is distinct from 'ignored' and (signals.tier = 'freemium' or private.is_premium(member))
    -- One that still waits can be filled until it expires.
    and (states.state = 'active' or levels.expires_at > since) and signals.published_at < until
$function$;

CREATE OR REPLACE FUNCTION private.date_feedback()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.given_at := clock_timestamp();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.figure_formula (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case name
    when 'expectancy_r' then 'Σ R / n' when 'total_r' then 'Σ R' when 'win_rate' then 'wins / n' when 'profit_factor' then 'Σ R⁺ / |Σ R⁻|' when 'average_win_r' then 'Σ R⁺ / wins'
    when 'average_loss_r' then 'Σ R⁻ / losses' when 'max_drawdown_r' then 'max(peak − Σ R)' when 'cancelled_rate' then 'cancelled / ended' when 'result_r' then 'Σ share × (exit − entry) / (entry − stop)' end
$function$;

CREATE OR REPLACE FUNCTION private.figure_in (
  value text,
  unit  text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when value !~ '[KMBT]$' or unit is null then value
    else trim_scale(rtrim(value, 'KMBT')::numeric * 10::numeric ^ (3 * strpos('KMBT', right(value, 1)) - case unit when 'thousand' then 3 when 'million' then 6 when 'billion' then 9 when 'trillion' then 12 else 0 end))::text end
$function$;

CREATE OR REPLACE FUNCTION private.figure_proof (
  figure jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  name constant text := figure ->> 'name';
  asked_kind constant text := figure ->> 'kind';
  filters constant jsonb := coalesce(figure -> 'filters', '{}');
  asked public.signals;
  stated public.statements;
begin
  if asked_kind = 'performance' and private.figure_formula(name) is not null and name <> 'result_r' and jsonb_typeof(filters) = 'object' then
    return jsonb_build_object('figure', jsonb_build_object('kind', asked_kind, 'name', name, 'filters', filters), 'formula', private.figure_formula(name), 'computed_at', now(), 'head', public.ledger_head(),
      'value', public.performance_figures(filters) -> name, 'inputs', public.performance_figures(filters) - array['distribution'],
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('number', rows.number, 'state', rows.state, 'ended_at', rows.ended_at, 'r', trim_scale(rows.realised_r)::text) order by rows.ended_at, rows.number), '[]')
        from (select results.* from public.performance_rows(filters) as results order by results.ended_at desc limit 500) as rows));
  elsif asked_kind = 'signal' then
    select * into asked from public.signals where number::text = figure ->> 'number';
    if asked.id is not null then
      return jsonb_build_object('figure', jsonb_build_object('kind', asked_kind, 'number', asked.number), 'formula', private.figure_formula('result_r'), 'computed_at', now(), 'head', public.ledger_head(),
        'value', private.displayed_signal(asked.id) -> 'realised_r', 'inputs', private.displayed_signal(asked.id),
        'rows', (select coalesce(jsonb_agg(jsonb_build_object('sequence', entries.sequence, 'at', entries.at, 'kind', entries.kind, 'hash', entries.hash) order by entries.sequence), '[]') from (
          select ledger.sequence, ledger.at, ledger.kind, ledger.hash from public.ledger where signal_id = asked.id order by sequence limit 200) as entries));
    end if;
  elsif asked_kind = 'statement' then
    select * into stated from public.statements where number::text = figure ->> 'number';
    if stated.id is not null then
      return jsonb_build_object('figure', jsonb_build_object('kind', asked_kind, 'number', stated.number), 'formula', null, 'computed_at', now(), 'head', public.ledger_head(),
        'value', private.displayed_statement(stated) -> 'outcome', 'inputs', private.displayed_statement(stated), 'rows', '[]'::jsonb);
    end if;
  end if;
  raise exception 'figure_unknown' using errcode = '22023', hint = 'figure';
end
$function$;

CREATE OR REPLACE FUNCTION private.fill_answer (
  answer text,
  kept   public.tickets,
  agent  uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  filled text := answer;
  values constant jsonb := jsonb_build_object(
    'member', coalesce(nullif((select first_name from public.profiles where id = kept.user_id), ''), private.ticket_name(kept.user_id), ''), 'number', kept.number::text, 'subject', kept.subject,
    'agent', coalesce(private.ticket_name(agent), ''), 'promise', to_char(kept.solve_due_at at time zone 'Europe/Paris', 'DD/MM/YYYY HH24:MI'),
    'plan', coalesce((select name -> kept.language #>> '{}' from (select to_jsonb(plans.name) as name from public.subscriptions join public.plans on plans.slug = subscriptions.plan
      where user_id = kept.user_id and state in ('active', 'past_due', 'canceled')) as bought), ''),
    'mediator', (select mediator from private.seller));
  known record;
begin
  -- In one pass each, and values last: what a member calls their ticket is not read as a variable.
  for known in select key, value from jsonb_each_text(values) order by key = 'subject' loop
    filled := replace(filled, '{{' || known.key || '}}', known.value);
  end loop;
  return filled;
end
$function$;

CREATE OR REPLACE FUNCTION private.firm_restricts (
  wants  public.announcement_preferences,
  moment timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((
    select exists (select from jsonb_array_elements(rules.phases) as phase where phase ->> 'news' in ('restricted', 'forbidden'))
    from public.prop_firm_rule_versions as rules
    where rules.firm = wants.firm and rules.challenge = wants.challenge and rules.applies_from <= (moment at time zone 'UTC')::date
    order by rules.version desc limit 1), false)
$function$;

CREATE OR REPLACE FUNCTION private.forget_ticket()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'tickets' and (name in (select path from public.ticket_files where ticket = new.id) or (storage.foldername(name))[1] = old.user_id::text);
  perform set_config('storage.allow_delete_query', allowed, true);
  delete from public.ticket_files where ticket = new.id;
  update public.ticket_messages set body = '—', quoted = null, author_name = case when role = 'member' then '' else author_name end, author = case when role = 'member' then null else author end where ticket = new.id;
  delete from public.ticket_notes where ticket = new.id;
  delete from private.ticket_words where ticket = new.id;
  delete from private.ticket_threads where ticket = new.id;
  delete from private.support_mails where ticket = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.french_holidays (
  year integer
)
  RETURNS SETOF date
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select day from private.easter_sunday(year) as easter, unnest(array[
    make_date(year, 1, 1), easter + 1, make_date(year, 5, 1), make_date(year, 5, 8), easter + 39, easter + 50,
    make_date(year, 7, 14), make_date(year, 8, 15), make_date(year, 11, 1), make_date(year, 11, 11), make_date(year, 12, 25)]) as day
$function$;

CREATE OR REPLACE FUNCTION private.grade_expectations (
  moment timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due record;
  said text; expected text;
  surprise text;
  graded int := 0;
begin
  for due in
    select made.*, held.actual, held.forecast, held.state, held.released_at, sealed.terms, sealed.nonce
    from public.expectations as made join public.announcements as held on held.id = made.announcement join public.expectation_terms as sealed on sealed.expectation = made.id
    where not exists (select from public.expectation_outcomes as known where known.expectation = made.id) and (held.actual is not null or held.state = 'cancelled')
      and made.deadline <= coalesce(grade_expectations.moment, clock_timestamp())
    order by made.number
  loop
    perform private.lock_ledger();
    -- The consensus of before the figure, not what somebody enters after it.
    expected := coalesce((
      select version.known ->> 'forecast' from public.announcement_versions as version
      where version.announcement = due.announcement and version.known ->> 'actual' is null order by version.version desc limit 1), case when due.demonstration then due.forecast end);
    -- The first figure: a revision belongs to the next release.
    said := (select version.known ->> 'actual' from public.announcement_versions as version
      where version.announcement = due.announcement and version.known ->> 'actual' is not null order by version.version limit 1);
    surprise := case sign(public.surprise_of(said, expected)) when 1 then 'above' when 0 then 'in_line' when -1 then 'below' end;
    insert into public.expectation_outcomes values (due.id, said, expected, surprise, surprise = due.terms ->> 'direction', coalesce(grade_expectations.moment, private.ledger_moment())) on conflict do nothing;
    if found then
      perform private.append_to_ledger('expectation_graded', null, jsonb_build_object(
        'expectation', due.id, 'terms', due.terms, 'nonce', due.nonce, 'actual', said, 'forecast', expected, 'surprise', surprise, 'outcome', surprise = due.terms ->> 'direction'),
        coalesce(grade_expectations.moment, private.ledger_moment()));
      graded := graded + 1;
    end if;
  end loop;
  return graded;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_promise()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' and new.seal is distinct from private.sha256_hex(private.canonical_json(new.promise)) then raise exception 'promise_not_sealed' using errcode = '42501'; end if;
  if tg_op = 'UPDATE' and (new.promise, new.seal, new.opened_at, new.answer_due_at) is distinct from (old.promise, old.seal, old.opened_at, old.answer_due_at) then
    raise exception 'promise_is_sealed' using errcode = '42501', detail = 'Nobody moves a promise.';
  end if;
  if tg_op = 'UPDATE' and new.solve_due_at < old.solve_due_at or new.first_answered_at is null and tg_op = 'UPDATE' and old.first_answered_at is not null then
    raise exception 'promise_is_sealed' using errcode = '42501', detail = 'A pause adds to a promise and takes nothing from it.';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.handled_ticket (
  ticket uuid
)
  RETURNS public.tickets
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into kept from public.tickets where id = handled_ticket.ticket for update;
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  if kept.merged_into is not null then raise exception 'ticket_merged' using errcode = 'PT409', detail = kept.merged_into::text; end if;
  return kept;
end
$function$;

CREATE OR REPLACE FUNCTION private.help_did_not_suffice (
  of_member uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.help_openings set ticket_at = clock_timestamp()
  where member = of_member and ticket_at is null and opened_at > clock_timestamp() - interval '24 hours'
$function$;

CREATE OR REPLACE FUNCTION private.help_spellings (
  typed    text,
  language text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with known as materialized (
    select distinct word from private.help_words as known
    where known.language = help_spellings.language and abs(length(word) - length(typed)) <= 3
  ), alike as (
    select word, extensions.similarity(word, typed) as likeness from known
  ), close as (
    select * from alike
    where likeness >= 0.3
      -- A short word with two letters exchanged shares hardly a trigram with itself.
      or (likeness >= 0.2 and length(typed) <= 5 and left(word, 1) = left(typed, 1) and abs(length(word) - length(typed)) <= 1)
  )
  select coalesce(array_agg(word order by likeness desc, word) filter (where likeness >= 0.8 * best), '{}')
  from (select *, max(likeness) over () as best, row_number() over (order by likeness desc, word) as place from close) as ranked where place <= 3
$function$;

CREATE OR REPLACE FUNCTION private.help_terms (
  query    text,
  language text
)
  RETURNS TABLE (
    term      tsquery,
    certainty real,
    words     text[]
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with typed as (
    select word, min(place) as place
    from regexp_split_to_table(private.plain(left(query, 300)), '[^[:alnum:]]+') with ordinality as part (word, place)
    where length(word) >= 2 group by word order by min(place) limit 30
  ), asked as (
    select word, place, to_tsquery(private.search_configuration(help_terms.language), word || case when length(word) >= 3 then ':*' else '' end) as term from typed
  ), judged as (
    select asked.*, case
        when length(word) < 4 or exists (
          select from public.published_words as indexed join public.published_content as card using (item)
          where card.kind = 'help-article' and indexed.language = help_terms.language and indexed.words @@ term) then array[word]
        else private.help_spellings(word, help_terms.language) end as words
    from asked where numnode(term) > 0
  )
  select case when words = array[word] then judged.term
      else (select to_tsquery(private.search_configuration(help_terms.language), string_agg(meant || ':*', ' | ')) from unnest(words) as meant) end,
    case when words = array[word] then 1 else 0.7 end::real, words
  from judged where cardinality(words) > 0 order by place
$function$;

CREATE OR REPLACE FUNCTION private.index_content (
  item     uuid,
  document jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.published_words (item, language, part, body, words)
  with texts as (
    select language, coalesce(document #> '{texts,fr}', '{}') || coalesce(document #> array['texts', language], '{}') as texts,
      private.content_title(document, language) as title, private.search_configuration(language) as configuration
    from unnest(private.languages()) as language
  )
  select index_content.item, language, 'card', private.bare_text(coalesce(texts ->> 'summary', '')),
    setweight(to_tsvector(configuration, private.plain(title)), 'A')
      -- Words that people type and the text does not use: found, never shown.
      || setweight(to_tsvector(configuration, private.plain(concat_ws(' ', texts ->> 'summary', texts ->> 'keywords'))), 'B')
  from texts
  union all
  select index_content.item, language, 'body', body, setweight(to_tsvector(configuration, private.plain(body)), 'C')
  from texts, lateral (
    select private.bare_text(coalesce(string_agg(value, ' ' order by key), '')) as body from jsonb_each_text(texts) where key not in ('title', 'summary', 'keywords')
  ) as rest
  on conflict on constraint published_words_pkey do update set body = excluded.body, words = excluded.words
$function$;

CREATE OR REPLACE FUNCTION private.index_ticket (
  ticket uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.ticket_words as known (ticket, touched_at, words)
  select kept.id, kept.last_message_at, private.words_of(concat_ws(' ', kept.number, kept.subject, profile.first_name, profile.last_name, profile.username,
    (select email || ' ' || regexp_replace(email, '[^[:alnum:]]+', ' ', 'g') from auth.users where id = kept.user_id),
    (select left(string_agg(body, ' ' order by at desc), 60000) from public.ticket_messages as message where message.ticket = kept.id)), kept.language)
  from public.tickets as kept left join public.profiles as profile on profile.id = kept.user_id
  where kept.id = index_ticket.ticket
  on conflict on constraint ticket_words_pkey do update set touched_at = excluded.touched_at, words = excluded.words
$function$;

CREATE OR REPLACE FUNCTION private.indicator_releases (
  of_indicator text,
  known_at     timestamp with time zone
)
  RETURNS SETOF public.announcements
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with known as (
    select held.* from public.announcements as held where indicator_releases.known_at is null and held.indicator = of_indicator and held.actual is not null
    union all
    select state.*
    from (
      select distinct on (version.announcement) version.known
      from public.announcement_versions as version join public.announcements as held on held.id = version.announcement
      where indicator_releases.known_at is not null and held.indicator = of_indicator and version.known_at <= indicator_releases.known_at
      order by version.announcement, version.version desc
    ) as newest, lateral jsonb_populate_record(null::public.announcements, newest.known) as state
    where state.actual is not null
  )
  -- Invented values stand alone or not at all.
  select known.* from known where known.state <> 'cancelled' and (not known.sample or not exists (select from known as real where not real.sample))
$function$;

CREATE OR REPLACE FUNCTION private.is_only_thanks (
  body  text,
  names text[] DEFAULT '{}'::text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  courtesies constant text[] := array[
    -- Longest first: a phrase must not be cut by a shorter one. Plain letters, no apostrophes.
    'je vous remercie', 'je te remercie', 'vous remercie', 'en vous remerciant', 'merci infiniment', 'merci encore', 'merci bien', 'merci beaucoup', 'un grand merci', 'mille mercis', 'merci', 'remerciements', 'remercie',
    'pour votre reponse', 'pour ta reponse', 'pour la reponse', 'pour votre aide', 'pour ton aide', 'pour l aide', 'pour votre rapidite', 'pour la rapidite', 'pour votre retour', 'pour le retour', 'pour tout', 'a vous', 'a toute l equipe', 'l equipe', 'infiniment',
    'c est parfait', 'c est bon', 'c est regle', 'c est resolu', 'c est tres clair', 'c est clair', 'c est note', 'c est super', 'c est recu', 'bien recu', 'bien note', 'tout est bon', 'tout est ok', 'tout fonctionne', 'tout marche', 'ca fonctionne', 'ca marche', 'ca a marche', 'probleme regle', 'probleme resolu', 'le probleme est regle', 'le probleme est resolu',
    'parfait', 'parfaitement', 'super', 'genial', 'excellent', 'nickel', 'impeccable', 'top', 'ok', 'd accord', 'tres bien', 'beaucoup', 'maintenant', 'desormais',
    'bonjour', 'bonsoir', 'bonne journee', 'bonne soiree', 'bon week end', 'bon weekend', 'a bientot', 'cordialement', 'bien cordialement', 'bien a vous', 'belle journee', 'belle soiree',
    'thank you very much', 'thank you so much', 'thank you', 'thanks a lot', 'thanks so much', 'many thanks', 'thanks again', 'thanks', 'thx', 'cheers', 'much appreciated', 'appreciated', 'i appreciate it',
    'for your help', 'for the help', 'for your quick reply', 'for the quick reply', 'for your reply', 'for your answer', 'for the answer', 'for your time', 'that works', 'it works now', 'it works', 'it is working now', 'works now', 'works', 'works perfectly', 'all good', 'all good now', 'all sorted', 'problem solved', 'that is perfect', 'that s perfect', 'perfect', 'great', 'awesome', 'excellent', 'brilliant', 'got it', 'understood', 'now',
    'hello', 'hi', 'have a nice day', 'have a good day', 'have a great day', 'best regards', 'kind regards', 'regards', 'best',
    'muchas gracias', 'mil gracias', 'gracias', 'te lo agradezco', 'se lo agradezco', 'os lo agradezco', 'por tu ayuda', 'por su ayuda', 'por la ayuda', 'por tu respuesta', 'por su respuesta', 'por la respuesta', 'por todo', 'de nuevo', 'ya funciona', 'funciona', 'todo correcto', 'todo bien', 'todo perfecto', 'problema resuelto', 'solucionado', 'resuelto', 'perfecto', 'genial', 'estupendo', 'excelente', 'de acuerdo', 'vale', 'hola', 'buenos dias', 'buenas tardes', 'un saludo', 'saludos', 'que tengas un buen dia', 'buen dia', 'ya',
    'grazie mille', 'grazie tante', 'molte grazie', 'grazie ancora', 'grazie', 'vi ringrazio', 'la ringrazio', 'ti ringrazio', 'per l aiuto', 'per il vostro aiuto', 'per il suo aiuto', 'per la risposta', 'per la vostra risposta', 'per la rapidita', 'di tutto', 'ora funziona', 'adesso funziona', 'funziona', 'tutto ok', 'tutto a posto', 'tutto bene', 'problema risolto', 'risolto', 'perfetto', 'ottimo', 'benissimo', 'eccellente', 'va bene', 'buongiorno', 'buonasera', 'ciao', 'buona giornata', 'buona serata', 'cordiali saluti', 'saluti', 'ora', 'adesso'];
  content constant text := '\y(merci|mercis|remercie|remerciements|thank|thanks|thx|cheers|appreciated|appreciate|gracias|agradezco|grazie|ringrazio|parfait|super|genial|nickel|impeccable|top|perfect|great|awesome|excellent|brilliant|perfecto|estupendo|excelente|perfetto|ottimo|benissimo|fonctionne|marche|works|working|funciona|funziona|resolu|regle|solved|sorted|resuelto|solucionado|risolto|ok)\y';
  text text := ' ' || btrim(regexp_replace(private.plain(coalesce(body, '')), '[^[:alnum:]]+', ' ', 'g')) || ' ';
  phrase text;
begin
  if length(body) > 300 or strpos(body, '?') > 0 or text !~ content then return false; end if;
  for phrase in select known from unnest(courtesies || array(select btrim(regexp_replace(private.plain(name), '[^[:alnum:]]+', ' ', 'g')) from unnest(names) as name)) as known where known <> '' order by length(known) desc, known loop
    text := replace(text, ' ' || phrase || ' ', '  ');
  end loop;
  return btrim(text) = '';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_own_ticket (
  ticket uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.tickets where id = is_own_ticket.ticket and user_id = (select auth.uid()))
$function$;

CREATE OR REPLACE FUNCTION private.is_shown_event (
  kind text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select kind not in ('assigned', 'snoozed', 'noted', 'article', 'mail_refused', 'mail_failed') $function$;

CREATE OR REPLACE FUNCTION private.keep_announcement_version()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{version,changed_at}'::text[] = to_jsonb(old) - '{version,changed_at}'::text[] then return null; end if;
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_idea_record (
  author        uuid,
  as_of         bigint,
  record        jsonb,
  by_instrument jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.idea_records (author, as_of, record, brier, by_instrument)
  values (keep_idea_record.author, keep_idea_record.as_of, keep_idea_record.record, (keep_idea_record.record #>> '{calibration,brier}')::numeric, keep_idea_record.by_instrument)
  on conflict (author) do update set as_of = excluded.as_of, record = excluded.record, brier = excluded.brier, by_instrument = excluded.by_instrument, updated_at = clock_timestamp()
  where idea_records.as_of <= excluded.as_of
$function$;

CREATE OR REPLACE FUNCTION private.keep_indicator_licence (
  source    text,
  series    text,
  indicator text,
  licence   text,
  shown     boolean,
  moment    timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.indicator_licences as known values (keep_indicator_licence.source, keep_indicator_licence.series, keep_indicator_licence.indicator, keep_indicator_licence.licence, keep_indicator_licence.shown, moment)
  on conflict on constraint indicator_licences_pkey do update set indicator = excluded.indicator, licence = excluded.licence, shown = excluded.shown, read_at = excluded.read_at
$function$;

CREATE OR REPLACE FUNCTION private.keep_profile()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- The clock is the database's: a client only says that the interests are declared again.
  if tg_op = 'INSERT' or new.input is distinct from old.input or new.declared_at is distinct from old.declared_at then
    new.declared_at := clock_timestamp();
  end if;
  if new.is_default and (tg_op = 'INSERT' or not old.is_default) then
    update public.signal_profiles set is_default = false
    where author_id = new.author_id and id <> new.id and is_default;
  end if;
  return new;
end
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
    if kept.id is null then
      -- What an installation began with, and nobody has written in, is the release's from now on; any other of this name is staff's.
      update public.content_items as item set position = keep_shipped_content.position, tier = for_tier
      where item.kind = keep_shipped_content.kind and item.slug = keep_shipped_content.slug and item.parent is not distinct from above and item.state = 'published'
        and not exists (select from public.content_versions as version where version.item = item.id and version.author is not null)
      returning * into kept;
      if kept.id is null then return 'left'; end if;
      update public.published_content as card set position = kept.position, tier = kept.tier where card.item = kept.id;
    end if;
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

CREATE OR REPLACE FUNCTION private.keep_support (
  moment timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
  done int := 0;
begin
  for kept in
    select tickets.* from public.tickets join public.support_topics as about using (topic)
    where tickets.state = 'solved' and tickets.solved_at < moment - make_interval(days => about.close_days) order by tickets.id limit 500 for update of tickets skip locked
  loop
    update public.tickets set state = 'closed', closed_at = moment where id = kept.id;
    perform private.note_ticket(kept, 'closed');
    done := done + 1;
  end loop;
  perform private.count_canned_answers();
  delete from private.support_mails where received_at < moment - interval '90 days';
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_ticket_turn()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.turn_at := case when new.state not in ('new', 'open') then 'infinity' when new.first_answered_at is null then new.answer_due_at else new.solve_due_at end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.known_announcements (
  since    timestamp with time zone,
  until    timestamp with time zone,
  known_at timestamp with time zone
)
  RETURNS SETOF public.announcements
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select held.* from public.announcements as held
  where known_announcements.known_at is null and held.listed and held.starts_at >= since and held.starts_at < until
  union all
  select state.*
  from (
    select distinct on (version.announcement) version.known
    from public.announcement_versions as version
    where known_announcements.known_at is not null and version.known_at <= known_announcements.known_at
      and version.announcement in (select near.announcement from public.announcement_versions as near where near.starts_at >= since and near.starts_at < until)
    order by version.announcement, version.version desc
  ) as newest, lateral jsonb_populate_record(null::public.announcements, newest.known) as state
  where state.listed and state.starts_at >= since and state.starts_at < until
$function$;

CREATE OR REPLACE FUNCTION private.latin_looking (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select translate(value,
    -- Cyrillic
    'аАвВсСԁеЕёЁԍһНіІїЇјЈкКмМӏӀпоОрРԛѕЅтТгуУѵѴԝхХүҮ'
    -- Greek
    || 'αΑάΒϲϹΕεΗιΙίϊκΚΜΝνοΟόρΡτΤυΥύχΧΖγ'
    -- Armenian, Cherokee, Latin letters of other languages and small capitals
    || 'օսհոցզՕՍᎪᎬᎻᏆᎫᏦᏞᎷᏢᏚᎢᏙᎳᏃᏟᎠᎡᎥᎩᎽᏀᏂᏏᏒᏔᏕᏙᏳᏴɑɡɩɪᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢƖ',
    'aabbccdeeeeghhiiiijjkkmmllnoopp' || 'qsstt' || 'ryyvvwxxyy'
    || 'aaabcceehiiiikkmnvooopptt' || 'uyuxxzy'
    || 'ouhngqouaehijklmpstvwzcdriyyghbrwsvgbagiiabcdefghjklmnoprstuvwyzl')
$function$;

CREATE OR REPLACE FUNCTION private.mail_ticket (
  kept     public.tickets,
  template text,
  written  public.ticket_messages
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if kept.user_id is null then return; end if;
  perform private.queue_mail(kept.user_id, template, jsonb_build_object(
    'Ticket', jsonb_strip_nulls(jsonb_build_object('Id', kept.id, 'Number', kept.number, 'Subject', kept.subject, 'State', kept.state, 'AnswerDueAt', kept.answer_due_at, 'SolveDueAt', kept.solve_due_at,
      'Body', written.body, 'Author', written.author_name, 'Files', nullif((select count(*) from public.ticket_files where message = written.id), 0),
      'AcknowledgeDueAt', kept.acknowledge_due_at, 'ComplaintDueAt', kept.complaint_due_at, 'Mediator', case when kept.complaint_due_at is not null then (select nullif(mediator, '') from private.seller) end,
      'Replies', (select address is not null from private.support_mail_setting))),
    'ThreadToken', (select token from private.ticket_threads where ticket = kept.id)));
  if template = 'ticket_answered' then
    perform private.notify_member(kept.user_id, 'ticket-answer:' || written.id, 'ticket_answered', jsonb_build_object('number', kept.number, 'subject', kept.subject), '/support?demande=' || kept.id, own_mail => true);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_ticket (
  member    uuid,
  topic     text,
  priority  text,
  subject   text,
  language  text,
  channel   text,
  request   uuid,
  opened_at timestamp with time zone,
  facts     jsonb,
  proof     jsonb,
  origin    jsonb                    DEFAULT '{}'::jsonb
)
  RETURNS public.tickets
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  promised constant jsonb := private.seal_promise(make_ticket.opened_at, make_ticket.priority);
  about public.support_topics;
  made public.tickets;
begin
  select * into about from public.support_topics as known where known.topic = make_ticket.topic;
  if about.topic is null then raise exception 'topic_unknown' using errcode = '22023', hint = 'topic'; end if;
  if promised is null then raise exception 'priority_unknown' using errcode = '22023', hint = 'priority'; end if;
  insert into public.tickets (
    user_id, subject, topic, priority, language, channel, opened_at, promise, seal, answer_due_at, solve_due_at, facts, facts_consented_at, proof, request,
    split_from, follows, acknowledge_due_at, complaint_due_at, last_message_at)
  values (
    member, make_ticket.subject, about.topic, make_ticket.priority, make_ticket.language, make_ticket.channel, make_ticket.opened_at, promised, private.sha256_hex(private.canonical_json(promised)),
    (promised ->> 'answer_due_at')::timestamptz, (promised ->> 'solve_due_at')::timestamptz, make_ticket.facts, case when make_ticket.facts is not null then clock_timestamp() end,
    make_ticket.proof, make_ticket.request, (origin ->> 'split_from')::uuid, (origin ->> 'follows')::uuid,
    case when about.is_complaint then private.complaint_day(make_ticket.opened_at) end, case when about.is_complaint then make_ticket.opened_at + interval '2 months' end, make_ticket.opened_at)
  returning * into made;
  insert into private.ticket_threads (ticket) values (made.id);
  perform private.note_ticket(made, 'opened', jsonb_strip_nulls(jsonb_build_object('topic', made.topic, 'priority', made.priority, 'seal', made.seal, 'channel', made.channel) || origin), made.opened_at);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_hear_ticket (
  topic text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when topic ~ '^ticket:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then private.is_own_ticket(substr(topic, 8)::uuid) else false end
$function$;

CREATE OR REPLACE FUNCTION private.may_read_ticket_file (
  path text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.ticket_files as file join public.tickets on tickets.id = file.ticket where file.path = may_read_ticket_file.path and tickets.user_id = (select auth.uid()))
$function$;

CREATE OR REPLACE FUNCTION private.measure_reactions (
  moment timestamp with time zone DEFAULT clock_timestamp(),
  most   integer                  DEFAULT 200
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  measured int;
begin
  with due as (
    -- Five minutes begin and end as their minutes do, and are kept longer.
    select held.id, held.starts_at, symbol.symbol, span.frame, span.width
    from public.announcements as held join public.indicators as known on known.slug = held.indicator, unnest(known.symbols) as symbol (symbol),
      lateral (select case when extract(minute from held.starts_at)::int % 5 = 0 then 'M5' else 'M1' end as frame, case when extract(minute from held.starts_at)::int % 5 = 0 then 5 else 1 end as width) as span
    where held.actual is not null and held.precision = 'exact' and held.listed and held.starts_at <= moment - interval '66 minutes'
      and held.starts_at = date_trunc('minute', held.starts_at)
      and not exists (select from public.announcement_reactions as measured where measured.announcement = held.id and measured.symbol = symbol.symbol and measured.minutes = 60)
      and exists (select from public.candles where candles.symbol = symbol.symbol and timeframe = span.frame and opened_at = held.starts_at + interval '60 minutes' - make_interval(mins => span.width))
    order by held.starts_at desc limit most
  )
  insert into public.announcement_reactions
  select due.id, due.symbol, after.minutes, trim_scale(round((last.close - first.open) / instruments.pip_size, 1)), last.source, moment
  from due join public.instruments on instruments.symbol = due.symbol
    join public.candles as first on first.symbol = due.symbol and first.timeframe = due.frame and first.opened_at = due.starts_at and coalesce(first.first_at, first.opened_at) = due.starts_at,
    (values (5), (15), (60)) as after (minutes), lateral (
      select candles.close, candles.source from public.candles
      where candles.symbol = due.symbol and candles.timeframe = due.frame and candles.opened_at = due.starts_at + make_interval(mins => after.minutes - due.width)
        -- The candle's last minute was there.
        and coalesce(candles.last_at, candles.opened_at + make_interval(mins => due.width - 1)) = due.starts_at + make_interval(mins => after.minutes - 1)
    ) as last
  on conflict do nothing;
  get diagnostics measured = row_count;
  return measured;
end
$function$;

CREATE OR REPLACE FUNCTION private.merged_announcement (
  claims jsonb,
  before public.announcements,
  moment timestamp with time zone
)
  RETURNS public.announcements
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  state public.announcements := before;
  part jsonb;
  word jsonb;
  timed jsonb;
begin
  -- [{claim, source, gone}] in the order of their word. What is invented counts only where nothing else is said.
  if exists (select from jsonb_array_elements(claims) as one where one ->> 'source' <> 'sample') then
    claims := (select jsonb_agg(one order by place) from jsonb_array_elements(claims) with ordinality as given (one, place) where one ->> 'source' <> 'sample');
  end if;
  select jsonb_object_agg(named.key, named.value) into word from (
    select distinct on (said.key) said.key, said.value
    from jsonb_array_elements(claims) with ordinality as given (one, place), jsonb_each(one -> 'claim') as said
    where said.key not in ('starts_at', 'precision', 'day', 'zone', 'cancelled', 'postponed')
    order by said.key, one -> 'gone' = 'true', place
  ) as named;
  select one into timed
  from jsonb_array_elements(claims) with ordinality as given (one, place)
  where one #> '{claim,starts_at}' is not null
  order by one -> 'gone' = 'true', one ->> 'source' <> 'staff', case one #>> '{claim,precision}' when 'exact' then 0 when 'tentative' then 1 else 2 end, place limit 1;
  part := timed -> 'claim';
  state.indicator := word ->> 'indicator'; state.period := word ->> 'period'; state.kind := word ->> 'kind'; state.country := word ->> 'country'; state.currency := word ->> 'currency';
  state.title := word ->> 'title';
  state.impact := coalesce(word ->> 'impact', 'low');
  if state.indicator is not null then
    state.impact := coalesce((select one #>> '{claim,impact}' from jsonb_array_elements(claims) as one where one ->> 'source' = 'staff' and one #> '{claim,impact}' is not null limit 1),
      (select impact from public.indicators where slug = state.indicator));
  end if;
  state.starts_at := coalesce((part ->> 'starts_at')::timestamptz, before.starts_at);
  state.precision := coalesce(part ->> 'precision', before.precision);
  state.zone := coalesce(part ->> 'zone', before.zone);
  state.day := (state.starts_at at time zone state.zone)::date;
  state.forecast := word ->> 'forecast'; state.forecast_low := word ->> 'forecast_low'; state.forecast_high := word ->> 'forecast_high'; state.previous := word ->> 'previous';
  state.revised := nullif(word ->> 'revised', word ->> 'previous'); state.actual := word ->> 'actual';
  state.source := coalesce(timed ->> 'source', claims -> 0 ->> 'source');
  state.sample := claims -> 0 ->> 'source' = 'sample';
  state.listed := not (state.sample and not exists (select from jsonb_array_elements(claims) as one where one -> 'gone' = 'false'));
  if before.id is not null and (state.starts_at, state.precision) is distinct from (before.starts_at, before.precision) then
    state.sequence := before.sequence + 1;
    -- A day that gets its hour was not moved; nor was an example that a source corrects.
    if not before.sample and (before.day <> state.day or before.precision = 'exact' and state.starts_at <> before.starts_at) then state.moved_from := before.starts_at; end if;
  end if;
  state.released_at := case when state.actual is not null then coalesce(before.released_at, moment) end;
  state.state := case
    when not exists (select from jsonb_array_elements(claims) as one where one -> 'gone' = 'false' and one #> '{claim,cancelled}' is null) then 'cancelled'
    when (select one #> '{claim,cancelled}' is not null from jsonb_array_elements(claims) as one where one -> 'gone' = 'false' limit 1) then 'cancelled'
    when state.actual is not null then 'released'
    when (select one #> '{claim,postponed}' is not null from jsonb_array_elements(claims) as one where one -> 'gone' = 'false' limit 1) then 'postponed'
    when state.moved_from is not null then 'moved' else 'scheduled' end;
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_words (
  from_ticket uuid,
  to_ticket   uuid,
  chosen      uuid[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.ticket_messages set ticket = to_ticket, moved_from = coalesce(moved_from, from_ticket) where ticket = from_ticket and (chosen is null or id = any (chosen));
  update public.ticket_files set ticket = to_ticket where ticket = from_ticket and message in (select id from public.ticket_messages where ticket_messages.ticket = to_ticket);
  update public.ticket_notes set ticket = to_ticket where ticket = from_ticket and chosen is null;
  update public.tickets set
    messages = (select count(*) from public.ticket_messages where ticket = tickets.id),
    last_message_at = coalesce((select max(at) from public.ticket_messages where ticket = tickets.id), last_message_at),
    last_by = coalesce((select role from public.ticket_messages where ticket = tickets.id order by at desc, id desc limit 1), last_by),
    excerpt = coalesce((select left(regexp_replace(body, '\s+', ' ', 'g'), 200) from public.ticket_messages where ticket = tickets.id order by at desc, id desc limit 1), '')
  where id in (from_ticket, to_ticket);
  select private.index_ticket(from_ticket);
  select private.index_ticket(to_ticket);
$function$;

CREATE OR REPLACE FUNCTION private.new_subject (
  kept    public.tickets,
  subject text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Prefixes of replies in our languages, and our own number in brackets, are no part of a subject.
  select case when plain <> '' and private.plain(plain) <> private.plain(kept.subject) then left(plain, 160) end
  from (select btrim(regexp_replace(regexp_replace(private.cleaned(subject, 300), '^((re|ré|rép|fw|fwd|tr|rv|r|i|aw|sv)\s*(\[\d+\])?\s*[:：]\s*)+', '', 'i'), '\s*\[[^\]]*#?\d+\]\s*', ' ', 'g')) as plain) as bare
$function$;

CREATE OR REPLACE FUNCTION private.newest_posts_with (
  asked       tsquery,
  of_category text,
  of_symbol   text,
  since       timestamp with time zone,
  until       timestamp with time zone
)
  RETURNS SETOF private.post_words
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  placed constant boolean := of_category is not null or of_symbol is not null;
  most constant int := 200;
  -- A page of results.
  enough constant int := 20;
  seen timestamptz;
  oldest timestamptz;
  weeks int;
  first_week int;
  n int;
  known int;
begin
  since := coalesce(since, '-infinity');
  until := coalesce(until, 'infinity');
  select min(recent.published_at) into seen from (
    select found.published_at from private.post_words as found where found.published_at >= since and found.published_at < until
    order by found.published_at desc limit 4000) as recent;
  if seen is null then return; end if;
  return query select found.* from private.post_words as found
  where found.published_at >= seen and found.published_at < until and found.words @@ asked
    and (not placed or exists (select from public.threads as place where place.id = found.thread
      and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)))
  order by found.published_at desc limit most;
  get diagnostics known = row_count;
  if known >= enough then return; end if;
  if placed and (select count(*) from (
    select from public.threads as place where (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol) limit 500) as few) < 500 then
    return query select found.* from public.threads as place join private.post_words as found on found.thread = place.id
    where (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)
      and found.published_at >= since and found.published_at < seen and found.words @@ asked
    order by found.published_at desc limit most - known;
    return;
  end if;
  select greatest(since, min(found.published_at)) into oldest from private.post_words as found;
  foreach weeks in array '{2,6,26,1000000}'::int[] loop
    exit when known >= most or seen <= oldest;
    until := seen;
    first_week := greatest(private.week_of(oldest), private.week_of(until) - weeks + 1);
    seen := greatest(oldest, to_timestamp(first_week * 604800.0));
    return query select found.* from private.posts_by_index(asked, of_category, of_symbol, seen, until, (
      select string_agg('@' || week, '|')::tsquery from generate_series(first_week, private.week_of(until)) as week), most - known) as found;
    get diagnostics n = row_count;
    known := known + n;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.newest_titles_with (
  asked tsquery
)
  RETURNS SETOF private.thread_words
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  known private.thread_words[];
begin
  known := array(
    select one::private.thread_words from (select newest.* from private.thread_words as newest order by newest.thread desc limit 3000) as one
    where one.words @@ asked limit 200);
  if cardinality(known) >= 20 then return query select * from unnest(known); return; end if;
  return query select found.* from private.titles_with(asked) as found order by found.thread desc limit 200;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_announcement_version()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.announcement_versions values (new.id, new.version, new.changed_at, new.starts_at, to_jsonb(new));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_staff_claim()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.audit_log (actor, actor_role, request_id, table_name, row_key, action, before, after)
  values (auth.uid(), coalesce(public.current_staff_role(), session_user), private.current_request_id(), 'announcement_claims', new.source || '/' || new.key, lower(tg_op),
    case tg_op when 'UPDATE' then old.claim end, new.claim);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_ticket (
  kept        public.tickets,
  kind        text,
  data        jsonb                    DEFAULT '{}'::jsonb,
  happened_at timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  role constant text := case when auth.uid() is null then 'product' when auth.uid() = kept.user_id then 'member' else coalesce(private.reading_staff_role(), 'member') end;
  told constant jsonb := (select jsonb_build_object('id', id, 'number', number, 'kind', note_ticket.kind, 'state', state, 'messages', messages) from public.tickets where id = kept.id);
begin
  insert into public.ticket_events (ticket, kind, actor, actor_role, data, at)
  values (kept.id, note_ticket.kind, auth.uid(), role, note_ticket.data, note_ticket.happened_at);
  perform private.tell_topic('inbox', 'ticket', told);
  if private.is_shown_event(note_ticket.kind) then
    perform private.tell_topic('ticket:' || kept.id, 'ticket', told);
    if kept.user_id is not null then perform private.tell_topic('member:' || kept.user_id, 'ticket', told); end if;
  end if;
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
    when kind in ('qualification_approved', 'qualification_rejected', 'qualification_needs_information', 'push_test', 'receipt', 'refund_sent', 'refund_to_fetch', 'surplus_received', 'surplus_returned', 'payment_failed', 'method_expiring', 'renewal_notice', 'crypto_renewal', 'wallet_changed', 'wallet_stopped', 'payout_paid', 'payout_failed', 'course_awaited', 'moderation_decided', 'notice_received', 'notice_decided', 'appeal_decided', 'ticket_answered', 'ticket_assigned', 'ticket_mentioned') then 'account'
    when kind in ('course_published', 'course_updated') then 'trainings'
    when kind in ('idea_ended', 'forum_reply', 'forum_mention', 'forum_quote', 'forum_accepted', 'forum_post', 'forum_thread') then 'community'
    when kind in ('meeting_soon', 'meeting_moved', 'meeting_cancelled', 'meeting_replay', 'seat_freed', 'seat_passed') then 'events'
    when kind in ('announcement_soon', 'announcement_moved', 'announcement_put_off', 'announcement_late', 'announcement_blackout') then 'announcements'
  end
$function$;

CREATE OR REPLACE FUNCTION private.open_end_of (
  ticket uuid
)
  RETURNS public.tickets
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
begin
  select * into kept from public.tickets where id = open_end_of.ticket for update;
  -- What was merged lives on where it was merged into.
  for n in 1..20 loop
    exit when kept.merged_into is null;
    select * into kept from public.tickets where id = kept.merged_into for update;
  end loop;
  return kept;
end
$function$;

CREATE OR REPLACE FUNCTION private.pause_ticket (
  kept       public.tickets,
  into_state text,
  moment     timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.tickets set state = into_state, paused_since = coalesce(paused_since, moment), solved_at = case when into_state = 'solved' then coalesce(solved_at, moment) end
  where id = kept.id
$function$;

CREATE OR REPLACE FUNCTION private.posts_by_index (
  asked       tsquery,
  of_category text,
  of_symbol   text,
  since       timestamp with time zone,
  until       timestamp with time zone,
  weeks       tsquery,
  most        integer
)
  RETURNS SETOF private.post_words
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_indexscan TO 'off'
  AS $function$
begin
  -- Words and weeks apart: the index then goes through both lists at once. With offset 0 it stays the only index that is read.
  return query select found.* from (
    select * from private.post_words as worded
    where private.words_and_week(worded.words, worded.published_at) @@ asked and private.words_and_week(worded.words, worded.published_at) @@ weeks offset 0) as found
  where found.published_at >= since and found.published_at < until
    and (of_category is null and of_symbol is null or exists (select from public.threads as place where place.id = found.thread
      and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)))
  order by found.published_at desc limit most;
end
$function$;

CREATE OR REPLACE FUNCTION private.posts_found (
  asked       tsquery,
  of_author   uuid,
  of_category text,
  of_symbol   text,
  since       timestamp with time zone,
  until       timestamp with time zone
)
  RETURNS SETOF private.post_words
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  worded constant boolean := numnode(asked) > 0;
begin
  if of_author is not null then
    return query select found.* from private.post_words as found
    where found.author = of_author and (not worded or found.words @@ asked) and (since is null or found.published_at >= since) and (until is null or found.published_at < until)
      and (of_category is null and of_symbol is null or exists (select from public.threads as place where place.id = found.thread
        and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)))
    order by found.published_at desc limit 200;
  elsif worded then
    return query select found.* from private.newest_posts_with(asked, of_category, of_symbol, since, until) as found;
  elsif of_category is not null or of_symbol is not null then
    return query select found.* from (
      select place.id from public.threads as place
      where place.state = 'published' and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)
      order by place.last_post_at desc limit 50
    ) as place join public.posts as first on first.thread = place.id and first.position = 1 join private.post_words as found on found.post = first.id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.project_help_article (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from private.help_words where item = kept.id;
  insert into private.help_words (language, word, item)
  select distinct language, word, kept.id
  from unnest(private.languages()) as language
  cross join lateral jsonb_each_text(coalesce(document #> '{texts,fr}', '{}') || coalesce(document #> array['texts', language], '{}')) as text
  cross join regexp_split_to_table(private.plain(private.bare_text(text.value)), '[^[:alnum:]]+') as word
  where length(word) between 4 and 30
$function$;

CREATE OR REPLACE FUNCTION private.project_indicator (
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
    update public.indicators set listed = false where item = kept.id;
    return;
  end if;
  insert into public.indicators (slug, item, title, summary, why, country, currency, category, impact, better, unit, decimals, cadence, usual_time, zone, authority, authority_url, symbols)
  values (kept.slug, kept.id, private.translated(document, 'title'), private.translated(document, 'summary'), private.translated(document, 'why'), fields ->> 'country', fields ->> 'currency',
    fields ->> 'category', fields ->> 'impact', fields ->> 'better', fields ->> 'unit', (fields ->> 'decimals')::int, fields ->> 'cadence', (fields ->> 'usual_time')::time, fields ->> 'zone',
    fields ->> 'authority', fields ->> 'authority_url', array(select jsonb_array_elements_text(fields -> 'symbols')))
  on conflict (slug) do update set
    item = excluded.item, title = excluded.title, summary = excluded.summary, why = excluded.why, country = excluded.country, currency = excluded.currency, category = excluded.category,
    impact = excluded.impact, better = excluded.better, unit = excluded.unit, decimals = excluded.decimals, cadence = excluded.cadence, usual_time = excluded.usual_time, zone = excluded.zone,
    authority = excluded.authority, authority_url = excluded.authority_url, symbols = excluded.symbols, listed = true;
  delete from public.indicator_codes where indicator = kept.slug;
  insert into public.indicator_codes
  select distinct named.key, code, kept.slug
  from jsonb_each(case jsonb_typeof(fields -> 'codes') when 'object' then fields -> 'codes' else '{}' end) as named, jsonb_array_elements_text(named.value) as code;
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
    'format', 'vigie-proof', 'version', 8,
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

CREATE OR REPLACE FUNCTION private.receive_mail (
  mail jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
  came private.support_mails;
  answer jsonb := '{}';
  said text := btrim(coalesce(mail ->> 'text', ''));
  sender constant text := lower(left(coalesce(mail ->> 'from', ''), 320));
  member constant uuid := (select id from auth.users where lower(email) = sender and email_confirmed_at is not null and not is_sso_user and deleted_at is null order by id limit 1);
  decided text := mail ->> 'problem';
  why text := coalesce(mail ->> 'detail', '');
begin
  select tickets.* into kept from private.ticket_threads as thread join public.tickets on tickets.id = thread.ticket where thread.token = mail ->> 'token';
  insert into private.support_mails (message_id, sender, subject, ticket, outcome)
  values (left(mail ->> 'message_id', 500), sender, private.cleaned(mail ->> 'subject', 200), kept.id, 'refused') on conflict do nothing returning * into came;
  if came.id is null then return '{"outcome": "known"}'; end if;
  -- Our own address first: nothing that we sent ourselves goes any further.
  if sender = (select address from private.support_mail_setting) or sender = lower(mail ->> 'own') then decided := 'loop';
  elsif mail -> 'bounce' = 'true' then decided := 'bounce';
  elsif mail -> 'automatic' = 'true' then decided := 'automatic';
  elsif decided is not null then null;
  elsif kept.id is null then decided := 'unmatched';
  elsif member is null or kept.user_id is distinct from member then decided := 'wrong_sender';
  elsif (select count(*) from private.support_mails where support_mails.sender = came.sender and received_at > clock_timestamp() - interval '1 hour' and outcome in ('accepted', 'refused')) > 10 then decided := 'too_many';
  elsif said = '' and coalesce(mail -> 'files', '[]') = '[]' then decided := 'refused'; why := 'words_missing';
  else
    begin
      answer := private.take_reply(kept.id, member, left(coalesce(nullif(said, ''), '📎'), 20000), mail ->> 'quoted', 'mail', null, mail -> 'files', 'mail', private.new_subject(kept, mail ->> 'subject'));
      decided := 'accepted';
    exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' or sqlstate '22023' or sqlstate '23505' or sqlstate '42501' then
      decided := case when sqlstate = 'PT429' then 'too_many' else 'refused' end;
      why := sqlerrm;
    end;
  end if;
  update private.support_mails set outcome = decided, detail = left(why, 500) where id = came.id;
  if kept.id is not null and decided = 'bounce' then perform private.note_ticket(kept, 'mail_failed', jsonb_build_object('detail', left(why, 200)));
  elsif kept.id is not null and decided in ('wrong_sender', 'too_large', 'unreadable', 'refused', 'too_many') then
    perform private.note_ticket(kept, 'mail_refused', jsonb_build_object('outcome', decided));
  end if;
  -- A member who wrote to no ticket, or too much, is told once a day; an address that is nobody's is told nothing.
  if decided in ('unmatched', 'too_large') and member is not null and not exists (
    select from private.support_mails as earlier where earlier.sender = came.sender and earlier.outcome in ('unmatched', 'too_large') and earlier.id <> came.id and received_at > clock_timestamp() - interval '1 day') then
    perform private.queue_mail(member, 'ticket_unmatched', jsonb_build_object('Subject', came.subject, 'Why', decided));
  end if;
  return answer || jsonb_build_object('outcome', decided);
end
$function$;

CREATE OR REPLACE FUNCTION private.recent_tickets_with (
  asked     tsquery,
  before    timestamp with time zone,
  before_id uuid,
  reach     integer
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select found.ticket from (
    select newest.* from private.ticket_words as newest where (newest.touched_at, newest.ticket) < (before, before_id) order by newest.touched_at desc, newest.ticket desc limit reach
  ) as found where found.words @@ asked
$function$;

CREATE OR REPLACE FUNCTION private.record_expectation (
  of_announcement  uuid,
  direction        text,
  probability      text,
  author           uuid,
  author_name      text,
  made             timestamp with time zone,
  recorded_at      timestamp with time zone,
  is_demonstration boolean
)
  RETURNS public.expectations
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  held public.announcements;
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  terms jsonb;
  fresh public.expectations;
begin
  perform private.lock_ledger();
  select * into held from public.announcements where id = of_announcement;
  if held.id is null then raise exception 'announcement_not_found' using errcode = 'PT404'; end if;
  if direction is null or direction not in ('above', 'in_line', 'below') then perform private.refuse('invalid_direction', 'direction'); end if;
  if held.indicator is null or held.kind = 'speech' or held.kind = 'holiday' then perform private.refuse('nothing_to_expect', 'announcement', 'A figure is published.'); end if;
  if held.precision <> 'exact' or held.starts_at <= made or held.state in ('cancelled', 'postponed') or held.actual is not null and not is_demonstration then perform private.refuse('too_late_to_expect', 'announcement', 'Before the release.'); end if;
  terms := jsonb_build_object('indicator', held.indicator, 'deadline', private.timestamp_text(held.starts_at), 'direction', direction,
    'probability', private.probability_of(jsonb_build_object('probability', probability)));
  insert into public.expectations (number, announcement, author_id, author_name, made_at, deadline, commitment, demonstration)
  values ((select coalesce(max(number), 0) + 1 from public.expectations), held.id, author, record_expectation.author_name, made, held.starts_at, private.commitment(nonce, terms), is_demonstration)
  on conflict (announcement, author_id) do nothing returning * into fresh;
  if fresh.id is null then raise exception 'already_expected' using errcode = 'PT409'; end if;
  insert into public.expectation_terms values (fresh.id, terms, nonce);
  perform private.append_to_ledger('expected', null, jsonb_build_object(
    'expectation', fresh.id, 'number', fresh.number, 'author', fresh.author_name, 'author_id', author, 'made_at', private.timestamp_text(made),
    'deadline', private.timestamp_text(fresh.deadline), 'demonstration', is_demonstration, 'commitment', fresh.commitment), recorded_at);
  return fresh;
end
$function$;

CREATE OR REPLACE FUNCTION private.remind_of_announcements (
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due record;
  told int := 0;
begin
  for due in
    with wanted as (
      select wants.user_id, held.id, held.sequence, held.starts_at, wants.remind_minutes as minutes
      from public.announcements as held join public.announcement_preferences as wants on wants.remind_minutes is not null
        and held.impact = any (wants.remind_impacts) and (wants.remind_currencies = '{}' or held.currency = any (wants.remind_currencies))
      where held.listed and held.precision = 'exact' and held.kind <> 'holiday' and held.state not in ('cancelled', 'postponed', 'released') and held.starts_at > moment and held.starts_at <= moment + interval '1 day'
      union all
      select own.user_id, held.id, held.sequence, held.starts_at, own.minutes
      from public.announcement_reminders as own join public.announcements as held on held.id = own.announcement
      where held.listed and held.precision = 'exact' and held.state not in ('cancelled', 'postponed', 'released') and held.starts_at > moment and held.starts_at <= moment + interval '1 day'
    )
    select wanted.user_id, wanted.id, wanted.sequence, wanted.starts_at
    from wanted left join private.announcement_tellings as tellings on tellings.user_id = wanted.user_id and tellings.announcement = wanted.id
    where tellings.starts_at is distinct from wanted.starts_at
    group by wanted.user_id, wanted.id, wanted.sequence, wanted.starts_at
    having max(wanted.minutes) * interval '1 minute' >= wanted.starts_at - moment
    order by wanted.user_id, wanted.starts_at
  loop
    insert into private.announcement_tellings as tellings values (due.user_id, due.id, due.sequence, due.starts_at, moment)
    on conflict (user_id, announcement) do update set sequence = excluded.sequence, starts_at = excluded.starts_at, told_at = excluded.told_at;
    if private.tell_of_announcement(due.user_id, due.id, 'announcement_soon', due.sequence::text) then told := told + 1; end if;
  end loop;
  return told;
end
$function$;

CREATE OR REPLACE FUNCTION private.report_calendar_source (
  source  text,
  state   text,
  error   text,
  entries integer,
  moment  timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.announcement_sources as known set state = report_calendar_source.state, error = left(report_calendar_source.error, 300),
    fetched_at = case when report_calendar_source.state = 'off' then known.fetched_at else moment end,
    good_at = case when report_calendar_source.state = 'ok' then moment else known.good_at end,
    entries = coalesce(report_calendar_source.entries, known.entries)
  where known.source = report_calendar_source.source
$function$;

CREATE OR REPLACE FUNCTION private.resume_ticket (
  kept   public.tickets,
  moment timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.tickets set
    state = 'open', paused = paused + coalesce(private.business_time(paused_since, moment), '0'),
    solve_due_at = private.business_end((promise ->> 'solve_due_at')::timestamptz, paused + coalesce(private.business_time(paused_since, moment), '0')),
    paused_since = null, solved_at = null, snoozed_until = null, reopened = reopened + (state = 'solved')::int
  where id = kept.id
$function$;

CREATE OR REPLACE FUNCTION private.seal_promise (
  moment   timestamp with time zone,
  priority text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'opened_at', private.timestamp_text(moment), 'priority', promised.priority, 'answer_minutes', promised.answer_minutes, 'solve_minutes', promised.solve_minutes,
    'answer_due_at', private.timestamp_text(private.business_end(moment, make_interval(mins => promised.answer_minutes))),
    'solve_due_at', private.timestamp_text(private.business_end(moment, make_interval(mins => promised.solve_minutes))))
  from public.support_promises as promised where promised.priority = seal_promise.priority
$function$;

CREATE OR REPLACE FUNCTION private.settle_announcement (
  of_announcement uuid,
  first_claim     jsonb,
  source          text,
  moment          timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  before public.announcements;
  state public.announcements;
  claims jsonb;
begin
  select * into before from public.announcements where id = of_announcement for update;
  select jsonb_agg(jsonb_build_object('source', known.source, 'claim', known.claim, 'gone', known.gone_at is not null) order by sources.rank, known.seen_at desc, known.key) into claims
  from private.announcement_claims as known join public.announcement_sources as sources on sources.source = known.source where known.announcement = of_announcement;
  if before.id is null then
    state := private.merged_announcement(jsonb_build_array(jsonb_build_object('source', source, 'claim', first_claim, 'gone', false)), null, moment);
    if state.starts_at is null or state.currency is null then perform private.refuse('claim_invalid', case when state.starts_at is null then 'at' else 'currency' end); end if;
    state.id := private.ordered_id(); state.sequence := 0; state.version := 0; state.changed_at := moment;
    insert into public.announcements values (state.*);
    return jsonb_build_object('id', state.id, 'change', 'added', 'becomes', to_jsonb(state));
  end if;
  state := private.merged_announcement(claims, before, moment);
  if to_jsonb(state) = to_jsonb(before) then return jsonb_build_object('id', before.id, 'change', 'same'); end if;
  state.changed_at := moment;
  update public.announcements as held set
    indicator = state.indicator, period = state.period, kind = state.kind, country = state.country, currency = state.currency, impact = state.impact, title = state.title, starts_at = state.starts_at,
    precision = state.precision, day = state.day, zone = state.zone, forecast = state.forecast, forecast_low = state.forecast_low, forecast_high = state.forecast_high, previous = state.previous,
    revised = state.revised, actual = state.actual, state = state.state, moved_from = state.moved_from, sequence = state.sequence, released_at = state.released_at, source = state.source,
    sample = state.sample, listed = state.listed, changed_at = state.changed_at
  where held.id = before.id;
  return jsonb_build_object('id', before.id, 'change', case when state.moved_from is distinct from before.moved_from then 'moved' else 'changed' end, 'was', to_jsonb(before), 'becomes', to_jsonb(state));
end
$function$;

CREATE OR REPLACE FUNCTION private.shield_clues()
  RETURNS TABLE (
    clue    text,
    hints   text[],
    pattern text
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select clue, hints::text[], replace(pattern, ' ', '\s') from (values
    -- An invitation to talk where nobody else reads.
    ('aside', '{mp,dm,pm,priv,touch,relation,tell,find,join,talk,speak,habl,parl,ped,avis,trov,spieg,segui,mail,inbox,messag,mensaj,intern,moi,nous,me,mi,add,contact,contatt,chied,pregunt,demand,ecri,escrib,scriv,busca,cherch,look,cerca,llam,chiam,call,appel}',
      '\m(?:(?:send|envo(?:ie|yez)|laisse[zr]?|manda(?:te|mi)?|envia(?:me)?|invia(?:te|mi)?|deja(?:me)?|lascia(?:mi)?|drop)(?:[ -](?:moi|me|us|nous))? (?:un |a |an |una )?(?:message|mail|email|messaggio|mensaj[a-z]*|line)|(?:add|contact|message|text|follow|write|ajoute[zr]?|contacte[zr]?|suive[zs]|contatta(?:te)?|segui(?:te)?|contacta(?:d)?|sigue|agrega) (?:to |a |con )?(?:(?:la|il) )?(?:my|our|mon|ma|mes|notre|mi|mio|mia|nuestr[oa]|nostr[oa]) [a-z]+|(?:en|par|via|in|by|por) (?:mp|dm|pm|prive|privee|inbox|privado|interno|privato|message prive|direct message|mensaje privado|messaggio privato)\M|(?:dm|pm|inbox|message|text|ping|add|call|reach|contact|write|follow|ask|find|msg|hmu|tell|join|email|mail) (?:to )?(?:me|us|him|her|them)\M|privately|in private|in confidence|private (?:chat|message|talk)|(?:petit |un |little |a |un piccolo )?(?:message|mensaje|messaggio) (?:sur|on|en|su|par|por|via)\M|(?:mettre|mets|put|pongo|metto) (?:vous |te |you |ti )?en (?:relation|contact)|(?:put|get) (?:you )?in touch|(?:habla|hable|parla|parlate|parle[zr]?|talk|speak) (?:con|avec|with|to)\M|(?:your|my|the|his|her) inbox|slide into|(?:look|hit) (?:me|him|her) up|(?:contattat|scrivet|chiamat)e(?:l[oa]|mi|ci)\M|(?:contacta|contacte|escriba|escribe)l[oae]\M|(?:ecri(?:s|vez)|contacte[zr]?|demande[zr]?|ajoute[zr]?|appele[zr]|rejoi(?:ns|gnez)|suive[zs]|parle[zr]?)[- ](?:moi|nous|la|le)\M|(?:venez|viens) (?:me|en|sur|nous)|me (?:contacter|parler|joindre|ecrire|rejoindre)|laisse[zr]?[- ]moi|cherchez\M|(?:escrib|pregunt|contact|anad|agreg|busc|llam|habl|mand|sigu|ped|dec|avis)[a-z]{0,3}(?:me|nos)\M|pregunta por|(?:scriv|chied|contatt|aggiung|cerca|chiam|segui|domand|mand|trov|avvis)[a-z]{0,4}(?:mi|ci)\M|mi (?:scriv|contatt|chied|cerc)[a-z]+|(?:trovi|trovate) (?:il |la )?(?:mio|mia)|(?:ti|vi) spiego|(?:scrivete|scrivi|escribe|escriban|ecrivez|ecris) (?:a|to|al|sur|su|en)\M|(?:cerca|cercate|busca|busquen)\M|(?:te|ti|vous|le) (?:lo |la |le )?(?:paso|passo|passe|mando|envoie|doy|do|donne) (?:(?:el|il|le|son|su|mi|mon|un|mio|suo|votre|the) )*(?:contact[oa]?|numer[oi]|enlace|link|lien)|(?:mon|ma|my|mi|mio) (?:contact[oa]?)\M)'),
    -- What waits there.
    ('offer', '{entri,entre,entrad,scalp,tips,astuc,regal,argent,money,diner,sold,invest,invers,club,strateg,estrateg,signa,senal,segnal,method,metod,system,sistem,robot,bot,mentor,vip,group,grup,canal,channel,copy,copi,essai,trial,prueba,prova,formation,compte,account,cuenta,conto,conti,fichier,file,club,circle,guid,premium,algo,gratis,free,fund,fond}',
      '\m(?:strateg[a-z]*|estrateg[a-z]*|signaux|signals|senales|segnali|methode|method|metodo|system[ea]?|sistema|robot|bot|mentor[ae]?|coach|vip|group[esi]?|grupo|gruppo|canal[e]?|channel|copy ?trading|copi(?:er|ar|are) (?:mes|mis|le|my|i)|free trial|essai gratuit|prueba gratis|prova gratuita|gratis|(?:gestion|gere|gestisco|manage|gestiono)[a-z]* (?:de |des |the |i |le |las )?(?:compte|account|cont|cuenta)[a-z]*|account manag[a-z]*|prop ?firm|challenge|algoritmo|algorithme|algorithm|inner circle|secret[oa]?s?|dinero|soldi|metodo|formation|masterclass|acces premium|acceso premium|operaciones|entries|entrees|entradas|tips|astuces|regalo|investi[a-z]*|invers[a-z]*|argent|money|club)\M'),
    -- Chats and networks outside, also described instead of named. The word "signal" has another meaning here, so it needs a preposition.
    ('messenger', '{te,whats,wats,wa,tg,scord,nsta,facebook,fb,messenger,snap,viber,wechat,skype,signal,tiktok,avion,plane,aereo,app}',
      '(?:te[li]egramm?e?|\mtele\M|w(?:h|)ats? ?a(?:p|)p|\mwa\M|\mtg\M|\md[il]scord\M|\m[il]nsta(?:gram)?\M|\mfacebook\M|\mfb\M|\mmessenger\M|\msnap(?:chat)?\M|\mviber\M|\mwechat\M|\mskype\M|\mtiktok\M|\m(?:par|via|on|sur|por|su|en) signal\M|\m(?:petit avion|avion (?:bleu|azul)|paper plane|blue plane|aeroplanino|(?:appli|app|application) (?:verte|bleue|au|a l|de (?:fotos|mensajes)|di (?:messaggi|foto)|delle foto|for (?:photos|messages)|verde|azul|blu)))'),
    ('handle', '{@,arobase,arroba,chiocciola," at "}', '(?:@|\m(?:arobase|arroba|chiocciola|at)\M) ?[a-z][a-z0-9_.]{2,}'),
    -- Where a profile shows what a text may not.
    ('profile', '{profil,perfil,avatar,photo,foto,picture,page,pagina,bio}', '\m(?:(?:ma|mon|my|mi|mia|la mia|la) (?:photo|foto|page|pagina|picture|profile?|perfil|profilo|avatar|bio)\M(?: de (?:profil|perfil)| di profilo)?)'),
    ('address', '{contact,contatt,numer,link,lien,enlace,canal,channel,group,qr,tap,search}', '\m(?:contact[oa]?|contatto|numer[oi]|number|link|lien|enlace|canale?|channel|group[eo]?|gruppo|qr)\M'),
    ('qr', '{qr}', '\m(?:codigo |codice )?qr(?:[ -]?code)?\M'),
    ('crowd', '{group,grup,canal,channel,vip,club,senal,segnal,signa,place,plaza,posti,seat,spot}', '\m(?:group[eo]?s?|grupo|gruppo|canale?|channel|vip|club|senales|segnali|signaux|signals)\M'),
    -- A telephone number in words.
    ('spoken', '{one,two,three,un,deux,trois,zero,uno,dos,tres,due,tre,cero,sei,six,sept}',
      '(?:\m(?:zero|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|one|two|three|four|five|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|due|tre|quattro|cinque|sei|sette|otto|nove|plus)\M[ ,.;/-]*){6,}'),
    -- Money that becomes more money.
    ('growth', '{€,$,£,euro,usd,dollar,dolar,btc,eth,bitcoin}',
      '(?:[$€£] ?[0-9][0-9 .,]*|[0-9][0-9 .,]*k? ?(?:€|£|\$|euros?|eur|usdt?|dollars?|dolares|dollari|btc|eth|bitcoins?)).{0,40}?\m(?:devien[a-z]*|becom[a-z]*|into|retir[a-z]*|ritir[a-z]*|earn[a-z]*|get|gagn[a-z]*|rec(?:ev|oi|ib|eiv)[a-z]*|ricev[a-z]*|torn[a-z]*|devuelv[a-z]*|conv[ei]rt[a-z]*|transform[a-z]*|diventa[a-z]*|withdraw[a-z]*|ganas?|guadagn[a-z]*|back|con|avec|with|encaiss[a-z]*|incass[a-z]*|collect[a-z]*|touche[a-z]*|cobra[a-z]*|mak(?:e|es|ing)|made|avete|avrai|aurez|auras|will have|tendras|tienes|worth|pour|for|por|per)\M.{0,30}?[$€£]? ?[0-9]'),
    ('more', '{doubl,tripl,dobl,duplic,doppi,x,fois,back,tornan,return,rend,devuelv,recib,recev,receiv}', '\m(?:(?:le |the |el |il )?(?:double|triple|doble|doppio|triplo)|duplic[a-z]*|raddoppi[a-z]*|[0-9]+ ?x\M|x ?[0-9]+\M|[0-9]+ fois|(?:get|receive) .{0,20}back|(?:te|ti|vous) (?:ne )?(?:torna|devuel|rend|envi)[a-z]*)'),
    ('vouched', '{assur,garant,guarant,ensur,asegur,assicur,promet,promis}', '\m(?:assur(?:e|es|ent|ons|ez)|ensures?|guarantees?|garanti(?:t|s|ssons|ssent)?|asegur(?:a|o|amos|an)|garantiza(?:n|mos)?|assicur(?:a|o|iamo|ano)|garantisc(?:e|o|ono))\M(?: [a-z'']+){0,3} (?:revenus?|gains?|rendements?|profits?|income|returns?|earnings|ganancias?|ingresos?|rentabilidad|rendimientos?|guadagn[oi]|rendit[ae]|entrate|rendiment[oi])\M'),
    ('send', '{envo,send,envi,mand,invi,depos,vers,transf}', '\m(?:envoye[zr]|envoie[sz]?|send|envia[a-z]*|envie[a-z]*|manda[a-z]*|invia[a-z]*|depose[zr]|deposita|deposit|verse[zr]|versa(?:re|te)?|transfer[a-z]*|transfiere)\M'),
    ('coin', '{btc,eth,usdt,usdc,bitcoin,ether,crypto,cripto,trx,ltc,sol,xrp,wallet,portefeuille,portafogli,billetera,cartera}', '\m(?:btc|eth|usdt|usdc|bitcoins?|ether(?:eum)?|cr[yi]pto[a-z]*|trx|ltc|xrp|wallet|portefeuille|portafoglio|billetera|cartera)\M'),
    ('soon', '{day,minut,tomorrow,demain,manana,domani,soir,sera,jour,heure,semaine,day,hour,week,dia,hora,semana,giorn,ora,ore,settiman,hoy,oggi,today,mois,month,mes,h}',
      '\m(?:(?:en|in|dans|sous|apres|after|dopo|within|entro|dentro de|al cabo de) (?:[a-z'']+ ){0,2}?(?:(?:l|un).)?(?:[0-9]+ ?)?(?:minut[a-z]*|heures?|h|jours?|semaines?|mois|hours?|days?|weeks?|months?|horas?|dias?|semanas?|mes(?:es|i)?|or[ae]|giorn[oi]|settiman[ae])\M|hoy mismo|hoy|oggi|today|tomorrow|demain|manana|domani|ce soir|esta noche|stasera|by (?:monday|tuesday|wednesday|thursday|friday|sunday|tomorrow|tonight)|d.ici|aujourd.?hui|immediat[a-z]*|instant[a-z]*|tonight|midnight|minuit|mezzanotte|medianoche|(?:sous|in|en|entro) (?:24|48|72) ?h)'),
    -- Somebody vouches that it cannot go wrong.
    ('lossless', '{assur,asegur,principal,capital,return,restitu,perte,perd,loss,lose,losing,perd,rimbors,rembours,refund,devol,proteg,protett,protect,gara,siempre,toujours,always,risqu,risk,riesg,risch,every,chaque,sicur,segur}',
      '\m(?:sans (?:une |la |aucune |jamais )?(?:seule |moindre )?(?:perte|perdre)|zero perte|aucune perte|ne perd(?:s|ent)? jamais|jamais (?:de perte|perdu|perdant[es]*)|never (?:had a |a |once )?los(?:e|es|t|ing|s)|never fails?|no[ -]?loss(?:es)?|without (?:a |any )?(?:single )?loss(?:es)?|zero loss(?:es)?|cannot lose|sin (?:ninguna |una sola )?perd(?:idas?|er)|cero perdidas|nunca (?:pierd[a-z]*|falla)|non perd[a-z]* mai|senza (?:mai |alcuna |nessuna )?perd(?:ite|ita|ere)|(?:mai|zero) (?:una )?perdit[ae]|rembours[a-z]* (?:integral[a-z]*|total[a-z]*|si)|(?:refund|money back) (?:if|guarantee)|rembourses?\M|te devolvemos|rimborsat[oi]|rimborso (?:totale|integrale)|(?:principal|capital|deposit|depot|mise|money) (?:is )?(?:returned|repaid|rendue?|restitue[e]?|back)|garantisco io|je garantis|i guarantee|(?:lo |te lo )?garantizo|asegurad[oa]s?\M|assure[es]*\M|works? every (?:single )?(?:time|day)|gana siempre|gagne (?:toujours|a tous les coups)|vince sempre|(?:devolucion|capital[e]?|investment|inversion|mise|money|argent|dinero|soldi) (?:[a-z]+ ){0,2}?(?:sempre |toujours |always )?(?:protege|protegid[oa]|protected|protetto|garantit[oa]?|garantizad[oa]|guaranteed|garanti[es]?|secured|al sicuro))\M'),
    ('yield', '{%,gain,gagn,profit,rend,retour,return,gan,rentab,guadagn,robot,bot,strateg,estrateg,algo,invest,invers,dépôt,depot,depos,system,sistem,trad,method,metod}',
      '(?:[0-9] ?%|\m(?:gain|gagn|profit|rendement|rentab|return|earn|income|roi|ganan|ganas|ganamos|beneficio|rendim|guadagn|invest|invers|depot|deposit|robot|bot\M|strateg|estrateg|algorit|algorith|accuracy|methode?\M|metodo|retrait|withdraw|prelievi|retir|challenge))'),
    -- Money for nothing.
    ('effortless', '{effort,esfuerz,sforz,fatica,occup,everything,todo,mira,watch,guard,tourn,runs,opera,trade,rien,travail,work,solo,sol,job,nothing,nada,hacer,fare,lavor,passiv,pasiv,telephone,phone,movil,telefono,pens,autopilot,pilot,liberte,freedom,libert,liberta}',
      '\m(?:zero effort|sans effort|no effort|effortless(?:ly)?|sin esfuerzo|senza (?:sforzo|fatica)|(?:s.?occupe|s.?occupent) de tout|takes care of everything|se encarga de todo|(?:tu|you|vous|ti) (?:solo |just |only |n.?avez qu.?a )(?:miras|watch|regarde[rz]|guardi)|(?:le |the |el |il )?(?:robot|bot) (?:tourne|runs|funciona|lavora|does)|opera por ti|trades? for (?:you|us)|sans rien faire|plus besoin de travailler|quitte[rz]? (?:mon|ton|votre) (?:travail|emploi)|depuis (?:votre|ton|son) (?:telephone|canape)|travaille? (?:tout )?seul|pour vous pendant|without (?:doing|lifting)|from (?:your|the) (?:phone|couch|sofa)|on autopilot|passive income|quit (?:my|your) job|financial freedom|while you sleep|does (?:all )?the work|sin hacer nada|trabaja sol[oa]|desde (?:tu|el) (?:movil|telefono|casa)|ingresos pasivos|libertad financiera|deja(?:r|do)? (?:mi|tu|el) trabajo|liberte financiere|senza fare (?:nulla|niente)|lavora da solo|lasciat[oa] il lavoro|pensa a tutto|dal (?:tuo )?(?:telefono|divano)|rendita passiva|entrate passive|liberta finanziaria|reddito passivo)'),
    ('wage', '{€,$,£,euro,usd,dollar,dolar}', '(?:[$€£] ?[0-9][0-9 .,]*k?|[0-9][0-9 .,]*k? ?(?:€|£|\$|euros?|eur|usdt?|dollars?|dolares|dollari)) ?(?:par|/|a|al|per|each|every|por|chaque|cada|tous les|ogni|for each|pour chaque|the|chaque|de plus)\M'),
    ('payer', '{gagn,touch,earn,make,made,gan,cobr,guadagn,incass,pay,paie,pag,garant,rapport,gener,vers,teach,appren,ensen,insegn,retir}', '\m(?:gagn[a-z]*|touche[zr]?|earn[a-z]*|mak(?:e|es|ing)|gana[a-z]*|cobra[a-z]*|guadagn[a-z]*|incass[a-z]*|pays? (?:you)|paie|pago|garantit[oi]?|garantis?|garantid[ao]s?|garantizad[oa]s?|guaranteed|rapporte[a-z]*|genere[a-z]*|genera[a-z]*|apprends?|teach|enseno|insegno)\M'),
    ('source', '{methode,method,metod,system,sistem,robot,bot,signa,senal,segnal,strateg,estrateg,client,eleve,student,alumn,member,membre,miembr,abonn,link,lien,enlace,friend,ami,amig,amic,each,chaque,cada,ogni}', '\m(?:methode|method|metodo|system[ea]?|sistema|robot|bot|signaux|signals|senales|segnali|strateg[a-z]*|estrateg[a-z]*|clients?|clientes?|clienti|eleves?|students?|alumnos|allievi|members?|membres|miembros|abonnes|(?:my|mon|mi|mio) (?:link|lien|enlace)|friend|ami|amigo|amico)\M'),
    -- A stranger who brings lost money back.
    ('robbed', '{scam,arnaqu,estaf,truff,escroc,faux,fake,fals,fint,perdu,lost,perd,bloqu,blocc,stolen,vol,rob,rub,hack}',
      '\m(?:scammed|got scammed|been scammed|arnaque[es]*|escroque[es]*|estafa(?:ron|do|dos|da)|estafo|truffat[oiae]|(?:faux|fake|false?|falso|finto|scam) (?:courtier|broker|site|plateforme|platform|trader|exchange)s?|fonds? (?:perdus?|bloques?|voles?)|argent (?:perdu|bloque|vole)|(?:lost|stolen) (?:money|funds|crypto|bitcoin|coins)|(?:money|funds?) (?:back|stuck|recovery|recover)|dinero (?:perdido|robado|bloqueado)|fondos (?:perdidos|bloqueados)|(?:soldi|fondi) (?:persi|bloccati|rubati)|(?:bitcoins?|btc|eth|coins?|crypto[a-z]*|cripto[a-z]*) (?:voles?|stolen|perdus?|lost|robad[oa]s?|rubat[ei]|pers[ei])|broker falso)\M'),
    ('rescuer', '{repris,possess,cobr,recup,recov,hack,avocat,lawyer,abogad,avvocat,expert,agenc,agenz,wizard,restitu,rend,got}',
      '\m(?:(?:experte?s?|specialist[ea]?s?|agence|agency|agencia|agenzia|service|team|equipe|hacker|avocate?|lawyer|abogad[oa]|avvocat[oa]|cabinet|firm|studio|company|societe)\M.{0,60}?\m(?:recup[a-z]*|recov[a-z]*|rend[a-z]*|restitu[a-z]*|got|get|back|devol[a-z]*)|(?:recovery|recuperation|recuperacion|recupero) (?:de |di |of )?(?:fonds|fondi|fondos|funds|wizard|expert[a-z]*|pro|team|agency|service|specialist|argent|soldi|dinero)|repris possession|got (?:all )?(?:my|our|his|her) |(?:j.?ai|yo|i|ho) (?:tout )?(?:recupere|cobre|recovered|recuperato|cobrado)|(?:pour|para|per|to) (?:recuper|recover)[a-z]*|(?:recupere|recovered|recupero|recuperaron|recuperato|restituito|got|get) (?:me |mi |us |back |it |tout |todo |tutto |every |all ){1,3})'),
    -- Who speaks for the platform, and what only a thief asks for.
    ('office', '{support,service,soporte,offici,oficial,ufficial,compte,cuenta,account,conto,assistenza,equipe,staff,team,admin,moderat,moderac,moderad,moderaz,helpdesk,securit,securite,segurid,sicurezza,compliance}',
      '\m(?:(?:service|soporte|support|assistance|assistenza)(?: (?:technique|tecnic[oa]|client[ei]?|clienti|de la plateforme|de la plataforma|team|%BRAND%|here))|(?:%BRAND%|platform|plateforme) (?:support|team|admin|security|staff)|support (?:here|team|desk)|admin(?:istrat[a-z]*)? (?:notice|team|here|message)|(?:message|avis|mensaje|messaggio|aviso|avviso) (?:de la |del |de l.|della |dell.)?(?:moderation|equipe|administration|moderacion|equipo|moderazione|squadra)|(?:soy|sono|i am|i.?m|je suis|parte dell.?|faccio parte dell.?|formo parte del|member of the|membre de l.?)(?: (?:un|una|une|a|the|el|la|il))* ?(?:moderat[a-z]*|moderad[a-z]*|staff|admin[a-z]*|equipe|equipo|team|support|soporte|assistenza)|(?:assistance|service|staff|conformite|assistenza|soporte|equipe|equipo|squadra|team|moderation|support|securite|security|seguridad|sicurezza) (?:(?:de|di) )?(?:%BRAND%)|(?:official|officiel(?:le)?|oficial|ufficiale) (?:team|support|message|notice|account)|(?:equipe|message|avis|compte|equipo|mensaje|aviso|cuenta|squadra|messaggio|avviso|assistenza|soporte) (?:officiel(?:le)?|oficial|ufficiale)|(?:votre|tu|your|il tuo|ton) (?:compte|cuenta|account|conto) (?:%BRAND%)|(?:votre|your|tu|il tuo|ton) (?:%BRAND%) (?:account)|(?:moderation|support|security|help|admin|compliance) (?:desk|center|centre|department|dept)|helpdesk|service (?:de )?securite)\M'),
    ('secret', '{mot,pass,phrase,frase,seed,mots,words,clave,contras,code,codigo,codice,pin,2fa,identif,credential,cle,key,chiav,donnee,datos,dati,portefeuill,wallet,portafogl,billeter}',
      '\m(?:mots? de passe|pass ?words?|pass ?phrase|(?:recovery|seed|backup|secret) (?:phrase|words)|phrase (?:de recuperation|secrete|de sauvegarde)|(?:douze|vingt-quatre|twelve|12|24|doce|dodici) (?:mots|words|palabras|parole)|clave|contrasena|frase (?:semilla|de recuperacion|segreta|di recupero|seed)|(?:code|codigo|codice) (?:de |di |que te |che ti |qui vous )?(?:verification|verificacion|verifica|recu|ricevuto|recibido|sms|llego|arriva|envoye|that we sent|we sent|received)|private key|cle privee|clave privada|chiave privata|identifiants|credentials|vos donnees|tus datos|i tuoi dati|(?:le |your |new |nouveau |vos |votre |nuovo |nueva |questo |este )(?:portefeuille|wallet|portafoglio|billetera))\M'),
    ('hand over', '{renvo,resend,donn,envo,inseri,introdu,type,scriv,confirm,verif,repond,send,give,shar,reply,need,necesit,dame,dam,mand,invi,manda,dammi,migr,connect,conect,colleg,saisi,enter,sync,fill,form,repon,respond,rispond,use,vers,pag,pay}',
      '\m(?:donne[zr]?|envoye[zr]|renvoye[zr]|renvoie|resend|reenvi[a-z]*|rinvia[a-z]*|confirm[a-z]*|verif[a-z]*|repond[a-z]*|respond[a-z]*|rispond[a-z]*|inseri[a-z]*|introdu[a-z]*|send|give|share|reply|we need|i need|necesit[oa]|necesitamos|dame|mandame|manda[a-z]*|envia[a-z]*|dammi|datemi|inviami|migrat[a-z]*|migre[zr]|connecte[zr]?|connect|conecta|collega|saisi[a-z]*|enter(?:ing)?|type|scriv[a-z]*|sync[a-z]*|fill|ho bisogno|serve|versare|pagar[ae]?|use the form)\M'),
    ('threat', '{keep,cierr,chius,fermet,suspe,suspi,sospe,sospett,perder,limit,suspend,bloqu,block,blocc,sblocc,clos,ferm,limit,expir,perd,garder,keep,midnight,minuit,24,retir,preliev,withdraw,restrict,desbloqu,debloqu,unusual,login,inhabituel}',
      '\m(?:suspend[a-z]*|(?:de|des|s|un)?bloqu?[a-z]*|(?:un)?block[a-z]*|keep your account|evitar el cierre|evitare la chiusura|eviter la fermeture|cierre|chiusura|(?:connexion|connection|login|conexion|acceso|accesso|activity|activite) (?:suspecte|suspicious|sospechos[oa]|sospett[oa])|suspicious (?:login|activity|connection)|s?blocc[a-z]*|ferme[rz]?\M|clos(?:ed|ure)|expir[a-z]*|restrict[a-z]*|restring[a-z]*|limit(?:e|ed|ado|ada|ato)\M|perd(?:re|ras|eras|erai|er|ere) (?:vos |l.|el |la |il )?(?:acces|acceso|accesso|abonnement|abbonamento|suscripcion|compte|cuenta|conto)|garder vos acces|keep your access|avant minuit|before midnight|antes de medianoche|entro mezzanotte|sous 24|within 24|en 24|entro 24|unusual (?:login|activity)|connexion inhabituelle|actividad inusual|attivita insolita|must migrate)')
  ) as line (clue, hints, pattern)
$function$;

CREATE OR REPLACE FUNCTION private.shield_combinations()
  RETURNS TABLE (
    rule   text,
    clues  text[],
    reach  integer,
    unless text
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select rule, clues::text[], reach, replace(unless, ' ', '\s') from (values
    ('contact', '{aside,offer}', 120, '%WARNS%'),
    ('contact', '{messenger,aside}', 80, '%WARNS%'),
    ('contact', '{messenger,handle}', 40, '%WARNS%'),
    ('contact', '{profile,address}', 60, '%WARNS%|charge pas|se charge|does not load|no (?:se )?carga|non si carica|telephone|telefono'),
    ('contact', '{qr,crowd}', 80, '%WARNS%'),
    ('contact', '{spoken}', 0, null),
    ('promise', '{growth,soon}', 60, '%WARNS%|perd[a-z]*|lost|lose'),
    ('promise', '{send,coin,more}', 80, '%WARNS%'),
    ('promise', '{more,yield,soon}', 80, '%WARNS%'),
    ('promise', '{vouched}', 0, '\m(?:ne|n.?est|pas|aucune?|not|no|never|nothing|non|nessun[oa]?|niente|ningun[ao]?|nunca|nada|mai|rien)\M|%WARNS%'),
    ('promise', '{lossless,yield}', 80, '%WARNS%|n.?existe|existe|exists?|aucun|no system|ningun|nessun[oa]?|note|obligation|bond|scadenza|echeance|vencimiento|maturity'),
    ('promise', '{effortless,wage}', 120, '%WARNS%|impot|tax|coute|cuesta|costs?\M|costa'),
    ('promise', '{effortless,growth}', 120, '%WARNS%|perd[a-z]*|lost|lose'),
    ('promise', '{growth,lossless}', 80, '%WARNS%|perd[a-z]*|lost|lose'),
    ('promise', '{effortless,yield,aside}', 120, '%WARNS%'),
    ('promise', '{wage,payer,source}', 80, '%WARNS%|perd[a-z]*|lose|loss|charge|cost|coute|cuesta|costa'),
    ('promise', '{robbed,rescuer}', 160, '%REPORTS%'),
    ('impersonation', '{secret,hand over,office}', 160, '%REPORTS%'),
    ('impersonation', '{secret,hand over,threat}', 120, '%REPORTS%|comment|how|como|come\M'),
    ('impersonation', '{office,threat,hand over}', 160, '%REPORTS%')
  ) as line (rule, clues, reach, unless)
$function$;

CREATE OR REPLACE FUNCTION private.shield_findings (
  author public.community_members,
  value  text
)
  RETURNS SETOF private.finding
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  folded constant private.folded_text := private.folded(value);
  -- The text is read twice if its letters were set apart or written with digits.
  unspelled constant private.folded_text := private.unspelled(folded);
  readings constant private.folded_text[] := case when unspelled.words = folded.words then array[folded] else array[folded, unspelled] end;
  brand constant text := (select private.filled_pattern('vigie|' || (private.folded(seller.brand)).words, '') from private.seller);
begin
  return query
  with matched as (
    select matches.rule, matches.start, matches.stop, reading.places
    from unnest(readings) as reading, lateral (
      select * from private.shield_matches(reading.words, brand) union all select * from private.combined_places(reading.words, brand)
    ) as matches
    union all
    select 'warned', warned.start, warned.stop, folded.places from private.warned_places(folded.words) as warned
  ), placed as (
    -- Where a match stood before the text was folded.
    select matched.rule, coalesce(matched.places[matched.start], matched.start - 1) as place,
      coalesce(matched.places[matched.stop - 1], matched.stop - 2) + 1 as stop
    from matched
    union all
    select 'wallet', wallets.start - 1, wallets.stop - 1 from private.wallet_places(value) as wallets
  ), apart as (
    -- Of overlapping matches of a rule one finding is made.
    select parted.rule, min(parted.place) as place, max(parted.stop) as stop
    from (
      select begun.*, count(*) filter (where begun.fresh) over (partition by begun.rule order by begun.place, begun.stop rows unbounded preceding) as part
      from (
        select placed.*, placed.place >= coalesce(max(placed.stop) over (
          partition by placed.rule order by placed.place, placed.stop rows between unbounded preceding and 1 preceding), 0) as fresh from placed
      ) as begun
    ) as parted
    group by parted.rule, parted.part
  )
  select apart.rule, apart.place, apart.stop - apart.place, 'danger', substr(value, apart.place + 1, apart.stop - apart.place) from apart
  union all
  select 'impersonation', null, null, 'danger', coalesce(author.name, author.handle) where private.resembles_staff(author)
  order by 2 nulls first;
end
$function$;

CREATE OR REPLACE FUNCTION private.support_window (
  day date
)
  RETURNS tstzrange
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select tstzrange((day + hours.opens) at time zone 'Europe/Paris', (day + hours.closes) at time zone 'Europe/Paris')
  from public.support_hours as hours
  where hours.weekday = extract(isodow from support_window.day) and coalesce(
    (select special.is_open from public.support_days as special where special.day = support_window.day),
    support_window.day not in (select private.french_holidays(extract(year from support_window.day)::int)))
$function$;

CREATE OR REPLACE FUNCTION private.surprise_deviations (
  known_at timestamp with time zone
)
  RETURNS TABLE (
    indicator text,
    deviation numeric,
    n         integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select held.indicator, stddev_samp(public.surprise_of(held.actual, held.forecast)), count(*)::int
  from public.announcements as held
  where held.actual is not null and held.forecast is not null and held.starts_at > coalesce(surprise_deviations.known_at, now()) - interval '24 months'
    and (surprise_deviations.known_at is null or held.released_at <= surprise_deviations.known_at or held.starts_at <= surprise_deviations.known_at)
  group by held.indicator
$function$;

CREATE OR REPLACE FUNCTION private.take_claims (
  source       text,
  claims       jsonb,
  covers_from  timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  covers_until timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  moment       timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb; checked jsonb; made jsonb;
  target uuid;
  due record;
  changes jsonb := '[]'; renamed jsonb; problems jsonb := '[]';
  keys text[] := '{}';
  weeks date[];
  known_before int; named_now int;
  refused text; field text;
begin
  -- One source after the other: two that bring the same occurrence at once make one announcement.
  perform pg_advisory_xact_lock(hashtext('announcements'));
  if jsonb_typeof(claims) <> 'array' or not exists (select from public.announcement_sources as known where known.source = take_claims.source) then perform private.refuse('claims_invalid'); end if;
  -- A release of several indicators is a claim of each. What was listed under its own title until its indicator was written becomes that.
  select jsonb_agg(case when named.indicator is null then one else one || jsonb_build_object('indicator', named.indicator, 'key', (one ->> 'key') || '|' || named.indicator) end order by place, named.indicator),
    coalesce(jsonb_agg(jsonb_build_array(one ->> 'key', named.indicator) order by place) filter (where named.nth = 1), '[]')
  into claims, renamed
  from jsonb_array_elements(claims) with ordinality as given (one, place) left join lateral (
    select code.indicator, row_number() over (order by code.indicator) as nth from public.indicator_codes as code
    where jsonb_typeof(one -> 'indicator') is distinct from 'string' and code.source = take_claims.source and code.code = one ->> 'code' and jsonb_typeof(one -> 'key') = 'string'
  ) as named on true;
  claims := coalesce(claims, '[]');
  update private.announcement_claims as known set key = known.key || '|' || (pair ->> 1)
  from jsonb_array_elements(renamed) as pair
  where known.source = take_claims.source and known.key = pair ->> 0
    and not exists (select from private.announcement_claims as other where other.source = known.source and other.key = known.key || '|' || (pair ->> 1));
  keys := array(select one ->> 'key' from jsonb_array_elements(claims) as one where one ->> 'key' is not null);
  if covers_from is not null then
    select count(*), count(*) filter (where known.key = any (keys)) into known_before, named_now
    from private.announcement_claims as known
    where known.source = take_claims.source and known.gone_at is null and (known.claim ->> 'starts_at')::timestamptz >= greatest(covers_from, moment) and (known.claim ->> 'starts_at')::timestamptz < covers_until;
    -- A feed that was cut off must not take half of the calendar away.
    if take_claims.source <> 'sample' and known_before >= 8 and named_now < known_before / 2 then raise exception 'feed_is_cut' using errcode = '22023'; end if;
    for due in
      update private.announcement_claims as known set gone_at = moment
      where known.source = take_claims.source and known.gone_at is null and known.key <> all (keys)
        and (known.claim ->> 'starts_at')::timestamptz >= greatest(covers_from, moment) and (known.claim ->> 'starts_at')::timestamptz < covers_until
      returning known.announcement
    loop
      changes := changes || jsonb_build_array(jsonb_build_object('gone', due.announcement));
    end loop;
  end if;
  for given in select one from jsonb_array_elements(claims) as one loop
    begin
      checked := private.checked_claim(given);
      target := private.claimed_announcement(take_claims.source, checked, given ->> 'key');
      made := null;
      if target is null then
        made := private.settle_announcement(null, checked, take_claims.source, moment);
        target := (made ->> 'id')::uuid;
      end if;
      insert into private.announcement_claims as known (source, key, announcement, claim, seen_at)
      values (take_claims.source, given ->> 'key', target, checked, moment)
      on conflict on constraint announcement_claims_pkey do update set claim = excluded.claim, gone_at = null,
        seen_at = case when known.claim = excluded.claim and known.gone_at is null then known.seen_at else excluded.seen_at end;
      changes := changes || jsonb_build_array(coalesce(made, private.settle_announcement(target, null, take_claims.source, moment)));
      if take_claims.source not in ('staff', 'sample') and checked ? 'starts_at' then weeks := weeks || date_trunc('week', (checked ->> 'day')::timestamp)::date; end if;
    exception when others then
      get stacked diagnostics refused = message_text, field = pg_exception_hint;
      problems := problems || jsonb_build_array(jsonb_build_object('key', left(given ->> 'key', 300), 'problem', refused, 'field', field));
    end;
  end loop;
  -- What no source names any more, unless another key of this feed has just named it again.
  for due in select distinct (one ->> 'gone')::uuid as id from jsonb_array_elements(changes) as one where one ? 'gone' loop
    changes := changes || jsonb_build_array(private.settle_announcement(due.id, null, take_claims.source, moment));
  end loop;
  -- Examples make place for what a source says of the same week.
  for due in
    update private.announcement_claims as known set gone_at = moment
    where known.source = 'sample' and known.gone_at is null and date_trunc('week', (known.claim ->> 'day')::timestamp)::date = any (weeks)
    returning known.announcement
  loop
    changes := changes || jsonb_build_array(private.settle_announcement(due.announcement, null, take_claims.source, moment));
  end loop;
  changes := (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(changes) as one where not one ? 'gone' and one ->> 'change' <> 'same');
  perform private.tell_of_changes(changes, moment);
  return jsonb_build_object('added', (select count(*) from jsonb_array_elements(changes) as one where one ->> 'change' = 'added'),
    'changed', (select count(*) from jsonb_array_elements(changes) as one where one ->> 'change' = 'changed'),
    'moved', (select count(*) from jsonb_array_elements(changes) as one where one ->> 'change' = 'moved'),
    'problems', problems, 'changes', changes);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_reply (
  ticket      uuid,
  author      uuid,
  body        text,
  quoted      text,
  channel     text,
  request     uuid,
  files       jsonb,
  folder      text,
  new_subject text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets := private.open_end_of(ticket);
  about public.support_topics;
  known public.ticket_messages;
  written public.ticket_messages;
  follow public.tickets;
  thanks boolean;
  moment constant timestamptz := clock_timestamp();
  becomes text := 'replied';
begin
  if kept.id is null or kept.user_id is distinct from author or author is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  select * into known from public.ticket_messages as earlier where earlier.author = take_reply.author and earlier.request = take_reply.request;
  if found then return jsonb_build_object('ticket', known.ticket, 'message', known.id, 'became', 'known'); end if;
  if (select count(*) from public.ticket_messages as earlier where earlier.author = take_reply.author and at > moment - interval '1 hour') >= 40 then
    raise exception 'too_many_replies' using errcode = 'PT429';
  end if;
  select * into about from public.support_topics where topic = kept.topic;
  thanks := about.reopens <> 'always' and coalesce(files, '[]') = '[]' and new_subject is null and private.is_only_thanks(body, array(
    select part from (select distinct author_name from public.ticket_messages where ticket_messages.ticket = kept.id and author_name <> '') as people,
      unnest(array[people.author_name] || string_to_array(people.author_name, ' ')) as part));
  if thanks and kept.state in ('pending', 'on_hold', 'solved', 'closed') then
    becomes := 'thanked';
  elsif kept.state = 'closed' or (kept.state = 'solved' and (about.reopens = 'never' or kept.solved_at < moment - make_interval(days => about.reopen_days) or new_subject is not null)) then
    follow := private.make_ticket(author, kept.topic, case when kept.priority = 'urgent' then 'high' else kept.priority end, coalesce(new_subject, kept.subject), kept.language, channel, null, moment, null, null,
      jsonb_build_object('follows', kept.id));
    perform private.note_ticket(kept, 'followed', jsonb_build_object('by', follow.id, 'number', follow.number));
    kept := follow;
    becomes := 'followed';
  elsif kept.state = 'solved' then
    becomes := 'reopened';
    perform private.resume_ticket(kept, moment);
  elsif kept.state in ('pending', 'on_hold') then
    becomes := 'resumed';
    perform private.resume_ticket(kept, moment);
  end if;
  written := private.add_message(kept, author, 'member', body, quoted, channel, request);
  perform private.attach_files(written, files, folder);
  update public.tickets set member_seen_at = clock_timestamp() where id = kept.id returning * into kept;
  if becomes <> 'followed' then perform private.note_ticket(kept, becomes, jsonb_build_object('message', written.id)); end if;
  return jsonb_build_object('ticket', kept.id, 'number', kept.number, 'message', written.id, 'became', becomes, 'state', kept.state);
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_blackouts (
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due record;
  told int := 0;
begin
  -- Only where something of high impact is near: every member has a window, and most minutes have none.
  if not exists (select from public.announcements as held where held.listed and held.impact = 'high' and held.starts_at between moment and moment + interval '5 hours') then return 0; end if;
  for due in
    select wants.user_id, span.*, crossed.n, profile.time_zone
    from public.announcement_preferences as wants join public.profiles as profile on profile.id = wants.user_id,
      private.blackout_windows(wants.user_id, moment, moment + interval '11 minutes') as span,
      lateral (select count(*) as n from private.crossed_signals(wants.user_id, span.currency, span.starts_at, span.ends_at)) as crossed
    where wants.tell_window and span.starts_at > moment and span.starts_at <= moment + interval '10 minutes' and crossed.n > 0
    order by wants.user_id, span.starts_at
  loop
    if private.notify_member(due.user_id, format('announcement_blackout:%s:%s', due.currency, extract(epoch from due.starts_at)::bigint), 'announcement_blackout', jsonb_build_object(
      'currency', due.currency, 'from', to_char(due.starts_at at time zone due.time_zone, 'HH24:MI'), 'until', to_char(due.ends_at at time zone due.time_zone, 'HH24:MI'), 'count', due.n),
      '/annonces?annonce=' || due.announcements[1]) then told := told + 1; end if;
  end loop;
  return told;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_announcement (
  member          uuid,
  of_announcement uuid,
  kind            text,
  number          text,
  more            jsonb DEFAULT '{}'::jsonb
)
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.notify_member(member, format('%s:%s:%s', kind, of_announcement, number), kind, private.announcement_words(of_announcement, member) || more, '/annonces?annonce=' || of_announcement)
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_changes (
  changes jsonb,
  moment  timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed record;
  told record;
begin
  -- The past of an example is told to nobody.
  if jsonb_array_length(changes) = 0 or moment < clock_timestamp() - interval '1 day' then return; end if;
  if jsonb_array_length(changes) > 20 then
    perform private.tell_topic('announcements', 'calendar', '{}');
  else
    perform private.tell_topic('announcements', 'announcement', jsonb_strip_nulls(one -> 'becomes'))
    from jsonb_array_elements(changes) as one;
  end if;
  for changed in
    select held.*, (one #>> '{was,sequence}')::int as was_sequence, one #>> '{was,actual}' as was_actual
    from jsonb_array_elements(changes) as one join public.announcements as held on held.id = (one ->> 'id')::uuid
    where one ->> 'change' in ('moved', 'changed') and held.listed and not (one #> '{was,sample}' = 'true')
  loop
    for told in
      -- Who was reminded of another time; and who asked for this one by name.
      select tellings.user_id, true as reminded from private.announcement_tellings as tellings where tellings.announcement = changed.id
      union
      select own.user_id, false from public.announcement_reminders as own
      where own.announcement = changed.id and not exists (select from private.announcement_tellings as tellings where tellings.announcement = changed.id and tellings.user_id = own.user_id)
    loop
      if changed.sequence > changed.was_sequence and changed.state = 'moved' then
        perform private.tell_of_announcement(told.user_id, changed.id, 'announcement_moved', changed.sequence::text);
      elsif changed.state in ('postponed', 'cancelled') and changed.actual is null then
        perform private.tell_of_announcement(told.user_id, changed.id, 'announcement_put_off', changed.version::text);
      elsif changed.actual is not null and changed.was_actual is null and told.reminded and changed.precision = 'exact' and moment > changed.starts_at + interval '10 minutes' and moment < changed.starts_at + interval '7 days' then
        perform private.tell_of_announcement(told.user_id, changed.id, 'announcement_late', '1', jsonb_build_object('actual', changed.actual));
      end if;
    end loop;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.ticket_clock (
  kept public.tickets
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'now', now(), 'opened_at', kept.opened_at, 'answer_due_at', kept.answer_due_at, 'solve_due_at', kept.solve_due_at, 'first_answered_at', kept.first_answered_at,
    'solved_at', kept.solved_at, 'paused_since', kept.paused_since, 'pauses', private.ticket_pauses(kept.id), 'paused_seconds', floor(extract(epoch from kept.paused)),
    'promise', kept.promise, 'seal', kept.seal,
    'answered_in_seconds', case when kept.first_answered_at is not null then floor(extract(epoch from private.business_time(kept.opened_at, kept.first_answered_at))) end,
    'answer_kept', case when kept.first_answered_at is not null then kept.first_answered_at <= kept.answer_due_at when now() > kept.answer_due_at then false end,
    'solved_in_seconds', case when kept.solved_at is not null then floor(extract(epoch from private.business_time(kept.opened_at, kept.solved_at) - kept.paused)) end,
    'solve_kept', case when kept.solved_at is not null then kept.solved_at <= kept.solve_due_at when kept.paused_since is null and now() > kept.solve_due_at then false end,
    -- Business seconds until the promise that runs; less than 0: how long it has been missed. Null while the clock is paused.
    'left_seconds', case when kept.turn_at < 'infinity' then floor(extract(epoch from private.business_time(now(), kept.turn_at) - private.business_time(kept.turn_at, now()))) end)
$function$;

CREATE OR REPLACE FUNCTION private.ticket_name (
  account uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select left(coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username), 120) from public.profiles where id = account
$function$;

CREATE OR REPLACE FUNCTION private.ticket_pauses (
  ticket uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('since', since, 'until', until, 'kind', kind) order by since), '[]')
  from (
    select distinct on (ends.until) begun.at as since, ends.until, begun.kind
    from public.ticket_events as begun, lateral (
      select (select min(at) from public.ticket_events as resumed where resumed.ticket = begun.ticket and resumed.kind in ('resumed', 'reopened') and resumed.at > begun.at) as until) as ends
    where begun.ticket = ticket_pauses.ticket and begun.kind in ('pending', 'on_hold', 'solved')
    order by ends.until, begun.at
  ) as pauses
$function$;

CREATE OR REPLACE FUNCTION private.ticket_row (
  kept public.tickets
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'id', kept.id, 'number', kept.number, 'subject', kept.subject, 'excerpt', kept.excerpt, 'topic', kept.topic, 'priority', kept.priority, 'state', kept.state,
    'language', kept.language, 'channel', kept.channel, 'messages', kept.messages, 'last_message_at', kept.last_message_at, 'last_by', kept.last_by,
    'opened_at', kept.opened_at, 'answer_due_at', kept.answer_due_at, 'solve_due_at', kept.solve_due_at, 'first_answered_at', kept.first_answered_at,
    'solved_at', kept.solved_at, 'closed_at', kept.closed_at, 'paused_since', kept.paused_since, 'paused_seconds', floor(extract(epoch from kept.paused)),
    'turn_at', nullif(kept.turn_at, 'infinity'), 'satisfaction', kept.satisfaction, 'acknowledge_due_at', kept.acknowledge_due_at, 'acknowledged_at', kept.acknowledged_at,
    'complaint_due_at', kept.complaint_due_at, 'demonstration', kept.demonstration, 'assignee', case when kept.assignee is not null then
      jsonb_build_object('id', kept.assignee, 'name', private.ticket_name(kept.assignee)) end)
$function$;

CREATE OR REPLACE FUNCTION private.tickets_with (
  asked     tsquery,
  before    timestamp with time zone,
  before_id uuid
)
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_indexscan TO 'off'
  AS $function$
begin
  return query select found.ticket from private.ticket_words as found where found.words @@ asked and (found.touched_at, found.ticket) < (before, before_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.titles_with (
  asked tsquery
)
  RETURNS SETOF private.thread_words
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_indexscan TO 'off'
  AS $function$
begin
  return query select found.* from private.thread_words as found where found.words @@ asked;
end
$function$;

CREATE OR REPLACE FUNCTION private.unspelled (
  read private.folded_text
)
  RETURNS private.folded_text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- Single letters with one to three signs between them, at least four: t.e.l.e.g.r.a.m, F a c e b o o k.
  spelt constant text := '(?<![a-z0-9])[a-z0-9](?:[ .·•*_|/~-]{1,3}[a-z0-9]){3,}(?![a-z0-9])';
  letters text[];
  places int[];
  first int := 1;
  after int;
begin
  -- Digits within a word of letters are taken for letters.
  if read.words ~ '[a-z][0134][a-z]|[a-z][0134]+[a-z]' then
    read.words := (select string_agg(case when piece ~ '^[a-z]+[0134]+[a-z][a-z0134]*$' and piece ~ '[a-z].*[a-z].*[a-z]' then translate(piece, '0134', 'oiea') else piece end, '' order by nth)
      from regexp_matches(read.words, '[a-z0-9]+|[^a-z0-9]+', 'g') with ordinality as part(pieces, nth), lateral (select pieces[1] as piece) as one);
  end if;
  if read.words !~ spelt then return read; end if;
  letters := string_to_array(read.words, null);
  places := coalesce(read.places, (select array_agg(place) from generate_series(0, cardinality(letters) - 1) as place));
  loop
    first := regexp_instr(read.words, spelt, first);
    exit when first = 0;
    after := regexp_instr(read.words, spelt, first, 1, 1);
    for place in first .. after - 1 loop
      if letters[place] !~ '[a-z0-9]' then letters[place] := ''; end if;
    end loop;
    first := after;
    exit when first > length(read.words);
  end loop;
  return (select row(string_agg(letter, '' order by nth), array_agg(place order by nth) filter (where letter <> ''))::private.folded_text
    from unnest(letters, places) with ordinality as sign(letter, place, nth));
end
$function$;

CREATE OR REPLACE FUNCTION private.unused_ticket_files (
  moment timestamp with time zone,
  most   integer
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select file.name from storage.objects as file
  where file.bucket_id = 'tickets' and file.created_at < moment - interval '2 days' and not exists (select from public.ticket_files where path = file.name)
  order by file.created_at limit most
$function$;

CREATE OR REPLACE FUNCTION private.week_of (
  at timestamp with time zone
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select floor(extract(epoch from at) / 604800)::int $function$;

CREATE OR REPLACE FUNCTION private.words_and_week (
  words        tsvector,
  published_at timestamp with time zone
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select words || array_to_tsvector(array['@' || private.week_of(published_at)::text]) $function$;

CREATE OR REPLACE FUNCTION public.acknowledge_complaint (
  ticket uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets := private.handled_ticket(ticket);
begin
  if kept.acknowledge_due_at is null then raise exception 'not_a_complaint' using errcode = 'PT409'; end if;
  if kept.acknowledged_at is not null then return; end if;
  update public.tickets set acknowledged_at = clock_timestamp() where id = kept.id returning * into kept;
  perform private.note_ticket(kept, 'acknowledged'), private.mail_ticket(kept, 'ticket_acknowledged', null);
end
$function$;

REVOKE ALL ON FUNCTION "public"."acknowledge_complaint"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.announcement_history (
  announcement uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('version', version.version, 'known_at', version.known_at, 'changes', changes.changed) order by version.version), '[]')
    from (
      select known.*, lag(known.known) over (order by known.version) as before from public.announcement_versions as known where known.announcement = announcement_history.announcement
    ) as version, lateral (
      select coalesce(jsonb_object_agg(part.key, jsonb_build_object('was', version.before -> part.key, 'becomes', part.value)), '{}') as changed
      from jsonb_each(version.known) as part
      where part.key in ('starts_at', 'precision', 'forecast', 'previous', 'revised', 'actual', 'state', 'source') and part.value is distinct from coalesce(version.before -> part.key, 'null')
    ) as changes);
end
$function$;

REVOKE ALL ON FUNCTION "public"."announcement_history"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.announcements_between (
  since    timestamp with time zone,
  until    timestamp with time zone,
  known_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if until <= since or until > since + interval '100 days' then perform private.refuse('range_invalid', 'until', 'A hundred days at most.'); end if;
  return (
    with deviation as materialized (select * from private.surprise_deviations(announcements_between.known_at))
    select jsonb_build_object(
      'indicators', (
        select coalesce(jsonb_object_agg(slug, jsonb_build_object('title', title, 'country', country, 'currency', currency, 'category', category, 'better', better, 'unit', unit, 'decimals', decimals, 'symbols', symbols,
          'authority', authority, 'deviation', trim_scale(round(deviation.deviation, 4))::text, 'n', coalesce(deviation.n, 0))), '{}')
        from public.indicators left join deviation on deviation.indicator = indicators.slug
        where exists (select from private.known_announcements(since, until, announcements_between.known_at) as held where held.indicator = indicators.slug)),
      'rows', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'id', held.id, 'indicator', held.indicator, 'period', held.period, 'kind', held.kind, 'country', held.country, 'currency', held.currency, 'impact', held.impact,
          'title', case when held.indicator is null then held.title end, 'starts_at', held.starts_at, 'precision', held.precision, 'day', held.day, 'zone', held.zone, 'forecast', held.forecast,
          'forecast_low', held.forecast_low, 'forecast_high', held.forecast_high, 'previous', held.previous, 'revised', held.revised, 'actual', held.actual, 'state', held.state,
          'moved_from', held.moved_from, 'sequence', held.sequence, 'version', held.version, 'released_at', held.released_at, 'source', held.source, 'sample', held.sample)) order by held.starts_at, held.currency, held.id), '[]')
        from private.known_announcements(since, until, announcements_between.known_at) as held),
      'holidays', (
        select coalesce(jsonb_agg(to_jsonb(holiday) order by holiday.day, holiday.session), '[]') from private.calendar_holidays(since, until) as holiday),
      'sources', (select jsonb_object_agg(source, jsonb_build_object('name', name, 'licence', licence)) from public.announcement_sources)));
end
$function$;

REVOKE ALL ON FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.answer_ticket (
  ticket  uuid,
  body    text,
  request uuid,
  seen    integer DEFAULT NULL::integer,
  next    text    DEFAULT 'pending'::text,
  files   jsonb   DEFAULT '[]'::jsonb,
  canned  uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets := private.handled_ticket(ticket);
  said constant text := private.checked_words(answer_ticket.body, 20000);
  moment timestamptz;
  known public.ticket_messages;
  written public.ticket_messages;
begin
  if answer_ticket.request is null then raise exception 'request_missing' using errcode = '22023', hint = 'request'; end if;
  if answer_ticket.next is null or answer_ticket.next not in ('open', 'pending', 'on_hold', 'solved') then raise exception 'state_wrong' using errcode = '22023', hint = 'next'; end if;
  select * into known from public.ticket_messages as earlier where author = auth.uid() and earlier.request = answer_ticket.request;
  if found then return jsonb_build_object('message', known.id, 'state', kept.state, 'messages', kept.messages); end if;
  if kept.user_id is null then raise exception 'member_gone' using errcode = 'PT409'; end if;
  if kept.state = 'closed' then raise exception 'ticket_closed' using errcode = 'PT409'; end if;
  -- Somebody wrote since: their words first, then this answer.
  if answer_ticket.seen <> kept.messages then raise exception 'ticket_changed_meanwhile' using errcode = 'PT409', detail = kept.messages::text; end if;
  written := private.add_message(kept, auth.uid(), 'staff', said, null, 'site', answer_ticket.request, (select id from public.canned_answers where id = answer_ticket.canned));
  perform private.attach_files(written, answer_ticket.files, auth.uid()::text);
  moment := written.at;
  if kept.state in ('pending', 'on_hold', 'solved') and answer_ticket.next = 'open' then perform private.resume_ticket(kept, moment); end if;
  update public.tickets set first_answered_at = coalesce(first_answered_at, moment), acknowledged_at = case when acknowledge_due_at is not null then coalesce(acknowledged_at, moment) end,
    assignee = coalesce(assignee, auth.uid()), staff_seen_at = moment, state = case when answer_ticket.next = 'open' then 'open' else state end
  where id = kept.id;
  perform private.note_ticket(kept, 'answered', jsonb_build_object('message', written.id, 'first', kept.first_answered_at is null,
    'seconds', floor(extract(epoch from private.business_time(kept.opened_at, moment)))), moment);
  if answer_ticket.next = 'open' then
    if kept.paused_since is not null then perform private.note_ticket(kept, case when kept.state = 'solved' then 'reopened' else 'resumed' end, '{}', moment); end if;
  else
    perform private.pause_ticket(kept, answer_ticket.next, moment);
    if answer_ticket.next <> kept.state then perform private.note_ticket(kept, answer_ticket.next, '{}', moment); end if;
  end if;
  select * into kept from public.tickets where id = kept.id;
  perform private.mail_ticket(kept, 'ticket_answered', written);
  return jsonb_build_object('message', written.id, 'state', kept.state, 'messages', kept.messages);
end
$function$;

REVOKE ALL ON FUNCTION "public"."answer_ticket"(uuid, text, uuid, integer, text, jsonb, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.archive_canned_answer (
  id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  update public.canned_answers set archived_at = clock_timestamp() where canned_answers.id = archive_canned_answer.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."archive_canned_answer"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.assign_ticket (
  ticket   uuid,
  assignee uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
begin
  if assign_ticket.assignee is not null and not exists (select from public.staff where user_id = assign_ticket.assignee) then raise exception 'not_staff' using errcode = '22023', hint = 'assignee'; end if;
  if kept.assignee is not distinct from assign_ticket.assignee then return; end if;
  update public.tickets set assignee = assign_ticket.assignee where id = kept.id;
  perform private.note_ticket(kept, 'assigned', jsonb_build_object('to', assign_ticket.assignee, 'from', kept.assignee, 'name', private.ticket_name(assign_ticket.assignee)));
  if assign_ticket.assignee <> auth.uid() then
    perform private.notify_member(assign_ticket.assignee, format('ticket-assigned:%s:%s', kept.id, pg_current_xact_id()), 'ticket_assigned', jsonb_build_object('number', kept.number), '/admin/support?demande=' || kept.id);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."assign_ticket"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.calendar_announcements (
  secret text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reader constant uuid := coalesce(auth.uid(), (select feed.user_id from public.calendar_feeds as feed where feed.secret = calendar_announcements.secret));
  reads constant text := (select locale from public.profiles where id = reader);
  wants public.announcement_preferences;
begin
  if reader is null then raise exception 'calendar_not_found' using errcode = 'PT404'; end if;
  select * into wants from public.announcement_preferences where user_id = reader;
  return jsonb_build_object('language', reads, 'entries', (
    select coalesce(jsonb_agg(one.entry order by one.starts_at, one.entry ->> 'id'), '[]')
    from (
      select held.starts_at, jsonb_build_object('id', held.id, 'sequence', held.sequence, 'changed_at', held.changed_at, 'starts_at', held.starts_at,
        'ends_at', held.starts_at + interval '15 minutes', 'day', case when held.precision <> 'exact' then held.day end,
        'title', held.currency || ' · ' || coalesce(known.title ->> reads, held.title), 'summary', coalesce(known.summary ->> reads, ''), 'cancelled', held.state in ('cancelled', 'postponed'),
        'waiting', false, 'tentative', held.precision = 'tentative', 'link', '/annonces?annonce=' || held.id) as entry
      from public.announcements as held left join public.indicators as known on known.slug = held.indicator
      where held.listed and held.starts_at between now() - interval '14 days' and now() + interval '100 days'
        and held.impact = any (coalesce(wants.feed_impacts, '{high}')) and (coalesce(wants.feed_currencies, '{}') = '{}' or held.currency = any (wants.feed_currencies))
      union all
      select span.starts_at, jsonb_build_object('id', format('%s-%s', span.currency, extract(epoch from span.starts_at)::bigint), 'sequence', 0, 'changed_at', span.starts_at - interval '30 days', 'starts_at', span.starts_at,
        'ends_at', span.ends_at, 'day', null, 'title', case reads when 'en' then 'Open nothing in ' when 'es' then 'No abrir nada en ' when 'it' then 'Non aprire nulla in ' else 'Ne rien ouvrir en ' end || span.currency,
        'summary', '', 'cancelled', false, 'waiting', false, 'tentative', false, 'link', '/annonces?annonce=' || span.announcements[1])
      from private.blackout_windows(reader, now() - interval '1 day', now() + interval '35 days') as span
      where coalesce(wants.feed_windows, true)
    ) as one));
end
$function$;

REVOKE ALL ON FUNCTION "public"."calendar_announcements"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.calendar_sources()
  RETURNS SETOF public.announcement_sources
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.reading_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return query select * from public.announcement_sources order by rank;
end
$function$;

REVOKE ALL ON FUNCTION "public"."calendar_sources"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.canned_answers_for (
  ticket uuid    DEFAULT NULL::uuid,
  query  text    DEFAULT ''::text,
  most   integer DEFAULT 20
)
  RETURNS SETOF jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
  words constant text[] := array(select word from regexp_split_to_table(private.plain(left(query, 100)), '[^[:alnum:]]+') as word where word <> '');
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into kept from public.tickets where id = canned_answers_for.ticket;
  return query
    select jsonb_build_object('id', known.id, 'name', known.name, 'topic', known.topic, 'texts', known.texts, 'uses', known.uses, 'sufficed', known.sufficed, 'changed_at', known.changed_at,
      'text', case when kept.id is not null then private.fill_answer(coalesce(nullif(known.texts ->> kept.language, ''), known.texts ->> 'fr'), kept, auth.uid()) end)
    from public.canned_answers as known
    where archived_at is null and (select bool_and(strpos(private.plain(known.name || ' ' || known.texts::text), word) > 0) from unnest(words) as word) is not false
    order by known.topic is not distinct from kept.topic desc, starts_with(known.name, lower(btrim(query))) desc, known.sufficed desc, known.name
    limit least(greatest(coalesce(most, 20), 1), 200);
end
$function$;

REVOKE ALL ON FUNCTION "public"."canned_answers_for"(uuid, text, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.close_own_ticket (
  ticket uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
begin
  select * into kept from public.tickets where id = close_own_ticket.ticket and user_id = auth.uid() for update;
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  if kept.state in ('solved', 'closed') then return; end if;
  perform private.pause_ticket(kept, 'solved', clock_timestamp()), private.note_ticket(kept, 'solved', '{"by": "member"}');
end
$function$;

REVOKE ALL ON FUNCTION "public"."close_own_ticket"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.confirm_mistake (
  ticket uuid,
  figure jsonb,
  words  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
  said constant text := private.checked_words(words, 4000);
  proved constant jsonb := private.figure_proof(figure);
  named constant jsonb := jsonb_strip_nulls(jsonb_build_object('kind', proved #> '{figure,kind}', 'name', proved #> '{figure,name}', 'number', proved #> '{figure,number}'));
  entry public.ledger;
begin
  if length(said) < 10 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  if public.writing_staff_role() <> 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  entry := private.append_to_ledger('erratum', null, jsonb_build_object('figure', named, 'text_sha256', private.sha256_hex(said), 'made_by', 'admin'));
  insert into public.errata (ticket, figure, text, made_by, at, sequence, hash) values (kept.id, named, said, 'admin', entry.at, entry.sequence, entry.hash);
  perform private.note_ticket(kept, 'erratum', jsonb_build_object('sequence', entry.sequence, 'figure', named));
  return jsonb_build_object('sequence', entry.sequence, 'hash', entry.hash, 'at', entry.at);
end
$function$;

REVOKE ALL ON FUNCTION "public"."confirm_mistake"(uuid, jsonb, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.decide_many (
  case_ids     uuid[],
  reasons      text[],
  measure      text,
  days         integer DEFAULT NULL::integer,
  law          text    DEFAULT NULL::text,
  words_become text    DEFAULT NULL::text,
  statement    jsonb   DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  of_case uuid;
  answers jsonb := '[]';
begin
  perform private.moderator();
  if cardinality(case_ids) > 100 then raise exception 'too_many_cases' using errcode = '22023', hint = 'case_ids'; end if;
  -- What one author did is said of no other.
  if statement ? 'facts' then raise exception 'statement_invalid' using errcode = '22023', hint = 'statement'; end if;
  foreach of_case in array case_ids loop
    begin
      answers := answers || jsonb_build_array(jsonb_build_object('case_id', of_case) || public.decide(
        of_case, reasons, measure, days, law => decide_many.law, words_become => decide_many.words_become, statement => decide_many.statement));
    exception when others then
      answers := answers || jsonb_build_array(jsonb_build_object('case_id', of_case, 'refused', sqlerrm));
    end;
  end loop;
  return answers;
end
$function$;

REVOKE ALL ON FUNCTION "public"."decide_many"(uuid[], text[], text, integer, text, text, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.draft_article_of (
  ticket uuid,
  slug   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
  article uuid;
begin
  if kept.state not in ('solved', 'closed') then raise exception 'not_solved_yet' using errcode = 'PT409'; end if;
  -- The subject and our answers. What the member wrote is theirs.
  article := public.create_content('help-article', draft_article_of.slug, jsonb_build_object(
    'texts', jsonb_build_object(kept.language, jsonb_build_object('title', kept.subject, 'body', (
      select coalesce(string_agg(body, E'\n\n' order by at, id), '') from public.ticket_messages as written where written.ticket = kept.id and written.role = 'staff'))),
    'fields', jsonb_build_object('category', case kept.topic when 'billing' then 'money' when 'contract' then 'money' when 'referral' then 'partners' when 'signals' then 'signals' when 'figure' then 'record' when 'account' then 'security' when 'learning' then 'learning' when 'community' then 'community' else 'start' end)));
  perform private.note_ticket(kept, 'article', jsonb_build_object('item', article));
  return article;
end
$function$;

REVOKE ALL ON FUNCTION "public"."draft_article_of"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.expectation_record()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(one) order by one.author), '[]')
  from (
    select made.author_name as author, count(*)::int as n, count(*) filter (where known.outcome)::int as right, trim_scale(round(avg(((sealed.terms ->> 'probability')::numeric - known.outcome::int) ^ 2), 4))::text as brier
    from public.expectations as made join public.expectation_outcomes as known on known.expectation = made.id and known.outcome is not null join public.expectation_terms as sealed on sealed.expectation = made.id
    group by made.author_id, made.author_name
  ) as one
$function$;

REVOKE ALL ON FUNCTION "public"."expectation_record"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.help_figures (
  of_item uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.reading_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return jsonb_build_object(
    'versions', (select coalesce(jsonb_agg(jsonb_build_object('version', version, 'useful', useful, 'not_useful', not_useful) order by version desc), '[]') from (
      select version, count(*) filter (where feedback.useful) as useful, count(*) filter (where not feedback.useful) as not_useful
      from public.help_feedback as feedback where item = of_item group by version) as counted),
    'comments', (select coalesce(jsonb_agg(jsonb_build_object('version', version, 'useful', useful, 'comment', comment, 'given_at', given_at) order by given_at desc), '[]') from (
      select * from public.help_feedback where item = of_item and btrim(comment) <> '' order by given_at desc limit 20) as newest),
    'opened', (select count(*) from public.help_openings where item = of_item and opened_at < clock_timestamp() - interval '24 hours'),
    'sufficed', (select count(*) from public.help_openings where item = of_item and opened_at < clock_timestamp() - interval '24 hours' and ticket_at is null));
end
$function$;

REVOKE ALL ON FUNCTION "public"."help_figures"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.help_sufficed()
  RETURNS TABLE (
    slug     text,
    opened   integer,
    sufficed integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select card.slug, count(*)::int, (count(*) filter (where ticket_at is null))::int
  from public.help_openings as opening join public.published_content as card using (item)
  where opening.opened_at < clock_timestamp() - interval '24 hours' group by card.slug
$function$;

REVOKE ALL ON FUNCTION "public"."help_sufficed"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.ideas_summary()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.own_member() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'closed', count(*),
      -- Under thirty the figures would mostly be chance.
      'expectancy_r', case when count(*) >= 30 then round(avg(states.realised_r), 4)::text end,
      'half_width_r', case when count(*) >= 30 then round((1.96 * stddev_samp(states.realised_r) / sqrt(count(*)))::numeric, 4)::text end
    )
    from public.idea_states as states join public.idea_openings as openings on openings.idea = states.idea
    where states.closed_at is not null and states.realised_r is not null
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."ideas_summary"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.import_announcements (
  claims  jsonb,
  dry_run boolean DEFAULT true
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  perform private.require_staff();
  if jsonb_typeof(claims) <> 'array' or jsonb_array_length(claims) not between 1 and 2000 then perform private.refuse('import_invalid', 'claims', '1 to 2000 rows.'); end if;
  begin
    answer := private.take_claims('import', claims);
    -- Shown and undone: the preview is what the import would do, not what it is believed to do.
    if dry_run then raise sqlstate 'VDRYR'; end if;
  exception when sqlstate 'VDRYR' then
    null;
  end;
  return answer;
end
$function$;

REVOKE ALL ON FUNCTION "public"."import_announcements"(jsonb, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.indicator_history (
  indicator text,
  known_at  timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  most      integer                  DEFAULT 120
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    with releases as (
      select held.*, public.surprise_of(held.actual, held.forecast) as difference, lead(coalesce(held.revised, held.previous)) over (order by held.starts_at) as later
      from private.indicator_releases(indicator_history.indicator, indicator_history.known_at) as held order by held.starts_at desc limit least(indicator_history.most, 1000)
    )
    select jsonb_build_object(
      'n', count(*) filter (where difference is not null), 'above', count(*) filter (where difference > 0), 'in_line', count(*) filter (where difference = 0), 'below', count(*) filter (where difference < 0),
      'deviation', trim_scale(round(stddev_samp(difference), 4))::text, 'largest', trim_scale(max(abs(difference)))::text, 'sample', coalesce(bool_or(releases.sample), false),
      'releases', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', id, 'period', period, 'starts_at', starts_at, 'forecast', forecast, 'previous', previous, 'revised', revised, 'actual', actual,
        'surprise', trim_scale(difference)::text, 'now_said', nullif(later, actual), 'sample', releases.sample)) order by starts_at), '[]'))
    from releases);
end
$function$;

REVOKE ALL ON FUNCTION "public"."indicator_history"(text, timestamp WITH time zone, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.indicator_reaction (
  indicator text,
  symbol    text,
  distance  numeric DEFAULT NULL::numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    with moves as (
      select reaction.minutes, reaction.move, held.starts_at, held.sample,
        case sign(public.surprise_of(held.actual, held.forecast)) when 1 then 'above' when 0 then 'in_line' when -1 then 'below' end as surprise
      from private.indicator_releases(indicator_reaction.indicator, null) as held
      join public.announcement_reactions as reaction on reaction.announcement = held.id and reaction.symbol = indicator_reaction.symbol
    )
    select jsonb_build_object(
      'n', count(*) filter (where minutes = 60), 'since', min(starts_at), 'sample', coalesce(bool_or(moves.sample), false),
      -- How often the move went as far as that, on its side.
      'beyond', case when distance is not null then (
        select jsonb_agg(jsonb_build_object('minutes', span, 'n', (select count(*) from moves where minutes = span),
          'beyond', (select count(*) from moves where minutes = span and case when distance < 0 then move <= distance else move >= distance end)) order by span)
        from unnest(array[5, 15, 60]) as span) end,
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(one) order by one.surprise, one.minutes), '[]')
        from (
          select surprise, minutes, count(*)::int as n, trim_scale(round(percentile_cont(0.5) within group (order by move)::numeric, 1))::text as median,
            trim_scale(round(percentile_cont(0.1) within group (order by move)::numeric, 1))::text as p10, trim_scale(round(percentile_cont(0.9) within group (order by move)::numeric, 1))::text as p90,
            trim_scale(round(percentile_cont(0.9) within group (order by abs(move))::numeric, 1))::text as size_p90
          from moves where surprise is not null group by surprise, minutes
        ) as one))
    from moves);
end
$function$;

REVOKE ALL ON FUNCTION "public"."indicator_reaction"(text, text, numeric) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.indicator_signals (
  indicator text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    with through as (
      select result.*, held.starts_at, result.ended_at <= held.starts_at + interval '60 minutes' as within_the_hour
      from private.indicator_releases(indicator_signals.indicator, null) as held
      join public.indicators as known on known.slug = held.indicator
      join public.instruments on known.currency in (instruments.base_currency, instruments.quote_currency)
      join public.signal_results as result on result.symbol = instruments.symbol and result.entered_at < held.starts_at and result.ended_at > held.starts_at and result.state = 'closed'
      where held.precision = 'exact'
    )
    select jsonb_build_object('n', count(*), 'stopped', count(*) filter (where within_the_hour and reason = 'stop'), 'ended', count(*) filter (where within_the_hour),
      'mean_r', trim_scale(round(avg(realised_r), 2))::text, 'won', count(*) filter (where realised_r > 0),
      'signals', coalesce((select jsonb_agg(jsonb_build_object('number', number, 'id', signal_id, 'symbol', symbol, 'direction', direction, 'released_at', starts_at, 'ended_at', ended_at, 'reason', reason,
        'realised_r', trim_scale(realised_r)::text) order by starts_at desc) from (select * from through order by starts_at desc limit 12) as newest), '[]'))
    from through);
end
$function$;

REVOKE ALL ON FUNCTION "public"."indicator_signals"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.keep_support_mail (
  raw text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if length(raw) > 40000000 then raise exception 'mail_too_large' using errcode = '22023', hint = 'raw'; end if;
  insert into private.raw_mails (raw) values (decode(keep_support_mail.raw, 'base64'));
  perform private.enqueue('read-mails', '{}', 'read-mails');
end
$function$;

REVOKE ALL ON FUNCTION "public"."keep_support_mail"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_support_mails (
  before_id uuid    DEFAULT NULL::uuid,
  most      integer DEFAULT 50
)
  RETURNS SETOF jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query select to_jsonb(mail) || jsonb_build_object('number', (select number from public.tickets where id = mail.ticket))
    from private.support_mails as mail where before_id is null or mail.id < before_id order by mail.id desc limit least(greatest(coalesce(most, 50), 1), 200);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_support_mails"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.merge_tickets (
  ticket      uuid,
  into_ticket uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
  goal public.tickets;
  moment constant timestamptz := clock_timestamp();
begin
  if merge_tickets.ticket = merge_tickets.into_ticket then raise exception 'same_ticket' using errcode = '22023', hint = 'into_ticket'; end if;
  -- Both in one order: two who merge the same pair the other way round must not wait for each other.
  perform from public.tickets where id in (merge_tickets.ticket, merge_tickets.into_ticket) order by id for update;
  kept := private.handled_ticket(merge_tickets.ticket);
  goal := private.handled_ticket(merge_tickets.into_ticket);
  -- One member's words must not reach another.
  if kept.user_id is distinct from goal.user_id or kept.user_id is null then raise exception 'other_member' using errcode = 'PT409'; end if;
  if goal.state = 'closed' then raise exception 'ticket_closed' using errcode = 'PT409'; end if;
  perform private.move_words(kept.id, goal.id, null);
  perform private.pause_ticket(kept, 'solved', moment);
  update public.tickets set state = 'closed', closed_at = coalesce(closed_at, moment), merged_into = goal.id, assignee = null, excerpt = '' where id = kept.id;
  -- What waits in one of both waits in the other.
  if kept.state in ('new', 'open') and goal.state in ('pending', 'on_hold', 'solved') then
    perform private.resume_ticket(goal, moment), private.note_ticket(goal, case when goal.state = 'solved' then 'reopened' else 'resumed' end);
  end if;
  perform private.note_ticket(kept, 'merged', jsonb_build_object('into', goal.id, 'number', goal.number)), private.note_ticket(goal, 'merged', jsonb_build_object('from', kept.id, 'number', kept.number));
end
$function$;

REVOKE ALL ON FUNCTION "public"."merge_tickets"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.move_ticket (
  ticket uuid,
  state  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets := private.handled_ticket(ticket);
  moment constant timestamptz := clock_timestamp();
begin
  if move_ticket.state is null or move_ticket.state not in ('open', 'pending', 'on_hold', 'solved') then raise exception 'state_wrong' using errcode = '22023', hint = 'state'; end if;
  if kept.state = 'closed' then raise exception 'ticket_closed' using errcode = 'PT409'; end if;
  if kept.state = move_ticket.state then return; end if;
  -- A pause must not help to keep the promise of the first answer.
  if kept.first_answered_at is null and move_ticket.state in ('pending', 'on_hold') then raise exception 'answer_first' using errcode = 'PT409'; end if;
  if move_ticket.state = 'open' then
    if kept.paused_since is not null then perform private.resume_ticket(kept, moment);
    else update public.tickets set state = 'open' where id = kept.id; end if;
    perform private.note_ticket(kept, case when kept.state = 'solved' then 'reopened' else 'resumed' end);
  else
    perform private.pause_ticket(kept, move_ticket.state, moment), private.note_ticket(kept, move_ticket.state, '{"by": "staff"}');
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."move_ticket"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_blackouts (
  since timestamp with time zone DEFAULT now(),
  until timestamp with time zone DEFAULT (now() + '7 days'::interval)
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if until <= since or until > since + interval '100 days' then perform private.refuse('range_invalid', 'until', 'A hundred days at most.'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'currency', span.currency, 'starts_at', span.starts_at, 'ends_at', span.ends_at, 'announcements', to_jsonb(span.announcements),
      'symbols', (select jsonb_agg(symbol order by sort) from public.instruments where span.currency in (base_currency, quote_currency)),
      'firm', case when span.firm_starts_at is not null then (
        select jsonb_build_object('name', firms.name, 'starts_at', span.firm_starts_at, 'ends_at', span.firm_ends_at)
        from public.announcement_preferences as wants join public.prop_firms as firms on firms.slug = wants.firm where wants.user_id = auth.uid()) end,
      'signals', (select coalesce(jsonb_agg(jsonb_build_object('id', crossed.signal_id, 'mine', coalesce(crossed.mine, false)) order by crossed.signal_id), '[]')
        from private.crossed_signals(auth.uid(), span.currency, span.starts_at, span.ends_at) as crossed))) order by span.starts_at, span.currency), '[]')
    from private.blackout_windows(auth.uid(), my_blackouts.since, my_blackouts.until) as span);
end
$function$;

REVOKE ALL ON FUNCTION "public"."my_blackouts"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_first_steps()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'joined_at', profiles.created_at, 'put_off_at', visits.steps_put_off_at, 'recomputed_at', visits.recomputed_at,
    'risk', (select jsonb_build_object('capital_minor', capital_minor, 'currency', currency, 'risk_percent', trim_scale(risk_percent)::text)
      from public.trading_settings where user_id = profiles.id),
    'lesson', lesson.facts,
    'lesson_read_at', (select min(done_at) from public.lesson_progress where member = profiles.id),
    'tested_at', (select min(finished_at) from public.attempts where member = profiles.id and purpose = 'daily')
  )
  from public.profiles
  left join public.visits on visits.user_id = profiles.id
  left join lateral (
    select jsonb_build_object('course', course.slug, 'lesson', lesson.slug, 'texts', lesson.card -> 'texts', 'in', course.card -> 'texts',
      'minutes', (select sum(value::int) from jsonb_each_text(lesson.card #> '{fields,minutes}'))) as facts
    from public.published_content as lesson join public.published_content as course on course.item = lesson.parent
    where lesson.kind = 'lesson' and lesson.tier = 'freemium'
    -- Losing little comes first; then the order of the catalogue.
    order by course.slug <> 'risk-management', course.position, lesson.position, lesson.item limit 1
  ) as lesson on true
  where profiles.id = auth.uid()
$function$;

REVOKE ALL ON FUNCTION "public"."my_first_steps"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_tickets (
  after jsonb   DEFAULT NULL::jsonb,
  most  integer DEFAULT 30
)
  RETURNS SETOF jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.ticket_row(kept) || jsonb_build_object('unread', kept.last_by <> 'member' and kept.last_message_at > coalesce(kept.member_seen_at, '-infinity'),
    'cursor', jsonb_build_object('at', kept.last_message_at, 'id', kept.id))
  from public.tickets as kept
  where kept.user_id = (select auth.uid()) and kept.merged_into is null
    and (kept.last_message_at, kept.id) < (coalesce((after ->> 'at')::timestamptz, 'infinity'), coalesce((after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by kept.last_message_at desc, kept.id desc limit least(greatest(coalesce(most, 30), 1), 100)
$function$;

REVOKE ALL ON FUNCTION "public"."my_tickets"(jsonb, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_first_step (
  step text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if step is null or step not in ('recomputed', 'put_off', 'resumed') then raise exception 'unknown_step' using errcode = '22023'; end if;
  insert into public.visits as visit (user_id, recomputed_at, steps_put_off_at)
  values (auth.uid(), case when step = 'recomputed' then now() end, case when step = 'put_off' then now() end)
  on conflict (user_id) do update set
    recomputed_at = coalesce(visit.recomputed_at, excluded.recomputed_at),
    steps_put_off_at = case step when 'put_off' then now() when 'resumed' then null else visit.steps_put_off_at end;
end
$function$;

REVOKE ALL ON FUNCTION "public"."note_first_step"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_help_opening (
  slug text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  opened uuid;
begin
  select card.item into opened from public.published_content as card where card.kind = 'help-article' and card.slug = note_help_opening.slug;
  -- The team's own reading would flatter the figure. An article that was withdrawn meanwhile is not worth an error.
  if auth.uid() is null or opened is null or (select private.reading_staff_role()) is not null then return; end if;
  delete from public.help_openings where opened_at < clock_timestamp() - interval '1 year';
  insert into public.help_openings as known (member, item) values (auth.uid(), opened)
  -- Opened again within the day it is the same attempt, whatever came of it.
  on conflict (member, item) do update set opened_at = excluded.opened_at, ticket_at = null where known.opened_at < clock_timestamp() - interval '24 hours';
end
$function$;

REVOKE ALL ON FUNCTION "public"."note_help_opening"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_on_ticket (
  ticket   uuid,
  body     text,
  request  uuid,
  mentions uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets := private.handled_ticket(ticket);
  said constant text := private.checked_words(note_on_ticket.body, 5000);
  written public.ticket_notes;
begin
  insert into public.ticket_notes (ticket, author, author_name, body, mentions, request)
  values (kept.id, auth.uid(), private.ticket_name(auth.uid()), said, array(select user_id from public.staff where user_id = any (note_on_ticket.mentions) order by user_id), note_on_ticket.request)
  on conflict on constraint ticket_notes_author_request_key do nothing returning * into written;
  if written.id is null then return (select id from public.ticket_notes where author = auth.uid() and ticket_notes.request = note_on_ticket.request); end if;
  perform private.note_ticket(kept, 'noted', jsonb_build_object('note', written.id));
  perform private.notify_member(named, 'ticket-note:' || written.id, 'ticket_mentioned', jsonb_build_object('number', kept.number, 'author', written.author_name), '/admin/support?demande=' || kept.id)
  from unnest(written.mentions) as named where named <> auth.uid();
  return written.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."note_on_ticket"(uuid, text, uuid, uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.open_ticket (
  topic    text,
  subject  text,
  body     text,
  request  uuid,
  priority text  DEFAULT 'normal'::text,
  files    jsonb DEFAULT '[]'::jsonb,
  facts    jsonb DEFAULT NULL::jsonb,
  figure   jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant public.profiles := (select profiles from public.profiles where id = auth.uid());
  title constant text := private.cleaned(open_ticket.subject, 160);
  said constant text := private.checked_words(open_ticket.body, 20000);
  made public.tickets;
  written public.ticket_messages;
begin
  if me.id is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if title = '' then raise exception 'subject_missing' using errcode = '22023', hint = 'subject'; end if;
  if open_ticket.request is null then raise exception 'request_missing' using errcode = '22023', hint = 'request'; end if;
  if open_ticket.priority = 'urgent' then raise exception 'priority_unknown' using errcode = '22023', hint = 'priority', detail = 'Staff decide what is urgent.'; end if;
  perform pg_advisory_xact_lock(hashtextextended('tickets of ' || me.id, 0));
  select * into made from public.tickets where user_id = me.id and tickets.request = open_ticket.request;
  if found then return jsonb_build_object('id', made.id, 'number', made.number); end if;
  if (select count(*) from public.tickets where user_id = me.id and opened_at > now() - interval '1 day') >= 10 then raise exception 'too_many_tickets' using errcode = 'PT429'; end if;
  made := private.make_ticket(me.id, open_ticket.topic, open_ticket.priority, title, me.locale, 'site', open_ticket.request, clock_timestamp(),
    case when open_ticket.facts is not null then private.checked_facts(me.id, open_ticket.facts) end, case when open_ticket.figure is not null then private.figure_proof(open_ticket.figure) end);
  written := private.add_message(made, me.id, 'member', said, null, 'site', null);
  perform private.attach_files(written, open_ticket.files, me.id::text);
  update public.tickets set member_seen_at = clock_timestamp() where id = made.id;
  perform private.mail_ticket(made, 'ticket_opened', null);
  -- The help centre may be missing.
  if to_regprocedure('private.help_did_not_suffice(uuid)') is not null then execute 'select private.help_did_not_suffice($1)' using me.id; end if;
  return jsonb_build_object('id', made.id, 'number', made.number);
end
$function$;

REVOKE ALL ON FUNCTION "public"."open_ticket"(text, text, text, uuid, text, jsonb, jsonb, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.rate_ticket (
  ticket uuid,
  score  integer,
  words  text    DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
begin
  if rate_ticket.score is null or rate_ticket.score not between 1 and 5 then raise exception 'score_wrong' using errcode = '22023', hint = 'score'; end if;
  if length(rate_ticket.words) > 1000 then raise exception 'text_too_long' using errcode = '22023', hint = 'words', detail = '1000'; end if;
  select * into kept from public.tickets where id = rate_ticket.ticket and user_id = auth.uid() for update;
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  if kept.state not in ('solved', 'closed') or kept.merged_into is not null then raise exception 'not_solved_yet' using errcode = 'PT409'; end if;
  update public.tickets set satisfaction = rate_ticket.score, satisfaction_words = nullif(btrim(rate_ticket.words), ''), rated_at = clock_timestamp() where id = kept.id;
  perform private.note_ticket(kept, 'rated', jsonb_build_object('score', rate_ticket.score));
end
$function$;

REVOKE ALL ON FUNCTION "public"."rate_ticket"(uuid, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.remove_ticket_facts (
  ticket uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.tickets;
begin
  update public.tickets set facts = null, facts_consented_at = null where id = remove_ticket_facts.ticket and user_id = auth.uid() and facts is not null returning * into kept;
  if not found then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  perform private.note_ticket(kept, 'facts_removed');
end
$function$;

REVOKE ALL ON FUNCTION "public"."remove_ticket_facts"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.reply_ticket (
  ticket  uuid,
  body    text,
  request uuid,
  files   jsonb DEFAULT '[]'::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if reply_ticket.request is null then raise exception 'request_missing' using errcode = '22023', hint = 'request'; end if;
  if not private.is_own_ticket(reply_ticket.ticket) then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  return private.take_reply(reply_ticket.ticket, auth.uid(), private.checked_words(reply_ticket.body, 20000), null, 'site', reply_ticket.request, reply_ticket.files, auth.uid()::text);
end
$function$;

REVOKE ALL ON FUNCTION "public"."reply_ticket"(uuid, text, uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_announcement (
  claim        jsonb,
  announcement uuid  DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own_key constant text := 'staff:' || coalesce(announcement, gen_random_uuid());
  answer jsonb;
  problem jsonb;
  target uuid := announcement;
  before private.announcement_claims;
begin
  perform private.require_staff();
  perform pg_advisory_xact_lock(hashtext('announcements'));
  if announcement is not null then
    if not exists (select from public.announcements where id = announcement) then raise exception 'announcement_not_found' using errcode = 'PT404'; end if;
    -- Its key leads to the announcement before the first word is said of it.
    insert into private.announcement_claims (source, key, announcement, claim, seen_at) values ('staff', own_key, save_announcement.announcement, '{}', clock_timestamp()) on conflict do nothing;
    select * into before from private.announcement_claims as known where known.source = 'staff' and known.key = own_key;
    claim := (select jsonb_strip_nulls(jsonb_build_object('indicator', held.indicator, 'title', held.title, 'currency', held.currency, 'country', held.country, 'zone', held.zone)) || save_announcement.claim
      from public.announcements as held where held.id = announcement);
    -- A value alone moves nothing: the time is then as it was.
    if not claim ? 'at' and not claim ? 'day' then
      claim := claim || (select jsonb_build_object('at', to_char(held.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'precision', held.precision, 'day', held.day) from public.announcements as held where held.id = announcement);
      if claim ->> 'precision' = 'all_day' then claim := claim - 'at'; end if;
    end if;
    -- What was corrected before and is not named now stays corrected.
    claim := (before.claim - '{starts_at,day,precision,zone}'::text[]) || claim;
  end if;
  answer := private.take_claims('staff', jsonb_build_array(claim || jsonb_build_object('key', own_key)));
  problem := answer #> '{problems,0}';
  if problem is not null then perform private.refuse(problem ->> 'problem', problem ->> 'field'); end if;
  select known.announcement into target from private.announcement_claims as known where known.source = 'staff' and known.key = own_key;
  return target;
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_announcement"(jsonb, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_canned_answer (
  name  text,
  texts jsonb,
  topic text  DEFAULT NULL::text,
  id    uuid  DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  language text;
  kept uuid;
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if save_canned_answer.name !~ '^[a-z0-9][a-z0-9-]{1,39}$' then raise exception 'name_wrong' using errcode = '22023', hint = 'name'; end if;
  if coalesce(btrim(texts ->> 'fr'), '') = '' then raise exception 'words_missing' using errcode = '22023', hint = 'texts.fr'; end if;
  for language in select jsonb_object_keys(texts) loop
    if language <> all (private.languages()) then raise exception 'language_unknown' using errcode = '22023', hint = 'texts'; end if;
    if length(texts ->> language) > 8000 then raise exception 'text_too_long' using errcode = '22023', hint = 'texts.' || language, detail = '8000'; end if;
    if exists (select from regexp_matches(texts ->> language, '\{\{([^}]*)\}\}', 'g') as used (variable) where used.variable[1] not in ('member', 'number', 'subject', 'agent', 'promise', 'plan', 'mediator')) then
      raise exception 'variable_unknown' using errcode = '22023', hint = 'texts.' || language;
    end if;
  end loop;
  if save_canned_answer.id is null then
    insert into public.canned_answers (name, topic, texts) values (save_canned_answer.name, save_canned_answer.topic, save_canned_answer.texts) on conflict do nothing returning canned_answers.id into kept;
    if kept is null then raise exception 'name_taken' using errcode = '23505', hint = 'name'; end if;
  else
    update public.canned_answers as known set name = save_canned_answer.name, topic = save_canned_answer.topic, texts = save_canned_answer.texts, changed_at = clock_timestamp()
    where known.id = save_canned_answer.id returning known.id into kept;
    if kept is null then raise exception 'answer_not_found' using errcode = 'PT404'; end if;
  end if;
  return kept;
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_canned_answer"(text, jsonb, text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.seal_expectation (
  announcement uuid,
  direction    text,
  probability  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author constant text := private.require_staff();
  moment constant timestamptz := private.ledger_moment();
  fresh public.expectations;
begin
  fresh := private.record_expectation(announcement, direction, probability, auth.uid(), author, moment, moment, false);
  return jsonb_build_object('id', fresh.id, 'number', fresh.number, 'commitment', fresh.commitment);
end
$function$;

REVOKE ALL ON FUNCTION "public"."seal_expectation"(uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.search_help (
  query    text,
  language text    DEFAULT 'fr'::text,
  most     integer DEFAULT 20
)
  RETURNS TABLE (
    item    uuid,
    slug    text,
    title   text,
    summary text,
    minutes integer,
    score   real,
    words   text[]
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with terms as (
    select terms.*, row_number() over () as place from private.help_terms(search_help.query, search_help.language) as terms
  ), articles as (
    select card.item, card.slug, card.card, card.position,
      (select string_agg(indexed.words::text, ' ')::tsvector from public.published_words as indexed where indexed.item = card.item and indexed.language = search_help.language) as vector,
      (select max(length(indexed.body)) from public.published_words as indexed where indexed.item = card.item and indexed.language = search_help.language and indexed.part = 'body') as letters
    from public.published_content as card where card.kind = 'help-article'
  ), hits as (
    -- Titles before summaries before texts; ts_rank itself does not know how rare a word is.
    select articles.item, terms.place, terms.certainty, terms.words, ts_rank('{0, 0.12, 0.45, 1}', articles.vector, terms.term) as rank,
      ln(1 + (select count(*) from articles)::real / count(*) over (partition by terms.place)) as rarity
    from terms join articles on articles.vector @@ terms.term
  ), found as (
    select hits.item, sum(hits.certainty * hits.rank * hits.rarity)::real as score,
      (select array_agg(distinct word) from hits as own cross join unnest(own.words) as word where own.item = hits.item) as words
    from hits group by hits.item
  )
  select found.item, articles.slug, coalesce(articles.card #>> array['texts', search_help.language, 'title'], articles.card #>> '{texts,fr,title}'),
    coalesce(articles.card #>> array['texts', search_help.language, 'summary'], articles.card #>> '{texts,fr,summary}'),
    -- Some two hundred words are read in a minute.
    greatest(1, round(coalesce(articles.letters, 0) / 1200.0))::int, found.score, found.words
  from found join articles using (item) order by found.score desc, articles.position, found.item limit least(greatest(search_help.most, 1), 50)
$function$;

REVOKE ALL ON FUNCTION "public"."search_help"(text, text, integer) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.search_threads (
  query    text,
  language text                     DEFAULT 'fr'::text,
  category text                     DEFAULT NULL::text,
  symbol   text                     DEFAULT NULL::text,
  author   uuid                     DEFAULT NULL::uuid,
  "from"   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  "to"     timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  most     integer                  DEFAULT 20
)
  RETURNS TABLE (
    thread       uuid,
    post         uuid,
    "position"   integer,
    title        text,
    excerpt      text,
    in_category  text,
    in_symbol    text,
    written_by   uuid,
    anonymous    boolean,
    published_at timestamp with time zone,
    replies      integer,
    accepted     boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  asked tsquery := private.searched_everywhere(query, false);
  worded constant boolean := numnode(asked) > 0;
  of_author constant uuid := search_threads.author;
  of_category constant text := search_threads.category;
  of_symbol constant text := search_threads.symbol;
  blocked constant uuid[] := array(select private.own_blocks());
  typed constant text[] := array(select word from regexp_split_to_table(private.plain(left(query, 200)), '[^[:alnum:]]+') as word where length(word) > 2);
begin
  if private.own_member() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- Whole words first. Where none has them all, the last may be one that is still being typed.
  for attempt in 1..2 loop
    -- Texts are read only of what is shown.
    return query
      with titled as materialized (
        select found.thread, 4 * ts_rank(found.words, asked) as rank from private.newest_titles_with(asked) as found where worded
      ), hit as (
        select found.thread, found.post, found.author, found.published_at, case when worded then ts_rank(found.words, asked) else 0 end as rank
        from private.posts_found(asked, of_author, of_category, of_symbol, "from", "to") as found
        union all
        select first.thread, first.id, first.author, first.published_at, 0
        from titled join public.posts as first on first.thread = titled.thread and first.position = 1 and first.state = 'published'
        join public.threads as place on place.id = first.thread
        where (of_author is null or place.author = of_author) and ("from" is null or place.last_post_at >= "from") and ("to" is null or place.created_at < "to")
          and (of_category is null or place.category = of_category) and (of_symbol is null or place.symbol = of_symbol)
      ), best as (
        select distinct on (hit.thread) hit.thread, hit.post, hit.published_at, hit.rank + coalesce(titled.rank, 0) as score
        from hit left join titled on titled.thread = hit.thread
        where hit.author is null or hit.author <> all (blocked)
        order by hit.thread, hit.rank desc, hit.published_at, hit.post
      ), shown as (
        select best.*, place.title, place.category, place.symbol, place.replies, place.accepted_post
        from best join public.threads as place on place.id = best.thread
        where place.state = 'published' and (place.author is null or place.author <> all (blocked))
        order by best.score desc, best.published_at desc limit least(greatest(coalesce(search_threads.most, 20), 1), 50)
      )
      select shown.thread, shown.post, posts.position, shown.title,
        private.excerpt(bare.body, greatest(1, coalesce((
          select min(place) from unnest(typed) as word, strpos(private.plain(bare.body), word) as place where place > 0), 1) - 60)),
        shown.category, shown.symbol, posts.author, posts.anonymous, shown.published_at, shown.replies, coalesce(shown.post = shown.accepted_post, false)
      from shown join public.posts on posts.id = shown.post, lateral (select private.bare_text(posts.body) as body) as bare
      order by shown.score desc, shown.published_at desc;
    exit when found or not worded or of_author is not null;
    asked := private.searched_everywhere(query, true);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.see_ticket (
  ticket uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is not null then
    update public.tickets set staff_seen_at = clock_timestamp() where id = see_ticket.ticket and coalesce(staff_seen_at, '-infinity') < last_message_at and user_id is distinct from auth.uid();
  end if;
  update public.tickets set member_seen_at = clock_timestamp() where id = see_ticket.ticket and user_id = auth.uid() and coalesce(member_seen_at, '-infinity') < last_message_at;
end
$function$;

REVOKE ALL ON FUNCTION "public"."see_ticket"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.similar_threads (
  title    text,
  language text DEFAULT 'fr'::text
)
  RETURNS TABLE (
    thread      uuid,
    title_of    text,
    in_category text,
    replies     integer,
    accepted    boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The longest stems say most.
  stems constant text[] := array(
    select lexeme from unnest(private.words_of(left(title, 200), language)) where length(lexeme) > 2
    order by length(lexeme) desc, lexeme limit 4);
  asked tsquery;
begin
  if private.own_member() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- Two of the four, or the only one.
  select string_agg(case when cardinality(stems) = 1 then quote_literal(one) || ':*' else quote_literal(one) || ' & ' || quote_literal(other) end, ' | ')::tsquery into asked
  from unnest(stems) with ordinality as first (one, n) left join unnest(stems) with ordinality as second (other, m) on m > n
  where other is not null or cardinality(stems) = 1;
  if asked is null then return; end if;
  return query execute $query$
    select threads.id, threads.title, threads.category, threads.replies, threads.accepted_post is not null
    from (select found.* from private.titles_with($1) as found order by found.thread desc limit 300) as near join public.threads on threads.id = near.thread
    where threads.state = 'published' and (threads.author is null or threads.author <> all ($2))
    order by ts_rank(near.words, $3) desc, threads.accepted_post is not null desc, threads.last_post_at desc limit 5
  $query$ using asked, array(select private.own_blocks()), (select string_agg(quote_literal(one), ' | ')::tsquery from unnest(stems) as one);
end
$function$;

CREATE OR REPLACE FUNCTION public.snooze_ticket (
  ticket uuid,
  until  timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
begin
  if snooze_ticket.until <= now() or snooze_ticket.until > now() + interval '90 days' then raise exception 'time_wrong' using errcode = '22023', hint = 'until'; end if;
  update public.tickets set snoozed_until = snooze_ticket.until where id = kept.id;
  perform private.note_ticket(kept, 'snoozed', jsonb_build_object('until', snooze_ticket.until));
end
$function$;

REVOKE ALL ON FUNCTION "public"."snooze_ticket"(uuid, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.sort_ticket (
  ticket   uuid,
  topic    text DEFAULT NULL::text,
  priority text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
begin
  if not exists (select from public.support_topics where support_topics.topic = coalesce(sort_ticket.topic, kept.topic)) then raise exception 'topic_unknown' using errcode = '22023', hint = 'topic'; end if;
  if not exists (select from public.support_promises where support_promises.priority = coalesce(sort_ticket.priority, kept.priority)) then raise exception 'priority_unknown' using errcode = '22023', hint = 'priority'; end if;
  update public.tickets set topic = coalesce(sort_ticket.topic, kept.topic), priority = coalesce(sort_ticket.priority, kept.priority),
    -- What is a complaint has its deadlines from the day on which it was written.
    acknowledge_due_at = case when about.is_complaint then coalesce(acknowledge_due_at, private.complaint_day(opened_at)) end,
    complaint_due_at = case when about.is_complaint then coalesce(complaint_due_at, opened_at + interval '2 months') end,
    acknowledged_at = case when about.is_complaint then coalesce(acknowledged_at, first_answered_at) end
  from public.support_topics as about where tickets.id = kept.id and about.topic = coalesce(sort_ticket.topic, kept.topic);
  if sort_ticket.topic <> kept.topic then perform private.note_ticket(kept, 'topic', jsonb_build_object('from', kept.topic, 'to', sort_ticket.topic)); end if;
  if sort_ticket.priority <> kept.priority then perform private.note_ticket(kept, 'priority', jsonb_build_object('from', kept.priority, 'to', sort_ticket.priority)); end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."sort_ticket"(uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.split_ticket (
  ticket   uuid,
  messages uuid[],
  subject  text,
  topic    text   DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.tickets := private.handled_ticket(ticket);
  title constant text := private.cleaned(split_ticket.subject, 160);
  chosen constant uuid[] := array(select id from public.ticket_messages as known where known.ticket = kept.id and id = any (split_ticket.messages));
  made public.tickets;
begin
  if title = '' then raise exception 'subject_missing' using errcode = '22023', hint = 'subject'; end if;
  if kept.user_id is null then raise exception 'member_gone' using errcode = 'PT409'; end if;
  if cardinality(chosen) = 0 or cardinality(chosen) <> cardinality(split_ticket.messages) then raise exception 'message_unknown' using errcode = '22023', hint = 'messages'; end if;
  if cardinality(chosen) = kept.messages then raise exception 'nothing_left' using errcode = '22023', hint = 'messages'; end if;
  -- It has waited since its first message: the split gains us no time.
  made := private.make_ticket(kept.user_id, coalesce(split_ticket.topic, kept.topic), kept.priority, title, kept.language, kept.channel, null,
    (select min(at) from public.ticket_messages where id = any (chosen)), null, null, jsonb_build_object('split_from', kept.id, 'number', kept.number));
  perform private.move_words(kept.id, made.id, chosen);
  update public.tickets set assignee = kept.assignee where id = made.id;
  perform private.note_ticket(kept, 'split', jsonb_build_object('into', made.id, 'number', made.number));
  return jsonb_build_object('id', made.id, 'number', made.number);
end
$function$;

REVOKE ALL ON FUNCTION "public"."split_ticket"(uuid, uuid[], text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.support_answer_times (
  days integer DEFAULT 30
)
  RETURNS TABLE (
    opened_at        timestamp with time zone,
    answered_at      timestamp with time zone,
    business_seconds bigint,
    promised_seconds bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Minutes and no number: a time must not lead to a person.
  select date_trunc('minute', opened.at), date_trunc('minute', answered.at),
    coalesce((answered.data ->> 'seconds')::bigint, 0), (kept.promise ->> 'answer_minutes')::bigint * 60
  from public.ticket_events as opened join public.tickets as kept on kept.id = opened.ticket
    left join lateral (select * from public.ticket_events as event where event.ticket = opened.ticket and event.kind = 'answered' order by event.at limit 1) as answered on true
  where opened.kind = 'opened' and opened.at > now() - make_interval(days => least(greatest(days, 1), 365)) and kept.merged_into is null
    and (answered.at is not null or kept.answer_due_at < now() and kept.state in ('new', 'open'))
  order by opened.at
$function$;

REVOKE ALL ON FUNCTION "public"."support_answer_times"(integer) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.support_figures (
  days integer DEFAULT 30
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with answers as materialized (select * from public.support_answer_times(days)),
  solved as materialized (
    select floor(extract(epoch from private.business_time(kept.opened_at, kept.solved_at) - kept.paused)) as seconds
    from public.tickets as kept where kept.solved_at > now() - make_interval(days => least(greatest(days, 1), 365)) and kept.merged_into is null order by kept.solved_at desc limit 2000
  )
  select jsonb_build_object(
    'days', least(greatest(days, 1), 365), 'answered', count(answered_at), 'promised', count(*), 'kept', count(*) filter (where answered_at is not null and business_seconds <= promised_seconds),
    'median_seconds', percentile_disc(0.5) within group (order by business_seconds) filter (where answered_at is not null),
    'p90_seconds', percentile_disc(0.9) within group (order by business_seconds) filter (where answered_at is not null),
    'worst_seconds', max(business_seconds) filter (where answered_at is not null), 'worst_at', (select opened_at from answers where answered_at is not null order by business_seconds desc, opened_at limit 1),
    'solved', (select count(*) from solved), 'solve_median_seconds', (select percentile_disc(0.5) within group (order by seconds) from solved),
    'satisfaction', (select jsonb_build_object('average', round(avg(satisfaction), 1)::text, 'rated', count(satisfaction)) from public.tickets where rated_at > now() - make_interval(days => least(greatest(days, 1), 365))),
    'promises', (select jsonb_agg(to_jsonb(promised) order by promised.solve_minutes desc) from public.support_promises as promised),
    'mediator', (select nullif(mediator, '') from private.seller), 'mail', (select address from private.support_mail_setting),
    'demonstration', exists (select from public.tickets where demonstration))
  from answers
$function$;

REVOKE ALL ON FUNCTION "public"."support_figures"(integer) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.support_hours_state (
  moment timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'zone', 'Europe/Paris',
    'open', open.window is not null, 'until', upper(open.window), 'opens_at', case when open.window is null then (
      select lower(coming) from generate_series(0, 60) as n, private.support_window((moment at time zone 'Europe/Paris')::date + n) as coming
      where lower(coming) > moment order by 1 limit 1) end,
    'hours', (select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'opens', to_char(opens, 'HH24:MI'), 'closes', to_char(closes, 'HH24:MI')) order by weekday), '[]') from public.support_hours),
    -- What a clock needs that runs over these days: 30 before and 120 after.
    'closed_days', (
      select coalesce(jsonb_agg(day::date order by day), '[]')
      from generate_series((moment at time zone 'Europe/Paris')::date - 30, (moment at time zone 'Europe/Paris')::date + 120, interval '1 day') as day
      where exists (select from public.support_hours where weekday = extract(isodow from day)) and private.support_window(day::date) is null))
  from (select (select today from private.support_window((moment at time zone 'Europe/Paris')::date) as today where today @> moment) as window) as open
$function$;

REVOKE ALL ON FUNCTION "public"."support_hours_state"(timestamp WITH time zone) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.support_report (
  since timestamp with time zone,
  until timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if since is null or until is null or until <= since or until > since + interval '400 days' then raise exception 'time_wrong' using errcode = '22023', hint = 'since'; end if;
  return (
    with opened as materialized (
      select kept.id, kept.topic, kept.channel, kept.language, kept.opened_at, kept.first_answered_at, kept.answer_due_at, kept.solved_at, kept.solve_due_at, kept.paused, kept.reopened, kept.satisfaction,
        (select (data ->> 'seconds')::bigint from public.ticket_events as event where event.ticket = kept.id and event.kind = 'answered' order by event.at limit 1) as answer_seconds
      from public.tickets as kept where kept.opened_at >= since and kept.opened_at < until and kept.merged_into is null
    ), solved as materialized (
      select extract(epoch from private.business_time(opened_at, solved_at) - paused)::bigint as seconds, solved_at <= solve_due_at as kept from opened where solved_at is not null order by solved_at desc limit 5000
    )
    select jsonb_build_object(
      'volume', count(*), 'answered', count(first_answered_at), 'answers_kept', count(*) filter (where first_answered_at <= answer_due_at),
      'answer_median_seconds', percentile_disc(0.5) within group (order by answer_seconds) filter (where answer_seconds is not null),
      'answer_p90_seconds', percentile_disc(0.9) within group (order by answer_seconds) filter (where answer_seconds is not null),
      'solved', count(solved_at), 'solutions_kept', (select count(*) filter (where solved.kept) from solved),
      'solve_median_seconds', (select percentile_disc(0.5) within group (order by seconds) from solved), 'solve_p90_seconds', (select percentile_disc(0.9) within group (order by seconds) from solved),
      'reopened', count(*) filter (where reopened > 0), 'reopen_rate', round(count(*) filter (where reopened > 0)::numeric / nullif(count(*) filter (where solved_at is not null or reopened > 0), 0), 4)::text,
      'backlog', (select count(*) from public.tickets where state in ('new', 'open', 'pending', 'on_hold')),
      'satisfaction', jsonb_build_object('average', round(avg(satisfaction), 2)::text, 'rated', count(satisfaction),
        'scores', (select jsonb_object_agg(score, (select count(*) from opened where satisfaction = score)) from generate_series(1, 5) as score)),
      'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', topic, 'volume', volume, 'answer_median_seconds', median) order by volume desc, topic), '[]')
        from (select topic, count(*) as volume, percentile_disc(0.5) within group (order by answer_seconds) filter (where answer_seconds is not null) as median from opened group by topic) as by_topic),
      'days', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'volume', volume) order by day), '[]') from (select private.paris_day(opened_at) as day, count(*) as volume from opened group by 1) as by_day))
    from opened);
end
$function$;

REVOKE ALL ON FUNCTION "public"."support_report"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.support_staff()
  RETURNS SETOF jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return query select jsonb_build_object('id', user_id, 'name', private.ticket_name(user_id), 'username', username, 'role', role,
    'waiting', (select count(*) from public.tickets where assignee = user_id and state in ('new', 'open', 'pending', 'on_hold')))
  from public.staff join public.profiles on id = user_id order by private.ticket_name(user_id);
end
$function$;

REVOKE ALL ON FUNCTION "public"."support_staff"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.surprise_of (
  actual   text,
  forecast text
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when actual ~ '^-?[0-9]{1,15}(\.[0-9]{1,8})?$' and forecast ~ '^-?[0-9]{1,15}(\.[0-9]{1,8})?$' then actual::numeric - forecast::numeric end
$function$;

REVOKE ALL ON FUNCTION "public"."surprise_of"(text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ticket_context (
  ticket uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  role constant text := (select private.reading_staff_role());
  kept public.tickets;
begin
  if role is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into kept from public.tickets where id = ticket_context.ticket;
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  return (
    select jsonb_build_object(
      'id', profile.id, 'name', private.ticket_name(profile.id), 'username', profile.username, 'language', profile.locale, 'time_zone', profile.time_zone, 'joined_at', profile.created_at,
      -- The address is for admins, as everywhere.
      'email', case when role = 'admin' then (select email from auth.users where id = profile.id) end,
      'tier', case when private.is_premium(profile.id) then 'premium' else 'freemium' end,
      'plan', (select jsonb_build_object('plan', plan, 'period', period, 'state', state, 'since', started_at) from public.subscriptions where user_id = profile.id and state in ('active', 'past_due', 'canceled')),
      'factors', (select coalesce(jsonb_agg(distinct factor_type::text), '[]') from auth.mfa_factors where user_id = profile.id and status = 'verified'),
      'passkeys', (select count(*) from auth.webauthn_credentials where user_id = profile.id),
      'signals_followed', (select count(*) from public.signal_trades where user_id = profile.id),
      'notices', (select count(*) from public.moderation_cases as known join public.community_members as person on person.id = known.author where person.user_id = profile.id),
      'tickets', (select jsonb_build_object('count', count(*), 'waiting', count(*) filter (where state in ('new', 'open', 'pending', 'on_hold')), 'satisfaction', round(avg(satisfaction), 1)::text, 'rated', count(satisfaction)) from public.tickets where user_id = profile.id),
      'earlier', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'subject', subject, 'state', state, 'opened_at', opened_at) order by opened_at desc), '[]')
        from (select * from public.tickets as other where other.user_id = profile.id and other.id <> kept.id and other.merged_into is null order by opened_at desc limit 5) as others))
    from public.profiles as profile where profile.id = kept.user_id);
end
$function$;

REVOKE ALL ON FUNCTION "public"."ticket_context"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ticket_counts()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return (
    select jsonb_build_object('waiting', count(*), 'mine', count(*) filter (where assignee = auth.uid()), 'unassigned', count(*) filter (where assignee is null),
      'overdue', count(*) filter (where turn_at < now()), 'unread', count(*) filter (where last_by = 'member' and last_message_at > coalesce(staff_seen_at, '-infinity')),
      'snoozed', (select count(*) from public.tickets where state in ('new', 'open', 'pending', 'on_hold') and snoozed_until > now()))
    from public.tickets where state in ('new', 'open', 'pending', 'on_hold') and (snoozed_until is null or snoozed_until <= now()));
end
$function$;

REVOKE ALL ON FUNCTION "public"."ticket_counts"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ticket_file (
  ticket uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  staff constant boolean := (select private.reading_staff_role()) is not null;
  kept public.tickets;
begin
  select * into kept from public.tickets where id = ticket_file.ticket and (staff or user_id = auth.uid());
  if kept.id is null then raise exception 'ticket_not_found' using errcode = 'PT404'; end if;
  return private.ticket_row(kept) || jsonb_build_object(
    'clock', private.ticket_clock(kept), 'facts', kept.facts, 'facts_consented_at', kept.facts_consented_at, 'proof', kept.proof,
    'satisfaction_words', kept.satisfaction_words, 'rated_at', kept.rated_at,
    'policy', (select to_jsonb(about) - 'position' from public.support_topics as about where about.topic = kept.topic),
    'mediator', case when kept.complaint_due_at is not null then (select nullif(mediator, '') from private.seller) end,
    'merged_into', (select jsonb_build_object('id', id, 'number', number) from public.tickets where id = kept.merged_into),
    'merged', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'subject', subject) order by number), '[]') from public.tickets where merged_into = kept.id),
    'split_from', (select jsonb_build_object('id', id, 'number', number) from public.tickets where id = kept.split_from),
    'follows', (select jsonb_build_object('id', id, 'number', number) from public.tickets where id = kept.follows),
    'followed_by', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number) order by number), '[]') from public.tickets where follows = kept.id),
    'errata', (select coalesce(jsonb_agg(to_jsonb(mistake) - 'ticket' order by mistake.at), '[]') from public.errata as mistake where mistake.ticket = kept.id),
    'message_list', (
      select coalesce(jsonb_agg(jsonb_build_object('id', written.id, 'role', written.role, 'name', written.author_name, 'own', written.author = auth.uid(), 'body', written.body, 'quoted', written.quoted,
        'channel', written.channel, 'at', written.at, 'moved_from', (select number from public.tickets where id = written.moved_from),
        'seen_at', case when written.role = 'member' then case when kept.staff_seen_at >= written.at then kept.staff_seen_at end when kept.member_seen_at >= written.at then kept.member_seen_at end,
        'files', (select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'path', file.path, 'name', file.name, 'bytes', file.bytes, 'type', file.type) order by file.id), '[]') from public.ticket_files as file where file.message = written.id)
      ) order by written.at, written.id), '[]')
      from (select * from public.ticket_messages where ticket_messages.ticket = kept.id order by at desc, id desc limit 500) as written),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'kind', event.kind, 'at', event.at, 'role', event.actor_role, 'name', private.ticket_name(event.actor), 'data', event.data) order by event.at, event.id), '[]')
      from public.ticket_events as event where event.ticket = kept.id and (staff or private.is_shown_event(event.kind)))
  ) || case when staff then jsonb_build_object(
    'snoozed_until', kept.snoozed_until, 'member', jsonb_build_object('id', kept.user_id, 'name', private.ticket_name(kept.user_id), 'premium', private.is_premium(kept.user_id)),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'name', note.author_name, 'own', note.author = auth.uid(), 'body', note.body, 'at', note.at,
        'mentions', (select coalesce(jsonb_agg(jsonb_build_object('id', named, 'name', private.ticket_name(named), 'username', (select username from public.profiles where id = named))), '[]') from unnest(note.mentions) as named)
      ) order by note.at, note.id), '[]') from public.ticket_notes as note where note.ticket = kept.id)) else '{}' end;
end
$function$;

REVOKE ALL ON FUNCTION "public"."ticket_file"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ticket_inbox (
  filters jsonb   DEFAULT '{}'::jsonb,
  after   jsonb   DEFAULT NULL::jsonb,
  most    integer DEFAULT 30
)
  RETURNS SETOF jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  view constant text := coalesce(filters ->> 'view', 'waiting');
  unknown constant text := (select key from jsonb_object_keys(filters) as key
    where key not in ('view', 'topic', 'priority', 'state', 'language', 'assignee', 'unassigned', 'overdue', 'member', 'complaint', 'search') limit 1);
  asked constant tsquery := case when btrim(coalesce(filters ->> 'search', '')) <> '' then private.searched_everywhere(filters ->> 'search', true) end;
  waits constant boolean := view in ('waiting', 'mine', 'unassigned') and asked is null;
  page constant int := least(greatest(coalesce(most, 30), 1), 100);
  place constant timestamptz := coalesce((after ->> 'at')::timestamptz, case when waits then '-infinity' else 'infinity' end::timestamptz);
  place_id constant uuid := coalesce((after ->> 'id')::uuid, case when waits then '00000000-0000-0000-0000-000000000000' else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  clauses text := 'merged_into is null';
  command text;
  hits int;
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if unknown is not null then raise exception 'unknown_filter' using errcode = '22023', hint = unknown; end if;
  if view not in ('waiting', 'mine', 'unassigned', 'snoozed', 'done', 'all') then raise exception 'unknown_filter' using errcode = '22023', hint = 'view'; end if;
  -- Fixed pieces, put together by which filters are set, so that the planner sees only conditions that hold; values are parameters.
  clauses := concat_ws(' and ', clauses,
    case when view in ('waiting', 'mine', 'unassigned') then 'state in (''new'', ''open'', ''pending'', ''on_hold'') and (snoozed_until is null or snoozed_until <= now())' end,
    case when view = 'snoozed' then 'snoozed_until > now() and state in (''new'', ''open'', ''pending'', ''on_hold'')' end,
    case when view = 'done' then 'state in (''solved'', ''closed'')' end,
    case when view = 'mine' then 'assignee = auth.uid()' end,
    case when view = 'unassigned' or (filters ->> 'unassigned')::boolean then 'assignee is null' end,
    case when filters ? 'topic' then 'topic = $1 ->> ''topic''' end, case when filters ? 'priority' then 'priority = $1 ->> ''priority''' end,
    case when filters ? 'state' then 'state = $1 ->> ''state''' end, case when filters ? 'language' then 'language = $1 ->> ''language''' end,
    case when filters ? 'assignee' then 'assignee = ($1 ->> ''assignee'')::uuid' end, case when filters ? 'member' then 'user_id = ($1 ->> ''member'')::uuid' end,
    case when (filters ->> 'overdue')::boolean then 'turn_at < now()' end, case when (filters ->> 'complaint')::boolean then 'complaint_due_at is not null' end);
  command := format($query$
    select private.ticket_row(kept) || jsonb_build_object(
      'unread', (kept).last_by = 'member' and (kept).last_message_at > coalesce((kept).staff_seen_at, '-infinity'), 'snoozed_until', (kept).snoozed_until,
      'member', jsonb_build_object('id', (kept).user_id, 'name', private.ticket_name((kept).user_id), 'premium', private.is_premium((kept).user_id)),
      'cursor', jsonb_build_object('at', (kept).%1$I, 'id', (kept).id))
    from (select kept from public.tickets as kept where %2$s and %3$s order by %1$I %4$s, id %4$s limit $2) as found
    order by (kept).%1$I %4$s, (kept).id %4$s$query$,
    case when waits then 'turn_at' else 'last_message_at' end, clauses,
    case when waits then '(turn_at, id) > ($3, $4)' when asked is null then '(last_message_at, id) < ($3, $4)' else 'id = any (array(select private.recent_tickets_with($5, $3, $4, 4000)))' end,
    case when waits then 'asc' else 'desc' end);
  if asked is null then
    return query execute command using filters, page, place, place_id;
    return;
  end if;
  return query execute command using filters, page, place, place_id, asked;
  get diagnostics hits = row_count;
  if hits < page then
    -- Rarer than that: by its index, from the last one that was found on.
    return query execute replace(command, 'private.recent_tickets_with($5, $3, $4, 4000)', 'private.tickets_with($5, $3, $4) except select private.recent_tickets_with($5, $3, $4, 4000)')
      using filters, page - hits, place, place_id, asked;
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."ticket_inbox"(jsonb, jsonb, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ticket_money (
  ticket uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  member uuid;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select user_id into member from public.tickets where id = ticket_money.ticket;
  return jsonb_build_object(
    'contract', public.staff_contract(member),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', pay.id, 'amount', pay.amount, 'currency', pay.currency, 'paid_at', pay.paid_at, 'state', pay.state,
        'invoice', (select number from public.invoices where payment_id = pay.id and kind = 'invoice' order by issued_at limit 1), 'refundable', pay.back,
        'refund', case when pay.back > 0 and pay.state not in ('disputed', 'lost') then public.preview_refund(pay.id, pay.back) end) order by pay.paid_at desc), '[]')
      from (select payments.*, private.refundable(payments) as back from public.payments where payments.user_id = member and payments.paid_at is not null order by payments.paid_at desc limit 5) as pay));
end
$function$;

REVOKE ALL ON FUNCTION "public"."ticket_money"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.try_filters (
  text  text,
  trust integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author public.community_members;
begin
  if private.reading_staff_role() is null then raise exception 'not_staff' using errcode = '42501'; end if;
  if text is null or length(text) > 20000 then raise exception 'text_too_long' using errcode = '22023', hint = 'text'; end if;
  if trust is null or trust not between 0 and 3 then raise exception 'trust_unknown' using errcode = '22023', hint = 'trust'; end if;
  author.name := '—';
  author.trust := try_filters.trust;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('rule', (found.finding).rule, 'offset', (found.finding).place, 'length', (found.finding).length, 'action', found.action)
      order by (found.finding).place), '[]')
    from (
      select null as action, spotted as finding from private.shield_findings(author, text) as spotted where (spotted).place is not null
      union all select asks.action, asks.finding from private.rule_findings(author, text) as asks
    ) as found);
end
$function$;

REVOKE ALL ON FUNCTION "public"."try_filters"(text, integer) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."announcement_tellings"
  ADD CONSTRAINT "announcement_tellings_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."help_words"
  ADD CONSTRAINT "help_words_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id) ON DELETE CASCADE;

ALTER TABLE "private"."support_mails"
  ADD CONSTRAINT "support_mails_detail_check" CHECK ((length(detail) <= 500));

ALTER TABLE "private"."support_mails"
  ADD CONSTRAINT "support_mails_message_id_check" CHECK ((length(message_id) <= 500));

ALTER TABLE "private"."support_mails"
  ADD CONSTRAINT "support_mails_message_id_key" UNIQUE (message_id);

ALTER TABLE "private"."support_mails"
  ADD CONSTRAINT "support_mails_outcome_check"
    CHECK
    ((outcome = ANY (ARRAY['accepted'::text, 'unmatched'::text, 'wrong_sender'::text, 'automatic'::text, 'loop'::text, 'bounce'::text, 'too_many'::text, 'too_large'::text,
    'unreadable'::text, 'refused'::text])));

ALTER TABLE "private"."support_mails"
  ADD CONSTRAINT "support_mails_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_check" CHECK (((firm IS NULL) = (challenge IS NULL)));

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_feed_currencies_check" CHECK ((cardinality(feed_currencies) <= 20));

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_feed_impacts_check" CHECK ((feed_impacts <@ '{low,medium,high}'::text[]));

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_firm_challenge_fkey" FOREIGN KEY (firm, challenge) REFERENCES public.prop_firm_challenges(firm, slug) ON DELETE SET NULL;

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_firm_minutes_check" CHECK (((firm_minutes >= 1) AND (firm_minutes <= 60)));

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_pkey" PRIMARY KEY (user_id);

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_remind_currencies_check" CHECK ((cardinality(remind_currencies) <= 20));

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_remind_impacts_check" CHECK ((remind_impacts <@ '{low,medium,high}'::text[]));

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_remind_minutes_check" CHECK (((remind_minutes >= 1) AND (remind_minutes <= 1440)));

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."announcement_preferences"
  ADD CONSTRAINT "announcement_preferences_window_minutes_check" CHECK (((window_minutes >= 1) AND (window_minutes <= 240)));

ALTER TABLE "public"."announcement_reactions"
  ADD CONSTRAINT "announcement_reactions_symbol_fkey" FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

ALTER TABLE "public"."announcement_reminders"
  ADD CONSTRAINT "announcement_reminders_minutes_check" CHECK (((minutes >= 1) AND (minutes <= 1440)));

ALTER TABLE "public"."announcement_reminders"
  ADD CONSTRAINT "announcement_reminders_pkey" PRIMARY KEY (user_id, announcement);

ALTER TABLE "public"."announcement_reminders"
  ADD CONSTRAINT "announcement_reminders_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."announcement_claims"
  ADD CONSTRAINT "announcement_claims_source_fkey" FOREIGN KEY (source) REFERENCES public.announcement_sources(source);

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_actual_check" CHECK ((length(actual) <= 40));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_check1" CHECK ((day = ((starts_at AT TIME ZONE zone))::date));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_check" CHECK (((indicator IS NOT NULL) OR (title IS NOT NULL)));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_country_check" CHECK ((country ~ '^[A-Z]{2}$'::text));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_forecast_check" CHECK ((length(forecast) <= 40));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_forecast_high_check" CHECK ((length(forecast_high) <= 40));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_forecast_low_check" CHECK ((length(forecast_low) <= 40));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_impact_check" CHECK ((impact = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_kind_check" CHECK ((kind = ANY (ARRAY['release'::text, 'speech'::text, 'decision'::text, 'holiday'::text])));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_period_check" CHECK ((period ~ '^[0-9]{4}-([0-9]{2}(-[0-9]{2})?|Q[1-4]|W[0-9]{2})$'::text));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_pkey" PRIMARY KEY (id);

ALTER TABLE "private"."announcement_claims"
  ADD CONSTRAINT "announcement_claims_announcement_fkey" FOREIGN KEY (announcement) REFERENCES public.announcements(id);

ALTER TABLE "private"."announcement_tellings"
  ADD CONSTRAINT "announcement_tellings_announcement_fkey" FOREIGN KEY (announcement) REFERENCES public.announcements(id) ON DELETE CASCADE;

ALTER TABLE "public"."announcement_reactions"
  ADD CONSTRAINT "announcement_reactions_announcement_fkey" FOREIGN KEY (announcement) REFERENCES public.announcements(id);

ALTER TABLE "public"."announcement_reminders"
  ADD CONSTRAINT "announcement_reminders_announcement_fkey" FOREIGN KEY (announcement) REFERENCES public.announcements(id) ON DELETE CASCADE;

ALTER TABLE "public"."announcement_versions"
  ADD CONSTRAINT "announcement_versions_announcement_fkey" FOREIGN KEY (announcement) REFERENCES public.announcements(id);

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_precision_check" CHECK (("precision" = ANY (ARRAY['exact'::text, 'tentative'::text, 'all_day'::text])));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_previous_check" CHECK ((length(previous) <= 40));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_revised_check" CHECK ((length(revised) <= 40));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_source_fkey" FOREIGN KEY (source) REFERENCES public.announcement_sources(source);

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_state_check" CHECK ((state = ANY (ARRAY['scheduled'::text, 'moved'::text, 'postponed'::text, 'released'::text, 'cancelled'::text])));

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_title_check" CHECK (((length(title) >= 1) AND (length(title) <= 200)));

ALTER TABLE "public"."canned_answers"
  ADD CONSTRAINT "canned_answers_name_check" CHECK ((name ~ '^[a-z0-9][a-z0-9-]{1,39}$'::text));

ALTER TABLE "public"."canned_answers"
  ADD CONSTRAINT "canned_answers_name_key" UNIQUE (name);

ALTER TABLE "public"."canned_answers"
  ADD CONSTRAINT "canned_answers_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."canned_answers"
  ADD CONSTRAINT "canned_answers_texts_check"
    CHECK (((jsonb_typeof(texts) = 'object'::text) AND ((length((texts ->> 'fr'::text)) >= 1) AND (length((texts ->> 'fr'::text)) <= 8000))));

ALTER TABLE "public"."errata"
  ADD CONSTRAINT "errata_made_by_check" CHECK ((made_by = ANY (ARRAY['analyst'::text, 'admin'::text])));

ALTER TABLE "public"."errata"
  ADD CONSTRAINT "errata_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."errata"
  ADD CONSTRAINT "errata_sequence_fkey" FOREIGN KEY (SEQUENCE) REFERENCES public.ledger(SEQUENCE);

ALTER TABLE "public"."errata"
  ADD CONSTRAINT "errata_sequence_key" UNIQUE (SEQUENCE);

ALTER TABLE "public"."errata"
  ADD CONSTRAINT "errata_text_check" CHECK (((length(text) >= 10) AND (length(text) <= 4000)));

ALTER TABLE "public"."expectations"
  ADD CONSTRAINT "expectations_announcement_fkey" FOREIGN KEY (announcement) REFERENCES public.announcements(id);

ALTER TABLE "public"."expectation_outcomes"
  ADD CONSTRAINT "expectation_outcomes_expectation_fkey" FOREIGN KEY (expectation) REFERENCES public.expectations(id);

ALTER TABLE "public"."expectation_terms"
  ADD CONSTRAINT "expectation_terms_expectation_fkey" FOREIGN KEY (expectation) REFERENCES public.expectations(id);

ALTER TABLE "public"."help_feedback"
  ADD CONSTRAINT "help_feedback_comment_check" CHECK ((length(comment) <= 600));

ALTER TABLE "public"."help_feedback"
  ADD CONSTRAINT "help_feedback_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id) ON DELETE CASCADE;

ALTER TABLE "public"."help_feedback"
  ADD CONSTRAINT "help_feedback_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."help_feedback"
  ADD CONSTRAINT "help_feedback_pkey" PRIMARY KEY (member, item, VERSION);

ALTER TABLE "public"."help_openings"
  ADD CONSTRAINT "help_openings_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id) ON DELETE CASCADE;

ALTER TABLE "public"."help_openings"
  ADD CONSTRAINT "help_openings_member_fkey" FOREIGN KEY (member) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."indicator_licences"
  ADD CONSTRAINT "indicator_licences_source_fkey" FOREIGN KEY (source) REFERENCES public.announcement_sources(source);

ALTER TABLE "public"."indicators"
  ADD CONSTRAINT "indicators_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id);

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_indicator_fkey" FOREIGN KEY (indicator) REFERENCES public.indicators(slug);

ALTER TABLE "public"."indicator_codes"
  ADD CONSTRAINT "indicator_codes_indicator_fkey" FOREIGN KEY (indicator) REFERENCES public.indicators(slug) ON DELETE CASCADE;

ALTER TABLE "public"."indicator_licences"
  ADD CONSTRAINT "indicator_licences_indicator_fkey" FOREIGN KEY (indicator) REFERENCES public.indicators(slug) ON DELETE CASCADE;

ALTER TABLE "public"."canned_answers"
  ADD CONSTRAINT "canned_answers_topic_fkey" FOREIGN KEY (topic) REFERENCES public.support_topics(topic);

ALTER TABLE "public"."ticket_events"
  ADD CONSTRAINT "ticket_events_actor_role_check" CHECK ((actor_role = ANY (ARRAY['member'::text, 'analyst'::text, 'admin'::text, 'product'::text])));

ALTER TABLE "public"."ticket_events"
  ADD CONSTRAINT "ticket_events_kind_check"
    CHECK
    ((kind = ANY (ARRAY['opened'::text, 'answered'::text, 'replied'::text, 'thanked'::text, 'pending'::text, 'on_hold'::text, 'resumed'::text, 'solved'::text, 'reopened'::text,
    'closed'::text,
    'followed'::text,
    'merged'::text,
    'split'::text,
    'topic'::text,
    'priority'::text,
    'rated'::text,
    'acknowledged'::text, 'facts_removed'::text, 'erratum'::text, 'assigned'::text, 'snoozed'::text, 'noted'::text, 'article'::text, 'mail_refused'::text, 'mail_failed'::text])));

ALTER TABLE "public"."ticket_events"
  ADD CONSTRAINT "ticket_events_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."ticket_files"
  ADD CONSTRAINT "ticket_files_bytes_check" CHECK (((bytes >= 0) AND (bytes <= 10000000)));

ALTER TABLE "public"."ticket_files"
  ADD CONSTRAINT "ticket_files_name_check" CHECK (((length(name) >= 1) AND (length(name) <= 120)));

ALTER TABLE "public"."ticket_files"
  ADD CONSTRAINT "ticket_files_path_check" CHECK ((length(path) <= 200));

ALTER TABLE "public"."ticket_files"
  ADD CONSTRAINT "ticket_files_path_key" UNIQUE (path);

ALTER TABLE "public"."ticket_files"
  ADD CONSTRAINT "ticket_files_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."ticket_messages"
  ADD CONSTRAINT "ticket_messages_body_check" CHECK (((length(body) >= 1) AND (length(body) <= 20000)));

ALTER TABLE "public"."ticket_messages"
  ADD CONSTRAINT "ticket_messages_canned_fkey" FOREIGN KEY (canned) REFERENCES public.canned_answers(id);

ALTER TABLE "public"."ticket_messages"
  ADD CONSTRAINT "ticket_messages_channel_check" CHECK ((channel = ANY (ARRAY['site'::text, 'mail'::text])));

ALTER TABLE "public"."ticket_messages"
  ADD CONSTRAINT "ticket_messages_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."ticket_files"
  ADD CONSTRAINT "ticket_files_message_fkey" FOREIGN KEY (message) REFERENCES public.ticket_messages(id);

ALTER TABLE "public"."ticket_messages"
  ADD CONSTRAINT "ticket_messages_quoted_check" CHECK ((length(quoted) <= 20000));

ALTER TABLE "public"."ticket_messages"
  ADD CONSTRAINT "ticket_messages_role_check" CHECK ((role = ANY (ARRAY['member'::text, 'staff'::text, 'product'::text])));

ALTER TABLE "public"."ticket_notes"
  ADD CONSTRAINT "ticket_notes_author_request_key" UNIQUE (author, request);

ALTER TABLE "public"."ticket_notes"
  ADD CONSTRAINT "ticket_notes_body_check" CHECK (((length(body) >= 1) AND (length(body) <= 5000)));

ALTER TABLE "public"."ticket_notes"
  ADD CONSTRAINT "ticket_notes_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."ticket_views"
  ADD CONSTRAINT "ticket_views_filters_check" CHECK (((jsonb_typeof(filters) = 'object'::text) AND (length((filters)::text) <= 1000)));

ALTER TABLE "public"."ticket_views"
  ADD CONSTRAINT "ticket_views_name_check" CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60)));

ALTER TABLE "public"."ticket_views"
  ADD CONSTRAINT "ticket_views_owner_fkey" FOREIGN KEY (OWNER) REFERENCES public.staff(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."ticket_views"
  ADD CONSTRAINT "ticket_views_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_assignee_fkey" FOREIGN KEY (assignee) REFERENCES public.staff(user_id) ON DELETE SET NULL;

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_channel_check" CHECK ((channel = ANY (ARRAY['site'::text, 'mail'::text])));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_check1" CHECK (((facts IS NULL) = (facts_consented_at IS NULL)));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_check2" CHECK (((satisfaction IS NULL) = (rated_at IS NULL)));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_check3" CHECK (((state <> 'closed'::text) OR (closed_at IS NOT NULL)));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_check" CHECK (((state = ANY (ARRAY['pending'::text, 'on_hold'::text, 'solved'::text, 'closed'::text])) = (paused_since IS NOT NULL)));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_excerpt_check" CHECK ((length(excerpt) <= 200));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_last_by_check" CHECK ((last_by = ANY (ARRAY['member'::text, 'staff'::text, 'product'::text])));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_number_key" UNIQUE (number);

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_pkey" PRIMARY KEY (id);

ALTER TABLE "private"."support_mails"
  ADD CONSTRAINT "support_mails_ticket_fkey" FOREIGN KEY (ticket) REFERENCES public.tickets(id);

ALTER TABLE "private"."ticket_threads"
  ADD CONSTRAINT "ticket_threads_ticket_fkey" FOREIGN KEY (ticket) REFERENCES public.tickets(id);

ALTER TABLE "private"."ticket_words"
  ADD CONSTRAINT "ticket_words_ticket_fkey" FOREIGN KEY (ticket) REFERENCES public.tickets(id);

ALTER TABLE "public"."errata"
  ADD CONSTRAINT "errata_ticket_fkey" FOREIGN KEY (ticket) REFERENCES public.tickets(id);

ALTER TABLE "public"."ticket_events"
  ADD CONSTRAINT "ticket_events_ticket_fkey" FOREIGN KEY (ticket) REFERENCES public.tickets(id);

ALTER TABLE "public"."ticket_files"
  ADD CONSTRAINT "ticket_files_ticket_fkey" FOREIGN KEY (ticket) REFERENCES public.tickets(id);

ALTER TABLE "public"."ticket_messages"
  ADD CONSTRAINT "ticket_messages_moved_from_fkey" FOREIGN KEY (moved_from) REFERENCES public.tickets(id);

ALTER TABLE "public"."ticket_messages"
  ADD CONSTRAINT "ticket_messages_ticket_fkey" FOREIGN KEY (ticket) REFERENCES public.tickets(id);

ALTER TABLE "public"."ticket_notes"
  ADD CONSTRAINT "ticket_notes_ticket_fkey" FOREIGN KEY (ticket) REFERENCES public.tickets(id);

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_follows_fkey" FOREIGN KEY (follows) REFERENCES public.tickets(id);

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_merged_into_fkey" FOREIGN KEY (merged_into) REFERENCES public.tickets(id);

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_priority_fkey" FOREIGN KEY (priority) REFERENCES public.support_promises(priority);

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_satisfaction_check" CHECK (((satisfaction >= 1) AND (satisfaction <= 5)));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_satisfaction_words_check" CHECK ((length(satisfaction_words) <= 1000));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_seal_check" CHECK ((seal ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_split_from_fkey" FOREIGN KEY (split_from) REFERENCES public.tickets(id);

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_state_check" CHECK ((state = ANY (ARRAY['new'::text, 'open'::text, 'pending'::text, 'on_hold'::text, 'solved'::text, 'closed'::text])));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_subject_check" CHECK (((length(subject) >= 1) AND (length(subject) <= 160)));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_topic_fkey" FOREIGN KEY (topic) REFERENCES public.support_topics(topic);

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE INDEX announcement_claims_of_announcement ON private.announcement_claims USING btree (announcement);

CREATE INDEX announcement_tellings_of_announcement ON private.announcement_tellings USING btree (announcement);

CREATE INDEX help_words_of_item ON private.help_words USING btree (item);

CREATE INDEX support_mails_of_sender ON private.support_mails USING btree (sender, received_at);

CREATE INDEX support_mails_of_ticket ON private.support_mails USING btree (ticket)
  WHERE (ticket IS NOT NULL);

CREATE INDEX ticket_words_index ON private.ticket_words USING gin (words);

CREATE INDEX ticket_words_recent ON private.ticket_words USING btree (touched_at DESC, ticket DESC);

CREATE INDEX announcement_preferences_of_challenge ON public.announcement_preferences USING btree (firm, challenge);

CREATE INDEX announcement_reactions_of_symbol ON public.announcement_reactions USING btree (symbol);

CREATE INDEX announcement_reminders_of_announcement ON public.announcement_reminders USING btree (announcement);

CREATE INDEX announcement_versions_by_time ON public.announcement_versions USING btree (starts_at);

CREATE INDEX announcements_by_time ON public.announcements USING btree (starts_at)
  WHERE listed;

CREATE INDEX announcements_of_indicator ON public.announcements USING btree (indicator, starts_at DESC);

CREATE INDEX announcements_of_source ON public.announcements USING btree (source);

CREATE INDEX canned_answers_of_topic ON public.canned_answers USING btree (topic);

CREATE INDEX errata_of_ticket ON public.errata USING btree (ticket);

CREATE INDEX expectations_of_author ON public.expectations USING btree (author_id, made_at DESC);

CREATE INDEX help_feedback_of_item ON public.help_feedback USING btree (item, VERSION);

CREATE INDEX help_openings_by_age ON public.help_openings USING btree (opened_at);

CREATE INDEX help_openings_of_item ON public.help_openings USING btree (item);

CREATE INDEX indicator_codes_of_indicator ON public.indicator_codes USING btree (indicator);

CREATE INDEX indicator_licences_of_indicator ON public.indicator_licences USING btree (indicator);

CREATE UNIQUE INDEX signal_profiles_default ON public.signal_profiles USING btree (author_id)
  WHERE is_default;

CREATE INDEX ticket_events_by_time ON public.ticket_events USING btree (at)
  WHERE (kind = ANY (ARRAY['opened'::text, 'answered'::text, 'solved'::text, 'reopened'::text, 'rated'::text]));

CREATE INDEX ticket_events_of_ticket ON public.ticket_events USING btree (ticket, id);

CREATE INDEX ticket_files_of_message ON public.ticket_files USING btree (message);

CREATE INDEX ticket_files_of_ticket ON public.ticket_files USING btree (ticket);

CREATE INDEX ticket_messages_canned ON public.ticket_messages USING btree (canned)
  WHERE (canned IS NOT NULL);

CREATE INDEX ticket_messages_moved ON public.ticket_messages USING btree (moved_from)
  WHERE (moved_from IS NOT NULL);

CREATE UNIQUE INDEX ticket_messages_of_request ON public.ticket_messages USING btree (author, request);

CREATE INDEX ticket_messages_of_ticket ON public.ticket_messages USING btree (ticket, at, id);

CREATE INDEX ticket_notes_of_ticket ON public.ticket_notes USING btree (ticket, at, id);

CREATE INDEX ticket_views_of_owner ON public.ticket_views USING btree (OWNER, "position");

CREATE INDEX tickets_following ON public.tickets USING btree (follows)
  WHERE (follows IS NOT NULL);

CREATE INDEX tickets_merged ON public.tickets USING btree (merged_into)
  WHERE (merged_into IS NOT NULL);

CREATE INDEX tickets_of_member ON public.tickets USING btree (user_id, last_message_at DESC, id DESC);

CREATE INDEX tickets_of_priority ON public.tickets USING btree (priority);

CREATE UNIQUE INDEX tickets_of_request ON public.tickets USING btree (user_id, request);

CREATE INDEX tickets_opened ON public.tickets USING btree (opened_at);

CREATE INDEX tickets_recent_of_assignee ON public.tickets USING btree (assignee, last_message_at DESC, id DESC);

CREATE INDEX tickets_recent_of_state ON public.tickets USING btree (state, last_message_at DESC, id DESC);

CREATE INDEX tickets_recent_of_topic ON public.tickets USING btree (topic, last_message_at DESC, id DESC);

CREATE INDEX tickets_recent ON public.tickets USING btree (last_message_at DESC, id DESC);

CREATE INDEX tickets_split ON public.tickets USING btree (split_from)
  WHERE (split_from IS NOT NULL);

CREATE INDEX tickets_waiting_of_assignee ON public.tickets USING btree (assignee, turn_at, id)
  WHERE (state = ANY (ARRAY['new'::text, 'open'::text, 'pending'::text, 'on_hold'::text]));

CREATE INDEX tickets_waiting ON public.tickets USING btree (turn_at, id)
  WHERE (state = ANY (ARRAY['new'::text, 'open'::text, 'pending'::text, 'on_hold'::text]));

CREATE TRIGGER note_staff_claim
  AFTER INSERT OR UPDATE OF claim ON private.announcement_claims
  FOR EACH ROW
  WHEN ((new.source = ANY (ARRAY['staff'::text, 'import'::text])))
  EXECUTE FUNCTION private.note_staff_claim();

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.announcement_reactions
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."announcement_reactions"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.announcement_reactions
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."announcement_reactions"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.announcement_versions
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."announcement_versions"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.announcement_versions
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."announcement_versions"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER count_version
  BEFORE INSERT OR UPDATE ON public.announcements
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_announcement_version();

CREATE TRIGGER note_version
  AFTER INSERT OR UPDATE ON public.announcements
  FOR EACH ROW
  EXECUTE FUNCTION private.note_announcement_version();

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.canned_answers
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', '');

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.errata
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."errata"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.errata
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."errata"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.errata
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', '');

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.expectation_outcomes
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."expectation_outcomes"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.expectation_outcomes
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."expectation_outcomes"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.expectation_terms
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."expectation_terms"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.expectation_terms
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."expectation_terms"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.expectations
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."expectations"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.expectations
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."expectations"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER date_feedback
  BEFORE UPDATE ON public.help_feedback
  FOR EACH ROW
  EXECUTE FUNCTION private.date_feedback();

CREATE TRIGGER keep
  BEFORE INSERT OR UPDATE ON public.signal_profiles
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_profile();

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.support_days
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'day', '');

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.support_hours
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'weekday', '');

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.support_promises
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'priority', '');

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.support_topics
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'topic', '');

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.ticket_events
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ticket_events"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.ticket_events
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ticket_events"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.ticket_notes
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', 'body');

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.ticket_views
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', '');

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.tickets
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', 'facts,proof,satisfaction_words,excerpt,subject');

CREATE TRIGGER close_forgotten_ticket
  BEFORE UPDATE OF user_id ON public.tickets
  FOR EACH ROW
  WHEN (((new.user_id IS NULL) AND (old.user_id IS NOT NULL)))
  EXECUTE FUNCTION private.close_forgotten_ticket();

CREATE TRIGGER forget_ticket
  AFTER UPDATE OF user_id ON public.tickets
  FOR EACH ROW
  WHEN (((new.user_id IS NULL) AND (old.user_id IS NOT NULL)))
  EXECUTE FUNCTION private.forget_ticket();

CREATE TRIGGER guard_promise
  BEFORE INSERT OR UPDATE ON public.tickets
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_promise();

CREATE TRIGGER keep_ticket_turn
  BEFORE INSERT OR UPDATE ON public.tickets
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_ticket_turn();

CREATE POLICY "members have their own preferences of the calendar" ON "public"."announcement_preferences"
  FOR ALL
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)))
  WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "members read measured reactions" ON "public"."announcement_reactions"
  FOR SELECT
  TO "authenticated"
  USING (true);

CREATE POLICY "members have their own reminders" ON "public"."announcement_reminders"
  FOR ALL
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)))
  WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "staff read how the sources of the calendar fare" ON "public"."announcement_sources"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL));

CREATE POLICY "members read what was known when" ON "public"."announcement_versions"
  FOR SELECT
  TO "authenticated"
  USING (true);

CREATE POLICY "members read the calendar" ON "public"."announcements"
  FOR SELECT
  TO "authenticated"
  USING (listed);

CREATE POLICY "staff read the canned answers" ON "public"."canned_answers"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL));

CREATE POLICY "everybody reads the errata" ON "public"."errata"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody reads what became of expectations" ON "public"."expectation_outcomes"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members read graded expectations and their own" ON "public"."expectation_terms"
  FOR SELECT
  TO "authenticated"
  USING (((EXISTS ( SELECT
   FROM public.expectation_outcomes known
  WHERE (known.expectation = expectation_terms.expectation))) OR (EXISTS ( SELECT
   FROM public.expectations own
  WHERE ((own.id = expectation_terms.expectation) AND (own.author_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "visitors read graded expectations" ON "public"."expectation_terms"
  FOR SELECT
  TO "anon"
  USING ((EXISTS ( SELECT
   FROM public.expectation_outcomes known
  WHERE (known.expectation = expectation_terms.expectation))));

CREATE POLICY "everybody sees that an expectation was sealed" ON "public"."expectations"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members change their own answers about articles" ON "public"."help_feedback"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member))
  WITH CHECK (((( SELECT auth.uid() AS uid) = member) AND (EXISTS ( SELECT
   FROM public.published_content card
  WHERE ((card.item = help_feedback.item) AND (card.version = help_feedback.version) AND (card.kind = 'help-article'::text))))));

CREATE POLICY "members read their own answers about articles" ON "public"."help_feedback"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members say of the published version whether it was useful" ON "public"."help_feedback"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((( SELECT auth.uid() AS uid) = member) AND (EXISTS ( SELECT
   FROM public.published_content card
  WHERE ((card.item = help_feedback.item) AND (card.version = help_feedback.version) AND (card.kind = 'help-article'::text))))));

CREATE POLICY "members take back their own answers about articles" ON "public"."help_feedback"
  FOR DELETE
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "members read which suggested articles they opened" ON "public"."help_openings"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = member));

CREATE POLICY "staff read what sources call an indicator" ON "public"."indicator_codes"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL));

CREATE POLICY "members read the terms of figures" ON "public"."indicator_licences"
  FOR SELECT
  TO "authenticated"
  USING (true);

CREATE POLICY "members read the indicators" ON "public"."indicators"
  FOR SELECT
  TO "authenticated"
  USING (true);

CREATE POLICY "analysts keep their own profiles" ON "public"."signal_profiles"
  FOR ALL
  TO "authenticated"
  USING (((author_id = ( SELECT auth.uid() AS uid)) AND (( SELECT public.writing_staff_role() AS writing_staff_role) IS NOT NULL)))
  WITH CHECK (((author_id = ( SELECT auth.uid() AS uid)) AND (( SELECT public.writing_staff_role() AS writing_staff_role) IS NOT NULL)));

CREATE POLICY "admins add to which days differ" ON "public"."support_days"
  FOR INSERT
  TO "authenticated"
  WITH CHECK ((( SELECT public.writing_staff_role() AS writing_staff_role) = 'admin'::text));

CREATE POLICY "admins change which days differ" ON "public"."support_days"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT public.writing_staff_role() AS writing_staff_role) = 'admin'::text));

CREATE POLICY "admins take from which days differ" ON "public"."support_days"
  FOR DELETE
  TO "authenticated"
  USING ((( SELECT public.writing_staff_role() AS writing_staff_role) = 'admin'::text));

CREATE POLICY "everybody reads which days differ" ON "public"."support_days"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "admins add to the hours" ON "public"."support_hours"
  FOR INSERT
  TO "authenticated"
  WITH CHECK ((( SELECT public.writing_staff_role() AS writing_staff_role) = 'admin'::text));

CREATE POLICY "admins change the hours" ON "public"."support_hours"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT public.writing_staff_role() AS writing_staff_role) = 'admin'::text));

CREATE POLICY "admins take from the hours" ON "public"."support_hours"
  FOR DELETE
  TO "authenticated"
  USING ((( SELECT public.writing_staff_role() AS writing_staff_role) = 'admin'::text));

CREATE POLICY "everybody reads when support is open" ON "public"."support_hours"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "admins change what is promised" ON "public"."support_promises"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT public.writing_staff_role() AS writing_staff_role) = 'admin'::text));

CREATE POLICY "everybody reads what is promised" ON "public"."support_promises"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "admins change the topics" ON "public"."support_topics"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT public.writing_staff_role() AS writing_staff_role) = 'admin'::text));

CREATE POLICY "everybody reads the topics" ON "public"."support_topics"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members read what they may see of their own tickets, staff all" ON "public"."ticket_events"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL) OR (private.is_shown_event(kind) AND private.is_own_ticket(ticket))));

CREATE POLICY "members read the files of their own tickets, staff all" ON "public"."ticket_files"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL) OR private.is_own_ticket(ticket)));

CREATE POLICY "members read the messages of their own tickets, staff all" ON "public"."ticket_messages"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL) OR private.is_own_ticket(ticket)));

CREATE POLICY "staff read the notes" ON "public"."ticket_notes"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL));

CREATE POLICY "staff change their own views" ON "public"."ticket_views"
  FOR UPDATE
  TO "authenticated"
  USING (((OWNER = ( SELECT auth.uid() AS uid)) AND (( SELECT public.writing_staff_role() AS writing_staff_role) IS NOT NULL)))
  WITH CHECK ((owner = ( SELECT auth.uid() AS uid)));

CREATE POLICY "staff keep views" ON "public"."ticket_views"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((( SELECT public.writing_staff_role() AS writing_staff_role) IS NOT NULL) AND (owner = ( SELECT auth.uid() AS uid))));

CREATE POLICY "staff read their own and shared views" ON "public"."ticket_views"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL) AND ((OWNER = ( SELECT auth.uid() AS uid)) OR shared)));

CREATE POLICY "staff remove their own views" ON "public"."ticket_views"
  FOR DELETE
  TO "authenticated"
  USING (((OWNER = ( SELECT auth.uid() AS uid)) AND (( SELECT public.writing_staff_role() AS writing_staff_role) IS NOT NULL)));

CREATE POLICY "members read their own tickets, staff every one" ON "public"."tickets"
  FOR SELECT
  TO "authenticated"
  USING (((user_id = ( SELECT auth.uid() AS uid)) OR (( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL)));

CREATE POLICY "members hear of announcements" ON "realtime"."messages"
  FOR SELECT
  TO "authenticated"
  USING (((EXTENSION = 'broadcast'::text) AND (( SELECT realtime.topic() AS topic) = 'announcements'::text)));

CREATE POLICY "members hear their own tickets, staff every one" ON "realtime"."messages"
  FOR SELECT
  TO "authenticated"
  USING
    (((EXTENSION = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND (( SELECT realtime.topic() AS topic) ~~ 'ticket:%'::text) AND ((( SELECT private.reading_staff_role() AS
    reading_staff_role) IS NOT NULL) OR ( SELECT private.may_hear_ticket(( SELECT realtime.topic() AS topic)) AS may_hear_ticket))));

CREATE POLICY "staff hear the inbox, and who has a ticket open" ON "realtime"."messages"
  FOR SELECT
  TO "authenticated"
  USING
    (((EXTENSION = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND ((( SELECT realtime.topic() AS topic) = 'inbox'::text) OR (( SELECT realtime.topic() AS topic) ~~
    'inbox:%'::text)) AND (( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL)));

CREATE POLICY "staff show which ticket they have open" ON "realtime"."messages"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((extension = 'presence'::text) AND (( SELECT realtime.topic() AS topic) ~~ 'inbox:%'::text) AND (( SELECT private.reading_staff_role() AS reading_staff_role) IS
    NOT NULL)));

CREATE POLICY "who hears a ticket shows that they type" ON "realtime"."messages"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((extension = 'presence'::text) AND (( SELECT realtime.topic() AS topic) ~~ 'ticket:%'::text) AND ((( SELECT private.reading_staff_role() AS reading_staff_role) IS
    NOT NULL) OR ( SELECT private.may_hear_ticket(( SELECT realtime.topic() AS topic)) AS may_hear_ticket))));

CREATE POLICY "members and staff bring files to their own folder" ON "storage"."objects"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((bucket_id = 'tickets'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND (name ~
    '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpe?g|webp|pdf|txt|csv)$'::text)));

CREATE POLICY "who reads a ticket reads its files" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING
    (((bucket_id = 'tickets'::text) AND (((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) OR (( SELECT private.reading_staff_role() AS reading_staff_role) IS
    NOT NULL) OR private.may_read_ticket_file(name))));

COMMENT ON FUNCTION "private"."add_message"(public.tickets, uuid, text, text, text, text, uuid, uuid, timestamp with time zone) IS 'Appends a message, and keeps what lists show of it.';

COMMENT ON FUNCTION "private"."announcement_words"(uuid, uuid) IS 'What notifications say of an announcement: {announcement, currency, day, time, minutes}, on the member''s own clock.';

COMMENT ON FUNCTION "private"."attach_files"(public.ticket_messages, jsonb, text) IS 'Gives a message its files: [{path, name}], at most five, which lie in a folder of the bucket `tickets` and belong to no other message.';

COMMENT ON FUNCTION "private"."begin_calendar_fetch"(text, timestamp with time zone, timestamp with time zone) IS 'For the worker: whether a source may be fetched now; if so, no other fetch begins before next_at, whatever becomes of this one.';

COMMENT ON FUNCTION "private"."blackout_windows"(uuid, timestamp with time zone, timestamp with time zone) IS 'A member''s windows of a time, by currency, with the part that their firm''s rule asks for and the announcements they are around.';

COMMENT ON FUNCTION "private"."business_end"(timestamp with time zone, interval) IS 'The first moment by which support has been open for so long since another: what is promised in business time. Refuses with no_support_hours.';

COMMENT ON FUNCTION "private"."business_time"(timestamp with time zone, timestamp with time zone) IS 'How long support was open between two moments, in hours, minutes and seconds; 0 where the second is not later.';

COMMENT ON FUNCTION "private"."calendar_holidays"(timestamp with time zone, timestamp with time zone) IS 'Days on which the stock market of a country is closed, or closes early (half), from market_closures.';

COMMENT ON FUNCTION "private"."check_indicator"(public.content_items, jsonb) IS 'Refuses an indicator without what its announcements need.';

COMMENT ON FUNCTION "private"."checked_claim"(jsonb) IS 'A claim as it is kept: {key, indicator or code, period, kind, country, currency, impact, title, at or day, zone, precision, forecast, forecast_low, forecast_high, previous, revised, actual, cancelled, postponed}; refuses one that is malformed, at the field.';

COMMENT ON FUNCTION "private"."checked_facts"(uuid, jsonb) IS 'What of {browser, screen, errors: [{code, at}], plan: true, invoice: number, signal: number} is attached to a ticket: browser facts as given, plan and own invoice from our tables.';

COMMENT ON FUNCTION "private"."checked_words"(text, integer) IS 'A text without control characters and outer blanks; refuses an empty one and one that is too long.';

COMMENT ON FUNCTION "private"."claim_text"(jsonb, text, text, integer) IS 'A part of a claim, null if it is empty; refuses another form, control characters and more than so many.';

COMMENT ON FUNCTION "private"."claimed_announcement"(text, jsonb, text) IS 'The announcement that a claim is of: known by its key, by indicator and period, or as the nearest occurrence of its indicator; null for a new one.';

COMMENT ON FUNCTION "private"."close_forgotten_ticket"() IS 'Closes and empties a ticket whose member''s account is gone.';

COMMENT ON FUNCTION "private"."combined_places"(text, text) IS 'Where clues stand together dangerously in a folded text: characters start to stop - 1, from 1.';

COMMENT ON FUNCTION "private"."complaint_day"(timestamp with time zone) IS 'By when a complaint is acknowledged: the end of the tenth business day after it.';

COMMENT ON FUNCTION "private"."count_canned_answers"() IS 'Counts the solved tickets a canned answer was sent in, and those of them in which the member asked nothing more.';

COMMENT ON FUNCTION "private"."crossed_signals"(uuid, text, timestamp with time zone, timestamp with time zone) IS 'Open signals of a currency that a window crosses, of those that the member may read and does not ignore.';

COMMENT ON FUNCTION "private"."date_feedback"() IS 'Says when an answer was last changed.';

COMMENT ON FUNCTION "private"."figure_formula"(text) IS 'How a figure of the record is made, as on the page of the record; null for one that is not asked about.';

COMMENT ON FUNCTION "private"."figure_in"(text, text) IS 'A figure in the unit of its indicator: 1.02M is 1020 in thousands. Without an indicator as its source writes it.';

COMMENT ON FUNCTION "private"."figure_proof"(jsonb) IS 'What a figure is made of now: {figure, formula, value, inputs, rows, computed_at, head}. figure: {kind: performance, name, filters} (a name of private.figure_formula, filters of performance_rows), {kind: signal, number} or {kind: statement, number}. Nothing that is sealed.';

COMMENT ON FUNCTION "private"."fill_answer"(text, public.tickets, uuid) IS 'A canned answer with its variables filled from a ticket.';

COMMENT ON FUNCTION "private"."firm_restricts"(public.announcement_preferences, timestamp with time zone) IS 'Whether the rules of a member''s challenge that apply then restrict trading around news in a phase.';

COMMENT ON FUNCTION "private"."forget_ticket"() IS 'Takes words, files, notes and mails out of a ticket whose member''s account is gone.';

COMMENT ON FUNCTION "private"."french_holidays"(integer) IS 'Public holidays of a year in metropolitan France (Code du travail, art. L3133-1).';

COMMENT ON FUNCTION "private"."grade_expectations"(timestamp with time zone) IS 'For the worker: grades expectations whose figure was published, by the first figure and the consensus known before it; those of a cancelled release are opened without an outcome. Returns how many.';

COMMENT ON FUNCTION "private"."guard_promise"() IS 'Keeps a promise as it was sealed, whoever asks.';

COMMENT ON FUNCTION "private"."handled_ticket"(uuid) IS 'The ticket, locked, for staff who write; refuses everybody else, and one that was merged into another, whose id is the detail.';

COMMENT ON FUNCTION "private"."help_did_not_suffice"(uuid) IS 'For what opens a ticket: the articles that its member opened from suggestions within a day did not suffice.';

COMMENT ON FUNCTION "private"."help_spellings"(text, text) IS 'The words of help articles that were most likely meant: at most three, best first.';

COMMENT ON FUNCTION "private"."help_terms"(text, text) IS 'What a question asks for: each of its words that means something, corrected where no article has it.';

COMMENT ON FUNCTION "private"."index_ticket"(uuid) IS 'Keeps the words of a ticket.';

COMMENT ON FUNCTION "private"."indicator_releases"(text, timestamp with time zone) IS 'What was published of an indicator, as it is or as it was known at a moment.';

COMMENT ON FUNCTION "private"."is_only_thanks"(text, text[]) IS 'Whether a text holds thanks, satisfaction, greetings and these names, and nothing else, in French, English, Spanish or Italian. A question mark or one other word makes it a reply.';

COMMENT ON FUNCTION "private"."is_own_ticket"(uuid) IS 'Whether the caller opened the ticket.';

COMMENT ON FUNCTION "private"."is_shown_event"(text) IS 'Whether the member sees such an event of their ticket.';

COMMENT ON FUNCTION "private"."keep_announcement_version"() IS 'Counts the states of an announcement. An update that changes nothing is none.';

COMMENT ON FUNCTION "private"."keep_idea_record"(uuid, bigint, jsonb, jsonb) IS 'For the worker: the record of an author, whole and by instrument, as of an entry of the ledger.';

COMMENT ON FUNCTION "private"."keep_indicator_licence"(text, text, text, text, boolean, timestamp with time zone) IS 'For the worker: keeps the licence tag of a series.';

COMMENT ON FUNCTION "private"."keep_profile"() IS 'Dates the declaration of interests, and takes the default from the author''s other profile.';

COMMENT ON FUNCTION "private"."keep_support"(timestamp with time zone) IS 'Closes what was solved long enough ago, counts canned answers, forgets old mails. Returns how many tickets it closed.';

COMMENT ON FUNCTION "private"."keep_ticket_turn"() IS 'The promise that runs next: the first answer, then the solution; none while the clock is paused.';

COMMENT ON FUNCTION "private"."known_announcements"(timestamp with time zone, timestamp with time zone, timestamp with time zone) IS 'The announcements of a time, as they are or as they were known at a moment.';

COMMENT ON FUNCTION "private"."mail_ticket"(public.tickets, text, public.ticket_messages) IS 'Writes to a ticket''s member by mail, with the ticket''s own address to reply to; an answer is told in the bell, too.';

COMMENT ON FUNCTION "private"."make_ticket"(uuid, text, text, text, text, text, uuid, timestamp with time zone, jsonb, jsonb, jsonb) IS 'A ticket with its sealed promise and without a message yet.';

COMMENT ON FUNCTION "private"."may_hear_ticket"(text) IS 'Whether a topic is that of a ticket of the caller''s.';

COMMENT ON FUNCTION "private"."may_read_ticket_file"(text) IS 'Whether a file belongs to a ticket of the caller''s.';

COMMENT ON FUNCTION "private"."measure_reactions"(timestamp with time zone, integer) IS 'For the worker: measures the releases that are an hour old and have candles. A minute without a candle is not measured. Returns how many moves were kept.';

COMMENT ON FUNCTION "private"."merged_announcement"(jsonb, public.announcements, timestamp with time zone) IS 'The state that claims make of an announcement, given what it was before.';

COMMENT ON FUNCTION "private"."move_words"(uuid, uuid, uuid[]) IS 'Moves messages with their files from one ticket to another: the chosen ones, or all with the notes (null).';

COMMENT ON FUNCTION "private"."new_subject"(public.tickets, text) IS 'A mail''s subject where it is another than the ticket''s; null for a reply. A new subject on a solved ticket opens a follow-up.';

COMMENT ON FUNCTION "private"."newest_posts_with"(tsquery, text, text, timestamp with time zone, timestamp with time zone) IS 'The newest posts with these words, at most 200; of common words those among the newest thousands.';

COMMENT ON FUNCTION "private"."newest_titles_with"(tsquery) IS 'The newest threads with these words in the title, at most 200.';

COMMENT ON FUNCTION "private"."note_announcement_version"() IS 'Keeps each state as it was known.';

COMMENT ON FUNCTION "private"."note_staff_claim"() IS 'What staff enter, correct and import is in the audit log.';

COMMENT ON FUNCTION "private"."note_ticket"(public.tickets, text, jsonb, timestamp with time zone) IS 'Adds an event to a ticket and tells open pages: staff''s inbox of each, the member''s of what they may see. A payload has no words.';

COMMENT ON FUNCTION "private"."open_end_of"(uuid) IS 'A ticket, or the one that it was merged into, locked.';

COMMENT ON FUNCTION "private"."pause_ticket"(public.tickets, text, timestamp with time zone) IS 'Stops the clock: the member''s turn, somebody else''s, or solved. A pause that runs goes on.';

COMMENT ON FUNCTION "private"."posts_by_index"(tsquery, text, text, timestamp with time zone, timestamp with time zone, tsquery, integer) IS 'The newest posts with these words in these weeks, by the index of words.';

COMMENT ON FUNCTION "private"."posts_found"(tsquery, uuid, text, text, timestamp with time zone, timestamp with time zone) IS 'The posts that a search is about: with its words, or without words the newest of an author and the first ones of a category''s or instrument''s newest threads.';

COMMENT ON FUNCTION "private"."project_help_article"(public.content_items, jsonb) IS 'Keeps the words of an article for spelling; those of a withdrawn one go.';

COMMENT ON FUNCTION "private"."project_indicator"(public.content_items, jsonb) IS 'Writes a published indicator with its names at the sources. One that is withdrawn keeps its past.';

COMMENT ON FUNCTION "private"."receive_mail"(jsonb) IS 'What becomes of a mail, once by its message_id: {message_id, from, own (the sender of our mails), token, subject, text, quoted, files: [{path, name}], automatic, bounce, problem (too_large or unreadable), detail} → {outcome, ticket, …}.';

COMMENT ON FUNCTION "private"."recent_tickets_with"(tsquery, timestamp with time zone, uuid, integer) IS 'Tickets with these words among the newest so many before a place in the list: a common word is found there without its index.';

COMMENT ON FUNCTION "private"."record_expectation"(uuid, text, text, uuid, text, timestamp with time zone, timestamp with time zone, boolean) IS 'Checks, seals and stores an expectation. Its times are the caller''s, so no API role may call it.';

COMMENT ON FUNCTION "private"."remind_of_announcements"(timestamp with time zone) IS 'For the worker: reminds members of what comes, once for each of its times. Returns how many were told.';

COMMENT ON FUNCTION "private"."report_calendar_source"(text, text, text, integer, timestamp with time zone) IS 'For the worker: how a fetch went, or that a source is off. What a failing source said last stays.';

COMMENT ON FUNCTION "private"."resume_ticket"(public.tickets, timestamp with time zone) IS 'Lets the clock run again: the sealed time of the solution, and all pauses behind it.';

COMMENT ON FUNCTION "private"."seal_promise"(timestamp with time zone, text) IS 'What is promised to a ticket that opens at a moment: {opened_at, priority, answer_minutes, solve_minutes, answer_due_at, solve_due_at}.';

COMMENT ON FUNCTION "private"."settle_announcement"(uuid, jsonb, text, timestamp with time zone) IS 'Brings an announcement to what its claims say; with null begins one. {id, change: added, changed, moved or same, was, becomes}.';

COMMENT ON FUNCTION "private"."shield_clues"() IS 'What texts speak of: each clue with words one of which must be in a folded text, and its pattern.';

COMMENT ON FUNCTION "private"."shield_combinations"() IS 'Clues that are dangerous near each other: at most reach characters from the first, which is what gets masked. A pattern in its sentence excuses it.';

COMMENT ON FUNCTION "private"."support_window"(date) IS 'From when until when support is open on a day; null on a closed one.';

COMMENT ON FUNCTION "private"."surprise_deviations"(timestamp with time zone) IS 'The standard deviation of each indicator''s surprises of two years, with how many there were.';

COMMENT ON FUNCTION "private"."take_claims"(text, jsonb, timestamp with time zone, timestamp with time zone, timestamp with time zone) IS 'Takes what a source says, [claim]. Of a time that the feed covers, what it names no more is gone. A malformed claim is reported and keeps no other back: {added, changed, moved, problems: [{key, problem, field}], changes}.';

COMMENT ON FUNCTION "private"."take_reply"(uuid, uuid, text, text, text, uuid, jsonb, text, text) IS 'A member''s reply, by its topic''s policy: {ticket, number, message, became, state}. became: replied, resumed, reopened, thanked (nothing reopens), followed (ticket is a new one), or known (the same request again).';

COMMENT ON FUNCTION "private"."tell_blackouts"(timestamp with time zone) IS 'For the worker: ten minutes before a window begins, tells members whose open signals it crosses. Returns how many were told.';

COMMENT ON FUNCTION "private"."tell_of_announcement"(uuid, uuid, text, text, jsonb) IS 'Tells a member a fact about an announcement, once.';

COMMENT ON FUNCTION "private"."tell_of_changes"(jsonb, timestamp with time zone) IS 'Tells open pages what changed, and members whom a new time, a delay or a late figure concerns.';

COMMENT ON FUNCTION "private"."ticket_clock"(public.tickets) IS 'What the clock of a ticket shows, in business seconds.';

COMMENT ON FUNCTION "private"."ticket_name"(uuid) IS 'The name under which an account writes in tickets: its member and staff see it.';

COMMENT ON FUNCTION "private"."ticket_pauses"(uuid) IS 'When the clock of a ticket was paused: [{since, until (null: still), kind}], from its events.';

COMMENT ON FUNCTION "private"."ticket_row"(public.tickets) IS 'A ticket as lists show it, to both sides.';

COMMENT ON FUNCTION "private"."tickets_with"(tsquery, timestamp with time zone, uuid) IS 'Every ticket with these words before a place in the list, by the index of words.';

COMMENT ON FUNCTION "private"."titles_with"(tsquery) IS 'Every thread with these words in its title, by the index of words.';

COMMENT ON FUNCTION "private"."unspelled"(private.folded_text) IS 'A folded text whose letters do not stand apart and are no digits, and where each stood; itself where there is nothing of the kind.';

COMMENT ON FUNCTION "private"."unused_ticket_files"(timestamp with time zone, integer) IS 'Files that were brought two days ago and belong to no message.';

COMMENT ON FUNCTION "private"."week_of"(timestamp with time zone) IS 'Whole weeks since 1970.';

COMMENT ON FUNCTION "private"."words_and_week"(tsvector, timestamp with time zone) IS 'The words of a post, and @ with its week, which nobody can type.';

COMMENT ON FUNCTION "public"."acknowledge_complaint"(uuid) IS 'Staff acknowledge a complaint before they answer it; the member gets a mail with the deadlines and the mediator.';

COMMENT ON FUNCTION "public"."announcement_history"(uuid) IS 'What was known when of an announcement, for members: [{version, known_at, changes: {field: {was, becomes}}}].';

COMMENT ON FUNCTION "public"."announcements_between"(timestamp with time zone, timestamp with time zone, timestamp with time zone) IS 'The calendar of a time in one answer, for members: {indicators: {slug: …}, rows, holidays, sources}; with known_at as it was known then. A hundred days at most.';

COMMENT ON FUNCTION "public"."answer_ticket"(uuid, text, uuid, integer, text, jsonb, uuid) IS 'Staff answer: {message, state, messages}. seen: how many messages the writer had before them; refused with ticket_changed_meanwhile (detail: how many there are) where there are others. next: open, pending, on_hold or solved. The same request writes once. Who answers an unassigned ticket takes it.';

COMMENT ON FUNCTION "public"."archive_canned_answer"(uuid) IS 'Staff take a canned answer out of use.';

COMMENT ON FUNCTION "public"."assign_ticket"(uuid, uuid) IS 'Gives a ticket to a member of staff, or to nobody (null), and tells them.';

COMMENT ON FUNCTION "public"."calendar_announcements"(text) IS 'What a calendar shows a member of the announcements, named by their session or by the secret of their feed: what they chose, and the windows in which they open nothing. In their language.';

COMMENT ON FUNCTION "public"."calendar_sources"() IS 'For staff: every source with how its last fetch went.';

COMMENT ON FUNCTION "public"."canned_answers_for"(uuid, text, integer) IS 'For staff: canned answers with all typed words, without accents, those of the ticket''s topic first; `text` is filled for the ticket in its language. uses: solved tickets it was sent in; sufficed: in which the member asked nothing more.';

COMMENT ON FUNCTION "public"."close_own_ticket"(uuid) IS 'The caller says that their ticket is solved. Does nothing to one that is.';

COMMENT ON FUNCTION "public"."confirm_mistake"(uuid, jsonb, text) IS 'Admins confirm a mistake of ours: an erratum enters the ledger with the hash of the words, which are public: {sequence, hash, at}.';

COMMENT ON FUNCTION "public"."decide_many"(uuid[], text[], text, integer, text, text, jsonb) IS 'For staff: the same decision about up to a hundred cases, each by itself, with what becomes of the words and parts of the statement in other words (but the facts, which are each author''s own): [{case_id, decision, due_at, needs_second} or {case_id, refused}].';

COMMENT ON FUNCTION "public"."draft_article_of"(uuid, text) IS 'Staff draft a help article from a solved ticket: its subject and our answers, nothing that the member wrote. Returns the item.';

COMMENT ON FUNCTION "public"."expectation_record"() IS 'Each analyst''s graded expectations: [{author, n, right, brier}]. All that were graded, from the record.';

COMMENT ON FUNCTION "public"."help_figures"(uuid) IS 'For staff: what members said of an article, version by version, newest comments without who wrote them, and for how many a suggestion of it sufficed.';

COMMENT ON FUNCTION "public"."help_sufficed"() IS 'By article: how many members opened it from a suggestion at least a day ago, and how many of them opened no ticket within a day.';

COMMENT ON FUNCTION "public"."ideas_summary"() IS 'What all members'' ideas that were entered, have ended and are open to read came to: {closed, expectancy_r, half_width_r}; the half width is of the 95 % interval. Null under thirty.';

COMMENT ON FUNCTION "public"."import_announcements"(jsonb, boolean) IS 'For staff: takes up to 2000 rows (as claimsOfCsv() and claimsOfIcal() of trading/src/announcements read them); with dry_run only says what would change: {added, changed, moved, problems: [{key, problem, field}], changes: [{id, change, was, becomes}]}.';

COMMENT ON FUNCTION "public"."indicator_history"(text, timestamp with time zone, integer) IS 'What was published of an indicator, oldest first, for members: {n, above, in_line, below, deviation, largest, sample, releases}. now_said: the value that the next release gives it, where that differs.';

COMMENT ON FUNCTION "public"."indicator_reaction"(text, text, numeric) IS 'How an instrument moved after releases of an indicator, for members: {n, since, sample, rows: [{surprise: above|in_line|below, minutes, n, median, p10, p90, size_p90}], beyond}. In pips, signed; with a distance, how often the move reached it.';

COMMENT ON FUNCTION "public"."indicator_signals"(text) IS 'What closed signals that were open through releases of an indicator made, for members: {n, stopped (within the hour), ended (within the hour), won, mean_r, signals (the last twelve)}. All of them, never the winners alone.';

COMMENT ON FUNCTION "public"."keep_support_mail"(text) IS 'For the service role: keeps a whole mail (base64, 30 MB at most) to be read by the worker.';

COMMENT ON FUNCTION "public"."list_support_mails"(uuid, integer) IS 'For admins: mails that came in, newest first, and what became of each: {id, message_id, received_at, sender, subject, ticket, number, outcome, detail}.';

COMMENT ON FUNCTION "public"."merge_tickets"(uuid, uuid) IS 'Staff merge a ticket into another of the same member, which gets its messages, files and notes in the order of time; the first is closed and leads there. Each keeps its promise.';

COMMENT ON FUNCTION "public"."move_ticket"(uuid, text) IS 'Staff move a ticket to open, pending, on_hold or solved without writing. A pause before the first answer is refused with answer_first.';

COMMENT ON FUNCTION "public"."my_blackouts"(timestamp with time zone, timestamp with time zone) IS 'The windows in which the caller opens nothing, with the open signals they may read that each crosses: [{currency, symbols, starts_at, ends_at, announcements, firm: {name, starts_at, ends_at}, signals: [{id, mine}]}].';

COMMENT ON FUNCTION "public"."my_first_steps"() IS 'When the caller joined, which first steps are done and since when, and the first open lesson with its minutes. Null for a visitor.';

COMMENT ON FUNCTION "public"."my_tickets"(jsonb, integer) IS 'The caller''s tickets, newest message first; after: the `cursor` of the last row.';

COMMENT ON FUNCTION "public"."note_first_step"(text) IS 'Notes that the caller recomputed a losing signal, puts the first steps off, or takes them up again (recomputed, put_off, resumed).';

COMMENT ON FUNCTION "public"."note_help_opening"(text) IS 'Notes that the caller opened an article that was suggested to them.';

COMMENT ON FUNCTION "public"."note_on_ticket"(uuid, text, uuid, uuid[]) IS 'Staff write a note to each other and tell whom they name (accounts of staff; others are left out). Returns its id; the same request writes once.';

COMMENT ON FUNCTION "public"."open_ticket"(text, text, text, uuid, text, jsonb, jsonb, jsonb) IS 'The caller opens a ticket: {id, number}; the same request opens one. priority: low, normal or high. files: [{path, name}] of the own folder. facts: only with the member''s consent (private.checked_facts). figure: what a ticket about a figure is about (private.figure_proof). Ten a day.';

COMMENT ON FUNCTION "public"."rate_ticket"(uuid, integer, text) IS 'The caller rates a solved ticket of theirs from 1 to 5, with words if they want; a later rating replaces it.';

COMMENT ON FUNCTION "public"."remove_ticket_facts"(uuid) IS 'Takes back what the caller let us attach to their ticket.';

COMMENT ON FUNCTION "public"."reply_ticket"(uuid, text, uuid, jsonb) IS 'The caller replies to a ticket of theirs: {ticket, number, message, became, state}; ticket is another one where the old one is closed. The same request writes once.';

COMMENT ON FUNCTION "public"."save_announcement"(jsonb, uuid) IS 'For staff: enters an announcement, or corrects one; what is not named stays. {indicator or title with currency, at or day with zone, precision, period, impact, forecast, previous, revised, actual, cancelled, postponed}. Returns its id. Refusals carry a key and, as hint, a field.';

COMMENT ON FUNCTION "public"."save_canned_answer"(text, jsonb, text, uuid) IS 'Staff make a canned answer, or change one (id): texts {fr, …}, topic or null. Refuses with name_wrong, name_taken, words_missing, variable_unknown, text_too_long.';

COMMENT ON FUNCTION "public"."seal_expectation"(uuid, text, text) IS 'For staff: seals above, in_line or below (the consensus) with a probability, such as 0.7, before a release; once for each. {id, number, commitment}.';

COMMENT ON FUNCTION "public"."search_help"(text, text, integer) IS 'Help articles that answer a question, best first: accents, endings and typing errors do not matter. score compares within one answer; words: what to mark, as it is spelt in the articles.';

COMMENT ON FUNCTION "public"."see_ticket"(uuid) IS 'Notes that the caller has the newest message of a ticket on their screen. Nothing for who may not read it.';

COMMENT ON FUNCTION "public"."snooze_ticket"(uuid, timestamp with time zone) IS 'Takes a ticket out of the inbox until a time (null: it is back); a reply of the member brings it back. The promise runs on.';

COMMENT ON FUNCTION "public"."sort_ticket"(uuid, text, text) IS 'Staff change topic or priority (null: as it is). What was promised stays.';

COMMENT ON FUNCTION "public"."split_ticket"(uuid, uuid[], text, text) IS 'Staff move messages of a ticket to a new one of the same member: {id, number}. Its promise counts from the oldest of them.';

COMMENT ON FUNCTION "public"."support_answer_times"(integer) IS 'For everybody: each ticket that was opened in the last days and was answered, or should have been: to the minute, with the business seconds until its first answer and those that were promised. Medians and percentiles of public.support_figures() are made of these rows.';

COMMENT ON FUNCTION "public"."support_figures"(integer) IS 'For everybody: first answers of the last days: {answered, promised, kept, median_seconds, p90_seconds (the values at 50 and 90 % of the sorted list), worst_seconds, worst_at, solved, solve_median_seconds, satisfaction {average, rated}, promises, mediator, mail (null: no mail comes in), demonstration}, in business seconds.';

COMMENT ON FUNCTION "public"."support_hours_state"(timestamp with time zone) IS 'For everybody: {zone, open, until (when it closes today), opens_at (next opening, while closed), hours: [{weekday, opens, closes}], closed_days: dates on which a weekday with hours is closed, from 30 days ago to 120 ahead}.';

COMMENT ON FUNCTION "public"."support_report"(timestamp with time zone, timestamp with time zone) IS 'For staff: tickets opened in a time: volume, first answers and solutions with median, P90 and kept promises (business seconds), reopen rate, backlog of now, satisfaction, by topic and by day in Paris.';

COMMENT ON FUNCTION "public"."support_staff"() IS 'For staff: to whom a ticket may be given and who may be named in a note: {id, name, username, role, waiting}.';

COMMENT ON FUNCTION "public"."surprise_of"(text, text) IS 'What was published less what was expected, in the unit of both; null where one is missing. As surprise() of trading/src/announcements/surprise.ts.';

COMMENT ON FUNCTION "public"."ticket_context"(uuid) IS 'For staff: what helps to answer a ticket''s member: plan, second factors, earlier tickets, counts; the address for admins alone. Null for an account that is gone.';

COMMENT ON FUNCTION "public"."ticket_counts"() IS 'For staff: {waiting, mine, unassigned, overdue, unread, snoozed}.';

COMMENT ON FUNCTION "public"."ticket_file"(uuid) IS 'One ticket for its member or for staff: its row with clock, facts, proof, policy, message_list (the newest 500), events, errata and the tickets it belongs to; for staff with member, notes and snoozed_until.';

COMMENT ON FUNCTION "public"."ticket_inbox"(jsonb, jsonb, integer) IS 'For staff: a page of tickets. filters: view (waiting, mine, unassigned: by the next promise, overdue first; snoozed, done, all: by the last message), topic, priority, state, language, assignee, unassigned, overdue, member, complaint, search (by the last message). after: the `cursor` of the last row. Each row is a ticket with member, assignee and unread.';

COMMENT ON FUNCTION "public"."ticket_money"(uuid) IS 'For admins: what a withdrawal (staff_contract) and a whole refund of each of the last five payments (preview_refund) of a ticket''s member would do: {contract, payments: [{…, refundable, refund}]}. Nothing is done.';

COMMENT ON FUNCTION "public"."try_filters"(text, integer) IS 'For staff: what the shield and the word and link rules find in a text of a member with this trust, without keeping it: [{rule, offset, length, action}], in characters from 0; action is null for the shield.';

COMMENT ON TABLE "private"."announcement_claims" IS 'The last word of each source on each of its occurrences.';

COMMENT ON TABLE "private"."announcement_tellings" IS 'Who was last reminded of which time of an announcement: they are told when it moves, or comes late.';

COMMENT ON TABLE "private"."help_words" IS 'The words of published help articles, by which a word that no article has is corrected.';

COMMENT ON TABLE "private"."raw_mails" IS 'Mails as they came, until they are read.';

COMMENT ON TABLE "private"."support_mail_setting" IS 'One row: the address that members reply to.';

COMMENT ON TABLE "private"."support_mails" IS 'Mails that came in and what became of each; kept for ninety days.';

COMMENT ON TABLE "private"."ticket_threads" IS 'The secret part of each ticket''s address.';

COMMENT ON TABLE "private"."ticket_words" IS 'The words of a ticket, as the search compares them; touched_at is its last message.';

COMMENT ON TABLE "public"."announcement_preferences" IS 'Reminders, the window in which one opens nothing, and the personal calendar: a row for each member who chose.';

COMMENT ON TABLE "public"."announcement_reactions" IS 'Moves after releases, in pips from the open of the minute of the release. Rows are added, never changed.';

COMMENT ON TABLE "public"."announcement_reminders" IS 'Single announcements that a member wants to be reminded of, whatever their preferences say.';

COMMENT ON TABLE "public"."announcement_sources" IS 'Who tells the calendar, in the order of their word, and how each of them fares. error: why the last try failed.';

COMMENT ON TABLE "public"."announcement_versions" IS 'Every state of an announcement with the moment from which it was known. Rows are added, never changed.';

COMMENT ON TABLE "public"."announcements" IS 'The calendar as it stands: when, of what, what is expected and what was published.';

COMMENT ON TABLE "public"."canned_answers" IS 'Answers that staff give often. Variables: {{member}}, {{number}}, {{subject}}, {{agent}}, {{promise}}, {{plan}}, {{mediator}}.';

COMMENT ON TABLE "public"."errata" IS 'Mistakes of ours that support confirmed: which figure, what was wrong, and the entry of the ledger that holds the hash of these words.';

COMMENT ON TABLE "public"."expectation_outcomes" IS 'What became of expectations: the figure, the consensus before it, and whether the direction was right.';

COMMENT ON TABLE "public"."expectation_terms" IS 'What is expected, and the nonce that opens its seal: for its author alone until it is graded.';

COMMENT ON TABLE "public"."expectations" IS 'That an analyst sealed an expectation, of which announcement and when: without its content.';

COMMENT ON TABLE "public"."help_feedback" IS 'What members say of a version of a help article: useful or not, and what was missing.';

COMMENT ON TABLE "public"."help_openings" IS 'The last time that a member opened an article from a suggestion; rows are removed after a year.';

COMMENT ON TABLE "public"."indicator_codes" IS 'What each source calls an indicator.';

COMMENT ON TABLE "public"."indicator_licences" IS 'The licence tag of each series that figures come from, and whether they are shown.';

COMMENT ON TABLE "public"."indicators" IS 'What is announced: a series of an authority, with its unit and which surprise is good for its currency.';

COMMENT ON TABLE "public"."signal_profiles" IS 'What an analyst''s signals have in common; the composer fills a draft from it.';

COMMENT ON TABLE "public"."support_days" IS 'Days that differ from the rule: closed ones, and public holidays on which support is open.';

COMMENT ON TABLE "public"."support_hours" IS 'When support is open, by weekday (1 Monday to 7 Sunday), in Europe/Paris. A weekday without a row is closed.';

COMMENT ON TABLE "public"."support_promises" IS 'What is promised by priority, in minutes of business time.';

COMMENT ON TABLE "public"."support_topics" IS 'What a ticket can be about.';

COMMENT ON TABLE "public"."ticket_events" IS 'What happened to each ticket, and when: the one source of its times. No words of anybody, and none of staff''s own steps for the member (private.is_shown_event).';

COMMENT ON TABLE "public"."ticket_files" IS 'Files of messages. path is in the bucket `tickets`.';

COMMENT ON TABLE "public"."ticket_messages" IS 'What was written to and by members, as plain text. Staff''s words to each other are in ticket_notes.';

COMMENT ON TABLE "public"."ticket_notes" IS 'What staff write to each other about a ticket; no member sees it.';

COMMENT ON TABLE "public"."ticket_views" IS 'Filters of the inbox that staff keep under a name, for themselves or for all.';

COMMENT ON TABLE "public"."tickets" IS 'What members ask. Times: answer_due_at and solve_due_at are promised, first_answered_at and solved_at are what came of it.';

COMMENT ON TABLE "public"."visits" IS 'The last time a member opened the dashboard, and the end of the visit before this one; when they first recomputed a losing signal, and when they put off the first steps.';

REVOKE ALL ON FUNCTION "private"."add_message"(public.tickets, uuid, text, text, text, text, uuid, uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announcement_words"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."attach_files"(public.ticket_messages, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_calendar_fetch"(text, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_calendar_fetch"(text, timestamp WITH time zone, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."blackout_windows"(uuid, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."business_end"(timestamp WITH time zone, interval) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."business_time"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."calendar_holidays"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_indicator"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_claim"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_facts"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_words"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_text"(jsonb, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claimed_announcement"(text, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_forgotten_ticket"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."combined_places"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."complaint_day"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_canned_answers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."crossed_signals"(uuid, text, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."date_feedback"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_formula"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_in"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_proof"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fill_answer"(text, public.tickets, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."firm_restricts"(public.announcement_preferences, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_ticket"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."french_holidays"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."grade_expectations"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."grade_expectations"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."guard_promise"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."handled_ticket"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."help_did_not_suffice"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."help_spellings"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."help_terms"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."help_terms"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."index_ticket"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."indicator_releases"(text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_only_thanks"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_own_ticket"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_own_ticket"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_shown_event"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_shown_event"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_announcement_version"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_idea_record"(uuid, bigint, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_idea_record"(uuid, bigint, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_indicator_licence"(text, text, text, text, boolean, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_indicator_licence"(text, text, text, text, boolean, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_profile"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_support"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_ticket_turn"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_announcements"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_ticket"(public.tickets, text, public.ticket_messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_ticket"(uuid, text, text, text, text, text, uuid, timestamp WITH time zone, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_hear_ticket"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_hear_ticket"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_read_ticket_file"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_read_ticket_file"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."measure_reactions"(timestamp WITH time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."measure_reactions"(timestamp WITH time zone, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."merged_announcement"(jsonb, public.announcements, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_words"(uuid, uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."new_subject"(public.tickets, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newest_posts_with"(tsquery, text, text, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newest_titles_with"(tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_announcement_version"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_staff_claim"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_ticket"(public.tickets, text, jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_end_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pause_ticket"(public.tickets, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."posts_by_index"(tsquery, text, text, timestamp WITH time zone, timestamp WITH time zone, tsquery, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."posts_found"(tsquery, uuid, text, text, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project_help_article"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project_indicator"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receive_mail"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recent_tickets_with"(tsquery, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_expectation"(uuid, text, text, uuid, text, timestamp WITH time zone, timestamp WITH time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remind_of_announcements"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_announcements"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."report_calendar_source"(text, text, text, integer, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_calendar_source"(text, text, text, integer, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."resume_ticket"(public.tickets, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_promise"(timestamp WITH time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_announcement"(uuid, jsonb, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shield_clues"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shield_combinations"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."support_window"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."surprise_deviations"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_claims"(text, jsonb, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_claims"(text, jsonb, timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_reply"(uuid, uuid, text, text, text, uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_blackouts"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_blackouts"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_of_announcement"(uuid, uuid, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_changes"(jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ticket_clock"(public.tickets) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ticket_name"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ticket_pauses"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ticket_row"(public.tickets) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tickets_with"(tsquery, timestamp WITH time zone, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."titles_with"(tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unspelled"(private.folded_text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unused_ticket_files"(timestamp WITH time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."week_of"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."words_and_week"(tsvector, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."acknowledge_complaint"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."acknowledge_complaint"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."acknowledge_complaint"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."announcement_history"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."announcement_history"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."announcement_history"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."announcements_between"(timestamp WITH time zone, timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_ticket"(uuid, text, uuid, integer, text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."answer_ticket"(uuid, text, uuid, integer, text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_ticket"(uuid, text, uuid, integer, text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."archive_canned_answer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."archive_canned_answer"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."archive_canned_answer"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_ticket"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_ticket"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_ticket"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."calendar_announcements"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."calendar_announcements"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."calendar_announcements"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."calendar_sources"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."calendar_sources"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."calendar_sources"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."canned_answers_for"(uuid, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."canned_answers_for"(uuid, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."canned_answers_for"(uuid, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_own_ticket"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_own_ticket"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_own_ticket"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_mistake"(uuid, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."confirm_mistake"(uuid, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_mistake"(uuid, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_many"(uuid[], text[], text, integer, text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_many"(uuid[], text[], text, integer, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_many"(uuid[], text[], text, integer, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_article_of"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."draft_article_of"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_article_of"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."expectation_record"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."expectation_record"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."expectation_record"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."help_figures"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."help_figures"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."help_figures"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."help_sufficed"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."help_sufficed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."help_sufficed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ideas_summary"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ideas_summary"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ideas_summary"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_announcements"(jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_announcements"(jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_announcements"(jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."indicator_history"(text, timestamp WITH time zone, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."indicator_history"(text, timestamp WITH time zone, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."indicator_history"(text, timestamp WITH time zone, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."indicator_reaction"(text, text, numeric) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."indicator_reaction"(text, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."indicator_reaction"(text, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."indicator_signals"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."indicator_signals"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."indicator_signals"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."keep_support_mail"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_support_mail"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_support_mail"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_support_mails"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_support_mails"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_support_mails"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_tickets"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merge_tickets"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_tickets"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_ticket"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_ticket"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_ticket"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_blackouts"(timestamp WITH time zone, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_blackouts"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_blackouts"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_first_steps"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_first_steps"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_first_steps"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_tickets"(jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_tickets"(jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_tickets"(jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_first_step"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_first_step"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_first_step"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_help_opening"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_help_opening"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_help_opening"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_on_ticket"(uuid, text, uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_on_ticket"(uuid, text, uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_on_ticket"(uuid, text, uuid, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_ticket"(text, text, text, uuid, text, jsonb, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_ticket"(text, text, text, uuid, text, jsonb, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_ticket"(text, text, text, uuid, text, jsonb, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rate_ticket"(uuid, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."rate_ticket"(uuid, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rate_ticket"(uuid, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_ticket_facts"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_ticket_facts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_ticket_facts"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_ticket"(uuid, text, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reply_ticket"(uuid, text, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reply_ticket"(uuid, text, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_announcement"(jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_announcement"(jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_announcement"(jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_canned_answer"(text, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_canned_answer"(text, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_canned_answer"(text, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."seal_expectation"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."seal_expectation"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."seal_expectation"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_help"(text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_help"(text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_help"(text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."see_ticket"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."see_ticket"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."see_ticket"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."snooze_ticket"(uuid, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."snooze_ticket"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."snooze_ticket"(uuid, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sort_ticket"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."sort_ticket"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sort_ticket"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."split_ticket"(uuid, uuid[], text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."split_ticket"(uuid, uuid[], text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."split_ticket"(uuid, uuid[], text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_answer_times"(integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."support_answer_times"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_answer_times"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_figures"(integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."support_figures"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_figures"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_hours_state"(timestamp WITH time zone) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."support_hours_state"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_hours_state"(timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_report"(timestamp WITH time zone, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."support_report"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_report"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_staff"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."support_staff"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."support_staff"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."surprise_of"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."surprise_of"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."surprise_of"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_context"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ticket_context"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_context"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_counts"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ticket_counts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_counts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_file"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ticket_file"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_file"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_inbox"(jsonb, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ticket_inbox"(jsonb, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_inbox"(jsonb, jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_money"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ticket_money"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ticket_money"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."try_filters"(text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."try_filters"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."try_filters"(text, integer) TO "postgres";

REVOKE ALL ON TABLE "public"."announcement_preferences" FROM "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."announcement_preferences" TO "authenticated";

REVOKE ALL ON TABLE "public"."announcement_reactions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."announcement_reactions" TO "authenticated";

REVOKE ALL ON TABLE "public"."announcement_reactions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."announcement_reactions" TO "postgres";

REVOKE ALL ON TABLE "public"."announcement_reminders" FROM "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."announcement_reminders" TO "authenticated";

REVOKE ALL ON TABLE "public"."announcement_sources" FROM "authenticated";

GRANT SELECT ON TABLE "public"."announcement_sources" TO "authenticated";

REVOKE ALL ON TABLE "public"."announcement_sources" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."announcement_sources" TO "postgres";

REVOKE ALL ON TABLE "public"."announcement_versions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."announcement_versions" TO "authenticated";

REVOKE ALL ON TABLE "public"."announcement_versions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."announcement_versions" TO "postgres";

REVOKE ALL ON TABLE "public"."announcements" FROM "authenticated";

GRANT SELECT ON TABLE "public"."announcements" TO "authenticated";

REVOKE ALL ON TABLE "public"."canned_answers" FROM "authenticated";

GRANT SELECT ON TABLE "public"."canned_answers" TO "authenticated";

REVOKE ALL ("at") ON TABLE "public"."errata" FROM "anon";

GRANT SELECT ("at") ON TABLE "public"."errata" TO "anon";

REVOKE ALL ("figure") ON TABLE "public"."errata" FROM "anon";

GRANT SELECT ("figure") ON TABLE "public"."errata" TO "anon";

REVOKE ALL ("hash") ON TABLE "public"."errata" FROM "anon";

GRANT SELECT ("hash") ON TABLE "public"."errata" TO "anon";

REVOKE ALL ("id") ON TABLE "public"."errata" FROM "anon";

GRANT SELECT ("id") ON TABLE "public"."errata" TO "anon";

REVOKE ALL ("made_by") ON TABLE "public"."errata" FROM "anon";

GRANT SELECT ("made_by") ON TABLE "public"."errata" TO "anon";

REVOKE ALL ("sequence") ON TABLE "public"."errata" FROM "anon";

GRANT SELECT ("sequence") ON TABLE "public"."errata" TO "anon";

REVOKE ALL ("text") ON TABLE "public"."errata" FROM "anon";

GRANT SELECT ("text") ON TABLE "public"."errata" TO "anon";

REVOKE ALL ("at") ON TABLE "public"."errata" FROM "authenticated";

GRANT SELECT ("at") ON TABLE "public"."errata" TO "authenticated";

REVOKE ALL ("figure") ON TABLE "public"."errata" FROM "authenticated";

GRANT SELECT ("figure") ON TABLE "public"."errata" TO "authenticated";

REVOKE ALL ("hash") ON TABLE "public"."errata" FROM "authenticated";

GRANT SELECT ("hash") ON TABLE "public"."errata" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."errata" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."errata" TO "authenticated";

REVOKE ALL ("made_by") ON TABLE "public"."errata" FROM "authenticated";

GRANT SELECT ("made_by") ON TABLE "public"."errata" TO "authenticated";

REVOKE ALL ("sequence") ON TABLE "public"."errata" FROM "authenticated";

GRANT SELECT ("sequence") ON TABLE "public"."errata" TO "authenticated";

REVOKE ALL ("text") ON TABLE "public"."errata" FROM "authenticated";

GRANT SELECT ("text") ON TABLE "public"."errata" TO "authenticated";

REVOKE ALL ON TABLE "public"."expectation_outcomes" FROM "anon";

GRANT SELECT ON TABLE "public"."expectation_outcomes" TO "anon";

REVOKE ALL ON TABLE "public"."expectation_outcomes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."expectation_outcomes" TO "authenticated";

REVOKE ALL ON TABLE "public"."expectation_outcomes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."expectation_outcomes" TO "postgres";

REVOKE ALL ON TABLE "public"."expectation_outcomes" FROM "service_role";

GRANT SELECT ON TABLE "public"."expectation_outcomes" TO "service_role";

REVOKE ALL ON TABLE "public"."expectation_terms" FROM "anon";

GRANT SELECT ON TABLE "public"."expectation_terms" TO "anon";

REVOKE ALL ON TABLE "public"."expectation_terms" FROM "authenticated";

GRANT SELECT ON TABLE "public"."expectation_terms" TO "authenticated";

REVOKE ALL ON TABLE "public"."expectation_terms" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."expectation_terms" TO "postgres";

REVOKE ALL ON TABLE "public"."expectation_terms" FROM "service_role";

GRANT SELECT ON TABLE "public"."expectation_terms" TO "service_role";

REVOKE ALL ON TABLE "public"."expectations" FROM "anon";

GRANT SELECT ON TABLE "public"."expectations" TO "anon";

REVOKE ALL ON TABLE "public"."expectations" FROM "authenticated";

GRANT SELECT ON TABLE "public"."expectations" TO "authenticated";

REVOKE ALL ON TABLE "public"."expectations" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."expectations" TO "postgres";

REVOKE ALL ON TABLE "public"."expectations" FROM "service_role";

GRANT SELECT ON TABLE "public"."expectations" TO "service_role";

REVOKE ALL ON TABLE "public"."help_feedback" FROM "authenticated";

REVOKE ALL ("comment") ON TABLE "public"."help_feedback" FROM "authenticated";

GRANT INSERT ("comment"), UPDATE ("comment") ON TABLE "public"."help_feedback" TO "authenticated";

REVOKE ALL ("item") ON TABLE "public"."help_feedback" FROM "authenticated";

GRANT INSERT ("item"), UPDATE ("item") ON TABLE "public"."help_feedback" TO "authenticated";

REVOKE ALL ("useful") ON TABLE "public"."help_feedback" FROM "authenticated";

GRANT INSERT ("useful"), UPDATE ("useful") ON TABLE "public"."help_feedback" TO "authenticated";

REVOKE ALL ("version") ON TABLE "public"."help_feedback" FROM "authenticated";

GRANT INSERT ("version"), UPDATE ("version") ON TABLE "public"."help_feedback" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."help_feedback" TO "authenticated";

REVOKE ALL ON TABLE "public"."help_openings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."help_openings" TO "authenticated";

REVOKE ALL ON TABLE "public"."help_openings" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."help_openings" TO "postgres";

REVOKE ALL ON TABLE "public"."indicator_codes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."indicator_codes" TO "authenticated";

REVOKE ALL ON TABLE "public"."indicator_codes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."indicator_codes" TO "postgres";

REVOKE ALL ON TABLE "public"."indicator_codes" FROM "service_role";

GRANT SELECT ON TABLE "public"."indicator_codes" TO "service_role";

REVOKE ALL ON TABLE "public"."indicator_licences" FROM "authenticated";

GRANT SELECT ON TABLE "public"."indicator_licences" TO "authenticated";

REVOKE ALL ON TABLE "public"."indicator_licences" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."indicator_licences" TO "postgres";

REVOKE ALL ON TABLE "public"."indicator_licences" FROM "service_role";

GRANT SELECT ON TABLE "public"."indicator_licences" TO "service_role";

REVOKE ALL ON TABLE "public"."indicators" FROM "authenticated";

GRANT SELECT ON TABLE "public"."indicators" TO "authenticated";

REVOKE ALL ON TABLE "public"."indicators" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."indicators" TO "postgres";

REVOKE ALL ON TABLE "public"."indicators" FROM "service_role";

GRANT SELECT ON TABLE "public"."indicators" TO "service_role";

REVOKE ALL ("declared_at") ON TABLE "public"."signal_profiles" FROM "authenticated";

GRANT UPDATE ("declared_at") ON TABLE "public"."signal_profiles" TO "authenticated";

REVOKE ALL ("is_default") ON TABLE "public"."signal_profiles" FROM "authenticated";

GRANT INSERT ("is_default"), UPDATE ("is_default") ON TABLE "public"."signal_profiles" TO "authenticated";

REVOKE ALL ON TABLE "public"."support_days" FROM "anon";

GRANT SELECT ON TABLE "public"."support_days" TO "anon";

REVOKE ALL ON TABLE "public"."support_days" FROM "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."support_days" TO "authenticated";

REVOKE ALL ON TABLE "public"."support_days" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."support_days" TO "postgres";

REVOKE ALL ON TABLE "public"."support_hours" FROM "anon";

GRANT SELECT ON TABLE "public"."support_hours" TO "anon";

REVOKE ALL ON TABLE "public"."support_hours" FROM "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."support_hours" TO "authenticated";

REVOKE ALL ON TABLE "public"."support_hours" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."support_hours" TO "postgres";

REVOKE ALL ON TABLE "public"."support_promises" FROM "anon";

GRANT SELECT ON TABLE "public"."support_promises" TO "anon";

REVOKE ALL ON TABLE "public"."support_promises" FROM "authenticated";

REVOKE ALL ("answer_minutes") ON TABLE "public"."support_promises" FROM "authenticated";

GRANT UPDATE ("answer_minutes") ON TABLE "public"."support_promises" TO "authenticated";

REVOKE ALL ("solve_minutes") ON TABLE "public"."support_promises" FROM "authenticated";

GRANT UPDATE ("solve_minutes") ON TABLE "public"."support_promises" TO "authenticated";

GRANT SELECT ON TABLE "public"."support_promises" TO "authenticated";

REVOKE ALL ON TABLE "public"."support_promises" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."support_promises" TO "postgres";

REVOKE ALL ON TABLE "public"."support_topics" FROM "anon";

GRANT SELECT ON TABLE "public"."support_topics" TO "anon";

REVOKE ALL ON TABLE "public"."support_topics" FROM "authenticated";

REVOKE ALL ("close_days") ON TABLE "public"."support_topics" FROM "authenticated";

GRANT UPDATE ("close_days") ON TABLE "public"."support_topics" TO "authenticated";

REVOKE ALL ("reopen_days") ON TABLE "public"."support_topics" FROM "authenticated";

GRANT UPDATE ("reopen_days") ON TABLE "public"."support_topics" TO "authenticated";

REVOKE ALL ("reopens") ON TABLE "public"."support_topics" FROM "authenticated";

GRANT UPDATE ("reopens") ON TABLE "public"."support_topics" TO "authenticated";

GRANT SELECT ON TABLE "public"."support_topics" TO "authenticated";

REVOKE ALL ON TABLE "public"."support_topics" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."support_topics" TO "postgres";

REVOKE ALL ON TABLE "public"."ticket_events" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ticket_events" TO "authenticated";

REVOKE ALL ON TABLE "public"."ticket_files" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ticket_files" TO "authenticated";

REVOKE ALL ("at") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("at") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("author_name") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("author_name") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("author") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("author") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("body") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("body") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("channel") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("channel") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("moved_from") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("moved_from") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("quoted") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("quoted") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("role") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("role") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ("ticket") ON TABLE "public"."ticket_messages" FROM "authenticated";

GRANT SELECT ("ticket") ON TABLE "public"."ticket_messages" TO "authenticated";

REVOKE ALL ON TABLE "public"."ticket_notes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ticket_notes" TO "authenticated";

REVOKE ALL ON TABLE "public"."ticket_views" FROM "authenticated";

REVOKE ALL ("filters") ON TABLE "public"."ticket_views" FROM "authenticated";

GRANT UPDATE ("filters") ON TABLE "public"."ticket_views" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."ticket_views" FROM "authenticated";

GRANT UPDATE ("name") ON TABLE "public"."ticket_views" TO "authenticated";

REVOKE ALL ("position") ON TABLE "public"."ticket_views" FROM "authenticated";

GRANT UPDATE ("position") ON TABLE "public"."ticket_views" TO "authenticated";

REVOKE ALL ("shared") ON TABLE "public"."ticket_views" FROM "authenticated";

GRANT UPDATE ("shared") ON TABLE "public"."ticket_views" TO "authenticated";

GRANT DELETE, INSERT, SELECT ON TABLE "public"."ticket_views" TO "authenticated";

REVOKE ALL ("acknowledge_due_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("acknowledge_due_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("acknowledged_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("acknowledged_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("answer_due_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("answer_due_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("assignee") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("assignee") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("channel") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("channel") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("closed_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("closed_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("complaint_due_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("complaint_due_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("demonstration") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("demonstration") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("excerpt") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("excerpt") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("facts_consented_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("facts_consented_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("facts") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("facts") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("first_answered_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("first_answered_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("follows") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("follows") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("language") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("language") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("last_by") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("last_by") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("last_message_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("last_message_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("member_seen_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("member_seen_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("merged_into") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("merged_into") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("messages") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("messages") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("number") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("number") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("opened_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("opened_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("paused_since") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("paused_since") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("paused") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("paused") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("priority") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("priority") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("promise") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("promise") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("proof") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("proof") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("rated_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("rated_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("reopened") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("reopened") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("satisfaction_words") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("satisfaction_words") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("satisfaction") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("satisfaction") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("seal") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("seal") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("solve_due_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("solve_due_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("solved_at") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("solved_at") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("split_from") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("split_from") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("state") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("state") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("subject") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("subject") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("topic") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("topic") ON TABLE "public"."tickets" TO "authenticated";

REVOKE ALL ("user_id") ON TABLE "public"."tickets" FROM "authenticated";

GRANT SELECT ("user_id") ON TABLE "public"."tickets" TO "authenticated";

ALTER TABLE "public"."announcements"
  ADD CONSTRAINT "announcements_zone_check" CHECK (private.is_time_zone(zone));

ALTER TABLE "public"."tickets"
  ADD CONSTRAINT "tickets_language_check" CHECK ((language = ANY (private.languages())));

CREATE INDEX post_words_index ON private.post_words USING gin (private.words_and_week(words, published_at));

-- Last, by hand: data that moves or is new. Kept when this file is generated again.

delete from private.personal_data as t where to_jsonb(t) @> '{"fate": "goes", "hidden": true, "reason": null, "omitted": [], "subject": "storage.objects", "exported": true, "mentions": null, "condition": "bucket_id in (''avatars'', ''proofs'', ''certificates'') and (storage.foldername(name))[1] = $1::text or bucket_id = ''forum'' and (storage.foldername(name))[1] = (select id::text from public.community_members where user_id = $1)"}';
delete from private.personal_data as t where to_jsonb(t) @> '{"fate": "goes", "hidden": true, "reason": null, "omitted": [], "subject": "public.signal_templates", "exported": true, "mentions": null, "condition": "author_id = $1"}';
insert into storage.buckets ("id", "name", "type", "owner", "public", "owner_id", "file_size_limit", "allowed_mime_types", "avif_autodetection") select "id", "name", "type", "owner", "public", "owner_id", "file_size_limit", "allowed_mime_types", "avif_autodetection" from jsonb_populate_record(null::storage.buckets, '{"id": "tickets", "name": "tickets", "type": "STANDARD", "owner": null, "public": false, "owner_id": null, "file_size_limit": 10000000, "allowed_mime_types": ["image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain", "text/csv"], "avif_autodetection": false}')
on conflict do nothing;
insert into public.content_kinds ("kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function") select "kind", "sealed", "tiered", "address", "writers", "fixed_slug", "card_fields", "check_function", "optional_texts", "required_texts", "project_function" from jsonb_populate_record(null::public.content_kinds, '{"kind": "indicator", "sealed": false, "tiered": false, "address": "/annonces?indicateur=", "writers": ["analyst", "admin"], "fixed_slug": true, "card_fields": ["country", "currency", "impact"], "check_function": "check_indicator", "optional_texts": [], "required_texts": ["title", "summary", "why"], "project_function": "project_indicator"}')
on conflict do nothing;
update public.content_kinds as kept set (sealed, tiered, address, writers, fixed_slug, card_fields, check_function, optional_texts, required_texts, project_function) =
  (select sealed, tiered, address, writers, fixed_slug, card_fields, check_function, optional_texts, required_texts, project_function from jsonb_populate_record(null::public.content_kinds, '{"kind": "help-article", "sealed": false, "tiered": false, "address": "/aide?article=", "writers": ["analyst", "admin"], "fixed_slug": false, "card_fields": ["category"], "check_function": "check_help_article", "optional_texts": ["keywords"], "required_texts": ["title", "summary", "body"], "project_function": "project_help_article"}'))
where kept.kind = 'help-article';
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "U.S. Bureau of Labor Statistics", "rank": 10, "error": null, "state": "off", "source": "bls", "entries": 0, "good_at": null, "licence": "public domain", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "Board of Governors of the Federal Reserve System", "rank": 13, "error": null, "state": "off", "source": "fed", "entries": 0, "good_at": null, "licence": "public domain", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "Eurostat", "rank": 15, "error": null, "state": "off", "source": "eurostat", "entries": 0, "good_at": null, "licence": "CC BY 4.0", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "U.S. Census Bureau", "rank": 12, "error": null, "state": "off", "source": "census", "entries": 0, "good_at": null, "licence": "public domain", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "Import", "rank": 40, "error": null, "state": "ok", "source": "import", "entries": 0, "good_at": null, "licence": "own", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "INSEE", "rank": 16, "error": null, "state": "off", "source": "insee", "entries": 0, "good_at": null, "licence": "Licence Ouverte 2.0", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "U.S. Bureau of Economic Analysis", "rank": 11, "error": null, "state": "off", "source": "bea", "entries": 0, "good_at": null, "licence": "public domain", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "FRED, Federal Reserve Bank of St. Louis", "rank": 20, "error": null, "state": "off", "source": "fred", "entries": 0, "good_at": null, "licence": "by series", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "Forex Factory", "rank": 50, "error": null, "state": "off", "source": "forexfactory", "entries": 0, "good_at": null, "licence": "operator’s choice", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "Trading Economics", "rank": 30, "error": null, "state": "off", "source": "trading_economics", "entries": 0, "good_at": null, "licence": "contract", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "Exemple", "rank": 90, "error": null, "state": "off", "source": "sample", "entries": 0, "good_at": null, "licence": "fictitious", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "European Central Bank", "rank": 14, "error": null, "state": "off", "source": "ecb", "entries": 0, "good_at": null, "licence": "reuse with source", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into public.announcement_sources ("name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at") select "name", "rank", "error", "state", "source", "entries", "good_at", "licence", "next_at", "fetched_at" from jsonb_populate_record(null::public.announcement_sources, '{"name": "Vigie", "rank": 1, "error": null, "state": "ok", "source": "staff", "entries": 0, "good_at": null, "licence": "own", "next_at": null, "fetched_at": null}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "fades", "hidden": true, "reason": "Gone with the account (support/ticket_keeping.sql).", "omitted": ["author", "mentions", "request"], "subject": "public.ticket_notes", "exported": true, "mentions": null, "condition": "ticket in (select id from public.tickets where user_id = $1)"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "kept", "hidden": true, "reason": "What happened to a ticket and when, without words and by number alone.", "omitted": ["actor"], "subject": "public.ticket_events", "exported": true, "mentions": null, "condition": "ticket in (select id from public.tickets where user_id = $1) or actor = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "fades", "hidden": true, "reason": "Mails for the moment until they are read.", "omitted": [], "subject": "private.raw_mails", "exported": false, "mentions": null, "condition": "false"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "kept", "hidden": true, "reason": "That and when something was written, without a word of it.", "omitted": ["author", "request", "canned"], "subject": "public.ticket_messages", "exported": true, "mentions": null, "condition": "ticket in (select id from public.tickets where user_id = $1)"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.announcement_preferences", "exported": true, "mentions": null, "condition": "user_id = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.help_feedback", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.announcement_reminders", "exported": true, "mentions": null, "condition": "user_id = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": false, "reason": null, "omitted": [], "subject": "public.help_openings", "exported": true, "mentions": null, "condition": "member = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "kept", "hidden": true, "reason": "Mistakes of the operator''s; they name nobody.", "omitted": [], "subject": "public.errata", "exported": false, "mentions": null, "condition": "false"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "fades", "hidden": true, "reason": "Gone with the account, file and row (support/ticket_keeping.sql).", "omitted": [], "subject": "public.ticket_files", "exported": true, "mentions": null, "condition": "ticket in (select id from public.tickets where user_id = $1)"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "deleted", "hidden": true, "reason": null, "omitted": [], "subject": "private.support_mails", "exported": true, "mentions": null, "condition": "sender = any ($2) or ticket in (select id from public.tickets where user_id = $1)"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": true, "reason": null, "omitted": [], "subject": "private.announcement_tellings", "exported": true, "mentions": null, "condition": "user_id = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": true, "reason": null, "omitted": [], "subject": "public.ticket_views", "exported": true, "mentions": null, "condition": "owner = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": true, "reason": null, "omitted": [], "subject": "public.signal_profiles", "exported": true, "mentions": null, "condition": "author_id = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "fades", "hidden": true, "reason": "Secrets of a ticket''s address; gone with the account.", "omitted": [], "subject": "private.ticket_threads", "exported": false, "mentions": null, "condition": "ticket in (select id from public.tickets where user_id = $1)"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "goes", "hidden": true, "reason": null, "omitted": [], "subject": "storage.objects", "exported": true, "mentions": null, "condition": "bucket_id in (''avatars'', ''proofs'', ''certificates'', ''tickets'') and (storage.foldername(name))[1] = $1::text or bucket_id = ''forum'' and (storage.foldername(name))[1] = (select id::text from public.community_members where user_id = $1)"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "kept", "hidden": true, "reason": "The times of a ticket, on which the public figures of support rest, without subject, words or account.", "omitted": ["assignee", "staff_seen_at", "snoozed_until", "request"], "subject": "public.tickets", "exported": true, "mentions": null, "condition": "user_id = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "kept", "hidden": true, "reason": "What staff stated in the public record stays in it, as signals do.", "omitted": [], "subject": "public.expectations", "exported": true, "mentions": null, "condition": "author_id = $1"}')
on conflict do nothing;
insert into private.personal_data ("fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition") select "fate", "hidden", "reason", "omitted", "subject", "exported", "mentions", "condition" from jsonb_populate_record(null::private.personal_data, '{"fate": "fades", "hidden": true, "reason": "The index of the search; gone with the account.", "omitted": [], "subject": "private.ticket_words", "exported": false, "mentions": null, "condition": "ticket in (select id from public.tickets where user_id = $1)"}')
on conflict do nothing;
insert into public.support_hours ("opens", "closes", "weekday") select "opens", "closes", "weekday" from jsonb_populate_record(null::public.support_hours, '{"opens": "09:00:00", "closes": "19:00:00", "weekday": 1}')
on conflict do nothing;
insert into public.support_hours ("opens", "closes", "weekday") select "opens", "closes", "weekday" from jsonb_populate_record(null::public.support_hours, '{"opens": "09:00:00", "closes": "19:00:00", "weekday": 4}')
on conflict do nothing;
insert into public.support_hours ("opens", "closes", "weekday") select "opens", "closes", "weekday" from jsonb_populate_record(null::public.support_hours, '{"opens": "09:00:00", "closes": "19:00:00", "weekday": 3}')
on conflict do nothing;
insert into public.support_hours ("opens", "closes", "weekday") select "opens", "closes", "weekday" from jsonb_populate_record(null::public.support_hours, '{"opens": "09:00:00", "closes": "19:00:00", "weekday": 5}')
on conflict do nothing;
insert into public.support_hours ("opens", "closes", "weekday") select "opens", "closes", "weekday" from jsonb_populate_record(null::public.support_hours, '{"opens": "09:00:00", "closes": "19:00:00", "weekday": 2}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "complaint", "reopens": "always", "position": 11, "close_days": 28, "reopen_days": 14, "is_complaint": true}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "technical", "reopens": "unless_thanks", "position": 9, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "billing", "reopens": "unless_thanks", "position": 2, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "referral", "reopens": "unless_thanks", "position": 8, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "other", "reopens": "unless_thanks", "position": 10, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "account", "reopens": "unless_thanks", "position": 1, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "learning", "reopens": "unless_thanks", "position": 6, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "community", "reopens": "unless_thanks", "position": 7, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "figure", "reopens": "unless_thanks", "position": 4, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "contract", "reopens": "always", "position": 3, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_topics ("topic", "reopens", "position", "close_days", "reopen_days", "is_complaint") select "topic", "reopens", "position", "close_days", "reopen_days", "is_complaint" from jsonb_populate_record(null::public.support_topics, '{"topic": "signals", "reopens": "unless_thanks", "position": 5, "close_days": 28, "reopen_days": 14, "is_complaint": false}')
on conflict do nothing;
insert into public.support_promises ("priority", "solve_minutes", "answer_minutes") select "priority", "solve_minutes", "answer_minutes" from jsonb_populate_record(null::public.support_promises, '{"priority": "urgent", "solve_minutes": 120, "answer_minutes": 30}')
on conflict do nothing;
insert into public.support_promises ("priority", "solve_minutes", "answer_minutes") select "priority", "solve_minutes", "answer_minutes" from jsonb_populate_record(null::public.support_promises, '{"priority": "normal", "solve_minutes": 480, "answer_minutes": 120}')
on conflict do nothing;
insert into public.support_promises ("priority", "solve_minutes", "answer_minutes") select "priority", "solve_minutes", "answer_minutes" from jsonb_populate_record(null::public.support_promises, '{"priority": "high", "solve_minutes": 240, "answer_minutes": 60}')
on conflict do nothing;
insert into public.support_promises ("priority", "solve_minutes", "answer_minutes") select "priority", "solve_minutes", "answer_minutes" from jsonb_populate_record(null::public.support_promises, '{"priority": "low", "solve_minutes": 1200, "answer_minutes": 240}')
on conflict do nothing;
insert into private.support_mail_setting ("address", "only_row") select "address", "only_row" from jsonb_populate_record(null::private.support_mail_setting, '{"address": null, "only_row": true}')
on conflict do nothing;

-- The interests in a template were declared when it was saved, not on the day of this change.
alter table public.signal_profiles disable trigger keep;
update public.signal_profiles set declared_at = created_at;
alter table public.signal_profiles enable trigger keep;

-- Records by instrument are new: every author's is computed again.
insert into private.idea_records_due select author from public.idea_records on conflict do nothing;
