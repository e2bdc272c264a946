// Owns the sign-up call with everything the browser supplies; separate from the other calls, since log-in needs none of it.

import { browserLeadEnvironment } from '#lib/leads/lead-delivery.ts'
import { referralDetails } from '#lib/money/referral-memory.ts'
import { authClient } from '#lib/session/auth-client.ts'
import { brand } from '#lib/site/brand.ts'
import { landing } from '../auth-calls.ts'
import { type SignedUp, type SignUpTools, signUp } from './sign-up.ts'
import type { SignUpValues } from './sign-up-form.ts'

export function register(
  values: SignUpValues,
  tools: Pick<SignUpTools, 'notify' | 'country' | 'locale' | 'disclaimerVersion'> & { next: string },
): Promise<SignedUp> {
  return signUp(values, {
    ...tools,
    signUp: async (credentials) => (await authClient()).signUp(credentials),
    functions: {
      invoke: async (name, options) =>
        (await import('#lib/data/edge-functions.ts')).edgeFunctions.invoke(name, options),
    },
    environment: browserLeadEnvironment(brand.leadWebhook),
    referral: referralDetails(Date.now()),
    redirectTo: landing(tools.next),
  })
}
