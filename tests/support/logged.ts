/** What a server logs, line by line, instead of its standard output. */

export function listenTo(log: object, lines: string[]): void {
  for (
    let holder: object | null = log;
    holder !== null;
    holder = Object.getPrototypeOf(holder) as object | null
  ) {
    const stream = Object.getOwnPropertySymbols(holder).find(
      ({ description }) => description === 'pino.stream',
    )
    if (stream === undefined) continue
    Object.assign(holder, { [stream]: { write: (line: string) => void lines.push(line) } })
    return
  }
  throw new Error('the logger has no stream')
}
