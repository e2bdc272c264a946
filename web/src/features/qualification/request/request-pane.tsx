import { ChevronDown, ChevronUp } from 'lucide-react'
import { useRef } from 'react'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SelectionBar } from '../queue/selection-bar.tsx'
import type { Selection } from '../queue/use-selection.ts'
import { StateBadge } from '../state-badge.tsx'
import { useNames } from '../use-names.ts'
import { type OpenProps, OpenRequest } from './open-request.tsx'

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = Omit<OpenProps, 'row'> & {
  /** Null: it is gone; undefined: not known yet. */
  row: OpenProps['row'] | null | undefined
  selection: Selection
  /** The requests before and after it; null at an end. */
  beside: { before: string | null; after: string | null }
  then: string | null
}

/** The open request beside the list: its proof, its facts, and the decision at the foot, or that on the chosen ones. */
export function RequestPane({ row, selection, beside, ...open }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const { adminName } = useNames()
  const box = useRef<HTMLElement>(null)
  const step = (Icon: typeof ChevronUp, label: string, id: string | null) => (
    <Button
      variant="ghost"
      iconOnly
      aria-label={label}
      title={label}
      disabled={id === null}
      icon={<Icon {...icon} />}
      onClick={() => open.onShow(id)}
    />
  )
  if (row === null) return <p className="p-6 text-muted">{t('gone')}</p>
  if (row === undefined) return <Skeleton className="m-6 h-80" />
  const many = selection.chosen.length > 0
  return (
    <section
      ref={box}
      aria-labelledby="open-request"
      className="@container grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)_clamp(300px,29cqi,400px)] grid-rows-[auto_minmax(0,1fr)_auto] bg-surface"
    >
      <header className="col-span-2 flex min-h-14 min-w-0 items-center gap-3 border-b border-line pr-3 pl-5">
        <h2 id="open-request" className="min-w-0 py-1 text-20/6 font-semibold tracking-title wrap-anywhere">
          {personName(row.member)}
        </h2>
        <StateBadge state={row.state} />
        <span className="shrink-0 text-13 text-muted @max-[900px]:hidden">
          {t('facts.claims.opening', { date: format.date(row.member.created_at) })}
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-1">
          {row.assignee !== null && (
            <span className="mr-2 flex items-center gap-2 text-13 text-muted">
              {row.assignee === open.me
                ? t('assignedYou')
                : t('assignedTo', { name: adminName(row.assignee) })}
              <Avatar name={adminName(row.assignee)} size="sm" />
            </span>
          )}
          {step(ChevronUp, t('before'), beside.before)}
          {step(ChevronDown, t('after'), beside.after)}
        </span>
      </header>
      <OpenRequest key={row.id} row={row} box={box} undecided={many} {...open} />
      {many && (
        <div className="col-span-2">
          <SelectionBar rows={selection.chosen} onClear={selection.clear} {...open} />
        </div>
      )}
    </section>
  )
}
