// Owns what a shared picture of a signal may show, and how it is drawn. Private data are never drawn: an open premium signal
// and a locked one have no card.
import { env } from '#lib/data/env.ts'
import { levelsOf, type Signal } from '#lib/signals/signal.ts'

export type CardContent = {
  number: number
  instrument: string
  timeframe: string
  direction: 'buy' | 'sell'
  state: Signal['signal_states']['state']
  /** Decimal text; null without a result. */
  r: string | null
  publishedAt: string
  closedAt: string | null
  author: string
  commitment: string
  /** Decimal texts, only for an open free signal: it has no result to show yet. */
  levels: { entry: string; stop: string; targets: readonly string[] } | null
  demonstration: boolean
}

/** The card of an ended or a free signal; null for any other. */
export function cardOf(signal: Signal, instrumentName: string): CardContent | null {
  const { state, realised_r, closed_at } = signal.signal_states
  const open = state === 'pending' || state === 'active'
  const levels = levelsOf(signal)
  if (!levels || (open && signal.tier !== 'freemium')) return null
  return {
    number: signal.number,
    instrument: instrumentName,
    timeframe: signal.timeframe,
    direction: levels.direction,
    state,
    r: realised_r,
    publishedAt: signal.published_at,
    closedAt: closed_at,
    author: signal.author_name,
    commitment: signal.commitment,
    levels: open
      ? {
          entry:
            levels.entry_low === levels.entry_high
              ? levels.entry_low
              : `${levels.entry_low}–${levels.entry_high}`,
          stop: levels.stop_loss,
          targets: levels.targets.map(({ price }) => price),
        }
      : null,
    demonstration: signal.demonstration,
  }
}

/** The address to share: the signal's proof if it has a picture, always at the site's public address. */
export function addressOf({ number }: Pick<Signal, 'number'>, card: CardContent | null): string {
  return `${env.publicUrl}/${card ? 'preuve' : 'signaux'}?signal=${number}`
}
