import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import type { DayClosure } from '#lib/market/closure-days.ts'

/** The words of a closure: which markets, and when it is not the whole day. */
export function useClosureWords(): (closure: DayClosure) => string {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const format = useFormat()
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return ({ sessions, hours }) => {
    const markets = list.format(sessions.map((session) => t(`closures.market.${session}`)))
    return hours
      ? t('closures.part', { markets, from: format.time(hours.from), to: format.time(hours.to) })
      : t('closures.whole', { markets })
  }
}

/** A day on which markets are closed, between the meetings. */
export function ClosureRow({ closure, dated }: { closure: DayClosure; dated: boolean }) {
  const format = useFormat()
  const worded = useClosureWords()
  const { day } = closure
  return (
    <p className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 border-t border-line px-4 py-3 text-muted first:border-t-0 sm:gap-x-4">
      <span className="font-semibold whitespace-nowrap text-text tabular">
        {dated ? '' : `${format.longDate(day).slice(0, 3)}. ${day.getDate()}`}
      </span>
      <span className="text-pretty">{worded(closure)}</span>
    </p>
  )
}
