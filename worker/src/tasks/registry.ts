// Every background task by the name that SQL and the crontab call it.
import type { TaskList } from 'graphile-worker'
import type { PaymentSettings } from 'payments/settings'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { MailSettings } from '../config.ts'
import { createFileStore, type FileStoreSettings } from '../file-store.ts'
import type { LedgerSettings } from '../ledger/settings.ts'
import { createMailer } from '../mail/mailer.ts'
import { createPusher, type Pusher, type PushSettings } from '../push/pusher.ts'
import { keepKeyPair } from '../push/sender-identity.ts'
import type { TelegramSettings } from '../telegram/settings.ts'
import { announceRenewals } from './announce-renewals.ts'
import { createDelivery } from './deliver-notifications.ts'
import { deliverWebhooks, type WebhookSettings } from './deliver-webhooks.ts'
import { drawInvoices } from './draw-invoices.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { exportData, trimExports } from './export-data.ts'
import { fanOutNotifications } from './fan-out-notifications.ts'
import { fireSignalAlerts, type Looked } from './fire-signal-alerts.ts'
import { mailAdminNotices } from './mail-admin-notices.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { openProviders } from './payment-providers.ts'
import { postToTelegram } from './post-to-telegram.ts'
import { doProviderCommands } from './provider-commands.ts'
import { publishDue } from './publish-due.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { renewSandbox } from './renew-sandbox.ts'
import { sendMails } from './send-mails.ts'
import { settleMoney } from './settle-money.ts'
import { type Decided, settleSignals } from './settle-signals.ts'
import { trimCandles } from './trim-candles.ts'
import { trimNotifications } from './trim-notifications.ts'
import { trimProofs } from './trim-proofs.ts'
import { trimQuotes } from './trim-quotes.ts'
import { trimReferrals } from './trim-referrals.ts'
import { withdrawNotifications } from './withdraw-notifications.ts'
import { writeLedgerHead } from './write-ledger-head.ts'

export type TaskContext = {
  pool: Pool
  log: Logger
  /** The clock, injected. */
  now: () => number
}

export type TaskSettings = {
  mail: MailSettings | null
  push: PushSettings
  webhooks: WebhookSettings
  files: FileStoreSettings | null
  payments: PaymentSettings
  telegram: TelegramSettings | null
  ledger: LedgerSettings
  siteUrl: string
}

/** The tasks, bound to their context. Each must stand being run twice. */
export function taskList(
  context: TaskContext,
  { mail, push, webhooks, files, payments, telegram, ledger, siteUrl }: TaskSettings,
): TaskList {
  const decided: Decided = new Map()
  const looked: Looked = new Map()
  const mailer = mail && createMailer(mail)
  let pusher: Promise<Pusher> | undefined
  const openPusher = () => {
    pusher ??= keepKeyPair(context.pool, push.configured).then(
      (pair) => createPusher(pair, push, context.now),
      (error) => {
        pusher = undefined
        throw error
      },
    )
    return pusher
  }
  const store = files && createFileStore(files)
  const providers = openProviders(payments, context.now)
  const deliver = createDelivery(context, { mailer, pusher: openPusher })
  return {
    'announce-renewals': () => announceRenewals(context),
    'deliver-notifications': () => deliver(),
    'fan-out-notifications': (payload) => fanOutNotifications(context, payload),
    'deliver-webhooks': (payload) => deliverWebhooks(context, webhooks, payload),
    'draw-invoices': (payload) => drawInvoices(context, store, payload),
    'erase-accounts': () => eraseAccounts(context),
    'export-data': (payload) => exportData(context, store, payload),
    'fire-signal-alerts': () => fireSignalAlerts(context, looked),
    'mail-admin-notices': () => mailAdminNotices(context),
    'make-checkpoint': () => makeCheckpoint(context, ledger),
    'post-to-telegram': () => postToTelegram(context, telegram, siteUrl),
    'provider-commands': () => doProviderCommands(context, providers, siteUrl),
    'publish-content': () => publishDue('item of content', context),
    'publish-drafts': () => publishDue('draft of a signal', context),
    'reconcile-payments': () => reconcilePayments(context, providers),
    'renew-sandbox': () => renewSandbox(context),
    'send-mails': (payload) => sendMails(context, mailer, payload, store),
    'settle-money': () => settleMoney(context),
    'settle-signals': () => settleSignals(context, decided),
    'trim-candles': () => trimCandles(context),
    'trim-exports': () => trimExports(context, store),
    'trim-notifications': () => trimNotifications(context),
    'trim-proofs': () => trimProofs(context, store),
    'trim-quotes': () => trimQuotes(context),
    'trim-referrals': () => trimReferrals(context),
    'withdraw-notifications': (payload) => withdrawNotifications(context, payload),
    'write-ledger-head': () => writeLedgerHead(context),
  }
}

/** When what is not asked for by an event is done, in UTC. */
export const CRONTAB = `
# Decisions follow each minute of data; this line only catches what a lost job would leave.
*/5 * * * * settle-signals ?jobKey=settle-signals
* * * * * fire-signal-alerts ?jobKey=fire-signal-alerts
* * * * * publish-drafts ?jobKey=publish-drafts
# A scheduled item has its own job; this line is for what a lost job would leave.
* * * * * publish-content ?jobKey=publish-content
# A mail has its own job; this line is for those that wait for another try.
* * * * * send-mails ?jobKey=send-mails
# What is due now: quiet hours that ended, daily mails, another try. And what a lost job would leave.
* * * * * deliver-notifications ?jobKey=deliver-notifications
* * * * * fan-out-notifications ?jobKey=fan-out-notifications
* * * * * post-to-telegram ?jobKey=post-to-telegram
# So does a webhook; and admins get what came since their last mail.
* * * * * deliver-webhooks ?jobKey=deliver-webhooks
* * * * * mail-admin-notices ?jobKey=mail-admin-notices
# What a provider is asked has its own job; this line is for another try and for what a lost job would leave.
* * * * * provider-commands ?jobKey=provider-commands
41 * * * * reconcile-payments ?jobKey=reconcile-payments
* * * * * renew-sandbox ?jobKey=renew-sandbox
* * * * * settle-money ?jobKey=settle-money
*/10 * * * * erase-accounts ?jobKey=erase-accounts
# A copy has its own job; this line is for those that a lost job would leave waiting.
*/5 * * * * export-data ?jobKey=export-data
# So does an invoice.
*/5 * * * * draw-invoices ?jobKey=draw-invoices
# Daily; a second run says nothing twice.
40 7 * * * announce-renewals ?jobKey=announce-renewals&fill=1d
23 * * * * trim-exports ?jobKey=trim-exports
41 2 * * * trim-proofs ?jobKey=trim-proofs
17 3 * * * trim-candles ?jobKey=trim-candles
27 3 * * * trim-notifications ?jobKey=trim-notifications
*/10 * * * * trim-quotes ?jobKey=trim-quotes
37 3 * * * trim-referrals ?jobKey=trim-referrals
# Once a day does something; the other runs are for a worker that was away at midnight.
*/5 * * * * write-ledger-head ?jobKey=write-ledger-head
# An entry asks for one; this line is for a chain that never rests, for witnesses and authorities that did not answer, and for a lost job.
* * * * * make-checkpoint ?jobKey=make-checkpoint
`
