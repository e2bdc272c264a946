-- What an analyst's signals have in common: style, risk, method, interests, and patterns of the reasons. The composer fills a
-- draft from a profile; nothing is published from one without the author.
create table public.signal_profiles (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  input jsonb not null check (jsonb_typeof(input) = 'object' and pg_column_size(input) <= 16384),
  created_at timestamptz not null default now(),
  -- Filled into every pasted signal without being chosen.
  is_default boolean not null default false,
  -- When the author last said that the interests in it are theirs.
  declared_at timestamptz not null default now(),
  unique (author_id, name)
);
comment on table public.signal_profiles is 'What an analyst''s signals have in common; the composer fills a draft from it.';
create unique index signal_profiles_default on public.signal_profiles (author_id) where is_default;

create function private.keep_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The clock is the database's: a client only says that the interests are declared again.
  if tg_op = 'INSERT' or new.input is distinct from old.input or new.declared_at is distinct from old.declared_at then
    new.declared_at := clock_timestamp();
  end if;
  if new.is_default and (tg_op = 'INSERT' or not old.is_default) then
    update public.signal_profiles set is_default = false
    where author_id = new.author_id and id <> new.id and is_default;
  end if;
  return new;
end
$$;
comment on function private.keep_profile() is 'Dates the declaration of interests, and takes the default from the author''s other profile.';
create trigger keep before insert or update on public.signal_profiles for each row execute function private.keep_profile();

alter table public.signal_profiles enable row level security;
create policy "analysts keep their own profiles" on public.signal_profiles for all to authenticated
  using (author_id = (select auth.uid()) and (select public.writing_staff_role()) is not null)
  with check (author_id = (select auth.uid()) and (select public.writing_staff_role()) is not null);

revoke all on public.signal_profiles from anon, authenticated, service_role;
grant select, delete on public.signal_profiles to authenticated;
grant insert (name, input, is_default), update (name, input, is_default, declared_at) on public.signal_profiles to authenticated;
revoke execute on function private.keep_profile() from public, anon, authenticated;
