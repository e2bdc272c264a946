import { useTranslation } from '#lib/language/i18n.ts'
import { DASHBOARD, GROUPS, type Place, SUPPORT } from '../routing/navigation.ts'
import { DueDot } from './due-dot.tsx'
import { PlaceLink, PlacesSheet } from './places-sheet.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Every place that does not fit the tab bar. */
export default function MoreSheet({ open, onOpenChange }: Props) {
  const { t } = useTranslation('shell')
  const { t: name } = useTranslation('app')
  const line = ({ key, to, icon }: Place) => ({
    key,
    to,
    icon,
    label: name(`places.${key}`),
    after: key === 'dailyTest' && <DueDot />,
  })
  return (
    <PlacesSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('tabs.more')}
      label={t('rail.label')}
      first={line(DASHBOARD)}
      groups={GROUPS.map(({ key, places }) => ({
        key,
        label: t(`groups.${key}`),
        lines: places.map(line),
      }))}
      last={<PlaceLink line={line(SUPPORT)} onClick={() => onOpenChange(false)} />}
    />
  )
}
