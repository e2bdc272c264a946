/** An IPv6 caller owns at least a /64, whose addresses count as one. */
export function network(caller: string): string {
  if (!caller.includes(':') || caller.includes('@') || caller.includes('.')) return caller
  const [head = '', tail] = caller.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
