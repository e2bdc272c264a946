import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Stat } from '#ui/figure/stat.tsx'

type Figure =
  | 'signUps'
  | 'members'
  | 'premium'
  | 'converted'
  | 'published'
  | 'closed'
  | 'won'
  | 'meanR'
  | 'totalR'
  | 'waiting'
  | 'age'
  | 'oldest'
  | 'decided'
  | 'decision'

/** A figure with its name and its definition. */
export function FigureStat({ figure, value, note }: { figure: Figure; value: ReactNode; note?: ReactNode }) {
  const { t } = useTranslation('office')
  return (
    <Stat label={t(`figures.${figure}`)} definition={t(`figures.${figure}Note`)} value={value} note={note} />
  )
}
