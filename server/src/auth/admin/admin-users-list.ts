import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from '../../database/sql.ts'
import { requireAdmin } from '../caller.ts'
import { invalid } from '../errors.ts'
import { queryValue } from '../request-body.ts'
import type { Service } from '../service.ts'
import type { UserColumns } from '../store/users.ts'
import { userJson } from '../users/user.ts'

const LARGEST_PAGE = 1000

/** GET /admin/users: a page of accounts, newest first, without identities and factors. */
export function adminUsersList(app: FastifyInstance, service: Service): void {
  app.get('/admin/users', async (request, reply) => {
    await requireAdmin(service, request)
    const page = positive(queryValue(request, 'page'), 1)
    const size = Math.min(positive(queryValue(request, 'per_page'), 50), LARGEST_PAGE)
    const filter = queryValue(request, 'filter')
    const pattern = `%${filter?.replace(/[\\%_]/g, '\\$&') ?? ''}%`
    const matching = filter
      ? sql`where u.email like ${pattern} or u.raw_user_meta_data ->> 'full_name' ilike ${pattern}`
      : sql.empty
    const direction = queryValue(request, 'sort') === 'created_at asc' ? sql`asc` : sql`desc`
    const { query } = service.database
    const [counted] = await query(sql`select count(*) from auth.users u ${matching}`)
    const rows = await query(sql`
      select to_jsonb(u) from auth.users u ${matching}
      order by u.created_at ${direction}, u.id limit ${size}::int offset ${(page - 1) * size}::bigint`)
    const users = rows.map(([text]) => {
      const columns = JSON.parse(text as string) as UserColumns
      return { ...userJson({ ...columns, identities: [], factors: [] }), identities: null }
    })
    paginate(reply, page, size, Number(counted?.[0]))
    return { users, aud: 'authenticated' }
  })
}

/** The official client reads everything after the first `=` of a link as the page number, so `page` comes first. */
function paginate(reply: FastifyReply, page: number, size: number, total: number): void {
  const last = Math.max(1, Math.ceil(total / size))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${size}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  reply.header('x-total-count', String(total)).header('link', links.join(', '))
}

function positive(text: string | null, otherwise: number): number {
  if (text === null) return otherwise
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw invalid('Bad Pagination Parameters: page and per_page must be positive numbers')
  return Number(text)
}
