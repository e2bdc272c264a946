import { memo, useMemo } from 'react'
import { RRuler } from '#charts/r-ruler.tsx'
import { fillsOf, hasEnded, type IdeaBrief, isOpened, type OpenedIdea } from '#lib/ideas/idea.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { exitPrice } from '#lib/signals/signal.ts'
import { classNames } from '#ui/class-names.ts'

/** An idea on one line of a list: the ruler of signals without its names; hatched while it is under escrow. */
export const MiniRuler = memo(function MiniRuler({
  idea,
  className,
}: {
  idea: IdeaBrief
  className?: string
}) {
  const { t } = useTranslation('ideas')
  return (
    <div className={classNames('w-30', className)}>
      {isOpened(idea) ? (
        <OpenRuler idea={idea} />
      ) : (
        <div role="img" aria-label={t('sealed.name')} className="hatched h-2 rounded-[4px] opacity-40" />
      )}
    </div>
  )
})

function OpenRuler({ idea }: { idea: OpenedIdea }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { levels } = idea.terms.terms
  const quote = useQuote(hasEnded(idea) ? undefined : levels.symbol)
  const drawn = useMemo(
    () => ({
      entryLow: Number(levels.entry_low),
      entryHigh: Number(levels.entry_high),
      stop: Number(levels.stop_loss),
      targets: levels.targets.map(({ price }) => Number(price)),
    }),
    [levels],
  )
  const ended = hasEnded(idea)
  const price = ended ? (fillsOf(idea).exit?.price ?? null) : quote ? exitPrice(levels, quote) : null
  return (
    <RRuler
      levels={drawn}
      price={price === null ? null : Number(price)}
      ended={ended}
      waiting={idea.state.state === 'pending'}
      description={t('ruler', {
        stop: format.price(levels.stop_loss),
        target: format.price(levels.targets.at(-1)?.price ?? null),
        price: format.price(price),
      })}
    />
  )
}
