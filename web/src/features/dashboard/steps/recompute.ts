// Owns the recomputation of one losing signal: from its two public entries alone, so that a reader need not believe us.
import { Decimal } from 'trading/decimal'
import type { LedgerRow } from 'trading/proof/ledger'
import { publicRows } from '#lib/data/public-rpc.ts'
import { record, records, text } from '#lib/record/ledger-levels.ts'
import { type EndedSignal, endedSignal } from '#lib/record/ledger-signal.ts'

type Row = Pick<LedgerRow, 'entry'>

/** A signal that was entered once and stopped out whole: its result is one fraction. Prices are decimal texts. */
export type Loser = {
  signal: EndedSignal
  enteredAt: string
  entry: string
  exit: string
  /** The distance from entry to stop that counts as 1 R. */
  risk: string
  name: string
  published: Row
  ending: Row
}

/** The newest signal that lost by its stop and was sealed until then; null while there is none. */
export async function newestLoser(signal: AbortSignal): Promise<Loser | null> {
  const endings = await publicRows<Row>(
    'ledger?select=entry&kind=eq.stopped&order=sequence.desc&limit=12',
    signal,
  )
  for (const ending of endings) {
    const [published] = await publicRows<Row>(
      `ledger?select=entry&kind=eq.published&signal_id=eq.${ending.entry.signal}`,
      signal,
    )
    const loser = published && loserOf(published, ending)
    if (!loser) continue
    const [instrument] = await publicRows<{ name: string }>(
      `instruments?select=name&symbol=eq.${loser.signal.levels.symbol}`,
      signal,
    )
    return { ...loser, name: instrument?.name ?? loser.name }
  }
  return null
}

/** Null unless both entries tell of one entry, one exit of the whole position, and a loss. */
export function loserOf(published: Row, ending: Row): Loser | null {
  const signal = endedSignal(published, ending)
  const entered = records(ending.entry.data.events).filter(({ kind }) => kind === 'entered')
  const [entry, risk, enteredAt] = [
    text(entered[0]?.price),
    text(record(entered[0]?.data)?.risk),
    text(entered[0]?.at),
  ]
  const whole = text(record(ending.entry.data.data)?.share) === '100'
  if (!signal?.exitPrice || !entry || !risk || !enteredAt || entered.length !== 1 || !whole) return null
  if (!new Decimal(signal.result ?? 0).isNegative() || !text(ending.entry.data.nonce)) return null
  return {
    signal,
    enteredAt,
    entry,
    exit: signal.exitPrice,
    risk,
    name: signal.levels.symbol,
    published,
    ending,
  }
}

/** What a recomputation found; all three are true of an honest record. */
export type Recomputed = { sealed: boolean; before: boolean; equal: boolean; result: string }

/**
 * SHA-256 over the opened levels against the seal of the publication, the order of the two times, and (exit − entry) ÷ risk in
 * R to four decimals against the result in the chain.
 */
export async function recompute(loser: Loser): Promise<Recomputed> {
  const { commitment } = await import('trading/proof/ledger')
  const { signal, entry, exit, risk, ending } = loser
  const { nonce, levels, result_r } = ending.entry.data
  const sign = signal.levels.direction === 'buy' ? 1 : -1
  const result = new Decimal(exit).minus(entry).times(sign).dividedBy(risk).toDecimalPlaces(4)
  return {
    sealed: commitment(text(nonce) ?? '', levels ?? null) === signal.commitment,
    before: signal.publishedAt < loser.enteredAt,
    equal: result.equals(text(result_r) ?? Number.NaN),
    result: result.toFixed(),
  }
}
