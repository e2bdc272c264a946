import { useRef, useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { type Checkout, failureOf, type MoneyRefusal, moneyRefusal, type TestCard } from '#lib/money/money.ts'
import { type Asked, forgetOrder, keepAsked, keyFor, readAsked } from './order.ts'
import { type CheckoutState, type Order, openCheckout, payWithTestCard, readCheckout } from './queries.ts'

/** How long to wait for a provider's page before showing the order's own page, in milliseconds. */
const PATIENCE_MS = 20_000
const ASK_EVERY_MS = 700

type Wanted = Omit<Order, 'idempotency_key'> & { waiver: boolean }

/** Orders and pays, one action at a time. A second press does nothing while the first is running. */
export function usePayment(onPriceMoved: () => void) {
  const navigate = useNavigate()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<MoneyRefusal | null>(null)
  const [bank, setBank] = useState<Checkout | null>(null)

  const show = ({ id }: Pick<Checkout, 'id'>) => {
    forgetOrder()
    navigate(`/payment-success?commande=${id}`)
  }
  const settle = ({ checkout }: Pick<CheckoutState, 'checkout'>) => {
    if (checkout.state === 'paid') return show(checkout)
    if (checkout.state === 'waiting' && checkout.provider === 'sandbox') return setBank(checkout)
    if (checkout.state === 'failed') return setRefusal(failureOf(checkout.failure))
    show(checkout)
  }
  /** A change carried out by its provider: charged at once, or once the member has answered their bank on its page. */
  const follow = async (checkout: Checkout) => {
    if (checkout.provider === 'sandbox') return settle({ checkout })
    const page = await providerPage(checkout.id)
    if (page) location.assign(page)
    else settle({ checkout: (await readCheckout(checkout.id)).checkout })
  }
  const once = async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      const refused = moneyRefusal(error)
      // The person agrees to what the screen shows: a new price must be shown first.
      if (refused === 'price_moved') onPriceMoved()
      setRefusal(refused)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const order = (wanted: Wanted, card: TestCard) =>
    once(async () => {
      const made = await open(wanted)
      // A crypto order is paid from a wallet: its own page shows where and how much to send.
      if (made.state === 'paid' || made.means === 'crypto') return show(made)
      if (made.provider === 'sandbox') return settle(await payWithTestCard(made.id, card))
      const address = await providerPage(made.id)
      if (address) location.assign(address)
      else show(made)
    })

  return {
    busy,
    refusal,
    setRefusal,
    order,
    /** For a change of plan, whose order the server has created and charged. */
    follow,
    once,
    bank,
    answered: (state: CheckoutState) => {
      setBank(null)
      settle(state)
    },
  }
}

async function open({ waiver, ...wanted }: Wanted): Promise<Checkout> {
  const draw = () => crypto.randomUUID()
  const ask = (asked: Asked) => {
    keepAsked(asked)
    return openCheckout({ ...wanted, idempotency_key: asked.key })
  }
  const order = { ...wanted, total: wanted.expected_total, waiver, coupon: wanted.coupon ?? '' }
  const made = await ask(keyFor(readAsked(), order, draw))
  // An expired or replaced order is not resumed.
  return made.state === 'expired' ? ask(keyFor(null, order, draw)) : made
}

/** The address of the provider's page for an order, once known; null if it takes too long. */
async function providerPage(id: string): Promise<string | null> {
  for (let waited = 0; waited < PATIENCE_MS; waited += ASK_EVERY_MS) {
    const { checkout } = await readCheckout(id)
    if (checkout.provider_url) return checkout.provider_url
    if (checkout.state !== 'open' && checkout.state !== 'waiting') return null
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
  return null
}
