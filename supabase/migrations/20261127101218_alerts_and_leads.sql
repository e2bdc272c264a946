-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Rules of signals that ended took their part of the allowance for ever.
update public.allowance_uses as uses set used = greatest(0, uses.used - held.rules)
from (
  select rule.user_id, count(*)::int as rules from public.signal_alerts as rule join public.signal_states using (signal_id)
  where closed_at is not null group by rule.user_id
) as held
where uses.user_id = held.user_id and uses.kind = 'signal_alerts';
-- A telephone given beside an address reached the lead alone.
update public.profiles set phone = leads.phone
from public.leads where leads.user_id = profiles.id and profiles.phone is null and leads.phone ~ '^\+[1-9][0-9]{6,14}$';

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

DROP TRIGGER "audit_change" ON "public"."leads";

DROP INDEX "public"."leads_of_address";

CREATE OR REPLACE FUNCTION private.count_signal_alert()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.signal_states as states where states.signal_id = coalesce(new.signal_id, old.signal_id) and states.closed_at is null) then return null; end if;
  if tg_op = 'INSERT' then perform private.use_allowance(new.user_id, 'signal_alerts');
  else perform private.return_allowance(old.user_id, 'signal_alerts'); end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.office_steps (
  since timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- A count for each step, so that each is planned alone: a week looks into indexes, a year passes over the tables.
  select (
    select jsonb_build_object('signed_up', count(*), 'confirmed', count(member.confirmed_at), 'visited', count(*) filter (where member.visited))
    from public.members as member where member.created_at >= since and member.staff_role is null
  ) || jsonb_build_object(
    'followed', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and exists (select from public.signal_trades as trade where trade.user_id = member.user_id and trade.status in ('followed', 'taken'))),
    'requested', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and (exists (select from public.qualification_requests as request where request.user_id = member.user_id)
          or exists (select from public.checkouts as bought where bought.user_id = member.user_id))),
    'premium', (
      select count(*) from public.members as member where member.created_at >= since and member.staff_role is null
        and exists (select from public.premium_grants as period where period.user_id = member.user_id and period.starts_at <= now()))
  )
$function$;

CREATE OR REPLACE FUNCTION private.release_signal_alerts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- In one order, so that two signals that end at once do not wait for each other.
  perform from public.allowance_uses as uses where uses.kind = 'signal_alerts'
    and uses.user_id in (select rule.user_id from public.signal_alerts as rule where rule.signal_id = new.signal_id) order by uses.user_id for update;
  update public.allowance_uses as uses set used = greatest(0, uses.used + case when new.closed_at is null then held.rules else -held.rules end)
  from (select rule.user_id, count(*)::int as rules from public.signal_alerts as rule where rule.signal_id = new.signal_id group by rule.user_id) as held
  where uses.user_id = held.user_id and uses.kind = 'signal_alerts';
  return null;
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
      -- The number that somebody signs up with, or gives beside their address.
      substring(coalesce('+' || ltrim(nullif(new.phone, ''), '+'), private.cleaned(given ->> 'phone', 32)) from '^\+[1-9][0-9]{6,14}$'),
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
          -- One whose renewal is unpaid has it behind itself.
          min(current_period_end) filter (where state = 'active' and current_period_end > now()) as next_renewal,
          max(current_period_end) filter (where state = 'active' and current_period_end > now()) as last_renewal
        from public.subscriptions
        where coalesce(next_price_id, price_id) = price.id and state in ('active', 'past_due', 'canceled')
      ) as held
      where price.plan = plan.slug
    )) order by plan.sort, plan.slug), '[]')
    from public.plans as plan
  );
end
$function$;

CREATE TRIGGER audit_change
  AFTER INSERT OR DELETE OR UPDATE ON public.leads
  FOR EACH ROW
  EXECUTE FUNCTION private.audit_change('staff', 'id', 'email,email_key,phone,first_name,last_name,username,words,source,campaign');

CREATE TRIGGER release_signal_alerts
  AFTER UPDATE OF closed_at ON public.signal_states
  FOR EACH ROW
  WHEN (((old.closed_at IS NULL) <> (new.closed_at IS NULL)))
  EXECUTE FUNCTION private.release_signal_alerts();

COMMENT ON FUNCTION "private"."count_signal_alert"() IS 'A rule that is set on an open signal takes its part, one that goes gives it back. After the row: one that was there already takes none.';

COMMENT ON FUNCTION "private"."office_steps"(timestamp with time zone) IS 'Of the accounts made since, staff aside, how many have by now: confirmed an address or telephone, opened their dashboard, followed or taken a signal, asked for premium by a request or an order, had a period of premium access.';

COMMENT ON FUNCTION "private"."release_signal_alerts"() IS 'The rules of a signal that ended take no part any more; if a correction opens it again, they do.';

COMMENT ON FUNCTION "public"."plan_desk"() IS 'For admins: every plan {…, on_sale, members (whose contract runs on it), prices} with all its prices, past, present and to come: {…, in_force, holders (contracts that run and renew at this very price, tests apart), test_holders, next_renewal, last_renewal (to come)}. A contract renews at the price it was agreed at, whatever came since.';

REVOKE ALL ON FUNCTION "private"."release_signal_alerts"() FROM PUBLIC;

ALTER TABLE "public"."leads"
  ADD COLUMN "words" text GENERATED ALWAYS AS
    (private.plain((((((((((((' '::text || first_name) || ' '::text) || last_name) || ' '::text) || username) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) ||
    regexp_replace(COALESCE(email, ''::text), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)) || ' '::text) || COALESCE(phone, ''::text)))) STORED NOT NULL;

COMMENT ON COLUMN "public"."leads"."words" IS 'What is searched: in lower case, without accents, each word behind a space.';

CREATE INDEX leads_of_words ON public.leads USING gin (words extensions.gin_trgm_ops);

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
