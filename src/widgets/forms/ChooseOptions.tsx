/** What can be chosen: proposals, groups, ticks, and own words. */

import { use, useEffect, useId, useRef, useState } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { Choice } from '#engine/forms/formchoice.ts'
import { OWN_WORDS } from '#engine/forms/section.ts'
import type { Found } from '#engine/forms/wordsearch.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { ChoosePick } from './ChoosePick.tsx'
import { GuideContext, startersOf } from './guidecontext.ts'
import { GuideOffers, type Ideas } from './GuideHelp.tsx'
import type { Option } from './listwords.ts'
import { Starters } from './Starters.tsx'
import css from './SectionList.module.css'

/** How many are shown at once. */
export const SHOWN = 24
/** As many groups are shown at first where they don't scroll. */
const FEW = 6
/** The group of proposals; no list has one of that name. */
const IDEAS = '*'

type Props = {
  readonly section: Section
  readonly options: readonly Option[]
  readonly ideas: Ideas | null
  /** What is searched for. */
  readonly words: string
  readonly search: Found<Option>
  readonly chosen: readonly Choice[]
  /** Without room, only what is chosen can be changed. */
  readonly hasRoom: boolean
  readonly onTurn: (choice: Choice) => void
  /** Says more of what is chosen. */
  readonly onEdit: (choice: Choice) => void
  /** Own words that are being typed; null while they aren't. */
  readonly own: string | null
  readonly onOwn: (text: string | null) => void
}

export function ChooseOptions(props: Props) {
  const { section, options, ideas, words, search, chosen, hasRoom, own, onOwn } = props
  const { onTurn, onEdit } = props
  const t = useText()
  const [picked, setPicked] = useState<string | null>()
  // Proposals come first, until another group is chosen.
  const group = picked === undefined && ideas !== null ? IDEAS : (picked ?? null)
  const isSearching = words.trim() !== ''
  const groups = [...new Set(options.flatMap((each) => each.group ?? []))]
  const inGroup = options.filter((each) => group === null || each.group === group)
  // They are in no list; on a phone they would be out of sight as soon as they are added.
  const ownWords = chosen.filter(({ id, text }) => id === undefined && text !== undefined)
  const shown = (isSearching ? search.found : inGroup).slice(0, SHOWN)
  return (
    <div className={css['found']}>
      {!isSearching && (ideas !== null || groups.length > 1) && (
        <Groups
          groups={groups}
          hasIdeas={ideas !== null}
          chosen={group}
          onChoose={(next) => setPicked(next === group ? null : next)}
        />
      )}
      {!isSearching && group === IDEAS && ideas !== null ? (
        <div role="group" aria-label={t(section.label)}>
          <GuideOffers
            section={section}
            ideas={ideas}
            options={options}
            chosen={chosen}
            hasRoom={hasRoom}
            onTurn={onTurn}
            onEdit={onEdit}
          />
        </div>
      ) : (
        shown.length > 0 && (
          <fieldset className={css['options']}>
            <legend className="hidden-text">{t(section.label)}</legend>
            {shown.map((option) => (
              <ChoosePick
                key={option.id}
                section={section}
                choice={chosen.find(({ id }) => id === option.id)}
                name={option.label}
                hasRoom={hasRoom}
                onTurn={() => onTurn({ id: option.id })}
                onEdit={onEdit}
              >
                {isSearching
                  ? search
                      .marked(option.label)
                      .map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text))
                  : option.label}
              </ChoosePick>
            ))}
          </fieldset>
        )
      )}
      {!isSearching && group !== IDEAS && inGroup.length > SHOWN && (
        <p className="small mute">{t('form.searchMore', { count: inGroup.length - SHOWN })}</p>
      )}
      {!isSearching && ownWords.length > 0 && (
        <fieldset className={`${css['options']} only-small`}>
          <legend className="hidden-text">{t('form.own')}</legend>
          {ownWords.map((choice) => (
            <ChoosePick
              key={choice._id ?? choice.text}
              section={section}
              choice={choice}
              name={choice.text ?? ''}
              hasRoom={hasRoom}
              onTurn={() => onTurn(choice)}
              onEdit={onEdit}
            />
          ))}
        </fieldset>
      )}
      {section.own === true && (
        <OwnWords isOpen={hasRoom} text={own} onText={onOwn} onAdd={(text) => onTurn({ text })} />
      )}
    </div>
  )
}

function Groups({
  groups,
  hasIdeas,
  chosen,
  onChoose,
}: {
  groups: readonly string[]
  hasIdeas: boolean
  chosen: string | null
  onChoose: (group: string | null) => void
}) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const named: readonly (readonly [string | null, string])[] = [
    ...(hasIdeas ? [[IDEAS, t('form.ideas')] as const] : []),
    [null, t('form.allGroups')] as const,
    ...(groups.length > 1 ? groups.map((each) => [each, each] as const) : []),
  ]
  return (
    <div
      className={css['groups']}
      data-few={!isOpen || undefined}
      role="group"
      aria-label={t('form.groups')}
    >
      {named.map(([group, label]) => (
        <button
          type="button"
          key={label}
          aria-pressed={group === chosen}
          onClick={() => onChoose(group)}
        >
          {label}
        </button>
      ))}
      {named.length > FEW && (
        <button
          type="button"
          className={css['more']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('form.fewer') : t('form.moreOfThese', { count: named.length - FEW })}
        </button>
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
  const button = useRef<HTMLButtonElement>(null)
  // What had the focus is no longer there.
  useEffect(() => {
    if (isOpened) (isTyping ? input : button).current?.focus()
  }, [isOpened, isTyping])
  if (text === null)
    return (
      <button
        type="button"
        ref={button}
        className={css['gap']}
        // Not "disabled": the focus would be lost when the last one that fits is added.
        aria-disabled={!isOpen}
        onClick={() => {
          if (!isOpen) return
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
