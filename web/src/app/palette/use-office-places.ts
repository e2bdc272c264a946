import type { LucideIcon } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { FIGURES, officeGroups } from '../office/office-places.ts'

type Entry = { key: string; text: string; detail: string; Icon: LucideIcon; to: string }

/** The back office's places that a member of staff may see. Its texts are asked for by staff alone. */
export function useOfficePlaces(): readonly Entry[] {
  const { staffRole } = useSession()
  const { t } = useTranslation((staffRole ? 'office' : 'palette') as 'office')
  if (staffRole === null) return []
  return [FIGURES, ...officeGroups(staffRole).flatMap(({ places }) => places)].map(({ key, to, icon }) => ({
    key: `office ${key}`,
    text: t(`places.${key}`),
    detail: t('title'),
    Icon: icon,
    to,
  }))
}
