/** Draws parts of the console by themselves: `/?part=json&kind=menu&id=main&lang=af&scheme=dark`. */

import i18next from 'i18next'
import { lazy, StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import type { DocumentChange, Names } from '#engine/admincontract.ts'
import { Catalog } from '#engine/catalog.ts'
import type { Schema } from '#engine/inspect.ts'
import { KINDS, type AnyDocument, type Kind } from '#engine/kinds.ts'
import type { Problem } from '#engine/problems.ts'
import { flattenTexts } from '#engine/texts.ts'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { ProblemList } from '#admin/diff/ProblemList.tsx'
import { fixed, lineOf } from '#admin/json/marks.ts'
import { stringify } from '#admin/json/stringify.ts'
import '#widgets/base.css'

const JsonEditor = lazy(() => import('#admin/json/JsonEditor.tsx').then(({ JsonEditor: editor }) => ({ default: editor })))

const documents = Object.values(import.meta.glob<AnyDocument>('../../../schemas/*/*.json', { eager: true, import: 'default' })).filter(({ kind }) => kind !== undefined)
const code = Object.values(import.meta.glob<{ icons: string[]; widgets: Record<string, { props: Schema }> }>('../../../schemas/meta/widgets.json', { eager: true, import: 'default' }))[0]!
const asked = new URLSearchParams(location.search)
const language = asked.get('lang') ?? 'en'
document.documentElement.lang = language
if (asked.get('scheme')) document.documentElement.dataset['scheme'] = asked.get('scheme')!
const catalog = new Catalog(documents)
await i18next.use(initReactI18next).init({
  lng: language,
  resources: { [language]: { translation: flattenTexts(catalog.get('locale', language)?.texts ?? {}) } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})

const named = (kind: Kind) => catalog.all(kind).map(({ id, title }) => ({ id, title }))
const names: Names = {
  text: Object.entries(flattenTexts(catalog.get('locale', 'en')!.texts)).map(([id, title]) => ({ id, title })),
  route: [...catalog.routes.values()].map(({ id, path }) => ({ id, title: path })),
  feature: catalog.features.map(({ id }) => ({ id })),
  plan: catalog.plans.map(({ id }) => ({ id })),
  icon: code.icons.map((id) => ({ id })),
  section: named('profile-section'),
  profileKey: [{ id: 'firstName' }],
  rule: named('rule'),
  screen: named('screen'),
  flow: named('flow'),
  'route-group': named('route-group'),
}
const widgets = Object.fromEntries(Object.entries(code.widgets).map(([type, { props }]) => [type, props]))

function Json({ kind, id }: { kind: Kind; id: string }) {
  const [text, setText] = useState(stringify(catalog.get(kind, id)))
  const [pointer, setPointer] = useState('')
  const [goTo, setGoTo] = useState<string | null>(null)
  const [problems] = useState<readonly Problem[]>([
    { code: 'text/untranslated', document: `${kind}/${id}`, pointer: asked.get('hint') ?? '/title', message: 'this text has no translation', severity: 'warning' },
  ])
  return (
    <>
      <p>
        <output>{pointer}</output>
        <button type="button" onClick={() => setGoTo(asked.get('goto'))}>
          go
        </button>
      </p>
      <Suspense fallback={<p>…</p>}>
        <div className="stage">
          <JsonEditor value={text} onChange={setText} schema={KINDS[kind] as unknown as Schema} kind={kind} names={names} widgets={widgets} problems={problems} goTo={goTo} onCursor={setPointer} />
        </div>
      </Suspense>
      <textarea aria-label="text" readOnly value={text} hidden />
      <ProblemList
        problems={problems}
        document={`${kind}/${id}`}
        onJump={({ pointer: at }) => setGoTo(at)}
        onFix={(problem) => setText(fixed(text, problem))}
        lineOf={(problem) => lineOf(text, problem)}
      />
    </>
  )
}

const CHANGES: DocumentChange[] = [
  {
    document: 'menu/main',
    state: 'changed',
    changes: [
      { op: 'set', at: '/items/reports/label', label: 'items › reports › label', before: 'menu.reports', after: 'menu.myReports' },
      { op: 'insert', at: '/items/events', label: 'items › events', after: 'menu.events', anchor: 'reports' },
      { op: 'move', at: '/items/navigators', label: 'items › navigators' },
      { op: 'remove', at: '/items/actions', label: 'items › actions', before: 'menu.actions' },
      { op: 'unset', at: '/items/home/hint', label: 'items › home › hint', before: '' },
      { op: 'add', at: '/locales', label: 'locales', after: 'zu' },
    ],
  },
  { document: 'screen/events', state: 'added', changes: [{ op: 'set', at: '', label: 'Events', after: 'Events' }] },
  {
    document: 'locale/af',
    state: 'changed',
    changes: Array.from({ length: 30 }, (_, index) => ({ op: 'set' as const, at: `/texts/menu/a${index}`, label: `texts › menu › a${index}`, before: 'Tuis', after: 'Tuisblad' })),
  },
  { document: 'rule/isFree', state: 'removed', changes: [] },
]
const PROBLEMS: Problem[] = [
  { code: 'text/untranslated', document: 'locale/af', pointer: '/texts/menu/events', message: '"menu.events" has no words in af', severity: 'warning' },
  { code: 'reference/unknown-route', document: 'menu/main', pointer: '/items/home/to', message: 'no route is called "profileHomPage"', suggestion: 'profileHomePage', severity: 'error' },
  { code: 'model/loop', document: 'flow/onboarding', pointer: '/rows/verify', message: 'somebody in onboarding is sent round in a circle: verifyPage -> consentPage -> verifyPage', severity: 'error' },
]

function Lists() {
  return (
    <div className="wrap stack-l">
      <ProblemList problems={PROBLEMS} document="menu/main" onJump={() => undefined} onFix={() => undefined} lineOf={({ document }) => (document === 'menu/main' ? 16 : null)} />
      <DifferenceView changes={CHANGES} titles={{ 'menu/main': 'Navigation menu' }} />
    </div>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>{asked.get('part') === 'lists' ? <Lists /> : <Json kind={(asked.get('kind') ?? 'menu') as Kind} id={asked.get('id') ?? 'main'} />}</StrictMode>,
)
