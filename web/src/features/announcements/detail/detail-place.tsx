import { Suspense } from 'react'
import type { Announcement } from '#lib/announcements/announcement.ts'
import type { Calendar } from '#lib/announcements/calendar.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ImpactMark } from '#parts/announcements/impact-mark.tsx'
import { useTitle } from '#parts/announcements/use-announcement-words.ts'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { Actions } from './actions.tsx'

const AnnouncementPanel = lazyPart(() => import('./announcement-panel.tsx'))

type Props = {
  announcement: Announcement | null
  rows: readonly Announcement[]
  sources: Calendar['sources']
  known: string | null
  /** Whether the address names an announcement that does not exist. */
  missing: boolean
  onOpen: (id: string | null) => void
}

/** Beside the list on a desktop, over it on a phone. */
export function DetailPlace({ announcement, rows, sources, known, missing, onOpen }: Props) {
  const { t } = useTranslation('announcements')
  const titleOf = useTitle()
  const wide = useWide()
  const at = rows.findIndex(({ id }) => id === announcement?.id)
  const step = (to: Announcement | undefined) => to && (() => onOpen(to.id))
  const panel = announcement && (
    <Suspense fallback={<Skeleton className="m-5 h-120" />}>
      <AnnouncementPanel
        key={announcement.id}
        announcement={announcement}
        sources={sources}
        known={known}
        inSheet={!wide}
        onClose={() => onOpen(null)}
        onPrevious={at > 0 ? step(rows[at - 1]) : undefined}
        onNext={at === -1 ? undefined : step(rows[at + 1])}
      />
    </Suspense>
  )
  if (wide)
    return (
      <section
        aria-label={t('panel.label')}
        className="min-w-0 self-start border-line bg-surface lg:sticky lg:top-14 lg:h-[calc(100dvh-56px)] lg:overflow-y-auto lg:border-l"
      >
        {panel || (
          <p className="p-12 text-center text-muted">{t(missing ? 'panel.missing' : 'panel.none')}</p>
        )}
      </section>
    )
  return (
    <Sheet
      open={announcement !== null}
      onOpenChange={(open) => !open && onOpen(null)}
      title={
        announcement && (
          <span className="flex items-center gap-2">
            <ImpactMark impact={announcement.impact} />
            <span className="truncate">{titleOf(announcement)}</span>
          </span>
        )
      }
      footer={announcement && known === null && <Actions announcement={announcement} />}
    >
      {panel}
    </Sheet>
  )
}
