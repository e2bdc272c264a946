import { FileText } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { QueuedRequest } from '../queries.ts'
import { LiftDialog } from './lift-dialog.tsx'
import { Loupe } from './loupe.tsx'
import { MarkLayer } from './mark-layer.tsx'
import { PageTurner } from './page-turner.tsx'
import { ProofFoot } from './proof-foot.tsx'
import { ProofPicture } from './proof-picture.tsx'
import { OpenFile, ProofTools, ZOOMS } from './proof-tools.tsx'
import { useProofImage } from './use-proof-image.ts'
import type { ProofWork } from './use-proof-work.ts'

type Props = {
  row: QueuedRequest
  work: ProofWork
  width: number | null
  onWidth: (width: number) => void
  box: RefObject<HTMLElement | null>
}

/** The proof of a request beside its facts, enlarged, turned, masked and marked in its place: a picture, or a PDF page by page. */
export function ProofView({ row, work, width, onWidth, box }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const [step, setStep] = useState(0)
  const [turns, setTurns] = useState(0)
  const [lifting, setLifting] = useState(false)
  const { file, page, pages, marks, masked, chosen, tool } = work
  const image = useProofImage(file, page, step > 0)
  // Nothing is shown before it is known what is masked.
  const shown = file.href !== undefined && marks !== undefined && image.refused === undefined
  const zoom = (by: number) => () => {
    if (!shown) return false
    setStep((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)))
  }
  const mask = () => {
    if (!shown || !work.open) return false
    work.take('mask')
  }
  // An enlarged page is moved by its arrow keys.
  const turn = (by: number) => () => step === 0 && work.turn(by)
  useKeys(
    {
      '+': zoom(1),
      '-': zoom(-1),
      '0': zoom(-ZOOMS.length),
      m: mask,
      v: work.confirm,
      ArrowLeft: turn(-1),
      ArrowRight: turn(1),
    },
    box,
  )
  const elsewhere = (iconOnly: boolean) =>
    file.href && (
      <OpenFile href={file.href} masked={masked} iconOnly={iconOnly} onLift={() => setLifting(true)} />
    )
  const place = chosen === null ? null : (work.findings[chosen]?.place ?? null)
  const seen = place !== null && place.page === page && !work.hides(place)
  const name = personName(row.member)
  const alt = pages > 1 ? t('pages.alt', { name, page, pages }) : t('proofOf', { name })
  return (
    <div className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_auto]">
      <header className="@container flex min-h-12 flex-wrap items-center gap-1 border-b border-line px-4 py-1.5">
        <div className="mr-auto flex items-center gap-1">
          <h3 id="proof" className="font-semibold">
            {t('proof')}
          </h3>
          {marks && pages > 1 && <PageTurner page={page} pages={pages} onTurn={work.turn} />}
        </div>
        {shown && (
          <ProofTools
            step={step}
            onZoom={(by) => zoom(by)()}
            onTurn={() => setTurns((now) => now + 1)}
            {...(work.open ? { masking: tool === 'mask', onMask: mask } : {})}
          >
            {elsewhere(true)}
          </ProofTools>
        )}
      </header>
      <div className="relative grid min-h-60 min-w-0 lg:min-h-0">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-labelledby="proof" tabIndex={0} className="overflow-auto bg-well p-4 -outline-offset-2">
          {file.kind === null ? (
            <Nothing>
              {row.proof_removed_at
                ? t('proofRemoved', { date: format.date(row.proof_removed_at) })
                : t('noProof')}
            </Nothing>
          ) : file.linkFailed || work.failed ? (
            <ErrorState
              title={t('proofFailed')}
              onRetry={() => {
                if (file.linkFailed) file.retry()
                if (work.failed) work.retry()
              }}
            />
          ) : image.refused && marks ? (
            <Nothing action={elsewhere(false)}>
              {image.refused === 'failed' ? t('proofFailed') : t(`pdf.${image.refused}`)}
            </Nothing>
          ) : shown && image.src ? (
            // One page never stands under the marks of another.
            <ProofPicture
              key={page}
              src={image.src}
              alt={alt}
              zoom={ZOOMS[step] ?? 1}
              turns={turns}
              onError={image.onError}
              onWidth={onWidth}
            >
              <MarkLayer
                marks={marks}
                page={page}
                onPaper={file.kind === 'pdf'}
                lifted={work.lifted}
                turns={turns}
                chosen={chosen}
                tool={tool}
                suggestion={work.suggestion}
                onConfirm={work.confirm}
                onChoose={work.choose}
                onPlace={work.place}
                onCancel={() => work.take(null)}
              />
            </ProofPicture>
          ) : (
            <Skeleton className="aspect-3/4 w-full" />
          )}
        </section>
        {shown && image.src && seen && chosen && !tool && (
          <Loupe
            src={image.src}
            place={place}
            turns={turns}
            caption={t('facts.loupe', { fact: t(`facts.names.${chosen}`) })}
          />
        )}
      </div>
      {shown && <ProofFoot work={work} width={width} onLift={() => setLifting(true)} />}
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
    </div>
  )
}

const Nothing = ({ action, children }: { action?: ReactNode; children: string }) => (
  <EmptyState icon={<FileText size={20} strokeWidth={1.75} aria-hidden />} title={children} action={action} />
)
