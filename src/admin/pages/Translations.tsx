/**
 * The words of a language as a file for a translator, and back: what the file would change is shown
 * first.
 */

import { useState } from 'react'
import type { Glossary } from '#engine/documents/glossary.ts'
import type { Json } from '#engine/documents/json.ts'
import { tagOf } from '#engine/documents/languages.ts'
import { unreadTexts } from '#engine/documents/texts.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { saveFile } from '#widgets/parts/savefile.ts'
import type { Editor } from '#admin/editor/useEditor.ts'
import { CheckField, FileField } from '#admin/parts/Field.tsx'
import { useRights } from '#admin/parts/client.ts'
import { GlossaryLine } from '#admin/form/Glossary.tsx'
import { asRead, withMachineText, withText, wordsOf, type Locale } from '#admin/form/languages.ts'
import {
  compare,
  csvOf,
  readFile,
  rowsOf,
  xliffOf,
  type Comparison,
  type FileFault,
} from '#admin/form/translations.ts'

const FORMATS = [
  { text: 'console.languages.csv', type: 'text/csv', ending: 'csv', write: csvOf },
  { text: 'console.languages.xliff', type: 'application/xliff+xml', ending: 'xlf', write: xliffOf },
] as const
const MAX_SHOWN = 50

type Found = Comparison | { readonly fault: FileFault }

export function Translations({
  left,
  right,
  glossary,
}: {
  left: Editor
  right: Editor
  glossary: Glossary
}) {
  const t = useText()
  const rights = useRights()
  const [onlyMissing, setOnlyMissing] = useState(false)
  const [bringing, setBringing] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const one = left.session.document as unknown as Locale | null
  const other = right.session.document as unknown as Locale | null
  if (one === null || other === null || left.session.broken || right.session.broken) return null
  const [from, to] = [tagOf(one.id), tagOf(other.id)]
  const unread = new Set(unreadTexts(other))
  const save = ({ write, type, ending }: (typeof FORMATS)[number]) => {
    const rows = rowsOf(wordsOf(one), wordsOf(other), onlyMissing, unread, glossary)
    // Spreadsheets take a file for UTF-8 by its first character.
    const text = (ending === 'csv' ? '\uFEFF' : '') + write(rows, from, to)
    saveFile(`${from}-${to}.${ending}`, new Blob([text], { type: `${type};charset=utf-8` }))
  }
  const take = ({ changed, read }: Comparison, byMachine: boolean) => {
    const taken = changed.reduce(
      (locale, { key, now, state }) => {
        const withWords = byMachine || state === 'machine' ? withMachineText : withText
        return withWords(locale, key, now)
      },
      asRead(other, read),
    )
    right.edit(taken as unknown as Json)
    setBringing(false)
    setSaid(
      changed.length > 0
        ? t('console.languages.tookOver', { count: changed.length })
        : t('console.languages.nowRead', { count: read.length }),
    )
  }
  return (
    <div className="stack-s">
      <GlossaryLine glossary={glossary} language={other.name} />
      <p className="small mute">
        {t('console.languages.file', { from: one.name, to: other.name })}
      </p>
      <div className="row wraps">
        {FORMATS.map((each) => (
          <Button
            key={each.ending}
            look="line"
            small
            icon={<Icon name="download" size="s" />}
            onClick={() => save(each)}
          >
            {t(each.text)}
          </Button>
        ))}
        {rights.edit && (
          <Button look="line" small onClick={() => setBringing(true)}>
            {t('console.languages.bring')}
          </Button>
        )}
        <CheckField
          label={t('console.languages.sendMissing')}
          checked={onlyMissing}
          onChange={setOnlyMissing}
        />
      </div>
      <div role="status">{said !== null && <Note look="ok">{said}</Note>}</div>
      {bringing && (
        <Bring
          from={from}
          to={to}
          name={other.name}
          onRead={async (text) => {
            const read = await readFile(text, from, to)
            return 'fault' in read ? read : compare(read.rows, wordsOf(one), wordsOf(other), unread)
          }}
          onTake={take}
          onClose={() => setBringing(false)}
        />
      )}
    </div>
  )
}

