export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "account_deletions": {
                  Row: {
                    "cancelled_at": string | null,"due_at": string,"erased_at": string | null,"id": number,"requested_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "cancelled_at"?: string | null,"due_at": string,"erased_at"?: string | null,"id"?: never,"requested_at"?: string,"user_id": string
                  }
                  Update: {
                    "cancelled_at"?: string | null,"due_at"?: string,"erased_at"?: string | null,"id"?: never,"requested_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"active_recipients": {
                  Row: {
                    "month": string,"recipients": number
                  }
                  ComputedFields: never
                  Insert: {
                    "month": string,"recipients": number
                  }
                  Update: {
                    "month"?: string,"recipients"?: number
                  }
                  Relationships: [
                    
                  ]
                },"admin_notifications": {
                  Row: {
                    "created_at": string,"first_name": string,"id": number,"last_name": string,"mailed_at": string | null,"product_name": string | null,"read_at": string | null,"source": string | null,"type": string,"user_email": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"first_name"?: string,"id"?: never,"last_name"?: string,"mailed_at"?: string | null,"product_name"?: string | null,"read_at"?: string | null,"source"?: string | null,"type": string,"user_email": string
                  }
                  Update: {
                    "created_at"?: string,"first_name"?: string,"id"?: never,"last_name"?: string,"mailed_at"?: string | null,"product_name"?: string | null,"read_at"?: string | null,"source"?: string | null,"type"?: string,"user_email"?: string
                  }
                  Relationships: [
                    
                  ]
                },"allowance_uses": {
                  Row: {
                    "kind": string,"since": string,"used": number,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "kind": string,"since": string,"used": number,"user_id": string
                  }
                  Update: {
                    "kind"?: string,"since"?: string,"used"?: number,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "allowance_uses_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"announcement_preferences": {
                  Row: {
                    "block_copy": boolean,"challenge": string | null,"feed_currencies": (string)[],"feed_impacts": (string)[],"feed_windows": boolean,"firm": string | null,"firm_minutes": number,"remind_currencies": (string)[],"remind_impacts": (string)[],"remind_minutes": number | null,"tell_window": boolean,"user_id": string,"window_minutes": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "block_copy"?: boolean,"challenge"?: string | null,"feed_currencies"?: (string)[],"feed_impacts"?: (string)[],"feed_windows"?: boolean,"firm"?: string | null,"firm_minutes"?: number,"remind_currencies"?: (string)[],"remind_impacts"?: (string)[],"remind_minutes"?: number | null,"tell_window"?: boolean,"user_id"?: string,"window_minutes"?: number | null
                  }
                  Update: {
                    "block_copy"?: boolean,"challenge"?: string | null,"feed_currencies"?: (string)[],"feed_impacts"?: (string)[],"feed_windows"?: boolean,"firm"?: string | null,"firm_minutes"?: number,"remind_currencies"?: (string)[],"remind_impacts"?: (string)[],"remind_minutes"?: number | null,"tell_window"?: boolean,"user_id"?: string,"window_minutes"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "announcement_preferences_firm_challenge_fkey"
      columns: ["firm","challenge"]
isOneToOne: false
      referencedRelation: "prop_firm_challenges"
      referencedColumns: ["firm","slug"]
    },{
      foreignKeyName: "announcement_preferences_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"announcement_reactions": {
                  Row: {
                    "announcement": string,"candle_source": string,"measured_at": string,"minutes": number,"move": number,"symbol": string
                  }
                  ComputedFields: never
                  Insert: {
                    "announcement": string,"candle_source": string,"measured_at": string,"minutes": number,"move": number,"symbol": string
                  }
                  Update: {
                    "announcement"?: string,"candle_source"?: string,"measured_at"?: string,"minutes"?: number,"move"?: number,"symbol"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "announcement_reactions_announcement_fkey"
      columns: ["announcement"]
isOneToOne: false
      referencedRelation: "announcements"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "announcement_reactions_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"announcement_reminders": {
                  Row: {
                    "announcement": string,"minutes": number,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "announcement": string,"minutes"?: number,"user_id"?: string
                  }
                  Update: {
                    "announcement"?: string,"minutes"?: number,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "announcement_reminders_announcement_fkey"
      columns: ["announcement"]
isOneToOne: false
      referencedRelation: "announcements"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "announcement_reminders_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"announcement_sources": {
                  Row: {
                    "entries": number,"error": string | null,"fetched_at": string | null,"good_at": string | null,"licence": string,"name": string,"next_at": string | null,"rank": number,"source": string,"state": string
                  }
                  ComputedFields: never
                  Insert: {
                    "entries"?: number,"error"?: string | null,"fetched_at"?: string | null,"good_at"?: string | null,"licence": string,"name": string,"next_at"?: string | null,"rank": number,"source": string,"state"?: string
                  }
                  Update: {
                    "entries"?: number,"error"?: string | null,"fetched_at"?: string | null,"good_at"?: string | null,"licence"?: string,"name"?: string,"next_at"?: string | null,"rank"?: number,"source"?: string,"state"?: string
                  }
                  Relationships: [
                    
                  ]
                },"announcement_versions": {
                  Row: {
                    "announcement": string,"known": NonNullable<Json>,"known_at": string,"starts_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "announcement": string,"known": NonNullable<Json>,"known_at": string,"starts_at": string,"version": number
                  }
                  Update: {
                    "announcement"?: string,"known"?: NonNullable<Json>,"known_at"?: string,"starts_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "announcement_versions_announcement_fkey"
      columns: ["announcement"]
isOneToOne: false
      referencedRelation: "announcements"
      referencedColumns: ["id"]
    }
                  ]
                },"announcements": {
                  Row: {
                    "actual": string | null,"changed_at": string,"country": string,"currency": string,"day": string,"forecast": string | null,"forecast_high": string | null,"forecast_low": string | null,"id": string,"impact": string,"indicator": string | null,"kind": string,"listed": boolean,"moved_from": string | null,"period": string | null,"precision": string,"previous": string | null,"released_at": string | null,"revised": string | null,"sample": boolean,"sequence": number,"source": string,"starts_at": string,"state": string,"title": string | null,"version": number,"zone": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actual"?: string | null,"changed_at": string,"country": string,"currency": string,"day": string,"forecast"?: string | null,"forecast_high"?: string | null,"forecast_low"?: string | null,"id"?: string,"impact": string,"indicator"?: string | null,"kind": string,"listed"?: boolean,"moved_from"?: string | null,"period"?: string | null,"precision": string,"previous"?: string | null,"released_at"?: string | null,"revised"?: string | null,"sample": boolean,"sequence"?: number,"source": string,"starts_at": string,"state": string,"title"?: string | null,"version"?: number,"zone": string
                  }
                  Update: {
                    "actual"?: string | null,"changed_at"?: string,"country"?: string,"currency"?: string,"day"?: string,"forecast"?: string | null,"forecast_high"?: string | null,"forecast_low"?: string | null,"id"?: string,"impact"?: string,"indicator"?: string | null,"kind"?: string,"listed"?: boolean,"moved_from"?: string | null,"period"?: string | null,"precision"?: string,"previous"?: string | null,"released_at"?: string | null,"revised"?: string | null,"sample"?: boolean,"sequence"?: number,"source"?: string,"starts_at"?: string,"state"?: string,"title"?: string | null,"version"?: number,"zone"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "announcements_indicator_fkey"
      columns: ["indicator"]
isOneToOne: false
      referencedRelation: "indicators"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "announcements_source_fkey"
      columns: ["source"]
isOneToOne: false
      referencedRelation: "announcement_sources"
      referencedColumns: ["source"]
    }
                  ]
                },"appeals": {
                  Row: {
                    "answer": string | null,"decided_at": string | null,"decided_by": string | null,"decision": string,"filed_at": string,"id": string,"member": string,"outcome": string | null,"words": string
                  }
                  ComputedFields: never
                  Insert: {
                    "answer"?: string | null,"decided_at"?: string | null,"decided_by"?: string | null,"decision": string,"filed_at"?: string,"id"?: string,"member": string,"outcome"?: string | null,"words": string
                  }
                  Update: {
                    "answer"?: string | null,"decided_at"?: string | null,"decided_by"?: string | null,"decision"?: string,"filed_at"?: string,"id"?: string,"member"?: string,"outcome"?: string | null,"words"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "appeals_decision_fkey"
      columns: ["decision"]
isOneToOne: false
      referencedRelation: "moderation_decisions"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "appeals_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"attempt_answers": {
                  Row: {
                    "answered_at": string,"attempt": string,"given": NonNullable<Json>,"milliseconds": number,"place": number,"question": string,"right": boolean,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "answered_at"?: string,"attempt": string,"given": NonNullable<Json>,"milliseconds": number,"place": number,"question": string,"right": boolean,"version": number
                  }
                  Update: {
                    "answered_at"?: string,"attempt"?: string,"given"?: NonNullable<Json>,"milliseconds"?: number,"place"?: number,"question"?: string,"right"?: boolean,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "attempt_answers_attempt_fkey"
      columns: ["attempt"]
isOneToOne: false
      referencedRelation: "attempts"
      referencedColumns: ["id"]
    }
                  ]
                },"attempts": {
                  Row: {
                    "deadline": string | null,"finished_at": string | null,"id": string,"lesson": string | null,"member": string,"purpose": string,"score": number | null,"started_at": string,"subject": string,"total": number
                  }
                  ComputedFields: never
                  Insert: {
                    "deadline"?: string | null,"finished_at"?: string | null,"id"?: string,"lesson"?: string | null,"member": string,"purpose": string,"score"?: number | null,"started_at"?: string,"subject": string,"total": number
                  }
                  Update: {
                    "deadline"?: string | null,"finished_at"?: string | null,"id"?: string,"lesson"?: string | null,"member"?: string,"purpose"?: string,"score"?: number | null,"started_at"?: string,"subject"?: string,"total"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "attempts_lesson_fkey"
      columns: ["lesson"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "attempts_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"audit_log": {
                  Row: {
                    "action": string,"actor": string | null,"actor_role": string,"after": Json | null,"at": string,"before": Json | null,"id": number,"request_id": string,"row_key": string,"table_name": string
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"actor"?: string | null,"actor_role": string,"after"?: Json | null,"at"?: string,"before"?: Json | null,"id"?: never,"request_id": string,"row_key": string,"table_name": string
                  }
                  Update: {
                    "action"?: string,"actor"?: string | null,"actor_role"?: string,"after"?: Json | null,"at"?: string,"before"?: Json | null,"id"?: never,"request_id"?: string,"row_key"?: string,"table_name"?: string
                  }
                  Relationships: [
                    
                  ]
                },"billing_details": {
                  Row: {
                    "address": string,"city": string,"country": string,"name": string,"postcode": string,"updated_at": string,"user_id": string,"vat_number": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string,"city"?: string,"country": string,"name": string,"postcode"?: string,"updated_at"?: string,"user_id": string,"vat_number"?: string | null
                  }
                  Update: {
                    "address"?: string,"city"?: string,"country"?: string,"name"?: string,"postcode"?: string,"updated_at"?: string,"user_id"?: string,"vat_number"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"bookmarks": {
                  Row: {
                    "created_at": string,"lesson": string,"member": string,"part": string,"place": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"lesson": string,"member"?: string,"part": string,"place"?: number
                  }
                  Update: {
                    "created_at"?: string,"lesson"?: string,"member"?: string,"part"?: string,"place"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "bookmarks_lesson_fkey"
      columns: ["lesson"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookmarks_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"broker_accounts": {
                  Row: {
                    "broker": string,"commission_usd_cents": number,"currency": string,"eurusd_cost_pips": number | null,"eurusd_spread_pips": number,"minimum_deposit": number,"name": string,"slug": string,"sort": number
                  }
                  ComputedFields: never
                  Insert: {
                    "broker": string,"commission_usd_cents": number,"currency": string,"eurusd_cost_pips"?: never,"eurusd_spread_pips": number,"minimum_deposit": number,"name": string,"slug": string,"sort": number
                  }
                  Update: {
                    "broker"?: string,"commission_usd_cents"?: number,"currency"?: string,"eurusd_cost_pips"?: never,"eurusd_spread_pips"?: number,"minimum_deposit"?: number,"name"?: string,"slug"?: string,"sort"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "broker_accounts_broker_fkey"
      columns: ["broker"]
isOneToOne: false
      referencedRelation: "brokers"
      referencedColumns: ["slug"]
    }
                  ]
                },"brokers": {
                  Row: {
                    "affiliate_disclosure": Json | null,"affiliate_url": string | null,"cons": NonNullable<Json>,"deposits": NonNullable<Json>,"entity": string,"facts": NonNullable<Json>,"fictitious": boolean,"instruments": (string)[],"item": string | null,"leverage": NonNullable<Json>,"licence_number": string,"listed": boolean,"losing_share": number | null,"losing_share_on": string | null,"name": string,"platforms": (string)[],"pros": NonNullable<Json>,"protections": NonNullable<Json>,"regulator": string,"slug": string,"summary": NonNullable<Json>,"verified_by": string,"verified_on": string,"website_url": string | null,"withdrawal_days": number | null,"withdrawals": NonNullable<Json>
                  }
                  ComputedFields: never
                  Insert: {
                    "affiliate_disclosure"?: Json | null,"affiliate_url"?: string | null,"cons": NonNullable<Json>,"deposits": NonNullable<Json>,"entity": string,"facts"?: NonNullable<Json>,"fictitious"?: boolean,"instruments": (string)[],"item"?: string | null,"leverage": NonNullable<Json>,"licence_number": string,"listed"?: boolean,"losing_share"?: number | null,"losing_share_on"?: string | null,"name": string,"platforms": (string)[],"pros": NonNullable<Json>,"protections": NonNullable<Json>,"regulator": string,"slug": string,"summary": NonNullable<Json>,"verified_by": string,"verified_on": string,"website_url"?: string | null,"withdrawal_days"?: number | null,"withdrawals": NonNullable<Json>
                  }
                  Update: {
                    "affiliate_disclosure"?: Json | null,"affiliate_url"?: string | null,"cons"?: NonNullable<Json>,"deposits"?: NonNullable<Json>,"entity"?: string,"facts"?: NonNullable<Json>,"fictitious"?: boolean,"instruments"?: (string)[],"item"?: string | null,"leverage"?: NonNullable<Json>,"licence_number"?: string,"listed"?: boolean,"losing_share"?: number | null,"losing_share_on"?: string | null,"name"?: string,"platforms"?: (string)[],"pros"?: NonNullable<Json>,"protections"?: NonNullable<Json>,"regulator"?: string,"slug"?: string,"summary"?: NonNullable<Json>,"verified_by"?: string,"verified_on"?: string,"website_url"?: string | null,"withdrawal_days"?: number | null,"withdrawals"?: NonNullable<Json>
                  }
                  Relationships: [
                    {
      foreignKeyName: "brokers_item_fkey"
      columns: ["item"]
isOneToOne: true
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    }
                  ]
                },"calendar_feeds": {
                  Row: {
                    "made_at": string,"secret": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "made_at"?: string,"secret": string,"user_id": string
                  }
                  Update: {
                    "made_at"?: string,"secret"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "calendar_feeds_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"candles": {
                  Row: {
                    "close": number,"first_at": string | null,"high": number,"import_number": number | null,"last_at": string | null,"low": number,"open": number,"opened_at": string,"source": string,"spread": number,"symbol": string,"timeframe": string
                  }
                  ComputedFields: never
                  Insert: {
                    "close": number,"first_at"?: string | null,"high": number,"import_number"?: number | null,"last_at"?: string | null,"low": number,"open": number,"opened_at": string,"source": string,"spread"?: number,"symbol": string,"timeframe": string
                  }
                  Update: {
                    "close"?: number,"first_at"?: string | null,"high"?: number,"import_number"?: number | null,"last_at"?: string | null,"low"?: number,"open"?: number,"opened_at"?: string,"source"?: string,"spread"?: number,"symbol"?: string,"timeframe"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "candles_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"canned_answers": {
                  Row: {
                    "archived_at": string | null,"changed_at": string,"id": string,"name": string,"sufficed": number,"texts": NonNullable<Json>,"topic": string | null,"uses": number
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"changed_at"?: string,"id"?: string,"name": string,"sufficed"?: number,"texts": NonNullable<Json>,"topic"?: string | null,"uses"?: number
                  }
                  Update: {
                    "archived_at"?: string | null,"changed_at"?: string,"id"?: string,"name"?: string,"sufficed"?: number,"texts"?: NonNullable<Json>,"topic"?: string | null,"uses"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "canned_answers_topic_fkey"
      columns: ["topic"]
isOneToOne: false
      referencedRelation: "support_topics"
      referencedColumns: ["topic"]
    }
                  ]
                },"certificate_keys": {
                  Row: {
                    "jwk": NonNullable<Json>,"kid": string,"since": string
                  }
                  ComputedFields: never
                  Insert: {
                    "jwk": NonNullable<Json>,"kid": string,"since"?: string
                  }
                  Update: {
                    "jwk"?: NonNullable<Json>,"kid"?: string,"since"?: string
                  }
                  Relationships: [
                    
                  ]
                },"certificate_status": {
                  Row: {
                    "credential": string,"list": number,"made_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "credential": string,"list": number,"made_at": string
                  }
                  Update: {
                    "credential"?: string,"list"?: number,"made_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"certificates": {
                  Row: {
                    "code": string,"course": string,"credential": string | null,"initials": string,"issued_at": string,"member": string | null,"name": string | null,"nonce": string,"replaces": string | null,"results": NonNullable<Json>,"revoked_at": string | null,"revoked_for": string | null,"sealed_as": number,"shown": boolean,"status_index": number
                  }
                  ComputedFields: never
                  Insert: {
                    "code": string,"course": string,"credential"?: string | null,"initials": string,"issued_at": string,"member"?: string | null,"name"?: string | null,"nonce": string,"replaces"?: string | null,"results": NonNullable<Json>,"revoked_at"?: string | null,"revoked_for"?: string | null,"sealed_as": number,"shown"?: boolean,"status_index"?: never
                  }
                  Update: {
                    "code"?: string,"course"?: string,"credential"?: string | null,"initials"?: string,"issued_at"?: string,"member"?: string | null,"name"?: string | null,"nonce"?: string,"replaces"?: string | null,"results"?: NonNullable<Json>,"revoked_at"?: string | null,"revoked_for"?: string | null,"sealed_as"?: number,"shown"?: boolean,"status_index"?: never
                  }
                  Relationships: [
                    {
      foreignKeyName: "certificates_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "certificates_replaces_fkey"
      columns: ["replaces"]
isOneToOne: true
      referencedRelation: "certificates"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "certificates_sealed_as_fkey"
      columns: ["sealed_as"]
isOneToOne: true
      referencedRelation: "ledger"
      referencedColumns: ["sequence"]
    },{
      foreignKeyName: "certificates_sealed_as_fkey"
      columns: ["sealed_as"]
isOneToOne: true
      referencedRelation: "moderation_register"
      referencedColumns: ["sequence"]
    }
                  ]
                },"checkouts": {
                  Row: {
                    "country": string,"coupon": string | null,"created_at": string,"currency": string,"expires_at": string,"failure": string | null,"id": string,"idempotency_key": string,"kind": string,"means": string,"net": number,"number": number,"period": string,"period_end": string | null,"plan": string,"price_id": number,"provider": string,"provider_reference": string | null,"provider_url": string | null,"reference": string | null,"stake": number | null,"state": string,"subscription_id": string,"tax": number,"tax_rate": number,"terms_version": string,"total": number,"treatment": string | null,"user_id": string,"vat_number": string | null,"waiver_accepted_at": string | null,"waiver_version": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "country": string,"coupon"?: string | null,"created_at"?: string,"currency": string,"expires_at": string,"failure"?: string | null,"id"?: string,"idempotency_key"?: string,"kind": string,"means": string,"net": number,"number"?: never,"period": string,"period_end"?: string | null,"plan": string,"price_id": number,"provider": string,"provider_reference"?: string | null,"provider_url"?: string | null,"reference"?: never,"stake"?: number | null,"state"?: string,"subscription_id": string,"tax": number,"tax_rate": number,"terms_version": string,"total": number,"treatment"?: string | null,"user_id": string,"vat_number"?: string | null,"waiver_accepted_at"?: string | null,"waiver_version"?: string | null
                  }
                  Update: {
                    "country"?: string,"coupon"?: string | null,"created_at"?: string,"currency"?: string,"expires_at"?: string,"failure"?: string | null,"id"?: string,"idempotency_key"?: string,"kind"?: string,"means"?: string,"net"?: number,"number"?: never,"period"?: string,"period_end"?: string | null,"plan"?: string,"price_id"?: number,"provider"?: string,"provider_reference"?: string | null,"provider_url"?: string | null,"reference"?: never,"stake"?: number | null,"state"?: string,"subscription_id"?: string,"tax"?: number,"tax_rate"?: number,"terms_version"?: string,"total"?: number,"treatment"?: string | null,"user_id"?: string,"vat_number"?: string | null,"waiver_accepted_at"?: string | null,"waiver_version"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "checkouts_coupon_fkey"
      columns: ["coupon"]
isOneToOne: false
      referencedRelation: "coupons"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "checkouts_plan_fkey"
      columns: ["plan"]
isOneToOne: false
      referencedRelation: "plans"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "checkouts_price_id_fkey"
      columns: ["price_id"]
isOneToOne: false
      referencedRelation: "current_plan_prices"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "checkouts_price_id_fkey"
      columns: ["price_id"]
isOneToOne: false
      referencedRelation: "plan_prices"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "checkouts_subscription_id_fkey"
      columns: ["subscription_id"]
isOneToOne: false
      referencedRelation: "subscriptions"
      referencedColumns: ["id"]
    }
                  ]
                },"commissions": {
                  Row: {
                    "amount": number,"currency": string,"disputed": boolean,"due_at": string,"earned_at": string,"id": string,"kept": number,"paid": number,"payment_id": string,"payment_number": number,"percent": number,"plan": string,"referral_id": number | null,"referral_number": number,"user_id": string,"voided_for": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"currency": string,"disputed"?: boolean,"due_at": string,"earned_at": string,"id"?: string,"kept": number,"paid": number,"payment_id": string,"payment_number": number,"percent": number,"plan": string,"referral_id"?: number | null,"referral_number": number,"user_id": string,"voided_for"?: string | null
                  }
                  Update: {
                    "amount"?: number,"currency"?: string,"disputed"?: boolean,"due_at"?: string,"earned_at"?: string,"id"?: string,"kept"?: number,"paid"?: number,"payment_id"?: string,"payment_number"?: number,"percent"?: number,"plan"?: string,"referral_id"?: number | null,"referral_number"?: number,"user_id"?: string,"voided_for"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "commissions_payment_id_fkey"
      columns: ["payment_id"]
isOneToOne: true
      referencedRelation: "payments"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "commissions_referral_id_fkey"
      columns: ["referral_id"]
isOneToOne: false
      referencedRelation: "referrals"
      referencedColumns: ["id"]
    }
                  ]
                },"community_members": {
                  Row: {
                    "handle": string | null,"id": string,"joined_at": string,"name": string | null,"staff_role": string | null,"trust": number,"trust_at": string | null,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "handle"?: string | null,"id"?: string,"joined_at"?: string,"name"?: string | null,"staff_role"?: string | null,"trust"?: number,"trust_at"?: string | null,"user_id"?: string | null
                  }
                  Update: {
                    "handle"?: string | null,"id"?: string,"joined_at"?: string,"name"?: string | null,"staff_role"?: string | null,"trust"?: number,"trust_at"?: string | null,"user_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"consents": {
                  Row: {
                    "at": string,"granted": boolean,"id": number,"kind": string,"locale": string,"source": string,"user_id": string,"version": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at"?: string,"granted": boolean,"id"?: never,"kind": string,"locale": string,"source": string,"user_id": string,"version": string
                  }
                  Update: {
                    "at"?: string,"granted"?: boolean,"id"?: never,"kind"?: string,"locale"?: string,"source"?: string,"user_id"?: string,"version"?: string
                  }
                  Relationships: [
                    
                  ]
                },"contact_points": {
                  Row: {
                    "authorities": string | null,"dispute_body": string | null,"languages": (string)[],"only_row": boolean,"recipients": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "authorities"?: string | null,"dispute_body"?: string | null,"languages"?: (string)[],"only_row"?: boolean,"recipients"?: string | null
                  }
                  Update: {
                    "authorities"?: string | null,"dispute_body"?: string | null,"languages"?: (string)[],"only_row"?: boolean,"recipients"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"content_items": {
                  Row: {
                    "flags": NonNullable<Json>,"id": string,"kind": string,"languages": NonNullable<Json>,"next_expiry": string | null,"parent": string | null,"position": number,"publish_at": string | null,"published_at": string | null,"published_version": number | null,"refusal": Json | null,"scheduled_version": number | null,"slug": string,"state": string,"tier": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "flags"?: NonNullable<Json>,"id"?: string,"kind": string,"languages"?: NonNullable<Json>,"next_expiry"?: string | null,"parent"?: string | null,"position": number,"publish_at"?: string | null,"published_at"?: string | null,"published_version"?: number | null,"refusal"?: Json | null,"scheduled_version"?: number | null,"slug": string,"state"?: string,"tier": string,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "flags"?: NonNullable<Json>,"id"?: string,"kind"?: string,"languages"?: NonNullable<Json>,"next_expiry"?: string | null,"parent"?: string | null,"position"?: number,"publish_at"?: string | null,"published_at"?: string | null,"published_version"?: number | null,"refusal"?: Json | null,"scheduled_version"?: number | null,"slug"?: string,"state"?: string,"tier"?: string,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "content_items_kind_fkey"
      columns: ["kind"]
isOneToOne: false
      referencedRelation: "content_kinds"
      referencedColumns: ["kind"]
    },{
      foreignKeyName: "content_items_parent_fkey"
      columns: ["parent"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    }
                  ]
                },"content_kinds": {
                  Row: {
                    "address": string | null,"card_fields": (string)[],"check_function": string | null,"fixed_slug": boolean,"kind": string,"optional_texts": (string)[],"project_function": string | null,"required_texts": (string)[],"sealed": boolean,"tiered": boolean,"writers": (string)[]
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"card_fields"?: (string)[],"check_function"?: string | null,"fixed_slug"?: boolean,"kind": string,"optional_texts"?: (string)[],"project_function"?: string | null,"required_texts": (string)[],"sealed"?: boolean,"tiered"?: boolean,"writers": (string)[]
                  }
                  Update: {
                    "address"?: string | null,"card_fields"?: (string)[],"check_function"?: string | null,"fixed_slug"?: boolean,"kind"?: string,"optional_texts"?: (string)[],"project_function"?: string | null,"required_texts"?: (string)[],"sealed"?: boolean,"tiered"?: boolean,"writers"?: (string)[]
                  }
                  Relationships: [
                    
                  ]
                },"content_redirects": {
                  Row: {
                    "item": string,"kind": string,"slug": string
                  }
                  ComputedFields: never
                  Insert: {
                    "item": string,"kind": string,"slug": string
                  }
                  Update: {
                    "item"?: string,"kind"?: string,"slug"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "content_redirects_item_fkey"
      columns: ["item"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "content_redirects_kind_fkey"
      columns: ["kind"]
isOneToOne: false
      referencedRelation: "content_kinds"
      referencedColumns: ["kind"]
    }
                  ]
                },"content_versions": {
                  Row: {
                    "author": string | null,"author_name": string,"document": NonNullable<Json>,"item": string,"made_at": string,"published_at": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "author"?: string | null,"author_name": string,"document": NonNullable<Json>,"item": string,"made_at"?: string,"published_at"?: string | null,"version": number
                  }
                  Update: {
                    "author"?: string | null,"author_name"?: string,"document"?: NonNullable<Json>,"item"?: string,"made_at"?: string,"published_at"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "content_versions_item_fkey"
      columns: ["item"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    }
                  ]
                },"counter_theses": {
                  Row: {
                    "idea": string,"signal_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "idea": string,"signal_id": string
                  }
                  Update: {
                    "idea"?: string,"signal_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "counter_theses_idea_fkey"
      columns: ["idea"]
isOneToOne: true
      referencedRelation: "ideas"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "counter_theses_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"coupon_uses": {
                  Row: {
                    "at": string,"checkout_id": string,"coupon": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at"?: string,"checkout_id": string,"coupon": string,"user_id": string
                  }
                  Update: {
                    "at"?: string,"checkout_id"?: string,"coupon"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "coupon_uses_checkout_id_fkey"
      columns: ["checkout_id"]
isOneToOne: true
      referencedRelation: "checkouts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "coupon_uses_coupon_fkey"
      columns: ["coupon"]
isOneToOne: false
      referencedRelation: "coupons"
      referencedColumns: ["code"]
    }
                  ]
                },"coupons": {
                  Row: {
                    "amount": number | null,"code": string,"ends_at": string | null,"most": number | null,"percent": number | null,"period": string | null,"plan": string | null,"starts_at": string,"used": number
                  }
                  ComputedFields: never
                  Insert: {
                    "amount"?: number | null,"code": string,"ends_at"?: string | null,"most"?: number | null,"percent"?: number | null,"period"?: string | null,"plan"?: string | null,"starts_at"?: string,"used"?: number
                  }
                  Update: {
                    "amount"?: number | null,"code"?: string,"ends_at"?: string | null,"most"?: number | null,"percent"?: number | null,"period"?: string | null,"plan"?: string | null,"starts_at"?: string,"used"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "coupons_plan_fkey"
      columns: ["plan"]
isOneToOne: false
      referencedRelation: "plans"
      referencedColumns: ["slug"]
    }
                  ]
                },"course_pace": {
                  Row: {
                    "began_at": string,"course": string,"member": string
                  }
                  ComputedFields: never
                  Insert: {
                    "began_at"?: string,"course": string,"member": string
                  }
                  Update: {
                    "began_at"?: string,"course"?: string,"member"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "course_pace_course_fkey"
      columns: ["course"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "course_pace_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"course_reviews": {
                  Row: {
                    "body": string,"course": string,"created_at": string,"member": string,"name": string,"stars": number
                  }
                  ComputedFields: never
                  Insert: {
                    "body"?: string,"course": string,"created_at"?: string,"member"?: string,"name"?: string,"stars": number
                  }
                  Update: {
                    "body"?: string,"course"?: string,"created_at"?: string,"member"?: string,"name"?: string,"stars"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "course_reviews_course_fkey"
      columns: ["course"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "course_reviews_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"daily_results": {
                  Row: {
                    "attempt": string,"counted": string | null,"day": string,"finished_at": string,"member": string,"milliseconds": number,"ranked": boolean,"score": number,"total": number
                  }
                  ComputedFields: never
                  Insert: {
                    "attempt": string,"counted"?: string | null,"day": string,"finished_at": string,"member": string,"milliseconds": number,"ranked": boolean,"score": number,"total": number
                  }
                  Update: {
                    "attempt"?: string,"counted"?: string | null,"day"?: string,"finished_at"?: string,"member"?: string,"milliseconds"?: number,"ranked"?: boolean,"score"?: number,"total"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "daily_results_attempt_fkey"
      columns: ["attempt"]
isOneToOne: true
      referencedRelation: "attempts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "daily_results_day_fkey"
      columns: ["day"]
isOneToOne: false
      referencedRelation: "daily_tests"
      referencedColumns: ["day"]
    },{
      foreignKeyName: "daily_results_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"daily_tests": {
                  Row: {
                    "bank": Json | null,"bank_hash": string,"beacon": string | null,"commitment": string,"committed_at": string,"day": string,"late": boolean,"opened_at": string | null,"questions": (string)[] | null,"revealed_at": string | null,"seed": string | null,"sequence": number
                  }
                  ComputedFields: never
                  Insert: {
                    "bank"?: Json | null,"bank_hash": string,"beacon"?: string | null,"commitment": string,"committed_at": string,"day": string,"late": boolean,"opened_at"?: string | null,"questions"?: (string)[] | null,"revealed_at"?: string | null,"seed"?: string | null,"sequence": number
                  }
                  Update: {
                    "bank"?: Json | null,"bank_hash"?: string,"beacon"?: string | null,"commitment"?: string,"committed_at"?: string,"day"?: string,"late"?: boolean,"opened_at"?: string | null,"questions"?: (string)[] | null,"revealed_at"?: string | null,"seed"?: string | null,"sequence"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "daily_tests_sequence_fkey"
      columns: ["sequence"]
isOneToOne: false
      referencedRelation: "ledger"
      referencedColumns: ["sequence"]
    },{
      foreignKeyName: "daily_tests_sequence_fkey"
      columns: ["sequence"]
isOneToOne: false
      referencedRelation: "moderation_register"
      referencedColumns: ["sequence"]
    }
                  ]
                },"data_exports": {
                  Row: {
                    "bytes": number | null,"expires_at": string | null,"finished_at": string | null,"id": string,"parts": number | null,"requested_at": string,"state": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bytes"?: number | null,"expires_at"?: string | null,"finished_at"?: string | null,"id"?: string,"parts"?: number | null,"requested_at"?: string,"state"?: string,"user_id": string
                  }
                  Update: {
                    "bytes"?: number | null,"expires_at"?: string | null,"finished_at"?: string | null,"id"?: string,"parts"?: number | null,"requested_at"?: string,"state"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"disputes": {
                  Row: {
                    "amount": number,"at": string,"closed_at": string | null,"due_by": string | null,"id": number,"net": number,"payment_id": string,"provider": string,"provider_dispute": string,"state": string,"tax": number,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"at": string,"closed_at"?: string | null,"due_by"?: string | null,"id"?: never,"net"?: number,"payment_id": string,"provider": string,"provider_dispute": string,"state": string,"tax"?: number,"user_id": string
                  }
                  Update: {
                    "amount"?: number,"at"?: string,"closed_at"?: string | null,"due_by"?: string | null,"id"?: never,"net"?: number,"payment_id"?: string,"provider"?: string,"provider_dispute"?: string,"state"?: string,"tax"?: number,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "disputes_payment_id_fkey"
      columns: ["payment_id"]
isOneToOne: false
      referencedRelation: "payments"
      referencedColumns: ["id"]
    }
                  ]
                },"errata": {
                  Row: {
                    "at": string,"figure": NonNullable<Json>,"hash": string,"id": string,"made_by": string,"sequence": number,"text": string,"ticket": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "at": string,"figure": NonNullable<Json>,"hash": string,"id"?: string,"made_by": string,"sequence": number,"text": string,"ticket"?: string | null
                  }
                  Update: {
                    "at"?: string,"figure"?: NonNullable<Json>,"hash"?: string,"id"?: string,"made_by"?: string,"sequence"?: number,"text"?: string,"ticket"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "errata_sequence_fkey"
      columns: ["sequence"]
isOneToOne: true
      referencedRelation: "ledger"
      referencedColumns: ["sequence"]
    },{
      foreignKeyName: "errata_sequence_fkey"
      columns: ["sequence"]
isOneToOne: true
      referencedRelation: "moderation_register"
      referencedColumns: ["sequence"]
    },{
      foreignKeyName: "errata_ticket_fkey"
      columns: ["ticket"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    }
                  ]
                },"event_links": {
                  Row: {
                    "event": string,"url": string
                  }
                  ComputedFields: never
                  Insert: {
                    "event": string,"url": string
                  }
                  Update: {
                    "event"?: string,"url"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "event_links_event_fkey"
      columns: ["event"]
isOneToOne: true
      referencedRelation: "events"
      referencedColumns: ["item"]
    }
                  ]
                },"event_occurrences": {
                  Row: {
                    "cancelled": boolean,"changed_at": string,"ends_at": string,"event": string,"freed": number,"id": string,"last_place": number,"sequence": number,"slot": string,"starts_at": string,"taken": number,"waiting": number
                  }
                  ComputedFields: never
                  Insert: {
                    "cancelled"?: boolean,"changed_at"?: string,"ends_at": string,"event": string,"freed"?: number,"id"?: string,"last_place"?: number,"sequence"?: number,"slot": string,"starts_at": string,"taken"?: number,"waiting"?: number
                  }
                  Update: {
                    "cancelled"?: boolean,"changed_at"?: string,"ends_at"?: string,"event"?: string,"freed"?: number,"id"?: string,"last_place"?: number,"sequence"?: number,"slot"?: string,"starts_at"?: string,"taken"?: number,"waiting"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "event_occurrences_event_fkey"
      columns: ["event"]
isOneToOne: false
      referencedRelation: "events"
      referencedColumns: ["item"]
    }
                  ]
                },"event_passages": {
                  Row: {
                    "occurrence": string,"position": number,"price": number,"said": NonNullable<Json>,"second": number,"symbol": string
                  }
                  ComputedFields: never
                  Insert: {
                    "occurrence": string,"position": number,"price": number,"said": NonNullable<Json>,"second": number,"symbol": string
                  }
                  Update: {
                    "occurrence"?: string,"position"?: number,"price"?: number,"said"?: NonNullable<Json>,"second"?: number,"symbol"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "event_passages_occurrence_fkey"
      columns: ["occurrence"]
isOneToOne: false
      referencedRelation: "event_replays"
      referencedColumns: ["occurrence"]
    },{
      foreignKeyName: "event_passages_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"event_registrations": {
                  Row: {
                    "attended": boolean | null,"joined_at": string | null,"occurrence": string,"offered_until": string | null,"place": number | null,"registered_at": string,"remind_minutes": number | null,"reminded_at": string | null,"state": string,"user_id": string,"event_rank": number | null
                  }
                  ComputedFields: "event_rank"
                  Insert: {
                    "attended"?: boolean | null,"joined_at"?: string | null,"occurrence": string,"offered_until"?: string | null,"place"?: number | null,"registered_at"?: string,"remind_minutes"?: number | null,"reminded_at"?: string | null,"state": string,"user_id": string
                  }
                  Update: {
                    "attended"?: boolean | null,"joined_at"?: string | null,"occurrence"?: string,"offered_until"?: string | null,"place"?: number | null,"registered_at"?: string,"remind_minutes"?: number | null,"reminded_at"?: string | null,"state"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "event_registrations_occurrence_fkey"
      columns: ["occurrence"]
isOneToOne: false
      referencedRelation: "event_occurrences"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "event_registrations_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"event_replays": {
                  Row: {
                    "address": string | null,"item": string,"occurrence": string,"path": string | null,"published_at": string,"seconds": number,"title": NonNullable<Json>,"transcript": NonNullable<Json>,"views": number
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"item": string,"occurrence": string,"path"?: string | null,"published_at"?: string,"seconds": number,"title": NonNullable<Json>,"transcript"?: NonNullable<Json>,"views"?: number
                  }
                  Update: {
                    "address"?: string | null,"item"?: string,"occurrence"?: string,"path"?: string | null,"published_at"?: string,"seconds"?: number,"title"?: NonNullable<Json>,"transcript"?: NonNullable<Json>,"views"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "event_replays_item_fkey"
      columns: ["item"]
isOneToOne: true
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "event_replays_occurrence_fkey"
      columns: ["occurrence"]
isOneToOne: true
      referencedRelation: "event_occurrences"
      referencedColumns: ["id"]
    }
                  ]
                },"events": {
                  Row: {
                    "capacity": number | null,"demonstration": boolean,"exceptions": NonNullable<Json>,"host": string | null,"item": string,"kind": string,"listed": boolean,"minutes": number,"recorded": boolean,"rule": string | null,"slug": string,"starts_at": string,"summary": NonNullable<Json>,"tier": string,"title": NonNullable<Json>,"zone": string
                  }
                  ComputedFields: never
                  Insert: {
                    "capacity"?: number | null,"demonstration"?: boolean,"exceptions"?: NonNullable<Json>,"host"?: string | null,"item": string,"kind": string,"listed"?: boolean,"minutes": number,"recorded": boolean,"rule"?: string | null,"slug": string,"starts_at": string,"summary": NonNullable<Json>,"tier": string,"title": NonNullable<Json>,"zone": string
                  }
                  Update: {
                    "capacity"?: number | null,"demonstration"?: boolean,"exceptions"?: NonNullable<Json>,"host"?: string | null,"item"?: string,"kind"?: string,"listed"?: boolean,"minutes"?: number,"recorded"?: boolean,"rule"?: string | null,"slug"?: string,"starts_at"?: string,"summary"?: NonNullable<Json>,"tier"?: string,"title"?: NonNullable<Json>,"zone"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "events_host_fkey"
      columns: ["host"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "events_item_fkey"
      columns: ["item"]
isOneToOne: true
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    }
                  ]
                },"exercise_answers": {
                  Row: {
                    "answered_at": string,"lesson": string,"member": string,"place": number,"points": number,"price": number
                  }
                  ComputedFields: never
                  Insert: {
                    "answered_at"?: string,"lesson": string,"member": string,"place": number,"points": number,"price": number
                  }
                  Update: {
                    "answered_at"?: string,"lesson"?: string,"member"?: string,"place"?: number,"points"?: number,"price"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "exercise_answers_lesson_fkey"
      columns: ["lesson"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "exercise_answers_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"expectation_outcomes": {
                  Row: {
                    "actual": string | null,"expectation": string,"forecast": string | null,"graded_at": string,"outcome": boolean | null,"surprise": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "actual"?: string | null,"expectation": string,"forecast"?: string | null,"graded_at": string,"outcome"?: boolean | null,"surprise"?: string | null
                  }
                  Update: {
                    "actual"?: string | null,"expectation"?: string,"forecast"?: string | null,"graded_at"?: string,"outcome"?: boolean | null,"surprise"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "expectation_outcomes_expectation_fkey"
      columns: ["expectation"]
isOneToOne: true
      referencedRelation: "expectations"
      referencedColumns: ["id"]
    }
                  ]
                },"expectation_terms": {
                  Row: {
                    "expectation": string,"nonce": string,"terms": NonNullable<Json>
                  }
                  ComputedFields: never
                  Insert: {
                    "expectation": string,"nonce": string,"terms": NonNullable<Json>
                  }
                  Update: {
                    "expectation"?: string,"nonce"?: string,"terms"?: NonNullable<Json>
                  }
                  Relationships: [
                    {
      foreignKeyName: "expectation_terms_expectation_fkey"
      columns: ["expectation"]
isOneToOne: true
      referencedRelation: "expectations"
      referencedColumns: ["id"]
    }
                  ]
                },"expectations": {
                  Row: {
                    "announcement": string,"author_id": string,"author_name": string,"commitment": string,"deadline": string,"demonstration": boolean,"id": string,"made_at": string,"number": number
                  }
                  ComputedFields: never
                  Insert: {
                    "announcement": string,"author_id": string,"author_name": string,"commitment": string,"deadline": string,"demonstration"?: boolean,"id"?: string,"made_at": string,"number": number
                  }
                  Update: {
                    "announcement"?: string,"author_id"?: string,"author_name"?: string,"commitment"?: string,"deadline"?: string,"demonstration"?: boolean,"id"?: string,"made_at"?: string,"number"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "expectations_announcement_fkey"
      columns: ["announcement"]
isOneToOne: false
      referencedRelation: "announcements"
      referencedColumns: ["id"]
    }
                  ]
                },"forecast_answers": {
                  Row: {
                    "answered_at": string,"card": string,"member": string,"nonce": string,"probability": number,"sequence": number
                  }
                  ComputedFields: never
                  Insert: {
                    "answered_at": string,"card": string,"member": string,"nonce": string,"probability": number,"sequence": number
                  }
                  Update: {
                    "answered_at"?: string,"card"?: string,"member"?: string,"nonce"?: string,"probability"?: number,"sequence"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "forecast_answers_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "forecast_answers_sequence_fkey"
      columns: ["sequence"]
isOneToOne: false
      referencedRelation: "ledger"
      referencedColumns: ["sequence"]
    },{
      foreignKeyName: "forecast_answers_sequence_fkey"
      columns: ["sequence"]
isOneToOne: false
      referencedRelation: "moderation_register"
      referencedColumns: ["sequence"]
    }
                  ]
                },"forum_categories": {
                  Row: {
                    "icon": string,"names": NonNullable<Json>,"of_ideas": boolean,"opened_by": string,"position": number,"slow_mode": number,"slug": string
                  }
                  ComputedFields: never
                  Insert: {
                    "icon": string,"names": NonNullable<Json>,"of_ideas"?: boolean,"opened_by"?: string,"position": number,"slow_mode"?: number,"slug": string
                  }
                  Update: {
                    "icon"?: string,"names"?: NonNullable<Json>,"of_ideas"?: boolean,"opened_by"?: string,"position"?: number,"slow_mode"?: number,"slug"?: string
                  }
                  Relationships: [
                    
                  ]
                },"forum_digests": {
                  Row: {
                    "frequency": string,"last_at": string,"member": string,"next_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "frequency": string,"last_at"?: string,"member": string,"next_at": string
                  }
                  Update: {
                    "frequency"?: string,"last_at"?: string,"member"?: string,"next_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "forum_digests_member_fkey"
      columns: ["member"]
isOneToOne: true
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"forum_drafts": {
                  Row: {
                    "anonymous": boolean,"body": string,"category": string | null,"id": string,"member": string,"reply_to": string | null,"saved_at": string,"symbol": string | null,"thread": string | null,"title": string
                  }
                  ComputedFields: never
                  Insert: {
                    "anonymous"?: boolean,"body"?: string,"category"?: string | null,"id"?: string,"member": string,"reply_to"?: string | null,"saved_at"?: string,"symbol"?: string | null,"thread"?: string | null,"title"?: string
                  }
                  Update: {
                    "anonymous"?: boolean,"body"?: string,"category"?: string | null,"id"?: string,"member"?: string,"reply_to"?: string | null,"saved_at"?: string,"symbol"?: string | null,"thread"?: string | null,"title"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "forum_drafts_category_fkey"
      columns: ["category"]
isOneToOne: false
      referencedRelation: "forum_categories"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "forum_drafts_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "forum_drafts_reply_to_fkey"
      columns: ["reply_to"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "forum_drafts_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    },{
      foreignKeyName: "forum_drafts_thread_fkey"
      columns: ["thread"]
isOneToOne: false
      referencedRelation: "threads"
      referencedColumns: ["id"]
    }
                  ]
                },"forum_reads_from": {
                  Row: {
                    "at": string,"category": string | null,"member": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at"?: string,"category"?: string | null,"member": string
                  }
                  Update: {
                    "at"?: string,"category"?: string | null,"member"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "forum_reads_from_category_fkey"
      columns: ["category"]
isOneToOne: false
      referencedRelation: "forum_categories"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "forum_reads_from_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"forum_rule_versions": {
                  Row: {
                    "rules": NonNullable<Json>,"since": string,"version": string
                  }
                  ComputedFields: never
                  Insert: {
                    "rules": NonNullable<Json>,"since"?: string,"version": string
                  }
                  Update: {
                    "rules"?: NonNullable<Json>,"since"?: string,"version"?: string
                  }
                  Relationships: [
                    
                  ]
                },"forum_rules": {
                  Row: {
                    "number": string,"titles": NonNullable<Json>,"words": NonNullable<Json>
                  }
                  ComputedFields: never
                  Insert: {
                    "number": string,"titles": NonNullable<Json>,"words": NonNullable<Json>
                  }
                  Update: {
                    "number"?: string,"titles"?: NonNullable<Json>,"words"?: NonNullable<Json>
                  }
                  Relationships: [
                    
                  ]
                },"forum_subscriptions": {
                  Row: {
                    "category": string | null,"level": string,"member": string,"since": string,"thread": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "category"?: string | null,"level": string,"member": string,"since"?: string,"thread"?: string | null
                  }
                  Update: {
                    "category"?: string | null,"level"?: string,"member"?: string,"since"?: string,"thread"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "forum_subscriptions_category_fkey"
      columns: ["category"]
isOneToOne: false
      referencedRelation: "forum_categories"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "forum_subscriptions_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "forum_subscriptions_thread_fkey"
      columns: ["thread"]
isOneToOne: false
      referencedRelation: "threads"
      referencedColumns: ["id"]
    }
                  ]
                },"held_posts": {
                  Row: {
                    "author": string,"edits": string | null,"held_at": string,"id": string,"reasons": (string)[],"request": NonNullable<Json>,"thread": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "author": string,"edits"?: string | null,"held_at"?: string,"id"?: string,"reasons": (string)[],"request": NonNullable<Json>,"thread"?: string | null
                  }
                  Update: {
                    "author"?: string,"edits"?: string | null,"held_at"?: string,"id"?: string,"reasons"?: (string)[],"request"?: NonNullable<Json>,"thread"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "held_posts_author_fkey"
      columns: ["author"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "held_posts_edits_fkey"
      columns: ["edits"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "held_posts_thread_fkey"
      columns: ["thread"]
isOneToOne: false
      referencedRelation: "threads"
      referencedColumns: ["id"]
    }
                  ]
                },"help_feedback": {
                  Row: {
                    "comment": string,"given_at": string,"item": string,"member": string,"useful": boolean,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "comment"?: string,"given_at"?: string,"item": string,"member"?: string,"useful": boolean,"version": number
                  }
                  Update: {
                    "comment"?: string,"given_at"?: string,"item"?: string,"member"?: string,"useful"?: boolean,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "help_feedback_item_fkey"
      columns: ["item"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "help_feedback_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"help_openings": {
                  Row: {
                    "item": string,"member": string,"opened_at": string,"ticket_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "item": string,"member": string,"opened_at"?: string,"ticket_at"?: string | null
                  }
                  Update: {
                    "item"?: string,"member"?: string,"opened_at"?: string,"ticket_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "help_openings_item_fkey"
      columns: ["item"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "help_openings_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"idea_drafts": {
                  Row: {
                    "input": NonNullable<Json>,"member": string,"saved_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "input": NonNullable<Json>,"member"?: string,"saved_at"?: string
                  }
                  Update: {
                    "input"?: NonNullable<Json>,"member"?: string,"saved_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_drafts_member_fkey"
      columns: ["member"]
isOneToOne: true
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"idea_events": {
                  Row: {
                    "at": string,"data": NonNullable<Json>,"idea": string,"kind": string,"price": number | null,"r": number | null,"sequence": number
                  }
                  ComputedFields: never
                  Insert: {
                    "at": string,"data"?: NonNullable<Json>,"idea": string,"kind": string,"price"?: number | null,"r"?: number | null,"sequence": number
                  }
                  Update: {
                    "at"?: string,"data"?: NonNullable<Json>,"idea"?: string,"kind"?: string,"price"?: number | null,"r"?: number | null,"sequence"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_events_idea_fkey"
      columns: ["idea"]
isOneToOne: false
      referencedRelation: "ideas"
      referencedColumns: ["id"]
    }
                  ]
                },"idea_minutes": {
                  Row: {
                    "day": string,"idea": string,"lines": number,"minutes": string,"sha256": string
                  }
                  ComputedFields: never
                  Insert: {
                    "day": string,"idea": string,"lines": number,"minutes": string,"sha256": string
                  }
                  Update: {
                    "day"?: string,"idea"?: string,"lines"?: number,"minutes"?: string,"sha256"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_minutes_idea_fkey"
      columns: ["idea"]
isOneToOne: false
      referencedRelation: "ideas"
      referencedColumns: ["id"]
    }
                  ]
                },"idea_notes": {
                  Row: {
                    "idea": string,"nonce": string,"sequence": number,"text": string
                  }
                  ComputedFields: never
                  Insert: {
                    "idea": string,"nonce": string,"sequence": number,"text": string
                  }
                  Update: {
                    "idea"?: string,"nonce"?: string,"sequence"?: number,"text"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_notes_idea_sequence_fkey"
      columns: ["idea","sequence"]
isOneToOne: true
      referencedRelation: "idea_events"
      referencedColumns: ["idea","sequence"]
    }
                  ]
                },"idea_openings": {
                  Row: {
                    "idea": string,"opened_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "idea": string,"opened_at": string
                  }
                  Update: {
                    "idea"?: string,"opened_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_openings_idea_fkey"
      columns: ["idea"]
isOneToOne: true
      referencedRelation: "ideas"
      referencedColumns: ["id"]
    }
                  ]
                },"idea_records": {
                  Row: {
                    "as_of": number,"author": string,"brier": number | null,"by_instrument": NonNullable<Json>,"record": NonNullable<Json>,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "as_of": number,"author": string,"brier"?: number | null,"by_instrument"?: NonNullable<Json>,"record": NonNullable<Json>,"updated_at"?: string
                  }
                  Update: {
                    "as_of"?: number,"author"?: string,"brier"?: number | null,"by_instrument"?: NonNullable<Json>,"record"?: NonNullable<Json>,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_records_author_fkey"
      columns: ["author"]
isOneToOne: true
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"idea_states": {
                  Row: {
                    "close_reason": string | null,"closed_at": string | null,"idea": string,"realised_r": number | null,"state": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "close_reason"?: string | null,"closed_at"?: string | null,"idea": string,"realised_r"?: number | null,"state"?: string,"updated_at"?: string
                  }
                  Update: {
                    "close_reason"?: string | null,"closed_at"?: string | null,"idea"?: string,"realised_r"?: number | null,"state"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_states_idea_fkey"
      columns: ["idea"]
isOneToOne: true
      referencedRelation: "ideas"
      referencedColumns: ["id"]
    }
                  ]
                },"idea_terms": {
                  Row: {
                    "idea": string,"nonce": string,"symbol": string,"terms": NonNullable<Json>
                  }
                  ComputedFields: never
                  Insert: {
                    "idea": string,"nonce": string,"symbol": string,"terms": NonNullable<Json>
                  }
                  Update: {
                    "idea"?: string,"nonce"?: string,"symbol"?: string,"terms"?: NonNullable<Json>
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_terms_idea_fkey"
      columns: ["idea"]
isOneToOne: true
      referencedRelation: "ideas"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "idea_terms_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"idea_texts": {
                  Row: {
                    "counter_thesis": string,"facts": string,"idea": string,"nonce": string,"opinion": string
                  }
                  ComputedFields: never
                  Insert: {
                    "counter_thesis": string,"facts": string,"idea": string,"nonce": string,"opinion": string
                  }
                  Update: {
                    "counter_thesis"?: string,"facts"?: string,"idea"?: string,"nonce"?: string,"opinion"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "idea_texts_idea_fkey"
      columns: ["idea"]
isOneToOne: true
      referencedRelation: "ideas"
      referencedColumns: ["id"]
    }
                  ]
                },"ideas": {
                  Row: {
                    "author": string,"commitment": string,"demonstration": boolean,"id": string,"number": number,"opens_at": string | null,"published_at": string,"sealed": boolean,"texts_commitment": string,"thread": string
                  }
                  ComputedFields: never
                  Insert: {
                    "author": string,"commitment": string,"demonstration"?: boolean,"id"?: string,"number": number,"opens_at"?: string | null,"published_at": string,"sealed": boolean,"texts_commitment": string,"thread": string
                  }
                  Update: {
                    "author"?: string,"commitment"?: string,"demonstration"?: boolean,"id"?: string,"number"?: number,"opens_at"?: string | null,"published_at"?: string,"sealed"?: boolean,"texts_commitment"?: string,"thread"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "ideas_author_fkey"
      columns: ["author"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ideas_thread_fkey"
      columns: ["thread"]
isOneToOne: true
      referencedRelation: "threads"
      referencedColumns: ["id"]
    }
                  ]
                },"indicator_codes": {
                  Row: {
                    "code": string,"indicator": string,"source": string
                  }
                  ComputedFields: never
                  Insert: {
                    "code": string,"indicator": string,"source": string
                  }
                  Update: {
                    "code"?: string,"indicator"?: string,"source"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "indicator_codes_indicator_fkey"
      columns: ["indicator"]
isOneToOne: false
      referencedRelation: "indicators"
      referencedColumns: ["slug"]
    }
                  ]
                },"indicator_licences": {
                  Row: {
                    "indicator": string,"licence": string,"read_at": string,"series": string,"shown": boolean,"source": string
                  }
                  ComputedFields: never
                  Insert: {
                    "indicator": string,"licence": string,"read_at": string,"series": string,"shown": boolean,"source": string
                  }
                  Update: {
                    "indicator"?: string,"licence"?: string,"read_at"?: string,"series"?: string,"shown"?: boolean,"source"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "indicator_licences_indicator_fkey"
      columns: ["indicator"]
isOneToOne: false
      referencedRelation: "indicators"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "indicator_licences_source_fkey"
      columns: ["source"]
isOneToOne: false
      referencedRelation: "announcement_sources"
      referencedColumns: ["source"]
    }
                  ]
                },"indicators": {
                  Row: {
                    "authority": string,"authority_url": string,"better": string,"cadence": string,"category": string,"country": string,"currency": string,"decimals": number,"impact": string,"item": string,"listed": boolean,"slug": string,"summary": NonNullable<Json>,"symbols": (string)[],"title": NonNullable<Json>,"unit": string,"usual_time": string,"why": NonNullable<Json>,"zone": string
                  }
                  ComputedFields: never
                  Insert: {
                    "authority": string,"authority_url": string,"better": string,"cadence": string,"category": string,"country": string,"currency": string,"decimals": number,"impact": string,"item": string,"listed"?: boolean,"slug": string,"summary": NonNullable<Json>,"symbols": (string)[],"title": NonNullable<Json>,"unit": string,"usual_time": string,"why": NonNullable<Json>,"zone": string
                  }
                  Update: {
                    "authority"?: string,"authority_url"?: string,"better"?: string,"cadence"?: string,"category"?: string,"country"?: string,"currency"?: string,"decimals"?: number,"impact"?: string,"item"?: string,"listed"?: boolean,"slug"?: string,"summary"?: NonNullable<Json>,"symbols"?: (string)[],"title"?: NonNullable<Json>,"unit"?: string,"usual_time"?: string,"why"?: NonNullable<Json>,"zone"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "indicators_item_fkey"
      columns: ["item"]
isOneToOne: true
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    }
                  ]
                },"instruments": {
                  Row: {
                    "base_currency": string,"class": string,"contract_size": number,"description": NonNullable<Json>,"digits": number,"name": string,"pip_size": number,"quote_currency": string,"session": string,"sort": number,"symbol": string,"typical_spread": number
                  }
                  ComputedFields: never
                  Insert: {
                    "base_currency": string,"class": string,"contract_size": number,"description": NonNullable<Json>,"digits": number,"name": string,"pip_size": number,"quote_currency": string,"session": string,"sort": number,"symbol": string,"typical_spread": number
                  }
                  Update: {
                    "base_currency"?: string,"class"?: string,"contract_size"?: number,"description"?: NonNullable<Json>,"digits"?: number,"name"?: string,"pip_size"?: number,"quote_currency"?: string,"session"?: string,"sort"?: number,"symbol"?: string,"typical_spread"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "instruments_session_fkey"
      columns: ["session"]
isOneToOne: false
      referencedRelation: "market_sessions"
      referencedColumns: ["session"]
    }
                  ]
                },"invoices": {
                  Row: {
                    "buyer": NonNullable<Json>,"corrects": string | null,"currency": string,"fact": string,"id": string,"issued_at": string,"kind": string,"language": string,"lines": NonNullable<Json>,"mentions": (string)[],"method": Json | null,"net": number,"number": string,"paid_at": string,"payment_id": string,"place": number,"seller": NonNullable<Json>,"tax": number,"tax_rate": number,"test": boolean,"total": number,"treatment": string,"user_id": string,"version": number,"year": number
                  }
                  ComputedFields: never
                  Insert: {
                    "buyer": NonNullable<Json>,"corrects"?: string | null,"currency": string,"fact": string,"id"?: string,"issued_at": string,"kind": string,"language": string,"lines": NonNullable<Json>,"mentions": (string)[],"method"?: Json | null,"net": number,"number": string,"paid_at": string,"payment_id": string,"place": number,"seller": NonNullable<Json>,"tax": number,"tax_rate": number,"test": boolean,"total": number,"treatment": string,"user_id": string,"version": number,"year": number
                  }
                  Update: {
                    "buyer"?: NonNullable<Json>,"corrects"?: string | null,"currency"?: string,"fact"?: string,"id"?: string,"issued_at"?: string,"kind"?: string,"language"?: string,"lines"?: NonNullable<Json>,"mentions"?: (string)[],"method"?: Json | null,"net"?: number,"number"?: string,"paid_at"?: string,"payment_id"?: string,"place"?: number,"seller"?: NonNullable<Json>,"tax"?: number,"tax_rate"?: number,"test"?: boolean,"total"?: number,"treatment"?: string,"user_id"?: string,"version"?: number,"year"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "invoices_corrects_fkey"
      columns: ["corrects"]
isOneToOne: false
      referencedRelation: "invoices"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "invoices_payment_id_fkey"
      columns: ["payment_id"]
isOneToOne: false
      referencedRelation: "payments"
      referencedColumns: ["id"]
    }
                  ]
                },"leaderboard_names": {
                  Row: {
                    "joined_at": string,"member": string,"pseudonym": string
                  }
                  ComputedFields: never
                  Insert: {
                    "joined_at"?: string,"member": string,"pseudonym": string
                  }
                  Update: {
                    "joined_at"?: string,"member"?: string,"pseudonym"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "leaderboard_names_member_fkey"
      columns: ["member"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"leads": {
                  Row: {
                    "campaign": NonNullable<Json>,"consent_at": string | null,"consent_locale": string | null,"consent_version": string | null,"created_at": string,"duplicate_of": string | null,"email": string | null,"email_key": string | null,"first_name": string,"id": string,"integration_id": string,"is_qualified": boolean,"last_name": string,"phone": string | null,"product_requested": string,"qualified_at": string | null,"source": string,"time_zone": string,"user_id": string,"username": string,"words": string
                  }
                  ComputedFields: never
                  Insert: {
                    "campaign"?: NonNullable<Json>,"consent_at"?: string | null,"consent_locale"?: string | null,"consent_version"?: string | null,"created_at"?: string,"duplicate_of"?: string | null,"email"?: string | null,"email_key"?: never,"first_name"?: string,"id"?: string,"integration_id": string,"is_qualified"?: boolean,"last_name"?: string,"phone"?: string | null,"product_requested"?: string,"qualified_at"?: string | null,"source"?: string,"time_zone"?: string,"user_id": string,"username": string,"words"?: never
                  }
                  Update: {
                    "campaign"?: NonNullable<Json>,"consent_at"?: string | null,"consent_locale"?: string | null,"consent_version"?: string | null,"created_at"?: string,"duplicate_of"?: string | null,"email"?: string | null,"email_key"?: never,"first_name"?: string,"id"?: string,"integration_id"?: string,"is_qualified"?: boolean,"last_name"?: string,"phone"?: string | null,"product_requested"?: string,"qualified_at"?: string | null,"source"?: string,"time_zone"?: string,"user_id"?: string,"username"?: string,"words"?: never
                  }
                  Relationships: [
                    {
      foreignKeyName: "leads_duplicate_of_fkey"
      columns: ["duplicate_of"]
isOneToOne: false
      referencedRelation: "leads"
      referencedColumns: ["id"]
    }
                  ]
                },"ledger": {
                  Row: {
                    "at": string,"entry": NonNullable<Json>,"hash": string,"kind": string,"previous_hash": string,"sequence": number,"signal_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "at": string,"entry": NonNullable<Json>,"hash": string,"kind": string,"previous_hash": string,"sequence": number,"signal_id"?: string | null
                  }
                  Update: {
                    "at"?: string,"entry"?: NonNullable<Json>,"hash"?: string,"kind"?: string,"previous_hash"?: string,"sequence"?: number,"signal_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"ledger_checkpoints": {
                  Row: {
                    "made_at": string,"note": string,"root": string,"size": number
                  }
                  ComputedFields: never
                  Insert: {
                    "made_at": string,"note": string,"root": string,"size": number
                  }
                  Update: {
                    "made_at"?: string,"note"?: string,"root"?: string,"size"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "ledger_checkpoints_size_fkey"
      columns: ["size"]
isOneToOne: true
      referencedRelation: "ledger"
      referencedColumns: ["sequence"]
    },{
      foreignKeyName: "ledger_checkpoints_size_fkey"
      columns: ["size"]
isOneToOne: true
      referencedRelation: "moderation_register"
      referencedColumns: ["sequence"]
    }
                  ]
                },"ledger_cosignatures": {
                  Row: {
                    "at": string,"line": string,"size": number,"witness": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at": string,"line": string,"size": number,"witness": string
                  }
                  Update: {
                    "at"?: string,"line"?: string,"size"?: number,"witness"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "ledger_cosignatures_size_fkey"
      columns: ["size"]
isOneToOne: false
      referencedRelation: "ledger_checkpoints"
      referencedColumns: ["size"]
    }
                  ]
                },"ledger_heads": {
                  Row: {
                    "at": string,"day": string,"entries": number,"hash": string,"recorded_at": string,"sequence": number
                  }
                  ComputedFields: never
                  Insert: {
                    "at": string,"day": string,"entries": number,"hash": string,"recorded_at": string,"sequence": number
                  }
                  Update: {
                    "at"?: string,"day"?: string,"entries"?: number,"hash"?: string,"recorded_at"?: string,"sequence"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "ledger_heads_sequence_fkey"
      columns: ["sequence"]
isOneToOne: false
      referencedRelation: "ledger"
      referencedColumns: ["sequence"]
    },{
      foreignKeyName: "ledger_heads_sequence_fkey"
      columns: ["sequence"]
isOneToOne: false
      referencedRelation: "moderation_register"
      referencedColumns: ["sequence"]
    }
                  ]
                },"ledger_keys": {
                  Row: {
                    "since": string,"verifier_key": string
                  }
                  ComputedFields: never
                  Insert: {
                    "since"?: string,"verifier_key": string
                  }
                  Update: {
                    "since"?: string,"verifier_key"?: string
                  }
                  Relationships: [
                    
                  ]
                },"ledger_timestamps": {
                  Row: {
                    "at": string,"authority": string,"size": number,"token": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at": string,"authority": string,"size": number,"token": string
                  }
                  Update: {
                    "at"?: string,"authority"?: string,"size"?: number,"token"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "ledger_timestamps_size_fkey"
      columns: ["size"]
isOneToOne: false
      referencedRelation: "ledger_checkpoints"
      referencedColumns: ["size"]
    }
                  ]
                },"lesson_notes": {
                  Row: {
                    "body": string,"created_at": string,"id": string,"lesson": string,"member": string,"part": string,"place": number,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "body": string,"created_at"?: string,"id"?: string,"lesson": string,"member"?: string,"part": string,"place"?: number,"updated_at"?: string
                  }
                  Update: {
                    "body"?: string,"created_at"?: string,"id"?: string,"lesson"?: string,"member"?: string,"part"?: string,"place"?: number,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "lesson_notes_lesson_fkey"
      columns: ["lesson"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "lesson_notes_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"lesson_progress": {
                  Row: {
                    "done_at": string | null,"lesson": string,"member": string,"of": number,"part": string,"place": number,"seconds": number,"seen": (number)[],"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "done_at"?: string | null,"lesson": string,"member": string,"of"?: number,"part": string,"place"?: number,"seconds"?: number,"seen"?: (number)[],"updated_at"?: string,"version": number
                  }
                  Update: {
                    "done_at"?: string | null,"lesson"?: string,"member"?: string,"of"?: number,"part"?: string,"place"?: number,"seconds"?: number,"seen"?: (number)[],"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "lesson_progress_lesson_fkey"
      columns: ["lesson"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "lesson_progress_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"level_requests": {
                  Row: {
                    "asked_at": string,"level": string,"member": string
                  }
                  ComputedFields: never
                  Insert: {
                    "asked_at"?: string,"level": string,"member"?: string
                  }
                  Update: {
                    "asked_at"?: string,"level"?: string,"member"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "level_requests_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"market_closures": {
                  Row: {
                    "ends_at": string,"session": string,"starts_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "ends_at": string,"session": string,"starts_at": string
                  }
                  Update: {
                    "ends_at"?: string,"session"?: string,"starts_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "market_closures_session_fkey"
      columns: ["session"]
isOneToOne: false
      referencedRelation: "market_sessions"
      referencedColumns: ["session"]
    }
                  ]
                },"market_feeds": {
                  Row: {
                    "class": string,"last_bar_at": string | null,"last_quote_at": string | null,"reason": string | null,"seen_at": string,"since": string,"source": string,"state": string
                  }
                  ComputedFields: never
                  Insert: {
                    "class": string,"last_bar_at"?: string | null,"last_quote_at"?: string | null,"reason"?: string | null,"seen_at": string,"since": string,"source": string,"state": string
                  }
                  Update: {
                    "class"?: string,"last_bar_at"?: string | null,"last_quote_at"?: string | null,"reason"?: string | null,"seen_at"?: string,"since"?: string,"source"?: string,"state"?: string
                  }
                  Relationships: [
                    
                  ]
                },"market_gaps": {
                  Row: {
                    "bars": NonNullable<Json>,"gap_from": string,"gap_until": string,"reason": string,"recorded_at": string,"source": string,"symbol": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bars"?: NonNullable<Json>,"gap_from": string,"gap_until": string,"reason": string,"recorded_at"?: string,"source": string,"symbol": string
                  }
                  Update: {
                    "bars"?: NonNullable<Json>,"gap_from"?: string,"gap_until"?: string,"reason"?: string,"recorded_at"?: string,"source"?: string,"symbol"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "market_gaps_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"market_hours": {
                  Row: {
                    "closes": number,"opens": number,"session": string
                  }
                  ComputedFields: never
                  Insert: {
                    "closes": number,"opens": number,"session": string
                  }
                  Update: {
                    "closes"?: number,"opens"?: number,"session"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "market_hours_session_fkey"
      columns: ["session"]
isOneToOne: false
      referencedRelation: "market_sessions"
      referencedColumns: ["session"]
    }
                  ]
                },"market_sessions": {
                  Row: {
                    "day_starts": number,"session": string,"time_zone": string
                  }
                  ComputedFields: never
                  Insert: {
                    "day_starts"?: number,"session": string,"time_zone": string
                  }
                  Update: {
                    "day_starts"?: number,"session"?: string,"time_zone"?: string
                  }
                  Relationships: [
                    
                  ]
                },"market_waits": {
                  Row: {
                    "gap_from": string,"gap_until": string,"noticed_at": string,"symbol": string
                  }
                  ComputedFields: never
                  Insert: {
                    "gap_from": string,"gap_until": string,"noticed_at": string,"symbol": string
                  }
                  Update: {
                    "gap_from"?: string,"gap_until"?: string,"noticed_at"?: string,"symbol"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "market_waits_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"media": {
                  Row: {
                    "alt": NonNullable<Json>,"at": string,"by": string | null,"height": number | null,"path": string,"size": number,"width": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "alt"?: NonNullable<Json>,"at"?: string,"by"?: string | null,"height"?: number | null,"path": string,"size": number,"width"?: number | null
                  }
                  Update: {
                    "alt"?: NonNullable<Json>,"at"?: string,"by"?: string | null,"height"?: number | null,"path"?: string,"size"?: number,"width"?: number | null
                  }
                  Relationships: [
                    
                  ]
                },"member_blocks": {
                  Row: {
                    "blocked": string,"created_at": string,"member": string
                  }
                  ComputedFields: never
                  Insert: {
                    "blocked": string,"created_at"?: string,"member"?: string
                  }
                  Update: {
                    "blocked"?: string,"created_at"?: string,"member"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "member_blocks_blocked_fkey"
      columns: ["blocked"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "member_blocks_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"member_suspensions": {
                  Row: {
                    "id": number,"reason": string,"reinstated_at": string | null,"reinstated_by": string | null,"suspended_at": string,"suspended_by": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: never,"reason": string,"reinstated_at"?: string | null,"reinstated_by"?: string | null,"suspended_at"?: string,"suspended_by"?: string | null,"user_id": string
                  }
                  Update: {
                    "id"?: never,"reason"?: string,"reinstated_at"?: string | null,"reinstated_by"?: string | null,"suspended_at"?: string,"suspended_by"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"members": {
                  Row: {
                    "confirmed_at": string | null,"created_at": string,"email": string | null,"first_name": string,"last_name": string,"phone": string | null,"premium_until": string | null,"staff_role": string | null,"suspended_at": string | null,"user_id": string,"username": string,"visited": boolean,"words": string
                  }
                  ComputedFields: never
                  Insert: {
                    "confirmed_at"?: string | null,"created_at": string,"email"?: string | null,"first_name": string,"last_name": string,"phone"?: string | null,"premium_until"?: string | null,"staff_role"?: string | null,"suspended_at"?: string | null,"user_id": string,"username": string,"visited": boolean,"words": string
                  }
                  Update: {
                    "confirmed_at"?: string | null,"created_at"?: string,"email"?: string | null,"first_name"?: string,"last_name"?: string,"phone"?: string | null,"premium_until"?: string | null,"staff_role"?: string | null,"suspended_at"?: string | null,"user_id"?: string,"username"?: string,"visited"?: boolean,"words"?: string
                  }
                  Relationships: [
                    
                  ]
                },"moderation_cases": {
                  Row: {
                    "author": string | null,"decided_at": string | null,"findings": NonNullable<Json>,"harm": number,"id": string,"kind": string,"opened_at": string,"reasons": (string)[],"state": string,"subject": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "author"?: string | null,"decided_at"?: string | null,"findings"?: NonNullable<Json>,"harm": number,"id"?: string,"kind": string,"opened_at"?: string,"reasons"?: (string)[],"state"?: string,"subject"?: string | null
                  }
                  Update: {
                    "author"?: string | null,"decided_at"?: string | null,"findings"?: NonNullable<Json>,"harm"?: number,"id"?: string,"kind"?: string,"opened_at"?: string,"reasons"?: (string)[],"state"?: string,"subject"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "moderation_cases_author_fkey"
      columns: ["author"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"moderation_decisions": {
                  Row: {
                    "author": string | null,"before": Json | null,"case_id": string,"commitment": string | null,"days": number | null,"decided_at": string,"decided_by": string,"detected": boolean,"due_at": string | null,"id": string,"kind": string,"language": string,"law": string | null,"measure": string,"nonce": string | null,"notified": number,"number": number | null,"reasons": (string)[],"reversed_at": string | null,"role": string,"seconded_by": string | null,"sent_at": string | null,"statement": NonNullable<Json>,"subject": string | null,"undone_at": string | null,"words_become": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "author"?: string | null,"before"?: Json | null,"case_id": string,"commitment"?: string | null,"days"?: number | null,"decided_at"?: string,"decided_by": string,"detected": boolean,"due_at"?: string | null,"id"?: string,"kind": string,"language": string,"law"?: string | null,"measure": string,"nonce"?: string | null,"notified"?: number,"number"?: number | null,"reasons": (string)[],"reversed_at"?: string | null,"role": string,"seconded_by"?: string | null,"sent_at"?: string | null,"statement": NonNullable<Json>,"subject"?: string | null,"undone_at"?: string | null,"words_become"?: string | null
                  }
                  Update: {
                    "author"?: string | null,"before"?: Json | null,"case_id"?: string,"commitment"?: string | null,"days"?: number | null,"decided_at"?: string,"decided_by"?: string,"detected"?: boolean,"due_at"?: string | null,"id"?: string,"kind"?: string,"language"?: string,"law"?: string | null,"measure"?: string,"nonce"?: string | null,"notified"?: number,"number"?: number | null,"reasons"?: (string)[],"reversed_at"?: string | null,"role"?: string,"seconded_by"?: string | null,"sent_at"?: string | null,"statement"?: NonNullable<Json>,"subject"?: string | null,"undone_at"?: string | null,"words_become"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "moderation_decisions_author_fkey"
      columns: ["author"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "moderation_decisions_case_id_fkey"
      columns: ["case_id"]
isOneToOne: false
      referencedRelation: "moderation_cases"
      referencedColumns: ["id"]
    }
                  ]
                },"moderation_events": {
                  Row: {
                    "actor": string | null,"at": string,"case_id": string,"id": string,"kind": string,"words": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "actor"?: string | null,"at"?: string,"case_id": string,"id"?: string,"kind": string,"words"?: string | null
                  }
                  Update: {
                    "actor"?: string | null,"at"?: string,"case_id"?: string,"id"?: string,"kind"?: string,"words"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "moderation_events_case_id_fkey"
      columns: ["case_id"]
isOneToOne: false
      referencedRelation: "moderation_cases"
      referencedColumns: ["id"]
    }
                  ]
                },"moderation_rules": {
                  Row: {
                    "action": string,"below_trust": number,"created_at": string,"id": string,"kind": string,"note": string,"pattern": string
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"below_trust"?: number,"created_at"?: string,"id"?: string,"kind": string,"note"?: string,"pattern": string
                  }
                  Update: {
                    "action"?: string,"below_trust"?: number,"created_at"?: string,"id"?: string,"kind"?: string,"note"?: string,"pattern"?: string
                  }
                  Relationships: [
                    
                  ]
                },"notices": {
                  Row: {
                    "case_id": string,"code": string,"crime": boolean,"decided_at": string | null,"decision": string | null,"filed_at": string,"good_faith": boolean,"id": string,"member": string | null,"outcome": string | null,"place": string | null,"reason": string,"words": string
                  }
                  ComputedFields: never
                  Insert: {
                    "case_id": string,"code"?: string,"crime": boolean,"decided_at"?: string | null,"decision"?: string | null,"filed_at"?: string,"good_faith": boolean,"id"?: string,"member"?: string | null,"outcome"?: string | null,"place"?: string | null,"reason": string,"words": string
                  }
                  Update: {
                    "case_id"?: string,"code"?: string,"crime"?: boolean,"decided_at"?: string | null,"decision"?: string | null,"filed_at"?: string,"good_faith"?: boolean,"id"?: string,"member"?: string | null,"outcome"?: string | null,"place"?: string | null,"reason"?: string,"words"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notices_case_id_fkey"
      columns: ["case_id"]
isOneToOne: false
      referencedRelation: "moderation_cases"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notices_decision_fkey"
      columns: ["decision"]
isOneToOne: false
      referencedRelation: "moderation_decisions"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notices_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"notification_deliveries": {
                  Row: {
                    "attempts": number,"channel": string,"device_id": number | null,"dropped_at": string | null,"dropped_for": string | null,"due_at": string,"id": string,"last_error": string | null,"notification_id": string,"sent_at": string | null,"user_id": string,"withdrawal": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "attempts"?: number,"channel": string,"device_id"?: number | null,"dropped_at"?: string | null,"dropped_for"?: string | null,"due_at": string,"id"?: string,"last_error"?: string | null,"notification_id": string,"sent_at"?: string | null,"user_id": string,"withdrawal"?: boolean
                  }
                  Update: {
                    "attempts"?: number,"channel"?: string,"device_id"?: number | null,"dropped_at"?: string | null,"dropped_for"?: string | null,"due_at"?: string,"id"?: string,"last_error"?: string | null,"notification_id"?: string,"sent_at"?: string | null,"user_id"?: string,"withdrawal"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "notification_deliveries_device_id_fkey"
      columns: ["device_id"]
isOneToOne: false
      referencedRelation: "push_devices"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notification_deliveries_notification_id_fkey"
      columns: ["notification_id"]
isOneToOne: false
      referencedRelation: "notifications"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notification_deliveries_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"notification_preferences": {
                  Row: {
                    "digest": (string)[],"digest_hour": number,"email": (string)[],"in_app": (string)[],"push": (string)[],"quiet_from": string | null,"quiet_to": string | null,"signals_pierce": boolean,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "digest"?: (string)[],"digest_hour"?: number,"email"?: (string)[],"in_app"?: (string)[],"push"?: (string)[],"quiet_from"?: string | null,"quiet_to"?: string | null,"signals_pierce"?: boolean,"user_id": string
                  }
                  Update: {
                    "digest"?: (string)[],"digest_hour"?: number,"email"?: (string)[],"in_app"?: (string)[],"push"?: (string)[],"quiet_from"?: string | null,"quiet_to"?: string | null,"signals_pierce"?: boolean,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notification_preferences_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"notifications": {
                  Row: {
                    "category": string,"created_at": string,"fact": string,"id": string,"in_app": boolean,"kind": string,"link": string,"parameters": NonNullable<Json>,"perishable": boolean,"read_at": string | null,"signal_id": string | null,"user_id": string,"withdrawn_at": string | null,"withdrawn_for": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "category": string,"created_at"?: string,"fact": string,"id"?: string,"in_app": boolean,"kind": string,"link": string,"parameters"?: NonNullable<Json>,"perishable"?: boolean,"read_at"?: string | null,"signal_id"?: string | null,"user_id": string,"withdrawn_at"?: string | null,"withdrawn_for"?: string | null
                  }
                  Update: {
                    "category"?: string,"created_at"?: string,"fact"?: string,"id"?: string,"in_app"?: boolean,"kind"?: string,"link"?: string,"parameters"?: NonNullable<Json>,"perishable"?: boolean,"read_at"?: string | null,"signal_id"?: string | null,"user_id"?: string,"withdrawn_at"?: string | null,"withdrawn_for"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "notifications_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notifications_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"payments": {
                  Row: {
                    "amount": number,"checkout_id": string | null,"country": string,"created_at": string,"currency": string,"failure": string | null,"id": string,"method": Json | null,"net": number,"paid_at": string | null,"period_end": string | null,"period_start": string | null,"provider": string,"provider_payment": string,"state": string,"subscription_id": string,"surplus": number,"tax": number,"tax_rate": number,"treatment": string | null,"user_id": string,"vat_number": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"checkout_id"?: string | null,"country": string,"created_at"?: string,"currency": string,"failure"?: string | null,"id"?: string,"method"?: Json | null,"net": number,"paid_at"?: string | null,"period_end"?: string | null,"period_start"?: string | null,"provider": string,"provider_payment": string,"state": string,"subscription_id": string,"surplus"?: number,"tax": number,"tax_rate": number,"treatment"?: string | null,"user_id": string,"vat_number"?: string | null
                  }
                  Update: {
                    "amount"?: number,"checkout_id"?: string | null,"country"?: string,"created_at"?: string,"currency"?: string,"failure"?: string | null,"id"?: string,"method"?: Json | null,"net"?: number,"paid_at"?: string | null,"period_end"?: string | null,"period_start"?: string | null,"provider"?: string,"provider_payment"?: string,"state"?: string,"subscription_id"?: string,"surplus"?: number,"tax"?: number,"tax_rate"?: number,"treatment"?: string | null,"user_id"?: string,"vat_number"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "payments_checkout_id_fkey"
      columns: ["checkout_id"]
isOneToOne: false
      referencedRelation: "checkouts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payments_subscription_id_fkey"
      columns: ["subscription_id"]
isOneToOne: false
      referencedRelation: "subscriptions"
      referencedColumns: ["id"]
    }
                  ]
                },"payout_batches": {
                  Row: {
                    "id": number,"made_at": string,"made_by": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: never,"made_at"?: string,"made_by": string
                  }
                  Update: {
                    "id"?: never,"made_at"?: string,"made_by"?: string
                  }
                  Relationships: [
                    
                  ]
                },"payouts": {
                  Row: {
                    "address": string,"amount": number,"approved_at": string | null,"asset": string,"batch_id": number | null,"closed_at": string | null,"currency": string,"id": string,"network": string,"rate": number | null,"reason": string | null,"requested_at": string,"sent": number | null,"state": string,"transaction_hash": string | null,"user_id": string,"wallet_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "address": string,"amount": number,"approved_at"?: string | null,"asset": string,"batch_id"?: number | null,"closed_at"?: string | null,"currency": string,"id"?: string,"network": string,"rate"?: number | null,"reason"?: string | null,"requested_at"?: string,"sent"?: number | null,"state"?: string,"transaction_hash"?: string | null,"user_id": string,"wallet_id"?: string | null
                  }
                  Update: {
                    "address"?: string,"amount"?: number,"approved_at"?: string | null,"asset"?: string,"batch_id"?: number | null,"closed_at"?: string | null,"currency"?: string,"id"?: string,"network"?: string,"rate"?: number | null,"reason"?: string | null,"requested_at"?: string,"sent"?: number | null,"state"?: string,"transaction_hash"?: string | null,"user_id"?: string,"wallet_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "payouts_batch_id_fkey"
      columns: ["batch_id"]
isOneToOne: false
      referencedRelation: "payout_batches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payouts_wallet_id_fkey"
      columns: ["wallet_id"]
isOneToOne: false
      referencedRelation: "wallets"
      referencedColumns: ["id"]
    }
                  ]
                },"plan_prices": {
                  Row: {
                    "amount": number,"currency": string,"demonstration": boolean,"id": number,"period": string,"plan": string,"starts_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"currency": string,"demonstration"?: boolean,"id"?: never,"period": string,"plan": string,"starts_at"?: string
                  }
                  Update: {
                    "amount"?: number,"currency"?: string,"demonstration"?: boolean,"id"?: never,"period"?: string,"plan"?: string,"starts_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "plan_prices_plan_fkey"
      columns: ["plan"]
isOneToOne: false
      referencedRelation: "plans"
      referencedColumns: ["slug"]
    }
                  ]
                },"plans": {
                  Row: {
                    "allowances": NonNullable<Json>,"downloads": boolean,"every_lesson": boolean,"export_months": number | null,"name": NonNullable<Json>,"pitch": NonNullable<Json>,"slug": string,"sold_from": string | null,"sold_until": string | null,"sort": number,"tier": string
                  }
                  ComputedFields: never
                  Insert: {
                    "allowances"?: NonNullable<Json>,"downloads"?: boolean,"every_lesson": boolean,"export_months"?: number | null,"name": NonNullable<Json>,"pitch": NonNullable<Json>,"slug": string,"sold_from"?: string | null,"sold_until"?: string | null,"sort": number,"tier": string
                  }
                  Update: {
                    "allowances"?: NonNullable<Json>,"downloads"?: boolean,"every_lesson"?: boolean,"export_months"?: number | null,"name"?: NonNullable<Json>,"pitch"?: NonNullable<Json>,"slug"?: string,"sold_from"?: string | null,"sold_until"?: string | null,"sort"?: number,"tier"?: string
                  }
                  Relationships: [
                    
                  ]
                },"post_reactions": {
                  Row: {
                    "at": string,"kind": string,"member": string,"post": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at"?: string,"kind": string,"member": string,"post": string
                  }
                  Update: {
                    "at"?: string,"kind"?: string,"member"?: string,"post"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_reactions_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "post_reactions_post_fkey"
      columns: ["post"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    }
                  ]
                },"post_revisions": {
                  Row: {
                    "body": string,"post": string,"revision": number,"written_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "body": string,"post": string,"revision": number,"written_at": string
                  }
                  Update: {
                    "body"?: string,"post"?: string,"revision"?: number,"written_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_revisions_post_fkey"
      columns: ["post"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    }
                  ]
                },"posts": {
                  Row: {
                    "anonymous": boolean,"author": string | null,"body": string,"edited_at": string | null,"id": string,"position": number,"published_at": string,"reactions": NonNullable<Json>,"reasons": (string)[],"reply_to": string | null,"revisions": number,"state": string,"thread": string,"mine": boolean | null
                  }
                  ComputedFields: "mine"
                  Insert: {
                    "anonymous"?: boolean,"author"?: string | null,"body": string,"edited_at"?: string | null,"id"?: string,"position": number,"published_at"?: string,"reactions"?: NonNullable<Json>,"reasons"?: (string)[],"reply_to"?: string | null,"revisions"?: number,"state"?: string,"thread": string
                  }
                  Update: {
                    "anonymous"?: boolean,"author"?: string | null,"body"?: string,"edited_at"?: string | null,"id"?: string,"position"?: number,"published_at"?: string,"reactions"?: NonNullable<Json>,"reasons"?: (string)[],"reply_to"?: string | null,"revisions"?: number,"state"?: string,"thread"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "posts_author_fkey"
      columns: ["author"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "posts_reply_to_fkey"
      columns: ["reply_to"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "posts_thread_fkey"
      columns: ["thread"]
isOneToOne: false
      referencedRelation: "threads"
      referencedColumns: ["id"]
    }
                  ]
                },"premium_grants": {
                  Row: {
                    "created_at": string,"ends_at": string,"fact": string | null,"id": number,"payment_id": string | null,"source": string,"starts_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"ends_at": string,"fact"?: string | null,"id"?: never,"payment_id"?: string | null,"source": string,"starts_at"?: string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"ends_at"?: string,"fact"?: string | null,"id"?: never,"payment_id"?: string | null,"source"?: string,"starts_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "premium_grants_payment_id_fkey"
      columns: ["payment_id"]
isOneToOne: false
      referencedRelation: "payments"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "avatar_version": string | null,"created_at": string,"disclaimer_accepted_at": string | null,"disclaimer_version": string | null,"first_name": string,"id": string,"last_name": string,"locale": string,"newsletter": boolean,"phone": string | null,"time_zone": string,"username": string
                  }
                  ComputedFields: never
                  Insert: {
                    "avatar_version"?: string | null,"created_at"?: string,"disclaimer_accepted_at"?: string | null,"disclaimer_version"?: string | null,"first_name"?: string,"id": string,"last_name"?: string,"locale"?: string,"newsletter"?: boolean,"phone"?: string | null,"time_zone"?: string,"username": string
                  }
                  Update: {
                    "avatar_version"?: string | null,"created_at"?: string,"disclaimer_accepted_at"?: string | null,"disclaimer_version"?: string | null,"first_name"?: string,"id"?: string,"last_name"?: string,"locale"?: string,"newsletter"?: boolean,"phone"?: string | null,"time_zone"?: string,"username"?: string
                  }
                  Relationships: [
                    
                  ]
                },"proof_marks": {
                  Row: {
                    "agrees": boolean | null,"height": number | null,"id": number,"page": number,"placed_at": string,"placed_by": string,"request_id": string,"what": string,"width": number | null,"words": string | null,"x": number | null,"y": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "agrees"?: boolean | null,"height"?: number | null,"id"?: never,"page"?: number,"placed_at"?: string,"placed_by": string,"request_id": string,"what": string,"width"?: number | null,"words"?: string | null,"x"?: number | null,"y"?: number | null
                  }
                  Update: {
                    "agrees"?: boolean | null,"height"?: number | null,"id"?: never,"page"?: number,"placed_at"?: string,"placed_by"?: string,"request_id"?: string,"what"?: string,"width"?: number | null,"words"?: string | null,"x"?: number | null,"y"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "proof_marks_request_id_fkey"
      columns: ["request_id"]
isOneToOne: false
      referencedRelation: "qualification_requests"
      referencedColumns: ["id"]
    }
                  ]
                },"prop_firm_challenges": {
                  Row: {
                    "account_size": number,"currency": string,"fee": number,"fee_refunded": boolean,"firm": string,"first_payout_days": number,"listed": boolean,"name": string,"payout_every_days": number,"slug": string,"sort": number,"split": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_size": number,"currency": string,"fee": number,"fee_refunded": boolean,"firm": string,"first_payout_days": number,"listed"?: boolean,"name": string,"payout_every_days": number,"slug": string,"sort": number,"split": number
                  }
                  Update: {
                    "account_size"?: number,"currency"?: string,"fee"?: number,"fee_refunded"?: boolean,"firm"?: string,"first_payout_days"?: number,"listed"?: boolean,"name"?: string,"payout_every_days"?: number,"slug"?: string,"sort"?: number,"split"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "prop_firm_challenges_firm_fkey"
      columns: ["firm"]
isOneToOne: false
      referencedRelation: "prop_firms"
      referencedColumns: ["slug"]
    }
                  ]
                },"prop_firm_rule_versions": {
                  Row: {
                    "applies_from": string,"challenge": string,"firm": string,"phases": NonNullable<Json>,"recorded_at": string,"source": string,"source_url": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "applies_from": string,"challenge": string,"firm": string,"phases": NonNullable<Json>,"recorded_at"?: string,"source": string,"source_url"?: string | null,"version": number
                  }
                  Update: {
                    "applies_from"?: string,"challenge"?: string,"firm"?: string,"phases"?: NonNullable<Json>,"recorded_at"?: string,"source"?: string,"source_url"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "prop_firm_rule_versions_firm_challenge_fkey"
      columns: ["firm","challenge"]
isOneToOne: false
      referencedRelation: "prop_firm_challenges"
      referencedColumns: ["firm","slug"]
    }
                  ]
                },"prop_firms": {
                  Row: {
                    "affiliate_disclosure": Json | null,"affiliate_url": string | null,"cons": NonNullable<Json>,"entity": string,"facts": NonNullable<Json>,"fictitious": boolean,"instruments": (string)[],"item": string | null,"listed": boolean,"name": string,"payout": NonNullable<Json>,"platforms": (string)[],"promotion_code": string | null,"promotion_ends_on": string | null,"promotion_text": Json | null,"pros": NonNullable<Json>,"slug": string,"summary": NonNullable<Json>,"verified_by": string,"verified_on": string,"website_url": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "affiliate_disclosure"?: Json | null,"affiliate_url"?: string | null,"cons": NonNullable<Json>,"entity": string,"facts"?: NonNullable<Json>,"fictitious"?: boolean,"instruments": (string)[],"item"?: string | null,"listed"?: boolean,"name": string,"payout": NonNullable<Json>,"platforms": (string)[],"promotion_code"?: string | null,"promotion_ends_on"?: string | null,"promotion_text"?: Json | null,"pros": NonNullable<Json>,"slug": string,"summary": NonNullable<Json>,"verified_by": string,"verified_on": string,"website_url"?: string | null
                  }
                  Update: {
                    "affiliate_disclosure"?: Json | null,"affiliate_url"?: string | null,"cons"?: NonNullable<Json>,"entity"?: string,"facts"?: NonNullable<Json>,"fictitious"?: boolean,"instruments"?: (string)[],"item"?: string | null,"listed"?: boolean,"name"?: string,"payout"?: NonNullable<Json>,"platforms"?: (string)[],"promotion_code"?: string | null,"promotion_ends_on"?: string | null,"promotion_text"?: Json | null,"pros"?: NonNullable<Json>,"slug"?: string,"summary"?: NonNullable<Json>,"verified_by"?: string,"verified_on"?: string,"website_url"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "prop_firms_item_fkey"
      columns: ["item"]
isOneToOne: true
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    }
                  ]
                },"published_bodies": {
                  Row: {
                    "fields": NonNullable<Json>,"item": string,"texts": NonNullable<Json>,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "fields": NonNullable<Json>,"item": string,"texts": NonNullable<Json>,"version": number
                  }
                  Update: {
                    "fields"?: NonNullable<Json>,"item"?: string,"texts"?: NonNullable<Json>,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "published_bodies_item_fkey"
      columns: ["item"]
isOneToOne: true
      referencedRelation: "published_content"
      referencedColumns: ["item"]
    }
                  ]
                },"published_content": {
                  Row: {
                    "card": NonNullable<Json>,"item": string,"kind": string,"parent": string | null,"position": number,"published_at": string,"slug": string,"tier": string,"updated_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "card": NonNullable<Json>,"item": string,"kind": string,"parent"?: string | null,"position": number,"published_at": string,"slug": string,"tier": string,"updated_at": string,"version": number
                  }
                  Update: {
                    "card"?: NonNullable<Json>,"item"?: string,"kind"?: string,"parent"?: string | null,"position"?: number,"published_at"?: string,"slug"?: string,"tier"?: string,"updated_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "published_content_item_fkey"
      columns: ["item"]
isOneToOne: true
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "published_content_kind_fkey"
      columns: ["kind"]
isOneToOne: false
      referencedRelation: "content_kinds"
      referencedColumns: ["kind"]
    }
                  ]
                },"published_words": {
                  Row: {
                    "body": string,"item": string,"language": string,"part": string,"words": unknown
                  }
                  ComputedFields: never
                  Insert: {
                    "body": string,"item": string,"language": string,"part": string,"words": unknown
                  }
                  Update: {
                    "body"?: string,"item"?: string,"language"?: string,"part"?: string,"words"?: unknown
                  }
                  Relationships: [
                    {
      foreignKeyName: "published_words_item_fkey"
      columns: ["item"]
isOneToOne: false
      referencedRelation: "published_content"
      referencedColumns: ["item"]
    }
                  ]
                },"push_devices": {
                  Row: {
                    "auth": string,"created_at": string,"endpoint": string,"id": number,"last_error": string | null,"last_reached_at": string | null,"p256dh": string,"session_id": string | null,"user_agent": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "auth": string,"created_at"?: string,"endpoint": string,"id"?: never,"last_error"?: string | null,"last_reached_at"?: string | null,"p256dh": string,"session_id"?: string | null,"user_agent"?: string | null,"user_id": string
                  }
                  Update: {
                    "auth"?: string,"created_at"?: string,"endpoint"?: string,"id"?: never,"last_error"?: string | null,"last_reached_at"?: string | null,"p256dh"?: string,"session_id"?: string | null,"user_agent"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"qualification_events": {
                  Row: {
                    "actor": string | null,"at": string,"id": number,"kind": string,"request_id": string,"words": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "actor"?: string | null,"at"?: string,"id"?: never,"kind": string,"request_id": string,"words"?: string | null
                  }
                  Update: {
                    "actor"?: string | null,"at"?: string,"id"?: never,"kind"?: string,"request_id"?: string,"words"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "qualification_events_request_id_fkey"
      columns: ["request_id"]
isOneToOne: false
      referencedRelation: "qualification_requests"
      referencedColumns: ["id"]
    }
                  ]
                },"qualification_requests": {
                  Row: {
                    "account_number": string,"assignee": string | null,"broker": string,"created_at": string,"decided_at": string | null,"decided_by": string | null,"id": string,"note": string,"premium_until": string | null,"product": string,"proof_path": string | null,"proof_removed_at": string | null,"reason": string | null,"same_account_as": string | null,"state": string,"user_id": string,"waiting_since": string
                  }
                  ComputedFields: never
                  Insert: {
                    "account_number": string,"assignee"?: string | null,"broker": string,"created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"id"?: string,"note"?: string,"premium_until"?: string | null,"product"?: string,"proof_path"?: string | null,"proof_removed_at"?: string | null,"reason"?: string | null,"same_account_as"?: string | null,"state"?: string,"user_id": string,"waiting_since"?: string
                  }
                  Update: {
                    "account_number"?: string,"assignee"?: string | null,"broker"?: string,"created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"id"?: string,"note"?: string,"premium_until"?: string | null,"product"?: string,"proof_path"?: string | null,"proof_removed_at"?: string | null,"reason"?: string | null,"same_account_as"?: string | null,"state"?: string,"user_id"?: string,"waiting_since"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "qualification_requests_assignee_fkey"
      columns: ["assignee"]
isOneToOne: false
      referencedRelation: "staff"
      referencedColumns: ["user_id"]
    },{
      foreignKeyName: "qualification_requests_same_account_as_fkey"
      columns: ["same_account_as"]
isOneToOne: false
      referencedRelation: "qualification_requests"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "qualification_requests_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "members"
      referencedColumns: ["user_id"]
    }
                  ]
                },"quotes": {
                  Row: {
                    "ask": number,"bid": number,"quoted_at": string,"source": string,"symbol": string
                  }
                  ComputedFields: never
                  Insert: {
                    "ask": number,"bid": number,"quoted_at": string,"source": string,"symbol": string
                  }
                  Update: {
                    "ask"?: number,"bid"?: number,"quoted_at"?: string,"source"?: string,"symbol"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "quotes_symbol_fkey"
      columns: ["symbol"]
isOneToOne: true
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"recall_calibration": {
                  Row: {
                    "bin": number,"n": number,"observed": number | null,"predicted": number | null,"predicted_sum": number,"recalled": number
                  }
                  ComputedFields: never
                  Insert: {
                    "bin": number,"n": number,"observed"?: never,"predicted"?: never,"predicted_sum": number,"recalled": number
                  }
                  Update: {
                    "bin"?: number,"n"?: number,"observed"?: never,"predicted"?: never,"predicted_sum"?: number,"recalled"?: number
                  }
                  Relationships: [
                    
                  ]
                },"referral_codes": {
                  Row: {
                    "code": string,"created_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "code": string,"created_at"?: string,"user_id": string
                  }
                  Update: {
                    "code"?: string,"created_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"referral_rates": {
                  Row: {
                    "id": number,"percent": number,"plan": string,"starts_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: never,"percent": number,"plan": string,"starts_at"?: string
                  }
                  Update: {
                    "id"?: never,"percent"?: number,"plan"?: string,"starts_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "referral_rates_plan_fkey"
      columns: ["plan"]
isOneToOne: false
      referencedRelation: "plans"
      referencedColumns: ["slug"]
    }
                  ]
                },"referral_settings": {
                  Row: {
                    "attribution_days": number,"commission_months": number,"currency": string,"hold_days": number,"only_row": boolean,"payout_minimum": number,"wallet_hold_hours": number
                  }
                  ComputedFields: never
                  Insert: {
                    "attribution_days"?: number,"commission_months"?: number,"currency"?: string,"hold_days"?: number,"only_row"?: boolean,"payout_minimum"?: number,"wallet_hold_hours"?: number
                  }
                  Update: {
                    "attribution_days"?: number,"commission_months"?: number,"currency"?: string,"hold_days"?: number,"only_row"?: boolean,"payout_minimum"?: number,"wallet_hold_hours"?: number
                  }
                  Relationships: [
                    
                  ]
                },"referrals": {
                  Row: {
                    "blocked_at": string | null,"blocked_for": string | null,"id": number,"referred": string,"referrer": string,"signed_up_at": string,"touched_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "blocked_at"?: string | null,"blocked_for"?: string | null,"id"?: never,"referred": string,"referrer": string,"signed_up_at"?: string,"touched_at": string
                  }
                  Update: {
                    "blocked_at"?: string | null,"blocked_for"?: string | null,"id"?: never,"referred"?: string,"referrer"?: string,"signed_up_at"?: string,"touched_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"refunds": {
                  Row: {
                    "amount": number,"asked_by": string | null,"at": string,"claim_url": string | null,"done_at": string | null,"fact": string,"id": string,"net": number,"payment_id": string,"provider_refund": string | null,"reason": string,"state": string,"tax": number,"user_id": string,"words": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"asked_by"?: string | null,"at": string,"claim_url"?: string | null,"done_at"?: string | null,"fact": string,"id"?: string,"net": number,"payment_id": string,"provider_refund"?: string | null,"reason": string,"state": string,"tax": number,"user_id": string,"words"?: string | null
                  }
                  Update: {
                    "amount"?: number,"asked_by"?: string | null,"at"?: string,"claim_url"?: string | null,"done_at"?: string | null,"fact"?: string,"id"?: string,"net"?: number,"payment_id"?: string,"provider_refund"?: string | null,"reason"?: string,"state"?: string,"tax"?: number,"user_id"?: string,"words"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "refunds_payment_id_fkey"
      columns: ["payment_id"]
isOneToOne: false
      referencedRelation: "payments"
      referencedColumns: ["id"]
    }
                  ]
                },"removed_texts": {
                  Row: {
                    "author": string | null,"decision": string | null,"id": string,"kind": string,"removed_at": string,"revision": number | null,"subject": string,"text": string,"written_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "author"?: string | null,"decision"?: string | null,"id"?: string,"kind": string,"removed_at"?: string,"revision"?: number | null,"subject": string,"text": string,"written_at"?: string | null
                  }
                  Update: {
                    "author"?: string | null,"decision"?: string | null,"id"?: string,"kind"?: string,"removed_at"?: string,"revision"?: number | null,"subject"?: string,"text"?: string,"written_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "removed_texts_author_fkey"
      columns: ["author"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"replay_progress": {
                  Row: {
                    "occurrence": string,"second": number,"seen_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "occurrence": string,"second": number,"seen_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "occurrence"?: string,"second"?: number,"seen_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "replay_progress_occurrence_fkey"
      columns: ["occurrence"]
isOneToOne: false
      referencedRelation: "event_replays"
      referencedColumns: ["occurrence"]
    },{
      foreignKeyName: "replay_progress_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"review_cards": {
                  Row: {
                    "ahead": (string)[],"difficulty": number,"due": string,"lapses": number,"last": string,"member": string,"question": string,"reps": number,"stability": number
                  }
                  ComputedFields: never
                  Insert: {
                    "ahead": (string)[],"difficulty": number,"due": string,"lapses": number,"last": string,"member": string,"question": string,"reps": number,"stability": number
                  }
                  Update: {
                    "ahead"?: (string)[],"difficulty"?: number,"due"?: string,"lapses"?: number,"last"?: string,"member"?: string,"question"?: string,"reps"?: number,"stability"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "review_cards_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "review_cards_question_fkey"
      columns: ["question"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    }
                  ]
                },"rule_acceptances": {
                  Row: {
                    "accepted_at": string,"member": string,"version": string
                  }
                  ComputedFields: never
                  Insert: {
                    "accepted_at"?: string,"member": string,"version": string
                  }
                  Update: {
                    "accepted_at"?: string,"member"?: string,"version"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "rule_acceptances_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "rule_acceptances_version_fkey"
      columns: ["version"]
isOneToOne: false
      referencedRelation: "forum_rule_versions"
      referencedColumns: ["version"]
    }
                  ]
                },"sanctions": {
                  Row: {
                    "decision": string | null,"ends_at": string | null,"id": string,"kind": string,"lifted_at": string | null,"member": string,"reason": string,"starts_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "decision"?: string | null,"ends_at"?: string | null,"id"?: string,"kind": string,"lifted_at"?: string | null,"member": string,"reason": string,"starts_at"?: string
                  }
                  Update: {
                    "decision"?: string | null,"ends_at"?: string | null,"id"?: string,"kind"?: string,"lifted_at"?: string | null,"member"?: string,"reason"?: string,"starts_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "sanctions_decision_fkey"
      columns: ["decision"]
isOneToOne: false
      referencedRelation: "moderation_decisions"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "sanctions_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_alerts": {
                  Row: {
                    "after_sequence": number,"created_at": string,"distance": number | null,"id": string,"kind": string,"signal_id": string,"unit": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "after_sequence"?: number,"created_at"?: string,"distance"?: number | null,"id"?: string,"kind": string,"signal_id": string,"unit"?: string | null,"user_id"?: string
                  }
                  Update: {
                    "after_sequence"?: number,"created_at"?: string,"distance"?: number | null,"id"?: string,"kind"?: string,"signal_id"?: string,"unit"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_alerts_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_alerts_fired": {
                  Row: {
                    "alert_id": string,"at": string,"fired_at": string,"id": string,"kind": string,"occasion": string,"price": number | null,"signal_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "alert_id": string,"at": string,"fired_at"?: string,"id"?: string,"kind": string,"occasion": string,"price"?: number | null,"signal_id": string,"user_id": string
                  }
                  Update: {
                    "alert_id"?: string,"at"?: string,"fired_at"?: string,"id"?: string,"kind"?: string,"occasion"?: string,"price"?: number | null,"signal_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_alerts_fired_alert_id_fkey"
      columns: ["alert_id"]
isOneToOne: false
      referencedRelation: "signal_alerts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "signal_alerts_fired_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_drafts": {
                  Row: {
                    "author_id": string,"id": string,"input": NonNullable<Json>,"publish_at": string | null,"refusal": Json | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: string,"id"?: string,"input": NonNullable<Json>,"publish_at"?: string | null,"refusal"?: Json | null,"updated_at"?: string
                  }
                  Update: {
                    "author_id"?: string,"id"?: string,"input"?: NonNullable<Json>,"publish_at"?: string | null,"refusal"?: Json | null,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"signal_events": {
                  Row: {
                    "at": string,"author_name": string | null,"data": NonNullable<Json>,"kind": string,"price": number | null,"r": number | null,"sequence": number,"signal_id": string,"source": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at": string,"author_name"?: string | null,"data"?: NonNullable<Json>,"kind": string,"price"?: number | null,"r"?: number | null,"sequence": number,"signal_id": string,"source": string
                  }
                  Update: {
                    "at"?: string,"author_name"?: string | null,"data"?: NonNullable<Json>,"kind"?: string,"price"?: number | null,"r"?: number | null,"sequence"?: number,"signal_id"?: string,"source"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_events_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_excursions": {
                  Row: {
                    "best_r": number,"measured_at": string,"minutes": number,"signal_id": string,"worst_r": number
                  }
                  ComputedFields: never
                  Insert: {
                    "best_r": number,"measured_at"?: string,"minutes": number,"signal_id": string,"worst_r": number
                  }
                  Update: {
                    "best_r"?: number,"measured_at"?: string,"minutes"?: number,"signal_id"?: string,"worst_r"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_excursions_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: true
      referencedRelation: "signal_results"
      referencedColumns: ["signal_id"]
    }
                  ]
                },"signal_levels": {
                  Row: {
                    "affiliate_link": string | null,"break_even_after": number | null,"conflicts": string,"counter_condition": string,"counter_thesis": string,"direction": string,"entry_high": number,"entry_low": number,"expires_at": string,"facts": string,"method": string,"opinion": string,"order_type": string,"position_held": string | null,"reference_ask": number | null,"reference_at": string | null,"reference_bid": number | null,"reference_price": number | null,"reference_source": string | null,"risk_percent": number,"signal_id": string,"stop_loss": number,"trailing_after": number | null,"trailing_distance": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "affiliate_link"?: string | null,"break_even_after"?: number | null,"conflicts": string,"counter_condition": string,"counter_thesis": string,"direction": string,"entry_high": number,"entry_low": number,"expires_at": string,"facts": string,"method": string,"opinion": string,"order_type": string,"position_held"?: string | null,"reference_ask"?: number | null,"reference_at"?: string | null,"reference_bid"?: number | null,"reference_price"?: number | null,"reference_source"?: string | null,"risk_percent": number,"signal_id": string,"stop_loss": number,"trailing_after"?: number | null,"trailing_distance"?: number | null
                  }
                  Update: {
                    "affiliate_link"?: string | null,"break_even_after"?: number | null,"conflicts"?: string,"counter_condition"?: string,"counter_thesis"?: string,"direction"?: string,"entry_high"?: number,"entry_low"?: number,"expires_at"?: string,"facts"?: string,"method"?: string,"opinion"?: string,"order_type"?: string,"position_held"?: string | null,"reference_ask"?: number | null,"reference_at"?: string | null,"reference_bid"?: number | null,"reference_price"?: number | null,"reference_source"?: string | null,"risk_percent"?: number,"signal_id"?: string,"stop_loss"?: number,"trailing_after"?: number | null,"trailing_distance"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_levels_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: true
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_member_results": {
                  Row: {
                    "computed_at": string,"median_delay_minutes": number,"median_r": number,"median_slippage_pips": number,"members": number,"signal_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "computed_at"?: string,"median_delay_minutes": number,"median_r": number,"median_slippage_pips": number,"members": number,"signal_id": string
                  }
                  Update: {
                    "computed_at"?: string,"median_delay_minutes"?: number,"median_r"?: number,"median_slippage_pips"?: number,"members"?: number,"signal_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_member_results_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_minutes": {
                  Row: {
                    "day": string,"lines": number,"minutes": string,"sha256": string,"signal_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "day": string,"lines": number,"minutes": string,"sha256": string,"signal_id": string
                  }
                  Update: {
                    "day"?: string,"lines"?: number,"minutes"?: string,"sha256"?: string,"signal_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_minutes_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_notions": {
                  Row: {
                    "notion": string,"signal_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "notion": string,"signal_id": string
                  }
                  Update: {
                    "notion"?: string,"signal_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_notions_notion_fkey"
      columns: ["notion"]
isOneToOne: false
      referencedRelation: "content_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "signal_notions_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signal_results"
      referencedColumns: ["signal_id"]
    }
                  ]
                },"signal_profiles": {
                  Row: {
                    "author_id": string,"created_at": string,"declared_at": string,"id": string,"input": NonNullable<Json>,"is_default": boolean,"name": string
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: string,"created_at"?: string,"declared_at"?: string,"id"?: string,"input": NonNullable<Json>,"is_default"?: boolean,"name": string
                  }
                  Update: {
                    "author_id"?: string,"created_at"?: string,"declared_at"?: string,"id"?: string,"input"?: NonNullable<Json>,"is_default"?: boolean,"name"?: string
                  }
                  Relationships: [
                    
                  ]
                },"signal_results": {
                  Row: {
                    "author_id": string,"author_name": string,"demonstration": boolean,"direction": string,"ended_at": string,"entered_at": string | null,"entry_price": number | null,"exit_price": number | null,"held_seconds": number | null,"market_session": string | null,"number": number,"published_at": string,"realised_r": number | null,"reason": string | null,"signal_id": string,"state": string,"stop_loss": number,"style": string,"symbol": string,"tier": string,"timeframe": string,"weekday": number | null,"best_r": number | null,"worst_r": number | null
                  }
                  ComputedFields: "best_r" | "worst_r"
                  Insert: {
                    "author_id": string,"author_name": string,"demonstration": boolean,"direction": string,"ended_at": string,"entered_at"?: string | null,"entry_price"?: number | null,"exit_price"?: number | null,"held_seconds"?: number | null,"market_session"?: string | null,"number": number,"published_at": string,"realised_r"?: number | null,"reason"?: string | null,"signal_id": string,"state": string,"stop_loss": number,"style": string,"symbol": string,"tier": string,"timeframe": string,"weekday"?: number | null
                  }
                  Update: {
                    "author_id"?: string,"author_name"?: string,"demonstration"?: boolean,"direction"?: string,"ended_at"?: string,"entered_at"?: string | null,"entry_price"?: number | null,"exit_price"?: number | null,"held_seconds"?: number | null,"market_session"?: string | null,"number"?: number,"published_at"?: string,"realised_r"?: number | null,"reason"?: string | null,"signal_id"?: string,"state"?: string,"stop_loss"?: number,"style"?: string,"symbol"?: string,"tier"?: string,"timeframe"?: string,"weekday"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_results_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: true
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_states": {
                  Row: {
                    "close_reason": string | null,"closed_at": string | null,"realised_r": number | null,"signal_id": string,"state": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "close_reason"?: string | null,"closed_at"?: string | null,"realised_r"?: number | null,"signal_id": string,"state"?: string,"updated_at"?: string
                  }
                  Update: {
                    "close_reason"?: string | null,"closed_at"?: string | null,"realised_r"?: number | null,"signal_id"?: string,"state"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_states_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: true
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_targets": {
                  Row: {
                    "position": number,"price": number,"share": number,"signal_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "position": number,"price": number,"share": number,"signal_id": string
                  }
                  Update: {
                    "position"?: number,"price"?: number,"share"?: number,"signal_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_targets_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signal_trade_revisions": {
                  Row: {
                    "replaced_at": string,"revision": number,"signal_id": string,"trade": NonNullable<Json>,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "replaced_at"?: string,"revision": number,"signal_id": string,"trade": NonNullable<Json>,"user_id": string
                  }
                  Update: {
                    "replaced_at"?: string,"revision"?: number,"signal_id"?: string,"trade"?: NonNullable<Json>,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_trade_revisions_user_id_signal_id_fkey"
      columns: ["user_id","signal_id"]
isOneToOne: false
      referencedRelation: "signal_trades"
      referencedColumns: ["user_id","signal_id"]
    }
                  ]
                },"signal_trades": {
                  Row: {
                    "conversion_rate": number | null,"created_at": string,"currency": string,"entered_at": string | null,"entry_price": number | null,"exit_price": number | null,"exited_at": string | null,"fees_minor": number,"lots": number | null,"note": string,"reported_at": string | null,"signal_id": string,"status": string,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "conversion_rate"?: number | null,"created_at"?: string,"currency"?: string,"entered_at"?: string | null,"entry_price"?: number | null,"exit_price"?: number | null,"exited_at"?: string | null,"fees_minor"?: number,"lots"?: number | null,"note"?: string,"reported_at"?: string | null,"signal_id": string,"status": string,"updated_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "conversion_rate"?: number | null,"created_at"?: string,"currency"?: string,"entered_at"?: string | null,"entry_price"?: number | null,"exit_price"?: number | null,"exited_at"?: string | null,"fees_minor"?: number,"lots"?: number | null,"note"?: string,"reported_at"?: string | null,"signal_id"?: string,"status"?: string,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signal_trades_signal_id_fkey"
      columns: ["signal_id"]
isOneToOne: false
      referencedRelation: "signals"
      referencedColumns: ["id"]
    }
                  ]
                },"signals": {
                  Row: {
                    "author_id": string,"author_name": string,"commitment": string,"demonstration": boolean,"id": string,"number": number,"published_at": string,"style": string,"symbol": string,"tier": string,"timeframe": string,"waits_until": string | null
                  }
                  ComputedFields: "waits_until"
                  Insert: {
                    "author_id": string,"author_name": string,"commitment": string,"demonstration"?: boolean,"id"?: string,"number": number,"published_at": string,"style": string,"symbol": string,"tier": string,"timeframe": string
                  }
                  Update: {
                    "author_id"?: string,"author_name"?: string,"commitment"?: string,"demonstration"?: boolean,"id"?: string,"number"?: number,"published_at"?: string,"style"?: string,"symbol"?: string,"tier"?: string,"timeframe"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "signals_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"staff": {
                  Row: {
                    "granted_at": string,"role": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "granted_at"?: string,"role": string,"user_id": string
                  }
                  Update: {
                    "granted_at"?: string,"role"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"stale_instruments": {
                  Row: {
                    "class": string,"reason": string,"since": string,"symbol": string
                  }
                  ComputedFields: never
                  Insert: {
                    "class": string,"reason": string,"since": string,"symbol": string
                  }
                  Update: {
                    "class"?: string,"reason"?: string,"since"?: string,"symbol"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "stale_instruments_symbol_fkey"
      columns: ["symbol"]
isOneToOne: true
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"statement_minutes": {
                  Row: {
                    "day": string,"lines": number,"minutes": string,"sha256": string,"statement_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "day": string,"lines": number,"minutes": string,"sha256": string,"statement_id": string
                  }
                  Update: {
                    "day"?: string,"lines"?: number,"minutes"?: string,"sha256"?: string,"statement_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "statement_minutes_statement_id_fkey"
      columns: ["statement_id"]
isOneToOne: false
      referencedRelation: "statements"
      referencedColumns: ["id"]
    }
                  ]
                },"statement_openings": {
                  Row: {
                    "opened_at": string,"statement_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "opened_at": string,"statement_id": string
                  }
                  Update: {
                    "opened_at"?: string,"statement_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "statement_openings_statement_id_fkey"
      columns: ["statement_id"]
isOneToOne: true
      referencedRelation: "statements"
      referencedColumns: ["id"]
    }
                  ]
                },"statement_outcomes": {
                  Row: {
                    "candle": Json | null,"decided_at": string,"outcome": boolean | null,"resolved_at": string,"statement_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "candle"?: Json | null,"decided_at": string,"outcome"?: boolean | null,"resolved_at": string,"statement_id": string
                  }
                  Update: {
                    "candle"?: Json | null,"decided_at"?: string,"outcome"?: boolean | null,"resolved_at"?: string,"statement_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "statement_outcomes_statement_id_fkey"
      columns: ["statement_id"]
isOneToOne: true
      referencedRelation: "statements"
      referencedColumns: ["id"]
    }
                  ]
                },"statement_scores": {
                  Row: {
                    "as_of": number,"only_row": boolean,"rows": NonNullable<Json>,"scored_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "as_of": number,"only_row"?: boolean,"rows": NonNullable<Json>,"scored_at": string
                  }
                  Update: {
                    "as_of"?: number,"only_row"?: boolean,"rows"?: NonNullable<Json>,"scored_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"statement_terms": {
                  Row: {
                    "nonce": string,"statement_id": string,"symbol": string,"terms": NonNullable<Json>
                  }
                  ComputedFields: never
                  Insert: {
                    "nonce": string,"statement_id": string,"symbol": string,"terms": NonNullable<Json>
                  }
                  Update: {
                    "nonce"?: string,"statement_id"?: string,"symbol"?: string,"terms"?: NonNullable<Json>
                  }
                  Relationships: [
                    {
      foreignKeyName: "statement_terms_statement_id_fkey"
      columns: ["statement_id"]
isOneToOne: true
      referencedRelation: "statements"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "statement_terms_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"statements": {
                  Row: {
                    "author_id": string | null,"author_kind": string,"author_name": string | null,"commitment": string,"deadline": string,"demonstration": boolean,"id": string,"made_at": string,"number": number
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: string | null,"author_kind": string,"author_name"?: string | null,"commitment": string,"deadline": string,"demonstration"?: boolean,"id"?: string,"made_at": string,"number": number
                  }
                  Update: {
                    "author_id"?: string | null,"author_kind"?: string,"author_name"?: string | null,"commitment"?: string,"deadline"?: string,"demonstration"?: boolean,"id"?: string,"made_at"?: string,"number"?: number
                  }
                  Relationships: [
                    
                  ]
                },"streaks": {
                  Row: {
                    "best": number,"days": number,"freezes": number,"frozen": (string)[],"member": string,"remind": boolean,"through": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "best"?: number,"days"?: number,"freezes"?: number,"frozen"?: (string)[],"member": string,"remind"?: boolean,"through"?: string | null
                  }
                  Update: {
                    "best"?: number,"days"?: number,"freezes"?: number,"frozen"?: (string)[],"member"?: string,"remind"?: boolean,"through"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "streaks_member_fkey"
      columns: ["member"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"subscription_events": {
                  Row: {
                    "at": string,"cause": string,"details": NonNullable<Json>,"from_state": string | null,"id": number,"kind": string,"noted_at": string,"subscription_id": string,"to_state": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at": string,"cause": string,"details"?: NonNullable<Json>,"from_state"?: string | null,"id"?: never,"kind": string,"noted_at"?: string,"subscription_id": string,"to_state"?: string | null,"user_id": string
                  }
                  Update: {
                    "at"?: string,"cause"?: string,"details"?: NonNullable<Json>,"from_state"?: string | null,"id"?: never,"kind"?: string,"noted_at"?: string,"subscription_id"?: string,"to_state"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "subscription_events_subscription_id_fkey"
      columns: ["subscription_id"]
isOneToOne: false
      referencedRelation: "subscriptions"
      referencedColumns: ["id"]
    }
                  ]
                },"subscriptions": {
                  Row: {
                    "amount": number,"anchor": string | null,"cancel_requested_at": string | null,"created_at": string,"currency": string,"current_period_end": string | null,"current_period_start": string | null,"ended_at": string | null,"ended_for": string | null,"failed_at": string | null,"grace_until": string | null,"id": string,"means": string,"method": Json | null,"next_amount": number | null,"next_period": string | null,"next_plan": string | null,"next_price_id": number | null,"next_try_at": string | null,"paid_until": string | null,"period": string,"plan": string,"price_id": number,"provider": string,"provider_customer": string | null,"provider_subscription": string | null,"segment_start": string | null,"stake": number | null,"started_at": string | null,"state": string,"user_id": string,"withdraw_until": string | null,"withdrawn_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"anchor"?: string | null,"cancel_requested_at"?: string | null,"created_at"?: string,"currency": string,"current_period_end"?: string | null,"current_period_start"?: string | null,"ended_at"?: string | null,"ended_for"?: string | null,"failed_at"?: string | null,"grace_until"?: string | null,"id"?: string,"means": string,"method"?: Json | null,"next_amount"?: number | null,"next_period"?: string | null,"next_plan"?: string | null,"next_price_id"?: number | null,"next_try_at"?: string | null,"paid_until"?: string | null,"period": string,"plan": string,"price_id": number,"provider": string,"provider_customer"?: string | null,"provider_subscription"?: string | null,"segment_start"?: string | null,"stake"?: number | null,"started_at"?: string | null,"state"?: string,"user_id": string,"withdraw_until"?: string | null,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "amount"?: number,"anchor"?: string | null,"cancel_requested_at"?: string | null,"created_at"?: string,"currency"?: string,"current_period_end"?: string | null,"current_period_start"?: string | null,"ended_at"?: string | null,"ended_for"?: string | null,"failed_at"?: string | null,"grace_until"?: string | null,"id"?: string,"means"?: string,"method"?: Json | null,"next_amount"?: number | null,"next_period"?: string | null,"next_plan"?: string | null,"next_price_id"?: number | null,"next_try_at"?: string | null,"paid_until"?: string | null,"period"?: string,"plan"?: string,"price_id"?: number,"provider"?: string,"provider_customer"?: string | null,"provider_subscription"?: string | null,"segment_start"?: string | null,"stake"?: number | null,"started_at"?: string | null,"state"?: string,"user_id"?: string,"withdraw_until"?: string | null,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "subscriptions_next_plan_fkey"
      columns: ["next_plan"]
isOneToOne: false
      referencedRelation: "plans"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "subscriptions_next_price_id_fkey"
      columns: ["next_price_id"]
isOneToOne: false
      referencedRelation: "current_plan_prices"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "subscriptions_next_price_id_fkey"
      columns: ["next_price_id"]
isOneToOne: false
      referencedRelation: "plan_prices"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "subscriptions_plan_fkey"
      columns: ["plan"]
isOneToOne: false
      referencedRelation: "plans"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "subscriptions_price_id_fkey"
      columns: ["price_id"]
isOneToOne: false
      referencedRelation: "current_plan_prices"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "subscriptions_price_id_fkey"
      columns: ["price_id"]
isOneToOne: false
      referencedRelation: "plan_prices"
      referencedColumns: ["id"]
    }
                  ]
                },"support_days": {
                  Row: {
                    "day": string,"is_open": boolean,"reason": string
                  }
                  ComputedFields: never
                  Insert: {
                    "day": string,"is_open"?: boolean,"reason"?: string
                  }
                  Update: {
                    "day"?: string,"is_open"?: boolean,"reason"?: string
                  }
                  Relationships: [
                    
                  ]
                },"support_hours": {
                  Row: {
                    "closes": string,"opens": string,"weekday": number
                  }
                  ComputedFields: never
                  Insert: {
                    "closes": string,"opens": string,"weekday": number
                  }
                  Update: {
                    "closes"?: string,"opens"?: string,"weekday"?: number
                  }
                  Relationships: [
                    
                  ]
                },"support_promises": {
                  Row: {
                    "answer_minutes": number,"priority": string,"solve_minutes": number
                  }
                  ComputedFields: never
                  Insert: {
                    "answer_minutes": number,"priority": string,"solve_minutes": number
                  }
                  Update: {
                    "answer_minutes"?: number,"priority"?: string,"solve_minutes"?: number
                  }
                  Relationships: [
                    
                  ]
                },"support_topics": {
                  Row: {
                    "close_days": number,"is_complaint": boolean,"position": number,"reopen_days": number,"reopens": string,"topic": string
                  }
                  ComputedFields: never
                  Insert: {
                    "close_days"?: number,"is_complaint"?: boolean,"position": number,"reopen_days"?: number,"reopens"?: string,"topic": string
                  }
                  Update: {
                    "close_days"?: number,"is_complaint"?: boolean,"position"?: number,"reopen_days"?: number,"reopens"?: string,"topic"?: string
                  }
                  Relationships: [
                    
                  ]
                },"tax_rates": {
                  Row: {
                    "country": string,"rate": number,"starts_on": string
                  }
                  ComputedFields: never
                  Insert: {
                    "country": string,"rate": number,"starts_on": string
                  }
                  Update: {
                    "country"?: string,"rate"?: number,"starts_on"?: string
                  }
                  Relationships: [
                    
                  ]
                },"thread_events": {
                  Row: {
                    "at": string,"by": string,"data": NonNullable<Json>,"id": string,"kind": string,"thread": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at"?: string,"by": string,"data"?: NonNullable<Json>,"id"?: string,"kind": string,"thread": string
                  }
                  Update: {
                    "at"?: string,"by"?: string,"data"?: NonNullable<Json>,"id"?: string,"kind"?: string,"thread"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "thread_events_thread_fkey"
      columns: ["thread"]
isOneToOne: false
      referencedRelation: "threads"
      referencedColumns: ["id"]
    }
                  ]
                },"thread_reads": {
                  Row: {
                    "last_position": number,"member": string,"read_at": string,"thread": string
                  }
                  ComputedFields: never
                  Insert: {
                    "last_position": number,"member": string,"read_at"?: string,"thread": string
                  }
                  Update: {
                    "last_position"?: number,"member"?: string,"read_at"?: string,"thread"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "thread_reads_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "thread_reads_thread_fkey"
      columns: ["thread"]
isOneToOne: false
      referencedRelation: "threads"
      referencedColumns: ["id"]
    }
                  ]
                },"threads": {
                  Row: {
                    "accepted_post": string | null,"author": string | null,"category": string,"created_at": string,"demonstration": boolean,"excerpt": string,"heat": number,"id": string,"language": string,"last_author": string | null,"last_position": number,"last_post_at": string,"last_shown": number,"lock_reason": string | null,"locked_at": string | null,"merged_into": string | null,"pinned_at": string | null,"readers": number,"replies": number,"state": string,"symbol": string | null,"title": string,"popular": boolean | null,"unread_posts": number | null
                  }
                  ComputedFields: "popular" | "unread_posts"
                  Insert: {
                    "accepted_post"?: string | null,"author"?: string | null,"category": string,"created_at"?: string,"demonstration"?: boolean,"excerpt"?: string,"heat"?: number,"id"?: string,"language": string,"last_author"?: string | null,"last_position"?: number,"last_post_at"?: string,"last_shown"?: number,"lock_reason"?: string | null,"locked_at"?: string | null,"merged_into"?: string | null,"pinned_at"?: string | null,"readers"?: number,"replies"?: number,"state"?: string,"symbol"?: string | null,"title": string
                  }
                  Update: {
                    "accepted_post"?: string | null,"author"?: string | null,"category"?: string,"created_at"?: string,"demonstration"?: boolean,"excerpt"?: string,"heat"?: number,"id"?: string,"language"?: string,"last_author"?: string | null,"last_position"?: number,"last_post_at"?: string,"last_shown"?: number,"lock_reason"?: string | null,"locked_at"?: string | null,"merged_into"?: string | null,"pinned_at"?: string | null,"readers"?: number,"replies"?: number,"state"?: string,"symbol"?: string | null,"title"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "accepted_in_posts"
      columns: ["accepted_post"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "threads_author_fkey"
      columns: ["author"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "threads_category_fkey"
      columns: ["category"]
isOneToOne: false
      referencedRelation: "forum_categories"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "threads_last_author_fkey"
      columns: ["last_author"]
isOneToOne: false
      referencedRelation: "community_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "threads_merged_into_fkey"
      columns: ["merged_into"]
isOneToOne: false
      referencedRelation: "threads"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "threads_symbol_fkey"
      columns: ["symbol"]
isOneToOne: false
      referencedRelation: "instruments"
      referencedColumns: ["symbol"]
    }
                  ]
                },"ticket_events": {
                  Row: {
                    "actor": string | null,"actor_role": string,"at": string,"data": NonNullable<Json>,"id": string,"kind": string,"ticket": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actor"?: string | null,"actor_role": string,"at"?: string,"data"?: NonNullable<Json>,"id"?: string,"kind": string,"ticket": string
                  }
                  Update: {
                    "actor"?: string | null,"actor_role"?: string,"at"?: string,"data"?: NonNullable<Json>,"id"?: string,"kind"?: string,"ticket"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "ticket_events_ticket_fkey"
      columns: ["ticket"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    }
                  ]
                },"ticket_files": {
                  Row: {
                    "bytes": number,"id": string,"message": string,"name": string,"path": string,"ticket": string,"type": string
                  }
                  ComputedFields: never
                  Insert: {
                    "bytes": number,"id"?: string,"message": string,"name": string,"path": string,"ticket": string,"type": string
                  }
                  Update: {
                    "bytes"?: number,"id"?: string,"message"?: string,"name"?: string,"path"?: string,"ticket"?: string,"type"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "ticket_files_message_fkey"
      columns: ["message"]
isOneToOne: false
      referencedRelation: "ticket_messages"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ticket_files_ticket_fkey"
      columns: ["ticket"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    }
                  ]
                },"ticket_messages": {
                  Row: {
                    "at": string,"author": string | null,"author_name": string,"body": string,"canned": string | null,"channel": string,"id": string,"moved_from": string | null,"quoted": string | null,"request": string | null,"role": string,"ticket": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at"?: string,"author"?: string | null,"author_name"?: string,"body": string,"canned"?: string | null,"channel"?: string,"id"?: string,"moved_from"?: string | null,"quoted"?: string | null,"request"?: string | null,"role": string,"ticket": string
                  }
                  Update: {
                    "at"?: string,"author"?: string | null,"author_name"?: string,"body"?: string,"canned"?: string | null,"channel"?: string,"id"?: string,"moved_from"?: string | null,"quoted"?: string | null,"request"?: string | null,"role"?: string,"ticket"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "ticket_messages_canned_fkey"
      columns: ["canned"]
isOneToOne: false
      referencedRelation: "canned_answers"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ticket_messages_moved_from_fkey"
      columns: ["moved_from"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ticket_messages_ticket_fkey"
      columns: ["ticket"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    }
                  ]
                },"ticket_notes": {
                  Row: {
                    "at": string,"author": string | null,"author_name": string,"body": string,"id": string,"mentions": (string)[],"request": string | null,"ticket": string
                  }
                  ComputedFields: never
                  Insert: {
                    "at"?: string,"author"?: string | null,"author_name": string,"body": string,"id"?: string,"mentions"?: (string)[],"request"?: string | null,"ticket": string
                  }
                  Update: {
                    "at"?: string,"author"?: string | null,"author_name"?: string,"body"?: string,"id"?: string,"mentions"?: (string)[],"request"?: string | null,"ticket"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "ticket_notes_ticket_fkey"
      columns: ["ticket"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    }
                  ]
                },"ticket_views": {
                  Row: {
                    "filters": NonNullable<Json>,"id": string,"name": string,"owner": string,"position": number,"shared": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "filters"?: NonNullable<Json>,"id"?: string,"name": string,"owner"?: string,"position"?: number,"shared"?: boolean
                  }
                  Update: {
                    "filters"?: NonNullable<Json>,"id"?: string,"name"?: string,"owner"?: string,"position"?: number,"shared"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "ticket_views_owner_fkey"
      columns: ["owner"]
isOneToOne: false
      referencedRelation: "staff"
      referencedColumns: ["user_id"]
    }
                  ]
                },"tickets": {
                  Row: {
                    "acknowledge_due_at": string | null,"acknowledged_at": string | null,"answer_due_at": string,"assignee": string | null,"channel": string,"closed_at": string | null,"complaint_due_at": string | null,"demonstration": boolean,"excerpt": string,"facts": Json | null,"facts_consented_at": string | null,"first_answered_at": string | null,"follows": string | null,"id": string,"language": string,"last_by": string,"last_message_at": string,"member_seen_at": string | null,"merged_into": string | null,"messages": number,"number": number,"opened_at": string,"paused": string,"paused_since": string | null,"priority": string,"promise": NonNullable<Json>,"proof": Json | null,"rated_at": string | null,"reopened": number,"request": string | null,"satisfaction": number | null,"satisfaction_words": string | null,"seal": string,"snoozed_until": string | null,"solve_due_at": string,"solved_at": string | null,"split_from": string | null,"staff_seen_at": string | null,"state": string,"subject": string,"topic": string,"turn_at": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "acknowledge_due_at"?: string | null,"acknowledged_at"?: string | null,"answer_due_at": string,"assignee"?: string | null,"channel"?: string,"closed_at"?: string | null,"complaint_due_at"?: string | null,"demonstration"?: boolean,"excerpt"?: string,"facts"?: Json | null,"facts_consented_at"?: string | null,"first_answered_at"?: string | null,"follows"?: string | null,"id"?: string,"language": string,"last_by"?: string,"last_message_at"?: string,"member_seen_at"?: string | null,"merged_into"?: string | null,"messages"?: number,"number"?: never,"opened_at"?: string,"paused"?: string,"paused_since"?: string | null,"priority"?: string,"promise": NonNullable<Json>,"proof"?: Json | null,"rated_at"?: string | null,"reopened"?: number,"request"?: string | null,"satisfaction"?: number | null,"satisfaction_words"?: string | null,"seal": string,"snoozed_until"?: string | null,"solve_due_at": string,"solved_at"?: string | null,"split_from"?: string | null,"staff_seen_at"?: string | null,"state"?: string,"subject": string,"topic": string,"turn_at"?: string,"user_id"?: string | null
                  }
                  Update: {
                    "acknowledge_due_at"?: string | null,"acknowledged_at"?: string | null,"answer_due_at"?: string,"assignee"?: string | null,"channel"?: string,"closed_at"?: string | null,"complaint_due_at"?: string | null,"demonstration"?: boolean,"excerpt"?: string,"facts"?: Json | null,"facts_consented_at"?: string | null,"first_answered_at"?: string | null,"follows"?: string | null,"id"?: string,"language"?: string,"last_by"?: string,"last_message_at"?: string,"member_seen_at"?: string | null,"merged_into"?: string | null,"messages"?: number,"number"?: never,"opened_at"?: string,"paused"?: string,"paused_since"?: string | null,"priority"?: string,"promise"?: NonNullable<Json>,"proof"?: Json | null,"rated_at"?: string | null,"reopened"?: number,"request"?: string | null,"satisfaction"?: number | null,"satisfaction_words"?: string | null,"seal"?: string,"snoozed_until"?: string | null,"solve_due_at"?: string,"solved_at"?: string | null,"split_from"?: string | null,"staff_seen_at"?: string | null,"state"?: string,"subject"?: string,"topic"?: string,"turn_at"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "tickets_assignee_fkey"
      columns: ["assignee"]
isOneToOne: false
      referencedRelation: "staff"
      referencedColumns: ["user_id"]
    },{
      foreignKeyName: "tickets_follows_fkey"
      columns: ["follows"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "tickets_merged_into_fkey"
      columns: ["merged_into"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "tickets_priority_fkey"
      columns: ["priority"]
isOneToOne: false
      referencedRelation: "support_promises"
      referencedColumns: ["priority"]
    },{
      foreignKeyName: "tickets_split_from_fkey"
      columns: ["split_from"]
isOneToOne: false
      referencedRelation: "tickets"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "tickets_topic_fkey"
      columns: ["topic"]
isOneToOne: false
      referencedRelation: "support_topics"
      referencedColumns: ["topic"]
    }
                  ]
                },"trading_settings": {
                  Row: {
                    "capital_minor": number,"currency": string,"risk_percent": number,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "capital_minor": number,"currency"?: string,"risk_percent"?: number,"updated_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "capital_minor"?: number,"currency"?: string,"risk_percent"?: number,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"trust_levels": {
                  Row: {
                    "active_days": number,"calm_days": number,"days": number,"edits_held": boolean,"first_posts": number,"level": number,"links": number,"posts": number,"upheld_reports": number,"useful_members": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active_days": number,"calm_days": number,"days": number,"edits_held": boolean,"first_posts": number,"level": number,"links": number,"posts": number,"upheld_reports": number,"useful_members": number
                  }
                  Update: {
                    "active_days"?: number,"calm_days"?: number,"days"?: number,"edits_held"?: boolean,"first_posts"?: number,"level"?: number,"links"?: number,"posts"?: number,"upheld_reports"?: number,"useful_members"?: number
                  }
                  Relationships: [
                    
                  ]
                },"visits": {
                  Row: {
                    "previous_at": string | null,"recomputed_at": string | null,"seen_at": string,"steps_put_off_at": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "previous_at"?: string | null,"recomputed_at"?: string | null,"seen_at"?: string,"steps_put_off_at"?: string | null,"user_id": string
                  }
                  Update: {
                    "previous_at"?: string | null,"recomputed_at"?: string | null,"seen_at"?: string,"steps_put_off_at"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"wallets": {
                  Row: {
                    "address": string,"currency": string,"id": string,"network": string,"replaced_at": string | null,"saved_at": string,"stopped_at": string | null,"typed": boolean,"unprotected": boolean,"usable_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "address": string,"currency": string,"id"?: string,"network": string,"replaced_at"?: string | null,"saved_at"?: string,"stopped_at"?: string | null,"typed": boolean,"unprotected": boolean,"usable_at": string,"user_id": string
                  }
                  Update: {
                    "address"?: string,"currency"?: string,"id"?: string,"network"?: string,"replaced_at"?: string | null,"saved_at"?: string,"stopped_at"?: string | null,"typed"?: boolean,"unprotected"?: boolean,"usable_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"warning_list_entries": {
                  Row: {
                    "category": string,"domain": string | null,"id": string,"listed_on": string | null,"name": string,"source": string,"words": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "category"?: string,"domain"?: string | null,"id"?: string,"listed_on"?: string | null,"name": string,"source": string,"words"?: string | null
                  }
                  Update: {
                    "category"?: string,"domain"?: string | null,"id"?: string,"listed_on"?: string | null,"name"?: string,"source"?: string,"words"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "warning_list_entries_source_fkey"
      columns: ["source"]
isOneToOne: false
      referencedRelation: "warning_lists"
      referencedColumns: ["source"]
    }
                  ]
                },"warning_lists": {
                  Row: {
                    "address": string,"entries": number,"fetched_at": string,"list_date": string,"source": string
                  }
                  ComputedFields: never
                  Insert: {
                    "address": string,"entries": number,"fetched_at": string,"list_date": string,"source": string
                  }
                  Update: {
                    "address"?: string,"entries"?: number,"fetched_at"?: string,"list_date"?: string,"source"?: string
                  }
                  Relationships: [
                    
                  ]
                },"webhook_attempts": {
                  Row: {
                    "address": string | null,"at": string,"delivery_id": number,"duration_ms": number,"error": string | null,"number": number,"status": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"at": string,"delivery_id": number,"duration_ms": number,"error"?: string | null,"number": number,"status"?: number | null
                  }
                  Update: {
                    "address"?: string | null,"at"?: string,"delivery_id"?: number,"duration_ms"?: number,"error"?: string | null,"number"?: number,"status"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "webhook_attempts_delivery_id_fkey"
      columns: ["delivery_id"]
isOneToOne: false
      referencedRelation: "webhook_deliveries"
      referencedColumns: ["id"]
    }
                  ]
                },"webhook_deliveries": {
                  Row: {
                    "attempts": number,"body": string,"created_at": string,"ended_at": string | null,"endpoint_id": number,"event": string,"id": number,"last_error": string | null,"last_status": number | null,"lead_id": string | null,"next_attempt_at": string,"replay_of": number | null,"retry_until": string,"state": string
                  }
                  ComputedFields: never
                  Insert: {
                    "attempts"?: number,"body": string,"created_at"?: string,"ended_at"?: string | null,"endpoint_id": number,"event": string,"id"?: never,"last_error"?: string | null,"last_status"?: number | null,"lead_id"?: string | null,"next_attempt_at"?: string,"replay_of"?: number | null,"retry_until"?: string,"state"?: string
                  }
                  Update: {
                    "attempts"?: number,"body"?: string,"created_at"?: string,"ended_at"?: string | null,"endpoint_id"?: number,"event"?: string,"id"?: never,"last_error"?: string | null,"last_status"?: number | null,"lead_id"?: string | null,"next_attempt_at"?: string,"replay_of"?: number | null,"retry_until"?: string,"state"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "webhook_deliveries_endpoint_id_fkey"
      columns: ["endpoint_id"]
isOneToOne: false
      referencedRelation: "webhook_endpoints"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "webhook_deliveries_lead_id_fkey"
      columns: ["lead_id"]
isOneToOne: false
      referencedRelation: "leads"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "webhook_deliveries_replay_of_fkey"
      columns: ["replay_of"]
isOneToOne: false
      referencedRelation: "webhook_deliveries"
      referencedColumns: ["id"]
    }
                  ]
                },"webhook_endpoints": {
                  Row: {
                    "active": boolean,"created_at": string,"events": (string)[],"failing_since": string | null,"id": number,"name": string,"secret": string,"switched_off_at": string | null,"switched_off_reason": string | null,"url": string
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"events"?: (string)[],"failing_since"?: string | null,"id"?: never,"name": string,"secret"?: string,"switched_off_at"?: string | null,"switched_off_reason"?: string | null,"url": string
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"events"?: (string)[],"failing_since"?: string | null,"id"?: never,"name"?: string,"secret"?: string,"switched_off_at"?: string | null,"switched_off_reason"?: string | null,"url"?: string
                  }
                  Relationships: [
                    
                  ]
                },"weekly_scores": {
                  Row: {
                    "member": string,"place_before": number | null,"score": number,"week": string
                  }
                  ComputedFields: never
                  Insert: {
                    "member": string,"place_before"?: number | null,"score": number,"week": string
                  }
                  Update: {
                    "member"?: string,"place_before"?: number | null,"score"?: number,"week"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "weekly_scores_member_fkey"
      columns: ["member"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Views: {
            "current_plan_prices": {
                  Row: {
                    "amount": number,"currency": string,"demonstration": boolean,"id": number,"period": string,"plan": string,"starts_at": string
                  }
                  ComputedFields: never
                  Relationships: [
                    {
      foreignKeyName: "plan_prices_plan_fkey"
      columns: ["plan"]
isOneToOne: false
      referencedRelation: "plans"
      referencedColumns: ["slug"]
    }
                  ]
                },"moderation_register": {
                  Row: {
                    "act": string | null,"at": string,"automation": string | null,"commitment": string | null,"ground": (string)[] | null,"hash": string,"measure": string | null,"number": number | null,"of_number": number | null,"people": number | null,"role": string | null,"sequence": number,"words": string | null
                  }
                  ComputedFields: never
                  Insert: {
                           "act"?: never,"at"?: string | null,"automation"?: never,"commitment"?: never,"ground"?: never,"hash"?: string | null,"measure"?: never,"number"?: never,"of_number"?: never,"people"?: never,"role"?: never,"sequence"?: number | null,"words"?: never
                         }
                        Update: {
                           "act"?: never,"at"?: string | null,"automation"?: never,"commitment"?: never,"ground"?: never,"hash"?: string | null,"measure"?: never,"number"?: never,"of_number"?: never,"people"?: never,"role"?: never,"sequence"?: number | null,"words"?: never
                         }
                        Relationships: [
                    
                  ]
                }
          }
          Functions: {
            "accept_answer":
{ Args: { "post": string,"thread": string }; Returns: undefined
                           },
"accept_rules":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"acknowledge_complaint":
{ Args: { "ticket": string }; Returns: undefined
                           },
"add_push_device":
{ Args: { "auth": string,"endpoint": string,"p256dh": string,"user_agent"?: string }; Returns: number
                           },
"add_signal_note":
{ Args: { "note": string,"signal_id": string }; Returns: undefined
                           },
"announcement_history":
{ Args: { "announcement": string }; Returns: Json
                           },
"announcements_between":
{ Args: { "known_at"?: string,"since": string,"until": string }; Returns: Json
                           },
"answer_forecast":
{ Args: { "card": string,"probability": number }; Returns: Json
                           },
"answer_qualification":
{ Args: { "account_number"?: string,"proof_path"?: string,"request_id": string,"words": string }; Returns: undefined
                           },
"answer_question":
{ Args: { "attempt": string,"given": Json,"place": number }; Returns: Json
                           },
"answer_ticket":
{ Args: { "body": string,"canned"?: string,"files"?: Json,"next"?: string,"request": string,"seen"?: number,"ticket": string }; Returns: Json
                           },
"appeal_decision":
{ Args: { "decision_id": string,"words": string }; Returns: string
                           },
"approve_held":
{ Args: { "case_ids": (string)[] }; Returns: number
                           },
"approve_payouts":
{ Args: { "payout_ids": (string)[] }; Returns: number
                           },
"archive_canned_answer":
{ Args: { "id": string }; Returns: undefined
                           },
"archive_content":
{ Args: { "items": (string)[] }; Returns: undefined
                           },
"ask_opinion":
{ Args: { "case_id": string,"question": string }; Returns: undefined
                           },
"assign_qualification":
{ Args: { "assignee": string,"request_ids": (string)[] }; Returns: number
                           },
"assign_ticket":
{ Args: { "assignee": string,"ticket": string }; Returns: undefined
                           },
"begin_visit":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"best_r":
{ Args: { "result": Omit<Database["public"]['Tables']["signal_results"]['Row'], Database["public"]['Tables']["signal_results"]['ComputedFields']> }; Returns: number
                           },
"billing_timeline":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"calendar_announcements":
{ Args: { "secret"?: string }; Returns: Json
                           },
"calendar_entries":
{ Args: { "everything"?: boolean,"occurrence"?: string,"secret"?: string }; Returns: Json
                           },
"calendar_sources":
{ Args: Record<PropertyKey, never>; Returns: {
              "entries": number,
"error": string | null,
"fetched_at": string | null,
"good_at": string | null,
"licence": string,
"name": string,
"next_at": string | null,
"rank": number,
"source": string,
"state": string
            }[]
                          SetofOptions: {
        from: "*"
        to: "announcement_sources"
        isOneToOne: false
        isSetofReturn: true
      } },
"cancel_account_deletion":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"cancel_idea":
{ Args: { "idea_id": string }; Returns: undefined
                           },
"cancel_payout":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"cancel_signal":
{ Args: { "reason": string,"signal_id": string }; Returns: undefined
                           },
"cancel_subscription":
{ Args: Record<PropertyKey, never>; Returns: {
              "amount": number,
"anchor": string | null,
"cancel_requested_at": string | null,
"created_at": string,
"currency": string,
"current_period_end": string | null,
"current_period_start": string | null,
"ended_at": string | null,
"ended_for": string | null,
"failed_at": string | null,
"grace_until": string | null,
"id": string,
"means": string,
"method": Json | null,
"next_amount": number | null,
"next_period": string | null,
"next_plan": string | null,
"next_price_id": number | null,
"next_try_at": string | null,
"paid_until": string | null,
"period": string,
"plan": string,
"price_id": number,
"provider": string,
"provider_customer": string | null,
"provider_subscription": string | null,
"segment_start": string | null,
"stake": number | null,
"started_at": string | null,
"state": string,
"user_id": string,
"withdraw_until": string | null,
"withdrawn_at": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "subscriptions"
        isOneToOne: true
        isSetofReturn: false
      } },
"candle_gaps":
{ Args: { "from_at": string,"symbol": string,"timeframe": string,"until_at": string }; Returns: {
              "gap_from": string,"gap_until": string,"missing": number
            }[]
                           },
"canned_answers_for":
{ Args: { "most"?: number,"query"?: string,"ticket"?: string }; Returns: Json[]
                           },
"catch_up":
{ Args: { "after"?: number,"epoch"?: string,"topic": string }; Returns: Json
                           },
"certificate":
{ Args: { "code": string }; Returns: Json
                           },
"change_payment_method":
{ Args: { "card": Json }; Returns: {
              "amount": number,
"anchor": string | null,
"cancel_requested_at": string | null,
"created_at": string,
"currency": string,
"current_period_end": string | null,
"current_period_start": string | null,
"ended_at": string | null,
"ended_for": string | null,
"failed_at": string | null,
"grace_until": string | null,
"id": string,
"means": string,
"method": Json | null,
"next_amount": number | null,
"next_period": string | null,
"next_plan": string | null,
"next_price_id": number | null,
"next_try_at": string | null,
"paid_until": string | null,
"period": string,
"plan": string,
"price_id": number,
"provider": string,
"provider_customer": string | null,
"provider_subscription": string | null,
"segment_start": string | null,
"stake": number | null,
"started_at": string | null,
"state": string,
"user_id": string,
"withdraw_until": string | null,
"withdrawn_at": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "subscriptions"
        isOneToOne: true
        isSetofReturn: false
      } },
"change_subscription":
{ Args: { "due": number,"period": string,"plan": string,"terms_version": string }; Returns: Json
                           },
"check_proof_fact":
{ Args: { "agrees": boolean,"fact": string,"place"?: Json,"request_id": string,"words"?: string }; Returns: undefined
                           },
"check_text":
{ Args: { "kind"?: string,"text": string }; Returns: Json
                           },
"claim_referral":
{ Args: { "code": string,"memory"?: string,"visitor"?: string }; Returns: boolean
                           },
"close_idea":
{ Args: { "idea_id": string }; Returns: undefined
                           },
"close_own_ticket":
{ Args: { "ticket": string }; Returns: undefined
                           },
"close_payout":
{ Args: { "hash": string,"known"?: boolean,"payout_id": string,"rate": string,"sent": string }; Returns: undefined
                           },
"close_signal":
{ Args: { "reason": string,"signal_id": string }; Returns: undefined
                           },
"comment_qualification":
{ Args: { "request_id": string,"words": string }; Returns: undefined
                           },
"commission_at_stake":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"community_summary":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"complete_part":
{ Args: { "lesson": string,"part": string }; Returns: string
                           },
"confirm_mistake":
{ Args: { "figure": Json,"ticket": string,"words": string }; Returns: Json
                           },
"content_at":
{ Args: { "kind": string,"slug": string }; Returns: Json
                           },
"content_counts":
{ Args: Record<PropertyKey, never>; Returns: {
              "expiring": number,"incomplete": number,"items": number,"kind": string
            }[]
                           },
"content_history":
{ Args: { "item": string }; Returns: {
              "author_name": string,"made_at": string,"published_at": string,"version": number
            }[]
                           },
"content_tree":
{ Args: { "item": string }; Returns: {
              "fields": Json,"id": string,"kind": string,"languages": Json,"parent": string,"position": number,"slug": string,"state": string,"texts": Json,"tier": string,"title": string
            }[]
                           },
"contract_by_code":
{ Args: { "address": string,"code": string,"purpose": string }; Returns: Json
                           },
"correct_attendance":
{ Args: { "attended": boolean,"member": string,"occurrence": string }; Returns: undefined
                           },
"create_content":
{ Args: { "document"?: Json,"kind": string,"parent"?: string,"slug": string,"tier"?: string }; Returns: string
                           },
"create_plan":
{ Args: { "plan": Json,"prices": Json }; Returns: string
                           },
"current_staff_role":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"current_tier":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"decide":
{ Args: { "case_id": string,"days"?: number,"law"?: string,"measure": string,"reasons": (string)[],"spans"?: Json,"statement"?: Json,"words_become"?: string }; Returns: Json
                           },
"decide_appeal":
{ Args: { "appeal_id": string,"overturn": boolean,"words": string }; Returns: undefined
                           },
"decide_many":
{ Args: { "case_ids": (string)[],"days"?: number,"law"?: string,"measure": string,"reasons": (string)[],"statement"?: Json,"words_become"?: string }; Returns: Json
                           },
"decide_qualification":
{ Args: { "decision": string,"premium_days"?: number,"reason"?: string,"request_ids": (string)[] }; Returns: Json
                           },
"delete_post":
{ Args: { "post": string }; Returns: undefined
                           },
"demonstration_members":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"describe_media":
{ Args: { "alt": Json,"height": number,"path": string,"width": number }; Returns: undefined
                           },
"draft_article_of":
{ Args: { "slug": string,"ticket": string }; Returns: string
                           },
"edit_post":
{ Args: { "body": string,"post": string }; Returns: Json
                           },
"end_contract_by_code":
{ Args: { "address": string,"code": string,"purpose": string,"refund"?: number }; Returns: Json
                           },
"end_coupon":
{ Args: { "code": string }; Returns: undefined
                           },
"end_member_sessions":
{ Args: { "member": string }; Returns: number
                           },
"end_session":
{ Args: { "session_id": string }; Returns: boolean
                           },
"event_participants":
{ Args: { "occurrence": string }; Returns: {
              "attended": boolean,"handle": string,"joined_at": string,"member": string,"name": string,"place": number,"registered_at": string,"state": string
            }[]
                           },
"event_rank":
{ Args: { "registration": Omit<Database["public"]['Tables']["event_registrations"]['Row'], Database["public"]['Tables']["event_registrations"]['ComputedFields']> }; Returns: number
                           },
"exercise_chart":
{ Args: { "lesson": string,"place": number }; Returns: Json
                           },
"expectation_record":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"export_proof":
{ Args: { "after"?: number,"page_size"?: number }; Returns: Json
                           },
"fail_payout":
{ Args: { "payout_id": string,"reason": string }; Returns: undefined
                           },
"file_notice":
{ Args: { "crime"?: boolean,"good_faith"?: boolean,"language"?: string,"mail"?: string,"name"?: string,"place": string,"reason": string,"words": string }; Returns: Json
                           },
"find_place":
{ Args: { "position": number,"thread": string }; Returns: Json
                           },
"finish_attempt":
{ Args: { "attempt": string }; Returns: Json
                           },
"follow":
{ Args: { "category"?: string,"level"?: string,"thread"?: string }; Returns: undefined
                           },
"forum_unread":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"give_opinion":
{ Args: { "case_id": string,"words": string }; Returns: undefined
                           },
"grade_exercise":
{ Args: { "lesson": string,"place": number,"price": string }; Returns: Json
                           },
"grade_thesis":
{ Args: { "counter_held": boolean,"signal_id": string,"thesis_held": boolean,"words": string }; Returns: undefined
                           },
"help_figures":
{ Args: { "of_item": string }; Returns: Json
                           },
"help_sufficed":
{ Args: Record<PropertyKey, never>; Returns: {
              "opened": number,"slug": string,"sufficed": number
            }[]
                           },
"ideas_summary":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"import_announcements":
{ Args: { "claims": Json,"dry_run"?: boolean }; Returns: Json
                           },
"indicator_history":
{ Args: { "indicator": string,"known_at"?: string,"most"?: number }; Returns: Json
                           },
"indicator_reaction":
{ Args: { "distance"?: number,"indicator": string,"symbol": string }; Returns: Json
                           },
"indicator_signals":
{ Args: { "indicator": string }; Returns: Json
                           },
"join_event":
{ Args: { "occurrence": string }; Returns: string
                           },
"join_leaderboard":
{ Args: { "pseudonym": string }; Returns: undefined
                           },
"keep_progress":
{ Args: { "lesson": string,"of": number,"part": string,"place": number,"seconds"?: number }; Returns: string
                           },
"keep_support_mail":
{ Args: { "raw": string }; Returns: undefined
                           },
"last_signals":
{ Args: { "notions": (string)[] }; Returns: Json
                           },
"leaderboard":
{ Args: { "week"?: string }; Returns: Json
                           },
"leave":
{ Args: { "occurrence": string }; Returns: undefined
                           },
"leave_leaderboard":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"ledger_consistency_proof":
{ Args: { "old": number,"size": number }; Returns: (string)[]
                           },
"ledger_extension":
{ Args: { "old"?: number,"sequences"?: (number)[] }; Returns: Json
                           },
"ledger_head":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"ledger_inclusion_proof":
{ Args: { "sequence": number,"size": number }; Returns: (string)[]
                           },
"legal_notice":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"lesson_opening":
{ Args: { "slug": string }; Returns: Json
                           },
"lift_masks":
{ Args: { "reason": string,"request_id": string }; Returns: undefined
                           },
"lift_sanction":
{ Args: { "sanction_id": string,"words": string }; Returns: undefined
                           },
"list_audit":
{ Args: { "before_id"?: number,"most"?: number,"of_actor"?: string,"of_row"?: string,"of_table"?: string,"since"?: string,"until"?: string }; Returns: {
              "action": string,"actor": string,"actor_name": string,"actor_role": string,"after": Json,"at": string,"before": Json,"id": number,"request_id": string,"row_key": string,"table_name": string
            }[]
                           },
"list_content":
{ Args: { "after"?: string,"expiring"?: boolean,"incomplete_language"?: string,"most"?: number,"of_author"?: string,"of_kind"?: string,"of_state"?: string,"query"?: string }; Returns: {
              "author": string,"author_name": string,"expiring_facts": number,"fact_days": number,"flags": Json,"id": string,"kind": string,"languages": Json,"next_expiry": string,"parent": string,"position": number,"publish_at": string,"published_at": string,"published_version": number,"refusal": Json,"slug": string,"state": string,"tier": string,"title": string,"updated_at": string,"version": number
            }[]
                           },
"list_coupon_uses":
{ Args: { "before_at"?: string,"most"?: number,"of_code": string }; Returns: {
              "at": string,"checkout_id": string,"currency": string,"member_name": string,"provider": string,"reference": string,"state": string,"total": number,"user_id": string
            }[]
                           },
"list_coupons":
{ Args: Record<PropertyKey, never>; Returns: {
              "amount": number,"code": string,"ends_at": string,"given": number,"most": number,"percent": number,"period": string,"plan": string,"starts_at": string,"used": number
            }[]
                           },
"list_jobs":
{ Args: { "before_id"?: number,"most"?: number,"of_state"?: string,"of_task"?: string }; Returns: {
              "attempts": number,"created_at": string,"id": number,"last_error": string,"locked_at": string,"max_attempts": number,"run_at": string,"state": string,"task": string
            }[]
                           },
"list_mails":
{ Args: { "before_id"?: number }; Returns: {
              "attempts": number,"created_at": string,"expires_at": string,"failed_at": string,"id": number,"last_error": string,"message_id": string,"sent_at": string,"template": string,"to_address": string
            }[]
                           },
"list_members":
{ Args: { "before_at"?: string,"before_id"?: string,"most"?: number,"of_role"?: string,"of_state"?: string,"of_tier"?: string,"query"?: string }; Returns: {
              "created_at": string,"email": string,"first_name": string,"last_name": string,"phone": string,"premium_until": string,"staff_role": string,"suspended_at": string,"tier": string,"user_id": string,"username": string
            }[]
                           },
"list_payments":
{ Args: { "before_at"?: string,"before_id"?: string,"most"?: number,"of_means"?: string,"of_plan"?: string,"of_provider"?: string,"of_state"?: string,"query"?: string,"since"?: string,"until"?: string }; Returns: {
              "amount": number,"country": string,"created_at": string,"currency": string,"due_by": string,"email": string,"failure": string,"id": string,"means": string,"member_name": string,"paid_at": string,"plan": string,"provider": string,"provider_payment": string,"reference": string,"refunded": number,"state": string,"user_id": string
            }[]
                           },
"list_payouts":
{ Args: { "before_at"?: string,"before_id"?: string,"most"?: number,"of_batch"?: number,"of_state"?: string }; Returns: {
              "address": string,"amount": number,"approved_at": string,"asset": string,"balance": number,"batch_id": number,"closed_at": string,"currency": string,"email": string,"id": string,"network": string,"payers": number,"reason": string,"referrals": number,"requested_at": string,"same_address": number,"state": string,"transaction_hash": string,"unprotected": boolean,"user_id": string,"username": string
            }[]
                           },
"list_provider_events":
{ Args: { "before_id"?: number,"most"?: number,"of_state"?: string }; Returns: {
              "event": Json,"event_id": string,"id": number,"kind": string,"occurred_at": string,"provider": string,"raw": string,"reason": string,"received_at": string,"state": string
            }[]
                           },
"list_support_mails":
{ Args: { "before_id"?: string,"most"?: number }; Returns: Json[]
                           },
"lock_thread":
{ Args: { "reason": string,"thread": string }; Returns: undefined
                           },
"make_coupon":
{ Args: { "amount"?: number,"code": string,"ends_at"?: string,"most"?: number,"of_period"?: string,"of_plan"?: string,"percent"?: number,"starts_at"?: string }; Returns: string
                           },
"make_statement":
{ Args: { "sealed"?: boolean,"statement": Json }; Returns: Json
                           },
"mark_all_read":
{ Args: { "category"?: string }; Returns: undefined
                           },
"mark_read":
{ Args: { "position": number,"thread": string }; Returns: undefined
                           },
"mark_unread":
{ Args: { "position": number,"thread": string }; Returns: undefined
                           },
"market_is_open":
{ Args: { "at": string,"symbol": string }; Returns: boolean
                           },
"mask_proof":
{ Args: { "place": Json,"request_id": string }; Returns: number
                           },
"media_uses":
{ Args: { "path": string }; Returns: {
              "item": string,"kind": string,"newest": boolean,"title": string
            }[]
                           },
"member_file":
{ Args: { "member": string }; Returns: Json
                           },
"member_trail":
{ Args: { "before_id"?: number,"member": string,"most"?: number }; Returns: {
              "action": string,"actor": string,"actor_name": string,"actor_role": string,"after": Json,"at": string,"before": Json,"id": number,"request_id": string,"row_key": string,"table_name": string
            }[]
                           },
"merge_threads":
{ Args: { "source": string,"target": string }; Returns: undefined
                           },
"merge_tickets":
{ Args: { "into_ticket": string,"ticket": string }; Returns: undefined
                           },
"mine":
{ Args: { "post": Omit<Database["public"]['Tables']["posts"]['Row'], Database["public"]['Tables']["posts"]['ComputedFields']> }; Returns: boolean
                           },
"moderation_case":
{ Args: { "case_id": string }; Returns: Json
                           },
"moderation_figures":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"moderation_queue":
{ Args: { "after_id"?: string,"most"?: number,"of_view"?: string }; Returns: Json[]
                           },
"moderation_report":
{ Args: { "months"?: number }; Returns: Json
                           },
"moderation_rules_json":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"move_content":
{ Args: { "before"?: string,"item": string,"parent": string }; Returns: undefined
                           },
"move_stop":
{ Args: { "price": number,"reason": string,"signal_id": string }; Returns: undefined
                           },
"move_thread":
{ Args: { "category": string,"thread": string }; Returns: undefined
                           },
"move_ticket":
{ Args: { "state": string,"ticket": string }; Returns: undefined
                           },
"my_access":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_allowances":
{ Args: Record<PropertyKey, never>; Returns: {
              "amount": number,"kind": string,"period": string,"renews_at": string,"used": number
            }[]
                           },
"my_blackouts":
{ Args: { "since"?: string,"until"?: string }; Returns: Json
                           },
"my_courses":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_daily":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_decisions":
{ Args: Record<PropertyKey, never>; Returns: Json[]
                           },
"my_first_steps":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_forecasts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_notices":
{ Args: Record<PropertyKey, never>; Returns: Json[]
                           },
"my_referral":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_reviews":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_sessions":
{ Args: Record<PropertyKey, never>; Returns: {
              "assurance": string,"id": string,"ip": string,"is_current": boolean,"last_used_at": string,"started_at": string,"user_agent": string
            }[]
                           },
"my_standing":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_subscription":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_tickets":
{ Args: { "after"?: Json,"most"?: number }; Returns: Json[]
                           },
"note_first_step":
{ Args: { "step": string }; Returns: undefined
                           },
"note_help_opening":
{ Args: { "slug": string }; Returns: undefined
                           },
"note_idea":
{ Args: { "idea_id": string,"words": string }; Returns: undefined
                           },
"note_notice_told":
{ Args: { "notice": number,"words": string }; Returns: undefined
                           },
"note_on_ticket":
{ Args: { "body": string,"mentions"?: (string)[],"request": string,"ticket": string }; Returns: string
                           },
"notice_state":
{ Args: { "code": string }; Returns: Json
                           },
"notion_record":
{ Args: { "notion": string }; Returns: Json
                           },
"office_feeds":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"office_figures":
{ Args: { "days": number }; Returns: Json
                           },
"office_machinery":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"office_revenue":
{ Args: { "money"?: string,"months": number,"test"?: boolean }; Returns: Json
                           },
"office_settings":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"office_taxes":
{ Args: { "first_day": string,"last_day": string,"money"?: string,"test"?: boolean }; Returns: {
              "back": number,"back_net": number,"back_tax": number,"country": string,"rate": number,"sales": number,"sales_net": number,"sales_tax": number
            }[]
                           },
"office_telling":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"open_checkout":
{ Args: { "coupon"?: string,"details": Json,"expected_total": number,"idempotency_key"?: string,"means": string,"period": string,"plan": string,"terms_version": string,"waiver_version"?: string }; Returns: {
              "country": string,
"coupon": string | null,
"created_at": string,
"currency": string,
"expires_at": string,
"failure": string | null,
"id": string,
"idempotency_key": string,
"kind": string,
"means": string,
"net": number,
"number": number,
"period": string,
"period_end": string | null,
"plan": string,
"price_id": number,
"provider": string,
"provider_reference": string | null,
"provider_url": string | null,
"reference": string | null,
"stake": number | null,
"state": string,
"subscription_id": string,
"tax": number,
"tax_rate": number,
"terms_version": string,
"total": number,
"treatment": string | null,
"user_id": string,
"vat_number": string | null,
"waiver_accepted_at": string | null,
"waiver_version": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "checkouts"
        isOneToOne: true
        isSetofReturn: false
      } },
"open_payment_portal":
{ Args: Record<PropertyKey, never>; Returns: {
              "country": string,
"coupon": string | null,
"created_at": string,
"currency": string,
"expires_at": string,
"failure": string | null,
"id": string,
"idempotency_key": string,
"kind": string,
"means": string,
"net": number,
"number": number,
"period": string,
"period_end": string | null,
"plan": string,
"price_id": number,
"provider": string,
"provider_reference": string | null,
"provider_url": string | null,
"reference": string | null,
"stake": number | null,
"state": string,
"subscription_id": string,
"tax": number,
"tax_rate": number,
"terms_version": string,
"total": number,
"treatment": string | null,
"user_id": string,
"vat_number": string | null,
"waiver_accepted_at": string | null,
"waiver_version": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "checkouts"
        isOneToOne: true
        isSetofReturn: false
      } },
"open_referral":
{ Args: { "visitor"?: string }; Returns: string
                           },
"open_ticket":
{ Args: { "body": string,"facts"?: Json,"figure"?: Json,"files"?: Json,"priority"?: string,"request": string,"subject": string,"topic": string }; Returns: Json
                           },
"own_contract":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_member":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"payment_file":
{ Args: { "payment": string }; Returns: Json
                           },
"payment_means":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"performance_breakdowns":
{ Args: { "filters"?: Json }; Returns: {
              "average_loss_r": string,"average_win_r": string,"dimension": string,"expectancy_half_width_r": string,"expectancy_r": string,"label": string,"losses": number,"profit_factor": string,"resolved": number,"sample": string,"session": string,"total_r": string,"value": string,"win_rate": string,"win_rate_high": string,"win_rate_low": string,"wins": number
            }[]
                           },
"performance_figures":
{ Args: { "filters"?: Json }; Returns: Json
                           },
"performance_rows":
{ Args: { "filters"?: Json }; Returns: {
              "author_id": string,
"author_name": string,
"demonstration": boolean,
"direction": string,
"ended_at": string,
"entered_at": string | null,
"entry_price": number | null,
"exit_price": number | null,
"held_seconds": number | null,
"market_session": string | null,
"number": number,
"published_at": string,
"realised_r": number | null,
"reason": string | null,
"signal_id": string,
"state": string,
"stop_loss": number,
"style": string,
"symbol": string,
"tier": string,
"timeframe": string,
"weekday": number | null
            }[]
                          SetofOptions: {
        from: "*"
        to: "signal_results"
        isOneToOne: false
        isSetofReturn: true
      } },
"pin_thread":
{ Args: { "pinned": boolean,"thread": string }; Returns: undefined
                           },
"plan_desk":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"popular":
{ Args: { "thread": Omit<Database["public"]['Tables']["threads"]['Row'], Database["public"]['Tables']["threads"]['ComputedFields']> }; Returns: boolean
                           },
"preview_decision":
{ Args: { "case_id": string,"days"?: number,"law"?: string,"measure": string,"reasons": (string)[],"spans"?: Json,"words_become"?: string }; Returns: Json
                           },
"preview_refund":
{ Args: { "amount": number,"payment": string }; Returns: Json
                           },
"publish_content":
{ Args: { "at"?: string,"expected_version": number,"item": string }; Returns: undefined
                           },
"publish_idea":
{ Args: { "idea": Json,"key": string }; Returns: Json
                           },
"publish_post":
{ Args: { "anonymous"?: boolean,"body": string,"reply_to"?: string,"thread": string }; Returns: Json
                           },
"publish_signal":
{ Args: { "signal": Json }; Returns: Json
                           },
"push_public_key":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"put_question_back":
{ Args: { "item": string }; Returns: undefined
                           },
"question_statistics":
{ Args: Record<PropertyKey, never>; Returns: {
              "bad": boolean,"daily": boolean,"difficulty": number,"discrimination": number,"form": string,"item": string,"lesson": string,"level": number,"n": number,"retired_at": string,"slug": string,"title": string,"topic": string,"version": number
            }[]
                           },
"quote_change":
{ Args: { "period": string,"plan": string }; Returns: Json
                           },
"quote_checkout":
{ Args: { "country": string,"coupon"?: string,"period": string,"plan": string,"vat_number"?: string }; Returns: Json
                           },
"quote_withdrawal":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"rate_ticket":
{ Args: { "score": number,"ticket": string,"words"?: string }; Returns: undefined
                           },
"react":
{ Args: { "give"?: boolean,"kind": string,"post": string }; Returns: Json
                           },
"read_attempt":
{ Args: { "attempt": string }; Returns: Json
                           },
"read_checkout":
{ Args: { "id": string }; Returns: Json
                           },
"read_mail":
{ Args: { "mail_id": number }; Returns: Json
                           },
"read_notifications":
{ Args: { "ids"?: (string)[],"unread"?: boolean }; Returns: number
                           },
"read_reviews":
{ Args: { "course": string,"most"?: number }; Returns: {
              "body": string,"created_at": string,"mine": boolean,"name": string,"stars": number
            }[]
                           },
"read_seller":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"receive_provider_event":
{ Args: { "event": Json,"event_id": string,"headers": Json,"occurred_at": string,"provider": string,"raw": string }; Returns: string
                           },
"recently_proved":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"record_referral_click":
{ Args: { "code": string,"counted"?: boolean,"visitor"?: string }; Returns: boolean
                           },
"refund_payment":
{ Args: { "amount": number,"payment": string,"words": string }; Returns: string
                           },
"refuse_provider_event":
{ Args: { "event_id": string,"headers": Json,"provider": string,"raw": string,"reason": string }; Returns: undefined
                           },
"register":
{ Args: { "occurrence": string }; Returns: Json
                           },
"reinstate_member":
{ Args: { "member": string }; Returns: undefined
                           },
"reissue_certificate":
{ Args: { "code": string,"name": string }; Returns: string
                           },
"remove_mask":
{ Args: { "mask_id": number }; Returns: undefined
                           },
"remove_media":
{ Args: { "path": string }; Returns: undefined
                           },
"remove_ticket_facts":
{ Args: { "ticket": string }; Returns: undefined
                           },
"rename_content":
{ Args: { "item": string,"slug": string }; Returns: undefined
                           },
"rename_thread":
{ Args: { "thread": string,"title": string }; Returns: undefined
                           },
"renew_calendar":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"renew_push_device":
{ Args: { "auth": string,"endpoint": string,"p256dh": string,"was": string }; Returns: boolean
                           },
"replay_deliveries":
{ Args: { "delivery_ids": (number)[] }; Returns: number
                           },
"replay_passages":
{ Args: { "occurrence": string }; Returns: {
              "came_true": boolean,"ended_at": string,"number": number,"position": number,"price": string,"realised_r": string,"reason": string,"said": Json,"second": number,"signal_id": string,"state": string,"statement": number,"symbol": string,"targets": number
            }[]
                           },
"reply_ticket":
{ Args: { "body": string,"files"?: Json,"request": string,"ticket": string }; Returns: Json
                           },
"report":
{ Args: { "crime"?: boolean,"good_faith"?: boolean,"reason": string,"subject": string,"words"?: string }; Returns: Json
                           },
"request_account_deletion":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"request_certificate":
{ Args: { "course": string,"name": string }; Returns: string
                           },
"request_contract_code":
{ Args: { "address": string,"purpose": string }; Returns: undefined
                           },
"request_data_export":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"request_duplicates":
{ Args: { "request_ids": (string)[] }; Returns: {
              "at": string,"kind": string,"name": string,"other_member": string,"other_request": string,"request_id": string,"state": string
            }[]
                           },
"request_payout":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"request_qualification":
{ Args: { "account_number": string,"broker": string,"note"?: string,"proof_path"?: string }; Returns: string
                           },
"resend_notice":
{ Args: { "notice": number }; Returns: undefined
                           },
"restore_content":
{ Args: { "item": string,"version": number }; Returns: number
                           },
"resume_subscription":
{ Args: Record<PropertyKey, never>; Returns: {
              "amount": number,
"anchor": string | null,
"cancel_requested_at": string | null,
"created_at": string,
"currency": string,
"current_period_end": string | null,
"current_period_start": string | null,
"ended_at": string | null,
"ended_for": string | null,
"failed_at": string | null,
"grace_until": string | null,
"id": string,
"means": string,
"method": Json | null,
"next_amount": number | null,
"next_period": string | null,
"next_plan": string | null,
"next_price_id": number | null,
"next_try_at": string | null,
"paid_until": string | null,
"period": string,
"plan": string,
"price_id": number,
"provider": string,
"provider_customer": string | null,
"provider_subscription": string | null,
"segment_start": string | null,
"stake": number | null,
"started_at": string | null,
"state": string,
"user_id": string,
"withdraw_until": string | null,
"withdrawn_at": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "subscriptions"
        isOneToOne: true
        isSetofReturn: false
      } },
"retire_question":
{ Args: { "item": string }; Returns: undefined
                           },
"retry_jobs":
{ Args: { "job_ids": (number)[] }; Returns: number
                           },
"reveal_idea":
{ Args: { "idea_id": string }; Returns: undefined
                           },
"reveal_statement":
{ Args: { "statement_id": string }; Returns: undefined
                           },
"revenue_rows":
{ Args: { "before_at"?: string,"before_id"?: string,"figure": string,"last_day"?: string,"money"?: string,"month": string,"most"?: number,"of_country"?: string,"of_rate"?: number,"place"?: number,"test"?: boolean }; Returns: {
              "amount": number,"at": string,"country": string,"id": string,"kind": string,"member": string,"member_name": string,"payment_id": string,"plan": string,"tax": number,"was": number
            }[]
                           },
"reverify_facts":
{ Args: { "expected_version": number,"fields": (string)[],"item": string }; Returns: number
                           },
"revoke_certificate":
{ Args: { "code": string,"reason": string }; Returns: undefined
                           },
"sandbox_authenticate":
{ Args: { "accepted": boolean,"checkout": string }; Returns: Json
                           },
"sandbox_crypto":
{ Args: { "checkout": string,"outcome": string }; Returns: Json
                           },
"sandbox_pay":
{ Args: { "card": Json,"checkout": string }; Returns: Json
                           },
"save_announcement":
{ Args: { "announcement"?: string,"claim": Json }; Returns: string
                           },
"save_billing_details":
{ Args: { "details": Json }; Returns: {
              "address": string,
"city": string,
"country": string,
"name": string,
"postcode": string,
"updated_at": string,
"user_id": string,
"vat_number": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "billing_details"
        isOneToOne: true
        isSetofReturn: false
      } },
"save_canned_answer":
{ Args: { "id"?: string,"name": string,"texts": Json,"topic"?: string }; Returns: string
                           },
"save_content":
{ Args: { "document": Json,"expected_version": number,"item": string }; Returns: number
                           },
"save_draft":
{ Args: { "anonymous"?: boolean,"body"?: string,"category"?: string,"reply_to"?: string,"symbol"?: string,"thread"?: string,"title"?: string }; Returns: string
                           },
"schedule_draft":
{ Args: { "draft_id": string,"publish_at": string }; Returns: undefined
                           },
"seal_expectation":
{ Args: { "announcement": string,"direction": string,"probability": string }; Returns: Json
                           },
"search":
{ Args: { "language"?: string,"most"?: number,"query": string }; Returns: {
              "detail": string,"href": string,"key": string,"kind": string,"title": string
            }[]
                           },
"search_content":
{ Args: { "language"?: string,"most"?: number,"of_kind"?: string,"query": string }; Returns: {
              "excerpt": string,"item": string,"kind": string,"slug": string,"title": string
            }[]
                           },
"search_help":
{ Args: { "language"?: string,"most"?: number,"query": string }; Returns: {
              "item": string,"minutes": number,"score": number,"slug": string,"summary": string,"title": string,"words": (string)[]
            }[]
                           },
"search_learning":
{ Args: { "language"?: string,"most"?: number,"query": string }; Returns: {
              "excerpt": string,"item": string,"kind": string,"lesson": string,"part": string,"place": number,"title": string
            }[]
                           },
"search_threads":
{ Args: { "author"?: string,"category"?: string,"from"?: string,"language"?: string,"most"?: number,"query": string,"symbol"?: string,"to"?: string }; Returns: {
              "accepted": boolean,"anonymous": boolean,"excerpt": string,"in_category": string,"in_symbol": string,"position": number,"post": string,"published_at": string,"replies": number,"thread": string,"title": string,"written_by": string
            }[]
                           },
"second_decision":
{ Args: { "agree": boolean,"decision_id": string,"words"?: string }; Returns: Json
                           },
"security_change_state":
{ Args: { "token": string }; Returns: Json
                           },
"see_changes":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"see_ticket":
{ Args: { "ticket": string }; Returns: undefined
                           },
"set_content_tier":
{ Args: { "item": string,"tier": string }; Returns: undefined
                           },
"set_forum_digest":
{ Args: { "frequency": string }; Returns: string
                           },
"set_require_staff_mfa":
{ Args: { "required": boolean }; Returns: undefined
                           },
"set_seller":
{ Args: { "facts": Json }; Returns: Json
                           },
"set_signal_alerts":
{ Args: { "rules": Json,"signal_id": string }; Returns: undefined
                           },
"set_staff_role":
{ Args: { "member": string,"role": string }; Returns: undefined
                           },
"shield_figures":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"show_certificate_name":
{ Args: { "code": string,"shown": boolean }; Returns: undefined
                           },
"signal_member_result":
{ Args: { "signal_id": string }; Returns: {
              "median_delay_minutes": number,"median_r": string,"median_slippage_pips": string,"members": number,"model_r": string
            }[]
                           },
"signal_performance":
{ Args: { "days"?: number,"symbol"?: string }; Returns: Json
                           },
"similar_threads":
{ Args: { "language"?: string,"title": string }; Returns: {
              "accepted": boolean,"in_category": string,"replies": number,"thread": string,"title_of": string
            }[]
                           },
"snooze_ticket":
{ Args: { "ticket": string,"until": string }; Returns: undefined
                           },
"sort_ticket":
{ Args: { "priority"?: string,"ticket": string,"topic"?: string }; Returns: undefined
                           },
"split_thread":
{ Args: { "posts": (string)[],"thread": string,"title": string }; Returns: string
                           },
"split_ticket":
{ Args: { "messages": (string)[],"subject": string,"ticket": string,"topic"?: string }; Returns: Json
                           },
"staff_cancel":
{ Args: { "member": string,"words": string }; Returns: {
              "amount": number,
"anchor": string | null,
"cancel_requested_at": string | null,
"created_at": string,
"currency": string,
"current_period_end": string | null,
"current_period_start": string | null,
"ended_at": string | null,
"ended_for": string | null,
"failed_at": string | null,
"grace_until": string | null,
"id": string,
"means": string,
"method": Json | null,
"next_amount": number | null,
"next_period": string | null,
"next_plan": string | null,
"next_price_id": number | null,
"next_try_at": string | null,
"paid_until": string | null,
"period": string,
"plan": string,
"price_id": number,
"provider": string,
"provider_customer": string | null,
"provider_subscription": string | null,
"segment_start": string | null,
"stake": number | null,
"started_at": string | null,
"state": string,
"user_id": string,
"withdraw_until": string | null,
"withdrawn_at": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "subscriptions"
        isOneToOne: true
        isSetofReturn: false
      } },
"staff_contract":
{ Args: { "member": string }; Returns: Json
                           },
"staff_resume":
{ Args: { "member": string,"words": string }; Returns: {
              "amount": number,
"anchor": string | null,
"cancel_requested_at": string | null,
"created_at": string,
"currency": string,
"current_period_end": string | null,
"current_period_start": string | null,
"ended_at": string | null,
"ended_for": string | null,
"failed_at": string | null,
"grace_until": string | null,
"id": string,
"means": string,
"method": Json | null,
"next_amount": number | null,
"next_period": string | null,
"next_plan": string | null,
"next_price_id": number | null,
"next_try_at": string | null,
"paid_until": string | null,
"period": string,
"plan": string,
"price_id": number,
"provider": string,
"provider_customer": string | null,
"provider_subscription": string | null,
"segment_start": string | null,
"stake": number | null,
"started_at": string | null,
"state": string,
"user_id": string,
"withdraw_until": string | null,
"withdrawn_at": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "subscriptions"
        isOneToOne: true
        isSetofReturn: false
      } },
"staff_withdraw":
{ Args: { "member": string,"refund": number,"words": string }; Returns: Json
                           },
"staff_write_state":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"start_attempt":
{ Args: { "purpose": string,"subject"?: string }; Returns: string
                           },
"start_thread":
{ Args: { "anonymous"?: boolean,"body": string,"category": string,"symbol"?: string,"title": string }; Returns: Json
                           },
"stop_security_change":
{ Args: { "token": string }; Returns: Json
                           },
"stop_wallet_change":
{ Args: { "token": string }; Returns: Json
                           },
"store_wallet":
{ Args: { "address": string,"currency": string,"member": string,"network": string,"typed": boolean,"unprotected": boolean }; Returns: Json
                           },
"suggest_members":
{ Args: { "prefix": string }; Returns: {
              "handle": string,"id": string,"name": string,"staff_role": string
            }[]
                           },
"support_answer_times":
{ Args: { "days"?: number }; Returns: {
              "answered_at": string,"business_seconds": number,"opened_at": string,"promised_seconds": number
            }[]
                           },
"support_figures":
{ Args: { "days"?: number }; Returns: Json
                           },
"support_hours_state":
{ Args: { "moment"?: string }; Returns: Json
                           },
"support_report":
{ Args: { "since": string,"until": string }; Returns: Json
                           },
"support_staff":
{ Args: Record<PropertyKey, never>; Returns: Json[]
                           },
"surprise_of":
{ Args: { "actual": string,"forecast": string }; Returns: number
                           },
"suspend_member":
{ Args: { "member": string,"reason": string }; Returns: undefined
                           },
"test_push_device":
{ Args: { "device_id": number }; Returns: boolean
                           },
"test_webhook":
{ Args: { "endpoint_id": number }; Returns: number
                           },
"thread_mark":
{ Args: { "thread": string }; Returns: Json
                           },
"ticket_context":
{ Args: { "ticket": string }; Returns: Json
                           },
"ticket_counts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"ticket_file":
{ Args: { "ticket": string }; Returns: Json
                           },
"ticket_inbox":
{ Args: { "after"?: Json,"filters"?: Json,"most"?: number }; Returns: Json[]
                           },
"ticket_money":
{ Args: { "ticket": string }; Returns: Json
                           },
"today_forecasts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"try_filters":
{ Args: { "text": string,"trust"?: number }; Returns: Json
                           },
"two_readings":
{ Args: { "signal": string }; Returns: Json
                           },
"undo_decision":
{ Args: { "decision_id": string }; Returns: undefined
                           },
"undo_qualification":
{ Args: { "request_ids": (string)[] }; Returns: number
                           },
"unlock_thread":
{ Args: { "thread": string }; Returns: undefined
                           },
"unread_notifications":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"unread_posts":
{ Args: { "thread": Omit<Database["public"]['Tables']["threads"]['Row'], Database["public"]['Tables']["threads"]['ComputedFields']> }; Returns: number
                           },
"unsent_notices":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"unsubscribe":
{ Args: { "token": string,"undo"?: boolean }; Returns: Json
                           },
"unsubscribe_state":
{ Args: { "token": string }; Returns: Json
                           },
"use_allowance":
{ Args: { "kind": string }; Returns: number
                           },
"verify_ledger":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"verify_record":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"waits_until":
{ Args: { "signal": Omit<Database["public"]['Tables']["signals"]['Row'], Database["public"]['Tables']["signals"]['ComputedFields']> }; Returns: string
                           },
"wallet_change_state":
{ Args: { "token": string }; Returns: Json
                           },
"webhook_secret":
{ Args: { "endpoint_id": number,"rotate"?: boolean }; Returns: string
                           },
"withdraw_content":
{ Args: { "item": string }; Returns: undefined
                           },
"withdraw_held":
{ Args: { "held": string }; Returns: undefined
                           },
"withdraw_qualification":
{ Args: { "request_id": string }; Returns: undefined
                           },
"withdraw_subscription":
{ Args: { "refund": number }; Returns: Json
                           },
"worst_r":
{ Args: { "result": Omit<Database["public"]['Tables']["signal_results"]['Row'], Database["public"]['Tables']["signal_results"]['ComputedFields']> }; Returns: number
                           },
"writing_staff_role":
{ Args: Record<PropertyKey, never>; Returns: string
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
