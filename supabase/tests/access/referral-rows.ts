import type { Row } from './access-row.ts'

/**
 * Every member refers the next one and earns a commission, with a wallet and a payout; and the permitted actors. Requires the
 * rows of the money tests.
 */
export const REFERRAL_ROWS = `
insert into referral_codes (user_id, code) select id, private.drawn_code(7) from profiles on conflict do nothing;
insert into private.referral_clicks (code, visitor, robot) select code, gen_random_uuid(), false from referral_codes;
insert into private.referral_click_days select code, '2026-11-01', 1 from referral_codes;
insert into private.member_browsers (user_id, visitor) select id, gen_random_uuid() from profiles;
insert into private.former_mailboxes values ('x', now());
insert into private.former_mailbox_key default values on conflict do nothing;
insert into referrals (referrer, referred, touched_at)
  select id, coalesce(lead(id) over (order by id), first_value(id) over (order by id)), now() from profiles;
insert into referral_rates (plan, percent) values ('money', 20);
insert into wallets (user_id, currency, network, address, unprotected, typed, usable_at)
  select id, 'USDT', 'ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', false, false, now() from profiles;
insert into commissions (user_id, payment_id, referral_number, payment_number, plan, percent, paid, kept, amount, currency, earned_at, due_at)
  select user_id, id, 1, 1, 'money', 20, 1000, 1000, 200, 'EUR', now(), now() from payments on conflict (payment_id) do nothing;
insert into payout_batches (made_by) select id from profiles limit 1;
insert into payouts (user_id, amount, currency, asset, network, address)
  select user_id, 5000, 'EUR', currency, network, address from wallets`

const MEMBERS = 'freemium premium analyst admin'
const own = (me: string) => `user_id = '${me}'`
const others = (_: string, bystander: string) => `user_id = '${bystander}'`

const KINDS: Readonly<Record<string, Pick<Row, 'table' | 'change' | 'insert'>>> = {
  'referral code': {
    table: 'referral_codes',
    change: 'created_at = now()',
    insert: `insert into referral_codes values (auth.uid(), 'AAAAAAA')`,
  },
  wallet: {
    table: 'wallets',
    change: 'usable_at = now()',
    insert: `insert into wallets (user_id, currency, network, address, unprotected, typed, usable_at) values (auth.uid(), 'USDT', 'ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', false, false, now())`,
  },
  commission: {
    table: 'commissions',
    change: 'amount = 1000000',
    insert: 'insert into commissions (user_id, amount) values (auth.uid(), 1000000)',
  },
  payout: {
    table: 'payouts',
    change: `state = 'approved'`,
    insert: `insert into payouts (user_id, amount, currency, asset, network, address) values (auth.uid(), 1, 'EUR', 'USDT', 'ethereum', '0x52908400098527886E0F7030069857D2E4169EE7')`,
  },
}

/** Tables that only functions may access. */
const HIDDEN: Readonly<Record<string, [table: string, change: string, insert: string]>> = {
  'opening of a referral link': ['referral_clicks', 'again = 9', `values ('x', gen_random_uuid())`],
  'day of openings': ['referral_click_days', 'clicks = 9', `values ('x', '2026-11-02', 1)`],
  'browser of a member': ['member_browsers', 'seen_at = now()', 'values (auth.uid(), gen_random_uuid())'],
  'mailbox that left': ['former_mailboxes', 'left_at = now()', `values ('y', now())`],
  'key of the mailboxes that left': ['former_mailbox_key', `key = 'x'`, 'default values'],
}

const all = () => 'true'

export const REFERRALS: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, row]) => [
      [`own ${kind}`, { ...row, where: own, allowed: { read: MEMBERS } }],
      [`somebody's ${kind}`, { ...row, where: others, allowed: { read: 'admin' } }],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(HIDDEN).map(([name, [table, change, insert]]) => [
      name,
      {
        table: `private.${table}`,
        where: all,
        change,
        insert: `insert into private.${table} ${insert}`,
        allowed: {},
      },
    ]),
  ),
  'rules of the referrals': {
    table: 'referral_settings',
    where: all,
    change: 'attribution_days = 30',
    insert: 'insert into referral_settings default values',
    allowed: { read: MEMBERS, change: 'admin' },
  },
  'rate of commission': {
    table: 'referral_rates',
    where: all,
    change: 'percent = 50',
    insert: `insert into referral_rates (plan, percent) values ('money', 30)`,
    allowed: { read: MEMBERS, insert: 'admin' },
  },
  referral: {
    table: 'referrals',
    where: all,
    change: 'blocked_for = null',
    insert:
      'insert into referrals (referrer, referred, touched_at) values (auth.uid(), gen_random_uuid(), now())',
    allowed: { read: 'admin' },
  },
  'batch of payouts': {
    table: 'payout_batches',
    where: all,
    change: 'made_at = now()',
    insert: 'insert into payout_batches (made_by) values (auth.uid())',
    allowed: { read: 'admin' },
  },
}
