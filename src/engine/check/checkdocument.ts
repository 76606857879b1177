/**
 * Checks one document by itself: its rules, references and addresses, and what its kind requires.
 */

import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { LIMITS, type Rule } from '#engine/rules/rules.ts'
import { rulePlaceAt } from '#engine/rules/ruleplaces.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import { placeTypes, scopeTypes } from '#engine/rules/scopetypes.ts'
import { checkConfig } from './config.ts'
import { checkContentType, checkJoin, checkList } from './content.ts'
import { adder, type Context } from './context.ts'
import type { Read } from './readsource.ts'
import { checkExperiment } from './experiments.ts'
import { checkOneRule, checkReference } from './references.ts'
import { checkGuide } from './guides.ts'
import { checkPaper } from './papers.ts'
import { checkNodes, dataOf } from './screens.ts'
import { checkScoring } from './scoringkeys.ts'
import { checkSection } from './sections.ts'

/** @param read what was found when it was read: its references, rules ... */
export function checkDocument(
  document: AnyDocument,
  { marks, scripts }: Pick<Read, 'marks' | 'scripts'>,
  context: Context,
): void {
  const name = nameOf(document)
  const add = adder(name, context)
  context.steps = 0
  const types = typesFor(document, context)
  for (const { schema, value, pointer } of marks) {
    const target = schema['x-ref']
    if (target === 'rule') {
      const place = rulePlaceAt(document, pointer)
      const here = place.reads === 'scope' ? types : placeTypes(context.catalog, place)
      checkOneRule(value as Rule, pointer, here, context, add)
    } else if (typeof target === 'string' && target !== 'widget')
      checkReference(target, value, pointer, context, add)
  }
  if (document.kind === 'screen' || document.kind === 'report')
    checkNodes(document.children, dataOf(document, context.host.widgets), types, context, add)
  if (scripts.length > 0) {
    const file = context.where.get(name)
    const found = context.problems.filter(
      (each) => each.document === file && each.code === 'document/address',
    )
    for (const { code, pointer, message } of scripts)
      if (!found.some((each) => each.pointer === pointer)) add(code, pointer, message)
  }
  if (document.kind === 'config') checkConfig(document, context, add)
  if (document.kind === 'scoring') checkScoring(document, context, add)
  if (document.kind === 'profile-section') checkSection(document, context, add)
  if (document.kind === 'guide') checkGuide(document, context, add)
  if (document.kind === 'list') checkList(document, add)
  if (document.kind === 'paper') checkPaper(document, context, add)
  if (document.kind === 'content-type')
    checkContentType(document, context.catalog.all('content-type'), add)
  if (document.kind === 'join') checkJoin(document, context.catalog, add)
  if (document.kind === 'experiment') checkExperiment(document, context, add)
  // A page, a menu or a decision evaluates all of them, on every call.
  if (context.steps > LIMITS.documentSteps)
    add(
      'rule/too-many-steps',
      '',
      `the rules of this document could take ${context.steps} steps in total; at most ${LIMITS.documentSteps} are allowed`,
    )
}

/** What its rules can read, except where their place says otherwise (ruleplaces.ts). */
function typesFor(document: AnyDocument, context: Context): VarType {
  return document.kind === 'screen' || document.kind === 'report'
    ? scopeTypes(context.catalog, dataOf(document, context.host.widgets))
    : context.types
}
