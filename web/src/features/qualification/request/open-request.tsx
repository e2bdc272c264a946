import { type ReactNode, type RefObject, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { FACTS } from '../proof/marks.ts'
import { isUnreadable } from '../proof/proof-foot.tsx'
import { ProofView } from '../proof/proof-view.tsx'
import { useProofWork } from '../proof/use-proof-work.ts'
import type { QueuedRequest } from '../queries.ts'
import { DecisionBar } from './decision-bar.tsx'
import type { Deciding } from './decision-buttons.tsx'
import { RequestFacts } from './request-facts.tsx'

export type OpenProps = Deciding & {
  row: QueuedRequest
  /** How wide a proof is, told once it is drawn. */
  onWidth: (id: string, width: number) => void
  onShow: (id: string | null) => void
}

type Props = OpenProps & {
  box: RefObject<HTMLElement | null>
  /** Another bar has taken the place of its decision. */
  undecided?: boolean
  last?: ReactNode
  /** Whose request a decision opens. */
  then?: string | null
}

/** The proof of a request, its facts and its decision, which share what is found in the proof: three cells of a grid. */
export function OpenRequest({
  row,
  box,
  onWidth,
  onShow,
  undecided = false,
  last,
  then = null,
  ...deciding
}: Props) {
  const work = useProofWork(row)
  const [width, setWidth] = useState<number | null>(null)
  useKeys(Object.fromEntries(FACTS.map((fact, index) => [`${index + 1}`, () => work.choose(fact)])), box)
  return (
    <>
      <ProofView
        row={row}
        work={work}
        width={width}
        onWidth={(next) => {
          setWidth(next)
          onWidth(row.id, next)
        }}
        box={box}
      />
      <RequestFacts row={row} work={work} drawable={width !== null} onShow={onShow} />
      {!undecided && (
        <DecisionBar row={row} unreadable={isUnreadable(width)} last={last} then={then} {...deciding} />
      )}
    </>
  )
}
