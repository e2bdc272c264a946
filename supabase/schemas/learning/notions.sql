-- Notions and the record: which ended signals used a notion is decided by its rule over what the signal had sealed, never by hand, so
-- nobody picks the winners. A signal is looked at when it ends, all of them again when a rule changes.
create table public.signal_notions (
  notion uuid not null references public.content_items (id),
  signal_id uuid not null references public.signal_results (signal_id),
  primary key (notion, signal_id)
);
comment on table public.signal_notions is 'Which closed signals used a notion, by the notion''s rule.';
create index signal_notions_of_signal on public.signal_notions (signal_id);
alter table public.signal_notions enable row level security;
create policy "everybody reads which signals used a notion" on public.signal_notions for select to anon, authenticated using (true);
revoke all on public.signal_notions from anon, authenticated, service_role;
grant select on public.signal_notions to anon, authenticated;

create function private.check_notion(kept public.content_items, document jsonb) returns void
language plpgsql immutable set search_path = '' as $$
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
$$;
comment on function private.check_notion(public.content_items, jsonb) is 'Refuses a notion whose rule asks something else than what signals seal.';

create function private.fill_notions(of_notion uuid default null, of_signal uuid default null) returns void
language sql security definer set search_path = '' as $$
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
$$;
comment on function private.fill_notions(uuid, uuid) is 'Writes which closed signals use which notions: of one notion, of one signal, or all. Every condition of a rule holds; of its words any.';

create function private.project_notion(kept public.content_items, document jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from public.signal_notions where notion = kept.id;
  select private.fill_notions(of_notion => kept.id) where document is not null;
$$;
comment on function private.project_notion(public.content_items, jsonb) is 'Looks at every closed signal again when a rule is published.';

create function private.note_notions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.fill_notions(of_signal => new.signal_id);
  return null;
end
$$;
comment on function private.note_notions() is 'A signal ended and its levels are open: the notions that it used are noted.';
create trigger note_notions after insert on public.signal_results for each row execute function private.note_notions();

create function public.last_signals(notions text[]) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with used as (
    select distinct on (result.signal_id) result.* from public.published_content as card
    join public.signal_notions as known on known.notion = card.item join public.signal_results as result on result.signal_id = known.signal_id
    where card.kind = 'notion' and card.slug = any (last_signals.notions)
  )
  -- The last that won and the last that lost, as many of each: never the winners alone. Some are neither.
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', number, 'id', signal_id, 'symbol', newest.symbol, 'instrument', instruments.name, 'direction', direction, 'closed_at', ended_at, 'realised_r', trim_scale(realised_r)::text, 'close_reason', reason)
    order by ended_at desc), '[]')
  from (select *, row_number() over (partition by sign(realised_r) order by ended_at desc, signal_id) as nth from used where realised_r <> 0) as newest join public.instruments on instruments.symbol = newest.symbol where nth <= 3
$$;
comment on function public.last_signals(text[]) is 'Of the closed signals that used any of these notions, the three last that won and the three last that lost, newest first.';

create function public.notion_record(notion text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with used as (
    select result.* from public.published_content as card
    join public.signal_notions as known on known.notion = card.item join public.signal_results as result on result.signal_id = known.signal_id
    where card.kind = 'notion' and card.slug = notion_record.notion
  )
  select jsonb_build_object(
    'n', count(*), 'won', count(*) filter (where realised_r > 0), 'lost', count(*) filter (where realised_r < 0), 'sum_r', coalesce(trim_scale(sum(realised_r)), 0)::text,
    'strip', coalesce(jsonb_agg(trim_scale(realised_r)::text order by ended_at, signal_id), '[]'),
    'signals', public.last_signals(array[notion_record.notion]))
  from used
$$;
comment on function public.notion_record(text) is 'What the closed signals that used a notion made: {n, won, lost, sum_r, strip (R, oldest first), signals (three last won, three last lost)}.';

revoke execute on function
  private.check_notion(public.content_items, jsonb), private.fill_notions(uuid, uuid), private.project_notion(public.content_items, jsonb), private.note_notions()
from public, anon, authenticated, service_role;
revoke execute on function public.last_signals(text[]), public.notion_record(text) from public, service_role;
grant execute on function public.last_signals(text[]), public.notion_record(text) to anon, authenticated;
