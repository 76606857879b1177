/**
 * Leaves out of the form chunk what our forms can't use (measured in bench/form.ts). They are flat
 * and have their own theme and dialect (src/engine/forms/section.ts), so rjsf's own styles,
 * Markdown, `allOf` merging and `$ref` look-up are never reached; what is reached by mistake throws
 * at once instead of rendering something wrong.
 *
 * For builds only: in development the packages are served as they are, and forms look the same.
 */

import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const MARKDOWN = fileURLToPath(new URL('../src/widgets/parts/Markdown.tsx', import.meta.url))

/**
 * rjsf's registry without its own templates and widgets, and with the fields that section.ts can
 * produce.
 */
const REGISTRY = `
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator } from '@rjsf/utils'
import BooleanField from './components/fields/BooleanField.js'
import NumberField from './components/fields/NumberField.js'
import ObjectField from './components/fields/ObjectField.js'
import SchemaField from './components/fields/SchemaField.js'
import StringField from './components/fields/StringField.js'
export default function getDefaultRegistry() {
  return {
    fields: { BooleanField, NumberField, ObjectField, SchemaField, StringField },
    templates: {}, widgets: {}, rootSchema: {}, formContext: {}, translateString: englishStringTranslator,
    globalFormOptions: { idPrefix: DEFAULT_ID_PREFIX, idSeparator: DEFAULT_ID_SEPARATOR, useFallbackUiForUnsupportedType: false },
  }
}`

const refuse = (what: string) =>
  `const refuse = () => { throw new Error('forms have no ${what}') }\n`

/** Module -> its replacement. */
const STAND_INS: Readonly<Record<string, string>> = {
  'fast-uri': `${refuse('$ref')}export default { equal: () => false, resolve: refuse }`,
  '@x0k/json-schema-merge': `${refuse('allOf')}
export const createComparator = () => ({})
export const createMerger = () => ({})
export const createShallowAllOfMerge = () => refuse`,
  '@x0k/json-schema-merge/lib/array':
    'export const createDeduplicator = () => {}\nexport const createIntersector = () => {}',
}

export function formDiet(): Plugin {
  return {
    name: 'form-diet',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (source === 'markdown-to-jsx/react') return MARKDOWN
      return Object.hasOwn(STAND_INS, source) ? `\0form-diet:${source}` : null
    },
    load(id) {
      if (id.startsWith('\0form-diet:')) return STAND_INS[id.slice('\0form-diet:'.length)]!
      return id.endsWith('@rjsf/core/lib/getDefaultRegistry.js') ? REGISTRY : null
    },
  }
}
