import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'

const CLOSED = 'vigie-rail'

/** Whether the rail is collapsed to icons, which the browser remembers for all rails, and the button that changes it. */
export function useRailToggle(): [closed: boolean, toggle: ReactNode] {
  const { t } = useTranslation('shell')
  const [closed, setClosed] = useState(() => readSetting(CLOSED) === 'closed')
  const Icon = closed ? PanelLeftOpen : PanelLeftClose
  const toggle = (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      aria-label={t(closed ? 'rail.open' : 'rail.close')}
      aria-expanded={!closed}
      onClick={() => {
        storeSetting(CLOSED, closed ? 'open' : 'closed')
        setClosed(!closed)
      }}
      icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
    />
  )
  return [closed, toggle]
}
