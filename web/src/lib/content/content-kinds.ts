export const CONTENT_KINDS = {
  broker: {
    writers: ['admin'],
    tiered: false,
    requiredTexts: ['summary', 'deposits', 'withdrawals', 'protections', 'pros', 'cons'],
    optionalTexts: ['affiliate_disclosure'],
    cardFields: ['name'],
    fixedSlug: true,
    address: '/brokers?broker=',
  },
  'prop-firm': {
    writers: ['admin'],
    tiered: false,
    requiredTexts: ['summary', 'payout', 'pros', 'cons'],
    optionalTexts: ['promotion_text', 'affiliate_disclosure'],
    cardFields: ['name'],
    fixedSlug: true,
    address: '/propfirm?firm=',
  },
  'legal-page': {
    writers: ['admin'],
    tiered: false,
    requiredTexts: ['title', 'summary', 'body'],
    optionalTexts: [],
    cardFields: [],
    fixedSlug: true,
    address: null,
  },
  'help-article': {
    writers: ['analyst', 'admin'],
    tiered: false,
    requiredTexts: ['title', 'summary', 'body'],
    optionalTexts: [],
    cardFields: ['category'],
    fixedSlug: false,
    address: '/aide?article=',
  },
} as const

export type ContentKind = keyof typeof CONTENT_KINDS
