import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../../s3-settings.ts'
import { type Backend, BlobMissing, checkVersion, isVersion } from './backend.ts'

/** Timeout without data, in milliseconds. */
const SILENCE = 30_000
const NOTHING = createHash('sha256').digest('hex')

/** Stores blobs as objects of an S3 bucket; each request's signature covers its body. */
export function s3Backend(settings: S3Settings): Backend & { close(): void } {
  const secure = settings.endpoint.startsWith('https:')
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const base = `${settings.endpoint.replace(/\/$/, '')}/${encodeURIComponent(settings.bucket)}`

  const send = (
    method: string,
    version: string,
    headers?: Record<string, string>,
    body?: { path: string; size: number; hash: string },
  ) => call(method, `/${checkVersion(version)}`, headers, body)

  const call = async (
    method: string,
    place: string,
    headers: Record<string, string> = {},
    body?: { path: string; size: number; hash: string },
  ): Promise<IncomingMessage> => {
    const signed = await new AwsV4Signer({
      method,
      url: `${base}${place}`,
      headers: { ...headers, 'x-amz-content-sha256': body?.hash ?? NOTHING },
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      region: settings.region,
      service: 's3',
    }).sign()
    const request = (secure ? httpsRequest : httpRequest)(signed.url, {
      method,
      agent,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(method === 'PUT' ? { 'content-length': String(body?.size ?? 0) } : {}),
      },
    })
    request.setTimeout(SILENCE, () => request.destroy(new Error('the S3 service does not respond')))
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.once('error', reject)
    })
    if (body) {
      // An error response may arrive before the upload is complete, and then takes precedence.
      pipeline(createReadStream(body.path), request).catch((error) => request.destroy(error))
    } else request.end()
    return answered
  }

  return {
    async keep(version, path, size) {
      await expectSuccess(await send('PUT', version, {}, { path, size, hash: await hashOf(path) }))
      await rm(path, { force: true })
    },

    async read(version, range) {
      const response = await send('GET', version, range ? { range: `bytes=${range.start}-${range.end}` } : {})
      if (response.statusCode === 404) {
        response.resume()
        throw new BlobMissing(version)
      }
      if (response.statusCode !== (range ? 206 : 200)) await expectSuccess(response)
      return response
    },

    async copy(from, to) {
      const source = `/${settings.bucket}/${checkVersion(from)}`
      const response = await send('PUT', to, { 'x-amz-copy-source': source })
      if (response.statusCode === 404) {
        response.resume()
        throw new BlobMissing(from)
      }
      await expectSuccess(response, true)
    },

    async remove(version) {
      const response = await send('DELETE', version)
      if (response.statusCode === 404) response.resume()
      else await expectSuccess(response)
    },

    async has(version) {
      const response = await send('HEAD', version)
      response.resume()
      if (response.statusCode === 200) return true
      if (response.statusCode === 404) return false
      throw new Error(`the S3 service answered ${response.statusCode}`)
    },

    async *list() {
      let after: string | undefined
      for (;;) {
        const text = await textOf(await call('GET', `/?list-type=2${after ? `&start-after=${after}` : ''}`))
        const keys = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
        yield* keys.filter(isVersion)
        if (!text.includes('<IsTruncated>true</IsTruncated>') || keys.length === 0) return
        after = encodeURIComponent(keys.at(-1) as string)
      }
    },

    close: () => agent.destroy(),
  }
}

/** Reads a response to its end; S3 may answer a copy with status 200 and an error in the body. */
async function expectSuccess(response: IncomingMessage, readText = false): Promise<void> {
  let text = ''
  for await (const chunk of response) if (text.length < 2000) text += chunk
  const status = response.statusCode ?? 0
  if (status >= 300 || status < 200 || (readText && text.includes('<Error>'))) {
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1]
    throw new Error(`the S3 service answered ${status}${code ? ` ${code}` : ''}`)
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  if (response.statusCode !== 200) await expectSuccess(response)
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 512 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}
