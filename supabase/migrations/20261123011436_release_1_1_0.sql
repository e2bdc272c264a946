-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- What plans gave in columns of their own is what their allowances say.
alter table public.plans add column if not exists allowances jsonb not null default '{}';
do $$
begin
  if exists (select from information_schema.columns where table_schema = 'public' and table_name = 'plans' and column_name = 'ai_messages_per_day') then
    update public.plans set allowances = jsonb_build_object('ai_messages', ai_messages_per_day, 'copied_accounts', copied_accounts) || allowances;
  end if;
end
$$;

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."are_challenge_phases"(jsonb) FROM "authenticated";

REVOKE ALL ON FUNCTION "private"."are_challenge_phases"(jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "private"."is_leverage"(jsonb) FROM "authenticated";

REVOKE ALL ON FUNCTION "private"."is_leverage"(jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "private"."is_rule_share"(jsonb) FROM "authenticated";

REVOKE ALL ON FUNCTION "private"."is_rule_share"(jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "private"."number_rule_version"() FROM "authenticated";

REVOKE ALL ON FUNCTION "private"."number_rule_version"() FROM "service_role";

REVOKE ALL ("applies_from") ON TABLE "public"."prop_firm_rule_versions" FROM "authenticated";

REVOKE ALL ("challenge") ON TABLE "public"."prop_firm_rule_versions" FROM "authenticated";

REVOKE ALL ("firm") ON TABLE "public"."prop_firm_rule_versions" FROM "authenticated";

REVOKE ALL ("phases") ON TABLE "public"."prop_firm_rule_versions" FROM "authenticated";

REVOKE ALL ("source_url") ON TABLE "public"."prop_firm_rule_versions" FROM "authenticated";

REVOKE ALL ("source") ON TABLE "public"."prop_firm_rule_versions" FROM "authenticated";

REVOKE ALL ("applies_from") ON TABLE "public"."prop_firm_rule_versions" FROM "service_role";

REVOKE ALL ("challenge") ON TABLE "public"."prop_firm_rule_versions" FROM "service_role";

REVOKE ALL ("firm") ON TABLE "public"."prop_firm_rule_versions" FROM "service_role";

REVOKE ALL ("phases") ON TABLE "public"."prop_firm_rule_versions" FROM "service_role";

REVOKE ALL ("source_url") ON TABLE "public"."prop_firm_rule_versions" FROM "service_role";

REVOKE ALL ("source") ON TABLE "public"."prop_firm_rule_versions" FROM "service_role";

DROP POLICY "admins add brokers' accounts" ON "public"."broker_accounts";

DROP POLICY "admins edit brokers' accounts" ON "public"."broker_accounts";

DROP POLICY "admins remove brokers' accounts" ON "public"."broker_accounts";

DROP POLICY "admins add brokers" ON "public"."brokers";

DROP POLICY "admins edit brokers" ON "public"."brokers";

DROP POLICY "admins remove brokers" ON "public"."brokers";

DROP POLICY "everybody reads the brokers" ON "public"."brokers";

DROP POLICY "admins add challenges" ON "public"."prop_firm_challenges";

DROP POLICY "admins edit challenges" ON "public"."prop_firm_challenges";

DROP POLICY "admins remove challenges" ON "public"."prop_firm_challenges";

DROP POLICY "everybody reads the challenges" ON "public"."prop_firm_challenges";

DROP POLICY "admins add versions of rules" ON "public"."prop_firm_rule_versions";

DROP POLICY "admins add prop firms" ON "public"."prop_firms";

DROP POLICY "admins edit prop firms" ON "public"."prop_firms";

DROP POLICY "admins remove prop firms" ON "public"."prop_firms";

DROP POLICY "everybody reads the prop firms" ON "public"."prop_firms";

DROP TRIGGER "audit_change" ON "public"."broker_accounts";

DROP TRIGGER "audit_change" ON "public"."brokers";

DROP TRIGGER "audit_change" ON "public"."prop_firm_challenges";

DROP TRIGGER "audit_change" ON "public"."prop_firm_rule_versions";

DROP TRIGGER "audit_change" ON "public"."prop_firms";

ALTER TABLE "private"."invoice_words"
  DROP CONSTRAINT "invoice_words_language_check";

ALTER TABLE "private"."signal_feed"
  DROP CONSTRAINT "signal_feed_open_number_key";

ALTER TABLE "private"."telegram_chats"
  DROP CONSTRAINT "telegram_chats_language_check";

ALTER TABLE "public"."consents"
  DROP CONSTRAINT "consents_locale_check";

ALTER TABLE "public"."invoices"
  DROP CONSTRAINT "invoices_language_check";

ALTER TABLE "public"."leads"
  DROP CONSTRAINT "leads_consent_locale_check";

ALTER TABLE "public"."notification_preferences"
  DROP CONSTRAINT "notification_preferences_check";

ALTER TABLE "public"."notifications"
  DROP CONSTRAINT "notifications_category_check";

ALTER TABLE "public"."plans"
  DROP CONSTRAINT "plans_ai_messages_per_day_check";

ALTER TABLE "public"."plans"
  DROP CONSTRAINT "plans_copied_accounts_check";

ALTER TABLE "public"."profiles"
  DROP CONSTRAINT "profiles_locale_check";

DROP FUNCTION "private"."notify_member"(uuid, text, text, text, jsonb, text, uuid, boolean, boolean);

DROP FUNCTION "private"."tell_pages"(uuid[], jsonb[]);

DROP FUNCTION "private"."tell_queue"(uuid, text);

DROP FUNCTION "public"."read_notifications"(uuid[], boolean);

DROP FUNCTION "public"."signals_since"(bigint, integer, text);

ALTER TABLE "private"."signal_feed"
  DROP COLUMN "open_number";

ALTER TABLE "public"."plans"
  DROP COLUMN "ai_messages_per_day";

ALTER TABLE "public"."plans"
  DROP COLUMN "copied_accounts";

CREATE TABLE "private"."statement_authors" (
  "user_id"   uuid NOT NULL,
  "author_id" uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT "statement_authors_author_id_key" UNIQUE (author_id),
  CONSTRAINT "statement_authors_pkey" PRIMARY KEY (user_id)
);

ALTER TABLE "private"."statement_authors"
  ENABLE ROW LEVEL SECURITY;

CREATE UNLOGGED TABLE "private"."tellings" (
  "transaction" xid8    NOT NULL DEFAULT pg_current_xact_id(),
  "position"    bigint  GENERATED ALWAYS AS IDENTITY NOT NULL,
  "topics"      text[]  NOT NULL,
  "event"       text    NOT NULL,
  "payloads"    jsonb[] NOT NULL,
  CONSTRAINT "tellings_pkey" PRIMARY KEY (transaction, "position")
);

ALTER TABLE "private"."tellings"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."topics" (
  "topic" text   NOT NULL,
  "head"  bigint NOT NULL,
  CONSTRAINT "topics_pkey" PRIMARY KEY (topic),
  CONSTRAINT "topics_topic_check" CHECK (((length(topic) >= 1) AND (length(topic) <= 100)))
);

ALTER TABLE "private"."topics"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."topics"
  SET (fillfactor=50);

CREATE TABLE "public"."allowance_uses" (
  "user_id" uuid    NOT NULL,
  "kind"    text    NOT NULL,
  "since"   date    NOT NULL,
  "used"    integer NOT NULL,
  CONSTRAINT "allowance_uses_pkey" PRIMARY KEY (user_id, kind),
  CONSTRAINT "allowance_uses_used_check" CHECK ((used >= 0))
);

ALTER TABLE "public"."allowance_uses"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."allowance_uses" FROM "anon", "service_role";

CREATE TABLE "public"."content_items" (
  "id"                uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "kind"              text                     NOT NULL,
  "slug"              text                     NOT NULL,
  "parent"            uuid,
  "position"          integer                  NOT NULL,
  "tier"              text                     NOT NULL,
  "state"             text                     NOT NULL DEFAULT 'draft'::text,
  "version"           integer                  NOT NULL DEFAULT 0,
  "published_version" integer,
  "scheduled_version" integer,
  "publish_at"        timestamp with time zone,
  "published_at"      timestamp with time zone,
  "updated_at"        timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "updated_by"        uuid,
  "next_expiry"       date,
  "languages"         jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  "refusal"           jsonb,
  CONSTRAINT "content_items_check1" CHECK (((state <> 'published'::text) OR (published_version IS NOT NULL))),
  CONSTRAINT "content_items_check" CHECK ((((state = 'scheduled'::text) = (publish_at IS NOT NULL)) AND ((publish_at IS NULL) = (scheduled_version IS NULL)))),
  CONSTRAINT "content_items_kind_slug_key" UNIQUE (kind, slug),
  CONSTRAINT "content_items_pkey" PRIMARY KEY (id),
  CONSTRAINT "content_items_slug_check" CHECK ((slug ~ '^[a-z0-9][a-z0-9-]{1,79}$'::text)),
  CONSTRAINT "content_items_state_check" CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text, 'archived'::text]))),
  CONSTRAINT "content_items_tier_check" CHECK ((tier = ANY (ARRAY['visitor'::text, 'freemium'::text, 'premium'::text])))
);

ALTER TABLE "public"."content_items"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."content_items" FROM "anon", "service_role";

CREATE TABLE "public"."content_kinds" (
  "kind"             text    NOT NULL,
  "writers"          text[]  NOT NULL,
  "tiered"           boolean NOT NULL DEFAULT false,
  "required_texts"   text[]  NOT NULL,
  "optional_texts"   text[]  NOT NULL DEFAULT '{}'::text[],
  "card_fields"      text[]  NOT NULL DEFAULT '{}'::text[],
  "fixed_slug"       boolean NOT NULL DEFAULT false,
  "address"          text,
  "check_function"   text,
  "project_function" text,
  CONSTRAINT "content_kinds_address_check" CHECK ((address ~ '^/[a-z]'::text)),
  CONSTRAINT "content_kinds_kind_check" CHECK ((kind ~ '^[a-z][a-z-]{1,31}$'::text)),
  CONSTRAINT "content_kinds_pkey" PRIMARY KEY (kind),
  CONSTRAINT "content_kinds_required_texts_check" CHECK ((cardinality(required_texts) > 0)),
  CONSTRAINT "content_kinds_writers_check" CHECK (((writers <@ ARRAY['analyst'::text, 'admin'::text]) AND (cardinality(writers) > 0)))
);

ALTER TABLE "public"."content_kinds"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."content_kinds" FROM "service_role";

CREATE TABLE "public"."content_redirects" (
  "kind" text NOT NULL,
  "slug" text NOT NULL,
  "item" uuid NOT NULL,
  CONSTRAINT "content_redirects_pkey" PRIMARY KEY (kind, slug)
);

ALTER TABLE "public"."content_redirects"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."content_redirects" FROM "service_role";

CREATE TABLE "public"."content_versions" (
  "item"         uuid                     NOT NULL,
  "version"      integer                  NOT NULL,
  "document"     jsonb                    NOT NULL,
  "author"       uuid,
  "author_name"  text                     NOT NULL,
  "made_at"      timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "published_at" timestamp with time zone,
  CONSTRAINT "content_versions_pkey" PRIMARY KEY (item, VERSION),
  CONSTRAINT "content_versions_version_check" CHECK ((version > 0))
);

ALTER TABLE "public"."content_versions"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."content_versions" FROM "anon", "service_role";

CREATE TABLE "public"."media" (
  "path"   text                     NOT NULL,
  "alt"    jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  "width"  integer,
  "height" integer,
  "size"   bigint                   NOT NULL,
  "by"     uuid,
  "at"     timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "media_alt_check" CHECK (((jsonb_typeof(alt) = 'object'::text) AND (octet_length((alt)::text) <= 4000))),
  CONSTRAINT "media_height_check" CHECK ((height > 0)),
  CONSTRAINT "media_pkey" PRIMARY KEY (path),
  CONSTRAINT "media_width_check" CHECK ((width > 0))
);

ALTER TABLE "public"."media"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."media" FROM "anon", "service_role";

CREATE TABLE "public"."published_bodies" (
  "item"    uuid    NOT NULL,
  "version" integer NOT NULL,
  "fields"  jsonb   NOT NULL,
  "texts"   jsonb   NOT NULL,
  CONSTRAINT "published_bodies_pkey" PRIMARY KEY (item)
);

ALTER TABLE "public"."published_bodies"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."published_bodies" FROM "service_role";

CREATE TABLE "public"."published_content" (
  "item"         uuid                     NOT NULL,
  "kind"         text                     NOT NULL,
  "slug"         text                     NOT NULL,
  "parent"       uuid,
  "position"     integer                  NOT NULL,
  "tier"         text                     NOT NULL,
  "published_at" timestamp with time zone NOT NULL,
  "updated_at"   timestamp with time zone NOT NULL,
  "version"      integer                  NOT NULL,
  "card"         jsonb                    NOT NULL,
  CONSTRAINT "published_content_kind_slug_key" UNIQUE (kind, slug),
  CONSTRAINT "published_content_pkey" PRIMARY KEY (item),
  CONSTRAINT "published_content_tier_check" CHECK ((tier = ANY (ARRAY['visitor'::text, 'freemium'::text, 'premium'::text])))
);

ALTER TABLE "public"."published_content"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."published_content" FROM "service_role";

CREATE TABLE "public"."published_words" (
  "item"     uuid     NOT NULL,
  "language" text     NOT NULL,
  "part"     text     NOT NULL,
  "body"     text     NOT NULL,
  "words"    tsvector NOT NULL,
  CONSTRAINT "published_words_part_check" CHECK ((part = ANY (ARRAY['card'::text, 'body'::text]))),
  CONSTRAINT "published_words_pkey" PRIMARY KEY (item, LANGUAGE, part)
);

ALTER TABLE "public"."published_words"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."published_words" FROM "service_role";

