import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { displayName } from '#lib/session/person-name.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { ownCertificateQuery, useShowName } from './queries.ts'

/** For the certificate's own member: their name on it, or their initials alone. */
export function OwnName({ code, shown }: { code: string; shown: boolean }) {
  const { t } = useTranslation('certificate')
  const { user } = useSession()
  const own = useQuery({ ...ownCertificateQuery(code), enabled: user !== null })
  const show = useShowName(code)
  if (!own.data || !user) return null
  return (
    <Button
      className="mt-4"
      busy={show.isPending}
      onClick={() => show.mutate(shown ? null : displayName(user))}
    >
      {t(shown ? 'own.hide' : 'own.show')}
    </Button>
  )
}
