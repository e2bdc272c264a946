import { Check, CircleDashed, Minus, X } from 'lucide-react'
import type { Check as ProofCheck } from 'trading/proof/divergence'
import type { ProofCounts } from 'trading/proof/verify-export'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { Verification } from './use-verification.ts'

/** The checks in the engine's order, each with its figure of the verdict. */
const STEPS = [
  { check: 'chain', count: ({ entries }) => entries },
  { check: 'heads', count: ({ heads }) => heads },
  { check: 'commitments', count: ({ commitments }) => commitments },
  { check: 'displayed', count: ({ signals }) => signals },
  { check: 'publication', count: ({ published }) => published },
  { check: 'outcomes', count: ({ outcomes }) => outcomes },
  { check: 'statistics', count: ({ figures }) => figures },
  { check: 'statements', count: ({ statements }) => statements?.statements ?? 0 },
  { check: 'ideas', count: ({ ideas }) => ideas?.ideas ?? 0 },
] as const satisfies readonly { check: string; count: (counts: ProofCounts) => number }[]

/** Checks that run signal by signal: after a failure, the other signals are unchecked. */
const PER_SIGNAL = ['commitments', 'displayed', 'publication', 'outcomes']
/** Checks shown as part of another step. */
const SHOWN_AS: Partial<Record<ProofCheck, Step['check']>> = { minutes: 'outcomes', checkpoints: 'heads' }

type Step = (typeof STEPS)[number]
type Standing = 'waiting' | 'running' | 'done' | 'failed' | 'left'

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
const LOOKS: Record<Standing, string> = {
  waiting: 'text-faint',
  running: 'text-text',
  done: 'text-gain',
  failed: 'text-loss',
  left: 'text-faint',
}

/** The checks and their progress. */
export function CheckSteps({ verification, className }: { verification: Verification; className?: string }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const counts = verification.state === 'done' ? verification.verdict.counts : null
  return (
    <ol
      className={classNames('grid content-start gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4', className)}
      aria-label={t('steps.label')}
    >
      {STEPS.map((step) => {
        const standing = standingOf(step, verification)
        return (
          <li key={step.check} className="grid grid-cols-[20px_1fr] gap-3" data-standing={standing}>
            <span className={classNames('mt-0.5', LOOKS[standing])}>
              <Sign standing={standing} />
              <span className="sr-only">{t(`standing.${standing}`)}</span>
            </span>
            <div className="min-w-0">
              <p className="flex items-baseline justify-between gap-3 font-medium">
                <span>{t(`steps.${step.check}.title`)}</span>
                {counts && standing === 'done' && (
                  <span className="tabular text-13 font-normal text-muted">
                    {format.number(step.count(counts))}
                  </span>
                )}
              </p>
              <p className="text-13 text-pretty text-muted">{t(`steps.${step.check}.text`)}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Sign({ standing }: { standing: Standing }) {
  if (standing === 'running') return <Spinner />
  if (standing === 'done') return <Check {...icon} />
  if (standing === 'failed') return <X {...icon} />
  return standing === 'left' ? <Minus {...icon} /> : <CircleDashed {...icon} />
}

function standingOf({ check }: Step, verification: Verification): Standing {
  if (verification.state === 'idle' || verification.state === 'failed') return 'waiting'
  const perSignal = PER_SIGNAL.some((one) => one === check)
  if (verification.state === 'running') {
    const { stage } = verification
    if (stage === 'outcomes' || stage === 'minutes')
      return perSignal
        ? 'running'
        : check === 'statistics' || check === 'statements' || check === 'ideas'
          ? 'waiting'
          : 'done'
    if (stage === 'statistics') return check === 'statements' || check === 'ideas' ? 'running' : 'done'
    return check === 'chain' ? 'running' : 'waiting'
  }
  const { verdict } = verification
  if (verdict.verdict === 'concordant') return 'done'
  // Minutes are checked in the step that recomputes the signal's events.
  const { divergence } = verdict
  const failed = divergence.idea
    ? 'ideas'
    : divergence.statement
      ? 'statements'
      : (SHOWN_AS[divergence.check] ?? divergence.check)
  if (check === failed) return 'failed'
  const order = ['format', 'chain', 'heads', 'signals', 'statistics', 'statements', 'ideas']
  const place = (name: string) => order.indexOf(order.includes(name) ? name : 'signals')
  return place(check) < place(failed) ? 'done' : 'left'
}
