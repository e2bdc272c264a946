import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Doubt } from 'trading/paste/signal-doubts'
import { parseSignalText } from 'trading/paste/signal-text'
import { priceProblem } from 'trading/price-problem'
import { completeLevels, type SignalProblem, validateSignal } from 'trading/signal'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useKnownQuotes, useQuote } from '#lib/market/live-quotes.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { usePublish } from '../queries.ts'
import { Asks } from './asks.tsx'
import { ComposerBar } from './composer-bar.tsx'
import { draftsQuery, type KeptDraft, useSchedule } from './composer-queries.ts'
import { type Draft, isBlank, toSignal, withConfirmed, withTyped } from './draft.ts'
import { DraftChart } from './draft-chart.tsx'
import { LevelFields } from './level-fields.tsx'
import { PasteField } from './paste-field.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { isUnproven, refusalField, refusalKey } from './refusal.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { TermFields } from './term-fields.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { usePastedSignal } from './use-pasted-signal.ts'
import { usePastes } from './use-pastes.ts'
import { usePublishKeys } from './use-publish-keys.ts'

type Props = { onClose: () => void; onPublished: (id: string) => void }

/** Publishing in seconds: paste anywhere, check the levels on the chart, press Ctrl-Enter. The draft is kept until then. */
export default function Composer({ onClose, onPublished }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const instruments = useQuery(instrumentsQuery)
  const drafts = useQuery(draftsQuery)
  const quoteOf = useKnownQuotes()
  const publish = usePublish()
  const schedule = useSchedule()
  const { draft, change, id, keeping, flush, open } = useKeptDraft()
  const [tried, setTried] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const asks = useRef<HTMLUListElement>(null)
  /** From the first press on: the draft is saved before the signal is sent. */
  const publishing = useRef(false)
  const cache = useQueryClient()

  // Resume the last draft, from any device, unless the analyst has started typing.
  const resumed = useRef(false)
  useEffect(() => {
    if (resumed.current || !drafts.isFetchedAfterMount || !drafts.data) return
    resumed.current = true
    const last = drafts.data.find(({ publish_at: at }) => at === null)
    if (last && isBlank(draft)) open(last)
  }, [drafts.isFetchedAfterMount, drafts.data, draft, open])

  useEffect(() => {
    if (keeping === 'kept') void cache.invalidateQueries({ queryKey: draftsQuery.queryKey })
  }, [keeping, cache])

  const known = instruments.data ?? []
  const instrument = known.find(({ symbol }) => symbol === draft.symbol)
  const quote = useQuote(instrument?.symbol)
  const signal = useMemo(() => toSignal(draft), [draft])
  const levels = completeLevels(signal)
  const problems = validateSignal(signal, instrument)
  // Check the price against the levels while the reasons are still being written.
  const hold = problems.every(({ key }) => key === 'missing_text' || key === 'text_too_long')
  const late = levels && quote && hold ? priceProblem(levels, quote) : null
  if (late) problems.push(late)
  const kept = drafts.data?.find((one) => one.id === id)

  const set = (part: Partial<Draft>) => {
    publish.reset()
    change((current) => withTyped(current, part))
  }
  const begin = (next: KeptDraft | null) => {
    publish.reset()
    pastes.forget()
    setTried(false)
    open(next)
  }
  const read = (text: string) => parseSignalText(text, { instruments: known, quote: quoteOf })
  const pastes = usePastes(draft, change, instruments.data ? read : null)
  const paste = (text: string, byKeys = false) => {
    publish.reset()
    pastes.take(text, byKeys)
  }
  usePastedSignal(known, paste)
  /** The paste field contains news about a signal: the form below does not come from it. */
  const news = pastes.parsed && pastes.parsed.kind !== 'signal' ? pastes.parsed.kind : null
  const doubtful = new Set(draft.asks.map(({ field }) => field))
  const isAnswered = news === null && doubtful.size === 0
  const confirm = (field: Doubt['field']) => {
    change((current) => withConfirmed(current, field))
    // The answer removes its button: move the focus to the next one.
    requestAnimationFrame(() =>
      (asks.current?.querySelector('button') ?? form.current?.querySelector('textarea'))?.focus(),
    )
  }
  /** Shows what prevents publication, questions first: they are above the fields. */
  const showWhatLacks = () => {
    setTried(true)
    // Once the refusals are rendered, focus the first of them.
    requestAnimationFrame(() =>
      (
        (news ? null : asks.current?.querySelector<HTMLElement>('button')) ??
        form.current?.querySelector<HTMLElement>('[aria-invalid]')
      )?.focus(),
    )
  }

  const submit = async () => {
    setTried(true)
    if (publishing.current) return
    if (problems.length > 0 || !isAnswered) {
      void flush()
      showWhatLacks()
      return
    }
    publishing.current = true
    // A save still in progress must not arrive after the signal it became.
    const draftId = await flush().catch(() => id)
    publish.mutate(
      { ...signal, ...(draftId ? { draft_id: draftId } : {}) },
      {
        onSuccess: ({ id: published }) => {
          open(null)
          toast({ title: t('compose.published') })
          onPublished(published)
        },
        onSettled: () => {
          publishing.current = false
        },
      },
    )
  }
  usePublishKeys(form, () => void submit())
  const errorOf = (field: SignalProblem['field']): string | undefined => {
    if (publish.error && refusalField(publish.error) === field) return t(refusalKey(publish.error))
    const problem = problems.find((one) => one.field === field)
    const filled = field === 'targets' ? draft.targets.some(({ price }) => price !== '') : draft[field] !== ''
    return problem && (tried || (filled && problem.key !== 'missing_text'))
      ? t(`refusal.${problem.key}`)
      : undefined
  }
  const askOf = (field: SignalProblem['field']): string | undefined =>
    draft.asks.some((ask) => ask.field === field) ? t('ask.mark') : undefined
  const general = publish.error && !refusalField(publish.error) ? t(refusalKey(publish.error)) : null

  return (
    <Sheet
      open
      side="right"
      onOpenChange={(next) => !next && onClose()}
      title={t('compose.title')}
      footer={
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="min-w-0 flex-1 text-13 text-loss max-sm:basis-full max-sm:empty:hidden">
            {general ??
              (!tried
                ? ''
                : news
                  ? t(`compose.${news}`)
                  : [
                      doubtful.size > 0 ? t('compose.asks', { count: doubtful.size }) : '',
                      problems.length > 0 ? t('compose.problems', { count: problems.length }) : '',
                    ]
                      .filter(Boolean)
                      .join(' · '))}
            {isUnproven(publish.error) && (
              <>
                {' '}
                <Link to="/mon-compte#securite">{t('staffSecurity')}</Link>
              </>
            )}
          </p>
          <Button onClick={pastes.clear}>{t('compose.clear')}</Button>
          <Button
            onClick={() => {
              setTried(true)
              if (!isAnswered) showWhatLacks()
              else if (problems.every((one) => one === late)) setScheduling(true)
            }}
          >
            {t('prepare.schedule')}
          </Button>
          <Button
            variant="primary"
            className="max-sm:flex-1"
            busy={publish.isPending}
            onClick={() => void submit()}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {t('compose.publish')}
          </Button>
        </div>
      }
    >
      <form ref={form} className="grid gap-5 p-4 md:p-6" onSubmit={(event) => event.preventDefault()}>
        <ComposerBar draft={draft} draftId={id} keeping={keeping} onOpen={begin} onChange={change} />
        {kept?.refusal && (
          <p role="alert" className="rounded-card border border-line-strong p-3 text-13 text-loss">
            {t('prepare.refused', { reason: t(refusalKey({ message: kept.refusal.key })) })}
          </p>
        )}
        {kept?.publish_at && (
          <div className="flex flex-wrap items-center gap-3 rounded-card border border-line-strong p-3 text-13">
            <span className="min-w-0 flex-1">
              {t('prepare.scheduledFor', { time: format.dateTime(kept.publish_at) })}
            </span>
            <Button onClick={() => schedule.mutate({ id: kept.id, at: null })}>
              {t('prepare.unschedule')}
            </Button>
          </div>
        )}
        <PasteField
          text={pastes.text}
          parsed={pastes.parsed}
          canUndo={pastes.canUndo}
          onText={paste}
          onUndo={() => {
            publish.reset()
            pastes.undo()
          }}
        />
        <Asks draft={draft} instrument={instrument?.name} onConfirm={confirm} list={asks} />
        {instrument && (
          <DraftChart instrument={instrument} levels={levels} minutes={Number(draft.validity_minutes)} />
        )}
        <LevelFields
          draft={draft}
          levels={levels}
          quote={late?.field === 'order_type' ? quote : null}
          instruments={known}
          errorOf={errorOf}
          askOf={askOf}
          onChange={set}
        />
        <TermFields draft={draft} errorOf={errorOf} askOf={askOf} onChange={set} />
        <ReasonFields draft={draft} errorOf={errorOf} onChange={set} />
      </form>
      <ScheduleDialog
        open={scheduling}
        ready={flush}
        onClose={() => setScheduling(false)}
        onScheduled={() => {
          setScheduling(false)
          begin(null)
          onClose()
        }}
      />
    </Sheet>
  )
}
