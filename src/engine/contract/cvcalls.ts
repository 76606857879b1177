/** The CV as a file, from a file, and behind a link. */

import type { Calls } from './call.ts'
import { Media } from './shapes.ts'

export const CV_FORMATS = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  json: 'application/json',
} as const
export type CvFormat = keyof typeof CV_FORMATS

export const cvCalls: Calls = {
  'GET /users/cv/file': {
    area: 'profile',
    summary: 'The CV as a file',
    description:
      '`format` is pdf, docx, txt or json (JSON Resume 1.0); `layout` the id of a document of the kind paper, by ' +
      'default the first. Hidden sections are left out. In the language of the request.',
    responses: { 200: Media(Object.values(CV_FORMATS), 'As an attachment') },
    errors: ['request/not-found', 'request/rate-limited', 'cv/too-long', 'server/busy'],
  },
}
