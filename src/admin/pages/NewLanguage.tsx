/** Adds a language to the tenant. Learners can choose it once it is enabled and complete. */

import { useState } from 'react'
import type { DocumentSummary, DocumentView } from '#engine/contract/admincontract.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { languageName } from '#engine/documents/intl.ts'
import { Note } from '#widgets/parts/Note.tsx'
import {
  documentPath,
  isDone,
  OF_DRAFTS,
  refusalOf,
  useConsole,
  useRefresh,
} from '#admin/parts/client.ts'
import { ChoiceField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { isLanguage, newLocale, type Locale } from '#admin/form/languages.ts'

/** ETag for creating a document. */
const NOTHING = '"0-none"'
const EMPTY = ''
const DIRECTIONS = ['ltr', 'rtl'] as const

export function NewLanguage({
  languages,
  onClose,
  onMade,
}: {
  languages: readonly DocumentSummary[]
  onClose: () => void
  onMade: (id: string) => void
}) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const { language } = useScope()
  const [id, setId] = useState('')
  const [name, setName] = useState('')
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>('ltr')
  const [from, setFrom] = useState(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const make = async () => {
    if (!isLanguage(id)) return setProblem(t('console.languages.badCode'))
    if (languages.some((each) => each.id === id)) return setProblem(t('console.languages.taken'))
    setBusy(true)
    try {
      let pattern: Locale | null = null
      if (from !== EMPTY) {
        const response = await call({ path: documentPath('documents', 'locale', from) })
        if (!isDone(response)) return setProblem(refusalOf(response).message)
        pattern = (response.value as DocumentView).effective as Locale | null
      }
      const document = newLocale(
        { id, name: name.trim() || languageName(id, id), direction },
        pattern,
      )
      const saved = await call({
        path: documentPath('drafts', 'locale', id),
        method: 'PUT',
        body: { document },
        ifMatch: NOTHING,
      })
      if (!isDone(saved)) return setProblem(refusalOf(saved).message)
      refresh(...OF_DRAFTS)
      onMade(id)
      onClose()
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('console.languages.new')}
      hint={t('console.languages.newText')}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <TextField
          label={t('console.languages.code')}
          hint={t('console.languages.codeHint')}
          value={id}
          onChange={setId}
          maxLength={6}
        />
        <TextField
          label={t('console.languages.name')}
          hint={t('console.languages.nameHint')}
          value={name}
          onChange={setName}
          maxLength={60}
        />
        <ChoiceField
          label={t('console.form.member.direction')}
          value={direction}
          onChange={(value) => setDirection(value as typeof direction)}
          choices={DIRECTIONS.map((each) => ({ id: each, label: t(`console.form.value.${each}`) }))}
        />
        <SelectField
          label={t('console.new.from')}
          value={from}
          onChange={setFrom}
          choices={[
            { id: EMPTY, label: t('console.languages.noWords') },
            ...languages.map((each) => ({ id: each.id, label: languageName(each.id, language) })),
          ]}
        />
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <Button type="submit" busy={busy}>
          {t('console.new.button')}
        </Button>
      </form>
    </Dialog>
  )
}
