// Owns the profile image: validating a file, uploading it, removing it.

import { unwrap, useWrite } from '#lib/data/query.ts'
import { storage } from '#lib/data/storage.ts'
import { AVATARS, avatarKey, avatarPath } from '#lib/session/own-avatar.ts'

/** In bytes; the bucket has the same limit. */
export const LARGEST_IMAGE = 2 * 1024 * 1024
/** Every image has an address of its own, so it can be cached forever. */
const CACHED = 'max-age=31536000'

export type ImageFault = 'notImage' | 'tooLarge'

/** What is wrong with a chosen file, or null. The file is decoded: its name and type prove nothing. */
export async function imageFault(file: Blob): Promise<ImageFault | null> {
  if (!file.type.startsWith('image/')) return 'notImage'
  if (file.size > LARGEST_IMAGE) return 'tooLarge'
  try {
    const picture = await createImageBitmap(file)
    picture.close()
    return null
  } catch {
    return 'notImage'
  }
}

/** The server's reason for refusing it. */
export class ImageRefused extends Error {
  readonly fault: ImageFault
  constructor(fault: ImageFault) {
    super(fault)
    this.fault = fault
  }
}

type Sending = { picture: Blob; onProgress: (share: number) => void }

/** Uploads the square in place of the previous image. Throws ImageRefused. */
export const useSendImage = (userId: string) =>
  useWrite(
    async ({ picture, onProgress }: Sending) => {
      const { signedUrl } = unwrap(
        await storage.from(AVATARS).createSignedUploadUrl(avatarPath(userId), { upsert: true }),
      ) as { signedUrl: string }
      await send(signedUrl, picture, onProgress)
    },
    [avatarKey(userId)],
  )

export const useRemoveImage = (userId: string) =>
  useWrite(async () => unwrap(await storage.from(AVATARS).remove([avatarPath(userId)])), [avatarKey(userId)])

/** Uses the signed address: only this kind of request reports its progress. */
function send(address: string, picture: Blob, onProgress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', address)
    request.setRequestHeader('content-type', picture.type)
    request.setRequestHeader('cache-control', CACHED)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request.responseText)))
    request.onerror = () => reject(new Error('the image could not be sent'))
    request.send(picture)
  })
}

function refusal(answer: string): Error {
  let told: { statusCode?: string; message?: string } = {}
  try {
    told = JSON.parse(answer)
  } catch {
    return new Error(answer)
  }
  if (told.statusCode === '413') return new ImageRefused('tooLarge')
  if (told.statusCode === '415' || told.statusCode === '422') return new ImageRefused('notImage')
  return new Error(told.message ?? answer)
}
