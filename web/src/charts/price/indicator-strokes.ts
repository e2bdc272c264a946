import { atr, bollinger, ema, type Line, macd, rsi, sma } from 'trading/market/indicators'
import type { ChartColors } from '#charts/chart-colors.ts'
import type { Bar } from './bars.ts'

/** The indicators that a chart offers, in drawing order. */
export const INDICATORS = ['ema20', 'ema50', 'sma200', 'bollinger', 'rsi', 'macd', 'atr'] as const
export type IndicatorName = (typeof INDICATORS)[number]

/** One line or row of bars of an indicator; its dash pattern distinguishes it without colour. */
export type IndicatorStroke = {
  key: string
  shape: 'line' | 'bars'
  color: keyof ChartColors
  dash: 'solid' | 'dashed' | 'dotted'
  values: Line
}

const OWN_PANE: ReadonlySet<IndicatorName> = new Set(['rsi', 'macd', 'atr'])

/** Whether an indicator has its own scale, and so a pane below the prices. */
export const hasOwnPane = (name: IndicatorName): boolean => OWN_PANE.has(name)

export function indicatorStrokes(name: IndicatorName, bars: readonly Bar[]): IndicatorStroke[] {
  const closes = bars.map(({ close }) => close)
  const line = (
    key: string,
    values: Line,
    color: keyof ChartColors,
    dash: IndicatorStroke['dash'] = 'solid',
  ): IndicatorStroke => ({ key, shape: 'line', color, dash, values })
  switch (name) {
    case 'ema20':
      return [line('ema20', ema(closes, 20), 'series-1')]
    case 'ema50':
      return [line('ema50', ema(closes, 50), 'series-2', 'dashed')]
    case 'sma200':
      return [line('sma200', sma(closes, 200), 'series-3', 'dotted')]
    case 'bollinger': {
      const { upper, middle, lower } = bollinger(closes)
      return [
        line('bollinger.upper', upper, 'faint'),
        line('bollinger.middle', middle, 'faint', 'dashed'),
        line('bollinger.lower', lower, 'faint'),
      ]
    }
    case 'rsi':
      return [line('rsi', rsi(closes), 'series-1')]
    case 'macd': {
      const { line: gap, signal, histogram } = macd(closes)
      return [
        { key: 'macd.histogram', shape: 'bars', color: 'faint', dash: 'solid', values: histogram },
        line('macd.line', gap, 'series-1'),
        line('macd.signal', signal, 'series-2', 'dashed'),
      ]
    }
    case 'atr':
      return [line('atr', atr(bars), 'series-1')]
  }
}
