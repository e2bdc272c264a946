import pg from 'pg'
import { WebSocketServer } from 'ws'

/** The bare limit: a notice of the database goes to every open socket as it is. */
const [port, databaseUrl] = process.argv.slice(2) as [string, string]
const server = new WebSocketServer({ port: Number(port), perMessageDeflate: false })
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
await database.query('listen bench')
database.on('notification', ({ payload = '' }) => {
  const frame = Buffer.from(payload)
  for (const socket of server.clients) socket.send(frame, { binary: false })
})
console.log('listening')
