// Owns the form's draft: every field is text until it is sent. Shares are halves, and the price decides the order type on the server.
import type { IdeaDraft } from 'trading/ideas/idea'
import type { Direction, Target } from 'trading/levels'
import { TIMEFRAMES, type Timeframe } from 'trading/signal'

export type IdeaForm = {
  symbol: string
  timeframe: string
  direction: string
  entry_low: string
  entry_high: string
  stop_loss: string
  target_1: string
  target_2: string
  /** Local time, `2026-11-19T22:00`. */
  valid_until: string
  /** In whole percent. */
  probability: string
  facts: string
  opinion: string
  counter_thesis: string
  /** Under escrow until then; empty: open from the start. */
  deadline: string
}

export const EMPTY_FORM: IdeaForm = {
  symbol: '',
  timeframe: 'M15',
  direction: 'buy',
  entry_low: '',
  entry_high: '',
  stop_loss: '',
  target_1: '',
  target_2: '',
  valid_until: '',
  probability: '50',
  facts: '',
  opinion: '',
  counter_thesis: '',
  deadline: '',
}

/** A price as typed: a decimal comma and blanks are accepted. */
const plain = (text: string) => text.trim().replace(/\s/g, '').replace(',', '.')

/** The form as the database takes it, at a time in milliseconds since 1970. */
export function toIdea(form: IdeaForm, now: number, counters?: string): IdeaDraft {
  const low = plain(form.entry_low)
  return {
    symbol: form.symbol,
    timeframe: form.timeframe as Timeframe,
    direction: form.direction as Direction,
    entry_low: low,
    entry_high: plain(form.entry_high) || low,
    stop_loss: plain(form.stop_loss),
    targets: targetsOf(form),
    validity_minutes: minutesUntil(form.valid_until, now),
    probability: probabilityOf(form.probability),
    facts: form.facts,
    opinion: form.opinion,
    counter_thesis: form.counter_thesis,
    ...(form.deadline && !counters && { deadline: instant(form.deadline) }),
    ...(counters && { counters }),
  }
}

/** Two targets close half each, one closes all. */
function targetsOf({ target_1, target_2 }: IdeaForm): Target[] {
  const prices = [plain(target_1), plain(target_2)].filter((price, index) => index === 0 || price !== '')
  return prices.map((price) => ({ price, share: prices.length === 1 ? '100' : '50' }))
}

const minutesUntil = (local: string, now: number): number =>
  local === '' ? Number.NaN : Math.round((Date.parse(local) - now) / 60_000)

/** `55` → `0.55` */
const probabilityOf = (percent: string): string => {
  const whole = Math.round(Number(percent))
  return whole > 0 && whole < 100 ? (whole / 100).toFixed(2) : ''
}

const instant = (local: string): string => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** A local time for an input: `2026-11-19T22:00`. */
export function localTime(at: number): string {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A stored draft as the form shows it; anything that is not one of its texts becomes empty. */
export function formOf(input: unknown): IdeaForm {
  const texts =
    typeof input === 'object' && input !== null
      ? Object.entries(input).filter(([key, value]) => key in EMPTY_FORM && typeof value === 'string')
      : []
  const form = { ...EMPTY_FORM, ...(Object.fromEntries(texts) as Partial<IdeaForm>) }
  return TIMEFRAMES.some((one) => one === form.timeframe) ? form : { ...form, timeframe: 'M15' }
}

export const isUntouched = (form: IdeaForm): boolean =>
  JSON.stringify({ ...form, valid_until: '' }) === JSON.stringify(EMPTY_FORM)
