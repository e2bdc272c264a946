import { useRef } from 'react'
import { personName } from '#lib/data/person-name.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LastDecision } from '../queue/last-decision.tsx'
import { useRequestKeys } from '../queue/use-request-keys.ts'
import { StateBadge } from '../state-badge.tsx'
import { type OpenProps, OpenRequest } from './open-request.tsx'

type Props = Omit<OpenProps, 'row'> & {
  open: boolean
  /** Null: it is gone; undefined: not known yet. */
  row: OpenProps['row'] | null | undefined
  onStep: (by: 1 | -1) => void
  onUndone: (ids: readonly string[]) => void
}

/** Where no pane fits beside the list: the open request over the page. */
export function RequestSheet({ open, row, onStep, onUndone, ...request }: Props) {
  const { t } = useTranslation('qualification')
  const box = useRef<HTMLDivElement>(null)
  useRequestKeys({ rows: row ? [row] : [], onStep, ...request }, box)
  return (
    <DetailSheet
      full
      wide
      open={open}
      title={row ? personName(row.member) : t('request')}
      badge={row ? <StateBadge state={row.state} /> : null}
      onClose={() => request.onShow(null)}
    >
      <div
        ref={box}
        className="grid lg:h-full lg:grid-cols-[minmax(0,1fr)_400px] lg:grid-rows-[minmax(0,1fr)_auto]"
      >
        {row ? (
          <OpenRequest
            key={row.id}
            row={row}
            box={box}
            last={<LastDecision onUndone={onUndone} />}
            {...request}
          />
        ) : row === null ? (
          <p className="p-6 text-muted">{t('gone')}</p>
        ) : (
          <Skeleton className="m-6 h-80" />
        )}
      </div>
    </DetailSheet>
  )
}
