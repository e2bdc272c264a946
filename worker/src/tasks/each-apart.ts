/**
 * Runs `work` for each item in turn. A failure is logged and does not affect the others; returns the errors, which the caller
 * throws at the end so that the job is retried.
 */
export async function eachApart<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  failed: (item: T, error: unknown) => void,
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failed(item, error)
      failures.push(error)
    }
  }
  return failures
}

/** `what` follows the number of failures; the first one's message appears as the job's last error. */
export function throwFailures(failures: readonly unknown[], what: string): void {
  const [first] = failures
  if (failures.length === 0) return
  const reason = first instanceof Error ? first.message : String(first)
  throw new AggregateError(failures, `${failures.length} ${what}: ${reason}`)
}
