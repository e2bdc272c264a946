import { ArrowLeft } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { classNames } from '#ui/class-names.ts'
import { LINE, PlacesSheet } from '../frame/places-sheet.tsx'
import { OfficeCount } from './office-count.tsx'
import { FIGURES, type OfficePlace, officeGroups } from './office-places.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Every place of the back-office, on a phone. */
export default function OfficeMoreSheet({ open, onOpenChange }: Props) {
  const { t } = useTranslation('office')
  const { staffRole } = useSession()
  if (!staffRole) return null
  const line = (place: OfficePlace) => ({
    key: place.key,
    to: place.to,
    icon: place.icon,
    label: t(`places.${place.key}`),
    after: <OfficeCount place={place} />,
  })
  return (
    <PlacesSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      label={t('title')}
      first={line(FIGURES)}
      groups={officeGroups(staffRole).map(({ key, places }) => ({
        key,
        label: t(`groups.${key}`),
        lines: places.map(line),
      }))}
      last={
        <Link to="/" onClick={() => onOpenChange(false)} className={classNames(LINE, 'text-muted')}>
          <ArrowLeft size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
          {t('leave')}
        </Link>
      }
    />
  )
}
