/**
 * The console's form of any document. `v`: `kind/id`; `&focus=` a pointer; `&changed=1` compares
 * with another version.
 */

import { useState } from 'react'
import type { Names } from '#engine/contract/admincontract.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { KINDS, type Kind } from '#engine/documents/kinds.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { SchemaForm } from '#admin/form/SchemaForm.tsx'
import { moveAt, removeAt, setAt, valueAt } from '#admin/parts/edit.ts'
import meta from '../../../schemas/meta/widgets.json'
import { variant } from '../support/chrome.tsx'

const asked = new URLSearchParams(location.search)
const widgets = Object.fromEntries(
  Object.entries(meta.widgets).map(([type, { props }]) => [type, props as Schema]),
)

export default function Story() {
  const { catalog } = useRenderContext()
  const [kind = 'menu', ...rest] = (variant === '' ? 'menu/main' : variant).split('/')
  const original = catalog.get(kind as Kind, rest.join('/'))
  const [value, setValue] = useState<unknown>(() =>
    asked.get('changed') ? changed(original) : original,
  )
  const named = (documents: readonly { id: string; title: string }[]) =>
    documents.map(({ id, title }) => ({ id, title }))
  const names: Names = {
    text: Object.entries(flattenTexts(catalog.get('locale', 'en')!.texts)).map(([id, title]) => ({
      id,
      title,
    })),
    route: [...catalog.routes.values()].map(({ id, path }) => ({ id, title: path })),
    feature: catalog.features.map(({ id }) => ({ id })),
    plan: catalog.plans.map(({ id }) => ({ id })),
    icon: meta.icons.map((id) => ({ id })),
    section: named(catalog.all('profile-section')),
    profileKey: [{ id: 'firstName' }],
    ...Object.fromEntries(
      (
        [
          'rule',
          'screen',
          'flow',
          'list',
          'assessment',
          'report',
          'help',
          'config',
          'menu',
          'locale',
          'route-group',
        ] as const
      ).map((each) => [each, named(catalog.all(each))]),
    ),
  }
  const schema = KINDS[kind as Kind] as unknown as Schema
  const problems = inspect(schema, value).issues.map((issue) => ({
    ...issue,
    document: variant,
    severity: 'error' as const,
  }))
  const [focus] = useState(asked.get('focus'))
  return (
    <SchemaForm
      schema={schema}
      value={value}
      onChange={setValue}
      problems={problems}
      names={names}
      widgets={widgets}
      focus={focus}
      onFocus={() => {}}
      {...(asked.get('changed') && { base: original })}
    />
  )
}

/** The menu with one entry moved, one removed, one with other words. */
function changed(document: unknown): unknown {
  const steps = [
    (each: unknown) => moveAt(each, '/items/reports', -1),
    (each: unknown) => removeAt(each, '/items/actions'),
    (each: unknown) =>
      valueAt(each, '/items/home') === undefined
        ? each
        : setAt(each, '/items/home/label', 'menu.reports'),
    (each: unknown) => setAt(each, '/items/home/to', 'noSuchPage'),
  ]
  return steps.reduce((each, step) => step(each), document)
}
