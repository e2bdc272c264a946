import { useQuery } from '@tanstack/react-query'
import { ImageOff, Trash2 } from 'lucide-react'
import type { Language } from 'mails/languages'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FileDrop } from '#ui/files/file-drop.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { contentRefusalOf } from '../document/content.ts'
import {
  addressOf,
  keepPicture,
  type Media,
  markdownOf,
  mediaQuery,
  PICTURE_RULES,
  useDescribeMedia,
  useRemoveMedia,
} from './media.ts'

type Props = { language: Language; onChosen: (markdown: string | null) => void }

/** The image library with upload: one image is chosen and described in the language being edited. */
export function PictureDialog({ language, onChosen }: Props) {
  const { t } = useTranslation('studio')
  const media = useQuery(mediaQuery)
  const describe = useDescribeMedia()
  const remove = useRemoveMedia()
  const [chosen, setChosen] = useState<string | null>(null)
  const [words, setWords] = useState('')
  const picture = media.data?.find(({ path }) => path === chosen)
  const choose = (path: string, alt: Media['alt']) => {
    setChosen(path)
    setWords(alt[language] ?? '')
  }
  const use = async () => {
    if (!picture) return
    await describe.mutateAsync({ ...picture, alt: { ...picture.alt, [language]: words.trim() } })
    onChosen(markdownOf(picture.path, words))
  }
  const refused = remove.error ?? describe.error
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onChosen(null)}
      title={t('media.title')}
      description={t('media.note')}
      footer={
        <>
          <Button variant="ghost" onClick={() => onChosen(null)}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            busy={describe.isPending}
            disabled={!picture || words.trim() === ''}
            onClick={() => void use().catch(() => undefined)}
          >
            {t('media.use')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FileDrop
          {...PICTURE_RULES}
          maxCount={1}
          label={t('media.bring')}
          upload={async (file) => choose(await keepPicture(file), {})}
        />
        {media.isLoadingError ? (
          <ErrorState onRetry={() => void media.refetch()} />
        ) : media.isPending ? (
          <Skeleton className="h-32" />
        ) : media.data.length === 0 ? (
          <EmptyState icon={<ImageOff size={20} strokeWidth={1.75} aria-hidden />} title={t('media.none')} />
        ) : (
          <ul
            aria-label={t('media.all')}
            className="grid max-h-72 grid-cols-3 gap-2 overflow-y-auto p-1 sm:grid-cols-4"
          >
            {media.data.map(({ path, alt, width, height }) => (
              <li key={path}>
                <button
                  type="button"
                  aria-pressed={path === chosen}
                  onClick={() => choose(path, alt)}
                  className="block w-full overflow-hidden rounded-control border border-line-strong aria-pressed:border-text aria-pressed:ring-1 aria-pressed:ring-text"
                >
                  <img
                    src={addressOf(path)}
                    alt={
                      alt[language] ?? t('media.undescribed', { size: `${width ?? '?'} × ${height ?? '?'}` })
                    }
                    loading="lazy"
                    className="aspect-4/3 w-full object-cover"
                  />
                </button>
              </li>
            ))}
          </ul>
        )}
        {picture && (
          <div className="flex items-end gap-2">
            <Field label={t('media.alt')} hint={t('media.altNote')} className="flex-1">
              <Input value={words} maxLength={200} onChange={({ target }) => setWords(target.value)} />
            </Field>
            <Button
              variant="danger"
              size="lg"
              iconOnly
              aria-label={t('media.remove')}
              className="mb-5.5"
              busy={remove.isPending}
              icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => remove.mutate(picture.path, { onSuccess: () => setChosen(null) })}
            />
          </div>
        )}
        {refused !== null && <Notice refusal>{t(`refused.${contentRefusalOf(refused).key}`)}</Notice>}
      </div>
    </Dialog>
  )
}
