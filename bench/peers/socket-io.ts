import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import pg from 'pg'

/** Socket.IO over websockets only, with a room per tier; a database notification contains one payload per line. */
type Room = { emit(event: string, payload: string): void }
type Socket = { handshake: { query: { group?: string } }; join(room: string): void }
type Io = { to(room: string): Room; on(event: 'connection', connected: (socket: Socket) => void): void }
const [port, databaseUrl, channel] = process.argv.slice(2) as [string, string, string]
const { Server } = createRequire(import.meta.url)('socket.io') as {
  Server: new (server: object, options: object) => Io
}
const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
io.on('connection', (socket) => socket.join(socket.handshake.query.group ?? 'freemium'))
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
await database.query(`listen ${channel}`)
database.on('notification', ({ payload = '' }) => {
  const [whole = '', teaser = ''] = payload.split('\n')
  io.to('premium').emit('signal', whole)
  io.to('freemium').emit('signal', teaser)
})
http.listen(Number(port), () => console.log('listening'))
