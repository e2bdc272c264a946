import { ChevronRight, ScanSearch, X } from 'lucide-react'
import { useState } from 'react'
import { readHeads } from 'trading/proof/log/head-text'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Progress } from '#ui/figure/progress.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { CheckSteps } from './check-steps.tsx'
import type { Stage } from './proof-task.ts'
import type { useVerification, Verification } from './use-verification.ts'
import { Verdict } from './verdict.tsx'

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The search parameter that starts the verification on page load. */
export const BEGIN = 'verify'

type Props = ReturnType<typeof useVerification> & { className?: string }

/** The page's main action, with its progress and its verdict. */
export function VerificationCard({ verification, verify, cancel, className }: Props) {
  const { t } = useTranslation('proof')
  const language = useLanguage()
  const [keptText, setKeptText] = useState('')
  const [everyMinute, setEveryMinute] = useState(false)
  const kept = readHeads(keptText)
  const unread = keptText.trim() !== '' && kept.length === 0
  const running = verification.state === 'running'
  return (
    <Card className={className}>
      <div className="grid gap-5 p-5 md:p-8">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
          <div aria-live="polite" className="grid min-w-0 flex-1 basis-96 gap-2">
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
          {running ? (
            <Button size="lg" variant="outline" icon={<X {...icon} />} onClick={cancel}>
              {t('check.cancel')}
            </Button>
          ) : (
            // Works before hydration: the form requests the page with the parameter that starts the verification.
            <form
              action="/preuve"
              onSubmit={(event) => {
                event.preventDefault()
                verify(kept, everyMinute)
              }}
            >
              <input type="hidden" name={BEGIN} value="1" />
              {language !== 'fr' && <input type="hidden" name="lang" value={language} />}
              <Button
                type="submit"
                size="lg"
                variant="primary"
                icon={<ScanSearch {...icon} />}
                disabled={unread}
              >
                {t(verification.state === 'done' ? 'check.again' : 'check.start')}
              </Button>
            </form>
          )}
        </div>
        {running && <Running {...verification} />}
      </div>
      <CheckSteps verification={verification} className="border-t border-line p-5 md:px-8 md:py-6" />
      <div className="border-t border-line p-5 md:px-8">
        <Checkbox
          checked={everyMinute}
          disabled={running}
          onCheckedChange={(checked) => setEveryMinute(checked === true)}
        >
          <span className="font-medium text-text">{t('everyMinute.label')}</span>{' '}
          <span className="block max-w-3xl text-pretty">{t('everyMinute.hint')}</span>
        </Checkbox>
      </div>
      <details className="group border-t border-line" open={keptText !== '' || undefined}>
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-5 text-13 font-medium text-muted hover:text-text md:px-8 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={16}
            strokeWidth={1.75}
            className="transition-transform group-open:rotate-90"
            aria-hidden
          />
          {t('kept.question')}
        </summary>
        <Field
          label={t('kept.label')}
          hint={kept.length > 0 ? t('kept.read', { count: kept.length }) : t('kept.hint')}
          {...(unread ? { error: t('kept.unread') } : {})}
          className="max-w-3xl px-5 pb-5 md:px-8 md:pb-6"
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
    </Card>
  )
}

/** Each step's share of the progress bar: reading takes longest, the figures almost no time. */
const SPAN: Partial<Record<Stage, readonly [from: number, to: number]>> = {
  reading: [0, 0.5],
  chain: [0.5, 0.7],
  outcomes: [0.7, 0.98],
  minutes: [0.7, 0.98],
  statistics: [0.98, 1],
}

function Running({ stage, done, total }: Extract<Verification, { state: 'running' }>) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const [from, to] = SPAN[stage] ?? [0, 0]
  const within = total > 0 ? done / total : 0
  const label = t(
    stage === 'reading' || stage === 'chain' || stage === 'minutes' ? `stage.${stage}` : 'stage.signals',
  )
  return (
    <Progress
      label={label}
      share={from + (to - from) * within}
      {...(total > 0
        ? { text: t('stage.of', { done: format.number(done), total: format.number(total) }) }
        : {})}
      shown
    />
  )
}
