/**
 * The console has a copy of Mantine to itself. Learners' forms use five functions of the same
 * library; in one graph, every part that the console asks for would come with theirs (packages are
 * chunked by module), and the console would bring the whole form chunk. So what `src/admin` imports
 * of Mantine is resolved to modules of its own, which end in `?console`, and the bytes of a
 * learner's phone do not change with the console (docs/decisions/0066).
 *
 * For builds only: in development there is one copy, which looks and acts the same.
 */

import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const OWN = '?console'
const CONSOLE = /[\\/]src[\\/]admin[\\/]/
/** There is one React on a page. */
const SHARED = /^react(?:-dom)?(?:\/|$)/

export function consoleMantine(): Plugin {
  return {
    name: 'console-mantine',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined) return null
      const isInside = importer.endsWith(OWN)
      const isWanted = isInside
        ? !SHARED.test(source)
        : CONSOLE.test(importer) && source.startsWith('@mantine/')
      if (!isWanted) return null
      const from = isInside ? importer.slice(0, -OWN.length) : importer
      const found = await this.resolve(source, from, { ...options, skipSelf: true })
      // None of these packages does anything by being imported.
      return found && { ...found, id: `${found.id}${OWN}`, moduleSideEffects: false }
    },
    async load(id) {
      if (!id.endsWith(OWN)) return null
      return { code: await readFile(id.slice(0, -OWN.length), 'utf8'), moduleType: 'js' }
    },
  }
}
