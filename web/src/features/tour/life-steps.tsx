import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { LifeStep, SignalLife } from './signal-life.ts'

/** The events in order. Choosing one shows the chart as it was then. */
export function LifeSteps({
  life,
  current,
  onChoose,
}: {
  life: SignalLife
  current: number
  onChoose: (step: number) => void
}) {
  const format = useFormat()
  const { t } = useTranslation('tour')
  const end = life.steps.findLastIndex(({ kind }) => kind !== 'revealed')
  return (
    <ol>
      {life.steps.map((step, index) => (
        <li
          key={`${step.kind}${step.at}`}
          className="relative not-last:pb-3 not-last:before:absolute not-last:before:top-9 not-last:before:bottom-0 not-last:before:left-[19.5px] not-last:before:w-px not-last:before:bg-line-strong"
        >
          <button
            type="button"
            aria-current={index === current ? 'step' : undefined}
            onClick={() => onChoose(index)}
            className="grid w-full grid-cols-[24px_1fr] gap-4 rounded-control p-2 text-left transition-colors hover:bg-raised"
          >
            <span
              className={classNames(
                'grid size-6 place-items-center rounded-pill text-12 font-semibold',
                index === current && 'bg-lamp text-on-lamp',
                index < current && 'bg-inverse text-on-inverse',
                index > current && 'bg-raised text-muted ring-1 ring-line-strong ring-inset',
              )}
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <span className="flex items-baseline justify-between gap-3 leading-6">
                <span className={classNames('font-semibold', index > current && 'text-muted')}>
                  <StepTitle step={step} sealed={life.sealed} />
                </span>
                <span className="tabular text-13 whitespace-nowrap text-muted">
                  {index === 0 ? `${format.date(step.at)}, ` : ''}
                  {format.timeWithSeconds(step.at)}
                </span>
              </span>
              <span className="mt-1 block text-muted">
                <StepText step={step} life={life} />
                {index === end && life.resultR
                  ? ` ${t('life.text.result', { r: format.r(life.resultR) })}`
                  : null}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function StepTitle({ step, sealed }: { step: LifeStep; sealed: boolean }) {
  const { t } = useTranslation('tour')
  if (step.kind === 'published' && !sealed) return t('life.steps.publishedOpen')
  return t(`life.steps.${step.kind}`, { position: step.target })
}

function StepText({ step, life }: { step: LifeStep; life: SignalLife }) {
  const { t } = useTranslation('tour')
  const format = useFormat()
  const price = step.price ?? format.dash
  const whole = life.steps.every(({ kind }) => kind !== 'target_reached')
  switch (step.kind) {
    case 'published':
      if (!life.sealed) return t('life.text.publishedOpen')
      return (
        <Trans
          t={t}
          i18nKey="life.text.published"
          components={{
            hash: (
              <code className="font-mono text-13" title={life.commitment}>
                {format.hash(life.commitment)}
              </code>
            ),
          }}
        />
      )
    case 'entered':
      return t(life.levels.direction === 'buy' ? 'life.text.enteredBuy' : 'life.text.enteredSell', { price })
    case 'target_reached':
      return t('life.text.target', { price, share: format.percent(Number(step.share ?? 0) / 100) })
    case 'stop_moved':
      return t('life.text.stopMoved', { price })
    case 'stopped':
      return t(whole ? 'life.text.whole' : 'life.text.stopped', { price })
    case 'closed':
      return t(whole ? 'life.text.whole' : 'life.text.closed', { price })
    case 'note':
      return step.note ?? ''
    case 'revealed':
      return t('life.text.revealed')
  }
}
