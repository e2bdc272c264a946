import type { Row } from './access-row.ts'

/** Every member's money, a row of each kind, and the permitted actors. No actor writes these rows directly. */
export const MONEY_ROWS = `
insert into plans (slug, tier, name, pitch, every_lesson, export_months, sort)
select 'money', 'premium', text, text, true, 1, 9 from (values ('{"fr":"x","en":"x","es":"x","it":"x"}'::jsonb)) as words (text);
insert into plan_prices (plan, period, amount, currency) values ('money', 'month', 1200, 'EUR');
insert into coupons (code, percent, most) values ('BIENVENUE', 10, 5);
insert into billing_details (user_id, name, country) select id, 'x', 'FR' from profiles;
insert into subscriptions (user_id, plan, period, price_id, amount, currency, provider, means)
  select profiles.id, 'money', 'month', price.id, 1200, 'EUR', 'sandbox', 'card' from profiles, plan_prices as price where price.plan = 'money';
insert into subscription_events (subscription_id, user_id, kind, at, cause) select id, user_id, 'started', now(), 'test' from subscriptions;
insert into checkouts (user_id, plan, period, price_id, means, provider, kind, net, tax, tax_rate, total, currency, country, terms_version, subscription_id, expires_at)
  select user_id, plan, period, price_id, means, provider, 'first', 1000, 200, 20, 1200, currency, 'FR', '1', id, now() from subscriptions;
insert into coupon_uses (coupon, user_id, checkout_id) select 'BIENVENUE', user_id, id from checkouts;
insert into payments (user_id, subscription_id, provider, provider_payment, amount, currency, net, tax, tax_rate, country, state)
  select user_id, id, 'sandbox', id::text, 1200, 'EUR', 1000, 200, 20, 'FR', 'succeeded' from subscriptions;
insert into refunds (fact, user_id, payment_id, amount, net, tax, reason, state, at) select id::text, user_id, id, 12, 10, 2, 'staff', 'asked', now() from payments;
insert into disputes (user_id, payment_id, provider, provider_dispute, amount, state, at) select user_id, id, 'sandbox', id::text, 12, 'open', now() from payments;
insert into invoices (number, kind, test, year, place, user_id, fact, version, payment_id, issued_at, paid_at, currency, net, tax, total, tax_rate, treatment, language, seller, buyer, lines, mentions)
  select 'X-' || row_number() over (), 'invoice', true, 2020, row_number() over (), user_id, id::text, 1, id, now(), now(), 'EUR', 10, 2, 12, 20, 'domestic', 'fr', '{}', '{}', '[]', '{}' from payments;
insert into private.invoice_series (year, test, kind) values (2020, true, 'invoice');
insert into private.money_notices (user_id, subscription_id, kind, about, announced_at, facts) select user_id, id, 'renewal_notice', 'x', now(), '{}' from subscriptions;
insert into private.invoice_files (invoice_id, sha256, bytes, drawn_at) select id, repeat('0', 64), 1, now() from invoices;
insert into private.provider_events (provider, event_id, occurred_at, received_at, kind, event, state, member) select 'sandbox', id::text, now(), now(), '', '{}', 'refused', user_id from payments;
insert into private.provider_objects select 'sandbox', 'payment', id::text, user_id, subscription_id from payments;
insert into private.money_commands (member, subscription_id, kind, at) select user_id, id, 'cancel', now() from subscriptions;
insert into private.books (fact, account, amount, currency, at, member) select id::text, entry.account, entry.amount, 'EUR', now(), user_id
  from payments, (values ('provider:sandbox', 1200), ('revenue', -1200)) as entry (account, amount);
insert into private.revenue_steps select user_id, true, 'EUR', now(), 'infinity', 1000, 'money', now() from subscriptions;
insert into private.revenue_payers select user_id, true, 'EUR', now(), 1, 1000, 0 from subscriptions;
insert into private.provider_commands (provider, kind, subject, idempotency_key) select 'sandbox', 'cancel', id, id::text from subscriptions;
insert into private.contract_codes (address, member, purpose, created_at, expires_at) select 'x', user_id, 'cancel', now(), now() from subscriptions;
insert into private.coupon_tries (member, code, known) select user_id, 'x', true from subscriptions`

const MEMBERS = 'freemium premium analyst admin'

