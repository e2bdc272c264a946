import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from '../../database/sql.ts'
import { addressOf, requireAdmin } from '../caller.ts'
import type { Query } from '../database.ts'
import { invalid } from '../errors.ts'
import { queryValue } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { type AuditEvent, audit } from '../store/audit-log.ts'
import type { UserRow } from '../store/users.ts'

const MOST = 200
/** `query=author:…`, `action:…` or `type:…`, as GoTrue names them, mapped to the field that each searches. */
const fields = new Map([
  ['author', 'actor_username'],
  ['action', 'action'],
  ['type', 'log_type'],
])

/** GET /admin/audit: the audit log, newest first. */
export function adminAudit(app: FastifyInstance, service: Service): void {
  app.get('/admin/audit', async (request, reply) => {
    await requireAdmin(service, request)
    const page = whole(queryValue(request, 'page') ?? '1')
    const size = Math.min(whole(queryValue(request, 'per_page') ?? '50'), MOST)
    const search = queryValue(request, 'query') ?? ''
    if (search.includes('\0')) throw invalid('Invalid query: a character that cannot be stored')
    const [name = '', ...rest] = search.split(':')
    const field = fields.get(name)
    if (name && !field) throw invalid('Invalid query: expected author, action or type')
    const wanted = field
      ? sql`where strpos(lower(payload ->> ${field}::text), lower(${rest.join(':')}::text)) > 0`
      : sql``
    const [row] = await service.database.query(sql`
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'payload', e.payload, 'created_at', e.created_at, 'ip_address', e.ip_address)
          order by e.created_at desc, e.id), '[]'::jsonb),
        (select count(*) from auth.audit_log_entries ${wanted})
      from (
        select * from auth.audit_log_entries ${wanted} order by created_at desc, id limit ${size}::int offset ${(page - 1) * size}::bigint
      ) e`)
    return reply.header('x-total-count', row?.[1] ?? '0').send(JSON.parse(row?.[0] ?? '[]'))
  })
}

function whole(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1 || number > 1_000_000)
    throw invalid('Bad pagination parameters')
  return number
}

/** The service key has no account, so entries name its role. */
const server = { id: '00000000-0000-0000-0000-000000000000', email: 'service_role', phone: null }

/** Records an administrator's action on an account. */
export async function auditByAdmin(
  service: Service,
  query: Query,
  request: FastifyRequest,
  action: AuditEvent['action'],
  user: Pick<UserRow, 'id' | 'email' | 'phone'>,
  traits: Record<string, unknown> = {},
): Promise<void> {
  const about = { user_id: user.id, user_email: user.email ?? '', user_phone: user.phone ?? '', ...traits }
  const event = { actor: server, address: addressOf(request), now: nowText(service) }
  await audit(query, service.context.random, { ...event, action, traits: about })
}
