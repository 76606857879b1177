/**
 * The console has its own copy of Mantine. Learners' forms use five functions of the same library;
 * in one module graph, everything that the console uses would be loaded with theirs (packages are
 * chunked by module), and the console would load the whole form chunk. So what `src/admin` imports
 * from Mantine is resolved to separate modules, which end in `?console`, and the console doesn't
 * change what a learner's phone downloads (docs/decisions/0066).
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
      // None of these packages has side effects when imported.
      return found && { ...found, id: `${found.id}${OWN}`, moduleSideEffects: false }
    },
    async load(id) {
      if (!id.endsWith(OWN)) return null
      return { code: await readFile(id.slice(0, -OWN.length), 'utf8'), moduleType: 'js' }
    },
  }
}
