/** A row of each guide and of the plans, as SQL. `bare` is a firm whose challenge has no rules yet. */

const TEXT = `'{"fr":"Texte","en":"Text","es":"Texto","it":"Testo"}'`

/** The rules of one phase, as stored in `prop_firm_rule_versions.phases`. */
export const PHASE = {
  kind: 'evaluation',
  target: '0.08',
  daily_loss: '0.05',
  daily_loss_from: 'balance',
  total_loss: '0.1',
  total_loss_kind: 'static',
  minimum_days: 4,
  time_limit_days: null,
  consistency: null,
  news: 'allowed',
  weekend: true,
}

const FIRM = `insert into prop_firms (slug, name, summary, entity, instruments, platforms, payout, pros, cons, verified_on, verified_by) values`
const firm = (slug: string) =>
  `('${slug}', 'Exemple', ${TEXT}, 'Exemple SA', '{forex}', '{MetaTrader 5}', ${TEXT}, '[]', '[]', '2026-11-01', 'Test')`

export const GUIDE_ROWS = `
insert into plans values ('standard', 'premium', ${TEXT}, ${TEXT}, true, 12, null, null, 2);
insert into plan_prices (plan, period, amount, currency) values ('standard', 'month', 3900, 'EUR');
insert into plan_prices (plan, period, amount, currency, starts_at) values ('standard', 'month', 4900, 'EUR', now() + interval '1 day');
insert into brokers (slug, name, summary, entity, regulator, licence_number, protections, instruments, platforms, leverage, deposits, withdrawals, pros, cons, verified_on, verified_by)
values ('example', 'Exemple', ${TEXT}, 'Exemple SA', 'Autorité', 'EX-1', '[${TEXT.slice(1, -1)}]', '{forex}', '{MetaTrader 5}', '{"forex":30}', ${TEXT}, ${TEXT}, '[]', '[]', '2026-11-01', 'Test');
insert into broker_accounts (broker, slug, name, minimum_deposit, currency, eurusd_spread_pips, commission_usd_cents, sort) values ('example', 'raw', 'Raw', 10000, 'EUR', 0.2, 600, 1);
${FIRM} ${firm('example')}, ${firm('bare')};
insert into prop_firm_challenges values ('example', '10k', '10 000', 1000000, 9900, 'EUR', true, 0.8, 14, 14, 1), ('bare', '10k', '10 000', 1000000, 9900, 'EUR', true, 0.8, 14, 14, 1);
insert into prop_firm_rule_versions (firm, challenge, applies_from, phases, source) values ('example', '10k', '2026-01-01', '${JSON.stringify([PHASE])}', 'A page');
`
