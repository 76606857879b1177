/**
 * One search over everything: below the field, a few records of each kind that was found, with a
 * link to the list of all of them.
 */

import Type, { type Static } from 'typebox'
import { Link } from 'react-router-dom'
import { useAction, useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Text } from '#widgets/parts/scoreProps.ts'
import { Failed } from '#widgets/parts/StateScene.tsx'
import { Bar, Waiting } from '#widgets/parts/Waiting.tsx'
import { withBreaks } from './longWords.ts'
import { paramsOf, recordsIn, textOf, type Fields } from './record.ts'
import { SearchField } from './SearchField.tsx'
import css from './SearchAll.module.css'

export const Props = Type.Object(
  {
    label: Text,
    count: Type.String({ 'x-ref': 'text', description: 'How many were found: {{count}}.' }),
    none: Type.String({ 'x-ref': 'text', description: 'If nothing was: {{search}}.' }),
    all: Type.String({
      'x-ref': 'text',
      description: 'Leads to the list of one kind: {{count}} and {{kind}}.',
    }),
    loading: Text,
  },
  { additionalProperties: false },
)
type Words = Static<typeof Props>
type Listed = Fields & { readonly id: string }

export const SearchAll = defineWidget<typeof Props>(
  'search-all',
  function SearchAll({ id, data, level, children: _children, ...words }) {
    const t = useText()
    const search = useScope().route?.query['search'] ?? ''
    const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
    return (
      <search className={css['all']}>
        <SearchField
          id={id}
          label={words.label}
          asked={search}
          onSearch={(text) => void set({ search: text })}
        />
        {search !== '' && data?.status === 'failed' && <Failed data={data} level={level} />}
        {search !== '' && data?.status === 'loading' && (
          <Waiting text={words.loading}>
            <div className={css['waiting']}>
              <Bar look="title" />
              <Bar look="whole" />
              <Bar look="whole" />
            </div>
          </Waiting>
        )}
        {search !== '' && data?.status === 'ready' && (
          <>
            <p className="mute" role="status">
              {Number(textOf(data.value, 'total')) > 0
                ? t(words.count, { count: Number(textOf(data.value, 'total')) })
                : t(words.none, { search })}
            </p>
            {recordsIn(data.value, 'groups').map((group) => (
              <Group key={group.id} group={group} level={inCard(level)} words={words} />
            ))}
          </>
        )}
      </search>
    )
  },
)

function Group({ group, level, words }: { group: Listed; level: Level; words: Words }) {
  const t = useText()
  const href = useHref()
  const search = useScope().route?.query['search'] ?? ''
  const records = recordsIn(group, 'items')
  const total = Number(textOf(group, 'total'))
  const list = textOf(group, 'list')
  const kind = textOf(group, 'kind')
  return (
    <Card labelledBy={`found-${group.id}`}>
      <div className="row between">
        <Heading level={level} id={`found-${group.id}`}>
          {kind}
        </Heading>
        <span className="small mute num">{total}</span>
      </div>
      <ul className={css['rows']}>
        {records.map((record) => (
          <Row key={record.id} record={record} level={below(level)} />
        ))}
      </ul>
      {list !== '' && total > records.length && (
        <ButtonLink
          look="text"
          small
          to={href(list, undefined, { search })}
          className={css['more']}
        >
          {t(words.all, { count: total, kind })}
        </ButtonLink>
      )}
    </Card>
  )
}

function Row({ record, level }: { record: Listed; level: Level }) {
  const href = useHref()
  const { language } = useScope()
  const about = textOf(record, 'about')
  const address = href(textOf(record, 'page.routeName'), {
    ...paramsOf(record),
    [textOf(record, 'page.param')]: record.id,
  })
  return (
    <li>
      <Link to={address}>
        <div className="grow">
          <Heading level={level} className={css['title']}>
            {withBreaks(textOf(record, 'title'), language)}
          </Heading>
          {about !== '' && <p className={`small mute ${css['about']}`}>{about}</p>}
        </div>
        <Icon name="chevron" size="s" />
      </Link>
    </li>
  )
}
