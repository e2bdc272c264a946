interface Window {
  /** Of public/first-paint.js: resolves when the page holds what it can show before the application runs. */
  firstPaint: Promise<void>
  /** Of public/first-paint.js: fields that were typed into, and the browser's word that it could install the application. */
  early: { typed: Set<Element>; install: InstallEvent | null }
  /** Of public/after-paint.js, in pages drawn ahead: does again what was typed and clicked before the page was alive. */
  doEarly?: () => void
}

/** What Chromium tells of; no standard has it yet. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
