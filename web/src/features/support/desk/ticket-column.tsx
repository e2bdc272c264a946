import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, Ellipsis, PanelRight, UserRound } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Watchers } from '#parts/watchers/watchers.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { History } from '../conversation/history.tsx'
import { refusalKey } from '../refusals.ts'
import { StateMark } from '../state-mark.tsx'
import { PRIORITIES, type Ticket, TOPICS } from '../tickets.ts'
import type { Asked } from './asked.ts'
import { ContextColumn } from './context-column.tsx'
import { DeskComposer, type DeskField } from './desk-composer.tsx'
import { colleaguesQuery, useAcknowledge, useMove, useSnooze, useSort } from './inbox.ts'

type Props = {
  ticket: Ticket
  field: RefObject<DeskField | null>
  refusal: unknown
  onAsk: (asked: Asked) => void
  onBack: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const MOVES = ['open', 'pending', 'on_hold', 'solved'] as const

/** A ticket as staff read it: who has it, where it stands, everything that was said, the field. */
export function TicketColumn({ ticket, field, refusal, onAsk, onBack }: Props) {
  const { t } = useTranslation('support')
  const { user, staffRole } = useSession()
  const [aside, setAside] = useState(false)
  const move = useMove()
  const sort = useSort()
  const snooze = useSnooze()
  const acknowledge = useAcknowledge()
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const words = useRef<HTMLElement>(null)
  const newest = ticket.message_list.length + (ticket.notes?.length ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new entry is scrolled to, as the newest is what one answers
  useEffect(() => {
    const area = words.current
    if (area) area.scrollTop = area.scrollHeight
  }, [newest])
  const refused = refusal ?? move.error ?? sort.error ?? snooze.error ?? acknowledge.error
  const { assignee } = ticket
  const solved = ticket.state === 'solved' || ticket.state === 'closed'
  return (
    <>
      <header className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 md:px-5">
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('desk.back')}
          className="-ml-2 lg:hidden"
          icon={<ArrowLeft {...icon} />}
          onClick={onBack}
        />
        <h2 className="min-w-0 flex-1 basis-40 text-16 font-semibold text-pretty wrap-anywhere max-sm:basis-3/4">
          {ticket.subject}{' '}
          <span className="tabular text-13 font-normal text-muted">
            {t('desk.number', { number: ticket.number })}
          </span>
        </h2>
        <Button
          size="sm"
          variant="outline"
          aria-keyshortcuts="a"
          icon={<UserRound {...icon} />}
          onClick={() => onAsk('assign')}
        >
          <bdi className="max-w-28 truncate">
            {assignee ? (assignee.id === user?.id ? t('message.you') : assignee.name) : t('desk.nobody')}
          </bdi>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Button>
        <Menu
          align="end"
          label={t('desk.state')}
          trigger={
            <Button size="sm" variant="outline" disabled={ticket.state === 'closed'}>
              <StateMark state={ticket.state} side="staff" />
              <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
            </Button>
          }
          items={MOVES.map((state) => ({
            key: state,
            label: t(`states.staff.${state}`),
            selected: ticket.state === state,
            onSelect: () => move.mutate({ ticket: ticket.id, state }),
          }))}
        />
        <Menu
          align="end"
          trigger={
            <Button
              size="sm"
              variant="ghost"
              iconOnly
              aria-label={t('desk.menu')}
              icon={<Ellipsis {...icon} />}
            />
          }
          items={[
            ...TOPICS.map((topic) => ({
              key: topic,
              label: t(`topics.${topic}`),
              selected: topic === ticket.topic,
              onSelect: () => sort.mutate({ ticket: ticket.id, topic }),
            })),
            'separator' as const,
            ...PRIORITIES.map((priority) => ({
              key: priority,
              label: t('desk.priority', { priority: t(`priorities.${priority}`) }),
              selected: priority === ticket.priority,
              onSelect: () => sort.mutate({ ticket: ticket.id, priority }),
            })),
            'separator' as const,
            ...(ticket.snoozed_until
              ? [
                  {
                    key: 'awake',
                    label: t('desk.awake'),
                    onSelect: () => snooze.mutate({ ticket: ticket.id, until: null }),
                  },
                ]
              : [{ key: 'snooze', label: t('desk.snooze'), onSelect: () => onAsk('snooze') }]),
            { key: 'merge', label: t('desk.merge'), onSelect: () => onAsk('merge') },
            ...(ticket.message_list.length > 1
              ? [{ key: 'split', label: t('desk.split'), onSelect: () => onAsk('split') }]
              : []),
            ...(ticket.acknowledge_due_at && !ticket.acknowledged_at
              ? [{ key: 'ack', label: t('desk.acknowledge'), onSelect: () => acknowledge.mutate(ticket.id) }]
              : []),
            ...(ticket.proof && staffRole === 'admin'
              ? [{ key: 'mistake', label: t('desk.mistake'), onSelect: () => onAsk('mistake') }]
              : []),
            ...(solved
              ? [{ key: 'article', label: t('desk.article'), onSelect: () => onAsk('article') }]
              : []),
          ]}
        />
        <Button
          size="sm"
          variant="ghost"
          iconOnly
          className="xl:hidden"
          aria-label={t('desk.context')}
          icon={<PanelRight {...icon} />}
          onClick={() => setAside(true)}
        />
      </header>
      <Watchers topic={`inbox:${ticket.id}`} colleagues={colleagues} />
      {refused != null && (
        <div className="px-4 pt-3 md:px-5">
          <Notice refusal>{t(`refused.${refusalKey(refused)}`)}</Notice>
        </div>
      )}
      <section
        ref={words}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('history')}
        className="min-h-0 flex-1 overflow-y-auto p-4 md:p-5"
      >
        <History ticket={ticket} side="staff" />
      </section>
      {!ticket.merged_into && <DeskComposer key={ticket.id} ticket={ticket} field={field} />}
      <Sheet open={aside} onOpenChange={setAside} title={t('desk.context')} side="bottom">
        <ContextColumn
          ticket={ticket}
          onAsk={(asked) => {
            setAside(false)
            onAsk(asked)
          }}
        />
      </Sheet>
    </>
  )
}
