import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

export type DraftState = { kind: 'none' | 'typing' | 'here' } | { kind: 'saved'; at: string }

/** Whether what is typed is kept, and where. */
export function DraftLine({ state }: { state: DraftState }) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  return (
    <p role="status" className="min-w-0 flex-1 truncate text-13 text-muted">
      {state.kind === 'saved'
        ? t('draft.saved', { time: format.time(state.at) })
        : state.kind === 'none'
          ? ''
          : t(`draft.${state.kind}`)}
    </p>
  )
}
