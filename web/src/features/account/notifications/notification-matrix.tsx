import { CATEGORIES, type Category } from 'mails/notification-categories'
import { useTranslation } from '#lib/language/i18n.ts'
import { Select } from '#ui/form/select.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { SettingCard } from '../setting-row.tsx'
import {
  type MailChoice,
  mailChoice,
  type NotificationPreferences,
  withCategory,
  withMail,
} from './preference-choice.ts'

const MAIL_CHOICES = ['never', 'instant', 'daily'] as const satisfies readonly MailChoice[]

/**
 * Which notifications are sent (S-14), and by which channel. Those about the account itself are always sent, and the card
 * says so.
 */
export function NotificationMatrix({
  preferences,
  onChange,
}: {
  preferences: NotificationPreferences
  onChange: (changes: Partial<NotificationPreferences>) => void
}) {
  const { t } = useTranslation('account')
  const name = (category: Category, channel: 'inApp' | 'email' | 'push') =>
    `${t(`notifications.categories.${category}`)}, ${t(`notifications.channels.${channel}`)}`
  const toggle = (channel: 'in_app' | 'push', category: Category) => (wanted: boolean) =>
    onChange({ [channel]: withCategory(preferences[channel], category, wanted) })
  return (
    <SettingCard title={t('notifications.matrix')} help="etre-prevenu" purpose={t('notifications.purpose')}>
      <div aria-hidden className={`hidden text-12 font-medium text-muted md:grid ${COLUMNS}`}>
        <span className="col-start-2 text-center">{t('notifications.channels.inApp')}</span>
        <span>{t('notifications.channels.email')}</span>
        <span className="text-center">{t('notifications.channels.push')}</span>
      </div>
      {PREFERRED.map((category) => (
        <fieldset
          key={category}
          aria-label={t(`notifications.categories.${category}`)}
          className={`grid min-w-0 ${COLUMNS}`}
        >
          <div className={`col-span-full min-w-0 md:col-span-1 ${isPart(category) ? NESTED : ''}`}>
            <p className={isPart(category) ? undefined : 'font-medium'}>
              {t(`notifications.categories.${category}`)}
            </p>
            <p className="text-13 text-pretty text-muted">{t(`notifications.notes.${category}`)}</p>
          </div>
          <SwitchCell
            channel={t('notifications.channels.inApp')}
            name={name(category, 'inApp')}
            on={preferences.in_app.includes(category)}
            onChange={toggle('in_app', category)}
          />
          <div className="flex min-w-0 flex-col gap-1.5">
            <span aria-hidden className="text-12 text-muted md:hidden">
              {t('notifications.channels.email')}
            </span>
            <Select
              aria-label={name(category, 'email')}
              value={mailChoice(preferences, category)}
              onChange={(event) =>
                onChange(withMail(preferences, category, event.target.value as MailChoice))
              }
            >
              {MAIL_CHOICES.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`notifications.mail.${choice}`)}
                </option>
              ))}
            </Select>
          </div>
          <SwitchCell
            channel={t('notifications.channels.push')}
            name={name(category, 'push')}
            on={preferences.push.includes(category)}
            onChange={toggle('push', category)}
          />
        </fieldset>
      ))}
    </SettingCard>
  )
}

type CellProps = { channel: string; name: string; on: boolean; onChange: (on: boolean) => void }

function SwitchCell({ channel, name, on, onChange }: CellProps) {
  return (
    <div className="flex flex-col gap-1.5 md:items-center">
      <span aria-hidden className="text-12 text-muted md:hidden">
        {channel}
      </span>
      <span className="flex h-11 items-center">
        <Switch aria-label={name} checked={on} onCheckedChange={onChange} />
      </span>
    </div>
  )
}

const PREFERRED = Object.keys(CATEGORIES) as Category[]
const isPart = (category: Category) => CATEGORIES[category].partOf !== undefined
/** Indented below the signals that it belongs to. */
const NESTED = 'border-l-2 border-line pl-3'

const COLUMNS =
  'grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-5 gap-y-2 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_88px_152px_88px] md:items-center md:gap-x-4 md:px-6'
