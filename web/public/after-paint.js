// Stands in pages drawn ahead, where the empty page has the application's own tags (scripts/draw-pages.ts): what is on the
// page is painted first, and only then are the scripts that make it alive asked for. On a slow line they would hold the
// picture up. `data-files` names the application's entry, then what it imports.
;(() => {
  const [entry, ...imports] = document.currentScript.dataset.files.split(' ')
  // A click on a button (sending a form is one too) that comes before the application is done once it is there.
  let clicked
  const remember = ({ target }) => {
    clicked = target.closest('button')
  }
  addEventListener('click', remember, true)
  window.doEarlyClick = () => {
    removeEventListener('click', remember, true)
    if (clicked?.isConnected) clicked.click()
    clicked = null
  }
  // A page that is not seen is not painted.
  const patience = document.visibilityState === 'visible' ? 1500 : 0
  const painted = new Promise((seen) => {
    new PerformanceObserver(seen).observe({ type: 'paint', buffered: true })
  })
  const elapsed = new Promise((over) => {
    setTimeout(over, patience)
  })
  Promise.race([painted, elapsed]).then(() => {
    for (const file of imports) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', href: file, crossOrigin: '' })
      document.head.append(link)
    }
    import(entry)
  })
})()
