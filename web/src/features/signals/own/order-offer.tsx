import { type Levels, orderTypeAt } from 'trading/levels'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Quote } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import type { Draft } from '../composer/draft.ts'

type Props = { levels: Levels; quote: Quote; onChange: (change: Partial<Draft>) => void }

/** If the price would fill the order at once, says so: at market, or which kind of order would still wait. */
export function OrderOffer({ levels, quote, onChange }: Props) {
  const { t } = useTranslation('signals')
  const waiting = orderTypeAt(levels, quote)
  // The announced risk is measured from the entry: at market that is the current price.
  const atMarket = { entry_low: levels.direction === 'buy' ? quote.ask : quote.bid, entry_high: '' }
  return (
    <div className="-mt-2 flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => onChange({ order_type: 'market', ...atMarket })}>
        {t('asked.toMarket')}
      </Button>
      {waiting !== 'market' && (
        <Button variant="outline" onClick={() => onChange({ order_type: waiting })}>
          {t(waiting === 'limit' ? 'asked.toLimit' : 'asked.toStop')}
        </Button>
      )}
    </div>
  )
}
