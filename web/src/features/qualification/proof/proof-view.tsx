import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { proofQuery, type QueuedRequest } from '../queries.ts'
import { personName } from '../queue-columns.tsx'
import { LiftDialog } from './lift-dialog.tsx'
import { Loupe } from './loupe.tsx'
import { MarkLayer } from './mark-layer.tsx'
import { overlap } from './place.ts'
import { ProofFoot } from './proof-foot.tsx'
import { ProofPicture } from './proof-picture.tsx'
import { OpenFile, ProofTools, ZOOMS } from './proof-tools.tsx'
import type { ProofWork } from './use-proof-work.ts'

const isPicture = (path: string) => !/\.pdf$/i.test(path)

type Props = {
  row: QueuedRequest
  work: ProofWork
  width: number | null
  onWidth: (width: number) => void
  box: RefObject<HTMLElement | null>
}

/** The proof of a request beside its facts: a picture is enlarged, turned, masked and marked in its place, a document opens in a tab of its own. */
export function ProofView({ row, work, width, onWidth, box }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const [step, setStep] = useState(0)
  const [turns, setTurns] = useState(0)
  const [broken, setBroken] = useState(false)
  const [lifting, setLifting] = useState(false)
  const path = row.proof_path
  const link = useQuery({ ...proofQuery(path ?? ''), enabled: path !== null })
  const { marks, masked, chosen, tool } = work
  // Nothing is shown before it is known what is masked.
  const drawn = path !== null && isPicture(path) && !broken && link.data !== undefined && marks !== undefined
  const zoom = (by: number) => () => {
    if (!drawn) return false
    setStep((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)))
  }
  const mask = () => {
    if (!drawn || !work.open) return false
    work.take('mask')
  }
  useKeys({ '+': zoom(1), '-': zoom(-1), '0': zoom(-ZOOMS.length), m: mask }, box)
  const elsewhere = link.data && <OpenFile href={link.data} masked={masked} onLift={() => setLifting(true)} />
  const place = chosen === null ? null : (work.findings[chosen]?.place ?? null)
  const seen = place !== null && !(masked && marks?.masks.some((one) => overlap(one.place, place)))
  return (
    <section aria-labelledby="proof" className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_auto]">
      <header className="flex min-h-12 flex-wrap items-center gap-1 border-b border-line px-4 py-1.5">
        <h3 id="proof" className="mr-auto font-semibold">
          {t('proof')}
        </h3>
        {drawn && (
          <ProofTools
            step={step}
            onZoom={(by) => zoom(by)()}
            onTurn={() => setTurns((now) => now + 1)}
            {...(work.open ? { masking: tool === 'mask', onMask: mask } : {})}
          >
            {elsewhere}
          </ProofTools>
        )}
      </header>
      <div className="relative grid min-h-60 min-w-0 lg:min-h-0">
        <div className="overflow-auto bg-well p-4">
          {path === null ? (
            <Nothing>
              {row.proof_removed_at
                ? t('proofRemoved', { date: format.date(row.proof_removed_at) })
                : t('noProof')}
            </Nothing>
          ) : link.isError || work.failed ? (
            <ErrorState
              title={t('proofFailed')}
              onRetry={() => {
                if (link.isError) void link.refetch()
                if (work.failed) work.retry()
              }}
            />
          ) : !link.data || !marks ? (
            <Skeleton className="aspect-3/4 w-full" />
          ) : drawn ? (
            <ProofPicture
              src={link.data}
              alt={t('proofOf', { name: personName(row.member) })}
              zoom={ZOOMS[step] ?? 1}
              turns={turns}
              onError={() => setBroken(true)}
              onWidth={onWidth}
            >
              <MarkLayer
                marks={marks}
                lifted={work.lifted}
                turns={turns}
                chosen={chosen}
                tool={tool}
                onChoose={work.choose}
                onPlace={work.place}
                onCancel={() => work.take(null)}
              />
            </ProofPicture>
          ) : (
            <Nothing action={elsewhere}>{t(broken ? 'proofFailed' : 'proofDocument')}</Nothing>
          )}
        </div>
        {drawn && seen && chosen && place && !tool && (
          <Loupe
            src={link.data ?? ''}
            place={place}
            turns={turns}
            caption={t('facts.loupe', { fact: t(`facts.names.${chosen}`) })}
          />
        )}
      </div>
      {drawn && <ProofFoot work={work} width={width} onLift={() => setLifting(true)} />}
      {lifting && (
        <LiftDialog
          requestId={row.id}
          onClose={() => setLifting(false)}
          onLifted={() => {
            setLifting(false)
            work.lift()
          }}
        />
      )}
    </section>
  )
}

const Nothing = ({ action, children }: { action?: ReactNode; children: string }) => (
  <EmptyState icon={<FileText size={20} strokeWidth={1.75} aria-hidden />} title={children} action={action} />
)
