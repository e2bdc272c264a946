import { Check, Minus, X } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Errata } from '#parts/report-error/errata.tsx'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { OwnForecast } from '../queries.ts'
import { useInstrumentName } from './use-instrument-name.ts'

const SHOWN = 5
const ICONS = { up: Check, down: X, none: Minus } as const

/** The sealed answers, newest first, good and bad alike. */
export function SealedTable({ answers }: { answers: readonly OwnForecast[] }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const nameOf = useInstrumentName()
  const [shown, setShown] = useState(SHOWN)
  const head =
    'h-9 px-1 sm:px-2 text-13 font-medium text-muted first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5'
  const cell = 'h-9 px-1 sm:px-2 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5'
  return (
    <div className="grid gap-3">
      <Card className="overflow-x-auto">
        <table className="tabular w-full">
          <caption className="sr-only">{t('sealed.title')}</caption>
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={`${head} text-left max-sm:hidden`}>
                {t('sealed.day')}
              </th>
              <th scope="col" className={`${head} text-left max-sm:pl-4`}>
                {t('sealed.title')}
              </th>
              <th scope="col" className={`${head} text-right`}>
                {t('sealed.said')}
              </th>
              <th scope="col" className={`${head} text-left`}>
                {t('sealed.came')}
              </th>
              <th scope="col" className={`${head} text-right`}>
                {t('sealed.brier')}
              </th>
              <th scope="col" className="w-9">
                <span className="sr-only">{t('sealed.report')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {answers.slice(0, shown).map((answer) => {
              const Icon = ICONS[answer.outcome]
              const chart = `${nameOf(answer.symbol)}, ${answer.timeframe}`
              const day = format.dayMonth(`${answer.day}T12:00`)
              const figure = { kind: 'forecast', number: answer.sequence } as const
              return (
                <tr key={answer.card} className="border-b border-line last:border-b-0">
                  <td className={`${cell} text-muted max-sm:hidden`}>{day}</td>
                  <th scope="row" className={`${cell} text-left font-semibold whitespace-nowrap max-sm:pl-4`}>
                    {chart}
                    <Errata figure={figure} className="font-normal whitespace-normal" />
                  </th>
                  <td className={`${cell} text-right whitespace-nowrap`}>
                    {format.inPercent(answer.probability)}
                  </td>
                  <td className={cell}>
                    <span className="flex items-center gap-1 whitespace-nowrap">
                      <Icon size={14} strokeWidth={1.75} className="text-muted" aria-hidden />
                      {t(`sealed.outcomes.${answer.outcome}`)}
                    </span>
                  </td>
                  <td className={`${cell} text-right`}>{format.number(answer.brier, 2)}</td>
                  <td className="text-center">
                    <ReportError figure={figure} of={`${chart}, ${day}`} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Card>
      {shown < answers.length && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setShown(shown + 20)}>
          {t('sealed.more')}
        </Button>
      )}
      <p className="text-13 text-pretty text-muted">{t('sealed.about')}</p>
    </div>
  )
}
