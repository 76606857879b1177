/** A new part of a page: the kinds that most pages are made of first. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '#engine/documents/inspect.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { SelectField } from '#admin/parts/Field.tsx'
import { readOut } from '#admin/parts/readout.ts'
import css from './PreviewPane.module.css'

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
export function InsertPart({
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

/** A kind of part in words. */
export function useKindName(): (type: string) => string {
  const t = useText()
  const { i18n } = useTranslation()
  return (type) =>
    i18n.exists(`console.form.widget.${type}`) ? t(`console.form.widget.${type}`) : readOut(type)
}
