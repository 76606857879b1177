/**
 * The vocabulary that pages are written in: a widget type serves several documents, and no widget's
 * code names a page, a path, a content type, an assessment or a page's text. A type used by one
 * document only has a reason.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { isBinding } from '#engine/decide/bind.ts'
import type { AnyDocument, DocumentOf, NodeDocument } from '#engine/documents/kinds.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { documentsFor } from '#server/release/shipped.ts'
import { NO_PROPS, ONE_DOCUMENT, OWN_TEXTS, SHARED_TEXTS, UNUSED } from '#widgets/reasons.ts'
import { catalog, code, root } from '#tests/support/documents.ts'

const MAX_OF_THE_PRODUCT = 12
/**
 * A page of the console is an application of its own: one widget, one document. The sixteenth is how
 * instruments work (docs/decisions/0107).
 */
const MAX_OF_THE_CONSOLE = 16
const SHOWCASE = 'theme-showcase'

// ---- who uses what ----------------------------------------------------------------------------------------------------

/** What is shipped to each tenant: the product's documents, with the tenant's overlays. */
const SETS = catalog.all('tenant').map(({ id, config }) => documentsFor(catalog, id, config))

/** Widget type -> names of the documents that draw it, of those that a route leads to. */
function usesOf(documents: ReadonlyMap<string, AnyDocument>): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>()
  const reached = new Set<string>()
  const visit = (name: string): void => {
    const document = documents.get(name)
    if (document === undefined || reached.has(name)) return
    reached.add(name)
    if (document.kind === 'screen' || document.kind === 'report')
      (document.children as NodeDocument[]).forEach((node) => visitNode(node, name))
  }
  const visitNode = (node: NodeDocument, name: string): void => {
    uses.set(node.type, (uses.get(node.type) ?? new Set<string>()).add(name))
    const report = node.props?.['report']
    if (typeof report === 'string') visit(`report/${report}`)
    if (isBinding(report))
      for (const each of documents.keys()) if (each.startsWith('report/')) visit(each)
    // A specimen shows a type, but isn't a use by a page.
    if (node.type !== SHOWCASE) node.children?.forEach((child) => visitNode(child, name))
    if (node.fallback) visitNode(node.fallback, name)
  }
  for (const document of documents.values()) {
    if (document.kind !== 'route-group') continue
    for (const { screen, screens } of document.routes)
      for (const each of [screen, ...(screens ?? []).map((one) => one.screen)])
        if (each !== undefined) visit(`screen/${each}`)
  }
  return uses
}

function merged(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>()
  for (const uses of SETS.map(usesOf))
    for (const [type, names] of uses) all.set(type, new Set([...(all.get(type) ?? []), ...names]))
  return all
}

describe('widget types that exactly one document uses', () => {
  const uses = merged()
  const single = [...uses].flatMap(([type, names]) => (names.size === 1 ? [type] : [])).sort()
  const isConsole = (type: string) => type.startsWith('console-')
  const product = single.filter((type) => !isConsole(type))

  it('are known, each with its reason, and no reason outlives its type', () => {
    expect(Object.keys(ONE_DOCUMENT).sort()).toEqual(product)
    for (const [type, reason] of Object.entries(ONE_DOCUMENT))
      expect(reason.length, type).toBeGreaterThan(20)
  })

  it('don’t increase', () => {
    expect(product.length, product.join(', ')).toBeLessThanOrEqual(MAX_OF_THE_PRODUCT)
    expect(single.filter(isConsole).length).toBeLessThanOrEqual(MAX_OF_THE_CONSOLE)
  })

  it('are found: another page makes a type general, unless no route leads to it', () => {
    const screen = { ...(catalog.get('screen', 'theme') as DocumentOf<'screen'>), id: 'other' }
    const routes = catalog.get('route-group', 'general') as DocumentOf<'route-group'>
    const led = {
      ...routes,
      id: 'more',
      routes: [{ ...routes.routes[0]!, id: 'otherPage', path: '/other', screen: 'other' }],
    }
    const count = (more: readonly AnyDocument[]) =>
      usesOf(
        new Map([...SETS[0]!, ...more.map((each) => [`${each.kind}/${each.id}`, each] as const)]),
      ).get(SHOWCASE)!.size
    expect([count([]), count([screen]), count([screen, led])]).toEqual([1, 1, 2])
  })

  it('aren’t hidden among those that no document uses, which are known and don’t increase', () => {
    const unused = Object.keys(code.widgets).filter(
      (type) => !uses.has(type) && !isConsole(type) && type !== 'specimens',
    )
    expect(unused.filter((type) => !Object.hasOwn(UNUSED, type))).toEqual([])
    expect(Object.keys(UNUSED).length).toBeLessThanOrEqual(3)
    for (const [type, reason] of Object.entries(UNUSED)) {
      expect(type in code.widgets, type).toBe(true)
      expect(reason.length, type).toBeGreaterThan(20)
    }
  })

  it('have props, or a reason why not', () => {
    const without = Object.entries(code.widgets).flatMap(([type, { props }]) =>
      !isConsole(type) &&
      Object.keys((props as { properties?: object }).properties ?? {}).length === 0
        ? [type]
        : [],
    )
    expect(without).toEqual(Object.keys(NO_PROPS))
  })

  it('includes every type that documents name', () => {
    expect([...uses.keys()].filter((type) => !(type in code.widgets))).toEqual([])
  })
})

