/** Stands in for the process that works on documents: says what it was sent, unless a draft's title says what it does to it. */

import { existsSync, writeFileSync } from 'node:fs'

process.on('message', ({ task, args, texts, workspace }) => {
  process.send({ begun: true })
  const titles = workspace.drafts.map(({ text }) => JSON.parse(text).title)
  workspace.drafts.forEach(({ name }, index) => {
    if (titles[index] === 'ends the process in silence') process.exit(1)
    if (!/^(ends the process|never ends)$/.test(titles[index])) return
    process.send({ at: name })
    if (titles[index] === 'ends the process') process.exit(1)
    for (;;);
  })
  // Somebody else's doing, once: the mark says that it has been.
  if (args?.mark !== undefined && !existsSync(args.mark)) {
    writeFileSync(args.mark, '')
    process.kill(process.pid, 'SIGKILL')
  }
  process.send({ result: task === 'check' ? [] : { task, titles, texts: texts.length } })
})
process.on('disconnect', () => process.exit())
