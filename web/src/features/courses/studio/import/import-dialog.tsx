import { useQueryClient } from '@tanstack/react-query'
import type { Problem } from 'content/files'
import { folderEntries } from 'content/folder'
import { FolderInput } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { CONTENTS, contentRefusalOf, saveContent, useCreateContent } from '#studio/document/content.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ChosenFile, filesOfDrop, filesOfInput, readChosen } from './chosen-files.ts'
import { ImportList } from './import-list.tsx'
import { type PlannedItem, planOf, statementsAt } from './import-plan.ts'
import { readKnown, readNames } from './import-queries.ts'
import { type ImportResult, runImport } from './run-import.ts'

type Read = { plan: PlannedItem[]; problems: Problem[] }

/** Reads a folder of courses and questions, says what would be written, and writes it when that is confirmed. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('courses-studio')
  const { t: studio } = useTranslation('studio')
  const client = useQueryClient()
  const create = useCreateContent()
  const [read, setRead] = useState<Read | 'reading' | 'unread' | null>(null)
  const [written, setWritten] = useState<number | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const prepare = async (files: readonly ChosenFile[]) => {
    setRead('reading')
    setResult(null)
    const { folder, problems } = await readChosen(files)
    const found = folderEntries(folder)
    const [known, names] = await Promise.all([readKnown(found.entries), readNames()])
    setRead({
      plan: planOf(found.entries, known),
      problems: [...problems, ...found.problems, ...statementsAt(folder, found.entries, names)],
    })
  }
  const take = (files: Promise<readonly ChosenFile[]>) =>
    void files.then(prepare).catch((error: unknown) => {
      console.error('a folder could not be read', error)
      setRead('unread')
    })
  const ready = read !== null && typeof read === 'object' ? read : null
  const todo = ready?.plan.filter(({ is }) => is === 'new' || is === 'changed') ?? []
  const busy = written !== null && result === null
  const write = async () => {
    setWritten(0)
    const done = await runImport(
      todo.length === 0 ? [] : (ready?.plan ?? []),
      { create: (made) => create.mutateAsync(made), save: saveContent },
      setWritten,
    )
    setResult(done)
    void client.invalidateQueries({ queryKey: [CONTENTS.name] })
  }
  return (
    <Dialog
      open
      wide
      closable={!busy}
      onOpenChange={(open) => !open && onClose()}
      title={t('import.title')}
      description={t('import.note')}
      footer={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {studio(result ? 'panel.close' : 'cancel')}
          </Button>
          {!result && (
            <Button variant="primary" busy={busy} disabled={todo.length === 0} onClick={() => void write()}>
              {t('import.do', { count: todo.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid min-w-0 gap-4">
        {!busy && !result && <DropFolder onFiles={take} />}
        {read === 'reading' && <Skeleton className="h-40" />}
        {read === 'unread' && <Notice refusal>{t('import.unread')}</Notice>}
        {busy && (
          <div className="grid gap-1.5">
            <progress className="h-2 w-full accent-text" max={todo.length} value={written} />
            <p role="status" className="text-13 text-muted">
              {t('import.progress', { written, all: todo.length })}
            </p>
          </div>
        )}
        {result && (
          <Notice refusal={result.failed !== null}>
            {t('import.done', { count: result.written })}
            {result.failed &&
              ` ${t('import.failed', {
                name: `${t(`${result.failed.item.entry.kind}.one`)} ${result.failed.item.entry.slug}`,
                why: studio(`refused.${contentRefusalOf(result.failed.error).key}`),
                count: todo.length - result.written,
              })}`}
          </Notice>
        )}
        {ready && <ImportList plan={ready.plan} problems={ready.problems} />}
      </div>
    </Dialog>
  )
}

/** A zone that takes a dropped folder or files, with a button for each. */
function DropFolder({ onFiles }: { onFiles: (files: Promise<readonly ChosenFile[]>) => void }) {
  const { t } = useTranslation('courses-studio')
  const [over, setOver] = useState(false)
  const chosen = (files: FileList | null) => files?.length && onFiles(Promise.resolve(filesOfInput(files)))
  return (
    <section
      aria-label={t('import.drop')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(filesOfDrop(event.dataTransfer))
      }}
      className={classNames(
        'grid justify-items-center gap-3 rounded-card border border-dashed px-4 py-6 text-center',
        over ? 'border-text bg-raised' : 'border-control',
      )}
    >
      <FolderInput size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
      <p className="text-pretty text-muted">{t('import.drop')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Choice label={t('import.folder')} onChosen={chosen} folder />
        <Choice label={t('import.files')} onChosen={chosen} />
      </div>
    </section>
  )
}

function Choice({
  label,
  folder = false,
  onChosen,
}: {
  label: string
  folder?: boolean
  onChosen: (files: FileList | null) => void
}): ReactNode {
  return (
    <label className="relative inline-flex h-9 cursor-pointer items-center rounded-control border border-control px-3 text-14 font-medium hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      {label}
      <input
        type="file"
        multiple
        className="absolute inset-0 cursor-pointer opacity-0 outline-none file:cursor-pointer"
        {...(folder ? { webkitdirectory: '' } : { accept: '.md,.yaml,.yml' })}
        onChange={({ target }) => {
          onChosen(target.files)
          // Otherwise the same folder could not be chosen again once it was corrected.
          target.value = ''
        }}
      />
    </label>
  )
}
