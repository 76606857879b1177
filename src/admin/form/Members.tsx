/**
 * The members of an object: existing ones, those that can be added, and those that the product has
 * but this one lacks.
 */

import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, own, pointer } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { useForm } from './context.ts'
import { addMember, setAt } from '#admin/parts/edit.ts'
import { markOf, type FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import css from './Form.module.css'
import { JsonText } from './JsonText.tsx'
import { emptyOf, membersOf, resolve, type Member } from './shape.ts'
import { useWords } from './words.ts'

/** More than this would be in the way, so they are collapsed. */
const FEW = 4
const NONE: ReadonlySet<string> = new Set()

/**
 * @param hidden    members shown elsewhere, or not at all
 * @param titleName what `title` is called here
 */
export function Members({
  field,
  hidden = NONE,
  titleName = 'title',
}: {
  field: FieldProps
  hidden?: ReadonlySet<string>
  titleName?: string
}) {
  const words = useWords()
  const { Field, widgets, sources } = useForm()
  const { schema, definitions, at, readOnly, base, bindable } = field
  const value = field.value as Readonly<Record<string, unknown>>
  const compared = field.compared && isObject(base)
  const all = membersOf(schema).map((member): Member => ({
    ...member,
    schema: schemaOf(member, value, widgets, sources),
  }))
  const order = all.map(({ name }) => name)
  const otherwise = new Map(
    all.flatMap(({ name, schema: { 'x-called': as } }): [string, string][] =>
      typeof as === 'string' ? [[name, as]] : [],
    ),
  )
  const members = all.filter(
    ({ name, schema: member }) =>
      !hidden.has(name) && member['x-hidden'] !== true && !isSettled(member, own(value, name)),
  )
  const called = (name: string) => (name === 'title' ? titleName : (otherwise.get(name) ?? name))
  const label = (name: string) => words.member(called(name))
  // Widgets describe their own contents.
  const isOwn = bindable || schema['x-props'] === true
  const hint = ({ name, schema: member }: Pick<Member, 'name' | 'schema'>) =>
    words.hint(isOwn ? null : called(name), resolve(member, definitions).schema['description'])
  const isShown = ({ name, required, schema: member }: Member) =>
    required || Object.hasOwn(value, name) || hasUsualWords(member)
  const absent = members.filter(
    (member) =>
      !isShown(member) &&
      !hasNothing(member.schema) &&
      isOffered(member.schema, value, isObject(base) && Object.hasOwn(base, member.name)),
  )
  return (
    <>
      {members.filter(isShown).map(({ name, schema: member, required }) => (
        <Field
          key={name}
          schema={member}
          definitions={definitions}
          value={own(value, name)}
          base={compared ? own(base, name) : undefined}
          compared={compared}
          at={at + pointer(name)}
          label={label(name)}
          hint={hint({ name, schema: member })}
          optional={!required}
          readOnly={readOnly || (compared && markOf(member) === 'no-overlay')}
          lock={compared ? markOf(member) : undefined}
          bindable={isOwn && name !== 'id'}
        />
      ))}
      {Object.keys(value)
        .filter((name) => !order.includes(name))
        .map((name) => (
          <Strange key={name} field={field} name={name} />
        ))}
      {!readOnly && (
        <Absent
          field={field}
          members={absent}
          order={order}
          label={label}
          hint={hint}
          compared={compared}
        />
      )}
    </>
  )
}

/** Props are those of the widget beside them; data is what the screen reads. */
function schemaOf(
  { name, schema }: Member,
  object: Readonly<Record<string, unknown>>,
  widgets: Readonly<Record<string, Schema>>,
  sources: readonly string[],
): Schema {
  if (schema['x-props'] === true) {
    const props = own(widgets, String(object['type']))
    return isObject(props) ? { ...props, 'x-props': true } : schema
  }
  const isSource = name === 'data' && sources.length > 0 && schema['type'] === 'string'
  return isSource ? { ...schema, enum: sources } : schema
}

/** A member with only one possible value needs no field. */
function isSettled(schema: Schema, value: unknown): boolean {
  return 'const' in schema && (value === undefined || value === schema['const'])
}

/** Words that are shown even where nobody has written any: they can be changed in place. */
function hasUsualWords(schema: Schema): boolean {
  return schema['x-ref'] === 'text' && typeof schema['default'] === 'string'
}

/** What would mean nothing here isn't offered, unless the product has it. */
function isOffered(
  schema: Schema,
  object: Readonly<Record<string, unknown>>,
  isLeftOut: boolean,
): boolean {
  if (isLeftOut) return true
  const where = schema['x-only']
  return (
    schema['x-offered'] !== false &&
    (!isObject(where) ||
      Object.entries(where).every(
        ([name, values]) => Array.isArray(values) && values.includes(own(object, name)),
      ))
  )
}

function hasNothing(schema: Schema): boolean {
  return (
    schema['x-props'] === true &&
    isObject(schema['properties']) &&
    Object.keys(schema['properties']).length === 0
  )
}

/** Members that can be added. Those that the product has come first: someone left them out. */
function Absent({
  field,
  members,
  order,
  label,
  hint,
  compared,
}: {
  field: FieldProps
  members: readonly Member[]
  order: readonly string[]
  label: (name: string) => string
  hint: (member: Member) => string | undefined
  compared: boolean
}) {
  const t = useText()
  const { edit, begin } = useForm()
  const { at, base, definitions } = field
  if (members.length === 0) return null
  const left = compared ? members.filter(({ name }) => Object.hasOwn(base as object, name)) : []
  const others = members.filter((member) => !left.includes(member))
  const isMany = others.length > FEW
  const add = (name: string, value: unknown) => {
    edit((document) => addMember(document, at, name, value, order))
    begin(at + pointer(name))
  }
  const buttons = (
    <div className={css['absent']}>
      {others.map((member) => (
        <span key={member.name}>
          <Button
            look="text"
            small
            icon={<Icon name="plus" size="s" />}
            onClick={() => add(member.name, emptyOf(member.schema, definitions))}
          >
            {label(member.name)}
          </Button>
          {isMany && hint(member) !== undefined && (
            <span className="small mute">{hint(member)}</span>
          )}
        </span>
      ))}
    </div>
  )
  return (
    <>
      {left.map(({ name }) => (
        <p className={css['gone']} key={name}>
          <span>{t('console.form.leftOut', { label: label(name) })}</span>
          <Button
            look="text"
            small
            icon={<Icon name="undo" size="s" />}
            onClick={() => add(name, own(base, name))}
          >
            {t('console.form.bringBack')}
            <span className="hidden-text">: {label(name)}</span>
          </Button>
        </p>
      ))}
      {isMany ? (
        <Fold title={t('console.form.addMore', { count: others.length })}>{buttons}</Fold>
      ) : (
        others.length > 0 && buttons
      )}
    </>
  )
}

/** A member that the schema does not know. */
function Strange({ field, name }: { field: FieldProps; name: string }) {
  const t = useText()
  const { edit } = useForm()
  const at = field.at + pointer(name)
  const value = own(field.value, name)
  return (
    <FieldFrame
      field={{
        ...field,
        at,
        label: name,
        hint: t('console.form.strange'),
        value,
        base: own(field.base, name),
        optional: true,
        bindable: false,
        lock: undefined,
      }}
      within
    >
      {(ids) => (
        <JsonText
          ids={ids}
          value={value}
          readOnly={field.readOnly}
          onChange={(next) => edit((document) => setAt(document, at, next))}
        />
      )}
    </FieldFrame>
  )
}
