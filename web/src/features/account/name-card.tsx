import { useForm } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import { auth } from '#lib/session/auth.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type Profile, useSaveProfile } from './queries.ts'
import { SettingCard } from './setting-row.tsx'

const LONGEST = 80
/** The database's refusal of a username that looks like another one. */
const DECEIVES = ['username_control_characters', 'username_confusable'] as const

/** The member's name. The auth service stores it too, for mails and menus. */
export function NameCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account')
  const save = useSaveProfile(profile.id)
  const { first_name, last_name, username } = profile
  const { register, handleSubmit, formState, reset } = useForm({
    values: { first_name, last_name, username },
  })
  const submit = handleSubmit(async (names) => {
    const trimmed = {
      first_name: names.first_name.trim(),
      last_name: names.last_name.trim(),
      username: names.username.trim().toLowerCase(),
    }
    await save
      .mutateAsync(trimmed, {
        onSuccess: async () => {
          reset(trimmed)
          toast({ title: t('name.saved') })
          const { error } = await auth.updateUser({
            data: { first_name: trimmed.first_name, last_name: trimmed.last_name },
          })
          if (error) console.error('the name could not be given to the auth service', error)
        },
      })
      .catch(() => undefined)
  })
  const refusal = save.error as { code?: string; message?: string } | null
  const taken = refusal?.code === '23505'
  const deceives = DECEIVES.find((key) => key === refusal?.message)
  const imitates = refusal?.message === 'name_imitates'
  const usernameRefused = taken ? t('name.taken') : deceives && t(`name.${deceives}`)
  return (
    <SettingCard title={t('name.title')} purpose={t('name.purpose')}>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4 px-4 py-5 md:px-6">
        {save.isError && !usernameRefused && !imitates ? <Notice refusal>{t('name.refused')}</Notice> : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('name.first')} error={imitates ? t('name.name_imitates') : undefined}>
            <Input autoComplete="given-name" maxLength={LONGEST} {...register('first_name')} />
          </Field>
          <Field label={t('name.last')}>
            <Input autoComplete="family-name" maxLength={LONGEST} {...register('last_name')} />
          </Field>
        </div>
        <Field
          label={t('name.username')}
          hint={t('name.usernameHint')}
          error={usernameRefused ?? (formState.errors.username ? t('name.usernameRule') : undefined)}
        >
          <Input
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            {...register('username', {
              // The database refuses letters of other alphabets and invisible characters, each with its own sentence.
              validate: (text) =>
                /[^\x20-\x7e]/.test(text) || /^\s*[A-Za-z0-9][A-Za-z0-9_.-]{2,31}\s*$/.test(text),
            })}
          />
        </Field>
        <div>
          <Button
            type="submit"
            variant="inverse"
            busy={save.isPending}
            disabled={!formState.isDirty || save.isPending}
          >
            {t('save')}
          </Button>
        </div>
      </form>
    </SettingCard>
  )
}
