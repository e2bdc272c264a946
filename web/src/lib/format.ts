import { Decimal } from 'decimal.js'
import { useMemo } from 'react'
import { useLanguage } from './i18n.ts'

/** Numbers, prices and times as the brand writes them. Decimals come and go as text; no figure is rounded through a float on its way to a decision. */
const DASH = '—'
const MINUS = '\u2212'
const NARROW_SPACE = '\u202f'
const SPACE = '\u00a0'

export type Format = ReturnType<typeof createFormat>

export function createFormat(language: string) {
  const locale = language === 'en' ? 'en-GB' : language
  const plain = (value: Decimal, digits: number) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: 'min2',
    }).format(Number(value.abs().toFixed(digits)))
  const signed = (value: Decimal, digits: number) => {
    const rounded = value.toDecimalPlaces(digits)
    return `${rounded.isZero() ? '' : rounded.isNegative() ? MINUS : '+'}${plain(rounded, digits)}`
  }
  const decimal = (value: string | number | Decimal | null | undefined) => {
    if (value === null || value === undefined || value === '') return null
    const number = new Decimal(value)
    return number.isFinite() ? number : null
  }
  const when = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, options)
    return (value: string | number | Date | null | undefined) =>
      value === null || value === undefined ? DASH : formatter.format(new Date(value))
  }
  const time = when({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const date = when({ day: '2-digit', month: '2-digit', year: 'numeric' })
  const dayMonth = when({ day: '2-digit', month: '2-digit' })
  const percentSign = language === 'fr' ? `${NARROW_SPACE}%` : language === 'es' ? `${SPACE}%` : '%'

  return {
    dash: DASH,
    time,
    timeWithSeconds: when({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    date,
    dayMonth,
    dateTime: (value: string | number | Date) => `${date(value)} ${time(value)}`,
    /** A market price keeps the point and the instrument's digits, in every language. */
    price: (value: string | number | null | undefined, digits?: number): string => {
      const number = decimal(value)
      if (!number) return DASH
      return digits === undefined ? number.toFixed() : number.toFixed(digits)
    },
    /** `+0,22 R` */
    r: (value: string | number | Decimal | null | undefined, digits = 2): string => {
      const number = decimal(value)
      return number ? `${signed(number, digits)}${SPACE}R` : DASH
    },
    number: (value: string | number | Decimal | null | undefined, digits = 0): string => {
      const number = decimal(value)
      return number
        ? `${number.isNegative() && !number.toDecimalPlaces(digits).isZero() ? MINUS : ''}${plain(number, digits)}`
        : DASH
    },
    signed: (value: string | number | Decimal | null | undefined, digits = 1): string => {
      const number = decimal(value)
      return number ? signed(number, digits) : DASH
    },
    /** A share from 0 to 1. */
    percent: (value: string | number | null | undefined, digits = 0): string => {
      const number = decimal(value)
      return number ? `${plain(number.times(100), digits)}${percentSign}` : DASH
    },
    /** Integer minor units. */
    money: (minor: number | bigint, currency: string): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(minor) / 100),
    /** `4 h 12`, `42 min`. */
    duration: (milliseconds: number): string => {
      const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
      const [days, hours, rest] = [
        Math.floor(minutes / 1440),
        Math.floor((minutes % 1440) / 60),
        minutes % 60,
      ]
      const day = language === 'fr' ? 'j' : language === 'it' ? 'g' : 'd'
      if (days > 0) return `${days}${SPACE}${day}${SPACE}${hours}${SPACE}h`
      if (hours > 0) return `${hours}${SPACE}h${SPACE}${String(rest).padStart(2, '0')}`
      return `${rest}${SPACE}min`
    },
    /** `9f3c71…a21e` */
    hash: (value: string | null | undefined): string =>
      value ? `${value.slice(0, 6)}…${value.slice(-4)}` : DASH,
  }
}

export function useFormat(): Format {
  const language = useLanguage()
  return useMemo(() => createFormat(language), [language])
}
