// Made from the table content_kinds by `npm run db:types`; what it says is declared in supabase/schemas/content/content_kinds.sql.
export const CONTENT_KINDS = {
  "broker": {
    "writers": [
      "admin"
    ],
    "tiered": false,
    "requiredTexts": [
      "summary",
      "protections",
      "deposits",
      "withdrawals"
    ],
    "optionalTexts": [
      "pros",
      "cons",
      "affiliate_disclosure"
    ],
    "cardFields": [
      "name",
      "fictitious"
    ],
    "fixedSlug": true,
    "address": "/brokers?broker="
  },
  "help-article": {
    "writers": [
      "analyst",
      "admin"
    ],
    "tiered": false,
    "requiredTexts": [
      "title",
      "summary",
      "body"
    ],
    "optionalTexts": [],
    "cardFields": [
      "category"
    ],
    "fixedSlug": false,
    "address": "/aide?article="
  },
  "legal-page": {
    "writers": [
      "admin"
    ],
    "tiered": false,
    "requiredTexts": [
      "title",
      "summary",
      "body"
    ],
    "optionalTexts": [],
    "cardFields": [],
    "fixedSlug": true,
    "address": null
  },
  "prop-firm": {
    "writers": [
      "admin"
    ],
    "tiered": false,
    "requiredTexts": [
      "summary",
      "payout"
    ],
    "optionalTexts": [
      "pros",
      "cons",
      "promotion_text",
      "affiliate_disclosure"
    ],
    "cardFields": [
      "name",
      "fictitious"
    ],
    "fixedSlug": true,
    "address": "/propfirm?firm="
  }
} as const

export type ContentKind = keyof typeof CONTENT_KINDS
