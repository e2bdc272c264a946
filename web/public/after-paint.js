// Stands in pages drawn ahead, where the empty page has the application's own tags (scripts/site/draw-pages.ts): what is on the
// page is painted first, and only then are its font and the scripts that make it alive asked for. On a slow line they would hold
// the picture up. The page carries its whole style sheet, and the names of its fonts in one that takes no effect yet. `data-font`
// is the font of the text, and `data-files` the application's entry, then what it imports.
;(() => {
  const { font, files } = document.currentScript.dataset
  const [entry, ...imports] = files.split(' ')
  // What is typed, and clicks on buttons (sending a form is one too), before the application is there are done again once it
  // is. Whoever clicks the same button twice is impatient, for it showed nothing.
  const typed = new Set()
  const clicked = new Set()
  const remember = ({ type, target }) => {
    if (type === 'input') typed.add(target)
    else clicked.add(target.closest('button'))
  }
  // The browser itself would send a form as an address, what was typed in it, and load the page anew.
  const hold = (event) => event.preventDefault()
  for (const type of ['input', 'click']) addEventListener(type, remember, true)
  addEventListener('submit', hold, true)
  window.doEarly = () => {
    for (const type of ['input', 'click']) removeEventListener(type, remember, true)
    removeEventListener('submit', hold, true)
    for (const field of typed) if (field.isConnected) typeAgain(field)
    clickAgain([...clicked])
    typed.clear()
    clicked.clear()
  }
  // What a click changes is drawn before the next one, as between two of somebody's own.
  const clickAgain = ([button, ...others]) => {
    if (button?.isConnected) button.click()
    if (others.length > 0) setTimeout(clickAgain, 0, others)
  }
  // React looks for a change from the value that it knows, which it has read from the field.
  const typeAgain = (field) => {
    const { value } = field
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // A page that is not seen is not painted.
  const FONT_MS = 1000
  const patience = document.visibilityState === 'visible' ? 1500 : 0
  // A long page comes in parts, and the first picture may be of the first one: whatever has been read by now is seen once the
  // frame after the next begins.
  const frame = () => new Promise(requestAnimationFrame)
  const painted = new Promise((seen) => {
    new PerformanceObserver(seen).observe({ type: 'paint', buffered: true })
  })
    .then(frame)
    .then(frame)
  const ask = (attributes) => {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, attributes))
    // Without its font a page still works.
    return new Promise((over) => {
      link.onload = link.onerror = over
    })
  }
  const within = (milliseconds, work) =>
    Promise.race([
      work,
      new Promise((over) => {
        setTimeout(over, milliseconds)
      }),
    ])
  within(patience, painted)
    .then(() => {
      for (const file of [entry, ...imports]) ask({ rel: 'modulepreload', href: file, crossOrigin: '' })
      // What is written is laid out once, with the font that it is to have, where that is not long in coming.
      const asFont = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: font }
      return within(FONT_MS, ask(asFont))
    })
    .then(async () => {
      document.querySelector('style[data-fonts]').removeAttribute('media')
      // Each file begins in a breath of its own, so that a touch in between is answered.
      for (const file of [...imports, entry]) {
        await new Promise((over) => {
          setTimeout(over)
        })
        await import(file)
      }
    })
})()
