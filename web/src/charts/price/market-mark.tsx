import { Moon, TriangleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import type { MarketState } from '#lib/market/market-state.ts'
import { Badge } from '#ui/badge.tsx'

type Props = { market: MarketState | null; className?: string }

/** Says that the prices shown do not move, and why; nothing while they do. The screen around it does not wait for its texts. */
export function MarketMark(props: Props) {
  return (
    <Suspense fallback={null}>
      <Mark {...props} />
    </Suspense>
  )
}

function Mark({ market, className }: Props) {
  const words = useMarketWords()(market)
  if (!market || !words) return null
  const stale = market.state === 'stale'
  const Icon = stale ? TriangleAlert : Moon
  return (
    <Badge
      tone={stale ? 'warn' : 'neutral'}
      className={className ?? ''}
      icon={<Icon size={12} strokeWidth={2} aria-hidden />}
    >
      {words}
    </Badge>
  )
}

/** The words for a market whose prices do not move; null while they do. */
export function useMarketWords(): (market: MarketState | null) => string | null {
  const { t } = useTranslation('charts')
  const format = useFormat()
  const now = useNow()
  return (market) => {
    if (!market || market.state === 'live') return null
    if (market.state === 'closed') {
      return market.opensAt === null
        ? t('market.closed')
        : t('market.opensIn', { time: format.duration(market.opensAt - now) })
    }
    if (market.since === null) return t('market.frozen')
    return t('market.frozenSince', { time: format.moment(market.since, now) })
  }
}
