import { storageError } from './errors.ts'

/**
 * Valid names of buckets and files. Names never become file system paths, since bytes are stored under versions. Path
 * segments such as `..` are refused all the same, because clients and caches interpret them.
 */
const OBJECT_NAME = /^[\w/!\-.*'() &$@=;:+,?]+$/
const BUCKET_NAME = /^[\w!\-.*'() &$@=;:+,?]{1,100}$/
const LONGEST = 1024

export const isObjectName = (name: string): boolean =>
  name.length <= LONGEST &&
  OBJECT_NAME.test(name) &&
  !name.split('/').some((step) => step === '.' || step === '..')

/** Throws InvalidKey. */
export function checkObjectName(name: string): void {
  if (!isObjectName(name)) throw storageError('invalidKey', `Invalid key: ${printable(name)}`)
}

export const isBucketName = (name: string): boolean => BUCKET_NAME.test(name) && name === name.trim()

export type ObjectAddress = { bucket: string; name: string }

/** Parses `bucket/name` from a URL, decoded once. Throws InvalidKey, or NoSuchBucket for an invalid bucket name. */
export function readAddress(path: string): ObjectAddress {
  const decoded = decodePath(path)
  const slash = decoded.indexOf('/')
  const bucket = slash === -1 ? decoded : decoded.slice(0, slash)
  const name = slash === -1 ? '' : decoded.slice(slash + 1)
  if (!isBucketName(bucket)) throw storageError('noSuchBucket')
  checkObjectName(name)
  return { bucket, name }
}

/** Throws NoSuchBucket. */
export function readBucketId(path: string): string {
  const bucket = decodePath(path)
  if (!isBucketName(bucket)) throw storageError('noSuchBucket')
  return bucket
}

export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw storageError('invalidKey', `Invalid key: ${printable(path)}`)
  }
}

/** A name made safe for messages, terminals and logs. */
const printable = (name: string) => name.replace(/\p{C}/gu, '\uFFFD').slice(0, 200)
