import { database, person } from './fixtures.ts'

/** An analyst publishes a limit order so far below the price that nothing fills it. */
export async function publish(
  symbol: string,
  tier: 'freemium' | 'premium' = 'freemium',
): Promise<{ id: string; number: number }> {
  const [quote] = await database<{ bid: string; digits: number }>(
    'select bid::text, digits from quotes join instruments using (symbol) where symbol = $1',
    [symbol],
  )
  const at = (share: number) => (Number(quote?.bid) * share).toFixed(quote?.digits)
  const { client } = await person('analyst')
  const { data } = await client
    .rpc('publish_signal', {
      signal: {
        symbol,
        direction: 'buy',
        order_type: 'limit',
        entry_low: at(0.99),
        entry_high: at(0.99),
        stop_loss: at(0.98),
        targets: [{ price: at(1.01), share: '100' }],
        timeframe: 'M15',
        style: 'intraday',
        tier,
        risk_percent: '1',
        validity_hours: 8,
        facts: 'Troisième contact sur la zone.',
        opinion: 'Un rebond est plus probable.',
        counter_thesis: 'Une inflation plus haute relancerait le dollar.',
        counter_condition: 'une bougie H1 clôture sous la zone.',
        method: 'Retour sur support.',
        conflicts: 'Aucune position.',
      },
    })
    .throwOnError()
  return data
}
