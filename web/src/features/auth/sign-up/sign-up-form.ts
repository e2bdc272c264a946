// Owns what a sign-up asks for and what it sends. Problems are keys; the screen words them.
import type { SignUpWithPasswordCredentials } from '@supabase/auth-js'
import { z } from 'zod'
import { passwordProblem } from '#lib/session/password-strength.ts'
import { internationalNumber, type PhoneCountry } from '../second-factor/phone-number.ts'

// The page's policy forbids evaluating text as code, which zod would otherwise try.
z.config({ jitless: true })

const NAME_LENGTH = 80

export type SignUpValues = {
  firstName: string
  lastName: string
  email: string
  phone: string
  password: string
  disclaimer: boolean
  newsletter: boolean
}

export const EMPTY: SignUpValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  disclaimer: false,
  newsletter: false,
}

export type SignUpProblem =
  | 'first_name_missing'
  | 'last_name_missing'
  | 'name_long'
  | EmailProblem
  | 'identifier_missing'
  | 'phone_invalid'
  | 'password_missing'
  | 'password_short'
  | 'password_long'
  | 'password_weak'
  | 'disclaimer_missing'

export type EmailProblem = 'email_missing' | 'email_invalid' | 'email_without_domain'

/** What is wrong with an address, or null. Only its shape is checked; the mail sent to it is the real check. */
export function emailProblem(text: string): EmailProblem | null {
  if (text === '') return 'email_missing'
  const [local, domain, ...more] = text.split('@')
  if (!local || !domain || more.length > 0 || /\s/.test(text) || text.length > 254) return 'email_invalid'
  return /^[^.]+(\.[^.]+)+$/.test(domain) ? null : 'email_without_domain'
}

const name = (missing: SignUpProblem) => z.string().trim().min(1, missing).max(NAME_LENGTH, 'name_long')

/** The schema for a person in this country. Either an e-mail or a phone number is required. */
export function signUpSchema(country: PhoneCountry) {
  return z
    .object({
      firstName: name('first_name_missing'),
      lastName: name('last_name_missing'),
      email: z.string().trim(),
      phone: z.string().trim(),
      password: z.string(),
      disclaimer: z.boolean().refine((accepted) => accepted, 'disclaimer_missing'),
      newsletter: z.boolean(),
    })
    .superRefine(async (values, context) => {
      const refuse = (field: keyof SignUpValues, message: SignUpProblem | null) => {
        if (message) context.addIssue({ code: 'custom', path: [field], message })
      }
      if (values.email === '' && values.phone === '') refuse('email', 'identifier_missing')
      else if (values.email !== '') refuse('email', emailProblem(values.email))
      if (values.phone !== '' && !(await internationalNumber(values.phone, country))) {
        refuse('phone', 'phone_invalid')
      }
      refuse('password', await passwordProblem(values.password, knownWords(values)))
    })
}

/** What anybody who knows the person would try first. */
export function knownWords({ firstName, lastName, email }: SignUpValues): string[] {
  return [firstName, lastName, `${firstName}${lastName}`, ...email.split(/[@.]/)].filter(
    (word) => word.length > 2,
  )
}

/** The code of a referral link; with the visitor's consent also the browser's number and the question's version. */
export type ReferralDetails = { referral?: string; visitor?: string; referral_memory?: string }

export type SignUpCircumstances = {
  username: string
  locale: string
  timeZone: string
  disclaimerVersion: string
  /** E.164, or null if no number was given. */
  phone: string | null
  redirectTo: string
  /** The page's address: the lead's source, and its campaign. */
  source: string
  referral: ReferralDetails
}

/** The arguments of `supabase.auth.signUp`. If both are given, the e-mail is the account's identifier. */
export function signUpCredentials(
  values: SignUpValues,
  circumstances: SignUpCircumstances,
): SignUpWithPasswordCredentials {
  const { username, locale, timeZone, disclaimerVersion, phone, redirectTo, source, referral } = circumstances
  const data = {
    first_name: values.firstName,
    last_name: values.lastName,
    username,
    locale,
    time_zone: timeZone,
    disclaimer_version: disclaimerVersion,
    newsletter: values.newsletter,
    source,
    ...referral,
  }
  if (values.email !== '') {
    const known = phone ? { ...data, phone } : data
    return {
      email: values.email,
      password: values.password,
      options: { data: known, emailRedirectTo: redirectTo },
    }
  }
  return { phone: phone ?? '', password: values.password, options: { data } }
}
