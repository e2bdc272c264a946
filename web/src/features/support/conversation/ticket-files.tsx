import { FileText, Image as ImageIcon, ShieldCheck } from 'lucide-react'
import { useStoredFile } from '#lib/data/use-stored-file.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { writeSize } from '#ui/files/file-check.ts'
import type { StoredFile } from '../tickets.ts'
import { FILES } from './use-attachments.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0 text-muted' } as const

/** The files of a message. None is ever shown in the page: each is fetched as a file, by who may read the ticket. */
export function TicketFiles({ files }: { files: readonly StoredFile[] }) {
  const { t } = useTranslation('support')
  if (files.length === 0) return null
  return (
    <ul aria-label={t('files.list')} className="mt-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <FileChip key={file.id} file={file} />
      ))}
    </ul>
  )
}

function FileChip({ file }: { file: StoredFile }) {
  const { t, i18n } = useTranslation('support')
  const { busy, missing, download } = useStoredFile(FILES.bucket, file.path, file.name)
  return (
    <li className="min-w-0">
      <button
        type="button"
        onClick={download}
        aria-busy={busy || undefined}
        className="inline-flex h-9 max-w-full items-center gap-2 rounded-control border border-line px-3 text-13 transition-colors hover:bg-raised pointer-coarse:h-target"
      >
        {file.type.startsWith('image/') ? <ImageIcon {...icon} /> : <FileText {...icon} />}
        <span className="sr-only">{t('files.open')} </span>
        <bdi className="min-w-0 truncate">{file.name}</bdi>
        <span className="tabular shrink-0 text-muted">
          {t('files.checked', { size: writeSize(file.bytes, i18n.language) })}
        </span>
        <ShieldCheck {...icon} />
      </button>
      {missing && (
        <p role="alert" className="text-12 text-loss">
          {t('files.missing')}
        </p>
      )}
    </li>
  )
}
