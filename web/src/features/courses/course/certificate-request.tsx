import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useRequestCertificate } from '../queries.ts'

/** Asks for the certificate, once everything that it attests is done. */
export function CertificateRequest({ course }: { course: string }) {
  const { t } = useTranslation('courses')
  const request = useRequestCertificate()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    request.mutate(
      { course, name: name.trim() },
      { onError: () => void toast({ title: t('certificate.failed'), variant: 'destructive' }) },
    )
  }
  return (
    <form onSubmit={submit} className="mt-3 grid gap-3">
      <Field label={t('certificate.name-on')}>
        <Input
          value={name}
          required
          minLength={2}
          maxLength={80}
          autoComplete="name"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Button type="submit" variant="inverse" busy={request.isPending} className="justify-self-start">
        {t('certificate.request')}
      </Button>
    </form>
  )
}
