-- What a member did with a signal: followed it, took it with a fill of their own, or let it pass. The rows are the member's
-- alone: nobody else reads them, staff included; what others may learn is in `signal_member_results`. A trade may be put
-- right at any time, and what it said before is kept in its revisions.
create table public.trading_settings (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  capital_minor bigint not null check (capital_minor between 1 and 100000000000000),
  currency text not null default 'EUR' check (currency in ('EUR', 'USD', 'GBP', 'CHF')),
  risk_percent numeric not null default 1 check (risk_percent between 0.01 and 10),
  updated_at timestamptz not null default now()
);
comment on table public.trading_settings is 'The account that sizes are computed for: capital in hundredths of the currency, and the part of it put at risk, in percent.';

create table public.signal_trades (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  signal_id uuid not null references public.signals (id),
  status text not null check (status in ('followed', 'taken', 'ignored')),
  entry_price numeric check (entry_price > 0),
  entered_at timestamptz,
  exit_price numeric check (exit_price > 0),
  exited_at timestamptz check (exited_at >= entered_at),
  lots numeric check (lots > 0 and lots <= 100000),
  currency text not null default 'EUR' check (currency in ('EUR', 'USD', 'GBP', 'CHF')),
  conversion_rate numeric check (conversion_rate > 0),
  fees_minor bigint not null default 0 check (fees_minor between 0 and 100000000000),
  note text not null default '' check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reported_at timestamptz,
  primary key (user_id, signal_id),
  check ((status = 'taken') = (entry_price is not null) and (entry_price is null) = (entered_at is null)),
  check ((exit_price is null) = (exited_at is null) and (exit_price is null or entry_price is not null)),
  check (lots is null or (entry_price is not null and conversion_rate is not null))
);
comment on table public.signal_trades is 'A member''s own dealing with a signal. The exit is the average over all parts; conversion_rate is what one unit of the instrument''s quote currency was worth in `currency`; reported_at is when the result was first complete.';
create index signal_trades_of_signal on public.signal_trades (signal_id, reported_at) where reported_at is not null;
create index signal_trades_by_signal on public.signal_trades (signal_id);

create table public.signal_trade_revisions (
  user_id uuid not null,
  signal_id uuid not null,
  revision int not null,
  trade jsonb not null,
  replaced_at timestamptz not null default now(),
  primary key (user_id, signal_id, revision),
  foreign key (user_id, signal_id) references public.signal_trades (user_id, signal_id) on delete cascade
);
comment on table public.signal_trade_revisions is 'What a trade said before each change. It leaves only with the trade or the account: it is about a person.';

create function private.reads_levels(member uuid, signal_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.levels_are_open(signal_id) or private.is_premium(member)
$$;
comment on function private.reads_levels(uuid, uuid) is 'Whether a member may see the levels of a signal now: the policy of signal_levels for somebody who is not the caller.';

create function private.check_signal_trade() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  published timestamptz;
  stop numeric;
  towards int;
begin
  -- First, and with the same answer whatever the levels are: the checks below would tell where the stop is.
  if tg_op = 'INSERT' and not private.reads_levels(new.user_id, new.signal_id) then
    raise exception 'levels_not_open' using errcode = '42501';
  end if;
  select signals.published_at, levels.stop_loss, case levels.direction when 'buy' then 1 else -1 end
  into published, stop, towards
  from public.signals join public.signal_levels as levels on levels.signal_id = signals.id where signals.id = new.signal_id;
  -- A person says when to the minute.
  if new.entered_at < date_trunc('minute', published) then raise exception 'entered_before_publication' using errcode = '22023'; end if;
  if greatest(new.entered_at, new.exited_at) > now() + interval '1 minute' then
    raise exception 'time_to_come' using errcode = '22023';
  end if;
  -- R of one's own is counted on the way from one's own entry to the signal's stop: there must be one.
  if (new.entry_price - stop) * towards <= 0 then raise exception 'entry_past_stop' using errcode = '22023'; end if;
  new.updated_at := now();
  new.reported_at := case when new.exit_price is null then null when tg_op = 'UPDATE' and old.reported_at is not null then old.reported_at else now() end;
  if tg_op = 'UPDATE' then
    insert into public.signal_trade_revisions (user_id, signal_id, revision, trade)
    select old.user_id, old.signal_id, coalesce(max(revision), 0) + 1, to_jsonb(old) - array['user_id', 'signal_id']
    from public.signal_trade_revisions as revisions
    where revisions.user_id = old.user_id and revisions.signal_id = old.signal_id;
  end if;
  return new;
end
$$;
comment on function private.check_signal_trade() is 'Keeps out what cannot have happened, for signals that the member may read, and keeps what a changed trade said before.';
create trigger check_signal_trade before insert or update on public.signal_trades for each row execute function private.check_signal_trade();

create function private.touch_trading_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_trading_settings() is 'Notes when the settings were last changed.';
create trigger touch before update on public.trading_settings for each row execute function private.touch_trading_settings();

alter table public.trading_settings enable row level security;
create policy "members read their own trading settings" on public.trading_settings for select to authenticated using ((select auth.uid()) = user_id);
create policy "members make their own trading settings" on public.trading_settings for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "members change their own trading settings" on public.trading_settings for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

alter table public.signal_trades enable row level security;
create policy "members read their own trades" on public.signal_trades for select to authenticated using ((select auth.uid()) = user_id);
create policy "members note trades of signals whose levels they may read" on public.signal_trades for insert to authenticated
  with check ((select auth.uid()) = user_id and exists (
    select from public.signal_levels as levels where levels.signal_id = signal_trades.signal_id
  ));
create policy "members put their own trades right" on public.signal_trades for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "members remove their own trades" on public.signal_trades for delete to authenticated using ((select auth.uid()) = user_id);

alter table public.signal_trade_revisions enable row level security;
create policy "members read what their trades said before" on public.signal_trade_revisions for select to authenticated using ((select auth.uid()) = user_id);

revoke all on public.trading_settings, public.signal_trades, public.signal_trade_revisions from anon, authenticated, service_role;
grant select, insert (capital_minor, currency, risk_percent), update (capital_minor, currency, risk_percent) on public.trading_settings to authenticated;
-- Not `user_id`: the caller is the owner, whatever is sent.
grant select, delete,
  insert (signal_id, status, entry_price, entered_at, exit_price, exited_at, lots, currency, conversion_rate, fees_minor, note),
  update (status, entry_price, entered_at, exit_price, exited_at, lots, currency, conversion_rate, fees_minor, note)
on public.signal_trades to authenticated;
grant select on public.signal_trade_revisions to authenticated;
revoke execute on function private.reads_levels(uuid, uuid), private.check_signal_trade(), private.touch_trading_settings() from public, anon, authenticated;
