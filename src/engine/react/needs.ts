/** Parts of a page that a browser may be too old for: what can't work isn't offered. */

import Type from 'typebox'

export const needs = Type.Optional(
  Type.String({
    pattern: '^[A-Z][A-Za-z]{1,40}$',
    description: 'Left out where the browser has no such interface.',
  }),
)

export const isLacking = (name: string | undefined): boolean =>
  name !== undefined && !(name in globalThis)
