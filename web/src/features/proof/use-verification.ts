import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProofVerdict } from 'trading/verify-export'
import type { KeptHead } from 'trading/verify-heads'
import { env } from '#lib/env.ts'
import { workerAddress } from '#lib/worker-address.ts'
import type { ProofAnswer, ProofTask, Stage } from './proof-task.ts'
import address from './proof-worker.ts?worker&url'
import { saveAs } from './save-as.ts'

export type Verification =
  | { state: 'idle' }
  | { state: 'running'; stage: Stage; done: number; total: number }
  | { state: 'done'; verdict: ProofVerdict; milliseconds: number; at: Date }
  | { state: 'failed' }

const FILE = 'vigie-export.json'

/** One verification at a time, in a worker of its own; cancelling ends the worker, and so does leaving. */
export function useVerification() {
  const [verification, setVerification] = useState<Verification>({ state: 'idle' })
  const [file, setFile] = useState<'idle' | 'making' | 'failed'>('idle')
  const worker = useRef<Worker>(undefined)
  const end = useCallback(() => {
    worker.current?.terminate()
    worker.current = undefined
  }, [])
  useEffect(() => end, [end])

  const send = (task: ProofTask, failed: () => void) => {
    worker.current ??= new Worker(workerAddress(address), { type: 'module', name: 'proof' })
    worker.current.onerror = (event) => {
      console.error('the worker of the proof failed', event.message)
      end()
      failed()
    }
    worker.current.onmessage = ({ data }: MessageEvent<ProofAnswer>) => {
      if (data.is === 'failure') failed()
      else if (data.is === 'file') {
        saveAs(data.file, FILE)
        setFile('idle')
      } else if (task.do === 'file') return
      else if (data.is === 'verdict') setVerification({ ...data, state: 'done', at: new Date() })
      else setVerification({ ...data, state: 'running' })
    }
    worker.current.postMessage(task)
  }

  return {
    verification,
    file,
    verify: (kept: readonly KeptHead[]) => {
      end()
      setFile('idle')
      setVerification({ state: 'running', stage: 'reading', done: 0, total: 0 })
      send({ do: 'verify', kept, anonKey: env.anonKey }, () => setVerification({ state: 'failed' }))
    },
    cancel: () => {
      end()
      setVerification({ state: 'idle' })
    },
    /** What was verified, or the record as it stands, as a file. */
    download: () => {
      setFile('making')
      send({ do: 'file', anonKey: env.anonKey }, () => setFile('failed'))
    },
  }
}
