-- The timeline of a member's money: everything known about it, in one result.
create function public.billing_timeline() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'amount', amount, 'currency', currency, 'details', details, 'to_come', at > now())
    order by at desc, place desc), '[]')
  from (
    select created_at, 'account_created', null::bigint, null::text, '{}'::jsonb, 0 from public.profiles where id = auth.uid()
    union all
    select created_at, 'terms_accepted', null, null, jsonb_build_object('terms_version', terms_version, 'waiver_version', waiver_version, 'reference', reference, 'kind', kind), 1
    from public.checkouts where user_id = auth.uid() and kind in ('first', 'renewal') and state = 'paid'
    union all
    select coalesce(paid_at, created_at), case when paid_at is null then 'payment_failed' else 'payment_succeeded' end, amount, currency,
      jsonb_build_object('payment', id, 'net', net, 'tax', tax, 'tax_rate', tax_rate, 'method', method, 'failure', failure, 'state', state), 2
    from public.payments where user_id = auth.uid() and state <> 'pending'
    union all
    select at, kind, null, null, details || jsonb_build_object('from', from_state, 'to', to_state), 3 from public.subscription_events
    where user_id = auth.uid() and kind not in ('payment_failed', 'dispute_opened', 'dispute_won', 'dispute_lost')
    union all
    select back.at, 'refund_' || back.state, -back.amount, pay.currency, jsonb_strip_nulls(jsonb_build_object('refund', back.id, 'payment', pay.id, 'reason', back.reason, 'claim_url', back.claim_url)), 4
    from public.refunds as back join public.payments as pay on pay.id = back.payment_id where back.user_id = auth.uid()
    union all
    -- Their amounts are those of the documented payments and refunds.
    select issued_at, kind || '_issued', null, currency, jsonb_build_object('id', id, 'number', number, 'net', net, 'tax', tax, 'total', total, 'test', test,
      'file', user_id || '/' || number || '.pdf', 'drawn', exists (select from private.invoice_files where invoice_id = invoices.id)), 6
    from public.invoices where user_id = auth.uid()
    union all
    select at, 'consent', null, null, jsonb_build_object('kind', kind, 'granted', granted, 'version', version), 1 from public.consents where user_id = auth.uid()
    union all
    select coalesce(next_try_at, current_period_end), 'next_charge', coalesce(next_amount, amount), currency, jsonb_build_object('plan', coalesce(next_plan, plan), 'period', coalesce(next_period, period)), 5
    from public.subscriptions where user_id = auth.uid() and means = 'card' and state in ('active', 'past_due')
    union all
    select paid_until, 'access_ends', null, null, '{}', 5 from public.subscriptions where user_id = auth.uid() and (state = 'canceled' or means = 'crypto' and state = 'active')
    union all
    select withdraw_until, 'withdrawal_ends', null, null, '{}', 5 from public.subscriptions
    where user_id = auth.uid() and withdraw_until > now() and state in ('active', 'past_due', 'canceled')
  ) as line (at, kind, amount, currency, details, place)
$$;
comment on function public.billing_timeline() is 'The timeline of the caller''s money, latest first, with upcoming events on top: [{at, kind, amount, currency, details, to_come}]. An invoice or credit note contains its file in the bucket invoices, and whether it has been rendered; a refund to be claimed, the page for that (claim_url).';
revoke execute on function public.billing_timeline() from public, anon, authenticated, service_role;
grant execute on function public.billing_timeline() to authenticated;
