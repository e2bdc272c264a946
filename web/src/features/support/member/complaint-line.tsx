import { Scale } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Notice } from '#ui/notice.tsx'
import type { Ticket } from '../tickets.ts'

/** The deadlines of a complaint, and who mediates when they pass or the answer does not convince. */
export function ComplaintLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  if (ticket.complaint_due_at === null) return null
  return (
    <div className="px-4 pt-4 md:px-5">
      <Notice icon={<Scale size={16} strokeWidth={1.75} aria-hidden />}>
        <p className="font-medium text-text">{t('complaint.title')}</p>
        <p>
          {ticket.acknowledged_at
            ? t('complaint.acknowledged', { day: format.parisLongDay(ticket.acknowledged_at) })
            : t('complaint.acknowledge', { day: format.parisLongDay(ticket.acknowledge_due_at) })}{' '}
          {t('complaint.answer', { day: format.parisLongDay(ticket.complaint_due_at) })}
        </p>
        {ticket.mediator && (
          <p className="mt-1 whitespace-pre-line">{t('complaint.mediator', { mediator: ticket.mediator })}</p>
        )}
      </Notice>
    </div>
  )
}
