/** The user's account, row by row: a name, an address and whether it is confirmed, a plan. */

import Type, { type Static } from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { usePlanName } from './planName.ts'
import css from './AccountCard.module.css'

const Text = Type.String({ 'x-ref': 'text' })

const Row = Type.Object(
  {
    id: Type.String({ maxLength: 80 }),
    label: Text,
    values: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: 5,
      description:
        'Bound; what is there of them is put side by side. A row without any is left out.',
    }),
    empty: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Shown instead of leaving the row out.' }),
    ),
    plan: Type.Optional(
      Type.Boolean({ description: 'The value is a plan, and shown by its name.' }),
    ),
    confirmed: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'Whether it is confirmed, bound; shown beside the value.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Props = Type.Object(
  {
    title: Text,
    rows: Type.Array(Row, { minItems: 1, maxItems: 12 }),
    confirmed: Type.Optional(Text),
    notConfirmed: Type.Optional(Text),
  },
  { additionalProperties: false },
)

/** Nothing for signed-out visitors. */
export const AccountCard = defineWidget<typeof Props>(
  'account-card',
  function AccountCard({ title, rows, confirmed, notConfirmed, id, level }) {
    const t = useText()
    const { user } = useScope()
    const planName = usePlanName()
    if (user === null) return null
    const valueOf = ({ values, plan = false, empty }: Static<typeof Row>): string => {
      const given = values.filter(
        (value): value is string => typeof value === 'string' && value !== '',
      )
      return given.map((value) => (plan ? planName(value) : value)).join(' ') || t(empty)
    }
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        <dl className={css['rows']}>
          {rows.map((row) => {
            const value = valueOf(row)
            return (
              value !== '' && (
                <div key={row.id}>
                  <dt>{t(row.label)}</dt>
                  <dd>
                    <span className={css['value']}>{value}</span>
                    {typeof row.confirmed === 'boolean' && (
                      <Chip look={row.confirmed ? 'ok' : 'wait'}>
                        <Icon name={row.confirmed ? 'tick' : 'info'} size="s" />
                        {t(row.confirmed ? confirmed : notConfirmed)}
                      </Chip>
                    )}
                  </dd>
                </div>
              )
            )
          })}
        </dl>
      </Card>
    )
  },
)
