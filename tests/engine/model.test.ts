/**
 * Who lands where, for every user that the rules can distinguish: loops, dead rows, pages that
 * can't be reached or left.
 */

import { describe, expect, it } from 'vitest'
import { Catalog } from '#engine/documents/catalog.ts'
import { distinct, usesOf, valuesOf } from '#engine/check/domains.ts'
import type { FlowDocument } from '#engine/documents/kinds.ts'
import { checkModel } from '#engine/check/model.ts'
import { pairwise } from '#engine/check/pairwise.ts'
import { People } from '#engine/check/people.ts'
import type { Rule } from '#engine/rules/rules.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import { buildScope, type User } from '#engine/rules/scope.ts'
import { catalog, config } from '#tests/support/documents.ts'

type Row = FlowDocument['rows'][number]

/** The product with one configuration, and these rows before those of its guard. */
const product = new Catalog(
  [...catalog.documents()].filter(({ kind, id }) => kind !== 'config' || id === 'default'),
)
function withDocument(name: string, change: (document: never) => void): Catalog {
  const document = structuredClone(
    [...product.documents()].find(({ kind, id }) => `${kind}/${id}` === name)!,
  )
  change(document as never)
  return product.with([document])
}
function withGuard(...rows: readonly Row[]): Catalog {
  return withDocument('flow/navigation-guard', (flow: { rows: Row[] }) => {
    flow.rows.splice(
      flow.rows.findIndex(({ id }) => id === 'console'),
      0,
      ...rows,
    )
  })
}
const row = (id: string, to: string, ...when: Rule[]): Row => ({
  id,
  when: { and: when },
  then: { go: 'redirect', to },
})
const on = (route: string): Rule => ({ '==': [{ var: 'route.name' }, route] })
const born = (operator: string, date: string): Rule => ({
  [operator]: [{ or: [{ var: 'user.profile.birthDate' }, '1900-01-01'] }, date],
})
const said = (of: Catalog) =>
  checkModel(of).map(
    ({ code, document, pointer, severity }) => `${severity} ${code} ${document}#${pointer}`,
  )

describe('a step that no row leads to any more', () => {
  it('is a warning: whoever takes the rows away means it', () => {
    const without = withDocument('flow/onboarding', (flow: { rows: Row[] }) => {
      flow.rows = flow.rows.filter(({ id }) => !id.startsWith('verify'))
    })
    expect(said(without)).toEqual([
      'warning model/unreachable route-group/onboarding#/routes/accountVerificationStep',
    ])
  })
})

