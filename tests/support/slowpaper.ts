/** A process for files that can be told to take too long, or too much memory. */

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
  const ms = text === 'slow' ? 1000 : 5
  setTimeout(() => process.send?.({ result: Buffer.from('set') }), ms)
})
process.on('disconnect', () => process.exit())
