/** The sections of each document, in reading order. */
export const DOCUMENTS = {
  notice: ['editor', 'director', 'host', 'contact', 'status', 'property'],
  terms: [
    'object',
    'account',
    'offers',
    'signals',
    'data',
    'withdrawal',
    'cancellation',
    'duties',
    'liability',
    'disputes',
  ],
  privacy: [
    'controller',
    'collected',
    'purposes',
    'recipients',
    'payment',
    'referral',
    'wallet',
    'retention',
    'rights',
    'transfers',
  ],
  cookies: ['login', 'stored', 'referral', 'erase'],
  risk: ['capital', 'leverage', 'advice', 'past', 'conflicts', 'help'],
  cancel: ['how', 'effect', 'other'],
  withdraw: ['how', 'refund', 'other'],
} as const

export type DocumentName = keyof typeof DOCUMENTS
