import { Upload } from 'tus-js-client'
import { accessToken } from './authorized-fetch.ts'
import { env } from './env.ts'

/** What one request carries: a broken line costs at most that. */
const PART_BYTES = 6 * 1024 * 1024
const RETRY_AFTER_MS = [0, 1000, 3000, 5000, 10_000, 20_000]

type Sending = { progress: (share: number) => void; signal: AbortSignal }

/**
 * Uploads a large file in parts and returns the name that it has in the bucket. After a reload, choosing the same file again
 * goes on where it stopped, under its first name.
 */
export async function sendResumable(
  bucket: string,
  name: string,
  file: File,
  { progress, signal }: Sending,
): Promise<string> {
  const ended = Promise.withResolvers<void>()
  const upload = new Upload(file, {
    endpoint: `${location.origin}/storage/v1/upload/resumable`,
    chunkSize: PART_BYTES,
    retryDelays: RETRY_AFTER_MS,
    removeFingerprintOnSuccess: true,
    // The session may be renewed while a long file is sent.
    onBeforeRequest: async (request) => {
      request.setHeader('apikey', env.anonKey)
      request.setHeader('authorization', `Bearer ${await accessToken()}`)
    },
    onProgress: (sent, of) => progress(of ? sent / of : 0),
    onSuccess: () => ended.resolve(),
    onError: ended.reject,
  })
  const [begun] = (await upload.findPreviousUploads()).filter(
    ({ metadata }) => metadata.bucketName === bucket,
  )
  const objectName = begun?.metadata.objectName ?? name
  upload.options.metadata = { bucketName: bucket, objectName, contentType: file.type, cacheControl: '3600' }
  if (begun) upload.resumeFromPreviousUpload(begun)
  signal.addEventListener('abort', () => {
    ended.reject(signal.reason)
    void upload.abort(true)
  })
  upload.start()
  await ended.promise
  return objectName
}
