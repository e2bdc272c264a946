import type { Row } from './access-row.ts'

const LESSON = '00000000-0000-4000-8000-00000000c002'

/** Everybody's certificate and line on a chart, written past the functions. Needs LEARNING_ROWS, and a signal for the lines. */
export const CERTIFICATE_ROWS = `
insert into private.exercise_charts (lesson, place, signal, timeframe, exercise)
  select '${LESSON}', 1, id, 'M15', '{"task": "stop", "criteria": []}' from signals limit 1;
insert into exercise_answers (member, lesson, place, price, points) select profiles.id, lesson, place, 1.1, 50 from profiles, private.exercise_charts;
insert into certificates (code, member, course, name, initials, results, nonce, sealed_as, issued_at)
  select 'V-AAAA-AAAA-' || lpad((row_number() over () + 1)::text, 4, 'A'), id, 'a-course', 'Alix Laurent', 'A. L.', '{}', repeat('0', 64), (private.append_to_ledger('sealed', null, '{"commitment": "none"}')).sequence, now() from profiles;
insert into private.certificate_files (code, language, drawn_at) select code, 'fr', now() from certificates;
insert into certificate_keys (kid, jwk) values ('a', '{}');
insert into private.certificate_signer (secret_key) values (repeat('A', 43));
insert into certificate_status (list, credential, made_at) values (1, 'a.b.c', now())`

const EVERYBODY = 'visitor freemium premium analyst admin'
const OWN = {
  'line on a chart': {
    table: 'exercise_answers',
    change: 'points = 100',
    insert: `insert into exercise_answers (member, lesson, place, price, points) values (auth.uid(), '${LESSON}', 1, 1.2, 100)`,
  },
  certificate: {
    table: 'certificates',
    change: 'shown = false',
    insert: `insert into certificates (code, member, course, name, initials, results, nonce, sealed_as, issued_at)
      values ('V-BBBB-BBBB-BBBB', auth.uid(), 'b-course', 'Alix', 'A.', '{}', repeat('0', 64), 1, now())`,
  },
}

const whose = (own: boolean): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(OWN).map(([name, row]) => [
      `${own ? 'own' : "somebody's"} ${name}`,
      {
        ...row,
        where: (me: string, bystander: string) => `member = '${own ? me : bystander}'`,
        allowed: own ? { read: 'freemium premium analyst admin' } : {},
      },
    ]),
  )

export const CERTIFICATES: Readonly<Record<string, Row>> = {
  ...whose(true),
  ...whose(false),
  'chart of an exercise': {
    table: 'private.exercise_charts',
    where: () => 'true',
    change: 'place = 2',
    insert: 'insert into private.exercise_charts select * from private.exercise_charts limit 1',
    allowed: {},
  },
  'file of a certificate': {
    table: 'private.certificate_files',
    where: () => 'true',
    change: `language = 'en'`,
    insert: `insert into private.certificate_files (code, language, drawn_at) select code, 'en', now() from certificates limit 1`,
    allowed: {},
  },
  'key of certificates': {
    table: 'certificate_keys',
    where: () => 'true',
    change: `jwk = '[]'`,
    insert: `insert into certificate_keys (kid, jwk) values ('b', '{}')`,
    allowed: { read: EVERYBODY },
  },
  'signer of certificates': {
    table: 'private.certificate_signer',
    where: () => 'true',
    change: `secret_key = repeat('B', 43)`,
    insert: `insert into private.certificate_signer (secret_key) values (repeat('B', 43))`,
    allowed: {},
  },
  'list of revoked certificates': {
    table: 'certificate_status',
    where: () => 'true',
    change: `credential = ''`,
    insert: `insert into certificate_status (list, credential, made_at) values (2, '', now())`,
    allowed: { read: EVERYBODY },
  },
}
