import { Download } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CodeView } from '#ui/markdown/code-view.tsx'
import { LogKey } from './log-key.tsx'
import type { ProofFile } from './proof-task.ts'
import type { FileState } from './use-verification.ts'

const COMMAND = `npm run verify -- vigie-export.json \\
  --minutes vigie-minutes.jsonl \\
  --head vigie-head-2026-11-20.txt`

type Props = { file: FileState; onDownload: (which: ProofFile) => void }

const FILES = ['file', 'minutes'] as const

/** The same check without the site: the whole record as a file, and the command that verifies it. */
export function OfflineCheck({ file, onDownload }: Props) {
  const { t } = useTranslation('proof')
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <header>
        <h2 className="text-16 font-semibold">{t('offline.title')}</h2>
        <p className="mt-1 text-pretty text-muted">{t('offline.text')}</p>
      </header>
      <div>
        <div className="flex flex-wrap gap-3">
          {FILES.map((which) => (
            <Button
              key={which}
              variant="outline"
              icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
              busy={file.is === 'making' && file.which === which}
              onClick={() => file.is !== 'making' && onDownload(which)}
            >
              {t(which === 'file' ? 'offline.download' : 'offline.minutes')}
            </Button>
          ))}
        </div>
        <p role="status" className="text-13 text-loss">
          {file.is === 'failed' && t('offline.failed')}
        </p>
      </div>
      <CodeView title={t('offline.command')} code={COMMAND} />
      <p className="text-13 text-pretty text-muted">{t('offline.exit')}</p>
      <LogKey />
    </Card>
  )
}
