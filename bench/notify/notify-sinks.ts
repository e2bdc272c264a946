// A minimal mail server and push service on loopback that record the time of each message.
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Started by `npm run bench notify` as a separate process; prints its ports, and answers GET /received. */
const mails: number[] = []
const pushes: number[] = []

const smtp = createServer((socket: Socket) => {
  let inMail = false
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 sink')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    while (true) {
      const end = rest.indexOf(inMail ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const line = rest.slice(0, end)
      rest = rest.slice(end + (inMail ? 5 : 2))
      if (inMail) {
        inMail = false
        mails.push(Date.now())
        say('250 taken')
      } else if (/^EHLO/i.test(line)) say('250 sink')
      else if (/^DATA/i.test(line)) {
        inMail = true
        say('354 go on')
      } else say(/^QUIT/i.test(line) ? '221 bye' : '250 ok')
    }
  })
})

const http = createHttpServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ mails, pushes }))
    return
  }
  request.resume()
  request.on('end', () => {
    pushes.push(Date.now())
    response.writeHead(201).end()
  })
})

smtp.listen(0, '127.0.0.1', () =>
  http.listen(0, '127.0.0.1', () => {
    const port = (server: typeof smtp | typeof http) => (server.address() as AddressInfo).port
    console.log(`sinks ${port(smtp)} ${port(http)}`)
  }),
)
