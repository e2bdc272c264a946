-- What members made of a signal beside the model's result: medians over ten of them or more, and then over every five more.
-- Each figure is computed once, over whole groups, and stays: two readings differ by five members or by nobody, and a trade
-- that is changed, added or removed later moves nothing that was shown (docs/decisions/012-members-median.md).
create table public.signal_member_results (
  signal_id uuid not null references public.signals (id),
  members int not null check (members >= 10 and members % 5 = 0),
  median_r numeric not null,
  median_slippage_pips numeric not null,
  median_delay_minutes int not null,
  computed_at timestamptz not null default now(),
  primary key (signal_id, members)
);
comment on table public.signal_member_results is 'Medians of the members who reported a signal: R of their own entries to a tenth, slippage against the model''s fill to half a pip (above zero is worse), delay to the minute.';
call private.make_append_only('public.signal_member_results');

create function private.note_member_result(signal_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time: otherwise two reports that meet would each see the group short of the other.
  perform pg_advisory_xact_lock(hashtextextended('signal_member_results ' || note_member_result.signal_id, 0));
  insert into public.signal_member_results (signal_id, members, median_r, median_slippage_pips, median_delay_minutes)
  with model as (
    select signals.id, signals.published_at, levels.stop_loss, instruments.pip_size, filled.price, filled.at,
           case levels.direction when 'buy' then 1 else -1 end as towards
    from public.signals
    join public.instruments using (symbol)
    join public.signal_states as states on states.signal_id = signals.id
    join public.signal_levels as levels on levels.signal_id = signals.id
    join public.signal_events as filled on filled.signal_id = signals.id and filled.kind = 'entered'
    where signals.id = note_member_result.signal_id and states.state = 'closed'
  ), reports as (
    select trades.*, row_number() over (order by trades.reported_at, trades.user_id) as place, count(*) over () as reported
    from public.signal_trades as trades
    join public.profiles on profiles.id = trades.user_id
    join model on model.id = trades.signal_id
    -- An account made after the publication does not count: nobody makes nine to be alone with a tenth.
    where trades.reported_at is not null and profiles.created_at <= model.published_at
  ), counted as (
    select reports.*, (reported - reported % 5)::int as members from reports where reported >= 10 and place <= reported - reported % 5
  )
  select model.id, counted.members,
    round((percentile_cont(0.5) within group (order by (
      (exit_price - entry_price) * towards / ((entry_price - stop_loss) * towards))::float8))::numeric, 1),
    round((percentile_cont(0.5) within group (order by ((entry_price - price) * towards / pip_size)::float8))::numeric * 2) / 2,
    round((percentile_cont(0.5) within group (order by extract(epoch from entered_at - at)::float8))::numeric / 60)::int
  from counted cross join model group by model.id, counted.members
  on conflict do nothing;
end
$$;
comment on function private.note_member_result(uuid) is 'Stores the medians of a closed signal when its reports reach ten, and each five more; otherwise does nothing.';

create function private.note_reported_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_member_result(new.signal_id);
  return null;
end
$$;
comment on function private.note_reported_result() is 'A report came in, or the signal it was about has closed.';
create trigger note_member_result after insert or update on public.signal_trades for each row
  when (new.reported_at is not null) execute function private.note_reported_result();
create trigger note_member_result after update on public.signal_states for each row
  when (new.state = 'closed' and old.state = 'active') execute function private.note_reported_result();

alter table public.signal_member_results enable row level security;
create policy "members see what members made of a closed signal" on public.signal_member_results for select to authenticated using (true);
revoke all on public.signal_member_results from anon, authenticated, service_role;
grant select on public.signal_member_results to authenticated, service_role;

create function public.signal_member_result(signal_id uuid)
returns table (members int, median_r text, median_slippage_pips text, median_delay_minutes int, model_r text)
language sql stable security invoker set search_path = '' as $$
  select results.members, trim_scale(results.median_r)::text, trim_scale(results.median_slippage_pips)::text,
    results.median_delay_minutes, trim_scale(states.realised_r)::text
  from public.signal_member_results as results join public.signal_states as states using (signal_id)
  where results.signal_id = signal_member_result.signal_id
  order by results.members desc limit 1
$$;
comment on function public.signal_member_result(uuid) is 'The medians of the members who reported a closed signal, beside the model''s R. No row before ten of them did.';
revoke execute on function public.signal_member_result(uuid) from public, anon;
grant execute on function public.signal_member_result(uuid) to authenticated, service_role;
revoke execute on function private.note_member_result(uuid), private.note_reported_result() from public, anon, authenticated;
