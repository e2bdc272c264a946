import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { signOut } from '#lib/session/auth.ts'
import { Facts } from '#ui/figure/facts.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useProof } from '../security/use-proof.tsx'
import { askForDeletion, commissionAtStakeQuery } from './privacy-queries.ts'

/** Refusals of the database that have a sentence of their own. */
const REFUSALS = { staff_first: 'staffFirst', too_many_deletions: 'tooManyDeletions' } as const
type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS] | 'failed'

/** What is deleted, what is kept and why, and how long the member can change their mind; then the confirmation. */
export function DeletionDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const navigate = useNavigate()
  const proof = useProof(user)
  const { data: stake } = useQuery({ ...commissionAtStakeQuery, staleTime: 0 })
  const left = stake ? stake.due + stake.pending : 0
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const erase = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      if (!(await proof.ensure())) return
      const due = await askForDeletion()
      // The database has ended every session; delete this browser's copy.
      await signOut()
      toast({
        title: t('privacy.asked'),
        description: t('privacy.askedText', { date: format.longDate(due) }),
      })
      navigate('/', { replace: true })
    } catch (error) {
      const { message } = error as { message?: string }
      setRefusal(REFUSALS[message as keyof typeof REFUSALS] ?? 'failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('privacy.deleteTitle')}
      description={t(user.is_anonymous ? 'privacy.deleteTrial' : 'privacy.deletePurpose')}
      refusal={refusal && t(`privacy.${refusal}`)}
      submit={t('privacy.delete')}
      submitLook="danger"
      busy={busy}
      onSubmit={() => void erase()}
      onClose={onClose}
    >
      {stake && left > 0 ? (
        <Notice icon={<CircleAlert size={16} strokeWidth={1.75} aria-hidden />}>
          {t('privacy.commissionLeft', { amount: format.money(left, stake.currency) })}{' '}
          {stake.due >= stake.minimum ? (
            <Link to="/parrainage">{t('privacy.commissionAsk')}</Link>
          ) : (
            t('privacy.commissionLost', { minimum: format.money(stake.minimum, stake.currency) })
          )}
        </Notice>
      ) : null}
      <Facts
        className="border-y border-line"
        rows={[
          { name: t('privacy.goes'), value: t('privacy.goesText') },
          { name: t('privacy.stays'), value: t('privacy.staysText') },
        ]}
      />
      {proof.dialog}
    </FormDialog>
  )
}
