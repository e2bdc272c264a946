// The worker's access to file storage: the public HTTP interface with the service key.

export type FileStoreSettings = {
  /** The project's URL, without a trailing slash. */
  projectUrl: string
  serviceKey: string
}

export type FileStore = {
  /** Null for a missing file. */
  read(bucket: string, path: string): Promise<Uint8Array | null>
  /** Replaces an existing file. */
  write(bucket: string, path: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void>
  /** Missing files are ignored. */
  remove(bucket: string, paths: readonly string[]): Promise<void>
}

const ANSWER_WITHIN_MS = 60_000

/** Each call throws when the store refuses it. */
export function createFileStore({ projectUrl, serviceKey }: FileStoreSettings): FileStore {
  const ask = async (
    method: string,
    place: string,
    body: BodyInit | null,
    more: Record<string, string> = {},
  ) =>
    await fetch(`${projectUrl}/storage/v1/object/${place}`, {
      method,
      body,
      headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, ...more },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  return {
    async read(bucket, path) {
      const answer = await ask('GET', placeOf(bucket, path), null)
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      const said = await refusal(answer)
      if (said.includes('NoSuchKey') || said.includes('not_found')) return null
      throw new Error(`The store refused to read: ${answer.status} ${said}`)
    },
    async write(bucket, path, bytes, type) {
      const more = { 'content-type': type, 'x-upsert': 'true' }
      const answer = await ask('POST', placeOf(bucket, path), bytes, more)
      const said = await refusal(answer)
      if (!answer.ok) throw new Error(`The store refused to write: ${answer.status} ${said}`)
    },
    async remove(bucket, paths) {
      const body = JSON.stringify({ prefixes: paths })
      const answer = await ask('DELETE', encodeURIComponent(bucket), body, {
        'content-type': 'application/json',
      })
      const said = await refusal(answer)
      if (!answer.ok) throw new Error(`The store refused to remove: ${answer.status} ${said}`)
    },
  }
}

const placeOf = (bucket: string, path: string) =>
  [bucket, ...path.split('/')].map(encodeURIComponent).join('/')

const refusal = async (answer: Response) => (await answer.text()).slice(0, 500)
