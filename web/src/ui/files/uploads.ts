// Uploads of a drop zone: each has its own state, can be cancelled and retried.
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { type FileFault, type FileRules, faultOf, fileFault, type UploadFault } from './file-check.ts'

/** Uploads a file and reports its progress from 0 to 1. It must end early when `signal` is aborted. */
export type Upload = (
  file: File,
  report: { progress: (share: number) => void; signal: AbortSignal },
) => Promise<unknown>

export type Sending = { id: string; file: File } & (
  | { state: 'sending'; share: number }
  | { state: 'done' | 'failed' }
  | { state: 'refused'; fault: UploadFault }
)

export type SendingEvent =
  | { type: 'added'; file: Sending }
  | { type: 'began' | 'done' | 'failed' | 'removed'; id: string }
  | { type: 'refused'; id: string; fault: UploadFault }
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
      case 'refused':
        return { id, file, state: 'refused', fault: event.fault }
      default:
        return { id, file, state: type }
    }
  })
}

/**
 * What becomes of the list when files are chosen. Where one file is wanted, an acceptable one takes the place of the present one,
 * and one that was refused or failed leaves with the next attempt.
 */
export function afterChoice<Chosen extends File>(
  files: readonly Sending[],
  chosen: readonly Chosen[],
  rules: FileRules,
): { leaving: readonly Sending[]; arriving: readonly { file: Chosen; fault: FileFault | null }[] } {
  const one = rules.maxCount === 1
  const replaced = one && chosen.some((file) => fileFault(file, rules) === null)
  const leaving = files.filter(
    ({ state }) => replaced || (one && (state === 'refused' || state === 'failed')),
  )
  let held = files.filter((file) => file.state !== 'refused' && !leaving.includes(file)).length
  const arriving = chosen.map((file) => {
    const fault = fileFault(file, rules, held)
    if (fault === null) held += 1
    return { file, fault }
  })
  return { leaving, arriving }
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
        () => ({ type: 'done', id }) as const,
        (error: unknown) => {
          const fault = faultOf(error)
          return fault ? ({ type: 'refused', id, fault } as const) : ({ type: 'failed', id } as const)
        },
      )
      .then((event) => {
        // Another upload of the same row may have begun.
        if (controller.signal.aborted) return
        running.current.delete(id)
        tell(event)
      })
  }
  const remove = ({ id, file, state }: Sending) => {
    running.current.get(id)?.abort()
    running.current.delete(id)
    tell({ type: 'removed', id })
    if (state === 'done') onRemove?.(file)
  }
  const add = (chosen: readonly File[]) => {
    const { leaving, arriving } = afterChoice(files, chosen, rules)
    for (const file of leaving) remove(file)
    for (const { file, fault } of arriving) {
      const id = crypto.randomUUID()
      if (fault) tell({ type: 'added', file: { id, file, state: 'refused', fault } })
      else {
        tell({ type: 'added', file: { id, file, state: 'sending', share: 0 } })
        send(id, file)
      }
    }
  }
  return { files, add, remove, retry: ({ id, file }: Sending) => send(id, file) }
}
