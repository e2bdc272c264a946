-- The demonstration's members (supabase/seed/048_demo_money.sql) are marked by addresses that cannot exist: RFC 2606 keeps .invalid for that.
create function public.demonstration_members() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select count(distinct paying.user_id) from public.subscriptions as paying join auth.users as account on account.id = paying.user_id
    where account.email like '%@demonstration.invalid'
  );
end
$$;
comment on function public.demonstration_members() is 'For admins: how many members with contracts belong to the demonstration; screens of money say so while there are any.';
revoke execute on function public.demonstration_members() from public, anon, authenticated, service_role;
grant execute on function public.demonstration_members() to authenticated;
