// Reads how long a pasted signal is valid: a duration ("4 hours"), a time of day ("until 22:00"), or either ("22h").
import { Decimal } from '../decimal.ts'
import { minutesUntil } from './signal-clock.ts'
import type { Reading } from './signal-reading.ts'
import { type NumberToken, type Token, timeframeOf, type WordToken } from './signal-tokens.ts'

const DAY = 1440
const UNTIL = /^(?:until|till?|jusqu|hasta|fino)/i

const between = (reading: Reading): readonly Token[] => reading.tokens.slice(reading.opened + 1, reading.at)

const saysUntil = (reading: Reading): boolean =>
  between(reading).some((token) => token.kind === 'word' && UNTIL.test(token.text))

/** Whether words of unknown meaning are between "valid" and its value. */
const isStrange = (reading: Reading): boolean =>
  between(reading).some(
    (token) => token.kind === 'line' || (token.kind === 'word' && token.concept === undefined),
  )

/** "Valid until 17:30". */
export function readClockTime(reading: Reading, token: Extract<Token, { kind: 'noise' }>): void {
  if (token.clock === undefined || reading.field !== 'validity' || !reading.awaiting()) return
  endAt(reading, token.clock)
  reading.fill(token)
  reading.field = null
}

function endAt(reading: Reading, minutes: number): void {
  const { clock } = reading.scale
  if (!clock || isStrange(reading)) reading.doubt('hour_or_duration', 'validity_minutes')
  if (clock) reading.found.validityMinutes ??= new Decimal(minutesUntil(clock, minutes % DAY))
  reading.deduce('validity_minutes')
}

const LENGTH = { minutes: 1, hours: 60, days: DAY } as const

export function readDuration(reading: Reading, token: NumberToken): void {
  if (reading.field !== 'validity') return
  // A bare number means hours, as is usual in signals.
  const unit = token.unit === 'minutes' || token.unit === 'days' ? token.unit : 'hours'
  last(reading, token, token.value.times(LENGTH[unit]), unit === 'hours' ? token.value : null)
}

/** "Valid 4h", which is written like a timeframe. */
export function readTimeframeAsDuration(reading: Reading, token: WordToken): void {
  const minutes = { M1: 1, M5: 5, M15: 15, M30: 30, H1: 60, H4: 240, D1: DAY }[timeframeOf(token) ?? 'M1']
  last(
    reading,
    token,
    new Decimal(minutes),
    minutes === 60 || minutes === 240 ? new Decimal(minutes / 60) : null,
  )
}

/** Takes a duration, or the time of day that the same words name. `hour` is null for lengths that are no hour. */
function last(reading: Reading, token: Token, minutes: Decimal, hour: Decimal | null): void {
  const { found, scale } = reading
  const isHour = hour?.isInteger() === true && hour.lessThanOrEqualTo(24)
  const until = saysUntil(reading)
  const unwritten = token.kind === 'number' && /^\s*h?$/i.test(token.unitText ?? '')
  if (until && isHour && scale.clock) {
    endAt(reading, hour.toNumber() * 60)
  } else {
    found.validityMinutes ??= minutes
    const maybe = isHour && hour.greaterThan(4) && unwritten
    if (maybe || until || isStrange(reading)) {
      const other =
        isHour && scale.clock ? [String(minutesUntil(scale.clock, (hour.toNumber() * 60) % DAY))] : undefined
      reading.doubt('hour_or_duration', 'validity_minutes', other)
    }
  }
  reading.fill(token)
  reading.field = null
}
