/**
 * The part of a page that is edited: which one, and what can be done to it. Every deed is a button,
 * so that none needs a mouse, and is one step of the editor's history.
 */

import { use, useId, useState } from 'react'
import type { Names } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { own, type Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { SelectControl } from '#admin/parts/Control.tsx'
import { valueAt } from '#admin/parts/edit.ts'
import { titlesOf } from '#admin/form/known.ts'
import { emptyOf } from '#admin/form/shape.ts'
import { Clicks } from './clicks.ts'
import { HidePart } from './HidePart.tsx'
import { InsertPart, useKindName } from './InsertPart.tsx'
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
          <Moves
            document={document}
            at={at}
            reason={reason}
            nameOf={nameOf}
            onSay={setSaid}
            onMove={change}
          />
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
        <InsertPart
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

/** Up, down, out of its group at either end, and to the top of the page. */
function Moves({
  document,
  at,
  reason,
  nameOf,
  onSay,
  onMove,
}: {
  document: Json
  at: string
  /** Why it can't be moved. */
  reason: string | undefined
  nameOf: (node: unknown) => string
  onSay: (words: string) => void
  onMove: (document: Json, to: string, words: string) => void
}) {
  const t = useText()
  const move = (by: -1 | 1) => {
    if (reason !== undefined) return onSay(reason)
    const { index, of } = placeAmong(document, at)
    const to = index + by
    if (to >= 0 && to < of)
      return onMove(step(document, at, by), at, t('console.form.moved', { place: to + 1, of }))
    const group = groupOf(at)
    if (group === null) return onSay(t('console.parts.atTheEnd'))
    const made = moveBeside(document, at, group, by > 0)
    const name = nameOf(valueAt(document, group))
    return onMove(made.document, made.at, t('console.parts.movedOut', { name }))
  }
  return (
    <>
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
      {at !== partsOf(document)[0]?.at && (
        <Button
          look="line"
          small
          disabled={reason !== undefined}
          onClick={() => {
            const made = toTop(document, at)
            onMove(made.document, made.at, t('console.parts.atTop'))
          }}
        >
          {t('console.parts.toTop')}
        </Button>
      )}
    </>
  )
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
