import { useCallback, useMemo } from 'react'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { SESSIONS } from './filters.ts'
import type { Dimension, Part } from './queries.ts'

/** The name of a part of a breakdown: an instrument's symbol, an analyst's name, a weekday in the reader's language. */
export function useNaming(parts: readonly Part[]): (dimension: Dimension, value: string) => string {
  const { t } = useTranslation('performance')
  const language = useLanguage()
  const authors = useMemo(
    () =>
      new Map(
        parts.filter(({ dimension }) => dimension === 'author').map(({ value, label }) => [value, label]),
      ),
    [parts],
  )
  return useCallback(
    (dimension, value) => {
      switch (dimension) {
        case 'author':
          return authors.get(value) ?? t('somebody')
        case 'weekday':
        case 'weekday_session':
          // The first of January 2024 was a Monday.
          return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
            Date.UTC(2024, 0, Number(value)),
          )
        case 'session': {
          const session = SESSIONS.find((known) => known === value)
          return session ? t(`session.${session}`) : value
        }
        case 'style':
          return value === 'scalp' || value === 'intraday' || value === 'swing' ? t(`style.${value}`) : value
        case 'direction':
          return t(value === 'buy' ? 'direction.buy' : 'direction.sell')
        case 'tier':
          return t(value === 'freemium' ? 'tier.freemium' : 'tier.premium')
        default:
          return value
      }
    },
    [authors, language, t],
  )
}
