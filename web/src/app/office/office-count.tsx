import { useWaitingCount } from '#features/qualification/queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { OfficePlace } from './office-places.ts'

/** The number of items waiting at a place of the back-office. */
export function OfficeCount({ place, over = false }: { place: OfficePlace; over?: boolean }) {
  return place.key === 'requests' ? <WaitingRequests over={over} /> : null
}

/** `over`: on the corner of an icon that stands alone. */
function WaitingRequests({ over }: { over: boolean }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const count = useWaitingCount()
  if (count === 0) return null
  return (
    <span
      className={classNames(
        'tabular shrink-0 rounded-pill bg-raised px-1.5 text-12 font-medium text-text ring-1 ring-line-strong ring-inset',
        over ? 'absolute -top-1 -right-1' : 'ml-auto',
      )}
    >
      <span aria-hidden>{format.number(count)}</span>
      <span className="sr-only">{t('waiting', { count })}</span>
    </span>
  )
}
