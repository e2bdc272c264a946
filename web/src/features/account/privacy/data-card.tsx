import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { ScrollText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { deletionQuery, useKeepAccount } from '#lib/session/own-deletion.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { ConsentsDialog } from './consents-dialog.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'
import { ExportRow } from './export-row.tsx'

/** The member's data: export them, look up consents, or erase the account. */
export function DataCard({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const [open, setOpen] = useState<'consents' | 'deletion' | null>(null)
  const close = () => setOpen(null)
  const due = useQuery(deletionQuery)
  const keep = useKeepAccount()
  const kept = () => toast({ title: t('privacy.kept'), description: t('privacy.keptText') })
  return (
    <SettingCard id="donnees" title={t('privacy.title')} help="vos-donnees" purpose={t('privacy.purpose')}>
      <ExportRow user={user} />
      <SettingRow
        icon={ScrollText}
        title={t('privacy.consents')}
        action={
          <Button variant="outline" onClick={() => setOpen('consents')}>
            {t('privacy.seeConsents')}
          </Button>
        }
      >
        {t('privacy.consentsText')}
      </SettingRow>
      <SettingRow
        icon={Trash2}
        title={
          <>
            {t('privacy.delete')}
            {due.data ? <Badge tone="warn">{t('privacy.planned')}</Badge> : null}
          </>
        }
        action={
          due.data ? (
            <Button
              variant="outline"
              busy={keep.isPending}
              disabled={keep.isPending}
              onClick={() => keep.mutate(undefined, { onSuccess: kept })}
            >
              {t('privacy.keep')}
            </Button>
          ) : (
            <Button variant="danger" disabled={due.isPending} onClick={() => setOpen('deletion')}>
              {t('privacy.delete')}
            </Button>
          )
        }
      >
        {due.data ? t('privacy.dueOn', { date: format.longDate(due.data) }) : t('privacy.deleteText')}
        {keep.isError ? (
          <span role="alert" className="block text-loss">
            {t('privacy.failed')}
          </span>
        ) : null}
      </SettingRow>
      {open === 'consents' ? <ConsentsDialog onClose={close} /> : null}
      {open === 'deletion' ? <DeletionDialog user={user} onClose={close} /> : null}
    </SettingCard>
  )
}
