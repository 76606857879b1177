/** What an overlay may do to locked places: each limit from both sides. */

import { describe, expect, it } from 'vitest'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json, JsonObject } from '#engine/documents/json.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { checkLocks } from '#engine/overlay/locks.ts'
import type { Op } from '#engine/overlay/ops.ts'
import { apply } from '#engine/overlay/overlay.ts'

const OLD: Json = { '!': { var: 'facts.consentsComplete' } }
const OTHER: Json = { ref: 'isFree' }
const ROLE: Json = { var: 'facts.hasConsoleRole' }

const flow: Json = {
  kind: 'flow',
  id: 'f',
  rows: [
    { id: 'open', when: ROLE, then: { go: 'allow' } },
    { id: 'welcome', when: OTHER, then: { go: 'redirect', to: 'welcome' } },
    {
      id: 'consent',
      when: OLD,
      then: { go: 'redirect', to: 'consentsStep', keepQuery: true },
      lock: 'tighten-only',
      note: 'First.',
    },
    { id: 'console', when: ROLE, then: { go: 'allow' }, lock: 'tighten-only' },
    {
      id: 'payment',
      when: { or: [OTHER, ROLE] },
      then: { go: 'redirect', to: 'redeem' },
      lock: 'no-overlay',
    },
    { id: 'late', when: OTHER, then: { go: 'redirect', to: 'late' } },
    { id: 'rest', when: true, then: { go: 'allow' } },
  ],
}
const stages: Json = {
  kind: 'flow',
  id: 'app-stage',
  rows: [
    { id: 'onboarding', when: OLD, then: { stage: 'onboarding' }, lock: 'tighten-only' },
    { id: 'worker-type', when: OTHER, then: { stage: 'workerType' } },
    { id: 'full', when: true, then: { stage: 'fullAccess' } },
  ],
}
const access: Json = {
  kind: 'access',
  id: 'a',
  actions: [
    {
      id: 'publish',
      session: 'user',
      roles: ['publisher', 'owner'],
      when: ROLE,
      lock: 'tighten-only',
    },
    { id: 'read', session: 'user', stages: ['fullAccess'], lock: 'tighten-only' },
    { id: 'free', session: 'user', roles: ['owner'] },
  ],
}
const node: Json = {
  kind: 'screen',
  id: 's',
  children: [
    {
      id: 'form',
      type: 'consent-form',
      lock: 'tighten-only',
      props: {
        title: 'consent.title',
        required: false,
        strict: { required: true },
        allow: [
          { id: 'power', countries: ['*'] },
          { id: 'mini', countries: ['ZA', 'KE'] },
        ],
        hideForAccounts: ['a', 'b'],
        max: 3,
      },
      children: [
        { id: 'terms', type: 'text', props: { text: 'terms' } },
        { id: 'price', type: 'price', lock: 'no-overlay', note: 'x' },
      ],
    },
    { id: 'box', type: 'section', children: [{ id: 'inner', type: 'law', lock: 'no-overlay' }] },
    { id: 'after', type: 'text' },
  ],
}
const config: Json = {
  kind: 'config',
  policies: { terms: true, privacy: false },
  consent: { parental: true, research: true },
  legalAge: 18,
}

const row = (id: string, then: Json, when: Json = true): Json => ({ id, when, then })
const set = (at: string, value: Json): Op => ({ op: 'set', at, value })
const children = '/children/form'

type Row = [what: string, document: Json, ops: Op[], found: string[]]

const anySchema: Schema = {}
const found = (document: Json, ops: Op[], schema: Schema = anySchema) =>
  checkLocks(schema, document, apply(document, ops)).map(
    ({ code, pointer }) => `${code} ${pointer}`,
  )

