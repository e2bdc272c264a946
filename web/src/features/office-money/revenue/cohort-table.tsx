import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Cell, FigureTable, RowName } from './figure-table.tsx'
import { useMonthName } from './month-name.ts'
import type { Revenue } from './revenue.ts'
import { FigureButton, useShowRows } from './rows-sheet.tsx'

/** Darker tints for higher retention; the percentage is written as well. */
const TINTS = ['opacity-10', 'opacity-20', 'opacity-30', 'opacity-40'] as const

/** Retention by month of first payment: the share still paying at the end of each later month. */
export function CohortTable({ cohorts }: { cohorts: Revenue['cohorts'] }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const monthName = useMonthName()
  const show = useShowRows()
  const most = Math.max(0, ...cohorts.map(({ kept }) => kept.length))
  const places = Array.from({ length: most }, (_, place) => place)
  if (most === 0) return <p className="text-muted">{t('revenue.noCohort')}</p>
  return (
    <FigureTable
      label={t('revenue.cohorts')}
      head={[
        t('revenue.firstPaid'),
        t('revenue.size'),
        ...places.map((place) => t('revenue.after', { count: place })),
      ]}
    >
      {cohorts.map(({ month, size, kept }) => (
        <tr key={month}>
          <RowName>{monthName(month)}</RowName>
          <Cell>{format.number(size)}</Cell>
          {places.map((place) => {
            const count = kept[place]
            if (count === undefined) return <Cell key={`${month}+${place}`}> </Cell>
            const share = size === 0 ? 0 : count / size
            return (
              <td key={`${month}+${place}`} className="tabular relative px-3 py-2 text-right">
                <span
                  aria-hidden
                  className={classNames(
                    'absolute inset-0.5 rounded-inner bg-series-2',
                    count === 0 ? 'opacity-0' : TINTS[Math.min(3, Math.floor(share * 4))],
                  )}
                />
                <span className="relative">
                  <FigureButton
                    label={t('revenue.keptOf', { count, size, place, month: monthName(month) })}
                    onClick={() => show({ figure: 'cohort', month, place })}
                  >
                    {format.percent(share)}
                  </FigureButton>
                </span>
              </td>
            )
          })}
        </tr>
      ))}
    </FigureTable>
  )
}
