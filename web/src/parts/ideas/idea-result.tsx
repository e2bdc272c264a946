import type { Decimal } from 'decimal.js'
import { asSignal, hasEnded, type IdeaBrief, isOpened, type OpenedIdea } from '#lib/ideas/idea.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { standing } from '#lib/signals/signal.ts'
import { classNames } from '#ui/class-names.ts'

export const toneOf = (r: Decimal | string | null): string => {
  const value = r === null ? 0 : Number(r)
  return value > 0 ? 'text-gain' : value < 0 ? 'text-loss' : ''
}

const DIGITS = 5

/** The running or final result in R; null before the entry and without one. */
export function useIdeaR(idea: OpenedIdea): Decimal | null {
  const quote = useQuote(hasEnded(idea) ? undefined : idea.terms.symbol)
  return standing(asSignal(idea), DIGITS, quote)?.r ?? null
}

/** Where an idea stands, in words and in R. */
export function IdeaResult({ idea, large = false }: { idea: IdeaBrief; large?: boolean }) {
  const { t } = useTranslation('ideas')
  return isOpened(idea) ? (
    <OpenResult idea={idea} large={large} />
  ) : (
    <span className="text-13 text-muted">{t('state.sealed')}</span>
  )
}

function OpenResult({ idea, large }: { idea: OpenedIdea; large: boolean }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const r = useIdeaR(idea)
  const { state, close_reason: reason } = idea.state
  const ended = hasEnded(idea)
  const tone = toneOf(r)
  const words =
    state === 'closed'
      ? t(reason === 'stop' || reason === 'targets' ? `state.${reason}` : 'state.closed')
      : t(`state.${state}`)
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 whitespace-nowrap',
        large ? 'text-13' : 'text-12',
      )}
    >
      <span className={classNames('inline-flex items-center gap-1.5', ended && r ? tone : 'text-muted')}>
        {large && <Dot ended={ended} waiting={state === 'pending'} tone={tone} />}
        {words}
      </span>
      {r && <b className={classNames('tabular font-semibold', tone, large && 'text-16')}>{format.r(r)}</b>}
    </span>
  )
}

function Dot({ ended, waiting, tone }: { ended: boolean; waiting: boolean; tone: string }) {
  const look = ended
    ? `bg-current ${tone}`
    : waiting
      ? 'ring-2 ring-muted ring-inset'
      : 'bg-lamp-edge ring-3 ring-lamp-tint'
  return <span aria-hidden className={classNames('size-2 shrink-0 rounded-pill', look)} />
}
