/** Names of this machine, unreachable from elsewhere. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '[::1]' ||
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname)

/**
 * Whether `PUBLIC_URL` is a public site: https and not loopback. Otherwise the site is in development, and loopback
 * pages are allowed as redirect targets and socket origins.
 */
export function isPublic(publicUrl: string): boolean {
  if (!URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !isLoopback(hostname)
}
