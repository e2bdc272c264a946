import { errors, jwtVerify, SignJWT } from 'jose'
import { storageError } from './errors.ts'
import type { ObjectAddress } from './object-name.ts'
import type { Service } from './service.ts'
import type { Payer } from './uploads/room.ts'

/** The claims of a signed link. `url` is `bucket/name`, decoded. */
export type DownloadLink = { scope: 'download'; url: string; transformations?: string }
export type UploadLink = {
  scope: 'upload'
  url: string
  owner: string | null
  upsert: boolean
  /** The account that created the link, whose quota the upload uses; absent for the service key. */
  payer?: Payer
}
export type Link = (DownloadLink | UploadLink) & { exp: number }

/** Signs a link with exactly these claims, valid for `seconds`. */
export async function signLink(
  { context, linkKey }: Pick<Service, 'context' | 'linkKey'>,
  link: DownloadLink | UploadLink,
  seconds: number,
): Promise<string> {
  const now = Math.floor(context.now().getTime() / 1000)
  return new SignJWT({ ...link })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(linkKey)
}

/** Verifies a link for this purpose and file. Throws InvalidJWT or InvalidSignature. */
export async function readLink<S extends Link['scope']>(
  { context, linkKey }: Pick<Service, 'context' | 'linkKey'>,
  token: unknown,
  scope: S,
  { bucket, name }: ObjectAddress,
): Promise<Extract<Link, { scope: S }>> {
  if (typeof token !== 'string' || token === '') {
    throw storageError('invalidShape', `querystring must have required property 'token'`)
  }
  const { payload } = await jwtVerify(token, linkKey, {
    currentDate: context.now(),
    algorithms: ['HS256'],
    clockTolerance: 0,
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) throw storageError('invalidJwt', error.message)
    throw error
  })
  if (payload.scope !== scope) throw storageError('invalidSignature', `Token is not scoped for ${scope}`)
  if (payload.url !== `${bucket}/${name}`) throw storageError('invalidSignature')
  return payload as Extract<Link, { scope: S }>
}
