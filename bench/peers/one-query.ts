import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

/** A handler with one prepared query and nothing else: no token, limits or permissions. */
const [port, url, userId, sessionId] = process.argv.slice(2) as [string, string, string, string]
const pool = new pg.Pool({ connectionString: url, max: 8 })
const read = { name: 'read', text: 'select to_jsonb(u)::text as user from auth.users u where id = $1' }
const write = {
  name: 'write',
  text: `insert into auth.refresh_tokens (token, user_id, session_id, created_at, updated_at)
    values ($1, $2, $3, now(), now()) returning token as user`,
}

createServer(async (request, response) => {
  request.resume()
  const { rows } = await pool.query(
    request.method === 'POST'
      ? { ...write, values: [randomUUID(), userId, sessionId] }
      : { ...read, values: [userId] },
  )
  const body = rows[0].user as string
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
