import { useCallback } from 'react'
import { useLanguage } from '#lib/language/i18n.ts'

/** Formats a month's first day as `oct. 2026`, in any time zone. */
export function useMonthName(): (month: string) => string {
  const language = useLanguage()
  return useCallback(
    (month: string) =>
      new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${month}T12:00Z`),
      ),
    [language],
  )
}

/** Formats a month as `10/26`, for six columns on a phone. */
export const shortMonth = (month: string): string => `${month.slice(5, 7)}/${month.slice(2, 4)}`
