import { queryOptions } from '@tanstack/react-query'
import type { PublishedDraw } from 'trading/learning/draw'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { DAILY } from '#lib/learning/daily.ts'
import type { Question } from '#lib/learning/questions.ts'

const BOARD = ['daily-board'] as const
const REVIEWS = ['reviews'] as const
const FORECASTS = ['forecasts'] as const

export type Board = {
  week: string
  /** The best possible score of the week so far. */
  of: number
  players: number
  me: string | null
  rows: readonly { rank: number; pseudonym: string; score: number; move: number | null; me: boolean }[]
}

/** The ranking of the week that has this day in it. */
export const boardQuery = (week: string) =>
  queryOptions({
    queryKey: [...BOARD, week],
    queryFn: async () => unwrap(await supabase.rpc('leaderboard', { week })) as unknown as Board,
  })

export const useJoinBoard = () =>
  useWrite(
    async (pseudonym: string) => unwrap(await supabase.rpc('join_leaderboard', { pseudonym })),
    [BOARD, DAILY],
  )

export const useLeaveBoard = () =>
  useWrite(async () => unwrap(await supabase.rpc('leave_leaderboard')), [BOARD, DAILY])

export const useRemind = () =>
  useWrite(
    async ({ member, remind }: { member: string; remind: boolean }) =>
      unwrap(await supabase.from('streaks').update({ remind }).eq('member', member)),
    [DAILY],
  )

export type Draw = {
  day: string
  commitment: string
  sequence: number
  bank_hash: string
  /** Committed to when the day had begun already: that proves nothing. */
  late: boolean
  /** Null until the day has ended. */
  seed: string | null
}

/** The newest published draws. */
export const drawsQuery = queryOptions({
  queryKey: ['daily-draws'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('daily_tests')
        .select('day,commitment,sequence,bank_hash,late,seed')
        .order('day', { ascending: false })
        .limit(8),
    ) as unknown as readonly Draw[],
})

/** Everything that a past day's draw is checked with. */
export const readDraw = async (day: string): Promise<PublishedDraw> =>
  unwrap(
    await supabase.from('daily_tests').select('seed,beacon,bank,questions').eq('day', day).single(),
  ) as unknown as PublishedDraw

export type ReviewCard = {
  question: string
  /** When it returns as long as it is answered right, the next time first. */
  reminders: readonly string[]
  /** Where it was last answered wrong. */
  attempt: string
  place: number
  asked: Question
}

export type Reviews = {
  due: number
  attempt: string | null
  in_memory: number
  cards: readonly ReviewCard[]
}

export const reviewsQuery = queryOptions({
  queryKey: REVIEWS,
  queryFn: async () => unwrap(await supabase.rpc('my_reviews')) as unknown as Reviews,
})

export type RecallBin = { bin: number; n: number; predicted: string; observed: string }

/** How often what was predicted to be recalled was recalled, over all members. */
export const recallQuery = queryOptions({
  queryKey: ['recall-calibration'],
  queryFn: async () =>
    unwrap(
      await supabase.from('recall_calibration').select('bin,n,predicted::text,observed::text').order('bin'),
    ) as unknown as readonly RecallBin[],
  staleTime: 3_600_000,
})

/** Hours from the cut at which it opens, then open, high, low and close in % from the cut. */
export type CutCandle = readonly [hours: number, open: number, high: number, low: number, close: number]
export type Outcome = 'up' | 'down' | 'none'

export type ForecastAnswer = {
  probability: number
  sealed_at: string
  sequence: number
  hash: string
  outcome: Outcome
  touched_hours: number | null
  brier: string | null
  symbol: string
  cut_at: string
  price: string
  after: readonly CutCandle[]
  others: { n: number; mean: number; counts: readonly number[] } | null
  /** The closed signal that the chart was taken from. */
  signal: number | null
  signal_id: string | null
}

export type ForecastCard = {
  card: string
  place: number
  of: number
  timeframe: string
  hours: number
  up: number
  down: number
  chance: number
  candles: readonly CutCandle[]
  answer: ForecastAnswer | null
}

export const todayForecastsQuery = queryOptions({
  queryKey: [...FORECASTS, 'today'],
  queryFn: async () =>
    unwrap(await supabase.rpc('today_forecasts')) as unknown as {
      day: string
      cards: readonly ForecastCard[]
    } | null,
})

export type OwnForecast = {
  card: string
  /** The entry of the ledger that seals it. */
  sequence: number
  day: string
  symbol: string
  timeframe: string
  probability: number
  outcome: Outcome
  chance: number
  brier: string | null
}

export const ownForecastsQuery = queryOptions({
  queryKey: [...FORECASTS, 'own'],
  queryFn: async () =>
    unwrap(await supabase.rpc('my_forecasts')) as unknown as {
      answers: readonly OwnForecast[]
      median: { members: number; brier: string } | null
    },
})

/** Seals a probability in whole percent, and only then learns what happened. */
export const useAnswerForecast = () =>
  useWrite(
    async ({ card, probability }: { card: string; probability: number }) =>
      unwrap(await supabase.rpc('answer_forecast', { card, probability })) as unknown as ForecastAnswer,
    [FORECASTS],
  )
