import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import pg from 'pg'

/** PostGraphile 4 with row-level security as its documentation describes: role and claims through `pgSettings`. */
const [port, databaseUrl, jwks] = process.argv.slice(2) as [string, string, string]
const require = createRequire(import.meta.url)
const { postgraphile } = require('postgraphile') as {
  postgraphile(pool: pg.Pool, schema: string, options: object): Parameters<typeof createServer>[1]
}
/** It would give a function and a table whose names differ only by their plural the same name. Only tables are queried here. */
const { PgQueryProceduresPlugin, PgMutationProceduresPlugin } = require('graphile-build-pg') as Record<
  string,
  unknown
>
const keys = createLocalJWKSet(JSON.parse(jwks) as JSONWebKeySet)
const known = new Map<string, string>()

const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
// It would name both directions of this reference alike.
await pool.query(`comment on constraint certificates_replaces_fkey on public.certificates is E'@omit'`)
const handler = postgraphile(pool, 'public', {
  graphiql: false,
  disableQueryLog: true,
  ignoreRBAC: true,
  skipPlugins: [PgQueryProceduresPlugin, PgMutationProceduresPlugin],
  pgSettings: async ({ headers }: { headers: { authorization?: string } }) => {
    const token = (headers.authorization ?? '').slice('Bearer '.length)
    let claims = known.get(token)
    if (!claims) {
      claims = JSON.stringify((await jwtVerify(token, keys)).payload)
      known.set(token, claims)
    }
    return { role: 'authenticated', 'request.jwt.claims': claims }
  },
})
createServer(handler as never).listen(Number(port), () => console.log('listening'))
