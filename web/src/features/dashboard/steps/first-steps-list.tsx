import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { AccountForm } from '#parts/trading-account/account-form.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type FirstSteps, type Step, titleIn } from './first-steps.ts'
import { STEPS } from './first-steps-query.ts'
import { RecomputeStep } from './recompute-step.tsx'

/** The steps in their order: the next one is open and done here where it can be; a finished one folds to its result. */
export function FirstStepsList({ known, steps }: { known: FirstSteps; steps: readonly Step[] }) {
  const next = steps.find(({ done }) => !done)?.key
  return (
    <Card className="min-w-0 overflow-hidden">
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <StepRow key={step.key} step={step} number={index + 1} open={step.key === next} known={known} />
        ))}
      </ol>
    </Card>
  )
}

function StepRow({
  step: { key, minutes, done },
  number,
  open,
  known,
}: {
  step: Step
  number: number
  open: boolean
  known: FirstSteps
}) {
  const { t, i18n } = useTranslation('dashboard')
  const format = useFormat()
  const values = {
    lesson: known.lesson ? titleIn(known.lesson.texts, i18n.language) : '',
    course: known.lesson ? titleIn(known.lesson.in, i18n.language) : '',
    capital: known.risk ? format.moneyShort(known.risk.capital_minor, known.risk.currency) : '',
    risk: known.risk ? format.number(known.risk.risk_percent, 2) : '',
  }
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 p-4" data-step={key}>
      <span
        className={
          open
            ? 'grid size-7 place-items-center rounded-full bg-lamp text-13 font-semibold text-on-lamp'
            : 'grid size-7 place-items-center rounded-full border border-line-strong text-13 text-muted'
        }
      >
        {done ? <Check size={14} strokeWidth={2} className="text-gain" aria-hidden /> : number}
      </span>
      <div className="min-w-0 self-center">
        <h2 className={open ? 'text-16 font-semibold' : 'font-semibold'}>
          {t(`steps.${key}.title`, values)}
        </h2>
        {done ? (
          <p className="text-13 text-muted">{t(`steps.${key}.done`, values)}</p>
        ) : (
          <p className="text-13 text-pretty text-muted">{t(`steps.${key}.text`, values)}</p>
        )}
      </div>
      <span className="tabular pt-1 text-13 text-muted">{t('steps.short', { count: minutes })}</span>
      {open && (
        <div className="col-span-2 col-start-2 mt-3 min-w-0">{actOf(key, known, t(`steps.${key}.act`))}</div>
      )}
    </li>
  )
}

function actOf(key: Step['key'], { lesson }: FirstSteps, label: string): ReactNode {
  if (key === 'recompute') return <RecomputeStep label={label} />
  if (key === 'risk') return <RiskStep />
  const to =
    key === 'test' ? '/test-journalier' : `/formations?cours=${lesson?.course}&lecon=${lesson?.lesson}`
  return (
    <Button asChild variant="primary">
      <Link to={to}>{label}</Link>
    </Button>
  )
}

function RiskStep() {
  const cache = useQueryClient()
  return (
    <div className="max-w-96">
      <AccountForm onSaved={() => void cache.invalidateQueries({ queryKey: STEPS })} />
    </div>
  )
}
