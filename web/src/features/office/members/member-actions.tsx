import { type FormEvent, useState } from 'react'
import { personName } from '#lib/data/person-name.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type StaffRole, useSession } from '#lib/session/session.tsx'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type MemberFile, useEndSessions, useReinstate, useStaffRole, useSuspend } from './members.ts'

type Asking = 'suspend' | 'reinstate' | 'sessions' | 'role'

/** The admin's actions on a member; each asks for confirmation and shows why the database refused. */
export function MemberActions({ member }: { member: MemberFile }) {
  const { t } = useTranslation('office')
  const { user } = useSession()
  const [asking, setAsking] = useState<Asking | null>(null)
  const mine = user?.id === member.id
  const offered: readonly { key: Asking; danger?: boolean }[] = [
    ...(member.suspended_at ? [{ key: 'reinstate' as const }] : []),
    ...(!member.suspended_at && !member.staff_role ? [{ key: 'suspend' as const, danger: true }] : []),
    ...(member.sessions.length > 0 ? [{ key: 'sessions' as const }] : []),
    ...(!member.suspended_at && !mine ? [{ key: 'role' as const }] : []),
  ]
  if (offered.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3 md:px-6">
      {offered.map(({ key, danger }) => (
        <Button key={key} variant={danger ? 'danger' : 'outline'} onClick={() => setAsking(key)}>
          {t(`act.${key}.do`)}
        </Button>
      ))}
      {asking && <ActDialog key={asking} act={asking} member={member} onClose={() => setAsking(null)} />}
    </div>
  )
}

function ActDialog({ act, member, onClose }: { act: Asking; member: MemberFile; onClose: () => void }) {
  const { t } = useTranslation('office')
  const [reason, setReason] = useState('')
  const [role, setRole] = useState<StaffRole | 'member'>(member.staff_role ?? 'member')
  const [missing, setMissing] = useState(false)
  const write = useAct(act, member, reason, role)
  const name = personName(member)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (act === 'suspend' && reason.trim().length < 3) return setMissing(true)
    write.mutate({
      onSuccess: () => {
        toast({ title: t(`act.${act}.done`, { name }) })
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`act.${act}.ask`, { name })}
      description={t(`act.${act}.note`)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form="act"
            variant={act === 'suspend' ? 'danger' : 'primary'}
            busy={write.isPending}
          >
            {t(`act.${act}.do`)}
          </Button>
        </>
      }
    >
      <form id="act" onSubmit={submit} noValidate className="grid gap-4">
        {write.error !== null && <Notice refusal>{t(`refused.${staffRefusalOf(write.error)}`)}</Notice>}
        {act === 'suspend' && (
          <Field label={t('act.reason')} error={missing ? t('act.reasonMissing') : undefined}>
            <Textarea
              rows={3}
              maxLength={500}
              value={reason}
              onChange={({ target }) => {
                setReason(target.value)
                setMissing(false)
              }}
            />
          </Field>
        )}
        {act === 'role' && (
          <Field label={t('members.role')}>
            <Select value={role} onChange={({ target }) => setRole(target.value as StaffRole | 'member')}>
              {(['member', 'analyst', 'admin'] as const).map((value) => (
                <option key={value} value={value}>
                  {t(`roles.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </form>
    </Dialog>
  )
}

/** The mutation of each action, with a common interface. */
function useAct(act: Asking, { id }: MemberFile, reason: string, role: StaffRole | 'member') {
  const suspend = useSuspend()
  const reinstate = useReinstate()
  const sessions = useEndSessions()
  const staff = useStaffRole()
  const writes = { suspend, reinstate, sessions, role: staff }
  return {
    isPending: writes[act].isPending,
    error: writes[act].error,
    mutate: (then: { onSuccess: () => void }) => {
      if (act === 'suspend') suspend.mutate({ member: id, reason }, then)
      else if (act === 'reinstate') reinstate.mutate(id, then)
      else if (act === 'sessions') sessions.mutate(id, then)
      else staff.mutate({ member: id, role: role === 'member' ? null : role }, then)
    },
  }
}
