// Owns the back-office's reads of leads and their deliveries.

import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { FileResource, ListResource } from '#lib/data/resource.ts'
import { searchWords } from '../search-words.ts'

export type Lead = {
  id: string
  user_id: string
  integration_id: string
  email: string | null
  phone: string | null
  first_name: string
  last_name: string
  username: string
  product_requested: 'freemium' | 'premium'
  is_qualified: boolean
  qualified_at: string | null
  source: string
  campaign: Readonly<Record<string, string>>
  consent_version: string | null
  consent_locale: string | null
  consent_at: string | null
  duplicate_of: string | null
  created_at: string
}

export type LeadFile = Lead & {
  deliveries: readonly {
    id: number
    event: 'lead.created' | 'lead.qualified' | 'lead.erased' | 'test'
    state: 'pending' | 'delivered' | 'failed'
    attempts: number
    created_at: string
    ended_at: string | null
    last_status: number | null
    last_error: string | null
    endpoint: { name: string } | null
  }[]
}

const FIELDS =
  'id,user_id,integration_id,email,phone,first_name,last_name,username,product_requested,is_qualified,qualified_at,source,campaign,consent_version,consent_locale,consent_at,duplicate_of,created_at'

export const LEADS: ListResource<Lead> = {
  name: 'office-leads',
  list: async ({ filter, after, most }) => {
    const { q, product, qualified } = filter
    let asked = supabase.from('leads').select(FIELDS)
    for (const word of searchWords(q ?? '')) {
      const written = word.replace(/[\\%_]/g, '\\$&')
      // Two letters are in almost every row somewhere; at the beginning of a word they say something.
      asked = asked.like('words', written.length < 3 ? `% ${written}%` : `%${written}%`)
    }
    if (product) asked = asked.eq('product_requested', product)
    if (qualified) asked = asked.eq('is_qualified', qualified === 'oui')
    // Leads created at the same time are ordered by id, as in the index.
    if (after) {
      asked = asked.or(
        `created_at.lt."${after.created_at}",and(created_at.eq."${after.created_at}",id.gt.${after.id})`,
      )
    }
    return unwrap(
      await asked.order('created_at', { ascending: false }).order('id').limit(most),
    ) as unknown as Lead[]
  },
}

export const LEAD_FILES: FileResource<LeadFile> = {
  name: 'office-lead-files',
  one: async (id) =>
    unwrap(
      await supabase
        .from('leads')
        .select(
          `${FIELDS},deliveries:webhook_deliveries(id,event,state,attempts,created_at,ended_at,last_status,last_error,endpoint:webhook_endpoints(name))`,
        )
        .eq('id', id)
        .maybeSingle(),
    ) as unknown as LeadFile | null,
}
