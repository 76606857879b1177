/** What a thing consists of, member by member. */

import type { Told } from '#engine/overlay/tellings.ts'
import { useText } from '#engine/react/text.tsx'
import { useTelling } from '#admin/form/useTelling.ts'
import css from './DifferenceView.module.css'

/** Entries and parts are lists of their own; everything else is a line. */
export function Contents({ told }: { told: Told }) {
  const t = useText()
  const telling = useTelling()
  if (told.is === 'list' && told.items.some(({ is }) => is === 'thing'))
    return (
      <ul className={css['entries']}>
        {told.items.map((item, index) => (
          <li key={index}>
            {item.is === 'thing' && item.thing !== undefined && (
              <p className="strong">{telling.thing(item.thing)}</p>
            )}
            <Contents told={item} />
          </li>
        ))}
        {told.more !== undefined && (
          <li className="mute">{t('console.change.moreItems', { count: told.more })}</li>
        )}
      </ul>
    )
  if (told.is !== 'thing') return <p dir="auto">{telling.value(told)}</p>
  return (
    <>
      <dl className={css['members']}>
        {told.members.map(({ name, told: each }) => (
          <div key={name}>
            <dt>{telling.member(name)}</dt>
            <dd dir="auto">
              {each.is === 'text' && each.words !== undefined && each.words.length > 1 ? (
                <ul>
                  {each.words.map(({ language, words }) => (
                    <li key={language}>
                      <span className="mute">{language}</span> {words}
                    </li>
                  ))}
                </ul>
              ) : (
                <Contents told={each} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {told.more !== undefined && (
        <p className="mute">{t('console.change.moreItems', { count: told.more })}</p>
      )}
    </>
  )
}
