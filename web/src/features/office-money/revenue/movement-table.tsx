import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Definition } from '#ui/overlay/tooltip.tsx'
import { Cell, FigureTable, RowName } from './figure-table.tsx'
import { useMonthName } from './month-name.ts'
import { MOVEMENTS, type RevenueMonth } from './revenue.ts'
import { FigureButton, useShowRows } from './rows-sheet.tsx'

/** Monthly recurring revenue from the start to the end of each month: new, expansion, contraction and churn. */
export function MovementTable({ months, currency }: { months: readonly RevenueMonth[]; currency: string }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const monthName = useMonthName()
  const show = useShowRows()
  const amount = (minor: number) => format.money(minor, currency)
  const defined = (key: (typeof MOVEMENTS)[number]) => (
    <Definition key={key} term={t(`revenue.kinds.${key}`)}>
      {t(`revenue.kindsNote.${key}`)}
    </Definition>
  )
  return (
    <FigureTable
      label={t('revenue.movements')}
      head={[
        t('revenue.month'),
        t('revenue.start'),
        ...MOVEMENTS.map(defined),
        t('revenue.end'),
        t('revenue.membersShort'),
        t('revenue.churn'),
        t('revenue.revenueChurn'),
      ]}
    >
      {months.toReversed().map((line, place) => (
        <tr key={line.month}>
          <RowName>
            {monthName(line.month)}
            {place === 0 && <span className="ml-1 font-normal text-muted">{t('revenue.running')}</span>}
          </RowName>
          <Cell>{amount(line.mrr_before)}</Cell>
          {MOVEMENTS.map((kind) => (
            <Cell key={kind}>
              {line[kind] === 0 ? (
                <span className="text-faint">{format.dash}</span>
              ) : (
                <FigureButton onClick={() => show({ figure: kind, month: line.month })}>
                  {line[kind] > 0 && '+'}
                  {amount(line[kind])}
                </FigureButton>
              )}
            </Cell>
          ))}
          <Cell>
            <FigureButton onClick={() => show({ figure: 'mrr', month: line.month })}>
              {amount(line.mrr)}
            </FigureButton>
          </Cell>
          <Cell>{format.number(line.members)}</Cell>
          <Cell>
            {format.percent(line.members_before === 0 ? null : line.churned_members / line.members_before, 1)}
          </Cell>
          <Cell>
            {format.percent(
              line.mrr_before === 0 ? null : -(line.churned + line.contraction) / line.mrr_before,
              1,
            )}
          </Cell>
        </tr>
      ))}
    </FigureTable>
  )
}
