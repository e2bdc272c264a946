import { useQuery } from '@tanstack/react-query'
import { Fingerprint, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { breakEvenChance, ideaProblems } from 'trading/ideas/idea'
import { orderTypeAt } from 'trading/levels'
import { priceProblem } from 'trading/price-problem'
import { completeLevels } from 'trading/signal'
import { usePublishIdea } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { ChartTimeframe } from '#lib/market/chart-timeframe.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { targetR } from '#lib/signals/signal.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { ideaRefusal, refusedField } from '#parts/ideas/idea-refusal.ts'
import { Button } from '#ui/button.tsx'
import { FinalAndPossible, IdeaChecks } from './idea-checks.tsx'
import { EscrowField, LevelFields, WordFields } from './idea-fields.tsx'
import { toIdea } from './idea-form.ts'
import { IdeaPreview, PreviewFigures } from './idea-preview.tsx'
import { ProbabilityField } from './probability-field.tsx'
import { useIdeaDraft } from './use-idea-draft.ts'

type Props = {
  onLeave: () => void
  onPublished: (thread: string) => void
  /** The signal that the idea contests. */
  counters?: string | undefined
}

/** Publishing an idea: levels, words and a probability at the left, at the right what becomes of them and what is final. */
export default function PublishIdea({ onLeave, onPublished, counters }: Props) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data: instruments = [] } = useQuery(instrumentsQuery)
  const { form, change, savedAt, flush, forget } = useIdeaDraft()
  const publish = usePublishIdea()
  const [tried, setTried] = useState(false)
  const page = useRef<HTMLFormElement>(null)
  /** The same until it is published: a second click, or a press after a lost answer, makes no second idea. */
  const [key] = useState(() => crypto.randomUUID())

  const instrument = instruments.find(({ symbol }) => symbol === form.symbol)
  const quote = useQuote(instrument?.symbol)
  const idea = useMemo(() => toIdea(form, Date.now(), counters), [form, counters])
  const bare = completeLevels(idea)
  const levels = bare && quote ? { ...bare, order_type: orderTypeAt(bare, quote) } : bare
  const problems = ideaProblems(idea, instrument)
  const isPlaced = !problems.some(({ field }) =>
    ['entry_low', 'entry_high', 'stop_loss', 'targets'].includes(field),
  )
  const late = levels && quote && isPlaced ? priceProblem(levels, quote) : null
  const first = levels?.targets[0]
  const firstR = levels && first && isPlaced ? targetR(levels, first.price).toNumber() : null

  const set = (part: Partial<typeof form>) => {
    publish.reset()
    change(part)
  }
  const errorOf = (field: string): string | undefined => {
    if (publish.error && refusedField(publish.error) === field) return t(ideaRefusal(publish.error))
    if (late?.field === field) return t(ideaRefusal({ message: late.key }))
    const problem = problems.find((one) => one.field === field)
    if (!problem) return undefined
    const isFilled =
      field === 'targets' ? form.target_1 !== '' : (form as Record<string, string>)[field] !== ''
    return tried || (isFilled && problem.key !== 'missing_text')
      ? t(ideaRefusal({ message: problem.key }))
      : undefined
  }
  const general = publish.error && !refusedField(publish.error) ? t(ideaRefusal(publish.error)) : null
  const wrong = problems.find(({ field }) =>
    ['entry_low', 'entry_high', 'stop_loss', 'targets'].includes(field),
  )
  const submit = () => {
    setTried(true)
    if (publish.isPending) return
    if (problems.length > 0 || late) {
      requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    publish.mutate(
      { idea: toIdea(form, Date.now(), counters), key },
      {
        onSuccess: ({ thread }) => {
          forget()
          onPublished(thread)
        },
      },
    )
  }
  return (
    <form
      ref={page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex min-h-full flex-col"
    >
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 px-4 py-4 sm:grid-cols-[minmax(0,1fr)_auto_auto] md:px-6">
        <div className="min-w-0">
          <div className="flex items-center gap-2.5">
            <h1 className="text-20 font-semibold tracking-title">
              {t(counters ? 'form.counterTitle' : 'form.title')}
            </h1>
            <HelpLink article="publier-une-idee" />
          </div>
          <p className="text-muted text-pretty">{t('form.about')}</p>
        </div>
        <p className="flex items-center text-13 text-muted empty:hidden max-sm:order-last max-sm:col-span-full sm:min-h-8 sm:col-start-2">
          {savedAt && t('form.saved', { time: format.time(savedAt) })}
        </p>
        <Button
          variant="ghost"
          iconOnly
          className="sm:col-start-3"
          aria-label={t('form.leave')}
          onClick={onLeave}
          icon={<X size={16} strokeWidth={1.75} aria-hidden />}
        />
      </header>
      <div className="grid flex-1 border-t border-line xl:grid-cols-[488px_minmax(0,1fr)]">
        <div className="grid content-start gap-4 border-line px-4 py-5 md:px-6 xl:border-r">
          <LevelFields
            form={form}
            levels={levels}
            instruments={instruments}
            instrument={instrument}
            errorOf={errorOf}
            countering={counters !== undefined}
            onChange={set}
          />
          <WordFields form={form} errorOf={errorOf} onChange={set} />
          <ProbabilityField
            value={form.probability}
            targetR={firstR}
            breakEven={firstR === null ? null : breakEvenChance(firstR)}
            error={errorOf('probability')}
            onChange={(probability) => set({ probability })}
          />
          <EscrowField
            form={form}
            levels={levels}
            instruments={instruments}
            instrument={instrument}
            errorOf={errorOf}
            countering={counters !== undefined}
            onChange={set}
          />
        </div>
        <div className="flex min-w-0 flex-col bg-surface max-xl:border-t max-xl:border-line">
          <IdeaPreview
            instrument={instrument}
            timeframe={form.timeframe as ChartTimeframe}
            direction={form.direction === 'sell' ? 'sell' : 'buy'}
            levels={levels}
            minutes={idea.validity_minutes}
          />
          <PreviewFigures levels={isPlaced ? levels : null} />
          <IdeaChecks
            levels={isPlaced ? levels : null}
            symbol={instrument?.symbol}
            timeframe={form.timeframe as ChartTimeframe}
            words={[form.facts, form.opinion, form.counter_thesis].filter((text) => text.trim()).join('\n\n')}
            problem={
              late
                ? t(ideaRefusal({ message: late.key }))
                : bare && wrong
                  ? t(ideaRefusal({ message: wrong.key }))
                  : null
            }
          />
          <FinalAndPossible />
          <div className="mt-auto grid gap-3 px-5 py-4 sm:flex sm:flex-wrap sm:items-center">
            <Button
              type="submit"
              variant="primary"
              size="lg"
              busy={publish.isPending}
              icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
            >
              {t(form.deadline || counters ? 'form.seal' : 'form.publish')}
            </Button>
            <Button
              size="lg"
              variant="outline"
              onClick={() => {
                void flush().then(onLeave, onLeave)
              }}
            >
              {t('form.keep')}
            </Button>
            <p className="max-w-60 text-12 text-pretty text-muted sm:ml-auto">{t('risk')}</p>
            <p role="alert" className="basis-full text-13 text-loss empty:hidden">
              {general ??
                (tried && problems.length > 0 ? t('form.problems', { count: problems.length }) : null)}
            </p>
          </div>
        </div>
      </div>
    </form>
  )
}
