/**
 * Sets of subjects against the rules of the seven curricula, and what they open; on the documents
 * and records as shipped.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkSet,
  opennessOf,
  type Chosen,
  type SetProblem,
  type Subject,
} from '#engine/decide/subjects.ts'
import { careerOpenness, usesSubject } from '#server/catalogue/subjectcareers.ts'
import type { Career } from '#server/catalogue/career.ts'
import { chosenIn, entriesOf, fixedIn, placesOf, toggled } from '#widgets/content/setchoice.ts'
import { catalog, root } from '../support/documents.ts'

type Row = Subject & { readonly curriculum: string; readonly title?: string }
const { items } = JSON.parse(readFileSync(join(root, 'content', 'subjects.json'), 'utf8')) as {
  items: Row[]
}
const subjectsOf = (curriculum: string) => items.filter((each) => each.curriculum === curriculum)
const curriculumOf = (id: string) => catalog.get('curriculum', id)!
const FIELDS = catalog.get('list', 'study-fields')!.items.map(({ id }) => id)

/** `physics:HL` of ib -> ib-physics at HL. */
const set = (curriculum: string, names: readonly string[]): Chosen[] =>
  names.map((name) => {
    const [id, level] = name.split(':')
    return { subject: `${curriculum}-${id}`, ...(level !== undefined && { level }) }
  })
const problems = (curriculum: string, ...names: string[]) =>
  checkSet(curriculumOf(curriculum), subjectsOf(curriculum), set(curriculum, names))
const opens = (curriculum: string, ...names: string[]) =>
  opennessOf(curriculumOf(curriculum), FIELDS, set(curriculum, names))

const NSC = [
  'sepedi-home-language',
  'english-first-additional-language',
  'mathematics',
  'life-orientation',
  'physical-sciences',
  'life-sciences',
  'geography',
]
const KCSE = [
  'english',
  'kiswahili',
  'mathematics-alternative-a',
  'biology',
  'chemistry',
  'physics',
  'geography',
]
const IB = [
  'language-a-literature:HL',
  'language-b:SL',
  'economics:HL',
  'physics:HL',
  'mathematics-analysis-and-approaches:SL',
  'visual-arts:SL',
  'theory-of-knowledge',
  'extended-essay',
  'creativity-activity-service',
]
const MYP = [
  'language-and-literature',
  'language-acquisition',
  'individuals-and-societies',
  'sciences',
  'mathematics',
  'arts',
]
const without = (names: readonly string[], ...out: string[]) =>
  names.filter((name) => !out.includes(name))
const instead = (names: readonly string[], out: string, into: string) =>
  names.map((name) => (name === out ? into : name))

describe('documents and records', () => {
  it('there is a curriculum for each choice, and every subject belongs to a part of it', () => {
    const offered = catalog.get('list', 'curricula')!.items.map(({ id }) => id)
    expect(
      catalog
        .all('curriculum')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...offered].sort())
    expect(items).toHaveLength(281)
    for (const id of offered) {
      const subjects = subjectsOf(id)
      const placed = placesOf(curriculumOf(id), subjects).flatMap(({ records }) => records)
      expect([id, placed.length]).toEqual([id, subjects.length])
    }
  })

  it('name subjects, levels, groups and fields that exist', () => {
    const groups = new Set(catalog.get('list', 'subject-groups')!.items.map(({ id }) => id))
    expect(items.filter(({ group }) => !groups.has(group))).toEqual([])
    for (const { id, parts, clashes = [], opens: rows = [], uncounted = [] } of catalog.all(
      'curriculum',
    )) {
      const subjects = new Map(subjectsOf(id).map((each) => [each.id, each]))
      const named = [
        ...uncounted,
        ...clashes.flatMap((each) => each.subjects),
        ...parts.flatMap(({ of }) => of.flatMap(({ subject }) => subject ?? [])),
        ...rows.flatMap(({ needs }) => needs.flatMap(({ any }) => any)),
      ]
      for (const name of named) {
        const [subject, level] = name.split(':')
        expect(subjects.has(subject!), `${id}: ${name}`).toBe(true)
        expect(level === undefined || subjects.get(subject!)!.levels?.includes(level)).toBe(true)
      }
      expect(rows.filter(({ id: field }) => !FIELDS.includes(field))).toEqual([])
      for (const { of } of parts)
        for (const { group } of of) expect(group === undefined || groups.has(group)).toBe(true)
    }
  })
})

