import { CalendarPlus, Lock, Share2 } from 'lucide-react'
import { useState } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { isFull, isOver, type Meeting, opensAt } from '#lib/events/meetings.ts'
import { refusalOf } from '#lib/events/registration.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { SeatsBar } from '#parts/community/seats-bar.tsx'
import { Button } from '#ui/button.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useSaveCalendar } from '../calendar/use-save-calendar.ts'
import { MeetingFacts } from './meeting-facts.tsx'
import { RegisterButton } from './register-button.tsx'
import { useActs } from './use-acts.tsx'
import { useMeetingWords } from './use-words.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
type Props = { meeting: Meeting; now: number }

/** What one reads and does about the meeting that is open in the agenda. */
export function OpenMeeting({ meeting, now }: Props) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { event, taken, own } = meeting
  const save = useSaveCalendar()
  const share = async () => {
    const url = `${location.origin}/communaute/evenements?seance=${meeting.id}`
    if (navigator.share) await navigator.share({ title: event.title[language], url }).catch(() => {})
    else
      await navigator.clipboard.writeText(url).then(
        () => toast({ title: t('share.done') }),
        () => {},
      )
  }
  return (
    <div className="grid gap-3">
      <p className="max-w-90 text-pretty whitespace-pre-line text-muted">{event.summary[language]}</p>
      {event.capacity !== null && !isFull(meeting) && !isOver(meeting, now) && (
        <SeatsBar
          taken={taken}
          of={event.capacity}
          label={t('seats.label', { count: taken, of: event.capacity })}
        />
      )}
      <MeetingFacts meeting={meeting} />
      {own?.state === 'seated' && <LinkLine meeting={meeting} now={now} />}
      <div className="flex flex-wrap items-center gap-2">
        <RegisterButton meeting={meeting} now={now} variant="primary" />
        {own?.state === 'seated' && <SeatActs meeting={meeting} now={now} />}
        {!isOver(meeting, now) && (
          <Button
            variant="outline"
            busy={save.isPending}
            icon={<CalendarPlus {...ICON} />}
            onClick={() => save.mutate(meeting.id)}
          >
            {t('calendar.one')}
          </Button>
        )}
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('share.do')}
          icon={<Share2 {...ICON} />}
          onClick={() => void share()}
        />
      </div>
    </div>
  )
}

const linkIsOpen = (meeting: Meeting, now: number) => opensAt(meeting) <= now && !isOver(meeting, now)

/** When the link opens, for who has a seat. */
export function LinkLine({ meeting, now }: Props) {
  const { t } = useTranslation('events')
  const format = useFormat()
  if (meeting.cancelled || isOver(meeting, now)) return null
  return (
    <p className="flex items-center gap-2 text-13 text-muted">
      <Lock size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
      {linkIsOpen(meeting, now) ? t('link.open') : t('link.opens', { time: format.time(opensAt(meeting)) })}
    </p>
  )
}

function SeatActs({ meeting, now }: Props) {
  const { t } = useTranslation('events')
  const words = useMeetingWords()
  const { busy, leave } = useActs(meeting)
  const [asking, setAsking] = useState(false)
  const begun = Date.parse(meeting.starts_at) <= now
  return (
    <>
      {linkIsOpen(meeting, now) && !meeting.cancelled && <JoinButton id={meeting.id} />}
      {!begun && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('register.leave')}
        </Button>
      )}
      {asking && (
        <FormDialog
          title={t('leave.title')}
          description={t('leave.text', words(meeting))}
          submit={t('leave.do')}
          submitLook="danger"
          cancel={t('leave.keep')}
          busy={busy}
          onSubmit={() => leave(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Opening the link is coming: the server notes it. */
function JoinButton({ id }: { id: string }) {
  const { t } = useTranslation('events')
  const [busy, setBusy] = useState(false)
  const join = async () => {
    setBusy(true)
    // Opened within the click: afterwards the browser would take it for a pop-up.
    const room = window.open('about:blank')
    try {
      const url = unwrap(await supabase.rpc('join_event', { occurrence: id }))
      if (room) {
        room.opener = null
        room.location.href = url
      } else location.assign(url)
    } catch (error) {
      room?.close()
      toast({ title: t(`refused.${refusalOf(error)}`), variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <Button variant="primary" busy={busy} onClick={() => void join()}>
      {t('link.join')}
    </Button>
  )
}
