import { WebSocketServer } from 'ws'

/** The lower limit for reconnecting: acknowledges each join and sends missed messages from memory. Tokens are not checked. */
const [port, count] = process.argv.slice(2).map(Number) as [number, number]
const frames = Array.from({ length: count }, (_, n) =>
  Buffer.from(JSON.stringify({ replayed: n, fill: 'x'.repeat(1200) })),
)
const server = new WebSocketServer({ port, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const text = data.toString()
    socket.send('{"status":"ok"}')
    if (text.includes('replay')) for (const frame of frames) socket.send(frame, { binary: false })
  })
})
console.log('listening')
