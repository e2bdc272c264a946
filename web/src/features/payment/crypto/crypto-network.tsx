import { Lock } from 'lucide-react'
import type { CryptoMethod } from 'payments/crypto-invoice'
import { useTranslation } from '#lib/language/i18n.ts'
import { Segmented } from '#ui/form/segmented.tsx'

type Props = {
  methods: readonly CryptoMethod[]
  method: CryptoMethod
  /** Coins have arrived by this method: the network cannot be changed. */
  fixed: boolean
  onMethod: (id: string) => void
}

/** Coin and network: a choice until the first coins arrive. */
export function CryptoNetwork({ methods, method, fixed, onMethod }: Props) {
  const { t } = useTranslation('payment')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-5 py-3 md:px-6">
      {methods.length > 1 && !fixed ? (
        <Segmented
          label={t('invoice.method')}
          value={method.id}
          onChange={onMethod}
          options={methods.map((one) => ({ value: one.id, label: `${one.coin} · ${one.network}` }))}
        />
      ) : (
        <p className="font-medium">
          {method.coin} ·{' '}
          {method.test ? t('invoice.testNetwork', { network: method.network }) : method.network}
        </p>
      )}
      {fixed ? (
        <p className="inline-flex items-center gap-2 text-13 text-muted">
          <Lock size={14} strokeWidth={1.75} aria-hidden />
          {t('invoice.fixed')}
        </p>
      ) : null}
    </div>
  )
}
