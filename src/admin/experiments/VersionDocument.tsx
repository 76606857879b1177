/** One document as a version has it: in the same form and the same JSON as everywhere else. */

import { lazy, Suspense, useId, useState } from 'react'
import type { DocumentView } from '#engine/contract/admincontract.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, type Json } from '#engine/documents/json.ts'
import { atomicPointers, diff } from '#engine/overlay/diff.ts'
import type { Op } from '#engine/overlay/ops.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { atomicIn, difference } from '#admin/editor/merge.ts'
import { SchemaForm } from '#admin/form/SchemaForm.tsx'
import { documentPath, useNames, useRead, useTitleOf, useWidgets } from '#admin/parts/client.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { Pending } from '#admin/parts/Pending.tsx'
import { usePlace } from '#admin/parts/usePlace.ts'
import { Tabs } from '#admin/parts/Tabs.tsx'
import { appliedTo } from './making.ts'
import css from './Experiments.module.css'

// CodeMirror and the language service load when the JSON is first shown.
const JsonEditor = lazy(() =>
  import('#admin/json/JsonEditor.tsx').then(({ JsonEditor: editor }) => ({ default: editor })),
)

const NO_PROBLEMS: readonly Problem[] = []
const VIEWS = ['form', 'json', 'difference'] as const
type View = (typeof VIEWS)[number]

type Props = {
  /** `kind/id` */ name: string
  ops: readonly Op[]
  onOps: (ops: readonly Op[]) => void
  onRemove: () => void
}

export function VersionDocument({ name, ops, onOps, onRemove }: Props) {
  const t = useText()
  const [kind, id] = splitName(name)
  const title = useTitleOf()(name)
  const read = useRead<DocumentView>(documentPath('documents', kind, id))
  return (
    <section className={css['document']} aria-label={title}>
      <div className={css['top']}>
        <h3 className="grow">{title}</h3>
        <Button look="text" small onClick={onRemove}>
          {t('console.experiments.make.removeDocument')}
          <span className="hidden-text">: {title}</span>
        </Button>
      </div>
      <Pending read={read}>
        {({ live, base, schema }) => (
          <Editing
            name={name}
            live={(live ?? base) as Json}
            schema={schema}
            ops={ops}
            onOps={onOps}
          />
        )}
      </Pending>
    </section>
  )
}

type EditingProps = Pick<Props, 'name' | 'ops' | 'onOps'> & { live: Json; schema: Schema }

function Editing({ name, live, schema, ops, onOps }: EditingProps) {
  const t = useText()
  const pane = useId()
  const placeOf = usePlace()
  const [{ document, lost }, setEdited] = useState(() => appliedTo(live, ops))
  const [view, setView] = useState<View>('form')
  const edit = (next: Json) => {
    const whole = atomicPointers(schema, live, next)
    setEdited({ document: next, lost })
    onOps(diff(live, next, (at) => whole.has(at)))
  }
  return (
    <>
      {lost.length > 0 && (
        <Note look="bad" title={t('console.experiments.make.lost')}>
          {t('console.experiments.make.lostText', { places: lost.map(placeOf).join('; ') })}
        </Note>
      )}
      <Tabs
        label={t('console.editor.side')}
        tabs={VIEWS.map((id) => ({ id, label: t(`console.editor.panes.${id}`) }))}
        chosen={view}
        controls={(each) => `${pane}-${each}`}
        onChoose={setView}
      />
      <div id={`${pane}-${view}`} role="tabpanel" aria-labelledby={`tab-${pane}-${view}`}>
        {view === 'difference' ? (
          <Differs name={name} live={live} document={document} schema={schema} />
        ) : (
          <Fields name={name} live={live} document={document} schema={schema} {...{ view, edit }} />
        )}
      </div>
    </>
  )
}

type Shown = { name: string; live: Json; document: Json; schema: Schema }

function Fields({
  name,
  live,
  document,
  schema,
  view,
  edit,
}: Shown & { view: 'form' | 'json'; edit: (next: Json) => void }) {
  const names = useNames()
  const widgets = useWidgets().value ?? {}
  return (
    <Pending read={names}>
      {(known) =>
        view === 'form' ? (
          <SchemaForm
            schema={schema}
            value={document}
            base={live}
            problems={NO_PROBLEMS}
            names={known}
            widgets={widgets}
            focus={null}
            onFocus={nothing}
            onChange={(next) => edit(next as Json)}
          />
        ) : (
          <AsJson {...{ name, document, schema, edit }} names={known} widgets={widgets} />
        )
      }
    </Pending>
  )
}

// Nothing beside the form moves with it.
function nothing(): void {}

function AsJson({
  name,
  document,
  schema,
  edit,
  names,
  widgets,
}: Pick<Shown, 'name' | 'document' | 'schema'> & {
  edit: (next: Json) => void
  names: Parameters<typeof SchemaForm>[0]['names']
  widgets: Parameters<typeof SchemaForm>[0]['widgets']
}) {
  const t = useText()
  const [text, setText] = useState(() => JSON.stringify(document, null, 2))
  const [isBroken, setBroken] = useState(false)
  const type = (next: string) => {
    setText(next)
    const read = readJson(next)
    setBroken(read === undefined)
    if (read !== undefined) edit(read)
  }
  return (
    <div className={css['json']}>
      <Suspense
        fallback={<Skeletons looks={['line', 'half', 'tall']} label={t('common.loading')} />}
      >
        <JsonEditor
          value={text}
          onChange={type}
          schema={schema}
          kind={splitName(name)[0]}
          names={names}
          widgets={widgets}
          problems={NO_PROBLEMS}
          goTo={null}
          onCursor={nothing}
        />
      </Suspense>
      {isBroken && <Note look="wait">{t('console.experiments.make.broken')}</Note>}
    </div>
  )
}

/** Undefined while the text is no document. */
function readJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What differs from the product as it is now, in words. */
function Differs({ name, live, document, schema }: Shown) {
  const t = useText()
  const widgets = useWidgets().value ?? {}
  const change = difference(name, live, document, atomicIn(schema, live, document), {
    schema,
    widgets,
  })
  return (
    <div className={css['body']}>
      {change.state === 'changed' && change.changes.length === 0 ? (
        <p className="mute">{t('console.editor.same')}</p>
      ) : (
        <DifferenceView changes={[change]} />
      )}
    </div>
  )
}
