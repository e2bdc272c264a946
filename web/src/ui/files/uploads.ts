// Uploads of a drop zone: each has its own state, can be cancelled and retried.
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { type FileFault, type FileRules, fileFault } from './file-check.ts'

/** Uploads a file and reports its progress from 0 to 1. It must end early when `signal` is aborted. */
export type Upload = (
  file: File,
  report: { progress: (share: number) => void; signal: AbortSignal },
) => Promise<unknown>

export type Sending = { id: string; file: File } & (
  | { state: 'sending'; share: number }
  | { state: 'done' | 'failed' }
  | { state: 'refused'; fault: FileFault }
)

export type SendingEvent =
  | { type: 'added'; file: Sending }
  | { type: 'began' | 'done' | 'failed' | 'removed'; id: string }
  | { type: 'progressed'; id: string; share: number }

/** The list's next state. A removed file stays removed, whatever its upload still reports. */
export function afterEvent(files: readonly Sending[], event: SendingEvent): readonly Sending[] {
  if (event.type === 'added') return [...files, event.file]
  if (event.type === 'removed') return files.filter(({ id }) => id !== event.id)
  const { type } = event
  return files.map((entry): Sending => {
    if (entry.id !== event.id) return entry
    const { id, file } = entry
    switch (type) {
      case 'began':
        return { id, file, state: 'sending', share: 0 }
      case 'progressed':
        // Reports may arrive late or out of order: a bar never goes back, and an ended upload stays ended.
        return entry.state === 'sending'
          ? { ...entry, share: Math.min(1, Math.max(entry.share, event.share)) }
          : entry
      default:
        return { id, file, state: type }
    }
  })
}

export function useUploads(upload: Upload, rules: FileRules, onRemove?: (file: File) => void) {
  const [files, tell] = useReducer(afterEvent, [])
  const running = useRef(new Map<string, AbortController>())
  const stopAll = useEffectEvent(() => {
    for (const controller of running.current.values()) controller.abort()
  })
  useEffect(() => () => stopAll(), [])

  const send = (id: string, file: File) => {
    const controller = new AbortController()
    running.current.set(id, controller)
    tell({ type: 'began', id })
    upload(file, { progress: (share) => tell({ type: 'progressed', id, share }), signal: controller.signal })
      .then(
        () => 'done' as const,
        () => 'failed' as const,
      )
      .then((type) => {
        running.current.delete(id)
        if (!controller.signal.aborted) tell({ type, id })
      })
  }
  const add = (added: readonly File[]) => {
    let held = files.filter(({ state }) => state !== 'refused').length
    for (const file of added) {
      const id = crypto.randomUUID()
      const fault = fileFault(file, rules, held)
      if (fault) tell({ type: 'added', file: { id, file, state: 'refused', fault } })
      else {
        held += 1
        tell({ type: 'added', file: { id, file, state: 'sending', share: 0 } })
        send(id, file)
      }
    }
  }
  const remove = ({ id, file, state }: Sending) => {
    running.current.get(id)?.abort()
    running.current.delete(id)
    tell({ type: 'removed', id })
    if (state === 'done') onRemove?.(file)
  }
  return { files, add, remove, retry: ({ id, file }: Sending) => send(id, file) }
}