describe('a row that asks about a person', () => {
  const signedIn: Rule = { var: 'session.signedIn' }
  const living: readonly (readonly [string, Rule[]])[] = [
    ['a country', [{ '==': [{ var: 'facts.country' }, 'KE'] }]],
    ['no country of a list', [{ '!': { in: [{ var: 'facts.country' }, ['ZA', 'KE', 'NG']] } }]],
    ['a nationality', [{ '==': [{ var: 'user.profile.nationality' }, 'ET'] }]],
    ['a nationality that is not given', [signedIn, { '!': { var: 'user.profile.nationality' } }]],
    ['an age', [{ '==': [{ var: 'facts.underAge' }, true] }]],
    [
      'less than an age in years, and a country',
      [{ '<': [{ var: ['facts.age', 999] }, 16] }, { '==': [{ var: 'facts.country' }, 'KE'] }],
    ],
    ['exactly an age in years', [{ '==': [{ var: 'facts.age' }, 19] }]],
    [
      'between two ages',
      [{ '>=': [{ var: ['facts.age', 0] }, 40] }, { '<': [{ var: ['facts.age', 999] }, 41] }],
    ],
    [
      'the first day of being of age',
      [{ '!': { var: 'facts.underAge' } }, born('>', '2007-12-31')],
    ],
    ['a day of birth', [born('==', '2011-06-30')]],
    ['a birthday between two others', [born('>', '2010-06-15'), born('<', '2010-06-17')]],
    [
      'a birthday before one and a country',
      [born('<', '1960-01-01'), { '==': [{ var: 'user.profile.nationality' }, 'UG'] }],
    ],
    ['a language', [{ '==': [{ var: 'language' }, 'af'] }]],
    ['a language that isn’t offered', [{ '==': [{ var: 'language' }, 'zu'] }]],
    [
      'an account type',
      [{ '==': [{ var: 'user.app.accountType' }, 'AssessmentOnlyBehaviourPlus'] }],
    ],
    ['a cohort', [{ '==': [{ var: 'user.app.cohort.institution.tenant.slug' }, 'wits'] }]],
    ['a way to sign in', [{ '==': [{ var: 'session.method' }, 'google'] }]],
    [
      'one consent',
      [{ '!': { var: 'user.consents.marketing.granted' } }, { var: 'user.consents.marketing' }],
    ],
    [
      'one result and not another',
      [{ var: 'user.assessments.maze' }, { '!': { var: 'user.assessments.big_5' } }],
    ],
    [
      'a figure of a result',
      [{ '>': [{ or: [{ var: 'user.assessments.holland_code.metrics.R' }, 0] }, 20] }],
    ],
    ['a choice of the profile', [{ '==': [{ var: 'user.profile.gender' }, 'female'] }]],
    ['a list', [{ in: ['money', { or: [{ var: 'user.profile.hiddenSections' }, []] }] }]],
    ['a role', [{ '==': [{ var: 'user.app.role' }, 'viewer'] }]],
    ['a plan that was chosen', [{ '==': [{ var: 'onboarding.selectedPlan' }, 'mini'] }]],
    ['a setting', [{ var: 'config.consent.parental' }]],
    ['a setting with a value', [{ '==': [{ var: 'config.instanceKey' }, 'another'] }]],
    [
      'two things that are equal',
      [
        signedIn,
        { '==': [{ var: 'user.profile.nationality' }, { var: 'onboarding.country' }] },
        { '==': [{ var: 'onboarding.country' }, 'KE'] },
      ],
    ],
    ['something in the address', [{ '==': [{ var: 'route.query.from' }, 'poster'] }]],
  ]

  // A few at a time, each for a different page, so that none precedes another.
  const pages = [...product.routes.values()]
    .filter(
      ({ class: kind, stages, path }) =>
        kind === 'loggedIn' && stages?.includes('fullAccess') && !path.includes(':'),
    )
    .map(({ id }) => id)
  it.each(
    Array.from({ length: Math.ceil(living.length / 5) }, (_, index) => [
      living.slice(index * 5, index * 5 + 5),
    ]),
  )('isn’t dead: %j', (rows) => {
    const found = checkModel(
      withGuard(
        ...rows.map(([what, when], index) =>
          row(what.replaceAll(' ', '-'), '404', on(pages[index]!), ...when),
        ),
      ),
    )
    expect(found.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)).toEqual([])
  })

  it.each<[string, Rule[]]>([
    [
      'two countries at once',
      [{ '==': [{ var: 'facts.country' }, 'KE'] }, { '==': [{ var: 'facts.country' }, 'UG'] }],
    ],
    [
      'a country but not as a nationality',
      [
        { '==': [{ var: 'facts.country' }, 'KE'] },
        { '!=': [{ var: 'user.profile.nationality' }, 'KE'] },
      ],
    ],
    ['a day after the next and before it', [born('>', '2010-06-15'), born('<', '2010-06-16')]],
    [
      'of age and born yesterday',
      [{ '==': [{ var: 'facts.underAge' }, false] }, born('>', '2015-01-01')],
    ],
    [
      'free and past the onboarding',
      [{ '==': [{ var: 'stage' }, 'fullAccess'] }, { ref: 'isFree' }],
    ],
  ])('is dead if no user can match it: %s', (_what, when) => {
    expect(said(withGuard(row('mine', '404', on('cv'), ...when)))).toEqual([
      'error model/dead-row flow/navigation-guard#/rows/mine',
    ])
  })

  it('is only doubtful if no list of values can exhaust what it asks, and so are the rows after it', () => {
    const score: Rule = { or: [{ var: 'user.assessments.holland_code.metrics.R' }, 0] }
    const found = checkModel(
      withGuard(
        row('square', '404', on('cv'), { '==': [{ '*': [score, score] }, 169] }),
        row('impossible', '404', on('cv'), { '!': true }),
      ),
    )
    expect(found.map(({ pointer, severity }) => [pointer, severity])).toEqual([
      ['/rows/square', 'warning'],
      ['/rows/impossible', 'warning'],
    ])
    expect(found[0]!.message).toContain("can't try everyone")
  })

  it('is only doubtful if rules name more values than are tried', () => {
    const many = Array.from({ length: 50 }, (_, index): Row =>
      row(`born${index}`, '404', on('cv'), born('==', `19${String(index + 10)}-01-01`)),
    )
    const found = checkModel(withGuard(...many, row('never', '404', on('cv'), { '!': true })))
    expect([...new Set(found.map(({ code, severity }) => `${severity} ${code}`))]).toEqual([
      'warning model/dead-row',
    ])
  })

  it('is dead after one that always matches first', () => {
    expect(
      said(
        withGuard(
          row('first', '404', on('cv')),
          row('second', '403', on('cv'), { '==': [{ var: 'facts.country' }, 'KE'] }),
        ),
      ),
    ).toEqual([
      'error model/unreachable route-group/profile#/routes/cv',
      'error model/dead-row flow/navigation-guard#/rows/second',
    ])
  })
})

