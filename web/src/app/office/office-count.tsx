import { useWaitingCount } from '#features/qualification/queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { OfficePlace } from './office-places.ts'

/** The number of items waiting at a place of the back-office. */
export function OfficeCount({ place }: { place: OfficePlace }) {
  return place.key === 'requests' ? <WaitingRequests /> : null
}

function WaitingRequests() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const count = useWaitingCount()
  if (count === 0) return null
  return (
    <span className="tabular ml-auto shrink-0 rounded-pill bg-raised px-1.5 text-12 font-medium text-text ring-1 ring-line-strong ring-inset">
      <span aria-hidden>{format.number(count)}</span>
      <span className="sr-only">{t('waiting', { count })}</span>
    </span>
  )
}
