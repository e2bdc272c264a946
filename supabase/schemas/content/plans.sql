-- Plans: what can be subscribed to, what each opens, and what it costs. Admins write; everybody reads what is on sale today.
-- A price is never changed: a new one is written and takes effect from its time, so what somebody agreed to stays readable.
create table public.plans (
  slug text primary key check (slug ~ '^[a-z][a-z0-9-]{1,31}$'),
  tier text not null check (tier in ('freemium', 'premium')),
  name jsonb not null check (private.is_translated(name)),
  pitch jsonb not null check (private.is_translated(pitch)),
  every_lesson boolean not null,
  export_months int check (export_months >= 0),
  sold_from timestamptz,
  sold_until timestamptz check (sold_until > sold_from),
  sort int not null,
  downloads boolean not null default false,
  allowances jsonb not null default '{}' check (private.are_allowances(allowances))
);
comment on table public.plans is 'Freemium, standard and pro: the tier each gives and what it measures out.';
comment on column public.plans.export_months is 'How far back the history can be exported; 0 is not at all, null is all of it.';
comment on column public.plans.allowances is 'How much of each kind of `registries/allowances.sql`, {kind: amount}; null is without limit, an absent kind has what its declaration says.';
comment on column public.plans.downloads is 'Whether it holds content that is downloaded: only then is anybody asked to give up the right to withdraw for it.';
comment on column public.plans.sold_from is 'From when somebody new can take it; null is since ever.';
comment on column public.plans.sold_until is 'From when nobody new can take it any more; null means never. Members who have it keep it.';

create function private.is_on_sale(plan public.plans, moment timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select (plan.sold_from is null or plan.sold_from <= moment) and (plan.sold_until is null or plan.sold_until > moment)
$$;
comment on function private.is_on_sale(public.plans, timestamptz) is 'Whether somebody new can take a plan at a moment.';

create table public.plan_prices (
  id bigint generated always as identity primary key,
  plan text not null references public.plans (slug),
  period text not null check (period in ('month', 'year')),
  amount bigint not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz not null default now(),
  demonstration boolean not null default false,
  unique (plan, period, currency, starts_at)
);
comment on table public.plan_prices is 'What a plan costs from a time on, tax included, in minor units. Rows are added, never changed.';
call private.make_append_only('public.plan_prices');

create function private.check_price_start() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- A price that began in the past would change what visitors were shown.
  if new.starts_at < now() then raise exception 'price_in_the_past' using hint = 'starts_at'; end if;
  return new;
end
$$;
comment on function private.check_price_start() is 'Lets a price begin now or later, never earlier.';
create trigger check_price_start before insert on public.plan_prices for each row execute function private.check_price_start();

create view public.current_plan_prices with (security_invoker = true) as
  select distinct on (plan, period, currency) id, plan, period, amount, currency, starts_at, demonstration
    from public.plan_prices where starts_at <= now() order by plan, period, currency, starts_at desc;
comment on view public.current_plan_prices is 'The price of each plan and period today.';

-- Row-level security -------------------------------------------------------------------------------------------------
alter table public.plans enable row level security;
create policy "everybody reads the plans" on public.plans for select to anon, authenticated using (true);
create policy "admins add plans" on public.plans for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin');
create policy "admins edit plans" on public.plans for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');

alter table public.plan_prices enable row level security;
create policy "visitors read the prices that took effect" on public.plan_prices for select to anon using (starts_at <= now());
create policy "members read the prices that took effect, admins those to come" on public.plan_prices for select to authenticated
  using (starts_at <= now() or (select private.reading_staff_role()) = 'admin');
create policy "admins add prices" on public.plan_prices for insert to authenticated
  with check ((select public.writing_staff_role()) = 'admin' and not demonstration);

-- Grants -------------------------------------------------------------------------------------------------------------
revoke all on public.plans, public.plan_prices, public.current_plan_prices from anon, authenticated, service_role;
grant select on public.plans, public.plan_prices, public.current_plan_prices to anon, authenticated, service_role;
grant insert, update on public.plans to authenticated, service_role;
grant insert (plan, period, amount, currency, starts_at) on public.plan_prices to authenticated, service_role;
revoke all on all sequences in schema public from anon, authenticated;
revoke execute on function private.check_price_start(), private.is_on_sale(public.plans, timestamptz) from public, anon, authenticated;
grant execute on function private.check_price_start() to authenticated, service_role;
