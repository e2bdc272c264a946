// All background tasks by the name used in SQL and the crontab.
import { readShipped } from 'content/shipped'
import type { TaskList } from 'graphile-worker'
import type { PaymentSettings } from 'payments/settings'
import type { CalendarSettings } from '../announcements/calendar-settings.ts'
import { importCalendar } from '../announcements/import-calendar.ts'
import { keepCalendar } from '../announcements/keep-calendar.ts'
import { keepForum } from '../community/keep-forum.ts'
import { sendForumDigests } from '../community/send-forum-digests.ts'
import { tellFollowers } from '../community/tell-followers.ts'
import type { MailSettings } from '../config.ts'
import { loadShippedContent } from '../content/load-shipped-content.ts'
import { expandEvents } from '../events/expand-events.ts'
import { keepEvents } from '../events/keep-events.ts'
import { createFileStore, type FileStoreSettings } from '../file-store.ts'
import { drawInvoices } from '../invoices/draw-invoices.ts'
import { checkClaims } from '../learning/check-claims.ts'
import { drawCertificates } from '../learning/draw-certificates.ts'
import { finishAttempts } from '../learning/finish-attempts.ts'
import { keepDailyTest } from '../learning/keep-daily-test.ts'
import { prepareExercises } from '../learning/prepare-exercises.ts'
import { remindDaily } from '../learning/remind-daily.ts'
import { retireQuestions } from '../learning/retire-questions.ts'
import { scheduleReviews } from '../learning/schedule-reviews.ts'
import { signCertificates } from '../learning/sign-certificates.ts'
import { tellCourseNews } from '../learning/tell-course-news.ts'
import { trainMemory } from '../learning/train-memory.ts'
import { makeCheckpoint } from '../ledger/make-checkpoint.ts'
import type { LedgerSettings } from '../ledger/settings.ts'
import { writeLedgerHead } from '../ledger/write-ledger-head.ts'
import { createMailer } from '../mail/mailer.ts'
import { importWarnings } from '../moderation/import-warnings.ts'
import { keepModeration, sendDecisions } from '../moderation/keep-moderation.ts'
import { createDelivery } from '../notifications/deliver-notifications.ts'
import { fanOutNotifications } from '../notifications/fan-out-notifications.ts'
import { fireSignalAlerts, type Looked } from '../notifications/fire-signal-alerts.ts'
import { mailAdminNotices } from '../notifications/mail-admin-notices.ts'
import { postToTelegram } from '../notifications/post-to-telegram.ts'
import { sendMails } from '../notifications/send-mails.ts'
import { trimNotifications } from '../notifications/trim-notifications.ts'
import { withdrawNotifications } from '../notifications/withdraw-notifications.ts'
import { type Decided, settleSignals } from '../outcomes/settle-signals.ts'
import { announceRenewals } from '../payments/announce-renewals.ts'
import { openProviders } from '../payments/payment-providers.ts'
import { doProviderCommands } from '../payments/provider-commands.ts'
import { reconcilePayments } from '../payments/reconcile-payments.ts'
import { renewSandbox } from '../payments/renew-sandbox.ts'
import { settleMoney } from '../payments/settle-money.ts'
import { eraseAccounts } from '../privacy/erase-accounts.ts'
import { exportData, trimExports } from '../privacy/export-data.ts'
import { trimProofs } from '../privacy/trim-proofs.ts'
import { createPusher, type Pusher, type PushSettings } from '../push/pusher.ts'
import { keepKeyPair } from '../push/sender-identity.ts'
import { enqueue } from '../queue.ts'
import { fetchMails, type MailboxSettings } from '../support/fetch-mails.ts'
import { keepSupport } from '../support/keep-support.ts'
import { readMails } from '../support/read-mails.ts'
import type { SupportAddress } from '../support/support-address.ts'
import type { TelegramSettings } from '../telegram/settings.ts'
import { deliverWebhooks, type WebhookSettings } from '../webhooks/deliver-webhooks.ts'
import { publishDue } from './publish-due.ts'
import type { TaskContext } from './task-context.ts'
import { trimCandles } from './trim-candles.ts'
import { trimQuotes } from './trim-quotes.ts'
import { trimReferrals } from './trim-referrals.ts'

