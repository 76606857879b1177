/** The records of a list: opened, added, moved and removed, with or without a signal. */

import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { Link } from 'react-router-dom'
import type { Section } from '#engine/decide/progress.ts'
import type { ListItem } from '#engine/forms/records.ts'
import { mostOf } from '#engine/forms/section.ts'
import { useAction, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { DragHandle, Place } from '#widgets/parts/DragHandle.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { apiError, isOffline } from '#widgets/parts/problem.ts'
import { movedBy, useDragOrder } from '#widgets/parts/useDragOrder.ts'
import { GuideCounts } from './GuideHelp.tsx'
import { lineOf, titleOf } from './listwords.ts'
import { atStart } from './formtexts.ts'
import { RowButtons } from './RecordButtons.tsx'
import { useHere, useList, type Removed } from './useList.ts'
import { useNewRecord, type Begun } from './useNewRecord.ts'
import css from './SectionList.module.css'

/** @param titled level of the section's own name, where the page doesn't say it */
export function RecordRows({
  section,
  titled,
  removed,
  setRemoved,
}: {
  section: Section
  titled?: Level
  removed: Removed | null
  setRemoved: Dispatch<SetStateAction<Removed | null>>
}) {
  const t = useText()
  const here = useHere()
  const { language } = useScope()
  const { items, kept, writes, ask, during } = useList(section)
  const back = useAction<'undo', { readonly isElsewhere?: boolean }>('history')
  const { begun, free, start } = useNewRecord(section)
  const [problem, setProblem] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const most = mostOf(section)

  const run = async (work: Promise<unknown>) => {
    setProblem(null)
    try {
      await work
    } catch (error) {
      if (apiError(error)?.code !== 'kept')
        setProblem(
          apiError(error)?.message || t(isOffline(error) ? 'form.offline' : 'form.notSaved'),
        )
    }
  }
  const sort = (order: readonly string[]) => {
    setRemoved(null)
    const write = { item: 'order', method: 'PUT', body: { order } }
    void run(during(write, ask('order', { order })))
  }
  const isOrderLost = writes.some(({ item, refused }) => item === 'order' && refused !== undefined)
  const ids = items.map(({ _id }) => _id)
  const { shown, held, list, handle } = useDragOrder(ids, sort)
  const [moved, setMoved] = useState<string | null>(null)
  const named = (id: string) => {
    const record = items.find(({ _id }) => _id === id)
    return record === undefined ? '' : titleOf(section, record)
  }
  const remove = (record: ListItem) => {
    const from = kept.find(({ _id }) => _id === record._id) ?? null
    setRemoved({ record, isSent: false })
    const removing = ask('remove', { item: record._id, from }).then((waits) =>
      setRemoved((now) => (now?.record === record ? { record, isSent: !waits } : now)),
    )
    void run(during({ item: record._id, method: 'DELETE' }, removing))
    place.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  const undo = ({ record, isSent }: Removed) => {
    setRemoved(null)
    // The step itself is taken back, so that it isn't there to be taken back once more.
    if (isSent)
      return void run(
        back('undo').then(({ isElsewhere }) => {
          if (isElsewhere === true) setProblem(t('form.elsewhere'))
        }),
      )
    void run(
      during(
        { item: record._id, method: 'POST', body: record },
        ask('save', { record, from: null }),
      ),
    )
  }
  return (
    <div ref={place} className={css['list']}>
      {titled !== undefined && (
        <div>
          <Heading level={titled}>{t(section.label)}</Heading>
          {section.hint !== undefined && <p className="mute">{t(section.hint)}</p>}
        </div>
      )}
      {items.length > 0 && (
        <ol {...list} className={css['rows']}>
          {shown.map((id, at) => {
            const record = items.find(({ _id }) => _id === id)
            if (record === undefined) return null
            const write = writes.find(({ item }) => item === record._id)
            const title = titleOf(section, record)
            return (
              <li key={id} className={`${css['row']} ${held === id ? css['held'] : ''}`}>
                {items.length > 1 && <DragHandle {...handle(id)} />}
                <Link to={here({ item: record._id })} className={css['open']}>
                  <strong>{title}</strong>
                  <span className="small mute">{lineOf(section, record, language, t)}</span>
                  {write !== undefined && (
                    <span className="small">{write.refused ?? t('form.waits')}</span>
                  )}
                </Link>
                <RowButtons
                  title={title}
                  isFirst={at === 0}
                  isLast={at === items.length - 1}
                  onMove={(by) => {
                    setMoved(id)
                    sort(movedBy(ids, id, by))
                  }}
                  onRemove={() => remove(record)}
                />
              </li>
            )
          })}
        </ol>
      )}
      <Place of={shown} moved={moved} titleOf={named} />
      <div role="status">
        {removed !== null && (
          <p className={css['removed']}>
            {t('form.removedItem', { title: titleOf(section, removed.record) })}
            <Button look="text" small onClick={() => undo(removed)}>
              {t('form.undo')}
            </Button>
          </p>
        )}
        {problem !== null && <Note look="bad">{problem}</Note>}
        {isOrderLost && (
          <Note look="doubt">
            {t('form.elsewhere')}{' '}
            <Button look="text" small onClick={() => void run(ask('discard', { item: 'order' }))}>
              {t('form.understood')}
            </Button>
          </Note>
        )}
      </div>
      <NextRows
        section={section}
        begun={begun}
        free={free}
        count={items.length}
        onAdd={() => void start(null)}
      />
      {titled === undefined && items.length + begun.length < most && (
        <GuideCounts onStart={(values) => void start(values)} />
      )}
    </div>
  )
}

/** Those that were begun and not saved, and one more while there is room. */
function NextRows({
  section,
  begun,
  free,
  count,
  onAdd,
}: {
  section: Section
  begun: readonly Begun[]
  free: string
  count: number
  onAdd: () => void
}) {
  const t = useText()
  const here = useHere()
  const called = t(section.entry ?? 'form.entry')
  const most = mostOf(section)
  return (
    <>
      {begun.map(({ item, values }) => (
        <AddRow
          key={item}
          to={here({ item })}
          words={t('form.begun', { title: titleOf(section, values) || atStart(called) })}
        />
      ))}
      {count + begun.length < most ? (
        <AddRow
          to={here({ item: free })}
          words={t('form.addEntry', { entry: called })}
          onAdd={onAdd}
        />
      ) : (
        <p className="small mute">{t('form.tooMany', { count: most })}</p>
      )}
    </>
  )
}

/** @param onAdd for a new one; without it, it leads on with what was begun */
function AddRow({ to, words, onAdd }: { to: string; words: string; onAdd?: () => void }) {
  return (
    <Link
      to={to}
      data-add={onAdd && ''}
      className={css['gap']}
      onClick={(event) => {
        // In another tab the draft of this one stays as it is.
        if (onAdd === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onAdd()
      }}
    >
      <span className={css['plus']}>
        <Icon name={onAdd === undefined ? 'next' : 'plus'} size="s" />
      </span>
      <strong>{words}</strong>
    </Link>
  )
}