function Bring({
  from,
  to,
  name,
  onRead,
  onTake,
  onClose,
}: {
  from: string
  to: string
  name: string
  onRead: (text: string) => Promise<Found>
  onTake: (found: Comparison, byMachine: boolean) => void
  onClose: () => void
}) {
  const t = useText()
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<Found | null>(null)
  const [byMachine, setByMachine] = useState(false)
  const comparison = found === null || 'fault' in found ? null : found
  return (
    <Dialog open onClose={onClose} title={t('console.languages.bringTitle', { language: name })}>
      <div className="stack">
        <FileField
          key={round}
          label={t('console.records.file')}
          hint={t('console.languages.bringHint', { from, to })}
          accept=".csv,.tsv,.txt,.xlf,.xliff,.xml,text/csv"
          onChoose={(file) => {
            if (file === null) return
            // Chosen again after it was repaired, it must be read again.
            setRound(round + 1)
            void file
              .text()
              .then(onRead)
              .then(setFound, () => setFound({ fault: { is: 'broken', line: null } }))
          }}
        />
        <div role="status" className="stack-s">
          {found !== null && 'fault' in found && (
            <Note look="bad">{faultText(t, found.fault)}</Note>
          )}
          {comparison !== null && <Outcome found={comparison} />}
        </div>
        {comparison !== null && comparison.changed.length > 0 && (
          <CheckField
            label={t('console.languages.byMachine')}
            checked={byMachine}
            onChange={setByMachine}
          />
        )}
        <Button
          block
          disabled={comparison === null || comparison.changed.length + comparison.read.length === 0}
          onClick={() => comparison !== null && onTake(comparison, byMachine)}
        >
          {comparison !== null && comparison.changed.length === 0 && comparison.read.length > 0
            ? t('console.languages.takeRead', { count: comparison.read.length })
            : t('console.languages.take', { count: comparison?.changed.length ?? 0 })}
        </Button>
      </div>
    </Dialog>
  )
}

function faultText(t: ReturnType<typeof useText>, fault: FileFault): string {
  switch (fault.is) {
    case 'columns':
      return t('console.languages.noColumns', { wanted: fault.wanted })
    case 'other-language':
      return t('console.languages.otherLanguage', { language: fault.language })
    case 'broken':
      return fault.line === null
        ? t('console.languages.broken')
        : t('console.languages.brokenAt', { line: fault.line })
  }
}

/** What the file would change, and what it leaves alone and why. */
function Outcome({ found: { changed, same, read, gone, lost, older } }: { found: Comparison }) {
  const t = useText()
  const machine = changed.filter(({ state }) => state === 'machine').length
  return (
    <>
      <p>
        {t('console.languages.changes', { count: changed.length })}{' '}
        <span className="mute">{t('console.languages.same', { count: same })}</span>
      </p>
      {machine > 0 && (
        <Note look="wait">{t('console.languages.fromMachine', { count: machine })}</Note>
      )}
      {read.length > 0 && <p>{t('console.languages.willBeRead', { count: read.length })}</p>}
      {older.length > 0 && (
        <Note look="wait">
          {t('console.languages.older', { count: older.length })} {some(older)}
        </Note>
      )}
      {lost.length > 0 && (
        <Note look="bad">
          {t('console.languages.lost', { count: lost.length })}{' '}
          {some(lost.map(({ key, wanted }) => `${key} (${wanted})`))}
        </Note>
      )}
      {gone.length > 0 && (
        <Note look="wait">
          {t('console.languages.gone', { count: gone.length })} {some(gone)}
        </Note>
      )}
      {changed.length > 0 && (
        <ul className="stack-s">
          {changed.slice(0, MAX_SHOWN).map(({ key, was, now }) => (
            <li key={key}>
              <code className="small">{key}</code>
              <br />
              {was !== '' && <del className="mute">{was}</del>} <ins>{now}</ins>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The first few, by name. */
function some(names: readonly string[]): string {
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '')
}
