/** One change in a sentence, with what was there before and what is there now. */

import { useText } from '#engine/react/text.tsx'
import { readOut } from '#admin/parts/readout.ts'
import { useTelling, type Telling } from '#admin/form/useTelling.ts'
import { Contents } from './Contents.tsx'
import type { InLanguage, Item } from './together.ts'
import css from './DifferenceView.module.css'

/** Longer sentences of former releases were cut, and objects were written as JSON. */
const isJson = (text: string): boolean => /^[[{]/.test(text)

export function Sentence({ item }: { item: Item }) {
  const t = useText()
  const telling = useTelling()
  const { op, elsewhere } = item
  return (
    <>
      <p>
        <span className={css['what']}>{t(sentenceKey(item))}</span>{' '}
        <span className={css['where']}>{whereOf(item, telling)}</span>
        {(op === 'insert' || op === 'move') && <Position item={item} />}
      </p>
      <Values item={item} />
      {elsewhere !== undefined && (
        <p className="small mute">{t('console.change.elsewhere', { count: elsewhere })}</p>
      )}
    </>
  )
}

function whereOf({ way, former }: Item, { way: say }: Telling): string {
  return former === undefined ? say(way) : former.label.split(' › ').map(readOut).join(' › ')
}

function sentenceKey({ op, was, words, former }: Item): string {
  const had =
    former?.before !== undefined ||
    was !== undefined ||
    words?.some(({ was: before }) => before !== undefined)
  return op === 'set' && had !== true ? 'console.change.setNew' : `console.change.${op}`
}

/** What an entry follows now. */
function Position({ item: { after, former } }: { item: Item }) {
  const t = useText()
  const telling = useTelling()
  const anchor = former?.anchor ?? (after && telling.thing(after))
  return (
    <span className="mute">
      {' '}
      {anchor === undefined ? t('console.change.first') : t('console.change.after', { anchor })}
    </span>
  )
}

function Values({ item: { was, now, words, former, way } }: { item: Item }) {
  const t = useText()
  if (words !== undefined) return <InLanguages words={words} />
  const [before, after] = [former?.before, former?.after].map((each) =>
    each === undefined || isJson(each) ? undefined : each,
  )
  const isEntry = typeof way.at(-1) === 'object'
  if ((was ?? now ?? before ?? after) === undefined) return null
  return (
    <dl className={css['values']}>
      {before !== undefined && (
        <Plain label={t('console.change.was')} look="before" text={before} />
      )}
      {was !== undefined && !isEntry && (
        <div className={css['before']}>
          <dt>{t('console.change.was')}</dt>
          <dd>
            <Contents told={was} />
          </dd>
        </div>
      )}
      {after !== undefined && <Plain label={t('console.change.is')} look="after" text={after} />}
      {now !== undefined && (
        <div className={css['after']}>
          <dt>{t(isEntry ? 'console.change.contains' : 'console.change.is')}</dt>
          <dd>
            <Contents told={now} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Before and after in each language. */
function InLanguages({ words }: { words: readonly InLanguage[] }) {
  const t = useText()
  return words.map(({ language, was, now }) => (
    <dl key={language} className={css['values']}>
      {was !== undefined && <Plain label={language} look="before" text={was} />}
      <Plain
        label={was === undefined ? language : t('console.change.is')}
        look="after"
        text={now ?? null}
      />
    </dl>
  ))
}

/** @param text null: there is none any more */
function Plain({
  label,
  text,
  look,
}: {
  label: string
  text: string | null
  look: 'before' | 'after'
}) {
  const t = useText()
  return (
    <div className={css[look]}>
      <dt>{label}</dt>
      <dd dir="auto">
        {text === null || text === '' ? (
          <em>{t(text === null ? 'console.change.gone' : 'console.change.empty')}</em>
        ) : (
          text
        )}
      </dd>
    </div>
  )
}
