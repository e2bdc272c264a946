import { useRef, useState } from 'react'
import type { SignalUpdate } from 'trading/paste/signal-update'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useAnswerKeys } from '../composer/paste/use-answer-keys.ts'
import { refusalKey } from '../composer/refusal.ts'
import { usePublishKeys } from '../composer/use-publish-keys.ts'
import { useSignalActions } from '../queries.ts'
import { type Choice, choicesFor, noteOf, resultNow } from './choices.ts'
import { Claim } from './claim.tsx'

type Props = {
  text: string
  update: SignalUpdate
  signal: Signal
  instrument: MarketInstrument | undefined
  onDone: () => void
}

/** The acts that a message may mean for one open signal; the reason is the author's own and is never written for them. */
export function FollowSignal({ text, update, signal, instrument, onDone }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const place = useRef<HTMLDivElement>(null)
  const quote = useQuote(signal.symbol)
  const actions = useSignalActions(signal.id)
  const choices = choicesFor(signal, update)
  const [at, select] = useState(0)
  const [reason, setReason] = useState('')
  const [note, setNote] = useState(() => noteOf(text, update))
  const chosen = choices[at] as Choice
  const now = resultNow(signal, quote, instrument)
  const isNote = chosen.act === 'note'
  const running = {
    close: actions.close,
    cancel: actions.cancel,
    move_stop: actions.moveStop,
    note: actions.note,
  }[chosen.act]
  const onSuccess = () => {
    toast({ title: t(`follow.done.${chosen.act}`) })
    onDone()
  }
  const submit = () => {
    if (running.isPending) return
    if (chosen.act === 'move_stop')
      actions.moveStop.mutate({ price: chosen.price ?? '0', reason }, { onSuccess })
    else if (chosen.act === 'note') actions.note.mutate(note, { onSuccess })
    else actions[chosen.act].mutate(reason, { onSuccess })
  }
  usePublishKeys(place, submit)
  useAnswerKeys((digit) => digit <= choices.length && select(digit - 1))
  const effectOf = ({ act, price }: Choice): string =>
    act === 'close' && now ? format.r(now.r) : act === 'move_stop' && price ? price : ''
  return (
    <div ref={place} className="grid gap-4">
      <fieldset className="divide-y divide-line rounded-card border border-line">
        <legend className="sr-only">{t('follow.means')}</legend>
        {choices.map((choice, index) => (
          <button
            key={choice.key}
            type="button"
            aria-pressed={index === at}
            className={classNames(
              'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left',
              index === at && 'rounded-card bg-raised ring-[1.5px] ring-text ring-inset',
            )}
            onClick={() => select(index)}
          >
            <span className="min-w-0 flex-1">
              <span className="block text-14 font-medium">{t(`follow.act.${choice.key}`)}</span>
              <span className="block text-13 text-muted">{t(`follow.text.${choice.key}`)}</span>
            </span>
            <span className="tabular text-14 font-semibold">{effectOf(choice)}</span>
            <Kbd>{String(index + 1)}</Kbd>
          </button>
        ))}
      </fieldset>
      {update.act === 'close_part' && <p className="text-13 text-muted">{t('follow.noPart')}</p>}
      {update.claimed && now && <Claim claimed={update.claimed.text} now={now} />}
      <Field
        label={t(isNote ? 'act.noteLabel' : 'act.reason')}
        error={running.error ? t(refusalKey(running.error)) : undefined}
      >
        <Textarea
          value={isNote ? note : reason}
          onChange={({ target: { value } }) => (isNote ? setNote(value) : setReason(value))}
        />
      </Field>
      {!isNote && reason === '' && (
        <div className="flex flex-wrap gap-2">
          {(['news', 'invalid'] as const).map((key) => (
            <Button
              key={key}
              size="sm"
              variant="outline"
              onClick={() => setReason(t(`follow.reason.${key}`))}
            >
              {t(`follow.reason.${key}`)}
            </Button>
          ))}
        </div>
      )}
      <Button
        variant="primary"
        className="justify-self-start max-sm:w-full"
        busy={running.isPending}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={submit}
      >
        {t(`follow.act.${chosen.key}`)}
      </Button>
    </div>
  )
}
