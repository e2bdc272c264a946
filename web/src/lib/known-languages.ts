import address from './known-languages-worker.ts?worker&url'
import { workerAddress } from './worker-address.ts'

/** Has the browser get ready, beside the page's own thread, to write figures. Other engines than Chromium's need nothing of it. */
export function prepareFigures(): void {
  if ('userAgentData' in navigator) new Worker(workerAddress(address), { type: 'module' })
}
