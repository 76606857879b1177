/**
 * A new section of the profile: its fields, when each is asked, whether it counts in the progress
 * and is printed on the CV.
 */

import Type, { type Static } from 'typebox'
import { pointer } from '#engine/documents/json.ts'
import type { FieldDocument, NodeDocument } from '#engine/documents/kinds.ts'
import { writableKeys } from '#engine/forms/section.ts'
import type { Rule } from '#engine/rules/rules.ts'
import { freeId, idFrom, keyFrom } from './ids.ts'
import { linesOf } from './lines.ts'
import { addOwnList, choiceIds } from './ownlists.ts'
import { WordsForm } from './place.ts'
import type { Recipe, RecipeContext } from './recipe.ts'
import { MAX_FIELDS, sectionOutline, TYPES } from './sectionoutline.ts'
import { Workbench } from './workbench.ts'

const Row = Type.Object(
  {
    id: Type.String({ maxLength: 40 }),
    label: WordsForm,
    type: Type.Enum([...TYPES]),
    options: WordsForm,
    required: Type.Boolean(),
    /** `row=yes`, or `row=2` for the third of its choices; empty for always. */
    onlyIf: Type.String({ maxLength: 60 }),
  },
  { additionalProperties: false },
)
type Row = Static<typeof Row>

const Form = Type.Object(
  {
    title: WordsForm,
    intro: WordsForm,
    fields: Type.Array(Row, { maxItems: MAX_FIELDS }),
    counted: Type.Boolean(),
    printed: Type.Boolean(),
  },
  { additionalProperties: false },
)

export const sectionRecipe: Recipe<typeof Form> = {
  ...sectionOutline,
  form: Form,
  write(form, context) {
    const bench = new Workbench(context)
    const id = bench.id(form.title, ['profile-section'], 'section')
    const group = bench.group(id)
    const title = bench.words('/title', `${group}.title`, form.title) ?? `${group}.title`
    const hint = bench.words('/intro', `${group}.hint`, form.intro, { optional: true })
    if (form.fields.length === 0) bench.fault('/fields', 'few', { least: 1 })
    const fields = fieldsOf(bench, form.fields, id, group)
    // What only some are asked can't complete a section: the others would never be done.
    const always = fields.filter(({ when }) => when === undefined)
    const counting = always.some(({ required }) => required)
      ? always.filter(({ required }) => required)
      : always
    const orders = context.catalog.all('profile-section').map(({ order = 0 }) => order)
    bench.make('profile-section', {
      id,
      title: bench.say(form.title),
      label: title,
      ...(hint !== undefined && { hint }),
      order: Math.max(0, ...orders) + 10,
      fields: fields,
      ...(!form.counted && { listed: false }),
      ...(form.printed && { printed: true }),
      completeness: { kind: 'existence', fields: counting.map((field) => field.id) },
      save: { method: 'PATCH', route: freeAddress(context, id) },
    })
    if (form.fields.length > 0 && always.length === 0)
      bench.fault(`/fields${pointer(form.fields[0]!.id, 'onlyIf')}`, 'unknown')
    return bench.done(sketchOf(title, hint, form.fields, fields), `/cv?section=${id}`)
  },
}

type Made = FieldDocument & { readonly required?: boolean }

function fieldsOf(bench: Workbench, rows: readonly Row[], section: string, group: string): Made[] {
  const keys = new Set(writableKeys(bench.context.catalog))
  const made = new Map<string, { readonly key: string; readonly row: Row }>()
  return rows.map((row, index): Made => {
    const at = `/fields${pointer(row.id)}`
    const wanted = keyFrom(`${section}-${idFrom(bench.say(row.label)) || `field-${index + 1}`}`)
    const key = keyFrom(freeId((id) => keys.has(keyFrom(id)), wanted))
    keys.add(key)
    const name = `${group}.field.${key}`
    const label = bench.words(`${at}/label`, name, row.label) ?? name
    const when = row.onlyIf === '' ? undefined : conditionOf(bench, row, at, made)
    made.set(row.id, { key, row })
    const isList = row.type === 'choice' || row.type === 'choices'
    return {
      id: key,
      type: row.type,
      label,
      ...(isList && {
        list: addOwnList(bench, row, { at, wanted: `${section}-${idFrom(key)}`, group }),
      }),
      ...(row.type === 'text' && { maxLength: 200 }),
      ...(row.type === 'longtext' && { maxLength: 2000 }),
      ...(row.required && { required: true }),
      ...(when !== undefined && { when }),
    }
  })
}

/** A field depends on a field above it: yes or no, or one of its choices. */
function conditionOf(
  bench: Workbench,
  row: Row,
  at: string,
  above: ReadonlyMap<string, { readonly key: string; readonly row: Row }>,
): Rule | undefined {
  const [other = '', value = ''] = row.onlyIf.split('=')
  const asked = above.get(other)
  const lines = asked && linesOf(asked.row.options[bench.context.languages[0] ?? ''])
  const isKnown =
    asked?.row.type === 'yesno'
      ? value === 'yes' || value === 'no'
      : asked?.row.type === 'choice' && lines![Number(value)] !== undefined
  if (!isKnown || asked === undefined) {
    bench.fault(`${at}/onlyIf`, 'unknown')
    return undefined
  }
  const variable = { var: `value.${asked.key}` }
  if (asked.row.type === 'yesno')
    return value === 'yes' ? { '!!': variable } : { '===': [variable, false] }
  return { '==': [variable, choiceIds(lines!)[Number(value)]!] }
}

/** Where it is saved: an address that no other section has. */
function freeAddress(context: RecipeContext, id: string): string {
  const taken = new Set(
    context.catalog
      .all('profile-section')
      .flatMap(({ save, update }) => [save?.route, update?.route]),
  )
  const letters = (name: string) =>
    name.replaceAll(/[0-9]/g, (digit) => 'abcdefghij'[Number(digit)]!)
  return letters(freeId((name) => taken.has(letters(name)), `own-${id}`))
}

/** The form itself needs a compiled check; a preview shows what is asked, and when. */
function sketchOf(
  title: string,
  hint: string | undefined,
  rows: readonly Row[],
  fields: readonly Made[],
): { id: string; nodes: NodeDocument[]; data: Record<string, unknown> }[] {
  return [
    {
      id: 'form',
      nodes: [
        { id: 'head', type: 'page-title', props: { title, ...(hint && { text: hint }) } },
      ] as NodeDocument[],
      data: {
        fields: fields.map(({ id, label, required = false, when }, index) => ({
          id,
          label,
          type: rows[index]!.type,
          required,
          only: when !== undefined,
        })),
      },
    },
  ]
}
