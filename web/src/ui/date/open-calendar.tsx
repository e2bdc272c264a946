import type { RefObject } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { AnchoredPanel } from '#ui/overlay/anchored-panel.tsx'
import { Calendar } from './calendar.tsx'

type Props = {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: RefObject<HTMLElement | null>
  value: string
  onDay: (day: string) => void
  min: string | undefined
  max: string | undefined
  today: string
}

/** The calendar under a date. */
export default function OpenCalendar({ id, open, onOpenChange, trigger, value, ...rest }: Props) {
  const { t } = useTranslation('ui')
  return (
    <AnchoredPanel
      id={id}
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      label={t('dates.calendar')}
      className="w-72 pointer-coarse:w-86"
    >
      <Calendar {...rest} from={value || null} to={value || null} />
    </AnchoredPanel>
  )
}
