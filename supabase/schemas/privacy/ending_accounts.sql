-- An account to be deleted cannot request a payout: an unapproved request returns to the balance, with the reason. The member
-- can repeat it after cancelling the deletion; approved payouts are sent.
create function private.cancel_payout_before_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_payout(id, 'cancelled', 'account') from public.payouts where user_id = new.user_id and state = 'requested';
  return null;
end
$$;
comment on function private.cancel_payout_before_erasure() is 'Cancels the open payout request of an account to be deleted.';
create trigger cancel_payout_before_erasure after insert on public.account_deletions for each row when (new.erased_at is null)
  execute function private.cancel_payout_before_erasure();

create function public.commission_at_stake() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('due', greatest(balance.due + (
      select coalesce(sum(amount), 0) from public.payouts where user_id = auth.uid() and state = 'requested'), 0), 'pending', balance.pending,
    'currency', rules.currency, 'minimum', rules.payout_minimum)
  from public.referral_settings as rules, private.referral_balance(auth.uid(), now()) as balance where auth.uid() is not null);
end
$$;
comment on function public.commission_at_stake() is 'What the caller would lose with their account: {due (including unapproved requests), pending, currency, minimum}, in minor units.';

revoke execute on function private.cancel_payout_before_erasure(), public.commission_at_stake() from public, anon, authenticated, service_role;
grant execute on function public.commission_at_stake() to authenticated;
