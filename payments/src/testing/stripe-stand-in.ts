// Stripe on loopback: the calls of our adapter on objects in memory, and webhooks signed with Node's own HMAC rather than the
// SDK. Methods simulate members and banks (pay, fail, renew, dispute).
import { createHmac } from 'node:crypto'
import { type Form, formOf, readForm, textOf } from './form-body.ts'
import { type Answer, type Asked, StandInServer } from './stand-in-server.ts'

// Objects as transmitted; only the fields that are read.
export type Thing = { id: string; [field: string]: unknown }
export type StandInEvent = { id: string; created: number; type: string; body: string }

const CARD = {
  brand: 'visa',
  last4: '4242',
  exp_month: 8,
  exp_year: 2029,
  fingerprint: 'Xt5EWLLDS7FJjR1c',
  country: 'FR',
}
const SECONDS = { month: 30 * 86_400, year: 365 * 86_400 }

export class StripeStandIn {
  readonly secret = 'whsec_standin'
  readonly key = 'sk_test_standin'
  readonly server = new StandInServer((asked) => this.#answer(asked), 'idempotency-key')
  readonly things = new Map<string, Thing>()
  /** Events waiting for delivery. */
  readonly events: StandInEvent[] = []
  /** The bank declines charges. */
  declining = false
  /** The bank requires authentication (3-D Secure) for charges. */
  asking = false
  /** Milliseconds. */
  now: () => number
  #last = 0

  constructor(now: () => number) {
    this.now = now
  }

  get seconds(): number {
    return Math.floor(this.now() / 1000)
  }

  /** The member pays on Stripe's page. */
  pay(session: string): { subscription: string; invoice: string; payment: string } {
    const found = this.get(session)
    if (found.status !== 'open') throw new Error('the page is closed')
    const customer = (found.customer as string | null) ?? this.#make('cus', { invoice_settings: {} }).id
    const method = this.#make('pm', { object: 'payment_method', type: 'card', card: { ...CARD } })
    const price = this.get(String(found.price))
    const subscription = this.#make('sub', {
      object: 'subscription',
      customer,
      status: 'active',
      metadata: found.subscription_metadata,
      default_payment_method: method.id,
      cancel_at_period_end: false,
      schedule: null,
      ended_at: null,
      cancellation_details: { reason: null },
    })
    this.#setPeriod(subscription, price, this.seconds)
    const { invoice, payment } = this.#invoice(
      subscription,
      'subscription_create',
      Number(found.amount_total),
      method,
    )
    Object.assign(found, {
      status: 'complete',
      payment_status: 'paid',
      subscription: subscription.id,
      customer,
    })
    this.#told('invoice.paid', invoice)
    this.#told('checkout.session.completed', found)
    return { subscription: subscription.id, invoice: invoice.id, payment: payment.id }
  }

  /** The session expires unpaid. */
  expire(session: string): void {
    const found = Object.assign(this.get(session), { status: 'expired' })
    this.#told('checkout.session.expired', found)
  }

  /** The period ends and the next one is charged; `declined` is the bank's reason if it fails. */
  renew(subscription: string, declined?: string): { invoice: string; payment: string } {
    const found = this.get(subscription)
    const item = this.#item(found)
    if (!declined)
      this.#setPeriod(found, this.get(String((item.price as Thing).id)), item.current_period_end as number)
    const price = item.price as Thing
    const method = this.#methodOf(found)
    const { invoice, payment } = this.#invoice(
      found,
      'subscription_cycle',
      Number(price.unit_amount),
      method,
      declined,
    )
    if (declined) found.status = 'past_due'
    this.#toldOf(invoice)
    this.#told('customer.subscription.updated', found)
    return { invoice: invoice.id, payment: payment.id }
  }

  /** On the invoice's page the customer authenticates or pays with another card; `declined` is a final decline. */
  settleInvoice(invoice: string, declined?: string): void {
    const found = this.get(invoice)
    if (found.status !== 'open') throw new Error('the invoice is not open')
    const intent = this.#intent(invoice)
    const subscription = this.get(String(found.subscription))
    found.attempt_count = Number(found.attempt_count) + 1
    if (declined) {
      Object.assign(intent, {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', decline_code: declined },
      })
      return void this.#told('invoice.payment_failed', found)
    }
    const method = this.#methodOf(subscription)
    Object.assign(intent, { status: 'succeeded', payment_method: method, last_payment_error: null })
    Object.assign(found, { status: 'paid', amount_paid: found.amount_due, next_payment_attempt: null })
    found.status_transitions = { paid_at: this.seconds, finalized_at: this.seconds }
    const update = subscription.pending_update as { price: Thing } | null
    if (update) {
      this.#item(subscription).price = update.price
      subscription.pending_update = null
    } else {
      const item = this.#item(subscription)
      this.#setPeriod(subscription, item.price as Thing, item.current_period_end as number)
    }
    subscription.status = 'active'
    this.#told('invoice.paid', found)
    this.#told('customer.subscription.updated', subscription)
  }

  /** The subscription ends: at the end of its period, or after the last failed charge. */
  end(subscription: string, reason = 'cancellation_requested'): void {
    const found = Object.assign(this.get(subscription), {
      status: 'canceled',
      ended_at: this.seconds,
      cancellation_details: { reason },
    })
    this.#told('customer.subscription.deleted', found)
  }

  dispute(payment: string): Thing {
    const { amount, currency } = this.get(payment)
    const made = this.#make('dp', {
      object: 'dispute',
      payment_intent: payment,
      amount,
      currency,
      status: 'needs_response',
      reason: 'fraudulent',
      evidence_details: { due_by: this.seconds + 7 * 86_400 },
    })
    this.#told('charge.dispute.created', made)
    return made
  }

  closeDispute(dispute: string, status: 'won' | 'lost'): void {
    this.#told('charge.dispute.closed', Object.assign(this.get(dispute), { status }))
  }

  /** A refund fails at the bank. */
  failRefund(refund: string): void {
    const found = Object.assign(this.get(refund), {
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    this.#told('refund.failed', found)
  }

  /** The member chooses another card in the portal. */
  chooseCard(customer: string, card: Partial<typeof CARD>): void {
    const found = this.get(customer)
    const method = this.#make('pm', { object: 'payment_method', type: 'card', card: { ...CARD, ...card } })
    const before = formOf(found.invoice_settings as Form).default_payment_method ?? null
    found.invoice_settings = { default_payment_method: method.id }
    this.#told('customer.updated', found, { invoice_settings: { default_payment_method: before } })
  }

  /** Any other event. */
  tell(type: string, object: Record<string, unknown>): StandInEvent {
    return this.#told(type, object)
  }

  /** The header of a delivery at a given time, with one signature per secret. */
  sign(body: string, atSeconds = this.seconds, secrets = [this.secret]): string {
    const signatures = secrets.map((secret) =>
      createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex'),
    )
    return [`t=${atSeconds}`, ...signatures.map((hex) => `v1=${hex}`), 'v0=ignored'].join(',')
  }

  get(id: string): Thing {
    const found = this.things.get(id)
    if (!found) throw new Error(`there is no ${id}`)
    return found
  }

  #answer(asked: Asked): Answer {
    if (asked.headers.authorization !== `Bearer ${this.key}`)
      return refusal(401, 'invalid_request_error', 'key')
    if (asked.headers['stripe-version'] !== '2026-10-28.endive')
      return refusal(400, 'invalid_request_error', 'version')
    const form = readForm(asked.method === 'GET' ? asked.query.toString() : asked.body)
    const route = `${asked.method} ${asked.path.replace(/^\/v1\//, '')}`
    const id = route.split('/').find((part) => this.things.has(part)) ?? ''
    const made = this.#route(id ? route.replace(id, ':id') : route, id, form)
    return made ?? refusal(404, 'invalid_request_error', 'resource_missing')
  }

  #route(route: string, id: string, form: Form): Answer | null {
    switch (route) {
      case 'GET prices': {
        const keys = Object.values(formOf(form.lookup_keys))
        return ok(list(this.#all('price').filter(({ lookup_key }) => keys.includes(lookup_key as string))))
      }
      case 'POST prices':
        return ok(
          this.#make('price', {
            object: 'price',
            lookup_key: form.lookup_key,
            unit_amount: Number(form.unit_amount),
            currency: form.currency,
            recurring: { interval: formOf(form.recurring).interval, interval_count: 1 },
            metadata: form.metadata,
          }),
        )
      case 'POST coupons':
        return ok(this.#make('coupon', { amount_off: Number(form.amount_off) }))
      case 'POST checkout/sessions':
        return ok(this.#session(form))
      case 'POST checkout/sessions/:id/expire':
        return ok(Object.assign(this.get(id), { status: 'expired' }))
      case 'GET prices/:id':
      case 'GET checkout/sessions/:id':
      case 'GET payment_methods/:id':
      case 'GET refunds/:id':
        return ok(this.get(id))
      case 'GET subscriptions/:id':
        return ok(this.#expanded(this.get(id), form))
      case 'GET subscriptions':
        return ok(
          list(this.#all('subscription').filter((one) => one.customer === form.customer && !one.ended_at)),
        )
      case 'POST subscriptions/:id':
        return this.#update(this.get(id), form)
      case 'DELETE subscriptions/:id':
        this.end(id)
        return ok(this.get(id))
      case 'GET invoices/:id':
        return ok(this.get(id))
      case 'POST invoices/:id/pay':
        return this.#pay(this.get(id))
      case 'POST invoices/:id/void':
        return this.#void(this.get(id))
      case 'GET invoices':
        return ok(
          list(
            this.#all('invoice')
              .filter((one) => one.subscription === form.subscription)
              .filter((one) => !form.status || one.status === form.status)
              .reverse(),
          ),
        )
      case 'GET invoice_payments':
        return ok(
          list([
            {
              id: 'inpay',
              payment: { type: 'payment_intent', payment_intent: this.#intent(textOf(form.invoice)) },
            },
          ]),
        )
      case 'POST invoices/create_preview':
        return ok({ id: 'upcoming', amount_due: this.#prorated(form) })
      case 'GET invoiceitems':
        return ok(
          list(this.#all('invoiceitem').filter((one) => one.customer === form.customer && !one.invoiced)),
        )
      case 'POST invoiceitems':
        return ok(this.#make('ii', { object: 'invoiceitem', ...form, amount: Number(form.amount) }))
      case 'DELETE invoiceitems/:id':
        this.things.delete(id)
        return ok({ id, deleted: true })
      case 'POST refunds':
        return this.#refund(form)
      case 'GET refunds':
        return ok(list(this.#all('refund')))
      case 'GET disputes':
        return ok(list(this.#all('dispute')))
      case 'POST subscription_schedules':
        return ok(this.#schedule(textOf(form.from_subscription)))
      case 'POST subscription_schedules/:id':
        return ok(Object.assign(this.get(id), { phases: form.phases }))
      case 'POST subscription_schedules/:id/release':
        this.get(String(this.get(id).subscription)).schedule = null
        return ok(Object.assign(this.get(id), { status: 'released' }))
      case 'POST customers/:id':
        return ok(Object.assign(this.get(id), { invoice_settings: form.invoice_settings }))
      case 'GET billing_portal/configurations':
        return ok(list(this.#all('billing_portal.configuration')))
      case 'POST billing_portal/configurations':
        return ok(
          this.#make('bpc', {
            object: 'billing_portal.configuration',
            metadata: form.metadata,
            features: form.features,
          }),
        )
      case 'POST billing_portal/sessions':
        return ok({ id: 'bps', url: `https://billing.stripe.test/${textOf(form.customer)}` })
      default:
        return null
    }
  }

  #session(form: Form): Thing {
    const price = this.get(textOf(formOf(formOf(form.line_items)[0]).price))
    const coupon = textOf(formOf(formOf(form.discounts)[0]).coupon)
    const made = this.#make('cs_test', {
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      price: price.id,
      amount_total: Number(price.unit_amount) - (coupon ? Number(this.get(coupon).amount_off) : 0),
      currency: price.currency,
      customer: form.customer ?? null,
      customer_email: form.customer_email ?? null,
      subscription: null,
      metadata: form.metadata,
      subscription_metadata: formOf(form.subscription_data).metadata,
      expires_at: Number(form.expires_at),
    })
    return Object.assign(made, { url: `https://checkout.stripe.test/${made.id}` })
  }

  #update(subscription: Thing, form: Form): Answer {
    if ('default_payment_method' in form) {
      subscription.default_payment_method = textOf(form.default_payment_method) || null
    }
    if (form.cancel_at_period_end) {
      if (subscription.schedule) return refusal(400, 'invalid_request_error', 'scheduled')
      subscription.cancel_at_period_end = form.cancel_at_period_end === 'true'
    }
    const item = formOf(formOf(form.items)[0])
    if (form.metadata) {
      // As documented: a pending update takes no metadata.
      if (form.payment_behavior === 'pending_if_incomplete')
        return refusal(400, 'invalid_request_error', 'parameter_unsupported')
      subscription.metadata = form.metadata
    }
    if (item.price) {
      const price = this.get(textOf(item.price))
      const refused = this.declining ? 'card_declined' : this.asking ? 'authentication_required' : undefined
      if (refused && form.payment_behavior !== 'pending_if_incomplete') {
        return { status: 402, body: { error: { type: 'card_error', code: refused, message: 'no' } } }
      }
      const due = this.#due(subscription, price, Number(form.proration_date))
      for (const item of this.#waiting(subscription)) item.invoiced = true
      const before = this.#item(subscription).price
      this.#item(subscription).price = price
      const method = this.#methodOf(subscription)
      const { invoice } = this.#invoice(subscription, 'subscription_update', due, method, refused)
      subscription.latest_invoice = invoice.id
      if (refused) {
        this.#item(subscription).price = before
        subscription.pending_update = { price, expires_at: this.seconds + 23 * 3600 }
      }
      this.#toldOf(invoice)
    }
    this.#told('customer.subscription.updated', subscription)
    return ok(subscription)
  }

  #pay(invoice: Thing): Answer {
    if (invoice.status !== 'open') return refusal(400, 'invalid_request_error', 'invoice_not_open')
    const refused = this.declining
      ? 'card_declined'
      : this.asking
        ? 'invoice_payment_intent_requires_action'
        : null
    if (!refused) {
      this.settleInvoice(invoice.id)
      return ok(invoice)
    }
    if (this.declining) this.settleInvoice(invoice.id, 'insufficient_funds')
    else {
      this.#intent(invoice.id).status = 'requires_action'
      this.#told('invoice.payment_action_required', invoice)
    }
    return { status: 402, body: { error: { type: 'card_error', code: refused, message: 'no' } } }
  }

  /** A pending update is discarded with its invoice. */
  #void(invoice: Thing): Answer {
    if (invoice.status !== 'open') return refusal(400, 'invalid_request_error', 'invoice_not_open')
    invoice.status = 'void'
    const intent = this.#intent(invoice.id)
    intent.status = 'canceled'
    this.get(String(invoice.subscription)).pending_update = null
    this.#told('invoice.voided', invoice)
    return ok(invoice)
  }

  #refund(form: Form): Answer {
    const intent = this.things.get(textOf(form.payment_intent))
    if (!intent) return refusal(404, 'invalid_request_error', 'resource_missing')
    const before = this.#all('refund').filter(({ payment_intent }) => payment_intent === intent.id)
    const refunded = before.reduce((sum, { amount }) => sum + Number(amount), 0)
    if (refunded + Number(form.amount) > Number(intent.amount)) {
      return refusal(400, 'invalid_request_error', 'charge_already_refunded')
    }
    const made = this.#make('re', {
      object: 'refund',
      payment_intent: intent.id,
      amount: Number(form.amount),
      currency: intent.currency,
      status: 'succeeded',
      metadata: form.metadata,
    })
    this.#told('refund.created', made)
    return ok(made)
  }

  #schedule(subscription: string): Thing {
    const made = this.#make('sub_sched', { object: 'subscription_schedule', subscription, status: 'active' })
    this.get(subscription).schedule = made.id
    return made
  }

  #prorated(form: Form): number {
    const details = formOf(form.subscription_details)
    const price = this.get(textOf(formOf(formOf(details.items)[0]).price))
    return this.#due(this.get(textOf(form.subscription)), price, Number(details.proration_date))
  }

  /** The new price's share of the remaining period less the old price's, each rounded to the cent. */
  #due(subscription: Thing, price: Thing, at: number): number {
    const item = this.#item(subscription)
    const [start, end] = [Number(item.current_period_start), Number(item.current_period_end)]
    const share = (amount: unknown) => Math.round((Number(amount) * (end - at)) / (end - start))
    const rest = this.#waiting(subscription).reduce((sum, { amount }) => sum + Number(amount), 0)
    return share(price.unit_amount) - share((item.price as Thing).unit_amount) + rest
  }

  #waiting(subscription: Thing): Thing[] {
    return this.#all('invoiceitem').filter((one) => one.subscription === subscription.id && !one.invoiced)
  }

  #invoice(subscription: Thing, reason: string, amount: number, method: Thing, declined?: string) {
    const item = this.#item(subscription)
    const price = item.price as Thing
    const late = declined && reason === 'subscription_cycle'
    const start = late ? Number(item.current_period_end) : Number(item.current_period_start)
    const interval = (price.recurring as { interval: 'month' | 'year' }).interval
    const asks = declined === 'authentication_required'
    const payment = this.#make('pi', {
      object: 'payment_intent',
      amount,
      currency: price.currency,
      status: asks ? 'requires_action' : declined ? 'requires_payment_method' : 'succeeded',
      payment_method: declined && !asks ? null : method,
      last_payment_error:
        declined && !asks ? { code: 'card_declined', decline_code: declined, payment_method: method } : null,
    })
    const invoice = this.#make('in', {
      object: 'invoice',
      status: declined ? 'open' : 'paid',
      subscription: subscription.id,
      customer: subscription.customer,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
      billing_reason: reason,
      amount_due: amount,
      amount_paid: declined ? 0 : amount,
      currency: price.currency,
      attempted: true,
      attempt_count: 1,
      next_payment_attempt: late ? this.seconds + 86_400 : null,
      status_transitions: { paid_at: declined ? null : this.seconds, finalized_at: this.seconds },
      payment: payment.id,
      hosted_invoice_url: `https://invoice.stripe.test/${payment.id}`,
      lines: list([
        {
          id: 'il',
          amount: Number(price.unit_amount),
          period: { start, end: late ? start + SECONDS[interval] : Number(item.current_period_end) },
          parent: { type: 'subscription_item_details' },
          pricing: { price_details: { price: price.id } },
        },
      ]),
    })
    return { invoice, payment }
  }

  #toldOf(invoice: Thing): void {
    if (invoice.status === 'paid') this.#told('invoice.paid', invoice)
    else if (this.#intent(invoice.id).status === 'requires_action')
      this.#told('invoice.payment_action_required', invoice)
    else this.#told('invoice.payment_failed', invoice)
  }

  /** The subscription's own card, else the customer's. */
  #methodOf(subscription: Thing): Thing {
    const customer = this.get(String(subscription.customer))
    const chosen = formOf(customer.invoice_settings as Form).default_payment_method
    return this.get(String(subscription.default_payment_method ?? chosen))
  }

  #intent(invoice: string): Thing {
    return this.get(String(this.get(invoice).payment))
  }

  #setPeriod(subscription: Thing, price: Thing, start: number): void {
    const { interval } = price.recurring as { interval: 'month' | 'year' }
    subscription.items = list([
      {
        id: `si_${subscription.id}`,
        price,
        current_period_start: start,
        current_period_end: start + SECONDS[interval],
      },
    ])
  }

  #item(subscription: Thing): Thing {
    return (subscription.items as { data: [Thing] }).data[0]
  }

  #expanded(subscription: Thing, form: Form): Thing {
    const wanted = Object.values(formOf(form.expand)).includes('default_payment_method')
    const method = this.things.get(String(subscription.default_payment_method))
    return wanted && method ? { ...subscription, default_payment_method: method } : subscription
  }

  #all(object: string): Thing[] {
    return [...this.things.values()].filter((thing) => thing.object === object)
  }

  #make(prefix: string, fields: Record<string, unknown>): Thing {
    const made = { id: `${prefix}_${++this.#last}`, created: this.seconds, ...fields }
    this.things.set(made.id, made)
    return made
  }

  #told(type: string, object: Record<string, unknown>, before?: object): StandInEvent {
    const id = `evt_${++this.#last}`
    const created = this.seconds
    const data = { object, ...(before && { previous_attributes: before }) }
    const event = {
      id,
      created,
      type,
      body: JSON.stringify({ id, object: 'event', created, type, data }, null, 2),
    }
    this.events.push(event)
    return event
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body })
const list = (data: Record<string, unknown>[]) => ({ object: 'list', data, has_more: false })
const refusal = (status: number, type: string, code: string): Answer => ({
  status,
  body: { error: { type, code, message: code } },
})
