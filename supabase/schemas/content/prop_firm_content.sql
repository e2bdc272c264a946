-- Prop firms as content: what may be published, and how it becomes rows of prop_firms.sql. Rules that were published are facts.
create function private.check_prop_firm(kept public.content_items, document jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.check_prop_firm(public.content_items, jsonb) is 'Refuses a firm whose facts the guide could not show, at the field, and one that changes or forgets rules that were published.';

create function private.project_prop_firm(kept public.content_items, document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.project_prop_firm(public.content_items, jsonb) is 'Writes a published firm to the tables of the guide, with the rules that are new; one that is withdrawn is listed no more.';

revoke execute on function private.check_prop_firm(public.content_items, jsonb), private.project_prop_firm(public.content_items, jsonb)
from public, anon, authenticated, service_role;
