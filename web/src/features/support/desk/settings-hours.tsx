import { X } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/date/date-input.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { Notice } from '#ui/notice.tsx'
import { type OpenHours, type SpecialDay, useAddDay, useDropDay, useSetHours } from './office-queries.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const USUAL = { opens: '09:00', closes: '19:00' }

export function HoursPart({ hours }: { hours: readonly OpenHours[] }) {
  const { t, i18n } = useTranslation('support')
  const set = useSetHours()
  const name = (weekday: number) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'long' }).format(new Date(2024, 0, weekday))
  return (
    <section aria-labelledby="settings-hours">
      <h2 id="settings-hours" className="mb-2 text-16 font-semibold">
        {t('settings.hours')}
      </h2>
      <ul className="divide-y divide-line">
        {WEEKDAYS.map((weekday) => {
          const open = hours.find((one) => one.weekday === weekday)
          return (
            <li key={weekday} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span id={`weekday-${weekday}`} className="w-28 first-letter:uppercase">
                {name(weekday)}
              </span>
              <Switch
                aria-labelledby={`weekday-${weekday}`}
                checked={open !== undefined}
                onCheckedChange={(on) => set.mutate({ weekday, open: on ? USUAL : null })}
              />
              {open ? (
                <HoursOfDay
                  key={`${open.opens} ${open.closes}`}
                  name={name(weekday)}
                  open={open}
                  onSet={(next) => set.mutate({ weekday, open: next })}
                />
              ) : (
                <span className="text-muted">{t('settings.closed')}</span>
              )}
            </li>
          )
        })}
      </ul>
      {set.isError && <Notice refusal>{t('settings.hoursRefused')}</Notice>}
    </section>
  )
}

type HoursProps = {
  name: string
  open: Omit<OpenHours, 'weekday'>
  onSet: (open: Omit<OpenHours, 'weekday'>) => void
}

/** Written when one leaves the field: a time that is being typed is not one yet. */
function HoursOfDay({ name, open, onSet }: HoursProps) {
  const { t } = useTranslation('support')
  const [typed, setTyped] = useState(open)
  const keep = () => {
    const changed = typed.opens !== open.opens || typed.closes !== open.closes
    if (changed && typed.opens !== '' && typed.closes !== '') onSet(typed)
  }
  return (
    <span className="flex items-center gap-2">
      {(['opens', 'closes'] as const).map((end) => (
        <Input
          key={end}
          type="time"
          size_="md"
          className="w-28"
          aria-label={t(`settings.${end}`, { day: name })}
          value={typed[end]}
          onChange={({ target }) => setTyped({ ...typed, [end]: target.value })}
          onBlur={keep}
        />
      ))}
    </span>
  )
}

export function DaysPart({ days }: { days: readonly SpecialDay[] }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const add = useAddDay()
  const drop = useDropDay()
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="settings-days">
      <h2 id="settings-days" className="mb-1 text-16 font-semibold">
        {t('settings.days')}
      </h2>
      <p className="mb-2 text-13 text-pretty text-muted">{t('settings.daysText')}</p>
      <ul className="divide-y divide-line">
        {days.map((one) => (
          <li key={one.day} className="flex min-h-11 items-center gap-3">
            <span className="tabular">{format.day(one.day)}</span>
            <span className="min-w-0 flex-1 truncate text-muted">
              {[t(one.is_open ? 'settings.open' : 'settings.closed'), one.reason].filter(Boolean).join(', ')}
            </span>
            <Button
              variant="ghost"
              iconOnly
              aria-label={t('settings.drop', { day: format.day(one.day) })}
              icon={<X size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => drop.mutate(one.day)}
            />
          </li>
        ))}
      </ul>
      <form
        className="mt-3 grid gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (day === '') return
          add.mutate(
            { day, is_open: open, reason },
            {
              onSuccess: () => {
                setDay('')
                setReason('')
              },
            },
          )
        }}
      >
        <Field label={t('settings.day')}>
          <DateInput value={day} onChange={setDay} />
        </Field>
        <Field label={t('settings.reason')}>
          <Input value={reason} maxLength={120} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <Checkbox checked={open} onCheckedChange={(on) => setOpen(on === true)}>
          {t('settings.opensThen')}
        </Checkbox>
        <Button type="submit" className="justify-self-start" disabled={day === ''} busy={add.isPending}>
          {t('settings.add')}
        </Button>
      </form>
    </section>
  )
}
