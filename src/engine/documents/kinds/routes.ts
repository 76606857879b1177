/** Where pages are, and the menus that lead to them. */

import Type from 'typebox'
import { LAYOUTS, ROUTE_CLASSES, STAGES } from '../vocabulary.ts'
import {
  address,
  envelope,
  Id,
  list,
  Lock,
  Note,
  Opt,
  ref,
  RuleSchema,
  strict,
  Text,
} from './members.ts'
import { Redirect } from './flows.ts'

const Breadcrumb = Type.Object(
  {
    id: Id,
    title: Text,
    routeName: Opt(ref('route', 'Where the breadcrumb leads.')),
    path: Opt(address('link')),
  },
  strict,
)

export const Route = Type.Object(
  {
    id: Id,
    path: Type.String({ pattern: '^(/|\\*$)', maxLength: 200 }),
    class: Type.Enum([...ROUTE_CLASSES]),
    title: Opt(Text),
    feature: Opt(ref('feature', 'The feature the page belongs to (meta).')),
    guard: Opt(
      Type.Union([
        Type.Literal('none'),
        ref('feature', 'The feature checked on entry, if it differs from the meta.'),
      ]),
    ),
    stages: Opt(Type.Array(Type.Enum([...STAGES]))),
    needs: Opt(Type.Array(Type.Enum(['curriculum', 'console', 'installation']))),
    assessment: Opt(ref('assessment', 'The assessment taken on this page.')),
    layout: Opt(Type.Enum([...LAYOUTS])),
    screen: Opt(ref('screen', 'What the page shows.')),
    screens: Opt(
      list(
        Type.Object(
          {
            id: Id,
            when: RuleSchema,
            screen: ref('screen', 'Shown when the rule holds; the first match wins.'),
            layout: Opt(Type.Enum([...LAYOUTS])),
            note: Opt(Note),
          },
          strict,
        ),
      ),
    ),
    redirect: Opt(
      Type.Union([
        Redirect,
        Type.Object(
          { go: Type.Literal('flow'), flow: ref('flow', 'The flow that decides where to.') },
          strict,
        ),
      ]),
    ),
    breadcrumbs: Opt(list(Breadcrumb)),
    tracking: Opt(Type.Array(Type.String())),
    inPage: Opt(Type.Boolean()),
    parts: Opt(
      Type.Array(Type.String({ pattern: '^[a-z][A-Za-z]*$' }), {
        maxItems: 6,
        description:
          'Names in the query that open a part of this page: it starts at the top, and the page’s own breadcrumb leads back.',
      }),
    ),
    rare: Opt(
      Type.Boolean({
        description:
          'Few people ever open it: the others’ devices learn where it is only when they do. Default: false.',
      }),
    ),
    lock: Opt(Lock),
    note: Opt(Note),
  },
  strict,
)

const menuItem = {
  id: Id,
  label: Text,
  hint: Opt(
    ref(
      'text',
      "Words below the name. For a group: what unlocks its entries, shown while one of them waits for the menu's rule.",
    ),
  ),
  icon: Opt(ref('icon', 'Name of a drawn icon.')),
  to: Opt(ref('route', 'Where the entry leads.')),
  action: Opt(Type.Enum(['logout'])),
  feature: Opt(ref('feature', 'The feature the entry belongs to.')),
  hideForAccounts: Opt(Type.Array(Type.String())),
  show: Opt(RuleSchema),
  enable: Opt(RuleSchema),
  disabledReason: Opt(Text),
  lock: Opt(Lock),
  note: Opt(Note),
}

export const MenuItem = Type.Object(
  { ...menuItem, items: Opt(list(Type.Object(menuItem, strict))) },
  strict,
)

export const RouteGroupKind = envelope('route-group', { routes: list(Route) })

export const MenuKind = envelope('menu', {
  enable: Opt(
    list(
      Type.Object(
        {
          id: Id,
          when: RuleSchema,
          reason: Text,
          to: Opt(ref('route', 'The page that opens the entries.')),
          button: Opt(ref('text', 'On the button to that page.')),
          note: Opt(Note),
        },
        strict,
      ),
    ),
  ),
  items: list(MenuItem),
})
