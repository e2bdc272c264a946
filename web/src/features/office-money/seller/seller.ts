// Owns the back-office's reads and writes of the seller's details.
import { queryOptions } from '@tanstack/react-query'
import { AUDIT } from '#lib/data/audit.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { meansQuery } from '#lib/money/money.ts'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'

/** The details that are plain text. */
export const TEXTS = [
  'prefix',
  'brand',
  'name',
  'form',
  'address',
  'postcode',
  'city',
  'siren',
  'siret',
  'registration',
  'vat_number',
  'contact',
  'phone',
  'mediator',
  'director',
  'host',
  'status',
] as const
export type SellerText = (typeof TEXTS)[number]
export type SellerFact = SellerText | 'capital'

export const FORMS = [
  'EI',
  'EURL',
  'SARL',
  'SASU',
  'SAS',
  'SA',
  'SNC',
  'SCS',
  'SCA',
  'SCOP',
  'SCIC',
  'SE',
  'association',
] as const

export type Seller = Record<SellerText, string> & {
  /** Whole euros. */
  capital: number | null
  vat_exempt: boolean
  one_stop_shop: boolean
  /** The missing details that block every paid sale. */
  missing: readonly SellerFact[]
  /** The details that the legal pages show as missing. */
  owed: readonly SellerFact[]
  /** The configured providers that move real money. */
  real: readonly ('stripe' | 'btcpay')[]
}

export type SellerChange = Record<SellerText, string> &
  Pick<Seller, 'capital' | 'vat_exempt' | 'one_stop_shop'>

export const sellerQuery = queryOptions({
  queryKey: ['office-seller'],
  queryFn: async () => unwrap(await supabase.rpc('read_seller')) as unknown as Seller,
})

export const useSetSeller = () =>
  useWrite(
    async (facts: SellerChange) => unwrap(await supabase.rpc('set_seller', { facts })) as unknown as Seller,
    [sellerQuery.queryKey, [AUDIT.name], meansQuery.queryKey],
  )

const REFUSALS = [
  'name_missing',
  'brand_missing',
  'form_wrong',
  'capital_wrong',
  'siren_wrong',
  'siret_wrong',
  'vat_number_wrong',
  'contact_wrong',
  'phone_wrong',
  'prefix_wrong',
  'seller_needed',
] as const

/** Why the details were refused: a key of `seller.refused` with the detail concerned, or a key of `refused`. */
export function sellerRefusalOf(error: unknown) {
  const { message, hint } = error as { message?: string; hint?: string | null }
  const about = REFUSALS.find((key) => key === message)
  if (about) return { about, fact: hint as SellerFact }
  const staff = staffRefusalOf(error)
  return {
    staff:
      staff === 'staff_needs_aal2' || staff === 'needs_factor' || staff === 'not_admin' ? staff : 'other',
  } as const
}
