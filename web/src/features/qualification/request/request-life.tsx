import {
  Check,
  CircleHelp,
  Eye,
  MessageSquareText,
  Reply,
  RotateCcw,
  Send,
  Undo2,
  UserRoundCheck,
  X,
} from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Timeline } from '#ui/figure/timeline.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRequestEvents } from '../queries.ts'

const ICONS = {
  submitted: Send,
  answered: Reply,
  withdrawn: Undo2,
  assigned: UserRoundCheck,
  commented: MessageSquareText,
  unmasked: Eye,
  approved: Check,
  rejected: X,
  needs_information: CircleHelp,
  undone: RotateCcw,
} as const

/** The events of a request, oldest first. The database returns to a member only the events that concern them. */
export function RequestLife({
  requestId,
  memberId,
  adminName,
}: {
  requestId: string
  /** The owner, when members view their own request. */
  memberId?: string
  /** Set for staff; a member does not see who acted. */
  adminName?: (id: string | null) => string
}) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const events = useRequestEvents(requestId, memberId)
  if (events.isLoadingError) return <ErrorState onRetry={() => void events.refetch()} />
  if (!events.data) return <Skeleton className="h-24 w-full" />
  return (
    <Timeline
      items={events.data.map(({ id, kind, words, actor, at }, place) => {
        const Icon = ICONS[kind]
        const said = kind === 'assigned' ? (adminName?.(words) ?? null) : words
        const byStaff = adminName && kind !== 'submitted' && kind !== 'answered' && kind !== 'withdrawn'
        return {
          key: String(id),
          icon: <Icon size={14} strokeWidth={1.75} aria-hidden />,
          title: t(`events.${kind}`),
          time: format.dateTime(at),
          current: place === events.data.length - 1,
          children:
            said || byStaff ? (
              <>
                {said ? <p className="whitespace-pre-line text-pretty">{said}</p> : null}
                {byStaff ? <p className="text-12">{adminName(actor)}</p> : null}
              </>
            ) : null,
        }
      })}
    />
  )
}
