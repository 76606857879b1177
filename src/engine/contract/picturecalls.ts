/** The calls of the library of pictures. */

import Type from 'typebox'
import type { Calls } from './call.ts'
import { LOGGED } from './consolecalls.ts'
import { PictureSchema } from './pictureshapes.ts'
import { Nothing, PageOf } from './shapes.ts'

const area = 'console'

export const pictureCalls: Calls = {
  'POST /admin/images': {
    area,
    summary: 'Stores a picture, its narrower versions, and what it is called and shows',
    responses: { 201: Type.Object({ url: Type.String(), picture: PictureSchema }) },
    errors: [LOGGED, 'image/invalid', 'limit/reached'],
  },
  'GET /admin/pictures': {
    area,
    summary: 'All pictures, the newest first, and where each is used',
    responses: { 200: PageOf(PictureSchema) },
  },
  'PATCH /admin/pictures/:id': {
    area,
    summary: 'Renames a picture, or says what it shows',
    responses: { 200: PictureSchema },
    errors: [LOGGED],
  },
  'DELETE /admin/pictures/:id': {
    area,
    summary: 'Removes a picture that is used nowhere; releases that can be restored keep it',
    responses: { 204: Nothing('Removed, now or before') },
    errors: [LOGGED, 'image/used'],
  },
  'POST /admin/pictures/:id/restore': {
    area,
    summary: 'Takes back a removal',
    responses: { 204: Nothing('In the library') },
    errors: [LOGGED],
  },
}
