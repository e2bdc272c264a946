import { useQuery } from '@tanstack/react-query'
import { BellOff, BellPlus } from 'lucide-react'
import { useId } from 'react'
import { type Announcement, isTimed } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Switch } from '#ui/form/switch.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { DEFAULTS, preferencesQuery, remindersQuery, useRemind, useSavePreferences } from '../preferences.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
/** Minutes before a release, unless the reader chose others. */
const USUAL_MINUTES = 10
const MINUTE = 60_000

/** The one step to take before a release: be reminded. And whether copied orders wait meanwhile. */
export function Actions({ announcement, className }: { announcement: Announcement; className?: string }) {
  const { t } = useTranslation('announcements')
  const { user } = useSession()
  const label = useId()
  const { data: preferences = DEFAULTS } = useQuery(preferencesQuery)
  const save = useSavePreferences(user?.id ?? '')
  const now = useNow()
  if (!isTimed(announcement) || Date.parse(announcement.starts_at) <= now) return null
  return (
    <div className={classNames('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <RemindButton announcement={announcement} />
      {announcement.impact === 'high' && (
        <span className="ml-auto flex items-center gap-2 text-13 text-muted">
          <span id={label}>{t('blockCopy')}</span>
          <Switch
            aria-labelledby={label}
            checked={preferences.block_copy}
            disabled={save.isPending}
            onCheckedChange={(on) => save.mutate({ block_copy: on })}
          />
        </span>
      )}
    </div>
  )
}

export function RemindButton({
  announcement,
  block = false,
}: {
  announcement: Announcement
  block?: boolean
}) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const now = useNow()
  const { data: preferences = DEFAULTS } = useQuery(preferencesQuery)
  const { data: reminders } = useQuery(remindersQuery)
  const remind = useRemind()
  const set = reminders?.get(announcement.id)
  const minutes = set ?? preferences.remind_minutes ?? USUAL_MINUTES
  const at = Date.parse(announcement.starts_at) - minutes * MINUTE
  // Later than that, a reminder says nothing that the countdown does not.
  if (set === undefined && at <= now) return null
  const change = (to: number | null) =>
    remind.mutate(
      { announcement: announcement.id, minutes: to },
      { onError: () => void toast({ title: t('reminder.failed'), variant: 'destructive' }) },
    )
  return set === undefined ? (
    <Button
      variant="primary"
      size={block ? 'lg' : 'md'}
      block={block}
      busy={remind.isPending}
      onClick={() => change(minutes)}
      icon={<BellPlus {...ICON} />}
    >
      {t('reminder.set', { when: format.atMoment(at, now) })}
    </Button>
  ) : (
    <Button
      variant="outline"
      size={block ? 'lg' : 'md'}
      block={block}
      busy={remind.isPending}
      onClick={() => change(null)}
      icon={<BellOff {...ICON} />}
    >
      {t('reminder.unset', { when: format.atMoment(at, now) })}
    </Button>
  )
}
