import { workerAddress } from '#lib/browser/worker-address.ts'
import address from './known-languages-worker.ts?worker&url'

/** Makes Chromium load its locale data off the page's thread. Other engines do not need it. */
export function prepareFigures(): void {
  if ('userAgentData' in navigator) new Worker(workerAddress(address), { type: 'module' })
}
