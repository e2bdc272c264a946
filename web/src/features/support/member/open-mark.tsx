import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { hoursQuery } from '../tickets.ts'

/** Whether somebody answers now, and until when. */
export function OpenMark() {
  const { t } = useTranslation('support')
  const format = useFormat()
  const now = useNow()
  const { data } = useQuery(hoursQuery)
  if (!data) return null
  const open = data.open && data.until !== null && Date.parse(data.until) > now
  return (
    <p className="flex items-center gap-1.5 text-13 font-medium whitespace-nowrap">
      <i
        aria-hidden
        className={
          open
            ? 'size-2 rounded-pill bg-lamp-edge shadow-[0_0_0_3px_var(--lamp-tint)]'
            : 'size-2 rounded-pill ring-2 ring-muted ring-inset'
        }
      />
      {open
        ? t('open.until', { time: format.time(data.until) })
        : data.opens_at
          ? t('open.opens', { at: format.atMoment(data.opens_at, now) })
          : t('open.closed')}
    </p>
  )
}
