import { TicketCheck } from 'lucide-react'
import type { Meeting } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useActs } from './use-acts.tsx'
import { useMeetingWords } from './use-words.ts'

/** A seat that was given back and is the reader's to take for two hours. */
export function FreedSeat({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('events')
  const format = useFormat()
  const words = useMeetingWords()
  const { busy, register, leave } = useActs(meeting)
  return (
    <Card className="mt-2 mb-3 grid justify-items-start p-5" role="status">
      <TicketCheck size={20} strokeWidth={1.75} className="mb-3 text-muted" aria-hidden />
      <p className="font-semibold">
        {t('freed.title', { time: format.time(meeting.own?.offered_until ?? null) })}
      </p>
      <p className="mt-1 max-w-md text-pretty text-muted">{t('freed.text', words(meeting))}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} disabled={busy} onClick={register}>
          {t('freed.take')}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={() => leave()}>
          {t('freed.leave')}
        </Button>
      </div>
    </Card>
  )
}
