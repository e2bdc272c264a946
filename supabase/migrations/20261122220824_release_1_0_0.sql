-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

REVOKE ALL ON SEQUENCE "public"."signals_number_seq" FROM "postgres";

DROP POLICY "admins read the notices" ON "public"."admin_notifications";

DROP POLICY "admins read the audit log" ON "public"."audit_log";

DROP POLICY "members read their own billing details, admins every one" ON "public"."billing_details";

DROP POLICY "members read their own orders, admins every one" ON "public"."checkouts";

DROP POLICY "members read their own commissions, admins every one" ON "public"."commissions";

DROP POLICY "members read which coupons they used, admins every use" ON "public"."coupon_uses";

DROP POLICY "admins read coupons" ON "public"."coupons";

DROP POLICY "members read their own disputes, admins every one" ON "public"."disputes";

DROP POLICY "members read their own invoices, admins every one" ON "public"."invoices";

DROP POLICY "admins read the leads" ON "public"."leads";

DROP POLICY "admins read the suspensions" ON "public"."member_suspensions";

DROP POLICY "admins read the members" ON "public"."members";

DROP POLICY "members see what was sent to them, admins see all" ON "public"."notification_deliveries";

DROP POLICY "members read their own payments, admins every one" ON "public"."payments";

DROP POLICY "admins read the batches" ON "public"."payout_batches";

DROP POLICY "members read their own payouts, admins every one" ON "public"."payouts";

DROP POLICY "members read the prices that took effect, admins those to come" ON "public"."plan_prices";

DROP POLICY "members see their own premium periods" ON "public"."premium_grants";

DROP POLICY "members read their own profile, admins every one" ON "public"."profiles";

DROP POLICY "members read what concerns them, admins everything" ON "public"."qualification_events";

DROP POLICY "members read their own requests, admins every one" ON "public"."qualification_requests";

DROP POLICY "members read their own code, admins every one" ON "public"."referral_codes";

DROP POLICY "admins read the referrals" ON "public"."referrals";

DROP POLICY "members read their own refunds, admins every one" ON "public"."refunds";

DROP POLICY "staff see the staff" ON "public"."staff";

DROP POLICY "members read what became of their contracts, admins of every on" ON "public"."subscription_events";

DROP POLICY "members read their own contracts, admins every one" ON "public"."subscriptions";

DROP POLICY "members read their own wallets, admins every one" ON "public"."wallets";

DROP POLICY "admins read the tries" ON "public"."webhook_attempts";

DROP POLICY "admins read the deliveries" ON "public"."webhook_deliveries";

DROP POLICY "admins read the webhooks" ON "public"."webhook_endpoints";

DROP POLICY "admins hear the qualification queue" ON "realtime"."messages";

DROP POLICY "members fetch their own invoices, admins every one" ON "storage"."objects";

DROP POLICY "members read their own proofs, admins every one" ON "storage"."objects";

DROP FUNCTION "private"."read_wallet_token"(text);

DROP FUNCTION "private"."record_signal"(jsonb, uuid, text, timestamp WITH time zone, timestamp WITH time zone, numeric, text, boolean, timestamp WITH time zone);

DROP FUNCTION "private"."store_candles"(text, text, text[], timestamp WITH time zone[], numeric[], numeric[], numeric[], numeric[], numeric[]);

DROP FUNCTION "private"."wallet_token"(uuid);

DROP FUNCTION "public"."add_signal_note"(uuid, text);

DROP FUNCTION "public"."list_mails"(bigint);

ALTER TABLE "public"."signals"
  ALTER COLUMN "number" DROP IDENTITY;

CREATE TABLE "private"."ledger_signer" (
  "only_row"   boolean NOT NULL DEFAULT true,
  "secret_key" text    NOT NULL,
  CONSTRAINT "ledger_signer_only_row_check" CHECK (only_row),
  CONSTRAINT "ledger_signer_pkey" PRIMARY KEY (only_row),
  CONSTRAINT "ledger_signer_secret_key_check" CHECK ((secret_key ~ '^[A-Za-z0-9_-]{43}$'::text))
);

ALTER TABLE "private"."ledger_signer"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."ledger_tree" (
  "level" integer NOT NULL,
  "place" bigint  NOT NULL,
  "hash"  bytea   NOT NULL,
  CONSTRAINT "ledger_tree_hash_check" CHECK ((length(hash) = 32)),
  CONSTRAINT "ledger_tree_level_check" CHECK ((level > 0)),
  CONSTRAINT "ledger_tree_pkey" PRIMARY KEY (level, place),
  CONSTRAINT "ledger_tree_place_check" CHECK ((place >= 0))
);

ALTER TABLE "private"."ledger_tree"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."market_import_before" (
  "import_number" integer                  NOT NULL,
  "symbol"        text                     NOT NULL,
  "timeframe"     text                     NOT NULL,
  "opened_at"     timestamp with time zone NOT NULL,
  "open"          numeric                  NOT NULL,
  "high"          numeric                  NOT NULL,
  "low"           numeric                  NOT NULL,
  "close"         numeric                  NOT NULL,
  "spread"        numeric                  NOT NULL,
  "source"        text                     NOT NULL,
  "first_at"      timestamp with time zone,
  "last_at"       timestamp with time zone,
  CONSTRAINT "market_import_before_pkey" PRIMARY KEY (import_number, timeframe, opened_at)
);

ALTER TABLE "private"."market_import_before"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."market_imports" (
  "number"      integer                  GENERATED ALWAYS AS IDENTITY NOT NULL,
  "symbol"      text                     NOT NULL,
  "timeframe"   text                     NOT NULL,
  "file"        text                     NOT NULL,
  "sha256"      text                     NOT NULL,
  "format"      text                     NOT NULL,
  "zone"        text                     NOT NULL,
  "accepted"    text[]                   NOT NULL,
  "candles"     integer                  NOT NULL,
  "fresh"       integer                  NOT NULL DEFAULT 0,
  "starts_at"   timestamp with time zone NOT NULL,
  "ends_at"     timestamp with time zone NOT NULL,
  "imported_at" timestamp with time zone NOT NULL DEFAULT now(),
  "undone_at"   timestamp with time zone,
  CONSTRAINT "market_imports_candles_check" CHECK ((candles > 0)),
  CONSTRAINT "market_imports_check" CHECK ((ends_at > starts_at)),
  CONSTRAINT "market_imports_pkey" PRIMARY KEY (number),
  CONSTRAINT "market_imports_sha256_check" CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE "private"."market_imports"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."security_changes" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "user_id"    uuid                     NOT NULL,
  "kind"       text                     NOT NULL,
  "at"         timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "was"        jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  "stopped_at" timestamp with time zone,
  CONSTRAINT "security_changes_kind_check"
    CHECK
    ((kind = ANY (ARRAY['password'::text, 'email'::text, 'phone'::text, 'factor_added'::text, 'factor_removed'::text, 'passkey_added'::text, 'passkey_removed'::text,
    'identity_added'::text, 'identity_removed'::text, 'recovery_codes'::text]))),
  CONSTRAINT "security_changes_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."security_changes"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."ledger_checkpoints" (
  "size"    bigint                   NOT NULL,
  "root"    text                     NOT NULL,
  "note"    text                     NOT NULL,
  "made_at" timestamp with time zone NOT NULL,
  CONSTRAINT "ledger_checkpoints_note_check" CHECK ((length(note) <= 2000)),
  CONSTRAINT "ledger_checkpoints_pkey" PRIMARY KEY (size),
  CONSTRAINT "ledger_checkpoints_root_check" CHECK ((root ~ '^[A-Za-z0-9+/]{43}=$'::text))
);

ALTER TABLE "public"."ledger_checkpoints"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."ledger_cosignatures" (
  "size"    bigint                   NOT NULL,
  "witness" text                     NOT NULL,
  "line"    text                     NOT NULL,
  "at"      timestamp with time zone NOT NULL,
  CONSTRAINT "ledger_cosignatures_line_check" CHECK ((length(line) <= 1000)),
  CONSTRAINT "ledger_cosignatures_pkey" PRIMARY KEY (size, witness),
  CONSTRAINT "ledger_cosignatures_witness_check" CHECK ((length(witness) <= 300))
);

ALTER TABLE "public"."ledger_cosignatures"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."ledger_keys" (
  "verifier_key" text                     NOT NULL,
  "since"        timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "ledger_keys_pkey" PRIMARY KEY (verifier_key),
  CONSTRAINT "ledger_keys_verifier_key_check" CHECK (((length(verifier_key) <= 400) AND (verifier_key ~ '^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$'::text)))
);

ALTER TABLE "public"."ledger_keys"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."ledger_timestamps" (
  "size"      bigint                   NOT NULL,
  "authority" text                     NOT NULL,
  "token"     text                     NOT NULL,
  "at"        timestamp with time zone NOT NULL,
  CONSTRAINT "ledger_timestamps_authority_check" CHECK ((length(authority) <= 300)),
  CONSTRAINT "ledger_timestamps_pkey" PRIMARY KEY (size, authority),
  CONSTRAINT "ledger_timestamps_token_check" CHECK ((length(token) <= 40000))
);

ALTER TABLE "public"."ledger_timestamps"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."candles"
  ADD COLUMN "import_number" integer;

ALTER TABLE "public"."signal_levels"
  ADD COLUMN "reference_bid" numeric;

ALTER TABLE "public"."signal_levels"
  ADD COLUMN "reference_ask" numeric;

