interface Window {
  /** Of public/first-paint.js: resolves when the page holds what it can show before the application runs. */
  firstPaint: Promise<void>
}
