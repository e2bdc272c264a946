import { Check, CircleAlert, LoaderCircle, Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { namesOfTypes, writeSize } from '#ui/files/file-check.ts'
import { FILES, type useAttachments } from './use-attachments.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0' } as const

type Props = { attachments: ReturnType<typeof useAttachments> }

/** Files that will leave with the message, and why one will not. */
export function AttachmentList({ attachments: { files, remove } }: Props) {
  const { t, i18n } = useTranslation('support')
  if (files.length === 0) return null
  return (
    <ul aria-label={t('files.leaving')} className="flex flex-wrap gap-2 px-4 pb-2">
      {files.map(({ path, name, bytes, state }) => (
        <li
          key={path}
          className="inline-flex max-w-full items-center gap-2 rounded-control border border-line py-1 pr-1 pl-3 text-13"
        >
          {state === 'done' ? (
            <Check {...icon} />
          ) : state === 'sending' ? (
            <LoaderCircle {...icon} className="shrink-0 animate-spin" />
          ) : (
            <CircleAlert {...icon} className="shrink-0 text-loss" />
          )}
          <bdi className="min-w-0 truncate">{name}</bdi>
          <span
            role="status"
            className={state === 'done' || state === 'sending' ? 'text-muted' : 'text-loss'}
          >
            {state === 'done'
              ? writeSize(bytes, i18n.language)
              : t(`files.${state}`, {
                  types: namesOfTypes(FILES.accept),
                  size: writeSize(FILES.maxSize, i18n.language),
                  most: FILES.maxCount,
                })}
          </span>
          <Button
            size="sm"
            variant="ghost"
            iconOnly
            aria-label={t('files.remove', { name })}
            icon={<X {...icon} />}
            onClick={() => remove(path)}
          />
        </li>
      ))}
    </ul>
  )
}

export function AttachButton({ attachments: { add } }: Props) {
  const { t } = useTranslation('support')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Paperclip {...icon} />}
        onClick={() => input.current?.click()}
        className="pointer-coarse:h-11"
      >
        {t('files.attach')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('files.attach')}
        accept={FILES.accept.join(',')}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          // Otherwise the same file could not be chosen again after its removal.
          target.value = ''
        }}
      />
    </>
  )
}
