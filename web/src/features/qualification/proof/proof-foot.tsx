import { ScanSearch } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { ProofWork } from './use-proof-work.ts'

/** Narrower pictures can rarely be read. */
const READABLE = 600
export const isUnreadable = (width: number | null): boolean => width !== null && width < READABLE

type Props = { work: ProofWork; width: number | null; onLift: () => void }

/** Under a proof: what is drawn now, how much is masked, and that a picture is too small to be read. */
export function ProofFoot({ work, width, onLift }: Props) {
  const { t } = useTranslation('qualification')
  const { tool, marks, lifted } = work
  const masks = marks?.masks.length ?? 0
  if (!tool && masks === 0 && !isUnreadable(width)) return null
  return (
    <div className="grid gap-1.5 border-t border-line px-4 py-2.5 text-13 text-muted">
      {tool && (
        <p aria-live="polite" className="text-pretty text-text">
          {tool === 'mask' ? t('draw.mask') : t('draw.fact', { fact: t(`facts.names.${tool}`) })}{' '}
          <span className="text-muted pointer-coarse:hidden">{t('draw.keys')}</span>
        </p>
      )}
      {isUnreadable(width) && (
        <p className="flex items-center gap-2 text-warn">
          <ScanSearch size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          {t('unreadable', { count: width ?? 0 })}
        </p>
      )}
      {masks > 0 && (
        <p className="flex items-center justify-between gap-x-4 gap-y-1.5 max-sm:flex-wrap">
          <span className="min-w-0 text-pretty">
            {t('masks.count', { count: masks })} {t(lifted ? 'masks.liftedNote' : 'masks.note')}
          </span>
          <Button size="sm" variant="outline" onClick={lifted ? work.cover : onLift}>
            {t(lifted ? 'masks.cover' : 'masks.lift')}
          </Button>
        </p>
      )}
    </div>
  )
}
