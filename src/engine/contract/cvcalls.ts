/** The CV as a file, from a file, and behind a link. */

import Type, { type Static } from 'typebox'
import type { Calls } from './call.ts'
import { Media, Moment, Nothing } from './shapes.ts'

export const CV_FORMATS = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  json: 'application/json',
} as const
export type CvFormat = keyof typeof CV_FORMATS

const share = {
  id: Type.String({ format: 'uuid' }),
  hide: Type.Array(Type.Enum(['phone', 'email', 'address', 'references'])),
  opened: Type.Integer({ description: 'How often' }),
  created: Moment,
  expires: Moment,
}

const Words = Type.String()
const head = { id: Words, title: Words, section: Words }
const Lines = Type.Array(Words)
/** What the CV's page shows. */
const CvViewSchema = Type.Object({
  layouts: Type.Array(
    Type.Object({ id: Words, title: Words, drawing: Type.Enum(['rule', 'cloth', 'dots']) }),
    { description: 'To choose from; the first is the usual one' },
  ),
  order: Type.Array(
    Type.Object({
      id: Words,
      section: Words,
      title: Words,
      state: Type.Enum(['shown', 'hidden', 'empty']),
    }),
    { description: 'All parts of the layout, in the person’s order' },
  ),
  look: Type.Object({
    head: Type.Enum(['plain', 'cloth']),
    headings: Type.Enum(['rule', 'plain', 'dots']),
    face: Type.Optional(Type.Enum(['sans', 'serif'])),
  }),
  name: Words,
  line: Words,
  contacts: Type.Array(Type.Object({ id: Words, text: Words })),
  parts: Type.Array(
    Type.Union([
      Type.Object({ ...head, as: Type.Literal('text'), lines: Lines }),
      Type.Object({
        ...head,
        as: Type.Literal('items'),
        items: Type.Array(Type.Object({ title: Words, dates: Words, by: Words, lines: Lines })),
      }),
      Type.Object({ ...head, as: Type.Enum(['bullets', 'line']), words: Lines }),
    ]),
  ),
  gaps: Type.Array(
    Type.Object({
      section: Words,
      title: Words,
      why: Words,
      minutes: Type.Integer(),
      ask: Type.Optional({ ...Words, description: 'What one does to fill it in, on a button' }),
      fields: Type.Optional(
        Type.Array(Words, {
          description: 'Of a section with more fields than these: the ones that it is about',
        }),
      ),
    }),
    { description: 'Sections that the layout has and of which there is nothing yet' },
  ),
  hidden: Type.Array(Type.Object({ section: Words, title: Words })),
  hints: Type.Array(
    Type.Object({
      section: Words,
      item: Type.Optional(Words),
      fields: Type.Optional(Type.Array(Words, { description: 'Of a section: what it is about' })),
      title: Words,
      text: Words,
      line: Type.Optional({ ...Words, description: 'The line that it is about' }),
    }),
    { description: 'What one could still do about what is there; never a mistake' },
  ),
  logo: Type.Boolean({ description: 'There is a logo that the PDF can have.' }),
  file: Type.Union([Type.Object({ format: Words, at: Moment }), Type.Null()], {
    description: 'The file that was made last',
  }),
})
export type CvView = Static<typeof CvViewSchema>

export const cvCalls: Calls = {
  'GET /users/cv': {
    area: 'profile',
    summary: 'The CV as its page shows it',
    description:
      '`layout` as for the file. Each part has the section that it comes from. In the language of the request.',
    responses: { 200: CvViewSchema },
    errors: ['request/not-found'],
  },
  'PUT /users/cv/order': {
    area: 'profile',
    summary: 'Puts the parts of the CV in an order of one’s own',
    description:
      '`order` has ids of parts; those that it doesn’t name stay behind the part that they follow in the layout. It ' +
      'holds in every layout and file. Empty: the layout’s own. With `If-Match`, the tag of the order that was ' +
      'changed, refused if another device has changed it.',
    responses: { 200: Type.Object({ cvOrder: Type.Array(Type.String()) }) },
    errors: ['profile/changed'],
  },
  'GET /users/cv/file': {
    area: 'profile',
    summary: 'The CV as a file',
    description:
      '`format` is pdf, docx, txt or json (JSON Resume 1.0); `logo=1` puts the tenant’s logo on a PDF; `layout` the id of a document of the kind paper, by ' +
      'default the first. Hidden sections are left out. In the language of the request.',
    responses: { 200: Media(Object.values(CV_FORMATS), 'As an attachment') },
    errors: ['request/not-found', 'request/rate-limited', 'cv/too-long', 'server/busy'],
  },
  'POST /users/cv/import': {
    area: 'profile',
    summary: 'Fills the profile from a JSON Resume',
    description:
      'Adds to the profile and overwrites nothing. Every value of the file is either taken or listed in `left`, by ' +
      'its pointer. A file that isn’t valid is refused with the pointers of what is wrong. With `try` nothing is ' +
      'saved: the response says what would be.',
    responses: {
      200: Type.Object({
        taken: Type.Array(Type.String({ description: 'Pointer' })),
        adds: Type.Array(Type.Object({ pointer: Type.String(), title: Type.String() }), {
          description: 'What is new in the profile, with the name of its section',
        }),
        left: Type.Array(
          Type.Object({
            pointer: Type.String(),
            why: Type.Enum(['no-place', 'invalid', 'kept', 'full', 'month', 'day'], {
              description:
                'invalid: not by our forms; kept: the profile has another value; month: a year without its month; day: the month of it is taken',
            }),
            message: Type.Optional(
              Type.String({ description: 'Of what is invalid: the field, and what is wrong' }),
            ),
          }),
        ),
      }),
    },
    errors: ['cv/not-a-resume', 'request/rate-limited'],
  },
  'GET /users/cv/shares': {
    area: 'profile',
    summary: 'Links to the CV that still work',
    responses: {
      200: Type.Object({
        items: Type.Array(Type.Object(share)),
        total: Type.Integer(),
        page: Type.Integer(),
        pageSize: Type.Integer(),
      }),
    },
  },
  'POST /users/cv/shares': {
    area: 'profile',
    summary: 'Makes a link that shows the CV to anyone who has it',
    description:
      'For `days`, 90 at most. `hide` names what the page leaves out: by default phone, e-mail address, address and the contact ' +
      'details of references. The address is in this response only; `GET /shared/{token}` is the page, 410 afterwards.',
    responses: { 201: Type.Object({ ...share, url: Type.String() }) },
    errors: ['limit/reached'],
  },
  'DELETE /users/cv/shares/:id': {
    area: 'profile',
    summary: 'Ends a link',
    responses: { 204: Nothing('Ended') },
    errors: ['request/not-found'],
  },
}
