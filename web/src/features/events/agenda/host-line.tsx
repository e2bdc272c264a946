import type { ReactNode } from 'react'
import type { MeetingEvent } from '#lib/events/meetings.ts'
import { useTranslation } from '#lib/language/i18n.ts'

/** Who holds a meeting, with the staff mark that only the server sets. */
export function HostLine({ host, children }: { host: MeetingEvent['host']; children?: ReactNode }) {
  const { t } = useTranslation('events')
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-13 text-muted">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate">{host?.name}</span>
        {host?.staff_role && (
          <span className="rounded-[3px] bg-inverse px-1 text-12 font-medium text-on-inverse">
            {t('staff')}
          </span>
        )}
      </span>
      {children}
    </p>
  )
}