/** The part of the check's time that depends on the documents, not on other load of the machine. */
it('takes less than three seconds of processor time for the shipped documents', () => {
  // It includes compilation and garbage collection, so the fastest of several runs counts.
  const seconds = () => {
    const of = new Catalog([...catalog.documents()].map((each) => structuredClone(each)))
    const before = process.cpuUsage()
    expect(checkModel(of).filter(({ severity }) => severity === 'error')).toEqual([])
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000
  }
  let least = seconds()
  for (let round = 1; round < 3 && least >= 3; round++) least = Math.min(least, seconds())
  expect(least).toBeLessThan(3)
})

describe('a redirect loop', () => {
  it('is found even if it affects few: people under 16 in Kenya', () => {
    const young: Rule[] = [
      { '==': [{ var: 'user.profile.nationality' }, 'KE'] },
      born('>', '2010-01-01'),
    ]
    const found = checkModel(
      withGuard(
        row('young', 'accountSettingsPage', on('cv'), ...young),
        row('back', 'cv', on('accountSettingsPage'), ...young),
      ),
    )
    expect(found).toContainEqual(
      expect.objectContaining({
        code: 'model/redirect-loop',
        severity: 'error',
        message: expect.stringMatching(
          /birthDate: 2010-01-02.*nationality: KE.*cv -> accountSettingsPage -> cv/,
        ) as string,
      }),
    )
  })

  const from: Rule = { or: [{ var: 'route.query.from' }, { var: 'route.query.to' }] }
  it.each<[string, Rule, object[]]>([
    ['is kept by both', { '!!': { var: 'route.query.from' } }, [{ keepQuery: true }]],
    ['is kept by name', { '!!': { var: 'route.query.from' } }, [{ keepQuery: ['from'] }]],
    [
      'is put into it by the first',
      { '!!': { var: 'route.query.to' } },
      [{ query: { to: { bind: from } } }, { keepQuery: true }],
    ],
  ])('is found if something in the address leads round and %s', (_what, back, then) => {
    const leading = (id: string, to: string, where: string, when: Rule, more: object): Row => {
      const made = row(id, to, on(where), when)
      return { ...made, then: { ...made.then, ...more } }
    }
    const found = checkModel(
      withGuard(
        leading('there', 'accountSettingsPage', 'cv', from, then[0]!),
        leading('back', 'cv', 'accountSettingsPage', back, then.at(-1)!),
      ),
    )
    expect(found.find(({ code }) => code === 'model/redirect-loop')?.message).toContain(
      'cv -> accountSettingsPage -> cv',
    )
  })

  it('is what six redirects are, and five are not', () => {
    const names = [...product.routes.values()]
      .filter(({ group, path }) => group === 'navigators' && !path.includes(':'))
      .map(({ id }) => id)
    const hops = (many: number) =>
      names.slice(0, many).map((name, index) =>
        row(`hop${index}`, index === many - 1 ? 'termsPage' : names[index + 1]!, on(name), {
          '==': [{ var: 'facts.country' }, 'KE'],
        }),
      )
    const chains = (many: number) =>
      checkModel(withGuard(...hops(many))).filter(({ code }) => code === 'model/redirect-loop')
    expect(chains(5)).toEqual([])
    expect(chains(6)[0]?.message).toContain(
      `more than 5 times: ${names.slice(0, 6).join(' -> ')} -> termsPage`,
    )
  })

  it('is found even if there are too many users to try, and then no row is called dead', () => {
    const many = Array.from({ length: 7 }, (_, index): Row =>
      row(
        `ask${index}`,
        '404',
        { '==': [{ var: `user.profile.${PROFILE_KEYS[index]!}` }, `v${index}`] },
        { '==': [{ var: 'language' }, `l${index}`] },
      ),
    )
    const round: Rule[] = [
      { '==': [{ var: 'facts.country' }, 'KE'] },
      { '==': [{ var: 'language' }, 'zu'] },
    ]
    const found = checkModel(
      withGuard(
        ...many,
        row('there', 'accountSettingsPage', on('cv'), ...round),
        row('back', 'cv', on('accountSettingsPage'), ...round),
        row('never', '404', on('cv'), { '!': true }),
      ),
    )
    expect(found.filter(({ code }) => code === 'model/redirect-loop')).not.toEqual([])
    expect(
      found.filter(({ code }) => code === 'model/dead-row').map(({ pointer }) => pointer),
    ).toContain('/rows/never')
  })
})

