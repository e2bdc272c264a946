import { ScanSearch, X } from 'lucide-react'
import { useState } from 'react'
import { readHeads } from 'trading/head-text'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { Progress } from '#ui/progress.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { CheckSteps } from './check-steps.tsx'
import type { Stage } from './proof-task.ts'
import type { useVerification, Verification } from './use-verification.ts'
import { Verdict } from './verdict.tsx'

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = ReturnType<typeof useVerification> & { className?: string }

/** The one big action of the page, its progress and its verdict. */
export function VerificationCard({ verification, verify, cancel, className }: Props) {
  const { t } = useTranslation('proof')
  const [keptText, setKeptText] = useState('')
  const kept = readHeads(keptText)
  const unread = keptText.trim() !== '' && kept.length === 0
  const running = verification.state === 'running'
  return (
    <Card className={classNames('grid md:grid-cols-[1fr_320px]', className)}>
      <div className="grid content-start gap-5 p-5 md:p-8">
        <div aria-live="polite" className="grid gap-2">
          {verification.state === 'done' ? (
            <Verdict {...verification} />
          ) : (
            <>
              <h2 className="text-20 font-semibold tracking-title">
                {t(
                  running
                    ? 'check.running'
                    : verification.state === 'failed'
                      ? 'check.failed'
                      : 'check.title',
                )}
              </h2>
              <p className="max-w-xl text-pretty text-muted">
                {t(verification.state === 'failed' ? 'check.failedText' : 'check.text')}
              </p>
            </>
          )}
        </div>
        {running && <Running {...verification} />}
        <div className="flex flex-wrap items-center gap-3">
          {running ? (
            <Button size="lg" variant="outline" icon={<X {...icon} />} onClick={cancel}>
              {t('check.cancel')}
            </Button>
          ) : (
            <Button
              size="lg"
              variant="primary"
              icon={<ScanSearch {...icon} />}
              disabled={unread}
              onClick={() => verify(kept)}
            >
              {t(verification.state === 'done' ? 'check.again' : 'check.start')}
            </Button>
          )}
        </div>
        <details className="group border-t border-line pt-4" open={keptText !== '' || undefined}>
          <summary className="cursor-pointer text-13 font-medium text-muted hover:text-text pointer-coarse:py-3">
            {t('kept.question')}
          </summary>
          <Field
            label={t('kept.label')}
            hint={kept.length > 0 ? t('kept.read', { count: kept.length }) : t('kept.hint')}
            {...(unread ? { error: t('kept.unread') } : {})}
            className="mt-3 max-w-xl"
          >
            <Textarea
              rows={2}
              spellCheck={false}
              autoComplete="off"
              value={keptText}
              disabled={running}
              onChange={({ target }) => setKeptText(target.value)}
              className="font-mono text-13!"
              placeholder="vigie-head 2026-11-20 512 9f3c…"
            />
          </Field>
        </details>
      </div>
      <CheckSteps
        verification={verification}
        className="border-t border-line p-5 md:border-t-0 md:border-l md:p-8"
      />
    </Card>
  )
}

/** Where each part of the work lies on the bar: reading takes longest, the figures nearly nothing. */
const SPAN: Partial<Record<Stage, readonly [from: number, to: number]>> = {
  reading: [0, 0.5],
  chain: [0.5, 0.7],
  outcomes: [0.7, 0.98],
  statistics: [0.98, 1],
}

function Running({ stage, done, total }: Extract<Verification, { state: 'running' }>) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const [from, to] = SPAN[stage] ?? [0, 0]
  const within = total > 0 ? done / total : 0
  const label = t(stage === 'reading' ? 'stage.reading' : stage === 'chain' ? 'stage.chain' : 'stage.signals')
  return (
    <Progress
      label={label}
      share={from + (to - from) * within}
      {...(total > 0
        ? { text: t('stage.of', { done: format.number(done), total: format.number(total) }) }
        : {})}
      shown
      className="max-w-xl"
    />
  )
}
