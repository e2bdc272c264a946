import { useQueryClient } from '@tanstack/react-query'
import { FORUM_PICTURES, keepForumPicture, pictureMarkdown } from '#lib/community/forum-pictures.ts'
import { ownMemberQuery } from '#lib/community/members.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { fileFault } from '#ui/files/file-check.ts'
import { toast } from '#ui/overlay/toast.tsx'

/** Pictures for a post: pasted, dropped or chosen ones are uploaded at once. */
export function useForumPictures() {
  const { t } = useTranslation('conversation')
  const cache = useQueryClient()
  const keep = async (file: Blob, words: string): Promise<string | null> => {
    try {
      const { id } = await cache.ensureQueryData(ownMemberQuery)
      return pictureMarkdown(await keepForumPicture(id, file), words)
    } catch (error) {
      console.error('a picture could not be kept', error)
      toast({ title: t('composer.pictureFailed'), variant: 'destructive' })
      return null
    }
  }
  const paste = async (file: File): Promise<string | null> => {
    if (!fileFault(file, FORUM_PICTURES)) return keep(file, t('composer.picture'))
    toast({
      title: t('composer.pictureRefused'),
      description: t('composer.pictureNote'),
      variant: 'destructive',
    })
    return null
  }
  const choose = async (): Promise<string | null> => {
    const file = await chosenFile()
    return file && paste(file)
  }
  return { paste, choose, keep }
}

const chosenFile = () =>
  new Promise<File | null>((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = FORUM_PICTURES.accept.join(',')
    input.onchange = () => resolve(input.files?.[0] ?? null)
    input.oncancel = () => resolve(null)
    input.click()
  })