/** A page where a user is stuck because it doesn't ask for what they could provide. */
describe('a page that people are sent to', () => {
  type Node = {
    id: string
    type: string
    show?: unknown
    props: Record<string, never>
    children?: Node[]
  }
  const onScreen = (id: string, change: (form: Node, children: Node[]) => void) =>
    checkModel(
      withDocument(`screen/${id}`, ({ children }: { children: Node[] }) => {
        change(
          children.find((node) => node.id === 'form')!,
          children,
        )
      }),
    )
  type Item = Record<string, unknown>
  const withConsents = (change: (items: Item[]) => unknown, of = product) => {
    const document = structuredClone(of.get('consent-list', 'main')!)
    change(document.items)
    return of.with([document])
  }
  const onConsents = (change: (items: Item[]) => unknown) => checkModel(withConsents(change))
  const stuck = (found: ReturnType<typeof checkModel>) =>
    found
      .map(({ code, document, pointer, severity }) => `${severity} ${code} ${document}#${pointer}`)
      .sort()
  const atConsents = ['error model/no-way-out flow/onboarding#/rows/consent-first']

  it.each<[string, Parameters<typeof onScreen>[1]]>([
    ['has lost the form', (_form, children) => children.splice(2, 1)],
    ['hides the form', (form) => (form.show = false)],
    [
      'hides it from people in Kenya',
      (form) => (form.show = { '!=': [{ var: 'facts.country' }, 'KE'] }),
    ],
    [
      'hides it from users who read Afrikaans',
      (form, children) =>
        children.splice(2, 1, {
          id: 'box',
          type: 'stack',
          show: { '!=': [{ var: 'language' }, 'af'] },
          props: {},
          children: [form],
        }),
    ],
    ['waits for data with it', (form) => (form.show = { var: 'data.terms' })],
    ['sends it nowhere', (form) => (form.props['action'] = 'print' as never)],
  ])('for the terms lets them accept these, unless it %s', (_how, change) => {
    const found = onScreen('consent', change)
    expect(stuck(found)).toEqual(atConsents)
    expect(found[0]!.message).toContain(
      'is sent to "consentsStep", wherever they go, and cannot do there what this row waits for: its screen "consent" lacks the consent "terms" (asked and needed) in a consent form',
    )
  })

  it('isn’t asked for what a guardian gives', () => {
    const asking = withDocument(
      'config/default',
      (document: { consent: Record<string, boolean> }) => {
        document.consent['parental'] = true
      },
    )
    expect(said(asking)).toEqual(said(product))
    // Learners would be asked for it, if no guardian were.
    const byLearners = withConsents(
      (items) => delete items.find(({ id }) => id === 'parent')!['by'],
      asking,
    )
    expect(said(byLearners)).toEqual(said(product))
  })

  it.each<[string, (items: Item[]) => unknown]>([
    ['has lost them', (items) => items.splice(0, 1)],
    ['has made them optional', (items) => delete items[0]!['needed']],
    ['never asks for them', (items) => (items[0]!['asked'] = false)],
    [
      'asks people in South Africa alone',
      (items) => (items[0]!['asked'] = { '==': [{ var: 'country' }, 'ZA'] }),
    ],
    [
      'asks adults alone',
      (items) => (items[0]!['asked'] = { '>=': [{ or: [{ var: 'age' }, 0] }, 18] }),
    ],
  ])('for the terms finds them in the list, unless it %s', (_how, change) => {
    expect(stuck(onConsents(change))).toEqual(atConsents)
  })

  it('for a specific consent asks the users who have to give it', () => {
    const photo = { id: 'photo', label: 'x', text: 'x', version: 3 }
    const young = { '<': [{ or: [{ var: 'age' }, 0] }, 18] }
    expect(onConsents((items) => items.push({ ...photo, asked: young, needed: true }))).toEqual([])
    const row = {
      id: 'photo',
      when: { '!': { var: 'user.consents.photo' } },
      then: { go: 'redirect', to: 'consentsStep' },
    }
    const waiting = withDocument('flow/onboarding', ({ rows }: { rows: unknown[] }) =>
      rows.splice(1, 0, row),
    )
    const everyone = withConsents((items) => items.push(photo), waiting)
    expect(stuck(checkModel(everyone))).toEqual([])
    const nobody = withConsents((items) => items.push({ ...photo, asked: false }), waiting)
    expect(stuck(checkModel(nobody))).toEqual([
      'error model/no-way-out flow/onboarding#/rows/photo',
    ])
  })

  it('names the people who are stuck there', () => {
    const found = onScreen(
      'consent',
      (form) => (form.show = { '!=': [{ var: 'facts.country' }, 'KE'] }),
    )
    expect(found[0]!.message).toMatch(/no consent.*nationality: KE/)
  })

  it('may have any design that does so', () => {
    expect(
      onScreen('consent', (form, children) =>
        children.splice(2, 1, { id: 'box', type: 'stack', props: {}, children: [form] }),
      ),
    ).toEqual([])
    expect(onConsents((items) => items.reverse())).toEqual([])
    // Two forms, one for each half of the users.
    const show: Rule = { '==': [{ var: 'facts.country' }, 'KE'] }
    expect(
      onScreen('consent', (form, children) =>
        children.push(
          { ...form, id: 'other', show: { '!': show } },
          (((form.show = show), form), { id: 'line', type: 'text-block', props: {} }),
        ),
      ),
    ).toEqual([])
  })

  it('is checked under the actual configuration: terms by signing up, the other consents later', () => {
    const later = withDocument(
      'config/default',
      (document: { defaultTermsConsent: boolean }) => (document.defaultTermsConsent = true),
    )
    const without = structuredClone(later.get('screen', 'consent')!)
    without.children.splice(2, 1)
    expect(stuck(checkModel(later))).toEqual([])
    expect(stuck(checkModel(later.with([without])))).toEqual([
      'error model/no-way-out flow/onboarding#/rows/consent',
    ])
  })

  it.each<[string, string, (field: Record<string, unknown>, fields: unknown[]) => unknown]>([
    ['leaves out a field', 'birthDate', (_field, fields) => fields.shift()],
    ['lets it be left empty', 'birthDate', (field) => (field['required'] = false)],
    [
      'hides it in this configuration',
      'birthDate',
      (field) => (field['show'] = { '==': [{ var: 'config.instanceKey' }, 'another'] }),
    ],
    ['keeps it under another name', 'birthDate', (field) => (field['path'] = 'born')],
  ])('for the initial profile asks for all of it, unless it %s', (_how, key, change) => {
    const found = checkModel(
      withDocument(
        'profile-section/initialProfile',
        ({ fields }: { fields: Record<string, unknown>[] }) => {
          change(
            fields.find(({ id }) => id === key)!,
            fields,
          )
        },
      ),
    )
    expect(stuck(found)).toEqual(['error model/no-way-out flow/onboarding#/rows/profile'])
    expect(found[0]!.message).toContain(`lacks a required field "${key}"`)
  })

  it.each<[string, string, string[], string]>([
    [
      'verification',
      'its form',
      ['verify', 'verify-before-checkout'],
      'lacks a form with the action "verify" and a field "code"',
    ],
    [
      'redeem-license',
      'its form',
      ['redeem'],
      'lacks a form with the action "redeem" and a field "code"',
    ],
  ])('%s can’t do without %s', (screen, _what, rows, lacks) => {
    const expected = rows.map((id) => `error model/no-way-out flow/onboarding#/rows/${id}`)
    const without = onScreen(screen, (form, children) => children.splice(children.indexOf(form), 1))
    expect(stuck(without)).toEqual(expected)
    expect(without[0]!.message).toContain(lacks)
    expect(
      stuck(
        onScreen(
          screen,
          (form) => ((form.props['fields'] as unknown as { id: string }[])[0]!.id = 'number'),
        ),
      ),
    ).toEqual(expected)
  })

  it('allows leaving a plan that can’t be paid for yet', () => {
    const found = onScreen('checkout', (_form, children) => children.splice(-1, 1))
    expect(stuck(found)).toEqual(['error model/no-way-out flow/onboarding#/rows/checkout'])
    expect(found[0]!.message).toContain(
      'lacks a button with the action "plan.forget" or a form with the action "redeem" and a field "code"',
    )
  })

  it('is only doubtful if the rest of the product stays open', () => {
    expect(
      stuck(onScreen('select-curriculum', (_form, children) => children.splice(1, 1))),
    ).toEqual(['warning model/no-way-out flow/navigation-guard#/rows/curriculum'])
    expect(
      stuck(
        checkModel(
          withGuard(
            row('gender-first', 'accountSettingsPage', on('cv'), {
              '!': { var: 'user.profile.gender' },
            }),
          ),
        ),
      ),
    ).toEqual(['warning model/no-way-out flow/navigation-guard#/rows/gender-first'])
  })

  it('doesn’t matter if it is itself the answer: not in your country', () => {
    expect(
      checkModel(
        withGuard(
          row('abroad', '403', on('cv'), { '!=': [{ var: 'user.profile.nationality' }, 'ZA'] }),
        ),
      ),
    ).toEqual([])
  })
})

