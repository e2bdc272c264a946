import { createServer } from 'node:http'
import { createRequire } from 'node:module'

/** Socket.IO over websockets only: acknowledges each join and sends missed messages from memory. Tokens are not checked. */
type Socket = {
  on(event: 'join', joined: (room: string, acknowledge: (answer: { status: string }) => void) => void): void
  join(room: string): void
  emit(event: string, payload: object): void
}
type Io = { on(event: 'connection', connected: (socket: Socket) => void): void }
const [port, count] = process.argv.slice(2).map(Number) as [number, number]
const { Server } = createRequire(import.meta.url)('socket.io') as {
  Server: new (server: object, options: object) => Io
}
const frames = Array.from({ length: count }, (_, n) => ({ n, fill: 'x'.repeat(1200) }))
const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
io.on('connection', (socket) => {
  socket.on('join', (room, acknowledge) => {
    socket.join(room)
    acknowledge({ status: 'ok' })
    if (room === 'replay') for (const frame of frames) socket.emit('replayed', frame)
  })
})
http.listen(port, () => console.log('listening'))
