import pg from 'pg'

/** An indicator each week and each month for ten years, and so many announcements around now, as a source claims them. */
export async function calendarRows(databaseUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(INDICATORS)
    const claim = (indicator: string, at: number, values: object) => ({
      key: `${indicator}|${at}`,
      indicator,
      at: new Date(at).toISOString(),
      ...values,
    })
    const day = 86_400_000
    const now = Math.floor(Date.now() / day) * day
    const past = [
      ...Array.from({ length: 520 }, (_, week) =>
        claim('bench-weekly', now - (week + 1) * 7 * day, {
          forecast: '220',
          previous: '219',
          revised: '218',
          actual: String(210 + ((week * 7) % 20)),
        }),
      ),
      ...Array.from({ length: 120 }, (_, month) =>
        claim('bench-monthly', now - (month + 1) * 30 * day, {
          forecast: '2.4',
          previous: '2.3',
          revised: '2.2',
          actual: (2 + (month % 9) / 10).toFixed(1),
        }),
      ),
    ]
    const around = Array.from({ length: rows }, (_, index) => ({
      key: `event ${index}`,
      title: `Release ${index}`,
      currency: (['USD', 'EUR', 'GBP', 'JPY'] as const)[index % 4],
      impact: (['low', 'medium', 'high'] as const)[index % 3],
      at: new Date(now - 14 * day + Math.floor((index * 28 * day) / rows / 60_000) * 60_000).toISOString(),
      forecast: '1.2',
      previous: '1.1',
    }))
    for (const claims of [past, around])
      await client.query(`select private.take_claims('import', $1)`, [JSON.stringify(claims)])
  } finally {
    await client.end()
  }
}

const INDICATORS = `
with items as (
  insert into content_items (kind, slug, position, tier, version, state) values ('indicator', 'bench-weekly', 1, 'visitor', 0, 'draft'), ('indicator', 'bench-monthly', 2, 'visitor', 0, 'draft') returning id, slug
)
insert into indicators (slug, item, title, summary, why, country, currency, category, impact, better, unit, decimals, cadence, usual_time, zone, authority, authority_url, symbols)
select slug, id, t, t, t, 'US', 'USD', 'jobs', 'medium', 'lower', 'thousand', 0, case slug when 'bench-weekly' then 'weekly' else 'monthly' end, '08:30', 'America/New_York', 'Bench', 'https://example.com', '{EURUSD}'
from items, jsonb_build_object('fr', 'Série', 'en', 'Series', 'es', 'Serie', 'it', 'Serie') as t`
