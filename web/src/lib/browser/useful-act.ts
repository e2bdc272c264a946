/** Features report here that a member did something useful, such as following a signal or setting an alert; the shell listens. */
const listeners = new Set<() => void>()

export function tellUsefulAct(): void {
  for (const listener of listeners) listener()
}

export function onUsefulAct(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
