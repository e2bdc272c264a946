import { useCallback } from 'react'
import { useLanguage } from '#lib/language/i18n.ts'

/** `oct. 2026` for a month's first day, whatever the reader's time zone. */
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

/** `10/26`, where six stand beside each other on a phone. */
export const shortMonth = (month: string): string => `${month.slice(5, 7)}/${month.slice(2, 4)}`
