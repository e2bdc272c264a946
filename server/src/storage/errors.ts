import { ApiError } from '../http/api-error.ts'

/**
 * Every error of this service: its name, then `[code, error, logical status, message]` as the client reads them. The
 * HTTP status is 400 except for the cases in `error-response.ts`.
 */
const catalogue = {
  accessDenied: ['AccessDenied', 'Unauthorized', 403, 'Access denied'],
  bucketExists: ['BucketAlreadyExists', 'Duplicate', 409, 'The resource already exists'],
  bucketNotEmpty: [
    'ResourceNotEmpty',
    'ResourceNotEmpty',
    409,
    'The bucket you tried to delete is not empty',
  ],
  bucketTooLarge: [
    'InvalidRequest',
    'InvalidRequest',
    409,
    'Unable to empty the bucket because it contains too many objects',
  ],
  blobMissing: ['NoSuchKey', 'Not found', 404, 'The resource was not found'],
  busy: ['SlowDown', 'too_many_requests', 429, 'Too many images are being processed, please try again'],
  database: ['DatabaseError', 'DatabaseError', 500, 'database error'],
  databaseTimeout: ['DatabaseTimeout', 'DatabaseTimeout', 544, 'The connection to the database timed out'],
  featureOff: ['FeatureNotEnabled', 'FeatureNotEnabled', 409, 'The feature is not enabled for this resource'],
  image: ['InvalidRequest', 'invalid_image', 422, 'The file is not a readable image'],
  imageTooLarge: ['InvalidRequest', 'invalid_image', 422, 'The image has too many pixels'],
  internal: ['InternalError', 'Internal', 500, 'Internal server error'],
  keyExists: ['KeyAlreadyExists', 'Duplicate', 409, 'The resource already exists'],
  invalidBucketName: ['InvalidBucketName', 'Invalid Input', 400, 'Bucket name invalid'],
  invalidJwt: ['InvalidJWT', 'InvalidJWT', 400, 'Invalid Compact JWS'],
  invalidKey: ['InvalidKey', 'InvalidKey', 400, 'Invalid key'],
  invalidMimeType: ['InvalidMimeType', 'invalid_mime_type', 415, 'Invalid Content-Type header'],
  invalidParameter: ['InvalidParameter', 'InvalidParameter', 400, 'Invalid Parameter'],
  invalidRange: ['InvalidRange', 'invalid_range', 416, 'invalid range provided'],
  invalidRequest: ['InvalidRequest', 'InvalidRequest', 400, 'No content provided'],
  invalidShape: ['InvalidRequest', 'Error', 400, 'The request is not valid'],
  invalidSignature: ['InvalidSignature', 'InvalidSignature', 400, 'Invalid signature'],
  noSpace: [
    'InsufficientStorage',
    'insufficient_storage',
    507,
    'The server has no space for the file at the moment',
  ],
  quota: ['QuotaExceeded', 'quota_exceeded', 429, 'The daily upload quota for this bucket is used up'],
  tooManyOpen: [
    'QuotaExceeded',
    'quota_exceeded',
    429,
    'Too many uploads are open, finish or cancel one of them',
  ],
  locked: ['ResourceLocked', 'ResourceLocked', 423, 'The resource is locked'],
  noSuchBucket: ['NoSuchBucket', 'Bucket not found', 404, 'Bucket not found'],
  noSuchKey: ['NoSuchKey', 'not_found', 404, 'Object not found'],
  noSuchUpload: ['NoSuchUpload', 'NoSuchUpload', 404, 'Upload not found'],
  referenced: [
    'ResourceReferenced',
    'ResourceReferenced',
    409,
    'The resource could not be updated or removed due to a foreign key constraint',
  ],
  relatedMissing: ['InvalidRequest', 'InvalidRequest', 404, 'The related resource does not exist'],
  resourceExists: ['ResourceAlreadyExists', 'Duplicate', 409, 'The resource already exists'],
  tooLarge: ['EntityTooLarge', 'Payload too large', 413, 'The object exceeded the maximum allowed size'],
  unknownRoute: ['InvalidRequest', 'Not Found', 404, 'Route not found'],
} as const satisfies Record<string, readonly [code: string, error: string, status: number, message: string]>

export type StorageErrorName = keyof typeof catalogue

/** Creates the error to throw. `message` overrides the usual one; `cause` is logged and never sent. */
export function storageError(name: StorageErrorName, message?: string, cause?: unknown): ApiError {
  const [code, error, status, words] = catalogue[name]
  const thrown = new ApiError(code, status, message ?? words, { error })
  if (cause !== undefined) thrown.cause = cause
  return thrown
}
