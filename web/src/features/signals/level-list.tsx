import type { Levels } from 'trading/levels'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { targetR } from '#lib/signal.ts'

/** The levels that the chart draws, in words and figures. */
export function LevelList({ levels, digits }: { levels: Levels; digits: number }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const price = (value: string) => format.price(value, digits)
  const entry =
    levels.entry_low === levels.entry_high
      ? price(levels.entry_low)
      : `${price(levels.entry_low)}–${price(levels.entry_high)}`
  const rows = [
    { name: t('level.entry'), value: entry, note: t(`order.${levels.order_type}`) },
    { name: t('level.stop'), value: price(levels.stop_loss), note: format.r('-1') },
    ...levels.targets.map((target, index) => ({
      name: `TP ${index + 1}`,
      value: price(target.price),
      note: `${format.percent(Number(target.share) / 100)} · ${format.r(targetR(levels, target.price))}`,
    })),
  ]
  const rules = [
    levels.break_even_after ? t('prepare.ruleBreakEven', { number: levels.break_even_after }) : '',
    levels.trailing_distance
      ? t(levels.trailing_after ? 'prepare.ruleTrailingAfter' : 'prepare.ruleTrailing', {
          distance: price(levels.trailing_distance),
          number: levels.trailing_after ?? 0,
        })
      : '',
  ].filter(Boolean)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 border-line border-t px-4 py-3">
      {rows.map((row) => (
        <div key={row.name} className="grid gap-0.5">
          <dt className="text-12 text-muted">{row.name}</dt>
          <dd className="tabular text-13">
            <b>{row.value}</b> <span className="text-muted">{row.note}</span>
          </dd>
        </div>
      ))}
      {rules.length > 0 && (
        <div className="grid basis-full gap-0.5">
          <dt className="text-12 text-muted">{t('prepare.rules')}</dt>
          <dd className="tabular text-13">{rules.join(' · ')}</dd>
        </div>
      )}
    </dl>
  )
}
