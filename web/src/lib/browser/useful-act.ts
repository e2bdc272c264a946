/** When a member did something that the product is there for: followed a signal, asked to be told. Features say so, the shell hears. */
const listeners = new Set<() => void>()

export function tellUsefulAct(): void {
  for (const listener of listeners) listener()
}

export function onUsefulAct(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
