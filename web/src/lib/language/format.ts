// Numbers, prices and times in the brand's style. Decimals are text and Intl rounds them as text, so no figure passes through
// a float. A missing value shows as an em dash.
import { withFirstDay } from 'mails/day-in-words'
import { useLanguage } from './i18n.ts'

const DASH = '—'
const SPACE = '\u00a0'

type Figure = string | number | { toFixed: () => string } | null | undefined
type Moment = string | number | Date | null | undefined

export type Format = ReturnType<typeof createFormat>

export function createFormat(language: string) {
  const locale = language === 'en' ? 'en-GB' : language
  const known = new Map<string, Intl.NumberFormat>()

  const write = (figure: Figure, options: Intl.NumberFormatOptions): string => {
    const text = decimalText(figure)
    if (text === null) return DASH
    const name = JSON.stringify(options)
    const format = known.get(name) ?? new Intl.NumberFormat(locale, options)
    known.set(name, format)
    // Intl writes a hyphen for minus and, in French, a wide space before the per cent sign.
    return format
      .format(text as Intl.StringNumericLiteral)
      .replace('-', '\u2212')
      .replace('\u00a0%', language === 'fr' ? '\u202f%' : '\u00a0%')
  }
  const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count })
  const when = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined
    return (moment: Moment) => {
      if (moment === null || moment === undefined) return DASH
      format ??= new Intl.DateTimeFormat(locale, options)
      return format.format(new Date(moment))
    }
  }
  const inWords = (options: Intl.DateTimeFormatOptions) => {
    const write = when({ day: 'numeric', month: 'long', ...options })
    return (moment: Moment) => withFirstDay(write(moment), language)
  }
  const time = when({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const date = when({ day: '2-digit', month: '2-digit', year: 'numeric' })
  const paris = { timeZone: 'Europe/Paris' }
  const parisDay = when({ day: '2-digit', month: '2-digit', year: 'numeric', ...paris })
  const parisTime = when({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...paris })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

  const dayMonth = when({ day: '2-digit', month: '2-digit' })
  const year = when({ year: 'numeric' })
  /** The day of a moment if it is not today, with the year if it is not this one. */
  const otherDay = (at: string | number | Date, now: number): string | null => {
    if (date(at) === date(now)) return null
    return year(at) === year(now) ? dayMonth(at) : date(at)
  }

  return {
    dash: DASH,
    time,
    /** `14:30` today, `20/11 14:30` or `20/11/2025 14:30` on other days. */
    moment: (at: string | number | Date, now: number): string =>
      [otherDay(at, now), time(at)].filter(Boolean).join(' '),
    /** The same within a sentence: `à 14:30`, `le 20/11 à 14:30`. */
    atMoment: (at: string | number | Date, now: number): string => {
      const [on, toHour] = AT[language] ?? ['on', 'at']
      const day = otherDay(at, now)
      return `${day === null ? '' : `${on} ${day} `}${toHour} ${time(at)}`
    },
    weekday: when({ weekday: 'long' }),
    timeWithSeconds: when({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    date,
    /** A calendar day (`2026-11-21`), the same in every time zone. */
    day: (day: string | null): string => date(day === null ? null : `${day}T12:00`),
    dayMonth,
    /** A calendar month (`2026-11`): `novembre 2026` */
    month: (month: string): string => when({ month: 'long', year: 'numeric' })(`${month}-15T12:00`),
    /** The day in Paris, where periods and deadlines are counted. */
    parisDay,
    parisDateTime: (moment: Moment): string =>
      moment === null || moment === undefined ? DASH : `${parisDay(moment)} ${parisTime(moment)}`,
    /** The same in words: `12 décembre 2026`. */
    parisLongDay: inWords({ year: 'numeric', ...paris }),
    /** `12 décembre` */
    parisDayMonth: inWords(paris),
    /** `samedi 21 novembre` */
    longDate: inWords({ weekday: 'long' }),
    dateTime: (moment: Moment): string =>
      moment === null || moment === undefined ? DASH : `${date(moment)} ${time(moment)}`,
    /** `21/11/2026 14:30 UTC+1`: a moment that must not be confused with the same hour elsewhere. */
    dateTimeWithZone: when({
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    }),
    /** `il y a 3 minutes`, `hier`: the distance between two moments. */
    relative: (moment: string | number | Date, now: Date): string => {
      const seconds = (new Date(moment).getTime() - now.getTime()) / 1000
      const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
      return relative.format(Math.trunc(seconds / size), unit)
    },
    /** A market price keeps the point and the instrument's digits in every language. */
    price: (figure: Figure, count?: number): string => {
      const text = decimalText(figure)
      if (text === null) return DASH
      return count === undefined ? text : fixed(count).format(text as Intl.StringNumericLiteral)
    },
    /** `+0,22 R` */
    r: (figure: Figure, count = 2): string => {
      const text = write(figure, { ...digits(count), signDisplay: 'exceptZero' })
      return text === DASH ? DASH : `${text}${SPACE}R`
    },
    /** The fall of a curve, always shown at or below zero: `−4,9 R`. */
    fall: (figure: Figure, count = 1): string => {
      const text = decimalText(figure)
      if (text === null) return DASH
      const below = `-${text.replace('-', '')}`
      return `${write(below, { ...digits(count), signDisplay: 'exceptZero' })}${SPACE}R`
    },
    number: (figure: Figure, count = 0): string =>
      write(figure, { ...digits(count), signDisplay: 'negative' }),
    signed: (figure: Figure, count = 1): string =>
      write(figure, { ...digits(count), signDisplay: 'exceptZero' }),
    /** A share from 0 to 1: `53 %`. */
    percent: (figure: Figure, count = 0): string => write(figure, { ...digits(count), style: 'percent' }),
    /** A figure that is in per cent already: `0,75 %`, with its sign `+0,75 %`. */
    inPercent: (figure: Figure, count = 0, sign = false): string =>
      write(figure, {
        ...digits(count),
        style: 'unit',
        unit: 'percent',
        signDisplay: sign ? 'exceptZero' : 'negative',
      }),
    /** Integer minor units of a currency with hundredths: `39,00 €`. */
    money: (minor: number | bigint, currency: string): string =>
      write(hundredths(minor), { style: 'currency', currency }),
    /** The same, without the decimals if they are zero: `39 €`, `32,50 €`. */
    moneyShort: (minor: number | bigint, currency: string): string =>
      write(hundredths(minor), { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }),
    /** A duration in milliseconds: `4 h 12`, `42 min`, `2 j 4 h`, and `< 1 min` if it is shorter but not zero. */
    duration: (milliseconds: number): string => {
      const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
      const [days, hours, rest] = [
        Math.floor(minutes / 1440),
        Math.floor((minutes % 1440) / 60),
        minutes % 60,
      ]
      const day = DAY[language] ?? 'd'
      if (days > 0) return `${days}${SPACE}${day}${SPACE}${hours}${SPACE}h`
      if (hours > 0) return `${hours}${SPACE}h${SPACE}${String(rest).padStart(2, '0')}`
      if (minutes === 0 && milliseconds > 0) return `<${SPACE}1${SPACE}min`
      return `${rest}${SPACE}min`
    },
    /** `9f3c71…a21e` */
    hash: (value: string | null | undefined): string =>
      value ? `${value.slice(0, 6)}…${value.slice(-4)}` : DASH,
  }
}

const DAY: Readonly<Record<string, string>> = { fr: 'j', it: 'g' }

/** How a day and an hour are written. */
const AT: Readonly<Record<string, readonly [on: string, at: string]>> = {
  fr: ['le', 'à'],
  es: ['el', 'a las'],
  it: ['il', 'alle'],
}

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A finite decimal as plain text; null for anything else. */
function decimalText(figure: Figure): string | null {
  const text = typeof figure === 'object' ? figure?.toFixed() : figure?.toString()
  return text !== undefined && text !== '' && Number.isFinite(Number(text)) ? text : null
}

const fixedFormats = new Map<number, Intl.NumberFormat>()

function fixed(count: number): Intl.NumberFormat {
  const format =
    fixedFormats.get(count) ??
    new Intl.NumberFormat('en', {
      minimumFractionDigits: count,
      maximumFractionDigits: count,
      useGrouping: false,
    })
  fixedFormats.set(count, format)
  return format
}

/** Minor units as a plain decimal: `-9.10`. */
export function hundredths(minor: number | bigint): string {
  const text = minor.toString().replace('-', '').padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** Intl's formatters cost more to create than to use: one set per language, shared by all callers. */
const formats = new Map<string, Format>()

export function useFormat(): Format {
  const language = useLanguage()
  const format = formats.get(language) ?? createFormat(language)
  formats.set(language, format)
  return format
}