CREATE OR REPLACE FUNCTION private.append_to_ledger (
  kind        text,
  signal_id   uuid,
  data        jsonb,
  recorded_at timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS public.ledger
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  last public.ledger;
  fresh public.ledger;
begin
  perform private.lock_ledger();
  select * into last from public.ledger order by sequence desc limit 1;
  fresh.sequence := coalesce(last.sequence, 0) + 1;
  fresh.at := greatest(recorded_at, last.at);
  fresh.kind := append_to_ledger.kind;
  fresh.signal_id := append_to_ledger.signal_id;
  fresh.entry := jsonb_build_object(
    'sequence', fresh.sequence, 'at', private.timestamp_text(fresh.at), 'kind', fresh.kind, 'signal', fresh.signal_id, 'data', data
  );
  fresh.previous_hash := coalesce(last.hash, repeat('0', 64));
  fresh.hash := private.sha256_hex(fresh.previous_hash || E'\n' || private.canonical_json(fresh.entry));
  insert into public.ledger values (fresh.*);
  return fresh;
end
$function$;

CREATE OR REPLACE FUNCTION private.ask_for_checkpoint()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.enqueue('make-checkpoint', '{}', 'make-checkpoint', clock_timestamp() + interval '3 seconds');
  return null;
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
  -- Whoever decides on minutes of the instrument waits, and no second import changes what this one keeps.
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

CREATE OR REPLACE FUNCTION private.begin_notice (
  notice bigint
)
  RETURNS private.money_notices
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  due private.money_notices;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into due from private.money_notices where id = notice and kind = 'renewal_notice' and sent_at is null and letter_at is null for update;
  if not found then raise exception 'no_such_notice' using errcode = 'PT404'; end if;
  return due;
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
  if (select count(*) from public.signal_alerts where user_id = new.user_id) >= 400 then
    raise exception 'too_many_alerts' using errcode = 'PT409';
  end if;
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
  -- Between its publication and its end nothing of a premium signal is told to others, not even that there was something.
  for_everybody constant boolean := kind = 'published' or private.levels_are_open(signal_id);
  -- Whoever hears of a signal hears how far the chain had come: what is said of the past later must begin with it.
  ledger constant jsonb := jsonb_build_object('ledger', private.head_line());
begin
  -- The ledger's lock: numbers follow the order of the commits, and whoever appends to both takes one lock, not two.
  perform private.lock_ledger();
  insert into private.signal_feed (number, open_number, signal_id, sequence, kind, at)
  select coalesce(max(number), 0) + 1, case when for_everybody then coalesce(max(open_number), 0) + 1 end,
    broadcast_signal.signal_id, broadcast_signal.sequence, broadcast_signal.kind, broadcast_signal.at
  from private.signal_feed
  returning * into entry;
  perform realtime.send(private.signal_message(entry, true) || ledger, 'signal', 'signals:premium', true);
  if for_everybody then perform realtime.send(private.signal_message(entry, false) || ledger, 'signal', 'signals:freemium', true); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_proof (
  path text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  there boolean := true;
begin
  if path is null then return; end if;
  if not starts_with(path, auth.uid() || '/') or path ~ '[[:cntrl:]]|//|(^|/)\.\.?(/|$)' then
    raise exception 'proof_not_yours' using errcode = '42501', hint = 'proof_path';
  end if;
  if to_regclass('storage.objects') is not null then
    execute 'select exists (select from storage.objects where bucket_id = $1 and name = $2)' into there using 'proofs', path;
  end if;
  if not there then raise exception 'proof_missing' using errcode = 'PT404', hint = 'proof_path'; end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.checkpoint_json (
  kept public.ledger_checkpoints
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'note', kept.note || coalesce((select string_agg(line || E'\n', '' order by at, witness) from public.ledger_cosignatures where size = kept.size), ''),
    'timestamps', coalesce((
      select jsonb_agg(jsonb_build_object('authority', authority, 'token', token) order by at, authority) from public.ledger_timestamps where size = kept.size
    ), '[]')
  )
$function$;

CREATE OR REPLACE FUNCTION private.checkpoints_json()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with stamped as (
    select checkpoints.size, (made_at at time zone 'UTC')::date as day, exists (select from public.ledger_timestamps as stamps where stamps.size = checkpoints.size) as stamped
    from public.ledger_checkpoints as checkpoints
  ), chosen as (
    select max(size) as size from stamped group by day union select max(size) from stamped where stamped group by day
  )
  select jsonb_build_object(
    'keys', (select coalesce(jsonb_agg(verifier_key order by since, verifier_key), '[]') from public.ledger_keys),
    'list', (select coalesce(jsonb_agg(private.checkpoint_json(kept) order by kept.size), '[]') from public.ledger_checkpoints as kept join chosen using (size))
  )
$function$;

CREATE OR REPLACE FUNCTION private.coupon_spent (
  code   text,
  member uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.members as me
    join public.members as alias on private.mailbox_of(alias.email) = private.mailbox_of(me.email) and alias.user_id <> me.user_id
    join public.coupon_uses as taken on taken.user_id = alias.user_id and taken.coupon = coupon_spent.code
    where me.user_id = coupon_spent.member)
$function$;

CREATE OR REPLACE FUNCTION private.demand_tree_size (
  size bigint
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if size > 0 and (size < 2 or private.tree_node(1, size / 2 - 1) is not null) and exists (select from public.ledger where sequence = size) then return; end if;
  raise exception 'unknown_tree_size' using errcode = '22023', detail = 'Ask for the size of a checkpoint.';
end
$function$;

CREATE OR REPLACE FUNCTION private.end_market_import (
  number integer,
  fresh  integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  update private.market_imports set fresh = end_market_import.fresh where number = end_market_import.number;
  delete from private.market_import_before as before using public.candles as known
  where before.import_number = end_market_import.number and known.symbol = before.symbol and known.timeframe = before.timeframe
    and known.opened_at = before.opened_at
    and (known.open, known.high, known.low, known.close, known.spread, known.first_at, known.last_at)
      is not distinct from (before.open, before.high, before.low, before.close, before.spread, before.first_at, before.last_at);
$function$;

CREATE OR REPLACE FUNCTION private.end_sessions_of_staff()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' or old.role = 'admin' and new.role <> 'admin' then delete from auth.sessions where user_id = old.user_id; end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.first_ordered_id (
  moment timestamp with time zone
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select (encode(substring(int8send(floor(extract(epoch from moment) * 1000)::bigint) from 3), 'hex') || repeat('0', 20))::uuid
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
  -- A number of an order that is paid may come along with later payments of its contract: they are renewals.
  if order_ ->> 'state' = 'paid' and sub ->> 'means' = 'card' then order_ := null; end if;
  price := coalesce((order_ ->> 'total')::bigint, (sub ->> 'next_amount')::bigint, (sub ->> 'amount')::bigint);
  -- What an order agreed to holds; a renewal owes the tax of its own day, out of the same total.
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
    -- Two payments of one period at once: it is bought once.
    or (coalesce(order_ ->> 'kind', '') <> 'change' and (fact ->> 'period_end')::timestamptz <= (sub ->> 'paid_until')::timestamptz + interval '1 day')
    or exists (select from jsonb_each(s -> 'subscriptions') as other where other.key <> sub ->> 'id' and private.is_running(other.value)
      -- A test gives way to what is paid for.
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
    -- Paid after the end with an order of its own, the time begins when it is paid.
    if was = 'expired' and order_ is not null then begins := at; sub := sub || jsonb_build_object('anchor', at); end if;
    ends := private.period_after((sub ->> 'anchor')::timestamptz, begins, sub ->> 'period');
  end if;
  -- The provider's own count of the period, where it says one that can be.
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
  -- A refund that we asked for has our number; one made at the provider has theirs.
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
  -- By the invoice's rule on the sum given back so far: a share of the invoice's own tax would round what is rounded already.
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

CREATE OR REPLACE FUNCTION private.grow_ledger_tree()
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  size bigint;
  above int := 1;
begin
  -- One grower at a time; the ledger goes on meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('private.ledger_tree', 0));
  select coalesce(max(sequence), 0) into size from public.ledger;
  while size >> above > 0 loop
    insert into private.ledger_tree (level, place, hash)
    select above, full_one, sha256('\x01'::bytea || private.tree_node(above - 1, full_one * 2) || private.tree_node(above - 1, full_one * 2 + 1))
    from generate_series(coalesce((select max(place) + 1 from private.ledger_tree where level = above), 0), (size >> above) - 1) as full_one;
    above := above + 1;
  end loop;
  return size;
end
$function$;

CREATE OR REPLACE FUNCTION private.head_line()
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select format('vigie-head %s %s %s', (at at time zone 'UTC')::date, sequence, hash) from public.ledger order by sequence desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.keep_checkpoint (
  size         bigint,
  root         text,
  note         text,
  verifier_key text,
  moment       timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if note not like '%' || E'\n' || size || E'\n' || root || E'\n\n%' or root is distinct from encode(private.tree_hash(0, size), 'base64') then
    raise exception 'not_of_this_tree' using errcode = '22023';
  end if;
  insert into public.ledger_keys (verifier_key) values (keep_checkpoint.verifier_key) on conflict do nothing;
  insert into public.ledger_checkpoints (size, root, note, made_at) values (keep_checkpoint.size, keep_checkpoint.root, keep_checkpoint.note, moment)
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_ledger_signer (
  secret_key text,
  replace    boolean
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kept text;
begin
  insert into private.ledger_signer (secret_key) values (keep_ledger_signer.secret_key) on conflict do nothing;
  if replace then update private.ledger_signer set secret_key = keep_ledger_signer.secret_key; end if;
  select signer.secret_key into kept from private.ledger_signer as signer;
  return kept;
end
$function$;

CREATE OR REPLACE FUNCTION private.ledger_moment()
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.lock_ledger();
  return greatest(clock_timestamp(), (select at from public.ledger order by sequence desc limit 1));
end
$function$;

CREATE OR REPLACE FUNCTION private.link_token (
  purpose text,
  subject uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select translate(encode(uuid_send(subject) || substr(extensions.hmac(purpose::bytea || uuid_send(subject), key, 'sha256'), 1, 17), 'base64'), E'+/\n', '-_')
  from private.unsubscribe_key
$function$;

CREATE OR REPLACE FUNCTION private.lock_ledger()
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select pg_advisory_xact_lock(hashtextextended('public.ledger', 0))
$function$;

CREATE OR REPLACE FUNCTION private.mail_address_changed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.deleted_at is not null then return null; end if;
  if coalesce(old.email, '') <> '' and old.email_confirmed_at is not null and new.email is distinct from old.email then
    perform private.tell_change(new.id, 'email', 'email_changed', jsonb_build_object('NewEmail', new.email),
      jsonb_build_object('email', old.email, 'email_confirmed_at', old.email_confirmed_at));
  end if;
  if new.phone is distinct from old.phone then
    perform private.tell_change(new.id, 'phone', 'phone_changed', '{}',
      jsonb_build_object('phone', old.phone, 'phone_confirmed_at', old.phone_confirmed_at));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_factor_changed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' then
      perform private.tell_change(old.user_id, 'factor_removed', 'factor_removed', jsonb_build_object('Factor', old.factor_type), to_jsonb(old));
    end if;
  elsif new.status = 'verified' and (tg_op = 'INSERT' or old.status <> 'verified') then
    perform private.tell_change(new.user_id, 'factor_added', 'factor_added', jsonb_build_object('Factor', new.factor_type), jsonb_build_object('id', new.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_identity_changed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    perform private.tell_change(old.user_id, 'identity_removed', 'factor_removed', jsonb_build_object('Factor', initcap(old.provider)), to_jsonb(old));
  -- The first one is the sign-up.
  elsif exists (select from auth.identities where user_id = new.user_id and id <> new.id) then
    perform private.tell_change(new.user_id, 'identity_added', 'factor_added', jsonb_build_object('Factor', initcap(new.provider)), jsonb_build_object('id', new.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_passkey_changed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    perform private.tell_change(old.user_id, 'passkey_removed', 'factor_removed', '{"Factor": "passkey"}', to_jsonb(old));
  else
    perform private.tell_change(new.user_id, 'passkey_added', 'factor_added', '{"Factor": "passkey"}', jsonb_build_object('id', new.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_password_changed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  member constant uuid := (new.payload ->> 'actor_id')::uuid;
begin
  -- The first password of an account that has just got its address changes nothing that somebody else could have used.
  if exists (select from auth.users where id = member and email_confirmed_at < new.created_at - interval '10 seconds') then
    perform private.tell_change(member, 'password', 'password_changed', '{}');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_recovery_codes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  member constant uuid := (new.payload ->> 'actor_id')::uuid;
begin
  if new.payload ->> 'action' = 'generate_recovery_codes' then
    perform private.tell_change(member, 'recovery_codes', 'recovery_codes_drawn', '{}');
  else
    perform private.queue_mail(member, 'recovery_code_used', jsonb_build_object('At', new.created_at));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_sign_up_repeated()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  recent boolean := false;
begin
  if to_regclass('_server.mail_outbox') is null then return null; end if;
  -- Whoever signs up again and again with somebody's address fills no mailbox.
  execute $query$
    select exists (
      select from _server.mail_outbox m join auth.users u on u.email = m.to_address
      where u.id = $1 and m.template = 'sign_up_repeated' and m.created_at > now() - interval '1 hour'
    )
  $query$ into recent using (new.payload ->> 'actor_id')::uuid;
  if not recent then
    perform private.queue_mail((new.payload ->> 'actor_id')::uuid, 'sign_up_repeated', jsonb_build_object('At', new.created_at));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mailbox_of (
  email text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    when domain in ('proton.me', 'protonmail.com', 'pm.me') then name || '@proton.me'
    when domain in ('icloud.com', 'me.com', 'mac.com') then name || '@icloud.com'
    else name || '@' || domain end
  from (select regexp_replace(substring(lower(email) from '^(.*)@'), '(?<=.)\+.*$', '') as name, substring(lower(email) from '[^@]*$') as domain) as parts
$function$;

CREATE OR REPLACE FUNCTION private.next_checkpoint()
  RETURNS TABLE (
    size bigint,
    root text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  next_checkpoint.size := private.grow_ledger_tree();
  if next_checkpoint.size = 0 or exists (select from public.ledger_checkpoints as kept where kept.size >= next_checkpoint.size) then return; end if;
  root := encode(private.tree_hash(0, next_checkpoint.size), 'base64');
  return next;
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
    new.user_id, format('alert:%s:%s', new.alert_id, new.occasion), 'signals',
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
  select about,
    case new.kind when 'entered' then 'signal_entry' when 'stop_moved' then 'signal_stop' when 'target_reached' then 'signal_targets'
      when 'note' then 'signal_notes' else 'signal_end' end,
    'event_' || new.kind,
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
  select about, 'signals', 'signal_published',
    jsonb_build_object('number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe, 'head', private.head_line()),
    '/signaux?signal=' || signals.number, signals.id, true, signals.tier = 'premium', clock_timestamp()
  from public.signals join public.instruments using (symbol) where signals.id = new.signal_id;
  perform private.enqueue('fan-out-notifications', jsonb_build_object('fact', about));
  return null;
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
  -- A test holds nobody from buying: the first payment ends it.
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
  -- An order that is not paid gives way to the next, and its coupon is free again.
  perform private.close_checkouts(array(select id from public.checkouts where user_id = me and state in ('open', 'failed') and kind in ('first', 'renewal')), moment);
  select * into agreed from private.quote(plan, period, billed.country, billed.vat_number, coupon, moment, me);
  price := agreed.price;
  quoted := agreed.quoted;
  -- What is agreed to is what stood on the screen.
  if (quoted ->> 'total')::bigint <> expected_total then
    raise exception 'price_moved' using errcode = '22023', hint = 'expected_total', detail = quoted ->> 'total';
  end if;
  -- What there is nothing to download of needs no waiver of the right to withdraw: none is kept.
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
    -- The row of the coupon is the queue: of two at once the second sees what the first took.
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

CREATE OR REPLACE FUNCTION private.proof_summary()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'format', 'vigie-proof', 'version', 4,
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
    )
  )
$function$;

CREATE OR REPLACE FUNCTION private.publish_draft (
  draft_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  draft public.signal_drafts;
  author_name text;
  published jsonb;
  key text; field text;
begin
  select * into draft from public.signal_drafts
  where id = draft_id and publish_at <= clock_timestamp() for update skip locked;
  if not found then return null; end if;
  begin
    select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), username) into author_name
    from public.staff join public.profiles on profiles.id = staff.user_id where staff.user_id = draft.author_id;
    if not found then perform private.refuse('not_allowed', null, 'The author no longer publishes.'); end if;
    -- It may have been changed since its hour was set.
    perform private.require_confirmed(draft.input);
    published := private.publish_for(draft.input, draft.author_id, author_name);
    delete from public.signal_drafts where id = draft_id;
    return jsonb_build_object('published', published);
  exception when raise_exception then
    -- Whatever publishing had begun is undone with this block; the draft alone says why.
    get stacked diagnostics key = message_text, field = pg_exception_hint;
  end;
  update public.signal_drafts
  set publish_at = null, refusal = jsonb_build_object('key', key, 'field', nullif(field, ''), 'at', clock_timestamp())
  where id = draft_id;
  return jsonb_build_object('refused', key);
end
$function$;

CREATE OR REPLACE FUNCTION private.publish_for (
  signal      jsonb,
  author      uuid,
  author_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment constant timestamptz := private.ledger_moment();
  quote public.quotes;
  fresh public.signals;
begin
  -- Read once: what it is checked against is what is sealed with it.
  select * into quote from public.quotes where symbol = signal ->> 'symbol';
  if quote.quoted_at > moment - interval '2 minutes' then
    perform private.check_against_price(private.checked_levels(signal), quote);
  elsif public.market_is_open(signal ->> 'symbol', moment) then
    -- What is wrong whatever the price is said first. A market that is closed has no price to hold the levels against.
    perform private.checked_levels(signal);
    perform private.refuse('no_price', null, 'There is no current price to hold it against.');
  end if;
  fresh := private.record_signal(signal, author, author_name, moment, moment, quote, false);
  perform private.broadcast_signal(fresh.id, 'published', 1, fresh.published_at);
  return jsonb_build_object(
    'id', fresh.id, 'number', fresh.number, 'commitment', fresh.commitment,
    'hash', (select hash from public.ledger where signal_id = fresh.id order by sequence desc limit 1)
  );
end
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
  -- Who renews in crypto pays what was agreed, as a card is charged: whatever the plan costs by now, and sold or not.
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

CREATE OR REPLACE FUNCTION private.quote_json (
  bid numeric,
  ask numeric
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_strip_nulls(jsonb_build_object('reference_bid', bid::text, 'reference_ask', ask::text))
$function$;

CREATE OR REPLACE FUNCTION private.read_link_token (
  purpose text,
  token   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  subject uuid;
begin
  if token ~ '^[A-Za-z0-9_-]{44}$' then
    subject := encode(substr(decode(translate(token, '-_', '+/'), 'base64'), 1, 16), 'hex')::uuid;
    if extensions.digest(token, 'sha256') = extensions.digest(private.link_token(purpose, subject), 'sha256') then return subject; end if;
  end if;
  raise exception 'invalid_token' using errcode = '22023';
end
$function$;

CREATE OR REPLACE FUNCTION private.reading_staff_role()
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.current_staff_role() where public.staff_write_state() = 'ready'
$function$;

CREATE OR REPLACE FUNCTION private.reasons_json (
  levels public.signal_levels
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'risk_percent', trim_scale(levels.risk_percent)::text, 'facts', levels.facts, 'opinion', levels.opinion,
    'counter_thesis', levels.counter_thesis, 'counter_condition', levels.counter_condition, 'method', levels.method,
    'conflicts', levels.conflicts, 'reference_price', levels.reference_price::text, 'reference_source', levels.reference_source,
    'reference_at', private.timestamp_text(levels.reference_at),
    'position_held', levels.position_held, 'affiliate_link', levels.affiliate_link
  ) || private.quote_json(levels.reference_bid, levels.reference_ask)
$function$;

CREATE OR REPLACE FUNCTION private.record_signal (
  signal           jsonb,
  author           uuid,
  author_name      text,
  published        timestamp with time zone,
  recorded_at      timestamp with time zone,
  quote            public.quotes,
  is_demonstration boolean
)
  RETURNS public.signals
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  expires constant timestamptz := published + private.checked_validity(signal);
  levels constant jsonb := private.checked_levels(signal) || jsonb_build_object('expires_at', private.timestamp_text(expires));
  reference constant numeric := round((quote.bid + quote.ask) / 2, scale(quote.bid));
  reasons constant jsonb := private.checked_reasons(signal) || jsonb_build_object(
    'reference_price', reference::text, 'reference_source', quote.source, 'reference_at', private.timestamp_text(quote.quoted_at)
  ) || private.quote_json(quote.bid, quote.ask);
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  entry jsonb;
  fresh public.signals;
begin
  -- Two analysts, or one twice, at the same moment: the second waits here, then finds the first and has the next number.
  perform private.lock_ledger();
  if exists (
    select from public.signals join public.signal_levels as other on other.signal_id = signals.id
    where signals.symbol = levels ->> 'symbol' and other.direction = levels ->> 'direction'
      and other.entry_low = (levels ->> 'entry_low')::numeric and other.entry_high = (levels ->> 'entry_high')::numeric
      and signals.published_at > published - interval '1 minute' and signals.published_at < published + interval '1 minute'
  ) then
    perform private.refuse('duplicate_signal', 'entry_low', 'The same signal was published less than a minute ago.');
  end if;

  insert into public.signals (number, symbol, timeframe, style, tier, author_id, author_name, published_at, commitment, demonstration)
  values (
    (select coalesce(max(number), 0) + 1 from public.signals), levels ->> 'symbol', levels ->> 'timeframe', private.one_of(signal, 'style', '{scalp,intraday,swing}', 'invalid_style'),
    private.one_of(signal, 'tier', '{freemium,premium}', 'invalid_tier'), author, record_signal.author_name, published,
    private.commitment(nonce, levels), is_demonstration
  ) returning * into fresh;
  insert into public.signal_states (signal_id, updated_at) values (fresh.id, recorded_at);
  insert into public.signal_levels values (
    fresh.id, levels ->> 'direction', levels ->> 'order_type', (levels ->> 'entry_low')::numeric, (levels ->> 'entry_high')::numeric,
    (levels ->> 'stop_loss')::numeric, (reasons ->> 'risk_percent')::numeric, reasons ->> 'facts', reasons ->> 'opinion',
    reasons ->> 'counter_thesis', reasons ->> 'counter_condition', reasons ->> 'method', reasons ->> 'conflicts',
    reference, quote.source, quote.quoted_at,
    (levels ->> 'break_even_after')::int, (levels ->> 'trailing_distance')::numeric, (levels ->> 'trailing_after')::int,
    reasons ->> 'position_held', reasons ->> 'affiliate_link', expires, quote.bid, quote.ask
  );
  insert into public.signal_targets
  select fresh.id, position, (target.value ->> 'price')::numeric, (target.value ->> 'share')::numeric
  from jsonb_array_elements(levels -> 'targets') with ordinality as target(value, position);
  insert into private.signal_nonces values (fresh.id, 0, nonce, levels, null);
  perform private.record_signal_event(fresh.id, 'published', published, reference, null, '{}', 'analyst', author_name, recorded_at);

  entry := jsonb_build_object(
    'commitment', fresh.commitment, 'reasons_commitment', private.commitment(nonce, reasons), 'number', fresh.number,
    'tier', fresh.tier, 'style', fresh.style, 'author', fresh.author_name, 'author_id', fresh.author_id,
    'published_at', private.timestamp_text(published), 'demonstration', is_demonstration
  );
  if fresh.tier = 'freemium' then entry := entry || jsonb_build_object('levels', levels, 'nonce', nonce); end if;
  perform private.append_to_ledger('published', fresh.id, entry, recorded_at);
  return fresh;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_signal_event (
  signal_id   uuid,
  kind        text,
  at          timestamp with time zone,
  price       numeric,
  r           numeric,
  data        jsonb,
  source      text,
  author_name text,
  recorded_at timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  signal public.signals;
  state public.signal_states;
  event public.signal_events;
  ends constant boolean := kind in ('stopped', 'closed', 'expired', 'cancelled');
  nonce constant text := encode(extensions.gen_random_bytes(32), 'hex');
  value jsonb;
  ending jsonb := '{}';
  sealed_as bigint;
begin
  select * into state from public.signal_states where signal_states.signal_id = record_signal_event.signal_id for update;
  if not found then raise exception 'signal_not_found'; end if;
  if kind = 'graded' then
    if state.state in ('pending', 'active') then raise exception 'signal_not_ended'; end if;
  elsif state.state not in ('pending', 'active') then
    raise exception 'signal_already_closed';
  end if;
  if kind in ('entered', 'expired', 'cancelled', 'cancel_asked') and state.state <> 'pending' then raise exception 'signal_not_pending'; end if;
  if kind in ('target_reached', 'stop_moved', 'stopped', 'closed', 'close_asked') and state.state <> 'active' then raise exception 'signal_not_active'; end if;
  -- The state, the ledger, then what triggers lock, in every transaction that writes about a signal: none waits for another in a ring.
  perform private.lock_ledger();
  select * into signal from public.signals where id = record_signal_event.signal_id;
  -- The engine counts in milliseconds: what is published within the half of one after a minute begins has that minute.
  if at < signal.published_at and at < date_trunc('milliseconds', signal.published_at + interval '500 microseconds') then raise exception 'event_before_publication'; end if;

  insert into public.signal_events (signal_id, sequence, kind, at, price, r, data, source, author_name)
  values (
    signal.id, (select count(*) + 1 from public.signal_events as earlier where earlier.signal_id = signal.id),
    kind, at, price, r, coalesce(data, '{}'), source, author_name
  ) returning * into event;

  -- A grade comes after the end: it is told and sealed, and the state stays as it ended.
  update public.signal_states set
    state = case kind when 'entered' then 'active' when 'stopped' then 'closed' when 'closed' then 'closed' when 'expired' then 'expired' when 'cancelled' then 'cancelled' else signal_states.state end,
    closed_at = case when ends then at end,
    realised_r = case when kind in ('stopped', 'closed') then (
      select coalesce(sum(earlier.r), 0) from public.signal_events as earlier where earlier.signal_id = signal.id
    ) end,
    close_reason = case when ends then coalesce(event.data ->> 'reason', case kind when 'stopped' then 'stop' else kind end) end,
    updated_at = recorded_at
  where signal_states.signal_id = signal.id and event.kind <> 'graded';

  if kind <> 'published' then
    select private.event_json(event, digits) into value from public.instruments where symbol = signal.symbol;
    if ends then
      -- The candle that decided is the last of them; a withdrawal rests on those that were over by then.
      ending := private.ending_json(signal.id) || jsonb_build_object('minutes', private.keep_signal_minutes(signal, coalesce(
        (event.data #>> '{candle,opened_at}')::timestamptz + coalesce((event.data #>> '{candle,minutes}')::int, 1) * interval '1 minute', at
      )));
    end if;
    if event.kind = 'graded' then
      perform private.append_to_ledger(kind, signal.id, value - 'kind', recorded_at);
    elsif signal.tier = 'freemium' then
      perform private.append_to_ledger(kind, signal.id, value - 'kind' || ending, recorded_at);
    elsif ends then
      perform private.append_to_ledger(kind, signal.id, value - 'kind' || ending || private.opened_json(signal.id), recorded_at);
    elsif source = 'analyst' then
      value := value || jsonb_build_object('signal', signal.id);
      sealed_as := (private.append_to_ledger('sealed', null, jsonb_build_object('commitment', private.commitment(nonce, value)), recorded_at)).sequence;
      insert into private.signal_nonces values (signal.id, event.sequence, nonce, value, sealed_as);
    end if;
  end if;
  return event.sequence;
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
      -- The address of today counts like that of the sign-up.
      or exists (select from public.members as own where own.user_id = referrer and private.mailbox_of(own.email) = lead.email_key) then 'own_mailbox'
    when exists (
      select from public.leads as own left join public.profiles as profile on profile.id = own.user_id
      where own.user_id = referrer and lead.phone in (own.phone, profile.phone)
    ) then 'own_phone'
    -- Of the referrer or of another account: a browser brings one member.
    when exists (select from private.member_browsers as known where known.visitor = referral_block.visitor and known.user_id <> lead.user_id) then 'own_browser'
    when exists (select from public.leads as other where other.id <> lead.id and other.email_key = lead.email_key)
      or exists (select from public.members as other where other.user_id <> lead.user_id and private.mailbox_of(other.email) = lead.email_key)
      or exists (select from public.leads as other where other.id <> lead.id and other.phone = lead.phone)
      or exists (select from private.former_mailboxes where mark = private.mailbox_mark(lead.email_key)) then 'returning'
  end
$function$;

CREATE OR REPLACE FUNCTION private.require_confirmed (
  input jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if jsonb_typeof(input -> 'asks') = 'array' and jsonb_array_length(input -> 'asks') > 0 then
    perform private.refuse('unconfirmed_field', input #>> '{asks,0,field}', 'Read from a text and not confirmed.');
  end if;
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
    -- What is left of what was there before, and what a feed gave since then: of the lengths that sources give, which no day cuts in two.
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

CREATE OR REPLACE FUNCTION private.running_subscription (
  member uuid,
  moment timestamp with time zone
)
  RETURNS public.subscriptions
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  running public.subscriptions;
begin
  if member is null then raise exception 'not_allowed' using errcode = '42501'; end if;
  perform private.lock_money(member);
  perform private.settle_member(member, moment);
  select * into running from public.subscriptions where user_id = member and state in ('active', 'past_due', 'canceled');
  if not found then raise exception 'no_subscription' using errcode = 'PT404'; end if;
  return running;
end
$function$;

CREATE OR REPLACE FUNCTION private.sandbox_checkout (
  checkout uuid,
  means    text,
  moment   timestamp with time zone
)
  RETURNS public.checkouts
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  found_ public.checkouts;
begin
  perform private.lock_money(auth.uid());
  if not private.sandbox_takes(means) then raise exception 'sandbox_is_off' using errcode = '22023'; end if;
  select * into found_ from public.checkouts where id = checkout and user_id = auth.uid() and provider = 'sandbox' and checkouts.means = sandbox_checkout.means;
  if not found then raise exception 'no_such_checkout' using errcode = 'PT404'; end if;
  if found_.state = 'paid' then raise exception 'paid_already' using errcode = '23505'; end if;
  if found_.means = 'card' and (found_.state = 'expired' or found_.expires_at <= moment) then raise exception 'checkout_expired' using errcode = '22023'; end if;
  return found_;
end
$function$;

CREATE OR REPLACE FUNCTION private.say (
  signal_id uuid,
  kind      text,
  words     text,
  more      jsonb,
  price     numeric DEFAULT NULL::numeric,
  r         numeric DEFAULT NULL::numeric
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author_name constant text := private.require_staff();
begin
  if not exists (select from public.signals where id = say.signal_id) then perform private.refuse('signal_not_found'); end if;
  if btrim(coalesce(words, '')) = '' then perform private.refuse('missing_reason', 'reason', 'Say why, for the record.'); end if;
  if length(words) > 1000 then perform private.refuse('text_too_long', 'reason', 'At most 1000 characters.'); end if;
  -- Its state before the ledger, in the order in which the engine takes them.
  perform from public.signal_states where signal_states.signal_id = say.signal_id for update;
  perform private.happen(
    signal_id, kind, private.ledger_moment(), price, r, more || jsonb_build_object('text', btrim(words), 'author', author_name), 'analyst', author_name
  );
end
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
  -- Whoever asks without end is refused, and nobody else for it: the way out stays open.
  if (select count(*) from private.contract_codes as code where code.source = asker and created_at > moment - interval '10 minutes') >= 10 then
    raise exception 'too_many_codes' using errcode = 'PT429';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('contract code ' || encode(key, 'hex'), 0));
  -- More than that would be somebody's mailbox filled: the answer stays the same.
  select count(*) as asked, count(*) filter (where code.source is not distinct from asker) as asked_here into sent
  from private.contract_codes as code where code.address = key and created_at > moment - interval '10 minutes';
  if sent.asked_here >= 3 or sent.asked >= 6 then return; end if;
  select * into owner from auth.users
  where lower(email) = lower(btrim(send_contract_code.address)) and email_confirmed_at is not null and deleted_at is null and not is_sso_user;
  -- Addresses that nobody has are kept only so that asking again looks the same: beyond this many, they are not.
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

CREATE OR REPLACE FUNCTION private.signal_json (
  signal_id uuid,
  whole     boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'id', signals.id, 'number', signals.number, 'symbol', signals.symbol, 'timeframe', signals.timeframe, 'style', signals.style,
    'tier', signals.tier, 'author_id', signals.author_id, 'author_name', signals.author_name, 'published_at', signals.published_at,
    'commitment', signals.commitment, 'demonstration', signals.demonstration,
    'signal_states', case when whole then jsonb_build_object(
      'state', states.state, 'closed_at', states.closed_at, 'realised_r', states.realised_r::text, 'close_reason', states.close_reason
    ) end
  ) || case when whole then jsonb_build_object(
    'expires_at', public.waits_until(signals),
    'signal_levels', (
      select to_jsonb(levels) - '{reference_bid,reference_ask}'::text[] || jsonb_build_object(
        'entry_low', private.decimal_text(levels.entry_low, digits), 'entry_high', private.decimal_text(levels.entry_high, digits),
        'stop_loss', private.decimal_text(levels.stop_loss, digits), 'risk_percent', trim_scale(levels.risk_percent)::text,
        'reference_price', private.decimal_text(levels.reference_price, digits),
        'trailing_distance', private.decimal_text(levels.trailing_distance, digits)
      ) from public.signal_levels as levels where levels.signal_id = signals.id
    ),
    'signal_targets', (
      select jsonb_agg(jsonb_build_object('position', target.position, 'price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = signals.id
    ),
    'signal_events', (
      select jsonb_agg(jsonb_build_object(
        'sequence', event.sequence, 'kind', event.kind, 'at', event.at, 'price', private.decimal_text(event.price, digits),
        'r', event.r::text, 'data', event.data, 'source', event.source, 'author_name', event.author_name
      ) order by event.sequence)
      from public.signal_events as event where event.signal_id = signals.id
    )
  ) else '{}' end
  from public.signals
  join public.instruments using (symbol)
  join public.signal_states as states on states.signal_id = signals.id
  where signals.id = signal_json.signal_id
$function$;

CREATE OR REPLACE FUNCTION private.split_disputes (
  state jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  s jsonb := state;
  lost record;
  pay jsonb;
  sold bigint;
  before bigint;
  taken bigint;
  tax_before bigint;
  tax_after bigint;
  surplus bigint;
begin
  for lost in select key, value from jsonb_each(state -> 'disputes') where value ->> 'state' = 'lost' order by (value ->> 'closed_at')::timestamptz, key collate "C" loop
    pay := s -> 'payments' -> (lost.value ->> 'pay');
    sold := (pay ->> 'net')::bigint + (pay ->> 'tax')::bigint;
    select coalesce(sum(amount), 0), coalesce(sum(tax), 0), coalesce(sum(whole - amount), 0) into before, tax_before, surplus from (
      select (value ->> 'amount')::bigint, (value ->> 'tax')::bigint, (value ->> 'amount')::bigint from jsonb_each(s -> 'refunds')
      where value ->> 'pay' = lost.value ->> 'pay' and value ->> 'state' = 'succeeded' and value ->> 'reason' <> 'overpaid'
      union all
      select 0, 0, (value ->> 'amount')::bigint from jsonb_each(s -> 'refunds')
      where value ->> 'pay' = lost.value ->> 'pay' and value ->> 'state' = 'succeeded' and value ->> 'reason' = 'overpaid'
      union all
      select (value ->> 'net')::bigint + (value ->> 'tax')::bigint, (value ->> 'tax')::bigint,
        (value ->> 'net')::bigint + (value ->> 'tax')::bigint + (value ->> 'surplus')::bigint
      from jsonb_each(s -> 'disputes') where value ->> 'pay' = lost.value ->> 'pay' and value ? 'net'
    ) as back (amount, tax, whole);
    taken := least((lost.value ->> 'amount')::bigint, sold - before);
    tax_after := private.tax_in(before + taken, (pay ->> 'tax_rate')::numeric);
    s := jsonb_set(s, array['disputes', lost.key], lost.value || jsonb_build_object(
      'tax', tax_after - tax_before, 'net', taken - (tax_after - tax_before),
      'surplus', least((lost.value ->> 'amount')::bigint - taken, (pay ->> 'surplus')::bigint - surplus)));
  end loop;
  return s;
end
$function$;

CREATE OR REPLACE FUNCTION private.split_of (
  first  bigint,
  behind bigint
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select first + (1::bigint << (length(ltrim((behind - first - 1)::bit(63)::text, '0')) - 1))
$function$;

CREATE OR REPLACE FUNCTION private.stoppable_from()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select now() - interval '72 hours' $function$;

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
    -- Days begin on a quarter of an hour everywhere, so their opening is asked for once a quarter.
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

CREATE OR REPLACE FUNCTION private.tax_in (
  total bigint,
  rate  numeric
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select total - private.net_of(total, rate) $function$;

CREATE OR REPLACE FUNCTION private.telegram_facts (
  of_chat     text,
  of_signal   uuid,
  kind        text,
  of_sequence integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'kind', telegram_facts.kind, 'number', signals.number, 'instrument', instruments.name, 'timeframe', signals.timeframe, 'head', private.head_line(),
    'result', case when telegram_facts.kind in ('stopped', 'closed') then trim_scale(round(states.realised_r, 2))::text end
  ) || case when of_chat = 'premium' or private.levels_are_open(of_signal) then jsonb_build_object(
    'price', private.decimal_text(event.price, digits),
    'note', case when event.kind = 'note' then event.data ->> 'text' end,
    'levels', jsonb_build_object(
      'direction', levels.direction, 'entry_low', private.decimal_text(levels.entry_low, digits),
      'entry_high', private.decimal_text(levels.entry_high, digits), 'stop_loss', private.decimal_text(levels.stop_loss, digits)
    ),
    'targets', (
      select jsonb_agg(jsonb_build_object('price', private.decimal_text(target.price, digits), 'share', trim_scale(target.share)::text) order by target.position)
      from public.signal_targets as target where target.signal_id = of_signal
    )
  ) else '{}' end
  from public.signals
  join public.instruments using (symbol)
  join public.signal_states as states on states.signal_id = signals.id
  join public.signal_levels as levels on levels.signal_id = signals.id
  left join public.signal_events as event on event.signal_id = signals.id and event.sequence = of_sequence
  where signals.id = of_signal
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
  -- With the account itself all goes silently, and what a stop undoes in its transaction is no change of its own.
  if not found or exists (select from private.security_changes where user_id = member and stopped_at = now()) then return; end if;
  delete from private.security_changes where at < private.stoppable_from();
  insert into private.security_changes (user_id, kind, was) values (member, tell_change.kind, tell_change.was) returning id into change;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  -- An address that nobody proved to be theirs is told nothing. The new one of a change of address is where the change came from.
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

CREATE OR REPLACE FUNCTION private.tell_of_returned_surplus()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.profiles where id = new.user_id) then return null; end if;
  perform private.tell_member(new.user_id, 'surplus_returned', jsonb_build_object('At', new.done_at, 'Money', jsonb_build_object(
    'Amount', new.amount, 'Currency', (select currency from public.payments where id = new.payment_id))), '/mon-compte?onglet=abonnement');
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
  -- As it stands when the transaction ends: what else became known in it may have found what it was for.
  select * into strict kept from public.payments where id = new.id;
  if kept.surplus = 0 or not exists (select from public.profiles where id = kept.user_id) then return null; end if;
  perform private.tell_member(kept.user_id, 'surplus_received', jsonb_build_object('At', coalesce(kept.paid_at, kept.created_at),
    'Money', jsonb_build_object('Amount', kept.surplus, 'Currency', kept.currency)), '/mon-compte?onglet=abonnement');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tree_hash (
  first  bigint,
  behind bigint
)
  RETURNS bytea
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hash bytea;
  part bytea;
  level int := 0;
  rest bigint := behind - first;
begin
  -- What is complete is read; the ragged right edge is put together from its complete parts, the smallest first.
  while rest > 0 loop
    if (rest >> level) & 1 = 1 then
      part := private.tree_node(level, ((first + rest) >> level) - 1);
      hash := case when hash is null then part else sha256('\x01'::bytea || part || hash) end;
      rest := rest - (1::bigint << level);
    end if;
    level := level + 1;
  end loop;
  return coalesce(hash, sha256(''::bytea));
end
$function$;

CREATE OR REPLACE FUNCTION private.tree_node (
  level integer,
  place bigint
)
  RETURNS bytea
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when tree_node.level = 0
    then (select sha256('\x00'::bytea || decode(hash, 'hex')) from public.ledger where sequence = tree_node.place + 1)
    else (select hash from private.ledger_tree as tree where tree.level = tree_node.level and tree.place = tree_node.place)
  end
$function$;

CREATE OR REPLACE FUNCTION private.trim_deliveries (
  moment timestamp with time zone,
  most   integer
)
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with gone as (
    delete from public.notification_deliveries where id in (
      select id from public.notification_deliveries
      where id < private.first_ordered_id(moment - interval '30 days') order by id limit most
    )
    returning 1
  )
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION private.trim_notifications (
  moment timestamp with time zone,
  after  uuid,
  most   integer,
  OUT    last uuid,
  OUT    gone integer
)
  RETURNS record
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with looked as materialized (
    select id from public.notifications
    where id > after and id < private.first_ordered_id(moment - interval '90 days') order by id limit most
  ), deleted as (
    delete from public.notifications as note using looked
    where note.id = looked.id
      and (note.category <> 'account' or note.read_at is not null or note.id < private.first_ordered_id(moment - interval '1 year'))
      -- Whoever was told of a signal's beginning is told of its end.
      and not exists (select from public.signal_states as states where states.signal_id = note.signal_id and states.closed_at is null)
    returning 1
  )
  select (select id from looked order by id desc limit 1), (select count(*)::int from deleted)
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
        -- Somebody has the address now: nobody enters either way until staff have looked.
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
      -- A password goes in any case; codes that were drawn anew, by who stops it.
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
  -- From the shortest to the longest, so that each is made of what is right already.
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

CREATE OR REPLACE FUNCTION private.without_secrets (
  data jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select private.with_hidden(data, array(select key from jsonb_object_keys(data) as key where key ~* '(token|code|secret|url|link)'))
$function$;

CREATE OR REPLACE FUNCTION private.write_ledger_head (
  moment timestamp with time zone DEFAULT clock_timestamp()
)
  RETURNS date
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fresh public.ledger_heads;
begin
  -- The ledger's own lock: no entry of the day that ended can still be on its way.
  perform private.lock_ledger();
  fresh.day := (moment at time zone 'UTC')::date - 1;
  if exists (select from public.ledger_heads where day = fresh.day) then return null; end if;
  select sequence, hash, at into fresh.sequence, fresh.hash, fresh.at
  from public.ledger where at < (fresh.day + 1)::timestamp at time zone 'UTC' order by sequence desc limit 1;
  if not found then return null; end if;
  select count(*) into fresh.entries
  from public.ledger where at >= fresh.day::timestamp at time zone 'UTC' and sequence <= fresh.sequence;
  select at into fresh.recorded_at from private.append_to_ledger('head', null, private.head_json(fresh), moment);
  insert into public.ledger_heads values (fresh.*);
  return fresh.day;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_push_device (
  endpoint   text,
  p256dh     text,
  auth       text,
  user_agent text DEFAULT NULL::text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  device bigint;
begin
  if me is null then raise exception 'not_signed_in' using errcode = '42501'; end if;
  -- The endpoint is the browser's secret: whoever holds it now is who sits there now.
  insert into public.push_devices (user_id, session_id, endpoint, p256dh, auth, user_agent)
  values (
    me, (select sessions.id from auth.sessions where sessions.id = (auth.jwt() ->> 'session_id')::uuid),
    add_push_device.endpoint, add_push_device.p256dh, add_push_device.auth, left(add_push_device.user_agent, 512)
  )
  on conflict on constraint push_devices_endpoint_key do update
  set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
    user_agent = excluded.user_agent, last_error = null
  returning id into device;
  if (select count(*) from public.push_devices where user_id = me) > 20 then
    raise exception 'too_many_devices' using errcode = 'PT409';
  end if;
  return device;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_signal_note (
  signal_id uuid,
  note      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_author(signal_id);
  perform private.say(signal_id, 'note', note, '{}');
end
$function$;

REVOKE ALL ON FUNCTION "public"."add_signal_note"(uuid, text) FROM PUBLIC, "anon", "service_role";

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
  perform private.tell_queue(answer_qualification.request_id, 'answered');
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
  lead uuid;
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
    for lead in
      update public.leads set is_qualified = true, qualified_at = now(), product_requested = 'premium'
      where not is_qualified and user_id in (select user_id from public.qualification_requests where id = any (decided))
      returning id
    loop
      perform private.queue_deliveries(lead, 'lead.qualified');
    end loop;
  end if;
  for member in select user_id from public.qualification_requests where id = any (decided) loop
    perform private.tell_member(member, 'qualification_' || decision, jsonb_strip_nulls(jsonb_build_object('Reason', said, 'Until', until)), '/mon-compte?demande=premium');
  end loop;
  if cardinality(decided) > 0 then perform private.tell_queue(null, decision); end if;
  return jsonb_build_object('decided', cardinality(decided), 'skipped', cardinality(request_ids) - cardinality(decided));
end
$function$;

CREATE OR REPLACE FUNCTION public.demonstration_members()
  RETURNS bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select count(distinct paying.user_id) from public.subscriptions as paying join auth.users as account on account.id = paying.user_id
    where account.email like '%@demonstration.invalid'
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.end_coupon (
  code text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- One that has not begun ends as it begins.
  update public.coupons set ends_at = greatest(now(), starts_at + interval '1 microsecond')
  where coupons.code = end_coupon.code and (ends_at is null or ends_at > now());
  if not found then raise exception 'no_such_coupon' using errcode = 'PT404'; end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.ledger_consistency_proof (
  old  bigint,
  size bigint
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  low bigint := 0;
  high bigint := size;
  middle bigint;
  path text[] := '{}';
begin
  perform private.demand_tree_size(size);
  if not (old >= 0 and old <= size) then raise exception 'unknown_tree_size' using errcode = '22023', detail = 'The older tree is not within the newer one.'; end if;
  if old = 0 or old = size then return path; end if;
  while high <> old loop
    middle := private.split_of(low, high);
    if old <= middle then
      path := encode(private.tree_hash(middle, high), 'base64') || path;
      high := middle;
    else
      path := encode(private.tree_hash(low, middle), 'base64') || path;
      low := middle;
    end if;
  end loop;
  return case when low > 0 then encode(private.tree_hash(low, high), 'base64') || path else path end;
end
$function$;

CREATE OR REPLACE FUNCTION public.ledger_extension (
  old       bigint   DEFAULT 0,
  sequences bigint[] DEFAULT '{}'::bigint[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  newest public.ledger_checkpoints;
begin
  select * into newest from public.ledger_checkpoints order by size desc limit 1;
  if not found then return null; end if;
  if cardinality(sequences) > 64 then raise exception 'too_many_heads' using errcode = '22023', detail = 'At most 64 at once.'; end if;
  return private.checkpoint_json(newest) || jsonb_build_object(
    'keys', (select jsonb_agg(verifier_key order by since, verifier_key) from public.ledger_keys),
    'consistency', case when old between 0 and newest.size then to_jsonb(public.ledger_consistency_proof(old, newest.size)) end,
    'inclusion', coalesce((
      select jsonb_object_agg(asked, to_jsonb(public.ledger_inclusion_proof(asked, newest.size)))
      from unnest(sequences) as asked where asked between 1 and newest.size
    ), '{}')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.ledger_inclusion_proof (
  sequence bigint,
  size     bigint
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place constant bigint := sequence - 1;
  low bigint := 0;
  high bigint := size;
  middle bigint;
  path text[] := '{}';
begin
  perform private.demand_tree_size(size);
  if not (place >= 0 and place < size) then raise exception 'unknown_tree_size' using errcode = '22023', detail = 'That entry is not in the tree.'; end if;
  while high - low > 1 loop
    middle := private.split_of(low, high);
    if place < middle then
      path := encode(private.tree_hash(middle, high), 'base64') || path;
      high := middle;
    else
      path := encode(private.tree_hash(low, middle), 'base64') || path;
      low := middle;
    end if;
  end loop;
  return path;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_coupon_uses (
  of_code   text,
  before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  most      integer                  DEFAULT 50
)
  RETURNS TABLE (
    checkout_id uuid,
    user_id     uuid,
    member_name text,
    reference   text,
    state       text,
    total       bigint,
    currency    text,
    provider    text,
    at          timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select taken.checkout_id, taken.user_id, coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username),
      bought.reference, bought.state, bought.total, bought.currency, bought.provider, taken.at
    from public.coupon_uses as taken join public.checkouts as bought on bought.id = taken.checkout_id left join public.members as member on member.user_id = taken.user_id
    where taken.coupon = of_code and (before_at is null or taken.at < before_at)
    order by taken.at desc, taken.checkout_id limit least(greatest(coalesce(most, 50), 1), 200);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_coupons()
  RETURNS TABLE (
    code      text,
    percent   integer,
    amount    bigint,
    plan      text,
    period    text,
    starts_at timestamp with time zone,
    ends_at   timestamp with time zone,
    most      integer,
    used      integer,
    given     bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select coupon.code, coupon.percent, coupon.amount, coupon.plan, coupon.period, coupon.starts_at, coupon.ends_at, coupon.most, coupon.used,
      (select count(*) from public.checkouts as bought where bought.coupon = coupon.code and bought.state = 'paid')
    from public.coupons as coupon order by coupon.starts_at desc, coupon.code;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_jobs (
  of_state  text    DEFAULT NULL::text,
  of_task   text    DEFAULT NULL::text,
  before_id bigint  DEFAULT NULL::bigint,
  most      integer DEFAULT 50
)
  RETURNS TABLE (
    id           bigint,
    task         text,
    state        text,
    run_at       timestamp with time zone,
    attempts     integer,
    max_attempts integer,
    last_error   text,
    created_at   timestamp with time zone,
    locked_at    timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if to_regclass('graphile_worker.jobs') is null then
    return query
      select job.id, job.task, 'ready', job.created_at, 0, 1, null::text, job.created_at, null::timestamptz
      from private.pending_jobs as job
      where (of_state is null or of_state = 'ready') and (of_task is null or job.task = of_task) and (before_id is null or job.id < before_id)
      order by job.id desc limit least(greatest(coalesce(most, 50), 1), 200);
    return;
  end if;
  return query execute $query$
    select id, task_identifier, state, run_at, attempts::int, max_attempts::int, last_error, created_at, locked_at
    from (
      select *, case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'given_up'
        when attempts > 0 then 'failing'
        when run_at > now() then 'waiting'
        else 'ready'
      end as state
      from graphile_worker.jobs
    ) as job
    where ($1 is null or state = $1) and ($2 is null or task_identifier = $2) and ($3 is null or id < $3)
    order by id desc limit $4
  $query$ using of_state, of_task, before_id, least(greatest(coalesce(most, 50), 1), 200);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_mails (
  before_id bigint DEFAULT NULL::bigint
)
  RETURNS TABLE (
    id         bigint,
    to_address text,
    template   text,
    created_at timestamp with time zone,
    expires_at timestamp with time zone,
    attempts   integer,
    last_error text,
    sent_at    timestamp with time zone,
    message_id text,
    failed_at  timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then
    raise exception 'not_admin' using errcode = '42501';
  end if;
  if to_regclass('_server.mail_outbox') is null then return; end if;
  return query execute $query$
    select id, to_address, template, created_at, expires_at, attempts, last_error, sent_at, message_id, failed_at
    from _server.mail_outbox
    where $1 is null or id < $1
    order by id desc limit 100
  $query$ using before_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_mails"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_members (
  query     text                     DEFAULT ''::text,
  of_tier   text                     DEFAULT NULL::text,
  of_role   text                     DEFAULT NULL::text,
  of_state  text                     DEFAULT NULL::text,
  before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id uuid                     DEFAULT NULL::uuid,
  most      integer                  DEFAULT 50
)
  RETURNS TABLE (
    user_id       uuid,
    username      text,
    first_name    text,
    last_name     text,
    email         text,
    phone         text,
    tier          text,
    premium_until timestamp with time zone,
    staff_role    text,
    suspended_at  timestamp with time zone,
    created_at    timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  conditions text := 'true';
  word text;
  premium constant text := $sql$(members.staff_role is not null or (members.premium_until > now() and exists (
    select from public.premium_grants as period where period.user_id = members.user_id and period.starts_at <= now() and period.ends_at > now()
  )))$sql$;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  foreach word in array regexp_split_to_array(btrim(private.plain(left(coalesce(query, ''), 100))), '\s+') loop
    continue when word = '';
    word := regexp_replace(word, '([\\%_])', '\\\1', 'g');
    -- Two letters are in almost every row somewhere; at the beginning of a word they say something.
    conditions := conditions || format(' and members.words like %L', case when length(word) < 3 then '% ' else '%' end || word || '%');
  end loop;
  if of_tier = 'premium' then conditions := conditions || ' and ' || premium;
  elsif of_tier = 'freemium' then conditions := conditions || ' and not ' || premium; end if;
  if of_role = 'member' then conditions := conditions || ' and members.staff_role is null';
  elsif of_role is not null then conditions := conditions || format(' and members.staff_role = %L', of_role); end if;
  if of_state = 'suspended' then conditions := conditions || ' and members.suspended_at is not null';
  elsif of_state = 'active' then conditions := conditions || ' and members.suspended_at is null'; end if;
  if before_at is not null then
    conditions := conditions || format(' and (members.created_at, members.user_id) < (%L::timestamptz, %L::uuid)', before_at, coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'));
  end if;
  -- Written out and planned each time: the best plan for one search is a bad one for another.
  return query execute format($sql$
    select members.user_id, members.username, members.first_name, members.last_name, members.email, members.phone,
      case when %s then 'premium' else 'freemium' end, members.premium_until, members.staff_role, members.suspended_at, members.created_at
    from public.members where %s order by members.created_at desc, members.user_id desc limit %s
  $sql$, premium, conditions, least(greatest(coalesce(most, 50), 1), 200));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_payments (
  query       text                     DEFAULT ''::text,
  of_state    text                     DEFAULT NULL::text,
  of_provider text                     DEFAULT NULL::text,
  of_means    text                     DEFAULT NULL::text,
  of_plan     text                     DEFAULT NULL::text,
  since       timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  until       timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_at   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id   uuid                     DEFAULT NULL::uuid,
  most        integer                  DEFAULT 50
)
  RETURNS TABLE (
    id               uuid,
    user_id          uuid,
    member_name      text,
    email            text,
    reference        text,
    provider         text,
    provider_payment text,
    means            text,
    plan             text,
    amount           bigint,
    currency         text,
    refunded         bigint,
    country          text,
    state            text,
    failure          text,
    created_at       timestamp with time zone,
    paid_at          timestamp with time zone,
    due_by           timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  words constant text := private.cleaned(query, 100);
  conditions text := 'true';
  word text;
  people text := '';
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if words <> '' then
    foreach word in array regexp_split_to_array(btrim(private.plain(words)), '\s+') loop
      continue when word = '';
      word := regexp_replace(word, '([\\%_])', '\\\1', 'g');
      people := people || format(' and words like %L', case when length(word) < 3 then '% ' else '%' end || word || '%');
    end loop;
    conditions := format('(pay.id in (select payment_id from private.payments_named(%L))%s)', words,
      case when people <> '' then ' or pay.user_id in (select user_id from public.members where true' || people || ')' else '' end);
  end if;
  if of_state is not null then conditions := conditions || format(' and pay.state = %L', of_state); end if;
  if of_provider is not null then conditions := conditions || format(' and pay.provider = %L', of_provider); end if;
  if of_means is not null then conditions := conditions || format(' and contract.means = %L', of_means); end if;
  if of_plan is not null then conditions := conditions || format(' and coalesce(bought.plan, contract.plan) = %L', of_plan); end if;
  if since is not null then conditions := conditions || format(' and pay.created_at >= %L', since); end if;
  if until is not null then conditions := conditions || format(' and pay.created_at < %L', until); end if;
  if before_at is not null then
    conditions := conditions || format(' and (pay.created_at, pay.id) < (%L::timestamptz, %L::uuid)', before_at, coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'));
  end if;
  -- Written out and planned each time: the best plan for one search is a bad one for another.
  return query execute format($sql$
    select pay.id, pay.user_id, coalesce(nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), ''), member.username), member.email,
      bought.reference, pay.provider, pay.provider_payment, contract.means, coalesce(bought.plan, contract.plan), pay.amount, pay.currency,
      (select coalesce(sum(back.amount), 0)::bigint from public.refunds as back where back.payment_id = pay.id and back.state = 'succeeded'),
      pay.country, pay.state, pay.failure, pay.created_at, pay.paid_at,
      (select min(asked.due_by) from public.disputes as asked where asked.payment_id = pay.id and asked.state = 'open')
    from public.payments as pay
    join public.subscriptions as contract on contract.id = pay.subscription_id
    left join public.checkouts as bought on bought.id = pay.checkout_id
    left join public.members as member on member.user_id = pay.user_id
    where %s order by pay.created_at desc, pay.id desc limit %s
  $sql$, conditions, least(greatest(coalesce(most, 50), 1), 200));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_payouts (
  of_state  text                     DEFAULT NULL::text,
  of_batch  bigint                   DEFAULT NULL::bigint,
  before_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id uuid                     DEFAULT NULL::uuid,
  most      integer                  DEFAULT 50
)
  RETURNS TABLE (
    id               uuid,
    user_id          uuid,
    username         text,
    email            text,
    amount           bigint,
    currency         text,
    asset            text,
    network          text,
    address          text,
    unprotected      boolean,
    state            text,
    batch_id         bigint,
    requested_at     timestamp with time zone,
    approved_at      timestamp with time zone,
    closed_at        timestamp with time zone,
    transaction_hash text,
    reason           text,
    referrals        integer,
    payers           integer,
    balance          bigint,
    same_address     integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select payout.id, payout.user_id, profile.username, account.email::text, payout.amount, payout.currency, payout.asset, payout.network, payout.address,
      wallet.unprotected, payout.state, payout.batch_id, payout.requested_at, payout.approved_at, payout.closed_at, payout.transaction_hash, payout.reason,
      (select count(*)::int from public.referrals where referrer = payout.user_id),
      (select count(distinct referral_id)::int from public.commissions where commissions.user_id = payout.user_id and commissions.amount > 0),
      (private.referral_balance(payout.user_id, now())).due,
      (select count(distinct known.user_id)::int from (
        select wallets.user_id from public.wallets where lower(wallets.address) = lower(payout.address)
        union all select other.user_id from public.payouts as other where lower(other.address) = lower(payout.address)
      ) as known where known.user_id <> payout.user_id)
    from public.payouts as payout left join public.profiles as profile on profile.id = payout.user_id
      left join auth.users as account on account.id = payout.user_id left join public.wallets as wallet on wallet.id = payout.wallet_id
    where (of_state is null or payout.state = of_state) and (of_batch is null or payout.batch_id = of_batch) and (before_at is null or (payout.requested_at, payout.id) < (before_at, before_id))
    order by payout.requested_at desc, payout.id desc limit least(greatest(coalesce(most, 50), 1), 501);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_provider_events (
  of_state  text    DEFAULT NULL::text,
  before_id bigint  DEFAULT NULL::bigint,
  most      integer DEFAULT 50
)
  RETURNS TABLE (
    id          bigint,
    provider    text,
    event_id    text,
    kind        text,
    state       text,
    reason      text,
    occurred_at timestamp with time zone,
    received_at timestamp with time zone,
    event       jsonb,
    raw         text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return query
    select told.id, told.provider, told.event_id, told.kind, told.state, told.reason, told.occurred_at, told.received_at, told.event, told.raw
    from private.provider_events as told
    where told.state in ('refused', 'waiting') and (of_state is null or told.state = of_state) and (list_provider_events.before_id is null or told.id < list_provider_events.before_id)
    order by told.id desc limit least(greatest(coalesce(most, 50), 1), 200);
end
$function$;

CREATE OR REPLACE FUNCTION public.member_file (
  member uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  file jsonb;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select jsonb_build_object(
    'tier', case when exists (select from public.staff where user_id = account.id) or exists (
      select from public.premium_grants where user_id = account.id and starts_at <= now() and ends_at > now()
    ) then 'premium' else 'freemium' end,
    'locale', profile.locale, 'time_zone', profile.time_zone, 'newsletter', profile.newsletter,
    'disclaimer_version', profile.disclaimer_version, 'disclaimer_accepted_at', profile.disclaimer_accepted_at,
    'email_confirmed_at', account.email_confirmed_at, 'last_sign_in_at', account.last_sign_in_at,
    'factors', (select count(*) from auth.mfa_factors where user_id = account.id and status = 'verified'),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', session.id, 'started_at', session.created_at,
        'last_used_at', greatest(session.created_at, session.updated_at, session.refreshed_at at time zone 'utc'),
        'user_agent', session.user_agent, 'ip', host(session.ip), 'assurance', coalesce(session.aal::text, 'aal1')
      ) order by greatest(session.created_at, session.updated_at, session.refreshed_at at time zone 'utc') desc), '[]')
      from auth.sessions as session
      where session.user_id = account.id and (session.not_after is null or session.not_after > now())
    ),
    'grants', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'source', source, 'starts_at', starts_at, 'ends_at', ends_at) order by starts_at desc), '[]')
      from public.premium_grants where user_id = account.id
    ),
    'suspensions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'reason', reason, 'suspended_at', suspended_at, 'reinstated_at', reinstated_at) order by id desc), '[]')
      from public.member_suspensions where user_id = account.id
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'broker', broker, 'state', state, 'created_at', created_at) order by created_at desc), '[]')
      from public.qualification_requests where user_id = account.id
    )
  ) into file
  from auth.users as account join public.profiles as profile on profile.id = account.id
  where account.id = member_file.member;
  return file;
end
$function$;

CREATE OR REPLACE FUNCTION public.office_feeds()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'class', feeds.class, 'source', feeds.source, 'state', feeds.state, 'reason', feeds.reason, 'since', feeds.since,
      'last_bar_at', feeds.last_bar_at, 'last_quote_at', feeds.last_quote_at, 'seen_at', feeds.seen_at,
      'refused', (
        select coalesce(jsonb_agg(jsonb_build_object('symbol', symbol, 'reason', reason, 'times', times, 'last_at', last_at) order by times desc, symbol, reason), '[]')
        from (
          select refused.symbol, refused.reason, sum(refused.times) as times, max(refused.refused_at) as last_at
          from private.refused_market_data as refused join public.instruments using (symbol)
          where instruments.class = feeds.class and refused.refused_at > now() - interval '1 day'
          group by refused.symbol, refused.reason
        ) as counted
      ),
      'waits', (
        select coalesce(jsonb_agg(jsonb_build_object('symbol', waits.symbol, 'from', waits.gap_from, 'until', waits.gap_until, 'noticed_at', waits.noticed_at) order by waits.noticed_at, waits.symbol), '[]')
        from public.market_waits as waits join public.instruments using (symbol) where instruments.class = feeds.class
      ),
      'passed_over', (
        select coalesce(sum(extract(epoch from gaps.gap_until - gaps.gap_from) / 60), 0)::int
        from public.market_gaps as gaps join public.instruments using (symbol)
        where instruments.class = feeds.class and gaps.reason = 'no_data' and gaps.recorded_at > now() - interval '1 day'
      )
    ) order by array_position(array['forex', 'metal', 'index', 'crypto'], feeds.class)), '[]')
    from public.market_feeds as feeds
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.office_figures (
  days integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  zone text;
  today date;
  since timestamptz;
begin
  if (select private.reading_staff_role()) is null then raise exception 'not_staff' using errcode = '42501'; end if;
  if days is null or days not between 1 and 366 then raise exception 'no_such_period' using errcode = '22023', hint = 'days'; end if;
  select time_zone into zone from public.profiles where id = auth.uid();
  today := (now() at time zone zone)::date;
  since := (today - (days - 1))::timestamp at time zone zone;
  return jsonb_build_object(
    'since', since, 'time_zone', zone,
    'sign_ups', private.office_sign_ups(zone, today - (days - 1), today),
    'steps', private.office_steps(since),
    'members', (select jsonb_build_object(
      'all', (select count(*) from public.members where staff_role is null),
      'premium', (
        select count(distinct period.user_id) from public.premium_grants as period
        where starts_at <= now() and ends_at > now() and not exists (select from public.staff where staff.user_id = period.user_id)
      ),
      -- Their first period began since; who only renews is no new one.
      'converted', (
        select count(distinct period.user_id) from public.premium_grants as period
        where starts_at between since and now()
          and not exists (select from public.premium_grants as earlier where earlier.user_id = period.user_id and earlier.starts_at < since)
      )
    )),
    'signals', private.office_signals(since),
    'delivery', private.office_delivery(since),
    'queue', private.office_queue(since)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.office_revenue (
  months integer,
  test   boolean DEFAULT false,
  money  text    DEFAULT 'EUR'::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  last_month constant date := date_trunc('month', now() at time zone 'Europe/Paris')::date;
  first_month date;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if months is null or months not between 1 and 36 then raise exception 'no_such_period' using errcode = '22023', hint = 'months'; end if;
  first_month := (last_month - make_interval(months => months - 1))::date;
  return jsonb_build_object(
    'since', first_month, 'test', test, 'currency', money,
    'currencies', (select coalesce(jsonb_agg(distinct payer.currency order by payer.currency), '[]') from private.revenue_payers as payer where payer.test = office_revenue.test),
    'other', (select coalesce(sum(payer.payments), 0) from private.revenue_payers as payer where payer.test <> office_revenue.test),
    'months', private.revenue_mrr(test, money, first_month, last_month),
    'cohorts', private.revenue_cohorts(test, money, first_month, last_month),
    'ltv', private.revenue_ltv(test, money),
    'money', private.revenue_refunds(test, money, private.month_start(first_month)));
end
$function$;

CREATE OR REPLACE FUNCTION public.office_settings()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'require_staff_mfa', setting.require_staff_mfa,
      'staff', (select count(*) from public.staff),
      'staff_without_factor', (
        select count(*) from public.staff
        where not exists (select from auth.mfa_factors as factor where factor.user_id = staff.user_id and factor.status = 'verified')
      )
    )
    from private.security_settings as setting
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.office_taxes (
  first_day date,
  last_day  date,
  test      boolean DEFAULT false,
  money     text    DEFAULT 'EUR'::text
)
  RETURNS TABLE (
    country   text,
    rate      numeric,
    sales     bigint,
    sales_net bigint,
    sales_tax bigint,
    back      bigint,
    back_net  bigint,
    back_tax  bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if first_day is null or last_day is null or last_day < first_day then raise exception 'no_such_period' using errcode = '22023', hint = 'last_day'; end if;
  return query
    select fact.country, fact.rate, count(*) filter (where kind = 'payment'),
      coalesce(sum(net) filter (where kind = 'payment'), 0)::bigint, coalesce(sum(tax) filter (where kind = 'payment'), 0)::bigint,
      count(*) filter (where kind <> 'payment'), coalesce(-sum(net) filter (where kind <> 'payment'), 0)::bigint, coalesce(-sum(tax) filter (where kind <> 'payment'), 0)::bigint
    from private.revenue_facts as fact
    where fact.at >= first_day::timestamp at time zone 'Europe/Paris' and fact.at < (last_day + 1)::timestamp at time zone 'Europe/Paris'
      and fact.test = office_taxes.test and fact.currency = money
    group by 1, 2 order by 1, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.office_telling()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return jsonb_build_object(
    'facts', (select count(*) from private.notification_facts where fanned_out_at is null and withdrawn_at is null),
    'devices', (select count(*) from public.push_devices),
    'channels', (
      select jsonb_agg(jsonb_build_object(
        'channel', name, 'due', due, 'later', later, 'failing', failing, 'oldest', oldest) order by place)
      from (values (1, 'push'), (2, 'email'), (3, 'digest')) as channel (place, name)
      cross join lateral (
        select count(*) filter (where due_at <= now()) as due, count(*) filter (where due_at > now()) as later,
          count(*) filter (where attempts > 0) as failing, min(due_at) filter (where due_at <= now()) as oldest
        from public.notification_deliveries as delivery
        where delivery.channel = name and delivery.sent_at is null and delivery.dropped_at is null
      ) as counted
    ),
    'telegram', (
      select jsonb_agg(jsonb_build_object(
        'chat', chat, 'configured', configured, 'language', language, 'last_sent_at', last_sent_at, 'last_error', last_error,
        'next_try_at', case when last_error is not null and next_try_at > now() then next_try_at end,
        'waiting', case when configured then (select count(*) from private.signal_feed where number > told_to) else 0 end,
        'sent', (select count(*) from private.telegram_posts as post where post.chat = telegram_chats.chat and message_id is not null)
      ) order by chat desc)
      from private.telegram_chats
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.open_payment_portal()
  RETURNS public.checkouts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  sub constant public.subscriptions := private.running_subscription(auth.uid(), moment);
  made public.checkouts;
begin
  if sub.provider <> 'stripe' then raise exception 'not_here' using errcode = '22023'; end if;
  -- Each is a call to the provider.
  if (select count(*) from public.checkouts where user_id = sub.user_id and kind = 'method' and created_at > moment - interval '1 hour') >= 10 then
    raise exception 'too_many_portals' using errcode = 'PT429';
  end if;
  insert into public.checkouts (user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, terms_version, subscription_id, expires_at, created_at)
  select user_id, sub.plan, sub.period, sub.price_id, means, provider, 'method', 0, 0, tax_rate, 0, currency, country, terms_version, sub.id, moment + interval '1 hour', moment
  from public.checkouts where subscription_id = sub.id and kind = 'first'
  returning * into made;
  perform private.ask_provider(sub.provider, 'update_method', made.id, jsonb_build_object('customer', sub.provider_customer), 'update_method:' || made.id);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.payment_file (
  payment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  pay public.payments;
  pay_key text;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = payment_file.payment;
  if not found then return null; end if;
  pay_key := pay.provider || ':' || pay.provider_payment;
  return to_jsonb(pay) || jsonb_build_object(
    'refundable', private.refundable(pay),
    'places', private.place_evidence(pay),
    'member', (
      select jsonb_build_object('name', coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username), 'email', email)
      from public.members where members.user_id = pay.user_id),
    'checkout', (select to_jsonb(bought) - '{idempotency_key,stake}'::text[] from public.checkouts as bought where bought.id = pay.checkout_id),
    'contract', (
      select jsonb_build_object('id', contract.id, 'plan', contract.plan, 'period', contract.period, 'means', contract.means, 'state', contract.state,
        'current_period_end', contract.current_period_end, 'ended_for', contract.ended_for)
      from public.subscriptions as contract where contract.id = pay.subscription_id),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(back) || jsonb_build_object('asked_by_name', (
        select coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) from public.members where members.user_id = back.asked_by
      )) order by back.at, back.id), '[]') from public.refunds as back where back.payment_id = pay.id),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(asked) order by asked.at, asked.id), '[]') from public.disputes as asked where asked.payment_id = pay.id),
    'access', (
      select coalesce(jsonb_agg(jsonb_build_object('starts_at', period.starts_at, 'ends_at', period.ends_at) order by period.starts_at), '[]')
      from public.premium_grants as period where period.payment_id = pay.id),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', told.id, 'event_id', told.event_id, 'kind', told.kind, 'occurred_at', told.occurred_at,
        'received_at', told.received_at, 'state', told.state, 'reason', told.reason, 'event', told.event, 'raw', told.raw) order by told.occurred_at, told.id), '[]')
      from (
        select * from private.provider_events where member = pay.user_id
          and (event ->> 'payment' = pay.provider_payment or event ->> 'checkout' = pay.checkout_id::text)
        union
        select * from private.provider_events where state = 'refused' and event ->> 'payment' = pay.provider_payment
      ) as told where told.provider = pay.provider),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'fact', entry.fact, 'account', entry.account, 'amount', entry.amount, 'currency', entry.currency,
        'at', entry.at, 'noted_at', entry.noted_at) order by entry.id), '[]')
      from private.books as entry where entry.fact in (
        select 'payment:' || pay_key
        union select 'refund:' || back.fact from public.refunds as back where back.payment_id = pay.id
        union select 'dispute:' || asked.provider || ':' || asked.provider_dispute from public.disputes as asked where asked.payment_id = pay.id)),
    'invoices', (
      select coalesce(jsonb_agg(jsonb_build_object('number', number, 'kind', kind, 'issued_at', issued_at, 'total', total, 'test', test) order by issued_at, number), '[]')
      from public.invoices where payment_id = pay.id),
    'referral', (
      select jsonb_build_object('referrer', origin.referrer, 'blocked_for', origin.blocked_for, 'blocked_at', origin.blocked_at,
        'name', (select coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) from public.members where members.user_id = origin.referrer))
      from public.referrals as origin where origin.referred = pay.user_id),
    'commission', (
      select jsonb_build_object('user_id', user_id, 'percent', percent, 'amount', earned.amount, 'earned_at', earned_at, 'due_at', due_at, 'voided_for', voided_for)
      from public.commissions as earned where payment_id = pay.id));
end
$function$;

CREATE OR REPLACE FUNCTION public.plan_desk()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(plan) || jsonb_build_object('on_sale', private.is_on_sale(plan, now()), 'members', (
      select count(*) from public.subscriptions as held where held.plan = plan.slug and held.state in ('active', 'past_due', 'canceled')
    ), 'prices', (
      select coalesce(jsonb_agg(to_jsonb(price) || jsonb_build_object(
        'in_force', exists (select from public.current_plan_prices as today where today.id = price.id),
        'holders', held.holders, 'test_holders', held.test_holders, 'next_renewal', held.next_renewal, 'last_renewal', held.last_renewal
      ) order by price.period, price.starts_at desc, price.id desc), '[]')
      from public.plan_prices as price
      cross join lateral (
        select count(*) filter (where provider <> 'sandbox') as holders, count(*) filter (where provider = 'sandbox') as test_holders,
          min(current_period_end) filter (where state <> 'canceled') as next_renewal, max(current_period_end) filter (where state <> 'canceled') as last_renewal
        from public.subscriptions
        where coalesce(next_price_id, price_id) = price.id and state in ('active', 'past_due', 'canceled')
      ) as held
      where price.plan = plan.slug
    )) order by plan.sort, plan.slug), '[]')
    from public.plans as plan
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_refund (
  payment uuid,
  amount  bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  asked constant uuid := gen_random_uuid();
  pay public.payments;
  pay_key text;
  before jsonb;
  afterwards jsonb;
  given_net bigint;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = preview_refund.payment;
  if not found or pay.paid_at is null then raise exception 'no_such_payment' using errcode = 'PT404'; end if;
  if pay.state in ('disputed', 'lost') then raise exception 'payment_disputed' using errcode = '22023'; end if;
  if coalesce(preview_refund.amount, 0) <= 0 or preview_refund.amount > private.refundable(pay) then
    raise exception 'refund_exceeds' using errcode = '22023', hint = 'amount';
  end if;
  pay_key := pay.provider || ':' || pay.provider_payment;
  -- The very steps that a refund takes, on a state that nobody keeps.
  before := private.money_of(pay.user_id, moment);
  afterwards := private.fold_step(before, jsonb_build_object('source', 'command', 'at', moment, 'key', 'preview', 'kind', 'refund',
    'subscription_id', pay.subscription_id, 'details', jsonb_build_object('refund', asked, 'payment', pay_key, 'amount', preview_refund.amount, 'reason', 'staff')));
  afterwards := private.fold_step(afterwards, jsonb_build_object('source', 'event', 'at', moment, 'key', 'preview', 'kind', 'refund_succeeded',
    'subscription_id', pay.subscription_id, 'provider', pay.provider, 'payment', pay.provider_payment, 'refund', 'preview', 'asked', asked, 'amount', preview_refund.amount));
  given_net := afterwards -> 'refunds' -> ('asked:' || asked) ->> 'net';
  return jsonb_build_object(
    'amount', preview_refund.amount, 'currency', pay.currency, 'net', given_net,
    'tax', afterwards -> 'refunds' -> ('asked:' || asked) -> 'tax', 'country', pay.country, 'tax_rate', pay.tax_rate, 'left', private.refundable(pay) - preview_refund.amount,
    'access_before', (select max(ends_at) from private.access_of(before) where ends_at > moment),
    'access_after', (select max(ends_at) from private.access_of(afterwards) where ends_at > moment),
    'contract_before', before -> 'subscriptions' -> pay.subscription_id::text -> 'state',
    'contract_after', afterwards -> 'subscriptions' -> pay.subscription_id::text -> 'state',
    'commission', (
      select jsonb_build_object('before', earned.amount, 'after', private.half_up(greatest(earned.kept - given_net, 0) * earned.percent / 100))
      from public.commissions as earned where earned.payment_id = pay.id));
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_change (
  plan   text,
  period text
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
  select * into sub from public.subscriptions where user_id = auth.uid() and state in ('active', 'past_due', 'canceled');
  if not found then raise exception 'no_subscription' using errcode = 'PT404'; end if;
  return private.change_quote(sub, plan, period, now()) - 'price_id' || jsonb_build_object('tax_rate', private.billed_tax(auth.uid()) -> 'rate');
end
$function$;

CREATE OR REPLACE FUNCTION public.read_checkout (
  id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  bought public.checkouts;
begin
  select * into bought from public.checkouts where checkouts.id = read_checkout.id and user_id = auth.uid();
  if not found then raise exception 'no_such_checkout' using errcode = 'PT404'; end if;
  return jsonb_build_object(
    'checkout', to_jsonb(bought) - '{idempotency_key,stake}'::text[], 'steps', private.steps_of_checkout(bought),
    'subscription', (select to_jsonb(sub) from public.subscriptions as sub where sub.id = bought.subscription_id and sub.state <> 'incomplete'),
    'payment', (select to_jsonb(pay) from public.payments as pay where pay.checkout_id = bought.id and pay.paid_at is not null order by paid_at limit 1),
    'invoice', private.invoice_of_checkout(bought.id));
end
$function$;

CREATE OR REPLACE FUNCTION public.read_mail (
  mail_id bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found jsonb;
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if to_regclass('_server.mail_outbox') is null then return null; end if;
  execute $query$
    select jsonb_build_object(
      'template', mail.template, 'to_address', mail.to_address,
      'data', private.without_secrets(mail.data - 'Data'),
      'minutes', greatest(1, round(extract(epoch from mail.expires_at - mail.created_at) / 60)::int),
      'language', coalesce(profile.locale, mail.data -> 'Data' ->> 'locale', 'fr'),
      'time_zone', coalesce(profile.time_zone, 'Europe/Paris'),
      'name', coalesce(nullif(profile.first_name, ''), mail.data -> 'Data' ->> 'first_name', '')
    )
    from _server.mail_outbox as mail
    left join auth.users as account on account.email = mail.data ->> 'Email' and not account.is_sso_user
    left join public.profiles as profile on profile.id = account.id
    where mail.id = $1
  $query$ into found using mail_id;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.read_seller()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (select to_jsonb(known) - 'only_row' || jsonb_build_object('missing', private.seller_gaps(), 'owed', private.notice_gaps(),
    'real', array(select distinct provider from unnest(array[card_provider, crypto_provider]) as provider where provider <> 'sandbox' order by provider)
  ) from private.seller as known, private.payment_settings);
end
$function$;

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
          -- A password proves who set it: for ten minutes it may be the one of whoever found the session open.
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

CREATE OR REPLACE FUNCTION public.refund_payment (
  payment uuid,
  amount  bigint,
  words   text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  pay public.payments;
  made constant uuid := gen_random_uuid();
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  select * into pay from public.payments where id = refund_payment.payment;
  if not found or pay.paid_at is null then raise exception 'no_such_payment' using errcode = 'PT404'; end if;
  perform private.lock_money(pay.user_id);
  if pay.state in ('disputed', 'lost') then raise exception 'payment_disputed' using errcode = '22023'; end if;
  if coalesce(refund_payment.amount, 0) <= 0 or refund_payment.amount > pay.net + pay.tax - coalesce((
    select sum(back.amount) from public.refunds as back where payment_id = pay.id and state <> 'failed' and reason <> 'overpaid'), 0) then
    raise exception 'refund_exceeds' using errcode = '22023', hint = 'amount';
  end if;
  if private.cleaned(words, 500) = '' then raise exception 'words_missing' using errcode = '22023', hint = 'words'; end if;
  insert into private.money_commands (member, subscription_id, kind, at, details) values (pay.user_id, pay.subscription_id, 'refund', clock_timestamp(), jsonb_build_object(
    'refund', made, 'payment', pay.provider || ':' || pay.provider_payment, 'amount', refund_payment.amount, 'reason', 'staff', 'by', auth.uid(), 'words', private.cleaned(words, 500)));
  perform private.settle_member(pay.user_id, clock_timestamp());
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.reinstate_member (
  member uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  update public.member_suspensions set reinstated_by = auth.uid(), reinstated_at = now() where user_id = member and reinstated_at is null;
  if not found then raise exception 'not_suspended' using errcode = 'PT404'; end if;
  update auth.users set banned_until = null where id = member;
end
$function$;

CREATE OR REPLACE FUNCTION public.replay_deliveries (
  delivery_ids bigint[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  delivery bigint;
  made int := 0;
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(delivery_ids) > 500 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  for delivery in
    insert into public.webhook_deliveries (endpoint_id, lead_id, event, body, replay_of)
    select endpoint_id, lead_id, event, body, id from public.webhook_deliveries
    where id = any (delivery_ids) and state <> 'pending' order by id
    returning id
  loop
    made := made + 1;
    perform private.enqueue('deliver-webhooks', jsonb_build_object('id', delivery));
  end loop;
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
  if not exists (select from public.brokers where slug = request_qualification.broker) then raise exception 'no_such_broker' using errcode = '22023', hint = 'broker'; end if;
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
  perform private.tell_queue(made, 'submitted');
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.retry_jobs (
  job_ids bigint[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due bigint[];
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if cardinality(job_ids) > 500 then raise exception 'too_many_rows' using errcode = '22023'; end if;
  if to_regclass('graphile_worker.jobs') is null then return 0; end if;
  execute 'select array_agg(id order by id) from graphile_worker.jobs where id = any ($1) and locked_at is null and attempts > 0' into due using job_ids;
  if due is null then return 0; end if;
  execute 'select count(*) from graphile_worker.reschedule_jobs($1, run_at := now(), attempts := 0)' using due;
  perform private.note_staff_act('jobs', job::text, 'update', null, '{"attempts": 0}') from unnest(due) as job;
  return cardinality(due);
end
$function$;

CREATE OR REPLACE FUNCTION public.revenue_rows (
  figure     text,
  month      date,
  last_day   date                     DEFAULT NULL::date,
  of_country text                     DEFAULT NULL::text,
  of_rate    numeric                  DEFAULT NULL::numeric,
  place      integer                  DEFAULT NULL::integer,
  test       boolean                  DEFAULT false,
  money      text                     DEFAULT 'EUR'::text,
  before_at  timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before_id  text                     DEFAULT NULL::text,
  most       integer                  DEFAULT 50
)
  RETURNS TABLE (
    id          text,
    at          timestamp with time zone,
    member      uuid,
    member_name text,
    payment_id  uuid,
    kind        text,
    plan        text,
    country     text,
    was         bigint,
    amount      bigint,
    tax         bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  first_day constant timestamptz := month::timestamp at time zone 'Europe/Paris';
  day_after constant timestamptz := (coalesce(last_day, (date_trunc('month', month) + interval '1 month - 1 day')::date) + 1)::timestamp at time zone 'Europe/Paris';
  edges constant timestamptz[] := private.revenue_edges(month, month);
  cohort_end constant timestamptz := least(private.month_start((month + make_interval(months => coalesce(place, 0) + 1))::date), now());
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if figure not in ('mrr', 'new', 'returned', 'expansion', 'contraction', 'churned', 'cohort', 'ltv', 'money', 'refund', 'tax') or month is null then
    raise exception 'no_such_figure' using errcode = '22023', hint = 'figure';
  end if;
  return query
    with moved as materialized (
      select * from private.revenue_moves(test, money, edges) where figure in ('mrr', 'new', 'returned', 'expansion', 'contraction', 'churned')
    ),
    found as (
      select step.member::text as id, step.starts_at as at, step.member, null::uuid as payment_id, 'kept' as kind, step.plan, null::text as country,
        step.monthly as was, step.monthly as amount, null::bigint as tax
      from private.revenue_steps as step
      where figure = 'mrr' and step.test = revenue_rows.test and step.currency = money and step.starts_at <= edges[2] and step.ends_at > edges[2] and step.monthly > 0
        and not exists (select from moved where moved.member = step.member)
      union all
      select moved.member::text, case moved.kind when 'churned' then moved.ended else moved.began end,
        moved.member, null, moved.kind, moved.plan, null, moved.was, moved.becomes, null
      from moved where (case figure when 'mrr' then moved.becomes > 0 else moved.kind = figure end)
      union all
      select first.member::text, first.first_at, first.member, null, case when held.monthly is null then 'gone' else 'kept' end, held.plan, null, null, coalesce(held.monthly, 0), null
      from private.revenue_steps as first
      left join private.revenue_steps as held on held.member = first.member and held.test = first.test and held.currency = first.currency
        and held.starts_at <= cohort_end and held.ends_at > cohort_end
      where figure = 'cohort' and first.test = revenue_rows.test and first.currency = money and first.starts_at = first.first_at
        and first.first_at >= edges[1] and first.first_at <= now() and first.first_at < private.month_start((month + interval '1 month')::date)
      union all
      select payer.member::text, payer.first_at, payer.member, null, 'payer', null, null, payer.received, payer.received - payer.given_back, null
      from private.revenue_payers as payer where figure = 'ltv' and payer.test = revenue_rows.test and payer.currency = money
      union all
      select fact.id, fact.at, fact.member, fact.payment_id, fact.kind, null, fact.country, null, fact.net, fact.tax
      from private.revenue_facts as fact
      where figure in ('money', 'refund', 'tax') and (figure <> 'refund' or fact.kind <> 'payment') and fact.at >= first_day and fact.at < day_after
        and fact.test = revenue_rows.test and fact.currency = money
        and (of_country is null or fact.country = of_country) and (of_rate is null or fact.rate = of_rate)
    ),
    shown as (
      select * from found where before_at is null or (found.at, found.id) < (before_at, coalesce(before_id, ''))
      order by found.at desc, found.id desc limit least(greatest(coalesce(most, 50), 1), 1000)
    )
    select shown.id, shown.at, shown.member, coalesce(nullif(btrim(concat_ws(' ', known.first_name, known.last_name)), ''), known.username),
      shown.payment_id, shown.kind, shown.plan, shown.country, shown.was, shown.amount, shown.tax
    from shown left join public.members as known on known.user_id = shown.member order by shown.at desc, shown.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.sandbox_authenticate (
  checkout uuid,
  accepted boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  bought constant public.checkouts := private.sandbox_checkout(checkout, 'card', clock_timestamp());
  pending public.payments;
begin
  select * into pending from public.payments where checkout_id = checkout and state = 'pending' order by created_at desc limit 1;
  if not found then raise exception 'nothing_to_authenticate' using errcode = 'PT404'; end if;
  perform private.sandbox_says(bought, pending.provider_payment, case when accepted then 'payment_succeeded' else 'payment_failed' end,
    jsonb_build_object('amount', bought.total, 'method', pending.method) || case when accepted then '{}'::jsonb else '{"reason": "authentication_failed"}' end, clock_timestamp());
  return public.read_checkout(checkout);
end
$function$;

CREATE OR REPLACE FUNCTION public.schedule_draft (
  draft_id   uuid,
  publish_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  draft public.signal_drafts;
begin
  perform private.require_staff();
  select * into draft from public.signal_drafts where id = draft_id and author_id = auth.uid() for update;
  if not found then perform private.refuse('draft_not_found', null, 'No such draft of yours.'); end if;
  if publish_at is not null then
    if publish_at <= clock_timestamp() or publish_at > clock_timestamp() + interval '30 days' then
      perform private.refuse('invalid_schedule', 'publish_at', 'Within the next thirty days.');
    end if;
    perform private.require_confirmed(draft.input);
    -- What no price can make right is said now, not then.
    perform private.checked_levels(draft.input), private.checked_reasons(draft.input), private.checked_validity(draft.input),
      private.one_of(draft.input, 'style', '{scalp,intraday,swing}', 'invalid_style'),
      private.one_of(draft.input, 'tier', '{freemium,premium}', 'invalid_tier');
  end if;
  update public.signal_drafts set publish_at = schedule_draft.publish_at, refusal = null where id = draft_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.security_change_state (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('kind', kind, 'at', at,
    'state', case when stopped_at is not null then 'stopped' when at < private.stoppable_from() then 'too_late' else 'open' end)
  from private.security_changes where id = private.read_link_token('change', token)
$function$;

REVOKE ALL ON FUNCTION "public"."security_change_state"(text) FROM PUBLIC, "service_role";

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
  -- One after another: what is checked below must be what is written.
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
  -- A renewal is charged by the provider, without asking: whoever has contracts for money goes on saying who sells.
  if private.seller_gaps() <> '{}' and exists (select from public.subscriptions where provider <> 'sandbox' and state in ('active', 'past_due', 'canceled')) then
    raise exception 'seller_needed' using errcode = 'PT409', hint = (private.seller_gaps())[1];
  end if;
  return public.read_seller();
end
$function$;

CREATE OR REPLACE FUNCTION public.set_staff_role (
  member uuid,
  role   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if set_staff_role.role is not null and set_staff_role.role not in ('analyst', 'admin') then raise exception 'no_such_role' using errcode = '22023', hint = 'role'; end if;
  -- Nobody locks themselves out, so there is always an admin left.
  if member = auth.uid() then raise exception 'own_role' using errcode = '42501'; end if;
  if not exists (select from public.members where user_id = member) then raise exception 'no_such_member' using errcode = 'PT404'; end if;
  if exists (select from public.members where user_id = member and suspended_at is not null) then raise exception 'member_is_suspended' using errcode = '42501'; end if;
  if set_staff_role.role is null then
    delete from public.staff where user_id = member;
  else
    insert into public.staff (user_id, role) values (member, set_staff_role.role)
    on conflict (user_id) do update set role = excluded.role where staff.role <> excluded.role;
  end if;
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
    -- One whose renewal is not paid ends at once.
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
    -- First of all: by this the triggers know that what follows undoes, and links of later changes are worth nothing.
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
    -- A browser that came along with it is news again.
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

REVOKE ALL ON FUNCTION "public"."stop_security_change"(text) FROM PUBLIC, "service_role";

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
    -- Whoever changed it once may have changed it again: what followed goes too, and the one before comes back.
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

CREATE OR REPLACE FUNCTION public.store_wallet (
  member      uuid,
  currency    text,
  network     text,
  address     text,
  unprotected boolean,
  typed       boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hold constant int := (select wallet_hold_hours from public.referral_settings);
  stored public.wallets;
begin
  if not exists (select from auth.users where id = member and not is_anonymous) then raise exception 'not_allowed' using errcode = '42501'; end if;
  if not private.is_payout_asset(store_wallet.currency, store_wallet.network) then raise exception 'asset_unknown' using hint = 'network'; end if;
  perform from public.profiles where id = member for update;
  select * into stored from public.wallets where user_id = member and replaced_at is null and stopped_at is null;
  if found and (stored.currency, stored.network, stored.address) = (store_wallet.currency, store_wallet.network, store_wallet.address) then
    return jsonb_build_object('id', stored.id, 'usable_at', stored.usable_at, 'changed', false);
  end if;
  if (select count(*) from public.wallets where user_id = member and saved_at > now() - interval '24 hours') >= 5 then
    raise exception 'too_many_changes' using detail = 'Five in 24 hours.';
  end if;
  update public.wallets set replaced_at = now() where user_id = member and replaced_at is null and stopped_at is null;
  insert into public.wallets (user_id, currency, network, address, unprotected, typed, usable_at)
  values (member, store_wallet.currency, store_wallet.network, store_wallet.address, store_wallet.unprotected, store_wallet.typed, now() + make_interval(hours => hold))
  returning * into stored;
  perform private.tell_member(member, 'wallet_changed', jsonb_build_object(
    'At', now(), 'Currency', stored.currency, 'Network', stored.network, 'Address', stored.address, 'UsableAt', stored.usable_at,
    'StopToken', private.link_token('wallet', stored.id)), '/parrainage');
  return jsonb_build_object('id', stored.id, 'usable_at', stored.usable_at, 'changed', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.suspend_member (
  member uuid,
  reason text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  if exists (select from public.staff where user_id = member) then raise exception 'member_is_staff' using errcode = '42501'; end if;
  if not exists (select from public.members where user_id = member) then raise exception 'no_such_member' using errcode = 'PT404'; end if;
  insert into public.member_suspensions (user_id, reason, suspended_by) values (member, private.cleaned(reason, 500), auth.uid())
  on conflict (user_id) where reinstated_at is null do nothing;
  if not found then raise exception 'already_suspended' using errcode = '23505'; end if;
  update auth.users set banned_until = now() + interval '100 years' where id = member;
  delete from auth.sessions where user_id = member;
end
$function$;

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
      -- What is on its way has an hour, and of a renewal that is a year past nothing is owed any more.
      and due.announced_at < now() - interval '1 hour' and (due.facts ->> 'RenewsOn')::timestamptz > now() - interval '1 year'
      and account.email not like '%@demonstration.invalid'
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.wallet_change_state (
  token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'currency', currency, 'network', network, 'address', left(address, 6) || '…' || right(address, 6), 'saved_at', saved_at, 'usable_at', usable_at,
    'state', case when stopped_at is not null then 'stopped' when usable_at <= now() then 'too_late' else 'held' end)
  from public.wallets where id = private.read_link_token('wallet', token)
$function$;

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
  perform private.tell_queue(withdraw_qualification.request_id, 'withdrawn');
end
$function$;

ALTER TABLE "private"."market_import_before"
  ADD CONSTRAINT "market_import_before_import_number_fkey" FOREIGN KEY (import_number) REFERENCES private.market_imports(number) ON DELETE CASCADE;

ALTER TABLE "private"."market_imports"
  ADD CONSTRAINT "market_imports_symbol_fkey" FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

ALTER TABLE "private"."security_changes"
  ADD CONSTRAINT "security_changes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."ledger_checkpoints"
  ADD CONSTRAINT "ledger_checkpoints_size_fkey" FOREIGN KEY (size) REFERENCES public.ledger(SEQUENCE);

ALTER TABLE "public"."ledger_cosignatures"
  ADD CONSTRAINT "ledger_cosignatures_size_fkey" FOREIGN KEY (size) REFERENCES public.ledger_checkpoints(size);

ALTER TABLE "public"."ledger_timestamps"
  ADD CONSTRAINT "ledger_timestamps_size_fkey" FOREIGN KEY (size) REFERENCES public.ledger_checkpoints(size);

ALTER TABLE "public"."signals"
  ADD CONSTRAINT "signals_number_check" CHECK ((number > 0));

CREATE INDEX market_imports_of_symbol ON private.market_imports USING btree (symbol);

CREATE INDEX security_changes_by_time ON private.security_changes USING btree (at);

CREATE INDEX security_changes_of_member ON private.security_changes USING btree (user_id, at);

CREATE TRIGGER mail_sign_up_repeated
  AFTER INSERT ON auth.audit_log_entries
  FOR EACH ROW
  WHEN (((new.payload ->> 'action'::text) = 'user_repeated_signup'::text))
  EXECUTE FUNCTION private.mail_sign_up_repeated();

CREATE TRIGGER mail_identity_added
  AFTER INSERT ON auth.identities
  FOR EACH ROW
  WHEN ((new.provider <> ALL (ARRAY['email'::text, 'phone'::text])))
  EXECUTE FUNCTION private.mail_identity_changed();

CREATE TRIGGER mail_identity_removed
  AFTER DELETE ON auth.identities
  FOR EACH ROW
  WHEN ((old.provider <> ALL (ARRAY['email'::text, 'phone'::text])))
  EXECUTE FUNCTION private.mail_identity_changed();

CREATE TRIGGER mail_address_changed
  AFTER UPDATE OF email, phone ON auth.users
  FOR EACH ROW
  WHEN ((((old.email)::text IS DISTINCT FROM (new.email)::text) OR (old.phone IS DISTINCT FROM new.phone)))
  EXECUTE FUNCTION private.mail_address_changed();

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON private.ledger_tree
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "private"."ledger_tree"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON private.ledger_tree
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "private"."ledger_tree"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER ask_for_checkpoint
  AFTER INSERT ON public.ledger
  FOR EACH ROW
  WHEN ((new.at > (now() - '00:01:00'::interval)))
  EXECUTE FUNCTION private.ask_for_checkpoint();

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.ledger_checkpoints
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ledger_checkpoints"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.ledger_checkpoints
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ledger_checkpoints"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.ledger_cosignatures
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ledger_cosignatures"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.ledger_cosignatures
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ledger_cosignatures"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.ledger_keys
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ledger_keys"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.ledger_keys
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ledger_keys"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE TRIGGER append_only_all
  BEFORE TRUNCATE ON public.ledger_timestamps
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ledger_timestamps"
  ENABLE ALWAYS TRIGGER "append_only_all";

CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON public.ledger_timestamps
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_change();

ALTER TABLE "public"."ledger_timestamps"
  ENABLE ALWAYS TRIGGER "append_only";

CREATE CONSTRAINT TRIGGER tell_of_new_surplus
  AFTER INSERT ON public.payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((new.surplus > 0))
  EXECUTE FUNCTION private.tell_of_surplus();

CREATE CONSTRAINT TRIGGER tell_of_surplus
  AFTER UPDATE OF surplus ON public.payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (((new.surplus > 0) AND (old.surplus = 0)))
  EXECUTE FUNCTION private.tell_of_surplus();

CREATE TRIGGER tell_of_returned_surplus_at_once
  AFTER INSERT ON public.refunds
  FOR EACH ROW
  WHEN (((new.reason = 'overpaid'::text) AND (new.state = 'succeeded'::text)))
  EXECUTE FUNCTION private.tell_of_returned_surplus();

CREATE TRIGGER tell_of_returned_surplus
  AFTER UPDATE OF state ON public.refunds
  FOR EACH ROW
  WHEN (((new.reason = 'overpaid'::text) AND (new.state = 'succeeded'::text) AND (old.state <> 'succeeded'::text)))
  EXECUTE FUNCTION private.tell_of_returned_surplus();

CREATE TRIGGER end_sessions_of_staff
  AFTER DELETE OR UPDATE ON public.staff
  FOR EACH ROW
  EXECUTE FUNCTION private.end_sessions_of_staff();

CREATE POLICY "admins read the notices" ON "public"."admin_notifications"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "admins read the audit log" ON "public"."audit_log"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "members read their own billing details, admins every one" ON "public"."billing_details"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read their own orders, admins every one" ON "public"."checkouts"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read their own commissions, admins every one" ON "public"."commissions"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read which coupons they used, admins every use" ON "public"."coupon_uses"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "admins read coupons" ON "public"."coupons"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "members read their own disputes, admins every one" ON "public"."disputes"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read their own invoices, admins every one" ON "public"."invoices"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "admins read the leads" ON "public"."leads"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "everybody reads checkpoints" ON "public"."ledger_checkpoints"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody reads cosignatures" ON "public"."ledger_cosignatures"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody reads the keys of checkpoints" ON "public"."ledger_keys"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "everybody reads time-stamps" ON "public"."ledger_timestamps"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "admins read the suspensions" ON "public"."member_suspensions"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "admins read the members" ON "public"."members"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "members see what was sent to them, admins see all" ON "public"."notification_deliveries"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read their own payments, admins every one" ON "public"."payments"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "admins read the batches" ON "public"."payout_batches"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "members read their own payouts, admins every one" ON "public"."payouts"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read the prices that took effect, admins those to come" ON "public"."plan_prices"
  FOR SELECT
  TO "authenticated"
  USING (((starts_at <= now()) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members see their own premium periods" ON "public"."premium_grants"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read their own profile, admins every one" ON "public"."profiles"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read what concerns them, admins everything" ON "public"."qualification_events"
  FOR SELECT
  TO "authenticated"
  USING
    (((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text) OR ((kind <> ALL (ARRAY['assigned'::text, 'commented'::text])) AND (request_id IN ( SELECT
    qualification_requests.id
   FROM public.qualification_requests
  WHERE (qualification_requests.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "members read their own requests, admins every one" ON "public"."qualification_requests"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read their own code, admins every one" ON "public"."referral_codes"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "admins read the referrals" ON "public"."referrals"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "members read their own refunds, admins every one" ON "public"."refunds"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "staff see the staff" ON "public"."staff"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) IS NOT NULL));

CREATE POLICY "members read what became of their contracts, admins of every on" ON "public"."subscription_events"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read their own contracts, admins every one" ON "public"."subscriptions"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "members read their own wallets, admins every one" ON "public"."wallets"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT auth.uid() AS uid) = user_id) OR (( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text)));

CREATE POLICY "admins read the tries" ON "public"."webhook_attempts"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "admins read the deliveries" ON "public"."webhook_deliveries"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "admins read the webhooks" ON "public"."webhook_endpoints"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.reading_staff_role() AS reading_staff_role) = 'admin'::text));

CREATE POLICY "admins hear the qualification queue" ON "realtime"."messages"
  FOR SELECT
  TO "authenticated"
  USING
    (((EXTENSION = 'broadcast'::text) AND (( SELECT realtime.topic() AS topic) = 'staff:qualification'::text) AND (( SELECT private.reading_staff_role() AS reading_staff_role) =
    'admin'::text)));

CREATE POLICY "members fetch their own invoices, admins every one" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING
    (((bucket_id = 'invoices'::text) AND (((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) OR (( SELECT private.reading_staff_role() AS reading_staff_role) =
    'admin'::text))));

CREATE POLICY "members read their own proofs, admins every one" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING
    (((bucket_id = 'proofs'::text) AND (((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) OR (( SELECT private.reading_staff_role() AS reading_staff_role) =
    'admin'::text))));

COMMENT ON FUNCTION "private"."ask_for_checkpoint"() IS 'An entry was added: a checkpoint is made when no other follows for three seconds, and each minute in any case.';

COMMENT ON FUNCTION "private"."begin_market_import"(text, text, text, text, text, text, text[], integer, timestamp with time zone, timestamp
  with time zone) IS 'Numbers an import and keeps the longer candles it may change. Call before its candles are stored, in the same transaction.';

COMMENT ON FUNCTION "private"."checkpoint_json"(public.ledger_checkpoints) IS 'A checkpoint with what others said of it: cosignatures as lines of its note, time-stamps beside it.';

COMMENT ON FUNCTION "private"."checkpoints_json"() IS 'What the export holds: the last checkpoint of each day (UTC), and the last one with a time-stamp.';

COMMENT ON FUNCTION "private"."coupon_spent"(text, uuid) IS 'Whether another account with the same mailbox uses a coupon: one person, one use.';

COMMENT ON FUNCTION "private"."demand_tree_size"(bigint) IS 'Refuses a size that the tree has not reached.';

COMMENT ON FUNCTION "private"."end_market_import"(integer, integer) IS 'Notes how many candles of an import were new, and forgets the kept ones that it did not change.';

COMMENT ON FUNCTION "private"."end_sessions_of_staff"() IS 'Who loses a role, or has less of one, signs in anew: what their open sessions hold was read with it.';

COMMENT ON FUNCTION "private"."first_ordered_id"(timestamp with time zone) IS 'Sorts before every ordered_id() that was made at a moment or later, to a millisecond, and behind all that were made before.';

COMMENT ON FUNCTION "private"."grow_ledger_tree"() IS 'Keeps every subtree that is full by now, and returns how many entries the tree has. Run again it does nothing.';

COMMENT ON FUNCTION "private"."head_line"() IS 'The newest entry as the line that people keep: what goes out with every message about a signal. It tells nothing that the public ledger does not.';

COMMENT ON FUNCTION "private"."keep_checkpoint"(bigint, text, text, text, timestamp with time zone) IS 'For the worker, in the transaction of next_checkpoint(): keeps what it signed, with the key that checks it.';

COMMENT ON FUNCTION "private"."keep_ledger_signer"(text, boolean) IS 'For the worker: keeps a key unless there is one, or in its place; the key that holds is returned.';

COMMENT ON FUNCTION "private"."ledger_moment"() IS 'The time of what is about to be recorded. Read after waiting for the ledger and never before its last entry, so that neither a queue nor a clock set back parts a fact from its entry.';

COMMENT ON FUNCTION "private"."link_token"(text, uuid) IS '44 characters: a row''s id and a 136-bit HMAC-SHA-256 over the purpose and the id. Whoever holds it may do what the purpose says.';

COMMENT ON FUNCTION "private"."lock_ledger"() IS 'One writer at a time until its transaction ends: sequences have no gap and follow the order of commits.';

COMMENT ON FUNCTION "private"."mail_address_changed"() IS 'The address or number that an account is reached and entered by was replaced, or taken away.';

COMMENT ON FUNCTION "private"."mail_identity_changed"() IS 'An account of a provider was linked or unlinked.';

COMMENT ON FUNCTION "private"."mail_sign_up_repeated"() IS 'The screen tells nobody that an address has an account: its owner hears of the attempt instead.';

COMMENT ON FUNCTION "private"."mailbox_of"(text) IS 'The mailbox behind an address: in lower case, without +tag, for Gmail without dots, and by one of its domains where a provider gives each mailbox several. For comparing alone: an address is shown and written to as it is.';

COMMENT ON FUNCTION "private"."next_checkpoint"() IS 'For the worker: lets the tree grow and gives its size and root; no row while the newest checkpoint is of that size.';

COMMENT ON FUNCTION "private"."quote_json"(numeric, numeric) IS 'The quote at publication as the reasons hold it; no key where there was none.';

COMMENT ON FUNCTION "private"."read_link_token"(text, text) IS 'Which row a link is about; refuses what was not written here for that purpose.';

COMMENT ON FUNCTION "private"."reading_staff_role"() IS 'The staff role of the caller for whatever staff alone read, on the terms of writing_staff_role(); null where that refuses, so that a policy leaves them what every member reads of their own.';

COMMENT ON FUNCTION "private"."record_signal"(jsonb, uuid, text, timestamp with time zone, timestamp with time zone, public.quotes, boolean) IS 'Checks, seals and stores a signal. Its times are the caller''s, so no API role may call it: members publish through publish_signal(), and demonstration data is marked as such.';

COMMENT ON FUNCTION "private"."require_confirmed"(jsonb) IS 'Refuses a draft with a field that a pasted text left in doubt and its author has not confirmed.';

COMMENT ON FUNCTION "private"."resum_candles"(private.market_imports, text, timestamp with time zone[]) IS 'Makes the candles of one length anew that held removed ones: out of what they were before the import and of the shorter ones that are left.';

COMMENT ON FUNCTION "private"."split_of"(bigint, bigint) IS 'Where RFC 6962 divides two or more entries: after the largest power of two that is below their number.';

COMMENT ON FUNCTION "private"."stoppable_from"() IS 'Changes since then can be stopped.';

COMMENT ON FUNCTION "private"."store_candles"(text, text, text[], timestamp
  with time zone[], numeric[], numeric[], numeric[], numeric[], numeric[], integer) IS 'Stores whole candles of one timeframe and takes the new ones into every longer candle; late ones find their place. Those already stored are passed over. Returns how many were new. import_number marks them as of an import, which can be undone.';

COMMENT ON FUNCTION "private"."tax_in"(bigint, numeric) IS 'The tax in an amount that includes it. It never falls as the amount grows, so the taxes of parts, each cut from the sum so far, add up to that of the whole.';

COMMENT ON FUNCTION "private"."tell_change"(uuid, text, text, jsonb, jsonb) IS 'Notes a change of how an account is entered and tells its address of it, and every address that was replaced in the last three days.';

COMMENT ON FUNCTION "private"."tell_of_returned_surplus"() IS 'Tells a member that money that bought nothing went back: without a sale there is no credit note to say so.';

COMMENT ON FUNCTION "private"."tell_of_surplus"() IS 'The receipt of money that bought nothing (paid twice, too much, too late): it is no sale, so no invoice says that it came and goes back.';

COMMENT ON FUNCTION "private"."tree_hash"(bigint, bigint) IS 'The hash over entries counted from 0, from the first to before the other: the root where the first is 0. The first is a place that RFC 6962 divides at.';

COMMENT ON FUNCTION "private"."tree_node"(integer, bigint) IS 'The hash of a complete subtree; null while it is not full or not kept yet.';

COMMENT ON FUNCTION "private"."trim_deliveries"(timestamp with time zone, integer) IS 'For the worker: removes mails and pushes that are thirty days old, sent or not. Returns how many; fewer than `most`, and there are no more.';

COMMENT ON FUNCTION "private"."trim_notifications"(timestamp with time zone, uuid, integer) IS 'For the worker: looks at the next `most` notifications behind one that are ninety days old, and removes those whose time is over. Returns the last it looked at, null where there was none, and how many are gone.';

COMMENT ON FUNCTION "private"."undo_change"(private.security_changes) IS 'Brings back what one change replaced, where it still can.';

COMMENT ON FUNCTION "private"."undo_market_import"(integer) IS 'Takes an import back: removes its candles, and makes the longer ones anew without them. Returns how many were removed. Refuses with import_unknown, import_undone_already, import_decided (detail: numbers of the signals whose life lies in its time).';

COMMENT ON FUNCTION "private"."without_secrets"(jsonb) IS 'What a mail is filled with, with a dot in place of whatever could be used: by the name of the field, so that a new kind of link or code is hidden unasked.';

COMMENT ON FUNCTION "public"."add_signal_note"(uuid, text) IS 'Adds a note to one''s own signal that is still open; admins to every one.';

COMMENT ON FUNCTION "public"."end_member_sessions"(uuid) IS 'Ends every session of an account and says how many there were.';

COMMENT ON FUNCTION "public"."end_session"(uuid) IS 'Ends one session of the caller; false when there is none of that id.';

COMMENT ON FUNCTION "public"."ledger_consistency_proof"(bigint, bigint) IS 'What shows that the tree of a checkpoint begins with all of an older one, in base64 (RFC 6962 §2.1.2).';

COMMENT ON FUNCTION "public"."ledger_extension"(bigint, bigint[]) IS 'The newest checkpoint, with what shows that it extends the tree of an older size and holds these entries (64 at most): {note, keys, timestamps, consistency, inclusion: {sequence: path}}. `consistency` is null where the newest is smaller, an entry beyond it has no path. Null before the first checkpoint.';

COMMENT ON FUNCTION "public"."ledger_inclusion_proof"(bigint, bigint) IS 'The audit path of an entry in the tree of a checkpoint, from its sibling up, in base64 (RFC 6962 §2.1.1).';

COMMENT ON FUNCTION "public"."list_mails"(bigint) IS 'The newest 100 mails before an id, for admins: to whom, when and what became of them, never what a mail opens.';

COMMENT ON FUNCTION "public"."read_mail"(bigint) IS 'For admins: {template, to_address, data, minutes (how long its link is good for), language, time_zone, name} of a mail, or null. Links and codes in data are a dot.';

COMMENT ON FUNCTION "public"."recently_proved"() IS 'Whether the caller proved who they are within ten minutes, with the second factor where they have one, and not by a password that was only just set: a session that was left open elsewhere must not carry the account away. An account that was only tried has nothing to prove it with.';

COMMENT ON FUNCTION "public"."security_change_state"(text) IS 'What the link of a mail would stop: {kind, at, state: open, stopped or too_late}; null when it is known no more. Changes nothing.';

COMMENT ON FUNCTION "public"."stop_security_change"(text) IS 'Undoes a change and all that followed it, takes the password away and ends every session; then {kind, at, state, email}: where a link for a new password is sent to. The token is the right to do so; nobody needs to be signed in. Done once.';

COMMENT ON TABLE "private"."ledger_signer" IS 'The Ed25519 key that signs checkpoints, made by the worker at its first start or taken from its settings: 32 bytes in base64url.';

COMMENT ON TABLE "private"."ledger_tree" IS 'The complete subtrees of the Merkle tree over the ledger: one row for each entry, all told.';

COMMENT ON TABLE "private"."market_import_before" IS 'Longer candles as they were before an import changed them.';

COMMENT ON TABLE "private"."market_imports" IS 'Price files taken in: what of them was new, which doubts about them were confirmed, and whether they were undone.';

COMMENT ON TABLE "private"."security_changes" IS 'One row a change. was: what it takes to undo it. Rows go after three days, when the next change is noted.';

COMMENT ON TABLE "private"."security_settings" IS 'One row. require_staff_mfa: staff without a second factor neither read nor write as staff; with one, they prove it in any case.';

COMMENT ON TABLE "public"."ledger_checkpoints" IS 'The signed heads of the tree: how many entries, the root over them, the signed note.';

COMMENT ON TABLE "public"."ledger_cosignatures" IS 'What witnesses signed: that the tree of this checkpoint extends every one that they had seen before.';

COMMENT ON TABLE "public"."ledger_keys" IS 'By which keys, and under which names, checkpoints were signed here, as c2sp.org/signed-note writes a key.';

COMMENT ON TABLE "public"."ledger_timestamps" IS 'Tokens of time-stamping authorities (RFC 3161) over the note of a checkpoint: DER in base64.';

REVOKE ALL ON FUNCTION "private"."ask_for_checkpoint"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_market_import"(text, text, text, text, text, text, text[], integer, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checkpoint_json"(public.ledger_checkpoints) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checkpoints_json"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."coupon_spent"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demand_tree_size"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_market_import"(integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_sessions_of_staff"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_ordered_id"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."grow_ledger_tree"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."head_line"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_checkpoint"(bigint, text, text, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_ledger_signer"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ledger_moment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."link_token"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_ledger"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_address_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_identity_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_sign_up_repeated"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_checkpoint"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_json"(numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_link_token"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reading_staff_role"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reading_staff_role"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."record_signal"(jsonb, uuid, text, timestamp WITH time zone, timestamp WITH time zone, public.quotes, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_confirmed"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resum_candles"(private.market_imports, text, timestamp WITH time zone[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."split_of"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stoppable_from"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_candles"(text, text, text[], timestamp WITH time zone[], numeric[], numeric[], numeric[], numeric[], numeric[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_in"(bigint, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_change"(uuid, text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_returned_surplus"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_surplus"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tree_hash"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tree_node"(integer, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trim_deliveries"(timestamp WITH time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trim_notifications"(timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_change"(private.security_changes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_market_import"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_secrets"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_signal_note"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_signal_note"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_signal_note"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."ledger_consistency_proof"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ledger_consistency_proof"(bigint, bigint) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."ledger_consistency_proof"(bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ledger_consistency_proof"(bigint, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ledger_consistency_proof"(bigint, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "public"."ledger_extension"(bigint, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ledger_extension"(bigint, bigint[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."ledger_extension"(bigint, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ledger_extension"(bigint, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ledger_extension"(bigint, bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."ledger_inclusion_proof"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ledger_inclusion_proof"(bigint, bigint) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."ledger_inclusion_proof"(bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ledger_inclusion_proof"(bigint, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ledger_inclusion_proof"(bigint, bigint) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_mails"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_mails"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_mails"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."security_change_state"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."security_change_state"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."security_change_state"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stop_security_change"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."stop_security_change"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stop_security_change"(text) TO "postgres";

REVOKE ALL ON TABLE "public"."ledger_checkpoints" FROM "anon";

GRANT SELECT ON TABLE "public"."ledger_checkpoints" TO "anon";

REVOKE ALL ON TABLE "public"."ledger_checkpoints" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ledger_checkpoints" TO "authenticated";

REVOKE ALL ON TABLE "public"."ledger_checkpoints" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."ledger_checkpoints" TO "postgres";

REVOKE ALL ON TABLE "public"."ledger_checkpoints" FROM "service_role";

GRANT SELECT ON TABLE "public"."ledger_checkpoints" TO "service_role";

REVOKE ALL ON TABLE "public"."ledger_cosignatures" FROM "anon";

GRANT SELECT ON TABLE "public"."ledger_cosignatures" TO "anon";

REVOKE ALL ON TABLE "public"."ledger_cosignatures" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ledger_cosignatures" TO "authenticated";

REVOKE ALL ON TABLE "public"."ledger_cosignatures" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."ledger_cosignatures" TO "postgres";

REVOKE ALL ON TABLE "public"."ledger_cosignatures" FROM "service_role";

GRANT SELECT ON TABLE "public"."ledger_cosignatures" TO "service_role";

REVOKE ALL ON TABLE "public"."ledger_keys" FROM "anon";

GRANT SELECT ON TABLE "public"."ledger_keys" TO "anon";

REVOKE ALL ON TABLE "public"."ledger_keys" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ledger_keys" TO "authenticated";

REVOKE ALL ON TABLE "public"."ledger_keys" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."ledger_keys" TO "postgres";

REVOKE ALL ON TABLE "public"."ledger_keys" FROM "service_role";

GRANT SELECT ON TABLE "public"."ledger_keys" TO "service_role";

REVOKE ALL ON TABLE "public"."ledger_timestamps" FROM "anon";

GRANT SELECT ON TABLE "public"."ledger_timestamps" TO "anon";

REVOKE ALL ON TABLE "public"."ledger_timestamps" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ledger_timestamps" TO "authenticated";

REVOKE ALL ON TABLE "public"."ledger_timestamps" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."ledger_timestamps" TO "postgres";

REVOKE ALL ON TABLE "public"."ledger_timestamps" FROM "service_role";

GRANT SELECT ON TABLE "public"."ledger_timestamps" TO "service_role";

CREATE INDEX members_by_mailbox ON public.members USING btree (private.mailbox_of(email));

-- Last, by hand: data that moves or is new. Kept when this file is generated again.

-- What of the new tables is personal. Those of `_server` are only where this repository's server serves the project.
insert into private.personal_data (subject, condition, mentions, exported, hidden, omitted, fate, reason)
select subject, condition, null, exported, true, omitted::text[], fate, reason from (values
  ('private.security_changes', 'user_id = $1', true, '{was}', 'goes', null),
  ('_server.storage_usage', 'owner = $1::text', false, '{}', 'deleted', 'How many bytes were brought today and yesterday; the files are in storage.objects.'),
  ('_server.open_uploads', 'owner = $1::text', false, '{}', 'deleted', 'An upload that was not finished is swept.')
) as line (subject, condition, exported, omitted, fate, reason)
where to_regclass(subject) is not null;

-- More providers' addresses lead to one mailbox: leads keep the mailbox of theirs.
update public.leads set email = email where email_key is distinct from private.mailbox_of(email);
