import { workerAddress } from '#lib/browser/worker-address.ts'
import address from './known-languages-worker.ts?worker&url'

/** Has the browser get ready, beside the page's own thread, to write figures. Other engines than Chromium's need nothing of it. */
export function prepareFigures(): void {
  if ('userAgentData' in navigator) new Worker(workerAddress(address), { type: 'module' })
}
