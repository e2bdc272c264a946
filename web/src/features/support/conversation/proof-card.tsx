import { Sigma } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useKindName } from '#parts/ledger-kind/kind-name.ts'
import { decimalsOf } from '#ui/form/decimal-text.ts'
import type { Proof } from '../tickets.ts'

/** Inputs that say how much went into a figure; the whole answer of the record has many more. */
const INPUTS = [
  'resolved',
  'wins',
  'losses',
  'expired',
  'cancelled',
  'ended',
  'state',
  'symbol',
  'direction',
  'probability',
  'entry_low',
  'entry_high',
  'stop_loss',
  'side',
  'level',
  'other',
  'low',
  'high',
  'reference',
  'indicator',
  'forecast',
  'actual',
  'surprise',
  'author_kind',
  'cohort',
  'n',
  'voids',
  'hits',
  'rate',
  'chance',
  'skill',
  'auc',
  'timeframe',
  'hours',
  'cut_at',
  'cut_price',
  'up',
  'down',
  'outcome',
  'decided_at',
] as const

/** Market prices, which keep their point in every language. */
const PRICES: ReadonlySet<string> = new Set([
  'entry_low',
  'entry_high',
  'stop_loss',
  'level',
  'other',
  'low',
  'high',
  'reference',
  'cut_price',
  'up',
  'down',
])

/** Words of the record that stand as values. */
const VALUES = [
  'pending',
  'active',
  'closed',
  'expired',
  'cancelled',
  'sealed',
  'open',
  'resolved',
  'buy',
  'sell',
  'above',
  'in_line',
  'below',
  'analyst',
  'member',
  'engine',
  'all',
  'up',
  'down',
  'none',
] as const

/** What rows have, in the order of the columns. */
const COLUMNS = [
  'number',
  'deadline',
  'probability',
  'outcome',
  'squared',
  'state',
  'ended_at',
  'r',
  'sequence',
  'at',
  'kind',
] as const

/** The parts of a claim that hold its inputs. */
const NESTED = ['terms', 'levels', 'condition'] as const

function flattened(inputs: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const flat = { ...inputs }
  for (const part of NESTED) Object.assign(flat, flat[part])
  return flat
}

const MONTH = /^\d{4}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T/
const NUMBER = /^-?\d+(\.\d+)?$/

/** What a ticket about a figure opened with: formula, inputs and rows, as the database computed them then. */
export function ProofCard({ proof }: { proof: Proof }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const kindName = useKindName()
  const word = (found: string) => {
    if (MONTH.test(found)) return format.month(found)
    if (MOMENT.test(found)) return format.dateTime(found)
    const known = VALUES.find((value) => value === found)
    return known ? t(`proof.values.${known}`) : found
  }
  const told = (found: unknown): string =>
    found === null || found === undefined
      ? format.dash
      : typeof found === 'boolean'
        ? t(found ? 'proof.true' : 'proof.false')
        : NUMBER.test(String(found))
          ? format.number(String(found), decimalsOf(String(found)))
          : word(String(found))
  const { formula, value, inputs, rows, computed_at: at, head } = proof
  const flat = flattened(inputs ?? {})
  const shown = INPUTS.flatMap((name) => {
    const found = flat[name]
    return typeof found === 'string' || typeof found === 'number'
      ? [{ name, value: PRICES.has(name) ? format.price(String(found)) : told(found) }]
      : []
  })
  const [first] = rows
  const columns = COLUMNS.filter((name) => first && name in first)
  return (
    <section
      aria-label={t('proof.title')}
      className="ml-11 max-w-155 min-w-0 rounded-control border border-line bg-well text-13 max-lg:ml-0"
    >
      <h4 className="flex min-h-10 flex-wrap items-center gap-x-2 px-3 py-1 font-medium">
        <Sigma size={16} strokeWidth={1.75} aria-hidden />
        {t('proof.title')}
        <span className="ml-auto font-normal text-muted">{format.dateTime(at)}</span>
      </h4>
      <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-3 pb-3">
        <dt className="text-muted">{t('proof.value')}</dt>
        <dd className="tabular font-semibold">{told(value)}</dd>
        {formula && (
          <>
            <dt className="text-muted">{t('proof.formula')}</dt>
            <dd className="font-mono wrap-anywhere">{formula}</dd>
          </>
        )}
        {shown.map((input) => (
          <div key={input.name} className="contents">
            <dt className="text-muted">{t(`proof.inputs.${input.name}`)}</dt>
            <dd className="tabular">{input.value}</dd>
          </div>
        ))}
        {head?.hash && (
          <>
            <dt className="text-muted">{t('proof.head')}</dt>
            <dd>
              <code className="font-mono">{format.hash(head.hash)}</code>
            </dd>
          </>
        )}
      </dl>
      {rows.length > 0 && (
        <details className="border-t border-line">
          <summary className="flex min-h-9 cursor-pointer items-center px-3 text-muted pointer-coarse:min-h-target">
            {t('proof.rows', { count: rows.length })}
          </summary>
          <section
            className="max-h-60 overflow-auto"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label={t('proof.rows', { count: rows.length })}
          >
            <table className="tabular w-full text-left">
              <thead className="text-muted">
                <tr>
                  {columns.map((name) => (
                    <th key={name} scope="col" className="px-3 py-1 font-medium">
                      {t(`proof.columns.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={JSON.stringify(row)} className="border-t border-line">
                    {columns.map((name) => (
                      <td key={name} className="px-3 py-1 whitespace-nowrap">
                        {name === 'kind' ? kindName(String(row[name])) : told(row[name])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </section>
  )
}
