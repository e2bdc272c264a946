import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'

type Props = { symbol: string; href: string; children: ReactNode }

/** An instrument within a sentence, with its price while quotes arrive. */
export function InstrumentMention({ symbol, href, children }: Props) {
  const format = useFormat()
  const { data } = useQuery(instrumentsQuery)
  const instrument = data?.find((one) => one.symbol === symbol)
  const quote = useQuote(instrument?.symbol)
  if (!instrument) return <Link to={href}>{children}</Link>
  return (
    <Link
      to={href}
      className="inline-flex items-baseline gap-1.5 rounded-key bg-raised px-1.5 font-medium hover:bg-overlay"
    >
      {instrument.name}
      {quote && (
        <span className="tabular text-12 font-normal text-muted">
          {format.price(quote.bid, instrument.digits)}
        </span>
      )}
    </Link>
  )
}
