import { Download } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CodeView } from '#ui/code-view.tsx'
import type { useVerification } from './use-verification.ts'

const COMMAND = 'npm run verify -- vigie-export.json --head vigie-head-2026-11-20.txt'

type Props = {
  file: ReturnType<typeof useVerification>['file']
  onDownload: () => void
  className?: string
}

/** The same check without us: the whole record as a file, and the command that reads it. */
export function OfflineCheck({ file, onDownload, className }: Props) {
  const { t } = useTranslation('proof')
  return (
    <section
      aria-labelledby="offline"
      className={classNames('grid gap-6 md:grid-cols-[1fr_1.2fr]', className)}
    >
      <div>
        <h2 id="offline" className="text-20 font-semibold tracking-title">
          {t('offline.title')}
        </h2>
        <p className="mt-2 text-pretty text-muted">{t('offline.text')}</p>
        <Button
          className="mt-4"
          icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
          busy={file === 'making'}
          onClick={() => file !== 'making' && onDownload()}
        >
          {t('offline.download')}
        </Button>
        <p role="status" className="mt-2 text-13 text-loss">
          {file === 'failed' && t('offline.failed')}
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <CodeView title={t('offline.command')} code={COMMAND} />
        <p className="text-13 text-pretty text-muted">{t('offline.exit')}</p>
      </div>
    </section>
  )
}
