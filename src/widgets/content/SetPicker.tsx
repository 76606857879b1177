/**
 * Choosing a set of records by the rules of a curriculum: parts to choose from, and live what the
 * set opens and closes.
 */

import Type, { type Static } from 'typebox'
import { useState } from 'react'
import { checkSet, opennessOf } from '#engine/decide/subjects.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { recordsIn, useItems, type Fields } from './record.ts'
import { Keeps, Path, Route, TextGroup } from './recordProps.ts'
import { SetFields } from './SetFields.tsx'
import { SetPart } from './SetPart.tsx'
import { SetTally } from './SetTally.tsx'
import { chosenIn, entriesOf, fixedIn, placesOf, subjectsOf, toggled } from './setchoice.ts'
import { useKeptList } from './useKeptList.ts'
import { useSetProblems } from './useSetProblems.ts'
import css from './SetPicker.module.css'

export const Props = Type.Object(
  {
    curriculum: Type.String({
      'x-ref': 'curriculum',
      description: 'The curriculum whose rules apply, usually bound to the user’s own.',
    }),
    path: Path,
    keeps: Keeps,
    fields: Type.String({ 'x-ref': 'list', description: 'What a set can open, by its ids.' }),
    texts: TextGroup,
    more: Type.Optional(
      Type.Object(
        { text: Type.String({ 'x-ref': 'text' }), routeName: Route },
        { additionalProperties: false, description: 'Link to the next page.' },
      ),
    ),
  },
  { additionalProperties: false },
)
type PickerProps = Static<typeof Props> & { id: string; level: Level }

export const SetPicker = defineWidget<typeof Props>(
  'set-picker',
  function SetPicker({ data, children: _children, ...props }) {
    return data?.status === 'ready' ? (
      <Picker {...props} value={data.value} />
    ) : (
      <NotReady state={data} looks={['tall', 'tall']} />
    )
  },
)

function Picker({
  id,
  level,
  curriculum: name,
  path,
  keeps,
  fields,
  texts,
  more,
  value,
}: PickerProps & { value: unknown }) {
  const t = useText()
  const href = useHref()
  const items = useItems()
  const { catalog } = useRenderContext()
  const kept = useKeptList(keeps)
  const [tried, setTried] = useState<{
    readonly chosen: ReturnType<typeof chosenIn>
    /** The profile that it is edited from. */
    readonly from: Fields
  } | null>(null)
  const [before, setBefore] = useState<ReturnType<typeof opennessOf> | null>(null)
  const curriculum = catalog.get('curriculum', name)
  const titled = recordsIn(value, path)
  const subjects = subjectsOf(titled)
  const say = useSetProblems(texts, curriculum, titled)
  if (curriculum === undefined || subjects.length === 0) return <Note>{t(`${texts}.none`)}</Note>
  const fixed = fixedIn(curriculum, subjects)
  const chosen =
    tried?.chosen ?? chosenIn(kept.refused ?? kept.entries, keeps.member, subjects, fixed)
  const all = items(fields)
  const openness = opennessOf(
    curriculum,
    all.map((field) => field.id),
    chosen,
  )
  const problems = checkSet(curriculum, subjects, chosen)
  const isEmpty = chosen.every(({ subject }) => fixed.has(subject))
  const change = (subject: string, at?: string) => {
    // Before the first tap nearly everything counts as closed: there is nothing to compare with.
    setBefore(isEmpty ? null : openness)
    setTried({
      chosen: toggled(curriculum, subjects, chosen, subject, at),
      from: tried?.from ?? kept.profile,
    })
  }
  const keep = () => {
    // Who was told that another device has changed it replaces that.
    const from = kept.state === 'changed' ? kept.profile : (tried?.from ?? kept.profile)
    void kept.set(entriesOf(chosen, keeps.member), from).then((done) => {
      if (done) setTried(null)
    })
  }
  const drop = () => {
    setTried(null)
    kept.drop()
  }
  const excess = problems.find(({ is }) => is === 'too-many' || is === 'part-many')
  const isStaged = curriculum.opens !== undefined
  return (
    <div className={css['picker']}>
      {isStaged && (
        <SetTally
          openness={openness}
          before={before}
          isEmpty={isEmpty}
          isComplete={problems.length === 0}
          tooMany={excess === undefined ? null : say(excess)}
          names={all}
          texts={texts}
        />
      )}
      <div className={css['parts']}>
        {placesOf(curriculum, titled).map(({ part, records }) => (
          <SetPart
            key={part.id}
            name={`${id}-${part.id}`}
            part={part}
            records={records}
            chosen={chosen}
            fixed={fixed}
            texts={texts}
            onChange={change}
          />
        ))}
      </div>
      <aside className={css['side']} aria-labelledby={`${id}-opens`}>
        <Heading level={inCard(level)} id={`${id}-opens`}>
          {t(`${texts}.opens`)}
        </Heading>
        {isStaged && !isEmpty ? (
          <SetFields openness={openness} names={all} texts={texts} />
        ) : (
          <p>{t(`${texts}.${isStaged ? 'empty' : 'nothingCloses'}`)}</p>
        )}
        <ul className={css['problems']}>
          {problems.map((problem, index) => (
            <li key={index}>{say(problem)}</li>
          ))}
          {problems.length === 0 && <li className={css['fine']}>{t(`${texts}.complete`)}</li>}
        </ul>
        <Note look="doubt">{t(`${texts}.guide`)}</Note>
        <Button look="step" block busy={kept.state === 'busy'} onClick={keep}>
          {t(`${texts}.keep`)}
        </Button>
        <p className="small" role="status">
          {tried === null && kept.state === 'saved' && t(`${texts}.saved`)}
          {tried === null && kept.state === 'kept' && t(`${texts}.kept`)}
          {kept.state === 'failed' && t(`${texts}.failed`)}
        </p>
        {kept.state === 'changed' && (
          <div role="status">
            <Note look="bad">{t(`${texts}.changed`)}</Note>
            <Button look="text" onClick={drop}>
              {t(`${texts}.drop`)}
            </Button>
          </div>
        )}
        {more !== undefined && (
          <ButtonLink look="text" to={href(more.routeName)}>
            {t(more.text)}
          </ButtonLink>
        )}
      </aside>
    </div>
  )
}
