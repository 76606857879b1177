/** A mail server on this machine: it keeps what it is sent, or refuses it (RFC 5321). */

import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

export type Received = { readonly from: string; readonly to: string; readonly text: string }
export type MailStub = {
  readonly url: string
  readonly mails: Received[]
  /** Who has logged in, as AUTH PLAIN says it. */
  readonly logins: string[]
  /** Its response to a sender from now on; null: accepted. */
  refuse: string | null
  /** It takes connections, and never says a word. */
  silent: boolean
  /** Connections that are open now. */
  readonly connections: () => number
  /** The most at the same time. */
  readonly peak: () => number
  readonly close: () => Promise<void>
}

export async function startMailStub(): Promise<MailStub> {
  const sockets = new Set<Socket>()
  let peak = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    peak = Math.max(peak, sockets.size)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    if (!stub.silent) converse(socket, stub)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stub: MailStub = {
    url: `smtp://college:pa%3Ass@127.0.0.1:${port}`,
    mails: [],
    logins: [],
    refuse: null,
    silent: false,
    connections: () => sockets.size,
    peak: () => peak,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return stub
}

function converse(socket: Socket, stub: MailStub): void {
  const say = (line: string) => void socket.write(`${line}\r\n`)
  let mail = { from: '', to: '', text: '' }
  let isText = false
  const address = (line: string) => /<(.*?)>/.exec(line)?.[1] ?? ''
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
    if (isText && line !== '.') return void (mail.text += `${line}\n`)
    if (isText) {
      isText = false
      stub.mails.push(mail)
      mail = { from: '', to: '', text: '' }
      return say('250 kept')
    }
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') return say('250-here\r\n250 AUTH PLAIN')
    if (verb === 'AUTH') {
      const [, user, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      stub.logins.push(`${user} ${password}`)
      return say('235 welcome')
    }
    if (verb === 'MAIL' && stub.refuse !== null) return say(stub.refuse)
    if (verb === 'MAIL') mail.from = address(line)
    if (verb === 'RCPT') mail.to = address(line)
    if (verb === 'DATA') isText = true
    if (verb === 'STAR') return say('502 not here')
    if (verb === 'QUIT') {
      say('221 bye')
      return void socket.end()
    }
    say(isText ? '354 go ahead' : '250 fine')
  })
  say('220 here')
}
