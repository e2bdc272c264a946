import { useQuery } from '@tanstack/react-query'
import { Download, FileSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SignalProofVerdict } from 'trading/proof/signal-proof'
import { saveAs } from '#lib/browser/save-as.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { signedTreeQuery } from './queries.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The key that signs checkpoints, the newest checkpoint as a file, and a local check of one signal's proof file. */
export function LogKey() {
  const { t } = useTranslation('proof')
  const { data: tree, isPending } = useQuery(signedTreeQuery)
  if (isPending) return <Skeleton className="h-48" />
  const key = tree?.keys.at(-1)
  if (!tree || !key) return null
  return (
    <section aria-labelledby="log-key" className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 id="log-key" className="font-medium">
          {t('key.title')}
        </h3>
        <p className="text-13 text-pretty text-muted">{t('key.text')}</p>
      </div>
      <code className="font-mono text-12 break-all">{key}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={key} label={t('key.copy')} variant="outline" />
        <Button
          variant="outline"
          icon={<Download {...icon} />}
          onClick={() => saveAs(new Blob([tree.note], { type: 'text/plain' }), 'vigie-checkpoint.txt')}
        >
          {t('key.checkpoint')}
        </Button>
        <ProofCheck keys={tree.keys} />
      </div>
    </section>
  )
}

function ProofCheck({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation('proof')
  const input = useRef<HTMLInputElement>(null)
  const [verdict, setVerdict] = useState<SignalProofVerdict | null>(null)
  const check = async (file: File | undefined) => {
    if (!file) return
    const { verifySignalProof } = await import('trading/proof/signal-proof')
    setVerdict(await verifySignalProof(await file.text(), { logKeys: keys }))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".tlog-proof,text/plain"
        hidden
        aria-label={t('key.check')}
        onChange={({ target }) => {
          void check(target.files?.[0])
          // Without a reset, the same file could not be chosen again.
          target.value = ''
        }}
      />
      <Button variant="outline" icon={<FileSearch {...icon} />} onClick={() => input.current?.click()}>
        {t('key.check')}
      </Button>
      <p role="status" className="basis-full text-13 text-pretty empty:hidden">
        {verdict && <Said verdict={verdict} />}
      </p>
    </>
  )
}

function Said({ verdict }: { verdict: SignalProofVerdict }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  if (verdict.verdict !== 'proved')
    return (
      <span className="text-loss">{t(verdict.verdict === 'malformed' ? 'key.unread' : 'key.refused')}</span>
    )
  const { data, at, sequence } = verdict.entry
  return (
    <span className="text-gain">
      {t(verdict.levels ? 'key.proved' : 'key.provedSealed', {
        number: format.number(Number(data.number)),
        author: String(data.author),
        time: format.dateTime(at),
        sequence: format.number(sequence),
      })}
    </span>
  )
}
