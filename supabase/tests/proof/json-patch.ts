// Owns the operations of JSON Patch (RFC 6902) that the conformance suite needs: add, remove and replace.
export type Operation = { op: 'add' | 'remove' | 'replace'; path: string; value?: unknown }
type Branch = { [key: string]: unknown }

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Operations that convert one value into another. A list whose length changes is replaced completely. */
export function difference(from: unknown, to: unknown, path = ''): Operation[] {
  if (Object.is(from, to)) return []
  const alike = isBranch(from) && isBranch(to) && Array.isArray(from) === Array.isArray(to)
  if (!alike || (Array.isArray(from) && from.length !== Object.keys(to).length))
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ op: 'replace', path, value: to }]
  const removed = Object.keys(from).filter((key) => !(key in to))
  return [
    ...removed.map((key): Operation => ({ op: 'remove', path: `${path}/${escaped(key)}` })),
    ...Object.keys(to).flatMap((key): Operation[] => {
      const place = `${path}/${escaped(key)}`
      return key in from
        ? difference(from[key], to[key], place)
        : [{ op: 'add', path: place, value: to[key] }]
    }),
  ]
}

/** A copy of a value with the operations applied in order. */
export function patched<Value>(value: Value, operations: readonly Operation[]): Value {
  const root = { value: structuredClone(value) as unknown }
  for (const { op, path, value: given } of operations) {
    const keys = [
      'value',
      ...path
        .split('/')
        .slice(1)
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
    ]
    const parent = keys.slice(0, -1).reduce<unknown>((part, key) => (part as Branch)[key], root)
    const key = keys.at(-1)!
    if (op !== 'remove') (parent as Branch)[key] = structuredClone(given)
    else if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete (parent as Branch)[key]
  }
  return root.value as Value
}
