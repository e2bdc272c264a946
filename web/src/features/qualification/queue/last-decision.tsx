import { Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { refusalOf } from '../refusal.ts'
import { UNDO_MS, useOwnDecision, useUndo } from './own-decision.ts'

type Props = { onUndone: (ids: readonly string[]) => void }

/** What the reader decided last, as long as it can be taken back. */
export function LastDecision({ onUndone }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const now = useNow()
  const last = useOwnDecision(useSession().user?.id ?? null)
  const { mutateAsync, isPending } = useUndo()
  const box = useRef<HTMLDivElement>(null)
  const left = last ? Date.parse(last.at) + UNDO_MS - now : 0
  // It may be over after the screen was left.
  const undo = async (ids: readonly string[]) => {
    try {
      toast({ title: t('undone', { count: await mutateAsync(ids) }) })
      onUndone(ids)
    } catch (error) {
      toast({ title: t(`refused.${refusalOf(error)}`), variant: 'destructive' })
    }
  }
  useKeys({ z: () => (last && left > 0 ? void undo(last.ids) : false) }, box)
  return (
    <div ref={box} role="status" className="w-full empty:hidden">
      {last && left > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
          <span className="min-w-0 wrap-anywhere">
            {last.member
              ? t(`last.${last.decision}`, { name: personName(last.member) })
              : t(`done.${last.decision}`, { count: last.ids.length })}
          </span>
          <Button
            size="sm"
            variant="ghost"
            busy={isPending}
            onClick={() => void undo(last.ids)}
            icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
          >
            {t('undo')}
            <span aria-hidden className="ml-1 pointer-coarse:hidden">
              <Kbd>Z</Kbd>
            </span>
          </Button>
          <span className="tabular">{t('undoLeft', { time: format.duration(left) })}</span>
        </p>
      )}
    </div>
  )
}
