import { type RefObject, useRef, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { classNames } from '#ui/class-names.ts'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { isTaken, mayDecide } from './may-decide.ts'
import type { OwnDecision } from './own-decision.ts'
import { FACTS } from './proof/marks.ts'
import { isUnreadable } from './proof/proof-foot.tsx'
import { ProofView } from './proof/proof-view.tsx'
import { useProofWork } from './proof/use-proof-work.ts'
import { type Decision, type QueuedRequest, useRequest } from './queries.ts'
import { personName } from './queue-columns.tsx'
import { RequestFacts } from './request-facts.tsx'
import { RequestList } from './request-list.tsx'
import { StateBadge } from './state-badge.tsx'

type Props = {
  /** The request named by the address. */
  id: string | null
  rows: readonly QueuedRequest[]
  adminName: (id: string | null) => string
  brokerName: (slug: string) => string
  onShow: (id: string | null) => void
  last: OwnDecision | null
  onDecide: (row: QueuedRequest, decision: Decision) => void
  onUndone: (ids: readonly string[]) => void
}

/** One request: beside the others of the list, its proof and its facts, with the decision at the foot. */
export function RequestSheet({ id, rows, adminName, brokerName, onShow, onDecide, ...decided }: Props) {
  const { t } = useTranslation('qualification')
  const me = useSession().user?.id ?? null
  const listed = rows.find((row) => row.id === id) ?? null
  const elsewhere = useRequest(listed === null ? id : null)
  const row = listed ?? (id === null ? null : (elsewhere.data ?? null))
  const place = rows.findIndex((one) => one.id === row?.id)
  const box = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1) => () => {
    const next = place < 0 ? undefined : rows[place + by]
    if (!next) return false
    onShow(next.id)
  }
  const decide = (decision: Decision) => () => {
    if (!row || !mayDecide(row, decision) || isTaken(row, me)) return false
    onDecide(row, decision)
  }
  useKeys(
    { j: step(1), k: step(-1), a: decide('approved'), r: decide('rejected'), i: decide('needs_information') },
    box,
  )
  return (
    <DetailSheet
      full
      wide
      open={id !== null}
      title={row ? personName(row.member) : t('request')}
      badge={row ? <StateBadge state={row.state} /> : null}
      onClose={() => onShow(null)}
    >
      <div ref={box} className="lg:h-full">
        {row ? (
          <div
            className={classNames(
              'grid lg:h-full lg:grid-cols-[minmax(0,1fr)_400px] lg:grid-rows-[minmax(0,1fr)_auto]',
              place >= 0 && 'xl:grid-cols-[280px_minmax(0,1fr)_400px]',
            )}
          >
            {place >= 0 && (
              <div className="row-span-2 grid min-h-0 max-xl:hidden">
                <RequestList rows={rows} chosen={row.id} brokerName={brokerName} onShow={onShow} />
              </div>
            )}
            <OpenRequest
              key={row.id}
              row={row}
              box={box}
              adminName={adminName}
              brokerName={brokerName}
              me={me}
              onShow={onShow}
              onDecide={onDecide}
              {...decided}
            />
          </div>
        ) : elsewhere.isSuccess ? (
          <p className="p-6 text-muted">{t('gone')}</p>
        ) : (
          <Skeleton className="m-6 h-80" />
        )}
      </div>
    </DetailSheet>
  )
}

type OpenProps = Omit<Props, 'id' | 'rows'> & {
  row: QueuedRequest
  box: RefObject<HTMLDivElement | null>
  me: string | null
}

/** Its proof, its facts and the decision, which share what is found in the proof. */
function OpenRequest({ row, box, me, last, onDecide, onUndone, ...shown }: OpenProps) {
  const work = useProofWork(row)
  const [width, setWidth] = useState<number | null>(null)
  useKeys(Object.fromEntries(FACTS.map((fact, index) => [`${index + 1}`, () => work.choose(fact)])), box)
  return (
    <>
      <ProofView row={row} work={work} width={width} onWidth={setWidth} box={box} />
      <RequestFacts row={row} work={work} drawable={width !== null} {...shown} />
      <DecisionBar
        row={row}
        unreadable={isUnreadable(width)}
        taken={isTaken(row, me) ? shown.adminName(row.assignee) : null}
        last={last}
        onDecide={onDecide}
        onUndone={onUndone}
      />
    </>
  )
}
