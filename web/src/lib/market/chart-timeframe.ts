/** The length of each timeframe's bars, in seconds. */
export const SECONDS = { M1: 60, M5: 300, M15: 900, M30: 1800, H1: 3600, H4: 14_400, D1: 86_400 } as const
export type ChartTimeframe = keyof typeof SECONDS
