-- What lessons claim of notions, beside the record. The worker decides (trading/src/learning/contradicted-claim.ts) and flags lessons.
create function private.lesson_claims() returns table (item uuid, notion text, rate_at_least text, n int, won int)
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.lesson_claims() is 'For the worker: each claim of each published lesson with what the record says; one row of nulls for a lesson without any.';

create function private.keep_flags(found jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.content_items as item set flags = each -> 'flags'
  from jsonb_array_elements(found) as each where item.id = (each ->> 'item')::uuid and item.flags <> each -> 'flags'
$$;
comment on function private.keep_flags(jsonb) is 'For the worker: keeps what was found about items, [{item, flags}]; staff see it in their list of content.';
revoke execute on function private.lesson_claims(), private.keep_flags(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.lesson_claims(), private.keep_flags(jsonb) to service_role;
