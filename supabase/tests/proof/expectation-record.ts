import { indicatorDocument } from '../access/announcement-rows.ts'
import { publishItem } from '../access/learning-rows.ts'
import type { Product } from '../product.ts'

const MINUTE = 60_000
const NADIA = ['00000000-0000-4000-8000-00000000000a', 'Nadia'] as const
const CLAIRE = ['00000000-0000-4000-8000-00000000000c', 'Claire'] as const

/** A probability that nothing else has: any occurrence elsewhere is a leak. */
export const HIDDEN_PROBABILITY = '0.0731'

const moment = (at: number) => new Date(at).toISOString()

/** An announcement of a figure, known a minute before a given time. */
async function announce(vigie: Product, start: number, dueAt: number): Promise<string> {
  const { rows } = await vigie.admin.query<{ id: string }>(
    `insert into announcements (indicator, kind, country, currency, impact, starts_at, precision, day, zone, forecast, state, source, sample, changed_at)
     values ('us-cpi', 'release', 'US', 'USD', 'high', $1, 'exact', ($1::timestamptz at time zone 'UTC')::date, 'UTC', '2.3', 'scheduled', 'staff', false, $2)
     returning id`,
    [moment(dueAt), moment(start - MINUTE)],
  )
  return rows[0]!.id
}

async function expectAt(
  vigie: Product,
  at: number,
  announcement: string,
  direction: string,
  probability: string,
  author: readonly [id: string, name: string] = NADIA,
): Promise<void> {
  await vigie.admin.query('select private.record_expectation($1, $2, $3, $4, $5, $6, $6, false)', [
    announcement,
    direction,
    probability,
    ...author,
    moment(at),
  ])
}

/** An expectation that was right, one that was wrong, one of a release that was cancelled, and one that is still sealed. */
export async function everyKindOfExpectation(vigie: Product, start: number): Promise<void> {
  await publishItem(vigie, 'indicator', 'us-cpi', indicatorDocument())
  const [due, later] = [start + 30 * MINUTE, start + 45 * MINUTE]
  const released = await announce(vigie, start, due)
  const cancelled = await announce(vigie, start, due)
  const open = await announce(vigie, start, Date.now() + 30 * 1440 * MINUTE)
  await expectAt(vigie, start, released, 'above', '0.7')
  await expectAt(vigie, start + MINUTE, released, 'in_line', '0.55', CLAIRE)
  await expectAt(vigie, start + 2 * MINUTE, cancelled, 'below', '0.6')
  await expectAt(vigie, start + 3 * MINUTE, open, 'below', HIDDEN_PROBABILITY)
  await vigie.admin.query(
    `update announcements set actual = '2.4', state = 'released', released_at = starts_at, changed_at = $2 where id = $1`,
    [released, moment(due + MINUTE)],
  )
  await vigie.admin.query(`update announcements set state = 'cancelled', changed_at = $2 where id = $1`, [
    cancelled,
    moment(due + MINUTE),
  ])
  await vigie.admin.query('select private.grade_expectations($1)', [moment(later)])
}

/** Mistakes that were confirmed: of a figure, and of the first signal. The product itself dates them now. */
export async function everyKindOfErratum(vigie: Product, at: number): Promise<void> {
  for (const figure of [
    { kind: 'performance', name: 'expectancy_r' },
    { kind: 'signal', number: 1 },
  ])
    await vigie.admin.query(
      `select private.append_to_ledger('erratum', null, jsonb_build_object('figure', $1::jsonb, 'text_sha256', private.sha256_hex('Une erreur de notre part.'), 'made_by', 'admin'), $2)`,
      [JSON.stringify(figure), moment(at)],
    )
}
