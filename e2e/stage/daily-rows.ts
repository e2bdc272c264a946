import { expect, vi } from 'vitest'
import { database } from './fixtures.ts'

/** Ten questions of every form for today's test, each with words in its explanation that nothing else contains. */
type Made = { form: string; fields: object; title: string; choices?: readonly string[]; mistakes?: string }

const CHART = { path: [100, 104, 101, 107, 103], bars: 40, noise: 0.6, seed: 7 }
const plain = (topic: string): Made => ({
  form: 'single',
  fields: { topic, right: 0 },
  title: 'Un vendeur promet un rendement. Que vérifiez-vous d’abord\u202f?',
  choices: ['La liste noire', 'Les avis', 'Son site'],
  mistakes: '\nLes avis s’achètent\nUn site se copie',
})
export const MADE: readonly Made[] = [
  {
    form: 'single',
    fields: {
      topic: 'technical',
      right: 1,
      chart: {
        ...CHART,
        levels: [
          { at: 104, as: 'A' },
          { at: 101, as: 'B' },
        ],
      },
    },
    title: 'Sous quel niveau la structure haussière est-elle **cassée**\u202f?',
    choices: ['Le dernier sommet', 'Le dernier creux', 'Le premier creux'],
    mistakes: 'Un sommet se franchit\n\nIl est trop loin',
  },
  {
    form: 'multiple',
    fields: { topic: 'regulation', right: [0, 2] },
    title: 'Quels signes doivent vous alerter\u202f?',
    choices: ['Un rendement promis', 'Des pertes publiées', 'Un compte étranger'],
    mistakes: '\nPublier ses pertes est bon signe\n',
  },
  {
    form: 'numeric',
    fields: {
      topic: 'risk',
      right: '0.12',
      computed: 'expectancy?rate=0.4&gain=1.8',
      tolerance: '0.005',
      digits: 2,
      unit: 'R',
      wrong: ['0.80'],
    },
    title:
      '40\u202f% de trades gagnants, gain moyen 1,8\u00a0R, perte moyenne 1\u00a0R. Quelle espérance\u202f?',
    mistakes: 'C’est le gain moins la perte\u00a0: il manque la fréquence',
  },
  {
    form: 'order',
    fields: { topic: 'psychology' },
    title: 'Mettez dans l’ordre les étapes d’un trade.',
    choices: ['Lire le marché', 'Fixer le risque', 'Poser l’ordre', 'Noter le résultat'],
  },
  {
    form: 'chart',
    fields: { topic: 'technical', right: { low: '100.5', high: '101.5' }, digits: 1, chart: CHART },
    title: 'Placez le niveau du dernier creux.',
  },
  ...['fundamental', 'mechanics', 'risk', 'psychology', 'regulation'].map(plain),
]

/** Words of the explanation of a question, which only an answer may bring. */
export const secretOf = (place: number): string => `explication-${place}-scellée`

/** Makes these questions the test of today, past the draw. */
export async function openToday(): Promise<void> {
  for (const [at, { form, fields, title, choices, mistakes }] of MADE.entries()) {
    const texts = {
      title,
      why: `Parce que. ${secretOf(at + 1)}`,
      ...(choices && { choices: choices.join('\n') }),
      ...(mistakes !== undefined && { mistakes }),
    }
    await database(`select private.install_content('question', $1, $2, 'Test')`, [
      `journey-${at + 1}`,
      {
        fields: { level: 2, form, daily: true, ...fields },
        texts: { fr: texts, en: texts, es: texts, it: texts },
      },
    ])
  }
  await database(`select private.enqueue('keep-daily-test', '{}')`)
  await vi.waitFor(
    async () =>
      expect(
        await database(
          // Its charts are drawn after it is open.
          `select from daily_tests join private.daily_seeds using (day)
            where day = private.paris_day(now()) and opened_at is not null and charts_at is not null`,
        ),
      ).toHaveLength(1),
    60_000,
  )
  await database(
    `with made as (
       select id, published_version, substring(slug from '\\d+')::int as place from content_items where kind = 'question' and slug like 'journey-%'
     )
     update private.daily_seeds set
       questions = (select array_agg(id order by place) from made),
       bank = (select jsonb_agg(jsonb_build_object('question', id, 'version', published_version)) from made)
     where day = private.paris_day(now())`,
  )
}

/** A chart of today, five hours after its cut the lower level is touched. */
export async function drawChart(): Promise<void> {
  const bars = (from: number, count: number, price: (at: number) => number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, at) => {
        const [open, close] = [price(at), price(at + 1)]
        return [from + at, open, Math.max(open, close) + 0.05, Math.min(open, close) - 0.05, close]
      }),
    )
  await database(
    `delete from forecast_answers where card in (select id from private.forecast_cards where day = private.paris_day(now()))`,
  )
  await database(`delete from private.forecast_cards where day = private.paris_day(now())`)
  await database(
    `insert into private.forecast_cards (day, place, symbol, timeframe, cut_at, hours, price, up, down, chance, before, after, outcome, decided_at)
     values (private.paris_day(now()), 1, 'GBPUSD', 'H1', '2026-10-16T00:00Z', 24, 1.2784, 1.2784 * 1.0075, 1.2784 * 0.995, 40, $1, $2, 'down', '2026-10-16T05:00Z')`,
    [
      bars(-72, 72, (at) => (72 - at) * -0.015 + Math.sin(at / 4) * 0.2 * (1 - at / 72)),
      bars(0, 24, (at) => at * -0.1),
    ],
  )
}
