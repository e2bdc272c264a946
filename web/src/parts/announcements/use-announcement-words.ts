import type { Announcement, Indicator } from '#lib/announcements/announcement.ts'
import { countryName } from '#lib/language/countries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'

/** The title of an announcement in the reader's language; one without an indicator has that of its source. */
export function useTitle(): (announcement: Announcement) => string {
  const { t } = useTranslation('announcements')
  const language = useLanguage()
  return ({ indicator, title, kind, country, closes_at }) =>
    kind === 'holiday'
      ? t(closes_at === null ? 'holiday.closed' : 'holiday.half', { country: countryName(country, language) })
      : (indicator?.title[language] ?? title ?? '')
}

type Figured = (Pick<Indicator, 'unit'> & Partial<Pick<Indicator, 'decimals'>>) | null

const decimalsOf = (figure: string) => figure.split('.')[1]?.length ?? 0

/** Writes a figure of an indicator with its unit: `2,6 %`, `222 k`, `4,10 M`. Words of a source are kept as they are. */
export function useValue(): (figure: string | null, indicator: Figured) => string {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  return (figure, indicator) => {
    if (figure === null) return format.dash
    if (!Number.isFinite(Number(figure))) return figure
    const unit = indicator?.unit ?? 'none'
    const digits = decimalsOf(figure)
    if (unit === 'percent') return format.inPercent(figure, digits)
    const value = format.number(figure, digits)
    return unit === 'thousand' || unit === 'million' || unit === 'billion' || unit === 'trillion'
      ? t(`unit.${unit}`, { value })
      : value
  }
}

/** Writes how far two figures of an indicator are apart. Between percentages these are points: `0,08 pt`. */
export function useDifference(): (figure: string | null, indicator: Figured, signed?: boolean) => string {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  return (figure, indicator, signed = false) => {
    if (figure === null) return format.dash
    // One decimal more than the figures have says enough of a deviation.
    const digits = Math.min(decimalsOf(figure), (indicator?.decimals ?? 3) + 1)
    const value = signed ? format.signed(figure, digits) : format.number(figure, digits)
    const unit = indicator?.unit ?? 'none'
    if (unit === 'percent') return t('unit.points', { value })
    return unit === 'thousand' || unit === 'million' || unit === 'billion' || unit === 'trillion'
      ? t(`unit.${unit}`, { value })
      : value
  }
}
