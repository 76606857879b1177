/**
 * `npm run dev`: the server, restarting on changes, and the browser app with hot reload in front of
 * it.
 */

import { spawn } from 'node:child_process'
import { bin, ensureInstalled, fail, root } from './tools.mjs'

try {
  await ensureInstalled()
  const port = Number(process.env.PORT ?? 4310)
  const api = port + 1
  // Development only reports policy violations in the browser's console; the built product enforces
  // the policy.
  const server = spawn(bin('tsx'), ['watch', '--clear-screen=false', 'src/server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(api) },
  })
  const vite = spawn(
    bin('vite'),
    ['--port', String(port), '--strictPort', '--host', process.env.HOST ?? '127.0.0.1'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, API_PORT: String(api) } },
  )
  const stop = () => {
    server.kill('SIGTERM')
    vite.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  for (const child of [server, vite]) child.on('exit', stop)
} catch (error) {
  fail(error)
}
