import { inject } from 'vitest'

/** A whole running product, with its demonstration, that one worker of the journeys has to itself. */
export type Product = {
  url: string
  databaseUrl: string
  anonKey: string
  serviceRoleKey: string
  adminEmail: string
  adminPassword: string
}

declare module 'vitest' {
  interface ProvidedContext {
    products: Product[]
  }
}

/** This worker's: what its files count and change, nobody else counts or changes meanwhile. */
export const product = inject('products')[Number(process.env.VITEST_POOL_ID) - 1] as Product
