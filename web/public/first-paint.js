// Runs before anything is drawn, so that no page flashes in another theme. Kept in step with src/lib/theme.ts.
;(() => {
  const root = document.documentElement
  let stored = {}
  try {
    stored = {
      theme: localStorage.getItem('vigie-theme'),
      palette: localStorage.getItem('vigie-palette'),
      language: localStorage.getItem('vigie-language'),
    }
  } catch {
    // Storage is closed to this page: the system's choices hold.
  }
  const light =
    stored.theme === 'light' ||
    (stored.theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  if (stored.palette === 'cb') root.dataset.palette = 'cb'
  if (stored.language) root.lang = stored.language
})()
