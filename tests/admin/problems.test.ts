import { describe, expect, it } from 'vitest'
import { aboutWords, problemsFor, takeSuggestion } from '#admin/editor/problems.ts'
import type { Problem } from '#engine/contract/problems.ts'

const problem = (code: string, pointer: string, more: Partial<Problem> = {}): Problem => ({
  code,
  document: 'menu/main',
  pointer,
  message: code,
  severity: 'error',
  ...more,
})

describe('problems of the document on the screen', () => {
  it('are its current ones, plus those of the last check that its shape doesn’t reveal', () => {
    const own = [problem('document/type', '/items/home/label')]
    const checked = [
      problem('document/missing', '/items/home/label'),
      problem('reference/unknown-text', '/items/home/label'),
      problem('reference/unknown-text', '/x', { document: 'menu/user' }),
    ]
    expect(problemsFor('menu/main', own, checked)).toEqual([own[0], checked[1]])
  })

  it('list what blocks publishing before what doesn’t', () => {
    const hint = problem('text/long', '/a', { severity: 'warning' })
    const error = problem('lock/removed', '/b')
    expect(problemsFor('menu/main', [], [hint, error])).toEqual([error, hint])
  })

  it('are listed once if both found them', () => {
    const both = problem('reference/unknown-text', '/items/home/label')
    expect(problemsFor('menu/main', [both], [{ ...both }])).toEqual([both])
  })
})

describe('accepting a suggestion', () => {
  const menu = {
    kind: 'menu',
    id: 'main',
    items: [{ id: 'home', lable: 'x', to: 'hom', show: { '==': [{ var: 'stag' }, 1] } }],
  }

  it('puts the value in its place, even inside a rule', () => {
    expect(
      takeSuggestion(
        menu,
        problem('reference/unknown-route', '/items/home/to', { suggestion: 'home' }),
      ),
    ).toMatchObject({ items: [{ to: 'home' }] })
    expect(
      takeSuggestion(
        menu,
        problem('rule/unknown-variable', '/items/home/show/==/0/var', { suggestion: 'stage' }),
      ),
    ).toMatchObject({ items: [{ show: { '==': [{ var: 'stage' }, 1] } }] })
  })

  it('renames a misspelt member and keeps its value', () => {
    expect(
      takeSuggestion(
        menu,
        problem('document/unknown-member', '/items/home/lable', { suggestion: 'label' }),
      ),
    ).toMatchObject({ items: [{ label: 'x' }] })
    const config = { features: { Cvv: false } }
    expect(
      takeSuggestion(
        config,
        problem('reference/unknown-feature', '/features/Cvv', {
          document: 'config/default',
          suggestion: 'Cv',
        }),
      ),
    ).toEqual({ features: { Cv: false } })
  })

  it('changes nothing if the value doesn’t fit that place', () => {
    expect(
      takeSuggestion(menu, problem('text/unknown-key', '/items/home/show', { suggestion: 'a.b' })),
    ).toBe(menu)
    expect(takeSuggestion(menu, problem('document/missing', '/items/home/label'))).toBe(menu)
  })
})

describe('what is said of texts while they are written', () => {
  const at = (pointer: string): Problem => ({
    code: 'reference/unknown-text',
    document: 'menu/main',
    pointer,
    message: 'there is no text called',
    suggestion: 'menu.home',
    severity: 'error',
  })
  const document = { saving: 'own.main.a', label: '', made: 'own.main.b', misspelt: 'menu.hme' }
  const told = aboutWords(
    ['/saving', '/label', '/made', '/misspelt'].map(at),
    document,
    (key) => key === 'own.main.a',
    (member) => `Write ${member}`,
  )

  it('is nothing of words that are only on their way, and what to do about the others', () => {
    expect(told.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/label', 'Write label'],
      ['/made', 'Write made'],
      ['/misspelt', 'there is no text called'],
    ])
  })

  it('proposes another text only where one was meant', () => {
    expect(told.map(({ suggestion }) => suggestion)).toEqual([undefined, undefined, 'menu.home'])
  })
})
