/** What colleagues say about a draft: short, by person and time, until it's dealt with. */

import { useState } from 'react'
import type { DraftComment } from '#engine/contract/approvals.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  commentsPath,
  OF_COMMENTS,
  useComments,
  useRefresh,
  useRights,
} from '#admin/parts/client.ts'
import { LongField } from '#admin/parts/Field.tsx'
import { useSend } from '#admin/parts/useSend.ts'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import css from './Comments.module.css'

const MAX_COMMENT = 500

/** Folded at first: below a document there is little room. */
export function Comments({ kind, id }: { kind: string; id: string }) {
  const t = useText()
  const rights = useRights()
  const { value } = useComments(kind, id)
  const [isOpen, setOpen] = useState(false)
  if (value === undefined || (!rights.edit && value.items.length === 0)) return null
  const open = value.items.filter(({ resolved }) => !resolved).length
  return (
    <section className={css['comments']} aria-label={t('console.comment.title')}>
      <Button look="text" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {value.items.length === 0
          ? t('console.comment.none')
          : t('console.comment.open', { count: open })}
      </Button>
      {isOpen && (
        <div className={css['said']}>
          {value.items.length > 0 && (
            <ul className={css['list']}>
              {value.items.map((each) => (
                <Comment key={each.id} comment={each} />
              ))}
            </ul>
          )}
          {rights.edit && <NewComment kind={kind} id={id} />}
        </div>
      )}
    </section>
  )
}

function NewComment({ kind, id }: { kind: string; id: string }) {
  const t = useText()
  const refresh = useRefresh()
  const { form, busy, problem, send } = useSend()
  const [text, setText] = useState('')
  const add = () =>
    send({ path: commentsPath(kind, id), method: 'POST', body: { text: text.trim() } }, () => {
      setText('')
      refresh(...OF_COMMENTS)
    })
  return (
    <form
      ref={form}
      className="stack-s narrow"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <LongField
        label={t('console.comment.label')}
        hint={t('console.comment.hint')}
        rows={2}
        value={text}
        maxLength={MAX_COMMENT}
        onChange={setText}
      />
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      <Button type="submit" look="line" small busy={busy} disabled={text.trim() === ''}>
        {t('console.comment.add')}
      </Button>
    </form>
  )
}

function Comment({ comment: { id, text, by, at, resolved } }: { comment: DraftComment }) {
  const t = useText()
  const { language } = useScope()
  const rights = useRights()
  const refresh = useRefresh()
  const { busy, problem, send } = useSend()
  const change = () =>
    send(
      { path: `admin/comments/${id}/resolved`, method: 'PUT', body: { resolved: !resolved } },
      () => refresh(...OF_COMMENTS),
    )
  return (
    <li className={css['row']}>
      <span className={css['words']}>
        <span className={resolved ? 'mute' : ''}>{text}</span>
        <span className="small mute">
          {whoOf(by, t)} · {whenOf(at, language)}
          {resolved && ` · ${t('console.comment.resolved')}`}
        </span>
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
      </span>
      {rights.edit && (
        <Button look="text" small busy={busy} onClick={() => void change()}>
          {t(resolved ? 'console.comment.reopen' : 'console.comment.resolve')}
        </Button>
      )}
    </li>
  )
}
