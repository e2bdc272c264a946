import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProofVerdict } from 'trading/proof/verify-export'
import type { KeptHead } from 'trading/proof/verify-heads'
import { saveAs } from '#lib/browser/save-as.ts'
import { workerAddress } from '#lib/browser/worker-address.ts'
import { env } from '#lib/data/env.ts'
import type { ProofAnswer, ProofFile, ProofTask, Stage } from './proof-task.ts'
import address from './proof-worker.ts?worker&url'

export type Verification =
  | { state: 'idle' }
  | { state: 'running'; stage: Stage; done: number; total: number }
  | { state: 'done'; verdict: ProofVerdict; milliseconds: number; at: Date }
  | { state: 'failed' }

const FILES: Record<ProofFile, string> = { file: 'vigie-export.json', minutes: 'vigie-minutes.jsonl' }

export type FileState = { is: 'idle' } | { is: 'making' | 'failed'; which: ProofFile }

/** Runs one verification at a time, in its own worker; cancelling or leaving the page terminates the worker. */
export function useVerification() {
  const [verification, setVerification] = useState<Verification>({ state: 'idle' })
  const [file, setFile] = useState<FileState>({ is: 'idle' })
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
        saveAs(data.file, FILES[task.do === 'minutes' ? 'minutes' : 'file'])
        setFile({ is: 'idle' })
      } else if (task.do !== 'verify' || data.is === 'signal') return
      else if (data.is === 'verdict') setVerification({ ...data, state: 'done', at: new Date() })
      else setVerification({ ...data, state: 'running' })
    }
    worker.current.postMessage(task)
  }

  return {
    verification,
    file,
    verify: (kept: readonly KeptHead[], everyMinute: boolean) => {
      end()
      setFile({ is: 'idle' })
      setVerification({ state: 'running', stage: 'reading', done: 0, total: 0 })
      send({ do: 'verify', kept, everyMinute, anonKey: env.anonKey }, () =>
        setVerification({ state: 'failed' }),
      )
    },
    cancel: () => {
      end()
      setVerification({ state: 'idle' })
    },
    /** Downloads the verified record, or the current one; or the minutes of every ended signal. */
    download: (which: ProofFile) => {
      setFile({ is: 'making', which })
      send({ do: which, anonKey: env.anonKey }, () => setFile({ is: 'failed', which }))
    },
  }
}
