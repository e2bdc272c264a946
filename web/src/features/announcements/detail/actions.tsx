import { useQuery } from '@tanstack/react-query'
import { BellOff, BellPlus } from 'lucide-react'
import { type Announcement, isTimed } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { DEFAULTS, preferencesQuery, remindersQuery, useRemind } from '../preferences.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
/** Minutes before a release, unless the reader chose others. */
const USUAL_MINUTES = 10
const MINUTE = 60_000

/** The one step to take before a release: be reminded. */
export function Actions({ announcement, className }: { announcement: Announcement; className?: string }) {
  const now = useNow()
  if (!isTimed(announcement) || Date.parse(announcement.starts_at) <= now) return null
  return (
    <div className={className}>
      <RemindButton announcement={announcement} />
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
