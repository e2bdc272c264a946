import { useId, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useContent, useNames } from '../form/studio-context.tsx'
import { useValueWords } from './change-view.tsx'

/** Resolves conflicts: both versions are shown side by side, and one is chosen for each place. */
export function ConflictDialog() {
  const { t } = useTranslation('studio')
  const { meeting, settle } = useContent()
  const { placeName } = useNames()
  const words = useValueWords()
  const group = useId()
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  if (!meeting) return null
  const { conflicts, author } = meeting
  const choose = (path: string, other: boolean) => {
    const next = new Set(theirs)
    if (other) next.add(path)
    else next.delete(path)
    setTheirs(next)
  }
  const done = () => {
    setBusy(true)
    void settle(theirs).finally(() => {
      setBusy(false)
      setTheirs(new Set())
    })
  }
  return (
    <Dialog
      open
      closable={false}
      onOpenChange={() => undefined}
      title={t('conflict.title', { author })}
      description={t('conflict.note', { count: conflicts.length })}
      footer={
        <Button variant="primary" busy={busy} onClick={done}>
          {t('conflict.keep')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {conflicts.map(({ path, mine, theirs: other }) => (
          <fieldset key={path}>
            <legend className="mb-1.5 text-13 font-medium">{placeName(path)}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {[
                { other: false, title: t('conflict.mine'), value: mine },
                { other: true, title: t('conflict.theirs', { author }), value: other },
              ].map((side) => (
                <label
                  key={side.title}
                  className={classNames(
                    'block cursor-pointer rounded-control border p-3 has-focus-visible:outline-2 has-focus-visible:outline-focus',
                    theirs.has(path) === side.other ? 'border-text bg-raised' : 'border-line-strong',
                  )}
                >
                  <span className="mb-1 flex items-center gap-2 text-12 font-medium text-muted">
                    <input
                      type="radio"
                      name={`${group} ${path}`}
                      checked={theirs.has(path) === side.other}
                      onChange={() => choose(path, side.other)}
                      className="accent-(--text)"
                    />
                    {side.title}
                  </span>
                  <span className="block max-h-48 overflow-y-auto text-13 wrap-anywhere whitespace-pre-line">
                    {words(side.value)}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
