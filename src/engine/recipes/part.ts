/** A new part of a report: words, things to do or a note, for everybody who reads it or for some. */

import Type, { type Static } from 'typebox'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { agesForm, audienceForm, audienceRule, checkAudience } from './audience.ts'
import { freeId, idFrom } from './ids.ts'
import { pairedLines } from './lines.ts'
import { MAX_TIPS, PARTS, partOutline, PLACES } from './partoutline.ts'
import { WordsForm } from './place.ts'
import type { Recipe } from './recipe.ts'
import { Workbench } from './workbench.ts'

const Form = Type.Object(
  {
    report: Type.String({ maxLength: 120 }),
    looks: Type.Enum([...PARTS]),
    title: WordsForm,
    text: WordsForm,
    tips: WordsForm,
    place: Type.Enum([...PLACES]),
    ...audienceForm,
    ...agesForm,
  },
  { additionalProperties: false },
)

export const partRecipe: Recipe<typeof Form> = {
  ...partOutline,
  form: Form,
  write(form, context) {
    const bench = new Workbench(context)
    const report = context.catalog.get('report', form.report)
    if (form.report === '') bench.fault('/report', 'missing')
    else if (report === undefined) bench.fault('/report', 'unknown')
    checkAudience(bench, form)
    const taken = new Set((report?.children ?? []).flatMap(idsIn))
    const named = `own-${idFrom(bench.say(form.title)) || form.looks}`
    const id = freeId((wanted) => taken.has(wanted), named)
    const part = partOf(bench, form, id)
    const show = audienceRule(form)
    if (report !== undefined)
      bench.change('report', report.id, (document) => {
        const { children } = document
        const shown = { ...part, ...(show !== undefined && { show }) } as (typeof children)[number]
        return {
          ...document,
          children: form.place === 'first' ? [shown, ...children] : [...children, shown],
        }
      })
    return bench.done([{ id: 'part', nodes: [part] }], null)
  },
}

function partOf(bench: Workbench, form: Static<typeof Form>, id: string): NodeDocument {
  const group = bench.group(id.replace(/^own-/, ''))
  const title = bench.words('/title', `${group}.title`, form.title) ?? `${group}.title`
  if (form.looks === 'tips') {
    const lines = pairedLines(bench, '/tips', form.tips, { least: 1, most: MAX_TIPS })
    const rows = lines.map((words, index) => ({
      id: `t${index + 1}`,
      text: bench.text(`${group}.tip.${index + 1}`, (language) => words[language] ?? ''),
    }))
    return { id, type: 'tips', props: { title, rows } }
  }
  const text = bench.words('/text', `${group}.text`, form.text, { rich: true }) ?? `${group}.text`
  return form.looks === 'note'
    ? { id, type: 'notice', props: { look: 'info', title, text } }
    : { id, type: 'text-block', props: { title, text } }
}

function idsIn({ id, children = [] }: NodeDocument): string[] {
  return [id, ...children.flatMap(idsIn)]
}
