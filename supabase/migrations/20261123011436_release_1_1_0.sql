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

CREATE OR REPLACE FUNCTION private.access_of (
  s jsonb
)
  RETURNS TABLE (
    fact             text,
    source           text,
    provider         text,
    provider_payment text,
    starts_at        timestamp with time zone,
    ends_at          timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select 'payment:' || pay.key, 'subscription', pay.value ->> 'provider', pay.value ->> 'provider_payment', (pay.value ->> 'period_start')::timestamptz,
    least((pay.value ->> 'period_end')::timestamptz, (pay.value ->> 'cut_at')::timestamptz)
  from jsonb_each(s -> 'payments') as pay
  where pay.value ->> 'paid_at' is not null and (pay.value ->> 'period_start')::timestamptz < least((pay.value ->> 'period_end')::timestamptz, (pay.value ->> 'cut_at')::timestamptz)
  union all
  -- A renewal may be charged up to an hour after the period's end, and reported later.
  select 'grace:' || sub.key, 'grace', null, null, (sub.value ->> 'current_period_end')::timestamptz,
    coalesce((sub.value ->> 'grace_until')::timestamptz, (sub.value ->> 'current_period_end')::timestamptz + interval '1 day')
  from jsonb_each(s -> 'subscriptions') as sub
  where sub.value ->> 'means' = 'card' and (sub.value ->> 'state' in ('active', 'past_due')
      or (sub.value ->> 'state' = 'expired' and sub.value ->> 'ended_for' in ('unpaid', 'canceled')))
    and coalesce((sub.value ->> 'grace_until')::timestamptz,
      case when sub.value ->> 'state' = 'active' then (sub.value ->> 'current_period_end')::timestamptz + interval '1 day' end) > (sub.value ->> 'current_period_end')::timestamptz
$function$;

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

CREATE OR REPLACE FUNCTION private.announce_renewals (
  moment timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sub public.subscriptions;
  told int := 0;
  facts jsonb;
begin
  for sub in
    select known.* from public.subscriptions as known join public.profiles as profile on profile.id = known.user_id
    where known.state = 'active' and current_period_end > moment and current_period_end - interval '3 months' <= moment
    order by current_period_end limit 5000
  loop
    facts := jsonb_build_object('Plan', private.plan_names(coalesce(sub.next_plan, sub.plan)), 'Period', coalesce(sub.next_period, sub.period),
      'Amount', coalesce(sub.next_amount, sub.amount), 'Currency', sub.currency);
    -- From three months before; with less than a month left it is late, but better than none.
    if sub.means = 'card' and sub.period = 'year' then
      told := told + private.announce(sub, 'renewal_notice', private.paris_day(sub.current_period_end)::text, facts || jsonb_build_object(
        'RenewsOn', sub.current_period_end,
        -- The last complete day before it, so that no one is late by an hour.
        'Deadline', ((private.paris_day(sub.current_period_end) - 1) + time '12:00') at time zone 'Europe/Paris'), '/mon-compte?onglet=abonnement', moment);
    end if;
    if sub.means = 'crypto' and sub.paid_until <= sub.current_period_end and sub.current_period_end - interval '7 days' <= moment then
      told := told + private.announce(sub, 'crypto_renewal', private.paris_day(sub.current_period_end)::text,
        facts || jsonb_build_object('PaidUntil', sub.current_period_end), '/payment', moment);
    end if;
    if sub.means = 'card' and sub.method ->> 'expires' ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' and sub.current_period_end - interval '30 days' <= moment
      and ((sub.method ->> 'expires') || '-01')::date + interval '1 month' <= sub.current_period_end at time zone 'Europe/Paris'
    then
      told := told + private.announce(sub, 'method_expiring', sub.method ->> 'expires', facts || jsonb_build_object(
        'Card', concat_ws(' •••• ', initcap(sub.method ->> 'brand'), sub.method ->> 'last4'), 'CardExpires', sub.method ->> 'expires', 'RenewsOn', sub.current_period_end),
        '/mon-compte?onglet=abonnement', moment);
    end if;
  end loop;
  return told;
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

CREATE OR REPLACE FUNCTION private.attribute_lead (
  lead    public.leads,
  code    text,
  visitor uuid,
  memory  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  agreed constant boolean := coalesce(memory ~ '^[1-9][0-9]{0,3}$', false);
  -- A visitor's number is kept only with consent.
  browser constant uuid := case when agreed then visitor end;
  touch record;
  owner uuid;
  reason text;
begin
  -- First touch: the earliest link that this browser opened within the period; otherwise the link of this visit.
  select clicks.code, clicks.first_at into touch from private.referral_clicks as clicks
  where clicks.visitor = browser and clicks.first_at > now() - make_interval(days => (select attribution_days from public.referral_settings))
  order by clicks.first_at, clicks.code limit 1;
  if not found then select upper(left(attribute_lead.code, 16)) as code, now() as first_at into touch; end if;
  select user_id into owner from public.referral_codes as codes where codes.code = touch.code;
  if owner is not null and owner <> lead.user_id then
    reason := private.referral_block(owner, lead, browser);
    insert into public.referrals (referrer, referred, touched_at, signed_up_at, blocked_for, blocked_at)
    values (owner, lead.user_id, touch.first_at, lead.created_at, reason, case when reason is not null then now() end)
    on conflict (referred) do nothing;
  end if;
  perform private.note_browser(lead.user_id, browser);
  if agreed then
    insert into public.consents (user_id, kind, granted, version, locale, source)
    select lead.user_id, 'referral_memory', true, memory, profile.locale, 'signup' from public.profiles as profile
    where profile.id = lead.user_id
      and not exists (select from public.consents where user_id = lead.user_id and kind = 'referral_memory');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.await_minutes (
  symbol   text,
  from_at  timestamp with time zone,
  until_at timestamp with time zone,
  at       timestamp with time zone,
  patience interval
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  since timestamptz;
begin
  perform private.lock_minutes(symbol);
  -- A gap that became smaller is still the same wait.
  with earlier as (
    delete from public.market_waits as waits
    where waits.symbol = await_minutes.symbol and waits.gap_from < until_at and waits.gap_until > from_at
    returning waits.noticed_at
  )
  select least(min(earlier.noticed_at), at) into since from earlier;
  if since + patience > at then
    insert into public.market_waits (symbol, gap_from, gap_until, noticed_at) values (await_minutes.symbol, from_at, until_at, since);
    return false;
  end if;
  return private.record_gap(symbol, from_at, until_at, 'no_data', coalesce(
    (select source from public.candles
      where candles.symbol = await_minutes.symbol and timeframe = 'M1' and opened_at < from_at order by opened_at desc limit 1),
    (select source from public.candles where candles.symbol = await_minutes.symbol and timeframe = 'M1' and opened_at = until_at),
    'unknown'
  )) > 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.bare_text (
  markdown text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(regexp_replace(regexp_replace(regexp_replace(normalize(markdown, nfc), '!\[([^]]*)\]\([^)]*\)|\[([^]]*)\]\([^)]*\)', '\1\2', 'g'), '[#*_`>|~]+', ' ', 'g'), '\s+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION private.bars_within (
  symbol   text,
  source   text,
  from_at  timestamp with time zone,
  until_at timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  at timestamptz := from_at;
  bar record;
  bars jsonb := '[]';
begin
  -- The shortest complete bar that begins there; otherwise continue with the next beginning.
  loop
    select candles.*, private.timeframe_width(candles.timeframe) as width into bar from public.candles
    where candles.symbol = bars_within.symbol and candles.timeframe in ('M5', 'M15', 'M30', 'H1', 'H4') and candles.source = bars_within.source
      and candles.opened_at >= at and candles.opened_at + private.timeframe_width(candles.timeframe) <= until_at
      and candles.first_at = candles.opened_at and candles.last_at = candles.opened_at + private.timeframe_width(candles.timeframe) - interval '1 minute'
    order by candles.opened_at, private.timeframe_width(candles.timeframe) limit 1;
    exit when not found;
    bars := bars || jsonb_build_object(
      'opened_at', private.timestamp_text(bar.opened_at), 'minutes', extract(epoch from bar.width)::int / 60, 'open', bar.open::text,
      'high', bar.high::text, 'low', bar.low::text, 'close', bar.close::text, 'spread', bar.spread::text
    );
    at := bar.opened_at + bar.width;
  end loop;
  return bars;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_market_import (
  symbol    text,
  timeframe text,
  file      text,
  sha256    text,
  format    text,
  zone      text,
  accepted  text[],
  candles   integer,
  starts_at timestamp with time zone,
  ends_at   timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  made int;
begin
  -- Blocks decisions on the instrument's minutes, and a second import that would change the kept candles.
  perform private.lock_minutes(begin_market_import.symbol);
  insert into private.market_imports (symbol, timeframe, file, sha256, format, zone, accepted, candles, starts_at, ends_at)
  values (begin_market_import.symbol, begin_market_import.timeframe, begin_market_import.file, begin_market_import.sha256,
    begin_market_import.format, begin_market_import.zone, begin_market_import.accepted, begin_market_import.candles,
    begin_market_import.starts_at, begin_market_import.ends_at)
  returning number into made;
  insert into private.market_import_before
  select made, known.symbol, known.timeframe, known.opened_at, known.open, known.high, known.low, known.close, known.spread, known.source,
    known.first_at, known.last_at
  from public.candles as known
  where known.symbol = begin_market_import.symbol
    and private.timeframe_width(known.timeframe) > private.timeframe_width(begin_market_import.timeframe)
    and known.opened_at > begin_market_import.starts_at - interval '25 hours' and known.opened_at < begin_market_import.ends_at;
  return made;
end
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

CREATE OR REPLACE FUNCTION private.begin_staff_act (
  member uuid,
  words  text
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  said constant text := private.cleaned(words, 500);
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- Admins change their own contract in their own account.
  if member = auth.uid() then raise exception 'own_account' using errcode = '42501'; end if;
  if length(said) < 3 then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  return said;
end
$function$;

CREATE OR REPLACE FUNCTION private.block_own_methods (
  pay public.payments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  known record;
begin
  if pay.paid_at is null then return; end if;
  -- Whichever of the two pays first: a card used by both is the referrer's own.
  for known in
    select origin.id from public.referrals as origin where pay.user_id in (origin.referred, origin.referrer) and origin.blocked_for is null
      and exists (select * from private.methods_of(origin.referred) intersect select * from private.methods_of(origin.referrer))
  loop
    perform private.block_referral(known.id, 'own_payment_method');
  end loop;
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

CREATE OR REPLACE FUNCTION private.change_for (
  member        uuid,
  plan          text,
  period        text,
  due           bigint,
  moment        timestamp with time zone,
  terms_version text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  quoted constant jsonb := private.change_quote(sub, plan, period, moment);
  earlier constant jsonb := private.change_quote(sub, plan, period, greatest(moment - interval '10 minutes', sub.segment_start));
  first_order public.checkouts;
  rate numeric;
  made public.checkouts;
  command bigint;
begin
  perform private.check_terms(terms_version);
  if exists (select from public.checkouts where subscription_id = sub.id and kind = 'change' and state in ('open', 'waiting') and expires_at > moment) then
    raise exception 'change_under_way' using errcode = '23505';
  end if;
  -- The displayed price is valid for ten minutes, in which it changes by cents.
  if quoted ->> 'takes_effect' <> earlier ->> 'takes_effect'
    or coalesce(due, -1) not between least((quoted ->> 'due')::bigint, (earlier ->> 'due')::bigint) and greatest((quoted ->> 'due')::bigint, (earlier ->> 'due')::bigint)
  then
    raise exception 'price_moved' using errcode = '22023', hint = 'due', detail = quoted ->> 'due';
  end if;
  if (quoted ->> 'due')::bigint = 0 then
    command := private.note_command(sub, 'change', case when quoted ? 'keeps' then '{}' else
      jsonb_build_object('plan', plan, 'period', period, 'price_id', quoted -> 'price_id', 'amount', quoted -> 'renewal_total', 'terms_version', terms_version) end, moment);
    perform private.ask_provider(sub.provider, 'schedule', sub.id, jsonb_build_object('subscription', sub.provider_subscription, 'price_id', quoted -> 'price_id'), 'schedule:' || command);
    perform private.settle_member(member, moment);
  else
    select * into strict first_order from public.checkouts where subscription_id = sub.id and kind = 'first';
    rate := private.tax_rate(coalesce((select country from public.billing_details where user_id = member), first_order.country), private.paris_day(moment));
    insert into public.checkouts (
      user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, terms_version, subscription_id, stake, period_end,
      expires_at, created_at
    ) values (
      member, plan, period, (quoted ->> 'price_id')::bigint, sub.means, sub.provider, 'change', private.net_of(due, rate), due - private.net_of(due, rate), rate, due,
      sub.currency, coalesce((select country from public.billing_details where user_id = member), first_order.country), change_for.terms_version, sub.id,
      (quoted ->> 'credit')::bigint + due, (quoted ->> 'renews_at')::timestamptz, moment + interval '24 hours', moment
    ) returning * into made;
    if sub.provider = 'sandbox' then
      perform private.charge_change(made, sub.method, moment);
    else
      perform private.ask_provider(sub.provider, 'change', made.id, jsonb_build_object('checkout', made.id, 'subscription', sub.provider_subscription,
        'price_id', made.price_id, 'due', due), 'change:' || made.id);
    end if;
  end if;
  return jsonb_build_object('takes_effect', quoted ->> 'takes_effect', 'checkout', (select to_jsonb(known) from public.checkouts as known where id = made.id),
    'subscription', to_jsonb(private.read_subscription(sub.id)));
end
$function$;

CREATE OR REPLACE FUNCTION private.charge_renewal (
  due    public.subscriptions,
  moment timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.sandbox_refusal(due.method, moment);
  period_key constant text := extract(epoch from due.current_period_end)::bigint;
  place int;
begin
  select count(*) into place from private.provider_events where subscription_id = due.id and event ->> 'payment' like concat_ws('_', 'sandbox', due.id, period_key, '%');
  return private.take_provider_event('sandbox', concat_ws(':', 'renew', due.id, period_key, place), moment, jsonb_strip_nulls(jsonb_build_object(
    'kind', case when reason is null then 'payment_succeeded' else 'payment_failed' end, 'subscription', 'sandbox_' || due.id,
    'payment', concat_ws('_', 'sandbox', due.id, period_key, place), 'amount', coalesce(due.next_amount, due.amount),
    'currency', due.currency, 'method', due.method, 'reason', reason,
    -- Retries follow on days 1, 3, 5 and 7 after the first failure.
    'next_try_at', case when reason is not null and place < 4 then coalesce(due.failed_at, moment) + make_interval(days => place * 2 + 1) end
  )), null, null, moment);
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

CREATE OR REPLACE FUNCTION private.check_contract_code (
  address text,
  purpose text,
  code    text,
  moment  timestamp with time zone
)
  RETURNS private.contract_codes
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  key constant bytea := private.hashed(lower(btrim(address)));
  here constant bytea := private.hashed('network ' || private.client_network());
  digits constant text := regexp_replace(coalesce(check_contract_code.code, ''), '[^0-9]', '', 'g');
  asked private.contract_codes;
begin
  perform pg_advisory_xact_lock(hashtextextended('contract code ' || encode(key, 'hex'), 0));
  select * into asked from private.contract_codes as known
  where known.address = key and known.purpose = check_contract_code.purpose and known.used_at is null and known.expires_at > moment and known.tries < 5
    and known.code = private.hashed(known.id || ' ' || digits)
  order by known.id desc limit 1;
  if found then return asked; end if;
  -- Counted against the code requested from the guesser's own network, so that others cannot use up the attempts; otherwise
  -- against the newest. It must not be rolled back, so the callers return refusals as values.
  update private.contract_codes set tries = tries + 1 where id = (
    select known.id from private.contract_codes as known
    where known.address = key and known.purpose = check_contract_code.purpose and known.used_at is null and known.expires_at > moment and known.tries < 5
    order by (known.source is not distinct from here) desc, known.id desc limit 1);
  return null;
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

CREATE OR REPLACE FUNCTION private.claim_provider_command (
  moment    timestamp with time zone,
  providers text[]
)
  RETURNS TABLE (
    id              bigint,
    provider        text,
    kind            text,
    subject         uuid,
    idempotency_key text,
    attempt         integer,
    created_at      timestamp with time zone,
    facts           jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with next as (
    select waiting.id from private.provider_commands as waiting
    where waiting.state = 'waiting' and waiting.next_try_at <= moment and waiting.provider = any (providers)
      -- Commands on the same subject are executed in order.
      and not exists (select from private.provider_commands as before where before.subject = waiting.subject and before.state = 'waiting' and before.id < waiting.id)
    order by waiting.next_try_at, waiting.id limit 1 for update of waiting skip locked
  )
  update private.provider_commands as taken set next_try_at = moment + interval '2 minutes', attempts = taken.attempts + 1
  from next where taken.id = next.id
  returning taken.id, taken.provider, taken.kind, taken.subject, taken.idempotency_key, taken.attempts, taken.created_at, private.facts_of_command(taken)
$function$;

CREATE OR REPLACE FUNCTION private.client_network()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  told constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-client-address';
  address inet;
begin
  address := told::inet;
  -- An IPv6 caller owns a /64.
  return case when family(address) = 6 and host(address) not like '::ffff:%' then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return null;
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

CREATE OR REPLACE FUNCTION private.easter_sunday (
  year integer
)
  RETURNS date
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  -- The Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8).
  select make_date(year, month, day)
  from (select year % 19 as a, year / 100 as b, year % 100 as c) as one,
    lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) as two,
    lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) as three,
    lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as sum) as four,
    lateral (select sum / 31 as month, sum % 31 + 1 as day) as five
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

CREATE OR REPLACE FUNCTION private.end_money()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.subscriptions where user_id = old.id) then return old; end if;
  perform private.lock_money(old.id);
  insert into private.money_commands (member, subscription_id, kind, at)
  select user_id, id, 'erase', clock_timestamp() from public.subscriptions where user_id = old.id;
  -- Providers' texts may name the member; the facts behind the books do not.
  update private.provider_events set raw = null, headers = null, fingerprint = null, event = event - '{method,customer}'::text[] where member = old.id;
  perform private.settle_member(old.id, clock_timestamp());
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.ensure_candle_months (
  from_at  timestamp with time zone,
  until_at timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  month timestamp;
  kind text;
  made int := 0;
  place text;
begin
  if until_at - from_at > interval '30 years' then
    raise exception 'more than thirty years of candles at once' using errcode = '22023';
  end if;
  for month in select generate_series(date_trunc('month', from_at at time zone 'UTC'), until_at at time zone 'UTC', '1 month') loop
    foreach kind in array array['minutes', 'longer'] loop
      place := format('candles_%s_%s', kind, to_char(month, 'YYYY_MM'));
      continue when to_regclass(format('private.%I', place)) is not null;
      perform pg_advisory_xact_lock(hashtext('private.ensure_candle_months'));
      continue when to_regclass(format('private.%I', place)) is not null;
      -- Filled before it is attached, so that readers wait only for the attachment.
      execute format('create table private.%I (like public.candles including all)', place);
      execute format('alter table private.%I enable row level security', place);
      execute format('comment on table private.%I is %L', place, 'Candles of a month in UTC.');
      execute format(
        'with moved as (delete from private.%I where opened_at >= %L and opened_at < %L returning *) insert into private.%I select * from moved',
        format('candles_%s_other', kind), month::text || '+00', (month + interval '1 month')::text || '+00', place
      );
      execute format(
        'alter table private.%I attach partition private.%I for values from (%L) to (%L)',
        format('candles_%s', kind), place, month::text || '+00', (month + interval '1 month')::text || '+00'
      );
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_account (
  deletion bigint,
  moment   timestamp with time zone
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  member uuid;
  farewell jsonb;
begin
  select user_id into member from public.account_deletions
  where id = deletion and cancelled_at is null and erased_at is null and due_at <= moment for update;
  if not found then return false; end if;
  if exists (select from public.staff where user_id = member) then raise exception 'staff_first' using errcode = '42501'; end if;
  select jsonb_build_object('to', account.email, 'data', jsonb_build_object(
    'Email', account.email, 'At', moment, 'Data', jsonb_build_object('locale', profile.locale, 'first_name', profile.first_name)))
  into farewell
  from auth.users as account join public.profiles as profile on profile.id = account.id
  where account.id = member and account.email <> '' and account.email_confirmed_at is not null;
  delete from auth.users where id = member;
  -- Last, because the erasure deletes all mails to this address; this one is deleted after it is sent.
  if farewell is not null and to_regclass('_server.mail_outbox') is not null then
    execute 'insert into _server.mail_outbox (to_address, template, data) values ($1, ''account_erased'', $2)'
      using farewell ->> 'to', farewell -> 'data';
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.excerpt (
  body  text,
  place integer
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when place > 1 then '… ' || regexp_replace(piece, '^\S*\s', '') else piece end || case when length(body) >= place + 200 then ' …' else '' end
  from (select case when length(body) >= place + 200 then regexp_replace(substr(body, place, 200), '\s\S*$', '') else substr(body, place) end as piece) as cut
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

CREATE OR REPLACE FUNCTION private.fold_contract (
  state jsonb,
  fact  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  at constant timestamptz := fact ->> 'at';
  kind constant text := fact ->> 'kind';
  d constant jsonb := coalesce(fact -> 'details', '{}');
  s jsonb := state;
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  was constant text := sub ->> 'state';
  stop boolean;
  pay record;
begin
  if kind = 'erase' then
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || '{"method": null, "provider_customer": null}');
    return case when was = 'incomplete' then s else private.end_sub(s, sub ->> 'id', 'erased', at, fact ->> 'key') end;
  end if;
  if kind = 'method' or fact -> 'method' is not null then
    sub := sub || jsonb_build_object('method', coalesce(d -> 'method', fact -> 'method'));
    s := private.sub_log(s, sub, 'method_changed', was, at, fact ->> 'key');
  end if;
  if not private.is_running(sub) then return s; end if;
  if kind in ('cancel', 'resume') or fact ->> 'cancel_at_period_end' is not null then
    stop := kind = 'cancel' or coalesce((fact ->> 'cancel_at_period_end')::boolean, false);
    if stop and was = 'past_due' then
      -- An unpaid period that the member cancelled is not owed.
      return private.end_sub(s, sub ->> 'id', 'canceled', at, fact ->> 'key');
    elsif stop and was = 'active' then
      sub := sub || jsonb_build_object('state', 'canceled', 'cancel_requested_at', at, 'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
      s := private.sub_log(s, sub, 'cancel_requested', was, at, fact ->> 'key');
    elsif not stop and was = 'canceled' then
      sub := sub || jsonb_build_object('state', 'active', 'cancel_requested_at', null);
      s := private.sub_log(s, sub, 'resumed', was, at, fact ->> 'key');
    end if;
  end if;
  if kind = 'change' then
    sub := sub || jsonb_build_object('next_plan', d -> 'plan', 'next_period', d -> 'period', 'next_price_id', d -> 'price_id', 'next_amount', d -> 'amount');
    s := private.sub_log(s, sub, case when d ->> 'plan' is null then 'change_dropped' else 'change_scheduled' end, was, at, fact ->> 'key', d);
  elsif kind = 'subscription_ended' then
    -- A paid contract continues; an unpaid one ends.
    if was = 'past_due' then return private.end_sub(s, sub ->> 'id', 'unpaid', at, fact ->> 'key'); end if;
    if was <> 'canceled' then
      s := private.sub_log(s, sub || jsonb_build_object('state', 'canceled', 'cancel_requested_at', at), 'cancel_requested', was, at, fact ->> 'key', '{"by": "provider"}');
    end if;
  elsif kind = 'withdraw' then
    for pay in select key, value from jsonb_each(s -> 'payments') where value -> 'subscription_id' = sub -> 'id' and value ->> 'period_end' is not null loop
      s := jsonb_set(s, array['payments', pay.key], pay.value || jsonb_build_object('cut_at', at));
    end loop;
    s := jsonb_set(s, array['subscriptions', sub ->> 'id'], sub || jsonb_build_object('withdrawn_at', at, 'ahead', null));
    s := private.end_sub(s, sub ->> 'id', 'withdrawn', at, fact ->> 'key');
  end if;
  return s;
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_dispute (
  state jsonb,
  fact  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  dispute_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'dispute');
  pay constant jsonb := state -> 'payments' -> pay_key;
  known constant jsonb := state -> 'disputes' -> dispute_key;
  ended constant text := case fact ->> 'kind' when 'dispute_won' then 'won' when 'dispute_lost' then 'lost' else 'open' end;
  s jsonb := state;
begin
  if pay is null then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"payment_unknown"'); end if;
  -- The opening event of the same second may be read after the end.
  if known ->> 'state' in ('won', 'lost') and fact ->> 'kind' = 'dispute_opened' then return s; end if;
  if coalesce((fact ->> 'amount')::bigint, 0) > (pay ->> 'amount')::bigint then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"amount_mismatch"'); end if;
  s := jsonb_set(s, array['disputes', dispute_key], coalesce(known, '{}') || jsonb_build_object(
    'provider', fact -> 'provider', 'provider_dispute', fact -> 'dispute', 'pay', pay_key,
    'amount', coalesce(fact -> 'amount', known -> 'amount', pay -> 'amount'), 'due_by', coalesce(fact -> 'due_by', known -> 'due_by'),
    'at', coalesce(known -> 'at', fact -> 'at'), 'state', ended,
    -- If reported twice, the first end counts.
    'closed_at', case when ended = 'open' then null when known ->> 'state' = ended then known -> 'closed_at' else fact -> 'at' end));
  if fact ->> 'kind' = 'dispute_lost' then s := private.cut_payment(s, pay_key, 'disputed', (fact ->> 'at')::timestamptz, fact ->> 'key'); end if;
  return private.sub_log(s, s -> 'subscriptions' -> (pay ->> 'subscription_id'), fact ->> 'kind',
    state -> 'subscriptions' -> (pay ->> 'subscription_id') ->> 'state', (fact ->> 'at')::timestamptz, fact ->> 'key');
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_failure (
  state jsonb,
  fact  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  at constant timestamptz := fact ->> 'at';
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  order_ constant jsonb := state -> 'checkouts' -> (fact ->> 'checkout');
  kind constant text := fact ->> 'kind';
  reason constant text := coalesce(fact ->> 'reason', case kind when 'crypto_underpaid' then 'underpaid' when 'crypto_invalid' then 'invalid' end);
  pending constant boolean := kind in ('payment_pending', 'crypto_seen');
  held constant bigint := case when kind = 'crypto_underpaid' then coalesce((fact ->> 'amount')::bigint, 0) else 0 end;
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  s jsonb := state;
  was text := sub ->> 'state';
begin
  if s -> 'payments' -> pay_key ->> 'paid_at' is not null then return s; end if;
  if order_ is not null and order_ ->> 'state' <> 'paid' then
    if pending and order_ ->> 'state' <> 'expired' then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "waiting"}');
    elsif kind = 'checkout_expired' then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "expired"}');
    elsif not pending then
      s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || jsonb_build_object('state', 'failed', 'failure', reason));
    end if;
  end if;
  if fact ->> 'payment' is not null and kind <> 'checkout_expired' then
    s := jsonb_set(s, array['payments', pay_key], jsonb_build_object(
      'provider', fact -> 'provider', 'provider_payment', fact -> 'payment', 'subscription_id', sub -> 'id', 'checkout_id', order_ -> 'id',
      'amount', case when kind = 'crypto_underpaid' then held else coalesce((fact ->> 'amount')::bigint, (order_ ->> 'total')::bigint, 0) end,
      'surplus', case when kind = 'crypto_underpaid' then held else coalesce((fact ->> 'amount')::bigint, (order_ ->> 'total')::bigint, 0) end,
      'held', held, 'net', 0, 'tax', 0, 'currency', sub -> 'currency', 'tax_rate', coalesce(order_ -> 'tax_rate', sub -> 'tax_rate'),
      'country', coalesce(order_ -> 'country', sub -> 'country'), 'failure', case when pending then null else reason end,
      'method', fact -> 'method', 'pending', pending, 'received_at', fact -> 'received_at', 'cause', fact -> 'key', 'tried_at', at));
  end if;
  -- For a renewal: there is no order, or it was already paid.
  if kind = 'payment_failed' and (order_ is null or order_ ->> 'state' = 'paid') and sub ->> 'means' = 'card'
    and at >= (sub ->> 'current_period_end')::timestamptz - interval '1 day'
  then
    sub := sub || jsonb_build_object('next_try_at', fact -> 'next_try_at');
    if was = 'active' then
      sub := sub || jsonb_build_object('state', 'past_due', 'failed_at', at,
        'grace_until', private.grace_until(greatest(at, (sub ->> 'current_period_end')::timestamptz)));
      s := private.sub_log(s, sub, 'past_due', was, at, fact ->> 'key', jsonb_build_object('reason', reason, 'next_try_at', fact -> 'next_try_at'));
    elsif was = 'past_due' then
      s := private.sub_log(s, sub, 'payment_failed', was, at, fact ->> 'key', jsonb_build_object('reason', reason, 'next_try_at', fact -> 'next_try_at'));
    end if;
  end if;
  return s;
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_payment (
  state jsonb,
  fact  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  at constant timestamptz := fact ->> 'at';
  cause constant text := fact ->> 'key';
  pay_key constant text := concat_ws(':', fact ->> 'provider', fact ->> 'payment');
  known constant jsonb := state -> 'payments' -> pay_key;
  paid constant bigint := fact ->> 'amount';
  late constant boolean := fact ->> 'kind' = 'crypto_paid_late';
  order_ jsonb := state -> 'checkouts' -> (fact ->> 'checkout');
  sub jsonb := state -> 'subscriptions' -> (fact ->> 'subscription_id');
  was text;
  price bigint;
  rate numeric;
  taxed jsonb;
  begins timestamptz;
  ends timestamptz;
  bought boolean := true;
  stake bigint;
  pay jsonb;
  s jsonb := state;
  happened text;
begin
  if known ->> 'paid_at' is not null then
    if (known ->> 'amount')::bigint <> paid and fact ->> 'kind' <> 'crypto_overpaid' then return jsonb_set(s, array['verdicts', cause], '"amount_mismatch"'); end if;
    return s;
  end if;
  -- A paid order's id may also accompany later payments of its contract: these are renewals.
  if order_ ->> 'state' = 'paid' and sub ->> 'means' = 'card' then order_ := null; end if;
  price := coalesce((order_ ->> 'total')::bigint, (sub ->> 'next_amount')::bigint, (sub ->> 'amount')::bigint);
  -- An order keeps its agreed tax; a renewal uses the tax rule of its own day, included in the same total.
  taxed := case when order_ is null then fact -> 'taxed' end;
  rate := coalesce((order_ ->> 'tax_rate')::numeric, (taxed ->> 'tax_rate')::numeric, (sub ->> 'tax_rate')::numeric);
  was := sub ->> 'state';
  if upper(fact ->> 'currency') is distinct from sub ->> 'currency' then return jsonb_set(s, array['verdicts', cause], '"currency_mismatch"'); end if;
  if not late and (case when fact ->> 'kind' = 'crypto_overpaid' then paid <= price else paid is distinct from price end) then
    return jsonb_set(s, array['verdicts', cause], '"amount_mismatch"');
  end if;

  -- What does it buy?
  if late or order_ ->> 'state' = 'paid'
    or at > (order_ ->> 'expires_at')::timestamptz + interval '5 minutes'
    -- Two payments for the same period: it is bought once.
    or (coalesce(order_ ->> 'kind', '') <> 'change' and (fact ->> 'period_end')::timestamptz <= (sub ->> 'paid_until')::timestamptz + interval '1 day')
    or exists (select from jsonb_each(s -> 'subscriptions') as other where other.key <> sub ->> 'id' and private.is_running(other.value)
      -- A sandbox contract is replaced by a paid one.
      and not (other.value ->> 'provider' = 'sandbox' and sub ->> 'provider' <> 'sandbox' and was = 'incomplete'))
    or (was = 'expired' and coalesce(sub ->> 'ended_for', '') <> 'unpaid' and not (sub ->> 'ended_for' = 'canceled' and order_ ->> 'kind' = 'renewal'))
    or (order_ ->> 'kind' = 'change' and (was <> 'active' or (
      (order_ ->> 'period_end')::timestamptz <> (sub ->> 'current_period_end')::timestamptz and order_ ->> 'period' = sub ->> 'period')))
  then
    bought := false;
  elsif order_ ->> 'kind' = 'change' then
    begins := (order_ ->> 'created_at')::timestamptz;
    ends := (order_ ->> 'period_end')::timestamptz;
    happened := 'changed';
    sub := sub || jsonb_build_object(
      'current_period_start', case when order_ ->> 'period' = sub ->> 'period' then sub -> 'current_period_start' else to_jsonb(begins) end,
      'anchor', case when order_ ->> 'period' = sub ->> 'period' then sub -> 'anchor' else to_jsonb(begins) end,
      'plan', order_ -> 'plan', 'period', order_ -> 'period', 'price_id', order_ -> 'price_id', 'amount', order_ -> 'list_amount',
      'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
    stake := order_ ->> 'stake';
  elsif was = 'incomplete' then
    begins := at; ends := private.period_after(at, at, sub ->> 'period');
    happened := 'started';
    sub := sub || jsonb_build_object('started_at', at, 'anchor', begins, 'withdraw_until', private.withdraw_until(at));
  else
    begins := (sub ->> 'paid_until')::timestamptz;
    happened := case was when 'past_due' then 'recovered' when 'expired' then 'restarted' else 'renewed' end;
    if sub ->> 'next_price_id' is not null and order_ is null then
      sub := sub || jsonb_build_object('plan', sub -> 'next_plan', 'period', sub -> 'next_period', 'price_id', sub -> 'next_price_id', 'amount', sub -> 'next_amount',
        'next_plan', null, 'next_period', null, 'next_price_id', null, 'next_amount', null);
    end if;
    -- Paid after the end with its own order: the period starts at the payment.
    if was = 'expired' and order_ is not null then begins := at; sub := sub || jsonb_build_object('anchor', at); end if;
    ends := private.period_after((sub ->> 'anchor')::timestamptz, begins, sub ->> 'period');
  end if;
  -- The provider's own period, if it gives a plausible one.
  if bought and fact ->> 'period_end' is not null and coalesce(order_ ->> 'kind', '') <> 'change' then
    if abs(extract(epoch from (fact ->> 'period_end')::timestamptz - (fact ->> 'period_start')::timestamptz)
        - extract(epoch from ends - begins)) > 4 * 86400
      or (fact ->> 'period_start')::timestamptz not between begins - interval '1 day' and at + interval '1 day'
    then
      return jsonb_set(state, array['verdicts', cause], '"period_mismatch"');
    end if;
    begins := (fact ->> 'period_start')::timestamptz;
    ends := (fact ->> 'period_end')::timestamptz;
  end if;

  pay := jsonb_build_object(
    'provider', fact -> 'provider', 'provider_payment', fact -> 'payment', 'subscription_id', sub -> 'id', 'checkout_id', order_ -> 'id',
    'amount', paid, 'currency', sub -> 'currency', 'tax_rate', rate, 'country', coalesce(order_ -> 'country', taxed -> 'country', sub -> 'country'),
    'treatment', taxed -> 'treatment', 'vat_number', taxed -> 'vat_number',
    'net', case when bought then private.net_of(price, rate) else 0 end,
    'tax', case when bought then price - private.net_of(price, rate) else 0 end,
    'surplus', case when bought then paid - price else paid end,
    'failure', case when late then 'paid_late' when not bought then 'bought_nothing' end,
    'method', coalesce(fact -> 'method', known -> 'method'), 'paid_at', at, 'received_at', fact -> 'received_at',
    'period_start', case when bought then begins end, 'period_end', case when bought then ends end, 'cause', cause);
  s := jsonb_set(s, array['payments', pay_key], pay);
  if order_ is not null and not late then
    s := jsonb_set(s, array['checkouts', order_ ->> 'id'], order_ || '{"state": "paid", "failure": null}');
  end if;
  if not bought then
    if was = 'incomplete' then s := private.end_sub(s, sub ->> 'id', 'superseded', at, cause); end if;
    return s;
  end if;
  if was = 'incomplete' and sub ->> 'provider' <> 'sandbox' then s := private.end_tests(s, at, cause); end if;

  sub := sub || jsonb_build_object(
    'state', case when was = 'canceled' then 'canceled' else 'active' end, 'failed_at', null, 'grace_until', null, 'next_try_at', null, 'ended_at', null, 'ended_for', null,
    'method', coalesce(fact -> 'method', sub -> 'method'), 'paid_until', greatest(ends, (sub ->> 'paid_until')::timestamptz));
  if happened = 'renewed' and begins > at and order_ is not null then
    sub := sub || jsonb_build_object('state', 'active', 'cancel_requested_at', null, 'ahead', jsonb_build_object(
      'current_period_start', begins, 'current_period_end', ends, 'segment_start', begins, 'stake', price, 'paid_pay', pay_key));
  else
    sub := sub || jsonb_build_object('segment_start', begins, 'current_period_end', ends, 'stake', coalesce(stake, price), 'paid_pay', pay_key)
      || case when happened = 'changed' then '{}' else jsonb_build_object('current_period_start', begins) end;
  end if;
  return private.sub_log(s, sub, happened, was, at, cause, jsonb_build_object('payment', fact -> 'payment', 'amount', paid, 'plan', sub -> 'plan', 'period', sub -> 'period'));
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_refund (
  state jsonb,
  fact  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  at constant timestamptz := fact ->> 'at';
  asked constant boolean := fact ->> 'source' = 'command';
  pay_key constant text := case when asked then fact -> 'details' ->> 'payment' else concat_ws(':', fact ->> 'provider', fact ->> 'payment') end;
  pay constant jsonb := state -> 'payments' -> pay_key;
  -- A refund that we requested has our id; one made at the provider has the provider's.
  refund_key constant text := coalesce('asked:' || (fact -> 'details' ->> 'refund'), 'asked:' || (fact ->> 'asked'),
    concat_ws(':', fact ->> 'provider', fact ->> 'refund'));
  known constant jsonb := state -> 'refunds' -> refund_key;
  wanted constant bigint := coalesce((fact -> 'details' ->> 'amount')::bigint, (fact ->> 'amount')::bigint, (known ->> 'amount')::bigint);
  before bigint;
  tax_before bigint;
  tax_after bigint;
  of_surplus boolean;
  refund jsonb;
  s jsonb := state;
begin
  if pay is null then return jsonb_set(s, array['verdicts', fact ->> 'key'], '"payment_unknown"'); end if;
  if known ->> 'state' = 'succeeded' or (asked and known is not null) then return s; end if;
  if fact ->> 'kind' = 'refund_failed' then
    if known is null then return s; end if;
    return jsonb_set(s, array['refunds', refund_key], known || '{"state": "failed"}');
  end if;
  select coalesce(sum((value ->> 'amount')::bigint), 0), coalesce(sum((value ->> 'tax')::bigint), 0) into before, tax_before
  from jsonb_each(s -> 'refunds') where key <> refund_key and value ->> 'pay' = pay_key and value ->> 'state' <> 'failed' and value ->> 'reason' <> 'overpaid';
  of_surplus := coalesce(known ->> 'reason', fact -> 'details' ->> 'reason', '') = 'overpaid'
    or (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint = 0;
  if of_surplus then
    select coalesce(sum((value ->> 'amount')::bigint), 0) into before
    from jsonb_each(s -> 'refunds') where key <> refund_key and value ->> 'pay' = pay_key and value ->> 'state' <> 'failed' and value ->> 'reason' = 'overpaid';
  end if;
  if wanted is null or wanted <= 0 or (known is not null and wanted <> (known ->> 'amount')::bigint)
    or (case when of_surplus then before + wanted > (pay ->> 'surplus')::bigint else before + wanted > (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint end)
  then
    return jsonb_set(s, array['verdicts', fact ->> 'key'], '"refund_exceeds"');
  end if;
  -- By the invoice's rule on the total refunded so far: a share of the invoice's tax would round twice.
  tax_after := case when of_surplus then 0 else private.tax_in(before + wanted, (pay ->> 'tax_rate')::numeric) end;
  refund := coalesce(known, jsonb_build_object(
    'pay', pay_key, 'amount', wanted, 'tax', case when of_surplus then 0 else tax_after - tax_before end,
    'net', case when of_surplus then 0 else wanted - (tax_after - tax_before) end,
    'reason', case when of_surplus then 'overpaid' else coalesce(fact -> 'details' ->> 'reason', 'staff') end,
    'asked_by', fact -> 'details' -> 'by', 'words', fact -> 'details' -> 'words', 'at', at))
    || jsonb_build_object('state', case when asked then 'asked' else 'succeeded' end, 'provider_refund', fact -> 'refund')
    || case when asked then '{}' else jsonb_build_object('done_at', at) end;
  s := jsonb_set(s, array['refunds', refund_key], refund);
  if not asked and not of_surplus and before + wanted = (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint then
    s := private.cut_payment(s, pay_key, 'refunded', at, fact ->> 'key');
  end if;
  return s;
end
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
  -- Minutes of a signal's life are kept as long as the signal, since its record must be reproducible, and those of the
  -- following day, in which a member may exit later. A statement's minutes are copied when it is resolved.
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
  select index_content.item, language, 'card', private.bare_text(coalesce(texts ->> 'summary', '')),
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

CREATE OR REPLACE FUNCTION private.invoice_drawn (
  invoice uuid,
  sha256  text,
  bytes   integer,
  moment  timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  issued public.invoices;
begin
  insert into private.invoice_files (invoice_id, sha256, bytes, drawn_at) values (invoice, invoice_drawn.sha256, invoice_drawn.bytes, moment) on conflict do nothing;
  if not found then return; end if;
  select * into strict issued from public.invoices where id = invoice;
  -- Pure corrections, and documents after a bank's decision, are available in the account without a mail.
  if not (issued.fact like 'payment:%' and issued.kind = 'invoice' and issued.version = 1) and not (issued.fact like 'refund:%' and issued.kind = 'credit_note' and issued.version = 1) then return; end if;
  if not exists (select from public.profiles where id = issued.user_id) then return; end if;
  perform private.tell_member(issued.user_id, case issued.kind when 'invoice' then 'receipt' else 'refund_sent' end, jsonb_build_object('Money', jsonb_build_object(
    'Number', issued.number, 'Amount', issued.total, 'Currency', issued.currency, 'File', issued.user_id || '/' || issued.number || '.pdf')), '/mon-compte?onglet=abonnement');
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

CREATE OR REPLACE FUNCTION private.is_french_vat_number (
  number text,
  siren  text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when number !~ '^FR[0-9A-HJ-NP-Z]{2}[0-9]{9}$' or right(number, 9) <> siren then false
    -- Keys with a letter are a newer kind whose rule is unpublished.
    when number ~ '^FR[0-9]{2}' then substr(number, 3, 2)::int = (12 + 3 * (siren::bigint % 97)) % 97
    else true end
$function$;

CREATE OR REPLACE FUNCTION private.is_siret (
  number text,
  siren  text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when number !~ '^[0-9]{14}$' or left(number, 9) <> siren then false
    -- La Poste has more establishments than check digits allow: their digit sum is a multiple of five.
    when siren = '356000000' and private.luhn_sum(number) % 10 <> 0 then (select sum(digit::int) % 5 = 0 from regexp_split_to_table(number, '') as digit)
    else private.luhn_sum(number) % 10 = 0 end
$function$;

CREATE OR REPLACE FUNCTION private.is_time_zone (
  name text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- PostgreSQL also accepts POSIX rules ("ABC+3"); browsers do not.
  if name is null or name !~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$' then return false; end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
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
  -- A correction has the same buyer; a deleted account is known from its last invoice.
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
  -- If the clock went back, a document is not dated before the previous one.
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

CREATE OR REPLACE FUNCTION private.lines_of (
  payment public.payments,
  speaks  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  bought public.checkouts;
  contract public.subscriptions;
  event jsonb;
  plan text;
  period text;
  listed bigint;
  span jsonb := '{}';
begin
  select * into bought from public.checkouts where id = payment.checkout_id;
  select * into contract from public.subscriptions where id = payment.subscription_id;
  -- A renewal has no order: the contract's event contains what was renewed.
  select details into event from public.subscription_events
  where subscription_id = payment.subscription_id and details ->> 'payment' = payment.provider_payment order by id desc limit 1;
  plan := coalesce(bought.plan, event ->> 'plan', contract.plan);
  period := coalesce(bought.period, event ->> 'period', contract.period);
  plan := coalesce((select name ->> speaks from public.plans where slug = plan), plan);
  if payment.period_start is not null then span := jsonb_build_object('from', private.paris_day(payment.period_start), 'to', private.paris_day(payment.period_end)); end if;
  listed := case when bought.coupon is not null then (select private.net_of(amount, payment.tax_rate) from public.plan_prices where id = bought.price_id) else payment.net end;
  return jsonb_build_array(span || jsonb_build_object(
      'text', private.invoice_text(case when bought.kind = 'change' then 'change' else period end, speaks, jsonb_build_object('plan', plan)),
      'quantity', 1, 'unit_net', listed, 'net', listed))
    || case when listed = payment.net then '[]' else jsonb_build_array(jsonb_build_object(
      'text', private.invoice_text('coupon', speaks, jsonb_build_object('code', bought.coupon)), 'quantity', 1, 'unit_net', payment.net - listed, 'net', payment.net - listed)) end;
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

CREATE OR REPLACE FUNCTION private.lock_series (
  year integer
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from private.invoice_series as known where known.year = lock_series.year) then
    insert into private.invoice_series (year, test, kind)
    select lock_series.year, test, kind from unnest(array[false, true]) as test, unnest(array['credit_note', 'invoice']) as kind on conflict do nothing;
  end if;
  -- All series of the year in one order, to avoid deadlocks between transactions that need several.
  perform from private.invoice_series as known where known.year = lock_series.year order by test, kind for update;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_contract()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sub constant public.subscriptions := private.read_subscription(new.subscription_id);
  bought public.checkouts;
  vendor record;
begin
  if not exists (select from public.profiles where id = new.user_id) then return null; end if;
  -- An earlier fact that arrives later may report the same start again.
  if exists (select from public.subscription_events where subscription_id = new.subscription_id and kind = new.kind and id < new.id) then return null; end if;
  select * into strict bought from public.checkouts where subscription_id = sub.id and kind = 'first' order by (state = 'paid') desc, created_at desc limit 1;
  select * into strict vendor from private.seller;
  perform private.queue_mail(new.user_id, 'contract_concluded', jsonb_build_object('At', bought.created_at, 'Money', jsonb_strip_nulls(jsonb_build_object(
    'Order', bought.reference, 'Plan', private.plan_names(bought.plan), 'Period', bought.period, 'Amount', bought.total, 'Currency', bought.currency,
    -- Crypto payments cover one period: nothing renews automatically.
    'RenewsOn', case when sub.means = 'card' then sub.current_period_end end, 'PaidUntil', case when sub.means = 'crypto' then sub.current_period_end end,
    'RenewalAmount', case when sub.means = 'card' then coalesce(sub.next_amount, sub.amount) end,
    'WithdrawUntil', sub.withdraw_until, 'Terms', bought.terms_version, 'Waiver', case when bought.waiver_version is not null then true end,
    'Seller', jsonb_build_object('name', concat_ws(' ', vendor.name, nullif(vendor.form, '')),
      'address', concat_ws(', ', nullif(vendor.address, ''), nullif(concat_ws(' ', nullif(vendor.postcode, ''), nullif(vendor.city, '')), '')),
      'contact', concat_ws(', ', nullif(vendor.contact, ''), nullif(vendor.phone, '')), 'mediator', vendor.mediator)))));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.match_waiting (
  provider text,
  member   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  late record;
  owner record;
begin
  loop
    -- From the member's few ids to the events waiting for them, since thousands may wait for other ids.
    select waiting.* into late from private.provider_objects as object
    join private.provider_events as waiting on waiting.state = 'waiting' and waiting.provider = object.provider
      and waiting.event @> jsonb_build_object(object.kind, object.object_id)
    where object.member = match_waiting.member and object.provider = match_waiting.provider
    limit 1 for update of waiting;
    exit when not found;
    select * into owner from private.owner_of_event(provider, late.occurred_at, late.event);
    update private.provider_events set state = case when owner.refusal is null then 'processed' else 'refused' end, reason = owner.refusal,
      member = owner.member, subscription_id = owner.subscription_id,
      taxed = case when late.kind = 'payment_succeeded' then private.tax_of_renewal(owner.member, owner.subscription_id, late.occurred_at) end
    where id = late.id;
    if owner.refusal is null then
      -- A concurrent transaction may be storing an event that waits for one of these ids; it is visible after this lock.
      perform private.lock_objects(provider, late.event);
      perform private.claim_objects(provider, late.event, owner.member, owner.subscription_id);
    end if;
  end loop;
end
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

CREATE OR REPLACE FUNCTION private.may_try_coupon (
  code text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  here constant bytea := private.hashed('network ' || private.client_network());
begin
  -- Serialised, so that concurrent attempts see each other.
  perform pg_advisory_xact_lock(hashtextextended('coupon tries from ' || coalesce(encode(here, 'hex'), ''), 0));
  perform pg_advisory_xact_lock(hashtextextended('coupon tries of ' || coalesce(me::text, ''), 0));
  if private.was_quoted(code) then return true; end if;
  return (select count(distinct tried.code) from private.coupon_tries as tried where tried.member = me and not known and at > clock_timestamp() - interval '1 hour') < 10
    and (select count(distinct tried.code) from private.coupon_tries as tried where tried.source = here and not known and at > clock_timestamp() - interval '1 hour') < 30;
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

CREATE OR REPLACE FUNCTION private.name_skeleton (
  username text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  -- 0 and O, and 1, l and I look alike, and a dot is easily overlooked.
  select translate(lower(username), '01i_.-', 'oll')
$function$;

CREATE OR REPLACE FUNCTION private.new_referral_code()
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  -- Thirty letters and digits do not divide 256, so bytes beyond the last multiple are discarded.
  select string_agg(substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', 1 + byte % 30, 1), '' order by place)
  from (
    select get_byte(bytes, place) as byte, place from (select extensions.gen_random_bytes(64) as bytes) as drawn, generate_series(0, 63) as place
    where get_byte(bytes, place) < 240 order by place limit 7
  ) as fair
$function$;

CREATE OR REPLACE FUNCTION private.note_consents()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    if new.disclaimer_version is not null then
      insert into public.consents (user_id, kind, granted, version, locale, source)
      values (new.id, 'risk_warning', true, new.disclaimer_version, new.locale, 'signup');
    end if;
    if new.newsletter then
      insert into public.consents (user_id, kind, granted, version, locale, source)
      values (new.id, 'newsletter', true, private.newsletter_version(), new.locale, 'signup');
    end if;
  elsif new.newsletter <> old.newsletter then
    insert into public.consents (user_id, kind, granted, version, locale, source)
    -- A person who follows the link in a mail is not signed in.
    values (new.id, 'newsletter', new.newsletter, private.newsletter_version(), new.locale,
      case when auth.uid() is null then 'unsubscribe' else 'account' end);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_coupon_try (
  code  text,
  known boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  here constant bytea := private.hashed('network ' || private.client_network());
  key constant bytea := private.hashed(code);
begin
  delete from private.coupon_tries where at < clock_timestamp() - interval '1 day';
  -- Each change of the order requests a new quote: the same code counts once.
  if exists (
    select from private.coupon_tries as tried
    where tried.code = key and tried.known = note_coupon_try.known and tried.member is not distinct from me and tried.source is not distinct from here
      and at > clock_timestamp() - interval '10 minutes'
  ) then return; end if;
  insert into private.coupon_tries (member, source, code, known) values (me, here, key, known);
end
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

CREATE OR REPLACE FUNCTION private.notice_gaps()
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select array_remove(array[
    -- Domains that RFC 2606 reserves for examples are unreachable.
    case when contact = '' or contact ~ '[.@]example$' then 'contact' end,
    case when phone = '' then 'phone' end,
    case when mediator = '' then 'mediator' end,
    case when director = '' then 'director' end,
    case when host = '' then 'host' end
  ], null) from private.seller
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

CREATE OR REPLACE FUNCTION private.open_checkout_for (
  me              uuid,
  moment          timestamp with time zone,
  plan            text,
  period          text,
  means           text,
  details         jsonb,
  terms_version   text,
  waiver_version  text,
  coupon          text,
  idempotency_key uuid,
  expected_total  bigint                   DEFAULT NULL::bigint
)
  RETURNS public.checkouts
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  payee text;
  billed public.billing_details;
  price public.current_plan_prices;
  agreed record;
  quoted jsonb;
  running public.subscriptions;
  made public.checkouts;
  contract uuid;
  waived boolean;
begin
  if me is null or not exists (select from public.members where user_id = me) then raise exception 'not_a_member' using errcode = '42501'; end if;
  perform private.lock_money(me);
  select * into made from public.checkouts where user_id = me and checkouts.idempotency_key = open_checkout_for.idempotency_key;
  if found then
    if made.total <> expected_total then raise exception 'price_moved' using errcode = '22023', hint = 'expected_total', detail = made.total; end if;
    return made;
  end if;
  if exists (select from public.account_deletions where user_id = me and cancelled_at is null) then raise exception 'account_is_ending' using errcode = '42501'; end if;
  perform private.check_terms(terms_version);
  select case open_checkout_for.means when 'card' then card_provider when 'crypto' then crypto_provider end into payee from private.payment_settings;
  if payee is null then raise exception 'means_not_offered' using errcode = '22023', hint = 'means'; end if;
  if not private.may_sell(payee) then raise exception 'seller_incomplete' using errcode = 'PT409', hint = 'means'; end if;
  perform private.settle_member(me, moment);
  select * into running from public.subscriptions where user_id = me and state in ('active', 'past_due', 'canceled');
  -- A sandbox contract does not prevent a purchase: the first payment ends it.
  if running.provider = 'sandbox' and payee <> 'sandbox' then running := null; end if;
  if running.id is not null then
    if running.means <> 'crypto' or open_checkout_for.means <> 'crypto' then raise exception 'already_subscribed' using errcode = '23505'; end if;
    if running.plan <> open_checkout_for.plan or running.period <> open_checkout_for.period then raise exception 'renews_as_it_is' using errcode = '22023', hint = 'plan'; end if;
    if running.paid_until > running.current_period_end then raise exception 'renewed_already' using errcode = '23505'; end if;
  end if;
  if (select count(*) from public.checkouts where user_id = me and created_at > moment - interval '1 hour') >= 20 then
    raise exception 'too_many_checkouts' using errcode = 'PT429';
  end if;
  billed := private.save_billing_details_for(me, details, moment);
  -- An unpaid order is replaced by the next one, and its coupon is released.
  perform private.close_checkouts(array(select id from public.checkouts where user_id = me and state in ('open', 'failed') and kind in ('first', 'renewal')), moment);
  select * into agreed from private.quote(plan, period, billed.country, billed.vat_number, coupon, moment, me);
  price := agreed.price;
  quoted := agreed.quoted;
  -- The member agrees to the displayed price.
  if (quoted ->> 'total')::bigint <> expected_total then
    raise exception 'price_moved' using errcode = '22023', hint = 'expected_total', detail = quoted ->> 'total';
  end if;
  -- A plan without downloads needs no waiver of the withdrawal right, so none is stored.
  waived := nullif(waiver_version, '') is not null and (select downloads from public.plans where slug = price.plan);
  if running.id is not null then
    contract := running.id;
  else
    insert into public.subscriptions (user_id, plan, period, price_id, amount, currency, provider, means, created_at)
    values (me, price.plan, price.period, price.id, price.amount, price.currency, payee, open_checkout_for.means, moment) returning id into contract;
  end if;
  insert into public.checkouts (
    user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, coupon, terms_version, waiver_version,
    waiver_accepted_at, subscription_id, idempotency_key, expires_at, created_at
  ) values (
    me, price.plan, price.period, price.id, open_checkout_for.means, payee, case when running.id is null then 'first' else 'renewal' end, (quoted ->> 'net')::bigint,
    (quoted ->> 'tax')::bigint, (quoted ->> 'tax_rate')::numeric, (quoted ->> 'total')::bigint, price.currency, billed.country, quoted ->> 'coupon',
    open_checkout_for.terms_version, case when waived then open_checkout_for.waiver_version end, case when waived then moment end, contract,
    open_checkout_for.idempotency_key, moment + case open_checkout_for.means when 'crypto' then interval '15 minutes' else interval '24 hours' end, moment
  ) returning * into made;
  if made.coupon is not null then
    -- The coupon's row lock serialises its uses: the second of two concurrent ones sees the first.
    update public.coupons set used = used + 1 where code = made.coupon and (most is null or used < most);
    if not found or private.coupon_spent(made.coupon, me) then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
    insert into public.coupon_uses (coupon, user_id, checkout_id) values (made.coupon, me, made.id) on conflict do nothing;
    if not found then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
  end if;
  if payee <> 'sandbox' then
    perform private.ask_provider(payee, 'open_checkout', made.id, jsonb_build_object('checkout', made.id), 'open_checkout:' || made.id);
  end if;
  return made;
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

CREATE OR REPLACE FUNCTION private.pass_time (
  state  jsonb,
  moment timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  s jsonb := state;
  sub jsonb;
  ends timestamptz;
begin
  for sub in select value from jsonb_each(state -> 'subscriptions') where private.is_running(value) loop
    ends := (sub ->> 'current_period_end')::timestamptz;
    if moment >= ends and jsonb_typeof(sub -> 'ahead') = 'object' then
      -- A period paid in advance begins.
      sub := sub || (sub -> 'ahead') || '{"ahead": null}';
      s := private.sub_log(s, sub, 'period_began', sub ->> 'state', ends, 'time:' || ends);
      ends := (sub ->> 'current_period_end')::timestamptz;
    end if;
    if sub ->> 'state' = 'canceled' or sub ->> 'means' = 'crypto' then
      if moment >= ends then
        s := private.end_sub(s, sub ->> 'id', case sub ->> 'state' when 'canceled' then 'canceled' else 'unpaid' end, ends, 'time:' || ends);
      end if;
      continue;
    end if;
    if sub ->> 'state' = 'active' and moment >= ends + interval '1 day' then
      sub := sub || jsonb_build_object('state', 'past_due', 'failed_at', ends, 'grace_until', private.grace_until(ends));
      s := private.sub_log(s, sub, 'past_due', 'active', ends + interval '1 day', 'time:' || ends, '{"reason": "no_news"}');
    end if;
    if sub ->> 'state' = 'past_due' and moment >= (sub ->> 'grace_until')::timestamptz then
      s := private.end_sub(s, sub ->> 'id', 'unpaid', (sub ->> 'grace_until')::timestamptz, 'time:' || ends);
    end if;
  end loop;
  return s;
end
$function$;

CREATE OR REPLACE FUNCTION private.pay_with_new_card()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sub public.subscriptions;
begin
  select * into sub from public.subscriptions where id = new.subscription_id;
  -- A member who changes the card of an unpaid contract wants to pay.
  if sub.state = 'past_due' and sub.provider <> 'sandbox' then
    perform private.ask_provider(sub.provider, 'pay_open', sub.id, jsonb_build_object('subscription', sub.provider_subscription), 'pay_open:' || new.event_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.period_after (
  anchor timestamp with time zone,
  begins timestamp with time zone,
  period text
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  local_anchor constant timestamp := anchor at time zone 'Europe/Paris';
  local_begin constant timestamp := begins at time zone 'Europe/Paris';
  months constant int := case period when 'year' then 12 else 1 end;
  passed constant int := (extract(year from local_begin) - extract(year from local_anchor)) * 12 + extract(month from local_begin) - extract(month from local_anchor);
  n int := greatest(passed / months, 0);
begin
  -- The first period end, counted from the anchor, that is at least half a period after the start.
  while local_anchor + make_interval(months => n * months) < local_begin + make_interval(days => case period when 'year' then 180 else 14 end) loop
    n := n + 1;
  end loop;
  return (local_anchor + make_interval(months => n * months)) at time zone 'Europe/Paris';
end
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

CREATE OR REPLACE FUNCTION private.quote (
  plan       text,
  period     text,
  country    text,
  vat_number text,
  coupon     text,
  moment     timestamp with time zone,
  member     uuid,
  OUT        price public.current_plan_prices,
  OUT        quoted jsonb
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  given_code constant text := nullif(upper(private.cleaned(coupon, 64)), '');
  number_ constant text := private.vat_number_of(vat_number);
  treatment constant text := private.tax_treatment(upper(country), number_);
  rate constant numeric := private.treatment_rate(treatment, upper(country), private.paris_day(moment));
  offered public.coupons;
  renewed public.subscriptions;
  total bigint;
begin
  if country is null or upper(country) !~ '^[A-Z]{2}$' then raise exception 'country_wrong' using errcode = '22023', hint = 'country'; end if;
  -- A crypto renewal pays the agreed price, like a card renewal, whatever the plan costs now, and even if it is no longer sold.
  select * into renewed from public.subscriptions as held where held.user_id = quote.member and held.means = 'crypto'
    and held.state in ('active', 'past_due', 'canceled') and held.plan = quote.plan and held.period = quote.period and held.paid_until > moment
    and (held.provider <> 'sandbox' or private.sandbox_takes('crypto'));
  if found then
    select known.id, known.plan, known.period, known.amount, known.currency, known.starts_at, known.demonstration into strict price
    from public.plan_prices as known where known.id = renewed.price_id;
  else
    select known.* into price from public.current_plan_prices as known join public.plans on plans.slug = known.plan
    where known.plan = quote.plan and known.period = quote.period and known.currency = 'EUR' and known.amount > 0 and private.is_on_sale(plans, moment);
    if not found then raise exception 'plan_not_on_sale' using errcode = '22023', hint = 'plan'; end if;
  end if;
  total := price.amount;
  if given_code is not null then
    if renewed.id is not null then raise exception 'coupon_not_for_renewals' using errcode = '22023', hint = 'coupon'; end if;
    select * into offered from public.coupons as known where known.code = given_code
      and (known.plan is null or known.plan = quote.plan) and (known.period is null or known.period = quote.period)
      and known.starts_at <= moment and (known.ends_at is null or known.ends_at > moment);
    if not found then raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon'; end if;
    if offered.used >= offered.most or private.coupon_spent(given_code, quote.member) then raise exception 'coupon_used' using errcode = '22023', hint = 'coupon'; end if;
    total := total - coalesce(offered.amount, private.half_up(total * offered.percent / 100.0));
    if total < 100 then raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon'; end if;
  end if;
  quoted := jsonb_build_object(
    'net', private.net_of(total, rate), 'tax', total - private.net_of(total, rate), 'tax_rate', rate, 'total', total, 'currency', price.currency,
    'discount', price.amount - total, 'coupon', given_code, 'renews_at', private.period_after(coalesce(renewed.anchor, moment), coalesce(renewed.paid_until, moment), period), 'renewal_total', price.amount,
    'withdraw_until', private.withdraw_until(moment), 'treatment', treatment,
    'vat_number_fits', case when number_ is not null then treatment = 'outside_business' or private.is_vat_number(number_, upper(country)) end);
end
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

CREATE OR REPLACE FUNCTION private.referral_block (
  referrer uuid,
  lead     public.leads,
  visitor  uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when not private.may_refer(referrer) or exists (select from public.staff where user_id = lead.user_id) then 'staff'
    when exists (select from public.leads as own where own.user_id = referrer and own.email_key = lead.email_key)
      -- The current address counts like that of the sign-up.
      or exists (select from public.members as own where own.user_id = referrer and private.mailbox_of(own.email) = lead.email_key) then 'own_mailbox'
    when exists (
      select from public.leads as own left join public.profiles as profile on profile.id = own.user_id
      where own.user_id = referrer and lead.phone in (own.phone, profile.phone)
    ) then 'own_phone'
    -- Used by the referrer or another account: a browser can bring one member.
    when exists (select from private.member_browsers as known where known.visitor = referral_block.visitor and known.user_id <> lead.user_id) then 'own_browser'
    when exists (select from public.leads as other where other.id <> lead.id and other.email_key = lead.email_key)
      or exists (select from public.members as other where other.user_id <> lead.user_id and private.mailbox_of(other.email) = lead.email_key)
      or exists (select from public.leads as other where other.id <> lead.id and other.phone = lead.phone)
      or exists (select from private.former_mailboxes where mark = private.mailbox_mark(lead.email_key)) then 'returning'
  end
$function$;

CREATE OR REPLACE FUNCTION private.renew_sandbox (
  moment timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due public.subscriptions;
  done int := 0;
begin
  -- Where the sandbox no longer accepts cards, its contracts are not continued for free: they end with their period.
  if not private.sandbox_takes('card') then
    for due in
      select * from public.subscriptions where provider = 'sandbox' and means = 'card' and state in ('active', 'past_due') order by current_period_end limit 200
    loop
      continue when not private.try_lock_money(due.user_id);
      perform private.settle_member(due.user_id, moment);
      continue when not exists (select from public.subscriptions where id = due.id and state in ('active', 'past_due'));
      -- The mail says that the member did not cancel.
      perform private.note_command(due, 'cancel', '{"by": "sandbox"}', moment);
      perform private.settle_member(due.user_id, moment);
      done := done + 1;
    end loop;
    return done;
  end if;
  for due in
    select * from public.subscriptions where provider = 'sandbox' and means = 'card' and state in ('active', 'past_due')
      and current_period_end <= moment and (next_try_at <= moment or state = 'active' or (state = 'past_due' and next_try_at is null and failed_at = current_period_end))
    order by current_period_end limit 200
  loop
    continue when not private.try_lock_money(due.user_id);
    perform private.settle_member(due.user_id, moment);
    select * into due from public.subscriptions where id = due.id and state in ('active', 'past_due') and current_period_end <= moment;
    continue when not found;
    perform private.charge_renewal(due, moment);
    done := done + 1;
  end loop;
  return done;
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

CREATE OR REPLACE FUNCTION private.resum_candles (
  undone  private.market_imports,
  span    text,
  removed timestamp with time zone[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  clock public.market_sessions;
  openings timestamptz[];
begin
  select sessions.* into clock from public.instruments join public.market_sessions as sessions using (session) where symbol = undone.symbol;
  select array_agg(distinct private.candle_opening(span, at, clock.time_zone, clock.day_starts)) into openings from unnest(removed) as at;
  delete from public.candles where symbol = undone.symbol and timeframe = span and opened_at = any (openings);
  insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at)
  select undone.symbol, span, opening, (array_agg(open order by first_at))[1], max(high), min(low), (array_agg(close order by last_at desc))[1],
    (array_agg(spread order by last_at desc))[1], (array_agg(source order by last_at desc))[1], min(first_at), max(last_at)
  from (
    select opened_at as opening, open, high, low, close, spread, source, coalesce(first_at, opened_at) as first_at, coalesce(last_at, opened_at) as last_at
    from private.market_import_before
    where import_number = undone.number and timeframe = span and opened_at = any (openings)
    union all
    -- The remaining earlier data, and what a feed has added since: in the timeframes that sources supply, which never cross a day.
    select opening, part.open, part.high, part.low, part.close, part.spread, part.source,
      coalesce(part.first_at, part.opened_at), coalesce(part.last_at, part.opened_at)
    from unnest(openings) as opening join public.candles as part
      on part.symbol = undone.symbol and part.timeframe in ('M1', 'M5', 'H1')
        and private.timeframe_width(part.timeframe) < private.timeframe_width(span)
        and part.opened_at >= opening and part.opened_at < opening + least(private.timeframe_width(span) * 2, interval '25 hours')
        and private.candle_opening(span, part.opened_at, clock.time_zone, clock.day_starts) = opening
  ) as parts
  group by opening;
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

CREATE OR REPLACE FUNCTION private.sandbox_card (
  card   jsonb,
  moment timestamp with time zone,
  OUT    method jsonb,
  OUT    outcome text,
  OUT    fingerprint text
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  digits constant text := regexp_replace(coalesce(card ->> 'number', ''), '[^0-9]', '', 'g');
  expires constant text := regexp_replace(coalesce(card ->> 'expires', ''), '[^0-9/]', '', 'g');
begin
  outcome := case digits
    when '4242424242424242' then 'paid'
    when '5555555555554444' then 'paid'
    -- Accepts only the first payment.
    when '4000000000000341' then 'paid'
    when '4000002500003155' then 'authenticate'
    when '4000000000009995' then 'insufficient_funds'
    when '4000000000000069' then 'expired_card'
  end;
  if outcome is null then raise exception 'not_a_test_card' using errcode = '22023', hint = 'number'; end if;
  if expires !~ '^(0[1-9]|1[0-2])/([0-9]{2}|20[0-9]{2})$' then raise exception 'expiry_wrong' using errcode = '22023', hint = 'expires'; end if;
  method := jsonb_build_object('kind', 'card', 'brand', case left(digits, 1) when '5' then 'mastercard' else 'visa' end, 'last4', right(digits, 4),
    'expires', '20' || right(expires, 2) || '-' || left(expires, 2));
  fingerprint := encode(sha256(convert_to(digits, 'utf8')), 'hex');
  if private.has_expired(method, moment) then outcome := 'expired_card'; end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.save_billing_details_for (
  member  uuid,
  details jsonb,
  moment  timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS public.billing_details
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  saved public.billing_details;
  vat constant text := private.vat_number_of(details ->> 'vat_number');
  missing text;
begin
  if member is null or not exists (select from public.members where user_id = member) then raise exception 'not_a_member' using errcode = '42501'; end if;
  if private.cleaned(details ->> 'name', 160) = '' then raise exception 'name_missing' using errcode = '22023', hint = 'name'; end if;
  if upper(coalesce(details ->> 'country', '')) !~ '^[A-Z]{2}$' then raise exception 'country_wrong' using errcode = '22023', hint = 'country'; end if;
  if vat !~ '^[A-Z]{2}[A-Z0-9]{2,13}$' then raise exception 'vat_number_wrong' using errcode = '22023', hint = 'vat_number'; end if;
  -- Required on invoices to businesses (CGI, annexe II, art. 242 nonies A). Some countries outside the Union have no postcodes.
  select fact into missing from unnest(array['address', 'postcode', 'city']) with ordinality as needed (fact, place)
  where vat is not null and private.cleaned(details ->> fact, 300) = ''
    and (fact <> 'postcode' or exists (select from public.tax_rates as known where known.country = upper(details ->> 'country')))
  order by place limit 1;
  if missing is not null then raise exception 'address_required' using errcode = '22023', hint = missing; end if;
  insert into public.billing_details (user_id, name, address, postcode, city, country, vat_number, updated_at)
  values (member, private.cleaned(details ->> 'name', 160), private.cleaned(details ->> 'address', 300), private.cleaned(details ->> 'postcode', 16),
    private.cleaned(details ->> 'city', 100), upper(details ->> 'country'), vat, moment)
  on conflict (user_id) do update set name = excluded.name, address = excluded.address, postcode = excluded.postcode, city = excluded.city,
    country = excluded.country, vat_number = excluded.vat_number, updated_at = excluded.updated_at
  returning * into saved;
  return saved;
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

CREATE OR REPLACE FUNCTION private.segments_of (
  member uuid
)
  RETURNS TABLE (
    test      boolean,
    currency  text,
    plan      text,
    monthly   bigint,
    starts_at timestamp with time zone,
    ends_at   timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with bought as (
    select pay.provider, pay.currency, pay.subscription_id, pay.period_start, pay.period_end, told.plan,
      private.half_up(private.net_of(case when ordered.kind in ('first', 'change') then price.amount else pay.net + pay.tax end, pay.tax_rate)
        / case told.period when 'year' then 12.0 else 1 end) as monthly,
      lead(pay.period_start) over (partition by pay.subscription_id order by pay.period_start, pay.paid_at, pay.id) as next_start
    from public.payments as pay
    join (
      select subscription_id, details ->> 'payment' as payment, details ->> 'plan' as plan, details ->> 'period' as period
      from public.subscription_events
      where subscription_events.user_id = segments_of.member and kind in ('started', 'renewed', 'recovered', 'restarted', 'changed')
    ) as told on told.subscription_id = pay.subscription_id and told.payment = pay.provider_payment
    left join public.checkouts as ordered on ordered.id = pay.checkout_id
    left join public.plan_prices as price on price.id = ordered.price_id
    where pay.user_id = segments_of.member and pay.paid_at is not null and pay.period_start is not null
      -- Paid in advance and refunded before it began: it was never active.
      and not (pay.state in ('refunded', 'lost') and pay.period_start >= (
        select max(at) from (
          select coalesce(done_at, back.at) as at from public.refunds as back where payment_id = pay.id
          union all select coalesce(closed_at, asked.at) from public.disputes as asked where payment_id = pay.id) as given))
  )
  select bought.provider = 'sandbox', bought.currency, bought.plan, bought.monthly, bought.period_start,
    case
      -- A provider's own periods may leave a gap of hours.
      when next_start <= bought.period_end + interval '1 day' then next_start
      when next_start is not null then least(next_start, case contract.means when 'card' then private.grace_until(bought.period_end) else bought.period_end end)
      else coalesce(contract.ended_at, 'infinity')
    end
  from bought join public.subscriptions as contract on contract.id = bought.subscription_id
$function$;

CREATE OR REPLACE FUNCTION private.send_contract_code (
  address text,
  purpose text,
  moment  timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  key constant bytea := private.hashed(lower(btrim(address)));
  asker constant bytea := private.hashed('network ' || private.client_network());
  owner auth.users;
  digits text;
  made bigint;
  sent record;
begin
  delete from private.contract_codes where created_at < moment - interval '1 hour';
  -- Only the requesting network is refused, so that others can still end their contract.
  if (select count(*) from private.contract_codes as code where code.source = asker and created_at > moment - interval '10 minutes') >= 10 then
    raise exception 'too_many_codes' using errcode = 'PT429';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('contract code ' || encode(key, 'hex'), 0));
  -- More mails would flood the mailbox; the answer is the same.
  select count(*) as asked, count(*) filter (where code.source is not distinct from asker) as asked_here into sent
  from private.contract_codes as code where code.address = key and created_at > moment - interval '10 minutes';
  if sent.asked_here >= 3 or sent.asked >= 6 then return; end if;
  select * into owner from auth.users
  where lower(email) = lower(btrim(send_contract_code.address)) and email_confirmed_at is not null and deleted_at is null and not is_sso_user;
  -- Unknown addresses are recorded only so that repeated requests look the same; beyond this number they are not.
  if owner.id is null and (select count(*) from private.contract_codes where member is null) >= 5000 then return; end if;
  digits := lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 1000000)::text, 6, '0');
  insert into private.contract_codes (address, member, source, purpose, created_at, expires_at)
  values (key, owner.id, asker, send_contract_code.purpose, moment, moment + interval '10 minutes') returning id into made;
  if owner.id is null then return; end if;
  update private.contract_codes set code = private.hashed(made || ' ' || digits) where id = made;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  execute 'insert into _server.mail_outbox (to_address, template, data, expires_at) values ($1, $2, $3, now() + interval ''10 minutes'')'
    using owner.email, send_contract_code.purpose || '_code', jsonb_build_object('Token', digits, 'Email', owner.email);
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_access (
  member uuid,
  s      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- A deleted account has no access, but its books continue.
  if not exists (select from auth.users where id = member) then return; end if;
  delete from public.premium_grants as kept
  where user_id = member and kept.fact is not null and kept.fact not in (select due.fact from private.access_of(s) as due);
  insert into public.premium_grants as kept (user_id, source, starts_at, ends_at, fact, payment_id, created_at)
  select settle_access.member, due.source, due.starts_at, due.ends_at, due.fact, pay.id, clock_timestamp()
  from private.access_of(s) as due
  left join public.payments as pay on pay.provider = due.provider and pay.provider_payment = due.provider_payment
  on conflict (fact) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at
  where (kept.starts_at, kept.ends_at) is distinct from (excluded.starts_at, excluded.ends_at);
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_books (
  member uuid,
  s      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  entry record;
  pay jsonb;
  held bigint;
begin
  for entry in select key, value from jsonb_each(s -> 'payments') where value ->> 'paid_at' is not null or (value ->> 'held')::bigint > 0 loop
    held := (entry.value ->> 'amount')::bigint;
    perform private.post_entries('payment:' || entry.key, jsonb_build_object(
      'provider:' || (entry.value ->> 'provider'), held, 'revenue', -(entry.value ->> 'net')::bigint,
      'vat:' || (entry.value ->> 'country'), -(entry.value ->> 'tax')::bigint, 'overpaid', -(entry.value ->> 'surplus')::bigint
    ), entry.value ->> 'currency', coalesce(entry.value ->> 'paid_at', entry.value ->> 'tried_at')::timestamptz, member);
  end loop;
  for entry in select key, value from jsonb_each(s -> 'refunds') where value ->> 'state' = 'succeeded' loop
    pay := s -> 'payments' -> (entry.value ->> 'pay');
    perform private.post_entries('refund:' || entry.key, jsonb_build_object(
      'provider:' || (pay ->> 'provider'), -(entry.value ->> 'amount')::bigint, 'refunds', (entry.value ->> 'net')::bigint,
      'vat:' || (pay ->> 'country'), (entry.value ->> 'tax')::bigint,
      'overpaid', case when entry.value ->> 'reason' = 'overpaid' then (entry.value ->> 'amount')::bigint else 0 end
    ), pay ->> 'currency', coalesce(entry.value ->> 'done_at', entry.value ->> 'at')::timestamptz, member);
  end loop;
  for entry in select key, value from jsonb_each(s -> 'disputes') loop
    pay := s -> 'payments' -> (entry.value ->> 'pay');
    held := case when entry.value ->> 'state' = 'lost' then (entry.value ->> 'amount')::bigint else 0 end;
    perform private.post_entries('dispute:' || entry.key, jsonb_build_object(
      'provider:' || (pay ->> 'provider'), -held, 'refunds', coalesce((entry.value ->> 'net')::bigint, 0), 'vat:' || (pay ->> 'country'), coalesce((entry.value ->> 'tax')::bigint, 0),
      'overpaid', coalesce((entry.value ->> 'surplus')::bigint, 0),
      'losses', held - coalesce((entry.value ->> 'net')::bigint + (entry.value ->> 'tax')::bigint + (entry.value ->> 'surplus')::bigint, 0)
    ), pay ->> 'currency', coalesce(entry.value ->> 'closed_at', entry.value ->> 'at')::timestamptz, member);
  end loop;
  -- A fact that no longer applies is reversed.
  for entry in
    select fact, min(currency) as currency, max(at) as at from private.books where books.member = settle_books.member and (case split_part(fact, ':', 1)
      when 'payment' then s -> 'payments' -> substring(fact from 9) ->> 'paid_at' is not null or (s -> 'payments' -> substring(fact from 9) ->> 'held')::bigint > 0
      when 'refund' then s -> 'refunds' -> substring(fact from 8) ->> 'state' = 'succeeded'
      else true end) is not true
    group by fact
  loop
    perform private.post_entries(entry.fact, '{}', entry.currency, entry.at, member);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_commission (
  payment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  rules public.referral_settings;
  pay public.payments;
  origin public.referrals;
  contract public.subscriptions;
  own public.commissions;
  first_paid timestamptz;
  rate numeric;
  given_back bigint;
begin
  select * into strict rules from public.referral_settings;
  select * into pay from public.payments where id = payment;
  perform private.block_own_methods(pay);
  select * into own from public.commissions where payment_id = pay.id for update;
  if not found then
    if pay.paid_at is null or pay.net = 0 then return; end if;
    select * into origin from public.referrals where referred = pay.user_id;
    if not found or origin.blocked_for is not null or not private.may_refer(origin.referrer) or pay.currency <> rules.currency then return; end if;
    select * into contract from public.subscriptions where id = pay.subscription_id;
    select min(paid_at) into first_paid from public.payments where user_id = pay.user_id and paid_at is not null and net > 0;
    if pay.paid_at >= first_paid + make_interval(months => rules.commission_months) then return; end if;
    select percent into rate from public.referral_rates
    where plan = coalesce((select plan from public.checkouts where id = pay.checkout_id), contract.plan) and starts_at <= greatest(pay.paid_at, pay.created_at)
    order by starts_at desc, id desc limit 1;
    if coalesce(rate, 0) = 0 then return; end if;
    insert into public.commissions (
      user_id, payment_id, referral_id, referral_number, payment_number, plan, percent, paid, kept, amount, currency, earned_at, due_at
    ) values (
      origin.referrer, pay.id, origin.id,
      (select count(*) from public.referrals where referrer = origin.referrer and id <= origin.id),
      (select count(*) from public.payments where user_id = pay.user_id and net > 0 and paid_at <= pay.paid_at),
      coalesce((select plan from public.checkouts where id = pay.checkout_id), contract.plan), rate, pay.net, pay.net, 0, pay.currency, pay.paid_at,
      greatest(pay.paid_at + make_interval(days => rules.hold_days), contract.withdraw_until)
    ) returning * into own;
  end if;
  -- A requested refund counts immediately; it is restored only if it fails.
  select coalesce(sum(net), 0) into given_back from public.refunds where payment_id = pay.id and state <> 'failed';
  own.paid := pay.net;
  own.voided_for := case
    when exists (select from public.referrals where id = own.referral_id and blocked_for is not null) then 'blocked'
    when pay.state = 'lost' then 'dispute' when given_back > 0 or pay.paid_at is null then 'refund' end;
  own.kept := case when own.voided_for in ('blocked', 'dispute') or pay.paid_at is null then 0 else greatest(pay.net - given_back, 0) end;
  own.amount := private.half_up(own.kept * own.percent / 100);
  own.disputed := pay.state = 'disputed';
  update public.commissions set paid = own.paid, kept = own.kept, amount = own.amount, voided_for = own.voided_for, disputed = own.disputed
  where id = own.id and (paid, kept, amount, voided_for, disputed) is distinct from (own.paid, own.kept, own.amount, own.voided_for, own.disputed);
  perform private.post_entries('commission:' || own.id, jsonb_build_object('commission', own.amount, 'payable:' || own.user_id, -own.amount),
    own.currency, own.earned_at, own.user_id);
end
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
  -- Checked twice: usually nothing is due, and then nothing is locked.
  for attempt in 1..2 loop
    select * into standing from public.invoices as known where known.fact = settle_documents.fact order by version desc limit 1;
    -- A reversal cancels the current document.
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
    -- An amount that was never invoiced cannot be credited.
    if not found then return; end if;
    perform private.issue_document(fact, bought, 'credit_note', wanted_net, wanted_tax,
      jsonb_build_array(jsonb_build_object('text', private.invoice_text(why, original.language, jsonb_build_object('number', original.number)),
        'quantity', 1, 'unit_net', wanted_net, 'net', wanted_net)), original, paid_at, year, moment);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_due (
  moment timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due uuid;
  done int := 0;
begin
  for due in
    select user_id from (
      select user_id, current_period_end from public.subscriptions where state in ('active', 'past_due', 'canceled') and current_period_end <= moment and (
        state = 'canceled' or means = 'crypto' or (state = 'active' and current_period_end <= moment - interval '1 day') or grace_until <= moment)
      union all
      -- Money that was received, as in private.settle_requests(): declined cards never paid.
      select pay.user_id, created_at + interval '1 day' from public.payments as pay where surplus > 0 and (paid_at is not null or failure = 'underpaid')
        and state <> 'refunded' and created_at <= moment - interval '1 day'
        and not exists (select from public.refunds where payment_id = pay.id and reason = 'overpaid')
      union all
      select user_id, expires_at from public.checkouts where expires_at <= moment and (state in ('open', 'failed') or (state = 'waiting' and means = 'card'))
    ) as waiting (user_id, since)
    group by user_id order by min(since), user_id limit 500
  loop
    -- Members locked by another transaction are settled by it, or next time: nothing waits here while holding locks.
    continue when not private.try_lock_money(due);
    perform private.close_checkouts(array(
      select id from public.checkouts where user_id = due and expires_at <= moment and (state in ('open', 'failed') or (state = 'waiting' and means = 'card'))), moment);
    perform private.settle_member(due, moment);
    done := done + 1;
  end loop;
  return done;
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
  -- The sandbox's answers are facts too and are settled in turn.
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
    -- The order was cancelled while its page was being created.
    if bought.state = 'expired' and bought.provider_reference is not null then
      perform private.ask_provider(settled.provider, 'close_checkout', bought.id, jsonb_build_object('reference', bought.provider_reference), 'close_checkout:' || bought.id || ':opened');
    end if;
  elsif settled.kind = 'change' and outcome = 'done' and settled.answer ->> 'url' is not null then
    -- The bank requires authentication: the order leads the member to it.
    update public.checkouts set provider_url = settled.answer ->> 'url' where id = settled.subject returning * into bought;
    perform private.tell_topic('member:' || bought.user_id, 'money', '{"money": "changed"}');
  elsif settled.kind = 'refund' and outcome = 'done' and settled.answer ->> 'url' is not null then
    perform private.offer_refund(settled.subject, settled.answer ->> 'url');
  elsif outcome = 'failed' then
    -- A permanent failure is a fact, settled like any other.
    if settled.kind in ('open_checkout', 'change', 'update_method') then
      -- Whatever the cause of the failure, nothing prepared for the change may be charged later.
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

CREATE OR REPLACE FUNCTION private.settle_requests (
  member uuid,
  s      jsonb,
  moment timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  entry record;
  sub jsonb;
begin
  -- Payments that bought nothing are refunded, but only after reconciliation has had a day to find their purpose.
  for entry in
    select key, value, (value ->> 'surplus')::bigint - (
      select coalesce(sum((back.value ->> 'amount')::bigint), 0) from jsonb_each(s -> 'refunds') as back
      where back.value ->> 'pay' = pay.key and back.value ->> 'reason' = 'overpaid' and back.value ->> 'state' <> 'failed') as owed
    from jsonb_each(s -> 'payments') as pay
    where (value ->> 'surplus')::bigint > 0 and (value ->> 'paid_at' is not null or (value ->> 'held')::bigint > 0)
      and (value ->> 'received_at')::timestamptz <= moment - interval '1 day'
      and not s -> 'refunds' ? ('asked:' || private.surplus_refund(key))
  loop
    continue when entry.owed <= 0;
    insert into private.money_commands (member, subscription_id, kind, at, details)
    values (settle_requests.member, (entry.value ->> 'subscription_id')::uuid, 'refund', moment, jsonb_build_object(
      'refund', private.surplus_refund(entry.key), 'payment', entry.key, 'amount', entry.owed, 'reason', 'overpaid'));
  end loop;
  for entry in select key, value from jsonb_each(s -> 'refunds') where value ->> 'state' = 'asked' loop
    perform private.ask_provider(s -> 'payments' -> (entry.value ->> 'pay') ->> 'provider', 'refund', substring(entry.key from 7)::uuid, jsonb_build_object(
      'refund', substring(entry.key from 7), 'payment', s -> 'payments' -> (entry.value ->> 'pay') -> 'provider_payment', 'amount', entry.value -> 'amount',
      'currency', s -> 'payments' -> (entry.value ->> 'pay') -> 'currency'), 'refund:' || substring(entry.key from 7));
  end loop;
  for sub in select value from jsonb_each(s -> 'subscriptions') where value ->> 'state' = 'expired'
    and (value ->> 'ended_for' <> 'canceled' or value ->> 'failed_at' is not null)
    and value ->> 'provider_subscription' is not null loop
    perform private.ask_provider(sub ->> 'provider', 'cancel_now', (sub ->> 'id')::uuid,
      jsonb_build_object('subscription', sub -> 'provider_subscription'), 'cancel_now:' || (sub ->> 'id') || ':' || (sub ->> 'ended_at'));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_rows (
  member uuid,
  s      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  running boolean;
begin
  -- Endings before beginnings, so that there are never two active contracts.
  foreach running in array array[false, true] loop
    update public.subscriptions as kept set
      plan = due.plan, period = due.period, price_id = due.price_id, amount = due.amount, provider_customer = due.provider_customer,
      provider_subscription = due.provider_subscription, state = due.state, current_period_start = due.current_period_start,
      current_period_end = due.current_period_end, paid_until = due.paid_until, anchor = due.anchor, segment_start = due.segment_start, stake = due.stake,
      next_plan = due.next_plan, next_period = due.next_period, next_price_id = due.next_price_id, next_amount = due.next_amount,
      cancel_requested_at = due.cancel_requested_at, withdrawn_at = due.withdrawn_at, failed_at = due.failed_at, grace_until = due.grace_until,
      next_try_at = due.next_try_at, method = due.method, withdraw_until = due.withdraw_until, started_at = due.started_at,
      ended_at = due.ended_at, ended_for = due.ended_for
    from jsonb_each(s -> 'subscriptions') as entry, jsonb_populate_record(null::public.subscriptions, entry.value) as due
    where kept.id = due.id and private.is_running(entry.value) = running
      and (kept.plan, kept.period, kept.price_id, kept.amount, kept.provider_customer, kept.provider_subscription, kept.state, kept.current_period_start,
        kept.current_period_end, kept.paid_until, kept.anchor, kept.segment_start, kept.stake, kept.next_plan, kept.next_period, kept.next_price_id, kept.next_amount,
        kept.cancel_requested_at, kept.withdrawn_at, kept.failed_at, kept.grace_until, kept.next_try_at, kept.method, kept.withdraw_until, kept.started_at,
        kept.ended_at, kept.ended_for)
      is distinct from (due.plan, due.period, due.price_id, due.amount, due.provider_customer, due.provider_subscription, due.state, due.current_period_start,
        due.current_period_end, due.paid_until, due.anchor, due.segment_start, due.stake, due.next_plan, due.next_period, due.next_price_id, due.next_amount,
        due.cancel_requested_at, due.withdrawn_at, due.failed_at, due.grace_until, due.next_try_at, due.method, due.withdraw_until, due.started_at,
        due.ended_at, due.ended_for);
  end loop;

  update public.checkouts as kept set state = entry.value ->> 'state', failure = entry.value ->> 'failure'
  from jsonb_each(s -> 'checkouts') as entry
  where kept.id = entry.key::uuid and (kept.state, kept.failure) is distinct from (entry.value ->> 'state', entry.value ->> 'failure')
    -- An expired order stays expired unless it is paid after all.
    and not (kept.state = 'expired' and entry.value ->> 'state' in ('open', 'failed', 'waiting'));

  insert into public.payments as kept (
    user_id, subscription_id, checkout_id, provider, provider_payment, amount, currency, net, tax, surplus, tax_rate, country, treatment, vat_number, state,
    failure, method, period_start, period_end, paid_at, created_at)
  select settle_rows.member, due.subscription_id, due.checkout_id, due.provider, due.provider_payment, due.amount, due.currency, due.net, due.tax, due.surplus,
    due.tax_rate, due.country, due.treatment, due.vat_number, private.payment_state(s, entry.key), due.failure, due.method, due.period_start, due.period_end, due.paid_at, (entry.value ->> 'received_at')::timestamptz
  from jsonb_each(s -> 'payments') as entry, jsonb_populate_record(null::public.payments, entry.value) as due
  on conflict (provider, provider_payment) do update set
    checkout_id = excluded.checkout_id, amount = excluded.amount, net = excluded.net, tax = excluded.tax, surplus = excluded.surplus, state = excluded.state,
    tax_rate = excluded.tax_rate, country = excluded.country, treatment = excluded.treatment, vat_number = excluded.vat_number,
    failure = excluded.failure, method = excluded.method, period_start = excluded.period_start, period_end = excluded.period_end, paid_at = excluded.paid_at
  where (kept.checkout_id, kept.amount, kept.net, kept.tax, kept.surplus, kept.tax_rate, kept.country, kept.treatment, kept.vat_number, kept.state, kept.failure,
      kept.method, kept.period_start, kept.period_end, kept.paid_at)
    is distinct from (excluded.checkout_id, excluded.amount, excluded.net, excluded.tax, excluded.surplus, excluded.tax_rate, excluded.country, excluded.treatment,
      excluded.vat_number, excluded.state, excluded.failure, excluded.method, excluded.period_start, excluded.period_end, excluded.paid_at);

  insert into public.refunds as kept (id, fact, user_id, payment_id, amount, net, tax, reason, state, provider_refund, asked_by, words, at, done_at)
  select coalesce(substring(entry.key from '^asked:([0-9a-f-]{36})$')::uuid, gen_random_uuid()), entry.key, settle_rows.member, pay.id, due.amount, due.net, due.tax,
    due.reason, due.state, due.provider_refund, due.asked_by, due.words, due.at, due.done_at
  from jsonb_each(s -> 'refunds') as entry, jsonb_populate_record(null::public.refunds, entry.value) as due, public.payments as pay
  where pay.provider || ':' || pay.provider_payment = entry.value ->> 'pay' and pay.user_id = settle_rows.member
  on conflict (fact) do update set state = excluded.state, provider_refund = excluded.provider_refund, net = excluded.net, tax = excluded.tax, amount = excluded.amount,
    reason = excluded.reason, done_at = excluded.done_at,
    claim_url = case when excluded.state = 'asked' then kept.claim_url end
  where (kept.state, kept.provider_refund, kept.net, kept.tax, kept.amount, kept.reason, kept.done_at)
    is distinct from (excluded.state, excluded.provider_refund, excluded.net, excluded.tax, excluded.amount, excluded.reason, excluded.done_at);

  -- A payment that later facts invalidated: it bought and refunded nothing.
  update public.payments as kept set state = 'failed', failure = 'refused', amount = 0, net = 0, tax = 0, surplus = 0, paid_at = null, period_start = null, period_end = null
  where user_id = settle_rows.member and paid_at is not null and not s -> 'payments' ? (kept.provider || ':' || kept.provider_payment);
  update public.refunds as kept set state = 'failed', claim_url = null
  where user_id = settle_rows.member and state <> 'failed' and not s -> 'refunds' ? kept.fact;

  insert into public.disputes as kept (user_id, payment_id, provider, provider_dispute, amount, state, due_by, at, closed_at, net, tax)
  select settle_rows.member, pay.id, due.provider, due.provider_dispute, due.amount, due.state, due.due_by, due.at, due.closed_at, coalesce(due.net, 0), coalesce(due.tax, 0)
  from jsonb_each(s -> 'disputes') as entry, jsonb_populate_record(null::public.disputes, entry.value) as due, public.payments as pay
  where pay.provider || ':' || pay.provider_payment = entry.value ->> 'pay' and pay.user_id = settle_rows.member
  on conflict (provider, provider_dispute) do update set state = excluded.state, amount = excluded.amount, due_by = excluded.due_by, at = excluded.at,
    closed_at = excluded.closed_at, net = excluded.net, tax = excluded.tax
  where (kept.state, kept.amount, kept.due_by, kept.at, kept.closed_at, kept.net, kept.tax)
    is distinct from (excluded.state, excluded.amount, excluded.due_by, excluded.at, excluded.closed_at, excluded.net, excluded.tax);

  update private.provider_events as kept set
    state = case when s -> 'verdicts' ? (kept.provider || ':' || event_id) then 'refused' else 'processed' end,
    reason = s -> 'verdicts' ->> (kept.provider || ':' || event_id)
  where kept.member = settle_rows.member
    and reason is distinct from s -> 'verdicts' ->> (kept.provider || ':' || event_id);

  insert into public.subscription_events (subscription_id, user_id, kind, from_state, to_state, at, cause, details)
  select (entry ->> 'subscription_id')::uuid, settle_rows.member, entry ->> 'kind', entry ->> 'from_state', entry ->> 'to_state',
    (entry ->> 'at')::timestamptz, entry ->> 'cause', entry -> 'details'
  from jsonb_array_elements(s -> 'log') as entry
  on conflict (subscription_id, kind, cause) do nothing;
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

CREATE OR REPLACE FUNCTION private.state_for (
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

CREATE OR REPLACE FUNCTION private.steps_of (
  member uuid
)
  RETURNS SETOF private.revenue_steps
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with segments as materialized (select * from private.segments_of(steps_of.member) as part where part.ends_at > part.starts_at),
  edges as (
    select test, currency, at, lead(at) over (partition by test, currency order by at) as next_at
    from (select test, currency, starts_at as at from segments union select test, currency, ends_at from segments) as edge
  ),
  -- Nothing changes between two edges. Overlapping contracts are added up.
  pieces as (
    select edges.test, edges.currency, edges.at, edges.next_at, sum(part.monthly)::bigint as monthly, max(part.plan) as plan
    from edges join segments as part on part.test = edges.test and part.currency = edges.currency and part.starts_at <= edges.at and part.ends_at > edges.at
    group by 1, 2, 3, 4
  ),
  -- A step begins where a piece does not continue the previous one.
  marked as (
    select *, (at, monthly, plan) is distinct from (
      lag(next_at) over being, lag(monthly) over being, lag(plan) over being) as begins
    from pieces window being as (partition by test, currency order by at)
  ),
  numbered as (select *, count(*) filter (where begins) over (partition by test, currency order by at) as step from marked)
  select steps_of.member, test, currency, min(at), max(next_at), min(monthly), min(plan), min(min(at)) over (partition by test, currency)
  from numbered group by test, currency, step
$function$;

CREATE OR REPLACE FUNCTION private.store_candles (
  timeframe     text,
  source        text,
  symbols       text[],
  opened        timestamp with time zone[],
  opens         numeric[],
  highs         numeric[],
  lows          numeric[],
  closes        numeric[],
  spreads       numeric[],
  import_number integer                    DEFAULT NULL::integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  base constant interval := private.timeframe_width(store_candles.timeframe);
  stored int;
begin
  perform private.ensure_candle_months(min(at), max(at)) from unnest(opened) as at having count(*) > 0;
  with given as (
    select given.*, case store_candles.timeframe
        when 'D1' then private.candle_opening('D1', given.opened_at, sessions.time_zone, sessions.day_starts)
        else date_bin(base, given.opened_at, '2000-01-01 00:00+00')
      end as opening
    from unnest(symbols, opened, opens, highs, lows, closes, spreads) as given(symbol, opened_at, open, high, low, close, spread)
    join public.instruments on instruments.symbol = given.symbol
    join public.market_sessions as sessions using (session)
  ), fresh as (
    insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at, import_number)
    select symbol, store_candles.timeframe, opening, open, high, low, close, spread, store_candles.source,
      case when base > interval '1 minute' then opening end, case when base > interval '1 minute' then opening + base - interval '1 minute' end,
      store_candles.import_number
    from given
    on conflict do nothing
    returning symbol, opened_at, open, high, low, close, spread, coalesce(first_at, opened_at) as first_at, coalesce(last_at, opened_at) as last_at
  ), longer as (
    select name, private.timeframe_width(name) as width from unnest(array['M5', 'M15', 'M30', 'H1', 'H4', 'D1']) as name
    where private.timeframe_width(name) > base
  ), placed as (
    -- Days always start on a quarter hour, so the opening is computed once per quarter.
    select fresh.*, days.opening as day from fresh
    join (
      select symbol, quarter, private.candle_opening('D1', quarter, sessions.time_zone, sessions.day_starts) as opening
      from (select distinct symbol, date_bin('15 minutes', opened_at, '2000-01-01 00:00+00') as quarter from fresh) as quarters
      join public.instruments using (symbol)
      join public.market_sessions as sessions using (session)
    ) as days on days.symbol = fresh.symbol and days.quarter = date_bin('15 minutes', fresh.opened_at, '2000-01-01 00:00+00')
  ), summed as (
    insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source, first_at, last_at)
    select symbol, name, case name when 'D1' then day else date_bin(width, opened_at, '2000-01-01 00:00+00') end as bucket,
      (array_agg(open order by opened_at))[1], max(high), min(low), (array_agg(close order by opened_at desc))[1],
      (array_agg(spread order by opened_at desc))[1], store_candles.source, min(first_at), max(last_at)
    from placed cross join longer
    group by symbol, name, bucket
    on conflict (symbol, timeframe, opened_at) do update set
      open = case when excluded.first_at < coalesce(candles.first_at, candles.opened_at) then excluded.open else candles.open end,
      high = greatest(candles.high, excluded.high),
      low = least(candles.low, excluded.low),
      close = case when excluded.last_at > coalesce(candles.last_at, candles.opened_at) then excluded.close else candles.close end,
      spread = case when excluded.last_at > coalesce(candles.last_at, candles.opened_at) then excluded.spread else candles.spread end,
      first_at = least(excluded.first_at, coalesce(candles.first_at, candles.opened_at)),
      last_at = greatest(excluded.last_at, coalesce(candles.last_at, candles.opened_at))
  )
  select count(*) into stored from fresh;
  return stored;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_provider_event (
  provider    text,
  event_id    text,
  occurred_at timestamp with time zone,
  event       jsonb,
  raw         text,
  headers     jsonb,
  moment      timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told constant jsonb := jsonb_strip_nulls(event) - 'fingerprint';
  refusal text := private.refusal_of_event(occurred_at, told, moment);
  owner record;
  made bigint;
  verdict text;
begin
  if refusal is null then
    -- The member's lock first, if the member is known, then those of unknown ids: of two events about the same id, the second
    -- sees what the first made known, or finds it waiting.
    select * into owner from private.owner_of_event(provider, occurred_at, told);
    if owner.member is not null then perform private.lock_money(owner.member); end if;
    perform private.lock_objects(provider, told);
    -- Repeated, because the ids may have been assigned meanwhile.
    select * into owner from private.owner_of_event(provider, occurred_at, told);
    if owner.member is not null then perform private.lock_money(owner.member); end if;
    refusal := owner.refusal;
  end if;
  insert into private.provider_events (provider, event_id, occurred_at, received_at, kind, event, raw, headers, state, reason, member, subscription_id, taxed, fingerprint)
  values (take_provider_event.provider, take_provider_event.event_id, take_provider_event.occurred_at, moment, coalesce(told ->> 'kind', ''), told,
    take_provider_event.raw, take_provider_event.headers,
    case when refusal is not null then 'refused' when owner.member is null then 'waiting' else 'processed' end,
    coalesce(refusal, case when owner.member is null then 'nobody_knows' end),
    case when refusal is null then owner.member end, case when refusal is null then owner.subscription_id end,
    case when refusal is null and owner.member is not null and told ->> 'kind' = 'payment_succeeded' then
      private.tax_of_renewal(owner.member, owner.subscription_id, take_provider_event.occurred_at) end,
    case when refusal is null and told ? 'payment' then left(nullif(take_provider_event.event ->> 'fingerprint', ''), 255) end)
  on conflict on constraint provider_events_provider_event_id_key do nothing
  returning id into made;
  if made is null then return 'duplicate'; end if;
  if refusal is not null then return 'refused'; end if;
  if owner.member is null then return 'waiting'; end if;
  perform private.claim_objects(provider, told, owner.member, owner.subscription_id);
  perform private.match_waiting(provider, owner.member);
  perform private.settle_member(owner.member, moment);
  select state into verdict from private.provider_events where id = made;
  return verdict;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_reading (
  provider    text,
  event_id    text,
  occurred_at timestamp with time zone,
  event       jsonb,
  moment      timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Our own pending requests are not news.
  if event ->> 'kind' = 'subscription_changed' and exists (
    select from private.provider_commands as command join public.subscriptions as contract on contract.id = command.subject
    where contract.provider_subscription = event ->> 'subscription' and command.state = 'waiting') then return 'known'; end if;
  if not private.is_missed(provider, event) then return 'known'; end if;
  return private.take_provider_event(provider, event_id, occurred_at, event, null, null, moment);
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

CREATE OR REPLACE FUNCTION private.tax_treatment (
  country    text,
  vat_number text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    -- French territories without the tax: Guiana and Mayotte.
    when tax_treatment.country in ('GF', 'YT') then 'untaxed'
    when not exists (select from public.tax_rates as known where known.country = tax_treatment.country) then case when tax_treatment.vat_number is null then 'outside' else 'outside_business' end
    when tax_treatment.country not in ('FR', 'MC', 'GP', 'MQ', 'RE') and private.is_vat_number(tax_treatment.vat_number, tax_treatment.country) then 'reverse_charge'
    when seller.vat_exempt then 'exempt'
    when tax_treatment.country in ('FR', 'MC', 'GP', 'MQ', 'RE') or not seller.one_stop_shop then 'domestic'
    else 'one_stop_shop'
  end
  from private.seller
$function$;

CREATE OR REPLACE FUNCTION private.tell_change (
  member   uuid,
  kind     text,
  template text,
  data     jsonb,
  was      jsonb DEFAULT '{}'::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account auth.users;
  change uuid;
begin
  select * into account from auth.users where id = member;
  -- Deleting the account reports nothing, and changes made by a stop itself are not recorded.
  if not found or exists (select from private.security_changes where user_id = member and stopped_at = now()) then return; end if;
  delete from private.security_changes where at < private.stoppable_from();
  insert into private.security_changes (user_id, kind, was) values (member, tell_change.kind, tell_change.was) returning id into change;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  -- Unconfirmed addresses receive no mail. Nor does the new address after an address change, which requested it.
  execute $query$
    insert into _server.mail_outbox (to_address, template, data)
    select address, $2, $3 || jsonb_build_object('Email', $4::text, 'At', now(), 'ChangeToken', private.link_token('change', $5))
    from (
      select $4::text as address where $6 and $2 <> 'email_changed'
      union select was ->> 'email' from private.security_changes where user_id = $1 and kind = 'email' and stopped_at is null
    ) as told where coalesce(address, '') <> ''
  $query$ using member, template, data, account.email, change, account.email_confirmed_at is not null and account.deleted_at is null;
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

CREATE OR REPLACE FUNCTION private.tell_of_failure()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sub public.subscriptions;
begin
  select * into strict sub from public.subscriptions where id = new.subscription_id;
  -- A message that is no longer true would only confuse.
  if sub.state <> 'past_due' or not exists (select from public.profiles where id = new.user_id) then return null; end if;
  perform private.tell_member(new.user_id, 'payment_failed', jsonb_strip_nulls(jsonb_build_object('ConfirmationURL', private.pay_page(sub))) || jsonb_build_object('At', new.at, 'Money', jsonb_build_object(
    'Plan', private.plan_names(sub.plan), 'Period', sub.period, 'Currency', sub.currency, 'Amount', coalesce(sub.next_amount, sub.amount), 'BankAsks', private.bank_asks(sub),
    'EndsAt', sub.grace_until, 'Tries', (
      select coalesce(jsonb_agg(try order by try), '[]') from (
        select sub.failed_at + make_interval(days => days) as try from unnest(array[1, 3, 5, 7]) as days
      ) as planned where try > new.at and try <= sub.grace_until))), '/mon-compte?onglet=abonnement');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_refused_money()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  refused private.provider_events;
begin
  -- As of the end of the transaction, in which another fact may have made it a payment after all.
  update private.provider_events set told_at = clock_timestamp() where id = new.id and state = 'refused' and told_at is null returning * into refused;
  if refused.id is null then return null; end if;
  perform private.tell_admins('payment_refused', jsonb_strip_nulls(jsonb_build_object('Provider', refused.provider, 'Event', refused.event_id, 'Refusal', refused.reason,
    'Payment', refused.event ->> 'payment', 'At', refused.occurred_at, 'Money', jsonb_build_object(
      'Amount', case when refused.event ->> 'amount' ~ '^[0-9]{1,15}$' then (refused.event ->> 'amount')::bigint end,
      'Currency', case when refused.event ->> 'currency' ~* '^[a-z]{3}$' then upper(refused.event ->> 'currency') end))));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_surplus()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept public.payments;
begin
  -- As of the end of the transaction, in which another fact may have explained the payment.
  select * into strict kept from public.payments where id = new.id;
  if kept.surplus = 0 or not exists (select from public.profiles where id = kept.user_id) then return null; end if;
  perform private.tell_member(kept.user_id, 'surplus_received', jsonb_build_object('At', coalesce(kept.paid_at, kept.created_at),
    'Money', jsonb_build_object('Amount', kept.surplus, 'Currency', kept.currency)), '/mon-compte?onglet=abonnement');
  return null;
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

CREATE OR REPLACE FUNCTION private.to_reconcile (
  moment    timestamp with time zone,
  providers text[]
)
  RETURNS TABLE (
    provider  text,
    kind      text,
    reference text,
    payment   text,
    refund    uuid
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select bought.provider, 'checkout', bought.provider_reference, null, null::uuid from public.checkouts as bought
  where bought.provider = any (providers) and bought.provider_reference is not null
    -- Cryptocurrency can also arrive after an order has expired.
    and (bought.state in ('open', 'waiting', 'failed') or (bought.state = 'expired' and bought.expires_at > moment - interval '3 days'))
  union all
  select contract.provider, 'subscription', contract.provider_subscription, null, null from public.subscriptions as contract
  where contract.provider = any (providers) and contract.provider_subscription is not null
    and (private.is_running(to_jsonb(contract)) or contract.ended_at > moment - interval '7 days')
  union all
  select command.provider, 'refund', command.answer ->> 'reference', command.payload ->> 'payment', refund.id
  from public.refunds as refund join private.provider_commands as command on command.subject = refund.id and command.kind = 'refund'
  where refund.state = 'asked' and command.provider = any (providers) and command.answer ? 'reference'
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

CREATE OR REPLACE FUNCTION private.trim_refused_events (
  moment timestamp with time zone
)
  RETURNS bigint
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with gone as (
    -- Without a kind it was never understood, so no fact depends on it.
    delete from private.provider_events where state = 'refused' and kind = '' and received_at < moment - interval '90 days' returning 1
  ) select count(*) from gone
$function$;

CREATE OR REPLACE FUNCTION private.undo_change (
  change private.security_changes
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  subject constant uuid := (change.was ->> 'id')::uuid;
begin
  case change.kind
    when 'email' then
      if exists (select from auth.users where email = change.was ->> 'email' and id <> change.user_id and not is_sso_user) then
        -- Another account has the address now: the account is banned until staff have checked.
        update auth.users set banned_until = 'infinity' where id = change.user_id;
      else
        update auth.users set email = change.was ->> 'email', email_confirmed_at = (change.was ->> 'email_confirmed_at')::timestamptz where id = change.user_id;
        update auth.identities set identity_data = identity_data || jsonb_build_object('email', change.was ->> 'email')
        where user_id = change.user_id and provider = 'email';
      end if;
    when 'phone' then
      update auth.users set phone = change.was ->> 'phone', phone_confirmed_at = (change.was ->> 'phone_confirmed_at')::timestamptz
      where id = change.user_id and not exists (select from auth.users where phone = change.was ->> 'phone' and id <> change.user_id);
      delete from auth.identities where user_id = change.user_id and provider = 'phone' and change.was ->> 'phone' is null;
      update auth.identities set identity_data = identity_data || jsonb_build_object('phone', change.was ->> 'phone')
      where user_id = change.user_id and provider = 'phone';
    when 'factor_added' then delete from auth.mfa_factors where id = subject;
    when 'passkey_added' then delete from auth.webauthn_credentials where id = subject;
    when 'identity_added' then delete from auth.identities where id = subject;
    when 'factor_removed' then
      insert into auth.mfa_factors select (jsonb_populate_record(null::auth.mfa_factors, change.was)).* on conflict do nothing;
    when 'passkey_removed' then
      insert into auth.webauthn_credentials select (jsonb_populate_record(null::auth.webauthn_credentials, change.was)).* on conflict do nothing;
    when 'identity_removed' then
      insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
      from jsonb_populate_record(null::auth.identities, change.was) on conflict do nothing;
    else
      -- The password is removed in any case; the person who stops the change generates new codes.
      null;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.undo_market_import (
  number integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  undone private.market_imports;
  decided text;
  removed timestamptz[];
  span text;
  width interval;
begin
  select * into undone from private.market_imports as imports where imports.number = undo_market_import.number for update;
  if not found then raise exception 'import_unknown' using errcode = 'PT404'; end if;
  if undone.undone_at is not null then raise exception 'import_undone_already' using errcode = 'PT409'; end if;
  perform private.lock_minutes(undone.symbol);
  select string_agg(signals.number::text, ', ' order by signals.number) into decided
  from public.signals join public.signal_states as states on states.signal_id = signals.id
  where signals.symbol = undone.symbol and signals.published_at < undone.ends_at and coalesce(states.closed_at, 'infinity') > undone.starts_at;
  if decided is not null then raise exception 'import_decided' using errcode = 'PT409', detail = decided; end if;

  with gone as (
    delete from public.candles where symbol = undone.symbol and timeframe = undone.timeframe and import_number = undone.number
      and opened_at >= undone.starts_at - interval '25 hours' and opened_at < undone.ends_at
    returning opened_at
  ) select array_agg(opened_at) into removed from gone;
  -- From the shortest to the longest, so that each is computed from correct ones.
  foreach span in array array['M5', 'M15', 'M30', 'H1', 'H4', 'D1'] loop
    width := private.timeframe_width(span);
    continue when width < private.timeframe_width(undone.timeframe);
    perform private.resum_candles(undone, span, removed);
  end loop;
  delete from private.market_import_before where import_number = undone.number;
  update private.market_imports as imports set undone_at = clock_timestamp() where imports.number = undone.number;
  return coalesce(cardinality(removed), 0);
end
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

CREATE OR REPLACE FUNCTION private.usual_closures (
  year integer
)
  RETURNS TABLE (
    session text,
    day     date,
    since   time without time zone,
    until   time without time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with moving as (
    select private.easter_sunday(year) - 2 as good_friday, private.easter_sunday(year) + 1 as easter_monday,
      private.weekday_of_month(year, 11, 4, 4) as thanksgiving, make_date(year, 12, 24) as eve, make_date(year, 12, 31) as last_day
  ), whole as (
    select session, day from moving,
      lateral (values
        ('index_us', good_friday), ('metal', good_friday),
        ('index_de', good_friday), ('index_de', easter_monday), ('index_de', make_date(year, 5, 1)), ('index_de', eve), ('index_de', eve + 2), ('index_de', last_day),
        ('index_fr', good_friday), ('index_fr', easter_monday), ('index_fr', make_date(year, 5, 1)), ('index_fr', eve + 2),
        ('index_es', good_friday), ('index_es', easter_monday), ('index_es', make_date(year, 5, 1)), ('index_es', eve + 2),
        ('index_it', good_friday), ('index_it', easter_monday), ('index_it', make_date(year, 5, 1)), ('index_it', make_date(year, 8, 15)),
        ('index_it', eve), ('index_it', eve + 2), ('index_it', last_day),
        ('index_uk', good_friday), ('index_uk', easter_monday), ('index_uk', private.weekday_of_month(year, 5, 1, 1)),
        ('index_uk', private.weekday_of_month(year, 5, 1, 0)), ('index_uk', private.weekday_of_month(year, 8, 1, 0)), ('index_uk', eve + 2),
        -- London's holidays on a weekend are moved to the next business days.
        ('index_uk', case extract(isodow from make_date(year, 1, 1)) when 6 then make_date(year, 1, 3) when 7 then make_date(year, 1, 2) end),
        ('index_uk', case extract(isodow from eve + 1) when 5 then eve + 4 when 6 then eve + 3 when 7 then eve + 3 end),
        ('index_uk', case extract(isodow from eve + 1) when 6 then eve + 4 end)
      ) as days (session, day)
  ), fixed as (
    -- A Saturday is observed on the Friday before, a Sunday on the Monday after.
    select day + case extract(isodow from day) when 6 then -1 when 7 then 1 else 0 end as day
    from (values (make_date(year, 6, 19)), (make_date(year, 7, 4))) as days (day)
  ), american as (
    select private.weekday_of_month(year, 1, 1, 3) as day union all select private.weekday_of_month(year, 2, 1, 3)
    union all select private.weekday_of_month(year, 5, 1, 0) union all select private.weekday_of_month(year, 9, 1, 1)
    union all select thanksgiving from moving union all select day from fixed
  )
  select session, day, null::time, null::time from whole where day is not null
  union all
  select 'index_us', day, '13:00', '18:00' from american
  union all
  select 'index_us', day, '13:15', '18:00' from moving, lateral (values (thanksgiving + 1), (eve), (make_date(year, 7, 3))) as early (day)
  where day not in (select day from american)
  union all
  select session, day, since::time, '24:00' from moving,
    lateral (values ('index_fr', eve, '14:05'), ('index_fr', last_day, '14:05'), ('index_es', eve, '14:00'), ('index_es', last_day, '14:00'),
      ('index_uk', eve, '12:30'), ('index_uk', last_day, '12:30')) as early (session, day, since)
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
  -- A taken username, even one taken concurrently, must not fail the sign-up: a generated one is used instead.
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

CREATE OR REPLACE FUNCTION private.withdraw_for (
  member uuid,
  refund bigint,
  moment timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sub constant public.subscriptions := private.running_subscription(member, moment);
  quoted constant jsonb := private.withdrawal_quote(sub, moment);
  left_ bigint := quoted ->> 'refund';
  given record;
begin
  if not (quoted ->> 'possible')::boolean then raise exception 'not_withdrawable' using errcode = '22023'; end if;
  if refund is distinct from left_ then raise exception 'price_moved' using errcode = '22023', hint = 'refund', detail = quoted ->> 'refund'; end if;
  perform private.note_command(sub, 'withdraw', quoted, moment);
  -- The last payment is refunded first, each at most by its remaining amount.
  for given in
    select provider || ':' || provider_payment as key, net + tax - coalesce((
      select sum(amount) from public.refunds where payment_id = known.id and state <> 'failed' and reason <> 'overpaid'), 0) as rest
    from public.payments as known where subscription_id = sub.id and paid_at is not null and state not in ('disputed', 'lost') order by paid_at desc, id
  loop
    continue when given.rest <= 0 or left_ <= 0;
    perform private.note_command(sub, 'refund', jsonb_build_object(
      'refund', gen_random_uuid(), 'payment', given.key, 'amount', least(given.rest, left_), 'reason', 'withdrawal', 'by', member), moment);
    left_ := left_ - least(given.rest, left_);
  end loop;
  perform private.settle_member(member, moment);
  return jsonb_build_object('subscription', to_jsonb(private.read_subscription(sub.id)), 'refunds', (
    select coalesce(jsonb_agg(to_jsonb(back) order by back.at, back.id), '[]') from public.refunds as back join public.payments as pay on pay.id = back.payment_id
    where pay.subscription_id = sub.id and back.reason = 'withdrawal'));
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

CREATE OR REPLACE FUNCTION public.approve_payouts (
  payout_ids uuid[]
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  batch bigint;
  done int;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if coalesce(cardinality(payout_ids), 0) not between 1 and 500 then raise exception 'too_many_rows' using detail = 'Between 1 and 500.'; end if;
  perform from public.payouts where id = any (payout_ids) order by id for update;
  if exists (select from public.payouts where id = any (payout_ids) and (state <> 'requested' or user_id = auth.uid() or not private.may_refer(user_id))) then
    raise exception 'not_requested';
  end if;
  -- Refunds since the request reduce the balance, and no one is paid more than it.
  if exists (select from unnest(array(select distinct user_id from public.payouts where id = any (payout_ids))) as asked (member),
    private.referral_balance(asked.member, now()) as balance where balance.due < 0)
  then
    raise exception 'not_covered';
  end if;
  insert into public.payout_batches (made_by) values (auth.uid()) returning id into batch;
  update public.payouts set state = 'approved', approved_at = now(), batch_id = batch where id = any (payout_ids);
  get diagnostics done = row_count;
  if done <> (select count(distinct id) from unnest(payout_ids) as id) then raise exception 'not_requested'; end if;
  return batch;
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

CREATE OR REPLACE FUNCTION public.billing_timeline()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'amount', amount, 'currency', currency, 'details', details, 'to_come', at > now())
    order by at desc, place desc), '[]')
  from (
    select created_at, 'account_created', null::bigint, null::text, '{}'::jsonb, 0 from public.profiles where id = auth.uid()
    union all
    select created_at, 'terms_accepted', null, null, jsonb_build_object('terms_version', terms_version, 'waiver_version', waiver_version, 'reference', reference, 'kind', kind), 1
    from public.checkouts where user_id = auth.uid() and kind in ('first', 'renewal') and state = 'paid'
    union all
    select coalesce(paid_at, created_at), case when paid_at is null then 'payment_failed' else 'payment_succeeded' end, amount, currency,
      jsonb_build_object('payment', id, 'net', net, 'tax', tax, 'tax_rate', tax_rate, 'method', method, 'failure', failure, 'state', state), 2
    from public.payments where user_id = auth.uid() and state <> 'pending'
    union all
    select at, kind, null, null, details || jsonb_build_object('from', from_state, 'to', to_state), 3 from public.subscription_events
    where user_id = auth.uid() and kind not in ('payment_failed', 'dispute_opened', 'dispute_won', 'dispute_lost')
    union all
    select back.at, 'refund_' || back.state, -back.amount, pay.currency, jsonb_strip_nulls(jsonb_build_object('refund', back.id, 'payment', pay.id, 'reason', back.reason, 'claim_url', back.claim_url)), 4
    from public.refunds as back join public.payments as pay on pay.id = back.payment_id where back.user_id = auth.uid()
    union all
    -- Their amounts are those of the documented payments and refunds.
    select issued_at, kind || '_issued', null, currency, jsonb_build_object('id', id, 'number', number, 'net', net, 'tax', tax, 'total', total, 'test', test,
      'file', user_id || '/' || number || '.pdf', 'drawn', exists (select from private.invoice_files where invoice_id = invoices.id)), 6
    from public.invoices where user_id = auth.uid()
    union all
    select at, 'consent', null, null, jsonb_build_object('kind', kind, 'granted', granted, 'version', version), 1 from public.consents where user_id = auth.uid()
    union all
    select coalesce(next_try_at, current_period_end), 'next_charge', coalesce(next_amount, amount), currency, jsonb_build_object('plan', coalesce(next_plan, plan), 'period', coalesce(next_period, period)), 5
    from public.subscriptions where user_id = auth.uid() and means = 'card' and state in ('active', 'past_due')
    union all
    select paid_until, 'access_ends', null, null, '{}', 5 from public.subscriptions where user_id = auth.uid() and (state = 'canceled' or means = 'crypto' and state = 'active')
    union all
    select withdraw_until, 'withdrawal_ends', null, null, '{}', 5 from public.subscriptions
    where user_id = auth.uid() and withdraw_until > now() and state in ('active', 'past_due', 'canceled')
  ) as line (at, kind, amount, currency, details, place)
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

CREATE OR REPLACE FUNCTION public.change_payment_method (
  card jsonb
)
  RETURNS public.subscriptions
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  sub constant public.subscriptions := private.running_subscription(auth.uid(), moment);
  tried record;
begin
  if sub.provider <> 'sandbox' or sub.means <> 'card' then raise exception 'not_here' using errcode = '22023'; end if;
  if not private.sandbox_takes('card') then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  select * into tried from private.sandbox_card(card, moment);
  if tried.outcome not in ('paid', 'authenticate') then raise exception 'card_refused' using errcode = '22023', hint = 'number', detail = tried.outcome; end if;
  perform private.note_command(sub, 'method', jsonb_build_object('method', tried.method), moment);
  perform private.settle_member(sub.user_id, moment);
  -- A member who changes the card of an unpaid contract wants to pay.
  if sub.state = 'past_due' then perform private.charge_renewal(private.read_subscription(sub.id), moment); end if;
  return private.read_subscription(sub.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.claim_referral (
  code    text,
  visitor uuid DEFAULT NULL::uuid,
  memory  text DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  lead public.leads;
begin
  -- Locked, so that two concurrent pages claim once.
  select leads.* into lead from public.leads join auth.users on users.id = leads.user_id
  where leads.user_id = me and users.created_at > now() - interval '1 hour'
    and coalesce(users.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
    and not exists (select from public.referrals where referred = me)
  for update of leads;
  if not found then return false; end if;
  perform private.attribute_lead(lead, code, visitor, memory);
  return exists (select from public.referrals where referred = me);
end
$function$;

CREATE OR REPLACE FUNCTION public.close_payout (
  payout_id uuid,
  hash      text,
  sent      text,
  rate      text,
  known     boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  open public.payouts;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into open from public.payouts where id = payout_id for update;
  if not found or open.state <> 'approved' then raise exception 'not_approved'; end if;
  if not coalesce(private.is_transaction_hash(open.network, btrim(hash)), false) then raise exception 'hash_invalid' using hint = 'hash'; end if;
  if not private.is_positive(close_payout.sent) then raise exception 'sent_invalid' using hint = 'sent'; end if;
  if not private.is_positive(close_payout.rate) then raise exception 'rate_invalid' using hint = 'rate'; end if;
  -- One transaction may pay a whole batch; elsewhere a repeated one was probably pasted twice.
  if not coalesce(known, false) and exists (select from public.payouts as other
    where other.transaction_hash = btrim(hash) and other.network = open.network and other.batch_id is distinct from open.batch_id)
  then raise exception 'hash_used' using hint = 'hash'; end if;
  update public.payouts set state = 'paid', closed_at = now(), transaction_hash = btrim(hash), sent = close_payout.sent::numeric, rate = close_payout.rate::numeric where id = payout_id;
  perform private.book_payout(payout_id);
  perform private.tell_member(open.user_id, 'payout_paid', jsonb_build_object(
    'At', now(), 'PayoutAmount', open.amount, 'PayoutCurrency', open.currency, 'Currency', open.asset, 'Network', open.network, 'Address', open.address,
    'TransactionHash', btrim(hash)), '/parrainage');
end
$function$;

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
  if public.writing_staff_role() is not null then return private.state_for(statement, 'analyst', auth.uid(), private.require_staff(), sealed); end if;
  if not exists (select from auth.users where id = auth.uid() and not is_anonymous) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'Members and staff make statements.';
  end if;
  insert into private.statement_authors (user_id) values (auth.uid()) on conflict do nothing;
  select author_id into me from private.statement_authors where user_id = auth.uid() for update;
  -- The chain keeps each for ever.
  if (select count(*) from public.statements where author_id = me and made_at > now() - interval '1 day') >= 20 then
    raise exception 'too_many_statements' using errcode = 'PT429', detail = 'Twenty a day.';
  end if;
  return private.state_for(statement, 'member', me, null, sealed);
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

CREATE OR REPLACE FUNCTION public.open_checkout (
  plan            text,
  period          text,
  means           text,
  details         jsonb,
  terms_version   text,
  expected_total  bigint,
  waiver_version  text   DEFAULT NULL::text,
  coupon          text   DEFAULT NULL::text,
  idempotency_key uuid   DEFAULT gen_random_uuid()
)
  RETURNS public.checkouts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- An exception would roll the record of the attempt back, so no code is checked here: one that was not quoted is unknown.
  if private.cleaned(coupon, 64) <> '' and not private.was_quoted(upper(private.cleaned(coupon, 64))) then
    raise exception 'coupon_unknown' using errcode = '22023', hint = 'coupon';
  end if;
  return private.open_checkout_for(auth.uid(), clock_timestamp(), plan, period, means, details, terms_version, waiver_version, coupon, idempotency_key, coalesce(expected_total, -1));
end
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

CREATE OR REPLACE FUNCTION public.quote_checkout (
  plan       text,
  period     text,
  country    text,
  coupon     text DEFAULT NULL::text,
  vat_number text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  code constant text := nullif(upper(private.cleaned(coupon, 64)), '');
  -- The price first: a plan that is not sold is refused before any coupon is checked.
  plain constant jsonb := (private.quote(plan, period, country, vat_number, null, now(), auth.uid())).quoted;
  refusal text;
  quoted jsonb;
begin
  if code is null then return plain; end if;
  if not private.may_try_coupon(code) then return plain || '{"coupon_refusal": "too_many_coupons"}'; end if;
  begin
    quoted := (private.quote(plan, period, country, vat_number, code, now(), auth.uid())).quoted;
  exception when invalid_parameter_value then
    refusal := sqlerrm;
  end;
  -- The attempt is always recorded, so the refusal is returned as a value: an exception would roll the record back.
  perform private.note_coupon_try(code, refusal is distinct from 'coupon_unknown');
  return coalesce(quoted, plain || jsonb_build_object('coupon_refusal', refusal));
end
$function$;

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

CREATE OR REPLACE FUNCTION public.recently_proved()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((
    select account.is_anonymous or (
      (session.aal = 'aal2' or not exists (select from auth.mfa_factors where user_id = account.id and status = 'verified'))
      and exists (
        select from auth.mfa_amr_claims as claim
        where claim.session_id = session.id and claim.updated_at > now() - interval '10 minutes'
          -- Setting a password proves nothing for ten minutes: someone with an open session may have set it.
          and not (claim.authentication_method = 'password' and exists (
            select from private.security_changes as change
            where change.user_id = account.id and change.kind = 'password' and change.stopped_at is null
              and change.at between claim.updated_at - interval '10 minutes' and claim.updated_at
          ))
      )
    )
    from auth.sessions as session join auth.users as account on account.id = session.user_id
    where session.id::text = auth.jwt() ->> 'session_id' and session.user_id = auth.uid()
  ), false)
$function$;

CREATE OR REPLACE FUNCTION public.record_referral_click (
  code    text,
  visitor uuid    DEFAULT NULL::uuid,
  counted boolean DEFAULT false
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own constant text := upper(left(code, 16));
  today constant date := (now() at time zone 'Europe/Paris')::date;
  agent constant text := coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', '');
  automatic constant boolean :=
    agent = '' or agent ~* 'bot|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|curl|wget|python|monitor';
begin
  if not exists (select from public.referral_codes where referral_codes.code = own) then return false; end if;
  -- Limits abuse: a caller can add at most a thousand clicks and a thousand rows per day.
  if visitor is null then
    if not automatic then
      insert into private.referral_click_days (code, day, clicks) values (own, today, 1)
      on conflict on constraint referral_click_days_pkey do update set clicks = referral_click_days.clicks + 1 where referral_click_days.clicks < 1000;
    end if;
    return true;
  end if;
  update private.referral_clicks set again = least(again + 1, 1000000) where referral_clicks.code = own and referral_clicks.visitor = record_referral_click.visitor;
  if found then return true; end if;
  if (select count(*) from private.referral_clicks where referral_clicks.code = own and first_at > now() - interval '1 day') >= 1000 then return true; end if;
  insert into private.referral_clicks (code, visitor, robot) values (own, visitor, automatic) on conflict do nothing;
  if found and counted and not automatic then
    update private.referral_click_days set clicks = clicks - 1
    where referral_click_days.code = own and day = today and clicks > 0;
  end if;
  return true;
end
$function$;

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

CREATE OR REPLACE FUNCTION public.request_account_deletion()
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  due timestamptz;
begin
  if me is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not public.recently_proved() then raise exception 'proof_needed' using errcode = '42501'; end if;
  if exists (select from public.staff where user_id = me) then raise exception 'staff_first' using errcode = '42501'; end if;
  if (select count(*) from public.account_deletions where user_id = me and requested_at > now() - interval '24 hours') >= 3 then
    raise exception 'too_many_deletions' using detail = 'Three in 24 hours.';
  end if;
  -- An anonymous user cannot return after the session, so there is no delay.
  insert into public.account_deletions (user_id, due_at)
  select me, now() + case when is_anonymous then interval '0' else interval '14 days' end from auth.users where id = me
  on conflict (user_id) where cancelled_at is null and erased_at is null do nothing
  returning due_at into due;
  if not found then
    return (select due_at from public.account_deletions where user_id = me and cancelled_at is null and erased_at is null);
  end if;
  perform private.queue_mail(me, 'deletion_requested', jsonb_build_object('At', now(), 'DueAt', due));
  delete from auth.sessions where user_id = me;
  return due;
end
$function$;

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
  -- Serialised, so that concurrent calls count each other.
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
    private.excerpt(found.body, greatest(1, coalesce((
      -- In its composed form a text has as many letters without its accents.
      select min(place) from unnest(asked.typed) as word, strpos(private.plain(found.body), word) as place where place > 0), 1) - 60))
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

CREATE OR REPLACE FUNCTION public.set_seller (
  facts jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  wanted private.seller;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- Serialised: the checked row must be the written one.
  perform from private.seller for update;
  select (jsonb_populate_record(known, facts - 'only_row')).* into wanted from private.seller as known;
  wanted.prefix := upper(private.cleaned(wanted.prefix, 16));
  wanted.brand := private.cleaned(wanted.brand, 60);
  wanted.name := private.cleaned(wanted.name, 160);
  wanted.address := private.cleaned(wanted.address, 300);
  wanted.postcode := private.cleaned(wanted.postcode, 16);
  wanted.city := private.cleaned(wanted.city, 100);
  wanted.siren := regexp_replace(wanted.siren, '\s', '', 'g');
  wanted.siret := regexp_replace(wanted.siret, '\s', '', 'g');
  wanted.vat_number := upper(regexp_replace(wanted.vat_number, '[\s.]', '', 'g'));
  wanted.registration := private.cleaned(wanted.registration, 160);
  wanted.contact := private.cleaned(wanted.contact, 160);
  wanted.phone := private.cleaned(wanted.phone, 40);
  wanted.mediator := private.cleaned(wanted.mediator, 300);
  wanted.director := private.cleaned(wanted.director, 160);
  wanted.host := private.cleaned(wanted.host, 300);
  wanted.status := private.cleaned(wanted.status, 300);
  wanted.one_stop_shop := wanted.one_stop_shop and not wanted.vat_exempt;
  if not private.is_company(wanted.form) then wanted.capital := null; end if;
  perform private.check_seller(wanted);
  update private.seller set
    prefix = wanted.prefix, brand = wanted.brand, name = wanted.name, form = wanted.form, capital = wanted.capital, address = wanted.address, postcode = wanted.postcode,
    city = wanted.city, siren = wanted.siren, siret = wanted.siret, registration = wanted.registration, vat_number = wanted.vat_number, vat_exempt = wanted.vat_exempt,
    one_stop_shop = wanted.one_stop_shop, contact = wanted.contact, phone = wanted.phone, mediator = wanted.mediator, director = wanted.director, host = wanted.host,
    status = wanted.status;
  -- Providers charge renewals automatically, so a seller with paid contracts must keep complete data.
  if private.seller_gaps() <> '{}' and exists (select from public.subscriptions where provider <> 'sandbox' and state in ('active', 'past_due', 'canceled')) then
    raise exception 'seller_needed' using errcode = 'PT409', hint = (private.seller_gaps())[1];
  end if;
  return public.read_seller();
end
$function$;

CREATE OR REPLACE FUNCTION public.staff_contract (
  member uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sub public.subscriptions;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into sub from public.subscriptions where user_id = staff_contract.member and state in ('active', 'past_due', 'canceled');
  if not found then return null; end if;
  return jsonb_build_object(
    'id', sub.id, 'plan', (select name from public.plans where slug = sub.plan), 'period', sub.period, 'means', sub.means, 'provider', sub.provider, 'state', sub.state,
    'amount', sub.amount, 'currency', sub.currency, 'started_at', sub.started_at,
    -- A contract with an unpaid renewal ends immediately.
    'ends_at', case when sub.state = 'past_due' then null else coalesce(sub.paid_until, sub.current_period_end) end,
    'withdrawal', private.withdrawal_quote(sub, now()));
end
$function$;

CREATE OR REPLACE FUNCTION public.stop_security_change (
  token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  change private.security_changes;
  undone private.security_changes;
begin
  select * into change from private.security_changes where id = private.read_link_token('change', token);
  if not found then return null; end if;
  perform from auth.users where id = change.user_id for update;
  select * into change from private.security_changes where id = change.id;
  if change.stopped_at is null and change.at >= private.stoppable_from() then
    -- First, because triggers recognise an undo by it, and because it invalidates the links of later changes.
    update private.security_changes set stopped_at = now() where user_id = change.user_id and at >= change.at and stopped_at is null;
    for undone in select * from private.security_changes where user_id = change.user_id and stopped_at = now() order by at desc loop
      perform private.undo_change(undone);
    end loop;
    update auth.users set encrypted_password = '', confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
      phone_change = '', phone_change_token = ''
    where id = change.user_id;
    delete from auth.one_time_tokens where user_id = change.user_id;
    delete from auth.flow_state where user_id = change.user_id;
    delete from auth.sessions where user_id = change.user_id;
    -- Devices that appeared with the change will be reported as new again.
    delete from private.known_devices where user_id = change.user_id and first_seen_at >= change.at;
    if to_regclass('_server.recovery_code_sets') is not null and (
      exists (select from private.security_changes where user_id = change.user_id and stopped_at = now() and kind = 'recovery_codes')
      or not exists (select from auth.mfa_factors where user_id = change.user_id and status = 'verified')
    ) then
      execute 'delete from _server.recovery_code_sets where user_id = $1' using change.user_id;
    end if;
    perform private.queue_mail(change.user_id, 'changes_stopped', jsonb_build_object('At', now()));
  end if;
  return public.security_change_state(token) || jsonb_build_object('email', (select email from auth.users where id = change.user_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.stop_wallet_change (
  token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  change public.wallets;
begin
  select * into change from public.wallets where id = private.read_link_token('wallet', token);
  if not found then return null; end if;
  perform from public.profiles where id = change.user_id for update;
  select * into change from public.wallets where id = change.id;
  if change.stopped_at is null and change.usable_at > now() then
    -- An attacker may have changed it repeatedly: later changes are stopped too, and the previous address is restored.
    update public.wallets set stopped_at = now() where user_id = change.user_id and saved_at >= change.saved_at and stopped_at is null;
    update public.wallets set replaced_at = null where id = (
      select id from public.wallets where user_id = change.user_id and saved_at < change.saved_at and stopped_at is null order by saved_at desc limit 1
    );
    delete from auth.sessions where user_id = change.user_id;
    perform private.tell_member(change.user_id, 'wallet_stopped', jsonb_build_object(
      'At', now(), 'Currency', change.currency, 'Network', change.network, 'Address', change.address), '/mon-compte#securite');
  end if;
  return public.wallet_change_state(token);
end
$function$;

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

CREATE OR REPLACE FUNCTION public.unsent_notices()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', due.id, 'user_id', due.user_id, 'member_name', coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username),
      'email', account.email, 'plan', due.facts -> 'Plan', 'amount', due.facts -> 'Amount', 'currency', due.facts -> 'Currency', 'announced_at', due.announced_at,
      'renews_on', due.facts -> 'RenewsOn', 'deadline', due.facts -> 'Deadline',
      'why', case when coalesce(account.email, '') = '' or account.email_confirmed_at is null then 'no_address' when mail.failed then 'given_up' else 'waiting' end,
      'error', mail.error) order by due.facts ->> 'RenewsOn', due.id), '[]')
    from private.money_notices as due
    join public.subscriptions as contract on contract.id = due.subscription_id and contract.state in ('active', 'past_due')
    join auth.users as account on account.id = due.user_id
    left join public.members as member on member.user_id = due.user_id
    cross join lateral private.mail_of_notice(due.id) as mail
    where due.kind = 'renewal_notice' and due.sent_at is null and due.letter_at is null
      -- Mails in progress have an hour; a renewal more than a year ago has no effect any more.
      and due.announced_at < now() - interval '1 hour' and (due.facts ->> 'RenewsOn')::timestamptz > now() - interval '1 year'
      and account.email not like '%@demonstration.invalid'
  );
end
$function$;

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

COMMENT ON COLUMN "private"."money_notices"."letter_at" IS 'When an admin recorded that the member was notified otherwise, such as by letter; letter_words describes how.';

COMMENT ON COLUMN "private"."provider_commands"."answer" IS 'The provider''s answer: {reference, url?}.';

COMMENT ON COLUMN "private"."provider_events"."fingerprint" IS 'For a payment: the provider''s identifier of the payment method, the same for one card in all accounts. It reveals who pays for whom; only staff checks read it.';

COMMENT ON COLUMN "private"."provider_events"."taxed" IS 'For a payment: the tax of a renewal on its day, {country, tax_rate, treatment, vat_number}, determined once when its member is known, so that later rule changes do not affect the past.';

COMMENT ON COLUMN "private"."provider_events"."told_at" IS 'When the admins were notified of a received but refused payment.';

COMMENT ON COLUMN "public"."brokers"."facts" IS 'private.known_facts(): of each figure that expires its source, the day it was read and the day from which it is to be verified again.';

COMMENT ON COLUMN "public"."candles"."first_at" IS 'Opening time of the earliest minute included; null: its own opening.';

COMMENT ON COLUMN "public"."candles"."last_at" IS 'Opening time of the latest minute included; null: its own opening.';

COMMENT ON COLUMN "public"."checkouts"."treatment" IS 'The VAT rule at the time of the order; vat_number is the buyer''s, where it mattered.';

COMMENT ON COLUMN "public"."content_items"."languages" IS 'Of the newest version, private.language_states().';

COMMENT ON COLUMN "public"."content_items"."next_expiry" IS 'When the first dated fact of the newest version is to be verified again.';

COMMENT ON COLUMN "public"."plans"."allowances" IS 'How much of each kind of `registries/allowances.sql`, {kind: amount}; null is without limit, an absent kind has what its declaration says.';

COMMENT ON COLUMN "public"."premium_grants"."fact" IS 'The fact of the member''s money that granted it: payment:<id> or grace:<subscription>; null if granted otherwise.';

COMMENT ON COLUMN "public"."profiles"."avatar_version" IS 'Version of the profile image, null if there is none: part of its URL, so that no cache shows an old one.';

COMMENT ON COLUMN "public"."prop_firms"."facts" IS 'private.known_facts(), as of brokers; a fact of a challenge is challenges.<slug>.<field>.';

COMMENT ON FUNCTION "private"."access_of"(jsonb) IS 'The periods of access in a member''s state: what each payment bought, shortened by refunds, and the grace period of a renewal.';

COMMENT ON FUNCTION "private"."add_version"(public.content_items, jsonb, boolean) IS 'The number of the version that holds the document; an unchanged one makes none. may_replace: the author''s own newest version of the last ten minutes may give way to it.';

COMMENT ON FUNCTION "private"."allowance_kinds"() IS 'What plans measure out: the period it is counted in, and what a plan gives that does not say.';

COMMENT ON FUNCTION "private"."allowance_of"(uuid, text) IS 'What a member has of an allowance: its amount (null is without limit), the first day of its period, and when the next begins (null for a total).';

COMMENT ON FUNCTION "private"."announce"(public.subscriptions, text, text, jsonb, text, timestamp with time zone) IS 'Announces an upcoming event to a member, once per about. Returns 1 if it was announced now.';

COMMENT ON FUNCTION "private"."announce_renewals"(timestamp with time zone) IS 'For the worker, each day: yearly contracts that renew within three months, cards that expire before the next charge (thirty days ahead), crypto periods that end within seven days. Each is announced once; returns how many were.';

COMMENT ON FUNCTION "private"."answer_sandbox"(uuid, timestamp with time zone) IS 'Immediately executes a member''s sandbox commands: refunds and the end of contracts.';

COMMENT ON FUNCTION "private"."are_allowances"(jsonb) IS 'Whether it is {kind: amount} of declared kinds; an amount is a whole number, or null for without limit.';

COMMENT ON FUNCTION "private"."are_translated"(jsonb) IS 'Whether it is a list of texts, each in every language; an empty list is one.';

COMMENT ON FUNCTION "private"."ask_provider"(text, text, uuid, jsonb, text) IS 'Records a command for a provider, once per idempotency key; the worker executes it.';

COMMENT ON FUNCTION "private"."attribute_lead"(public.leads, text, uuid, text) IS 'Records the referrer of a lead. memory: the version of the question that this browser answered with yes, or null; it is stored with the consents.';

COMMENT ON FUNCTION "private"."attribute_referral"() IS 'Records the referrer of a new lead, in the sign-up''s transaction.';

COMMENT ON FUNCTION "private"."await_minutes"(text, timestamp with time zone, timestamp with time zone, timestamp with time zone, interval) IS 'For the outcome engine: minutes of [from, until) are missing. Records since when; once that is longer ago than `patience`, records them as without data. Returns whether it recorded a gap, in which case the caller reads again.';

COMMENT ON FUNCTION "private"."bank_asks"(public.subscriptions) IS 'Whether a contract''s open payment only waits for bank authentication by the cardholder (3-D Secure).';

COMMENT ON FUNCTION "private"."bare_text"(text) IS 'The words of a text in Markdown, without its marks and addresses.';

COMMENT ON FUNCTION "private"."bars_within"(text, text, timestamp with time zone, timestamp with time zone) IS 'The longer bars of a source that are completely within [from, until), consecutive, preferring the shortest at each beginning.';

COMMENT ON FUNCTION "private"."begin_market_import"(text, text, text, text, text, text, text[], integer, timestamp with time zone, timestamp
  with time zone) IS 'Assigns an import''s number and keeps the longer candles that it may change. Call before storing its candles, in the same transaction.';

COMMENT ON FUNCTION "private"."begin_notice"(bigint) IS 'An unsent notice, for an admin with a verified second factor. Raises not_admin, no_such_notice.';

COMMENT ON FUNCTION "private"."begin_staff_act"(uuid, text) IS 'Authorises an admin with a verified second factor to act for another member, with a reason; returns the cleaned reason.';

COMMENT ON FUNCTION "private"."billed_tax"(uuid) IS 'The tax rule and rate (percent) of a member''s next invoices, {treatment, rate}; null while the billing country is unknown.';

COMMENT ON FUNCTION "private"."block_own_methods"(public.payments) IS 'Blocks the payer''s referral if referrer and payer have used the same payment method.';

COMMENT ON FUNCTION "private"."block_referral"(bigint, text) IS 'Blocks a referral found to be invalid: its commissions are reversed, in the books too.';

COMMENT ON FUNCTION "private"."book_payout"(uuid) IS 'Deducts a payout from the balance when it is requested, and restores it when it fails.';

COMMENT ON FUNCTION "private"."broadcast_signal"(uuid, text, integer, timestamp with time zone) IS 'Enters the event into the feed and tells each class of members what it may know, on its own topic.';

COMMENT ON FUNCTION "private"."cancel_before_erasure"() IS 'Stops further charges for an account to be deleted.';

COMMENT ON FUNCTION "private"."cancel_for"(uuid, timestamp with time zone) IS 'Cancels a member''s contract at the end of the paid period; one with an unpaid renewal ends immediately. Idempotent.';

COMMENT ON FUNCTION "private"."cancel_for_wallet"() IS 'Cancels a request to a replaced address: it can be repeated once the new address may be used.';

COMMENT ON FUNCTION "private"."cancel_payout_before_erasure"() IS 'Cancels the open payout request of an account to be deleted.';

COMMENT ON FUNCTION "private"."candle_opening"(text, timestamp with time zone, text, integer) IS 'The opening time of the candle that contains a time: in UTC up to four hours, by session day (17:00 New York for currencies, metals and American indices) for D1.';

COMMENT ON FUNCTION "private"."change_for"(uuid, text, text, bigint, timestamp with time zone, text) IS 'Changes a member''s plan at the displayed price and under the displayed terms.';

COMMENT ON FUNCTION "private"."change_quote"(public.subscriptions, text, text, timestamp with time zone) IS 'The price of another plan or period. Upgrades, and changes to yearly: immediately; charge is its price for the rest of the period (from month to year: a whole year from now), credit is the unused part of the paid amount, both by the second and each rounded half up to the minor unit; due is their difference. Downgrades, and changes to monthly: at the period''s end, with nothing due.';

COMMENT ON FUNCTION "private"."charge_change"(public.checkouts, jsonb, timestamp with time zone) IS 'Charges the stored card for a plan change.';

COMMENT ON FUNCTION "private"."charge_renewal"(public.subscriptions, timestamp with time zone) IS 'Charges the stored card for the next period; a failure contains the time of the next attempt.';

COMMENT ON FUNCTION "private"."check_books"() IS 'Rejects transactions that leave a fact''s rows unbalanced.';

COMMENT ON FUNCTION "private"."check_broker"(public.content_items, jsonb) IS 'Refuses a broker whose facts the guide could not show, at the field.';

COMMENT ON FUNCTION "private"."check_contract_code"(text, text, text, timestamp with time zone) IS 'The request of a code; null if it is wrong, expired, used, or was tried five times.';

COMMENT ON FUNCTION "private"."check_guide"(jsonb, text[]) IS 'Refuses what neither guide shows: names, links, instruments, and texts whose lists have other items than the French.';

COMMENT ON FUNCTION "private"."check_help_article"(public.content_items, jsonb) IS 'Refuses an article without a category of the help centre.';

COMMENT ON FUNCTION "private"."check_legal_page"(public.content_items, jsonb) IS 'Refuses a page that the site does not have.';

COMMENT ON FUNCTION "private"."check_parent"(uuid, uuid) IS 'Refuses a parent that is not there, is the item itself, or lies within it.';

COMMENT ON FUNCTION "private"."check_prop_firm"(public.content_items, jsonb) IS 'Refuses a firm whose facts the guide could not show, at the field, and one that changes or forgets rules that were published.';

COMMENT ON FUNCTION "private"."check_publishable"(public.content_items, integer) IS 'Refuses a version without its French texts, with a fact that is not whole, or that the check of its kind refuses; hint names the field.';

COMMENT ON FUNCTION "private"."check_seller"(private.seller) IS 'Raises an error for the first invalid field in the order of the form, with the field as hint.';

COMMENT ON FUNCTION "private"."check_slug"(text) IS 'Refuses what cannot stand in an address.';

COMMENT ON FUNCTION "private"."check_terms"(text) IS 'Raises terms_not_accepted for an unknown version of the terms.';

COMMENT ON FUNCTION "private"."check_tier"(public.content_kinds, text) IS 'Refuses a tier that the kind has not.';

COMMENT ON FUNCTION "private"."check_time_zone"() IS 'Rejects profiles with an invalid time zone.';

COMMENT ON FUNCTION "private"."check_username"() IS 'Rejects a new username with username_control_characters or username_confusable. The table itself rejects exact duplicates and invalid formats.';

COMMENT ON FUNCTION "private"."checked_condition"(jsonb, integer, numeric) IS 'A condition as the commitment holds it, or the first refusal: none that no price can meet, or that this price decides.';

COMMENT ON FUNCTION "private"."checked_deadline"(jsonb, text, timestamp with time zone) IS 'The deadline of a statement, a whole minute from five minutes to thirty days away with some trading before it, or the refusal.';

COMMENT ON FUNCTION "private"."checked_document"(public.content_kinds, jsonb) IS 'The document with all three parts; refuses what is none of the kind or holds more than half a megabyte. A draft may be incomplete: private.check_publishable() says what publication needs.';

COMMENT ON FUNCTION "private"."checked_terms"(jsonb, public.quotes) IS 'The terms of a statement as the commitment holds them, or the first refusal.';

COMMENT ON FUNCTION "private"."claim_objects"(text, jsonb, uuid, uuid) IS 'Records the owner of a provider''s ids.';

COMMENT ON FUNCTION "private"."claim_provider_command"(timestamp with time zone, text[]) IS 'Claims the next due command for two minutes; if the worker dies, another can then claim it.';

COMMENT ON FUNCTION "private"."cleaned"(text, integer) IS 'Cleans user input: removes control characters, trims and truncates.';

COMMENT ON FUNCTION "private"."client_network"() IS 'The network of a request, as seen by the server (server/src/rest/plugin.ts); null if unknown.';

COMMENT ON FUNCTION "private"."close_checkouts"(uuid[], timestamp with time zone) IS 'Ends unpaid orders and releases their coupons. The caller holds their members'' locks.';

COMMENT ON FUNCTION "private"."content_title"(jsonb, text) IS 'What a document is called in a language, else in French; null of a draft without a title or name.';

COMMENT ON FUNCTION "private"."contract_of"(uuid, timestamp with time zone) IS 'What a person must see of their contract before ending it; null without one.';

COMMENT ON FUNCTION "private"."count_signal_alert"() IS 'A rule that is set takes its part, one that goes gives it back. After the row: one that was there already takes none.';

COMMENT ON FUNCTION "private"."coupon_spent"(text, uuid) IS 'Whether another account with the same mailbox uses a coupon: one use per person.';

COMMENT ON FUNCTION "private"."credit_dispute"(bigint) IS 'Credits the amount of a lost dispute.';

COMMENT ON FUNCTION "private"."cut_payment"(jsonb, text, text, timestamp with time zone, text) IS 'Ends the access granted by a payment, and its contract if it paid for the current period.';

COMMENT ON FUNCTION "private"."dated_facts"(jsonb) IS 'Every dated fact of the fields with its path, such as {accounts,0,spread}.';

COMMENT ON FUNCTION "private"."days_used"(bigint, timestamp with time zone, timestamp with time zone, timestamp with time zone) IS 'The part of an amount used by the completed days in Paris, rounded down in the member''s favour.';

COMMENT ON FUNCTION "private"."displayed_statement"(public.statements) IS 'A statement as everybody sees it: its terms once they are open, and what became of it.';

COMMENT ON FUNCTION "private"."due_content"(timestamp with time zone) IS 'For the worker: the items whose time has come.';

COMMENT ON FUNCTION "private"."due_deletions"(timestamp with time zone) IS 'Deletions whose fourteen days are over, at most a hundred.';

COMMENT ON FUNCTION "private"."due_proofs"(timestamp with time zone, integer) IS 'For the worker: expired files of the bucket proofs at `moment`, oldest first: decided more than thirty days ago, of a withdrawn request, or without a request a day after the upload.';

COMMENT ON FUNCTION "private"."easter_sunday"(integer) IS 'Easter Sunday of a Gregorian year.';

COMMENT ON FUNCTION "private"."editable_content"(uuid, integer) IS 'The item, locked, for who may write its kind; refuses one that has another version by now, whose number is the detail.';

COMMENT ON FUNCTION "private"."end_market_import"(integer, integer) IS 'Records how many candles of an import were new, and deletes kept candles that it did not change.';

COMMENT ON FUNCTION "private"."end_money"() IS 'Ends the contract of an account before its deletion, and removes personal data from what is kept.';

COMMENT ON FUNCTION "private"."end_payout"(uuid, text, text) IS 'Ends a payout that was not sent, and restores its amount.';

COMMENT ON FUNCTION "private"."end_sessions_of_staff"() IS 'Ends the sessions of a user whose staff role is removed or reduced, since they contain data read with the old role.';

COMMENT ON FUNCTION "private"."end_sub"(jsonb, text, text, timestamp with time zone, text) IS 'Ends a contract; an ended one is unchanged.';

COMMENT ON FUNCTION "private"."end_tests"(jsonb, timestamp with time zone, text) IS 'The state without sandbox contracts: a first real payment ends them and their access.';

COMMENT ON FUNCTION "private"."ensure_candle_months"(timestamp with time zone, timestamp with time zone) IS 'Creates the monthly tables for [from, until] if missing. Returns how many were created.';

COMMENT ON FUNCTION "private"."erase_account"(bigint, timestamp with time zone) IS 'Erases the account of a due deletion and queues the farewell mail; false if it was cancelled, done, or is not due. Refuses staff.';

COMMENT ON FUNCTION "private"."event_objects"(text, jsonb) IS 'The provider''s ids in an event.';

COMMENT ON FUNCTION "private"."exceptions_of_erasure"() IS 'What an export omits, and what an erasure keeps, each with its reason.';

COMMENT ON FUNCTION "private"."excerpt"(text, integer) IS 'Some two hundred letters of a text from about a place on, in whole words.';

COMMENT ON FUNCTION "private"."exported_tables"() IS 'The tables of a member''s export.';

COMMENT ON FUNCTION "private"."fact_expiry"(jsonb) IS 'The first day on which a dated fact is to be verified again; null of one without a value, and of one that is not filled in yet.';

COMMENT ON FUNCTION "private"."facts_of_command"(private.provider_commands) IS 'The data that a provider needs for a command: its payload and the related rows.';

COMMENT ON FUNCTION "private"."fold_contract"(jsonb, jsonb) IS 'Cancellation, resumption, change at the period''s end, withdrawal, card change, erasure; and the provider''s events about the contract.';

COMMENT ON FUNCTION "private"."fold_dispute"(jsonb, jsonb) IS 'A payment disputed at the member''s bank, won or lost. Access continues until it is lost.';

COMMENT ON FUNCTION "private"."fold_failure"(jsonb, jsonb) IS 'A pending, failed or insufficient payment, or an expired order. A failed renewal keeps access during the retries; it never undoes a successful payment.';

COMMENT ON FUNCTION "private"."fold_payment"(jsonb, jsonb) IS 'A successful payment: what it buys, or that it buys nothing. The amount must be the agreed one; an order''s first payment pays it.';

COMMENT ON FUNCTION "private"."fold_refund"(jsonb, jsonb) IS 'A refund that was requested, made or failed. A full refund ends the access that the payment granted; a partial one does not.';

COMMENT ON FUNCTION "private"."fold_step"(jsonb, jsonb) IS 'The state after another fact.';

COMMENT ON FUNCTION "private"."follow_money_back"() IS 'Updates a commission when its payment is refunded or disputed.';

COMMENT ON FUNCTION "private"."follow_payment"() IS 'Updates a payment''s commission in the payment''s transaction.';

COMMENT ON FUNCTION "private"."forget_files"() IS 'Deletes the profile image, the proofs and the exports of a deleted account.';

COMMENT ON FUNCTION "private"."forget_member"() IS 'Deletes what foreign keys of a deleted account do not, and records the erasure.';

COMMENT ON FUNCTION "private"."forget_proofs"(text[], timestamp with time zone) IS 'For the worker, after deleting the files: records it in their requests. Returns their number.';

COMMENT ON FUNCTION "private"."forget_simulated_minutes"(timestamp with time zone) IS 'Deletes simulated minutes before a time: a whole month by dropping its table if nothing in it must be kept, otherwise by row. Minutes of real markets, of signals'' lives and of unresolved statements are kept.';

COMMENT ON FUNCTION "private"."grace_until"(timestamp with time zone) IS 'How long access continues after a failed renewal: attempts follow on days 1, 3, 5 and 7, plus six hours for news of the last.';

COMMENT ON FUNCTION "private"."guard_version"() IS 'Lets a version change only while its author is still writing it, and be marked as published once.';

COMMENT ON FUNCTION "private"."half_up"(numeric) IS 'Rounds to an integer, halves up.';

COMMENT ON FUNCTION "private"."has_expired"(jsonb, timestamp with time zone) IS 'Whether a card has expired.';

COMMENT ON FUNCTION "private"."index_content"(uuid, jsonb) IS 'Writes what search finds of a document, in four languages.';

COMMENT ON FUNCTION "private"."install_content"(text, text, jsonb, text, timestamp with time zone) IS 'Publishes an item that an installation begins with; one that is there stays as it is.';

COMMENT ON FUNCTION "private"."invoice_drawn"(uuid, text, integer, timestamp with time zone) IS 'For the worker: records a document''s file, and mails the member the receipt or refund notice with it, once.';

COMMENT ON FUNCTION "private"."invoice_of_checkout"(uuid) IS 'An order''s invoice: {id, number, issued_at, total, currency}; null before it is issued.';

COMMENT ON FUNCTION "private"."invoice_text"(text, text, jsonb) IS 'A filled text of an invoice. Raises an error for an unknown key.';

COMMENT ON FUNCTION "private"."is_address_shape"(text, text) IS 'The outer form of an address; the function save-wallet checks its checksum.';

COMMENT ON FUNCTION "private"."is_company"(text) IS 'Whether a legal form has a share capital and a trade register entry.';

COMMENT ON FUNCTION "private"."is_dated_fact"(jsonb) IS 'Whether it has the five parts of a dated fact and no other.';

COMMENT ON FUNCTION "private"."is_day"(text) IS 'Whether it is a day of the calendar, as 2026-11-12.';

COMMENT ON FUNCTION "private"."is_french_vat_number"(text, text) IS 'Whether a French VAT number belongs to that SIREN: two key digits, (12 + 3 × (SIREN mod 97)) mod 97, then the SIREN (CGI, ann. II, art. 242 nonies A; BOI-TVA-DECLA-20-10-10-10).';

COMMENT ON FUNCTION "private"."is_missed"(text, jsonb) IS 'Whether a reading contains something new.';

COMMENT ON FUNCTION "private"."is_positive"(text) IS 'Whether a text is a decimal above 0 with a point and at most 18 decimals.';

COMMENT ON FUNCTION "private"."is_premium"(uuid) IS 'Whether a member is in private.premium_members.';

COMMENT ON FUNCTION "private"."is_running"(jsonb) IS 'Whether a contract is one of which a member may have only one.';

COMMENT ON FUNCTION "private"."is_siren"(text) IS 'Whether nine digits are a SIREN by their check digit (Code de commerce, art. R123-220; INSEE). Does not check that it was assigned.';

COMMENT ON FUNCTION "private"."is_siret"(text, text) IS 'Whether fourteen digits are a SIRET of that SIREN, by their check digit (INSEE).';

COMMENT ON FUNCTION "private"."is_time"(text) IS 'Whether a text is a valid time.';

COMMENT ON FUNCTION "private"."is_time_zone"(text) IS 'Whether a name is a time zone. Checks only this name, because listing all reads a thousand files.';

COMMENT ON FUNCTION "private"."is_transaction_hash"(text, text) IS 'Whether a text has the form of a network''s transaction hashes; only the network knows whether the transaction exists.';

COMMENT ON FUNCTION "private"."is_translated"(jsonb) IS 'Whether it is a text of 1 to 600 characters in each language of the product, {"fr", "en", …}.';

COMMENT ON FUNCTION "private"."is_vat_number"(text, text) IS 'Whether a number has that country''s VAT number format. Does not check that it was assigned (VIES).';

COMMENT ON FUNCTION "private"."is_working_day"(date) IS 'Whether a day is not a Saturday, a Sunday or a public holiday (Code du travail, art. L3133-1).';

COMMENT ON FUNCTION "private"."issue_credit_note"(uuid) IS 'Credits a completed refund; reverses the credit if the payment turns out to have bought nothing, which is not invoiced.';

COMMENT ON FUNCTION "private"."issue_document"(text, public.payments, text, bigint, bigint, jsonb, public.invoices, timestamp with time zone, integer, timestamp
  with time zone) IS 'Issues an invoice or a credit note with the current data. The caller holds private.lock_series() of the year.';

COMMENT ON FUNCTION "private"."issue_invoice"(uuid) IS 'Invoices what a payment bought, once; reverses the invoice if it turns out to have bought nothing.';

COMMENT ON FUNCTION "private"."keep_payment_settings"(text, text) IS 'For the worker, at its start: the providers for cards and for cryptocurrency, from the environment.';

COMMENT ON FUNCTION "private"."keep_statement_minutes"(public.statements, text) IS 'Keeps the minutes of a statement''s whole time, as keep_signal_minutes() does. Returns what its entry says of them.';

COMMENT ON FUNCTION "private"."keep_waits"(text[], timestamp with time zone[]) IS 'For the outcome engine, after checking every open signal: deletes all other waits.';

COMMENT ON FUNCTION "private"."known_facts"(jsonb) IS 'Of each dated fact, by its field, where it was read, when, and from which day on it is to be verified again.';

COMMENT ON FUNCTION "private"."language_states"(jsonb, text[]) IS 'Of each language current, stale (the French has changed since it was translated) or missing (a required text, or one that the French has).';

COMMENT ON FUNCTION "private"."languages"() IS 'The languages of the product, the first where nobody chose.';

COMMENT ON FUNCTION "private"."lay_probe"(text) IS 'A row for the policies to judge; without an event it is told to nobody.';

COMMENT ON FUNCTION "private"."legal_form"(private.seller) IS 'Legal form and capital as written in documents; always in French, as in French law.';

COMMENT ON FUNCTION "private"."level_of"(jsonb, text, integer, numeric) IS 'A level of a condition: a price of the instrument that its market can reach.';

COMMENT ON FUNCTION "private"."lines_of"(public.payments, text) IS 'The items of a payment, as lines that sum to its net amount; a discount is a separate line.';

COMMENT ON FUNCTION "private"."live_epoch"() IS 'Within which numbers mean the same: a database that was restored, or a standby that took over, counts on from another past, and PostgreSQL gives it another timeline.';

COMMENT ON FUNCTION "private"."lock_minutes"(text) IS 'Held until the end of a transaction that decides on an instrument''s minutes or records gaps, so that a minute cannot be both used and skipped.';

COMMENT ON FUNCTION "private"."lock_money"(uuid) IS 'Serialises transactions on a member''s money.';

COMMENT ON FUNCTION "private"."lock_objects"(text, jsonb) IS 'Serialises transactions that look up the unknown ids of an event.';

COMMENT ON FUNCTION "private"."lock_series"(integer) IS 'Serialises the transactions that issue documents of a year, until their end.';

COMMENT ON FUNCTION "private"."luhn_sum"(text) IS 'The digit sum with every second digit from the right doubled (ISO/IEC 7812-1, annex B); valid numbers give a multiple of ten.';

COMMENT ON FUNCTION "private"."mail_contract"() IS 'Confirms a contract by mail at the first payment, once.';

COMMENT ON FUNCTION "private"."mail_end_of_contract"() IS 'Confirms a cancellation or withdrawal by mail; for a sandbox contract that ends because the sandbox was disabled, says so.';

COMMENT ON FUNCTION "private"."mail_of_notice"(bigint) IS 'The outcome of a notice''s last mail: whether it was given up, and the mail server''s answer; null if there is none.';

COMMENT ON FUNCTION "private"."match_waiting"(text, uuid) IS 'Assigns a member the events that waited for an id now known to be theirs, and those that these make known in turn.';

COMMENT ON FUNCTION "private"."may_hear"(text) IS 'Whether the caller may hear a topic: what the policies on realtime.messages answer to whoever joins it.';

COMMENT ON FUNCTION "private"."may_refer"(uuid) IS 'Whether an account takes part: not staff, suspended or anonymous.';

COMMENT ON FUNCTION "private"."may_sell"(text) IS 'Whether a provider may accept an order: the sandbox always, a real one once the seller data are complete.';

COMMENT ON FUNCTION "private"."may_try_coupon"(text) IS 'Whether the caller may try a code: up to ten unknown ones per member, or thirty per network, in an hour.';

COMMENT ON FUNCTION "private"."mentions"(text, text[]) IS 'Whether a text contains one of these words (lower case).';

COMMENT ON FUNCTION "private"."methods_of"(uuid) IS 'The payment methods that a member has used, by the providers'' identifiers.';

COMMENT ON FUNCTION "private"."money_facts"(uuid) IS 'All facts about a member''s money, with their sort order.';

COMMENT ON FUNCTION "private"."money_of"(uuid, timestamp with time zone) IS 'A member''s financial state at a time.';

COMMENT ON FUNCTION "private"."my_data"() IS 'All stored data about the caller, read with the caller''s own rights: {format, made_at, member, tables: {name: rows}, left_out, kept_after_deletion}. Files are listed under storage.objects.';

COMMENT ON FUNCTION "private"."name_skeleton"(text) IS 'A username''s visual form: usernames with the same skeleton are confusable.';

COMMENT ON FUNCTION "private"."net_of"(bigint, numeric) IS 'An amount without its tax, rounded half up to the minor unit; the tax is the rest.';

COMMENT ON FUNCTION "private"."new_referral_code"() IS 'Seven of thirty letters and digits, uniformly distributed: one of 21.9 billion.';

COMMENT ON FUNCTION "private"."newsletter_version"() IS 'The version of the text to which newsletter subscribers agree.';

COMMENT ON FUNCTION "private"."note_avatar"() IS 'Stores the image''s version in the profile, in the transaction that stores or deletes the image.';

COMMENT ON FUNCTION "private"."note_billing_place"() IS 'Records a member''s new billing country.';

COMMENT ON FUNCTION "private"."note_browser"(uuid, uuid) IS 'Records a browser as a member''s; at most fifty.';

COMMENT ON FUNCTION "private"."note_command"(public.subscriptions, text, jsonb, timestamp with time zone) IS 'Records a command for a contract; the caller settles it.';

COMMENT ON FUNCTION "private"."note_consents"() IS 'Records a consent in the transaction that grants or withdraws it.';

COMMENT ON FUNCTION "private"."note_contract_act"(uuid, text, text, public.subscriptions, text, jsonb) IS 'Audits what staff did to a member''s contract, and why.';

COMMENT ON FUNCTION "private"."note_coupon_try"(text, boolean) IS 'Records that the caller tried a code, and whether it exists.';

COMMENT ON FUNCTION "private"."note_media"() IS 'Keeps the list of pictures in step with the files.';

COMMENT ON FUNCTION "private"."note_notice_sent"() IS 'Records when the mail server accepted a notice''s mail, and its Message-ID.';

COMMENT ON FUNCTION "private"."notice_gaps"() IS 'Required data missing from the legal pages (LCEN, art. 1-1; Code de la consommation, art. L221-5, L616-1), which mark them as missing.';

COMMENT ON FUNCTION "private"."notification_categories"() IS 'What a member chooses to be told. Matters of the account are told without being chosen.';

COMMENT ON FUNCTION "private"."notification_category"(text) IS 'The category of a kind of notification; null for a kind that is not declared.';

COMMENT ON FUNCTION "private"."notify_member"(uuid, text, text, jsonb, text, uuid, boolean, boolean) IS 'Tells one member a fact of a declared kind, in the fact''s own transaction. False when they were told before.';

COMMENT ON FUNCTION "private"."number_tellings"() IS 'At the end of a transaction: numbers what it told and hands it to those who listen.';

COMMENT ON FUNCTION "private"."offer_refund"(uuid, text) IS 'A refund that the member claims on a provider''s page: stores the page''s URL and notifies the member, once.';

COMMENT ON FUNCTION "private"."open_checkout_for"(uuid, timestamp with time zone, text, text, text, jsonb, text, text, text, uuid, bigint) IS 'A member agrees to pay at a time: expected_total, or the current price if that is null.';

COMMENT ON FUNCTION "private"."open_statement"(uuid, timestamp with time zone) IS 'Opens a statement before its deadline. Its time is the caller''s, so no API role may call it.';

COMMENT ON FUNCTION "private"."opened_terms"(uuid) IS 'What opens the seal of a statement.';

COMMENT ON FUNCTION "private"."order_for_provider"(uuid) IS 'An order in the form for providers.';

COMMENT ON FUNCTION "private"."own_author_ids"() IS 'Under which identifiers the record holds the caller''s statements.';

COMMENT ON FUNCTION "private"."own_hidden_rows"(text) IS 'The caller''s own rows of a table that members cannot read, without secrets. Only for listed tables, and never for others.';

COMMENT ON FUNCTION "private"."owner_of_event"(text, timestamp with time zone, jsonb) IS 'The contract of an event, by our order id and the known provider ids; nothing if none is known. Refuses events that name two contracts, or that precede the order.';

COMMENT ON FUNCTION "private"."paris_day"(timestamp with time zone) IS 'The date in Paris.';

COMMENT ON FUNCTION "private"."pass_time"(jsonb, timestamp with time zone) IS 'The state at a later time without further facts: periods and grace periods end. A renewal without news for a day counts as failed.';

COMMENT ON FUNCTION "private"."pay_page"(public.subscriptions) IS 'The provider''s page for paying a contract''s open amount with any card, or for bank authentication; null if nothing is open or there is no such page.';

COMMENT ON FUNCTION "private"."pay_with_new_card"() IS 'Makes the provider retry immediately when a card is changed while a renewal is unpaid.';

COMMENT ON FUNCTION "private"."payers_of"(uuid) IS 'The expected content of private.revenue_payers for a member.';

COMMENT ON FUNCTION "private"."payment_state"(jsonb, text) IS 'The state of a payment according to its refunds and disputes.';

COMMENT ON FUNCTION "private"."period_after"(timestamp with time zone, timestamp with time zone, text) IS 'The end of a period (month or year) that starts at a time: the anchor''s day and hour in Paris, or the month''s last day if it has no such day.';

COMMENT ON FUNCTION "private"."plan_names"(text) IS 'A plan''s name by language.';

COMMENT ON FUNCTION "private"."plan_of"(uuid) IS 'The plan that a member''s contract runs on; without one, the first of their tier.';

COMMENT ON FUNCTION "private"."post_entries"(text, jsonb, text, timestamp with time zone, uuid) IS 'Adjusts a fact''s book entries to {account: minor units} at its time: writes the difference to the existing ones, which is nothing the second time. If the time changes, the entries are reversed at their old time.';

COMMENT ON FUNCTION "private"."price_for_provider"(bigint) IS 'A price in the form for providers.';

COMMENT ON FUNCTION "private"."project"(public.content_items, jsonb) IS 'Writes the typed rows of a kind that has some; a null document is a withdrawal.';

COMMENT ON FUNCTION "private"."project_broker"(public.content_items, jsonb) IS 'Writes a published broker to the tables of the guide; one that is withdrawn is listed no more.';

COMMENT ON FUNCTION "private"."project_prop_firm"(public.content_items, jsonb) IS 'Writes a published firm to the tables of the guide, with the rules that are new; one that is withdrawn is listed no more.';

COMMENT ON FUNCTION "private"."proof_needed"(text) IS 'Whether one of the caller''s requests, open or decided, is based on this file.';

COMMENT ON FUNCTION "private"."proof_summary"() IS 'What the first page of the export says of the whole: head, daily heads, statistics and scores as displayed.';

COMMENT ON FUNCTION "private"."publish_scheduled"(uuid, timestamp with time zone) IS 'For the worker: publishes what was set for this time: {published}, or {refused} with the reason kept for the staff; null where there is nothing to do.';

COMMENT ON FUNCTION "private"."publish_version"(public.content_items, integer, timestamp with time zone) IS 'Makes a version the one that readers have: card, body, search and typed rows, in one transaction.';

COMMENT ON FUNCTION "private"."published_author"(public.content_items) IS 'Who wrote the version that readers have.';

COMMENT ON FUNCTION "private"."quote"(text, text, text, text, text, timestamp with time zone, uuid) IS 'The price of a plan and the amounts for a country, for a consumer or a business, with a coupon; for a member who renews in crypto, the contract''s own price. The total is independent of who owes the tax (docs/decisions/028).';

COMMENT ON FUNCTION "private"."read_subscription"(uuid) IS 'A contract''s current state.';

COMMENT ON FUNCTION "private"."reading_staff_role"() IS 'The caller''s staff role, for staff-only reads, under the conditions of writing_staff_role(); null where that raises an error, so that policies still allow what every member may read.';

COMMENT ON FUNCTION "private"."record_gap"(text, timestamp with time zone, timestamp with time zone, text, text) IS 'For the worker: permanently records what is missing in [from, until), each stretch once, with the source''s longer bars for minutes without data. Stored or already recorded minutes are unchanged. Returns how many stretches were recorded.';

COMMENT ON FUNCTION "private"."record_lead"(uuid) IS 'The lead of an account, once. Somebody who only tries the product is none until they give an address.';

COMMENT ON FUNCTION "private"."record_statement"(jsonb, text, uuid, text, timestamp with time zone, timestamp
  with time zone, public.quotes, boolean, boolean) IS 'Checks, seals and stores a statement. Its times are the caller''s, so no API role may call it.';

COMMENT ON FUNCTION "private"."referral_balance"(uuid, timestamp with time zone) IS 'Minor units of the programme''s currency. pending + due is what the books owe the member; due may be negative after a refund of what was paid out, and is offset by later commissions.';

COMMENT ON FUNCTION "private"."refusal_of_event"(timestamp with time zone, jsonb, timestamp with time zone) IS 'Why an event is invalid in any case, or null: its format, or a time in the future.';

COMMENT ON FUNCTION "private"."refuse_consent_change"() IS 'Consents are immutable until five years after the account''s erasure, when claims based on them expire (Code civil, art. 2224).';

COMMENT ON FUNCTION "private"."remember_mailbox"() IS 'Keeps a hash of a deleted account''s mailbox for a year.';

COMMENT ON FUNCTION "private"."renew_sandbox"(timestamp with time zone) IS 'For the worker, each minute: charges the cards of sandbox contracts whose period has ended and retries failed charges; where the sandbox no longer accepts cards, cancels them. Returns the number of contracts; 200 means that there may be more.';

COMMENT ON FUNCTION "private"."report_feed"(text, text, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, timestamp
  with time zone) IS 'For the worker: stores a class''s feed state and broadcasts a change on market:quotes (event feed). Returns whether it changed.';

COMMENT ON FUNCTION "private"."report_stale_instruments"(text, text[], timestamp with time zone[], text[]) IS 'For the worker: the complete list of a class''s instruments without prices; keeps their start times, and broadcasts a change on market:quotes (event feed). Returns whether it changed.';

COMMENT ON FUNCTION "private"."require_fields"(jsonb, text) IS 'Refuses the first field whose rule does not hold: {field: whether it is right}.';

COMMENT ON FUNCTION "private"."require_writer"(text) IS 'The kind of content, for who may write it; refuses everybody else.';

COMMENT ON FUNCTION "private"."resolve_statement"(uuid, boolean, timestamp with time zone, jsonb, timestamp with time zone) IS 'For the worker: what the stored minutes make of a statement whose deadline has passed (trading/src/statements/resolve.ts).';

COMMENT ON FUNCTION "private"."resum_candles"(private.market_imports, text, timestamp with time zone[]) IS 'Recomputes candles of one timeframe that contained removed ones: from their version before the import and the remaining shorter ones.';

COMMENT ON FUNCTION "private"."resume_for"(uuid, timestamp with time zone) IS 'Reverses a member''s cancellation before the period''s end.';

COMMENT ON FUNCTION "private"."return_allowance"(uuid, text) IS 'Gives one use back in the period it was taken in: what was had is gone, or an act that was counted failed later.';

COMMENT ON FUNCTION "private"."return_failed_copy"() IS 'A copy that could not be made is not counted.';

COMMENT ON FUNCTION "private"."running_subscription"(uuid, timestamp with time zone) IS 'A member''s active contract at a time, locked. Raises no_subscription.';

COMMENT ON FUNCTION "private"."sandbox_card"(jsonb, timestamp with time zone) IS 'A test card {number, expires MM/YY}: its storable data, the result of a payment (paid, authenticate or the failure reason), and the number''s hash as identifier. Raises not_a_test_card, expiry_wrong.';

COMMENT ON FUNCTION "private"."sandbox_checkout"(uuid, text, timestamp with time zone) IS 'One of the caller''s orders that the sandbox may process. Raises sandbox_is_off, no_such_checkout, paid_already, checkout_expired.';

COMMENT ON FUNCTION "private"."sandbox_refusal"(jsonb, timestamp with time zone) IS 'Why a stored test card cannot be charged again, or null.';

COMMENT ON FUNCTION "private"."sandbox_says"(public.checkouts, text, text, jsonb, timestamp with time zone) IS 'Creates a sandbox event about an order.';

COMMENT ON FUNCTION "private"."sandbox_takes"(text) IS 'Whether the sandbox is the configured provider for cards, or for cryptocurrency; if not, it does nothing.';

COMMENT ON FUNCTION "private"."save_billing_details_for"(uuid, jsonb, timestamp with time zone) IS 'Stores the recipient of a member''s future invoices.';

COMMENT ON FUNCTION "private"."search_configuration"(text) IS 'How words of a language are brought to their stems.';

COMMENT ON FUNCTION "private"."searched"(text, text, boolean) IS 'What somebody typed as a query: each word by its beginning; every: all of them, else any.';

COMMENT ON FUNCTION "private"."segments_of"(uuid) IS 'The periods in which a member had which recurring price: each bought period up to the contract''s next one, the last up to the contract''s end, including a renewal''s grace period. monthly: the renewal price without tax, a yearly one divided by twelve, rounded half up; coupons reduce only the first payment and do not count.';

COMMENT ON FUNCTION "private"."seller_gaps"() IS 'Required seller data missing from invoices (Code de commerce, art. L441-9, R123-237, R123-238; CGI, ann. II, art. 242 nonies A): nothing can be sold for money until they are complete.';

COMMENT ON FUNCTION "private"."seller_on_invoice"(private.seller) IS 'The seller data copied to an invoice.';

COMMENT ON FUNCTION "private"."send_contract_code"(text, text, timestamp with time zone) IS 'Mails a six-digit code to an account''s confirmed address; for an unknown address it only appears to.';

COMMENT ON FUNCTION "private"."settle_access"(uuid, jsonb) IS 'Adjusts a member''s periods of access to their payments. Access granted otherwise is unchanged.';

COMMENT ON FUNCTION "private"."settle_books"(uuid, jsonb) IS 'Adjusts the books to a member''s state: each payment, refund and lost dispute is a fact.';

COMMENT ON FUNCTION "private"."settle_commission"(uuid) IS 'Adjusts the commission of a payment to its facts: created at the first success, reduced by refunds, zero after a lost dispute or for a blocked referral. Idempotent.';

COMMENT ON FUNCTION "private"."settle_documents"(text, uuid, bigint, bigint, timestamp with time zone, text, timestamp with time zone) IS 'Adjusts a fact''s documents to its amount; does nothing if they match. why is payment, refund, withdrawal or dispute.';

COMMENT ON FUNCTION "private"."settle_due"(timestamp with time zone) IS 'For the worker, each minute: ends contracts after their paid period or grace period, expires orders, and refunds payments that bought nothing. Returns the number of members; 500 means that there may be more.';

COMMENT ON FUNCTION "private"."settle_member"(uuid, timestamp with time zone) IS 'Writes what follows from a member''s facts, and makes their open pages reload. The caller holds private.lock_money().';

COMMENT ON FUNCTION "private"."settle_provider_command"(bigint, integer, timestamp with time zone, text, text, jsonb, timestamp with time zone) IS 'Records the result of an attempt: done, retry (at retry_at) or failed, of which admins are notified. An answer {reference, url} contains the order''s page, the bank authentication page of a change, or the page for claiming a refund.';

COMMENT ON FUNCTION "private"."settle_requests"(uuid, jsonb, timestamp with time zone) IS 'Sends a member''s pending commands to providers: refunds, and the end of contracts that ended here.';

COMMENT ON FUNCTION "private"."settle_revenue"(uuid) IS 'Adjusts a member''s precomputed revenue to their payments; does nothing if it is correct.';

COMMENT ON FUNCTION "private"."settle_rows"(uuid, jsonb) IS 'Writes the contracts, orders, payments, refunds and disputes of a member''s state.';

COMMENT ON FUNCTION "private"."share_left"(bigint, timestamp with time zone, timestamp with time zone, timestamp with time zone) IS 'The unused part of an amount for a period, by the second, rounded half up to the minor unit.';

COMMENT ON FUNCTION "private"."signal_message"(private.signal_feed, boolean) IS 'An entry as it is told: whole, or what everybody may know, with the signal and the chain as they stand now.';

COMMENT ON FUNCTION "private"."soon"() IS 'The day until which staff are told of facts that expire: in a fortnight.';

COMMENT ON FUNCTION "private"."split_disputes"(jsonb) IS 'The state with the amounts of each lost dispute: from the sale (net, tax; at most what refunds left, with tax computed on the total) and from the surplus. Anything beyond that is our loss.';

COMMENT ON FUNCTION "private"."state_for"(jsonb, text, uuid, text, boolean) IS 'Makes a statement now. Rights are the caller''s to check. An engine''s has a name and no author.';

COMMENT ON FUNCTION "private"."steps_of"(uuid) IS 'The expected content of private.revenue_steps for a member: their segments, added up where they overlap and joined where nothing changed.';

COMMENT ON FUNCTION "private"."steps_of_checkout"(public.checkouts) IS 'The steps of an order, in order.';

COMMENT ON FUNCTION "private"."stoppable_from"() IS 'Changes since this time can be stopped.';

COMMENT ON FUNCTION "private"."store_candles"(text, text, text[], timestamp
  with time zone[], numeric[], numeric[], numeric[], numeric[], numeric[], integer) IS 'Stores complete candles of one timeframe and aggregates new ones into all longer candles; late ones are included. Existing candles are ignored. Returns how many were new. import_number marks candles of an import, which can be undone.';

COMMENT ON FUNCTION "private"."sub_log"(jsonb, jsonb, text, text, timestamp with time zone, text, jsonb) IS 'The state with an updated contract, and a log entry.';

COMMENT ON FUNCTION "private"."surplus_refund"(text) IS 'The id of the refund of a payment''s surplus: at most one.';

COMMENT ON FUNCTION "private"."take_provider_event"(text, text, timestamp with time zone, jsonb, text, jsonb, timestamp with time zone) IS 'Receives an event at a time: processed, duplicate, waiting (about something unknown) or refused. All its effects are in this transaction.';

COMMENT ON FUNCTION "private"."take_reading"(text, text, timestamp with time zone, jsonb, timestamp with time zone) IS 'Processes a reading: known, or the result of take_provider_event().';

COMMENT ON FUNCTION "private"."take_slug"(public.content_items, text) IS 'Refuses the slug that another item of the kind has, or had while it was published.';

COMMENT ON FUNCTION "private"."tax_in"(bigint, numeric) IS 'The tax included in an amount. It never decreases as the amount grows, so the taxes of parts, computed from the running total, add up to the total''s tax.';

COMMENT ON FUNCTION "private"."tax_of_renewal"(uuid, uuid, timestamp with time zone) IS 'The tax of a member''s renewal paid at a time, from the billing country and rate of that day: {country, tax_rate, treatment, vat_number}.';

COMMENT ON FUNCTION "private"."tax_order"() IS 'Records an order''s tax rule, and removes the tax where the buying business owes it itself.';

COMMENT ON FUNCTION "private"."tax_rate"(text, date) IS 'The VAT rate for a country''s consumers on a day, in percent; 0 where no tax applies.';

COMMENT ON FUNCTION "private"."tax_treatment"(text, text) IS 'The VAT rule for a buyer: domestic (France and Monaco; Guadeloupe, Martinique and Réunion at their own rate, CGI art. 296), untaxed (Guiana and Mayotte, art. 294), one_stop_shop (the consumer''s own rate), reverse_charge (a business elsewhere in the Union), exempt (the seller is), outside or outside_business (outside the Union).';

COMMENT ON FUNCTION "private"."tell_access"() IS 'Notifies the servers that a user may have lost a right, so that they re-evaluate the user''s channels (server/src/realtime/channels/rights.ts).';

COMMENT ON FUNCTION "private"."tell_change"(uuid, text, text, jsonb, jsonb) IS 'Records a change of a sign-in method and mails the account''s address and all addresses replaced in the last three days.';

COMMENT ON FUNCTION "private"."tell_editors"(uuid, integer, text, text) IS 'Tells who has the item open that it was saved or published.';

COMMENT ON FUNCTION "private"."tell_lead"() IS 'A new lead, and one that is qualified, goes to the addresses in the fact''s own transaction.';

COMMENT ON FUNCTION "private"."tell_of_failure"() IS 'Notifies a member of a failed renewal at each attempt: the next attempts, and how long access continues.';

COMMENT ON FUNCTION "private"."tell_of_refused_money"() IS 'Notifies the admins, once per event, of a verified payment that bought nothing because the event was refused.';

COMMENT ON FUNCTION "private"."tell_of_returned_surplus"() IS 'Notifies a member that such a payment was refunded: without a sale there is no credit note.';

COMMENT ON FUNCTION "private"."tell_of_surplus"() IS 'The receipt of a payment that bought nothing (duplicate, excess, late): it is not a sale, so no invoice reports it.';

COMMENT ON FUNCTION "private"."tell_queue"(uuid[], text) IS 'Tells open queues what happened to requests, each as it stands now, and the members'' own pages that it did.';

COMMENT ON FUNCTION "private"."tell_topic"(text, text, jsonb) IS 'Tells those who hear a topic when the transaction commits. The payload, an object, gets `number` and `epoch`; a page that was away catches up with it.';

COMMENT ON FUNCTION "private"."tell_topics"(text[], text, jsonb[]) IS 'Tells each topic its own payload when the transaction commits. An unknown topic begins with it.';

COMMENT ON FUNCTION "private"."text_lines"(jsonb, text, text) IS 'The items of a list in a language: its text has one a line.';

COMMENT ON FUNCTION "private"."timeframe_width"(text) IS 'Length of a candle; null for an invalid timeframe.';

COMMENT ON FUNCTION "private"."to_reconcile"(timestamp with time zone, text[]) IS 'What to read at the providers: orders that may still be paid, contracts that are active or just ended, and pending refunds.';

COMMENT ON FUNCTION "private"."told_by_default"(text) IS 'The categories that a channel tells a member who never chose.';

COMMENT ON FUNCTION "private"."told_id"(text, text, bigint) IS 'The id under which realtime.messages holds a message of a topic: found by the primary key, for that table''s indexes are the host''s.';

COMMENT ON FUNCTION "private"."topic_head"(text) IS 'The number of the last message of a topic, 0 before the first.';

COMMENT ON FUNCTION "private"."translated"(jsonb, text) IS 'A text in four languages, the French in place of one that is not translated; null where there is none.';

COMMENT ON FUNCTION "private"."translated_lines"(jsonb, text) IS 'A list of texts, each in four languages.';

COMMENT ON FUNCTION "private"."treatment_rate"(text, text, date) IS 'The VAT rate under a rule on a day, in percent.';

COMMENT ON FUNCTION "private"."trim_erased"(timestamp with time zone) IS 'Deletes sent farewell mails, and after five years the proofs of consent and erasure.';

COMMENT ON FUNCTION "private"."trim_referrals"(timestamp with time zone) IS 'Aggregates and deletes the clicks that no sign-up can count any more, and deletes mailbox hashes after a year. Returns how many clicks were deleted.';

COMMENT ON FUNCTION "private"."trim_refused_events"(timestamp with time zone) IS 'Deletes unverified events after 90 days; verified events that were refused are kept.';

COMMENT ON FUNCTION "private"."try_lock_money"(uuid) IS 'The same for batches over many members: false if another transaction holds the lock.';

COMMENT ON FUNCTION "private"."undo_change"(private.security_changes) IS 'Restores what a change replaced, where still possible.';

COMMENT ON FUNCTION "private"."undo_market_import"(integer) IS 'Undoes an import: deletes its candles and recomputes the longer ones. Returns how many were deleted. Raises import_unknown, import_undone_already, import_decided (detail: numbers of the signals open in its time).';

COMMENT ON FUNCTION "private"."unpublish"(public.content_items, text) IS 'Takes an item from its readers.';

COMMENT ON FUNCTION "private"."unsubscribe_categories"() IS 'Categories by their number in the links that end mails; digest is the daily mail.';

COMMENT ON FUNCTION "private"."use_allowance"(uuid, text) IS 'Counts one use of an allowance by a member, in the transaction of the act; returns what is left (null without limit). Refuses with allowance_used_up, whose detail says {kind, amount, left, renews_at}.';

COMMENT ON FUNCTION "private"."usual_closures"(integer) IS 'The venues'' computed closures of a year, in the exchange''s time zone: whole days, or between two local times.';

COMMENT ON FUNCTION "private"."vat_number_of"(text) IS 'A VAT number in its stored form, without separators; null if empty.';

COMMENT ON FUNCTION "private"."was_quoted"(text) IS 'Whether the caller was quoted a price with this code, or told that it was used up, within the last day.';

COMMENT ON FUNCTION "private"."weekday_of_month"(integer, integer, integer, integer) IS 'The first (1), second (2), … or last (0) given weekday (1 Monday to 7 Sunday) of a month.';

COMMENT ON FUNCTION "private"."welcome_user"() IS 'Creates the profile of a new account from the sign-up form''s data, which are not trusted beyond their format.';

COMMENT ON FUNCTION "private"."withdraw_for"(uuid, bigint, timestamp with time zone) IS 'Withdraws a member from their contract for the displayed refund; it ends immediately.';

COMMENT ON FUNCTION "private"."withdraw_until"(timestamp with time zone) IS 'The last second of the withdrawal period: fourteen days after the day of the contract, extended to the next working day (Code de la consommation, art. L221-18 and L221-19).';

COMMENT ON FUNCTION "private"."withdrawal_quote"(public.subscriptions, timestamp with time zone) IS 'The refund of a withdrawal at a time: {possible, until, currency, paid, used, refund, days_used, days}. Used are the completed days in Paris, out of the period''s days; the used part is rounded down (Code de la consommation, art. L221-25).';

COMMENT ON FUNCTION "private"."write_version"(public.content_items, jsonb, uuid, text, boolean) IS 'Writes the next version, in place of the newest or beside it, and what the item says of it.';

COMMENT ON FUNCTION "public"."approve_payouts"(uuid[]) IS 'Approves requests as one batch, all or none, and returns its number. Raises not_admin, not_requested (another state, one''s own, or an account that no longer takes part), not_covered (their balance is now negative), too_many_rows.';

COMMENT ON FUNCTION "public"."archive_content"(uuid[]) IS 'Puts items away: readers and the staff''s list no longer have them, their history stays.';

COMMENT ON FUNCTION "public"."billing_timeline"() IS 'The timeline of the caller''s money, latest first, with upcoming events on top: [{at, kind, amount, currency, details, to_come}]. An invoice or credit note contains its file in the bucket invoices, and whether it has been rendered; a refund to be claimed, the page for that (claim_url).';

COMMENT ON FUNCTION "public"."cancel_account_deletion"() IS 'Cancels the deletion of the caller''s account; false if none was requested.';

COMMENT ON FUNCTION "public"."cancel_payout"() IS 'Cancels the caller''s request before its approval; false if there is none.';

COMMENT ON FUNCTION "public"."cancel_subscription"() IS 'Cancels the caller''s contract: access continues until the end of the paid period. Raises no_subscription.';

COMMENT ON FUNCTION "public"."candle_gaps"(text, text, timestamp with time zone, timestamp with time zone) IS 'Stretches of complete candles missing in [from, until) during market hours. At most 50 000 candles per call (22023).';

COMMENT ON FUNCTION "public"."catch_up"(text, bigint, text) IS 'What a topic told after a number of an epoch, in order: {epoch, head, messages: [{event, payload}]}. messages is null where the list must be read anew: without a number, in another epoch, when more than 500 were missed or some of them are no longer kept. For whoever may hear the topic.';

COMMENT ON FUNCTION "public"."change_payment_method"(jsonb) IS 'Sets another test card {number, expires, cvc} for the caller''s sandbox contract; an open amount is charged immediately. Raises no_subscription, not_here (another provider), sandbox_is_off, not_a_test_card, card_refused.';

COMMENT ON FUNCTION "public"."change_subscription"(text, text, bigint, text) IS 'Changes the caller''s plan or period for the amount due from quote_change, under the displayed version of the terms: {takes_effect, checkout, subscription}; an unpaid order has no effect until it is paid. Naming the current plan cancels a scheduled change. Raises the errors of quote_change, and price_moved, change_under_way, terms_not_accepted.';

COMMENT ON FUNCTION "public"."claim_referral"(text, uuid, text) IS 'A sign-up through a provider carries no referral data: the page that the user returns to reports it, within the hour, once. False if there was nothing to claim.';

COMMENT ON FUNCTION "public"."close_payout"(uuid, text, text, text, boolean) IS 'Records the transaction of an approved payout, the amount of the asset sent and its rate (units of the payout''s currency for one; both decimal text), and notifies the member. Raises not_admin, not_approved, hash_invalid, sent_invalid, rate_invalid, and hash_used if a payout of another batch has the same transaction, unless known confirms it.';

COMMENT ON FUNCTION "public"."commission_at_stake"() IS 'What the caller would lose with their account: {due (including unapproved requests), pending, currency, minimum}, in minor units.';

COMMENT ON FUNCTION "public"."content_at"(text, text) IS 'A published item: its row of published_content with fields and texts of its body (null where the caller''s tier has it not), and redirect where it is called otherwise now. Null where there is none.';

COMMENT ON FUNCTION "public"."content_counts"() IS 'Of each kind how many items there are, how many lack a translation, and how many have a fact that expires within fourteen days. For staff.';

COMMENT ON FUNCTION "public"."content_history"(uuid) IS 'The versions of an item, newest first; for staff.';

COMMENT ON FUNCTION "public"."contract_by_code"(text, text, text) IS 'For the holder of the code: {contract} (null if none is active), or {refusal: code_wrong}. The code stays valid for the second step.';

COMMENT ON FUNCTION "public"."create_content"(text, text, jsonb, uuid, text) IS 'A new draft; its document may be incomplete. Returns the item''s id.';

COMMENT ON FUNCTION "public"."current_tier"() IS 'The caller''s tier: freemium or premium (private.is_premium).';

COMMENT ON FUNCTION "public"."describe_media"(text, jsonb, integer, integer) IS 'Says what a picture shows, in each language, and how large it is in pixels.';

COMMENT ON FUNCTION "public"."end_contract_by_code"(text, text, text, bigint) IS 'For the holder of the code: cancels the contract, or withdraws from it for the displayed refund; {at}, or {refusal: code_wrong}. Raises the errors of cancel_subscription and withdraw_subscription, after which the code stays valid.';

COMMENT ON FUNCTION "public"."end_session"(uuid) IS 'Ends one of the caller''s sessions; false if there is none with this id.';

COMMENT ON FUNCTION "public"."export_proof"(bigint, integer) IS 'A page of the public export: ledger entries after a sequence (at most 1000), the signals and statements made in them as displayed when the ledger ended at `as_of`, and on the first page a summary. Read until `until` = `as_of`.';

COMMENT ON FUNCTION "public"."fail_payout"(uuid, text) IS 'Ends a payout that could not or must not be sent; the amount returns to the member, who is told why. Raises not_admin, not_open, reason_missing.';

COMMENT ON FUNCTION "public"."legal_notice"() IS 'For everyone: the operator''s data for the legal pages, and the payment providers; an empty text is a missing field.';

COMMENT ON FUNCTION "public"."list_content"(text, text, uuid, text, text, boolean, uuid, integer) IS 'The staff''s list of content, what expires soonest first and then what changed last; without of_state all but what is archived. after: the id of the last row that is known. expiring_facts: how many expire within fourteen days or have; fact_days: how long the first of them held.';

COMMENT ON FUNCTION "public"."list_payouts"(text, bigint, timestamp with time zone, uuid, integer) IS 'For admins: payouts by state or batch, newest first, with the member, their number of referrals and of paying ones, their current balance beside the request (negative after refunds), and how many other accounts ever had the same address. At most 501 at once.';

COMMENT ON FUNCTION "public"."make_statement"(jsonb, boolean) IS 'Claims {symbol, condition, probability, deadline} about a market: {id, number, commitment, hash}. Unless sealed is false nobody else reads it before it is revealed or its deadline. Refusals carry a key and, as hint, a field.';

COMMENT ON FUNCTION "public"."market_is_open"(text, timestamp with time zone) IS 'Whether an instrument''s market is open at a time; null for an unknown instrument.';

COMMENT ON FUNCTION "public"."media_uses"(text) IS 'The items that show a picture in any of their versions, for any can be restored; newest: whether they still do. For staff.';

COMMENT ON FUNCTION "public"."move_content"(uuid, uuid, uuid) IS 'Puts an item among the children of a parent (null: at the top), before one of them or, without it, last.';

COMMENT ON FUNCTION "public"."my_access"() IS 'Loaded by the application at sign-in: {user_id, tier, staff_role}.';

COMMENT ON FUNCTION "public"."my_allowances"() IS 'The caller''s allowances: amount (null is without limit), how much is used in the period that runs, and when the next begins (null for a total).';

COMMENT ON FUNCTION "public"."my_sessions"() IS 'The caller''s sessions: the current one first, then by last use.';

COMMENT ON FUNCTION "public"."my_subscription"() IS 'The caller''s contract for the account page: {tier, subscription, plan, next_charge: {at, amount, currency}, pay_page (for an open amount), bank_asks (only authentication is missing), method, billing, tax: {treatment, rate}, withdrawal: {possible, until, paid, used, refund, days_used, days}}; null if there is none.';

COMMENT ON FUNCTION "public"."note_notice_told"(bigint, text) IS 'For admins: records that a member was notified of their renewal otherwise, and how (such as a registered letter with its number). Raises not_admin, no_such_notice, words_missing.';

COMMENT ON FUNCTION "public"."open_checkout"(text, text, text, jsonb, text, bigint, text, text, uuid) IS 'The caller agrees to pay: plan, period, means (card or crypto), billing details (as for save_billing_details), the version of the terms, the displayed total (minor units), the version of the withdrawal waiver if its box was ticked (stored only for a plan with downloads), a coupon accepted by quote_checkout. The same idempotency_key returns the same order. Raises price_moved (detail: the current total), already_subscribed, plan_not_on_sale, coupon_unknown, coupon_used, coupon_not_for_renewals, terms_not_accepted, means_not_offered, seller_incomplete, renewed_already, renews_as_it_is, account_is_ending, too_many_checkouts.';

COMMENT ON FUNCTION "public"."open_payment_portal"() IS 'Requests the provider''s page for changing the caller''s card: an order of kind method whose provider_url is that page, once known. Raises no_subscription, not_here, too_many_portals (ten in an hour).';

COMMENT ON FUNCTION "public"."open_referral"(uuid) IS 'The caller''s code, created at the first call; null for accounts that do not take part (staff, anonymous, suspended). visitor is the browser''s random number.';

COMMENT ON FUNCTION "public"."own_contract"() IS 'The caller''s contract, in the form of contract_by_code: {plan, period, state, means, currency, amount, started_at, ends_at, withdrawal}; null without one.';

COMMENT ON FUNCTION "public"."payment_means"() IS 'The available payment methods with their providers: [{means, provider}]. A real provider is absent while the seller data for invoices are incomplete.';

COMMENT ON FUNCTION "public"."publish_content"(uuid, integer, timestamp with time zone) IS 'Publishes the newest version now, or at a time to come, if nothing is missing in it. What is saved after a time was set is not published with it.';

COMMENT ON FUNCTION "public"."quote_change"(text, text) IS 'The price of another plan or period for the caller now: {takes_effect: now | period_end, at, credit, charge, due, currency, renewal_total, renews_at?, tax_rate (percent of the caller''s next invoice; null while the billing country is unknown)}. Raises no_subscription, plan_not_on_sale, nothing_to_change, not_with_crypto, resume_first, pay_first.';

COMMENT ON FUNCTION "public"."quote_checkout"(text, text, text, text, text) IS 'The price of a plan (period month or year) in a country (ISO, two letters), tax included, in minor units, for a consumer or for a business with a VAT number: {net, tax, tax_rate, total, currency, discount, coupon, renews_at, renewal_total, withdraw_until, treatment (the tax rule), vat_number_fits (whether the number has that country''s format; null without one)}. A member who renews this very contract in crypto gets its own price. A coupon reduces only the first payment; an invalid one leaves the price unchanged and is explained in coupon_refusal: coupon_unknown, coupon_used, coupon_not_for_renewals, too_many_coupons (ten unknown codes of a member in an hour, thirty from one network). Raises plan_not_on_sale, country_wrong.';

COMMENT ON FUNCTION "public"."quote_withdrawal"() IS 'The refund if the caller withdraws now: {possible, until, currency, paid, used, refund, days_used, days}; null without a contract.';

COMMENT ON FUNCTION "public"."read_checkout"(uuid) IS 'The authoritative state of one of the caller''s orders: {checkout, steps: [{kind, at}], subscription, payment, invoice}; null if there is none. Changes are announced on member:<id> as money.';

COMMENT ON FUNCTION "public"."read_notifications"(uuid[], boolean) IS 'Marks notifications of the caller as read, or as unread again; all of them where none is named. Returns how many changed. Their other pages are told.';

COMMENT ON FUNCTION "public"."read_seller"() IS 'For admins: the seller data for the next invoice; missing: what blocks all sales for money; owed: what the legal pages mark as missing; real: the real providers, which sell nothing while missing is not empty.';

COMMENT ON FUNCTION "public"."receive_provider_event"(text, text, timestamp with time zone, jsonb, text, jsonb) IS 'For adapters, after verification: receives a provider''s event, {kind, checkout?, subscription?, payment?, amount?, currency?, period_start?, period_end?, method?, reason?, refund?, asked?, dispute?, customer?, cancel_at_period_end?, next_try_at?, due_by?, fingerprint?, card_country?}. Returns processed, duplicate, waiting or refused.';

COMMENT ON FUNCTION "public"."recently_proved"() IS 'Whether the caller authenticated within ten minutes, with the second factor if they have one, and not with a password that was just set: an unattended session must not suffice to take the account over. An anonymous user has no credentials.';

COMMENT ON FUNCTION "public"."record_referral_click"(text, uuid, boolean) IS 'Counts an opened link; false for an unknown code. visitor is the number of a browser that agreed to be remembered, counted once; without one each opening counts. counted: this opening was already counted without a number, and is not counted twice. Anyone may call it, so its effects per day are limited.';

COMMENT ON FUNCTION "public"."refund_payment"(uuid, bigint, text) IS 'For admins: refunds all or part of a payment (minor units), with a reason; returns the refund''s number. A full refund of the payment for the current period ends its access. Raises not_admin, no_such_payment, refund_exceeds, payment_disputed, words_missing.';

COMMENT ON FUNCTION "public"."refuse_provider_event"(text, text, text, text, jsonb) IS 'For adapters: stores an event that could not be verified (a forged or stale signature) for inspection. event_id should not be the claimed one, so that the authentic event is not taken as a duplicate.';

COMMENT ON FUNCTION "public"."remove_media"(text) IS 'Removes a picture that no version of any item shows.';

COMMENT ON FUNCTION "public"."rename_content"(uuid, text) IS 'Gives an item another slug. The address of one that was ever published goes on leading to it.';

COMMENT ON FUNCTION "public"."request_account_deletion"() IS 'Requests the deletion of the caller''s account, ends every session including this one, and returns when it is due. Raises proof_needed, staff_first (staff must give up their role first), too_many_deletions.';

COMMENT ON FUNCTION "public"."request_contract_code"(text, text) IS 'For anyone: requests a code for ending (purpose: cancel or withdraw) the contract of the account with this address. The answer is the same for an unknown address. At most three in ten minutes are sent for one network, and six in total; a sent code stays valid for its ten minutes, whoever requests another. Raises too_many_codes for a network with ten requests in ten minutes.';

COMMENT ON FUNCTION "public"."request_data_export"() IS 'Requests an export of the caller''s data; a waiting one is reused. Raises proof_needed without authentication in the last ten minutes, allowance_used_up after the day''s exports.';

COMMENT ON FUNCTION "public"."request_payout"() IS 'Requests everything due, to the current wallet, and freezes it. Raises not_allowed, payout_open, wallet_missing, wallet_held, below_minimum.';

COMMENT ON FUNCTION "public"."resend_notice"(bigint) IS 'For admins: mails a notice again to the member''s confirmed address. Raises not_admin, no_such_notice (it was sent meanwhile), no_address.';

COMMENT ON FUNCTION "public"."restore_content"(uuid, integer) IS 'Makes a copy of an earlier version the newest one and returns its number; an archived item is a draft again.';

COMMENT ON FUNCTION "public"."resume_subscription"() IS 'Reverses the caller''s cancellation. Raises no_subscription, nothing_to_resume, account_is_ending, sandbox_is_off.';

COMMENT ON FUNCTION "public"."reveal_statement"(uuid) IS 'Opens one''s own statement to everybody before its deadline.';

COMMENT ON FUNCTION "public"."reverify_facts"(uuid, integer, text[]) IS 'Says of dated facts (by path, such as licence_number or accounts.0.spread) that they were read again today and hold, in a new version, whose number it returns.';

COMMENT ON FUNCTION "public"."sandbox_authenticate"(uuid, boolean) IS 'The bank''s authentication after sandbox_pay with a card that requires it: accepted or not.';

COMMENT ON FUNCTION "public"."sandbox_crypto"(uuid, text) IS 'Simulates the outcome of one of the caller''s crypto orders: seen, paid, underpaid (by half), overpaid (by a tenth), late (after it expired), expired.';

COMMENT ON FUNCTION "public"."sandbox_pay"(uuid, jsonb) IS 'Pays one of the caller''s orders with a test card {number, expires MM/YY, cvc}; returns the result of read_checkout. waiting means that sandbox_authenticate must follow.';

COMMENT ON FUNCTION "public"."save_billing_details"(jsonb) IS 'Stores the recipient of the caller''s future invoices: {name, address?, postcode?, city?, country, vat_number?}. A business, which has a VAT number, must give its address. Raises name_missing, country_wrong, vat_number_wrong, address_required (hint: what is missing).';

COMMENT ON FUNCTION "public"."save_content"(uuid, integer, jsonb) IS 'Keeps a document and returns its version. Refused with content_changed_meanwhile (detail: the newest version) where expected_version is not the newest.';

COMMENT ON FUNCTION "public"."search_content"(text, text, integer, text) IS 'Published content with these words, best first: title, and a piece of the text that the caller may read. Accents and endings do not matter.';

COMMENT ON FUNCTION "public"."security_change_state"(text) IS 'Describes the change that a link in a mail would stop: {kind, at, state: open, stopped or too_late}; null if unknown. Changes nothing.';

COMMENT ON FUNCTION "public"."set_content_tier"(uuid, text) IS 'Says for whom the whole of an item is: visitor (everybody), freemium (whoever is signed in) or premium.';

COMMENT ON FUNCTION "public"."set_seller"(jsonb) IS 'For admins: changes seller data for future invoices; issued ones are unchanged. Raises, with the field as hint, name_missing, form_wrong, capital_wrong, siren_wrong, siret_wrong, vat_number_wrong, contact_wrong, phone_wrong, prefix_wrong, and seller_needed where paid contracts would lose required invoice data.';

COMMENT ON FUNCTION "public"."staff_cancel"(uuid, text) IS 'For admins: cancels a member''s contract at the end of the paid period, on the member''s request; the member gets the usual mail. Raises not_admin, own_account, words_missing, no_subscription, already_canceled.';

COMMENT ON FUNCTION "public"."staff_contract"(uuid) IS 'For admins: a member''s active contract and the effect of ending it, {id, plan, period, means, provider, state, amount, currency, started_at, ends_at (null: immediately), withdrawal: {possible, until, paid, used, refund, …}}; null without one.';

COMMENT ON FUNCTION "public"."staff_resume"(uuid, text) IS 'For admins: reverses a member''s cancellation, on the member''s request. Raises not_admin, own_account, words_missing, no_subscription, nothing_to_resume, account_is_ending.';

COMMENT ON FUNCTION "public"."staff_withdraw"(uuid, bigint, text) IS 'For admins: withdraws a member from their contract for the refund quoted by staff_contract(): {subscription, refunds}. Raises not_admin, own_account, words_missing, no_subscription, not_withdrawable, price_moved.';

COMMENT ON FUNCTION "public"."staff_write_state"() IS 'ready, needs_proof (verify the second factor), needs_factor (add one first), or null for non-staff.';

COMMENT ON FUNCTION "public"."stop_security_change"(text) IS 'Undoes a change and all later ones, removes the password and ends every session; returns {kind, at, state, email}, where email receives a link for a new password. The token authorises the call; no session is needed. Works once.';

COMMENT ON FUNCTION "public"."stop_wallet_change"(text) IS 'Stops an address change during its delay, ends every session of the account, and restores the previous address. The token authorises the call; no session is needed.';

COMMENT ON FUNCTION "public"."store_wallet"(uuid, text, text, text, boolean, boolean) IS 'Sets a member''s address, holds payouts to it and notifies them by mail: {id, usable_at, changed}. For the function save-wallet only, which has authenticated the caller and checked the address. Raises not_allowed, asset_unknown, too_many_changes.';

COMMENT ON FUNCTION "public"."unread_notifications"() IS 'How many of the caller''s notifications are unread and still hold, and the number of the last message that is counted: {count, number}. Each later one says in `unread` by how much the count changes.';

COMMENT ON FUNCTION "public"."unsent_notices"() IS 'For admins: notices of yearly renewals of active contracts that were not sent within an hour, the next renewal first: [{id, user_id, member_name, email, plan (names), amount, currency, announced_at, renews_on, deadline, why: no_address | given_up | waiting, error}].';

COMMENT ON FUNCTION "public"."use_allowance"(text) IS 'Counts one use of an allowance by the caller; returns what is left (null without limit). Refuses with allowance_used_up.';

COMMENT ON FUNCTION "public"."wallet_change_state"(text) IS 'Describes the change that a link in a mail would stop: {currency, network, address (shortened), saved_at, usable_at, state: held, stopped or too_late}; null for a deleted account. Changes nothing.';

COMMENT ON FUNCTION "public"."withdraw_content"(uuid) IS 'One step back: a time that was set is forgotten; what is published, archived or was to be published first is a draft.';

COMMENT ON FUNCTION "public"."withdraw_subscription"(bigint) IS 'Withdraws the caller from their contract for the refund from quote_withdrawal: {subscription, refunds}. Raises no_subscription, not_withdrawable (too late), price_moved.';

COMMENT ON FUNCTION "public"."writing_staff_role"() IS 'The caller''s staff role, for functions that write; raises staff_needs_aal2 for a session without a verified second factor.';

COMMENT ON SCHEMA "private" IS 'Functions and tables without direct access for API roles.';

COMMENT ON TABLE "private"."billing_places" IS 'A member''s billing country and when it started to apply: the tax of a renewal depends on the day of its payment, however late it is reported.';

COMMENT ON TABLE "private"."books" IS 'Double-entry books: debit is positive, credit negative, and the rows of a fact sum to 0. Corrections are further rows of the same fact.';

COMMENT ON TABLE "private"."candles_longer" IS 'Candles longer than a minute, by month.';

COMMENT ON TABLE "private"."candles_longer_other" IS 'Longer candles of months without a table yet.';

COMMENT ON TABLE "private"."candles_minutes" IS 'One-minute candles, by month.';

COMMENT ON TABLE "private"."candles_minutes_other" IS 'Minutes of months without a table yet.';

COMMENT ON TABLE "private"."contract_codes" IS 'Codes for ending a contract by mail: ten minutes, five attempts, one use. member and code are null for an unknown address.';

COMMENT ON TABLE "private"."coupon_tries" IS 'Codes that were tried, by member and network, hashed: for a day.';

COMMENT ON TABLE "private"."former_mailbox_key" IS 'The key for hashing former mailboxes.';

COMMENT ON TABLE "private"."former_mailboxes" IS 'Keyed hashes of the mailboxes of deleted accounts, for a year: a returning member is not a new one. The mailboxes cannot be recovered from them.';

COMMENT ON TABLE "private"."invoice_files" IS 'The rendered PDF of each document, in the bucket invoices under <user_id>/<number>.pdf.';

COMMENT ON TABLE "private"."invoice_series" IS 'The last number of each series. Its rows are locked from numbering to commit, so that a rollback leaves no gap (CGI, annexe II, art. 242 nonies A).';

COMMENT ON TABLE "private"."invoice_words" IS 'Lines and legal notices of invoices, by language. {name} is a placeholder. References to French law stay in French.';

COMMENT ON TABLE "private"."market_imports" IS 'Imported price files: how many candles were new, which doubts were confirmed, and whether the import was undone.';

COMMENT ON TABLE "private"."member_browsers" IS 'The random numbers of browsers that a member used for signing up or for their own link''s page: no one can refer themselves.';

COMMENT ON TABLE "private"."money_commands" IS 'Requests by a member, or by staff for them: facts in addition to the providers'' events, with their own times.';

COMMENT ON TABLE "private"."money_notices" IS 'What was announced to whom, with its data, and that the mail was sent: the proof required by law (Code de la consommation, art. L215-1). Only sent_at and message_id are written later, once.';

COMMENT ON TABLE "private"."payment_settings" IS 'One row. The providers for cards and for cryptocurrency; null for none. Written at start.';

COMMENT ON TABLE "private"."personal_data" IS 'Where personal data are stored: what a member''s export contains, what an erasure keeps, and the reason for each exception.';

COMMENT ON TABLE "private"."provider_commands" IS 'Commands for a provider. subject is the order, contract or refund. Executed once per idempotency_key; the provider''s events report the result.';

COMMENT ON TABLE "private"."provider_events" IS 'Provider events as received, each once. waiting: about something still unknown; refused: never applied, for the given reason.';

COMMENT ON TABLE "private"."provider_objects" IS 'The owner of each provider id. An id belongs to one contract permanently; an event that contradicts this is refused.';

COMMENT ON TABLE "private"."referral_click_days" IS 'Per day, how often a link was opened by browsers without a number, and, once their rows are deleted, by how many with one for the first time.';

COMMENT ON TABLE "private"."referral_clicks" IS 'One row per browser that opened a link and agreed to be remembered: its random number, the first time, and how often again. Robots are kept apart. Rows older than a first touch counts are aggregated into referral_click_days and deleted.';

COMMENT ON TABLE "private"."refused_market_data" IS 'Candles and quotes of a source that were refused, with the reason; at most one per kind and minute, with the number of refusals since the last. Kept for 30 days.';

COMMENT ON TABLE "private"."revenue_payers" IS 'Everyone who ever paid: first payment, number, total without tax, and refunds. Written only by private.settle_revenue().';

COMMENT ON TABLE "private"."revenue_steps" IS 'A member''s recurring revenue as non-overlapping steps: monthly from starts_at until ends_at, infinity while active. Written only by private.settle_revenue().';

COMMENT ON TABLE "private"."security_changes" IS 'One row per change. was: the data needed to undo it. Deleted after three days, when the next change is recorded.';

COMMENT ON TABLE "private"."security_settings" IS 'One row. require_staff_mfa: without a second factor, staff can neither read nor write as staff; staff who have one must always verify it.';

COMMENT ON TABLE "private"."seller" IS 'One row: the seller. vat_exempt: small business without tax (CGI, art. 293 B). one_stop_shop: consumers elsewhere in the Union pay their own country''s tax; without it they pay the French one (CGI, art. 259 D, below the threshold). director, host and status are for the legal pages only.';

COMMENT ON TABLE "private"."signal_feed" IS 'What was told about signals, in order.';

COMMENT ON TABLE "private"."statement_authors" IS 'The pseudonym under which the record holds a member''s statements. When the account goes, nothing leads from the record to them.';

COMMENT ON TABLE "private"."tellings" IS 'What a transaction tells, until it commits and each message gets its number.';

COMMENT ON TABLE "private"."terms_versions" IS 'Versions of the general terms with the day from which they apply, so that no one can accept an unknown version. A new text is a new row; web/src/lib/site/terms-version.ts names the displayed one.';

COMMENT ON TABLE "private"."topics" IS 'How far each topic has come on which something was told.';

COMMENT ON TABLE "public"."account_deletions" IS 'Requested, cancelled and completed account deletions: ids and times, no names.';

COMMENT ON TABLE "public"."allowance_uses" IS 'How much of each allowance a member has used in the period that began on a day of Paris. One row a member and kind; the next period overwrites it.';

COMMENT ON TABLE "public"."billing_details" IS 'The recipient of a member''s invoices. An invoice keeps its own copy.';

COMMENT ON TABLE "public"."candles" IS 'Bid prices of a period, with the spread. Decisions about signals are based on these rows.';

COMMENT ON TABLE "public"."checkouts" IS 'Orders: what a member agreed to pay, with the versions of the accepted terms. Only state, failure and provider_url change, and expires_at when an order is closed early.';

COMMENT ON TABLE "public"."commissions" IS 'One row per payment with a commission. paid: its net amount; kept: the part not refunded; amount: the percentage of that, rounded half up. referral_number: the ordinal of the referrer''s sign-up; payment_number: the ordinal of that person''s payment. voided_for: why amount is lower than at first.';

COMMENT ON TABLE "public"."consents" IS 'What each member granted or withdrew, with the version of the text that they read. source: the sign-up form, their account, or the link in a mail.';

COMMENT ON TABLE "public"."content_items" IS 'One thing that staff write: where it stands among the others, its state, and what is known of its newest version.';

COMMENT ON TABLE "public"."content_kinds" IS 'What staff write and members read: a row a kind. web/src/lib/content/content-kinds.ts is generated from it.';

COMMENT ON TABLE "public"."content_redirects" IS 'Slugs that published items had before: their addresses lead to the item as it is called now.';

COMMENT ON TABLE "public"."content_versions" IS 'Every state that a document was left in. One that was published, or saved more than ten minutes ago, stays as it is.';

COMMENT ON TABLE "public"."coupon_uses" IS 'Uses of coupons in orders: once per member. A use is released when its order ends unpaid.';

COMMENT ON TABLE "public"."coupons" IS 'Discounts on the first payment: percent or amount; for one plan or period, or any; most is the maximum number of members.';

COMMENT ON TABLE "public"."data_exports" IS 'Data exports requested by members. A ready one is in the bucket exports under <user_id>/<id>/<part>.zip until expires_at.';

COMMENT ON TABLE "public"."disputes" IS 'Payments disputed at the member''s bank: opened at, won or lost closed_at, the day on which a lost one is booked.';

COMMENT ON TABLE "public"."instruments" IS 'Instruments of signals: price digits, pip size, units per lot.';

COMMENT ON TABLE "public"."invoices" IS 'Invoices and credit notes as issued: seller, buyer, lines [{text, quantity, unit_net, net, from?, to?}], mentions. Amounts are minor units and never negative; a credit note refunds. test: issued by the sandbox, in a separate series.';

COMMENT ON TABLE "public"."market_closures" IS 'Holidays: times at which a market is closed despite its weekly hours.';

COMMENT ON TABLE "public"."market_feeds" IS 'The source and state of each class of instruments: live, stale (no data during market hours since a time) or closed.';

COMMENT ON TABLE "public"."market_gaps" IS 'Minutes that outcomes permanently skip: without a trade (no_trade), or without data (no_data); with the longer bars used instead.';

COMMENT ON TABLE "public"."market_hours" IS 'Market hours of a week, in minutes since Monday 00:00 in the exchange''s time zone; the end is exclusive.';

COMMENT ON TABLE "public"."market_sessions" IS 'Trading sessions: the exchange''s time zone, and the minute of its day at which a daily candle begins.';

COMMENT ON TABLE "public"."market_waits" IS 'Missing minutes that outcomes currently wait for, and since when: from the first of them to the next stored one.';

COMMENT ON TABLE "public"."media" IS 'The pictures that staff brought, a row each; alt: {language: what it shows}.';

COMMENT ON TABLE "public"."payments" IS 'Incoming payments. net + tax is what bought something; surplus bought nothing and is refunded. An invoice is due where net + tax > 0 and paid_at is set.';

COMMENT ON TABLE "public"."payout_batches" IS 'Payouts approved together, and by whom.';

COMMENT ON TABLE "public"."payouts" IS 'amount and currency are what is owed; asset, network and address its destination. The sender converts the amount when sending, and records it with its rate.';

COMMENT ON TABLE "public"."plans" IS 'Freemium, standard and pro: the tier each gives and what it measures out.';

COMMENT ON TABLE "public"."premium_grants" IS 'Periods of premium access with their source (a subscription, a qualification).';

COMMENT ON TABLE "public"."profiles" IS 'A member''s name, language and settings. One row per account.';

COMMENT ON TABLE "public"."published_bodies" IS 'The whole of a published item, for the tier that it is of.';

COMMENT ON TABLE "public"."published_content" IS 'An item as everybody may know it. card: {texts: {language: {title, summary}}, fields: those that the kind declares public}. published_at is of its first publication, updated_at of this version''s.';

COMMENT ON TABLE "public"."published_words" IS 'What full-text search finds, language by language.';

COMMENT ON TABLE "public"."referral_codes" IS 'The code in a member''s link: seven unambiguous letters and digits.';

COMMENT ON TABLE "public"."referral_rates" IS 'The referrer''s percentage of payments for a plan, from a time on; plans without a row earn nothing. Rows are added, never changed.';

COMMENT ON TABLE "public"."referral_settings" IS 'One row: the programme''s rules. Amounts in minor units; hold_days is never shorter than the withdrawal period.';

COMMENT ON TABLE "public"."referrals" IS 'Who signed up through whose link. blocked_for: why it earns nothing; the row is kept, so that the reason can be given.';

COMMENT ON TABLE "public"."refunds" IS 'Outgoing refunds: requested at, made done_at. claim_url is the provider''s page for claiming cryptocurrency, which needs a target address. For a surplus, net and tax are 0, because nothing was sold.';

COMMENT ON TABLE "public"."staff" IS 'Staff roles: analysts publish; admins have all rights.';

COMMENT ON TABLE "public"."stale_instruments" IS 'Instruments without prices in a live class: since when, and why. All others have their class''s state.';

COMMENT ON TABLE "public"."statement_minutes" IS 'The minutes of a statement''s whole time, as signal_minutes holds those of signals; the ledger has each day''s hash.';

COMMENT ON TABLE "public"."statement_openings" IS 'Which statements everybody may read, since when.';

COMMENT ON TABLE "public"."statement_outcomes" IS 'What became of statements whose deadline has passed: whether they came true, when that was certain, and the candle it rests on.';

COMMENT ON TABLE "public"."statement_scores" IS 'The table of scores as displayed (trading/src/statements/scores.ts), kept by the worker and recomputed by whoever checks the record.';

COMMENT ON TABLE "public"."statement_terms" IS 'What is claimed, and the nonce that opens its seal. Read by its author alone until it is opened.';

COMMENT ON TABLE "public"."statements" IS 'Who claimed something, until when, under which seal. Not about what.';

COMMENT ON TABLE "public"."subscription_events" IS 'Events of a contract with their time and the fact that caused them. Written when known: a late fact is recorded late, with its own time.';

COMMENT ON TABLE "public"."subscriptions" IS 'Contracts. Derived from the member''s facts and written only by private.settle_member(). withdraw_until is kept even with a waiver, which covers only downloads; grace_until is how long access continues while a renewal is unpaid.';

COMMENT ON TABLE "public"."tax_rates" IS 'Standard rates of value-added tax in the European Union, Monaco, Guadeloupe, Martinique and Réunion (CGI, art. 296), in percent, by start day. No tax applies for a country without a row: the service is supplied where the member lives (Directive 2006/112/EC, art. 58).';

COMMENT ON TABLE "public"."wallets" IS 'Every address of a member. The current one is neither replaced nor stopped. unprotected: no checksum could detect a wrong character. typed: entered manually, not pasted.';

COMMENT ON VIEW "private"."premium_members" IS 'Members who may read premium content, possibly several times each: the only definition. Includes staff; excludes suspended members, whatever they paid.';

COMMENT ON VIEW "private"."revenue_facts" IS 'Sales and refunds with the time of payment: payments, completed refunds, lost disputes (negative), each split into net and tax as in the books. Refunded overpayments are not sales.';

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

REVOKE ALL ON FUNCTION "private"."excerpt"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."excerpt"(text, integer) TO "anon", "authenticated";

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

REVOKE ALL ON FUNCTION "private"."state_for"(jsonb, text, uuid, text, boolean) FROM PUBLIC;

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
