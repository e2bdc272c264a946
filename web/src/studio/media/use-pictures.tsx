import type { Language } from 'mails/languages'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { fileFault } from '#ui/files/file-check.ts'
import type { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { keepPicture, markdownOf, PICTURE_RULES } from './media.ts'
import { PictureDialog } from './picture-dialog.tsx'

/** Images for a text editor: pasted images are uploaded at once, others are chosen from the library in `dialog`. */
export function usePictures(language: Language): {
  pictures: NonNullable<ComponentProps<typeof MarkdownEditor>['pictures']>
  dialog: ReactNode
} {
  const { t } = useTranslation('studio')
  const [asked, setAsked] = useState<((markdown: string | null) => void) | null>(null)
  const paste = async (file: File): Promise<string | null> => {
    const fault = fileFault(file, { ...PICTURE_RULES, maxCount: 1 }, 0)
    try {
      if (fault) throw new Error(JSON.stringify(fault))
      return markdownOf(await keepPicture(file), t('media.describe'))
    } catch (error) {
      console.error('a picture could not be kept', error)
      toast({ title: t('media.refused'), description: t('media.refusedNote'), variant: 'destructive' })
      return null
    }
  }
  return {
    pictures: { paste, choose: () => new Promise((resolve) => setAsked(() => resolve)) },
    dialog: asked && (
      <PictureDialog
        language={language}
        onChosen={(markdown) => {
          asked(markdown)
          setAsked(null)
        }}
      />
    ),
  }
}
