/**
 * Choices from a list: found by searching, ticked, put in order, in own words too. Saved only with
 * as many as the section asks for (engine/forms/profileform.ts).
 */

import {
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
  type Dispatch,
} from 'react'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Section } from '#engine/decide/progress.ts'
import {
  CLOSED,
  hasRoom,
  mayAskForMore,
  mayBeEnough,
  profileForm,
  type ProfileForm,
  type ProfileFormEvent,
} from '#engine/forms/profileform.ts'
import { searchMarked } from '#engine/forms/wordsearch.ts'
import { isSameChoice, type Choice } from '#engine/forms/formchoice.ts'
import { listItems } from '#engine/forms/records.ts'
import { mostOf } from '#engine/forms/section.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { apiError, isOffline } from '#widgets/parts/problem.ts'
import { ChooseBar } from './ChooseBar.tsx'
import { ChooseOptions } from './ChooseOptions.tsx'
import { ChooseSearch } from './ChooseSearch.tsx'
import { useIdeas } from './GuideHelp.tsx'
import { ChosenRows, ChosenSummary } from './ChooseRows.tsx'
import { optionsOf, titleOf, type Option } from './listwords.ts'
import { useDraft, type KeptDraft } from './useDraft.tsx'
import { leadsOn, type Next } from './nextProps.ts'
import { useList, type ProfileList } from './useList.ts'
import { useNext } from './useNext.ts'
import css from './SectionList.module.css'

/** The name of the draft of the choices. */
const ITEM = 'choices'

/** @param people the section whose records are chosen, instead of a list */
export function Chooser({
  section,
  people,
  level,
  next,
}: {
  section: Section
  people: Section | undefined
  level: Level
  /** Where it leads once they are saved. */
  next: Next | undefined
}) {
  const t = useText()
  const list = useList(section)
  const options = useOptions(section, people, list)
  const typed = useDraft(section.id, ITEM)
  if (!list.isReady || typed.draft === undefined || options === undefined) return null
  // Without the names nobody can see what they choose.
  if (options === null)
    return (
      <>
        {typed.note}
        <Note look="wait">{t('form.noWords')}</Note>
      </>
    )
  // Nobody to choose from yet: the page asks for people first.
  if (people !== undefined && options.length === 0 && list.items.length === 0) return null
  return (
    <Choosing
      key={typed.key}
      section={section}
      level={level}
      list={list}
      options={options}
      typed={typed}
      next={next}
    />
  )
}

type Outcome = 'saved' | 'kept' | { readonly failed: string } | null

function Choosing({
  section,
  level,
  list,
  options,
  typed,
  next,
}: {
  section: Section
  level: Level
  list: ProfileList
  options: readonly Option[]
  typed: KeptDraft
  next: Next | undefined
}) {
  const t = useText()
  const { items, profile, writes, ask, during } = list
  const leave = useNext(next)
  const drafted = typed.draft?.values['choices']
  const [form, dispatch] = useReducer(profileForm, CLOSED, () =>
    [
      { type: 'open', section, selectedRecords: items } as const,
      ...(Array.isArray(drafted) ? [{ type: 'replace', records: drafted } as const] : []),
    ].reduce(profileForm, CLOSED),
  )
  /** The profile that was seen when the form was opened: another device may change it meanwhile. */
  const from = useRef(typed.draft?.from ?? profile)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isBusy, setBusy] = useState(false)
  const { selectedRecords: selected, formChanged } = form

  const draftedOwn = typed.draft?.values['own']
  const [own, setOwn] = useState(typeof draftedOwn === 'string' ? draftedOwn : null)

  const keepDraft = useEffectEvent((choices: readonly Choice[], words: string | null) =>
    typed.keep(
      { choices, ...(words !== null && { own: words }) },
      { [section.id]: listItems(from.current, section.id) },
    ),
  )
  const endDraft = useEffectEvent(() => void typed.end())
  const wasTyped = useRef(false)
  useEffect(() => {
    if (own) wasTyped.current = true
    if (formChanged || own) keepDraft(selected, own)
    else if (wasTyped.current) endDraft()
  }, [formChanged, selected, own])
  // What this or another device has saved since is shown, unless something here would be lost.
  const reopen = useEffectEvent(() => {
    if (formChanged) return
    from.current = profile
    dispatch({ type: 'open', section, selectedRecords: items })
  })
  const state = JSON.stringify(items)
  useEffect(() => reopen(), [state])

  const change: typeof dispatch = (event) => {
    setOutcome(null)
    dispatch(event)
  }
  const turn = (choice: Choice) => {
    const index = selected.findIndex((each) => isSameChoice(each, choice))
    change(index < 0 ? { type: 'select', record: choice } : { type: 'remove', index })
  }
  const edit = (record: Choice) =>
    change({
      type: 'edit',
      index: selected.findIndex((each) => isSameChoice(each, record)),
      record,
    })
  const save = async () => {
    setBusy(true)
    try {
      const body = { choices: selected, from: from.current }
      const isKept = await during(
        { item: ITEM, method: 'POST', body: { [section.id]: selected } },
        ask('choose', { ...body }),
      )
      await typed.end()
      if (isKept || !leadsOn(next)) setOutcome(isKept ? 'kept' : 'saved')
      dispatch({ type: 'open', section, selectedRecords: selected })
      if (!isKept) await leave()
    } catch (error) {
      const known = apiError(error)
      // The user has been told; saving again replaces what the other device has saved.
      if (known?.code === 'profile/changed') from.current = profile
      dispatch({ type: 'fail', status: known?.code ?? 'failed' })
      setOutcome({
        failed: known?.message || t(isOffline(error) ? 'form.offline' : 'form.notSaved'),
      })
    } finally {
      setBusy(false)
    }
  }
  const refused = writes.find((write) => write.item === ITEM)?.refused
  const isChosen = (id: string) => selected.some((each) => each.id === id)
  const ideas = useIdeas(options, isChosen)
  const [words, setWords] = useState('')
  const search = useMemo(() => searchMarked(options, words), [options, words])
  const isSearching = words.trim() !== ''
  const [isOpen, setOpen] = useState(false)
  const nameOf = (choice: Choice) =>
    choice.text ?? options.find(({ id }) => id === choice.id)?.label ?? choice.id ?? ''
  return (
    <div className={css['choosing']} data-form={section.id}>
      {typed.note}
      <ChooseSearch options={options} words={words} search={search} onWords={setWords} />
      <ChosenSummary
        names={selected.map(nameOf)}
        isOpen={isOpen}
        isBehind={isSearching}
        onTurn={() => setOpen(!isOpen)}
      />
      <div
        className={css['chosen']}
        data-behind={isSearching || undefined}
        data-closed={(selected.length > 0 && !isOpen) || undefined}
      >
        <ChosenRows
          section={section}
          level={level}
          chosen={selected}
          nameOf={nameOf}
          dispatch={change}
        />
        <HowMany form={form} dispatch={dispatch} />
      </div>
      <ChooseOptions
        section={section}
        options={options}
        ideas={ideas}
        words={words}
        search={search}
        chosen={selected}
        hasRoom={hasRoom(form)}
        onTurn={turn}
        onEdit={edit}
        own={own}
        onOwn={setOwn}
      />
      <ChooseBar form={form} isBusy={isBusy} onSave={() => void save()} />
      <Became outcome={outcome} waits={writes.length > 0} refused={refused} />
    </div>
  )
}

