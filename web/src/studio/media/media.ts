// Owns the images of content: upload, listing and descriptions. Paths are random and never reused.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from 'mails/languages'
import { supabase } from '#lib/data/client.ts'
import { queryClient, unwrap, useWrite } from '#lib/data/query.ts'
import { storage } from '#lib/data/storage.ts'

export type Media = {
  path: string
  alt: Partial<Record<Language, string>>
  width: number | null
  height: number | null
  size: number
  at: string
}

const BUCKET = 'content'
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}
export const PICTURE_RULES = { accept: Object.keys(ENDINGS), maxSize: 8 * 1024 * 1024 }

export const addressOf = (path: string): string => `/storage/v1/object/public/${BUCKET}/${path}`
/** An image in Markdown. Brackets and line breaks would end the alt text, so they become spaces. */
export const markdownOf = (path: string, alt: string): string =>
  `![${alt.replace(/[[\]\n]/g, ' ').trim()}](${addressOf(path)})`

export const mediaQuery = queryOptions({
  queryKey: ['media'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('media')
        .select('path,alt,width,height,size,at')
        .order('at', { ascending: false })
        .limit(200),
    ) as unknown as Media[],
})

/** Uploads an image and returns its path; throws if the storage service refuses it. */
export async function keepPicture(file: File): Promise<string> {
  const { width, height } = await createImageBitmap(file)
  const path = `${crypto.randomUUID()}.${ENDINGS[file.type]}`
  unwrap(await storage.from(BUCKET).upload(path, file, { contentType: file.type, cacheControl: '31536000' }))
  unwrap(await supabase.rpc('describe_media', { path, alt: {}, width, height }))
  void queryClient.invalidateQueries({ queryKey: mediaQuery.queryKey })
  return path
}

export const useDescribeMedia = () =>
  useWrite(
    async ({ path, alt, width, height }: Pick<Media, 'path' | 'alt' | 'width' | 'height'>) =>
      unwrap(
        await supabase.rpc('describe_media', { path, alt, width: width as number, height: height as number }),
      ),
    [mediaQuery.queryKey],
  )
export const useRemoveMedia = () =>
  useWrite(
    async (path: string) => unwrap(await supabase.rpc('remove_media', { path })),
    [mediaQuery.queryKey],
  )
