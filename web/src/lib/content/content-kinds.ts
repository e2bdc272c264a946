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
  "course": {
    "writers": [
      "analyst",
      "admin"
    ],
    "tiered": true,
    "requiredTexts": [
      "title",
      "summary",
      "modules",
      "abilities"
    ],
    "optionalTexts": [],
    "cardFields": [
      "level",
      "author",
      "requires",
      "modules",
      "engraving",
      "ordered",
      "opens_after_days"
    ],
    "fixedSlug": false,
    "address": "/formations?cours="
  },
  "event": {
    "writers": [
      "analyst",
      "admin"
    ],
    "tiered": true,
    "requiredTexts": [
      "title",
      "summary"
    ],
    "optionalTexts": [],
    "cardFields": [
      "kind",
      "starts_at"
    ],
    "fixedSlug": false,
    "address": "/communaute/evenements?evenement="
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
    "optionalTexts": [
      "keywords"
    ],
    "cardFields": [
      "category"
    ],
    "fixedSlug": false,
    "address": "/aide?article="
  },
  "indicator": {
    "writers": [
      "analyst",
      "admin"
    ],
    "tiered": false,
    "requiredTexts": [
      "title",
      "summary",
      "why"
    ],
    "optionalTexts": [],
    "cardFields": [
      "country",
      "currency",
      "impact"
    ],
    "fixedSlug": true,
    "address": "/annonces?indicateur="
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
  "lesson": {
    "writers": [
      "analyst",
      "admin"
    ],
    "tiered": true,
    "requiredTexts": [
      "title",
      "summary"
    ],
    "optionalTexts": [
      "article",
      "deck",
      "captions"
    ],
    "cardFields": [
      "module",
      "minutes",
      "notions"
    ],
    "fixedSlug": false,
    "address": "/formations?cours={parent}&lecon="
  },
  "notion": {
    "writers": [
      "analyst",
      "admin"
    ],
    "tiered": false,
    "requiredTexts": [
      "title",
      "summary"
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
  },
  "question": {
    "writers": [
      "analyst",
      "admin"
    ],
    "tiered": false,
    "requiredTexts": [
      "title",
      "why"
    ],
    "optionalTexts": [
      "choices",
      "mistakes"
    ],
    "cardFields": [],
    "fixedSlug": true,
    "address": null
  },
  "replay": {
    "writers": [
      "analyst",
      "admin"
    ],
    "tiered": false,
    "requiredTexts": [
      "title"
    ],
    "optionalTexts": [
      "said",
      "transcript"
    ],
    "cardFields": [
      "at"
    ],
    "fixedSlug": false,
    "address": null
  }
} as const

export type ContentKind = keyof typeof CONTENT_KINDS
