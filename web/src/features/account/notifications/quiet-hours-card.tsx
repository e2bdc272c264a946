import { Clock, Moon, Zap } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { timeZoneName } from '#lib/language/time-zones.ts'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import type { NotificationPreferences } from './preference-choice.ts'

const NIGHT = { quiet_from: '22:00', quiet_to: '07:00' }
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** When mails and pushes wait, which exceptions there are, and when the daily mail is sent. All on the member's own clock. */
export function QuietHoursCard({
  preferences,
  timeZone,
  onChange,
}: {
  preferences: NotificationPreferences
  timeZone: string
  onChange: (changes: Partial<NotificationPreferences>) => void
}) {
  const { t, i18n } = useTranslation('account')
  const { quiet_from, quiet_to } = preferences
  const quiet = quiet_from !== null && quiet_to !== null
  const change = (hours: { quiet_from: string } | { quiet_to: string }) => {
    const next = { quiet_from, quiet_to, ...hours }
    // An emptied field changes nothing, and two equal times mean no quiet hours.
    if (next.quiet_from && next.quiet_to && next.quiet_from.slice(0, 5) !== next.quiet_to.slice(0, 5))
      onChange(next)
  }
  return (
    <SettingCard
      title={t('notifications.when')}
      purpose={t('notifications.zone', { zone: timeZoneName(timeZone, i18n.language) })}
    >
      <SettingRow
        icon={Moon}
        title={t('notifications.quiet')}
        action={
          <Switch
            aria-label={t('notifications.quiet')}
            checked={quiet}
            onCheckedChange={(wanted) => onChange(wanted ? NIGHT : { quiet_from: null, quiet_to: null })}
          />
        }
      >
        {t('notifications.quietNote')}
        {quiet ? (
          <span className="mt-3 flex flex-wrap items-center gap-2">
            <Input
              type="time"
              required
              className="w-28"
              aria-label={t('notifications.quietFrom')}
              value={quiet_from.slice(0, 5)}
              onChange={(event) => change({ quiet_from: event.target.value })}
            />
            <span aria-hidden className="max-sm:hidden">
              →
            </span>
            <Input
              type="time"
              required
              className="w-28"
              aria-label={t('notifications.quietTo')}
              value={quiet_to.slice(0, 5)}
              onChange={(event) => change({ quiet_to: event.target.value })}
            />
          </span>
        ) : null}
      </SettingRow>
      {quiet ? (
        <SettingRow
          icon={Zap}
          title={t('notifications.pierce')}
          action={
            <Switch
              aria-label={t('notifications.pierce')}
              checked={preferences.signals_pierce}
              onCheckedChange={(signals_pierce) => onChange({ signals_pierce })}
            />
          }
        >
          {t('notifications.pierceNote')}
        </SettingRow>
      ) : null}
      <SettingRow
        icon={Clock}
        title={t('notifications.digestHour')}
        action={
          <Select
            className="w-28"
            aria-label={t('notifications.digestHour')}
            value={preferences.digest_hour}
            onChange={(event) => onChange({ digest_hour: Number(event.target.value) })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {`${String(hour).padStart(2, '0')}:00`}
              </option>
            ))}
          </Select>
        }
      >
        {t('notifications.digestNote')}
      </SettingRow>
    </SettingCard>
  )
}
