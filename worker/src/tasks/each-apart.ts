/**
 * Does `work` with each in turn. One that fails is reported and holds up none of the others; resolves with the errors, for the
 * caller to throw once it is done, so that the job is tried again.
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

/** `what` follows their number; the first of them gives the reason that the job's last error shows. */
export function throwFailures(failures: readonly unknown[], what: string): void {
  const [first] = failures
  if (failures.length === 0) return
  const reason = first instanceof Error ? first.message : String(first)
  throw new AggregateError(failures, `${failures.length} ${what}: ${reason}`)
}
