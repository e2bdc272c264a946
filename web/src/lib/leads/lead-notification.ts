// Owns the call that tells the administrators of a new lead: edge function `admin-notifications` (docs/spec.md S-28).

export type LeadNotification =
  | {
      type: 'inscription'
      userEmail: string
      firstName: string
      lastName: string
      additionalData: { source: 'freemium' }
    }
  | {
      type: 'premium_request'
      userEmail: string
      firstName: string
      lastName: string
      productName: 'premium'
    }

/** What it needs of the client of the edge functions. */
export type FunctionCaller = {
  invoke: (name: string, options: { body: LeadNotification }) => Promise<{ error: unknown }>
}

/** Tells the administrators. A failure is ignored on purpose: it is no concern of the person who signs up. */
export async function notifyAdministrators(
  functions: FunctionCaller,
  notification: LeadNotification,
): Promise<void> {
  await functions.invoke('admin-notifications', { body: notification }).catch(() => null)
}
