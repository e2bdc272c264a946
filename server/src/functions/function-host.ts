import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Context } from '../context.ts'
import { type FunctionPlace, findFunction } from './catalog.ts'
import { functionEnvironment } from './environment.ts'
import { FunctionWorker } from './function-worker.ts'
import type { Limits } from './limits.ts'

/**
 * Keeps one worker per function: starts it at the first request, restarts it after a crash or a file change, and stops
 * all on close.
 */
type Running = { worker: FunctionWorker; startedAt: number; checkedAt: number }

const CHECK_MS = 1000

export class FunctionHost {
  readonly #context: Context
  readonly #limits: Limits
  readonly #running = new Map<string, Running>()
  readonly #leaving = new Set<Promise<void>>()

  constructor(context: Context, limits: Limits) {
    this.#context = context
    this.#limits = limits
  }

  find(name: string): FunctionPlace | null {
    return findFunction(this.#context.project, this.#context.projectDir, name)
  }

  workerFor(place: FunctionPlace): FunctionWorker {
    const now = Date.now()
    const running = this.#running.get(place.name)
    if (running) {
      if (
        !running.worker.alive &&
        now - running.startedAt < this.#limits.bootRetryMs &&
        running.worker.files.length === 0
      )
        return running.worker
      if (running.worker.alive && !this.#changed(running, now)) return running.worker
      this.#retire(running.worker)
    }
    const worker = this.#start(place)
    this.#running.set(place.name, { worker, startedAt: now, checkedAt: now })
    return worker
  }

  async stop(): Promise<void> {
    const workers = [...this.#running.values()].map(({ worker }) => worker)
    this.#running.clear()
    await Promise.all([...workers.map((worker) => worker.stop('termination')), ...this.#leaving])
  }

  #start({ name, entrypoint, importMap }: FunctionPlace): FunctionWorker {
    const { projectDir, log } = this.#context
    const logger = log.child({ function: name })
    return new FunctionWorker({
      settings: {
        entrypoint,
        importMap,
        packageRoots: [dirname(entrypoint), join(projectDir, 'supabase'), projectDir, import.meta.dirname],
      },
      environment: functionEnvironment(this.#context),
      limits: this.#limits,
      print: (level, text) => logger[level](text.trimEnd()),
    })
  }

  /** Reloads a function after its files change. */
  #changed(running: Running, now: number): boolean {
    if (now - running.checkedAt < CHECK_MS) return false
    running.checkedAt = now
    return running.worker.files.some((file) => {
      const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
      return mtimeMs > running.startedAt
    })
  }

  #retire(worker: FunctionWorker): void {
    const leaving = worker.stop('early_drop').finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }
}
