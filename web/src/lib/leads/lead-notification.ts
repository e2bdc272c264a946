// Owns the call that notifies administrators of a new lead: the edge function `admin-notifications` (docs/spec.md S-28).

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

/** The part of the edge functions' client that is used here. */
export type FunctionCaller = {
  invoke: (name: string, options: { body: LeadNotification }) => Promise<{ error: unknown }>
}

/** Notifies the administrators. A failure is ignored on purpose: it does not concern the person who signs up. */
export async function notifyAdministrators(
  functions: FunctionCaller,
  notification: LeadNotification,
): Promise<void> {
  await functions.invoke('admin-notifications', { body: notification }).catch(() => null)
}
