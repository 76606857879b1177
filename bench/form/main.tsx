/** A page with one form, as in the app: the form is a separate chunk, loaded by the page. */

import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import Type from 'typebox'
import { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { openValidators, type ValidatorModule } from '#engine/forms/formruntime.ts'
import { buildScope, NO_ONBOARDING } from '#engine/rules/scope.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets, type Registry } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { resolveNodes } from '#engine/decide/screen.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import '#widgets/base.css'

const registry: Registry = {
  'section-form': {
    load: () => import('#widgets/forms/SectionForm.tsx').then((m) => m.SectionForm),
  },
}
const section = new URLSearchParams(location.search).get('section') ?? 'basicInfo'
const documents = (await (await fetch('/documents.json')).json()) as AnyDocument[]
const texts = (await (await fetch('/texts.json')).json()) as Record<string, string>
const catalog = new Catalog(documents)
const config = catalog.get('config', 'default')!
const scope = buildScope(catalog, {
  user: null,
  initialised: true,
  onboarding: NO_ONBOARDING,
  config,
  language: 'en',
  today: '2026-11-21',
  curricula: null,
})
await i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: texts } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})
await loadWidgets(registry, ['section-form'])

const actions = {
  'validator.load': async (id?: string) =>
    openValidators(
      (await import(
        /* @vite-ignore */ `${location.origin}/validators/${id}.js`
      )) as ValidatorModule,
    ),
  'section.save': (payload?: unknown) => {
    document.title = JSON.stringify(payload)
  },
}
const nodes = resolveNodes(
  [{ id: 'form', type: 'section-form', props: { section } }],
  scope,
  catalog.book,
)
// What every page of the app already has is in the page's own chunk, so that it is not counted for
// the form.
const shared = [Type.Object, Button, Card, Heading, Note]
createRoot(document.getElementById('root')!).render(
  <MemoryRouter>
    <ScopeProvider
      value={{
        catalog,
        scope,
        registry,
        actions,
        mode: 'live',
        report: (error, at) => console.error(at, error),
      }}
    >
      <main className="wrap" data-shared={shared.length}>
        <Screen nodes={nodes} data={{}} />
      </main>
    </ScopeProvider>
  </MemoryRouter>,
)
