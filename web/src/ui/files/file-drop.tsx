import { CloudUpload } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { useField } from '#ui/form/field.tsx'
import { type FileRules, namesOfTypes, writeSize } from './file-check.ts'
import { SendingRow } from './sending-row.tsx'
import { type Sending, type Upload, useUploads } from './uploads.ts'

type Props = FileRules & {
  upload: Upload
  /** Called when an uploaded file is removed from the list. */
  onRemove?: (file: File) => void
  /** Called with the list whenever it changes, for a form that must not be sent without its file. */
  onFiles?: (files: readonly Sending[]) => void
  /** Used where no field names the control. */
  label?: string
  disabled?: boolean
  className?: string
}

/** Files are dropped, chosen or pasted, and uploaded at once; a refused file says why. */
export function FileDrop({ upload, onRemove, onFiles, label, disabled, className, ...rules }: Props) {
  const { t, i18n } = useTranslation('ui')
  const naming = useField()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { files, add, remove, retry } = useUploads(upload, rules, onRemove)
  const told = useEffectEvent(() => onFiles?.(files))
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of each new list
  useEffect(() => told(), [files])
  const one = rules.maxCount === 1
  const types = namesOfTypes(rules.accept)
  const size = writeSize(rules.maxSize, i18n.language)
  const take = (list: FileList) => !disabled && list.length > 0 && add([...list])

  return (
    // A paste while the focus is inside belongs to this zone.
    <div className={classNames('grid gap-2', className)} onPaste={(event) => take(event.clipboardData.files)}>
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
        className={classNames(
          'relative grid justify-items-center gap-1 rounded-card border border-dashed px-4 py-6 text-center transition-colors',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-aria-invalid:border-loss-mark',
          over ? 'border-text bg-raised' : 'border-control',
          disabled ? 'opacity-50' : 'cursor-pointer hover:bg-raised',
        )}
      >
        <CloudUpload size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
        <span className="font-medium">{one ? t('files.dropOne') : t('files.drop')}</span>
        <span className="text-13 text-muted">
          {types ? t('files.rules', { types, size }) : t('files.size', { size })}{' '}
          {rules.accept.some((rule) => rule.startsWith('image/')) && t('files.paste')}
        </span>
        <input
          ref={input}
          type="file"
          aria-label={label}
          {...naming}
          accept={rules.accept.join(',')}
          multiple={!one}
          disabled={disabled}
          onChange={(event) => {
            if (event.target.files) take(event.target.files)
            // Otherwise the same file could not be chosen again after its removal.
            event.target.value = ''
          }}
          className="absolute inset-0 cursor-[inherit] opacity-0 outline-none file:cursor-[inherit]"
        />
      </label>
      {files.length > 0 && (
        <ul className="grid gap-2" aria-label={t('files.list')}>
          {files.map((file) => (
            <SendingRow
              key={file.id}
              sending={file}
              types={types}
              size={size}
              maxCount={rules.maxCount}
              onRetry={() => retry(file)}
              onRemove={() => {
                remove(file)
                input.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
