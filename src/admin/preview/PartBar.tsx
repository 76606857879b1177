/**
 * The part of a page that is edited: which one, and what can be done to it. Every deed is a button,
 * so that none needs a mouse, and is one step of the editor's history.
 */

import { use, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Names } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { own, type Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { SelectControl } from '#admin/parts/Control.tsx'
import { SelectField } from '#admin/parts/Field.tsx'
import { valueAt } from '#admin/parts/edit.ts'
import { titlesOf } from '#admin/form/known.ts'
import { emptyOf } from '#admin/form/shape.ts'
import { readOut } from '#admin/form/words.ts'
import { Clicks } from './clicks.ts'
import { HidePart } from './HidePart.tsx'
import {
  duplicate,
  groupOf,
  hide,
  insertBelow,
  isHidden,
  isLocked,
  moveBeside,
  partsOf,
  placeAmong,
  showAgain,
  step,
  toTop,
} from './parts.ts'
import css from './PreviewPane.module.css'

type Props = {
  /** Of the document: `screen/home`. */
  name: string
  document: Json
  /** The product's version, whose locks bind; null for a document of one's own. */
  base: unknown
  /** The part that is edited. */
  chosen: string | null
  onChoose: (at: string | null) => void
  /** One step of the history, after which this part is edited. */
  onChange: (document: Json, at: string) => void
  /** Opens its fields. */
  onEdit: (at: string) => void
  names: Names
  widgets: Readonly<Record<string, Schema>>
  /** Why nothing here can be changed at present. */
  hindrance: string | undefined
  /** They are on screen: they open by themselves. */
  isBeside: boolean
}

const NO_NAMES: Names = {}

export function PartBar({
  name,
  document,
  base,
  chosen,
  onChoose,
  onChange,
  onEdit,
  names,
  widgets,
  hindrance,
  isBeside,
}: Props) {
  const t = useText()
  const nameOf = usePartName(names)
  const why = useId()
  const [inserting, setInserting] = useState(false)
  const [said, setSaid] = useState('')
  const parts = partsOf(document)
  const node = chosen === null ? undefined : valueAt(document, chosen)
  const at = node === undefined ? null : chosen
  const place = at === null ? null : placeAmong(document, at)
  const reason =
    at === null
      ? undefined
      : (hindrance ?? (isLocked(base, at) ? t('console.parts.locked') : undefined))
  const isFixed = at === null || reason !== undefined
  const hidden = isHidden(node)
  const change = (next: Json, to: string, words: string) => {
    setSaid(words)
    onChange(next, to)
  }
  const move = (by: -1 | 1) => {
    if (at === null || place === null) return
    if (reason !== undefined) return setSaid(reason)
    const to = place.index + by
    if (to >= 0 && to < place.of)
      return change(
        step(document, at, by),
        at,
        t('console.form.moved', { place: to + 1, of: place.of }),
      )
    const group = groupOf(at)
    if (group === null) return setSaid(t('console.parts.atTheEnd'))
    const made = moveBeside(document, at, group, by > 0)
    const name = nameOf(valueAt(document, group))
    change(made.document, made.at, t('console.parts.movedOut', { name }))
  }
  const isFirst = at !== null && at === parts[0]?.at
  return (
    <div className={css['parts']} role="group" aria-label={t('console.parts.title')}>
      <div className={css['which']}>
        <SelectControl
          label={t('console.parts.title')}
          className={css['part']}
          value={at ?? ''}
          onChange={(next) => onChoose(next === '' ? null : next)}
          choices={[
            { id: '', label: t('console.parts.choose') },
            ...parts.map((part) => ({
              id: part.at,
              label:
                '\u2003'.repeat(part.depth) +
                (isHidden(part.node)
                  ? t('console.parts.isHidden', { name: nameOf(part.node) })
                  : nameOf(part.node)),
            })),
          ]}
        />
        {use(Clicks)}
      </div>
      {at !== null && (
        <div className={css['deeds']} aria-describedby={reason === undefined ? undefined : why}>
          {!isBeside && (
            <Button look="line" small onClick={() => onEdit(at)}>
              {t('console.parts.edit')}
            </Button>
          )}
          {([-1, 1] as const).map((by) => (
            <IconButton
              key={by}
              label={t(by < 0 ? 'console.parts.up' : 'console.parts.down')}
              onClick={() => move(by)}
            >
              <span className={by < 0 ? css['upward'] : ''}>
                <Icon name="down" size="s" />
              </span>
            </IconButton>
          ))}
          {!isFirst && (
            <Button
              look="line"
              small
              disabled={isFixed}
              onClick={() => {
                const made = toTop(document, at)
                change(made.document, made.at, t('console.parts.atTop'))
              }}
            >
              {t('console.parts.toTop')}
            </Button>
          )}
          <Button
            look="line"
            small
            disabled={hindrance !== undefined}
            icon={<Icon name="plus" size="s" />}
            onClick={() => setInserting(true)}
          >
            {t('console.parts.insert')}
          </Button>
          <Button
            look="line"
            small
            disabled={hindrance !== undefined}
            onClick={() => {
              const made = duplicate(document, at)
              change(made.document, made.at, t('console.parts.duplicated'))
            }}
          >
            {t('console.parts.duplicate')}
          </Button>
          {hidden ? (
            <Button
              look="line"
              small
              disabled={isFixed}
              icon={<Icon name="eye" size="s" />}
              onClick={() => change(showAgain(document, at), at, t('console.parts.shown'))}
            >
              {t('console.parts.show')}
            </Button>
          ) : (
            <HidePart
              key={at}
              name={name}
              part={at}
              disabled={isFixed}
              onHide={() => change(hide(document, at), at, t('console.parts.hidden'))}
            />
          )}
        </div>
      )}
      {reason !== undefined && (
        <p id={why} className="small mute">
          <Icon name="lock" size="s" /> {reason}
        </p>
      )}
      <p className="hidden-text" role="status">
        {said}
      </p>
      {at !== null && (
        <Insert
          open={inserting}
          onClose={() => setInserting(false)}
          widgets={widgets}
          onInsert={(type) => {
            setInserting(false)
            const props = emptyOf(widgets[type] ?? {})
            const made = insertBelow(document, at, {
              id: type,
              type,
              ...(Object.keys(props ?? {}).length > 0 && { props }),
            })
            change(made.document, made.at, t('console.parts.inserted'))
            onEdit(made.at)
          }}
        />
      )}
    </div>
  )
}

/** What most pages are made of, offered first. */
const USUAL: readonly string[] = [
  'page-title',
  'text-block',
  'picture',
  'lesson',
  'tips',
  'notice',
  'action-buttons',
  'call-to-action-card',
  'tile-list',
  'accordion',
  'section',
  'columns',
]
/** Of the product's own pages about itself. */
const NEVER: ReadonlySet<string> = new Set(['being-built', 'specimens', 'theme-showcase'])

/** Which kind of part comes below. */
function Insert({
  open,
  onClose,
  widgets,
  onInsert,
}: {
  open: boolean
  onClose: () => void
  widgets: Readonly<Record<string, Schema>>
  onInsert: (type: string) => void
}) {
  const t = useText()
  const kindOf = useKindName()
  const { i18n } = useTranslation()
  const usual = USUAL.filter((id) => Object.hasOwn(widgets, id))
  const others = Object.keys(widgets)
    .filter((id) => !id.startsWith('console-') && !usual.includes(id) && !NEVER.has(id))
    .map((id) => ({ id, label: kindOf(id) }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language))
  const [chosen, setChosen] = useState('')
  return (
    <Dialog open={open} onClose={onClose} title={t('console.parts.insert')}>
      <div className="stack">
        <ul className={css['kinds']}>
          {usual.map((id) => (
            <li key={id}>
              <Button look="line" small onClick={() => onInsert(id)}>
                {kindOf(id)}
              </Button>
            </li>
          ))}
        </ul>
        <SelectField
          label={t('console.parts.kind')}
          value={chosen}
          onChange={setChosen}
          choices={[{ id: '', label: t('console.parts.choose') }, ...others]}
        />
        <Button disabled={chosen === ''} onClick={() => onInsert(chosen)}>
          {t('console.parts.insertIt')}
        </Button>
      </div>
    </Dialog>
  )
}

function useKindName(): (type: string) => string {
  const t = useText()
  const { i18n } = useTranslation()
  return (type) =>
    i18n.exists(`console.form.widget.${type}`) ? t(`console.form.widget.${type}`) : readOut(type)
}

/** What kind of part it is, and its first words if names are given. */
export function usePartName(names: Names = NO_NAMES): (node: unknown) => string {
  const kindOf = useKindName()
  const texts = titlesOf(names, 'text')
  return (node) => {
    const props = own(node, 'props')
    const words = ['label', 'title', 'text', 'lead', 'question']
      .map((member) => own(props, member))
      .find((value) => typeof value === 'string' && value !== '')
    const kind = kindOf(String(own(node, 'type') ?? ''))
    const title = typeof words === 'string' ? (texts.get(words) ?? '') : ''
    return title === '' || title.length > 60 ? kind : `${kind} · ${title}`
  }
}
