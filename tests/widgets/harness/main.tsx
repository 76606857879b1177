/**
 * Draws one story: `/?story=NAME&lang=af&dir=rtl&scheme=dark`. A story is a component exported by a
 * file of `../stories`; it may export `scope` to change what the rules see.
 */

import i18next from 'i18next'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { buildScope, NO_ONBOARDING, type User } from '#engine/rules/scope.ts'
import { ScopeProvider, type Action } from '#engine/react/context.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { registry } from '#widgets/registry.ts'
import '#widgets/base.css'

type Story = { default: ComponentType; user?: User; actions?: Record<string, Action> }

const documents = Object.values(
  import.meta.glob<AnyDocument>('../../../schemas/*/*.json', { eager: true, import: 'default' }),
).filter(({ kind }) => kind !== undefined)
const stories = import.meta.glob<Story>('../stories/*.tsx')
const asked = new URLSearchParams(location.search)
const language = asked.get('lang') ?? 'en'
document.documentElement.lang = language
document.documentElement.dir = asked.get('dir') ?? 'ltr'
if (asked.get('scheme')) document.documentElement.dataset['scheme'] = asked.get('scheme')!

const catalog = new Catalog(documents)
const fragments = import.meta.glob<Record<string, unknown>>('../../../.fragments/*.json', {
  eager: true,
  import: 'default',
})
const texts = Object.assign(
  {},
  flattenTexts(catalog.get('locale', language)?.texts ?? {}),
  ...Object.values(fragments).map((fragment) => flattenTexts(fragment)),
)
await i18next.use(initReactI18next).init({
  lng: language,
  resources: { [language]: { translation: texts } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})

const name = asked.get('story')
const load = name === null ? undefined : stories[`../stories/${name}.tsx`]
const root = createRoot(document.getElementById('root')!)
if (!load) {
  root.render(
    <ul>
      {Object.keys(stories).map((path) => (
        <li key={path}>
          <a href={`?story=${path.slice(11, -4)}`}>{path}</a>
        </li>
      ))}
    </ul>,
  )
} else {
  const story = await load()
  const config = catalog.get('config', 'default')!
  const scope = buildScope(catalog, {
    user: story.user ?? null,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language,
    today: '2026-11-21',
    curricula: null,
  })
  const Drawn = story.default
  root.render(
    <MemoryRouter>
      <ScopeProvider
        value={{
          catalog,
          scope,
          registry,
          actions: story.actions ?? {},
          mode: 'preview',
          report: (error, at) => console.error(at, error),
        }}
      >
        <Drawn />
      </ScopeProvider>
    </MemoryRouter>,
  )
}
