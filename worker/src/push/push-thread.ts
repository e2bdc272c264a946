// Entry point of the thread that sends push messages; started by `push-threads.ts`. Answers are returned in batches.
import { parentPort } from 'node:worker_threads'
import { handOver, type PushAnswer, type PushOrder } from './hand-over.ts'

let answers: [number, PushAnswer][] = []

parentPort?.on('message', (orders: [number, PushOrder][]) => {
  for (const [id, order] of orders) {
    void handOver(order).then((answer) => {
      if (answers.push([id, answer]) === 1) setImmediate(tell)
    })
  }
})

function tell(): void {
  parentPort?.postMessage(answers)
  answers = []
}
