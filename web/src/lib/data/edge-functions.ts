import { FunctionsClient } from '@supabase/functions-js'
import { authorizedFetch } from './authorized-fetch.ts'

/** The official client of the edge functions. */
export const edgeFunctions = new FunctionsClient(`${location.origin}/functions/v1`, {
  customFetch: authorizedFetch,
})
