import { inject } from 'vitest'

/** A running product with demonstration data, reserved for one worker. */
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

/** This worker's product, which no other worker changes. */
export const product = inject('products')[Number(process.env.VITEST_POOL_ID) - 1] as Product
