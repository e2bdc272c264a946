import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type AddressVerdict, checkAddress } from 'payments/wallet-address'
import {
  NETWORK_NAMES,
  NETWORKS_OF,
  WALLET_CURRENCIES,
  type WalletCurrency,
  type WalletNetwork,
} from 'payments/wallet-network'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { OwnWallet } from '#lib/money/own-referral.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useSaveWallet, walletRefusalOf } from './wallet-queries.ts'

type Props = { wallet: OwnWallet | null; hours: number; onClose: () => void }

/** Currency, network and address. The browser checks the address as the server will; the server's answer is final. */
export default function WalletDialog({ wallet, hours, onClose }: Props) {
  const { t } = useTranslation('account')
  const [currency, setCurrency] = useState<WalletCurrency>(wallet?.currency ?? 'USDT')
  const [network, setNetwork] = useState<WalletNetwork>(wallet?.network ?? 'tron')
  const [address, setAddress] = useState('')
  const [typed, setTyped] = useState(false)
  const [sure, setSure] = useState(false)
  const [sent, setSent] = useState(false)
  const save = useSaveWallet()
  const verdict = address.trim() === '' ? null : checkAddress(network, address)
  const wrong = verdict && !verdict.ok ? wordsOf(verdict) : null
  const choose = (next: WalletCurrency) => {
    setCurrency(next)
    if (!NETWORKS_OF[next].includes(network)) setNetwork(NETWORKS_OF[next][0] as WalletNetwork)
  }
  const submit = () => {
    setSent(true)
    if (!verdict?.ok || !sure) return
    save.mutate(
      { currency, network, address: verdict.address, typed },
      {
        onSuccess: () => {
          toast({ title: t('walletForm.saved'), description: t('walletForm.savedText', { hours }) })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t(wallet ? 'walletForm.change' : 'walletForm.add')}
      description={t('walletForm.purpose', { hours })}
      refusal={save.isError && t(`walletForm.refused.${walletRefusalOf(save.error)}`)}
      submit={t('walletForm.save')}
      busy={save.isPending}
      incomplete={!verdict?.ok || !sure}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('referral.currency')}>
          <Select value={currency} onChange={({ target }) => choose(target.value as WalletCurrency)}>
            {WALLET_CURRENCIES.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </Select>
        </Field>
        <Field label={t('referral.network')}>
          <Select value={network} onChange={({ target }) => setNetwork(target.value as WalletNetwork)}>
            {NETWORKS_OF[currency].map((value) => (
              <option key={value} value={value}>
                {NETWORK_NAMES[value]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label={t('referral.wallet')}
        hint={t('walletForm.hint')}
        error={
          wrong
            ? t(`walletForm.problems.${wrong.key}`, { network: NETWORK_NAMES[network], other: wrong.other })
            : sent && !verdict
              ? t('walletForm.missing')
              : undefined
        }
      >
        <Textarea
          rows={2}
          maxLength={200}
          value={address}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          className="font-mono text-14"
          onPaste={() => setTyped(false)}
          onChange={({ target, nativeEvent }) => {
            // A single new character was typed; a whole address at once was pasted.
            if ((nativeEvent as InputEvent).inputType === 'insertText') setTyped(true)
            setAddress(target.value)
            setSure(false)
          }}
        />
      </Field>
      {verdict?.ok ? (
        <Notice
          icon={
            verdict.unprotected || typed ? (
              <TriangleAlert size={16} strokeWidth={1.75} className="text-warn" aria-hidden />
            ) : (
              <CircleCheck size={16} strokeWidth={1.75} className="text-gain" aria-hidden />
            )
          }
        >
          {t(`walletForm.checks.${checkOf(verdict)}`)} {t(typed ? 'walletForm.typed' : 'walletForm.pasted')}
        </Notice>
      ) : null}
      <Checkbox checked={sure} onCheckedChange={(next) => setSure(next === true)} invalid={sent && !sure}>
        {t('walletForm.sure', { currency, network: NETWORK_NAMES[network] })}
      </Checkbox>
    </FormDialog>
  )
}

const checkOf = ({ check, unprotected }: Extract<AddressVerdict, { ok: true }>) =>
  check === 'eip55' && unprotected ? 'eip55Plain' : check

function wordsOf({ problem, looksLike }: Extract<AddressVerdict, { ok: false }>) {
  return { key: problem, other: looksLike ? NETWORK_NAMES[looksLike] : '' }
}
