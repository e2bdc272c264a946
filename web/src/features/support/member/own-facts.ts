import type { QueryClient } from '@tanstack/react-query'
import { browserName } from '../browser-name.ts'

/** What the member agrees to attach: browser, size of the window, plan, and the last errors that this page met. */
export function ownFacts(cache: QueryClient) {
  return {
    browser: browserName(navigator.userAgent),
    screen: `${innerWidth} × ${innerHeight}`,
    plan: true,
    errors: recentErrors(cache),
  }
}

function recentErrors(cache: QueryClient): { code: string; at: string }[] {
  const failed = [
    ...cache
      .getQueryCache()
      .getAll()
      .map(({ state }) => ({ error: state.error, at: state.errorUpdatedAt })),
    ...cache
      .getMutationCache()
      .getAll()
      .map(({ state }) => ({ error: state.error, at: state.submittedAt })),
  ]
  return failed
    .flatMap(({ error, at }) =>
      error && at > 0 ? [{ code: codeOf(error), at: new Date(at).toISOString() }] : [],
    )
    .sort((one, two) => two.at.localeCompare(one.at))
    .slice(0, 5)
}

const codeOf = (error: Error): string => error.message.slice(0, 80) || error.name
