/**
 * The console finds the same problems while typing as the server at publish, so that they don't
 * come as a surprise.
 */

import { describe, expect, it } from 'vitest'
import { problemsFor } from '#admin/editor/problems.ts'
import { checkDocuments } from '#engine/check/check.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { KINDS, type Kind } from '#engine/documents/kinds.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { shapeIssues } from '#engine/documents/nodes.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { code, sources } from '#tests/support/documents.ts'

const widgets = Object.fromEntries(
  Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
)
const schemaOf = (kind: string) => KINDS[kind as Kind] as unknown as Schema

const refused = (value: Record<string, unknown>, where: string): readonly Problem[] =>
  checkDocuments(
    sources.map((source) => (source.where === where ? { where, value } : source)),
    { widgets, icons: code.icons, pictures: code.pictures, migrations: MIGRATIONS },
    () => false,
  ).problems.map((problem) => ({
    ...problem,
    document:
      problem.document === where
        ? `${String(value['kind'])}/${String(value['id'])}`
        : problem.document,
  }))

const shown = (
  value: Record<string, unknown>,
  checked: readonly Problem[],
  known: Readonly<Record<string, Schema>> | undefined,
): readonly Problem[] => {
  const name = `${String(value['kind'])}/${String(value['id'])}`
  const own = shapeIssues(schemaOf(String(value['kind'])), value, known ?? {}).map(
    (issue): Problem => ({ ...issue, document: name, severity: 'error' }),
  )
  return problemsFor(name, own, checked, known !== undefined)
}

const page = (props: unknown) => ({
  kind: 'screen',
  id: 'cv',
  v: 1,
  title: 'CV',
  source: 'test',
  children: [{ id: 'card', type: 'call-to-action-card', ...(props !== undefined && { props }) }],
})
const CASES: readonly (readonly [what: string, props: unknown])[] = [
  ['a misspelt prop', { title: 'page.cv', routeName: 'cv', titel: 'page.cv' }],
  ['a prop of the wrong type', { title: 'page.cv', routeName: 'cv', variant: 'two' }],
  ['a prop that is missing', { title: 'page.cv' }],
  ['no props at all', undefined],
  ['a script for a name', { title: 'page.cv', routeName: 'javascript:alert(1)' }],
]

describe('what the server refuses', () => {
  it.each(CASES)('is shown in the same words by both, for %s', (_what, props) => {
    const value = page(props)
    const checked = refused(value, 'schemas/screens/cv.json').filter(
      ({ document }) => document === 'screen/cv',
    )
    expect(checked).not.toEqual([])
    const lines = (problems: readonly Problem[]) =>
      problems.map((each) => `${each.code} ${each.pointer} ${each.message}`).sort()
    expect(lines(shown(value, checked, widgets))).toEqual(lines(checked))
    expect(
      lines(shown(value, checked, undefined)),
      'before the schemas of the widgets have come',
    ).toEqual(lines(checked))
  })

  it('isn’t shown once it has been fixed since the last check', () => {
    const checked = refused(page({ title: 'page.cv' }), 'schemas/screens/cv.json')
    expect(shown(page({ title: 'page.cv', routeName: 'cv' }), checked, widgets)).toEqual([])
  })

  it('doesn’t include values from the scope or anything on shipped pages', () => {
    expect(
      shown(
        page({ title: { bind: { var: 'language' } }, routeName: 'cv', facts: { bind: [] } }),
        [],
        widgets,
      ),
    ).toEqual([])
    for (const { value } of sources) {
      const document = value as Record<string, unknown>
      expect(
        shapeIssues(schemaOf(String(document['kind'])), document, widgets),
        `${String(document['kind'])}/${String(document['id'])}`,
      ).toEqual([])
    }
  })
})
