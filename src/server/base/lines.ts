/**
 * Splits a stream at line feeds only: JSON may contain every other character that some consider a
 * line break.
 */

import type { Readable } from 'node:stream'

export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  // A line may come in many pieces: joined once, because joining each time would be quadratic.
  let pieces: string[] = []
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = chunk.split('\n')
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      yield pieces.length === 0 ? line : [...pieces, line].join('')
      pieces = []
    }
    if (rest !== '') pieces.push(rest)
  }
  if (pieces.length > 0) yield pieces.join('')
}
