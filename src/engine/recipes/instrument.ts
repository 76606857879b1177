/** The questions of a new assessment, how they are answered, and the key that scores them. */

import { pointer } from '#engine/documents/json.ts'
import type { AssessmentForm } from './assessmentform.ts'
import { OWN_ANSWERS } from './assessmentlimits.ts'
import type { Scale } from './assessmentreport.ts'
import { pairedLines } from './lines.ts'
import type { Sketch } from './recipe.ts'
import type { Workbench } from './workbench.ts'

const MAX_ITEMS = 200
/** Fewer questions than this say little about anybody. */
const ENOUGH = 4
/** Reading a line and answering it. */
const SECONDS = 8

type Named = {
  readonly id: string
  readonly group: string
  readonly title: string
  readonly feature: string
  readonly startRoute: string
  readonly quizRoute: string
}

/** @returns how many answers there are, and what a preview draws */
export function addInstrument(
  bench: Workbench,
  form: AssessmentForm,
  { id, group, title, feature, startRoute, quizRoute }: Named,
  scales: readonly Scale[],
): { readonly options: number; readonly sketch: Sketch } {
  const lines = pairedLines(bench, '/items', form.items, { least: 2, most: MAX_ITEMS })
  const items = lines.map((words, index) => ({
    id: `q${index + 1}`,
    text: bench.text(`${group}.item.q${index + 1}`, (language) => words[language] ?? ''),
  }))
  const key = items.map(({ id: item }, index) => {
    const { row, turned } = form.sorting[index] ?? { row: form.scales[0]?.id ?? '', turned: false }
    const scale = scales.find((each) => each.row === row)
    if (scale === undefined) bench.fault('/sorting', 'unsorted', { line: index + 1 })
    else scale.items++
    return { id: item, scale: scale?.id ?? '', ...(turned && { reverse: true }) }
  })
  for (const { row, items: count } of scales)
    if (count === 0) bench.fault(`/scales${pointer(row)}/label`, 'emptyScale')
    else if (count < ENOUGH)
      bench.hint(`/scales${pointer(row)}/label`, 'fewItems', { count, wanted: ENOUGH })
  const responseScale = answersOf(bench, form, group)
  const question =
    bench.words('/question', `${group}.question`, form.question) ?? `${group}.question`
  const summary = bench.words('/summary', `${group}.summary`, form.summary) ?? `${group}.summary`
  const { min, max } = responseScale
  const called = bench.say(form.title)
  bench.make('assessment', {
    id,
    title: called,
    label: title,
    summary,
    minutes: Math.max(1, Math.ceil((items.length * SECONDS) / 60)),
    feature,
    startRoute,
    quizRoute,
    doneRoute: startRoute,
    instrument: { version: '1.0', basis: summary },
    question,
    responseScale,
    items,
  } as never)
  bench.make('scoring', {
    id,
    title: called,
    assessment: id,
    responseScale: { min, max },
    scales: scales.map((scale) => ({
      id: scale.id,
      label: scale.label,
      aggregate: 'mean',
      from: 0,
      show: 'mean-and-score',
    })),
    items: key,
  } as never)
  return {
    options: responseScale.options.length,
    sketch: {
      id: 'question',
      nodes: [],
      data: {
        question,
        items: items.map(({ text }) => text),
        options: responseScale.options.map(({ label }) => label),
        look: responseScale.look,
      },
    },
  }
}

type ResponseScale = {
  readonly min: number
  readonly max: number
  readonly look: 'faces' | 'stones'
  readonly options: readonly {
    readonly id: string
    readonly value: number
    readonly label: string
  }[]
}

/** As another assessment is answered, or in words of one's own. */
function answersOf(bench: Workbench, form: AssessmentForm, group: string): ResponseScale {
  if (form.answers !== OWN_ANSWERS) {
    const other = bench.context.catalog.get('assessment', form.answers)?.responseScale
    if (other !== undefined) return other
    bench.fault('/answers', form.answers === '' ? 'missing' : 'unknown')
    return { min: 1, max: 5, look: 'stones', options: [] }
  }
  const lines = pairedLines(bench, '/answerWords', form.answerWords, { least: 2, most: 7 })
  return {
    min: 1,
    max: lines.length,
    look: 'stones',
    options: lines.map((words, index) => ({
      id: String(index + 1),
      value: index + 1,
      label: bench.text(`${group}.answer.${index + 1}`, (language) => words[language] ?? ''),
    })),
  }
}
