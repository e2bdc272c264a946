import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { sendResumable } from '#lib/data/resumable-upload.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { FieldInputProps } from '#studio/define-studio.ts'
import { Button } from '#ui/button.tsx'
import { FileDrop } from '#ui/files/file-drop.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'

/** As the buckets of films have it. */
const RULES = { accept: ['video/mp4', 'video/webm'], maxSize: 524_288_000, maxCount: 1 }
type Film = { path?: string; embed?: string }

type Props = FieldInputProps & {
  /** A private bucket. */
  bucket: string
  /** What is shown of an uploaded file. */
  shown: (path: string) => ReactNode
  children?: ReactNode
}

/** A film: an uploaded file, or the address of one elsewhere. */
export function FilmInput({ value, onChange, label, bucket, shown, children }: Props) {
  const { t } = useTranslation('studio')
  const { path, embed } = (value ?? {}) as Film
  return (
    <div className="grid gap-3">
      {path ? (
        shown(path)
      ) : (
        <>
          <FileDrop
            {...RULES}
            label={label}
            upload={async (file, sending) => {
              const name = `${crypto.randomUUID()}.${file.type === 'video/webm' ? 'webm' : 'mp4'}`
              onChange({ path: await sendResumable(bucket, name, file, sending) })
            }}
          />
          <Field label={t('film.embed')}>
            <Input
              type="url"
              placeholder="https://"
              value={embed ?? ''}
              onChange={({ target }) => onChange(target.value === '' ? null : { embed: target.value })}
            />
          </Field>
        </>
      )}
      {children}
      {path && (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          icon={<Trash2 size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => onChange(null)}
        >
          {t('film.remove')}
        </Button>
      )}
    </div>
  )
}
