import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/** The lower limit for a page: each websocket message becomes an article of text. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Bare</title><main></main><script>
const socket = new WebSocket(location.href.replace('http', 'ws'))
socket.onopen = () => { document.title = 'open' }
socket.onmessage = ({ data }) => {
  const { id, signal } = JSON.parse(data)
  const card = document.createElement('article')
  card.dataset.signal = id
  card.textContent = JSON.stringify(signal)
  document.querySelector('main').prepend(card)
}
</script>`

const port = Number(process.argv[2])
const http = createServer((request, response) => {
  if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(PAGE)
  const parts: Buffer[] = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const frame = Buffer.concat(parts)
    for (const socket of server.clients) socket.send(frame, { binary: false })
    response.end()
  })
})
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
http.listen(port, () => console.log('listening'))
