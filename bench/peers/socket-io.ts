import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import pg from 'pg'

/** Socket.IO over websockets alone, one room. */
type Io = { emit(event: string, payload: string): void }
const [port, databaseUrl] = process.argv.slice(2) as [string, string]
const { Server } = createRequire(import.meta.url)('socket.io') as {
  Server: new (server: object, options: object) => Io
}
const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
await database.query('listen bench')
database.on('notification', ({ payload = '' }) => io.emit('signal', payload))
http.listen(Number(port), () => console.log('listening'))