const PROFILE_KEYS = [
  'gender',
  'firstName',
  'lastName',
  'phone',
  'birthDate',
  'nationality',
  'idNumber',
]

describe('the values that are tried', () => {
  const tried = (rule: Rule, type: VarType, named = {}) => {
    const use = usesOf([rule], named).get('x')!
    return distinct(valuesOf(use, type), use)
  }
  const text: VarType = { is: 'text' }

  it('are those that rules compare with, and one that no rule names', () => {
    expect(tried({ '==': [{ var: 'x' }, 'a'] }, text)).toEqual(['a', 'something else'])
    expect(tried({ '==': [{ or: [{ var: 'x' }, 'b'] }, 'a'] }, text)).toEqual(['b', 'a'])
  })

  it('include only one of those that no rule distinguishes', () => {
    expect(
      tried({ in: [{ var: 'x' }, ['ZA', 'KE']] }, { is: 'text', values: ['KE', 'NG', 'UG', 'ZA'] }),
    ).toEqual(['ZA', 'NG'])
    expect(
      tried({ and: [{ in: [{ var: 'x' }, ['ZA', 'KE']] }, { '!=': [{ var: 'x' }, 'KE'] }] }, text),
    ).toEqual(['ZA', 'KE', 'something else'])
  })

  it('are on both sides of each limit', () => {
    expect(tried({ '<': [{ var: 'x' }, 5] }, { is: 'number' })).toEqual([4, 5])
    expect(
      tried(
        { and: [{ '>': [{ var: 'x' }, '2010-02-28'] }, { '<=': [{ var: 'x' }, '2010-03-01'] }] },
        text,
      ),
    ).toEqual(['2010-02-27', '2010-03-01', '2010-03-02'])
  })

  it('are found in named rules, and through other variables', () => {
    expect(tried({ ref: 'mine' }, text, { mine: { '==': [{ var: 'x' }, 'a'] } })).toEqual([
      'a',
      'something else',
    ])
    expect(
      tried(
        { and: [{ '==': [{ var: 'x' }, { var: 'y' }] }, { in: [{ var: 'y' }, ['b', 'c']] }] },
        text,
      ),
    ).toEqual(['b', 'c', 'something else'])
  })

  it.each<Rule>([
    { '>': [{ '+': [{ var: 'x' }, 1] }, 3] },
    { some: [{ var: 'x' }, { var: 'y' }] },
    { '==': [{ count: [{ var: 'x' }, true] }, 2] },
  ])('aren’t all possible values of %j', (rule) => {
    expect(usesOf([rule], {}).get('x')!.isOpaque).toBe(true)
  })
})

