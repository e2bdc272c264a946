import pg from 'pg'
import { WebSocketServer } from 'ws'

/** The lower limit: a database notification contains one frame per line, for the sockets of `/premium` and of `/freemium`. */
const [port, databaseUrl, channel] = process.argv.slice(2) as [string, string, string]
const server = new WebSocketServer({ port: Number(port), perMessageDeflate: false })
const premium = new Set<import('ws').WebSocket>()
const freemium = new Set<import('ws').WebSocket>()
server.on('connection', (socket, { url }) => (url === '/premium' ? premium : freemium).add(socket))
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
await database.query(`listen ${channel}`)
database.on('notification', ({ payload = '' }) => {
  const [whole = '', teaser = ''] = payload.split('\n')
  for (const [sockets, text] of [
    [premium, whole],
    [freemium, teaser],
  ] as const) {
    const frame = Buffer.from(text)
    for (const socket of sockets) socket.send(frame, { binary: false })
  }
})
console.log('listening')