describe('a complete set is valid', () => {
  it.each([
    ['nsc', NSC],
    ['kcse', KCSE],
    ['cambridge', ['english', 'mathematics', 'science']],
    ['cambridge-igcse', ['mathematics', 'physics', 'first-language-english', 'history']],
    ['cambridge-as-a', ['mathematics:A', 'physics:A', 'english-general-paper']],
    ['pre-ib', MYP],
    ['ib', IB],
  ])('%s', (curriculum, names) => expect(problems(curriculum, ...names)).toEqual([]))
})

const few = (by: number): SetProblem => ({ is: 'too-few', by })
const part = (is: 'part-few' | 'part-many', id: string, by: number): SetProblem => ({
  is,
  part: id,
  by,
})

describe('too few', () => {
  it.each<[string, readonly string[], SetProblem[]]>([
    ['nsc', without(NSC, 'geography'), [few(1)]],
    ['nsc', without(NSC, 'mathematics'), [part('part-few', 'maths', 1)]],
    ['nsc', without(NSC, 'life-orientation'), [part('part-few', 'everyone', 1)]],
    [
      'nsc',
      ['life-orientation'],
      [
        part('part-few', 'home', 1),
        part('part-few', 'languages', 1),
        part('part-few', 'maths', 1),
        few(3),
      ],
    ],
    [
      'nsc',
      instead(NSC, 'sepedi-home-language', 'sepedi-first-additional-language'),
      [part('part-few', 'home', 1)],
    ],
    ['nsc', [...without(NSC, 'geography'), 'advanced-programme-mathematics'], [few(1)]],
    ['kcse', without(KCSE, 'geography'), [few(1)]],
    ['kcse', instead(KCSE, 'kiswahili', 'french'), [part('part-few', 'everyone', 1)]],
    [
      'kcse',
      instead(instead(KCSE, 'physics', 'music'), 'chemistry', 'french'),
      [part('part-few', 'sciences', 1)],
    ],
    ['cambridge', [], [few(1)]],
    ['cambridge-igcse', [], [few(1)]],
    ['cambridge-as-a', [], [few(1)]],
    ['pre-ib', without(MYP, 'arts'), [few(1)]],
    ['ib', without(IB, 'visual-arts:SL'), [few(1)]],
    ['ib', instead(IB, 'language-b:SL', 'film:SL'), [part('part-few', 'ib2', 1)]],
    ['ib', without(IB, 'extended-essay'), [part('part-few', 'core', 1)]],
  ])('%s: %j', (curriculum, names, expected) =>
    expect(problems(curriculum, ...names)).toEqual(expected),
  )
})

describe('what is missing', () => {
  it.each([
    ['nsc', NSC],
    ['kcse', KCSE],
  ] as const)('adds up to the rest of the set: %s', (curriculum, whole) =>
    fc.assert(
      fc.property(fc.subarray([...whole]), (names) => {
        const by = problems(curriculum, ...names).map((problem) =>
          'by' in problem ? problem.by : 0,
        )
        expect(by.reduce((sum, each) => sum + each, 0)).toBe(whole.length - names.length)
      }),
    ),
  )
})