// ---- what code says ---------------------------------------------------------------------------------------------------

const TEXTS = new Set(
  Object.keys(flattenTexts(catalog.get('locale', 'en')!.texts)).map((key) =>
    key.replace(/_(?:zero|one|two|few|many|other)$/, ''),
  ),
)
const ROUTES = new Set(catalog.routes.keys())
const ASSESSMENTS = new Set(catalog.all('assessment').map(({ id }) => id))
/** Content types, and what else pages read: `careers/{id}` is of the content type `careers`. */
const CONTENT = new Set([
  ...catalog.all('content-type').map(({ id }) => id),
  ...catalog
    .all('screen')
    .flatMap((screen) => Object.values(screen.data ?? {}).map(({ get }) => get.split('/')[0]!)),
])

/** What forms and buttons of pages ask the app to do. */
const ACTIONS = new Set(
  catalog
    .all('screen')
    .flatMap((screen) => JSON.stringify(screen).match(/"action":"[^"]+/g) ?? [])
    .map((found) => found.slice('"action":"'.length)),
)

type Found = { readonly text: string; readonly isTemplate: boolean; readonly before: string }
type Node = { readonly type: string; readonly start: number; readonly end: number }

/**
 * Every string of a source, with the characters before it: read from the syntax tree, so that a
 * string inside a template is found too. Comments and imports are left out.
 */
function stringsOf(file: string, source: string): Found[] {
  const found: Found[] = []
  const add = ({ start }: Node, text: string, isTemplate: boolean) =>
    found.push({ text, isTemplate, before: source.slice(Math.max(0, start - 40), start) })
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node & Readonly<Record<string, unknown>>
    if (/^(?:Import|Export\w+)(?:Declaration|Expression)$/.test(node.type)) {
      const { source: _source, ...rest } = node
      return Object.values(rest).forEach(visit)
    }
    if (node.type === 'Literal' && typeof node['value'] === 'string')
      add(node, node['value'], false)
    if (node.type === 'TemplateLiteral') add(node, source.slice(node.start + 1, node.end - 1), true)
    Object.values(node).forEach(visit)
  }
  visit(parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }).body)
  return found
}