describe('rows of pairs', () => {
  it.each([
    [[2, 3]],
    [[4, 4, 4, 4]],
    [[1, 5, 2]],
    [[3]],
    [[]],
    [[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]],
    [[9, 2, 7, 3, 3, 2]],
  ])('contain every pair of %j, and are few', (sizes) => {
    const rows = pairwise(sizes)
    for (let a = 0; a < sizes.length; a++) {
      for (let b = a + 1; b < sizes.length; b++) {
        expect(new Set(rows.map((row) => `${row[a]},${row[b]}`)).size).toBe(sizes[a]! * sizes[b]!)
      }
    }
    const [most = 0, next = 1] = [...sizes].sort((x, y) => y - x)
    expect(rows.length).toBeLessThanOrEqual(2 * most * next + sizes.length)
  })
})

describe('made-up people', () => {
  it('look to rules like the same people in the product', () => {
    const asked: Rule = {
      and: [
        { '==': [{ var: 'facts.country' }, 'KE'] },
        { var: 'facts.underAge' },
        { '==': [{ var: 'session.method' }, 'phone'] },
        { '!': { var: 'user.consents.marketing' } },
        { var: 'user.app.cohort.name' },
      ],
    }
    const people = new People(product, config, usesOf([asked], product.book.named), () => undefined)
    let met = 0
    people.begin()
    do {
      const { scope } = people
      const user = scope.user === null ? null : (JSON.parse(JSON.stringify(scope.user)) as User)
      const real = buildScope(product, {
        user,
        initialised: true,
        onboarding: scope.onboarding,
        config,
        language: scope.language,
        today: '2026-01-01',
        curricula: ['nsc'],
      })
      expect({ ...scope.facts, stage: scope.stage, method: scope.session.method }).toEqual({
        ...real.facts,
        stage: real.stage,
        method: real.session.method,
      })
      expect(scope.feature['CareerExplorer']).toEqual(real.feature['CareerExplorer'])
      met++
    } while (met < 3000 && people.next())
    expect(met).toBeGreaterThan(1000)
  })
})
