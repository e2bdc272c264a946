import type { ChartColors } from './chart-colors.ts'

/** The meaning of a drawing. Its label always says the same. */
export type Tone = 'neutral' | 'gain' | 'loss' | 'info'

const COLORS = {
  neutral: { mark: 'muted', text: 'muted', tint: 'zone-entry' },
  gain: { mark: 'gain-mark', text: 'gain', tint: 'zone-target' },
  loss: { mark: 'loss-mark', text: 'loss', tint: 'zone-stop' },
  info: { mark: 'info', text: 'info', tint: 'info-tint' },
} as const satisfies Record<Tone, Record<'mark' | 'text' | 'tint', keyof ChartColors>>

/** The colours of a line, its text and its fill. */
export function toneColors(tone: Tone, colors: ChartColors): { mark: string; text: string; tint: string } {
  const { mark, text, tint } = COLORS[tone]
  return { mark: colors[mark], text: colors[text], tint: colors[tint] }
}
