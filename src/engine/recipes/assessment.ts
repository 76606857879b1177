/**
 * A new assessment with its report: pasted questions, what they measure, the key, and everything
 * that is needed to take it and to read it.
 */

import { pointer } from '#engine/documents/json.ts'
import { Form, type AssessmentForm } from './assessmentform.ts'
import { assessmentOutline } from './assessmentoutline.ts'
import { checkAudience } from './audience.ts'
import { freeId, idFrom, isPath, keyFrom, pageAt } from './ids.ts'
import { addInstrument } from './instrument.ts'
import { addEntry } from './place.ts'
import type { Recipe, Words } from './recipe.ts'
import { addAssessmentPages } from './assessmentpages.ts'
import { addFeature, freeFeature } from './features.ts'
import { reportOf, type Scale } from './assessmentreport.ts'
import { Workbench } from './workbench.ts'

export const assessmentRecipe: Recipe<typeof Form> = {
  ...assessmentOutline,
  form: Form,
  write(form, context) {
    const bench = new Workbench(context)
    const id = idOf(bench, form.title)
    const group = bench.group(id.replaceAll('_', '-'))
    const camel = keyFrom(id.replaceAll('_', '-'))
    const names = {
      id,
      group,
      feature: freeFeature(bench, `${camel}Report`),
      startRoute: `${camel}Page`,
      quizRoute: `${camel}QuizPage`,
    }
    const title = bench.words('/title', `${group}.title`, form.title) ?? `${group}.title`
    const path = form.path.trim() || `/reports/${idFrom(bench.say(form.title)) || id}`
    const answering = isPath(path) ? pageAt(context.catalog, path) : null
    if (!isPath(path)) bench.fault('/path', 'badPath')
    else if (answering !== null) bench.fault('/path', 'taken', { by: answering })
    checkAudience(bench, form)
    const scales = scalesOf(bench, form, names)
    const { sketch, options } = addInstrument(bench, form, { ...names, title }, scales)
    const report = reportOf(bench, form, { ...names, title }, scales)
    addFeature(bench, form, { id: names.feature, label: title })
    addAssessmentPages(bench, { ...names, title, path, called: bench.say(form.title) })
    addEntry(bench, {
      id: camel,
      to: names.startRoute,
      title,
      group,
      form,
      feature: names.feature,
    })
    const highest = options - 1
    return bench.done(
      [sketch, { id: 'report', nodes: report, data: sampleOf(id, scales, highest) }],
      path,
    )
  },
}

/** Letters, digits and underscores: metrics begin with it. */
function idOf(bench: Workbench, title: Words): string {
  const { catalog } = bench.context
  return freeId(
    (id) =>
      catalog.get('assessment', id.replaceAll('-', '_')) !== undefined ||
      (['scoring', 'report', 'route-group'] as const).some(
        (kind) => catalog.get(kind, id.replaceAll('-', '_')) !== undefined,
      ),
    idFrom(bench.say(title)) || 'assessment',
  ).replaceAll('-', '_')
}

function scalesOf(
  bench: Workbench,
  form: AssessmentForm,
  { group }: { readonly group: string },
): Scale[] {
  if (form.scales.length === 0) bench.fault('/scales', 'few', { least: 1 })
  const taken = new Set<string>()
  return form.scales.map((row, index) => {
    const at = `/scales${pointer(row.id)}`
    const id = freeId(
      (name) => taken.has(keyFrom(name)),
      idFrom(bench.say(row.label)) || `scale-${index + 1}`,
    )
    const key = keyFrom(id)
    taken.add(key)
    const name = `${group}.scale.${key}`
    const label = bench.words(`${at}/label`, `${name}.name`, row.label) ?? `${name}.name`
    const [low, high] = [
      cut(bench, `${at}/lowTo`, row.lowTo),
      cut(bench, `${at}/highFrom`, row.highFrom),
    ]
    if (low !== null && high !== null && low >= high)
      bench.fault(`${at}/highFrom`, 'range', { least: low + 1, most: 99 })
    const isSaid = [row.low, row.middle, row.high].some((words) => bench.say(words) !== '')
    const texts = (['low', 'middle', 'high'] as const).flatMap(
      (band) =>
        bench.words(`${at}/${band}`, `${name}.${band}`, row[band], { optional: !isSaid }) ?? [],
    )
    return {
      row: row.id,
      id: key,
      label,
      cuts: [low ?? 33, high ?? 67],
      texts: texts.length === 3 ? texts : [],
      items: 0,
    }
  })
}

function cut(bench: Workbench, at: string, typed: string): number | null {
  const value = Number(typed.trim().replace(',', '.'))
  if (typed.trim() !== '' && value >= 1 && value <= 99) return value
  bench.fault(at, 'range', { least: 1, most: 99 })
  return null
}

/** A result to draw the report with: high on the first scale, then lower. */
function sampleOf(id: string, scales: readonly Scale[], highest: number): Record<string, unknown> {
  const metrics = Object.fromEntries(
    scales.map((scale, index) => {
      const score = Math.max(15, 78 - index * 24)
      return [scale.id, { score, mean: 1 + (score * highest) / 100 }]
    }),
  )
  return {
    report: {
      report: id,
      open: [],
      strengths: [],
      metrics,
      results: {
        [id]: {
          metrics,
          quality: { confidence: 'ok', flags: [] },
          resultDate: '2026-01-01T08:00:00Z',
          instrument: { version: '1.0', items: 0, language: 'en' },
        },
      },
    },
  }
}
