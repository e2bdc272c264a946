/** Failure messages of Supabase's edge runtime. */
const FAILURES = {
  BOOT_ERROR: [503, 'Worker failed to boot (please check logs)'],
  WORKER_ERROR: [500, 'Function exited due to an error (please check logs)'],
  WORKER_LIMIT: [546, 'Worker failed to respond due to a resource limit (please check logs)'],
  IDLE_TIMEOUT: [504, 'The function did not start to answer in time'],
} as const

export class Failure extends Error {
  readonly status: number
  readonly body: { code: string; message: string }

  constructor(code: keyof typeof FAILURES) {
    const [status, message] = FAILURES[code]
    super(message)
    this.status = status
    this.body = { code, message }
  }
}
