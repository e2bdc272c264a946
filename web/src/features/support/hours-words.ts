import { useTranslation } from '#lib/language/i18n.ts'
import type { Hours } from './tickets.ts'

/** `du lundi au vendredi, de 9:00 à 19:00`: days in a row with the same hours are one piece. */
export function useHoursWords(): (hours: Hours['hours']) => string {
  const { t, i18n } = useTranslation('support')
  const name = (weekday: number) =>
    // 1 January 2024 was a Monday.
    new Intl.DateTimeFormat(i18n.language, { weekday: 'long' }).format(new Date(2024, 0, weekday))
  return (hours) =>
    piecesOf(hours)
      .map(({ from, to, opens, closes }) =>
        t(from === to ? 'hours.day' : 'hours.days', {
          from: name(from),
          to: name(to),
          opens: opens.replace(/^0/, ''),
          closes: closes.replace(/^0/, ''),
        }),
      )
      .join(' ; ')
}

type Piece = { from: number; to: number; opens: string; closes: string }

function piecesOf(hours: Hours['hours']): Piece[] {
  const pieces: Piece[] = []
  for (const { weekday, opens, closes } of hours) {
    const last = pieces.at(-1)
    if (last && last.to === weekday - 1 && last.opens === opens && last.closes === closes) last.to = weekday
    else pieces.push({ from: weekday, to: weekday, opens, closes })
  }
  return pieces
}