describe('too many, or not allowed together', () => {
  it.each<[string, readonly string[], SetProblem[]]>([
    ['nsc', [...NSC, 'history'], [{ is: 'too-many', by: 1 }]],
    ['nsc', instead(NSC, 'geography', 'mathematical-literacy'), [part('part-many', 'maths', 1)]],
    [
      'nsc',
      instead(NSC, 'geography', 'sepedi-second-additional-language'),
      [
        {
          is: 'clash',
          subjects: ['nsc-sepedi-home-language', 'nsc-sepedi-second-additional-language'],
        },
      ],
    ],
    ['kcse', [...KCSE, 'french', 'music', 'agriculture'], [{ is: 'too-many', by: 1 }]],
    ['kcse', [...KCSE, 'mathematics-alternative-b'], [part('part-many', 'maths', 1)]],
    [
      'cambridge-igcse',
      ['combined-science', 'physics'],
      [{ is: 'clash', subjects: ['cambridge-igcse-physics', 'cambridge-igcse-combined-science'] }],
    ],
    [
      'cambridge-as-a',
      ['french-language', 'french'],
      [{ is: 'clash', subjects: ['cambridge-as-a-french-language', 'cambridge-as-a-french'] }],
    ],
    ['ib', [...IB, 'history:SL'], [{ is: 'too-many', by: 1 }]],
  ])('%s: %j', (curriculum, names, expected) =>
    expect(problems(curriculum, ...names)).toEqual(expected),
  )
})

describe('levels', () => {
  it('must be chosen if there are two, and be among those offered', () => {
    expect(problems('ib', ...instead(IB, 'visual-arts:SL', 'visual-arts'))).toEqual([
      { is: 'level-missing', subject: 'ib-visual-arts' },
    ])
    expect(problems('cambridge-as-a', 'mathematics:HL')).toEqual([
      { is: 'level-missing', subject: 'cambridge-as-a-mathematics' },
    ])
    expect(problems('cambridge-as-a', 'english-general-paper')).toEqual([])
  })

  it('of IB: three or four at HL', () => {
    const sl = instead(IB, 'physics:HL', 'physics:SL')
    expect(problems('ib', ...sl)).toEqual([{ is: 'level-few', level: 'HL', by: 1 }])
    const five = instead(
      instead(IB, 'visual-arts:SL', 'visual-arts:HL'),
      'language-b:SL',
      'language-b:HL',
    )
    expect(problems('ib', ...five)).toEqual([{ is: 'level-many', level: 'HL', by: 1 }])
    expect(problems('ib', ...instead(IB, 'visual-arts:SL', 'visual-arts:HL'))).toEqual([])
  })

  it('a subject that counts for two groups leaves room for another', () => {
    const ess = instead(
      instead(IB, 'economics:HL', 'environmental-systems-and-societies:HL'),
      'physics:HL',
      'film:HL',
    )
    expect(problems('ib', ...ess)).toEqual([])
  })
})

describe('what a set opens', () => {
  it('NSC: engineering needs Mathematics and Physical Sciences; the technical versions do at some places', () => {
    expect(opens('nsc', ...NSC)['08']).toBe('open')
    expect(opens('nsc', 'technical-mathematics', 'technical-sciences')['08']).toBe('some')
    expect(opens('nsc', 'mathematical-literacy', 'physical-sciences')['08']).toBe('closed')
    expect(opens('nsc', 'mathematical-literacy', 'life-sciences')['09']).toBe('some')
    expect(opens('nsc', 'mathematical-literacy', 'history')['12']).toBe('open')
  })

  it('IB: the level counts', () => {
    const at = (level: string) =>
      opens('ib', `mathematics-applications-and-interpretation:${level}`, 'physics:HL')
    expect([at('SL')['15'], at('HL')['15'], at('SL')['08'], at('HL')['08']]).toEqual([
      'closed',
      'open',
      'some',
      'open',
    ])
  })

  it('nothing closes at earlier stages', () => {
    for (const curriculum of ['cambridge', 'pre-ib'])
      expect(new Set(Object.values(opens(curriculum)))).toEqual(new Set(['open']))
  })

  it.each(['kcse', 'cambridge-igcse', 'cambridge-as-a', 'ib', 'nsc'])(
    '%s: no more subjects ever close a field',
    (curriculum) => {
      const order = { closed: 0, some: 1, open: 2 }
      const all = subjectsOf(curriculum)
      let before = opennessOf(curriculumOf(curriculum), FIELDS, [])
      const chosen: Chosen[] = []
      for (const { id, levels } of all) {
        chosen.push({ subject: id, ...(levels?.[0] !== undefined && { level: levels[0] }) })
        const after = opennessOf(curriculumOf(curriculum), FIELDS, chosen)
        for (const field of FIELDS)
          expect(order[after[field]!]).toBeGreaterThanOrEqual(order[before[field]!])
        before = after
      }
    },
  )
})

