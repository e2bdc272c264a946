import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FileText, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ProofPicture } from './proof-picture.tsx'
import { proofQuery, type QueuedRequest } from './queries.ts'
import { personName } from './queue-columns.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const ZOOMS = [1, 1.5, 2, 3, 4] as const
const isPicture = (path: string) => !/\.pdf$/i.test(path)

type Props = { row: QueuedRequest; box: RefObject<HTMLElement | null> }

/** The proof of a request beside its facts: a picture is enlarged and turned in its place, a document opens in a tab of its own. */
export function ProofView({ row, box }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const [step, setStep] = useState(0)
  const [turns, setTurns] = useState(0)
  const [broken, setBroken] = useState(false)
  const path = row.proof_path
  const link = useQuery({ ...proofQuery(path ?? ''), enabled: path !== null })
  const drawn = path !== null && isPicture(path) && !broken && link.data !== undefined
  const zoom = (by: number) => () => {
    if (!drawn) return false
    setStep((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)))
  }
  useKeys({ '+': zoom(1), '-': zoom(-1), '0': zoom(-ZOOMS.length) }, box)
  const act = (label: string, Icon: typeof ZoomIn, onClick: () => void, disabled = false) => (
    <Button
      size="sm"
      variant="ghost"
      iconOnly
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      icon={<Icon {...icon} />}
    />
  )
  const elsewhere = link.data && (
    <Button asChild size="sm" variant="outline">
      <a href={link.data} target="_blank" rel="noopener">
        <ExternalLink {...icon} />
        {t('proofSee')}
      </a>
    </Button>
  )
  return (
    <section aria-labelledby="proof" className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)]">
      <header className="flex min-h-12 flex-wrap items-center gap-1 border-b border-line px-4 py-1.5">
        <h3 id="proof" className="mr-auto font-semibold">
          {t('proof')}
        </h3>
        {drawn && (
          <>
            {act(t('zoom.out'), ZoomOut, zoom(-1), step === 0)}
            <span className="tabular min-w-12 text-center text-13">{format.percent(ZOOMS[step] ?? 1)}</span>
            {act(t('zoom.in'), ZoomIn, zoom(1), step === ZOOMS.length - 1)}
            {act(t('zoom.turn'), RotateCw, () => setTurns((now) => now + 1))}
            {elsewhere}
          </>
        )}
      </header>
      <div className="min-h-60 overflow-auto bg-well p-4">
        {path === null ? (
          <Nothing>
            {row.proof_removed_at
              ? t('proofRemoved', { date: format.date(row.proof_removed_at) })
              : t('noProof')}
          </Nothing>
        ) : !link.data ? (
          link.isError ? (
            <ErrorState title={t('proofFailed')} onRetry={() => void link.refetch()} />
          ) : (
            <Skeleton className="aspect-3/4 w-full" />
          )
        ) : drawn ? (
          <ProofPicture
            src={link.data}
            alt={t('proofOf', { name: personName(row.member) })}
            zoom={ZOOMS[step] ?? 1}
            turns={turns}
            onError={() => setBroken(true)}
          />
        ) : (
          <Nothing action={elsewhere}>{t(broken ? 'proofFailed' : 'proofDocument')}</Nothing>
        )}
      </div>
    </section>
  )
}

const Nothing = ({ action, children }: { action?: ReactNode; children: string }) => (
  <EmptyState icon={<FileText size={20} strokeWidth={1.75} aria-hidden />} title={children} action={action} />
)
