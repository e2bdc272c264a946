import { useTranslation } from '#lib/language/i18n.ts'
import { AnchoredPanel, type AnchoredProps } from '#ui/overlay/anchored-panel.tsx'
import { Calendar } from './calendar.tsx'

type Props = {
  value: string
  onDay: (day: string) => void
  min: string | undefined
  max: string | undefined
  today: string
}

/** The calendar under a date input. */
export default function OpenCalendar({ value, onDay, min, max, today, ...panel }: Props & AnchoredProps) {
  const { t } = useTranslation('ui')
  return (
    <AnchoredPanel {...panel} label={t('dates.calendar')} className="w-72 pointer-coarse:w-86">
      <Calendar from={value || null} to={value || null} onDay={onDay} min={min} max={max} today={today} />
    </AnchoredPanel>
  )
}
