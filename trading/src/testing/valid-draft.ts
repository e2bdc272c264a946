import type { SignalDraft } from '../signal.ts'

/** A draft that may be published. */
export const validDraft: SignalDraft = {
  symbol: 'EURUSD',
  direction: 'buy',
  order_type: 'limit',
  entry_low: '1.08500',
  entry_high: '1.08600',
  stop_loss: '1.08200',
  targets: [
    { price: '1.09000', share: '50' },
    { price: '1.09400', share: '50' },
  ],
  timeframe: 'H1',
  style: 'intraday',
  tier: 'premium',
  risk_percent: '1',
  validity_minutes: 1440,
  facts: 'Le prix tient 1,0850 depuis trois séances.',
  opinion: 'Je vois un retour vers 1,0940.',
  counter_thesis: 'La Fed reste ferme.',
  counter_condition: 'Clôture H4 sous 1,0820.',
  method: 'Structure et RSI.',
  conflicts: 'Aucun.',
  position_held: 'none',
  affiliate_link: 'no',
}
