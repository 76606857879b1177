/** A process for files that can be told to take too long, or too much memory. */

/** Processor time, which is what limits count. */
function work(ms: number) {
  const before = process.cpuUsage()
  const used = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  while (used() < ms);
}

process.on('message', ({ args }: { args: string }) => {
  process.send?.({ begun: true })
  const { text } = JSON.parse(args) as { text: string }
  if (args.includes('forever')) for (;;);
  if (text === 'memory') {
    const held: Buffer[] = []
    const hold = () => {
      held.push(Buffer.alloc(64 * 1024 * 1024, 1))
      setTimeout(hold, 5)
    }
    hold()
    return
  }
  if (text === 'slow') work(1000)
  setTimeout(() => process.send?.({ result: Buffer.from('set') }), 5)
})
process.on('disconnect', () => process.exit())
