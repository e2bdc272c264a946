type Env = {
  anonKey: string
  /** The public address of the site, without a trailing slash. Shared links use it, not the address of the current page. */
  publicUrl: string
}

/** The server's settings in the page: the public key for the client, and the site's address. */
export const env: Env = read()

function read(): Env {
  // Prerendering and workers have no page to read from.
  if (typeof document === 'undefined') return { anonKey: '', publicUrl: '' }
  const element = document.getElementById('env')
  if (element?.textContent) return JSON.parse(element.textContent) as Env
  return {
    anonKey: (import.meta.env.VITE_ANON_KEY as string | undefined) ?? '',
    publicUrl: location.origin,
  }
}
