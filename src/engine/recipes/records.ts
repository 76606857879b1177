/**
 * A new list of records, such as driving schools: what is known of each, a page that searches and
 * filters them, a page of one, and who has them. The records themselves come from a file, or are
 * typed one by one.
 */

import Type, { type Static } from 'typebox'
import { pointer } from '#engine/documents/json.ts'
import type { ContentField, NodeDocument } from '#engine/documents/kinds.ts'
import { audienceForm, checkAudience } from './audience.ts'
import { addFeature, freeFeature } from './features.ts'
import { freeDocumentId, freeId, idFrom, isPath, keyFrom, pageAt } from './ids.ts'
import { linesOf } from './lines.ts'
import { addOwnList } from './ownlists.ts'
import { addEntry, menuForm, WordsForm } from './place.ts'
import type { Recipe, Words } from './recipe.ts'
import { MAX_RECORD_FIELDS, RECORD_TYPES, recordsOutline } from './recordsoutline.ts'
import { addRecordPages, type Known } from './recordpages.ts'
import { Workbench } from './workbench.ts'

const Row = Type.Object(
  {
    id: Type.String({ maxLength: 40 }),
    label: WordsForm,
    type: Type.Enum([...RECORD_TYPES]),
    options: WordsForm,
    filter: Type.Boolean(),
  },
  { additionalProperties: false },
)
type Row = Static<typeof Row>

const Form = Type.Object(
  {
    title: WordsForm,
    one: WordsForm,
    fields: Type.Array(Row, { maxItems: MAX_RECORD_FIELDS }),
    path: Type.String({ maxLength: 200 }),
    ...menuForm,
    ...audienceForm,
  },
  { additionalProperties: false },
)

/** Every record has one, and it comes first. */
const NAME: ContentField = {
  id: 'name',
  type: 'text',
  label: 'content.field.name',
  required: true,
  search: 3,
}

export const recordsRecipe: Recipe<typeof Form> = {
  ...recordsOutline,
  form: Form,
  write(form, context) {
    const bench = new Workbench(context)
    const { catalog } = context
    const id = bench.id(form.title, ['content-type', 'route-group', 'screen'], 'records')
    const group = bench.group(id)
    const many = bench.words('/title', `${group}.many`, form.title) ?? `${group}.many`
    const one = bench.words('/one', `${group}.one`, form.one) ?? `${group}.one`
    const path = form.path.trim() || `/${idFrom(bench.say(form.title)) || id}`
    const answering = isPath(path) ? pageAt(catalog, path) : null
    if (!isPath(path)) bench.fault('/path', 'badPath')
    else if (answering !== null) bench.fault('/path', 'taken', { by: answering })
    checkAudience(bench, form)
    if (form.fields.length === 0) bench.fault('/fields', 'few', { least: 1 })
    const known = form.fields.map(fieldsOf(bench, id, group))
    const feature = freeFeature(bench, keyFrom(id))
    bench.make('content-type', {
      id,
      title: bench.say(form.title),
      licence: 'own',
      label: many,
      one,
      feature,
      record: { title: NAME.id, glyph: 'file' },
      fields: [NAME, ...known.map(({ field }) => field)],
      sorts: [{ id: 'name', by: [NAME.id] }],
      ...(catalog.get('list', 'search-words') !== undefined && { synonyms: 'search-words' }),
      reportable: true,
    })
    const freeRoute = (wanted: string) =>
      freeId((name) => catalog.route(name) !== undefined, wanted)
    const routes = {
      list: freeRoute(`${keyFrom(id)}Page`),
      record: freeRoute(`${keyFrom(id)}RecordPage`),
    }
    addFeature(bench, form, { id: feature, label: many })
    addRecordPages(bench, {
      id,
      group,
      many,
      one,
      path,
      feature,
      routes,
      called: { many: form.title, one: form.one },
      screen: freeDocumentId(catalog, ['screen'], `${id}-record`),
      known,
    })
    addEntry(bench, { id, to: routes.list, title: many, group, form, feature })
    return bench.done([sketchOf(bench, one, form.fields, known)], path)
  },
}

function fieldsOf(bench: Workbench, id: string, group: string) {
  const keys = new Set<string>([NAME.id])
  return (row: Row, index: number): Known => {
    const at = `/fields${pointer(row.id)}`
    const wanted = keyFrom(idFrom(bench.say(row.label))) || `field${index + 1}`
    // A key begins with a letter: `12 months` becomes `x12Months`.
    const start = (/^[a-z]/.test(wanted) ? wanted : `x${wanted}`).slice(0, 36)
    const key = keyFrom(freeId((id) => keys.has(keyFrom(id)), start))
    keys.add(key)
    const name = `${group}.field.${key}`
    const label = bench.words(`${at}/label`, name, row.label) ?? name
    const isChoice = row.type === 'choice' || row.type === 'choices'
    const list = isChoice
      ? addOwnList(bench, row, { at, wanted: `${id}-${idFrom(key)}`, group })
      : undefined
    return {
      label,
      field: {
        id: key,
        type: row.type,
        label,
        ...(list !== undefined && { list }),
        ...(isChoice && row.filter && { filter: 'select' as const }),
        ...((row.type === 'text' || row.type === 'longtext') && { search: 1 }),
      },
    }
  }
}

/** One record, with something in each field. */
function sketchOf(
  bench: Workbench,
  one: string,
  rows: readonly Row[],
  known: readonly Known[],
): { id: string; nodes: NodeDocument[]; data: Record<string, unknown> } {
  const example = (words: Words) => linesOf(words[bench.context.languages[0] ?? ''])[0] ?? '…'
  const sample: Readonly<Record<Row['type'], (row: Row) => string>> = {
    text: () => '…',
    longtext: () => '…',
    link: () => '…',
    date: () => '2027-03-31',
    choice: ({ options }) => example(options),
    choices: ({ options }) => example(options),
  }
  return {
    id: 'record',
    nodes: [
      { id: 'title', type: 'page-title', props: { title: one } },
      {
        id: 'facts',
        type: 'facts',
        level: 2,
        data: 'record',
        props: {
          title: 'catalogue.facts',
          look: 'grid',
          rows: known.map(({ field, label }) => ({
            id: field.id,
            label,
            values: [{ id: 'v', path: field.id, ...(field.type === 'date' && { as: 'day' }) }],
          })),
        },
      },
    ],
    data: {
      record: Object.fromEntries(
        known.map(({ field }, index) => [field.id, sample[rows[index]!.type](rows[index]!)]),
      ),
    },
  }
}
