/** Actions on a document as a whole, and its status: saved or not, draft or live. */

import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Json } from '#engine/documents/json.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { useRights } from '#admin/parts/client.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { PublishLink } from './PublishLink.tsx'
import { History } from './History.tsx'
import { MergeOf } from './DraftLine.tsx'
import { Saving } from './Saving.tsx'
import { isSame } from './session.ts'
import { UsesFirst } from './Uses.tsx'
import { Waits } from './Waits.tsx'
import type { Editor } from './useEditor.ts'
import css from './EditorBar.module.css'

type Props = {
  editor: Editor
  /** Languages that are edited in the same form. */
  beside: Readonly<Record<string, Editor>>
  name: string
  level: Level
  problems: readonly Problem[]
  /** Opens the decision that was put off. */ onDecide: () => void
}

export function EditorBar({ editor, beside, name, level, problems, onDecide }: Props) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const [more, setMore] = useState(false)
  const [kind, id] = splitName(name)
  const { view, session } = editor
  const title = titleOf(session.document) || titleOf(view.live) || titleOf(view.base) || id
  const isDraft = !isSame(session.document, view.live as Json | null)
  return (
    <header className={css['bar']}>
      <div className={css['words']}>
        <nav className="tiny mute" aria-label={t('console.editor.where')}>
          <Link to={href('consoleDocuments')}>{t('console.menu.documents')}</Link> /{' '}
          <Link to={href('consoleDocuments', { kind })}>{t(`console.kind.${kind}`)}</Link> /{' '}
          <span className={css['id']}>{id}</span>
        </nav>
        <div className="row wraps">
          <Heading level={level} className={css['title']}>
            {title}
          </Heading>
          {isDraft ? (
            <Chip look="wait">{t('console.documents.draft')}</Chip>
          ) : (
            <Chip look="ok">{t('console.editor.live')}</Chip>
          )}
          {problems.length > 0 && (
            <Chip look="bad">{t('console.editor.count', { count: problems.length })}</Chip>
          )}
        </div>
        <Waits name={name} />
      </div>
      <div className={css['doing']}>
        <SavingOfAll editor={editor} beside={beside} onDecide={onDecide} />
        {rights.edit && (
          <>
            <History editors={[editor, ...Object.values(beside)]} />
            <Button look="line" small onClick={() => setMore(true)}>
              {t('console.editor.more')}
            </Button>
          </>
        )}
        <PublishLink />
      </div>
      <More name={name} editor={editor} open={more} onClose={() => setMore(false)} />
    </header>
  )
}

/** Whatever is not saved yet, else the latest save. */
function SavingOfAll({ editor, beside, onDecide }: Pick<Props, 'editor' | 'beside' | 'onDecide'>) {
  const [later, setLater] = useState(false)
  const others = Object.entries(beside)
  const open = editor.saving.state === 'saved' ? undefined : editor
  const [name, other] = others.find(([, { saving }]) => saving.state !== 'saved') ?? []
  const saved = [editor, ...Object.values(beside)].toSorted((a, b) => savedAt(b) - savedAt(a))[0]
  return (
    <>
      <Saving
        editor={open ?? other ?? saved ?? editor}
        onDecide={() => (open === undefined ? setLater(false) : onDecide())}
      />
      {name !== undefined && other?.saving.state === 'stale' && !later && (
        <MergeOf key={name} name={name} editor={other} onClose={() => setLater(true)} />
      )}
    </>
  )
}

function savedAt({ saving }: Editor): number {
  return Date.parse(saving.saved?.draft?.at ?? '') || 0
}

function titleOf(document: unknown): string {
  const { title } = (document ?? {}) as { title?: unknown }
  return typeof title === 'string' ? title : ''
}

/** Rare actions, each with an explanation. None of them reaches learners before publishing. */
function More({
  name,
  editor,
  open,
  onClose,
}: {
  name: string
  editor: Editor
  open: boolean
  onClose: () => void
}) {
  const t = useText()
  const { view, session, saving } = editor
  const hasDraft = (saving.saved === undefined ? view.draft : saving.saved.draft) !== null
  const base = view.base as Json | null
  const doing = (action: () => unknown) => () => {
    onClose()
    void action()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('console.editor.more')}
      hint={t('console.editor.moreText')}
    >
      <div className="stack">
        {open && session.document !== null && <UsesFirst name={name} />}
        {hasDraft && (
          <Deed
            text={t('console.editor.discardText')}
            label={t('console.editor.discard')}
            onClick={doing(editor.discard)}
          />
        )}
        {base !== null && !isSame(base, session.document) && (
          <Deed
            text={t('console.editor.toProductText')}
            label={t('console.editor.toProduct')}
            onClick={doing(() => editor.edit(base))}
          />
        )}
        {session.document !== null && (
          <Deed
            danger
            text={t('console.editor.removeText')}
            label={t('console.editor.remove')}
            onClick={doing(() => editor.edit(null))}
          />
        )}
      </div>
    </Dialog>
  )
}

function Deed({
  text,
  label,
  danger = false,
  onClick,
}: {
  text: string
  label: string
  danger?: boolean
  onClick: () => void
}) {
  return (
    <div>
      <Button look={danger ? 'danger' : 'line'} block onClick={onClick}>
        {label}
      </Button>
      <p className="small mute">{text}</p>
    </div>
  )
}
