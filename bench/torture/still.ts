/** A server that answers at once and does nothing else: what it takes longer for is the machine's doing. */

import { createServer } from 'node:http'

createServer((_request, response) => void response.end('ok')).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
)
