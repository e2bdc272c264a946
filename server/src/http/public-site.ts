/** This machine's own names: nobody else reaches what is there. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '[::1]' ||
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname)

/**
 * Whether `PUBLIC_URL` is a site that people reach: by https, and not at this machine's own name. Elsewhere it is being made or
 * tried, and pages of this machine may be led to and may open sockets.
 */
export function isPublic(publicUrl: string): boolean {
  if (!URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !isLoopback(hostname)
}
