import { useTranslation } from '#lib/language/i18n.ts'
import type { Part } from './course.ts'

/** `diapositive 4`, `vidéo, 2:05`, `article`: a place in a lesson. */
export function usePlaceName(): (part: Part, place: number) => string {
  const { t } = useTranslation('courses')
  return (part, place) => {
    if (part === 'slides' && place > 0) return t('place.slide', { place })
    if (part === 'video' && place > 0) return t('place.video', { time: clock(place) })
    return t(`part.${part}`)
  }
}

/** Seconds as `2:05` or `1:02:05`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