describe('a tap', () => {
  const nsc = curriculumOf('nsc')
  const subjects = subjectsOf('nsc')
  it('adds and removes, and replaces one kind of maths with the other', () => {
    const one = toggled(nsc, subjects, [], 'nsc-mathematics')
    expect(one).toEqual([{ subject: 'nsc-mathematics' }])
    expect(toggled(nsc, subjects, one, 'nsc-mathematical-literacy')).toEqual([
      { subject: 'nsc-mathematical-literacy' },
    ])
    expect(toggled(nsc, subjects, one, 'nsc-mathematics')).toEqual([])
    expect(toggled(nsc, subjects, one, 'nowhere')).toEqual(one)
  })

  it('changes a level, and removes the subject at the same level', () => {
    const [ib, all] = [curriculumOf('ib'), subjectsOf('ib')]
    const hl = toggled(ib, all, [{ subject: 'ib-physics' }], 'ib-physics', 'HL')
    expect(hl).toEqual([{ subject: 'ib-physics', level: 'HL' }])
    expect(toggled(ib, all, hl, 'ib-physics', 'SL')).toEqual([
      { subject: 'ib-physics', level: 'SL' },
    ])
    expect(toggled(ib, all, hl, 'ib-physics', 'HL')).toEqual([])
  })

  it('compulsory subjects are included from the start, and those stored for another curriculum are left out', () => {
    const fixed = fixedIn(nsc, subjects)
    expect([...fixed]).toEqual(['nsc-life-orientation'])
    const kept = [{ subject: 'ib-film', level: 'HL' }, { subject: 'nsc-history' }]
    const chosen = chosenIn(kept, 'subject', subjects, fixed)
    expect(chosen.map(({ subject }) => subject).sort()).toEqual([
      'nsc-history',
      'nsc-life-orientation',
    ])
    expect(entriesOf([{ subject: 'ib-film', level: 'HL' }], 'subject')).toEqual([
      { subject: 'ib-film', level: 'HL' },
    ])
  })
})

describe('careers by subject', () => {
  const career = (knowledge: Career['knowledge'], road: string) =>
    ({ knowledge, training: { road, years: 4, step: 4 } }) as unknown as Career
  const engineer = career(
    [
      ['2.C.3.b', 4.6],
      ['2.C.5.b', 3.5],
    ],
    'professional',
  )

  it('is as open as that field if it needs study, and open if it doesn’t', () => {
    const openness = { '08': 'closed', '09': 'some' } as const
    expect(careerOpenness(engineer, '08', openness)).toEqual({ opens: 'closed', field: '08' })
    expect(careerOpenness(engineer, null, openness)).toEqual({ opens: 'open', field: null })
    expect(careerOpenness(career([['2.C.3.b', 5]], 'diploma'), '08', openness).opens).toBe('some')
    expect(careerOpenness(career([['2.C.3.b', 5]], 'trade'), '08', openness)).toEqual({
      opens: 'open',
      field: null,
    })
    expect(careerOpenness(engineer, '08', {}).opens).toBe('open')
  })

  it('a subject is used by careers for which its knowledge is important', () => {
    expect(usesSubject(engineer, ['2.C.3.b', '2.C.5.b'])).toBe(4.6)
    expect(usesSubject(engineer, ['2.C.7.a'])).toBe(0)
    expect(usesSubject(engineer, [])).toBe(0)
  })
})