CREATE TABLE "public"."statement_minutes" (
  "statement_id" uuid    NOT NULL,
  "day"          date    NOT NULL,
  "lines"        integer NOT NULL,
  "minutes"      text    NOT NULL,
  "sha256"       text    NOT NULL,
  CONSTRAINT "statement_minutes_lines_check" CHECK ((lines > 0)),
  CONSTRAINT "statement_minutes_pkey" PRIMARY KEY (statement_id, day),
  CONSTRAINT "statement_minutes_sha256_check" CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE "public"."statement_minutes"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."statement_openings" (
  "statement_id" uuid                     NOT NULL,
  "opened_at"    timestamp with time zone NOT NULL,
  CONSTRAINT "statement_openings_pkey" PRIMARY KEY (statement_id)
);

ALTER TABLE "public"."statement_openings"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."statement_outcomes" (
  "statement_id" uuid                     NOT NULL,
  "outcome"      boolean,
  "decided_at"   timestamp with time zone NOT NULL,
  "candle"       jsonb,
  "resolved_at"  timestamp with time zone NOT NULL,
  CONSTRAINT "statement_outcomes_check" CHECK (((candle IS NULL) = (outcome IS NULL))),
  CONSTRAINT "statement_outcomes_pkey" PRIMARY KEY (statement_id)
);

ALTER TABLE "public"."statement_outcomes"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."statement_scores" (
  "only_row"  boolean                  NOT NULL DEFAULT true,
  "as_of"     bigint                   NOT NULL,
  "rows"      jsonb                    NOT NULL,
  "scored_at" timestamp with time zone NOT NULL,
  CONSTRAINT "statement_scores_only_row_check" CHECK (only_row),
  CONSTRAINT "statement_scores_pkey" PRIMARY KEY (only_row)
);

ALTER TABLE "public"."statement_scores"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."statement_terms" (
  "statement_id" uuid  NOT NULL,
  "symbol"       text  NOT NULL,
  "terms"        jsonb NOT NULL,
  "nonce"        text  NOT NULL,
  CONSTRAINT "statement_terms_nonce_check" CHECK ((nonce ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "statement_terms_pkey" PRIMARY KEY (statement_id)
);

ALTER TABLE "public"."statement_terms"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."statements" (
  "id"            uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "number"        bigint                   NOT NULL,
  "author_kind"   text                     NOT NULL,
  "author_id"     uuid,
  "author_name"   text,
  "made_at"       timestamp with time zone NOT NULL,
  "deadline"      timestamp with time zone NOT NULL,
  "commitment"    text                     NOT NULL,
  "demonstration" boolean                  NOT NULL DEFAULT false,
  CONSTRAINT "named_by_kind" CHECK ((((author_id IS NULL) = (author_kind = 'engine'::text)) AND ((author_name IS NULL) = (author_kind = 'member'::text)))),
  CONSTRAINT "statements_author_kind_check" CHECK ((author_kind = ANY (ARRAY['analyst'::text, 'member'::text, 'engine'::text]))),
  CONSTRAINT "statements_check" CHECK ((deadline > made_at)),
  CONSTRAINT "statements_commitment_check" CHECK ((commitment ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "statements_number_check" CHECK ((number > 0)),
  CONSTRAINT "statements_number_key" UNIQUE (number),
  CONSTRAINT "statements_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."statements"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."brokers"
  ADD COLUMN "item" uuid;

ALTER TABLE "public"."brokers"
  ADD COLUMN "listed" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."brokers"
  ADD COLUMN "facts" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."brokers"
  ADD COLUMN "withdrawal_days" integer;

ALTER TABLE "public"."prop_firm_challenges"
  ADD COLUMN "listed" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."prop_firms"
  ADD COLUMN "item" uuid;

ALTER TABLE "public"."prop_firms"
  ADD COLUMN "listed" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."prop_firms"
  ADD COLUMN "facts" jsonb NOT NULL DEFAULT '{}'::jsonb;

CREATE OR REPLACE FUNCTION private.add_version (
  kept        public.content_items,
  given       jsonb,
  may_replace boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  document constant jsonb := private.checked_document(private.require_writer(kept.kind), given);
  newest public.content_versions;
begin
  select * into newest from public.content_versions where item = kept.id and version = kept.version;
  if newest.document = document then return kept.version; end if;
  if kept.state = 'archived' then raise exception 'content_archived' using errcode = 'PT409'; end if;
  return private.write_version(kept, document, auth.uid(), private.require_staff(), coalesce(
    may_replace and newest.author = auth.uid() and newest.published_at is null and kept.scheduled_version is distinct from kept.version
    and newest.made_at > clock_timestamp() - interval '10 minutes', false));
end
$function$;

CREATE OR REPLACE FUNCTION private.allowance_kinds()
  RETURNS TABLE (
    kind      text,
    period    text,
    otherwise integer
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  values ('ai_messages', 'day', 0), ('copied_accounts', 'total', 0), ('signal_alerts', 'total', 400), ('data_copies', 'day', 3)
$function$;

CREATE OR REPLACE FUNCTION private.allowance_of (
  member uuid,
  wanted text,
  OUT    amount integer,
  OUT    since date,
  OUT    renews_at timestamp with time zone
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := private.paris_day(now());
  declared record;
begin
  select kinds.period, case when plan.allowances ? wanted then (plan.allowances ->> wanted)::int else kinds.otherwise end as given into declared
  from private.allowance_kinds() as kinds left join public.plans as plan on plan.slug = private.plan_of(member)
  where kinds.kind = wanted;
  if not found then raise exception 'unknown_allowance' using errcode = '22023'; end if;
  amount := declared.given;
  since := case declared.period when 'day' then today when 'month' then date_trunc('month', today)::date else '-infinity' end;
  renews_at := case declared.period
    when 'day' then (today + 1)::timestamp at time zone 'Europe/Paris'
    when 'month' then (since + interval '1 month') at time zone 'Europe/Paris' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.are_allowances (
  amounts jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_typeof(amounts) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(amounts) = 'object' then amounts else '{}' end) as given (kind, amount)
    where not exists (select from private.allowance_kinds() as declared where declared.kind = given.kind)
      or not (given.amount = 'null' or (jsonb_typeof(given.amount) = 'number' and given.amount::text ~ '^[0-9]{1,9}$'))
  )
$function$;

CREATE OR REPLACE FUNCTION private.bare_text (
  markdown text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(regexp_replace(regexp_replace(regexp_replace(markdown, '!\[([^]]*)\]\([^)]*\)|\[([^]]*)\]\([^)]*\)', '\1\2', 'g'), '[#*_`>|~]+', ' ', 'g'), '\s+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION private.begin_notification_preferences()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.notification_preferences (user_id, email)
  values (new.id, private.told_by_default('email') || case when new.newsletter then '{marketing}'::text[] else '{}' end);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_signal_alert()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.reads_levels(new.user_id, new.signal_id) then raise exception 'levels_not_open' using errcode = '42501'; end if;
  new.after_sequence := (select coalesce(max(sequence), 0) from public.signal_events where signal_events.signal_id = new.signal_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.broadcast_signal (
  signal_id uuid,
  kind      text,
  sequence  integer,
  at        timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  entry private.signal_feed;
begin
  -- The ledger's lock: numbers follow the order of the commits, and whoever appends to both takes one lock, not two.
  perform private.lock_ledger();
  insert into private.signal_feed (number, signal_id, sequence, kind, at)
  select coalesce(max(number), 0) + 1, broadcast_signal.signal_id, broadcast_signal.sequence, broadcast_signal.kind, broadcast_signal.at
  from private.signal_feed
  returning * into entry;
  perform private.tell_topic('signals:premium', 'signal', private.signal_message(entry, true));
  -- Between its publication and its end nothing of a premium signal is told to others, not even that there was something.
  if kind = 'published' or private.levels_are_open(signal_id) then
    perform private.tell_topic('signals:freemium', 'signal', private.signal_message(entry, false));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_broker (
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
  account record;
begin
  perform private.check_guide(document, '{protections,pros,cons}'), private.require_fields(jsonb_build_object(
    'entity', length(fields ->> 'entity') between 2 and 160,
    'regulator', length(fields #>> '{regulator,value}') between 2 and 80,
    'licence_number', length(fields #>> '{licence_number,value}') between 1 and 60,
    'losing_share', coalesce(fields #>> '{losing_share,value}', '0') ~ '^(0|1|0\.[0-9]{1,4})$',
    'leverage', private.is_leverage(fields -> 'leverage'),
    'withdrawal_days', coalesce(fields #>> '{withdrawal_days,value}', '0') ~ '^[0-9]{1,3}$',
    'accounts', jsonb_typeof(fields -> 'accounts') = 'array' and (
      select count(distinct row ->> 'slug') = count(*) from jsonb_array_elements(case jsonb_typeof(fields -> 'accounts') when 'array' then fields -> 'accounts' else '[]' end) as row)));
  for account in select value, place - 1 as place from jsonb_array_elements(fields -> 'accounts') with ordinality as row (value, place) loop
    perform private.require_fields(jsonb_build_object(
      'slug', account.value ->> 'slug' ~ '^[a-z][a-z0-9-]{0,47}$',
      'name', length(account.value ->> 'name') between 1 and 80,
      'currency', account.value ->> 'currency' ~ '^[A-Z]{3}$',
      'minimum_deposit', account.value #>> '{minimum_deposit,value}' ~ '^[0-9]{1,12}$',
      'eurusd_spread_pips', account.value #>> '{eurusd_spread_pips,value}' ~ '^[0-9]{1,3}(\.[0-9]{1,2})?$',
      'commission_usd_cents', account.value #>> '{commission_usd_cents,value}' ~ '^[0-9]{1,7}$'), 'fields.accounts.' || account.place);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_guide (
  document jsonb,
  lists    text[]
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := document -> 'fields';
  wrong text;
begin
  perform private.require_fields(jsonb_build_object(
    'name', length(fields ->> 'name') between 2 and 80,
    'instruments', jsonb_typeof(fields -> 'instruments') = 'array' and fields -> 'instruments' <> '[]' and fields -> 'instruments' <@ '["forex", "metal", "index", "share", "crypto"]',
    'platforms', jsonb_typeof(fields -> 'platforms') = 'array' and fields -> 'platforms' <> '[]',
    'website_url', coalesce(fields ->> 'website_url', 'https://x') ~ '^https://[^\s]+$',
    'affiliate_url', coalesce(fields ->> 'affiliate_url', 'https://x') ~ '^https://[^\s]+$',
    'fictitious', jsonb_typeof(fields -> 'fictitious') = 'boolean'));
  -- A paid link never stands without the sentence that says so.
  if (fields ->> 'affiliate_url' is null) <> (private.translated(document, 'affiliate_disclosure') is null) then
    perform private.refuse('disclosure_and_link', 'texts.fr.affiliate_disclosure', 'A paid link has a sentence that says so, and no sentence stands without one.');
  end if;
  select concat_ws('.', 'texts', language, name) into wrong from jsonb_object_keys(document -> 'texts') as language, unnest(lists) as name
  where cardinality(private.text_lines(document, language, name)) not in (0, cardinality(private.text_lines(document, 'fr', name))) limit 1;
  if found then perform private.refuse('lines_differ', wrong, 'A line an item, as many as in French.'); end if;
  select concat_ws('.', 'texts', language.key, text.key) into wrong
  from jsonb_each(document -> 'texts') as language, jsonb_each_text(language.value) as text
  where (select max(length(line)) from unnest(case when text.key = any (lists) then private.text_lines(document, language.key, text.key) else array[text.value] end) as line) > 600 limit 1;
  if found then perform private.refuse('text_too_long', wrong, '600 characters at most, of each line where it is a list.'); end if;
end
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
  if coalesce(document #>> '{fields,category}' not in ('start', 'signals', 'record', 'money', 'security', 'partners'), true) then
    perform private.refuse('category_unknown', 'fields.category', 'One of the categories of the help centre.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_legal_page (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if kept.slug not in ('notice', 'privacy', 'cookies', 'risk', 'cancel', 'withdraw') then
    perform private.refuse('page_unknown', 'slug', 'notice, privacy, cookies, risk, cancel or withdraw.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_parent (
  item   uuid,
  parent uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if parent is null then return; end if;
  if not exists (select from public.content_items where id = check_parent.parent) or exists (
    with recursive above as (
      select check_parent.parent as id
      union
      select known.parent from public.content_items as known join above on above.id = known.id
    )
    select from above where above.id = check_parent.item
  ) then
    perform private.refuse('parent_invalid', 'parent', 'An item that does not lie within this one.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_prop_firm (
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
  challenge record; rule record;
  path text; last_day text;
  written jsonb;
begin
  perform private.check_guide(document, '{pros,cons}'), private.require_fields(jsonb_build_object(
    'entity', length(fields #>> '{entity,value}') between 2 and 160,
    'promotion_code', coalesce(fields ->> 'promotion_code', 'NONE') ~ '^[A-Z0-9-]{3,32}$',
    'promotion_ends_on', (fields ->> 'promotion_code' is null and fields ->> 'promotion_ends_on' is null) or private.is_day(fields ->> 'promotion_ends_on'),
    'challenges', jsonb_typeof(fields -> 'challenges') = 'array' and (
      select count(distinct row ->> 'slug') = count(*) from jsonb_array_elements(case jsonb_typeof(fields -> 'challenges') when 'array' then fields -> 'challenges' else '[]' end) as row)));
  if (fields ->> 'promotion_code' is null) <> (private.translated(document, 'promotion_text') is null) then
    perform private.refuse('promotion_and_text', 'texts.fr.promotion_text', 'A code has words that say what it gives.');
  end if;
  for challenge in select value, place - 1 as place from jsonb_array_elements(fields -> 'challenges') with ordinality as row (value, place) loop
    path := 'fields.challenges.' || challenge.place;
    perform private.require_fields(jsonb_build_object(
      'slug', challenge.value ->> 'slug' ~ '^[a-z0-9][a-z0-9-]{0,47}$',
      'name', length(challenge.value ->> 'name') between 1 and 80,
      'account_size', challenge.value ->> 'account_size' ~ '^[1-9][0-9]{0,14}$',
      'fee', challenge.value #>> '{fee,value}' ~ '^[0-9]{1,12}$',
      'currency', challenge.value ->> 'currency' ~ '^[A-Z]{3}$',
      'fee_refunded', jsonb_typeof(challenge.value -> 'fee_refunded') = 'boolean',
      'split', challenge.value #>> '{split,value}' ~ '^(0|1|0\.[0-9]{1,4})$',
      'first_payout_days', challenge.value ->> 'first_payout_days' ~ '^[0-9]{1,4}$',
      'payout_every_days', challenge.value ->> 'payout_every_days' ~ '^[0-9]{1,4}$',
      'versions', jsonb_typeof(challenge.value -> 'versions') = 'array'), path);
    -- Rules that were published are a fact: they come first, as they were.
    select coalesce(jsonb_agg(jsonb_build_object('applies_from', applies_from, 'phases', phases, 'source', source, 'source_url', source_url) order by version), '[]')
    into written from public.prop_firm_rule_versions as known where known.firm = kept.slug and known.challenge = challenge.value ->> 'slug';
    last_day := '';
    for rule in select value, place - 1 as place from jsonb_array_elements(challenge.value -> 'versions') with ordinality as row (value, place) loop
      if rule.place < jsonb_array_length(written) then
        if '{"source_url": null}' || rule.value <> written -> rule.place::int then perform private.refuse('rules_are_facts', path || '.versions.' || rule.place, 'Add a version instead.'); end if;
      else
        perform private.require_fields(jsonb_build_object(
          'applies_from', private.is_day(rule.value ->> 'applies_from'),
          'phases', private.are_challenge_phases(rule.value -> 'phases'),
          'source', length(rule.value ->> 'source') between 2 and 300,
          'source_url', coalesce(rule.value ->> 'source_url', 'https://x') ~ '^https://[^\s]+$'), path || '.versions.' || rule.place);
      end if;
      if rule.value ->> 'applies_from' < last_day then perform private.refuse('rule_before_the_last', path || '.versions.' || rule.place || '.applies_from'); end if;
      last_day := rule.value ->> 'applies_from';
    end loop;
    if jsonb_array_length(challenge.value -> 'versions') < jsonb_array_length(written) then
      perform private.refuse('rules_are_facts', path || '.versions', 'What was published stays.');
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_publishable (
  kept       public.content_items,
  of_version integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  registered public.content_kinds;
  document constant jsonb := (select known.document from public.content_versions as known where known.item = kept.id and known.version = of_version);
  part text;
  fact record;
begin
  select * into strict registered from public.content_kinds where kind = kept.kind;
  foreach part in array registered.required_texts loop
    if coalesce(btrim(document #>> array['texts', 'fr', part]), '') = '' then
      perform private.refuse('french_missing', 'texts.fr.' || part, 'French comes first: it stands in for what is not translated.');
    end if;
  end loop;
  for fact in select found.fact, 'fields.' || array_to_string(found.path, '.') as path from private.dated_facts(document -> 'fields') as found where found.fact -> 'value' <> 'null' loop
    if private.fact_expiry(fact.fact) is null or coalesce(btrim(fact.fact ->> 'source'), '') = '' or (fact.fact ->> 'valid_days')::int not between 1 and 3650
      or coalesce(fact.fact ->> 'source_url', 'https://') !~ '^https://' then
      perform private.refuse('fact_incomplete', fact.path, 'A fact has a value, a source, the day it was read and how many days it holds.');
    end if;
    if (fact.fact ->> 'read_on')::date > (clock_timestamp() at time zone 'Europe/Paris')::date then
      perform private.refuse('fact_in_the_future', fact.path || '.read_on');
    end if;
  end loop;
  if registered.check_function is not null then
    execute format('select private.%I($1, $2)', registered.check_function) using kept, document;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_slug (
  slug text
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if slug is null or slug !~ '^[a-z0-9][a-z0-9-]{1,79}$' then
    perform private.refuse('slug_invalid', 'slug', 'Two to eighty small letters, digits and hyphens.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_tier (
  registered public.content_kinds,
  tier       text
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if tier is null or tier not in ('visitor', 'freemium', 'premium') or (tier <> 'visitor' and not registered.tiered) then
    perform private.refuse('tier_invalid', 'tier', 'A tier that this kind of content has.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_condition (
  condition jsonb,
  digits    integer,
  reference numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  kind constant text := private.one_of(condition, 'kind', '{close,touch,between,first}', 'invalid_condition');
  side constant text := case kind when 'close' then private.one_of(condition, 'side', '{above,below}', 'invalid_side') end;
  -- The keys of its two levels; of one, the same twice.
  keys constant text[] := case kind when 'between' then '{low,high}' when 'first' then '{level,other}' else '{level,level}' end;
  one constant numeric := private.level_of(condition, keys[1], digits, reference);
  other constant numeric := private.level_of(condition, keys[2], digits, reference);
begin
  if kind = 'between' and one >= other then perform private.refuse('band_is_empty', 'high', 'Nothing lies between these levels.'); end if;
  if kind in ('touch', 'first') and one = reference or kind = 'between' and one >= reference then
    perform private.refuse('already_decided', keys[1], 'The price is already there.');
  end if;
  if kind = 'first' and other = reference or kind = 'between' and other <= reference then
    perform private.refuse('already_decided', keys[2], 'The price is already there.');
  end if;
  if kind = 'first' and (one > reference) = (other > reference) then
    perform private.refuse('levels_on_one_side', 'other', 'The price must come to the nearer of them first.');
  end if;
  return jsonb_strip_nulls(jsonb_build_object('kind', kind, 'side', side)) || jsonb_build_object(
    keys[1], private.decimal_text(one, digits), keys[2], private.decimal_text(other, digits)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_deadline (
  statement jsonb,
  symbol    text,
  made      timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  deadline timestamptz;
begin
  begin
    deadline := (statement ->> 'deadline')::timestamptz;
  exception when datetime_field_overflow or invalid_datetime_format or invalid_parameter_value then
    deadline := null;
  end;
  if deadline is null or not isfinite(deadline) or deadline <> date_trunc('minute', deadline) then
    perform private.refuse('invalid_deadline', 'deadline', 'A whole minute.');
  end if;
  if deadline <= made then perform private.refuse('deadline_passed', 'deadline', 'It lies in the future.'); end if;
  if deadline < made + interval '5 minutes' then perform private.refuse('deadline_too_close', 'deadline', 'Five minutes at least.'); end if;
  if deadline > made + interval '43200 minutes' then perform private.refuse('deadline_too_far', 'deadline', 'Thirty days at most.'); end if;
  if not exists (
    select from generate_series(date_trunc('minute', made) + interval '1 minute', deadline - interval '1 minute', interval '1 minute') as minute
    where public.market_is_open(checked_deadline.symbol, minute)
  ) then
    perform private.refuse('market_closed_until_then', 'deadline', 'No price will come by then.');
  end if;
  return deadline;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_document (
  kind  public.content_kinds,
  given jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  document constant jsonb := case jsonb_typeof(given) when 'object' then '{"fields": {}, "texts": {}, "from": {}}' || given end;
  bytes constant int := octet_length(given::text);
  wrong text;
begin
  if document is null or document - array['fields', 'texts', 'from'] <> '{}' or jsonb_typeof(document -> 'fields') <> 'object'
    or jsonb_typeof(document -> 'texts') <> 'object' or jsonb_typeof(document -> 'from') <> 'object' then
    perform private.refuse('document_invalid', null, 'A document is {fields, texts, from}.');
  end if;
  select concat_ws('.', part.key, language.key, text.key) into wrong
  from jsonb_each(document - 'fields') as part, jsonb_each(part.value) as language
    left join lateral jsonb_each(case jsonb_typeof(language.value) when 'object' then language.value else '{}' end) as text on true
  where language.key <> all (private.languages()) or jsonb_typeof(language.value) <> 'object'
    or text.key is not null and (jsonb_typeof(text.value) <> 'string' or text.key <> all (kind.required_texts || kind.optional_texts))
  limit 1;
  if found then perform private.refuse('document_invalid', wrong, 'Texts are of the four languages and have names that the kind knows.'); end if;
  if bytes > 524288 then
    -- Named is the longest text: most likely the one that was just pasted. The API takes no request above a megabyte.
    select concat_ws('.', 'texts', language.key, text.key) into wrong
    from jsonb_each(document -> 'texts') as language, jsonb_each(language.value) as text order by octet_length(text.value::text) desc limit 1;
    perform private.refuse('content_too_long', wrong, format('%s bytes; 524288 at most.', bytes));
  end if;
  return document;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_terms (
  statement jsonb,
  quote     public.quotes
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  instrument public.instruments;
  reference text;
  condition jsonb;
begin
  select * into instrument from public.instruments where symbol = statement ->> 'symbol';
  if not found then perform private.refuse('unknown_instrument', 'symbol', 'No such instrument.'); end if;
  if quote.bid is null then perform private.refuse('no_price', 'symbol', 'There is no price to hold it against.'); end if;
  reference := private.decimal_text(quote.bid, instrument.digits);
  condition := private.checked_condition(coalesce(statement -> 'condition', '{}'), instrument.digits, reference::numeric);
  if coalesce(statement ->> 'probability', '') !~ '^0\.[0-9]{1,4}$' or (statement ->> 'probability')::numeric = 0 then
    perform private.refuse('invalid_probability', 'probability', 'Above 0 and below 1, at most four decimals.');
  end if;
  return jsonb_build_object(
    'symbol', instrument.symbol, 'price', 'bid', 'condition', condition, 'probability', trim_scale((statement ->> 'probability')::numeric)::text,
    'reference', reference, 'reference_source', quote.source, 'reference_at', private.timestamp_text(quote.quoted_at)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.content_title (
  document jsonb,
  language text  DEFAULT 'fr'::text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  -- A name is the same in every language, and so is no text.
  select coalesce(nullif(btrim(document #>> array['texts', language, 'title']), ''), nullif(btrim(document #>> '{texts,fr,title}'), ''), document #>> '{fields,name}')
$function$;

CREATE OR REPLACE FUNCTION private.count_signal_alert()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then perform private.use_allowance(new.user_id, 'signal_alerts');
  else perform private.return_allowance(old.user_id, 'signal_alerts'); end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.dated_facts (
  fields jsonb
)
  RETURNS TABLE (
    path text[],
    fact jsonb
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  with recursive found as (
    select '{}'::text[] as path, fields as value
    union all
    select found.path || child.key, child.value
    from found, lateral (
      select key, value from jsonb_each(case jsonb_typeof(found.value) when 'object' then found.value else '{}' end)
      union all
      select (place - 1)::text, value from jsonb_array_elements(case jsonb_typeof(found.value) when 'array' then found.value else '[]' end)
        with ordinality as item (value, place)
    ) as child
    where not private.is_dated_fact(found.value)
  )
  select path, value from found where private.is_dated_fact(value)
$function$;

CREATE OR REPLACE FUNCTION private.displayed_statement (
  statement public.statements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'id', statement.id, 'number', statement.number, 'author_kind', statement.author_kind, 'author', statement.author_name, 'author_id', statement.author_id,
    'made_at', private.timestamp_text(statement.made_at), 'deadline', private.timestamp_text(statement.deadline),
    'demonstration', statement.demonstration, 'commitment', statement.commitment,
    'state', case when outcomes.statement_id is not null then 'resolved' when openings.statement_id is not null then 'open' else 'sealed' end
  )
  || case when openings.statement_id is null then '{}' else jsonb_build_object('terms', terms.terms) end
  || case when outcomes.statement_id is null then '{}' else jsonb_build_object(
    'outcome', outcomes.outcome, 'decided_at', private.timestamp_text(outcomes.decided_at), 'candle', outcomes.candle
  ) end
  from public.statement_terms as terms
  left join public.statement_openings as openings using (statement_id)
  left join public.statement_outcomes as outcomes using (statement_id)
  where terms.statement_id = statement.id
$function$;

CREATE OR REPLACE FUNCTION private.due_content (
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select id from public.content_items where publish_at <= moment order by publish_at, id
$function$;

CREATE OR REPLACE FUNCTION private.editable_content (
  item             uuid,
  expected_version integer DEFAULT NULL::integer
)
  RETURNS public.content_items
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.content_items;
begin
  -- Nobody but staff learns which items there are.
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  select * into kept from public.content_items where id = item for update;
  if not found then raise exception 'content_not_found' using errcode = 'PT404'; end if;
  perform private.require_writer(kept.kind);
  if expected_version <> kept.version then
    raise exception 'content_changed_meanwhile' using errcode = 'PT409', detail = kept.version;
  end if;
  return kept;
end
$function$;

CREATE OR REPLACE FUNCTION private.fact_expiry (
  fact jsonb
)
  RETURNS date
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  -- A draft may hold half a date.
  select case when fact -> 'value' <> 'null' and private.is_day(fact ->> 'read_on') and fact ->> 'valid_days' ~ '^[0-9]{1,4}$'
    then (fact ->> 'read_on')::date + (fact ->> 'valid_days')::int end
$function$;

CREATE OR REPLACE FUNCTION private.forget_simulated_minutes (
  before timestamp with time zone
)
  RETURNS TABLE (
    months  integer,
    minutes integer
  )
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  place text;
  gone int;
  -- What a signal's life was decided on stays as long as the signal, since a record must be computable again, and a day more: a
  -- member who acts later is out later. A statement's minutes are copied when it is decided.
  forgettable constant text := $sql$
    source = 'simulated' and opened_at < $1 and not exists (
      select from public.signals join public.signal_states on signal_states.signal_id = signals.id
      where signals.symbol = candles.symbol and candles.opened_at >= signals.published_at - interval '10 minutes'
        and candles.opened_at <= coalesce(signal_states.closed_at, 'infinity') + interval '1 day'
    ) and not exists (
      select from public.statements join public.statement_terms as terms on terms.statement_id = statements.id
      where terms.symbol = candles.symbol and candles.opened_at >= statements.made_at and candles.opened_at < statements.deadline
        and not exists (select from public.statement_outcomes as outcomes where outcomes.statement_id = statements.id)
    )$sql$;
  keeps boolean;
begin
  months := 0;
  minutes := 0;
  for place in
    select relname from pg_catalog.pg_inherits join pg_catalog.pg_class on pg_class.oid = inhrelid
    where inhparent = 'private.candles_minutes'::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$'
      and to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC'
    order by relname
  loop
    execute format('select exists (select from private.%I as candles where not (%s))', place, forgettable) into keeps using before;
    continue when keeps;
    execute format('select count(*) from private.%I', place) into gone;
    execute format('drop table private.%I', place);
    months := months + 1;
    minutes := minutes + gone;
  end loop;
  execute format($sql$delete from public.candles where timeframe = 'M1' and %s$sql$, forgettable) using before;
  get diagnostics gone = row_count;
  minutes := minutes + gone;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_version()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' or old.published_at is not null
    or (new.document is distinct from old.document and old.made_at < clock_timestamp() - interval '11 minutes')
    or (new.item, new.author, new.author_name, new.made_at) is distinct from (old.item, old.author, old.author_name, old.made_at) then
    raise exception 'append_only' using errcode = '42501', detail = 'A version is a fact.';
  end if;
  return new;
end
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
  select index_content.item, language, 'card', coalesce(texts ->> 'summary', ''),
    setweight(to_tsvector(configuration, private.plain(title)), 'A') || setweight(to_tsvector(configuration, private.plain(coalesce(texts ->> 'summary', ''))), 'B')
  from texts
  union all
  select index_content.item, language, 'body', body, setweight(to_tsvector(configuration, private.plain(body)), 'C')
  from texts, lateral (
    select private.bare_text(coalesce(string_agg(value, ' ' order by key), '')) as body from jsonb_each_text(texts) where key not in ('title', 'summary')
  ) as rest
  on conflict on constraint published_words_pkey do update set body = excluded.body, words = excluded.words
$function$;

CREATE OR REPLACE FUNCTION private.install_content (
  kind        text,
  slug        text,
  document    jsonb,
  author_name text,
  moment      timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  registered public.content_kinds;
  made public.content_items;
begin
  select * into strict registered from public.content_kinds as known where known.kind = install_content.kind;
  insert into public.content_items (kind, slug, position, tier)
  values (install_content.kind, install_content.slug, (select count(*) + 1 from public.content_items as other where other.kind = install_content.kind), 'visitor')
  on conflict do nothing returning * into made;
  if not found then return; end if;
  perform private.write_version(made, private.checked_document(registered, document), null, author_name, false);
  perform private.check_publishable(made, 1), private.publish_version(made, 1, moment);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_dated_fact (
  value jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_typeof(value) = 'object' and value ?& array['value', 'source', 'source_url', 'read_on', 'valid_days']
    and value - array['value', 'source', 'source_url', 'read_on', 'valid_days'] = '{}'
$function$;

CREATE OR REPLACE FUNCTION private.is_day (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and value::date is not null, false);
exception when data_exception then
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_translated (
  texts jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
  select jsonb_typeof(texts) = 'object'
    and (select count(*) from jsonb_object_keys(texts)) = cardinality(private.languages())
    and not exists (
      select from unnest(private.languages()) as language
      where coalesce(jsonb_typeof(texts -> language) <> 'string' or length(btrim(texts ->> language)) not between 1 and 600, true)
    )
$function$;

CREATE OR REPLACE FUNCTION private.issue_document (
  fact     text,
  payment  public.payments,
  kind     text,
  net      bigint,
  tax      bigint,
  lines    jsonb,
  corrects public.invoices,
  paid_at  timestamp with time zone,
  year     integer,
  moment   timestamp with time zone
)
  RETURNS public.invoices
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  selling private.seller;
  taxed record;
  known_as jsonb;
  speaks text;
  said text[];
  place int;
  dated timestamptz;
  issued public.invoices;
begin
  select * into selling from private.seller;
  select checkouts.treatment, checkouts.vat_number into taxed from public.checkouts
  where id = payment.checkout_id or (subscription_id = payment.subscription_id and checkouts.kind = 'first')
  order by (id = payment.checkout_id) desc nulls last limit 1;
  if payment.treatment is not null then
    taxed.treatment := payment.treatment;
    taxed.vat_number := payment.vat_number;
  end if;
  taxed.treatment := coalesce(corrects.treatment, taxed.treatment, private.tax_treatment(payment.country, null));
  -- A document that corrects one is for the same buyer; an account that is gone is known by its last invoice.
  known_as := coalesce(
    corrects.buyer,
    (select jsonb_strip_nulls(to_jsonb(details) - '{user_id,updated_at,vat_number}'::text[]
      || jsonb_build_object('vat_number', coalesce(taxed.vat_number, case when private.is_vat_number(details.vat_number, details.country) then details.vat_number end))) from public.billing_details as details where user_id = payment.user_id),
    (select buyer from public.invoices where user_id = payment.user_id order by invoices.issued_at desc limit 1),
    jsonb_build_object('name', '', 'country', payment.country));
  speaks := coalesce(corrects.language, (select locale from public.profiles where id = payment.user_id), 'fr');
  said := array_remove(array[
    case when payment.provider = 'sandbox' then private.invoice_text('test', speaks) end,
    nullif(private.invoice_text(taxed.treatment, speaks), ''),
    case when kind = 'invoice' and known_as ? 'vat_number' then private.invoice_text('penalties', speaks) end,
    case when selling.mediator <> '' and not known_as ? 'vat_number' then private.invoice_text('mediator', speaks, jsonb_build_object('mediator', selling.mediator)) end
  ], null);
  -- A clock that went back dates nothing before the document before.
  update private.invoice_series as series set last_place = last_place + 1, last_at = greatest(last_at, moment)
  where series.year = issue_document.year and series.test = (payment.provider = 'sandbox') and series.kind = issue_document.kind
  returning last_place, last_at into strict place, dated;
  insert into public.invoices (
    number, kind, test, year, place, user_id, fact, version, payment_id, corrects, issued_at, paid_at, currency, net, tax, total, tax_rate, treatment, language,
    seller, buyer, lines, mentions, method
  ) values (
    concat_ws('-', selling.prefix, case when payment.provider = 'sandbox' then 'TEST' end, case kind when 'credit_note' then 'AV' end, year,
      lpad(place::text, greatest(5, length(place::text)), '0')),
    kind, payment.provider = 'sandbox', year, place, payment.user_id, fact,
    1 + (select count(*) from public.invoices as earlier where earlier.fact = issue_document.fact), payment.id, corrects.id, dated, paid_at, payment.currency,
    net, tax, net + tax, payment.tax_rate, taxed.treatment, speaks, private.seller_on_invoice(selling), known_as, lines, said, payment.method
  ) returning * into issued;
  perform private.enqueue('draw-invoices', jsonb_build_object('id', issued.id));
  return issued;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_statement_minutes (
  statement public.statements,
  symbol    text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with kept as (
    insert into public.statement_minutes (statement_id, day, lines, minutes, sha256)
    select (statement).id, day, lines, minutes, private.sha256_hex(day::text || E'\n' || minutes)
    from private.minutes_decided_on(symbol, date_trunc('milliseconds', (statement).made_at + interval '500 microseconds'), (statement).deadline)
    returning day, lines, sha256
  )
  select coalesce(jsonb_agg(jsonb_build_object('day', day::text, 'lines', lines, 'sha256', sha256) order by day), '[]') from kept
$function$;

CREATE OR REPLACE FUNCTION private.known_facts (
  fields jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(
    -- Rows of a list are told from each other by their slug, whatever their place.
    case when array_length(path, 1) = 3 then array_to_string(array[path[1], fields #>> array[path[1], path[2], 'slug'], path[3]], '.') else path[1] end,
    fact - 'value' - 'valid_days' || jsonb_build_object('expires_on', private.fact_expiry(fact))), '{}')
  from private.dated_facts(fields) where fact -> 'value' <> 'null'
$function$;

CREATE OR REPLACE FUNCTION private.language_states (
  document jsonb,
  required text[]
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_object_agg(language, case
    when exists (
      select from (select unnest(required) union select key from jsonb_each_text(document #> '{texts,fr}') where btrim(value) <> '') as wanted (name)
      where coalesce(btrim(document #>> array['texts', language, wanted.name]), '') = ''
    ) then 'missing'
    when language <> 'fr' and exists (
      select from jsonb_each_text(coalesce(document #> array['from', language], '{}')) as source
      where source.value <> md5(coalesce(document #>> array['texts', 'fr', source.key], ''))
    ) then 'stale'
    else 'current'
  end)
  from unnest(private.languages()) as language
$function$;

CREATE OR REPLACE FUNCTION private.languages()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select '{fr,en,es,it}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.lay_probe (
  topic text
)
  RETURNS uuid
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into realtime.messages (topic, extension, private) values (topic, 'broadcast', true) returning id
$function$;

CREATE OR REPLACE FUNCTION private.level_of (
  condition jsonb,
  field     text,
  digits    integer,
  reference numeric
)
  RETURNS numeric
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  level constant numeric := private.price_of(condition -> field, field, digits);
begin
  if level * 10 <= reference or level >= reference * 10 then
    perform private.refuse('level_out_of_reach', field, 'A level lies between a tenth of the price and ten times it.');
  end if;
  return level;
end
$function$;

CREATE OR REPLACE FUNCTION private.live_epoch()
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select left(md5(format('%s %s', system_identifier, timeline_id)), 8) from pg_control_system(), pg_control_checkpoint()
$function$;

CREATE OR REPLACE FUNCTION private.may_hear (
  topic text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  probe uuid;
  heard boolean;
begin
  perform set_config('realtime.topic', topic, true);
  -- As a server asks when somebody joins: whether they see a row that is laid down for it and never stays.
  begin
    probe := private.lay_probe(topic);
    heard := exists (select from realtime.messages where id = probe);
    raise sqlstate 'VHEAR';
  exception when sqlstate 'VHEAR' then
    return heard;
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.minutes_decided_on (
  symbol   text,
  from_at  timestamp with time zone,
  until_at timestamp with time zone
)
  RETURNS TABLE (
    day     date,
    lines   integer,
    minutes text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
  with asked as (
    select sessions.* from public.instruments join public.market_sessions as sessions using (session)
    where instruments.symbol = minutes_decided_on.symbol
  ), marked as materialized (
    select minute, candles.open, candles.high, candles.low, candles.close, candles.spread, case
      when gaps.reason is not null then gaps.reason
      when not exists (
        select from public.market_hours as hours
        where hours.session = asked.session and week.minute_of >= hours.opens and week.minute_of < hours.closes
      ) or exists (
        select from public.market_closures as closures
        where closures.session = asked.session and minute >= closures.starts_at and minute < closures.ends_at
      ) then 'closed'
      when candles.symbol is null then 'missing'
    end as mark
    from asked cross join generate_series(
      date_trunc('minute', from_at) + case when from_at > date_trunc('minute', from_at) then interval '1 minute' else interval '0' end,
      until_at - interval '1 microsecond', interval '1 minute'
    ) as minute
    cross join lateral (
      select (extract(isodow from local)::int - 1) * 1440 + extract(hour from local)::int * 60 + extract(minute from local)::int as minute_of
      from (select minute at time zone asked.time_zone as local) as clock
    ) as week
    left join public.candles on candles.symbol = minutes_decided_on.symbol and candles.timeframe = 'M1' and candles.opened_at = minute
    left join public.market_gaps as gaps on gaps.symbol = minutes_decided_on.symbol and minute >= gaps.gap_from and minute < gaps.gap_until
  ), stretches as (
    select min(minute) as since, max(minute) as last, mark
    from (
      select minute, mark, minute - row_number() over (partition by minute::date, mark order by minute) * interval '1 minute' as island
      from marked where mark is not null
    ) as placed
    group by minute::date, mark, island
  ), written as (
    select minute as at, 1 as place, to_char(minute, 'HH24:MI ') || concat_ws(' ', open, high, low, close, spread) as line
    from marked where mark is null
    union all
    -- A stretch that reaches midnight ends at 24:00, of the day that it is in.
    select since, 0, to_char(since, 'HH24:MI-') || case when last::time = '23:59' then '24:00' else to_char(last + interval '1 minute', 'HH24:MI') end || ' ' || mark
    from stretches
    union all
    select opened_at, 1, to_char(opened_at, 'HH24:MI/') || concat_ws(' ', bar ->> 'minutes', bar ->> 'open', bar ->> 'high', bar ->> 'low', bar ->> 'close', bar ->> 'spread')
    from public.market_gaps as gaps, jsonb_array_elements(gaps.bars) as bar, lateral (select (bar ->> 'opened_at')::timestamptz as opened_at) as begun
    where gaps.symbol = minutes_decided_on.symbol and gaps.gap_until > from_at and gaps.gap_from < until_at and opened_at >= from_at and opened_at + (bar ->> 'minutes')::int * interval '1 minute' <= until_at
  )
  select at::date, count(*)::int, string_agg(line, E'\n' order by at, place) from written group by at::date
$function$;

CREATE OR REPLACE FUNCTION private.note_media()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    delete from public.media where path = old.name;
  else
    insert into public.media (path, size, by) values (new.name, coalesce((new.metadata ->> 'size')::bigint, 0), nullif(new.owner_id, '')::uuid) on conflict do nothing;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.notification_categories()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select '{signals,signal_entry,signal_stop,signal_targets,signal_end,signal_notes,announcements,trainings,daily_test,marketing}'::text[]
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
    when kind in ('qualification_approved', 'qualification_rejected', 'qualification_needs_information', 'push_test', 'receipt', 'refund_sent', 'refund_to_fetch', 'surplus_received', 'surplus_returned', 'payment_failed', 'method_expiring', 'renewal_notice', 'crypto_renewal', 'wallet_changed', 'wallet_stopped', 'payout_paid', 'payout_failed') then 'account'
  end
$function$;

CREATE OR REPLACE FUNCTION private.notify_member (
  member     uuid,
  fact       text,
  kind       text,
  parameters jsonb,
  link       text,
  signal_id  uuid    DEFAULT NULL::uuid,
  perishable boolean DEFAULT false,
  own_mail   boolean DEFAULT false
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told private.notification_facts;
begin
  told := jsonb_populate_record(null::private.notification_facts, jsonb_build_object(
    'fact', fact, 'category', private.notification_category(kind), 'kind', kind, 'parameters', parameters, 'link', link,
    'signal_id', signal_id, 'perishable', perishable, 'own_mail', own_mail, 'created_at', clock_timestamp()));
  if private.tell_members(array[member], told) = 0 then return false; end if;
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_alert()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.notify_member(
    new.user_id, format('alert:%s:%s', new.alert_id, new.occasion),
    case when new.kind in ('entry', 'stop', 'target') then 'near_' || new.kind else 'signal_' || new.kind end,
    jsonb_strip_nulls(jsonb_build_object(
      'number', signals.number, 'instrument', instruments.name, 'price', private.decimal_text(new.price, instruments.digits),
      'head', private.head_line())),
    '/signaux?signal=' || signals.number, signals.id, new.kind in ('entry', 'stop', 'target'))
  from public.signals join public.instruments using (symbol) where signals.id = new.signal_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  about constant text := format('signal:%s:%s', new.signal_id, new.sequence);
  ends constant boolean := new.kind in ('stopped', 'closed', 'expired', 'cancelled');
begin
  insert into private.notification_facts (fact, category, kind, parameters, link, signal_id, perishable, premium_only, created_at)
  select about, private.notification_category('event_' || new.kind), 'event_' || new.kind,
    jsonb_strip_nulls(jsonb_build_object(
      'number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe, 'sequence', new.sequence, 'head', private.head_line(),
      -- Open to everybody from here on.
      'result', case when new.kind in ('stopped', 'closed') then trim_scale(round(states.realised_r, 2))::text end
    )),
    '/signaux?signal=' || signals.number, signals.id, not ends, signals.tier = 'premium', clock_timestamp()
  from public.signals join public.instruments using (symbol) join public.signal_states as states on states.signal_id = signals.id
  where signals.id = new.signal_id;
  perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_publication()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  about constant text := format('signal:%s:published', new.signal_id);
begin
  insert into private.notification_facts (fact, category, kind, parameters, link, signal_id, perishable, premium_only, created_at)
  select about, private.notification_category('signal_published'), 'signal_published',
    jsonb_build_object('number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe, 'head', private.head_line()),
    '/signaux?signal=' || signals.number, signals.id, true, signals.tier = 'premium', clock_timestamp()
  from public.signals join public.instruments using (symbol) where signals.id = new.signal_id;
  perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.number_tellings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  of_now constant text := private.live_epoch();
  ids uuid[];
  topics text[];
  events text[];
  payloads jsonb[];
begin
  -- The first of a transaction's tellings takes them all, and the topics in one order: nobody waits for another in a ring. Each
  -- is held until the commit, which follows at once, so numbers are in the order of the commits.
  with told as (
    delete from private.tellings where transaction = pg_current_xact_id() returning *
  ), message as materialized (
    select one.topic, told.event, one.payload, count(*) over (partition by one.topic) as together,
      row_number() over (partition by one.topic order by told.position, one.place) as nth
    from told cross join unnest(told.topics, told.payloads) with ordinality as one (topic, payload, place)
  ), counted as (
    insert into private.topics as kept (topic, head) select topic, count(*) from message group by topic order by topic
    on conflict (topic) do update set head = kept.head + excluded.head
    returning kept.topic, kept.head
  ), numbered as (
    select topic, message.event, message.payload, counted.head - together + nth as number from message join counted using (topic)
  )
  select array_agg(private.told_id(topic, of_now, number)), array_agg(topic), array_agg(event),
    array_agg(payload || jsonb_build_object('number', number, 'epoch', of_now))
  into ids, topics, events, payloads from numbered;
  if ids is null then return null; end if;
  begin
    insert into realtime.messages (id, topic, event, payload, private, extension)
    select id, topic, event, payload, true, 'broadcast' from unnest(ids, topics, events, payloads) as message (id, topic, event, payload)
    order by topic, (payload ->> 'number')::bigint;
  exception when others then
    -- No fact fails because it could not be told. Its number is spent, so whoever follows reads anew.
    raise warning 'open pages were not told: %', sqlerrm;
  end;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.offer_refund (
  refund uuid,
  url    text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  offered public.refunds;
begin
  update public.refunds set claim_url = url where id = refund and state = 'asked' and claim_url is null returning * into offered;
  if not found then return; end if;
  perform private.tell_topic('member:' || offered.user_id, 'money', '{"money": "changed"}');
  if not exists (select from public.profiles where id = offered.user_id) then return; end if;
  perform private.tell_member(offered.user_id, 'refund_to_fetch', jsonb_build_object('ConfirmationURL', url, 'Money', jsonb_build_object(
    'Amount', offered.amount, 'Currency', (select currency from public.payments where id = offered.payment_id))), '/mon-compte?onglet=abonnement');
end
$function$;

CREATE OR REPLACE FUNCTION private.office_delivery (
  since timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  none constant jsonb := jsonb_build_object('count', 0, 'p50', null, 'p95', null);
  webhooks jsonb := none;
  mails jsonb := none;
  latencies constant text := $sql$
    select jsonb_build_object('count', count(*),
      'p50', percentile_cont(0.5) within group (order by extract(epoch from reached - asked)),
      'p95', percentile_cont(0.95) within group (order by extract(epoch from reached - asked)))
    from (%s order by id desc limit 10000) as newest where reached is not null and asked >= $1
  $sql$;
begin
  if to_regclass('public.webhook_deliveries') is not null then
    execute format(latencies, $sql$select created_at as asked, case when state = 'delivered' then ended_at end as reached from public.webhook_deliveries$sql$)
    into webhooks using since;
  end if;
  if to_regclass('_server.mail_outbox') is not null then
    execute format(latencies, $sql$select created_at as asked, sent_at as reached from _server.mail_outbox$sql$) into mails using since;
  end if;
  return jsonb_build_object('webhooks', webhooks, 'mails', mails);
end
$function$;

CREATE OR REPLACE FUNCTION private.open_statement (
  statement_id uuid,
  recorded_at  timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.lock_ledger();
  if exists (select from public.statement_openings as openings where openings.statement_id = open_statement.statement_id) then
    raise exception 'statement_is_open' using errcode = 'PT409';
  end if;
  insert into public.statement_openings values (open_statement.statement_id, recorded_at);
  perform private.append_to_ledger(
    'revealed', null, jsonb_build_object('statement', open_statement.statement_id) || private.opened_terms(open_statement.statement_id), recorded_at
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.opened_terms (
  statement_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('terms', terms, 'nonce', nonce) from public.statement_terms where statement_terms.statement_id = opened_terms.statement_id
$function$;

CREATE OR REPLACE FUNCTION private.own_author_ids()
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select auth.uid() union all select author_id from private.statement_authors where user_id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION private.plan_of (
  member uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(
    (select plan from public.subscriptions where user_id = member and state not in ('incomplete', 'expired') order by created_at desc limit 1),
    (select slug from public.plans where tier = case when private.is_premium(member) then 'premium' else 'freemium' end order by sort limit 1))
$function$;

CREATE OR REPLACE FUNCTION private.project (
  kept     public.content_items,
  document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  projection constant text := (select project_function from public.content_kinds where kind = kept.kind);
begin
  if projection is not null then execute format('select private.%I($1, $2)', projection) using kept, document; end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.project_broker (
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
    update public.brokers set listed = false where item = kept.id;
    return;
  end if;
  insert into public.brokers (
    slug, name, summary, entity, regulator, licence_number, losing_share, losing_share_on, protections, instruments, platforms, leverage, deposits, withdrawals,
    pros, cons, verified_on, verified_by, website_url, affiliate_url, affiliate_disclosure, fictitious, item, listed, facts, withdrawal_days
  )
  select kept.slug, fields ->> 'name', private.translated(document, 'summary'), fields ->> 'entity', fields #>> '{regulator,value}', fields #>> '{licence_number,value}',
    (fields #>> '{losing_share,value}')::numeric, case when fields #>> '{losing_share,value}' is not null then (fields #>> '{losing_share,read_on}')::date end,
    private.translated_lines(document, 'protections'), array(select jsonb_array_elements_text(fields -> 'instruments')), array(select jsonb_array_elements_text(fields -> 'platforms')),
    fields -> 'leverage', private.translated(document, 'deposits'), private.translated(document, 'withdrawals'),
    private.translated_lines(document, 'pros'), private.translated_lines(document, 'cons'),
    (select max((fact ->> 'read_on')::date) from private.dated_facts(fields) where fact -> 'value' <> 'null'), private.published_author(kept),
    fields ->> 'website_url', fields ->> 'affiliate_url', private.translated(document, 'affiliate_disclosure'), (fields ->> 'fictitious')::boolean,
    kept.id, true, private.known_facts(fields), (fields #>> '{withdrawal_days,value}')::int
  on conflict (slug) do update set
    name = excluded.name, summary = excluded.summary, entity = excluded.entity, regulator = excluded.regulator, licence_number = excluded.licence_number,
    losing_share = excluded.losing_share, losing_share_on = excluded.losing_share_on, protections = excluded.protections, instruments = excluded.instruments,
    platforms = excluded.platforms, leverage = excluded.leverage, deposits = excluded.deposits, withdrawals = excluded.withdrawals, pros = excluded.pros, cons = excluded.cons,
    verified_on = excluded.verified_on, verified_by = excluded.verified_by, website_url = excluded.website_url, affiliate_url = excluded.affiliate_url,
    affiliate_disclosure = excluded.affiliate_disclosure, fictitious = excluded.fictitious, item = excluded.item, listed = excluded.listed, facts = excluded.facts,
    withdrawal_days = excluded.withdrawal_days;
  delete from public.broker_accounts where broker = kept.slug;
  insert into public.broker_accounts (broker, slug, name, minimum_deposit, currency, eurusd_spread_pips, commission_usd_cents, sort)
  select kept.slug, account ->> 'slug', account ->> 'name', (account #>> '{minimum_deposit,value}')::bigint, account ->> 'currency',
    (account #>> '{eurusd_spread_pips,value}')::numeric, (account #>> '{commission_usd_cents,value}')::bigint, place
  from jsonb_array_elements(fields -> 'accounts') with ordinality as row (account, place);
end
$function$;

CREATE OR REPLACE FUNCTION private.project_prop_firm (
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
    update public.prop_firms set listed = false where item = kept.id;
    return;
  end if;
  insert into public.prop_firms (
    slug, name, summary, entity, instruments, platforms, payout, pros, cons, promotion_code, promotion_text, promotion_ends_on, verified_on, verified_by,
    website_url, affiliate_url, affiliate_disclosure, fictitious, item, listed, facts
  )
  select kept.slug, fields ->> 'name', private.translated(document, 'summary'), fields #>> '{entity,value}',
    array(select jsonb_array_elements_text(fields -> 'instruments')), array(select jsonb_array_elements_text(fields -> 'platforms')),
    private.translated(document, 'payout'), private.translated_lines(document, 'pros'), private.translated_lines(document, 'cons'),
    fields ->> 'promotion_code', private.translated(document, 'promotion_text'), (fields ->> 'promotion_ends_on')::date,
    (select max((fact ->> 'read_on')::date) from private.dated_facts(fields) where fact -> 'value' <> 'null'), private.published_author(kept),
    fields ->> 'website_url', fields ->> 'affiliate_url', private.translated(document, 'affiliate_disclosure'), (fields ->> 'fictitious')::boolean,
    kept.id, true, private.known_facts(fields)
  on conflict (slug) do update set
    name = excluded.name, summary = excluded.summary, entity = excluded.entity, instruments = excluded.instruments, platforms = excluded.platforms, payout = excluded.payout,
    pros = excluded.pros, cons = excluded.cons, promotion_code = excluded.promotion_code, promotion_text = excluded.promotion_text, promotion_ends_on = excluded.promotion_ends_on,
    verified_on = excluded.verified_on, verified_by = excluded.verified_by, website_url = excluded.website_url, affiliate_url = excluded.affiliate_url,
    affiliate_disclosure = excluded.affiliate_disclosure, fictitious = excluded.fictitious, item = excluded.item, listed = excluded.listed, facts = excluded.facts;
  update public.prop_firm_challenges set listed = false where firm = kept.slug;
  insert into public.prop_firm_challenges (firm, slug, name, account_size, fee, currency, fee_refunded, split, first_payout_days, payout_every_days, sort, listed)
  select kept.slug, challenge ->> 'slug', challenge ->> 'name', (challenge ->> 'account_size')::bigint, (challenge #>> '{fee,value}')::bigint, challenge ->> 'currency',
    (challenge ->> 'fee_refunded')::boolean, (challenge #>> '{split,value}')::numeric, (challenge ->> 'first_payout_days')::int, (challenge ->> 'payout_every_days')::int, place, true
  from jsonb_array_elements(fields -> 'challenges') with ordinality as row (challenge, place)
  on conflict (firm, slug) do update set
    name = excluded.name, account_size = excluded.account_size, fee = excluded.fee, currency = excluded.currency, fee_refunded = excluded.fee_refunded, split = excluded.split,
    first_payout_days = excluded.first_payout_days, payout_every_days = excluded.payout_every_days, sort = excluded.sort, listed = excluded.listed;
  insert into public.prop_firm_rule_versions (firm, challenge, applies_from, phases, source, source_url)
  select kept.slug, sold ->> 'slug', (rule ->> 'applies_from')::date, rule -> 'phases', rule ->> 'source', rule ->> 'source_url'
  from jsonb_array_elements(fields -> 'challenges') as sold, jsonb_array_elements(sold -> 'versions') with ordinality as row (rule, place)
  where place > (select count(*) from public.prop_firm_rule_versions as known where known.firm = kept.slug and known.challenge = sold ->> 'slug')
  order by sold ->> 'slug', place;
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
    'format', 'vigie-proof', 'version', 5,
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

CREATE OR REPLACE FUNCTION private.publish_scheduled (
  item   uuid,
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.content_items;
  key text; field text;
begin
  select * into kept from public.content_items where id = item and publish_at <= moment for update skip locked;
  if not found then return null; end if;
  begin
    perform private.check_publishable(kept, kept.scheduled_version), private.publish_version(kept, kept.scheduled_version, moment);
    return jsonb_build_object('published', kept.id);
  exception when raise_exception then
    get stacked diagnostics key = message_text, field = pg_exception_hint;
  end;
  update public.content_items set
    state = case when published_version is null then 'draft' else 'published' end, publish_at = null, scheduled_version = null,
    refusal = jsonb_build_object('key', key, 'field', nullif(field, ''), 'at', moment)
  where id = kept.id;
  return jsonb_build_object('refused', key);
end
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
  perform private.index_content(kept.id, published.document), private.project(kept, published.document),
    private.tell_editors(kept.id, of_version, published.author_name, kept.state);
end
$function$;

CREATE OR REPLACE FUNCTION private.published_author (
  kept public.content_items
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select author_name from public.content_versions where item = kept.id and version = kept.published_version
$function$;

CREATE OR REPLACE FUNCTION private.read_unsubscribe_token (
  token text,
  OUT   member uuid,
  OUT   category text
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  bytes bytea;
begin
  if token ~ '^[A-Za-z0-9_-]{44}$' then
    bytes := decode(translate(token, '-_', '+/'), 'base64');
    member := encode(substr(bytes, 1, 16), 'hex')::uuid;
    category := (private.unsubscribe_categories())[get_byte(bytes, 16)];
  end if;
  -- Both sides are hashed once more: how far two texts agree shows in how long they are compared.
  if category is null or extensions.digest(token, 'sha256') <> extensions.digest(private.unsubscribe_token(member, category), 'sha256') then
    raise exception 'invalid_token' using errcode = '22023';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_lead (
  member uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account auth.users;
  profile public.profiles;
  given jsonb;
  page text;
  address text;
  number text;
begin
  select * into account from auth.users where id = member;
  if account.is_anonymous then return; end if;
  select * into profile from public.profiles where id = member;
  given := coalesce(account.raw_user_meta_data, '{}');
  page := private.cleaned(given ->> 'source', 2048);
  address := nullif(private.cleaned(account.email, 320), '');
  number := coalesce(profile.phone, substring(private.cleaned(given ->> 'phone', 32) from '^\+[1-9][0-9]{6,14}$'));
  insert into public.leads (
    user_id, integration_id, email, phone, first_name, last_name, username, source, campaign, consent_version, consent_locale, consent_at,
    time_zone, created_at, duplicate_of
  ) values (
    member,
    'lead-' || left(replace(gen_random_uuid()::text, '-', ''), 16),
    address,
    number,
    profile.first_name, profile.last_name, profile.username,
    case when page ~* '^https?://' then page else '' end,
    private.campaign_of(page),
    profile.disclaimer_version, case when profile.disclaimer_version is not null then profile.locale end, profile.disclaimer_accepted_at,
    profile.time_zone, now(), (
      -- Before the row is there, so that it is written once; an index each, for one condition for both may be read as a walk
      -- through every lead.
      select first.id from (
        select id, created_at from public.leads where email_key = private.mailbox_of(address)
        union all
        select id, created_at from public.leads where phone = number
      ) as first
      order by first.created_at, first.id limit 1
    )
  ) on conflict (user_id) do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_statement (
  statement        jsonb,
  kind             text,
  author           uuid,
  author_name      text,
  made             timestamp with time zone,
  recorded_at      timestamp with time zone,
  quote            public.quotes,
  sealed           boolean,
  is_demonstration boolean
)
  RETURNS public.statements
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  terms constant jsonb := private.checked_terms(statement, quote);
  due constant timestamptz := private.checked_deadline(statement, terms ->> 'symbol', made);
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  fresh public.statements;
begin
  perform private.lock_ledger();
  insert into public.statements (number, author_kind, author_id, author_name, made_at, deadline, commitment, demonstration)
  values (
    (select coalesce(max(number), 0) + 1 from public.statements), kind, author, record_statement.author_name, made, due,
    private.commitment(nonce, terms), is_demonstration
  ) returning * into fresh;
  insert into public.statement_terms values (fresh.id, terms ->> 'symbol', terms, nonce);
  if not sealed then insert into public.statement_openings values (fresh.id, recorded_at); end if;
  perform private.append_to_ledger('stated', null, jsonb_build_object(
    'statement', fresh.id, 'number', fresh.number, 'author_kind', kind, 'author', fresh.author_name, 'author_id', author,
    'made_at', private.timestamp_text(made), 'deadline', private.timestamp_text(due), 'demonstration', is_demonstration, 'commitment', fresh.commitment
  ) || case when sealed then '{}' else private.opened_terms(fresh.id) end, recorded_at);
  return fresh;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_fields (
  rules jsonb,
  path  text  DEFAULT 'fields'::text
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  wrong text;
begin
  select key into wrong from jsonb_each(rules) where value is distinct from 'true' limit 1;
  if found then perform private.refuse('field_invalid', path || '.' || wrong); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_writer (
  of_kind text
)
  RETURNS public.content_kinds
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  registered public.content_kinds;
begin
  select * into registered from public.content_kinds where kind = of_kind;
  if registered.kind is null then perform private.refuse('kind_unknown', 'kind'); end if;
  if public.writing_staff_role() = any (registered.writers) then return registered; end if;
  raise exception 'not_allowed' using errcode = '42501', detail = 'The registry names who writes this kind of content.';
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_statement (
  statement_id uuid,
  outcome      boolean,
  decided_at   timestamp with time zone,
  candle       jsonb,
  recorded_at  timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  statement public.statements;
  opened jsonb := '{}';
begin
  perform private.lock_ledger();
  select * into statement from public.statements where id = resolve_statement.statement_id;
  -- What comes true early is told at its deadline all the same: until then its author may have it sealed.
  if statement.deadline is null or statement.deadline > recorded_at then raise exception 'deadline_not_passed'; end if;
  insert into public.statement_openings values (statement.id, recorded_at) on conflict do nothing;
  if found then opened := private.opened_terms(statement.id); end if;
  insert into public.statement_outcomes values (statement.id, outcome, decided_at, candle, recorded_at);
  perform private.append_to_ledger('resolved', null, jsonb_build_object(
    'statement', statement.id, 'at', private.timestamp_text(decided_at), 'outcome', outcome, 'candle', candle,
    'minutes', private.keep_statement_minutes(statement, (select symbol from public.statement_terms as terms where terms.statement_id = statement.id))
  ) || opened, recorded_at);
end
$function$;

CREATE OR REPLACE FUNCTION private.return_allowance (
  member uuid,
  kind   text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.allowance_uses as uses set used = uses.used - 1
  where uses.user_id = member and uses.kind = return_allowance.kind and uses.used > 0
    and uses.since = (select given.since from private.allowance_of(member, return_allowance.kind) as given)
$function$;

CREATE OR REPLACE FUNCTION private.return_failed_copy()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.paris_day(new.requested_at) = private.paris_day(now()) then perform private.return_allowance(new.user_id, 'data_copies'); end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_configuration (
  language text
)
  RETURNS regconfig
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case language when 'en' then 'pg_catalog.english' when 'es' then 'pg_catalog.spanish' when 'it' then 'pg_catalog.italian' else 'pg_catalog.french' end::regconfig
$function$;

CREATE OR REPLACE FUNCTION private.searched (
  query    text,
  language text,
  every    boolean
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(to_tsquery(private.search_configuration(language), string_agg(word || ':*', case when every then ' & ' else ' | ' end)), '')
  from regexp_split_to_table(private.plain(left(query, 200)), '[^[:alnum:]]+') as word where word <> ''
$function$;

CREATE OR REPLACE FUNCTION private.settle_documents (
  fact       text,
  payment    uuid,
  wanted_net bigint,
  wanted_tax bigint,
  paid_at    timestamp with time zone,
  why        text,
  moment     timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  bought public.payments;
  standing public.invoices;
  original public.invoices;
  speaks text;
  stands boolean;
  same boolean;
  year constant int := extract(year from private.paris_day(moment));
begin
  -- Looked at twice: most often nothing is due, and then nothing is locked for it.
  for attempt in 1..2 loop
    select * into standing from public.invoices as known where known.fact = settle_documents.fact order by version desc limit 1;
    -- A reversal leaves nothing standing.
    stands := standing.id is not null and not exists (
      select from public.invoices as turned where turned.id = standing.corrects and turned.fact = standing.fact);
    same := case when stands then (standing.net, standing.tax) = (wanted_net, wanted_tax) else wanted_net + wanted_tax = 0 end;
    if same then return; end if;
    if attempt = 1 then perform private.lock_series(year); end if;
  end loop;
  select * into strict bought from public.payments where id = payment;
  if stands then
    perform private.issue_document(fact, bought, case standing.kind when 'invoice' then 'credit_note' else 'invoice' end, standing.net, standing.tax,
      jsonb_build_array(jsonb_build_object('text', private.invoice_text('reversal', standing.language, jsonb_build_object('number', standing.number)),
        'quantity', 1, 'unit_net', standing.net, 'net', standing.net)), standing, standing.paid_at, year, moment);
  end if;
  if wanted_net + wanted_tax = 0 then return; end if;
  if why = 'payment' then
    speaks := coalesce((select locale from public.profiles where id = bought.user_id), 'fr');
    perform private.issue_document(fact, bought, 'invoice', wanted_net, wanted_tax, private.lines_of(bought, speaks), null, paid_at, year, moment);
  else
    select * into original from public.invoices as known where known.fact = 'payment:' || payment and kind = 'invoice' order by version desc limit 1;
    -- What was never invoiced cannot be credited.
    if not found then return; end if;
    perform private.issue_document(fact, bought, 'credit_note', wanted_net, wanted_tax,
      jsonb_build_array(jsonb_build_object('text', private.invoice_text(why, original.language, jsonb_build_object('number', original.number)),
        'quantity', 1, 'unit_net', wanted_net, 'net', wanted_net)), original, paid_at, year, moment);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_member (
  member uuid,
  moment timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  s jsonb := private.money_of(member, moment);
  asked bigint;
begin
  select max(id) into asked from private.money_commands where money_commands.member = settle_member.member;
  perform private.settle_rows(member, s);
  perform private.settle_books(member, s);
  perform private.settle_access(member, s);
  perform private.settle_revenue(member);
  perform private.settle_requests(member, s, moment);
  if exists (select from private.money_commands where money_commands.member = settle_member.member and id > coalesce(asked, 0)) then
    return private.settle_member(member, moment);
  end if;
  -- The sandbox's answers are facts too, and settle what follows from them.
  if private.answer_sandbox(member, moment) > 0 then return private.money_of(member, moment); end if;
  perform private.tell_topic('member:' || member, 'money', '{"money": "changed"}');
  return s;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_provider_command (
  command  bigint,
  attempt  integer,
  moment   timestamp with time zone,
  outcome  text,
  error    text,
  answer   jsonb,
  retry_at timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  settled private.provider_commands;
  bought public.checkouts;
begin
  update private.provider_commands as kept set
    state = case outcome when 'retry' then 'waiting' else outcome end, answer = coalesce(settle_provider_command.answer, kept.answer),
    last_error = left(error, 500), next_try_at = coalesce(retry_at, next_try_at), done_at = case when outcome = 'retry' then null else moment end
  where id = command and state = 'waiting' and attempts = attempt
  returning * into settled;
  if settled.id is null then return 'known'; end if;
  if settled.kind in ('open_checkout', 'update_method') and outcome = 'done' then
    update public.checkouts set provider_reference = settled.answer ->> 'reference', provider_url = settled.answer ->> 'url' where id = settled.subject returning * into bought;
    perform private.tell_topic('member:' || bought.user_id, 'money', '{"money": "changed"}');
    -- It was given up while its page was made.
    if bought.state = 'expired' and bought.provider_reference is not null then
      perform private.ask_provider(settled.provider, 'close_checkout', bought.id, jsonb_build_object('reference', bought.provider_reference), 'close_checkout:' || bought.id || ':opened');
    end if;
  elsif settled.kind = 'change' and outcome = 'done' and settled.answer ->> 'url' is not null then
    -- Its bank wants the member: their order leads them there.
    update public.checkouts set provider_url = settled.answer ->> 'url' where id = settled.subject returning * into bought;
    perform private.tell_topic('member:' || bought.user_id, 'money', '{"money": "changed"}');
  elsif settled.kind = 'refund' and outcome = 'done' and settled.answer ->> 'url' is not null then
    perform private.offer_refund(settled.subject, settled.answer ->> 'url');
  elsif outcome = 'failed' then
    -- That it will not be done is a fact of its own, and what follows from it follows like from any other.
    if settled.kind in ('open_checkout', 'change', 'update_method') then
      -- Whatever it failed of, nothing that was prepared for it may be charged later.
      if settled.kind = 'change' then
        perform private.ask_provider(settled.provider, 'drop_change', settled.subject, settled.payload, 'drop_change:' || settled.subject);
      end if;
      perform private.take_provider_event(settled.provider, 'command:' || settled.id, moment,
        jsonb_build_object('kind', 'payment_failed', 'checkout', settled.subject, 'reason', case settled.kind when 'change' then left(error, 100) else 'provider_refused' end), null, null, moment);
    elsif settled.kind = 'refund' then
      perform private.take_provider_event(settled.provider, 'command:' || settled.id, moment, jsonb_build_object(
        'kind', 'refund_failed', 'payment', settled.payload -> 'payment', 'refund', 'command:' || settled.id, 'asked', settled.subject, 'reason', left(error, 100)), null, null, moment);
    end if;
    perform private.tell_admins('provider_command_failed', jsonb_build_object('Provider', settled.provider, 'Command', settled.kind, 'Error', left(error, 100), 'At', moment));
  end if;
  return settled.state;
end
$function$;

CREATE OR REPLACE FUNCTION private.signal_message (
  entry      private.signal_feed,
  everything boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'kind', entry.kind, 'signal_id', entry.signal_id, 'signal', private.signal_json(entry.signal_id, whole),
    -- Whoever hears of a signal hears how far the chain had come: what is said of the past later must begin with it.
    'ledger', private.head_line()
  ) || case when whole then jsonb_build_object('sequence', entry.sequence, 'at', entry.at) else '{}' end
  from (select everything or private.levels_are_open(entry.signal_id) as whole) as told
$function$;

CREATE OR REPLACE FUNCTION private.soon()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select (now() at time zone 'Europe/Paris')::date + 14 $function$;

CREATE OR REPLACE FUNCTION private.state (
  statement   jsonb,
  kind        text,
  author      uuid,
  author_name text,
  sealed      boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment constant timestamptz := private.ledger_moment();
  quote public.quotes;
  fresh public.statements;
begin
  select * into quote from public.quotes where symbol = statement ->> 'symbol';
  -- A market that is closed has its last price; one that is open and has none of now is not known.
  if quote.quoted_at <= moment - interval '2 minutes' and public.market_is_open(quote.symbol, moment) then quote := null; end if;
  fresh := private.record_statement(statement, kind, author, author_name, moment, moment, quote, sealed, false);
  return jsonb_build_object('id', fresh.id, 'number', fresh.number, 'commitment', fresh.commitment, 'hash', (select hash from public.ledger order by sequence desc limit 1));
end
$function$;

CREATE OR REPLACE FUNCTION private.take_slug (
  kept public.content_items,
  slug text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from public.content_items as other where other.kind = kept.kind and other.slug = take_slug.slug and other.id <> kept.id)
    -- The address of another item led here before, and still leads to it.
    or exists (select from public.content_redirects as known where known.kind = kept.kind and known.slug = take_slug.slug and known.item <> kept.id) then
    raise exception 'slug_taken' using errcode = '23505', hint = 'slug';
  end if;
  delete from public.content_redirects as known where known.kind = kept.kind and known.slug = take_slug.slug;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_editors (
  item        uuid,
  version     integer,
  author_name text,
  state       text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select realtime.send(jsonb_build_object('version', version, 'author_name', author_name, 'state', state), 'saved', 'content:' || item, true)
$function$;

CREATE OR REPLACE FUNCTION private.tell_lead()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.queue_deliveries(new.id, case tg_op when 'INSERT' then 'lead.created' else 'lead.qualified' end);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_member (
  member     uuid,
  kind       text,
  parameters jsonb,
  link       text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.queue_mail(member, kind, parameters);
  -- The mail says all; the bell and the devices say that it is so.
  select private.notify_member(member, kind || ' ' || pg_current_xact_id(), kind, '{}', link, own_mail => true);
$function$;

CREATE OR REPLACE FUNCTION private.tell_members (
  members uuid[],
  told    private.notification_facts
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fresh uuid[];
begin
  -- One statement: the mails and pushes come of the rows in hand, however many the tables hold.
  with written as (
    insert into public.notifications (user_id, fact, category, kind, parameters, link, in_app, signal_id, perishable, created_at)
    select member, told.fact, told.category, told.kind, told.parameters, told.link,
      told.category = 'account' or told.category = any (wants.in_app), told.signal_id, told.perishable, told.created_at
    from unnest(members) as member join public.notification_preferences as wants on wants.user_id = member
    on conflict (user_id, fact) do nothing
    returning id, user_id
  ), wanted as materialized (
    select written.id, written.user_id, wants, profile.time_zone
    from written
    join public.notification_preferences as wants using (user_id)
    join public.profiles as profile on profile.id = written.user_id
  ), mailed as (
    insert into public.notification_deliveries (notification_id, user_id, channel, due_at)
    select wanted.id, wanted.user_id, case when told.category = any ((wants).digest) then 'digest' else 'email' end,
      case when told.category = any ((wants).digest) then private.next_digest(clock_timestamp(), time_zone, (wants).digest_hour)
        else private.disturb_from(told.category, time_zone, wants) end
    from wanted join auth.users as account on account.id = wanted.user_id
    where told.own_mail is not true
      and (told.category = 'account' or told.category = any ((wants).email) or told.category = any ((wants).digest))
      and account.email <> '' and account.email_confirmed_at is not null and account.deleted_at is null
  ), pushed as (
    insert into public.notification_deliveries (notification_id, user_id, channel, device_id, due_at)
    select wanted.id, wanted.user_id, 'push', device.id, private.disturb_from(told.category, time_zone, wants)
    from wanted join public.push_devices as device using (user_id)
    where told.category = 'account' or told.category = any ((wants).push)
  )
  select coalesce(array_agg(id), '{}') into fresh from written;

  perform private.tell_topics(
    array_agg('member:' || note.user_id), 'notification',
    array_agg(to_jsonb(note) - '{user_id,fact,in_app,signal_id,perishable}'::text[] || '{"unread": 1}'))
  from unnest(fresh) as id join public.notifications as note using (id) where note.in_app;
  return cardinality(fresh);
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
      'username', member.username, 'first_name', member.first_name, 'last_name', member.last_name, 'email', member.email, 'phone', member.phone
    ))
  ) order by request.created_at))
  from public.qualification_requests as request join public.members as member using (user_id) where request.id = any (requests);
  select private.tell_topics(array_agg('member:' || user_id), 'request', array_agg('{}'::jsonb))
  from public.qualification_requests where id = any (requests) and kind not in ('assigned', 'commented')
$function$;

CREATE OR REPLACE FUNCTION private.tell_topic (
  topic   text,
  event   text,
  payload jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.tell_topics(array[topic], event, array[payload])
$function$;

CREATE OR REPLACE FUNCTION private.tell_topics (
  topics   text[],
  event    text,
  payloads jsonb[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.tellings (topics, event, payloads) select topics, event, payloads where cardinality(topics) > 0
$function$;

CREATE OR REPLACE FUNCTION private.text_lines (
  document jsonb,
  language text,
  name     text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(btrim(line) order by place), '{}')
  from regexp_split_to_table(document #>> array['texts', language, name], '\n') with ordinality as split (line, place) where btrim(line) <> ''
$function$;

CREATE OR REPLACE FUNCTION private.told_by_default (
  channel text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case channel when 'in_app' then '{signals,signal_entry,signal_stop,signal_targets,signal_end,signal_notes,announcements,trainings,daily_test}'::text[]
    when 'email' then '{signals,signal_end,trainings}'::text[]
    when 'push' then '{signals,signal_end,announcements,daily_test}'::text[] end
$function$;

CREATE OR REPLACE FUNCTION private.told_id (
  topic  text,
  epoch  text,
  number bigint
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select md5(format('%s %s %s', epoch, number, topic))::uuid
$function$;

CREATE OR REPLACE FUNCTION private.topic_head (
  topic text
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select head from private.topics where topics.topic = topic_head.topic), 0)
$function$;

CREATE OR REPLACE FUNCTION private.translated (
  document jsonb,
  name     text
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_object_agg(language, coalesce(nullif(btrim(document #>> array['texts', language, name]), ''), document #>> array['texts', 'fr', name]))
  from unnest(private.languages()) as language having coalesce(btrim(document #>> array['texts', 'fr', name]), '') <> ''
$function$;

CREATE OR REPLACE FUNCTION private.translated_lines (
  document jsonb,
  name     text
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(item order by place), '[]')
  from (
    select place, jsonb_object_agg(language, coalesce((private.text_lines(document, language, name))[place], french[place])) as item
    from private.text_lines(document, 'fr', name) as french, generate_subscripts(french, 1) as place, unnest(private.languages()) as language
    group by place
  ) as items
$function$;

CREATE OR REPLACE FUNCTION private.unpublish (
  kept    public.content_items,
  becomes text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.published_content where item = kept.id;
  if kept.published_version is not null then perform private.project(kept, null); end if;
  update public.content_items set state = becomes, published_version = null, publish_at = null, scheduled_version = null where id = kept.id;
  perform private.tell_editors(kept.id, kept.version, private.require_staff(), becomes);
end
$function$;

CREATE OR REPLACE FUNCTION private.unsubscribe_categories()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select '{signals,announcements,trainings,daily_test,marketing,digest,signal_entry,signal_stop,signal_targets,signal_end,signal_notes}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.unsubscribe_token (
  member   uuid,
  category text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select translate(encode(subject || substr(extensions.hmac(subject, key, 'sha256'), 1, 16), 'base64'), E'+/\n', '-_')
  from private.unsubscribe_key, (select
    uuid_send(member) || set_byte('\x00'::bytea, 0, array_position(private.unsubscribe_categories(), category)) as subject
  ) as signed
$function$;

CREATE OR REPLACE FUNCTION private.use_allowance (
  member uuid,
  kind   text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given record;
  counted int;
begin
  select * into given from private.allowance_of(member, kind);
  insert into public.allowance_uses as uses (user_id, kind, since, used) values (member, kind, given.since, 1)
  on conflict on constraint allowance_uses_pkey do update
    set since = excluded.since, used = case when uses.since = excluded.since then uses.used + 1 else 1 end
    where uses.since <> excluded.since or given.amount is null or uses.used < given.amount
  returning uses.used into counted;
  if counted is null or counted > given.amount then
    raise exception 'allowance_used_up' using
      errcode = case when given.renews_at is null then 'PT409' else 'PT429' end, hint = kind,
      detail = jsonb_build_object('kind', kind, 'amount', given.amount, 'left', 0, 'renews_at', given.renews_at)::text;
  end if;
  return given.amount - counted;
end
$function$;

CREATE OR REPLACE FUNCTION private.welcome_user()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  wished constant text := lower(private.cleaned(given ->> 'username', 64));
  disclaimer constant text := nullif(private.cleaned(given ->> 'disclaimer_version', 32), '');
  chosen text := case when wished ~ '^[a-z0-9][a-z0-9_.-]{2,31}$' then wished end;
begin
  -- A name that is taken, even by a sign-up of this very moment, must not cost the account: it gets a made-up one.
  loop
    chosen := coalesce(chosen, 'user-' || left(replace(gen_random_uuid()::text, '-', ''), 10));
    insert into public.profiles (
      id, username, first_name, last_name, phone, locale, time_zone, newsletter, disclaimer_version, disclaimer_accepted_at
    ) values (
      new.id,
      chosen,
      private.cleaned(given ->> 'first_name', 80),
      private.cleaned(given ->> 'last_name', 80),
      case when '+' || ltrim(new.phone, '+') ~ '^\+[1-9][0-9]{6,14}$' then '+' || ltrim(new.phone, '+') end,
      case when given ->> 'locale' = any (private.languages()) then given ->> 'locale' else 'fr' end,
      case when private.is_time_zone(given ->> 'time_zone') then left(given ->> 'time_zone', 64) else 'Europe/Paris' end,
      coalesce(given -> 'newsletter' = 'true', false),
      disclaimer,
      case when disclaimer is not null then now() end
    ) on conflict (username) do nothing;
    exit when found;
    chosen := null;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.withdraw_notifications (
  signal uuid,
  reason text,
  most   integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  gone uuid[];
begin
  with withdrawn as (
    update public.notifications set withdrawn_at = clock_timestamp(), withdrawn_for = reason
    where id in (
      select id from public.notifications where signal_id = signal and perishable and withdrawn_at is null and (kind = 'signal_published' or reason <> 'too_late')
      order by id limit most for update
    )
    returning id
  )
  select coalesce(array_agg(id), '{}') into gone from withdrawn;
  update public.notification_deliveries set dropped_at = clock_timestamp(), dropped_for = 'withdrawn'
  where notification_id = any (gone) and sent_at is null and dropped_at is null;
  -- What a screen shows is replaced, silently; what was read has done its work.
  insert into public.notification_deliveries (notification_id, user_id, channel, device_id, withdrawal, due_at)
  select sent.notification_id, sent.user_id, 'push', sent.device_id, true, clock_timestamp()
  from public.notification_deliveries as sent join public.notifications as note on note.id = sent.notification_id
  where sent.notification_id = any (gone) and sent.channel = 'push' and sent.sent_at is not null and note.read_at is null
  on conflict do nothing;
  perform private.tell_topics(
    array_agg('member:' || note.user_id), 'withdrawn',
    array_agg(jsonb_build_object(
      'notification', note.id, 'withdrawn_at', note.withdrawn_at, 'withdrawn_for', reason, 'unread', case when note.read_at is null then -1 else 0 end)))
  from public.notifications as note where note.id = any (gone) and note.in_app;
  perform private.enqueue('deliver-notifications', '{}', 'deliver-notifications');
  return cardinality(gone) = most;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_version (
  kept        public.content_items,
  document    jsonb,
  author      uuid,
  author_name text,
  replaces    boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if replaces then
    update public.content_versions as known set version = kept.version + 1, document = write_version.document where known.item = kept.id and known.version = kept.version;
  else
    insert into public.content_versions values (kept.id, kept.version + 1, document, author, author_name);
  end if;
  update public.content_items as item set
    version = kept.version + 1, updated_at = clock_timestamp(), updated_by = author, refusal = null,
    languages = private.language_states(document, (select required_texts from public.content_kinds where kind = kept.kind)),
    next_expiry = (select min(private.fact_expiry(fact)) from private.dated_facts(document -> 'fields'))
  where item.id = kept.id;
  perform private.tell_editors(kept.id, kept.version + 1, author_name, kept.state);
  return kept.version + 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.answer_qualification (
  request_id     uuid,
  words          text,
  account_number text DEFAULT NULL::text,
  proof_path     text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant text := upper(private.cleaned(answer_qualification.account_number, 40));
  said constant text := private.cleaned(answer_qualification.words, 1000);
begin
  if account <> '' and account !~ '^[A-Z0-9][A-Z0-9 ./-]{2,39}$' then raise exception 'account_number_wrong' using errcode = '22023', hint = 'account_number'; end if;
  perform private.check_proof(answer_qualification.proof_path);
  if said = '' and account = '' and answer_qualification.proof_path is null then raise exception 'answer_empty' using errcode = '22023', hint = 'words'; end if;
  update public.qualification_requests as request set
    state = 'pending', waiting_since = now(), reason = null, decided_by = null, decided_at = null,
    account_number = coalesce(nullif(account, ''), request.account_number), proof_path = coalesce(answer_qualification.proof_path, request.proof_path)
  where id = answer_qualification.request_id and user_id = auth.uid() and state = 'needs_information';
  if not found then raise exception 'nothing_asked' using errcode = 'PT404'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (answer_qualification.request_id, 'answered', nullif(said, ''), auth.uid());
  perform private.tell_queue(array[answer_qualification.request_id], 'answered');
end
$function$;

CREATE OR REPLACE FUNCTION public.archive_content (
  items uuid[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- In one order, so that two who archive the same never wait for each other.
  select private.unpublish(private.editable_content(id), 'archived') from (select distinct id from unnest(items) as id order by id) as each
$function$;

REVOKE ALL ON FUNCTION "public"."archive_content"(uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.assign_qualification (
  request_ids uuid[],
  assignee    uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moved uuid[];
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if assignee is not null and not exists (select from public.staff where user_id = assign_qualification.assignee and role = 'admin') then
    raise exception 'assignee_not_admin' using errcode = '22023', hint = 'assignee';
  end if;
  with changed as (
    update public.qualification_requests as request set assignee = assign_qualification.assignee
    where id = any (request_ids) and request.assignee is distinct from assign_qualification.assignee returning id
  )
  select coalesce(array_agg(id), '{}') into moved from changed;
  insert into public.qualification_events (request_id, kind, words, actor) select id, 'assigned', assign_qualification.assignee::text, auth.uid() from unnest(moved) as id;
  perform private.tell_queue(moved, 'assigned');
  return cardinality(moved);
end
$function$;

CREATE OR REPLACE FUNCTION public.catch_up (
  topic text,
  after bigint DEFAULT NULL::bigint,
  epoch text   DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_now constant text := private.live_epoch();
  head bigint;
  missed jsonb;
begin
  if private.may_hear(topic) is not true then raise exception 'not_allowed' using errcode = '42501'; end if;
  head := private.topic_head(topic);
  if epoch = of_now and after between head - 500 and head then
    missed := (
      select coalesce(jsonb_agg(jsonb_build_object('event', message.event, 'payload', message.payload) order by (message.payload ->> 'number')::bigint), '[]')
      from realtime.messages as message
      where message.topic = catch_up.topic and message.id = any (array(
        select private.told_id(catch_up.topic, of_now, number) from generate_series(catch_up.after + 1, head) as number
      ))
    );
  end if;
  return jsonb_build_object(
    'epoch', of_now, 'head', head, 'messages', case when jsonb_array_length(missed) = head - after then missed end
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."catch_up"(text, bigint, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.comment_qualification (
  request_id uuid,
  words      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant text := nullif(private.cleaned(comment_qualification.words, 1000), '');
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if said is null then raise exception 'comment_empty' using errcode = '22023', hint = 'words'; end if;
  insert into public.qualification_events (request_id, kind, words, actor) values (comment_qualification.request_id, 'commented', said, auth.uid());
  perform private.tell_queue(array[comment_qualification.request_id], 'commented');
end
$function$;

CREATE OR REPLACE FUNCTION public.content_at (
  kind text,
  slug text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(published) || jsonb_build_object('fields', body.fields, 'texts', body.texts)
    || case when published.slug <> content_at.slug then jsonb_build_object('redirect', published.slug) else '{}' end
  from public.published_content as published left join public.published_bodies as body on body.item = published.item
  where published.kind = content_at.kind and (published.slug = content_at.slug or published.item = (
    select moved.item from public.content_redirects as moved where moved.kind = content_at.kind and moved.slug = content_at.slug))
$function$;

REVOKE ALL ON FUNCTION "public"."content_at"(text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.content_counts()
  RETURNS TABLE (
    kind       text,
    items      integer,
    incomplete integer,
    expiring   integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select item.kind, count(*)::int, count(*) filter (where item.languages::text ~ '"(stale|missing)"')::int, count(*) filter (where item.next_expiry <= private.soon())::int
  from public.content_items as item where item.state <> 'archived' group by item.kind
$function$;

REVOKE ALL ON FUNCTION "public"."content_counts"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.content_history (
  item uuid
)
  RETURNS TABLE (
    version      integer,
    author_name  text,
    made_at      timestamp with time zone,
    published_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select known.version, known.author_name, known.made_at, known.published_at
  from public.content_versions as known where known.item = content_history.item order by known.version desc
$function$;

REVOKE ALL ON FUNCTION "public"."content_history"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.create_content (
  kind     text,
  slug     text,
  document jsonb DEFAULT '{}'::jsonb,
  parent   uuid  DEFAULT NULL::uuid,
  tier     text  DEFAULT 'visitor'::text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  made public.content_items;
begin
  perform private.check_tier(private.require_writer(create_content.kind), create_content.tier), private.check_slug(create_content.slug),
    private.check_parent(null, create_content.parent);
  insert into public.content_items as item (kind, slug, parent, position, tier)
  values (
    create_content.kind, create_content.slug, create_content.parent,
    (select coalesce(max(sibling.position), 0) + 1 from public.content_items as sibling
      where sibling.kind = create_content.kind and sibling.parent is not distinct from create_content.parent),
    create_content.tier
  ) on conflict do nothing returning * into made;
  if not found then raise exception 'slug_taken' using errcode = '23505', hint = 'slug'; end if;
  perform private.take_slug(made, create_content.slug), private.add_version(made, document, false);
  return made.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."create_content"(text, text, jsonb, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.create_plan (
  plan   jsonb,
  prices jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  wanted constant text := lower(private.cleaned(plan ->> 'slug', 64));
  priced jsonb;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if wanted !~ '^[a-z][a-z0-9-]{1,31}$' then raise exception 'slug_wrong' using errcode = '22023', hint = 'slug'; end if;
  if exists (select from public.plans where slug = wanted) then raise exception 'plan_exists' using errcode = '23505', hint = 'slug'; end if;
  if coalesce(plan ->> 'tier', '') not in ('freemium', 'premium') then raise exception 'tier_wrong' using errcode = '22023', hint = 'tier'; end if;
  if (plan ->> 'sold_until')::timestamptz <= coalesce((plan ->> 'sold_from')::timestamptz, now()) then raise exception 'ends_too_early' using errcode = '22023', hint = 'sold_until'; end if;
  if plan ->> 'tier' = 'freemium' and prices <> '[]' then raise exception 'free_has_no_price' using errcode = '22023', hint = 'prices'; end if;
  if plan ->> 'tier' = 'premium' and prices = '[]' then raise exception 'price_missing' using errcode = '22023', hint = 'prices'; end if;
  insert into public.plans (slug, tier, name, pitch, every_lesson, allowances, export_months, downloads, sold_from, sold_until, sort)
  select wanted, tier, name, pitch, every_lesson, coalesce(allowances, '{}'), export_months, coalesce(downloads, false), sold_from, sold_until, sort
  from jsonb_populate_record(null::public.plans, plan);
  for priced in
    select value from jsonb_array_elements(prices)
    union all select jsonb_build_object('period', free, 'amount', 0) from unnest(array['month', 'year']) as free where plan ->> 'tier' = 'freemium'
  loop
    if plan ->> 'tier' = 'premium' and coalesce((priced ->> 'amount')::bigint, 0) < 100 then raise exception 'price_missing' using errcode = '22023', hint = 'prices'; end if;
    insert into public.plan_prices (plan, period, amount, currency) values (wanted, priced ->> 'period', (priced ->> 'amount')::bigint, coalesce(priced ->> 'currency', 'EUR'));
  end loop;
  return wanted;
end
$function$;

CREATE OR REPLACE FUNCTION public.decide_qualification (
  request_ids  uuid[],
  decision     text,
  reason       text    DEFAULT NULL::text,
  premium_days integer DEFAULT 365
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  said constant text := nullif(private.cleaned(decide_qualification.reason, 1000), '');
  until constant timestamptz := case when decision = 'approved' then now() + make_interval(days => premium_days) end;
  decided uuid[];
  member uuid;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if decision is null or decision not in ('approved', 'rejected', 'needs_information') then raise exception 'no_such_decision' using errcode = '22023', hint = 'decision'; end if;
  if decision <> 'approved' and said is null then raise exception 'reason_missing' using errcode = '22023', hint = 'reason'; end if;
  if decision = 'approved' and (premium_days is null or premium_days not between 1 and 1096) then raise exception 'premium_days_wrong' using errcode = '22023', hint = 'premium_days'; end if;
  if cardinality(request_ids) > 1000 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  with chosen as (
    select id from public.qualification_requests
    -- Nobody decides about themselves, and what another admin decided a moment ago stays.
    where id = any (request_ids) and user_id <> me
      and state in ('pending', case when decision = 'needs_information' then 'pending' else 'needs_information' end)
    order by id for update
  ), moved as (
    update public.qualification_requests as request set
      state = decision, reason = said, decided_by = me, decided_at = now(), premium_until = until
    from chosen where request.id = chosen.id returning request.id
  )
  select coalesce(array_agg(id), '{}') into decided from moved;
  insert into public.qualification_events (request_id, kind, words, actor) select id, decision, said, me from unnest(decided) as id;
  if decision = 'approved' then
    insert into public.premium_grants (user_id, source, ends_at)
    select user_id, 'qualification', until from public.qualification_requests where id = any (decided);
    update public.leads set is_qualified = true, qualified_at = now(), product_requested = 'premium'
    where not is_qualified and user_id in (select user_id from public.qualification_requests where id = any (decided));
  end if;
  for member in select user_id from public.qualification_requests where id = any (decided) loop
    perform private.tell_member(member, 'qualification_' || decision, jsonb_strip_nulls(jsonb_build_object('Reason', said, 'Until', until)), '/mon-compte?demande=premium');
  end loop;
  perform private.tell_queue(decided, decision);
  return jsonb_build_object('decided', cardinality(decided), 'skipped', cardinality(request_ids) - cardinality(decided));
end
$function$;

CREATE OR REPLACE FUNCTION public.describe_media (
  path   text,
  alt    jsonb,
  width  integer,
  height integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  update public.media set alt = describe_media.alt, width = describe_media.width, height = describe_media.height where media.path = describe_media.path;
  if not found then raise exception 'media_not_found' using errcode = 'PT404'; end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."describe_media"(text, jsonb, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_proof (
  after     bigint  DEFAULT 0,
  page_size integer DEFAULT 500
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with page as (
    select * from public.ledger
    where sequence > export_proof.after order by sequence limit least(greatest(export_proof.page_size, 1), 1000)
  )
  select jsonb_build_object(
    'as_of', (select coalesce(max(sequence), 0) from public.ledger),
    'until', coalesce((select max(sequence) from page), export_proof.after),
    'entries', coalesce((
      select jsonb_agg(jsonb_build_object('sequence', sequence, 'entry', entry, 'previous_hash', previous_hash, 'hash', hash) order by sequence) from page
    ), '[]'),
    'signals', coalesce((
      select jsonb_agg(private.displayed_signal(signal_id) order by sequence)
      from page where kind = 'published' and exists (select from public.signals where id = signal_id)
    ), '[]'),
    'statements', coalesce((
      select jsonb_agg(private.displayed_statement(statements) order by sequence)
      from page join public.statements on kind = 'stated' and statements.id = (entry #>> '{data,statement}')::uuid
    ), '[]') || case when export_proof.after > 0 then '[]'::jsonb else coalesce((
      select jsonb_agg(private.displayed_statement(statements) order by number) from public.statements
      where not exists (select from public.ledger where kind = 'stated' and entry #>> '{data,statement}' = statements.id::text)
    ), '[]') end,
    -- Rows that no entry stands for are shown too: hiding them would hide what is wrong.
    'unrecorded', case when export_proof.after > 0 then '[]'::jsonb else coalesce((
      select jsonb_agg(private.displayed_signal(signals.id) order by number) from public.signals
      where not exists (select from public.ledger where ledger.signal_id = signals.id and kind = 'published')
    ), '[]') end
  ) || case when export_proof.after > 0 then '{}'::jsonb else jsonb_build_object('summary', private.proof_summary()) end
$function$;

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
    refusal           jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select item.id, item.kind, item.slug, private.content_title(newest.document), item.parent, item.position, item.tier, item.state, item.version, item.published_version,
    newest.author, newest.author_name, item.languages, item.next_expiry,
    (select count(*)::int from private.dated_facts(newest.document -> 'fields') where private.fact_expiry(fact) <= private.soon()),
    (select min((fact ->> 'valid_days')::int) from private.dated_facts(newest.document -> 'fields') where private.fact_expiry(fact) = item.next_expiry),
    item.publish_at, item.published_at, item.updated_at, item.refusal
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

CREATE OR REPLACE FUNCTION public.make_statement (
  statement jsonb,
  sealed    boolean DEFAULT true
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
begin
  if public.writing_staff_role() is not null then return private.state(statement, 'analyst', auth.uid(), private.require_staff(), sealed); end if;
  if not exists (select from auth.users where id = auth.uid() and not is_anonymous) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'Members and staff make statements.';
  end if;
  insert into private.statement_authors (user_id) values (auth.uid()) on conflict do nothing;
  select author_id into me from private.statement_authors where user_id = auth.uid() for update;
  -- The chain keeps each for ever.
  if (select count(*) from public.statements where author_id = me and made_at > now() - interval '1 day') >= 20 then
    raise exception 'too_many_statements' using errcode = 'PT429', detail = 'Twenty a day.';
  end if;
  return private.state(statement, 'member', me, null, sealed);
end
$function$;

REVOKE ALL ON FUNCTION "public"."make_statement"(jsonb, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.media_uses (
  path text
)
  RETURNS TABLE (
    item   uuid,
    kind   text,
    title  text,
    newest boolean
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select known.item, content.kind, private.content_title((array_agg(known.document order by known.version desc))[1]), bool_or(known.version = content.version)
  from public.content_versions as known join public.content_items as content on content.id = known.item
  where strpos(known.document::text, media_uses.path) > 0 and length(media_uses.path) > 8
  group by known.item, content.kind
$function$;

REVOKE ALL ON FUNCTION "public"."media_uses"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.move_content (
  item   uuid,
  parent uuid,
  before uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.content_items := private.editable_content(move_content.item);
begin
  perform private.check_parent(kept.id, move_content.parent);
  -- One at a time among these siblings, or two moves give two of them one place.
  perform from public.content_items as sibling
  where sibling.kind = kept.kind and sibling.parent is not distinct from move_content.parent order by sibling.id for update;
  with ordered as (
    select sibling.id, row_number() over (order by
      case when sibling.id = kept.id then coalesce((select target.position from public.content_items as target where target.id = move_content.before), 2147483647) else sibling.position end,
      sibling.id <> kept.id, sibling.id
    )::int as place
    from public.content_items as sibling
    where sibling.id = kept.id or (sibling.kind = kept.kind and sibling.parent is not distinct from move_content.parent)
  ), moved as (
    update public.content_items as placed set position = ordered.place, parent = case when placed.id = kept.id then move_content.parent else placed.parent end
    from ordered where ordered.id = placed.id and (placed.position <> ordered.place or placed.id = kept.id)
    returning placed.id, placed.position, placed.parent
  )
  update public.published_content as published set position = moved.position, parent = moved.parent from moved where moved.id = published.item;
end
$function$;

REVOKE ALL ON FUNCTION "public"."move_content"(uuid, uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_allowances()
  RETURNS TABLE (
    kind      text,
    period    text,
    amount    integer,
    used      integer,
    renews_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select kinds.kind, kinds.period, given.amount, coalesce(uses.used, 0), given.renews_at
  from private.allowance_kinds() as kinds
  cross join lateral private.allowance_of(auth.uid(), kinds.kind) as given
  left join public.allowance_uses as uses on uses.user_id = auth.uid() and uses.kind = kinds.kind and uses.since = given.since
$function$;

REVOKE ALL ON FUNCTION "public"."my_allowances"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_subscription()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with mine as (
    select * from public.subscriptions where user_id = auth.uid() and state <> 'incomplete'
    order by (state <> 'expired') desc, coalesce(ended_at, created_at) desc limit 1
  ), plan as (
    select plans.* from public.plans where slug = private.plan_of(auth.uid())
  )
  select jsonb_build_object(
    'tier', public.current_tier(),
    'subscription', (select to_jsonb(mine) - '{stake,segment_start,anchor,provider_customer,provider_subscription}'::text[] from mine),
    'plan', (select to_jsonb(plan) from plan),
    'next_charge', (select jsonb_build_object('at', coalesce(next_try_at, current_period_end), 'amount', coalesce(next_amount, amount), 'currency', currency)
      from mine where means = 'card' and state in ('active', 'past_due')),
    'pay_page', (select private.pay_page(sub) from public.subscriptions as sub where sub.id = (select id from mine)),
    'bank_asks', (select private.bank_asks(sub) from public.subscriptions as sub where sub.id = (select id from mine)),
    'method', (select method from mine where state <> 'expired'),
    'billing', (select to_jsonb(details) from public.billing_details as details where user_id = auth.uid()),
    'tax', private.billed_tax(auth.uid()),
    'withdrawal', (select private.withdrawal_quote(mine, now()) from public.subscriptions as mine where user_id = auth.uid() and state in ('active', 'past_due', 'canceled'))
  )
$function$;

CREATE OR REPLACE FUNCTION public.publish_content (
  item             uuid,
  expected_version integer,
  at               timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.content_items := private.editable_content(publish_content.item, expected_version);
begin
  if kept.state = 'archived' then raise exception 'content_archived' using errcode = 'PT409'; end if;
  if at <= clock_timestamp() then perform private.refuse('schedule_in_the_past', 'at', 'A time to come.'); end if;
  perform private.check_publishable(kept, kept.version);
  if at is null then
    perform private.publish_version(kept, kept.version, clock_timestamp());
  else
    update public.content_items set state = 'scheduled', publish_at = publish_content.at, scheduled_version = kept.version, refusal = null where id = kept.id;
    perform private.enqueue('publish-content', '{}', 'publish-content:' || kept.id, publish_content.at);
    perform private.tell_editors(kept.id, kept.version, private.require_staff(), 'scheduled');
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."publish_content"(uuid, integer, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

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
    update public.notifications set read_at = moment
    where user_id = (select auth.uid()) and in_app and (ids is null or id = any (ids)) and (read_at is null) <> unread
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

REVOKE ALL ON FUNCTION "public"."read_notifications"(uuid[], boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.remove_media (
  path text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  allowed constant text := coalesce(current_setting('storage.allow_delete_query', true), 'false');
begin
  if public.writing_staff_role() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if exists (select from public.media_uses(remove_media.path)) then
    raise exception 'media_in_use' using errcode = 'PT409', hint = 'path', detail = (select string_agg(title, ', ') from public.media_uses(remove_media.path));
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  -- The service removes the bytes of a row that is gone.
  delete from storage.objects where bucket_id = 'content' and name = remove_media.path;
  if not found then raise exception 'media_not_found' using errcode = 'PT404'; end if;
  perform set_config('storage.allow_delete_query', allowed, true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."remove_media"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.rename_content (
  item uuid,
  slug text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.content_items := private.editable_content(rename_content.item);
begin
  perform private.check_slug(rename_content.slug);
  if rename_content.slug = kept.slug then return; end if;
  if kept.published_at is not null and (select fixed_slug from public.content_kinds where kind = kept.kind) then
    raise exception 'slug_fixed' using errcode = 'PT409', hint = 'slug';
  end if;
  perform private.take_slug(kept, rename_content.slug);
  update public.content_items set slug = rename_content.slug where id = kept.id;
  update public.published_content as published set slug = rename_content.slug where published.item = kept.id;
  if kept.published_at is not null then
    insert into public.content_redirects values (kept.kind, kept.slug, kept.id);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."rename_content"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.request_data_export()
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  made uuid;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not public.recently_proved() then raise exception 'proof_needed' using errcode = '42501'; end if;
  -- One at a time, so that two calls that meet count each other.
  perform pg_advisory_xact_lock(hashtextextended('data export ' || me, 0));
  select id into made from public.data_exports where user_id = me and state = 'waiting';
  if found then return made; end if;
  perform private.use_allowance(me, 'data_copies');
  insert into public.data_exports (user_id) values (me) returning id into made;
  perform private.enqueue('export-data', jsonb_build_object('id', made));
  return made;
end
$function$;

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
    where other.broker = request_qualification.broker and other.account_number = account and other.user_id <> me
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

CREATE OR REPLACE FUNCTION public.restore_content (
  item    uuid,
  version integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.content_items := private.editable_content(restore_content.item);
  old constant jsonb := (select document from public.content_versions as known where known.item = restore_content.item and known.version = restore_content.version);
begin
  if old is null then raise exception 'content_not_found' using errcode = 'PT404', hint = 'version'; end if;
  if kept.state = 'archived' then
    update public.content_items set state = 'draft' where id = kept.id returning * into kept;
  end if;
  return private.add_version(kept, old, false);
end
$function$;

REVOKE ALL ON FUNCTION "public"."restore_content"(uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.reveal_statement (
  statement_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.statements where id = reveal_statement.statement_id and author_id in (select private.own_author_ids())) then
    raise exception 'statement_not_found' using errcode = 'PT404';
  end if;
  perform private.open_statement(reveal_statement.statement_id, private.ledger_moment());
end
$function$;

REVOKE ALL ON FUNCTION "public"."reveal_statement"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.reverify_facts (
  item             uuid,
  expected_version integer,
  fields           text[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.content_items := private.editable_content(reverify_facts.item, expected_version);
  document jsonb := (select known.document from public.content_versions as known where known.item = kept.id and known.version = kept.version);
  today constant text := (clock_timestamp() at time zone 'Europe/Paris')::date;
  field text;
  path text[];
begin
  foreach field in array fields loop
    path := string_to_array('fields.' || field, '.');
    if not coalesce(private.is_dated_fact(document #> path), false) then
      perform private.refuse('fact_unknown', array_to_string(path, '.'), 'No dated fact has this path.');
    end if;
    document := jsonb_set(document, array_append(path, 'read_on'), to_jsonb(today));
  end loop;
  return private.add_version(kept, document, true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."reverify_facts"(uuid, integer, text[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_content (
  item             uuid,
  expected_version integer,
  document         jsonb
)
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.add_version(private.editable_content(item, expected_version), document, true)
$function$;

REVOKE ALL ON FUNCTION "public"."save_content"(uuid, integer, jsonb) FROM PUBLIC, "anon", "service_role";

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
    select 3, 'content', found.kind || '/' || found.slug, found.title, found.excerpt, kinds.address || found.slug, row_number() over ()
    from public.search_content(search.query, search.language, 20) as found join public.content_kinds as kinds using (kind)
    where kinds.address is not null
  ), ranked as (
    select found.*, row_number() over (partition by found.kind order by found.rank) as nth from found
  )
  select ranked.kind, ranked.key, ranked.title, ranked.detail, ranked.href
  from ranked, wanted where ranked.nth <= wanted.most order by ranked.place, ranked.nth
$function$;

CREATE OR REPLACE FUNCTION public.search_content (
  query    text,
  language text    DEFAULT 'fr'::text,
  most     integer DEFAULT 20,
  of_kind  text    DEFAULT NULL::text
)
  RETURNS TABLE (
    item    uuid,
    kind    text,
    slug    text,
    title   text,
    excerpt text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with asked as (
    select private.searched(search_content.query, search_content.language, true) as every, private.searched(search_content.query, search_content.language, false) as any_of,
      (select array_agg(word) from regexp_split_to_table(private.plain(left(search_content.query, 200)), '[^[:alnum:]]+') as word where length(word) > 2) as typed
  ), found as (
    select words.item, max(case when words.words @@ asked.every then 1 else 0 end) as whole, sum(ts_rank(words.words, asked.any_of)) as rank,
      (array_agg(words.body order by words.words @@ asked.every desc, words.part = 'card' desc))[1] as body
    from public.published_words as words, asked
    where words.language = search_content.language and words.words @@ asked.any_of
      and (of_kind is null or exists (select from public.published_content as card where card.item = words.item and card.kind = of_kind))
    group by words.item
    order by whole desc, rank desc, words.item limit least(greatest(search_content.most, 1), 50)
  )
  select found.item, card.kind, card.slug, coalesce(card.card #>> array['texts', search_content.language, 'title'], card.card #>> '{texts,fr,title}'),
    -- From a little before the first word that was typed; the marks of accents move no letter of a text in its composed form.
    substr(found.body, greatest(1, coalesce((
      select min(place) from unnest(asked.typed) as word, strpos(private.plain(normalize(found.body, nfc)), word) as place where place > 0), 1) - 60), 200)
  from found join public.published_content as card on card.item = found.item, asked
  order by found.whole desc, found.rank desc, found.item
$function$;

REVOKE ALL ON FUNCTION "public"."search_content"(text, text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.set_content_tier (
  item uuid,
  tier text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.content_items := private.editable_content(set_content_tier.item);
begin
  perform private.check_tier(private.require_writer(kept.kind), set_content_tier.tier);
  update public.content_items set tier = set_content_tier.tier where id = kept.id;
  update public.published_content as published set tier = set_content_tier.tier where published.item = kept.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_content_tier"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.unread_notifications()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('count', count(*), 'number', private.topic_head('member:' || (select auth.uid())))
  from public.notifications
  where user_id = (select auth.uid()) and in_app and read_at is null and withdrawn_at is null
$function$;

REVOKE ALL ON FUNCTION "public"."unread_notifications"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.use_allowance (
  kind text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  return private.use_allowance(auth.uid(), kind);
end
$function$;

REVOKE ALL ON FUNCTION "public"."use_allowance"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.withdraw_content (
  item uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept constant public.content_items := private.editable_content(withdraw_content.item);
begin
  if kept.state = 'scheduled' and kept.published_version is not null then
    update public.content_items set state = 'published', publish_at = null, scheduled_version = null where id = kept.id;
    perform private.tell_editors(kept.id, kept.version, private.require_staff(), 'published');
  else
    perform private.unpublish(kept, 'draft');
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."withdraw_content"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.withdraw_qualification (
  request_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.qualification_requests set state = 'withdrawn'
  where id = withdraw_qualification.request_id and user_id = auth.uid() and state in ('pending', 'needs_information');
  if not found then raise exception 'nothing_open' using errcode = 'PT404'; end if;
  insert into public.qualification_events (request_id, kind, actor) values (withdraw_qualification.request_id, 'withdrawn', auth.uid());
  perform private.tell_queue(array[withdraw_qualification.request_id], 'withdrawn');
end
$function$;

ALTER TABLE "private"."statement_authors"
  ADD CONSTRAINT "statement_authors_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."allowance_uses"
  ADD CONSTRAINT "allowance_uses_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."brokers"
  ADD CONSTRAINT "brokers_item_key" UNIQUE (item);

ALTER TABLE "public"."brokers"
  ADD CONSTRAINT "brokers_withdrawal_days_check" CHECK ((withdrawal_days >= 0));

ALTER TABLE "public"."brokers"
  ADD CONSTRAINT "brokers_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id);

ALTER TABLE "public"."content_items"
  ADD CONSTRAINT "content_items_parent_fkey" FOREIGN KEY (parent) REFERENCES public.content_items(id);

ALTER TABLE "public"."content_items"
  ADD CONSTRAINT "content_items_kind_fkey" FOREIGN KEY (kind) REFERENCES public.content_kinds(kind);

ALTER TABLE "public"."content_redirects"
  ADD CONSTRAINT "content_redirects_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id);

ALTER TABLE "public"."content_redirects"
  ADD CONSTRAINT "content_redirects_kind_fkey" FOREIGN KEY (kind) REFERENCES public.content_kinds(kind);

ALTER TABLE "public"."content_versions"
  ADD CONSTRAINT "content_versions_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id);

ALTER TABLE "public"."prop_firms"
  ADD CONSTRAINT "prop_firms_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id);

ALTER TABLE "public"."prop_firms"
  ADD CONSTRAINT "prop_firms_item_key" UNIQUE (item);

ALTER TABLE "public"."published_content"
  ADD CONSTRAINT "published_content_item_fkey" FOREIGN KEY (item) REFERENCES public.content_items(id);

ALTER TABLE "public"."published_content"
  ADD CONSTRAINT "published_content_kind_fkey" FOREIGN KEY (kind) REFERENCES public.content_kinds(kind);

ALTER TABLE "public"."published_bodies"
  ADD CONSTRAINT "published_bodies_item_fkey" FOREIGN KEY (item) REFERENCES public.published_content(item) ON DELETE CASCADE;

ALTER TABLE "public"."published_words"
  ADD CONSTRAINT "published_words_item_fkey" FOREIGN KEY (item) REFERENCES public.published_content(item) ON DELETE CASCADE;

ALTER TABLE "public"."statement_terms"
  ADD CONSTRAINT "statement_terms_symbol_fkey" FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

ALTER TABLE "public"."statement_minutes"
  ADD CONSTRAINT "statement_minutes_statement_id_fkey" FOREIGN KEY (statement_id) REFERENCES public.statements(id);

ALTER TABLE "public"."statement_openings"
  ADD CONSTRAINT "statement_openings_statement_id_fkey" FOREIGN KEY (statement_id) REFERENCES public.statements(id);

ALTER TABLE "public"."statement_outcomes"
  ADD CONSTRAINT "statement_outcomes_statement_id_fkey" FOREIGN KEY (statement_id) REFERENCES public.statements(id);

ALTER TABLE "public"."statement_terms"
  ADD CONSTRAINT "statement_terms_statement_id_fkey" FOREIGN KEY (statement_id) REFERENCES public.statements(id);

CREATE INDEX content_items_by_expiry ON public.content_items USING btree (COALESCE(next_expiry, 'infinity'::date), updated_at DESC, id);

CREATE INDEX content_items_due ON public.content_items USING btree (publish_at)
  WHERE (publish_at IS NOT NULL);

CREATE INDEX content_items_of_parent ON public.content_items USING btree (parent);

CREATE INDEX content_redirects_of_item ON public.content_redirects USING btree (item);

CREATE INDEX published_words_by_word ON public.published_words USING gin (words);

CREATE INDEX statement_terms_of_symbol ON public.statement_terms USING btree (symbol);

CREATE INDEX statements_by_deadline ON public.statements USING btree (deadline);

CREATE INDEX statements_of_author ON public.statements USING btree (author_id, made_at DESC);

CREATE CONSTRAINT TRIGGER number_tellings
  AFTER INSERT ON private.tellings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.number_tellings();

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.content_items
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', '');

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.content_versions
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'item,version', 'document');

CREATE TRIGGER guard_versions
  BEFORE TRUNCATE ON public.content_versions
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."content_versions"
  ENABLE ALWAYS TRIGGER "guard_versions";

CREATE TRIGGER guard_version
  BEFORE DELETE OR UPDATE ON public.content_versions
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_version();

ALTER TABLE "public"."content_versions"
  ENABLE ALWAYS TRIGGER "guard_version";

CREATE TRIGGER return_failed_copy
  AFTER UPDATE OF state ON public.data_exports
  FOR EACH ROW
  WHEN (((old.state = 'waiting'::text) AND (new.state = 'failed'::text)))
  EXECUTE FUNCTION private.return_failed_copy();

CREATE TRIGGER tell_new_lead
  AFTER INSERT ON public.leads
  FOR EACH ROW
  EXECUTE FUNCTION private.tell_lead();

CREATE TRIGGER tell_qualified_lead
  AFTER UPDATE OF is_qualified ON public.leads
  FOR EACH ROW
  WHEN ((new.is_qualified AND (NOT old.is_qualified)))
  EXECUTE FUNCTION private.tell_lead();

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.media
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'path', '');

CREATE TRIGGER count_signal_alert
  AFTER INSERT OR DELETE ON public.signal_alerts
  FOR EACH ROW
  EXECUTE FUNCTION private.count_signal_alert();

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.statement_minutes
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statement_minutes"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.statement_minutes
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statement_minutes"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.statement_openings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statement_openings"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.statement_openings
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statement_openings"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.statement_outcomes
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statement_outcomes"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.statement_outcomes
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statement_outcomes"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.statement_terms
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statement_terms"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.statement_terms
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statement_terms"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.statements
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statements"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.statements
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."statements"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON storage.objects
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', '');

CREATE TRIGGER note_media_removed
  AFTER DELETE ON storage.objects
  FOR EACH ROW
  WHEN ((old.bucket_id = 'content'::text))
  EXECUTE FUNCTION private.note_media();

CREATE TRIGGER note_media
  AFTER INSERT ON storage.objects
  FOR EACH ROW
  WHEN ((new.bucket_id = 'content'::text))
  EXECUTE FUNCTION private.note_media();

CREATE POLICY "members read what they used" ON "public"."allowance_uses"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT auth.uid() AS uid) = user_id));

CREATE POLICY "everybody reads the brokers that are listed" ON "public"."brokers"
  FOR SELECT
  TO "anon", "authenticated"
  USING (listed);

CREATE POLICY "staff read every item of content" ON "public"."content_items"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL));

CREATE POLICY "everybody reads the kinds of content" ON "public"."content_kinds"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody reads where content has moved" ON "public"."content_redirects"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "staff read every version of content" ON "public"."content_versions"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL));

CREATE POLICY "staff read the list of pictures" ON "public"."media"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL));

CREATE POLICY "everybody reads the challenges that are sold" ON "public"."prop_firm_challenges"
  FOR SELECT
  TO "anon", "authenticated"
  USING (listed);

CREATE POLICY "everybody reads the prop firms that are listed" ON "public"."prop_firms"
  FOR SELECT
  TO "anon", "authenticated"
  USING (listed);

CREATE POLICY "members read the bodies of their tier" ON "public"."published_bodies"
  FOR SELECT
  TO "authenticated"
  USING ((EXISTS ( SELECT
   FROM public.published_content card
  WHERE ((card.item = published_bodies.item) AND ((card.tier <> 'premium'::text) OR (( SELECT public.current_tier() AS current_tier) = 'premium'::text))))));

CREATE POLICY "visitors read bodies that are for everybody" ON "public"."published_bodies"
  FOR SELECT
  TO "anon"
  USING ((EXISTS ( SELECT
   FROM public.published_content card
  WHERE ((card.item = published_bodies.item) AND (card.tier = 'visitor'::text)))));

CREATE POLICY "everybody reads the cards of content" ON "public"."published_content"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members search cards, and the bodies of their tier" ON "public"."published_words"
  FOR SELECT
  TO "authenticated"
  USING (((part = 'card'::text) OR (EXISTS ( SELECT
   FROM public.published_content card
  WHERE ((card.item = published_words.item) AND ((card.tier <> 'premium'::text) OR (( SELECT public.current_tier() AS current_tier) = 'premium'::text)))))));

CREATE POLICY "visitors search cards, and bodies that are for everybody" ON "public"."published_words"
  FOR SELECT
  TO "anon"
  USING (((part = 'card'::text) OR (EXISTS ( SELECT
   FROM public.published_content card
  WHERE ((card.item = published_words.item) AND (card.tier = 'visitor'::text))))));

CREATE POLICY "everybody reads what statements were decided on" ON "public"."statement_minutes"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody sees which statements are open" ON "public"."statement_openings"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody reads what became of statements" ON "public"."statement_outcomes"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody reads the scores" ON "public"."statement_scores"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "members read open statements and their own" ON "public"."statement_terms"
  FOR SELECT
  TO "authenticated"
  USING (((EXISTS ( SELECT
   FROM public.statement_openings
  WHERE (statement_openings.statement_id = statement_terms.statement_id))) OR (EXISTS ( SELECT
   FROM public.statements
  WHERE ((statements.id = statement_terms.statement_id) AND (statements.author_id IN ( SELECT private.own_author_ids() AS own_author_ids)))))));

CREATE POLICY "visitors read open statements" ON "public"."statement_terms"
  FOR SELECT
  TO "anon"
  USING ((EXISTS ( SELECT
   FROM public.statement_openings
  WHERE (statement_openings.statement_id = statement_terms.statement_id))));

CREATE POLICY "everybody sees that a statement was made" ON "public"."statements"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "staff hear what happens to content, and who edits it" ON "realtime"."messages"
  FOR SELECT
  TO "authenticated"
  USING
    (((EXTENSION = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND (( SELECT realtime.topic() AS topic) ~~ 'content:%'::text) AND (( SELECT private.reading_staff_role() AS
    reading_staff_role) IS NOT NULL)));

CREATE POLICY "staff show that they edit content" ON "realtime"."messages"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((extension = 'presence'::text) AND (( SELECT realtime.topic() AS topic) ~~ 'content:%'::text) AND (( SELECT private.reading_staff_role() AS reading_staff_role) IS
    NOT NULL)));

CREATE POLICY "staff bring pictures for content" ON "storage"."objects"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((bucket_id = 'content'::text) AND (name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(png|jpg|webp)$'::text) AND (( SELECT
    public.writing_staff_role() AS writing_staff_role) IS NOT NULL)));

CREATE POLICY "staff read the pictures of content" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING (((bucket_id = 'content'::text) AND (( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL)));

COMMENT ON COLUMN "public"."brokers"."facts" IS 'private.known_facts(): of each figure that expires its source, the day it was read and the day from which it is to be verified again.';

COMMENT ON COLUMN "public"."content_items"."languages" IS 'Of the newest version, private.language_states().';

COMMENT ON COLUMN "public"."content_items"."next_expiry" IS 'When the first dated fact of the newest version is to be verified again.';

COMMENT ON COLUMN "public"."plans"."allowances" IS 'How much of each kind of `registries/allowances.sql`, {kind: amount}; null is without limit, an absent kind has what its declaration says.';

COMMENT ON COLUMN "public"."prop_firms"."facts" IS 'private.known_facts(), as of brokers; a fact of a challenge is challenges.<slug>.<field>.';

COMMENT ON FUNCTION "private"."add_version"(public.content_items, jsonb, boolean) IS 'The number of the version that holds the document; an unchanged one makes none. may_replace: the author''s own newest version of the last ten minutes may give way to it.';

COMMENT ON FUNCTION "private"."allowance_kinds"() IS 'What plans measure out: the period it is counted in, and what a plan gives that does not say.';

COMMENT ON FUNCTION "private"."allowance_of"(uuid, text) IS 'What a member has of an allowance: its amount (null is without limit), the first day of its period, and when the next begins (null for a total).';

COMMENT ON FUNCTION "private"."are_allowances"(jsonb) IS 'Whether it is {kind: amount} of declared kinds; an amount is a whole number, or null for without limit.';

COMMENT ON FUNCTION "private"."are_translated"(jsonb) IS 'Whether it is a list of texts, each in every language; an empty list is one.';

COMMENT ON FUNCTION "private"."bare_text"(text) IS 'The words of a text in Markdown, without its marks and addresses.';

COMMENT ON FUNCTION "private"."broadcast_signal"(uuid, text, integer, timestamp with time zone) IS 'Enters the event into the feed and tells each class of members what it may know, on its own topic.';

COMMENT ON FUNCTION "private"."check_broker"(public.content_items, jsonb) IS 'Refuses a broker whose facts the guide could not show, at the field.';

COMMENT ON FUNCTION "private"."check_guide"(jsonb, text[]) IS 'Refuses what neither guide shows: names, links, instruments, and texts whose lists have other items than the French.';

COMMENT ON FUNCTION "private"."check_help_article"(public.content_items, jsonb) IS 'Refuses an article without a category of the help centre.';

COMMENT ON FUNCTION "private"."check_legal_page"(public.content_items, jsonb) IS 'Refuses a page that the site does not have.';

COMMENT ON FUNCTION "private"."check_parent"(uuid, uuid) IS 'Refuses a parent that is not there, is the item itself, or lies within it.';

COMMENT ON FUNCTION "private"."check_prop_firm"(public.content_items, jsonb) IS 'Refuses a firm whose facts the guide could not show, at the field, and one that changes or forgets rules that were published.';

COMMENT ON FUNCTION "private"."check_publishable"(public.content_items, integer) IS 'Refuses a version without its French texts, with a fact that is not whole, or that the check of its kind refuses; hint names the field.';

COMMENT ON FUNCTION "private"."check_slug"(text) IS 'Refuses what cannot stand in an address.';

COMMENT ON FUNCTION "private"."check_tier"(public.content_kinds, text) IS 'Refuses a tier that the kind has not.';

COMMENT ON FUNCTION "private"."checked_condition"(jsonb, integer, numeric) IS 'A condition as the commitment holds it, or the first refusal: none that no price can meet, or that this price decides.';

COMMENT ON FUNCTION "private"."checked_deadline"(jsonb, text, timestamp with time zone) IS 'The deadline of a statement, a whole minute from five minutes to thirty days away with an hour of trading before it, or the refusal.';

COMMENT ON FUNCTION "private"."checked_document"(public.content_kinds, jsonb) IS 'The document with all three parts; refuses what is none of the kind or holds more than half a megabyte. A draft may be incomplete: private.check_publishable() says what publication needs.';

COMMENT ON FUNCTION "private"."checked_terms"(jsonb, public.quotes) IS 'The terms of a statement as the commitment holds them, or the first refusal.';

COMMENT ON FUNCTION "private"."content_title"(jsonb, text) IS 'What a document is called in a language, else in French; null of a draft without a title or name.';

COMMENT ON FUNCTION "private"."count_signal_alert"() IS 'A rule that is set takes its part, one that goes gives it back. After the row: one that was there already takes none.';

COMMENT ON FUNCTION "private"."dated_facts"(jsonb) IS 'Every dated fact of the fields with its path, such as {accounts,0,spread}.';

COMMENT ON FUNCTION "private"."displayed_statement"(public.statements) IS 'A statement as everybody sees it: its terms once they are open, and what became of it.';

COMMENT ON FUNCTION "private"."due_content"(timestamp with time zone) IS 'For the worker: the items whose time has come.';

COMMENT ON FUNCTION "private"."editable_content"(uuid, integer) IS 'The item, locked, for who may write its kind; refuses one that has another version by now, whose number is the detail.';

COMMENT ON FUNCTION "private"."fact_expiry"(jsonb) IS 'The first day on which a dated fact is to be verified again; null of one without a value, and of one that is not filled in yet.';

COMMENT ON FUNCTION "private"."forget_simulated_minutes"(timestamp with time zone) IS 'Lets simulated minutes before a time go: a month as its table where nothing in it must stay, by the row elsewhere. Minutes of real markets, of signals'' lives and of statements that are undecided stay.';

COMMENT ON FUNCTION "private"."guard_version"() IS 'Lets a version change only while its author is still writing it, and be marked as published once.';

COMMENT ON FUNCTION "private"."index_content"(uuid, jsonb) IS 'Writes what search finds of a document, in four languages.';

COMMENT ON FUNCTION "private"."install_content"(text, text, jsonb, text, timestamp with time zone) IS 'Publishes an item that an installation begins with; one that is there stays as it is.';

COMMENT ON FUNCTION "private"."is_dated_fact"(jsonb) IS 'Whether it has the five parts of a dated fact and no other.';

COMMENT ON FUNCTION "private"."is_day"(text) IS 'Whether it is a day of the calendar, as 2026-11-12.';

COMMENT ON FUNCTION "private"."is_translated"(jsonb) IS 'Whether it is a text of 1 to 600 characters in each language of the product, {"fr", "en", …}.';

COMMENT ON FUNCTION "private"."keep_statement_minutes"(public.statements, text) IS 'Keeps the minutes of a statement''s whole time, as keep_signal_minutes() does. Returns what its entry says of them.';

COMMENT ON FUNCTION "private"."known_facts"(jsonb) IS 'Of each dated fact, by its field, where it was read, when, and from which day on it is to be verified again.';

COMMENT ON FUNCTION "private"."language_states"(jsonb, text[]) IS 'Of each language current, stale (the French has changed since it was translated) or missing (a required text, or one that the French has).';

COMMENT ON FUNCTION "private"."languages"() IS 'The languages of the product, the first where nobody chose.';

COMMENT ON FUNCTION "private"."lay_probe"(text) IS 'A row for the policies to judge; without an event it is told to nobody.';

COMMENT ON FUNCTION "private"."level_of"(jsonb, text, integer, numeric) IS 'A level of a condition: a price of the instrument that its market can reach.';

COMMENT ON FUNCTION "private"."live_epoch"() IS 'Within which numbers mean the same: a database that was restored, or a standby that took over, counts on from another past, and PostgreSQL gives it another timeline.';

COMMENT ON FUNCTION "private"."may_hear"(text) IS 'Whether the caller may hear a topic: what the policies on realtime.messages answer to whoever joins it.';

COMMENT ON FUNCTION "private"."note_media"() IS 'Keeps the list of pictures in step with the files.';

COMMENT ON FUNCTION "private"."notification_categories"() IS 'What a member chooses to be told. Matters of the account are told without being chosen.';

COMMENT ON FUNCTION "private"."notification_category"(text) IS 'The category of a kind of notification; null for a kind that is not declared.';

COMMENT ON FUNCTION "private"."notify_member"(uuid, text, text, jsonb, text, uuid, boolean, boolean) IS 'Tells one member a fact of a declared kind, in the fact''s own transaction. False when they were told before.';

COMMENT ON FUNCTION "private"."number_tellings"() IS 'At the end of a transaction: numbers what it told and hands it to those who listen.';

COMMENT ON FUNCTION "private"."open_statement"(uuid, timestamp with time zone) IS 'Opens a statement before its deadline. Its time is the caller''s, so no API role may call it.';

COMMENT ON FUNCTION "private"."opened_terms"(uuid) IS 'What opens the seal of a statement.';

COMMENT ON FUNCTION "private"."own_author_ids"() IS 'Under which identifiers the record holds the caller''s statements.';

COMMENT ON FUNCTION "private"."plan_of"(uuid) IS 'The plan that a member''s contract runs on; without one, the first of their tier.';

COMMENT ON FUNCTION "private"."project"(public.content_items, jsonb) IS 'Writes the typed rows of a kind that has some; a null document is a withdrawal.';

COMMENT ON FUNCTION "private"."project_broker"(public.content_items, jsonb) IS 'Writes a published broker to the tables of the guide; one that is withdrawn is listed no more.';

COMMENT ON FUNCTION "private"."project_prop_firm"(public.content_items, jsonb) IS 'Writes a published firm to the tables of the guide, with the rules that are new; one that is withdrawn is listed no more.';

COMMENT ON FUNCTION "private"."proof_summary"() IS 'What the first page of the export says of the whole: head, daily heads, statistics and scores as displayed.';

COMMENT ON FUNCTION "private"."publish_scheduled"(uuid, timestamp with time zone) IS 'For the worker: publishes what was set for this time: {published}, or {refused} with the reason kept for the staff; null where there is nothing to do.';

COMMENT ON FUNCTION "private"."publish_version"(public.content_items, integer, timestamp with time zone) IS 'Makes a version the one that readers have: card, body, search and typed rows, in one transaction.';

COMMENT ON FUNCTION "private"."published_author"(public.content_items) IS 'Who wrote the version that readers have.';

COMMENT ON FUNCTION "private"."record_lead"(uuid) IS 'The lead of an account, once. Somebody who only tries the product is none until they give an address.';

COMMENT ON FUNCTION "private"."record_statement"(jsonb, text, uuid, text, timestamp with time zone, timestamp
  with time zone, public.quotes, boolean, boolean) IS 'Checks, seals and stores a statement. Its times are the caller''s, so no API role may call it.';

COMMENT ON FUNCTION "private"."require_fields"(jsonb, text) IS 'Refuses the first field whose rule does not hold: {field: whether it is right}.';

COMMENT ON FUNCTION "private"."require_writer"(text) IS 'The kind of content, for who may write it; refuses everybody else.';

COMMENT ON FUNCTION "private"."resolve_statement"(uuid, boolean, timestamp with time zone, jsonb, timestamp with time zone) IS 'For the worker: what the stored minutes make of a statement whose deadline has passed (trading/src/statements/resolve.ts).';

COMMENT ON FUNCTION "private"."return_allowance"(uuid, text) IS 'Gives one use back in the period it was taken in: what was had is gone, or an act that was counted failed later.';

COMMENT ON FUNCTION "private"."return_failed_copy"() IS 'A copy that could not be made is not counted.';

COMMENT ON FUNCTION "private"."search_configuration"(text) IS 'How words of a language are brought to their stems.';

COMMENT ON FUNCTION "private"."searched"(text, text, boolean) IS 'What somebody typed as a query: each word by its beginning; every: all of them, else any.';

COMMENT ON FUNCTION "private"."signal_message"(private.signal_feed, boolean) IS 'An entry as it is told: whole, or what everybody may know, with the signal and the chain as they stand now.';

COMMENT ON FUNCTION "private"."soon"() IS 'The day until which staff are told of facts that expire: in a fortnight.';

COMMENT ON FUNCTION "private"."state"(jsonb, text, uuid, text, boolean) IS 'Makes a statement now. Rights are the caller''s to check. An engine''s has a name and no author.';

COMMENT ON FUNCTION "private"."take_slug"(public.content_items, text) IS 'Refuses the slug that another item of the kind has, or had while it was published.';

COMMENT ON FUNCTION "private"."tell_access"() IS 'Somebody may have lost a right: the servers judge the channels that they have joined again (server/src/realtime/channels/rights.ts). Where nobody listens, nothing happens.';

COMMENT ON FUNCTION "private"."tell_editors"(uuid, integer, text, text) IS 'Tells who has the item open that it was saved or published.';

COMMENT ON FUNCTION "private"."tell_lead"() IS 'A new lead, and one that is qualified, goes to the addresses in the fact''s own transaction.';

COMMENT ON FUNCTION "private"."tell_queue"(uuid[], text) IS 'Tells open queues what happened to requests, each as it stands now, and the members'' own pages that it did.';

COMMENT ON FUNCTION "private"."tell_topic"(text, text, jsonb) IS 'Tells those who hear a topic when the transaction commits. The payload, an object, gets `number` and `epoch`; a page that was away catches up with it.';

COMMENT ON FUNCTION "private"."tell_topics"(text[], text, jsonb[]) IS 'Tells each topic its own payload when the transaction commits. An unknown topic begins with it.';

COMMENT ON FUNCTION "private"."text_lines"(jsonb, text, text) IS 'The items of a list in a language: its text has one a line.';

COMMENT ON FUNCTION "private"."told_by_default"(text) IS 'The categories that a channel tells a member who never chose.';

COMMENT ON FUNCTION "private"."told_id"(text, text, bigint) IS 'The id under which realtime.messages holds a message of a topic: found by the primary key, for that table''s indexes are the host''s.';

COMMENT ON FUNCTION "private"."topic_head"(text) IS 'The number of the last message of a topic, 0 before the first.';

COMMENT ON FUNCTION "private"."translated"(jsonb, text) IS 'A text in four languages, the French in place of one that is not translated; null where there is none.';

COMMENT ON FUNCTION "private"."translated_lines"(jsonb, text) IS 'A list of texts, each in four languages.';

COMMENT ON FUNCTION "private"."unpublish"(public.content_items, text) IS 'Takes an item from its readers.';

COMMENT ON FUNCTION "private"."unsubscribe_categories"() IS 'Categories by their number in the links that end mails; digest is the daily mail.';

COMMENT ON FUNCTION "private"."use_allowance"(uuid, text) IS 'Counts one use of an allowance by a member, in the transaction of the act; returns what is left (null without limit). Refuses with allowance_used_up, whose detail says {kind, amount, left, renews_at}.';

COMMENT ON FUNCTION "private"."write_version"(public.content_items, jsonb, uuid, text, boolean) IS 'Writes the next version, in place of the newest or beside it, and what the item says of it.';

COMMENT ON FUNCTION "public"."archive_content"(uuid[]) IS 'Puts items away: readers and the staff''s list no longer have them, their history stays.';

COMMENT ON FUNCTION "public"."catch_up"(text, bigint, text) IS 'What a topic told after a number of an epoch, in order: {epoch, head, messages: [{event, payload}]}. messages is null where the list must be read anew: without a number, in another epoch, when more than 500 were missed or some of them are no longer kept. For whoever may hear the topic.';

COMMENT ON FUNCTION "public"."content_at"(text, text) IS 'A published item: its row of published_content with fields and texts of its body (null where the caller''s tier has it not), and redirect where it is called otherwise now. Null where there is none.';

COMMENT ON FUNCTION "public"."content_counts"() IS 'Of each kind how many items there are, how many lack a translation, and how many have a fact that expires within fourteen days. For staff.';

COMMENT ON FUNCTION "public"."content_history"(uuid) IS 'The versions of an item, newest first; for staff.';

COMMENT ON FUNCTION "public"."create_content"(text, text, jsonb, uuid, text) IS 'A new draft; its document may be incomplete. Returns the item''s id.';

COMMENT ON FUNCTION "public"."describe_media"(text, jsonb, integer, integer) IS 'Says what a picture shows, in each language, and how large it is in pixels.';

COMMENT ON FUNCTION "public"."export_proof"(bigint, integer) IS 'A page of the public export: ledger entries after a sequence (at most 1000), the signals and statements made in them as displayed when the ledger ended at `as_of`, and on the first page a summary. Read until `until` = `as_of`.';

COMMENT ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) IS 'The staff''s list of content, what expires soonest first and then what changed last; without of_state all but what is archived. after: the id of the last row that is known. expiring_facts: how many expire within fourteen days or have; fact_days: how long the first of them held.';

COMMENT ON FUNCTION "public"."make_statement"(jsonb, boolean) IS 'Claims {symbol, condition, probability, deadline} about a market: {id, number, commitment, hash}. Unless sealed is false nobody else reads it before it is revealed or its deadline. Refusals carry a key and, as hint, a field.';

COMMENT ON FUNCTION "public"."media_uses"(text) IS 'The items that show a picture in any of their versions, for any can be restored; newest: whether they still do. For staff.';

COMMENT ON FUNCTION "public"."move_content"(uuid, uuid, uuid) IS 'Puts an item among the children of a parent (null: at the top), before one of them or, without it, last.';

COMMENT ON FUNCTION "public"."my_allowances"() IS 'The caller''s allowances: amount (null is without limit), how much is used in the period that runs, and when the next begins (null for a total).';

COMMENT ON FUNCTION "public"."my_subscription"() IS 'The caller''s contract as the account shows it: {tier, subscription, plan, next_charge: {at, amount, currency}, pay_page (where what is unpaid is paid), bank_asks (it waits for the holder alone), method, billing, tax: {treatment, rate}, withdrawal: {possible, until, paid, used, refund, days_used, days}}; null where there is none.';

COMMENT ON FUNCTION "public"."publish_content"(uuid, integer, timestamp with time zone) IS 'Publishes the newest version now, or at a time to come, if nothing is missing in it. What is saved after a time was set is not published with it.';

COMMENT ON FUNCTION "public"."read_notifications"(uuid[], boolean) IS 'Marks notifications of the caller as read, or as unread again; all of them where none is named. Returns how many changed. Their other pages are told.';

COMMENT ON FUNCTION "public"."remove_media"(text) IS 'Removes a picture that no version of any item shows.';

COMMENT ON FUNCTION "public"."rename_content"(uuid, text) IS 'Gives an item another slug. The address of one that was ever published goes on leading to it.';

COMMENT ON FUNCTION "public"."request_data_export"() IS 'Asks for a copy of the caller''s data; the one that already waits counts. Refuses with proof_needed when they did not prove who they are within ten minutes, with allowance_used_up when the day''s copies were made.';

COMMENT ON FUNCTION "public"."restore_content"(uuid, integer) IS 'Makes a copy of an earlier version the newest one and returns its number; an archived item is a draft again.';

COMMENT ON FUNCTION "public"."reveal_statement"(uuid) IS 'Opens one''s own statement to everybody before its deadline.';

COMMENT ON FUNCTION "public"."reverify_facts"(uuid, integer, text[]) IS 'Says of dated facts (by path, such as licence_number or accounts.0.spread) that they were read again today and hold, in a new version, whose number it returns.';

COMMENT ON FUNCTION "public"."save_content"(uuid, integer, jsonb) IS 'Keeps a document and returns its version. Refused with content_changed_meanwhile (detail: the newest version) where expected_version is not the newest.';

COMMENT ON FUNCTION "public"."search_content"(text, text, integer, text) IS 'Published content with these words, best first: title, and a piece of the text that the caller may read. Accents and endings do not matter.';

COMMENT ON FUNCTION "public"."set_content_tier"(uuid, text) IS 'Says for whom the whole of an item is: visitor (everybody), freemium (whoever is signed in) or premium.';

COMMENT ON FUNCTION "public"."unread_notifications"() IS 'How many of the caller''s notifications are unread and still hold, and the number of the last message that is counted: {count, number}. Each later one says in `unread` by how much the count changes.';

COMMENT ON FUNCTION "public"."use_allowance"(text) IS 'Counts one use of an allowance by the caller; returns what is left (null without limit). Refuses with allowance_used_up.';

COMMENT ON FUNCTION "public"."withdraw_content"(uuid) IS 'One step back: a time that was set is forgotten; what is published, archived or was to be published first is a draft.';

COMMENT ON TABLE "private"."signal_feed" IS 'What was told about signals, in order.';

COMMENT ON TABLE "private"."statement_authors" IS 'The pseudonym under which the record holds a member''s statements. When the account goes, nothing leads from the record to them.';

COMMENT ON TABLE "private"."tellings" IS 'What a transaction tells, until it commits and each message gets its number.';

COMMENT ON TABLE "private"."terms_versions" IS 'The versions of the general terms that there are, each with the day from which it is in force: nobody agrees to words that nobody wrote. A new text is a new row; web/src/lib/site/terms-version.ts names the one that is shown.';

COMMENT ON TABLE "private"."topics" IS 'How far each topic has come on which something was told.';

COMMENT ON TABLE "public"."allowance_uses" IS 'How much of each allowance a member has used in the period that began on a day of Paris. One row a member and kind; the next period overwrites it.';

COMMENT ON TABLE "public"."content_items" IS 'One thing that staff write: where it stands among the others, its state, and what is known of its newest version.';

COMMENT ON TABLE "public"."content_kinds" IS 'What staff write and members read: a row a kind. web/src/lib/content/content-kinds.ts is generated from it.';

COMMENT ON TABLE "public"."content_redirects" IS 'Slugs that published items had before: their addresses lead to the item as it is called now.';

COMMENT ON TABLE "public"."content_versions" IS 'Every state that a document was left in. One that was published, or saved more than ten minutes ago, stays as it is.';

COMMENT ON TABLE "public"."media" IS 'The pictures that staff brought, a row each; alt: {language: what it shows}.';

COMMENT ON TABLE "public"."plans" IS 'Freemium, standard and pro: the tier each gives and what it measures out.';

COMMENT ON TABLE "public"."published_bodies" IS 'The whole of a published item, for the tier that it is of.';

COMMENT ON TABLE "public"."published_content" IS 'An item as everybody may know it. card: {texts: {language: {title, summary}}, fields: those that the kind declares public}. published_at is of its first publication, updated_at of this version''s.';

COMMENT ON TABLE "public"."published_words" IS 'What full-text search finds, language by language.';

COMMENT ON TABLE "public"."statement_minutes" IS 'The minutes of a statement''s whole time, as signal_minutes holds those of signals; the ledger has each day''s hash.';

COMMENT ON TABLE "public"."statement_openings" IS 'Which statements everybody may read, since when.';

COMMENT ON TABLE "public"."statement_outcomes" IS 'What became of statements whose deadline has passed: whether they came true, when that was certain, and the candle it rests on.';

COMMENT ON TABLE "public"."statement_scores" IS 'The table of scores as displayed (trading/src/statements/scores.ts), kept by the worker and recomputed by whoever checks the record.';

COMMENT ON TABLE "public"."statement_terms" IS 'What is claimed, and the nonce that opens its seal. Read by its author alone until it is opened.';

COMMENT ON TABLE "public"."statements" IS 'Who claimed something, until when, under which seal. Not about what.';

REVOKE ALL ON FUNCTION "private"."add_version"(public.content_items, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."allowance_kinds"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allowance_kinds"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."allowance_of"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_allowances"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_allowances"(jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."bare_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_broker"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_guide"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_help_article"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_legal_page"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_parent"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_prop_firm"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_publishable"(public.content_items, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_slug"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_tier"(public.content_kinds, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_condition"(jsonb, integer, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_deadline"(jsonb, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_document"(public.content_kinds, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_terms"(jsonb, public.quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."content_title"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."content_title"(jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."count_signal_alert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."dated_facts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."dated_facts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."displayed_statement"(public.statements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."due_content"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."due_content"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."editable_content"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fact_expiry"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fact_expiry"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."guard_version"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."index_content"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_content"(text, text, jsonb, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_dated_fact"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_dated_fact"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_day"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_day"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_statement_minutes"(public.statements, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_facts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."language_states"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."languages"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."languages"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."lay_probe"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lay_probe"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."level_of"(jsonb, text, integer, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."live_epoch"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."live_epoch"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_hear"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_hear"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_media"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notification_categories"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notification_categories"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."notification_category"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notification_category"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."notify_member"(uuid, text, text, jsonb, text, uuid, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_tellings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_statement"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."opened_terms"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_author_ids"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_author_ids"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."plain"(text) FROM "anon";

GRANT EXECUTE ON FUNCTION "private"."plain"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."plan_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project_broker"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."project_prop_firm"(public.content_items, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_scheduled"(uuid, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."publish_scheduled"(uuid, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."publish_version"(public.content_items, integer, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."published_author"(public.content_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_statement"(jsonb, text, uuid, text, timestamp WITH time zone, timestamp WITH time zone, public.quotes, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_fields"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_writer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_statement"(uuid, boolean, timestamp WITH time zone, jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_allowance"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_failed_copy"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."search_configuration"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_configuration"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."searched"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."searched"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."soon"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."soon"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."state"(jsonb, text, uuid, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_slug"(public.content_items, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_editors"(uuid, integer, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_lead"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_queue"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_topic"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_topics"(text[], text, jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_lines"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_by_default"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_by_default"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."told_id"(text, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_id"(text, text, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."topic_head"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."topic_head"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."translated"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."translated_lines"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unpublish"(public.content_items, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unsubscribe_categories"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unsubscribe_categories"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."use_allowance"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_version"(public.content_items, jsonb, uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."archive_content"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."archive_content"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."archive_content"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."catch_up"(text, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."catch_up"(text, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."catch_up"(text, bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."content_at"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."content_at"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."content_at"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."content_counts"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."content_counts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."content_counts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."content_history"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."content_history"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."content_history"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_content"(text, text, jsonb, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_content"(text, text, jsonb, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_content"(text, text, jsonb, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."describe_media"(text, jsonb, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."describe_media"(text, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."describe_media"(text, jsonb, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_statement"(jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."make_statement"(jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_statement"(jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."media_uses"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."media_uses"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."media_uses"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_content"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_content"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_content"(uuid, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_allowances"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_allowances"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_allowances"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."publish_content"(uuid, integer, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."publish_content"(uuid, integer, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."publish_content"(uuid, integer, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_notifications"(uuid[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_notifications"(uuid[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_notifications"(uuid[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_media"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_media"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_media"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rename_content"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."rename_content"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rename_content"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_content"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."restore_content"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_content"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reveal_statement"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reveal_statement"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reveal_statement"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reverify_facts"(uuid, integer, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reverify_facts"(uuid, integer, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reverify_facts"(uuid, integer, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_content"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_content"(uuid, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_content"(uuid, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_content"(text, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_content"(text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_content"(text, text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_content_tier"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_content_tier"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_content_tier"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."unread_notifications"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."unread_notifications"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."unread_notifications"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."use_allowance"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."use_allowance"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."use_allowance"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_content"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_content"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_content"(uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."allowance_uses" FROM "authenticated";

GRANT SELECT ON TABLE "public"."allowance_uses" TO "authenticated";

REVOKE ALL ON TABLE "public"."allowance_uses" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."allowance_uses" TO "postgres";

REVOKE ALL ON TABLE "public"."broker_accounts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."broker_accounts" TO "authenticated";

REVOKE ALL ON TABLE "public"."broker_accounts" FROM "service_role";

GRANT SELECT ON TABLE "public"."broker_accounts" TO "service_role";

REVOKE ALL ON TABLE "public"."brokers" FROM "authenticated";

GRANT SELECT ON TABLE "public"."brokers" TO "authenticated";

REVOKE ALL ON TABLE "public"."brokers" FROM "service_role";

GRANT SELECT ON TABLE "public"."brokers" TO "service_role";

REVOKE ALL ON TABLE "public"."content_items" FROM "authenticated";

GRANT SELECT ON TABLE "public"."content_items" TO "authenticated";

REVOKE ALL ON TABLE "public"."content_items" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."content_items" TO "postgres";

REVOKE ALL ON TABLE "public"."content_kinds" FROM "anon";

GRANT SELECT ON TABLE "public"."content_kinds" TO "anon";

REVOKE ALL ON TABLE "public"."content_kinds" FROM "authenticated";

GRANT SELECT ON TABLE "public"."content_kinds" TO "authenticated";

REVOKE ALL ON TABLE "public"."content_kinds" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."content_kinds" TO "postgres";

REVOKE ALL ON TABLE "public"."content_redirects" FROM "anon";

GRANT SELECT ON TABLE "public"."content_redirects" TO "anon";

REVOKE ALL ON TABLE "public"."content_redirects" FROM "authenticated";

GRANT SELECT ON TABLE "public"."content_redirects" TO "authenticated";

REVOKE ALL ON TABLE "public"."content_redirects" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."content_redirects" TO "postgres";

REVOKE ALL ON TABLE "public"."content_versions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."content_versions" TO "authenticated";

REVOKE ALL ON TABLE "public"."content_versions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."content_versions" TO "postgres";

REVOKE ALL ON TABLE "public"."media" FROM "authenticated";

GRANT SELECT ON TABLE "public"."media" TO "authenticated";

REVOKE ALL ON TABLE "public"."media" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."media" TO "postgres";

REVOKE ALL ON TABLE "public"."prop_firm_challenges" FROM "authenticated";

GRANT SELECT ON TABLE "public"."prop_firm_challenges" TO "authenticated";

REVOKE ALL ON TABLE "public"."prop_firm_challenges" FROM "service_role";

GRANT SELECT ON TABLE "public"."prop_firm_challenges" TO "service_role";

REVOKE ALL ON TABLE "public"."prop_firms" FROM "authenticated";

GRANT SELECT ON TABLE "public"."prop_firms" TO "authenticated";

REVOKE ALL ON TABLE "public"."prop_firms" FROM "service_role";

GRANT SELECT ON TABLE "public"."prop_firms" TO "service_role";

REVOKE ALL ON TABLE "public"."published_bodies" FROM "anon";

GRANT SELECT ON TABLE "public"."published_bodies" TO "anon";

REVOKE ALL ON TABLE "public"."published_bodies" FROM "authenticated";

GRANT SELECT ON TABLE "public"."published_bodies" TO "authenticated";

REVOKE ALL ON TABLE "public"."published_bodies" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."published_bodies" TO "postgres";

REVOKE ALL ON TABLE "public"."published_content" FROM "anon";

GRANT SELECT ON TABLE "public"."published_content" TO "anon";

REVOKE ALL ON TABLE "public"."published_content" FROM "authenticated";

GRANT SELECT ON TABLE "public"."published_content" TO "authenticated";

REVOKE ALL ON TABLE "public"."published_content" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."published_content" TO "postgres";

REVOKE ALL ON TABLE "public"."published_words" FROM "anon";

GRANT SELECT ON TABLE "public"."published_words" TO "anon";

REVOKE ALL ON TABLE "public"."published_words" FROM "authenticated";

GRANT SELECT ON TABLE "public"."published_words" TO "authenticated";

REVOKE ALL ON TABLE "public"."published_words" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."published_words" TO "postgres";

REVOKE ALL ON TABLE "public"."statement_minutes" FROM "anon";

GRANT SELECT ON TABLE "public"."statement_minutes" TO "anon";

REVOKE ALL ON TABLE "public"."statement_minutes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."statement_minutes" TO "authenticated";

REVOKE ALL ON TABLE "public"."statement_minutes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."statement_minutes" TO "postgres";

REVOKE ALL ON TABLE "public"."statement_minutes" FROM "service_role";

GRANT SELECT ON TABLE "public"."statement_minutes" TO "service_role";

REVOKE ALL ON TABLE "public"."statement_openings" FROM "anon";

GRANT SELECT ON TABLE "public"."statement_openings" TO "anon";

REVOKE ALL ON TABLE "public"."statement_openings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."statement_openings" TO "authenticated";

REVOKE ALL ON TABLE "public"."statement_openings" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."statement_openings" TO "postgres";

REVOKE ALL ON TABLE "public"."statement_openings" FROM "service_role";

GRANT SELECT ON TABLE "public"."statement_openings" TO "service_role";

REVOKE ALL ON TABLE "public"."statement_outcomes" FROM "anon";

GRANT SELECT ON TABLE "public"."statement_outcomes" TO "anon";

REVOKE ALL ON TABLE "public"."statement_outcomes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."statement_outcomes" TO "authenticated";

REVOKE ALL ON TABLE "public"."statement_outcomes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."statement_outcomes" TO "postgres";

REVOKE ALL ON TABLE "public"."statement_outcomes" FROM "service_role";

GRANT SELECT ON TABLE "public"."statement_outcomes" TO "service_role";

REVOKE ALL ON TABLE "public"."statement_scores" FROM "anon";

GRANT SELECT ON TABLE "public"."statement_scores" TO "anon";

REVOKE ALL ON TABLE "public"."statement_scores" FROM "authenticated";

GRANT SELECT ON TABLE "public"."statement_scores" TO "authenticated";

REVOKE ALL ON TABLE "public"."statement_scores" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."statement_scores" TO "postgres";

REVOKE ALL ON TABLE "public"."statement_scores" FROM "service_role";

GRANT SELECT ON TABLE "public"."statement_scores" TO "service_role";

REVOKE ALL ON TABLE "public"."statement_terms" FROM "anon";

GRANT SELECT ON TABLE "public"."statement_terms" TO "anon";

REVOKE ALL ON TABLE "public"."statement_terms" FROM "authenticated";

GRANT SELECT ON TABLE "public"."statement_terms" TO "authenticated";

REVOKE ALL ON TABLE "public"."statement_terms" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."statement_terms" TO "postgres";

REVOKE ALL ON TABLE "public"."statement_terms" FROM "service_role";

GRANT SELECT ON TABLE "public"."statement_terms" TO "service_role";

REVOKE ALL ON TABLE "public"."statements" FROM "anon";

GRANT SELECT ON TABLE "public"."statements" TO "anon";

REVOKE ALL ON TABLE "public"."statements" FROM "authenticated";

GRANT SELECT ON TABLE "public"."statements" TO "authenticated";

REVOKE ALL ON TABLE "public"."statements" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."statements" TO "postgres";

REVOKE ALL ON TABLE "public"."statements" FROM "service_role";

GRANT SELECT ON TABLE "public"."statements" TO "service_role";

ALTER TABLE "public"."notification_preferences"
  ALTER COLUMN "email" SET DEFAULT private.told_by_default('email'::text);

ALTER TABLE "public"."notification_preferences"
  ALTER COLUMN "in_app" SET DEFAULT private.told_by_default('in_app'::text);

ALTER TABLE "public"."notification_preferences"
  ALTER COLUMN "push" SET DEFAULT private.told_by_default('push'::text);

ALTER TABLE "private"."invoice_words"
  ADD CONSTRAINT "invoice_words_language_check" CHECK ((language = ANY (private.languages())));

ALTER TABLE "private"."telegram_chats"
  ADD CONSTRAINT "telegram_chats_language_check" CHECK ((language = ANY (private.languages())));

ALTER TABLE "public"."consents"
  ADD CONSTRAINT "consents_locale_check" CHECK ((locale = ANY (private.languages())));

ALTER TABLE "public"."invoices"
  ADD CONSTRAINT "invoices_language_check" CHECK ((language = ANY (private.languages())));

ALTER TABLE "public"."leads"
  ADD CONSTRAINT "leads_consent_locale_check" CHECK ((consent_locale = ANY (private.languages())));

ALTER TABLE "public"."notification_preferences"
  ADD CONSTRAINT "notification_preferences_check" CHECK (((((in_app || email) || digest) || push) <@ private.notification_categories()));

ALTER TABLE "public"."notifications"
  ADD CONSTRAINT "notifications_category_check" CHECK (((category = 'account'::text) OR (category = ANY (private.notification_categories()))));

ALTER TABLE "public"."plans"
  ADD CONSTRAINT "plans_allowances_check" CHECK (private.are_allowances(allowances));

ALTER TABLE "public"."profiles"
  ADD CONSTRAINT "profiles_locale_check" CHECK ((locale = ANY (private.languages())));

ALTER TABLE "public"."published_words"
  ADD CONSTRAINT "published_words_language_check" CHECK ((language = ANY (private.languages())));

-- Last, by hand: data that moves or is new. Kept when this file is generated again.

-- Alerts that are set already count; copies of data that were asked for today, too.
insert into public.allowance_uses (user_id, kind, since, used)
select user_id, 'signal_alerts', '-infinity', count(*) from public.signal_alerts group by user_id
on conflict (user_id, kind) do update set used = excluded.used;
insert into public.allowance_uses (user_id, kind, since, used)
select user_id, 'data_copies', private.paris_day(now()), count(*) from public.data_exports
where state <> 'failed' and private.paris_day(requested_at) = private.paris_day(now()) group by user_id
on conflict (user_id, kind) do nothing;
insert into private.personal_data (subject, condition, exported, fate) values ('public.allowance_uses', 'user_id = $1', true, 'goes')
on conflict (subject) do nothing;

-- What a member's open pages are told: how far their topic has come, and messages about their requests that staff heard.
update private.personal_data set condition = 'topic = ''member:'' || $1 or payload #>> ''{request,user_id}'' = $1::text'
where subject = 'realtime.messages';
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
values ('private.topics', 'topic = ''member:'' || $1', null, false, true, '{}', 'deleted', 'How many messages a member''s pages were told; what they told is in the tables above.')
on conflict (subject) do nothing;

insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason) values
  ('private.statement_authors', 'user_id = $1', null, true, true, '{}', 'goes', null),
  ('public.statements', 'author_id = $1 or author_id = (select author_id from private.statement_authors where user_id = $1)', null, true, true, '{}', 'kept', 'What was stated stays with the record: an analyst''s under their name as signals do, a member''s under a pseudonym that goes with the account.'),
  ('public.statement_terms', 'statement_id in (select id from public.statements where author_id = $1 or author_id = (select author_id from private.statement_authors where user_id = $1))', null, true, true, '{nonce}', 'kept', 'What was stated stays with the record, as above.')
on conflict (subject) do nothing;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('content', 'content', true, 8388608, array['image/png', 'image/jpeg', 'image/webp']) on conflict do nothing;
insert into public.content_kinds (kind, writers, required_texts, optional_texts, card_fields, fixed_slug, address, check_function, project_function) values
  ('broker', '{admin}', '{summary,protections,deposits,withdrawals}', '{pros,cons,affiliate_disclosure}', '{name,fictitious}', true, '/brokers?broker=', 'check_broker', 'project_broker'),
  ('prop-firm', '{admin}', '{summary,payout}', '{pros,cons,promotion_text,affiliate_disclosure}', '{name,fictitious}', true, '/propfirm?firm=', 'check_prop_firm', 'project_prop_firm'),
  ('help-article', '{analyst,admin}', '{title,summary,body}', '{}', '{category}', false, '/aide?article=', 'check_help_article', null),
  ('legal-page', '{admin}', '{title,summary,body}', '{}', '{}', true, null, 'check_legal_page', null)
on conflict do nothing;
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason) values
  ('public.content_items', 'updated_by = $1', null, true, true, '{}', 'kept', 'Who changed what the operator publishes, by number alone; only staff write.'),
  ('public.content_versions', 'author = $1', null, true, true, '{}', 'kept', 'Who wrote what the operator published stays with it; only staff write.'),
  ('public.media', 'by = $1', null, true, true, '{}', 'kept', 'Who brought a picture that the operator publishes, by number alone; only staff do.')
on conflict do nothing;

do $$
declare
  listed record;
  today constant date := (now() at time zone 'Europe/Paris')::date;
begin
  -- A text in four languages as {language: {name: text}}; a list becomes a text with an item a line.
  create function pg_temp.spread_texts(texts jsonb, lists jsonb) returns jsonb language sql as $f$
    select jsonb_object_agg(language, (
      select coalesce(jsonb_object_agg(key, value), '{}') from (
        select key, to_jsonb(value ->> language) from jsonb_each(texts) where value <> 'null'
        union all
        select key, to_jsonb((select string_agg(regexp_replace(item ->> language, '\s*\n\s*', ' ', 'g'), E'\n' order by place) from jsonb_array_elements(value) with ordinality as list (item, place)))
        from jsonb_each(lists) where value <> '[]'
      ) as parts (key, value)))
    from unnest(array['fr', 'en', 'es', 'it']) as language
  $f$;
  create function pg_temp.read_fact(value jsonb, by text, read_on date, valid_days int) returns jsonb language sql as $f$
    select jsonb_build_object('value', value, 'source', 'Fiche vérifiée par ' || by, 'source_url', null, 'read_on', read_on, 'valid_days', valid_days)
  $f$;

  for listed in select * from public.brokers where item is null order by slug loop
    perform private.install_content('broker', listed.slug, jsonb_build_object(
      'fields', jsonb_build_object(
        'name', listed.name, 'entity', listed.entity, 'instruments', to_jsonb(listed.instruments), 'platforms', to_jsonb(listed.platforms), 'leverage', listed.leverage,
        'website_url', listed.website_url, 'affiliate_url', listed.affiliate_url, 'fictitious', listed.fictitious,
        'regulator', pg_temp.read_fact(to_jsonb(listed.regulator), listed.verified_by, least(listed.verified_on, today), 180),
        'licence_number', pg_temp.read_fact(to_jsonb(listed.licence_number), listed.verified_by, least(listed.verified_on, today), 180),
        'losing_share', pg_temp.read_fact(coalesce(to_jsonb(trim_scale(round(listed.losing_share, 4))::text), 'null'), listed.verified_by, least(coalesce(listed.losing_share_on, listed.verified_on), today), 90),
        'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
            'slug', account.slug, 'name', account.name, 'currency', account.currency,
            'minimum_deposit', pg_temp.read_fact(to_jsonb(account.minimum_deposit), listed.verified_by, least(listed.verified_on, today), 90),
            'eurusd_spread_pips', pg_temp.read_fact(to_jsonb(trim_scale(account.eurusd_spread_pips)::text), listed.verified_by, least(listed.verified_on, today), 30),
            'commission_usd_cents', pg_temp.read_fact(to_jsonb(account.commission_usd_cents), listed.verified_by, least(listed.verified_on, today), 90)) order by account.sort, account.slug), '[]')
          from public.broker_accounts as account where account.broker = listed.slug)),
      'texts', pg_temp.spread_texts(
        jsonb_build_object('summary', listed.summary, 'deposits', listed.deposits, 'withdrawals', listed.withdrawals, 'affiliate_disclosure', listed.affiliate_disclosure),
        jsonb_build_object('protections', listed.protections, 'pros', listed.pros, 'cons', listed.cons))), listed.verified_by);
  end loop;

  for listed in select * from public.prop_firms where item is null order by slug loop
    perform private.install_content('prop-firm', listed.slug, jsonb_build_object(
      'fields', jsonb_build_object(
        'name', listed.name, 'instruments', to_jsonb(listed.instruments), 'platforms', to_jsonb(listed.platforms),
        'entity', pg_temp.read_fact(to_jsonb(listed.entity), listed.verified_by, least(listed.verified_on, today), 365),
        'promotion_code', listed.promotion_code, 'promotion_ends_on', listed.promotion_ends_on,
        'website_url', listed.website_url, 'affiliate_url', listed.affiliate_url, 'fictitious', listed.fictitious,
        'challenges', (select coalesce(jsonb_agg(jsonb_build_object(
            'slug', sold.slug, 'name', sold.name, 'account_size', sold.account_size, 'currency', sold.currency, 'fee_refunded', sold.fee_refunded,
            'fee', pg_temp.read_fact(to_jsonb(sold.fee), listed.verified_by, least(listed.verified_on, today), 60),
            'split', pg_temp.read_fact(to_jsonb(trim_scale(round(sold.split, 4))::text), listed.verified_by, least(listed.verified_on, today), 90),
            'first_payout_days', sold.first_payout_days, 'payout_every_days', sold.payout_every_days,
            'versions', (select coalesce(jsonb_agg(jsonb_build_object('applies_from', rule.applies_from, 'phases', rule.phases, 'source', rule.source, 'source_url', rule.source_url) order by rule.version), '[]')
              from public.prop_firm_rule_versions as rule where rule.firm = sold.firm and rule.challenge = sold.slug)) order by sold.sort, sold.slug), '[]')
          from public.prop_firm_challenges as sold where sold.firm = listed.slug)),
      'texts', pg_temp.spread_texts(
        jsonb_build_object('summary', listed.summary, 'payout', listed.payout, 'promotion_text', listed.promotion_text, 'affiliate_disclosure', listed.affiliate_disclosure),
        jsonb_build_object('pros', listed.pros, 'cons', listed.cons))), listed.verified_by);
  end loop;
  drop function pg_temp.spread_texts(jsonb, jsonb);
  drop function pg_temp.read_fact(jsonb, text, date, int);
end
$$;
