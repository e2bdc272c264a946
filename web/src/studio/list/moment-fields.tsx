import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay, parisMoment } from '#lib/money/paris-day.ts'
import { DateInput } from '#ui/date/date-input.tsx'
import { addDays } from '#ui/date/iso-date.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'

/** A moment as typed: a day and a time in Paris. */
export type PlannedMoment = { day: string; time: string }

/** The default: tomorrow at 08:00. */
export const plannedNext = (): PlannedMoment => ({ day: addDays(parisDay(new Date()), 1), time: '08:00' })

export const momentOf = ({ day, time }: PlannedMoment): string | null =>
  day && /^\d\d:\d\d$/.test(time) ? parisMoment(day, `${time}:00`) : null

type Props = { value: PlannedMoment; onChange: (value: PlannedMoment) => void; past: boolean }

export function MomentFields({ value, onChange, past }: Props) {
  const { t } = useTranslation('studio')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_120px] items-start gap-3">
      <Field
        label={t('publish.day')}
        hint={t('publish.zone')}
        error={past ? t('refused.schedule_in_the_past') : null}
      >
        <DateInput
          value={value.day}
          today={parisDay(new Date())}
          onChange={(day) => onChange({ ...value, day })}
        />
      </Field>
      <Field label={t('publish.time')}>
        <Input
          type="time"
          value={value.time}
          onChange={({ target }) => onChange({ ...value, time: target.value })}
        />
      </Field>
    </div>
  )
}