const KINDS: Readonly<Record<string, Pick<Row, 'table' | 'change' | 'insert'>>> = {
  'billing details': {
    table: 'billing_details',
    change: `name = 'y'`,
    insert: `insert into billing_details (user_id, name, country) values (auth.uid(), 'x', 'FR')`,
  },
  contract: {
    table: 'subscriptions',
    change: `state = 'active'`,
    insert: `insert into subscriptions (user_id, plan, period, price_id, amount, currency, provider, means) values (auth.uid(), 'money', 'month', 1, 1, 'EUR', 'sandbox', 'card')`,
  },
  "contract's event": {
    table: 'subscription_events',
    change: `kind = 'renewed'`,
    insert: `insert into subscription_events (subscription_id, user_id, kind, at, cause) values (gen_random_uuid(), auth.uid(), 'x', now(), 'x')`,
  },
  order: {
    table: 'checkouts',
    change: `state = 'paid'`,
    insert: `insert into checkouts (user_id, total) values (auth.uid(), 0)`,
  },
  "coupon's use": {
    table: 'coupon_uses',
    change: 'at = now()',
    insert: `insert into coupon_uses (coupon, user_id, checkout_id) values ('BIENVENUE', auth.uid(), gen_random_uuid())`,
  },
  payment: {
    table: 'payments',
    change: `state = 'refunded'`,
    insert: `insert into payments (user_id, amount) values (auth.uid(), 1)`,
  },
  refund: {
    table: 'refunds',
    change: `state = 'succeeded'`,
    insert: `insert into refunds (user_id, amount) values (auth.uid(), 1)`,
  },
  invoice: {
    table: 'invoices',
    change: `buyer = '{}'`,
    insert: `insert into invoices (number, user_id, total) values ('X-0', auth.uid(), 1)`,
  },
  dispute: {
    table: 'disputes',
    change: `state = 'won'`,
    insert: `insert into disputes (user_id, amount) values (auth.uid(), 1)`,
  },
}

/** Tables without access for any actor, with the columns required to insert a row. */
const HIDDEN: Readonly<Record<string, readonly [table: string, change: string, insert: string]>> = {
  seller: ['seller', `name = 'x'`, 'default values'],
  'word of invoices': ['invoice_words', `words = 'x'`, `values ('x', 'fr', 'x')`],
  'series of invoices': [
    'invoice_series',
    'last_place = 0',
    `(year, test, kind) values (2019, true, 'invoice')`,
  ],
  "invoice's file": ['invoice_files', 'bytes = 1', `(invoice_id, bytes) values (gen_random_uuid(), 1)`],
  'setting of payments': ['payment_settings', 'card_provider = null', 'default values'],
  'version of the terms': ['terms_versions', `starts_on = '2020-01-01'`, `values ('x', '2020-01-01')`],
  "provider's event": [
    'provider_events',
    `state = 'processed'`,
    `(provider, event_id) values ('sandbox', 'x')`,
  ],
  "provider's number": [
    'provider_objects',
    `object_id = 'x'`,
    `(provider, kind) values ('sandbox', 'payment')`,
  ],
  'command about money': ['money_commands', 'at = now()', `(kind, at) values ('cancel', now())`],
  'entry of the books': ['books', 'amount = 1', `(fact, account, amount) values ('x', 'revenue', 1)`],
  'place of billing': ['billing_places', `country = 'FR'`, `(user_id, at) values (gen_random_uuid(), now())`],
  'step of revenue': ['revenue_steps', 'monthly = 1', `(member, test) values (gen_random_uuid(), true)`],
  'payer of revenue': ['revenue_payers', 'received = 1', `(member, test) values (gen_random_uuid(), true)`],
  'notice about money': ['money_notices', `about = 'x'`, `(user_id, about) values (gen_random_uuid(), 'x')`],
  'code for ending a contract': ['contract_codes', 'tries = 0', `(address, purpose) values ('x', 'cancel')`],
  'try of a coupon': ['coupon_tries', 'known = true', `(code, known) values ('x', true)`],
  'command to a provider': [
    'provider_commands',
    `state = 'done'`,
    `(provider, kind) values ('sandbox', 'cancel')`,
  ],
}

export const MONEY: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, row]) => [
      [
        `own ${kind}`,
        { ...row, where: (me: string) => `user_id = '${me}'`, allowed: { read: `${MEMBERS} service_role` } },
      ],
      [
        `somebody's ${kind}`,
        {
          ...row,
          where: (_: string, bystander: string) => `user_id = '${bystander}'`,
          allowed: { read: 'admin service_role' },
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(HIDDEN).map(([name, [table, change, insert]]) => [
      name,
      {
        table: `private.${table}`,
        where: () => 'true',
        change,
        insert: `insert into private.${table} ${insert}`,
        allowed: {},
      },
    ]),
  ),
  'rate of tax': {
    table: 'tax_rates',
    where: () => 'true',
    change: 'rate = 0',
    insert: `insert into tax_rates values ('FR', 0, '2026-01-01')`,
    allowed: { read: `visitor ${MEMBERS} service_role` },
  },
  coupon: {
    table: 'coupons',
    where: () => 'true',
    change: 'percent = 90',
    insert: `insert into coupons (code, percent) values ('GRATUIT', 90)`,
    allowed: { read: 'admin service_role' },
  },
}
