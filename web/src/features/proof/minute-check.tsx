import { Check, CircleAlert, Rewind } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { workerAddress } from '#lib/browser/worker-address.ts'
import { env } from '#lib/data/env.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/figure/facts.tsx'
import type { ProofAnswer, ProofTask } from './proof-task.ts'
import address from './proof-worker.ts?worker&url'

type Standing = { is: 'idle' | 'running' | 'failed' } | Extract<ProofAnswer, { is: 'signal' }>

const icon = { size: 16, strokeWidth: 2, className: 'mt-1 shrink-0', 'aria-hidden': true } as const

/** Recomputes an ended signal from its minutes in a worker: whether the events match, or the first difference. */
export function MinuteCheck({ id }: { id: string }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const [standing, setStanding] = useState<Standing>({ is: 'idle' })
  const worker = useRef<Worker>(undefined)
  useEffect(() => () => worker.current?.terminate(), [])
  const replay = () => {
    worker.current?.terminate()
    const own = new Worker(workerAddress(address), { type: 'module', name: 'proof' })
    worker.current = own
    own.onerror = (event) => {
      console.error('the worker of the minutes failed', event.message)
      setStanding({ is: 'failed' })
    }
    own.onmessage = ({ data }: MessageEvent<ProofAnswer>) => {
      setStanding(data.is === 'signal' ? data : { is: 'failed' })
      own.terminate()
    }
    setStanding({ is: 'running' })
    own.postMessage({ do: 'signal', id, anonKey: env.anonKey } satisfies ProofTask)
  }
  const done = standing.is === 'signal' ? standing : null
  return (
    <DetailSection title={t('minutes.title')}>
      <p className="text-pretty text-muted">{t('minutes.text')}</p>
      <Button
        variant="outline"
        className="mt-3"
        icon={<Rewind size={16} strokeWidth={1.75} aria-hidden />}
        busy={standing.is === 'running'}
        onClick={() => standing.is !== 'running' && replay()}
      >
        {t('minutes.start')}
      </Button>
      <div role="status" className="mt-3 grid gap-1 empty:hidden">
        {standing.is === 'failed' && <p className="text-13 text-loss">{t('minutes.failed')}</p>}
        {done?.divergence && (
          <>
            <p className="flex items-start gap-2 text-pretty text-loss">
              <CircleAlert {...icon} />
              {t(`problem.${done.divergence.problem}`)}
            </p>
            <code className="font-mono text-12 break-all text-muted">{done.divergence.path}</code>
          </>
        )}
        {done && !done.divergence && (
          <p className="flex items-start gap-2 text-pretty text-gain">
            <Check {...icon} />
            {t('minutes.done', { count: done.counts.minutes, minutes: format.number(done.counts.minutes) })}
          </p>
        )}
        {done && done.counts.absent > 0 && (
          <p className="text-13 text-muted">
            {t('minutes.absent', { count: done.counts.absent, minutes: format.number(done.counts.absent) })}
          </p>
        )}
      </div>
    </DetailSection>
  )
}
