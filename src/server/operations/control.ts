/**
 * The control socket of a server with an embedded database: such a database has one process and one
 * session, so operations run inside the server. Only the folder's owner can reach the socket, which
 * is all the authentication there is.
 */

import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { connectionOf } from '#server/database/embedded.ts'
import { linesOf } from '#server/base/lines.ts'
import type { ServerContext } from '#server/start/context.ts'
import { OperatorError, type Operation } from './operation.ts'

/** A socket path may have 107 bytes, including the final NUL. */
const MAX_PATH = 100
/** A request is a command line, never a file. */
const MAX_REQUEST = 64 * 1024

type Request = { readonly operation: string; readonly args: readonly string[] }
type Reply =
  | { readonly say: string }
  | { readonly done: true }
  | { readonly refused: string }
  | { readonly failed: string }

/**
 * In the data folder, which only its owner can enter; next to the database's own socket if that
 * path would be too long.
 */
export function controlSocketOf(dataDir: string): string {
  const own = join(dataDir, 'control.sock')
  return Buffer.byteLength(own) <= MAX_PATH ? own : join(connectionOf(dataDir).host, 'control.sock')
}

/** Accepts operators' requests to this server, until closed. */
export async function openControl(
  context: ServerContext,
  operations: Readonly<Record<string, Operation>>,
): Promise<() => Promise<void>> {
  const path = controlSocketOf(context.options.environment.dataDir)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    void serve(context, operations, socket)
  })
  // We hold the folder's lock: any existing socket is stale.
  rmSync(path, { force: true })
  // The socket is created restricted, so no one else can connect in between.
  const before = process.umask(0o177)
  server.listen(path)
  process.umask(before)
  await once(server, 'listening')
  chmodSync(path, 0o600)
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
}

async function serve(
  context: ServerContext,
  operations: Readonly<Record<string, Operation>>,
  socket: Socket,
): Promise<void> {
  const reply = (what: Reply) => void (socket.writable && socket.write(`${JSON.stringify(what)}\n`))
  const gone = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  try {
    const { operation, args } = await requestOf(socket)
    const work = Object.hasOwn(operations, operation) ? operations[operation] : undefined
    if (work === undefined)
      throw new OperatorError(
        `The server doesn't know "${operation}": it may be a different version from this command.`,
      )
    await work(context, args, { say: (line) => reply({ say: line }), gone })
    reply({ done: true })
  } catch (error) {
    if (error instanceof OperatorError) reply({ refused: error.message })
    else {
      context.log?.error({ err: error as Error }, 'operation failed')
      reply({ failed: error instanceof Error ? error.message : String(error) })
    }
  }
  socket.end()
}

async function requestOf(socket: Socket): Promise<Request> {
  let text = ''
  socket.setEncoding('utf8')
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [string]
    text += chunk
    if (text.length > MAX_REQUEST) throw new OperatorError('This is too big to send at once.')
    if (text.endsWith('\n')) return JSON.parse(text) as Request
  }
}

/**
 * Has an operation carried out by the server that holds a folder.
 *
 * @returns false if no server is listening there
 * @throws OperatorError with the server's message, or if the server ended in the meantime
 */
export async function askServer(
  dataDir: string,
  operation: string,
  args: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  const socket = await reach(dataDir)
  if (socket === null) return false
  try {
    for await (const line of repliesOf(socket, operation, args)) say(line)
    return true
  } finally {
    socket.destroy()
  }
}

/**
 * Has the server keep a resource for as long as it is used here.
 *
 * @param use called with the server's first reply
 * @returns null if no server is listening there
 */
export async function borrow<Result>(
  dataDir: string,
  operation: string,
  use: (line: string) => Promise<Result>,
): Promise<{ result: Result } | null> {
  const socket = await reach(dataDir)
  if (socket === null) return null
  try {
    for await (const line of repliesOf(socket, operation, [])) return { result: await use(line) }
    throw new OperatorError('The server sent nothing back.')
  } finally {
    socket.destroy()
  }
}

async function reach(dataDir: string): Promise<Socket | null> {
  const socket = connect(controlSocketOf(dataDir))
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    if (code === 'EACCES' || code === 'EPERM')
      throw new OperatorError(
        `The folder ${dataDir} belongs to another user. Run the command as the user the server runs as.`,
        { cause: error },
      )
    throw error
  }
}

async function* repliesOf(
  socket: Socket,
  operation: string,
  args: readonly string[],
): AsyncGenerator<string> {
  socket.write(`${JSON.stringify({ operation, args } satisfies Request)}\n`)
  for await (const line of linesOf(socket)) {
    const reply = JSON.parse(line) as Reply
    if ('say' in reply) yield reply.say
    else if ('done' in reply) return
    else
      throw new OperatorError(
        'refused' in reply ? reply.refused : `The server couldn't do it: ${reply.failed}`,
      )
  }
  throw new OperatorError('The server stopped before it was done.')
}
