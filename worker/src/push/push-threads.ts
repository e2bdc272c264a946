// The threads that send push messages: one per core beyond the main thread's.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PushAnswer, PushOrder } from './hand-over.ts'

const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))

type Waiting = { resolve(answer: PushAnswer): void; reject(error: Error): void }

/**
 * Distributes orders among the threads. When a thread ends, its pending orders reject and the next order starts another thread.
 */
export function createPushThreads(): { send(order: PushOrder): Promise<PushAnswer>; close(): void } {
  const threads = new Map<number, ReturnType<typeof startThread>>()
  let turn = 0
  return {
    send(order) {
      turn = (turn + 1) % THREADS
      const place = turn
      let thread = threads.get(place)
      if (!thread) {
        thread = startThread(() => threads.delete(place))
        threads.set(place, thread)
      }
      return thread.send(order)
    },
    close() {
      for (const thread of threads.values()) thread.end()
    },
  }
}

function startThread(ended: () => void) {
  const worker = new Worker(new URL('./push-thread.ts', import.meta.url))
  // A thread must not keep the process alive; pending orders hold an open transaction that does.
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let orders: [number, PushOrder][] = []
  let last = 0
  let over = false
  // An error is followed by the exit event, when the thread may already be replaced.
  const fail = (error: Error) => {
    if (over) return
    over = true
    ended()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (answers: [number, PushAnswer][]) => {
    for (const [id, answer] of answers) {
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
    }
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('push thread ended')))
  const pass = () => {
    worker.postMessage(orders)
    orders = []
  }
  return {
    /** Orders of one event loop turn are sent together. */
    send: (order: PushOrder): Promise<PushAnswer> =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        if (orders.push([id, order]) === 1) queueMicrotask(pass)
      }),
    end: () => void worker.terminate(),
  }
}
