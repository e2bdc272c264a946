// Owns the pictures of posts: members upload them to a bucket of the forum under random names that are never reused.
import { unwrap } from '#lib/data/query.ts'
import { storage } from '#lib/data/storage.ts'

const BUCKET = 'forum'
export const FORUM_PICTURES = {
  accept: ['image/png', 'image/jpeg', 'image/webp'],
  maxSize: 8 * 1024 * 1024,
}

/** Uploads a picture to the member's own folder and returns its address. The server draws each one anew, as WebP. */
export async function keepForumPicture(member: string, file: Blob): Promise<string> {
  const path = `${member}/${crypto.randomUUID()}.webp`
  unwrap(await storage.from(BUCKET).upload(path, file, { contentType: file.type, cacheControl: '31536000' }))
  return `/storage/v1/object/public/${BUCKET}/${path}`
}

/** A picture in Markdown. Brackets and line breaks would end its words, so they become blanks. */
export const pictureMarkdown = (address: string, words: string): string =>
  `![${words.replace(/[[\]\n]/g, ' ').trim()}](${address})`
