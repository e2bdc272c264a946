type Env = {
  anonKey: string
  /** Where the site is to be found by others, without a slash at its end: what is shared names it, not where one happens to stand. */
  publicUrl: string
}

/** What the server puts into the page: the public key that the client connects with, and the site's own address. */
export const env: Env = read()

function read(): Env {
  // Pages are also drawn ahead, and workers run, where there is no page to read from.
  if (typeof document === 'undefined') return { anonKey: '', publicUrl: '' }
  const element = document.getElementById('env')
  if (element?.textContent) return JSON.parse(element.textContent) as Env
  return {
    anonKey: (import.meta.env.VITE_ANON_KEY as string | undefined) ?? '',
    publicUrl: location.origin,
  }
}
