/** What can be chosen: a search, groups, ticks, and own words. */

import { use, useEffect, useId, useRef, useState } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { Choice } from '#engine/forms/records.ts'
import { OWN_WORDS } from '#engine/forms/section.ts'
import { searchWords } from '#engine/forms/wordsearch.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { GuideContext, startersOf } from './guidecontext.ts'
import type { Option } from './listwords.ts'
import { Starters } from './Starters.tsx'
import css from './SectionList.module.css'

/** A list that is longer than this can be searched. */
const LONG = 12
/** How many are shown at once. */
const SHOWN = 24

type Props = {
  readonly section: Section
  /** Null if they can't be loaded now. */
  readonly options: readonly Option[] | null
  readonly isChosen: (id: string) => boolean
  /** Without room, only what is chosen can be changed. */
  readonly hasRoom: boolean
  readonly onTurn: (choice: Choice) => void
  /** Own words that are being typed; null while they aren't. */
  readonly own: string | null
  readonly onOwn: (text: string | null) => void
}

export function ChooseOptions({ section, options, isChosen, hasRoom, onTurn, own, onOwn }: Props) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [group, setGroup] = useState<string | null>(null)
  const groups = [...new Set((options ?? []).flatMap((each) => each.group ?? []))]
  const inGroup = (options ?? []).filter((each) => group === null || each.group === group)
  const found = searchWords(typed.trim() === '' ? inGroup : (options ?? []), typed)
  const shown = found.slice(0, SHOWN)
  return (
    <div className={css['stack']}>
      {options === null && <Note look="wait">{t('form.noWords')}</Note>}
      {(options?.length ?? 0) > LONG && (
        <div className={css['find']}>
          <label htmlFor={id}>{t('form.searchAll', { count: options?.length ?? 0 })}</label>
          <span className={css['search']}>
            <Icon name="search" size="s" />
            <input
              id={id}
              type="search"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </span>
          <p className="small mute" role="status">
            {typed.trim() === ''
              ? found.length > SHOWN
                ? t('form.searchMore', { count: found.length - SHOWN })
                : ''
              : t('form.searchFound', { count: found.length })}
          </p>
        </div>
      )}
      {groups.length > 1 && typed.trim() === '' && (
        <div className={css['groups']} role="group" aria-label={t('form.groups')}>
          {groups.map((each) => (
            <button
              type="button"
              key={each}
              aria-pressed={each === group}
              onClick={() => setGroup(each === group ? null : each)}
            >
              {each}
            </button>
          ))}
        </div>
      )}
      {shown.length > 0 && (
        <fieldset className={css['options']}>
          <legend className="hidden-text">{t(section.label)}</legend>
          {shown.map((option) => (
            <label key={option.id} className={css['option']}>
              <input
                type="checkbox"
                checked={isChosen(option.id)}
                disabled={!hasRoom && !isChosen(option.id)}
                onChange={() => onTurn({ id: option.id })}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </fieldset>
      )}
      {section.own === true && (
        <OwnWords isOpen={hasRoom} text={own} onText={onOwn} onAdd={(text) => onTurn({ text })} />
      )}
    </div>
  )
}

function OwnWords({
  isOpen,
  text,
  onText,
  onAdd,
}: {
  isOpen: boolean
  text: string | null
  onText: (text: string | null) => void
  onAdd: (text: string) => void
}) {
  const t = useText()
  const id = useId()
  const guide = use(GuideContext)?.guide ?? null
  const input = useRef<HTMLInputElement>(null)
  const [isOpened, setOpened] = useState(false)
  const isTyping = text !== null
  // It was opened by a button that is no longer there.
  useEffect(() => {
    if (isOpened && isTyping) input.current?.focus()
  }, [isOpened, isTyping])
  if (text === null)
    return (
      <button
        type="button"
        className={css['gap']}
        disabled={!isOpen}
        onClick={() => {
          setOpened(true)
          onText('')
        }}
      >
        <span className={css['plus']}>
          <Icon name="plus" size="s" />
        </span>
        <span>
          <strong>{t('form.own')}</strong>
          <span className="small mute">{t('form.ownHint')}</span>
        </span>
      </button>
    )
  const add = () => {
    if (text.trim() !== '') onAdd(text.trim())
    onText(null)
  }
  return (
    <form
      className={css['own']}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <label htmlFor={id}>{t('form.own')}</label>
      <input
        id={id}
        value={text}
        maxLength={OWN_WORDS}
        ref={input}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      <Starters
        starters={startersOf(guide)}
        onBegin={(words) => {
          // In place of a beginning that was tried before, not behind it.
          onText(`${words} `)
          input.current?.focus()
        }}
      />
      <Button type="submit" disabled={!isOpen}>
        {t('form.ownAdd')}
      </Button>
    </form>
  )
}
