/** One picture: what it is called and shows in each language, where it is used, and its removal. */

import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  MAX_PICTURE_NAME,
  MAX_PICTURE_WORDS,
  type Picture,
  type PictureUse,
} from '#engine/contract/pictures.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRefresh, useRights, useTitleOf } from '#admin/parts/client.ts'
import { TextField } from '#admin/parts/Field.tsx'
import { splitName } from '#admin/parts/kinds.ts'
import { useSend } from '#admin/parts/useSend.ts'
import { usePictureLanguages } from './languages.ts'
import css from './Pictures.module.css'

type Props = {
  picture: Picture
  onClose: () => void
  /** It was changed: as the server has it now. */
  onSaved: (picture: Picture) => void
  onRemoved?: (picture: Picture) => void
  /** Of the button that saves it. */ button?: string
}

export function PictureDialog({ picture, onClose, onSaved, onRemoved, button }: Props) {
  const t = useText()
  const rights = useRights()
  return (
    <Dialog open onClose={onClose} title={t('console.pictures.one')}>
      <div className="stack">
        <div className={css['large']}>
          <img src={picture.url} alt={Object.values(picture.words)[0] ?? ''} />
        </div>
        {picture.width !== null && (
          <p className="small mute">
            {t('console.pictures.size', {
              width: picture.width,
              height: picture.height,
              kilobytes: Math.max(1, Math.round(picture.bytes / 1024)),
            })}
          </p>
        )}
        <PictureForm picture={picture} onSaved={onSaved} button={button} />
        {onRemoved && <Uses uses={picture.uses} />}
        {onRemoved && rights.edit && picture.uses.length === 0 && (
          <Remove picture={picture} onRemoved={onRemoved} />
        )}
      </div>
    </Dialog>
  )
}

function PictureForm({
  picture,
  onSaved,
  button = 'console.pictures.save',
}: Pick<Props, 'picture' | 'onSaved'> & { button: string | undefined }) {
  const t = useText()
  const rights = useRights()
  const refresh = useRefresh()
  const languages = usePictureLanguages()
  const [name, setName] = useState(picture.name)
  const [words, setWords] = useState(picture.words)
  const { form, busy, problem, faults, refuse, send } = useSend([])
  const first = languages[0]?.id ?? ''
  const save = () => {
    if ((words[first] ?? '').trim() === '')
      return refuse({ faults: { [first]: t('console.pictures.needed') } })
    return send(
      { path: `admin/pictures/${picture.id}`, method: 'PATCH', body: { name, words } },
      (value) => {
        refresh('admin/pictures', 'admin/audit', 'admin/limits')
        onSaved(value as Picture)
      },
    )
  }
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={t('console.pictures.name')}
        value={name}
        maxLength={MAX_PICTURE_NAME}
        disabled={!rights.edit}
        onChange={setName}
      />
      <fieldset className={css['words']}>
        <legend className="strong small">{t('console.pictures.words')}</legend>
        <p className="small mute">{t('console.pictures.wordsHint')}</p>
        {languages.map(({ id, name: language }) => (
          <TextField
            key={id}
            label={id === first ? t('console.pictures.firstLanguage', { language }) : language}
            value={words[id] ?? ''}
            maxLength={MAX_PICTURE_WORDS}
            disabled={!rights.edit}
            error={faults[id]}
            onChange={(said) => setWords({ ...words, [id]: said })}
          />
        ))}
      </fieldset>
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      {rights.edit && (
        <Button type="submit" look="main" busy={busy}>
          {t(button)}
        </Button>
      )}
    </form>
  )
}

function Uses({ uses }: { uses: readonly PictureUse[] }) {
  const t = useText()
  const href = useHref()
  const titleOf = useTitleOf()
  if (uses.length === 0) return <p className="mute">{t('console.pictures.unused')}</p>
  return (
    <section className="stack-s">
      <h3>{t('console.pictures.uses')}</h3>
      <ul className={css['uses']}>
        {uses.map(({ kind, name }) => {
          const [first, rest] = splitName(name)
          return (
            <li key={`${kind} ${name}`}>
              {kind === 'record' ? (
                <Link to={href('consoleRecords', { type: first })}>{name}</Link>
              ) : (
                <Link to={href('consoleDocument', { kind: first, id: rest })}>{titleOf(name)}</Link>
              )}{' '}
              <span className="small mute">{t(`console.pictures.use.${kind}`)}</span>
            </li>
          )
        })}
      </ul>
      <p className="small mute">{t('console.pictures.usedText')}</p>
    </section>
  )
}

function Remove({
  picture,
  onRemoved,
}: {
  picture: Picture
  onRemoved: (picture: Picture) => void
}) {
  const t = useText()
  const refresh = useRefresh()
  const { busy, problem, send } = useSend([])
  const remove = () =>
    send({ path: `admin/pictures/${picture.id}`, method: 'DELETE' }, () => {
      refresh('admin/pictures', 'admin/audit', 'admin/limits')
      onRemoved(picture)
    })
  return (
    <div className="stack-s">
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      <Button look="text" small busy={busy} onClick={() => void remove()}>
        {t('console.pictures.remove')}
      </Button>
    </div>
  )
}
