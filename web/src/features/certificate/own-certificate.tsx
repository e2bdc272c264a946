import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { ownCertificateQuery, useReissue, useShowName } from './queries.ts'

/** The caller's own certificate; null for everybody else's. */
export function useOwnCertificate(code: string) {
  const { user } = useSession()
  const { data } = useQuery({ ...ownCertificateQuery(code), enabled: user !== null })
  return (user && data) ?? null
}

type Own = NonNullable<ReturnType<typeof useOwnCertificate>>

/** For its own member: the name on it or the initials alone, and once another name. */
export function OwnName({ own, onCode }: { own: Own; onCode: (code: string) => void }) {
  const { t } = useTranslation('certificate')
  const show = useShowName(own.code)
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {own.name !== null && (
        <Button busy={show.isPending} onClick={() => show.mutate(!own.shown)}>
          {t(own.shown ? 'own.hide' : 'own.show')}
        </Button>
      )}
      {own.replaces === null && (
        <Button variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('own.correct')}
        </Button>
      )}
      {open && <AnotherName code={own.code} onCode={onCode} />}
    </div>
  )
}

function AnotherName({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const { t } = useTranslation('certificate')
  const reissue = useReissue(code)
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reissue.mutate(name.trim(), { onSuccess: onCode })
  }
  return (
    <form onSubmit={submit} className="grid w-full gap-3">
      <Field label={t('own.name')} hint={t('own.once')}>
        <Input
          value={name}
          required
          minLength={2}
          maxLength={80}
          autoComplete="name"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Button type="submit" variant="inverse" busy={reissue.isPending} className="justify-self-start">
        {t('own.reissue')}
      </Button>
    </form>
  )
}
