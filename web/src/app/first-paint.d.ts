interface Window {
  /** Of public/first-paint.js: resolves when the page holds what it can show before the application runs. */
  firstPaint: Promise<void>
  /** Of public/after-paint.js, in pages drawn ahead: does again what was typed and clicked before the page was alive. */
  doEarly?: () => void
}
