/** What one row of the contract says about a call. */

import type { TSchema } from 'typebox'
import type { Code } from './problems.ts'
import type { Media, Nothing } from './shapes.ts'

export const AREAS = {
  account: 'Account and session',
  profile: 'Profile, consents and favourites',
  assessments: 'Assessments and reports',
  careers: 'Careers',
  product: 'Configuration, plans and help',
  console: 'Console',
  operation: 'Running the server',
} as const
export type Area = keyof typeof AREAS

export type ResponseSchema =
  | (TSchema & { readonly description?: string })
  | ReturnType<typeof Nothing>
  | ReturnType<typeof Media>

export type Call = {
  readonly area: Area
  /** One line, without a full stop. */
  readonly summary: string
  readonly description?: string
  /** Status -> what is in the response: of success alone. */
  readonly responses: Readonly<Record<number, ResponseSchema>>
  /** Codes of its own; those that any call may have are added by the server. */
  readonly errors?: readonly Code[]
  /** What the `*` in its path is called. */
  readonly rest?: string
}
export type Calls = Readonly<Record<string, Call>>
