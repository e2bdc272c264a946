/** What a host and the thread of a function say to each other. Bodies flow one chunk a request for it, so a slow side is never flooded. */
export type WorkerSettings = {
  entrypoint: string
  importMap: string | null
  /** Folders whose node_modules may hold what the function imports, nearest first. */
  packageRoots: string[]
}

export type ToWorker =
  | {
      kind: 'request'
      id: number
      method: string
      url: string
      headers: [string, string][]
      hasBody: boolean
      remote: string
    }
  | { kind: 'body'; id: number; chunk: Uint8Array | null }
  | { kind: 'body-failed'; id: number }
  /** The host wants the next chunk of the response. */
  | { kind: 'more'; id: number }
  | { kind: 'cancel'; id: number }
  | { kind: 'unload'; reason: 'early_drop' | 'termination' | 'wall_clock' }

export type FromWorker =
  | { kind: 'ready'; files: string[] }
  | { kind: 'boot-failed'; message: string }
  /** The function wants the next chunk of the request. */
  | { kind: 'more-body'; id: number }
  | { kind: 'head'; id: number; status: number; headers: [string, string][]; hasBody: boolean }
  | { kind: 'chunk'; id: number; chunk: Uint8Array | null }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'unloaded' }
