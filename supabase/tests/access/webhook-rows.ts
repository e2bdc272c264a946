import type { Row } from './access-row.ts'

/** A webhook with an attempted delivery, and the permitted actors. */
export const WEBHOOK_ROWS = `
insert into webhook_endpoints (name, url) values ('Make', 'https://hook.example/lead');
insert into webhook_deliveries (endpoint_id, event, body) select id, 'test', '{}' from webhook_endpoints;
insert into webhook_attempts select id, 1, now(), '93.184.216.34', 500, 'http_500', 12 from webhook_deliveries`

const all = () => 'true'

export const WEBHOOKS: Readonly<Record<string, Row>> = {
  webhook: {
    table: 'webhook_endpoints',
    where: all,
    change: `name = 'n8n'`,
    insert: `insert into webhook_endpoints (name, url) values ('n8n', 'https://hook.example/n8n')`,
    allowed: { read: 'admin', insert: 'admin', change: 'admin', remove: 'admin' },
  },
  "webhook's failures": {
    table: 'webhook_endpoints',
    where: () => `failing_since is null and id > 0`,
    change: `failing_since = now()`,
    insert: `insert into webhook_endpoints (name, url, secret) values ('n8n', 'https://hook.example/n8n', repeat('0', 64))`,
    allowed: { read: 'admin', remove: 'admin' },
  },
  delivery: {
    table: 'webhook_deliveries',
    where: all,
    change: `state = 'delivered', ended_at = now()`,
    insert: `insert into webhook_deliveries (endpoint_id, event, body) values (1, 'test', '{}')`,
    allowed: { read: 'admin' },
  },
  "delivery's try": {
    table: 'webhook_attempts',
    where: all,
    change: 'status = 200',
    insert: `insert into webhook_attempts values (1, 2, now(), null, 200, null, 1)`,
    allowed: { read: 'admin' },
  },
}
