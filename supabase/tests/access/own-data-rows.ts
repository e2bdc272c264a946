import type { Row } from './access-row.ts'

/** Records about members' own data (consents, requested copies, erasures), and the permitted actors. */
export const OWN_DATA_ROWS = `
insert into consents (user_id, kind, granted, version, locale, source) select id, 'newsletter', true, 'test', 'fr', 'account' from profiles;
insert into data_exports (user_id) select id from profiles;
insert into allowance_uses (user_id, kind, since, used) select id, 'data_copies', now(), 1 from profiles;
insert into account_deletions (user_id, due_at, cancelled_at) select id, now() + interval '14 days', now() from profiles`

const MEMBERS = 'freemium premium analyst admin'
const own = (me: string) => `user_id = '${me}'`
const others = (_: string, bystander: string) => `user_id = '${bystander}'`
const NAMES = ['own', "somebody's"] as const

const KINDS: Readonly<Record<string, Pick<Row, 'table' | 'change' | 'insert'>>> = {
  consent: {
    table: 'consents',
    change: 'granted = false',
    insert: `insert into consents (user_id, kind, granted, version, locale, source) values (auth.uid(), 'newsletter', true, 'x', 'fr', 'account')`,
  },
  copy: {
    table: 'data_exports',
    change: `state = 'failed', finished_at = now()`,
    insert: 'insert into data_exports (user_id) values (auth.uid())',
  },
  'use of an allowance': {
    table: 'allowance_uses',
    change: 'used = 0',
    insert: `insert into allowance_uses values (auth.uid(), 'data_copies', now(), 0)`,
  },
  erasure: {
    table: 'account_deletions',
    change: 'cancelled_at = null',
    insert: 'insert into account_deletions (user_id, due_at) values (auth.uid(), now())',
  },
}

export const OWN_DATA: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    NAMES.flatMap((whose) =>
      Object.entries(KINDS).map(([kind, row]) => [
        `${whose} ${kind}`,
        {
          ...row,
          where: whose === 'own' ? own : others,
          allowed: whose === 'own' ? { read: MEMBERS } : {},
        },
      ]),
    ),
  ),
  'line of the list of personal data': {
    table: 'private.personal_data',
    where: () => 'true',
    change: 'reason = null',
    insert: `insert into private.personal_data values ('public.plans', 'true', null, true, false, '{}', 'goes', null)`,
    allowed: {},
  },
}
