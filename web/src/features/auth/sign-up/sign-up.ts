// Owns the steps of a sign-up, in order: the account, the lead, the notification of administrators. Once the account exists
// nothing may fail: later problems are reported, never thrown.
import type { AuthResponse, SignUpWithPasswordCredentials } from '@supabase/auth-js'
import { type LeadEnvironment, recordLead } from '#lib/leads/lead-delivery.ts'
import { type FunctionCaller, notifyAdministrators } from '#lib/leads/lead-notification.ts'
import { generatedUsername } from '#lib/leads/lead-record.ts'
import { internationalNumber, type PhoneCountry } from '../second-factor/phone-number.ts'
import { type ReferralDetails, type SignUpValues, signUpCredentials } from './sign-up-form.ts'

const FREE = 'freemium'

/** The message about their lead for the person; keys of namespace `leads`. */
export type LeadNotice =
  | { title: 'recordFailedTitle'; description: 'recordFailed'; variant: 'destructive' }
  | { title: 'sent' }
  | { title: 'notSent'; variant: 'destructive' }

export type SignUpTools = {
  signUp: (credentials: SignUpWithPasswordCredentials) => Promise<AuthResponse>
  functions: FunctionCaller
  environment: LeadEnvironment
  notify: (notice: LeadNotice) => void
  country: PhoneCountry
  locale: string
  disclaimerVersion: string
  /** The referral link, as far as it is known. */
  referral: ReferralDetails
  /** Where the confirmation link leads. */
  redirectTo: string
}

export type SignedUp = {
  /** False if a link or a code must confirm the address first. */
  open: boolean
  /** Where the confirmation was sent, if one is needed. */
  sentTo: { email: string } | { phone: string }
}

/** Creates the account, or throws the auth client's error. Resolves before the lead is sent. */
export async function signUp(values: SignUpValues, tools: SignUpTools): Promise<SignedUp> {
  const { environment, locale, disclaimerVersion, redirectTo } = tools
  const username = generatedUsername(environment.random)
  const phone = values.phone === '' ? null : await internationalNumber(values.phone, tools.country)
  const { timeZone } = environment
  const credentials = signUpCredentials(values, {
    username,
    locale,
    timeZone,
    disclaimerVersion,
    phone,
    redirectTo,
    // Cut to the lead's limit: a long address must not prevent the sign-up.
    source: environment.pageUrl.slice(0, 2048),
    referral: tools.referral,
  })
  const { data, error } = await tools.signUp(credentials)
  if (error) throw error
  announceLead(values, username, phone, tools)
  return {
    open: data.session !== null,
    sentTo: 'email' in credentials ? { email: credentials.email } : { phone: credentials.phone },
  }
}

function announceLead(
  values: SignUpValues,
  username: string,
  phone: string | null,
  tools: SignUpTools,
): void {
  const { firstName, lastName, email, disclaimer } = values
  const lead = recordLead(
    {
      firstName,
      lastName,
      email,
      phone: phone ?? '',
      product: FREE,
      qualified: false,
      username,
      disclaimerAccepted: disclaimer,
    },
    tools.environment,
  )
  if (!lead.stored) {
    tools.notify({ title: 'recordFailedTitle', description: 'recordFailed', variant: 'destructive' })
  }
  void lead.delivery.then((delivery) => {
    if (delivery === 'sent') tools.notify({ title: 'sent' })
    if (delivery === 'failed') tools.notify({ title: 'notSent', variant: 'destructive' })
  })
  void notifyAdministrators(tools.functions, {
    type: 'inscription',
    // A person who signs up by phone is identified by the number.
    userEmail: email || (phone ?? ''),
    firstName,
    lastName,
    additionalData: { source: FREE },
  })
}
