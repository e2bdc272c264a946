import type { Row } from './access-row.ts'

/** A day's test with a chart, and everybody's rows about it. Comes after LEARNING_ROWS, whose attempts and questions it uses. */
export const DAILY_ROWS = `
insert into daily_tests (day, commitment, bank_hash, sequence, committed_at, late)
  select '2026-01-05', repeat('a', 64), repeat('b', 64), (private.append_to_ledger('note', null, '{}')).sequence, now(), false;
insert into private.daily_seeds (day, seed, bank) values ('2026-01-05', repeat('c', 64), '[]');
insert into daily_results (day, member, attempt, score, total, milliseconds, finished_at, ranked)
  select '2026-01-05', member, id, 1, 1, 1, now(), true from attempts on conflict do nothing;
insert into weekly_scores (week, member, score) select '2026-01-12', id, 1 from profiles;
insert into streaks (member) select id from profiles;
insert into leaderboard_names (member, pseudonym) select id, 'Pseudonyme ' || row_number() over () + 20 from profiles;
insert into private.forecast_cards (day, place, symbol, timeframe, cut_at, hours, price, up, down, chance, before, after, outcome, decided_at)
  values ('2026-01-05', 1, 'EURUSD', 'H1', '2026-01-01', 24, 1.08, 1.09, 1.07, 50, '[]', '[]', 'up', '2026-01-02');
insert into forecast_answers select card.id, profile.id, 50, 'x', tests.sequence, now() from private.forecast_cards as card, profiles as profile, daily_tests as tests;
insert into private.forecast_standing (members, as_of) values (0, now());
insert into review_cards (member, question, due, stability, difficulty, reps, lapses, last, ahead)
  select id, '00000000-0000-4000-8000-00000000c003', now(), 1, 5, 1, 1, now(), '{}' from profiles;
insert into private.recall_predictions select attempt, place, 0.9, true from attempt_answers;
insert into recall_calibration (bin, n, predicted_sum, recalled) values (9, 1, 0.9, 1);
insert into private.memory_parameters (reviews, default_loss, trained_loss, trained_at) values (300, 1, 1, now())`

const MEMBERS = 'freemium premium analyst admin'
const EVERYBODY = `visitor ${MEMBERS} service_role`
type Table = Omit<Row, 'where'>

/** Tables of which each member has rows: they read their own, and do with them what is named. */
const OWN: Readonly<Record<string, Table>> = {
  'result of a daily test': {
    table: 'daily_results',
    change: 'score = 0',
    insert: `insert into daily_results select '2026-01-05', auth.uid(), attempt, 1, 1, 1, now(), true, null from attempt_answers limit 1`,
    allowed: { read: MEMBERS },
  },
  'points of a week': {
    table: 'weekly_scores',
    change: 'score = 50',
    insert: `insert into weekly_scores values ('2026-01-19', auth.uid(), 50, 1)`,
    allowed: { read: MEMBERS },
  },
  streak: {
    table: 'streaks',
    change: 'days = 9',
    insert: 'insert into streaks (member) values (auth.uid())',
    allowed: { read: MEMBERS },
  },
  "streak's reminder": {
    table: 'streaks',
    change: 'remind = true',
    insert: 'insert into streaks (member, remind) values (auth.uid(), true)',
    allowed: { read: MEMBERS, change: MEMBERS },
  },
  'pseudonym of the ranking': {
    table: 'leaderboard_names',
    change: `pseudonym = 'Autre nom'`,
    insert: `insert into leaderboard_names (member, pseudonym) values (auth.uid(), 'Autre nom')`,
    allowed: { read: MEMBERS, remove: MEMBERS },
  },
  'answer to a chart': {
    table: 'forecast_answers',
    change: 'probability = 99',
    insert: `insert into forecast_answers select card, auth.uid(), 99, 'x', sequence, now() from forecast_answers limit 1`,
    allowed: { read: MEMBERS },
  },
  'review card': {
    table: 'review_cards',
    change: 'due = now()',
    insert: `insert into review_cards select auth.uid(), question, due, stability, difficulty, reps, lapses, last, ahead from review_cards limit 1`,
    allowed: { read: MEMBERS },
  },
}

const rowsOf = (whose: 'own' | "somebody's"): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(OWN).map(([name, row]) => [
      `${whose} ${name}`,
      {
        ...row,
        where: (me: string, bystander: string) => `member = '${whose === 'own' ? me : bystander}'`,
        allowed: whose === 'own' ? row.allowed : {},
      },
    ]),
  )

const shared = (table: string, change: string, insert: string, readers = ''): Row => ({
  table,
  where: () => 'true',
  change,
  insert,
  allowed: readers ? { read: readers } : {},
})

export const DAILY: Readonly<Record<string, Row>> = {
  ...rowsOf('own'),
  ...rowsOf("somebody's"),
  'daily test': shared(
    'daily_tests',
    `commitment = repeat('d', 64)`,
    `insert into daily_tests select '2026-01-06', commitment, bank_hash, sequence, committed_at, late from daily_tests`,
    EVERYBODY,
  ),
  'seed of a day': shared(
    'private.daily_seeds',
    `seed = ''`,
    `insert into private.daily_seeds (day, seed, bank) values ('2026-01-05', '', '[]')`,
  ),
  'chart of a day': shared(
    'private.forecast_cards',
    'place = 2',
    'insert into private.forecast_cards select * from private.forecast_cards limit 1',
  ),
  'median of forecasts': shared(
    'private.forecast_standing',
    'members = 1',
    'insert into private.forecast_standing (members, as_of) values (1, now())',
  ),
  'predicted recall': shared(
    'private.recall_predictions',
    'predicted = 1',
    'insert into private.recall_predictions select * from private.recall_predictions limit 1',
  ),
  'calibration of recall': shared(
    'recall_calibration',
    'n = 9',
    'insert into recall_calibration (bin, n, predicted_sum, recalled) values (1, 1, 0.1, 0)',
    EVERYBODY,
  ),
  'parameters of the memory': shared(
    'private.memory_parameters',
    'reviews = 1',
    'insert into private.memory_parameters (reviews, default_loss, trained_loss, trained_at) values (1, 1, 1, now())',
  ),
}
