-- Settings that admins hold: whether staff must have a second factor before they write. The rest of what can be set is where it
-- belongs (webhooks, plans, rules) or in the deployment's environment.
call private.audit_changes('private.security_settings');

create function public.office_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select private.reading_staff_role()) is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'require_staff_mfa', setting.require_staff_mfa,
      'staff', (select count(*) from public.staff),
      'staff_without_factor', (
        select count(*) from public.staff
        where not exists (select from auth.mfa_factors as factor where factor.user_id = staff.user_id and factor.status = 'verified')
      )
    )
    from private.security_settings as setting
  );
end
$$;
comment on function public.office_settings() is 'For admins: {require_staff_mfa, staff, staff_without_factor}: the rule, how many staff there are, and how many of them could not write under it.';

create function public.set_require_staff_mfa(required boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if public.writing_staff_role() is distinct from 'admin' then raise exception 'not_admin' using errcode = '42501'; end if;
  -- Whoever sets the rule must be able to take it back.
  if required and not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then
    raise exception 'own_factor_first' using errcode = '42501';
  end if;
  update private.security_settings set require_staff_mfa = required where require_staff_mfa <> required;
end
$$;
comment on function public.set_require_staff_mfa(boolean) is 'Whether staff without a second factor are kept from writing. An admin who has none themselves cannot require it.';
revoke execute on function public.office_settings(), public.set_require_staff_mfa(boolean) from public, anon, authenticated, service_role;
grant execute on function public.office_settings(), public.set_require_staff_mfa(boolean) to authenticated;