export type TaskSettings = {
  mail: MailSettings | null
  support: SupportAddress | null
  mailbox: MailboxSettings | null
  push: PushSettings
  webhooks: WebhookSettings
  files: FileStoreSettings | null
  payments: PaymentSettings
  telegram: TelegramSettings | null
  ledger: LedgerSettings
  warningList: string | null
  calendar: CalendarSettings
  siteUrl: string
}

/** The tasks, bound to their context. Each must tolerate running twice. */
export function taskList(context: TaskContext, settings: TaskSettings): TaskList {
  const { mail, push, files, siteUrl } = settings
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
  const brand = mail?.from.name ?? 'Vigie'
  const providers = openProviders(settings.payments, context.now)
  const deliver = createDelivery(context, { mailer, pusher: openPusher })
  return {
    'announce-renewals': () => announceRenewals(context),
    'check-claims': () => checkClaims(context),
    'deliver-notifications': () => deliver(),
    'fan-out-notifications': (payload) => fanOutNotifications(context, payload),
    'deliver-webhooks': (payload) => deliverWebhooks(context, settings.webhooks, payload),
    'draw-certificates': () => drawCertificates(context, store, siteUrl, brand),
    'draw-invoices': (payload) => drawInvoices(context, store, payload),
    'erase-accounts': () => eraseAccounts(context),
    'expand-events': () => expandEvents(context),
    'export-data': (payload) => exportData(context, store, payload),
    'fetch-mails': () => fetchMails(context, settings.mailbox),
    'finish-attempts': () => finishAttempts(context),
    'fire-signal-alerts': () => fireSignalAlerts(context, looked),
    'import-calendar': () => importCalendar(context, settings.calendar),
    'import-warnings': () => importWarnings(context, settings.warningList),
    'keep-calendar': () => keepCalendar(context),
    'keep-daily-test': () => keepDailyTest(context),
    'keep-forum': () => keepForum(context, store),
    'keep-events': () => keepEvents(context),
    'keep-moderation': () => keepModeration(context),
    'keep-support': () => keepSupport(context, store),
    'load-shipped-content': async () => {
      await loadShippedContent(context, readShipped)
      // The calendar needs the indicators that have just come; its own turn may be minutes away.
      await enqueue(context.pool, 'import-calendar')
      // The first test needs its questions, the first dashboard that test.
      await enqueue(context.pool, 'keep-daily-test')
    },
    'mail-admin-notices': () => mailAdminNotices(context),
    'make-checkpoint': () => makeCheckpoint(context, settings.ledger),
    'post-to-telegram': () => postToTelegram(context, settings.telegram, siteUrl),
    'provider-commands': () => doProviderCommands(context, providers, siteUrl),
    'prepare-exercises': () => prepareExercises(context),
    'publish-content': () => publishDue('item of content', context),
    'publish-drafts': () => publishDue('draft of a signal', context),
    'read-mails': () => readMails(context, settings.support, mail?.from.address ?? null, store),
    'reconcile-payments': () => reconcilePayments(context, providers),
    'remind-daily': () => remindDaily(context),
    'renew-sandbox': () => renewSandbox(context),
    'schedule-reviews': (payload) => scheduleReviews(context, payload),
    'retire-questions': () => retireQuestions(context),
    'send-forum-digests': () => sendForumDigests(context),
    'send-decisions': () => sendDecisions(context),
    'send-mails': (payload) => sendMails(context, mailer, payload, store),
    'settle-money': () => settleMoney(context),
    'settle-signals': () => settleSignals(context, decided),
    'sign-certificates': () => signCertificates(context, siteUrl, brand),
    'train-memory': () => trainMemory(context),
    'tell-followers': (payload) => tellFollowers(context, payload),
    'tell-course-news': (payload) => tellCourseNews(context, payload),
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

/** Schedules in UTC. */
export const CRONTAB = `
# Each minute of data adds a job; this line only replaces a lost one.
*/5 * * * * settle-signals ?jobKey=settle-signals
* * * * * fire-signal-alerts ?jobKey=fire-signal-alerts
* * * * * publish-drafts ?jobKey=publish-drafts
# A scheduled item has its own job; this line is for lost jobs.
* * * * * publish-content ?jobKey=publish-content
# A mail has its own job; this line is for retries.
* * * * * send-mails ?jobKey=send-mails
# A certificate has its own job; this line is for lost ones.
*/5 * * * * sign-certificates ?jobKey=sign-certificates
# So has its file; this line is also for members who change language.
*/5 * * * * draw-certificates ?jobKey=draw-certificates
# New lessons, and exercises that wait for signals.
*/10 * * * * prepare-exercises ?jobKey=prepare-exercises
# An attempt with a deadline has its own job; this line is for lost ones.
* * * * * finish-attempts ?jobKey=finish-attempts
11 * * * * check-claims ?jobKey=check-claims
51 2 * * * retire-questions ?jobKey=retire-questions
# Everything due now: after quiet hours, daily mails, retries, and work of lost jobs.
* * * * * deliver-notifications ?jobKey=deliver-notifications
* * * * * fan-out-notifications ?jobKey=fan-out-notifications
* * * * * post-to-telegram ?jobKey=post-to-telegram
# Webhook retries.
* * * * * deliver-webhooks ?jobKey=deliver-webhooks
# Admins receive what is new since their last mail.
* * * * * mail-admin-notices ?jobKey=mail-admin-notices
# A provider command has its own job; this line is for retries and lost jobs.
* * * * * provider-commands ?jobKey=provider-commands
* * * * * fetch-mails ?jobKey=fetch-mails
# A mail that came in has its own job; this line is for lost ones, and notes the address of support.
* * * * * read-mails ?jobKey=read-mails
7 * * * * keep-support ?jobKey=keep-support
41 * * * * reconcile-payments ?jobKey=reconcile-payments
* * * * * renew-sandbox ?jobKey=renew-sandbox
* * * * * settle-money ?jobKey=settle-money
# Works at midnight in Paris, in both seasons; the other runs are for a worker that was down then.
* * * * * keep-daily-test ?jobKey=keep-daily-test
# Every quarter of an hour somewhere a clock shows a full hour.
*/15 * * * * remind-daily ?jobKey=remind-daily
# Adds up the counters.
*/10 * * * * keep-forum ?jobKey=keep-forum
*/15 * * * * send-forum-digests ?jobKey=send-forum-digests
# Another day of the year ahead; a published event has its own job.
19 * * * * expand-events ?jobKey=expand-events
* * * * * keep-events ?jobKey=keep-events
47 3 * * 1 train-memory ?jobKey=train-memory&fill=1d
*/10 * * * * erase-accounts ?jobKey=erase-accounts
# A data export has its own job; this line is for lost ones.
*/5 * * * * export-data ?jobKey=export-data
# So has an invoice.
*/5 * * * * draw-invoices ?jobKey=draw-invoices
# A decision has its own job; this line is for lost ones.
* * * * * send-decisions ?jobKey=send-decisions
# Once a day; the other runs are for a worker that was down.
33 * * * * keep-moderation ?jobKey=keep-moderation
# Each source has its own rhythm; this is how soon one that is due is asked.
*/5 * * * * import-calendar ?jobKey=import-calendar
* * * * * keep-calendar ?jobKey=keep-calendar
13 5 * * * import-warnings ?jobKey=import-warnings&fill=1d
# Daily; a second run announces nothing twice.
40 7 * * * announce-renewals ?jobKey=announce-renewals&fill=1d
23 * * * * trim-exports ?jobKey=trim-exports
41 2 * * * trim-proofs ?jobKey=trim-proofs
17 3 * * * trim-candles ?jobKey=trim-candles
27 3 * * * trim-notifications ?jobKey=trim-notifications
*/10 * * * * trim-quotes ?jobKey=trim-quotes
37 3 * * * trim-referrals ?jobKey=trim-referrals
# Works once a day; the other runs are for a worker that was down at midnight.
*/5 * * * * write-ledger-head ?jobKey=write-ledger-head
# An entry adds a job; this line is for witnesses and authorities that did not answer, and for lost jobs.
* * * * * make-checkpoint ?jobKey=make-checkpoint
`