/** What became of saving; what waits on this device, or was refused later, if nothing was saved now. */
function Became({
  outcome,
  waits,
  refused,
}: {
  outcome: Outcome
  waits: boolean
  refused: string | undefined
}) {
  const t = useText()
  return (
    <div role="status">
      {outcome === 'saved' && <Note look="ok">{t('form.saved')}</Note>}
      {(outcome === 'kept' || (outcome === null && waits && !refused)) && (
        <Note look="wait">{t('form.kept')}</Note>
      )}
      {isObject(outcome) && <Note look="bad">{String(outcome['failed'])}</Note>}
      {refused !== undefined && outcome === null && <Note look="bad">{refused}</Note>}
    </div>
  )
}

/** One more than the section asks for, or as few again. */
function HowMany({ form, dispatch }: { form: ProfileForm; dispatch: Dispatch<ProfileFormEvent> }) {
  const t = useText()
  const { section, selectedRecords } = form
  if (section === null) return null
  return (
    <>
      {mayAskForMore(form) && (
        <button type="button" className={css['gap']} onClick={() => dispatch({ type: 'more' })}>
          <span className={css['plus']}>
            <Icon name="plus" size="s" />
          </span>
          <span>
            <strong>{t('form.oneMore')}</strong>
            <span className="small mute">{t('form.atMost', { count: mostOf(section) })}</span>
          </span>
        </button>
      )}
      {mayBeEnough(form) && (
        <Button look="line" onClick={() => dispatch({ type: 'enough' })}>
          {t('form.enough', { count: selectedRecords.length })}
        </Button>
      )}
    </>
  )
}

/** What can be chosen; undefined while it loads, null if it can't be loaded now. */
function useOptions(
  section: Section,
  people: Section | undefined,
  { ask, profile }: ProfileList,
): readonly Option[] | null | undefined {
  const t = useText()
  const { catalog } = useRenderContext()
  const known = section.list === undefined ? undefined : catalog.get('list', section.list)
  const [words, setWords] = useState<DocumentOf<'list'> | null>()
  const load = useEffectEvent((list: string) =>
    ask('words', { list }).then(
      (found) => setWords(found),
      () => setWords((before) => before ?? null),
    ),
  )
  const isLong = section.list !== undefined && known === undefined
  useEffect(() => {
    const { list } = section
    if (!isLong || list === undefined) return
    void load(list)
    const again = () => void load(list)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isLong, section])
  if (people !== undefined)
    return listItems(profile, people.id).map((record) => ({
      id: record._id,
      label: titleOf(people, record),
    }))
  const list = known ?? words
  return list === undefined || list === null ? list : optionsOf(list, t)
}
