/**
 * Replaces the worker process: returns what it was sent, unless a draft's title makes it fail in
 * some way.
 */

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
  // An unrelated failure, once: the mark records that it has happened.
  if (args?.mark !== undefined && !existsSync(args.mark)) {
    writeFileSync(args.mark, '')
    process.kill(process.pid, 'SIGKILL')
  }
  // As on a busy machine, where others have the processor.
  const answer = { result: task === 'check' ? [] : { task, titles, texts: texts.length } }
  if (titles.includes('waits its turn')) return void setTimeout(() => process.send(answer), 2500)
  if (titles.includes('waits for ever')) return
  // What the API sends on is of the shape that it promises.
  if (task === 'saved')
    return process.send({ result: { draft: args.draft, overlay: null, problems: [] } })
  process.send(answer)
})
process.on('disconnect', () => process.exit())
