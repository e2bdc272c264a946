import { StorageClient } from '@supabase/storage-js'
import { authorizedFetch } from './authorized-fetch.ts'

/** The official client of file storage. */
export const storage = new StorageClient(`${location.origin}/storage/v1`, {}, authorizedFetch)
