import { Check, CircleAlert, File as FileIcon, RotateCw, X } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { writeSize } from './file-check.ts'
import type { Sending } from './uploads.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  sending: Sending
  /** The rules in words, for a refused file. */
  types: string
  size: string
  maxCount: number | undefined
  onRetry: () => void
  onRemove: () => void
}

/** One file of a drop zone: its progress, or what happened to it. */
export function SendingRow({ sending, types, size, maxCount, onRetry, onRemove }: Props) {
  const { t, i18n } = useTranslation('ui')
  const format = useFormat()
  const { file, state } = sending
  const name = file.name
  const bad = state === 'failed' || state === 'refused'
  const words =
    state === 'sending'
      ? t('files.sending', { share: format.percent(sending.share) })
      : state === 'refused'
        ? t(`files.fault.${sending.fault}`, { types, size, count: maxCount ?? 0 })
        : t(`files.${state}`)
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 overflow-hidden rounded-control border border-line bg-surface py-1.5 pr-1.5 pl-3">
      <span className={bad ? 'text-loss' : state === 'done' ? 'text-gain' : 'text-muted'}>
        {bad ? <CircleAlert {...icon} /> : state === 'done' ? <Check {...icon} /> : <FileIcon {...icon} />}
      </span>
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate text-13 font-medium">{name}</span>
          <span className="tabular shrink-0 text-12 text-faint">{writeSize(file.size, i18n.language)}</span>
        </span>
        {/* Not a live region: every percent would be read aloud. The bar tells its value when asked. */}
        <span
          className={classNames('tabular text-12', bad ? 'text-loss' : 'text-muted')}
          role={state === 'sending' ? undefined : bad ? 'alert' : 'status'}
        >
          {words}
        </span>
      </span>
      <span className="flex">
        {state === 'failed' && (
          <Button
            variant="ghost"
            iconOnly
            aria-label={t('files.retry', { name })}
            onClick={onRetry}
            icon={<RotateCw {...icon} />}
          />
        )}
        <Button
          variant="ghost"
          iconOnly
          aria-label={state === 'sending' ? t('files.cancel', { name }) : t('files.remove', { name })}
          onClick={onRemove}
          icon={<X {...icon} />}
        />
      </span>
      {state === 'sending' && (
        <span
          role="progressbar"
          aria-label={name}
          aria-valuenow={Math.round(sending.share * 100)}
          className="absolute inset-x-0 bottom-0 h-0.5 bg-line"
        >
          <span
            className="block h-full origin-left bg-text transition-transform"
            style={{ transform: `scaleX(${sending.share})` }}
          />
        </span>
      )}
    </li>
  )
}
