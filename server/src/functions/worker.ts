import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { type Handler, installSurface } from './deno-surface.ts'
import { hookModules } from './module-hooks.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts'

/** Entry point of a function's thread: loads the function and converts messages to requests and responses to messages. */
const settings = workerData as WorkerSettings
const port = parentPort as NonNullable<typeof parentPort>
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

type Incoming = {
  body: ReadableStreamDefaultController<Uint8Array> | null
  wanted: (() => void) | null
  abort: AbortController
  response: ReadableStreamDefaultReader<Uint8Array> | null
}
const requests = new Map<number, Incoming>()
const surface = installSurface(settings.entrypoint)

try {
  const files = hookModules(settings)
  const module = await import(pathToFileURL(settings.entrypoint).href)
  const declared: unknown = module.default?.fetch
  if (typeof declared === 'function')
    surface.served ??= { handler: declared.bind(module.default) as Handler, onError: null }
  if (!surface.served)
    throw new Error('the function has no handler: call Deno.serve(handler) or export default { fetch }')
  port.on('message', receive)
  say({ kind: 'ready', files })
} catch (error) {
  say({
    kind: 'boot-failed',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
}

function receive(message: ToWorker): void {
  if (message.kind === 'request') {
    void answer(message)
    return
  }
  if (message.kind === 'unload') {
    void unload(message.reason)
    return
  }
  const request = requests.get(message.id)
  if (!request) return
  if (message.kind === 'more') void sendChunk(message.id, request)
  else if (message.kind === 'body') {
    if (message.chunk) request.body?.enqueue(message.chunk)
    else request.body?.close()
    request.wanted?.()
  } else {
    const gone = new DOMException('The client went away', 'AbortError')
    if (message.kind === 'body-failed') request.body?.error(gone)
    else {
      request.abort.abort(gone)
      requests.delete(message.id)
      void request.response?.cancel(gone).catch(() => {})
    }
    request.wanted?.()
  }
}

async function answer({ id, method, url, headers, hasBody, remote }: Extract<ToWorker, { kind: 'request' }>) {
  const state: Incoming = { body: null, wanted: null, abort: new AbortController(), response: null }
  requests.set(id, state)
  const body = hasBody
    ? new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            state.body = controller
          },
          pull: () =>
            new Promise<void>((resolve) => {
              state.wanted = resolve
              say({ kind: 'more-body', id })
            }),
        },
        { highWaterMark: 0 },
      )
    : null
  try {
    const request = new Request(url, {
      method,
      headers,
      body,
      duplex: 'half',
      signal: state.abort.signal,
    } as RequestInit)
    const info = { remoteAddr: { transport: 'tcp', hostname: remote, port: 0 }, completed: Promise.resolve() }
    const response = await respond(request, info)
    if (!requests.has(id)) return
    if (!(response instanceof Response) || response.status < 200 || response.status > 599)
      throw new TypeError('the handler did not return a valid Response')
    const bodied = response.body !== null && method !== 'HEAD'
    state.response = bodied ? (response.body?.getReader() ?? null) : null
    say({ kind: 'head', id, status: response.status, headers: [...response.headers], hasBody: bodied })
    if (!bodied) requests.delete(id)
  } catch (error) {
    requests.delete(id)
    console.error(error)
    say({ kind: 'failed', id, message: String(error) })
  }
}

/** If the handler throws, answers 500 as Deno.serve does, or calls the function's `onError`. */
async function respond(request: Request, info: Parameters<Handler>[1]): Promise<unknown> {
  const { handler, onError } = surface.served as NonNullable<typeof surface.served>
  try {
    return await handler(request, info)
  } catch (error) {
    if (onError) return onError(error)
    console.error(error)
    return new Response('Internal Server Error', { status: 500 })
  }
}

async function sendChunk(id: number, request: Incoming): Promise<void> {
  try {
    const { done, value } = (await request.response?.read()) ?? { done: true, value: undefined }
    if (done) requests.delete(id)
    if (done || value === undefined) return say({ kind: 'chunk', id, chunk: null })
    const chunk = typeof value === 'string' ? new TextEncoder().encode(value) : Uint8Array.from(value)
    say({ kind: 'chunk', id, chunk }, [chunk.buffer])
  } catch (error) {
    requests.delete(id)
    console.error(error)
    say({ kind: 'failed', id, message: String(error) })
  }
}

async function unload(reason: string): Promise<void> {
  ;(globalThis as unknown as EventTarget).dispatchEvent(
    new CustomEvent('beforeunload', { detail: { reason } }),
  )
  await Promise.allSettled([...surface.background])
  say({ kind: 'unloaded' })
}
