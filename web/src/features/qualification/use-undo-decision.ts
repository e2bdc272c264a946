import { useTranslation } from '#lib/language/i18n.ts'
import { toast } from '#ui/overlay/toast.tsx'
import { useUndo } from './queries.ts'
import { refusalOf } from './refusal.ts'

/** Takes decisions back and says so, even after the screen was left. */
export function useUndoDecision(onUndone?: (ids: readonly string[]) => void) {
  const { t } = useTranslation('qualification')
  const { mutateAsync, isPending } = useUndo()
  const undo = async (ids: readonly string[]) => {
    try {
      toast({ title: t('undone', { count: await mutateAsync(ids) }) })
      onUndone?.(ids)
    } catch (error) {
      toast({ title: t(`refused.${refusalOf(error)}`), variant: 'destructive' })
    }
  }
  return { undo: (ids: readonly string[]) => void undo(ids), busy: isPending }
}
