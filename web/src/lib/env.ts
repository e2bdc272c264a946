/** What the server puts into the page: the public key that the client connects with. */
export const env: { anonKey: string } = read()

function read(): { anonKey: string } {
  // Pages are also drawn ahead, where there is no page to read from.
  if (typeof document === 'undefined') return { anonKey: '' }
  const element = document.getElementById('env')
  if (element?.textContent) return JSON.parse(element.textContent) as { anonKey: string }
  return { anonKey: (import.meta.env.VITE_ANON_KEY as string | undefined) ?? '' }
}
