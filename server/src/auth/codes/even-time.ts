import { setTimeout } from 'node:timers/promises'
import type { Service } from '../service.ts'

/**
 * Answers that must not tell whether an address has an account leave at even steps of time after they were asked for, whatever
 * was done meanwhile: a mail is queued for one address and nothing for another, and the difference disappears in the wait.
 * Under a load that makes the work longer than a step, the answer waits for the next one.
 */
const STEP = 250

/** Does the work, and resolves or throws at the next step of time. */
export async function inEvenTime<T>({ context }: Service, work: () => Promise<T>): Promise<T> {
  const begun = context.now().getTime()
  try {
    return await work()
  } finally {
    const taken = Math.max(0, context.now().getTime() - begun)
    await (context.pause ?? setTimeout)(STEP - (taken % STEP))
  }
}
