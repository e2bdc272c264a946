// The messages between the page and the simulation worker. Decimals are passed as text: a cloned `Decimal` loses its type.
import { Decimal } from 'trading/decimal'
import type { Manner, PersonalTrade } from 'trading/personal-trade'
import type { Replayed } from './simulation-data.ts'

/** A run has a number; a new or cancelled one ends the one before. */
export type SimulationTask = { run: number } & (
  | { do: 'simulate'; anonKey: string; list: readonly Replayed[]; manner: Manner }
  | { do: 'stop' }
)

export type SimulationAnswer = { run: number } & (
  | { is: 'progress'; done: number }
  | { is: 'trades'; trades: readonly WrittenTrade[] }
  | { is: 'failure'; reason: string }
)

type Written<T> = T extends { r: Decimal } ? Omit<T, 'r' | 'spreadR'> & { r: string; spreadR: string } : T
export type WrittenTrade = Written<PersonalTrade>

export const writeTrade = (trade: PersonalTrade): WrittenTrade =>
  trade.verdict === 'taken' ? { ...trade, r: trade.r.toFixed(), spreadR: trade.spreadR.toFixed() } : trade

export const readTrade = (trade: WrittenTrade): PersonalTrade =>
  trade.verdict === 'taken'
    ? { ...trade, r: new Decimal(trade.r), spreadR: new Decimal(trade.spreadR) }
    : trade
