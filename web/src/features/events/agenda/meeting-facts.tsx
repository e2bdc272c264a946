import { Bell, Globe, type LucideIcon, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { zoneOffset } from 'trading/market/zones'
import type { Meeting } from '#lib/events/meetings.ts'
import { useRemind } from '#lib/events/registration.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'

const REMINDERS = ['15', '60', '180', '1440'] as const
const [PARIS, NEW_YORK] = ['Europe/Paris', 'America/New_York']

/** How it takes place, when one is reminded, and its hour on other clocks. */
export function MeetingFacts({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('events')
  return (
    <ul className="grid gap-1 text-13 text-muted">
      <Fact icon={Video}>{t(meeting.event.recorded ? 'facts.online' : 'facts.notRecorded')}</Fact>
      <Fact icon={Bell}>{meeting.own ? <Reminder meeting={meeting} /> : t('reminder.offered')}</Fact>
      <Fact icon={Globe}>
        <Hours at={meeting.starts_at} />
      </Fact>
    </ul>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-h-5 items-center gap-2">
      <Icon size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

/** In Paris, where events are held, and where the reader is; a reader in Paris sees New York. */
function Hours({ at }: { at: string }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const moment = Date.parse(at)
  const inParis = -new Date(at).getTimezoneOffset() * 60_000 === zoneOffset(PARIS, moment)
  const hour = (timeZone?: string) =>
    new Intl.DateTimeFormat(language, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeZone ? { timeZone } : {}),
    }).format(moment)
  return t('facts.zones', {
    time: hour(PARIS),
    other: hour(inParis ? NEW_YORK : undefined),
    place: t(inParis ? 'facts.newYork' : 'facts.here'),
  })
}

/** The platform's own list in the place of the words. */
function Reminder({ meeting: { id, own } }: { meeting: Meeting }) {
  const { t } = useTranslation('events')
  const remind = useRemind()
  return (
    <select
      aria-label={t('reminder.label')}
      value={own?.remind_minutes ?? ''}
      disabled={remind.isPending}
      onChange={({ target }) =>
        remind.mutate({ occurrence: id, minutes: target.value === '' ? null : Number(target.value) })
      }
      className="-mx-1 min-h-7 max-w-full cursor-pointer rounded-inner bg-transparent px-1 text-13 underline decoration-dotted underline-offset-4 hover:text-text pointer-coarse:min-h-11"
    >
      {REMINDERS.map((minutes) => (
        <option key={minutes} value={minutes}>
          {t(`reminder.${minutes}`)}
        </option>
      ))}
      <option value="">{t('reminder.none')}</option>
    </select>
  )
}
