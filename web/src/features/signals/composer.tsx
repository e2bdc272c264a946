import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { completeLevels, type SignalProblem, STYLES, TIERS, TIMEFRAMES, validateSignal } from 'trading/signal'
import { parseSignalText } from 'trading/signal-text'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { instrumentsQuery, useKnownQuotes } from '#lib/live-signals.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { type Draft, EMPTY_DRAFT, keepDraft, loadDraft, toSignal, withParsed } from './draft.ts'
import { draftPosition } from './draft-position.ts'
import { barsQuery, usePublish } from './queries.ts'
import { refusalField, refusalKey } from './refusal.ts'
import { TargetFields } from './target-fields.tsx'

const PriceChart = lazy(() => import('#charts/price-chart.tsx'))
const TEXTS = ['facts', 'opinion', 'counter_thesis', 'counter_condition', 'method', 'conflicts'] as const

/** Publishing in seconds: paste, look at the levels on the chart, Ctrl-Enter. The draft stays until it is published. */
export default function Composer({
  onClose,
  onPublished,
}: {
  onClose: () => void
  onPublished: (id: string) => void
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const instruments = useQuery(instrumentsQuery)
  const quoteOf = useKnownQuotes()
  const publish = usePublish()
  const [draft, setDraft] = useState<Draft>(loadDraft)
  const [pasted, setPasted] = useState('')
  const [tried, setTried] = useState(false)
  useEffect(() => keepDraft(draft), [draft])

  const known = instruments.data ?? []
  const instrument = known.find(({ symbol }) => symbol === draft.symbol)
  const signal = useMemo(() => toSignal(draft), [draft])
  const problems = validateSignal(signal, instrument)
  const levels = completeLevels(signal)
  const bars = useQuery({ ...barsQuery(draft.symbol, 'M15'), enabled: instrument !== undefined })

  const set = (change: Partial<Draft>) => {
    publish.reset()
    setDraft((current) => ({ ...current, ...change }))
  }
  const paste = (text: string) => {
    setPasted(text)
    if (text.trim() === '') return
    const { draft: parsed } = parseSignalText(text, { instruments: known, quote: quoteOf })
    setDraft((current) => withParsed(current, parsed))
  }
  const submit = () => {
    setTried(true)
    if (problems.length > 0 || publish.isPending) return
    publish.mutate(signal, {
      onSuccess: ({ id }) => {
        keepDraft(null)
        setDraft(EMPTY_DRAFT)
        toast({ title: t('compose.published') })
        onClose()
        onPublished(id)
      },
    })
  }
  const errorOf = (field: SignalProblem['field']): string | undefined => {
    if (publish.error && refusalField(publish.error) === field) return t(refusalKey(publish.error))
    const problem = problems.find((one) => one.field === field)
    const filled = field === 'targets' ? draft.targets.some(({ price }) => price !== '') : draft[field] !== ''
    return problem && (tried || (filled && problem.key !== 'missing_text'))
      ? t(`refusal.${problem.key}`)
      : undefined
  }
  const text = (field: Exclude<keyof Draft, 'targets'>) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  })
  const general = publish.error && !refusalField(publish.error) ? t(refusalKey(publish.error)) : null

  return (
    <Sheet
      open
      side="right"
      onOpenChange={(open) => !open && onClose()}
      title={t('compose.title')}
      footer={
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="min-w-0 flex-1 text-13 text-loss">
            {general ??
              (tried && problems.length > 0 ? t('compose.problems', { count: problems.length }) : '')}
          </p>
          <Button onClick={() => set(EMPTY_DRAFT)}>{t('compose.clear')}</Button>
          <Button
            variant="primary"
            busy={publish.isPending}
            onClick={submit}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {t('compose.publish')}
          </Button>
        </div>
      }
    >
      <form
        className="grid gap-5 p-4 md:p-6"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      >
        <Field label={t('compose.paste')} hint={t('compose.pasteHint')}>
          <Textarea
            rows={2}
            autoFocus
            value={pasted}
            onChange={(event) => paste(event.target.value)}
            placeholder="BUY EURUSD 1.0850-60 SL 1.0820 TP1 1.0900 TP2 1.0950"
          />
        </Field>
        <div className="grid gap-4 md:grid-cols-3">
          <Field label={t('field.symbol')} error={errorOf('symbol')}>
            <Select {...text('symbol')}>
              <option value="">{t('field.choose')}</option>
              {known.map(({ symbol, name }) => (
                <option key={symbol} value={symbol}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('field.direction')} error={errorOf('direction')}>
            <Segmented
              block
              label={t('field.direction')}
              value={draft.direction}
              onChange={(direction) => set({ direction })}
              options={[
                { value: 'buy', label: t('direction.buy') },
                { value: 'sell', label: t('direction.sell') },
              ]}
            />
          </Field>
          <Field label={t('field.order_type')} error={errorOf('order_type')}>
            <Segmented
              block
              label={t('field.order_type')}
              value={draft.order_type}
              onChange={(order_type) => set({ order_type })}
              options={(['market', 'limit', 'stop'] as const).map((value) => ({
                value,
                label: t(`order.${value}`),
              }))}
            />
          </Field>
          <Field label={t('field.entry_low')} error={errorOf('entry_low')}>
            <Input inputMode="decimal" className="tabular" {...text('entry_low')} />
          </Field>
          <Field label={t('field.entry_high')} optional={t('field.optional')} error={errorOf('entry_high')}>
            <Input inputMode="decimal" className="tabular" {...text('entry_high')} />
          </Field>
          <Field label={t('field.stop_loss')} error={errorOf('stop_loss')}>
            <Input inputMode="decimal" className="tabular" {...text('stop_loss')} />
          </Field>
        </div>
        <TargetFields
          targets={draft.targets}
          levels={levels}
          error={errorOf('targets')}
          onChange={(targets) => set({ targets })}
        />
        {instrument && bars.data && (
          <div className="overflow-hidden rounded-card border border-line bg-well">
            <Suspense fallback={null}>
              <PriceChart
                bars={bars.data.bars}
                interval={900}
                digits={instrument.digits}
                position={
                  levels
                    ? draftPosition(levels, instrument.digits, Number(draft.validity_hours), {
                        stop: t('level.stop'),
                        now: t('compose.now'),
                        r: format.r,
                        percent: (share) => format.percent(Number(share) / 100),
                      })
                    : null
                }
                label={t('panel.chart', { instrument: instrument.name, timeframe: 'M15' })}
              />
            </Suspense>
          </div>
        )}
        <div className="grid gap-4 md:grid-cols-5">
          <Field label={t('field.timeframe')} error={errorOf('timeframe')}>
            <Select {...text('timeframe')}>
              {TIMEFRAMES.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </Select>
          </Field>
          <Field label={t('field.style')} error={errorOf('style')}>
            <Select {...text('style')}>
              {STYLES.map((value) => (
                <option key={value} value={value}>
                  {t(`style.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('field.tier')} error={errorOf('tier')}>
            <Select {...text('tier')}>
              {TIERS.map((value) => (
                <option key={value} value={value}>
                  {t(`tier.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('field.risk_percent')} error={errorOf('risk_percent')}>
            <Input inputMode="decimal" {...text('risk_percent')} />
          </Field>
          <Field label={t('field.validity_hours')} error={errorOf('validity_hours')}>
            <Input inputMode="numeric" {...text('validity_hours')} />
          </Field>
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          {TEXTS.map((field) => (
            <Field key={field} label={t(`field.${field}`)} error={errorOf(field)}>
              <Textarea rows={field === 'method' || field === 'conflicts' ? 2 : 3} {...text(field)} />
            </Field>
          ))}
        </div>
      </form>
    </Sheet>
  )
}
