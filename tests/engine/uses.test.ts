/** Which documents refer to which, by the annotations that the check follows and by what rules say. */

import { describe, expect, it } from 'vitest'
import { usesOf } from '#engine/check/uses.ts'
import { nameOf } from '#engine/documents/document.ts'
import { catalog, code } from '#tests/support/documents.ts'

const documents = new Map<string, unknown>(
  [...catalog.documents()].map((document) => [nameOf(document), document]),
)
const uses = (name: string, all: ReadonlyMap<string, unknown> = documents) =>
  usesOf(all, code.widgets, name, documents.get(name))
const of = (name: string) => uses(name).map(({ document }) => document)

describe('the uses of a document', () => {
  it('of a page are its route, and all that leads to that', () => {
    expect(of('screen/bursaries')).toEqual(
      expect.arrayContaining(['menu/main', 'route-group/navigators', 'screen/career']),
    )
    expect(uses('screen/bursaries').find(({ document }) => document === 'menu/main')).toMatchObject(
      {
        pointer: '/items/navigators/items/funding/to',
        places: 2,
      },
    )
  })

  it('of a rule are the rules that name it, wherever they are', () => {
    expect(of('rule/isFree')).toEqual(
      expect.arrayContaining(['rule/resultFirst', 'flow/onboarding', 'route-group/reports']),
    )
  })

  it('of an assessment are its key, its report, its pages, and rules about its result', () => {
    expect(of('assessment/big_5')).toEqual(
      expect.arrayContaining([
        'scoring/big_5',
        'report/personality-guide',
        'screen/personality-guide-quiz',
        'flow/next-up',
        'guide/skills',
      ]),
    )
  })

  it('of a list are the forms and parts of pages that offer it', () => {
    expect(of('list/countries')).toEqual(
      expect.arrayContaining(['profile-section/initialProfile', 'screen/addresses']),
    )
  })

  it('of a type of content are the links between records', () => {
    expect(of('content-type/bursaries')).toEqual(
      expect.arrayContaining(['join/bursaries', 'join/careers']),
    )
  })

  it('of a page are the experiments that change it', () => {
    const scope = [{ id: 'a', kind: 'screen', document: 'home', paths: ['/children'] }]
    const experiment = { kind: 'experiment', id: 'own', title: 'Ours', scope, exposure: 1 }
    const found = uses('screen/home', new Map([...documents, ['experiment/own', experiment]]))
    expect(found.find(({ document }) => document === 'experiment/own')).toMatchObject({
      title: 'Ours',
      pointer: '/scope/a',
    })
  })

  it('are never the document itself, and a broken draft is no obstacle', () => {
    expect(of('rule/isFree')).not.toContain('rule/isFree')
    const broken = new Map<string, unknown>([
      ...documents,
      ['menu/main', { kind: 'menu', items: 7 }],
      ['rule/canLearnMore', { kind: 'rule', rule: { ref: { ref: 'isFree' } } }],
      ['screen/own', { kind: 'screen', children: [{ type: 'cover', props: 'x' }, null] }],
      ['flow/own', 'words'],
    ])
    expect(uses('rule/isFree', broken).map(({ document }) => document)).toContain('flow/onboarding')
  })
})