describe('a lock', () => {
  it.each<Row>([
    // no-overlay
    [
      'leaves no-overlay rows where they are told',
      flow,
      [set('/rows/payment/note', 'x')],
      ['lock/changed /rows/payment'],
    ],
    [
      'lets no-overlay rows be moved back',
      flow,
      [{ op: 'move', at: '/rows/payment' }],
      ['lock/loosened /rows/rest'],
    ],
    [
      'keeps no-overlay rows',
      flow,
      [{ op: 'remove', at: '/rows/payment' }],
      ['lock/removed /rows/payment'],
    ],
    [
      'keeps what is inside something open',
      node,
      [{ op: 'remove', at: '/children/box' }],
      ['lock/removed /children/box/children/inner'],
    ],
    [
      'lets the open thing around it change',
      node,
      [set('/children/box/props', { ground: 'paper' })],
      [],
    ],
    ['lets its neighbours go', node, [{ op: 'remove', at: '/children/after' }], []],
    [
      'holds where the whole document goes',
      node,
      [{ op: 'unset', at: '' }],
      ['lock/removed /children/form', 'lock/removed /children/box/children/inner'],
    ],
    // words and order
    [
      'lets the words of a row change',
      flow,
      [
        set('/rows/consent/note', 'y'),
        set('/rows/consent/then', {
          go: 'redirect',
          to: 'consentsStep',
          keepQuery: true,
          reason: 'lock.consent',
        }),
      ],
      [],
    ],
    [
      'keeps where a row leads',
      flow,
      [set('/rows/consent/then/to', 'profile')],
      ['lock/changed /rows/consent/then/to'],
    ],
    [
      'keeps what a row says beside',
      flow,
      [{ op: 'unset', at: '/rows/consent/then/keepQuery' }],
      ['lock/removed /rows/consent/then/keepQuery'],
    ],
    [
      'lets nothing be added to it',
      flow,
      [set('/rows/consent/then/query', {})],
      ['lock/changed /rows/consent/then/query'],
    ],
    [
      'lets two locked redirects change places',
      {
        ...flow,
        rows: (flow as { rows: Json[] }).rows.filter(
          (each) => (each as JsonObject)['id'] !== 'console',
        ),
      },
      [{ op: 'move', at: '/rows/payment', before: 'consent' }],
      [],
    ],
    // the lock itself
    [
      'cannot be taken off',
      flow,
      [{ op: 'unset', at: '/rows/consent/lock' }],
      ['lock/changed /rows/consent/lock'],
    ],
    [
      'cannot be softened',
      flow,
      [set('/rows/payment/lock', 'tighten-only')],
      ['lock/changed /rows/payment'],
    ],
    [
      'cannot be hardened',
      flow,
      [set('/rows/consent/lock', 'no-overlay')],
      ['lock/changed /rows/consent/lock'],
    ],
    [
      'cannot be put on what is open',
      flow,
      [set('/rows/rest/lock', 'no-overlay')],
      ['lock/changed /rows/rest/lock'],
    ],
    [
      'may be carried by an entry of one’s own',
      flow,
      [
        {
          op: 'insert',
          at: '/rows',
          value: { ...(row('own', { go: 'allow' }) as JsonObject), lock: 'no-overlay' },
        },
      ],
      [],
    ],
    // when
    [
      'lets a redirect hold more often',
      flow,
      [set('/rows/consent/when', { or: [OLD, OTHER] })],
      [],
    ],
    [
      'wherever the old rule is in the or',
      flow,
      [set('/rows/consent/when', { or: [OTHER, ROLE, OLD] })],
      [],
    ],
    [
      'not less often',
      flow,
      [set('/rows/consent/when', { and: [OLD, OTHER] })],
      ['lock/loosened /rows/consent/when'],
    ],
    [
      'not elsewhere',
      flow,
      [set('/rows/consent/when', { or: [OTHER, ROLE] })],
      ['lock/loosened /rows/consent/when'],
    ],
    [
      'not by an or of two members',
      flow,
      [set('/rows/consent/when', { or: [OLD], and: [OTHER] })],
      ['lock/loosened /rows/consent/when'],
    ],
    [
      'lets an allowing row hold less often',
      flow,
      [set('/rows/console/when', { and: [ROLE, OTHER] })],
      [],
    ],
    [
      'not an allowing row more often',
      flow,
      [set('/rows/console/when', { or: [ROLE, OTHER] })],
      ['lock/loosened /rows/console/when'],
    ],
    [
      'lets a stage keep more people',
      stages,
      [set('/rows/onboarding/when', { or: [OLD, OTHER] })],
      [],
    ],
    [
      'lets an or grow by one',
      apply(flow, [set('/rows/consent/when', { or: [OLD, OTHER] })])!,
      [set('/rows/consent/when', { or: [OLD, ROLE, OTHER] })],
      [],
    ],
    [
      'not shrink',
      apply(flow, [set('/rows/consent/when', { or: [OLD, OTHER] })])!,
      [set('/rows/consent/when', { or: [OLD, ROLE] })],
      ['lock/loosened /rows/consent/when'],
    ],
    [
      'lets an action ask for more',
      access,
      [set('/actions/publish/when', { and: [ROLE, OTHER] }), set('/actions/read/when', OTHER)],
      [],
    ],
    [
      'not for something else instead',
      access,
      [set('/actions/publish/when', { or: [ROLE, OTHER] })],
      ['lock/loosened /actions/publish/when'],
    ],
    [
      'not for nothing',
      access,
      [{ op: 'unset', at: '/actions/publish/when' }],
      ['lock/removed /actions/publish/when'],
    ],
    // lists of those who may
    [
      'lets fewer do it',
      access,
      [{ op: 'drop', at: '/actions/publish/roles', value: 'publisher' }],
      [],
    ],
    ['lets no role do it', access, [set('/actions/publish/roles', [])], []],
    [
      'not others',
      access,
      [{ op: 'add', at: '/actions/publish/roles', value: 'viewer' }],
      ['lock/loosened /actions/publish/roles'],
    ],
    [
      'not everyone',
      access,
      [{ op: 'unset', at: '/actions/publish/roles' }],
      ['lock/removed /actions/publish/roles'],
    ],
    [
      'not a stage more',
      access,
      [{ op: 'add', at: '/actions/read/stages', value: 'onboarding' }],
      ['lock/loosened /actions/read/stages'],
    ],
    [
      'not a list whose absence may have meant no account',
      access,
      [set('/actions/read/roles', ['owner'])],
      ['lock/changed /actions/read/roles'],
    ],
    [
      'does not hold for its neighbours',
      access,
      [{ op: 'add', at: '/actions/free/roles', value: 'viewer' }],
      [],
    ],
    [
      'lets a country be taken',
      node,
      [{ op: 'drop', at: `${children}/props/allow/mini/countries`, value: 'KE' }],
      [],
    ],
    [
      'lets some countries stand for all',
      node,
      [set(`${children}/props/allow/power/countries`, ['ZA'])],
      [],
    ],
    [
      'not all for some',
      node,
      [set(`${children}/props/allow/mini/countries`, ['*'])],
      [`lock/loosened ${children}/props/allow/mini/countries`],
    ],
    ['lets a plan be taken', node, [{ op: 'remove', at: `${children}/props/allow/mini` }], []],
    [
      'not another plan',
      node,
      [{ op: 'insert', at: `${children}/props/allow`, value: { id: 'free', countries: ['ZA'] } }],
      [`lock/loosened ${children}/props/allow`],
    ],
    [
      'lets it be hidden from more',
      node,
      [{ op: 'add', at: `${children}/props/hideForAccounts`, value: 'c' }],
      [],
    ],
    [
      'not from fewer',
      node,
      [{ op: 'drop', at: `${children}/props/hideForAccounts`, value: 'a' }],
      [`lock/loosened ${children}/props/hideForAccounts`],
    ],
    [
      'not from none',
      node,
      [{ op: 'unset', at: `${children}/props/hideForAccounts` }],
      [`lock/removed ${children}/props/hideForAccounts`],
    ],
    // what protects, words, the rest
    ['lets something be required', node, [set(`${children}/props/required`, true)], []],
    [
      'not what is required be optional',
      node,
      [set(`${children}/props/strict/required`, false)],
      [`lock/loosened ${children}/props/strict/required`],
    ],
    [
      'not by leaving it out',
      node,
      [{ op: 'unset', at: `${children}/props/strict/required` }],
      [`lock/removed ${children}/props/strict/required`],
    ],
    [
      'but what is not required may be left out',
      node,
      [{ op: 'unset', at: `${children}/props/required` }],
      [],
    ],
    [
      'lets texts change at any depth',
      node,
      [
        set(`${children}/props/title`, 'mine'),
        set(`${children}/children/terms/props/text`, 'mine'),
      ],
      [],
    ],
    [
      'not numbers',
      node,
      [set(`${children}/props/max`, 4)],
      [`lock/changed ${children}/props/max`],
    ],
    [
      'not what is in it',
      node,
      [{ op: 'remove', at: `${children}/children/terms` }],
      [`lock/changed ${children}/children`],
    ],
    [
      'not the order of what is in it',
      node,
      [{ op: 'move', at: `${children}/children/terms` }],
      [`lock/changed ${children}/children`],
    ],
    [
      'holds harder where something in it says so',
      node,
      [set(`${children}/children/price/note`, 'y')],
      [`lock/changed ${children}/children/price`],
    ],
    [
      'is not fooled by an entry that is called like a word',
      { list: [{ id: 'note', lock: 'tighten-only', to: 'a' }] },
      [set('/list/note/to', 'b')],
      ['lock/changed /list/note/to'],
    ],
    // rows before a locked row
    [
      'lets a redirect stand before it',
      flow,
      [
        {
          op: 'insert',
          at: '/rows',
          value: row('own', { go: 'redirect', to: 'own' }),
          first: true,
        },
      ],
      [],
    ],
    [
      'not what lets people past',
      flow,
      [{ op: 'insert', at: '/rows', value: row('own', { go: 'allow' }), after: 'welcome' }],
      ['lock/loosened /rows/own'],
    ],
    [
      'but behind all locked rows',
      flow,
      [{ op: 'insert', at: '/rows', value: row('own', { go: 'allow' }), after: 'payment' }],
      [],
    ],
    [
      'not another flow, which might let them past',
      flow,
      [{ op: 'insert', at: '/rows', value: row('own', { go: 'flow', flow: 'own' }), first: true }],
      ['lock/loosened /rows/own'],
    ],
    [
      'not a row of the base moved before it',
      flow,
      [{ op: 'move', at: '/rows/rest', first: true }],
      ['lock/loosened /rows/rest'],
    ],
    ['but a redirect of the base', flow, [{ op: 'move', at: '/rows/late', first: true }], []],
    [
      'lets the base’s own row before it narrow',
      flow,
      [set('/rows/open/when', { and: [ROLE, OTHER] })],
      [],
    ],
    [
      'not widen',
      flow,
      [set('/rows/open/when', { or: [ROLE, OTHER] })],
      ['lock/loosened /rows/open'],
    ],
    ['lets it go', flow, [{ op: 'remove', at: '/rows/open' }], []],
    [
      'not a redirect before it become an allowance',
      flow,
      [set('/rows/welcome/then', { go: 'allow' })],
      ['lock/loosened /rows/welcome'],
    ],
    [
      'not a locked allowance pass a locked redirect',
      flow,
      [{ op: 'move', at: '/rows/console', first: true }],
      ['lock/loosened /rows/console'],
    ],
    [
      'not a stage before a locked stage',
      stages,
      [{ op: 'move', at: '/rows/full', first: true }],
      ['lock/loosened /rows/full'],
    ],
    [
      'nor a redirect, which is no stage at all',
      stages,
      [
        {
          op: 'insert',
          at: '/rows',
          value: row('own', { go: 'redirect', to: 'own' }),
          first: true,
        },
      ],
      ['lock/loosened /rows/own'],
    ],
    [
      'but a stage behind it',
      stages,
      [
        {
          op: 'insert',
          at: '/rows',
          value: row('own', { stage: 'research' }),
          after: 'onboarding',
        },
      ],
      [],
    ],
  ])('%s', (_what, document, ops, expected) => {
    expect(found(document, ops)).toEqual(expected)
  })

  it.each<[string, Op[], string[]]>([
    ['lets what protects be switched on', [set('/policies/privacy', true)], []],
    ['not off', [set('/policies/terms', false)], ['lock/loosened /policies/terms']],
    ['not left out', [{ op: 'unset', at: '/consent' }], ['lock/removed /consent/parental']],
    ['lets the age be higher', [set('/legalAge', 19)], []],
    ['not lower', [set('/legalAge', 17)], ['lock/loosened /legalAge']],
    ['not another type', [set('/legalAge', '19')], ['lock/changed /legalAge']],
    ['does not hold for what the schema leaves open', [set('/consent/research', false)], []],
  ])('of the meta-schema %s', (_what, ops, expected) => {
    expect(found(config, ops, KINDS.config as unknown as Schema)).toEqual(expected)
  })

  it('of the meta-schema holds for what didn’t exist, and in lists', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        fixed: { type: 'string', 'x-lock': 'no-overlay' },
        who: { type: 'array', items: { type: 'string' }, 'x-lock': 'tighten-only' },
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: { on: { type: 'boolean', 'x-lock': 'tighten-only' } },
          },
        },
      },
    }
    const base: Json = { who: ['a', 'b'], rows: [{ id: 'r', on: true }] }
    expect(found(base, [set('/fixed', 'mine')], schema)).toEqual(['lock/changed /fixed'])
    expect(found(base, [{ op: 'drop', at: '/who', value: 'a' }], schema)).toEqual([])
    expect(found(base, [{ op: 'add', at: '/who', value: 'c' }], schema)).toEqual([
      'lock/loosened /who',
    ])
    expect(found(base, [set('/rows/r/on', false)], schema)).toEqual(['lock/loosened /rows/r/on'])
    expect(
      found(base, [{ op: 'insert', at: '/rows', value: { id: 'own', on: false } }], schema),
    ).toEqual([])
  })

  it('is the stricter one inside a looser one, whether the node or the meta-schema says so', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        box: {
          type: 'object',
          properties: {
            label: { type: 'string' },
            text: { type: 'string', 'x-lock': 'no-overlay' },
          },
        },
      },
    }
    const base: Json = {
      box: { lock: 'tighten-only', label: 'a', text: 'b', law: { lock: 'no-overlay', label: 'c' } },
    }
    expect(found(base, [set('/box/label', 'mine')], schema)).toEqual([])
    expect(found(base, [set('/box/text', 'mine')], schema)).toEqual(['lock/changed /box/text'])
    expect(found(base, [set('/box/law/label', 'mine')], schema)).toEqual(['lock/changed /box/law'])
  })

  it('explains what is wrong, and what was meant', () => {
    const [issue] = checkLocks(
      anySchema,
      flow,
      apply(flow, [set('/rows/consent/then/to', 'profile')]),
    )
    expect(issue).toEqual({
      code: 'lock/changed',
      pointer: '/rows/consent/then/to',
      message: `"to" is locked: it can't be changed`,
      suggestion: 'consentsStep',
    })
  })

  it('of a whole document says so', () => {
    const base: Json = { lock: 'no-overlay', rule: true }
    const [issue] = checkLocks(anySchema, base, { ...base, rule: false })
    expect(issue).toMatchObject({
      pointer: '',
      message: "the whole document is locked: it can't be changed",
    })
  })

  it('doesn’t bind a tenant’s own document', () => {
    expect(checkLocks(anySchema, undefined, flow)).toEqual([])
  })
})
