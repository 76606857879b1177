/** Words that a machine wrote and nobody has read: how many, and whether learners see them. */

import type { Json } from '#engine/documents/json.ts'
import { unreadTexts } from '#engine/documents/texts.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import type { Editor } from '#admin/editor/useEditor.ts'
import { CheckField } from '#admin/parts/Field.tsx'
import { useRights } from '#admin/parts/client.ts'
import { asRead, type Locale } from '#admin/form/languages.ts'

export function UnreadNote({ editor }: { editor: Editor }) {
  const t = useText()
  const rights = useRights()
  const locale = editor.session.document as unknown as Locale | null
  if (locale === null || editor.session.broken) return null
  const count = unreadTexts(locale).length
  if (count === 0) return null
  const { unreadShown = false, ...rest } = locale
  return (
    <Note look="wait">
      <p>
        {t('console.languages.unread', { count, language: locale.name })}{' '}
        {t(unreadShown ? 'console.languages.unreadSeen' : 'console.languages.unreadHidden')}
      </p>
      <CheckField
        label={t('console.languages.unreadShow')}
        checked={unreadShown}
        disabled={!rights.edit}
        onChange={(shown) =>
          editor.edit((shown ? { ...rest, unreadShown: true } : rest) as unknown as Json)
        }
      />
    </Note>
  )
}

/** Below words that nobody has read. */
export function UnreadMark({ editor, text }: { editor: Editor; text: string }) {
  const t = useText()
  const rights = useRights()
  return (
    <span className="row wraps">
      <Chip look="wait">{t('console.languages.notRead')}</Chip>
      {rights.edit && (
        <Button
          look="text"
          small
          onClick={() =>
            editor.edit(
              asRead(editor.session.document as unknown as Locale, [text]) as unknown as Json,
            )
          }
        >
          {t('console.languages.markRead')}
          <span className="hidden-text"> {text}</span>
        </Button>
      )}
    </span>
  )
}
