import { useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { personName } from '#lib/data/person-name.ts'
import { useSession } from '#lib/session/session.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { useWider } from '#ui/use-wide.ts'
import { useDuplicates } from '../duplicates.ts'
import { mayDecide } from '../may-decide.ts'
import { useQueueCounts } from '../queries.ts'
import { DecisionDialog } from '../request/decision-dialog.tsx'
import { RequestPane } from '../request/request-pane.tsx'
import { RequestSheet } from '../request/request-sheet.tsx'
import { LastDecision } from './last-decision.tsx'
import { QueueEmpty } from './queue-empty.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { nextAfter, rowBeside } from './queue-groups.ts'
import { QueueHeader } from './queue-header.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueSkeleton } from './queue-skeleton.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useCurrentRequest } from './use-current-request.ts'
import { useDecisions } from './use-decisions.ts'
import { useQueueGroups } from './use-queue-groups.ts'
import { useQueueView } from './use-queue-view.ts'
import { useRequestKeys } from './use-request-keys.ts'
import { useSelection } from './use-selection.ts'

/** The queue of premium requests: the list, and beside it the open request; on a narrow screen the list leads to a sheet. */
export default function PremiumRequests() {
  const me = useSession().user?.id ?? null
  const panes = useWider()
  const view = useQueueView(panes)
  const queue = useQueueGroups(view, me, panes)
  const counts = useQueueCounts()
  const { groups, finished } = queue
  const rows = groups.flatMap((group) => group.rows)
  const decidable = rows.filter((row) => mayDecide(row, 'rejected'))
  const at = useCurrentRequest(view, groups, { panes, ready: queue.status === 'ready' && !finished })
  const selection = useSelection(decidable)
  const { asking, close, onDecided, deciding } = useDecisions(groups, at, me)
  const doubles = useDuplicates(decidable.map(({ id }) => id)).data
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  const { chosen } = selection
  const { target } = at
  useRequestKeys({ rows: chosen.length > 0 ? chosen : target ? [target] : [], onStep: at.step, ...deciding })
  useKeys({
    x: () => (target && decidable.includes(target) ? selection.toggle(target.id) : false),
    [ESCAPE]: () => (chosen.length > 0 ? selection.clear() : false),
  })
  const request = {
    row: at.row,
    ...deciding,
    onShow: view.show,
    onWidth: (id: string, width: number) => setWidths((known) => new Map(known).set(id, width)),
  }
  const undone = ([id]: readonly string[]) => view.show(id ?? null)
  const next = rows.find(({ id }) => at.id !== null && id === nextAfter(groups, at.id))
  const empty = finished || (queue.status === 'ready' && rows.length === 0 && at.open === null)
  const beside = panes && !empty

  return (
    <div className="@container flex flex-1 flex-col xl:h-[max(40rem,calc(100dvh-var(--spacing-topbar)))] xl:flex-none">
      <QueueHeader view={view} oldest={queue.oldest} rows={rows} />
      <QueueFilters view={view} counts={counts} own={queue.own} />
      <div
        className={classNames(
          'grid min-h-0 flex-1 grid-cols-1',
          beside && 'grid-cols-[clamp(320px,29cqi,400px)_minmax(0,1fr)]',
        )}
      >
        <div className={classNames('flex min-h-0 min-w-0 flex-col', beside && 'border-r border-line')}>
          {empty && (
            <div className="p-4 md:p-6">
              <QueueEmpty view={view} awaited={counts?.needs_information ?? 0} />
            </div>
          )}
          {queue.status === 'error' ? (
            <ErrorState className="m-4 md:m-6" onRetry={queue.retry} />
          ) : queue.status === 'loading' ? (
            <QueueSkeleton />
          ) : (
            <QueueList
              list={at.list}
              className={classNames(empty && 'max-w-160')}
              groups={groups}
              median={queue.median}
              cut={queue.cut}
              me={me}
              current={panes ? at.open : null}
              doubles={doubles}
              widths={widths}
              selection={selection}
              onShow={view.show}
              onFocus={panes ? undefined : view.keep}
            />
          )}
          <div className="sticky bottom-0 z-10 max-lg:bottom-tabs xl:static">
            {at.inList && (
              <div className="border-t border-line bg-bg px-4 py-2 has-[>:only-child:empty]:hidden md:px-6">
                <LastDecision onUndone={undone} />
              </div>
            )}
            {!panes && chosen.length > 0 && (
              <SelectionBar rows={chosen} onClear={selection.clear} {...deciding} />
            )}
          </div>
        </div>
        {beside && at.open !== null && (
          <RequestPane
            selection={selection}
            then={next ? personName(next.member) : null}
            beside={{ before: rowBeside(groups, at.id, -1), after: rowBeside(groups, at.id, 1) }}
            {...request}
          />
        )}
      </div>
      {!panes && <RequestSheet open={at.open !== null} onStep={at.step} onUndone={undone} {...request} />}
      {asking && (
        <DecisionDialog
          ids={asking.rows.map(({ id }) => id)}
          decision={asking.decision}
          name={asking.rows.length === 1 && asking.rows[0] ? personName(asking.rows[0].member) : null}
          onClose={close}
          onDecided={() => {
            selection.clear()
            onDecided()
          }}
        />
      )}
    </div>
  )
}

const ESCAPE = 'Escape'
