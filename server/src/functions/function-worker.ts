import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { Failure } from './failure.ts'
import type { Limits } from './limits.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts'

/**
 * The host side of a function's thread, which has its own environment and memory. When the thread dies, every pending
 * request is answered, and the next request starts a new thread.
 */
export type Call = {
  method: string
  url: string
  headers: [string, string][]
  body: Readable | null
  remote: string
}
export type Answer = { status: number; headers: [string, string][]; body: Readable | null }

export type WorkerOptions = {
  settings: WorkerSettings
  environment: Record<string, string>
  limits: Limits
  print(level: 'info' | 'error', text: string): void
}

type Pending = {
  call: Call
  resolve(answer: Answer): void
  reject(failure: Error): void
  timer: NodeJS.Timeout
  response: Readable | null
}

const WATCH_MS = 500

export class FunctionWorker {
  /** The function's own files, known once it has started. */
  files: string[] = []
  readonly ready: Promise<void>
  readonly #worker: Worker
  readonly #options: WorkerOptions
  readonly #pending = new Map<number, Pending>()
  #nextId = 0
  #ended: Failure | null = null
  #watch: NodeJS.Timeout | null = null
  #unloaded: () => void = () => {}

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'function',
      workerData: options.settings,
      env: options.environment,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: options.limits.memoryMb },
      stdout: true,
      stderr: true,
    })
    this.#worker.stdout.on('data', (text) => options.print('info', String(text)))
    this.#worker.stderr.on('data', (text) => options.print('error', String(text)))
    this.ready = this.#boot()
    // Callers that await the start receive its failure.
    this.ready.catch(() => {})
  }

  get alive(): boolean {
    return this.#ended === null
  }

  async answer(call: Call): Promise<Answer> {
    await this.ready
    if (this.#ended) throw this.#ended
    const id = ++this.#nextId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(id, new Failure('IDLE_TIMEOUT')), this.#options.limits.idleMs)
      this.#pending.set(id, { call, resolve, reject, timer, response: null })
      const { method, url, headers, body, remote } = call
      this.#say({ kind: 'request', id, method, url, headers, hasBody: body !== null, remote })
      body?.once('error', () => this.#say({ kind: 'body-failed', id }))
      body?.once('close', () => {
        if (!body.readableEnded) this.#say({ kind: 'body-failed', id })
      })
      this.#startWatch()
    })
  }

  /** Gives pending and background work some time to finish, then terminates the thread. */
  async stop(reason: 'early_drop' | 'termination'): Promise<void> {
    const deadline = setTimeout(() => this.#end(new Failure('WORKER_LIMIT')), this.#options.limits.partingMs)
    await this.ready.catch(() => {})
    while (this.alive && this.#pending.size > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    if (this.alive) {
      await new Promise<void>((resolve) => {
        this.#unloaded = resolve
        this.#say({ kind: 'unload', reason })
      })
    }
    clearTimeout(deadline)
    this.#end(new Failure('WORKER_ERROR'))
    await this.#worker.terminate()
  }

  #boot(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const failed = (failure: Failure) => {
        clearTimeout(timer)
        reject(failure)
        this.#end(failure)
      }
      const timer = setTimeout(() => failed(new Failure('BOOT_ERROR')), this.#options.limits.bootMs)
      this.#worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          clearTimeout(timer)
          this.files = message.files
          resolve()
        } else if (message.kind === 'boot-failed') {
          this.#options.print('error', message.message)
          failed(new Failure('BOOT_ERROR'))
        } else this.#receive(message)
      })
      let cause: Error | null = null
      this.#worker.on('error', (error) => {
        cause = error as Error
        this.#options.print('error', String((error as Error).stack ?? error))
      })
      this.#worker.on('exit', () => {
        const outOfMemory = (cause as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
        failed(new Failure(outOfMemory ? 'WORKER_LIMIT' : 'WORKER_ERROR'))
      })
    })
  }

  #receive(message: Exclude<FromWorker, { kind: 'ready' | 'boot-failed' }>): void {
    if (message.kind === 'unloaded') {
      this.#unloaded()
      return
    }
    const { id } = message
    const pending = this.#pending.get(id)
    if (!pending) return
    if (message.kind === 'more-body') this.#sendBody(id, pending.call.body)
    else if (message.kind === 'head') this.#begin(id, pending, message)
    else if (message.kind === 'failed') this.#fail(id, new Failure('WORKER_ERROR'))
    else {
      pending.response?.push(message.chunk)
      if (message.chunk === null) this.#pending.delete(id)
    }
  }

  #begin(
    id: number,
    pending: Pending,
    { status, headers, hasBody }: Extract<FromWorker, { kind: 'head' }>,
  ): void {
    clearTimeout(pending.timer)
    if (!hasBody) {
      this.#pending.delete(id)
      pending.resolve({ status, headers, body: null })
      return
    }
    pending.response = new Readable({
      read: () => this.#say({ kind: 'more', id }),
      destroy: (error, done) => {
        if (this.#pending.delete(id)) this.#say({ kind: 'cancel', id })
        done(error)
      },
    })
    pending.resolve({ status, headers, body: pending.response })
  }

  /** Sends the next chunk of the request body on demand. */
  #sendBody(id: number, body: Readable | null): void {
    if (!body) return
    const chunk: Buffer | null = body.read()
    if (chunk !== null) this.#say({ kind: 'body', id, chunk: Uint8Array.from(chunk) })
    else if (body.readableEnded) this.#say({ kind: 'body', id, chunk: null })
    else {
      const settle = () => {
        body.off('readable', settle)
        body.off('end', settle)
        this.#sendBody(id, body)
      }
      body.once('readable', settle)
      body.once('end', settle)
    }
  }

  /** Called when the client disconnects before the answer. */
  cancel(call: Call): void {
    for (const [id, pending] of this.#pending) {
      if (pending.call !== call || pending.response) continue
      this.#say({ kind: 'cancel', id })
      this.#fail(id, new Failure('WORKER_ERROR'))
    }
  }

  #fail(id: number, failure: Failure): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    clearTimeout(pending.timer)
    pending.response?.destroy(failure)
    pending.reject(failure)
  }

  #end(failure: Failure): void {
    if (this.#ended) return
    this.#ended = failure
    if (this.#watch) clearInterval(this.#watch)
    for (const id of [...this.#pending.keys()]) this.#fail(id, failure)
    this.#unloaded()
    void this.#worker.terminate()
  }

  /** A thread in a busy loop cannot respond, so its event loop is monitored from outside while requests wait. */
  #startWatch(): void {
    if (this.#watch) return
    let busySince = Date.now()
    let last = this.#worker.performance.eventLoopUtilization()
    this.#watch = setInterval(() => {
      const now = this.#worker.performance.eventLoopUtilization()
      const { utilization } = this.#worker.performance.eventLoopUtilization(now, last)
      last = now
      if (utilization < 0.99) busySince = Date.now()
      if (Date.now() - busySince > this.#options.limits.busyMs) this.#end(new Failure('WORKER_LIMIT'))
      else if (this.#pending.size === 0 && this.#watch) {
        clearInterval(this.#watch)
        this.#watch = null
      }
    }, WATCH_MS).unref()
  }

  #say(message: ToWorker): void {
    if (this.alive) this.#worker.postMessage(message)
  }
}
