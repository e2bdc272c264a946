/** Messages between the host and a function's thread. Each body chunk is requested, so neither side is flooded. */
export type WorkerSettings = {
  entrypoint: string
  importMap: string | null
  /** Directories whose node_modules may contain the function's imports, nearest first. */
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
  /** The host requests the next chunk of the response. */
  | { kind: 'more'; id: number }
  | { kind: 'cancel'; id: number }
  | { kind: 'unload'; reason: 'early_drop' | 'termination' | 'wall_clock' }

export type FromWorker =
  | { kind: 'ready'; files: string[] }
  | { kind: 'boot-failed'; message: string }
  /** The function requests the next chunk of the request. */
  | { kind: 'more-body'; id: number }
  | { kind: 'head'; id: number; status: number; headers: [string, string][]; hasBody: boolean }
  | { kind: 'chunk'; id: number; chunk: Uint8Array | null }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'unloaded' }
