/** How a CV is laid out as a file: its parts in order, and its look. */

import Type from 'typebox'
import { envelope, Id, list, Lock, Note, Opt, ref, strict, Text } from './members.ts'

/** A key of the profile, or a member of an entry of one of its lists. */
const Key = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$', maxLength: 80 })
const Points = (minimum: number, maximum: number, description: string) =>
  Type.Number({ minimum, maximum, description: `${description} In points.` })

const Ask = ref(
  'text',
  'What one does to fill it in, on a button, such as "Add your school"; default: the title.',
)

/** Colours by their names in the theme, so that a file has the tenant's brand. */
const Color = Type.Enum(['ink', 'ink-2', 'brand', 'cloth', 'step', 'step-text'])

/** Which members of an entry are drawn where. */
const Slots = Type.Object(
  {
    title: Type.Array(Key, { minItems: 1, maxItems: 4, description: 'The first that is given.' }),
    by: Opt(Type.Array(Key, { maxItems: 4, description: 'Joined with commas below the title.' })),
    text: Opt(Key),
    start: Opt(Key),
    end: Opt(Key),
    current: Opt(Key),
    date: Opt(Key),
    contacts: Opt(
      Type.Array(Key, {
        maxItems: 4,
        description: 'Phone numbers and addresses of another person; hidden behind a link.',
      }),
    ),
  },
  strict,
)

const Part = Type.Object(
  {
    id: Id,
    title: Text,
    from: { ...Key, description: 'The key of the profile that it shows.' },
    as: Type.Enum(['text', 'items', 'bullets', 'line'], {
      description: 'A paragraph, entries with a title, one line each, or all in one line.',
    }),
    section: Opt(ref('section', 'The section whose hiding hides it too, if that isn’t its id.')),
    of: Opt(ref('section', 'The section from whose records its entries are chosen.')),
    except: Opt(Type.Array(Id, { maxItems: 10, description: 'Codes that say nothing on a CV.' })),
    item: Opt(Slots),
    why: Opt(
      ref('text', 'Why it helps; shown on the page of the CV while there is nothing in it.'),
    ),
    ask: Opt(Ask),
    minutes: Opt(
      Type.Integer({
        minimum: 1,
        maximum: 60,
        description: 'How long filling it in takes; default 2.',
      }),
    ),
    names: Opt(
      Type.Record(Key, ref('list', 'The list with the names of its codes.'), {
        description: 'Member -> list with the names of its codes. `id` for chosen words.',
      }),
    ),
    lock: Opt(Lock),
    note: Opt(Note),
  },
  strict,
)

export const PaperKind = envelope('paper', {
  label: Text,
  order: Opt(Type.Integer()),
  head: Type.Enum(['plain', 'cloth'], { description: 'The name on white, or on the cloth.' }),
  headings: Type.Enum(['rule', 'plain', 'dots']),
  face: Opt(
    Type.Enum(['sans', 'serif'], {
      description: 'Letters of the name and of the titles of parts. Default: sans.',
    }),
  ),
  columns: Type.Integer({
    minimum: 1,
    maximum: 2,
    description: 'Tracking systems read one column best.',
  }),
  colors: Type.Object({ name: Color, heading: Color, mark: Color }, strict),
  sizes: Type.Object(
    {
      name: Points(14, 40, 'The name.'),
      heading: Points(9, 20, 'Titles of the parts.'),
      text: Points(8, 14, 'Everything else.'),
      gap: Points(4, 40, 'The space above a part.'),
    },
    strict,
  ),
  contacts: Type.Array(Key, { maxItems: 8, description: 'Keys of the profile, below the name.' }),
  reach: Opt(
    Type.Object(
      {
        from: Type.Array(Key, { minItems: 1, maxItems: 4 }),
        section: ref('section', 'Where it is filled in.'),
        title: Text,
        why: Opt(ref('text', 'Why it helps.')),
        ask: Opt(Ask),
        minutes: Opt(Type.Integer({ minimum: 1, maximum: 60 })),
      },
      {
        ...strict,
        description:
          'What an employer needs to get in touch: the first thing missing while none of `from` is given. ' +
          'Its row opens the form with these fields first.',
      },
    ),
  ),
  parts: list(Part, { minItems: 1, maxItems: 40 }),
})
