import { CloudAlert, CloudCheck } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useContent, useNames } from './studio-context.tsx'

/** The save status in words; a failed save shows the reason and a retry button. */
export function SaveLine() {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const { state, told, save } = useContent()
  const { placeName } = useNames()
  if (state.is === 'failed')
    return (
      <span role="alert" className="flex min-w-0 items-center gap-2 text-13 text-loss">
        <CloudAlert size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <span className="min-w-0 text-pretty">
          {t('save.failed')} {t(`refused.${state.refusal}`)} {state.field && placeName(state.field)}
        </span>
        <Button size="sm" variant="outline" onClick={() => void save()}>
          {t('save.again')}
        </Button>
      </span>
    )
  return (
    <span role="status" className="flex min-w-0 items-center gap-2 text-13 text-muted">
      {state.is === 'saved' ? (
        <CloudCheck size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
      ) : (
        <Spinner />
      )}
      <span className="truncate">
        {state.is === 'saved'
          ? told
            ? t('save.merged', { author: told })
            : state.at
              ? t('save.saved', { time: format.time(state.at) })
              : t('save.nothing')
          : t('save.saving')}
      </span>
    </span>
  )
}

/** The other people who have the item open. */
export function Editors() {
  const { t } = useTranslation('studio')
  const { editors } = useContent()
  if (editors.length === 0) return null
  const names = editors.map(({ name }) => name).join(', ')
  return (
    <span
      role="img"
      aria-label={t('save.editors', { names })}
      title={t('save.editors', { names })}
      className="flex -space-x-1.5"
    >
      {editors.slice(0, 4).map(({ id, name }) => (
        <Avatar key={id} name={name} />
      ))}
    </span>
  )
}
