// Stands in pages drawn ahead, where the empty page has the application's own tags (scripts/draw-pages.ts): what is on the
// page is painted first, and only then are the scripts that make it alive asked for. On a slow line they would hold the
// picture up. `data-files` names the application's entry, then what it imports.
;(() => {
  const [entry, ...imports] = document.currentScript.dataset.files.split(' ')
  // What is typed, and a click on a button (sending a form is one too), before the application is there is done again once
  // it is.
  const typed = new Set()
  let clicked
  const remember = ({ type, target }) => {
    if (type === 'input') typed.add(target)
    else clicked = target.closest('button')
  }
  for (const type of ['input', 'click']) addEventListener(type, remember, true)
  window.doEarly = () => {
    for (const type of ['input', 'click']) removeEventListener(type, remember, true)
    for (const field of typed) if (field.isConnected) typeAgain(field)
    if (clicked?.isConnected) clicked.click()
    clicked = null
    typed.clear()
  }
  // React looks for a change from the value that it knows, which it has read from the field.
  const typeAgain = (field) => {
    const { value } = field
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
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
