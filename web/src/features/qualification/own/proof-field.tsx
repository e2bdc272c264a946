import { type ReactNode, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { FileDrop } from '#ui/files/file-drop.tsx'
import type { Sending } from '#ui/files/uploads.ts'
import { Field } from '#ui/form/field.tsx'
import { uploadProof } from '../queries.ts'
import { missingProof } from './missing-proof.ts'

const PROOFS = {
  accept: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'],
  maxSize: 5_000_000,
  maxCount: 1,
}

/** The optional file of a request or an answer. `ready` says whether the form may be sent; if not, the field says why. */
export function useProof(userId: string): { path: string | null; ready: () => boolean; field: ReactNode } {
  const { t } = useTranslation('qualification')
  const [path, setPath] = useState<string | null>(null)
  const [files, setFiles] = useState<readonly Sending[]>([])
  const [asked, setAsked] = useState(false)
  const missing = missingProof(files)
  const ready = () => {
    setAsked(missing !== null)
    return missing === null
  }
  const why = { sending: t('form.proofSending'), lost: t('form.proofLost') }
  const field = (
    <Field
      label={t('proof')}
      optional={t('optional')}
      hint={t('form.proofHint')}
      error={asked && missing ? <span role="alert">{why[missing]}</span> : undefined}
    >
      <FileDrop
        {...PROOFS}
        upload={async (file, { signal }) => {
          const sent = await uploadProof(userId, file)
          // A file that was removed while it was sent is not attached.
          if (!signal.aborted) setPath(sent)
        }}
        onRemove={() => setPath(null)}
        onFiles={setFiles}
      />
    </Field>
  )
  return { path, ready, field }
}
