/** What of a file will come in, section by section, and what won't, with the reason. */

import { useId, type ReactNode } from 'react'
import { monthNames } from '#engine/documents/intl.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { wordsAt, type Brought } from './broughtfile.ts'
import { usePlaces, type Names } from './filewords.ts'
import css from './FileImport.module.css'

export function FileContents({
  file,
  names,
  found: { adds, left },
  months,
  level,
  onMonth,
}: {
  file: Readonly<Record<string, unknown>>
  names: Names | undefined
  found: Brought
  /** Chosen for years without one: pointer -> "03". */
  months: Readonly<Record<string, string>>
  level: Level
  onMonth: (pointer: string, month: string) => void
}) {
  const t = useText()
  const titles = [...new Set(adds.map(({ title }) => title))]
  const asked = [
    ...new Set([
      ...Object.keys(months),
      ...left.flatMap(({ pointer, why }) => (why === 'month' ? [pointer] : [])),
    ]),
  ]
  const homeless = left.filter(({ why }) => why === 'no-place')
  const rest = left.filter(({ why }) => !['month', 'no-place'].includes(why))
  return (
    <>
      <div className="stack-s">
        <Heading level={level}>{t('bringIn.comes')}</Heading>
        {titles.length === 0 && <p className="mute">{t('bringIn.nothing')}</p>}
        <dl className={css['parts']}>
          {titles.map((title) => (
            <div key={title}>
              <dt>{title}</dt>
              {adds
                .filter((each) => each.title === title)
                .map(({ pointer }) => (
                  <dd key={pointer} dir="auto">
                    {wordsAt(file, pointer)}
                  </dd>
                ))}
            </div>
          ))}
        </dl>
      </div>
      {asked.length > 0 && (
        <div className="stack-s">
          <Heading level={level}>{t('bringIn.months')}</Heading>
          <p className="small mute">{t('bringIn.monthsText')}</p>
          {asked.map((pointer) => (
            <Month
              key={pointer}
              label={`${wordsAt(file, pointer.slice(0, pointer.lastIndexOf('/')))}: ${t(
                pointer.endsWith('endDate') ? 'bringIn.ended' : 'bringIn.began',
                { year: wordsAt(file, pointer) },
              )}`}
              value={months[pointer] ?? ''}
              onChange={(month) => onMonth(pointer, month)}
            />
          ))}
        </div>
      )}
      {rest.length > 0 && (
        <div className="stack-s">
          <Heading level={level}>{t('bringIn.stays')}</Heading>
          <ul className={css['left']}>
            {rest.map(({ pointer, why, message }) => (
              <Left key={`${pointer} ${why}`} file={file} names={names} pointer={pointer}>
                {message ?? t(`bringIn.why.${WHY[why] ?? 'invalid'}`)}
              </Left>
            ))}
          </ul>
        </div>
      )}
      {homeless.length > 0 && (
        <Fold
          title={t('bringIn.noPlace', { count: homeless.length })}
          hint={t('bringIn.why.noPlace')}
        >
          <ul className={css['left']}>
            {homeless.map(({ pointer }) => (
              <Left key={pointer} file={file} names={names} pointer={pointer} />
            ))}
          </ul>
        </Fold>
      )}
    </>
  )
}

/** What it says, and where in the file. */
function Left({
  file,
  names,
  pointer,
  children,
}: {
  file: Readonly<Record<string, unknown>>
  names: Names | undefined
  pointer: string
  children?: ReactNode
}) {
  const place = usePlaces(names)
  return (
    <li>
      <strong dir="auto">{wordsAt(file, pointer) || place(pointer)}</strong>
      <span className="small mute">
        <bdi>{place(pointer)}</bdi>
        {children && <>. {children}</>}
      </span>
    </li>
  )
}

const WHY: Readonly<Record<string, string>> = {
  invalid: 'invalid',
  kept: 'kept',
  full: 'full',
  day: 'day',
}

function Month({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (month: string) => void
}) {
  const t = useText()
  const { language } = useScope()
  const id = useId()
  return (
    <div className={css['month']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={css['select']}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{t('bringIn.noMonth')}</option>
        {monthNames(language).map((name, at) => (
          <option key={name} value={String(at + 1).padStart(2, '0')}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
