import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useWhen } from '#parts/conversation/when.ts'
import type { Priority, Step, Topic } from '../tickets.ts'

type Props = {
  step: Step
  /** Whose side reads it. */
  side: 'member' | 'staff'
  /** Where another ticket opens. */
  address: (ticket: string) => string
}

/** A step of a ticket, between two hairlines. */
export function StepLine({ step, side, address }: Props) {
  const { t } = useTranslation('support')
  const when = useWhen()
  const words = useStepWords(side)(step)
  const { data } = step
  const other = [data.into, data.by, data.from, data.split_from].find(
    (id) => typeof id === 'string' && id.length === 36,
  ) as string | undefined
  return (
    <p className="flex items-center gap-3 text-12 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span className="max-w-[75%] text-center text-balance">
        {t('steps.at', { at: when(step.at) })}{' '}
        {other ? (
          <Link
            to={address(other)}
            className="underline decoration-line-strong underline-offset-3 hover:text-text"
          >
            {words}
          </Link>
        ) : (
          words
        )}
      </span>
    </p>
  )
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function useStepWords(side: Props['side']): (step: Step) => string {
  const { t } = useTranslation('support')
  const format = useFormat()
  return ({ kind, data, role, name }) => {
    const by =
      role === 'product'
        ? t('steps.product')
        : role === 'member'
          ? t(side === 'member' ? 'steps.you' : 'steps.member')
          : (name ?? t('steps.team'))
    const number = text(data.number)
    switch (kind) {
      case 'topic':
        return t('steps.topic', { by, to: t(`topics.${text(data.to) as Topic}`) })
      case 'priority':
        return t('steps.priority', { by, to: t(`priorities.${text(data.to) as Priority}`) })
      case 'assigned':
        return data.to ? t('steps.assigned', { by, to: text(data.name) }) : t('steps.unassigned', { by })
      case 'snoozed':
        return data.until
          ? t('steps.snoozed', { by, until: format.dateTime(text(data.until)) })
          : t('steps.awake', { by })
      case 'merged':
        return t(data.into ? 'steps.mergedInto' : 'steps.mergedFrom', { by, number })
      case 'solved':
        return t('steps.solved', { by })
      case 'split':
      case 'followed':
        return t(`steps.${kind}`, { by, number })
      case 'pending':
        return t(side === 'member' ? 'steps.pendingYours' : 'steps.pending')
      case 'on_hold':
      case 'reopened':
      case 'closed':
      case 'thanked':
      case 'acknowledged':
      case 'facts_removed':
      case 'erratum':
      case 'article':
      case 'mail_refused':
      case 'mail_failed':
        return t(`steps.${kind}`, { by })
      default:
        return kind
    }
  }
}
