-- What the function admin-notifications records: somebody signed up, somebody asks for premium. Only that function writes
-- (as service_role); admins read, and mark what they have read.
create table public.admin_notifications (
  id bigint generated always as identity primary key,
  type text not null check (type in ('inscription', 'premium_request')),
  user_email text not null check (length(user_email) between 3 and 320),
  first_name text not null default '' check (length(first_name) <= 120),
  last_name text not null default '' check (length(last_name) <= 120),
  product_name text check (length(product_name) <= 120),
  source text check (length(source) <= 120),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
comment on table public.admin_notifications is 'Notices to the admins about sign-ups and premium requests.';
create index admin_notifications_newest on public.admin_notifications (created_at desc);

alter table public.admin_notifications enable row level security;
create policy "admins read the notices" on public.admin_notifications for select to authenticated
  using ((select private.reading_staff_role()) = 'admin');
create policy "admins mark notices as read" on public.admin_notifications for update to authenticated
  using ((select public.writing_staff_role()) = 'admin') with check ((select public.writing_staff_role()) = 'admin');

revoke all on public.admin_notifications from anon, authenticated, service_role;
grant select, update (read_at) on public.admin_notifications to authenticated;
grant select, insert on public.admin_notifications to service_role;
revoke all on all sequences in schema public from anon, authenticated;
