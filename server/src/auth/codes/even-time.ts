import { setTimeout } from 'node:timers/promises'
import type { Service } from '../service.ts'

/**
 * Hides whether an address has an account: answers leave at fixed steps after the request, so the work done for a known
 * address does not show in the response time. Work that takes longer than a step is answered at the next one.
 */
const STEP = 250

/** Runs the work, and resolves or rejects at the next time step. */
export async function inEvenTime<T>({ context }: Service, work: () => Promise<T>): Promise<T> {
  const begun = context.now().getTime()
  try {
    return await work()
  } finally {
    const taken = Math.max(0, context.now().getTime() - begun)
    await (context.pause ?? setTimeout)(STEP - (taken % STEP))
  }
}
