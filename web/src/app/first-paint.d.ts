interface Window {
  /** Set by public/first-paint.js: resolves when the page holds what it can show before the application runs. */
  firstPaint: Promise<void>
  /** Set by public/first-paint.js: fields typed into early, and the browser's offer to install the application. */
  early: { typed: Set<Element>; install: InstallEvent | null }
  /** Set by public/after-paint.js on prerendered pages: replays what was typed and clicked before hydration. */
  doEarly?: () => void
}

/** Chromium's own event; no standard defines it yet. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
