import { createServer, type Server, type Socket } from 'node:net'

/** A mailbox on loopback that speaks as much IMAP (RFC 3501) as the worker asks for. `cutAfter`: ends the connection within a mail. */
export class Mailbox {
  readonly mails: { raw: string; seen: boolean; size?: number }[] = []
  cutAfter: number | null = null
  port = 0
  #server: Server | undefined
  readonly #sockets = new Set<Socket>()

  async open(): Promise<void> {
    this.#server = createServer((socket) => this.#serve(socket))
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', () => resolve()))
    this.port = (this.#server.address() as { port: number }).port
  }
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()))
  }
  get url(): string {
    return `imap://support:secret@127.0.0.1:${this.port}/INBOX`
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
    socket.write('* OK ready\r\n')
    let waiting = ''
    socket.on('data', (data) => {
      waiting += data.toString('latin1')
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        this.#answer(socket, line)
      }
    })
  }

  #answer(socket: Socket, line: string): void {
    const [, tag = '*', command = ''] = /^(\S+) (?:UID )?(\w+)/i.exec(line) ?? []
    const verb = command.toUpperCase()
    const tell = (...lines: string[]) => socket.write(lines.map((one) => `* ${one}\r\n`).join(''))
    if (verb === 'CAPABILITY') tell('CAPABILITY IMAP4rev1')
    if (verb === 'LOGIN' && !line.includes('secret')) return void socket.write(`${tag} NO wrong\r\n`)
    if (verb === 'LIST')
      tell(line.includes('INBOX') ? 'LIST (\\HasNoChildren) "/" "INBOX"' : 'LIST (\\Noselect) "/" ""')
    if (verb === 'SELECT') tell(`${this.mails.length} EXISTS`, 'FLAGS (\\Seen)', 'OK [UIDVALIDITY 1] ok')
    if (verb === 'SEARCH')
      tell(`SEARCH${this.mails.map(({ seen }, n) => (seen ? '' : ` ${n + 1}`)).join('')}`)
    if (verb === 'STORE') this.#mark(line)
    if (verb === 'FETCH' && !this.#fetch(socket, line)) return
    if (verb === 'LOGOUT') tell('BYE')
    socket.write(`${tag} OK done\r\n`)
  }

  #mark(line: string): void {
    const mail = this.mails[Number(/STORE (\d+)/i.exec(line)?.[1]) - 1]
    if (mail) mail.seen = true
  }

  /** False where the connection ends. */
  #fetch(socket: Socket, line: string): boolean {
    const uid = Number(/FETCH (\d+)/i.exec(line)?.[1])
    const mail = this.mails[uid - 1]
    if (!mail) return true
    const { raw } = mail
    const begins = `* ${uid} FETCH (UID ${uid}`
    if (/RFC822\.SIZE/i.test(line) && !/BODY/i.test(line)) {
      socket.write(`${begins} RFC822.SIZE ${mail.size ?? raw.length})\r\n`)
      return true
    }
    const header = /BODY\.PEEK\[HEADER/i.test(line)
    const part = header ? `${raw.split('\r\n\r\n')[0]}\r\n\r\n` : raw
    socket.write(`${begins} BODY[${header ? 'HEADER' : ''}] {${Buffer.byteLength(part, 'latin1')}}\r\n`)
    if (this.cutAfter !== null) {
      socket.write(part.slice(0, this.cutAfter), 'latin1', () => socket.destroy())
      return false
    }
    socket.write(part, 'latin1')
    socket.write(')\r\n')
    return true
  }
}
