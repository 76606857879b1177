/** A server that responds at once and does nothing else: its delays are the machine's. */

import { createServer } from 'node:http'

createServer((_request, response) => void response.end('ok')).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
)
