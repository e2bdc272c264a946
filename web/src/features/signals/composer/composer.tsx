import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Doubt } from 'trading/paste/signal-doubts'
import { parseSignalText } from 'trading/paste/signal-text'
import { priceProblem } from 'trading/price-problem'
import { completeLevels, type SignalProblem, validateSignal } from 'trading/signal'
import { useTranslation } from '#lib/language/i18n.ts'
import { useKnownQuotes, useQuote } from '#lib/market/live-quotes.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useWide } from '#ui/use-wide.ts'
import { FollowUp } from '../follow/follow-up.tsx'
import { useFollow } from '../follow/use-follow.ts'
import { usePublish } from '../queries.ts'
import { ComposerBar } from './composer-bar.tsx'
import { ComposerFooter } from './composer-footer.tsx'
import { draftsQuery, type KeptDraft } from './composer-queries.ts'
import { type Draft, isBlank, toSignal, withConfirmed, withTyped } from './draft.ts'
import { DraftChart } from './draft-chart.tsx'
import { KeptNotice } from './kept-notice.tsx'
import { LevelFields } from './level-fields.tsx'
import { Asks } from './paste/asks.tsx'
import { markedSpans, marksOf } from './paste/field-marks.ts'
import { PasteField } from './paste/paste-field.tsx'
import { SourceMark } from './paste/source-mark.tsx'
import { usePastedSignal } from './paste/use-pasted-signal.ts'
import { usePastes } from './paste/use-pastes.ts'
import { ProfileMenu } from './profiles/profile-menu.tsx'
import { useProfileKeys, useProfiles } from './profiles/use-profiles.ts'
import { ReasonFields } from './reason-fields.tsx'
import { isUnproven, refusalField, refusalKey } from './refusal.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { TermFields } from './term-fields.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { usePublishKeys } from './use-publish-keys.ts'

/** The device's zone: a time of day in a message is the author's. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

type Props = {
  onClose: () => void
  onPublished: (id: string) => void
  /** Something was added to an open signal. */
  onFollowed: (id: string) => void
}

/** Publishing in seconds: paste anywhere, check the levels on the chart, press Ctrl-Enter. The draft is kept until then. */
export default function Composer({ onClose, onPublished, onFollowed }: Props) {
  const { t } = useTranslation('signals')
  const isWide = useWide()
  const instruments = useQuery(instrumentsQuery)
  const drafts = useQuery(draftsQuery)
  const quoteOf = useKnownQuotes()
  const publish = usePublish()
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
  const read = (text: string) =>
    parseSignalText(text, { instruments: known, quote: quoteOf, clock: { now: Date.now(), zone: ZONE } })
  const profiles = useProfiles(change)
  const isReady = instruments.data !== undefined && profiles.ready
  const pastes = usePastes(draft, change, isReady ? read : null, profiles.complete)
  useProfileKeys(profiles.known, (profile) => profiles.apply(profile, pastes.parsed))
  const paste = (text: string, byKeys = false) => {
    publish.reset()
    pastes.take(text, byKeys)
    // What is uncertain comes first: its answer is one key away.
    if (!byKeys) requestAnimationFrame(() => asks.current?.querySelector<HTMLElement>('button')?.focus())
  }
  usePastedSignal(known, paste)
  /** The paste field contains news about a signal: the form below does not come from it. */
  const follow = useFollow(pastes.text, pastes.parsed, known)
  const marks = marksOf(draft, pastes.parsed)
  const markOf = (field: SignalProblem['field']) => <SourceMark of={marks.get(field)} />
  const news = pastes.parsed && pastes.parsed.kind !== 'signal' ? pastes.parsed.kind : null
  const doubtful = new Set(draft.asks.map(({ field }) => field))
  const isAnswered = news === null && doubtful.size === 0
  const confirm = (field: Doubt['field'], other?: string) => {
    if (draft.asks.some((ask) => ask.field === field && ask.key === 'declared_before'))
      profiles.declareAgain()
    change((current) => withConfirmed(current, field, other))
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
  usePublishKeys(form, () => (follow ? undefined : void submit()))
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

  const lacking = news
    ? t(`compose.${news}`)
    : [
        doubtful.size > 0 ? t('compose.asks', { count: doubtful.size }) : '',
        problems.length > 0 ? t('compose.problems', { count: problems.length }) : '',
      ]
        .filter(Boolean)
        .join(' · ')
  const chart = instrument && (
    <DraftChart instrument={instrument} levels={levels} minutes={Number(draft.validity_minutes)} />
  )

  return (
    <Sheet
      open
      side="right"
      wide
      onOpenChange={(next) => !next && onClose()}
      title={t('compose.title')}
      footer={
        follow ? undefined : (
          <ComposerFooter
            remark={general ?? (tried ? lacking : '')}
            unproven={isUnproven(publish.error)}
            since={pastes.at}
            busy={publish.isPending}
            onClear={pastes.clear}
            onSchedule={() => {
              setTried(true)
              if (!isAnswered) showWhatLacks()
              else if (problems.every((one) => one === late)) setScheduling(true)
            }}
            onPublish={() => void submit()}
          />
        )
      }
    >
      <form
        ref={form}
        className="grid gap-5 p-4 md:p-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] lg:gap-x-8"
        onSubmit={(event) => event.preventDefault()}
      >
        <div className="grid min-w-0 content-start gap-5">
          <ComposerBar draftId={id} keeping={keeping} onOpen={begin}>
            <ProfileMenu
              draft={draft}
              profiles={profiles.known}
              active={profiles.active}
              onApply={(profile) => profiles.apply(profile, pastes.parsed)}
            />
          </ComposerBar>
          <KeptNotice kept={kept} />
          <PasteField
            text={pastes.text}
            parsed={pastes.parsed}
            canUndo={pastes.canUndo}
            isFollow={follow !== null}
            spans={markedSpans(pastes.parsed, marks)}
            onText={paste}
            onUndo={() => {
              publish.reset()
              pastes.undo()
            }}
          />
          {follow ? (
            <FollowUp
              key={pastes.text}
              text={pastes.text}
              update={follow.update}
              signals={follow.signals}
              instruments={known}
              onDone={({ id: followed }) => {
                pastes.forget()
                onFollowed(followed)
              }}
              onNew={follow.dismiss}
            />
          ) : (
            <>
              <Asks draft={draft} instrument={instrument?.name} onConfirm={confirm} list={asks} />
              {!isWide && chart}
              <LevelFields
                draft={draft}
                levels={levels}
                quote={late?.field === 'order_type' ? quote : null}
                instruments={known}
                errorOf={errorOf}
                askOf={askOf}
                markOf={markOf}
                onChange={set}
              />
              <TermFields draft={draft} errorOf={errorOf} askOf={askOf} markOf={markOf} onChange={set} />
              <ReasonFields draft={draft} errorOf={errorOf} markOf={markOf} onChange={set} />
            </>
          )}
        </div>
        {isWide && !follow && <div className="sticky top-6 self-start">{chart}</div>}
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
