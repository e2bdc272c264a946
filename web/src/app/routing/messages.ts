// The types of all interface texts: a missing key is a type error. A new feature adds two lines.

import type charts from '#charts/messages/fr.json'
import type account from '#features/account/messages/fr.json'
import type analyses from '#features/analyses/messages/fr.json'
import type announcements from '#features/announcements/messages/fr.json'
import type announcementsStudio from '#features/announcements/studio/messages/fr.json'
import type auth from '#features/auth/messages/fr.json'
import type bot from '#features/bot/messages/fr.json'
import type brokers from '#features/brokers/messages/fr.json'
import type brokersStudio from '#features/brokers/studio/messages/fr.json'
import type certificate from '#features/certificate/messages/fr.json'
import type community from '#features/community/messages/fr.json'
import type copyTrading from '#features/copy-trading/messages/fr.json'
import type courses from '#features/courses/messages/fr.json'
import type coursesStudio from '#features/courses/studio/messages/fr.json'
import type dailyTest from '#features/daily-test/messages/fr.json'
import type dashboard from '#features/dashboard/messages/fr.json'
import type events from '#features/events/messages/fr.json'
import type eventsStudio from '#features/events/studio/messages/fr.json'
import type guides from '#features/guides/messages/fr.json'
import type helpStudio from '#features/help/studio/messages/fr.json'
import type home from '#features/home/messages/fr.json'
import type leads from '#features/leads/messages/fr.json'
import type legal from '#features/legal/messages/fr.json'
import type legalStudio from '#features/legal/studio/messages/fr.json'
import type moderation from '#features/moderation/messages/fr.json'
import type office from '#features/office/messages/fr.json'
import type officeMoney from '#features/office-money/messages/fr.json'
import type payment from '#features/payment/messages/fr.json'
import type performance from '#features/performance/messages/fr.json'
import type proof from '#features/proof/messages/fr.json'
import type propFirms from '#features/prop-firms/messages/fr.json'
import type propFirmsStudio from '#features/prop-firms/studio/messages/fr.json'
import type publicSignals from '#features/public-signals/messages/fr.json'
import type qualification from '#features/qualification/messages/fr.json'
import type referral from '#features/referral/messages/fr.json'
import type signals from '#features/signals/messages/fr.json'
import type subscriptions from '#features/subscriptions/messages/fr.json'
import type support from '#features/support/messages/fr.json'
import type tools from '#features/tools/messages/fr.json'
import type tour from '#features/tour/messages/fr.json'
import type webhooks from '#features/webhooks/messages/fr.json'
import type calendarFeed from '#parts/calendar-feed/messages/fr.json'
import type certificateFile from '#parts/certificate-file/messages/fr.json'
import type conversation from '#parts/conversation/messages/fr.json'
import type drawnChart from '#parts/drawn-chart/messages/fr.json'
import type exercise from '#parts/exercise/messages/fr.json'
import type help from '#parts/help/messages/fr.json'
import type ideas from '#parts/ideas/messages/fr.json'
import type ledgerKind from '#parts/ledger-kind/messages/fr.json'
import type quiz from '#parts/quiz/messages/fr.json'
import type reportError from '#parts/report-error/messages/fr.json'
import type slides from '#parts/slides/messages/fr.json'
import type tradingAccount from '#parts/trading-account/messages/fr.json'
import type watchers from '#parts/watchers/messages/fr.json'
import type studio from '#studio/messages/fr.json'
import type ui from '#ui/messages/fr.json'
import type app from '../messages/fr.json'
import type palette from '../palette/messages/fr.json'
import type shell from '../shell/messages/fr.json'

declare module '#lib/language/i18n.ts' {
  interface Messages {
    app: typeof app
    palette: typeof palette
    shell: typeof shell
    ui: typeof ui
    account: typeof account
    analyses: typeof analyses
    announcements: typeof announcements
    'announcements-studio': typeof announcementsStudio
    auth: typeof auth
    bot: typeof bot
    brokers: typeof brokers
    'brokers-studio': typeof brokersStudio
    events: typeof events
    'events-studio': typeof eventsStudio
    exercise: typeof exercise
    ideas: typeof ideas
    'courses-studio': typeof coursesStudio
    'help-studio': typeof helpStudio
    'legal-studio': typeof legalStudio
    'prop-firms-studio': typeof propFirmsStudio
    studio: typeof studio
    'drawn-chart': typeof drawnChart
    slides: typeof slides
    'trading-account': typeof tradingAccount
    certificate: typeof certificate
    'calendar-feed': typeof calendarFeed
    'certificate-file': typeof certificateFile
    community: typeof community
    conversation: typeof conversation
    'copy-trading': typeof copyTrading
    courses: typeof courses
    'daily-test': typeof dailyTest
    dashboard: typeof dashboard
    guides: typeof guides
    help: typeof help
    home: typeof home
    leads: typeof leads
    legal: typeof legal
    moderation: typeof moderation
    office: typeof office
    'office-money': typeof officeMoney
    payment: typeof payment
    performance: typeof performance
    'prop-firms': typeof propFirms
    proof: typeof proof
    'public-signals': typeof publicSignals
    'ledger-kind': typeof ledgerKind
    quiz: typeof quiz
    'report-error': typeof reportError
    qualification: typeof qualification
    referral: typeof referral
    charts: typeof charts
    signals: typeof signals
    subscriptions: typeof subscriptions
    support: typeof support
    tools: typeof tools
    tour: typeof tour
    watchers: typeof watchers
    webhooks: typeof webhooks
  }
}