/** Which of these should be in a document: `text home.title`, `route cv` ... */
function literalsOf(file: string, source: string): string[] {
  const isOwn = (group: string) =>
    SHARED_TEXTS.includes(group) || OWN_TEXTS[group]?.includes(file) === true
  return stringsOf(file, source).flatMap(({ text, isTemplate, before }) => {
    // `match.${level}` stands for all keys below it.
    const key = isTemplate ? (/^([A-Za-z]\w*(?:\.\w+)*)\.\$\{/.exec(text)?.[1] ?? '') : text
    const isText = isTemplate
      ? key !== '' && [...TEXTS].some((each) => each.startsWith(`${key}.`))
      : TEXTS.has(text)
    if (isText) return isOwn(key.split('.')[0]!) ? [] : [`text ${text}`]
    // A short route name is a word like any other, unless it is used as a route name.
    if (
      ROUTES.has(text) &&
      (/[a-z][A-Z]/.test(text) || /(?:\bhref\(|\brouteName[=:]\s*|\broute[=:]\s*)$/.test(before))
    )
      return [`route ${text}`]
    // A pointer into a document isn't a path.
    if (/^\/[a-z]/.test(text) && !text.endsWith('/children')) return [`path ${text}`]
    if (ASSESSMENTS.has(text)) return [`assessment ${text}`]
    // The widget's own type is its name.
    if (
      !/defineWidget<typeof Props>\(\s*$/.test(before) &&
      (CONTENT.has(text) || CONTENT.has(text.split('/')[0]!))
    )
      return [`content ${text}`]
    return []
  })
}

/**
 * Every source of a folder of src with the parts that should be in a document. A task's own files
 * are recognised by their folder.
 */
function literalsIn(room: 'widgets' | 'tasks' | 'app'): Map<string, string[]> {
  const folder = join(root, 'src', room)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !file.endsWith('.d.ts') &&
      file !== 'reasons.ts' &&
      file !== 'registry.ts',
  )
  return new Map(
    files.map((file) => [
      file,
      literalsOf(
        room === 'tasks' ? file : file.split('/').at(-1)!,
        readFileSync(join(folder, file), 'utf8'),
      ),
    ]),
  )
}
const told = (found: ReadonlyMap<string, readonly string[]>) =>
  [...found].flatMap(([file, literals]) =>
    literals.length > 0 ? [`${file}: ${literals.join(', ')}`] : [],
  )

describe('the code of widgets', () => {
  it('names no page, path, content, assessment or text of a page', () => {
    const found = literalsIn('widgets')
    expect(found.size).toBeGreaterThan(150)
    expect(told(found)).toEqual([])
  })

  it('nor does the code of tasks, which have words of their own', () => {
    const found = literalsIn('tasks')
    expect(found.size).toBeGreaterThan(20)
    expect(told(found)).toEqual([])
  })

  it('nor does the app, which asks the server for what it is told to', () => {
    const found = literalsIn('app')
    expect(found.size).toBeGreaterThan(40)
    // Addresses of the server's calls and files are its work, and a name of an action may be a
    // text's as well.
    const rest = [...found].map(
      ([file, literals]) =>
        [
          file,
          literals.filter(
            (each) => !/^(?:path|content) /.test(each) && !ACTIONS.has(each.replace('text ', '')),
          ),
        ] as const,
    )
    expect(told(new Map(rest))).toEqual([])
  })

  it.each([
    ['a text of a page', "t('cv.text')", ['text cv.text']],
    ['a group of texts of a page', 't(`careers.tabs.${id}`)', ['text careers.tabs.${id}']],
    ['a text with plural forms', "t('settings.more', { count })", ['text settings.more']],
    ['a text within a template', "`${t('cv.text')}: ${count}`", ['text cv.text']],
    ['a path within a call', 'go(`${from}${to("/login")}`)', ['path /login']],
    ['a route', "href('profileHomePage')", ['route profileHomePage']],
    ['a route whose name is a word', "href('cv')", ['route cv']],
    ['a path', 'to="/login"', ['path /login']],
    ['an assessment', "id === 'holland_code'", ['assessment holland_code']],
    ['what is read', "load('careers/favourites')", ['content careers/favourites']],
    ['a type of content', "record.type === 'bursaries'", ['content bursaries']],
    ['a type of content in a call', 'load(`catalogue/${id}`)', ['content catalogue/${id}']],
    ['nothing in a comment', "// see t('cv.text') and '/login'", []],
    ['nothing in an import', "import { x } from '/login'", []],
    ['no word that a route is called too', "icon: 'home'", []],
    ['no word that every widget may say', "t('common.loading')", []],
    ['no word of its own', "t('ownData.title')", []],
  ])('%s is found as such', (_what, source, expected) => {
    expect(literalsOf('OwnData.tsx', source)).toEqual(expected)
  })
})
