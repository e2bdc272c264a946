import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { hundredths, useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Select } from '#ui/form/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type CsvCell, writeCsv } from '#ui/table/csv.ts'
import { downloadCsv } from '#ui/table/table-export.ts'
import { Panel } from '../panel.tsx'
import { Cell, FigureTable, RowName } from './figure-table.tsx'
import { useMonthName } from './month-name.ts'
import { taxesQuery } from './revenue.ts'
import { FigureButton, useShowRows } from './rows-sheet.tsx'
import { monthsBack, quartersBack } from './tax-periods.ts'

/** The tax to declare by country and rate, for a quarter (one-stop shop) or a month. */
export function TaxPanel({ test, money }: { test: boolean; money: string }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const language = useLanguage()
  const monthName = useMonthName()
  const show = useShowRows()
  const { quarters, months } = useMemo(() => {
    const today = parisDay(new Date())
    return { quarters: quartersBack(today, 8), months: monthsBack(today, 12) }
  }, [])
  const [chosen, setChosen] = useState(quarters[0]?.key ?? '')
  const period = [...quarters, ...months].find(({ key }) => key === chosen)
  const { first = '', last = '' } = period ?? {}
  const taxes = useQuery({ ...taxesQuery(first, last, test, money), enabled: first !== '' })
  const countries = useMemo(() => new Intl.DisplayNames([language], { type: 'region' }), [language])
  const lines = taxes.data ?? []
  const amount = (minor: number) => format.money(minor, money)
  const owed = lines.reduce((sum, line) => sum + line.sales_tax - line.back_tax, 0)
  const base = lines.reduce((sum, line) => sum + line.sales_net - line.back_net, 0)
  const heads = [
    t('taxes.country'),
    t('taxes.rate'),
    t('taxes.sales'),
    t('taxes.salesNet'),
    t('taxes.salesTax'),
    t('taxes.backNet'),
    t('taxes.backTax'),
    t('taxes.base'),
    t('taxes.owed'),
  ]
  const download = () =>
    downloadCsv(
      ['vigie', 'tva', chosen, ...(test ? ['test'] : [])].join('-'),
      writeCsv(
        [
          heads,
          ...lines.map((line): CsvCell[] => [
            line.country,
            { decimal: String(line.rate) },
            line.sales,
            ...[
              line.sales_net,
              line.sales_tax,
              -line.back_net,
              -line.back_tax,
              line.sales_net - line.back_net,
              line.sales_tax - line.back_tax,
            ].map((minor) => ({ decimal: hundredths(minor) })),
          ]),
        ],
        language,
      ),
    )
  return (
    <Panel
      title={t('taxes.title')}
      note={t('taxes.note')}
      action={
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-52">
            <Select
              aria-label={t('taxes.period')}
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
            >
              <optgroup label={t('taxes.quarters')}>
                {quarters.map(({ key, year, place }) => (
                  <option key={key} value={key}>
                    {t('taxes.quarter', { place, year: String(year) })}
                  </option>
                ))}
              </optgroup>
              <optgroup label={t('taxes.months')}>
                {months.map(({ key, first: day }) => (
                  <option key={key} value={key}>
                    {monthName(day)}
                  </option>
                ))}
              </optgroup>
            </Select>
          </div>
          <Button variant="outline" disabled={lines.length === 0} onClick={download}>
            {t('export')}
          </Button>
        </div>
      }
    >
      {taxes.isLoadingError ? (
        <ErrorState onRetry={() => void taxes.refetch()} />
      ) : taxes.isPending ? (
        <Skeleton className="h-24" />
      ) : lines.length === 0 ? (
        <p className="text-muted">{t('taxes.none')}</p>
      ) : (
        <FigureTable label={t('taxes.title')} head={heads}>
          {lines.map((line) => (
            <tr key={`${line.country} ${line.rate}`}>
              <RowName>{countries.of(line.country)}</RowName>
              <Cell>{format.percent(line.rate / 100, Number.isInteger(line.rate) ? 0 : 1)}</Cell>
              <Cell>{format.number(line.sales)}</Cell>
              <Cell>{amount(line.sales_net)}</Cell>
              <Cell>{amount(line.sales_tax)}</Cell>
              <Cell>{amount(-line.back_net)}</Cell>
              <Cell>{amount(-line.back_tax)}</Cell>
              <Cell>{amount(line.sales_net - line.back_net)}</Cell>
              <Cell>
                <FigureButton
                  onClick={() =>
                    show({
                      figure: 'tax',
                      month: first,
                      last,
                      country: line.country,
                      rate: String(line.rate),
                    })
                  }
                >
                  {amount(line.sales_tax - line.back_tax)}
                </FigureButton>
              </Cell>
            </tr>
          ))}
          <tr className="font-semibold">
            <RowName>{t('taxes.total')}</RowName>
            {Array.from({ length: 6 }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: empty cells
              <Cell key={place}> </Cell>
            ))}
            <Cell>{amount(base)}</Cell>
            <Cell>{amount(owed)}</Cell>
          </tr>
        </FigureTable>
      )}
    </Panel>
  )
}
