/** Serves the built parts of the console under the product's own policy, on a port of its own: `npx tsx tests/admin/harness/serve.ts 4461`. */

import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { contentSecurityPolicy } from '#server/plugins/policy.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'console-parts')
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }

export function serve(port: number): Server {
  return createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (pathname.startsWith('/api/')) return void response.writeHead(204).end()
    const file = normalize(pathname === '/' ? '/index.html' : pathname)
    try {
      const body = readFileSync(join(folder, file))
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-security-policy': contentSecurityPolicy(false) }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(port)
}

if (process.argv[1] === import.meta.filename) serve(Number(process.argv[2] ?? 4461))
